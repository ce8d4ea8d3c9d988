//! Builds a theme from theme files: a file's values over those it inherits, reduced to the colours
//! that the terminal can show.
//!
//! The files under `themes/` are embedded; a user's file has the same form. Called only by
//! [`Theme::load`], [`Theme::from_toml`] and [`Theme::of_user`].

use std::collections::HashMap;
use std::hash::Hash;

use ratatui::style::{Color, Style};

use super::file::{Fault, ThemeFile, read};
use super::{ColourDepth, Role, Theme};
use notice::{Notice, count, notice};
use redact::one_line;

/// The embedded themes, by name.
const EMBEDDED: [(&str, &str); 6] = [
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("hc", include_str!("../../../themes/hc.toml")),
    ("cvd", include_str!("../../../themes/cvd.toml")),
    ("cvd_light", include_str!("../../../themes/cvd_light.toml")),
    ("ansi16", include_str!("../../../themes/ansi16.toml")),
];

/// The theme that a user's theme inherits from by default.
const BASE: &str = "dark";

/// Maximum depth of inheritance; more is a cycle.
const INHERITANCE_LIMIT: usize = 8;

/// An unusable theme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ThemeError {
    /// No theme has this name.
    Unknown { name: String },
    /// The file is not a valid theme.
    Invalid {
        name: String,
        /// The fault, its location, and its correction.
        message: Notice,
    },
}

impl ThemeError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            ThemeError::Unknown { name } => {
                notice!("theme-unknown", name, all = names().join(", "))
            }
            ThemeError::Invalid { name, message } => {
                notice!("theme-invalid", name, why = message)
            }
        }
    }
}

/// Returns the names of the embedded themes.
pub fn names() -> Vec<&'static str> {
    EMBEDDED.iter().map(|(name, _)| *name).collect()
}

impl Theme {
    /// Loads the embedded theme of this name, reduced to the colours that the terminal can show.
    ///
    /// # Errors
    /// If no theme has this name.
    pub fn load(name: &str, depth: ColourDepth) -> Result<Self, ThemeError> {
        Self::from_toml(name, embedded(name)?, depth)
    }

    /// Parses a theme from the text of a theme file.
    ///
    /// # Errors
    /// If the text is not a theme, names an unknown role, or inherits from an unknown theme.
    pub fn from_toml(name: &str, text: &str, depth: ColourDepth) -> Result<Self, ThemeError> {
        let file = sound(name, read(text))?;
        Self::of_file(name, file, depth)
    }

    /// Loads a theme of the user's own. If its file has a fault, returns the base theme instead,
    /// and the description of the fault with `path` as the file's name. Without `inherits` the base
    /// is the dark theme.
    ///
    /// # Errors
    /// Never in a build whose embedded themes are readable.
    pub fn of_user(
        name: &str,
        path: &str,
        text: &str,
        depth: ColourDepth,
    ) -> Result<(Self, Option<Notice>), ThemeError> {
        let (mut file, faults) = read(text);
        let base = file.inherits.get_or_insert_with(|| BASE.to_owned()).clone();
        // A colour that the file changes also changes at 256 colours, to the nearest available one.
        for (role, colour) in &file.colours {
            if let Some(near) = nearest_256(*colour) {
                file.palette_256.entry(*role).or_insert(near);
            }
        }
        let Some(first) = faults.first() else {
            return Ok((Self::of_file(name, file, depth)?, None));
        };
        let more = match faults.len() - 1 {
            0 => Notice::default(),
            more => notice!("theme-more-faults", faults = count(more, "fault")),
        };
        let problem = notice!(
            "theme-base-used",
            path = one_line(path),
            line = first.line,
            first = first.notice(),
            more,
            base
        );
        Ok((Self::load(&base, depth)?, Some(problem)))
    }

    fn of_file(name: &str, file: ThemeFile, depth: ColourDepth) -> Result<Self, ThemeError> {
        let merged = inherit(name, file)?;
        let sixteen = sixteen(&merged)?;
        let styles = match depth {
            ColourDepth::TrueColour => over(sixteen, &merged, true_colours(&merged)),
            ColourDepth::Palette256 => over(sixteen, &merged, palette_256(&merged)),
            ColourDepth::Ansi16 => sixteen,
            ColourDepth::None => without_colours(sixteen),
        };
        Ok(Self::new(name, styles))
    }
}

fn embedded(name: &str) -> Result<&'static str, ThemeError> {
    EMBEDDED
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
        .ok_or_else(|| ThemeError::Unknown { name: name.into() })
}

/// Returns the file, or its first fault as an error.
fn sound(name: &str, (file, faults): (ThemeFile, Vec<Fault>)) -> Result<ThemeFile, ThemeError> {
    match faults.first() {
        None => Ok(file),
        Some(fault) => Err(ThemeError::Invalid {
            name: name.into(),
            message: notice!("theme-at-line", line = fault.line, why = fault.notice()),
        }),
    }
}

/// Merges a file's values over those that it inherits.
fn inherit(name: &str, mut file: ThemeFile) -> Result<ThemeFile, ThemeError> {
    for _ in 0..INHERITANCE_LIMIT {
        let Some(parent) = file.inherits.take() else {
            return Ok(file);
        };
        let base = sound(&parent, read(embedded(&parent)?))?;
        file.inherits = base.inherits;
        merge(&mut file.colours, base.colours);
        merge(&mut file.palette_256, base.palette_256);
        merge(&mut file.modifiers, base.modifiers);
        merge(&mut file.styles, base.styles);
    }
    Err(ThemeError::Invalid {
        name: name.into(),
        message: notice!("theme-inherits-itself"),
    })
}

fn merge<K: Eq + Hash, V>(own: &mut HashMap<K, V>, base: HashMap<K, V>) {
    for (key, value) in base {
        own.entry(key).or_insert(value);
    }
}

fn true_colours(file: &ThemeFile) -> HashMap<Role, Color> {
    file.colours.clone()
}

fn palette_256(file: &ThemeFile) -> HashMap<Role, Color> {
    let indexes = file.palette_256.iter();
    indexes
        .map(|(role, index)| (*role, Color::Indexed(*index)))
        .collect()
}

/// Combines the colours with their modifiers; a role without a colour keeps
/// its sixteen-colour style.
fn over(
    mut styles: HashMap<Role, Style>,
    file: &ThemeFile,
    colours: HashMap<Role, Color>,
) -> HashMap<Role, Style> {
    for (role, colour) in colours {
        let plain = if role.is_background() {
            Style::new().bg(colour)
        } else {
            Style::new().fg(colour)
        };
        let modifiers = file.modifiers.get(&role).copied().unwrap_or_default();
        styles.insert(role, plain.patch(modifiers));
    }
    styles
}

/// Returns the sixteen-colour styles: the theme's own, over the embedded table.
fn sixteen(file: &ThemeFile) -> Result<HashMap<Role, Style>, ThemeError> {
    let mut styles = file.styles.clone();
    let base = sound("ansi16", read(embedded("ansi16")?))?;
    merge(&mut styles, base.styles);
    Ok(styles)
}

fn without_colours(styles: HashMap<Role, Style>) -> HashMap<Role, Style> {
    styles
        .into_iter()
        .map(|(role, style)| {
            let bare = Style::new().add_modifier(style.add_modifier);
            (role, bare)
        })
        .collect()
}

/// Returns the colour in the fixed part of the 256-colour palette that is nearest to a 24-bit one.
fn nearest_256(colour: Color) -> Option<u8> {
    let Color::Rgb(red, green, blue) = colour else {
        return None;
    };
    let apart = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    (16..=255_u8).min_by_key(|index| {
        let (r, g, b) = fixed_256(*index);
        apart(red, r) + apart(green, g) + apart(blue, b)
    })
}

/// Returns the colour of an index from 16 on, which no terminal changes.
pub(super) fn fixed_256(index: u8) -> (u8, u8, u8) {
    match index.checked_sub(232) {
        Some(step) => {
            let grey = 8 + 10 * step;
            (grey, grey, grey)
        }
        None => {
            let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let cube = index.saturating_sub(16);
            (step(cube / 36), step(cube / 6 % 6), step(cube % 6))
        }
    }
}
