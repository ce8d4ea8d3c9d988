//! Applies events and answers to the model. Issues only the commands that an event itself requires.

use super::activity::Consequence;
use super::app::{App, Redraw};
use super::dialog::interrupted::Interrupted;
use super::effect::Effect;
use super::index_status::Indexed;
use super::input::InputUse;
use super::layout::Pane;
use super::sessions::Awaited;
use super::tab::{Tab, TabVisibility};
use super::update::SessionClosed;
use l10n::{said, say};
use notice::Notice;
use protocol::command::CommandKind;
use protocol::event::{Delivery, Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::index::IndexState;
use protocol::query::{Query, Reply};
use protocol::session::{SessionSnapshot, SessionStatus};
use session::SessionFacts;

impl App {
    /// Handles a delivery of the engine.
    pub fn delivery(&mut self, delivery: &Delivery) {
        self.touch(Redraw::Soon);
        match delivery {
            Delivery::Event { event } => self.event(event),
            Delivery::Snapshot { sessions, .. } => {
                // The present owner of the workspace reports after the snapshot which other screens
                // show a session.
                self.model.sessions.elsewhere.clear();
                for session in sessions {
                    self.snapshot(session);
                    self.mark_others_messages(session);
                }
            }
        }
        self.sync_proposal();
        self.sync_review();
        self.take_early();
        self.after_opening();
        self.sync_start_screen();
        self.store_layout();
    }

    fn event(&mut self, event: &Event) {
        let session = event.session;
        if let Some(coach) = &mut self.coach {
            coach.apply(event);
        }
        if !is_of_the_user(&event.fact) {
            self.heard(session);
        }
        if let EventKind::SessionOpened { session } = &event.fact {
            self.snapshot(session);
            return;
        }
        self.dialog_event(event);
        if let EventKind::SessionCreated { settings, policy } = &event.fact
            && self.model.sessions.tab_of(session).is_none()
        {
            let facts = SessionFacts::new(session, settings.clone(), policy.clone());
            self.add_tab(facts);
        }
        match &event.fact {
            EventKind::SessionDeleted => {
                return self.session_gone(session, SessionClosed::Deleted);
            }
            EventKind::SessionClosed => {
                return self.session_gone(session, SessionClosed::Closed);
            }
            EventKind::CommandRejected { command, .. }
                if *command == CommandKind::DeleteSession =>
            {
                self.model.sessions.deleting.remove(&session);
            }
            _ => {}
        }
        if event.fact == EventKind::WorkspaceChanged {
            return self.workspace_changed();
        }
        if let EventKind::IndexChanged { state } = &event.fact {
            return self.index_changed(state);
        }
        if let EventKind::TerminalsChanged { terminals } = &event.fact {
            return self.terminals_changed(terminals);
        }
        if self.note_fact(&event.fact) == InputUse::Yes
            || self.session_not_opened(event) == InputUse::Yes
        {
            return;
        }
        let current = self.model.sessions.session() == Some(session);
        let Some(tab) = self.model.sessions.tab_of(session) else {
            // The outcome of a command for a session that is not open here.
            return match &event.fact {
                EventKind::CommandRejected {
                    command, reason, ..
                } if !command.is_by_the_way() => {
                    self.model.chrome.say(NoticeLevel::Warning, said(reason));
                }
                EventKind::Notice { level, text } => self.model.chrome.say(*level, said(text)),
                _ => {}
            };
        };
        let shown = tab.shown == TabVisibility::Yes;
        let was_running = tab.facts.is_running();
        let said = tab.activity.notice.clone();
        let (consequence, effects) = tab.apply(event);
        let is_said_anew = current && tab.activity.notice.is_some() && tab.activity.notice != said;
        self.model.chrome.notice_was_read &= !is_said_anew;
        self.review_fact(session, &event.fact);
        let Some(tab) = self.model.sessions.tab_of(session) else {
            return;
        };
        if was_running && !tab.facts.is_running() {
            self.run_over(session);
            self.notify_of_run_end(session, &event.fact);
            self.announce_run_end(session, &event.fact);
        }
        if current {
            self.carry_out_of_bar(effects);
            match &event.fact {
                EventKind::CallCompleted { result, .. } => {
                    self.model.panes.call_ended(result);
                }
                EventKind::DiffGenerated { diff, .. } => self.change_logged(diff),
                // The event's own notice is the latest and replaces this one.
                EventKind::Notice { .. } => self.model.chrome.notice = None,
                // An event without a row in the conversation appears as a notice.
                EventKind::CommandRejected { command, .. } if !command.is_input() => {
                    let tab = self.model.sessions.tab_mut();
                    if let Some((level, why)) = tab.and_then(|tab| tab.activity.notice.take()) {
                        self.model.chrome.say(level, why);
                    }
                }
                _ => {}
            }
            if was_running
                && self
                    .model
                    .sessions
                    .tab()
                    .is_some_and(|tab| !tab.facts.is_running())
            {
                self.end_proposal();
            }
        }
        match consequence {
            Some(consequence) if shown => self.consequence(session, consequence),
            // A session without a tab writes into the same files.
            Some(Consequence::FileWritten(_) | Consequence::CommandRan) => self.workspace_changed(),
            _ => {}
        }
        let status = EventKind::SessionStatusChanged {
            status: SessionStatus::Interrupted,
            error: None,
        };
        if shown && (event.fact == status || matches!(event.fact, EventKind::RunInterrupted { .. }))
        {
            self.interrupted(session);
        }
    }

    /// Handles the failure to open a session that was to be restored, or that is open already: the
    /// user did not ask for it.
    fn session_not_opened(&mut self, event: &Event) -> InputUse {
        match &event.fact {
            EventKind::CommandRejected { command, .. } if *command == CommandKind::OpenSession => {
                let is_open = self.model.sessions.tab_of(event.session).is_some();
                let returned_before_load =
                    self.restored_visibility(event.session) == TabVisibility::Yes;
                if !is_open && !returned_before_load {
                    return InputUse::No;
                }
                self.drop_failed_window(event.session);
                InputUse::Yes
            }
            _ => InputUse::No,
        }
    }

    fn consequence(&mut self, session: SessionId, consequence: Consequence) {
        let current = self.model.sessions.session() == Some(session);
        match consequence {
            Consequence::QuestionOpened => {
                self.effects.push(Effect::Bell);
                self.notify_of_question(session);
            }
            Consequence::DraftReturned(text) => {
                if let Some(tab) = self.model.sessions.tab_of(session) {
                    tab.return_draft(&text);
                }
            }
            Consequence::FileWritten(path) if current => self.file_written(path),
            Consequence::FileWritten(_) | Consequence::CommandRan => self.workspace_changed(),
            Consequence::Cleared => {}
        }
    }

    /// Handles a change in the workspace: requests again everything that shows it. The tree
    /// requests its open folders and keeps its cursor.
    fn workspace_changed(&mut self) {
        self.model.panes.tree.refresh();
        self.fill_pane(Pane::Tree);
        let tab = self.model.sessions.tab_mut();
        if let Some(review) = tab.and_then(|tab| tab.review.as_mut()) {
            review.workspace_changed();
        }
        let query = Effect::Ask(Query::Workspace);
        if !self.effects.contains(&query) {
            self.effects.push(query);
        }
    }

    /// Handles progress of the index.
    fn index_changed(&mut self, state: &IndexState) {
        let shown = Indexed::of(state);
        if self.model.chrome.index != shown {
            self.model.chrome.index = shown;
            self.touch(Redraw::Soon);
        }
    }

    /// Handles a written file: the tree marks it, the diff pane shows the latest one.
    fn file_written(&mut self, path: String) {
        self.workspace_changed();
        let focused = self.model.chrome.focus == super::chrome::Focus::Pane(Pane::Diff);
        let shows_it = self.model.panes.diff.path() == Some(&path);
        // The file that the user is reading stays on the screen.
        if (shows_it || !focused)
            && let Some(session) = self.model.sessions.session()
        {
            self.effects
                .push(Effect::Ask(Query::FileDiff { session, path }));
        }
    }

    fn snapshot(&mut self, snapshot: &SessionSnapshot) {
        let session = snapshot.summary.id;
        if self.model.sessions.tab_of(session).is_none() {
            self.add_tab(SessionFacts::of(snapshot));
        }
        let current = self.model.sessions.session() == Some(session);
        let tab = self
            .model
            .sessions
            .tabs
            .iter_mut()
            .find(|tab| tab.facts.id == session);
        let Some(tab) = tab else { return };
        tab.record_activity(self.model.chrome.now);
        let effects = tab.reset(snapshot, &self.options);
        let shown = tab.shown == TabVisibility::Yes;
        if current {
            self.carry_out_of_bar(effects);
        }
        if shown && snapshot.summary.status == SessionStatus::Interrupted {
            self.interrupted(session);
        }
    }

    /// Marks the messages that wait in a shared session: they belong to other screens, except those
    /// sent from here.
    fn mark_others_messages(&mut self, snapshot: &SessionSnapshot) {
        let Some(tab) = self.model.sessions.tab_of(snapshot.summary.id) else {
            return;
        };
        for message in &snapshot.queued {
            tab.message_queued(message);
        }
    }

    /// Creates a tab for a session, with the history of the workspace.
    pub(crate) fn tab_for(&self, facts: SessionFacts, shown: TabVisibility) -> Tab {
        let mut tab = Tab::new(facts, &self.options, shown);
        tab.editor.recall(&self.model.sessions.history);
        tab
    }

    /// Adds a tab for a newly reported session; shows it if this screen was started for it.
    fn add_tab(&mut self, facts: SessionFacts) {
        let awaited_session = match self.model.sessions.awaited {
            Awaited::Nothing => false,
            Awaited::This(id) => id == facts.id,
            Awaited::First => true,
        };
        let session = facts.id;
        let shown = self.restored_visibility(session);
        let tab = self.tab_for(facts, shown);
        self.model.sessions.tabs.push(tab);
        if shown == TabVisibility::Yes {
            self.effects.push(Effect::Ask(Query::Draft { session }));
        }
        if awaited_session {
            self.model.sessions.awaited = Awaited::Nothing;
            self.show_tab(self.model.sessions.tabs.len().saturating_sub(1));
            self.adopt_orphaned_draft();
            self.reopen();
        }
        self.restored();
    }

    fn interrupted(&mut self, session: SessionId) {
        let name = self
            .model
            .sessions
            .tab_of(session)
            .map_or(String::new(), |tab| tab.facts.settings.name.clone());
        match self.model.dialogs.find_mut::<Interrupted>() {
            Some(open) => open.add(session, name),
            None => {
                let dialog = Interrupted::new(session, name);
                self.model.dialogs.cover(Box::new(dialog));
            }
        }
    }

    /// Handles an answer.
    pub fn reply(&mut self, query: &Query, reply: Reply) {
        self.touch(Redraw::Answered);
        for tab in &mut self.model.sessions.tabs {
            tab.editor.reply(query, &reply);
        }
        self.slash_replied(query, &reply);
        if self.dialog_reply(query, &reply) == InputUse::Yes {
            return self.sync_dialogs();
        }
        if self.review_reply(query, &reply) == InputUse::Yes {
            return;
        }
        match reply {
            Reply::Tree { folder, entries } => {
                self.model.panes.tree.set_entries(&folder, entries);
                self.fill_pane(Pane::Tree);
            }
            Reply::Diff {
                diff,
                base,
                is_proposed,
            } => {
                // The proposal may have been requested in another session, which has another base.
                if self.is_asked_here(query) {
                    self.end_proposal();
                    let sides = if is_proposed {
                        say!("project-versus-proposed", base = said(&base))
                    } else {
                        say!("project-versus-now", base = said(&base))
                    };
                    self.model.panes.show_file_diff(&diff, sides);
                }
            }
            // The session was opened in the meantime, and the events since then have arrived.
            Reply::Session { session }
                if self.model.sessions.tab_of(session.summary.id).is_some() => {}
            Reply::Session { session } => {
                // A session restored beside the first one does not take its place.
                if self.model.sessions.awaited == Awaited::Nothing
                    && self.model.panes.layout_restore.is_none()
                {
                    self.model.sessions.awaited = Awaited::This(session.summary.id);
                }
                self.snapshot(&session);
            }
            Reply::CustomCommands { commands, problems } => {
                self.custom_commands(&commands, &problems);
            }
            Reply::Workspace { facts } => {
                let changed = facts.git.as_ref().map(|git| git.changed.as_slice());
                self.model
                    .panes
                    .tree
                    .set_changed(changed.unwrap_or_default());
                self.model.chrome.workspace = Some(facts);
            }
            Reply::Files { files, total } => {
                if let Query::Files { pattern, .. } = query
                    && self.is_asked_here(query)
                {
                    self.model.panes.tree.set_found(pattern, files, total);
                }
            }
            Reply::Text { text, total_lines } => {
                self.text_reply(query, &text);
                self.file_reply(query, &text, total_lines);
            }
            Reply::Failed { reason } => self.failed(query, &reason),
            Reply::History { lines } => self.model.sessions.history = lines,
            Reply::Outline { .. }
            | Reply::Figures { .. }
            | Reply::Models { .. }
            | Reply::SessionList { .. }
            | Reply::Sessions { .. }
            | Reply::Context { .. }
            | Reply::Found { .. }
            | Reply::WorkspaceDetails { .. }
            | Reply::Workspaces { .. }
            | Reply::Lines { .. }
            | Reply::SessionHits { .. }
            | Reply::Branches { .. }
            | Reply::Providers { .. }
            | Reply::Index { .. }
            | Reply::Cache { .. }
            | Reply::Catalogue { .. }
            | Reply::Picture { .. }
            | Reply::Review { .. } => {}
        }
        self.take_early();
        self.after_opening();
        // An answer may have brought a session onto the screen.
        self.sync_review();
        self.store_layout();
    }

    /// Whether a query was sent for the session on the screen, or for no session.
    fn is_asked_here(&self, query: &Query) -> bool {
        let of = match query {
            Query::FileDiff { session, .. } => Some(*session),
            Query::Files { session, .. } => *session,
            _ => None,
        };
        of.is_none() || of == self.model.sessions.session()
    }

    fn text_reply(&mut self, query: &Query, text: &str) {
        match query {
            Query::Note => self.model.panes.note.set(text),
            Query::Draft { session } => {
                if let Some(tab) = self.model.sessions.tab_of(*session) {
                    tab.restore_stored_draft(text);
                }
            }
            Query::ProposedText { session, question } => {
                let Some(tab) = self.model.sessions.tab_of(*session) else {
                    return;
                };
                let effects = tab.bar.proposed(*question, text.to_owned());
                self.carry_out_of_bar(effects);
            }
            _ => {}
        }
    }

    fn failed(&mut self, query: &Query, reason: &Notice) {
        match query {
            Query::Session { session } => {
                self.drop_failed_window(*session);
                self.model.chrome.say(NoticeLevel::Warning, said(reason));
            }
            Query::FileDiff { path, .. } => {
                let why = said(reason);
                if self.is_asked_here(query) {
                    self.model.panes.diff.cannot_show(path, &why);
                }
                self.model.chrome.say(NoticeLevel::Warning, why);
            }
            // The folder no longer exists. The root, on the other hand, stays as it was.
            Query::Tree { folder } if !folder.is_empty() => {
                self.model.panes.tree.set_entries(folder, Vec::new());
            }
            // The screen can do without these; the user did not request them, or has closed the
            // dialog that did.
            Query::CustomCommands
            | Query::Find { .. }
            | Query::Models { .. }
            | Query::Figures { .. }
            | Query::Tree { .. }
            | Query::Workspace
            | Query::History { .. }
            | Query::Draft { .. } => {}
            _ => self.model.chrome.say(NoticeLevel::Warning, said(reason)),
        }
    }
}

/// Whether an event results from an action of the user outside the run; it then says nothing about
/// whether the model responds.
fn is_of_the_user(fact: &EventKind) -> bool {
    matches!(
        fact,
        EventKind::DraftSaved { .. }
            | EventKind::InputRemembered { .. }
            | EventKind::PolicyChanged { .. }
            | EventKind::SessionChanged { .. }
            | EventKind::ContextIncluded { .. }
            | EventKind::ContextExcluded { .. }
            | EventKind::MessageQueued { .. }
            | EventKind::MessageUnqueued { .. }
            | EventKind::CommandRejected { .. }
            | EventKind::WorkspaceChanged
            | EventKind::IndexChanged { .. }
            | EventKind::TerminalsChanged { .. }
    )
}
