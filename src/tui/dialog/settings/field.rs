//! A single typed value over a page: a line of text, checked when it is accepted, or an API key,
//! which is never shown.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Edit;
use super::page::PageContext;
use client::line_editor::{LineEditor, SecretInput};
use client::settings::{parse_address, parse_config_value, parse_temperature};
use l10n::say;
use notice::Notice;
use protocol::catalogue::{KeyChange, KeyPlace, ModelChange, ProviderNeeds, SettingsView};
use redact::mask;

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
    pub text: LineEditor,
    /// The error in the text.
    pub problem: Option<String>,
}

impl Line {
    /// Creates a line that holds this text.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self {
            purpose,
            text: LineEditor::of(text),
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
                let url = parse_address(provider, text, needs)?;
                LineOutcome::Edit(Edit::BaseUrl(provider.clone(), url))
            }
            Purpose::Temperature(model) => {
                let change = ModelChange {
                    temperature_default: Some(parse_temperature(text)?),
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
                let value = parse_config_value(key, text)
                    .ok_or_else(|| say!("settings-config-must-be", key, wanted))?;
                LineOutcome::Edit(Edit::Config(key.clone(), value))
            }
        })
    }
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

/// An API key being entered, and the place to store it.
#[derive(Debug)]
pub(super) struct KeyField {
    pub provider: String,
    pub typed: SecretInput,
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
            typed: SecretInput::default(),
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
}
