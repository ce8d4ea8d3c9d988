//! The open dialogs, one over the other.

use std::any::Any;
use std::collections::BTreeMap;

use super::Dialog;
use super::palette::RecentEntries;
use super::start_screen::ModelSearchState;
use crate::effect::Effect;
use crate::input::InputUse;
use client::job::JobId;
use protocol::catalogue::ConnectionTest;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};

#[derive(Debug, Default)]
pub struct Dialogs {
    /// The open dialogs, topmost last.
    stack: Vec<Box<dyn Dialog>>,
    /// The dialogs from which the review was opened. They wait until it closes.
    aside: Vec<Box<dyn Dialog>>,
    pub memory: DialogMemory,
}

/// What dialogs leave for their next opening.
#[derive(Debug, Default)]
pub struct DialogMemory {
    /// The last connection test of each provider.
    pub tested: BTreeMap<String, ConnectionTest>,
    /// Number of groups of background jobs so far.
    job_groups: u64,
    /// State of the search for the first model.
    pub starting: ModelSearchState,
    /// Recently used palette entries.
    pub palette_used: RecentEntries,
    /// The theme settings that are being tried.
    pub look_tried: BTreeMap<String, String>,
}

/// Most background jobs that belong together: the numbers of the next ones start after them.
const JOBS_OF_GROUP: u64 = 1 << 32;

impl DialogMemory {
    /// Returns the first number for background jobs that belong together.
    pub fn first_job(&mut self) -> JobId {
        self.job_groups += 1;
        JobId(self.job_groups * JOBS_OF_GROUP)
    }
}

impl Dialogs {
    /// Whether a dialog lies over the panes.
    pub fn is_open(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Returns the dialog that has the keys.
    pub fn top(&self) -> Option<&dyn Dialog> {
        self.stack.last().map(|dialog| &**dialog)
    }

    pub fn top_mut(&mut self) -> Option<&mut (dyn Dialog + 'static)> {
        self.stack.last_mut().map(|dialog| &mut **dialog)
    }

    /// Whether the topmost dialog is one of this type.
    pub fn shows<T: Dialog>(&self) -> bool {
        self.top()
            .is_some_and(|dialog| of_type::<T>(dialog).is_some())
    }

    /// Returns the open dialog of this type, also if another one covers it.
    pub fn find<T: Dialog>(&self) -> Option<&T> {
        self.stack.iter().find_map(|dialog| of_type(&**dialog))
    }

    pub fn find_mut<T: Dialog>(&mut self) -> Option<&mut T> {
        self.stack.iter_mut().find_map(|dialog| {
            let dialog: &mut dyn Any = &mut **dialog;
            dialog.downcast_mut()
        })
    }

    /// Shows a dialog in place of those that are open.
    pub fn show(&mut self, dialog: Box<dyn Dialog>) {
        self.stack = vec![dialog];
    }

    /// Shows a dialog over those that are open.
    pub fn cover(&mut self, dialog: Box<dyn Dialog>) {
        self.stack.pop_if(|top| !top.stays_beneath());
        self.stack.push(dialog);
    }

    /// Closes the topmost dialog and returns what follows from that.
    pub fn close(&mut self) -> Vec<Effect> {
        let closed = self.stack.pop();
        closed.map_or_else(Vec::new, |mut dialog| dialog.closed())
    }

    /// Closes every dialog without further effects.
    pub fn close_all(&mut self) {
        self.stack.clear();
    }

    /// Removes the dialog of this type wherever it lies; returns whether there was one.
    pub fn remove<T: Dialog>(&mut self) -> bool {
        let before = self.stack.len();
        self.stack
            .retain(|dialog| of_type::<T>(&**dialog).is_none());
        self.stack.len() < before
    }

    /// Tells every open dialog something, the topmost first. A dialog that closes then is removed
    /// wherever it lies.
    pub fn tell(&mut self, mut tell: impl FnMut(&mut dyn Dialog) -> Vec<Effect>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for place in (0..self.stack.len()).rev() {
            let Some(dialog) = self.stack.get_mut(place) else {
                continue;
            };
            let told = tell(&mut **dialog);
            if told.contains(&Effect::CloseDialog) {
                self.stack.remove(place);
            }
            let others = told.into_iter();
            effects.extend(others.filter(|effect| *effect != Effect::CloseDialog));
        }
        effects
    }

    /// Passes a reply to every open dialog. Returns [`InputUse::Yes`] if nothing else may take it.
    pub fn reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let dialogs = self.stack.iter_mut();
        let uses = dialogs.map(|dialog| dialog.on_reply(query, reply));
        uses.fold(InputUse::No, |all, used| match used {
            InputUse::Yes => used,
            InputUse::No => all,
        })
    }

    /// Takes out the open dialogs, to set them aside.
    pub fn take_all(&mut self) -> Vec<Box<dyn Dialog>> {
        std::mem::take(&mut self.stack)
    }

    /// Keeps dialogs until the review closes, in place of those that waited for that before.
    pub fn set_aside(&mut self, dialogs: Vec<Box<dyn Dialog>>) {
        self.aside = dialogs;
    }

    /// Takes out the dialog that waits for the review if it is of this type and wanted.
    pub fn take_aside<T: Dialog>(
        &mut self,
        is_wanted: impl FnOnce(&T) -> bool,
    ) -> Option<Box<dyn Dialog>> {
        let is_wanted = |dialog: &mut Box<dyn Dialog>| of_type(&**dialog).is_some_and(is_wanted);
        self.aside.pop_if(is_wanted)
    }

    /// Handles the end of the review: the dialogs from which it was opened return, if nothing else
    /// is open by then.
    pub fn review_closed(&mut self, session: Option<SessionId>) {
        let mut aside = std::mem::take(&mut self.aside);
        let returns = aside
            .last_mut()
            .is_some_and(|dialog| dialog.review_closed(session));
        if returns && !self.is_open() {
            self.stack = aside;
        }
    }
}

fn of_type<T: Dialog>(dialog: &dyn Dialog) -> Option<&T> {
    let dialog: &dyn Any = dialog;
    dialog.downcast_ref()
}
