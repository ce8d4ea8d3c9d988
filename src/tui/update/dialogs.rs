//! The dialogs on the screen: passing them keys, the mouse, events and replies, and opening those
//! about checkpoints and rollbacks.

use crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::dialog::rollback::{Rollback, Running};
use super::super::dialog::timeline::Timeline;
use super::super::dialog::{Dialog, DialogContext, Dialogs};
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::input::InputUse;
use super::super::keymap::{Action, Context, Resolution};
use super::super::layout::Pane;
use super::super::pane::review::ReviewTarget;
use l10n::say;
use protocol::event::NoticeLevel;
use protocol::ids::RunId;
use protocol::query::{Query, Reply};
use protocol::review::rollback::RollbackScope;

impl App {
    /// Calls `work` with the dialogs and what they may know of the rest of the screen.
    fn with_dialogs<T>(&mut self, work: impl FnOnce(&mut Dialogs, DialogContext<'_>) -> T) -> T {
        let mut dialogs = std::mem::take(&mut self.model.dialogs);
        let done = work(&mut dialogs, DialogContext::new(self));
        self.model.dialogs = dialogs;
        done
    }

    /// Calls `work` with the topmost dialog, if one is open, and carries out the effects.
    fn in_dialog(&mut self, work: impl FnOnce(&mut dyn Dialog) -> Vec<Effect>) {
        let effects = self.model.dialogs.top_mut().map(work);
        self.carry_out(effects.unwrap_or_default());
    }

    /// Shows a dialog in place of those that are open.
    pub(super) fn show_dialog(&mut self, dialog: Box<dyn Dialog>) {
        self.model.dialogs.show(dialog);
    }

    /// Closes the topmost dialog; returns true if one was open.
    pub(super) fn close_dialog(&mut self) -> bool {
        let was_open = self.model.dialogs.is_open();
        let effects = self.model.dialogs.close();
        self.carry_out(effects);
        was_open
    }

    /// Handles the action of a bound key while a dialog is open.
    pub(super) fn dialog_action(&mut self, action: Action) -> InputUse {
        let Some(dialog) = self.model.dialogs.top_mut() else {
            return InputUse::No;
        };
        if dialog.passes_on(action) {
            return InputUse::No;
        }
        let effects = dialog.act(action);
        self.carry_out(effects);
        InputUse::Yes
    }

    /// Whether the dialog takes every key as text.
    fn dialog_takes_text(&self) -> bool {
        let dialog = self.model.dialogs.top();
        dialog.is_some_and(|dialog| dialog.takes_text())
    }

    /// Passes a key that is text, or that is not bound here, to the dialog.
    pub(super) fn dialog_key(&mut self, key: &KeyEvent) {
        self.in_dialog(|dialog| dialog.key(key));
    }

    /// Passes a key to a dialog that takes it whatever its binding. Keys that stop work as
    /// everywhere.
    pub(super) fn key_of_dialog(&mut self, key: &KeyEvent) -> InputUse {
        let dialog = self.model.dialogs.top();
        let takes_all = dialog.is_some_and(|dialog| dialog.takes_every_key());
        let takes_text = self.dialog_takes_text() && !self.is_reserved(key);
        if takes_text || (takes_all && !self.stops(key)) {
            self.dialog_key(key);
            return InputUse::Yes;
        }
        InputUse::No
    }

    /// Whether a key cancels the run or stops everything.
    fn stops(&self, key: &KeyEvent) -> bool {
        let found = self.keymap.resolve(&[Context::Global], &[], key);
        [Action::Interrupt, Action::PanicStop]
            .into_iter()
            .any(|action| found == Resolution::Action(action))
    }

    pub(super) fn dialog_paste(&mut self, text: &str) {
        self.in_dialog(|dialog| dialog.paste(text));
    }

    /// Handles the wheel over the dialog.
    pub(super) fn wheel_dialog(&mut self, rows: isize) {
        if !self.dialog_takes_text() {
            self.in_dialog(|dialog| dialog.scroll(rows));
        }
    }

    /// Handles a click on the dialog: it selects a row and does nothing with it.
    pub(super) fn click_dialog(&mut self, at: Position) {
        let whole = Rect::new(0, 0, self.model.chrome.width, self.model.chrome.height);
        if !self.dialog_takes_text() {
            self.in_dialog(|dialog| dialog.click(whole, at));
        }
    }

    pub(super) fn settle_dialog(&mut self) {
        let dialog = self.model.dialogs.top_mut();
        if let Some(effects) = dialog.and_then(|dialog| dialog.settled()) {
            // Also draws if there is no command, because another confirmation may have opened.
            self.touch(Redraw::Now);
            self.carry_out(effects);
        }
    }

    pub(super) fn drop_held_in_dialog(&mut self) {
        if let Some(dialog) = self.model.dialogs.top_mut() {
            dialog.drop_held_key();
        }
    }

    /// Passes a reply to the dialogs. Returns [`InputUse::Yes`] if nothing else may take it.
    pub(crate) fn dialog_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        self.model.dialogs.reply(query, reply)
    }

    /// Passes the state of the screen to the open dialog, and requests what it has to show.
    pub(crate) fn sync_dialogs(&mut self) {
        let effects = self.with_dialogs(|dialogs, cx| {
            let dialog = dialogs.top_mut();
            dialog.map_or(Vec::new(), |dialog| dialog.sync(&cx))
        });
        self.carry_out(effects);
    }

    /// Passes what the next frame shows of the screen to the open dialog.
    pub(crate) fn measure_dialogs(&mut self) {
        self.with_dialogs(|dialogs, cx| {
            if let Some(dialog) = dialogs.top_mut() {
                dialog.measure(&cx);
            }
        });
    }

    /// Takes note of what the user has seen in the open dialog.
    pub(crate) fn note_dialog(&mut self) {
        self.in_dialog(|dialog| dialog.note_seen());
    }

    /// Opens the timeline.
    pub(crate) fn open_checkpoints(&mut self) {
        if let Some(timeline) = self.timeline() {
            self.show_timeline(timeline);
        }
    }

    /// `/rollback undo`: opens the timeline, which asks for confirmation of undoing
    /// the last rollback.
    pub(super) fn ask_undo_rollback(&mut self) {
        if let Some(mut timeline) = self.timeline() {
            timeline.ask_undo();
            self.show_timeline(timeline);
        }
    }

    fn timeline(&mut self) -> Option<Timeline> {
        let zone = self.options.zone().clone();
        let timeline = self
            .model
            .sessions
            .session()
            .map(|one| Timeline::new(one, zone));
        if timeline.is_none() {
            self.tell(NoticeLevel::Info, no_session());
        }
        timeline
    }

    fn show_timeline(&mut self, timeline: Timeline) {
        let question = timeline.question();
        self.yield_review_dialog();
        self.show_dialog(Box::new(timeline));
        self.carry_out(vec![question]);
    }

    /// Ctrl+X z: opens the rollback dialog for the focused part.
    pub(crate) fn open_rollback_here(&mut self) {
        let mut scopes = Vec::new();
        if let (Focus::Pane(Pane::Review), Some(tab)) =
            (self.model.chrome.focus, self.model.sessions.tab())
            && let Some((file, hunk)) = tab.review.as_ref().and_then(|review| review.at_hand())
        {
            let hunks = hunk.into_iter().collect::<Vec<_>>();
            if !hunks.is_empty() {
                scopes.push(RollbackScope::Hunks { hunks });
            }
            scopes.push(RollbackScope::File { file });
        }
        self.open_rollback(scopes);
    }

    /// Opens the rollback dialog with these scopes first.
    pub(crate) fn open_rollback(&mut self, scopes: Vec<RollbackScope>) {
        if let Some(dialog) = self.rollback(scopes) {
            self.show_rollback(dialog);
        }
    }

    /// Opens the rollback dialog for a run, if no later run changed anything.
    pub(crate) fn open_rollback_of_earlier(&mut self, run: RunId) {
        if let Some(mut dialog) = self.rollback(vec![RollbackScope::Run { run }]) {
            dialog.set_earlier_run();
            self.show_rollback(dialog);
        }
    }

    fn rollback(&mut self, scopes: Vec<RollbackScope>) -> Option<Rollback> {
        let Some(tab) = self.model.sessions.tab() else {
            self.tell(NoticeLevel::Info, no_session());
            return None;
        };
        let agent = tab.facts.settings.agent.clone();
        let running = Running::of(tab.facts.is_running());
        let list = self.model.dialogs.find::<Timeline>();
        let number = scopes.iter().find_map(|scope| match (scope, list) {
            (RollbackScope::Checkpoint { checkpoint }, Some(list)) => list.number_of(*checkpoint),
            _ => None,
        });
        let dialog = Rollback::new(tab.facts.id, scopes, agent, running);
        Some(dialog.with_checkpoint_number(number))
    }

    /// Shows the rollback dialog, over the list from which it was opened.
    fn show_rollback(&mut self, dialog: Rollback) {
        self.yield_review_dialog();
        self.model.dialogs.set_aside(Vec::new());
        if self.model.dialogs.shows::<Timeline>() {
            self.model.dialogs.cover(Box::new(dialog));
        } else {
            self.show_dialog(Box::new(dialog));
        }
    }

    /// Opens the review at lines that block the requested rollback; the dialog waits until
    /// the review closes.
    pub(super) fn edit_for_rollback(&mut self, place: ReviewTarget) {
        let dialogs = self.model.dialogs.take_all();
        self.open_review(place);
        self.model.dialogs.set_aside(dialogs);
    }

    /// Opens the rollback dialog for a file, given by its path.
    pub(crate) fn roll_back_file(&mut self, path: &str) {
        let file = self
            .model
            .sessions
            .tab()
            .and_then(|tab| tab.reviewed.file_at(path));
        match file {
            Some(file) => self.open_rollback(vec![RollbackScope::File { file }]),
            None => self
                .model
                .chrome
                .say(NoticeLevel::Info, say!("dialogs-nothing-logged")),
        }
    }
}
