//! The open dialogs, one over the other.

use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::opening::{Opening, Placement};
use super::palette::RecentEntries;
use super::start_screen::ModelSearchState;
use super::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::input::InputUse;
use crate::keymap::{Action, Resolution};
use client::job::JobId;
use protocol::catalogue::ConnectionTest;
use protocol::event::NoticeLevel;
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

/// State that dialogs keep between two openings.
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

    /// Shows a dialog that was made, or says why it cannot be shown. Returns what is to be done at
    /// once.
    pub fn open(&mut self, opening: Opening) -> Vec<Effect> {
        let opened = match opening {
            Ok(opened) => opened,
            Err(why) => return vec![Effect::Tell(NoticeLevel::Info, why.to_owned())],
        };
        if opened.ends_waiting {
            self.aside.clear();
        }
        match opened.place {
            Placement::Alone => self.show(opened.dialog),
            Placement::Over => self.cover(opened.dialog),
        }
        opened.effects
    }

    /// Passes the state of the screen to the open dialog, and returns what it has to request.
    pub fn sync(&mut self, cx: DialogContext<'_>) -> Vec<Effect> {
        let top = self.top_mut();
        top.map_or_else(Vec::new, |top| top.sync(&cx))
    }

    /// Passes what the next frame shows of the screen to the open dialog.
    pub fn measure(&mut self, cx: DialogContext<'_>) {
        if let Some(top) = self.top_mut() {
            top.measure(&cx);
        }
    }

    /// Handles the action of a bound key; `None` if the screen carries it out.
    pub fn act(&mut self, action: Action) -> Option<Vec<Effect>> {
        let top = self.top_mut().filter(|top| !top.passes_on(action))?;
        Some(top.act(action))
    }

    /// Handles a key that takes the dialog whatever its binding there: a letter while keys are
    /// text, or any key while every key is taken. `everywhere` is what the key does everywhere;
    /// such keys are no text, and keys that stop work always.
    pub fn literal_key(&mut self, key: &KeyEvent, everywhere: &Resolution) -> Option<Vec<Effect>> {
        let stops = [Action::Interrupt, Action::PanicStop].map(Resolution::Action);
        let is_text = *everywhere == Resolution::Nothing;
        let top = self.top_mut()?;
        let takes =
            (top.takes_text() && is_text) || (top.takes_every_key() && !stops.contains(everywhere));
        takes.then(|| top.key(key))
    }

    /// Returns when the topmost dialog is due if no input comes.
    pub fn deadline(&self) -> Option<Duration> {
        self.top()?.deadline()
    }

    /// Has the topmost dialog do the work that is due.
    pub fn tick(&mut self) -> Vec<Effect> {
        let top = self.top_mut();
        top.map_or_else(Vec::new, |top| top.tick())
    }

    /// Handles a key without a binding.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let top = self.top_mut();
        top.map_or_else(Vec::new, |top| top.key(key))
    }

    pub fn paste(&mut self, text: &str) -> Vec<Effect> {
        let top = self.top_mut();
        top.map_or_else(Vec::new, |top| top.paste(text))
    }

    /// Handles the mouse wheel, unless the user is typing.
    pub fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        let top = self.top_mut().filter(|top| !top.takes_text());
        top.map_or_else(Vec::new, |top| top.scroll(rows))
    }

    /// Handles a click on a screen of this area, unless the user is typing. It selects a row and
    /// does nothing with it.
    pub fn click(&mut self, whole: Rect, at: Position) -> Vec<Effect> {
        let top = self.top_mut().filter(|top| !top.takes_text());
        top.map_or_else(Vec::new, |top| top.click(whole, at))
    }

    /// Carries out the decision of a held key, now known to have been alone. Returns `None` if no
    /// key was held.
    pub fn settled(&mut self) -> Option<Vec<Effect>> {
        self.top_mut()?.settled()
    }

    /// Discards a held key.
    pub fn drop_held_key(&mut self) {
        if let Some(top) = self.top_mut() {
            top.drop_held_key();
        }
    }

    /// Reports what the user has seen so far.
    pub fn note_seen(&mut self) -> Vec<Effect> {
        let top = self.top_mut();
        top.map_or_else(Vec::new, |top| top.note_seen())
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

    /// Keeps the open dialogs until the review closes, in place of those that waited before.
    pub fn set_aside(&mut self) {
        self.aside = std::mem::take(&mut self.stack);
    }

    /// Keeps a dialog until the review closes, in place of those that waited before.
    pub fn set_aside_one(&mut self, dialog: Box<dyn Dialog>) {
        self.aside = vec![dialog];
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
