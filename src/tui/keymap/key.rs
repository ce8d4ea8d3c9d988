//! One key as the table writes it and as the terminal sends it, made comparable.
//!
//! Terminals report the same key in several ways: `Shift+Tab` comes as BackTab, `?` with or without
//! Shift, Ctrl+_ as Ctrl+7 because the byte is 0x1f. [`Key::of`] maps them to one key.

use std::borrow::Borrow;
use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers, normalised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd)]
pub struct Key {
    pub code: KeyCode,
    /// The modifiers. Shift is dropped if the character already implies it.
    pub modifiers: KeyModifiers,
}

impl Key {
    /// Creates a normalised key.
    pub fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let known = KeyModifiers::SHIFT
            | KeyModifiers::CONTROL
            | KeyModifiers::ALT
            | KeyModifiers::SUPER
            | KeyModifiers::HYPER;
        let mut modifiers = modifiers & known;
        let code = match code {
            KeyCode::BackTab => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Tab
            }
            KeyCode::Char(character) => KeyCode::Char(character_of(character, &mut modifiers)),
            other => other,
        };
        Self { code, modifiers }
    }

    /// Returns the key of an event.
    pub fn of(event: &KeyEvent) -> Self {
        Self::new(event.code, event.modifiers)
    }

    /// Whether the key types a character in a text field.
    pub fn is_plain(&self) -> bool {
        let chord = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SUPER;
        matches!(self.code, KeyCode::Char(_)) && !self.modifiers.intersects(chord)
    }

    /// Whether a broken sequence of the terminal can leave this key behind: no decision may be
    /// bound to it.
    pub fn is_debris(&self) -> bool {
        let left = |character| "ABCDFHMPQRSZ[~O0123456789".contains(character);
        self.is_plain() && matches!(self.code, KeyCode::Char(character) if left(character))
    }

    /// Whether only terminals with a key protocol distinguish it from another key.
    pub fn needs_protocol(&self) -> bool {
        let (ctrl, shift) = (KeyModifiers::CONTROL, KeyModifiers::SHIFT);
        if self
            .modifiers
            .intersects(KeyModifiers::SUPER | KeyModifiers::HYPER)
        {
            return true;
        }
        match self.code {
            KeyCode::Char(letter) if self.modifiers.contains(ctrl) => {
                // The others arrive as different keys, or as their letters without Ctrl.
                let told = letter.is_ascii_lowercase() && !matches!(letter, 'i' | 'm')
                    || matches!(letter, ' ' | '_' | '\\' | ']' | '^' | '@');
                !told || self.modifiers.contains(shift)
            }
            KeyCode::Enter | KeyCode::Backspace | KeyCode::Esc => {
                !(self.modifiers - KeyModifiers::ALT).is_empty()
            }
            KeyCode::Tab => !(self.modifiers - shift).is_empty(),
            _ => false,
        }
    }

    /// Parses a key such as `Ctrl+X`, `Alt+<`, `Shift+Tab`, `F9`, `u`, `+`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        // A `+` alone is the key itself, and so is the second one in `Ctrl++`.
        while let Some((word, after)) = rest.split_once('+').filter(|(word, _)| !word.is_empty()) {
            modifiers |= match word {
                "Ctrl" => KeyModifiers::CONTROL,
                "Alt" => KeyModifiers::ALT,
                "Shift" => KeyModifiers::SHIFT,
                "Super" => KeyModifiers::SUPER,
                _ => return None,
            };
            rest = after;
        }
        let code = code_of(rest)?;
        // `Ctrl+X` and `Alt+X` are written in uppercase and mean the lowercase letter.
        let code = match code {
            KeyCode::Char(letter)
                if letter.is_ascii_uppercase()
                    && modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                KeyCode::Char(letter.to_ascii_lowercase())
            }
            other => other,
        };
        Some(Self::new(code, modifiers))
    }
}

/// Keys that are pressed one after another: `Ctrl+X o`, `g g`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sequence(Vec<Key>);

/// Maximum number of keys in a sequence.
const LONGEST: usize = 5;

impl Sequence {
    /// Parses keys with blanks between them; at most five.
    pub fn parse(text: &str) -> Option<Self> {
        let keys: Option<Vec<Key>> = text.split_whitespace().map(Key::parse).collect();
        keys.filter(|keys| (1..=LONGEST).contains(&keys.len()))
            .map(Self)
    }

    pub fn keys(&self) -> &[Key] {
        &self.0
    }
}

impl From<&[Key]> for Sequence {
    fn from(keys: &[Key]) -> Self {
        Self(keys.to_vec())
    }
}

impl Borrow<[Key]> for Sequence {
    fn borrow(&self) -> &[Key] {
        &self.0
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

/// Formats keys as the table writes them.
pub(crate) fn shown(keys: &[Key]) -> String {
    let words: Vec<String> = keys.iter().map(Key::to_string).collect();
    words.join(" ")
}

/// Returns the character in comparable form, and adjusts its modifiers.
fn character_of(character: char, modifiers: &mut KeyModifiers) -> char {
    let chorded = modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    if character.is_alphabetic() {
        let shifted = modifiers.contains(KeyModifiers::SHIFT);
        if chorded {
            // Alt+Shift+X and Ctrl+Shift+Z keep Shift; the letter becomes lowercase. An
            // uppercase letter means that Shift was held: terminals send plain Ctrl+Z with
            // the lowercase letter.
            if character.is_uppercase() {
                modifiers.insert(KeyModifiers::SHIFT);
            }
            return character.to_ascii_lowercase();
        }
        modifiers.remove(KeyModifiers::SHIFT);
        if shifted && character.is_ascii_lowercase() {
            return character.to_ascii_uppercase();
        }
        return character;
    }
    // The character of a sign already implies that Shift was held.
    modifiers.remove(KeyModifiers::SHIFT);
    if modifiers.contains(KeyModifiers::CONTROL) && matches!(character, '7' | '/' | '-' | '_') {
        // All four are the byte 0x1f in terminals without a key protocol.
        return '_';
    }
    character
}

fn code_of(text: &str) -> Option<KeyCode> {
    let code = match text {
        "Enter" => KeyCode::Enter,
        "Tab" => KeyCode::Tab,
        "Esc" => KeyCode::Esc,
        "Space" => KeyCode::Char(' '),
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Insert" => KeyCode::Insert,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        other => {
            let mut characters = other.chars();
            match (characters.next(), characters.next()) {
                (Some(one), None) => KeyCode::Char(one),
                (Some('F'), Some(_)) => {
                    let number = other.get(1..)?.parse().ok()?;
                    (1..=24).contains(&number).then_some(KeyCode::F(number))?
                }
                _ => return None,
            }
        }
    };
    Some(code)
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (modifier, word) in [
            (KeyModifiers::CONTROL, "Ctrl+"),
            (KeyModifiers::ALT, "Alt+"),
            (KeyModifiers::SHIFT, "Shift+"),
            (KeyModifiers::SUPER, "Super+"),
        ] {
            if self.modifiers.contains(modifier) {
                f.write_str(word)?;
            }
        }
        match self.code {
            KeyCode::Char(' ') => f.write_str("Space"),
            KeyCode::Char(letter) if !(self.modifiers - KeyModifiers::SHIFT).is_empty() => {
                write!(f, "{}", letter.to_ascii_uppercase())
            }
            KeyCode::Char(character) => write!(f, "{character}"),
            KeyCode::F(number) => write!(f, "F{number}"),
            KeyCode::PageUp => f.write_str("PageUp"),
            KeyCode::PageDown => f.write_str("PageDown"),
            KeyCode::Esc => f.write_str("Esc"),
            KeyCode::BackTab => f.write_str("Shift+Tab"),
            other => write!(f, "{other:?}"),
        }
    }
}
