//! The appearance that is tried while it is not saved: the settings with which the screen is drawn.

use std::collections::BTreeMap;

use super::{PageDialog, Settings};

impl Settings {
    /// Returns the appearance settings that differ from the saved ones: the changed ones, and the
    /// one being chosen.
    pub fn tried(&self) -> BTreeMap<String, String> {
        let changed = self.shown.look.iter().filter_map(|one| {
            let value = one.to.clone()?;
            Some((one.key().to_owned(), value))
        });
        let mut tried: BTreeMap<String, String> = changed.collect();
        if let Some(PageDialog::Pick(pick)) = &self.over
            && pick.is_shown
            && let Some(value) = pick.value()
        {
            let kept = self.shown.look.iter().find(|one| one.key() == pick.key);
            if kept.is_some_and(|one| one.read.said.value.as_deref() == Some(value)) {
                tried.remove(&pick.key)
            } else {
                tried.insert(pick.key.clone(), value.to_owned())
            };
        }
        tried
    }

    /// Returns whether the tried appearance was saved since the last call.
    pub fn take_theme_saved(&mut self) -> bool {
        std::mem::take(&mut self.theme_saved)
    }
}
