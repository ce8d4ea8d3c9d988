//! Whether anything on the screen moves by itself. Off, a screen changes only where something happened.

/// What the human wants to see move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Motion {
    /// Running times tick, a held key fills, a count-down counts.
    #[default]
    Full,
    Off,
}

impl Motion {
    /// From the word of the configuration.
    pub fn of(word: &str) -> Self {
        match word {
            "off" => Motion::Off,
            _ => Motion::Full,
        }
    }
}
