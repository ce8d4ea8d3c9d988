//! The supported languages, and the choice of the user's language: by the configuration, otherwise
//! by the locale.

use notice::Speech;
use notice::catalogue::{self, Catalogue, LazyCatalogue};

/// A supported language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// The language in which every message exists.
    #[default]
    English,
    French,
    Portuguese,
}

/// The locale variables for messages; the first one that is set counts.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

impl Language {
    pub const ALL: [Language; 3] = [Language::English, Language::French, Language::Portuguese];

    /// Returns the language's code, as in the configuration and the file names: `fr`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::Portuguese => "pt",
        }
    }

    /// Returns the language with this code.
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }

    /// Returns the language of the configured value; `auto` means the language of the locale.
    pub fn chosen(word: &str, variable: impl Fn(&str) -> Option<String>) -> Self {
        Self::of_code(word).unwrap_or_else(|| Self::of_locale(variable))
    }

    /// Returns the language of the locale, as POSIX and gettext define it: `LC_ALL`, `LC_MESSAGES`,
    /// `LANG`; if one of them is set and not `C`, the list in `LANGUAGE` takes precedence. English
    /// if none of them is supported.
    pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let Some(locale) = LOCALE.into_iter().find_map(set) else {
            return Language::English;
        };
        if matches!(first_word(&locale).as_str(), "c" | "posix") {
            return Language::English;
        }
        let wished = set("LANGUAGE").unwrap_or_default();
        wished
            .split(':')
            .chain([locale.as_str()])
            .find_map(|one| Self::of_code(&first_word(one)))
            .unwrap_or_default()
    }

    pub(super) fn number(self) -> u8 {
        match self {
            Language::English => 0,
            Language::French => 1,
            Language::Portuguese => 2,
        }
    }

    pub(super) fn of_number(number: u8) -> Self {
        match number {
            1 => Language::French,
            2 => Language::Portuguese,
            _ => Language::English,
        }
    }
}

impl Speech for Language {
    fn catalogue(&self) -> &'static Catalogue {
        static FRENCH: LazyCatalogue = LazyCatalogue::new();
        static PORTUGUESE: LazyCatalogue = LazyCatalogue::new();
        match self {
            Language::English => catalogue::english(),
            Language::French => {
                FRENCH.catalogue(self.code(), include_str!("../../assets/language/fr.ftl"))
            }
            Language::Portuguese => {
                PORTUGUESE.catalogue(self.code(), include_str!("../../assets/language/pt.ftl"))
            }
        }
    }

    fn figure(&self, english: &str) -> String {
        let (thousand, decimal) = match self {
            Language::English => return english.to_owned(),
            Language::French => ('\u{a0}', ','),
            Language::Portuguese => ('.', ','),
        };
        let separator = |letter| match letter {
            ',' => thousand,
            '.' => decimal,
            letter => letter,
        };
        english.chars().map(separator).collect()
    }

    fn money(&self, english: &str) -> String {
        let written = self.figure(english);
        match self {
            Language::English => format!("${written}"),
            Language::French => format!("{written}\u{a0}$"),
            Language::Portuguese => format!("$\u{a0}{written}"),
        }
    }

    fn between(&self) -> &'static str {
        match self {
            Language::French => "\u{a0}; ",
            Language::English | Language::Portuguese => "; ",
        }
    }
}

/// Returns the language of a locale: `pt` of `pt_BR.UTF-8@latin`.
fn first_word(locale: &str) -> String {
    let end = locale.find(['_', '-', '.', '@']).unwrap_or(locale.len());
    locale.get(..end).unwrap_or_default().to_ascii_lowercase()
}
