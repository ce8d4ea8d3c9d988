//! Parses a theme file: its styles by role, and all its faults, each with its line, its key and the
//! nearest valid one.
//!
//! Pure. Called only by `load`.

use std::collections::HashMap;
use std::ops::Range;

use ratatui::style::{Color, Modifier, Style};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Role;
use super::load::names;
use notice::words::nearest_of;
use notice::{Notice, notice};
use redact::one_line;

/// Top-level keys of a theme file.
const SECTIONS: [&str; 5] = ["inherits", "colours", "palette_256", "modifiers", "styles"];

/// Words for text styles.
const WORDS: [&str; 6] = ["default", "bold", "dim", "italic", "underline", "reverse"];

/// Content of a theme file.
#[derive(Debug, Default)]
pub(super) struct ThemeFile {
    /// The theme from which missing values come.
    pub inherits: Option<String>,
    pub colours: HashMap<Role, Color>,
    /// The colours in the 256-colour palette.
    pub palette_256: HashMap<Role, u8>,
    /// Modifiers such as bold, in addition to the colours.
    pub modifiers: HashMap<Role, Style>,
    /// Complete styles for sixteen-colour terminals.
    pub styles: HashMap<Role, Style>,
}

/// A fault in a theme file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// Line number, from 1.
    pub line: usize,
    /// The affected key, if there is one.
    key: Option<String>,
    /// The fault and its correction.
    what: Notice,
    /// The nearest valid key or word.
    nearest: Option<String>,
}

impl Fault {
    /// Returns the fault with its key, without its line.
    pub fn notice(&self) -> Notice {
        let what = match &self.nearest {
            Some(nearest) => notice!("theme-did-you-mean", why = self.what, nearest),
            None => self.what.clone(),
        };
        match &self.key {
            Some(key) => notice!("theme-at-key", key, why = what),
            None => what,
        }
    }
}

/// Parses a text. Omits faulty entries and returns the faults in line order.
pub(super) fn read(text: &str) -> (ThemeFile, Vec<Fault>) {
    let mut reader = Reader {
        text,
        file: ThemeFile::default(),
        faults: Vec::new(),
    };
    match DeTable::parse(text) {
        Ok(table) => reader.table(table.get_ref()),
        Err(error) => {
            let what = Notice::text(one_line(error.message().trim()));
            reader.fault(&error.span().unwrap_or(0..0), None, what, None);
        }
    }
    reader.faults.sort_by_key(|fault| fault.line);
    (reader.file, reader.faults)
}

struct Reader<'a> {
    text: &'a str,
    file: ThemeFile,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(
        &mut self,
        place: &Range<usize>,
        key: Option<String>,
        what: Notice,
        nearest: Option<&str>,
    ) {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        self.faults.push(Fault {
            line: before.matches('\n').count() + 1,
            key: key.map(|key| one_line(&key)),
            what,
            nearest: nearest.map(str::to_owned),
        });
    }

    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match (name, value.get_ref()) {
                ("inherits", DeValue::String(base)) => self.inherits(base, &value.span()),
                ("inherits", _) => {
                    let what = notice!("theme-base-in-quotes");
                    self.fault(&value.span(), Some(name.to_owned()), what, None);
                }
                (section, DeValue::Table(roles)) if SECTIONS.contains(&section) => {
                    self.section(section, roles);
                }
                (section, _) if SECTIONS.contains(&section) => {
                    let what = notice!("theme-table-wanted", section);
                    self.fault(&value.span(), Some(name.to_owned()), what, None);
                }
                _ => {
                    let near = nearest_of(name, SECTIONS);
                    let what = notice!("theme-no-such-key");
                    self.fault(&key.span(), Some(name.to_owned()), what, near);
                }
            }
        }
    }

    fn inherits(&mut self, base: &str, place: &Range<usize>) {
        if names().contains(&base) {
            self.file.inherits = Some(base.to_owned());
            return;
        }
        let near = nearest_of(base, names());
        let what = notice!("theme-no-base", base = one_line(base));
        self.fault(place, Some("inherits".to_owned()), what, near);
    }

    fn section(&mut self, section: &str, roles: &DeTable<'_>) {
        for (key, value) in roles {
            let name = key.get_ref().as_ref();
            let full = format!("{section}.{name}");
            let Some(role) = Role::from_key(name) else {
                let near = nearest_of(name, Role::ALL.iter().map(|role| role.key()));
                let what = notice!("theme-no-role", name = one_line(name));
                self.fault(&key.span(), Some(full), what, near);
                continue;
            };
            if let Err((what, near)) = self.value(section, role, value) {
                self.fault(&value.span(), Some(full), what, near);
            }
        }
    }

    /// Parses a value, or records its fault and the nearest valid word.
    fn value(
        &mut self,
        section: &str,
        role: Role,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), (Notice, Option<&'static str>)> {
        let text = value.get_ref().as_str();
        match section {
            "colours" => {
                let written = text.unwrap_or("this");
                let colour = text.and_then(hex).ok_or_else(|| {
                    let what = notice!("theme-no-colour", written = one_line(written));
                    (what, None)
                })?;
                self.file.colours.insert(role, colour);
            }
            "palette_256" => {
                let number = value.get_ref().as_integer();
                let index = number
                    .and_then(|number| u8::from_str_radix(number.as_str(), number.radix()).ok());
                let wrong = || (notice!("theme-number-wanted"), None);
                self.file.palette_256.insert(role, index.ok_or_else(wrong)?);
            }
            "modifiers" => {
                let style = words(text.unwrap_or_default(), Numbers::No)?;
                self.file.modifiers.insert(role, style);
            }
            _ => {
                let style = words(text.unwrap_or_default(), Numbers::Yes)?;
                self.file.styles.insert(role, style);
            }
        }
        Ok(())
    }
}

/// Whether a number is accepted as one of the terminal's own colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Yes,
    No,
}

/// Parses `3+bold+reverse`: one of the terminal's own colours, and text styles.
fn words(value: &str, numbers: Numbers) -> Result<Style, (Notice, Option<&'static str>)> {
    let mut style = Style::new();
    for word in value.split('+') {
        style = match word.trim() {
            "default" => style,
            "bold" => style.add_modifier(Modifier::BOLD),
            "dim" => style.add_modifier(Modifier::DIM),
            "italic" => style.add_modifier(Modifier::ITALIC),
            "underline" => style.add_modifier(Modifier::UNDERLINED),
            "reverse" => style.add_modifier(Modifier::REVERSED),
            other => match (numbers, other.parse::<u8>()) {
                (Numbers::Yes, Ok(index @ 0..=15)) => style.fg(ansi(index)),
                _ => {
                    let numbers = match numbers {
                        Numbers::Yes => "yes",
                        Numbers::No => "no",
                    };
                    let what = notice!("theme-no-style", other = one_line(other), numbers);
                    return Err((what, nearest_of(other, WORDS)));
                }
            },
        };
    }
    Ok(style)
}

fn hex(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = value.to_be_bytes();
    Some(Color::Rgb(red, green, blue))
}

fn ansi(index: u8) -> Color {
    match index {
        0 => Color::Black,
        1 => Color::Red,
        2 => Color::Green,
        3 => Color::Yellow,
        4 => Color::Blue,
        5 => Color::Magenta,
        6 => Color::Cyan,
        7 => Color::Gray,
        8 => Color::DarkGray,
        9 => Color::LightRed,
        10 => Color::LightGreen,
        11 => Color::LightYellow,
        12 => Color::LightBlue,
        13 => Color::LightMagenta,
        14 => Color::LightCyan,
        _ => Color::White,
    }
}
