//! A single typed value over a page: a line of text, checked when it is accepted, or an API key,
//! which is never shown.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zeroize::Zeroizing;

use super::draft::Edit;
use crate::composer::LineEdit;
use crate::dialog::settings::page::PageContext;
use config::address::of_provider;
use config::{Key, Kind, Value};
use l10n::say;
use notice::Notice;
use protocol::catalogue::{
    KeyChange, KeyPlace, ModelChange, ProviderNeeds, Setting, SettingsView, TEMPERATURE,
};
use redact::{Secret, mask};

/// Purpose of a typed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The address of a provider.
    BaseUrl(String, ProviderNeeds),
    /// The temperature of a built-in model, by the model's id.
    Temperature(String),
    /// Part of a model name, to filter the list.
    Filter,
    /// The name of a model that this provider is to fetch.
    Pull(String),
    /// The value of a configuration setting, with a description of valid values.
    Config(String, String),
}

/// Result of an accepted line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LineOutcome {
    Edit(Edit),
    Filter(String),
    /// Fetch this model (second) from this provider (first).
    Pull(String, String),
}

/// A line of text being typed.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub purpose: Purpose,
    pub text: LineEdit,
    /// The error in the text.
    pub problem: Option<String>,
}

impl Line {
    /// Creates a line that holds this text.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self {
            purpose,
            text: LineEdit::of(text),
            problem: None,
        }
    }

    /// Returns the label before the line.
    pub fn label(&self) -> String {
        match &self.purpose {
            Purpose::BaseUrl(provider, _) => say!("settings-address-of", provider),
            Purpose::Temperature(model) => say!("settings-temperature-of", model),
            Purpose::Filter => say!("settings-filter-by-name").to_owned(),
            Purpose::Pull(provider) => say!("settings-model-to-fetch", provider),
            Purpose::Config(key, _) => format!("{key}: "),
        }
    }

    /// Returns a hint about the valid values.
    pub fn hint(&self) -> String {
        let words = match &self.purpose {
            Purpose::BaseUrl(_, needs) => {
                let example = match needs.address.as_str() {
                    "" => "https://host/v1",
                    example => example,
                };
                return say!("settings-address-keys", example);
            }
            Purpose::Temperature(_) => say!("settings-temperature-keys"),
            Purpose::Filter => say!("settings-filter-keys"),
            Purpose::Pull(_) => say!("settings-fetch-keys"),
            Purpose::Config(_, wanted) => return say!("settings-config-keys", wanted),
        };
        words.to_owned()
    }

    /// Handles an editing key; keys that end the line are handled by the caller.
    pub fn key(&mut self, key: &KeyEvent) {
        self.problem = asks_to_paste(key).then(|| say!("settings-paste-by-terminal").to_owned());
        // The line ignores a key that has no meaning.
        let _ = self.text.key(key);
    }

    /// Inserts the first line of a paste. Never inserts an API key where it would be readable.
    pub fn paste(&mut self, text: &str) {
        let first = text.lines().next().unwrap_or_default().trim();
        let is_key = mask(first) != first && !first.contains("://");
        self.problem = is_key.then(|| say!("settings-line-no-key").to_owned());
        if !is_key {
            self.text.insert(first);
        }
    }

    /// Parses the line for its purpose; if it is invalid, sets the error.
    pub fn take(&mut self) -> Option<LineOutcome> {
        let text = self.text.text().trim().to_owned();
        match self.taken(&text) {
            Ok(taken) => Some(taken),
            Err(problem) => {
                self.problem = Some(problem);
                None
            }
        }
    }

    fn taken(&self, text: &str) -> Result<LineOutcome, String> {
        Ok(match &self.purpose {
            Purpose::BaseUrl(provider, needs) => {
                let url = address(provider, text, needs)?;
                LineOutcome::Edit(Edit::BaseUrl(provider.clone(), url))
            }
            Purpose::Temperature(model) => {
                let change = ModelChange {
                    temperature_default: Some(temperature(text)?),
                    ..ModelChange::default()
                };
                LineOutcome::Edit(Edit::Change(model.clone(), change))
            }
            Purpose::Filter => LineOutcome::Filter(text.to_owned()),
            Purpose::Pull(_) if text.is_empty() => {
                return Err(say!("settings-name-a-model").to_owned());
            }
            Purpose::Pull(provider) => LineOutcome::Pull(provider.clone(), text.to_owned()),
            Purpose::Config(key, wanted) => {
                let value = config_value(key, text)
                    .ok_or_else(|| say!("settings-config-must-be", key, wanted))?;
                LineOutcome::Edit(Edit::Config(key.clone(), value))
            }
        })
    }
}

/// Parses an address as the configuration and the command line do; an empty text means the default.
pub(super) fn address(
    provider: &str,
    text: &str,
    needs: &ProviderNeeds,
) -> Result<Setting, String> {
    if text.is_empty() {
        return Ok(Setting::Default);
    }
    let url = of_provider(provider, text, &needs.address);
    url.map(Setting::To)
        .map_err(|allowed| say!("settings-address-must-be", allowed))
}

/// Returns a typed value in the form of the configuration file; `None` if it is invalid
/// for the setting.
pub(super) fn config_value(key: &str, typed: &str) -> Option<String> {
    let kind = Key::named(key)?.kind;
    let comma = matches!(kind, Kind::Decimal { .. });
    let text = if comma {
        typed.replace(',', ".")
    } else {
        typed.to_owned()
    };
    let has_none = matches!(kind, Kind::Decimal { .. } | Kind::OptionalInteger { .. });
    let value = if text.is_empty() && has_none {
        Value::Unset
    } else {
        kind.read_text(&text)?
    };
    Some(kind.written(&value))
}

/// Whether a key would paste in the editor. Here only the terminal pastes, straight into the field
/// and nowhere else.
fn asks_to_paste(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('v') && key.modifiers == KeyModifiers::CONTROL
}

/// Whether a key goes to the previous step.
pub(super) fn goes_back(key: &KeyEvent) -> bool {
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    key.code == KeyCode::BackTab || key.code == KeyCode::Tab && shifted
}

/// Parses a temperature and checks its bounds.
pub(super) fn temperature(text: &str) -> Result<f64, String> {
    let (least, most) = TEMPERATURE;
    let number = text.replace(',', ".").parse::<f64>().ok();
    let within = number.filter(|number| (least..=most).contains(number));
    within.ok_or_else(|| say!("settings-temperature-must-be", least, most))
}

/// A typed text that is never shown. Its memory is overwritten when it is dropped; it has no undo,
/// no history and no text to yank.
pub struct Masked {
    /// Has the capacity for the longest key from the start, so that growing leaves no copy behind.
    text: Zeroizing<String>,
}

impl Default for Masked {
    fn default() -> Self {
        Self {
            text: Zeroizing::new(String::with_capacity(Secret::LONGEST)),
        }
    }
}

impl std::fmt::Debug for Masked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Masked")
    }
}

impl Masked {
    /// Returns the number of characters.
    pub fn letters(&self) -> usize {
        self.text.chars().count()
    }

    /// Appends text as far as it fits; returns whether all of it did.
    pub fn push(&mut self, text: &str) -> bool {
        let fits = self.text.len() + text.len() <= Secret::LONGEST;
        if fits {
            self.text.push_str(text);
        }
        fits
    }

    /// Handles an editing key: letters, Backspace, Ctrl+U.
    pub fn key(&mut self, key: &KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
        match key.code {
            KeyCode::Char('u') if control => self.clear(),
            KeyCode::Char('h') if control => drop(self.text.pop()),
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Char(letter) if !key.modifiers.intersects(chord) => {
                let mut bytes = Zeroizing::new([0; 4]);
                self.push(letter.encode_utf8(&mut *bytes));
            }
            _ => {}
        }
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes the typed text out, which is then forgotten here.
    pub fn take(&mut self) -> Secret {
        let key = Secret::new(&self.text);
        self.clear();
        key
    }
}

/// An API key being entered, and the place to store it.
#[derive(Debug)]
pub(super) struct KeyField {
    pub provider: String,
    pub typed: Masked,
    /// The place to store the key.
    pub place: KeyPlace,
    /// Reason why the keyring cannot store the key, if it cannot.
    pub no_keyring: Option<Notice>,
    /// The error in the typed key.
    pub problem: Option<String>,
}

impl KeyField {
    /// Creates an empty field.
    pub fn new(provider: String, place: KeyPlace, view: &SettingsView) -> Self {
        let no_keyring = view.no_keyring.clone();
        Self {
            provider,
            typed: Masked::default(),
            place: match no_keyring {
                Some(_) => KeyPlace::File,
                None => place,
            },
            no_keyring,
            problem: None,
        }
    }

    /// Handles a key press; Tab switches to the other storage place.
    pub fn key(&mut self, key: &KeyEvent) {
        self.problem = asks_to_paste(key).then(|| say!("settings-paste-by-terminal").to_owned());
        match (key.code, self.place, &self.no_keyring) {
            (KeyCode::Tab, KeyPlace::Keyring, _) => self.place = KeyPlace::File,
            (KeyCode::Tab, KeyPlace::File, None) => self.place = KeyPlace::Keyring,
            (KeyCode::Tab, KeyPlace::File, Some(why)) => {
                self.problem = Some(say!("settings-no-keyring", why));
            }
            _ => self.typed.key(key),
        }
    }

    pub fn paste(&mut self, text: &str) {
        self.problem = None;
        if !self.typed.push(text.trim()) {
            self.problem = Some(say!("settings-key-too-long").to_owned());
        }
    }

    /// Returns the change, if the typed text can be a key.
    pub fn take(&mut self) -> Option<KeyChange> {
        let key = self.typed.take();
        if let Some(why) = key.fault() {
            let why = say!("settings-no-key-is", why);
            self.problem = Some(why);
            return None;
        }
        let place = self.place;
        Some(KeyChange::Keep { key, place })
    }

    /// Describes the storage place in words.
    pub fn place_words(&self) -> &'static str {
        match self.place {
            KeyPlace::File => say!("settings-place-file"),
            KeyPlace::Keyring => say!("settings-place-keyring"),
        }
    }
}

/// Creates the key field for setting up a provider; the place to store the key is the
/// file, unless changed.
pub(super) fn fresh(provider: &str, cx: &PageContext<'_>) -> KeyField {
    KeyField::new(provider.to_owned(), KeyPlace::File, cx.view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_in_no_debug_and_gone_once_taken() {
        let mut field = KeyField::new("openai".into(), KeyPlace::File, &SettingsView::default());
        field.paste("quiet.Heron-51\n");
        assert_eq!(field.typed.letters(), 14);
        assert!(!format!("{field:?}").contains("Heron"));
        let Some(KeyChange::Keep { key, .. }) = field.take() else {
            panic!("a key");
        };
        assert_eq!(key.expose(), "quiet.Heron-51");
        assert_eq!(field.typed.letters(), 0);
    }

    #[test]
    fn ctrl_v_says_how_a_key_is_pasted() {
        let mut field = KeyField::new("openai".into(), KeyPlace::File, &SettingsView::default());
        field.key(&KeyEvent::new(KeyCode::Char('v'), KeyModifiers::CONTROL));
        let problem = field.problem.clone().unwrap_or_default();
        assert!(problem.contains("Ctrl+Shift+V"), "{problem}");
        assert_eq!(field.typed.letters(), 0);
        field.key(&KeyEvent::new(KeyCode::Char('v'), KeyModifiers::NONE));
        assert_eq!((field.problem, field.typed.letters()), (None, 1));
    }

    #[test]
    fn what_is_no_key_is_named_without_it() {
        let mut field = KeyField::new("openai".into(), KeyPlace::File, &SettingsView::default());
        assert_eq!(field.take(), None);
        field.paste("two words");
        assert_eq!(field.take(), None);
        let problem = field.problem.clone().unwrap_or_default();
        assert!(
            problem.contains("blanks") && !problem.contains("two"),
            "{problem}"
        );
        field.paste(&"k".repeat(5_000));
        assert!(field.problem.is_some_and(|why| why.contains("4096")));
        assert_eq!(field.typed.letters(), 0, "none of it is kept");
    }

    #[test]
    fn an_address_is_one_and_holds_no_secret() {
        for good in ["http://127.0.0.1:8080/v1", "https://example.org", ""] {
            assert!(
                address("openai", good, &ProviderNeeds::default()).is_ok(),
                "{good}"
            );
        }
        for bad in [
            "example.org",
            "ftp://x",
            "https://",
            "https://me:pw@x/v1",
            "http://a b",
        ] {
            assert!(
                address("openai", bad, &ProviderNeeds::default()).is_err(),
                "{bad}"
            );
        }
        // As `OLLAMA_HOST` and the command line accept it.
        let short = address("ollama", "0.0.0.0", &ProviderNeeds::default());
        assert_eq!(short, Ok(Setting::To("http://127.0.0.1:11434".into())));
    }

    #[test]
    fn a_temperature_is_between_0_and_2_and_takes_a_comma() {
        assert_eq!(temperature("0,3"), Ok(0.3));
        for bad in ["", "-0.1", "2.1", "NaN", "inf", "warm"] {
            assert!(temperature(bad).is_err(), "{bad}");
        }
    }
}
