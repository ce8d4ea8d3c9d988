//! The requested theme: palette and lightness are separate, and `auto` leaves the lightness to
//! the terminal. Pure.

/// Lightness of the terminal's background.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lightness {
    /// Light text on a dark background.
    #[default]
    Dark,
    /// Dark text on a light background.
    Light,
}

impl Lightness {
    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Lightness::Dark => "dark",
            Lightness::Light => "light",
        }
    }
}

/// Colours of `auto`, `dark` and `light`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Palette {
    /// Green against red.
    #[default]
    Standard,
    /// Blue against orange, for colour-vision deficiency.
    Cvd,
}

impl Palette {
    /// Returns its word in the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Palette::Standard => "standard",
            Palette::Cvd => "cvd",
        }
    }

    /// Parses a palette; any other word gives the standard one.
    pub fn of(word: &str) -> Self {
        match word {
            "cvd" => Palette::Cvd,
            _ => Palette::Standard,
        }
    }
}

/// The user's choice of a theme.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeChoice {
    /// `auto`, the name of a theme, or the path of one.
    pub name: String,
    /// The palette of `auto`, `dark` and `light`.
    pub palette: Palette,
}

impl ThemeChoice {
    /// Whether the theme follows the terminal.
    pub fn is_auto(&self) -> bool {
        self.name == "auto"
    }

    /// Returns the name of the theme for a terminal of this lightness.
    pub fn theme(&self, terminal: Lightness) -> &str {
        let lightness = match self.name.as_str() {
            "auto" => terminal,
            "dark" => Lightness::Dark,
            "light" => Lightness::Light,
            other => return other,
        };
        match (self.palette, lightness) {
            (Palette::Standard, Lightness::Dark) => "dark",
            (Palette::Standard, Lightness::Light) => "light",
            (Palette::Cvd, Lightness::Dark) => "cvd",
            (Palette::Cvd, Lightness::Light) => "cvd_light",
        }
    }
}
