//! The look that is tried while it is not saved: what the screen is to be drawn with.

use std::collections::BTreeMap;

use super::{PageDialog, Settings};

impl Settings {
    /// The settings of the look that are other than they are kept: those that were changed, and the one at hand.
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
            if kept.is_some_and(|one| one.read.said.value == value) {
                tried.remove(&pick.key)
            } else {
                tried.insert(pick.key.clone(), value.to_owned())
            };
        }
        tried
    }

    /// Whether what was tried was saved since it was asked last.
    pub fn take_look_is_kept(&mut self) -> bool {
        std::mem::take(&mut self.look_is_kept)
    }
}
