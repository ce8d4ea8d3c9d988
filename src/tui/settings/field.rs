//! One value that is typed over a page: a line of text, checked when it is taken, and a key, which is never shown.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zeroize::Zeroizing;

use super::draft::Edit;
use crate::config::address::of_provider;
use crate::config::{Key, Kind, Value};
use crate::l10n::say;
use crate::protocol::catalogue::{
    KeyChange, KeyPlace, ModelChange, ProviderNeeds, Setting, SettingsView, TEMPERATURE,
};
use crate::redact::{Secret, mask};
use crate::tui::composer::LineEdit;
use crate::tui::settings::page::PageContext;

/// What a line is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The address of a provider.
    BaseUrl(String, ProviderNeeds),
    /// The temperature of a built-in model, by its id.
    Temperature(String),
    /// A part of names, to show fewer models.
    Filter,
    /// A model that this provider is to fetch.
    Pull(String),
    /// A setting of the configuration, with what is expected of it in words.
    Config(String, String),
}

/// What a line that was taken comes to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LineOutcome {
    Edit(Edit),
    Filter(String),
    /// This provider fetches this model.
    Pull(String, String),
}

/// A line that is typed.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// What it is for.
    pub purpose: Purpose,
    pub text: LineEdit,
    /// What is wrong with it.
    pub problem: Option<String>,
}

impl Line {
    /// One that holds this text.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self {
            purpose,
            text: LineEdit::of(text),
            problem: None,
        }
    }

    /// What stands before it.
    pub fn label(&self) -> String {
        match &self.purpose {
            Purpose::BaseUrl(provider, _) => say!("settings-address-of", provider),
            Purpose::Temperature(model) => say!("settings-temperature-of", model),
            Purpose::Filter => say!("settings-filter-by-name").to_owned(),
            Purpose::Pull(provider) => say!("settings-model-to-fetch", provider),
            Purpose::Config(key, _) => format!("{key}: "),
        }
    }

    /// What it may be.
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

    /// A key that is none of the line's own ends changes it.
    pub fn key(&mut self, key: &KeyEvent) {
        self.problem = asks_to_paste(key).then(|| say!("settings-paste-by-terminal").to_owned());
        // A key that means nothing in a line changes nothing.
        let _ = self.text.key(key);
    }

    /// A paste: its first line. A key is never put where it would be read.
    pub fn paste(&mut self, text: &str) {
        let first = text.lines().next().unwrap_or_default().trim();
        let is_key = mask(first) != first && !first.contains("://");
        self.problem = is_key.then(|| say!("settings-line-no-key").to_owned());
        if !is_key {
            self.text.insert(first);
        }
    }

    /// The line as what it is for; where it cannot be that it says why.
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

/// An address as the config and the command line take it; nothing is the default.
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

/// What was typed for a setting, as its file has it; `None` where it cannot be that.
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

/// Whether a key would paste in the editor. Here the terminal has to: what it pastes goes nowhere but into the field.
fn asks_to_paste(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('v') && key.modifiers == KeyModifiers::CONTROL
}

/// Whether a key goes to the step before.
pub(super) fn goes_back(key: &KeyEvent) -> bool {
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    key.code == KeyCode::BackTab || key.code == KeyCode::Tab && shifted
}

/// A temperature within its bounds.
pub(super) fn temperature(text: &str) -> Result<f64, String> {
    let (least, most) = TEMPERATURE;
    let number = text.replace(',', ".").parse::<f64>().ok();
    let within = number.filter(|number| (least..=most).contains(number));
    within.ok_or_else(|| say!("settings-temperature-must-be", least, most))
}

/// A text that is typed and never shown. What it was is written over when it goes; it has no undo, no history
/// and nothing that could be yanked.
pub struct Masked {
    /// With room for the longest key from the start, so that no copy is left behind by growing.
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
    /// Letters of it.
    pub fn letters(&self) -> usize {
        self.text.chars().count()
    }

    /// Adds text as far as it is room; tells whether all of it was.
    pub fn push(&mut self, text: &str) -> bool {
        let fits = self.text.len() + text.len() <= Secret::LONGEST;
        if fits {
            self.text.push_str(text);
        }
        fits
    }

    /// A key that changes it: letters, Backspace, Ctrl+U.
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

    /// What was typed, which is then forgotten here.
    pub fn take(&mut self) -> Secret {
        let key = Secret::new(&self.text);
        self.clear();
        key
    }
}

/// A key that is entered, and where it is to be kept.
#[derive(Debug)]
pub(super) struct KeyField {
    pub provider: String,
    /// What was typed.
    pub typed: Masked,
    /// Where it goes.
    pub place: KeyPlace,
    /// Why it cannot go into the keyring, where it cannot.
    pub no_keyring: Option<String>,
    /// What is wrong.
    pub problem: Option<String>,
}

impl KeyField {
    /// An empty one.
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

    /// A key of the keyboard; Tab goes to the other place.
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

    /// The change, where what was typed can be a key.
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

    /// Where it would be kept, in words.
    pub fn place_words(&self) -> &'static str {
        match self.place {
            KeyPlace::File => say!("settings-place-file"),
            KeyPlace::Keyring => say!("settings-place-keyring"),
        }
    }
}

/// Where a key is to be put while a provider is set up: as where the last one was.
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
        // As `OLLAMA_HOST` and the command line take it.
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
