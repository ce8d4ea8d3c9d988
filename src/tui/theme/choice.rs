//! Which theme is wanted: palette and lightness are apart, and `auto` leaves the lightness to the
//! terminal. Pure.

/// How light the terminal's background is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lightness {
    /// Light text on a dark ground.
    #[default]
    Dark,
    /// Dark text on a light ground.
    Light,
}

impl Lightness {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Lightness::Dark => "dark",
            Lightness::Light => "light",
        }
    }
}

/// Which colours `auto`, `dark` and `light` have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Palette {
    /// Green against red.
    #[default]
    Standard,
    /// Blue against orange, for colour-vision deficiency.
    Cvd,
}

impl Palette {
    /// Its word in the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Palette::Standard => "standard",
            Palette::Cvd => "cvd",
        }
    }

    /// The palette of a word; another word is the standard one.
    pub fn of(word: &str) -> Self {
        match word {
            "cvd" => Palette::Cvd,
            _ => Palette::Standard,
        }
    }
}

/// What was chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeChoice {
    /// `auto`, or the name of a theme, or the path of one.
    pub name: String,
    /// The palette of `auto`, `dark` and `light`.
    pub palette: Palette,
}

impl ThemeChoice {
    /// Whether it follows the terminal.
    pub fn is_auto(&self) -> bool {
        self.name == "auto"
    }

    /// The theme that it comes to on such a terminal.
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
