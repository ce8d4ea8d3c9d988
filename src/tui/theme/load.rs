//! Reading a theme file: colours by role, what it inherits, and its table for 256 colours.
//!
//! The files under `themes/` are embedded; a user's file has the same form. Called by
//! [`Theme::load`] and [`Theme::from_toml`] only.

use std::collections::{BTreeMap, HashMap};

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::{ColourDepth, Role, Theme};

/// The embedded themes, by name.
const EMBEDDED: [(&str, &str); 6] = [
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("hc", include_str!("../../../themes/hc.toml")),
    ("cvd", include_str!("../../../themes/cvd.toml")),
    ("cvd_light", include_str!("../../../themes/cvd_light.toml")),
    ("ansi16", include_str!("../../../themes/ansi16.toml")),
];

/// A theme inherits at most so far; more is a circle.
const INHERITANCE_LIMIT: usize = 8;

/// A theme that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// There is no theme of this name.
    #[error("there is no theme `{name}`; there are: {known}", known = names().join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// The file is not what a theme must be.
    #[error("theme `{name}`: {message}")]
    Invalid {
        /// The theme.
        name: String,
        /// What is wrong, where, and what to do.
        message: String,
    },
}

/// One theme file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ThemeFile {
    inherits: Option<String>,
    colours: BTreeMap<String, String>,
    palette_256: BTreeMap<String, u8>,
    modifiers: BTreeMap<String, String>,
    styles: BTreeMap<String, String>,
}

/// Names of the embedded themes.
pub fn names() -> Vec<&'static str> {
    EMBEDDED.iter().map(|(name, _)| *name).collect()
}

impl Theme {
    /// The embedded theme of this name, in what the terminal can show.
    ///
    /// # Errors
    /// If there is no such theme.
    pub fn load(name: &str, depth: ColourDepth) -> Result<Self, ThemeError> {
        Self::from_toml(name, embedded(name)?, depth)
    }

    /// A theme from the text of a theme file.
    ///
    /// # Errors
    /// If the text is no theme, names no role of ours, or inherits from what is not there.
    pub fn from_toml(name: &str, text: &str, depth: ColourDepth) -> Result<Self, ThemeError> {
        let merged = inherit(name, parse(name, text)?)?;
        let styles = match depth {
            ColourDepth::TrueColour if merged.styles.is_empty() => true_colour(name, &merged)?,
            ColourDepth::Palette256 if merged.styles.is_empty() => palette_256(name, &merged)?,
            ColourDepth::None => without_colours(sixteen(name, &merged)?),
            _ => sixteen(name, &merged)?,
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

fn parse(name: &str, text: &str) -> Result<ThemeFile, ThemeError> {
    toml::from_str(text).map_err(|error| ThemeError::Invalid {
        name: name.into(),
        message: error.to_string().trim_end().to_owned(),
    })
}

/// What a file says, over what it inherits.
fn inherit(name: &str, mut file: ThemeFile) -> Result<ThemeFile, ThemeError> {
    for _ in 0..INHERITANCE_LIMIT {
        let Some(parent) = file.inherits.take() else {
            return Ok(file);
        };
        let base = parse(&parent, embedded(&parent)?)?;
        file.inherits = base.inherits;
        merge(&mut file.colours, base.colours);
        merge(&mut file.palette_256, base.palette_256);
        merge(&mut file.modifiers, base.modifiers);
        merge(&mut file.styles, base.styles);
    }
    Err(ThemeError::Invalid {
        name: name.into(),
        message: "it inherits from itself; take `inherits` out of one of the files".into(),
    })
}

fn merge<V>(own: &mut BTreeMap<String, V>, base: BTreeMap<String, V>) {
    for (key, value) in base {
        own.entry(key).or_insert(value);
    }
}

fn role(name: &str, key: &str) -> Result<Role, ThemeError> {
    Role::from_key(key).ok_or_else(|| ThemeError::Invalid {
        name: name.into(),
        message: format!("`{key}` is no role; see themes/dark.toml for all of them"),
    })
}

fn coloured(role: Role, colour: Color) -> Style {
    if role.is_background() {
        Style::new().bg(colour)
    } else {
        Style::new().fg(colour)
    }
}

fn true_colour(name: &str, file: &ThemeFile) -> Result<HashMap<Role, Style>, ThemeError> {
    let mut styles = HashMap::new();
    for (key, value) in &file.colours {
        let role = role(name, key)?;
        let colour = hex(value).ok_or_else(|| ThemeError::Invalid {
            name: name.into(),
            message: format!("colours.{key}: `{value}` is no colour; write it as \"#16181d\""),
        })?;
        styles.insert(role, coloured(role, colour));
    }
    add_modifiers(name, file, &mut styles)?;
    Ok(styles)
}

fn palette_256(name: &str, file: &ThemeFile) -> Result<HashMap<Role, Style>, ThemeError> {
    let mut styles = HashMap::new();
    for (key, index) in &file.palette_256 {
        let role = role(name, key)?;
        styles.insert(role, coloured(role, Color::Indexed(*index)));
    }
    add_modifiers(name, file, &mut styles)?;
    Ok(styles)
}

fn add_modifiers(
    name: &str,
    file: &ThemeFile,
    styles: &mut HashMap<Role, Style>,
) -> Result<(), ThemeError> {
    for (key, words) in &file.modifiers {
        let role = role(name, key)?;
        let style = words_to_style(name, key, words)?;
        let merged = styles.get(&role).copied().unwrap_or_default().patch(style);
        styles.insert(role, merged);
    }
    Ok(())
}

/// Sixteen colours: the theme's own table if it has one, else the embedded one.
fn sixteen(name: &str, file: &ThemeFile) -> Result<HashMap<Role, Style>, ThemeError> {
    let own;
    let words = if file.styles.is_empty() {
        own = parse("ansi16", embedded("ansi16")?)?;
        &own.styles
    } else {
        &file.styles
    };
    words
        .iter()
        .map(|(key, value)| Ok((role(name, key)?, words_to_style(name, key, value)?)))
        .collect()
}

/// `3+bold+reverse`: a colour of the terminal's own, and how it is drawn.
fn words_to_style(name: &str, key: &str, value: &str) -> Result<Style, ThemeError> {
    let mut style = Style::new();
    for word in value.split('+') {
        style = match word.trim() {
            "default" => style,
            "bold" => style.add_modifier(Modifier::BOLD),
            "dim" => style.add_modifier(Modifier::DIM),
            "italic" => style.add_modifier(Modifier::ITALIC),
            "underline" => style.add_modifier(Modifier::UNDERLINED),
            "reverse" => style.add_modifier(Modifier::REVERSED),
            other => match other.parse::<u8>() {
                Ok(index @ 0..=15) => style.fg(ansi(index)),
                _ => {
                    return Err(ThemeError::Invalid {
                        name: name.into(),
                        message: format!(
                            "{key}: `{other}` is neither 0 to 15 nor default, bold, dim, italic, \
                             underline or reverse"
                        ),
                    });
                }
            },
        };
    }
    Ok(style)
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

fn hex(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.is_ascii() {
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
