//! Number of colours that the terminal can show, judged from the environment alone.
//!
//! Pure over a variable look-up function, so that tests need no environment and the first frame
//! waits for no answer of the terminal.

use super::Lightness;

/// Colour depth of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColourDepth {
    TrueColour,
    /// The 256-colour palette.
    Palette256,
    /// The terminal's own sixteen colours.
    #[default]
    Ansi16,
    /// No colours; bold, reverse and underline stay.
    None,
}

impl ColourDepth {
    /// Detects the depth. `NO_COLOR` (not empty) wins, then `COLORTERM`, then `TERM`.
    ///
    /// `variable` returns the value of an environment variable.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Self::None;
        }
        let term = variable("TERM").unwrap_or_default();
        if term == "dumb" {
            return Self::None;
        }
        let colorterm = variable("COLORTERM").unwrap_or_default();
        if colorterm.eq_ignore_ascii_case("truecolor") || colorterm.eq_ignore_ascii_case("24bit") {
            return Self::TrueColour;
        }
        if term.ends_with("-direct") || TRUE_COLOUR_TERMS.iter().any(|name| term.contains(name)) {
            return Self::TrueColour;
        }
        if term.contains("256color") || !colorterm.is_empty() {
            return Self::Palette256;
        }
        Self::Ansi16
    }
}

/// Values of `TERM` whose terminals all support 24-bit colour.
const TRUE_COLOUR_TERMS: [&str; 5] = ["kitty", "alacritty", "ghostty", "wezterm", "foot"];

/// Guesses the terminal's lightness from `COLORFGBG` (`15;0`); dark if the variable does not tell.
pub fn guessed_lightness(variable: impl Fn(&str) -> Option<String>) -> Lightness {
    let value = variable("COLORFGBG").unwrap_or_default();
    let background = value
        .rsplit(';')
        .next()
        .and_then(|last| last.parse::<u8>().ok());
    match background {
        Some(7 | 9..=15) => Lightness::Light,
        _ => Lightness::Dark,
    }
}
