//! The life of sessions: forks, the archive, settings, deletion. A command about a session that is
//! not open has it opened briefly.

use std::collections::BTreeMap;

use super::commands::no_provider;
use super::session::Session;
use super::{Effect, Imported, StepBuilder, effort};
use notice::{Notice, count, notice};
use policy::state as policy_state;
use protocol::command::{CancelMode, Command, CommandKind};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::{CompactionId, ContextId, SessionId};
use protocol::review::ReviewCommand;
use protocol::session::{DeletePolicy, Fork, SessionSettings, SessionStatus, SettingsChange};

/// Maximum length of a name, in characters.
const NAME: usize = 64;

/// Maximum size of an extra system prompt, in bytes.
const EXTRA_PROMPT: usize = 64 * 1024;

/// A session that is being read from the store.
#[derive(Debug, Default)]
pub(super) struct Loading {
    /// Commands that wait for the session.
    pub(super) waiting: Vec<Command>,
    /// Whether the session is closed again after these commands.
    pub(super) briefly: bool,
}

/// Whether a command opens a session briefly if it is not open.
pub(super) fn opens_briefly(command: &Command) -> bool {
    matches!(
        command,
        Command::RenameSession { .. }
            | Command::ConfigureSession { .. }
            | Command::ArchiveSession { .. }
            | Command::UnarchiveSession { .. }
            | Command::DeleteSession { .. }
            | Command::Tasks { .. }
    )
}

/// Creates the session of a fork and opens it next.
pub(super) fn forked(
    loading: &mut BTreeMap<SessionId, Loading>,
    (new, from): (SessionId, SessionId),
    result: Result<Box<Fork>, Notice>,
    turn: &mut StepBuilder<'_, '_>,
) {
    let mut fork = match result {
        Ok(fork) => fork,
        Err(reason) => return turn.reject(from, CommandKind::ForkSession, reason),
    };
    for row in &mut fork.context {
        row.id = ContextId(turn.new_id());
    }
    for compaction in &mut fork.compactions {
        compaction.id = CompactionId(turn.new_id());
    }
    fork.settings.name = fork_name(&fork.settings.name);
    // A provider that keeps the conversation itself does not know the fork.
    fork.settings.known_as.clear();
    turn.fact(new, None, EventKind::SessionForked { fork });
    loading.insert(new, Loading::default());
    turn.effect(Effect::LoadSession { session: new });
}

fn fork_name(name: &str) -> String {
    const BEHIND: &str = " (fork)";
    let base = name.strip_suffix(BEHIND).unwrap_or(name);
    let base: String = base.chars().take(NAME - BEHIND.len()).collect();
    format!("{base}{BEHIND}").trim_start().to_owned()
}

/// Handles the result of storing a document as a session.
pub(super) fn imported(
    loading: &mut BTreeMap<SessionId, Loading>,
    (new, said_in): (SessionId, SessionId),
    result: Result<Imported, Notice>,
    turn: &mut StepBuilder<'_, '_>,
) {
    match result {
        Ok(imported) => {
            let Imported {
                name,
                messages,
                changes,
                left_out,
            } = imported;
            let counted = count(messages, "message");
            let why = match changes {
                0 => notice!("told-imported", counted),
                changes => notice!(
                    "told-imported-changes",
                    counted,
                    counted_changes = count(changes, "change"),
                ),
            };
            let left_out = left_out
                .into_iter()
                .reduce(|rest, why| notice!("told-left-out-and", rest, why));
            let text = match left_out {
                None => why,
                Some(left) => notice!("told-imported-without", why, why_left = left),
            };
            turn.notice(said_in, NoticeLevel::Info, text);
            turn.fact(new, None, EventKind::SessionImported { name, messages });
            loading.insert(new, Loading::default());
            turn.effect(Effect::LoadSession { session: new });
        }
        Err(reason) => turn.reject(said_in, CommandKind::ImportSession, reason),
    }
}

/// Closes a session that was opened only for some commands, unless it has work in progress.
pub(super) fn close(
    sessions: &mut BTreeMap<SessionId, Session>,
    session: SessionId,
    turn: &mut StepBuilder<'_, '_>,
) {
    let is_done = sessions.get(&session).is_some_and(|session| {
        !session.is_deleted_next && session.thread.run.is_none() && !session.review.is_applying()
    });
    if is_done {
        sessions.remove(&session);
        turn.fact(session, None, EventKind::SessionClosed);
        turn.effect(Effect::ReleaseSession { session });
    }
}

/// Deletes the sessions that are marked for deletion and have come to rest.
pub(super) fn finish_deletions(
    sessions: &mut BTreeMap<SessionId, Session>,
    turn: &mut StepBuilder<'_, '_>,
) {
    let due = sessions.values().filter(|session| {
        session.is_deleted_next && session.thread.run.is_none() && !session.review.is_applying()
    });
    let due: Vec<SessionId> = due.map(|session| session.id).collect();
    for session in due {
        sessions.remove(&session);
        turn.fact(session, None, EventKind::SessionDeleted);
        turn.effect(Effect::ReleaseSession { session });
    }
}

impl Session {
    /// Returns why the session's state does not allow a command; `None` if it does.
    pub(super) fn barred(&self, command: &Command) -> Option<Notice> {
        let is_archived = self.thread.status == SessionStatus::Archived;
        if self.is_deleted_next {
            Some(notice!("told-is-deleted"))
        } else if is_archived && !is_for_the_archive(command) {
            Some(notice!("told-in-archive"))
        } else if self.thread.status.is_frozen() && asks_the_program(command) {
            Some(notice!("told-ended-with-error"))
        } else {
            None
        }
    }

    pub(super) fn archive(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running(CommandKind::ArchiveSession, turn) {
            return;
        }
        if self.thread.status == SessionStatus::Archived {
            return turn.reject(
                self.id,
                CommandKind::ArchiveSession,
                notice!("told-archived-already"),
            );
        }
        self.set_status(SessionStatus::Archived, None, turn);
    }

    pub(super) fn unarchive(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.status != SessionStatus::Archived {
            return turn.reject(
                self.id,
                CommandKind::UnarchiveSession,
                notice!("told-not-archived"),
            );
        }
        self.set_status(SessionStatus::Idle, None, turn);
        self.review_settled(turn);
    }

    pub(super) fn configure(&mut self, change: SettingsChange, turn: &mut StepBuilder<'_, '_>) {
        const ORDER: CommandKind = CommandKind::ConfigureSession;
        if self.refuse_while_running(ORDER, turn) {
            return;
        }
        let name = change.name.map(|name| name.trim().to_owned());
        if name.as_deref().is_some_and(|name| !is_name(name)) {
            return turn.reject(self.id, ORDER, notice!("told-name-length"));
        }
        if change
            .extra_prompt
            .as_ref()
            .is_some_and(|question| question.len() > EXTRA_PROMPT)
        {
            return turn.reject(self.id, ORDER, notice!("told-extra-prompt"));
        }
        let provider = change.provider.as_deref();
        if let Some(why) = provider.and_then(|name| no_provider(name, turn.config)) {
            return turn.reject(self.id, ORDER, why);
        }
        if let Some(why) = change.mode.and_then(|mode| turn.sandbox.obstacle_to(mode)) {
            return turn.reject(self.id, ORDER, why);
        }
        let before = self.thread.settings.clone();
        if let Some(effort) = change.effort {
            let named = SessionSettings {
                provider: change
                    .provider
                    .clone()
                    .unwrap_or_else(|| before.provider.clone()),
                model: change.model.clone().unwrap_or_else(|| before.model.clone()),
                ..before.clone()
            };
            if let Err(why) = effort::check(&named, effort, turn) {
                return turn.reject(self.id, ORDER, why);
            }
        }
        // A request for a folder is answered even if the folder stays the same.
        let is_answer = change.cwd.is_some();
        let settings = &mut self.thread.settings;
        settings.name = name.unwrap_or_else(|| before.name.clone());
        if let Some(folder) = change.cwd {
            settings.cwd = folder;
        }
        if let Some(question) = change.extra_prompt {
            settings.extra_prompt = question;
        }
        // An empty name counts as no name.
        let names_none = change.model.as_ref().is_some_and(String::is_empty);
        let model = change.model.filter(|model| !model.is_empty());
        let other = change.provider.filter(|other| *other != before.provider);
        // A change that names only a provider needs a choice among its models.
        let same = names_none.then(|| before.provider.clone());
        let chosen_of = other.clone().or(same).filter(|_| model.is_none());
        if let (Some(provider), Some(_)) = (other, &model) {
            settings.provider = provider;
        }
        if let Some(model) = model {
            settings.model = model;
            self.next_model = None;
            self.choosing = None;
        }
        if let Some(mode) = change.mode {
            settings.mode = mode;
        }
        match change.effort {
            Some(effort) => settings.effort = effort,
            None => self.carry_effort(&before, turn),
        }
        if self.thread.settings != before || is_answer {
            self.settings_changed(turn);
        }
        if let Some(provider) = chosen_of {
            self.choose_model(provider, turn);
        }
        if self.thread.settings.provider != before.provider {
            self.thaw(turn);
        }
        if let Some(mode) = change.mode {
            let policy = self.policy.clone();
            policy_state::set_mode(&mut self.policy, mode);
            if self.policy != policy {
                self.policy_changed(turn);
            }
        }
    }

    /// Ends the frozen state. Called when another program answers, when nothing is left to continue, and
    /// when the user starts the missing program again.
    pub(super) fn thaw(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.status.is_frozen() {
            self.set_status(SessionStatus::Idle, None, turn);
            self.review_settled(turn);
        }
    }

    pub(super) fn delete(&mut self, how: DeletePolicy, turn: &mut StepBuilder<'_, '_>) {
        if how == DeletePolicy::Carefully
            && let Some(why) = self.deletion_obstacle()
        {
            return turn.reject(self.id, CommandKind::DeleteSession, why);
        }
        self.is_deleted_next = true;
        if self.thread.run.is_some() {
            self.cancel_run(CancelMode::KillTree, turn);
        }
        if self.thread.run.is_some() || self.review.is_applying() {
            turn.notice(self.id, NoticeLevel::Info, notice!("told-deleted-soon"));
        }
    }

    fn deletion_obstacle(&self) -> Option<Notice> {
        if self.waits_elsewhere() {
            return Some(notice!("told-delete-question"));
        }
        if self.thread.run.is_some() || self.review.is_applying() {
            return Some(notice!("told-delete-running"));
        }
        match self.review.open() {
            0 => None,
            1 => Some(notice!("told-delete-open-one")),
            open => Some(notice!("told-delete-open", word = open)),
        }
    }
}

/// Whether the name is valid.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= NAME
}

/// Whether a command needs the program of the session to be running.
fn asks_the_program(command: &Command) -> bool {
    matches!(
        command,
        Command::SendMessage { .. }
            | Command::RunShell { .. }
            | Command::ProposeInstruction { .. }
            | Command::Compact { .. }
    )
}

/// Whether a command is allowed on an archived session: nothing that changes its conversation.
fn is_for_the_archive(command: &Command) -> bool {
    match command {
        Command::Review { order, .. } => matches!(order, ReviewCommand::LookAtDisk),
        _ => matches!(
            command,
            Command::RenameSession { .. }
                | Command::ArchiveSession { .. }
                | Command::UnarchiveSession { .. }
                | Command::DeleteSession { .. }
                | Command::AddNotice { .. }
                | Command::RememberInput { .. }
                | Command::SaveDraft { .. }
                | Command::SaveNote { .. }
                | Command::AnswerConsent { .. }
                | Command::CleanCache { .. }
                | Command::ChangeCatalogue { .. }
        ),
    }
}
