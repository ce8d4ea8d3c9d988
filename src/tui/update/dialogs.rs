//! The checkpoint timeline and the rollback dialog on the screen: opening, keys, answers. Keys of
//! the search results take the same path.

use crossterm::event::KeyEvent;

use super::super::app::App;
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::model::Focus;
use super::super::overlay::Overlay;
use super::super::pane::review::ReviewTarget;
use super::super::rollback::{Rollback, Running};
use super::super::timeline::Timeline;
use l10n::{said, say};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{RunId, SessionId};
use protocol::query::Reply;
use protocol::review::ReviewQuery;
use protocol::review::rollback::RollbackScope;

impl App {
    /// Opens the timeline.
    pub(crate) fn open_checkpoints(&mut self) {
        let zone = self.options.zone().clone();
        let Some(tab) = self.model.tab() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let timeline = Timeline::new(tab.facts.id, zone);
        let question = timeline.question();
        self.yield_review_dialog();
        self.model.overlay = Some(Overlay::Checkpoints(Box::new(timeline)));
        self.carry_out(vec![question]);
    }

    /// `/rollback undo`: opens the timeline, which asks for confirmation of undoing
    /// the last rollback.
    pub(super) fn ask_undo_rollback(&mut self) {
        self.open_checkpoints();
        if let Some(Overlay::Checkpoints(timeline)) = &mut self.model.overlay {
            timeline.ask_undo();
        }
    }

    /// Ctrl+X z: opens the rollback dialog for the focused part.
    pub(crate) fn open_rollback_here(&mut self) {
        let mut scopes = Vec::new();
        if let (Focus::Pane(Pane::Review), Some(tab)) = (self.model.focus, self.model.tab())
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
        let Some(tab) = self.model.tab() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        let agent = tab.facts.settings.agent.clone();
        let running = running(tab.facts.is_running());
        let session = tab.facts.id;
        let list = match self.model.overlay.take() {
            Some(Overlay::Checkpoints(timeline)) => Some(timeline),
            _ => None,
        };
        let number = scopes.iter().find_map(|scope| match (scope, &list) {
            (RollbackScope::Checkpoint { checkpoint }, Some(timeline)) => {
                timeline.number_of(*checkpoint)
            }
            _ => None,
        });
        let dialog = Rollback::new(session, scopes, agent, running)
            .with_checkpoint_number(number)
            .opened_from(list);
        self.yield_review_dialog();
        self.model.rollback_aside = None;
        self.model.overlay = Some(Overlay::Rollback(Box::new(dialog)));
    }

    /// Opens the review at lines that block the requested rollback; the dialog waits until
    /// the review closes.
    pub(super) fn edit_for_rollback(&mut self, place: ReviewTarget) {
        let aside = match self.model.overlay.take() {
            Some(Overlay::Rollback(dialog)) => Some(dialog),
            _ => None,
        };
        self.open_review(place);
        self.model.rollback_aside = aside;
    }

    /// Restores the rollback dialog, with a new preview, after the review that it
    /// opened was closed.
    pub(super) fn return_to_rollback(&mut self) {
        let aside = self.model.rollback_aside.take();
        let here = self.model.session();
        if let Some(mut dialog) = aside.filter(|dialog| Some(dialog.session()) == here)
            && self.model.overlay.is_none()
        {
            dialog.mark_outdated();
            self.model.overlay = Some(Overlay::Rollback(dialog));
        }
    }

    /// Opens the rollback dialog for a run, if no later run changed anything.
    pub(crate) fn open_rollback_of_earlier(&mut self, run: RunId) {
        self.open_rollback(vec![RollbackScope::Run { run }]);
        if let Some(Overlay::Rollback(dialog)) = &mut self.model.overlay {
            dialog.set_earlier_run();
        }
    }

    /// Opens the rollback dialog for a file, given by its path.
    pub(crate) fn roll_back_file(&mut self, path: &str) {
        let file = self.model.tab().and_then(|tab| tab.reviewed.file_at(path));
        match file {
            Some(file) => self.open_rollback(vec![RollbackScope::File { file }]),
            None => self
                .model
                .say(NoticeLevel::Info, say!("dialogs-nothing-logged")),
        }
    }

    /// Handles a bound key in one of the dialogs; returns `None` if none is open.
    pub(super) fn dialog_action(&mut self, action: Action) -> Option<InputUse> {
        let leaves = matches!(
            action,
            Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend | Action::Redraw
        );
        let effects = match &mut self.model.overlay {
            Some(Overlay::Settings(_)) => return Some(self.settings_action(action)),
            Some(
                Overlay::Checkpoints(_)
                | Overlay::Rollback(_)
                | Overlay::Search(_)
                | Overlay::Sessions(_)
                | Overlay::SessionForm(_)
                | Overlay::Sure(_)
                | Overlay::KeyTest(_)
                | Overlay::Figures(_),
            ) if leaves => return Some(InputUse::No),
            Some(
                Overlay::Checkpoints(_)
                | Overlay::Search(_)
                | Overlay::Sessions(_)
                | Overlay::Figures(_),
            ) if action == Action::Help => return Some(InputUse::No),
            // The user types and chooses nothing in these overlays, so another screen
            // can replace them.
            Some(
                Overlay::Checkpoints(_)
                | Overlay::Search(_)
                | Overlay::Sessions(_)
                | Overlay::Figures(_),
            ) if action == Action::OpenReview => {
                self.model.overlay = None;
                self.open_review(ReviewTarget::Somewhere);
                return Some(InputUse::Yes);
            }
            Some(Overlay::Search(_) | Overlay::Sessions(_) | Overlay::Figures(_))
                if action == Action::OpenCheckpoints =>
            {
                self.open_checkpoints();
                return Some(InputUse::Yes);
            }
            Some(Overlay::Figures(figures)) => figures.act(action),
            Some(Overlay::Sessions(list)) => list.act(action),
            Some(Overlay::SessionForm(form)) => form.act(action),
            Some(Overlay::Search(finder)) => finder.act(action),
            Some(Overlay::Checkpoints(timeline)) => timeline.act(action),
            Some(Overlay::Rollback(dialog)) => {
                let effects = dialog.act(action);
                let is_left = effects == [Effect::CloseOverlay];
                match is_left.then(|| dialog.take_list()).flatten() {
                    Some(list) => {
                        let question = list.question();
                        self.model.overlay = Some(Overlay::Checkpoints(list));
                        vec![question]
                    }
                    None => effects,
                }
            }
            // The dialog's own keys are letters.
            Some(Overlay::Sure(_) | Overlay::KeyTest(_)) if action == Action::CancelOverlay => {
                vec![Effect::CloseOverlay]
            }
            Some(Overlay::Sure(_) | Overlay::KeyTest(_)) => Vec::new(),
            _ => return None,
        };
        self.carry_out(effects);
        Some(InputUse::Yes)
    }

    /// Whether the overlay takes every key as text.
    pub(super) fn dialog_takes_text(&self) -> bool {
        match &self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.takes_text(),
            Some(Overlay::Rollback(dialog)) => dialog.takes_text(),
            Some(Overlay::Search(finder)) => finder.takes_text(),
            Some(Overlay::Settings(settings)) => settings.takes_text(),
            Some(Overlay::Sessions(list)) => list.takes_text(),
            Some(Overlay::SessionForm(_) | Overlay::Sure(_)) => true,
            _ => false,
        }
    }

    /// Handles a key that is text for the overlay.
    pub(super) fn dialog_key(&mut self, key: &KeyEvent) {
        let now = self.model.now;
        let effects = match &mut self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.key(key),
            Some(Overlay::Rollback(dialog)) => dialog.key(key),
            Some(Overlay::Search(finder)) => finder.key(key),
            Some(Overlay::Settings(settings)) => settings.key(key),
            Some(Overlay::Sessions(list)) => list.key(key),
            Some(Overlay::SessionForm(form)) => form.key(key),
            Some(Overlay::Sure(sure)) => sure.key(key, now),
            Some(Overlay::KeyTest(test)) => test.key(key),
            _ => Vec::new(),
        };
        self.carry_out(effects);
    }

    /// Handles a paste; the rollback dialog has no line that takes one.
    pub(super) fn dialog_paste(&mut self, text: &str) {
        match &mut self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.paste(text),
            Some(Overlay::Search(finder)) => finder.paste(text),
            Some(Overlay::Settings(settings)) => settings.paste(text),
            Some(Overlay::Sessions(list)) => list.paste(text),
            Some(Overlay::SessionForm(form)) => form.paste(text),
            _ => {}
        }
    }

    pub(super) fn settle_dialog(&mut self) {
        let effects = match &mut self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.settled(),
            Some(Overlay::Rollback(dialog)) => dialog.settled(),
            Some(Overlay::Settings(settings)) => settings.settled(),
            Some(Overlay::Sessions(list)) => list.settled(),
            Some(Overlay::Sure(sure)) => sure.settled(),
            _ => return,
        };
        // Also draws if there is no command, because another confirmation may have opened.
        self.touch(super::super::app::Redraw::Now);
        self.carry_out(effects);
    }

    pub(super) fn drop_held_in_dialog(&mut self) {
        match &mut self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.drop_held_key(),
            Some(Overlay::Rollback(dialog)) => dialog.drop_held_key(),
            Some(Overlay::Settings(settings)) => settings.drop_held_key(),
            Some(Overlay::Sessions(list)) => list.drop_held_key(),
            Some(Overlay::Sure(sure)) => sure.drop_held_key(),
            _ => {}
        }
    }

    pub(super) fn dialog_reply(
        &mut self,
        session: SessionId,
        question: &ReviewQuery,
        reply: &Reply,
    ) {
        if self.model.session() != Some(session) {
            return;
        }
        match (&mut self.model.overlay, reply) {
            (Some(Overlay::Checkpoints(timeline)), Reply::Review { answer }) => {
                timeline.answer(question, answer);
            }
            (Some(Overlay::Checkpoints(timeline)), Reply::Failed { reason }) => {
                timeline.failed(question, &said(reason));
            }
            (Some(Overlay::Rollback(dialog)), Reply::Review { answer }) => {
                dialog.answer(question, answer);
            }
            (Some(Overlay::Rollback(dialog)), Reply::Failed { reason }) => {
                dialog.failed(question, &said(reason));
            }
            _ => {}
        }
    }

    /// Handles an event that may change the content of a dialog.
    pub(super) fn dialog_fact(&mut self, session: SessionId, fact: &EventKind) {
        if self.model.session() != Some(session) {
            return;
        }
        let of_checkpoints = matches!(
            fact,
            EventKind::CheckpointCreated { .. } | EventKind::CheckpointRenamed { .. }
        );
        let of_changes = matches!(
            fact,
            EventKind::EditsProposed { .. }
                | EventKind::ReviewUpdated { .. }
                | EventKind::HunkSplit { .. }
                | EventKind::HunksJoined { .. }
                | EventKind::ApplyEnded { .. }
        );
        let asked = match &mut self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) if of_checkpoints => Some(timeline.question()),
            Some(Overlay::Rollback(dialog)) if of_changes => {
                dialog.mark_outdated();
                None
            }
            _ => None,
        };
        self.carry_out(asked.into_iter().collect());
    }

    /// Requests the preview for the present choices.
    pub(super) fn sync_dialogs(&mut self) {
        self.sync_search();
        self.sync_settings();
        let is_running = self.model.tab().is_some_and(|tab| tab.facts.is_running());
        let Some(Overlay::Rollback(dialog)) = &mut self.model.overlay else {
            return;
        };
        dialog.set_running(running(is_running));
        if let Some(Effect::Ask(query)) = dialog.take_query() {
            self.effects.push(Effect::Ask(query));
        }
    }

    /// Passes the size of the screen to the open dialog.
    pub(crate) fn measure_dialogs(&mut self) {
        let (width, height) = self.size();
        let whole = ratatui::layout::Rect::new(0, 0, width, height);
        let live = match &self.model.overlay {
            Some(Overlay::Sessions(_)) => self.live_sessions(),
            _ => Vec::new(),
        };
        let is_running = |session| {
            let mut tabs = self.model.tabs.iter();
            tabs.any(|tab| tab.facts.id == session && tab.facts.is_running())
        };
        let works = match &self.model.overlay {
            Some(Overlay::SessionForm(form)) => form.session().is_some_and(is_running),
            _ => false,
        };
        let seen = self.model.now;
        let now = self.time_of_day(seen);
        let window = self.model.tab().and_then(|tab| tab.facts.window);
        match &mut self.model.overlay {
            Some(Overlay::Checkpoints(timeline)) => timeline.measure(whole),
            Some(Overlay::Rollback(dialog)) => dialog.measure(whole),
            Some(Overlay::Search(finder)) => finder.measure(whole),
            Some(Overlay::Settings(settings)) => settings.measure(whole),
            Some(Overlay::Sessions(list)) => list.set_open(live),
            Some(Overlay::SessionForm(form)) => form.set_running(running(works)),
            Some(Overlay::Figures(figures)) => figures.tell(window, now),
            Some(Overlay::Start(start)) => start.seen(seen),
            _ => {}
        }
    }
}

pub(super) fn running(is_running: bool) -> Running {
    if is_running {
        Running::Yes
    } else {
        Running::No
    }
}
