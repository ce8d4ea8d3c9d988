//! Applies events and answers to the model. Issues only the commands that an event itself requires.

use super::activity::Consequence;
use super::app::{App, Redraw};
use super::effect::Effect;
use super::input::InputUse;
use super::layout::Pane;
use super::model::{Model, SessionClosed};
use super::sessions::Awaited;
use super::tab::TabVisibility;
use client::slash::query_replied;
use l10n::{said, say};
use notice::Notice;
use protocol::command::CommandKind;
use protocol::event::{Delivery, Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
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
                let own = sessions.iter().filter(|session| !is_of_agent(session));
                for session in own {
                    self.snapshot(session);
                    // The messages that wait in a shared session belong to other screens, except
                    // those sent from here.
                    if let Some(tab) = self.model.sessions.tab_of(session.summary.id) {
                        let queued = session.queued.iter();
                        queued.for_each(|message| tab.message_queued(message));
                    }
                }
            }
        }
        self.model.sync_proposal();
        self.sync_review();
        self.take_early();
        self.update(Model::after_opening);
        self.model.sync_start_screen();
        self.update(Model::store_layout);
    }

    /// Passes an event to the parts that it concerns.
    fn event(&mut self, event: &Event) {
        let session = event.session;
        if let Some(coach) = &mut self.coach {
            coach.apply(event);
        }
        if !is_of_the_user(&event.fact) {
            self.model.heard(session);
        }
        if let EventKind::SessionOpened { session } = &event.fact {
            return self.snapshot(session);
        }
        self.update(|model| model.dialogs.tell(|dialog| dialog.on_event(event)));
        if let EventKind::SessionCreated { settings, policy } = &event.fact
            && settings.agent_of.is_none()
            && self.model.sessions.tab_of(session).is_none()
        {
            let facts = SessionFacts::new(session, settings.clone(), policy.clone());
            self.add_tab(facts);
        }
        if self.workspace_event(event) == InputUse::Yes {
            return;
        }
        if let Some(effects) = self.model.panes.note_fact(&event.fact) {
            return self.carry_out(effects);
        }
        self.session_event(event);
    }

    /// Handles an event about the workspace, or about which sessions are open in it.
    fn workspace_event(&mut self, event: &Event) -> InputUse {
        let session = event.session;
        match &event.fact {
            EventKind::SessionDeleted => self.session_gone(session, SessionClosed::Deleted),
            EventKind::SessionClosed => self.session_gone(session, SessionClosed::Closed),
            EventKind::WorkspaceChanged => self.workspace_changed(),
            EventKind::IndexChanged { state } => self.model.chrome.index_changed(state),
            EventKind::MemoryWaiting { waiting } => self.model.chrome.memory_changed(*waiting),
            EventKind::TerminalsChanged { terminals } => {
                self.model.sessions.terminals_changed(terminals);
            }
            EventKind::CommandRejected { command, .. } => {
                return self.rejected(session, *command);
            }
            _ => return InputUse::No,
        }
        InputUse::Yes
    }

    fn session_gone(&mut self, session: SessionId, gone: SessionClosed) {
        let effects = self.model.session_gone(session, gone, &self.options);
        self.carry_out(effects);
    }

    fn add_tab(&mut self, facts: SessionFacts) {
        let effects = self.model.add_tab(facts, &self.options);
        self.carry_out(effects);
    }

    fn workspace_changed(&mut self) {
        let session = self.model.sessions.session();
        if let Some(review) = self.model.sessions.review_mut() {
            review.workspace_changed();
        }
        self.update(|model| model.panes.workspace_changed(session));
    }

    /// Handles a refused command that concerns the set of open sessions. Returns
    /// [`InputUse::Yes`] if the user did not ask for it.
    fn rejected(&mut self, session: SessionId, command: CommandKind) -> InputUse {
        if command == CommandKind::DeleteSession {
            self.model.sessions.deleting.remove(&session);
        }
        if command != CommandKind::OpenSession {
            return InputUse::No;
        }
        match self.model.not_opened(session) {
            Some(effects) => {
                self.carry_out(effects);
                InputUse::Yes
            }
            None => InputUse::No,
        }
    }

    /// Passes an event to its session, and what follows from it to the other parts.
    fn session_event(&mut self, event: &Event) {
        let session = event.session;
        let current = self.model.sessions.session() == Some(session);
        let Some(tab) = self.model.sessions.tab_of(session) else {
            return self.model.chrome.show_outcome(&event.fact);
        };
        let shown = tab.shown == TabVisibility::Yes;
        let was_running = tab.facts.is_running();
        let said = tab.activity.notice.clone();
        let (consequence, effects) = tab.apply(event);
        let of_review = tab.review_fact(&event.fact, current);
        let is_over = was_running && !tab.facts.is_running();
        let is_said_anew = current && tab.activity.notice.is_some() && tab.activity.notice != said;
        self.model.chrome.notice_was_read &= !is_said_anew;
        self.carry_out(of_review);
        if is_over {
            self.run_ended(session, &event.fact);
        }
        if current {
            self.carry_out_of_bar(effects);
            self.model.shown_session_event(&event.fact);
            if is_over {
                self.model.end_proposal();
            }
        }
        match consequence {
            Some(consequence) if shown => self.consequence(session, consequence),
            // A session without a tab writes into the same files.
            Some(Consequence::FileWritten(_) | Consequence::CommandRan) => self.workspace_changed(),
            _ => {}
        }
        if shown && is_interruption(&event.fact) {
            self.model.interrupted(session);
        }
    }

    /// Handles the end of a run. A notice reports it if the conversation, which also shows the end,
    /// is not on the screen.
    fn run_ended(&mut self, session: SessionId, fact: &EventKind) {
        self.model.chrome.run_over(session);
        self.update(|model| {
            let tab = model.sessions.tab_of(session);
            tab.map_or_else(Vec::new, |tab| model.chrome.notify_of_run_end(tab, fact))
        });
        let is_here = self.model.sessions.session() == Some(session);
        let is_shown = self.model.shown_panes().contains(&Pane::Chat);
        if is_here && !is_shown && matches!(fact, EventKind::RunCompleted { .. }) {
            let text = say!("attention-done-in-chat");
            self.model.chrome.say(NoticeLevel::Info, text);
        }
    }

    fn consequence(&mut self, session: SessionId, consequence: Consequence) {
        let current = self.model.sessions.session() == Some(session);
        match consequence {
            Consequence::QuestionOpened => {
                self.effects.push(Effect::Bell);
                self.update(|model| {
                    let tab = model.sessions.tab_of(session);
                    tab.map_or_else(Vec::new, |tab| model.chrome.notify_of_question(tab))
                });
            }
            Consequence::DraftReturned(text) => {
                if let Some(tab) = self.model.sessions.tab_of(session) {
                    tab.return_draft(&text);
                }
            }
            Consequence::FileWritten(path) if current => self.update(|model| {
                let reads_diff = model.reads_diff();
                model.panes.file_written(session, path, reads_diff)
            }),
            Consequence::FileWritten(_) | Consequence::CommandRan => self.workspace_changed(),
            Consequence::Cleared => {}
        }
    }

    fn snapshot(&mut self, snapshot: &SessionSnapshot) {
        let session = snapshot.summary.id;
        if self.model.sessions.tab_of(session).is_none() {
            self.add_tab(SessionFacts::of(snapshot));
        }
        let current = self.model.sessions.session() == Some(session);
        let Some(tab) = self.model.sessions.tab_of(session) else {
            return;
        };
        tab.record_activity(self.model.chrome.now);
        let effects = tab.reset(snapshot, &self.options);
        let shown = tab.shown == TabVisibility::Yes;
        if current {
            self.carry_out_of_bar(effects);
        }
        if shown && snapshot.summary.status == SessionStatus::Interrupted {
            self.model.interrupted(session);
        }
    }

    /// Handles an answer.
    pub fn reply(&mut self, query: &Query, reply: Reply) {
        self.touch(Redraw::Answered);
        for tab in &mut self.model.sessions.tabs {
            tab.editor.reply(query, &reply);
        }
        if let Some(asked) = self.model.sessions.take_slash_query(query) {
            self.run_slash(|run| query_replied(run, asked, &reply));
        }
        if self.model.dialogs.reply(query, &reply) == InputUse::Yes {
            return self.sync_dialogs();
        }
        if let Query::Review { session, question } = query {
            return self.review_reply(*session, question, &reply);
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
                if self.model.sessions.is_asked_here(query) {
                    self.model.end_proposal();
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
                    && !self.model.panes.is_restoring()
                {
                    self.model.sessions.awaited = Awaited::This(session.summary.id);
                }
                self.snapshot(&session);
            }
            Reply::CustomCommands { commands, problems } => {
                self.update(|model| model.sessions.custom_commands(&commands, problems));
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
                    && self.model.sessions.is_asked_here(query)
                {
                    self.model.panes.tree.set_found(pattern, files, total);
                }
            }
            Reply::Text { text, total_lines } => {
                self.text_reply(query, &text);
                self.model.panes.file_reply(query, &text, total_lines);
            }
            Reply::Failed { reason } => self.failed(query, &reason),
            Reply::Memory { list } => self.model.chrome.memory_changed(list.waiting),
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
            | Reply::Hooks { .. }
            | Reply::HookTested { .. }
            | Reply::Servers { .. }
            | Reply::ServerTested { .. }
            | Reply::Agents { .. }
            | Reply::Agent { .. }
            | Reply::Skills { .. }
            | Reply::Skill { .. }
            | Reply::ServerPrompt { .. }
            | Reply::Catalogue { .. }
            | Reply::Picture { .. }
            | Reply::Review { .. } => {}
        }
        self.take_early();
        self.update(Model::after_opening);
        // An answer may have brought a session onto the screen.
        self.sync_review();
        self.update(Model::store_layout);
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
                self.update(|model| model.drop_failed_window(*session));
                self.model.chrome.say(NoticeLevel::Warning, said(reason));
            }
            Query::FileDiff { path, .. } => {
                let why = said(reason);
                if self.model.sessions.is_asked_here(query) {
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
            | Query::KnownModel { .. }
            | Query::Figures { .. }
            | Query::Tree { .. }
            | Query::Workspace
            | Query::History { .. }
            | Query::Memory { .. }
            | Query::Draft { .. } => {}
            _ => self.model.chrome.say(NoticeLevel::Warning, said(reason)),
        }
    }
}

/// Whether an event reports that a session was interrupted.
fn is_interruption(fact: &EventKind) -> bool {
    let status = EventKind::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    };
    *fact == status || matches!(fact, EventKind::RunInterrupted { .. })
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
            | EventKind::MemoryWaiting { .. }
            | EventKind::TerminalsChanged { .. }
    )
}

/// Whether a session is the conversation of a sub-agent, which the list of agents shows.
fn is_of_agent(session: &SessionSnapshot) -> bool {
    session.summary.settings.agent_of.is_some()
}
