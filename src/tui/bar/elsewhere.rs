//! Handles a key that the screen keeps for itself (the leader, Ctrl+C, F keys) while the bar has
//! the focus. Part of [`Bar`].

use super::Bar;
use crate::effect::Effect;

impl Bar {
    /// Discards a held key: a key went elsewhere, so the key that was held until it is known to be
    /// alone was not alone and decides nothing.
    pub fn key_went_elsewhere(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.type_held_key(&mut effects);
        self.guard.has_answered = false;
        effects
    }

    /// Handles a key that went to a dialog over the bar: once the dialog is closed, the question is
    /// shown anew and is armed again.
    pub fn key_went_to_dialog(&mut self) -> Vec<Effect> {
        self.close_panel();
        self.guard.rearm();
        self.key_went_elsewhere()
    }
}
