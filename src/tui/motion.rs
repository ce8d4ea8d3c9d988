//! Whether anything on the screen moves by itself. If off, the screen changes only
//! when something happens.

/// The user's choice of what moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Motion {
    /// Running times tick, a held key fills, a countdown counts.
    #[default]
    Full,
    Off,
}

impl Motion {
    /// Parses the word of the configuration.
    pub fn of(word: &str) -> Self {
        match word {
            "off" => Motion::Off,
            _ => Motion::Full,
        }
    }
}
