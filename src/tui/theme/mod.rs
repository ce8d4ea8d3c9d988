//! Colours by meaning. A widget requests the style of a role and never names a colour.

mod choice;
#[cfg(test)]
pub(crate) mod contrast;
mod depth;
mod file;
mod load;
mod role;
#[cfg(test)]
mod tests;
mod theme_set;

pub use choice::{Lightness, Palette, ThemeChoice};
pub use depth::{ColourDepth, guessed_lightness};
pub use load::{ThemeError, names};
pub use role::Role;
pub use theme_set::{OwnThemes, ThemeSet};

use std::collections::HashMap;

use ratatui::style::Style;

/// The styles of all roles, ready to draw with.
#[derive(Debug, Clone, Default)]
pub struct Theme {
    pub name: String,
    styles: HashMap<Role, Style>,
}

impl Theme {
    /// Creates a theme from these styles.
    pub fn new(name: impl Into<String>, styles: HashMap<Role, Style>) -> Self {
        Self {
            name: name.into(),
            styles,
        }
    }

    /// Returns the style of a role. A foreground role sets the foreground (and bold, and so on), a
    /// role whose name ends in `bg` sets the background, so callers combine the two with `patch`.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(&role).copied().unwrap_or_default()
    }
}
