//! Commands from front ends, routed to their session. A command that makes no sense is rejected
//! with the reason.

use std::collections::BTreeMap;

use serde_json::json;

use super::calls::CallState;
use super::lifecycle::is_name;
use super::run::RunKind;
use super::session::Session;
use super::{Effect, EngineConfig, StepBuilder};
use crate::policy::state as policy_state;
use crate::protocol::approval::{Mode, Rule, RuleEffect, RuleScope, Switch};
use crate::protocol::call::{ToolCall, ToolClass};
use crate::protocol::command::{Command, Toggle};
use crate::protocol::context::ContextRow;
use crate::protocol::event::{EventKind, UnqueueReason};
use crate::protocol::ids::{CallId, ContextId, MessageId, RuleId, SessionId};
use crate::protocol::message::Role;
use crate::protocol::session::{QueuedMessage, SessionSettings, SessionStatus};
use crate::redact::mask;
use crate::words::nearest;

/// Maximum size of a note, in bytes.
const NOTE: usize = 256 * 1024;

/// Handles a command; a rejection carries its reason.
pub(super) fn take(
    sessions: &mut BTreeMap<SessionId, Session>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    let text = command.said();
    let before = turn.step.events.len();
    route(sessions, command, turn);
    for event in turn.step.events.iter_mut().skip(before) {
        if let EventKind::CommandRejected { said, .. } = &mut event.fact {
            said.clone_from(&text);
        }
    }
}

fn route(
    sessions: &mut BTreeMap<SessionId, Session>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    let id = command.session();
    match command {
        Command::CreateSession { session, settings } => create(sessions, session, settings, turn),
        Command::OpenSession { session } => {
            // A session that is not open is read first; that was started before this.
            turn.reject(session, "open_session", "it is open already");
        }
        Command::ForkSession { session, new, at } => {
            if sessions.contains_key(&new) {
                turn.reject(session, "fork_session", "there is a session with this id");
            } else {
                turn.effect(Effect::LookAtFork { session, new, at });
            }
        }
        Command::ExportSession { session, path } => {
            turn.effect(Effect::ExportSession { session, path });
        }
        Command::ImportSession { session, new, path } => {
            if sessions.contains_key(&new) {
                turn.reject(session, "import_session", "there is a session with this id");
            } else {
                turn.effect(Effect::ImportSession { session, new, path });
            }
        }
        other => match sessions.get_mut(&id) {
            Some(session) => session.take_command(other, turn),
            None => turn.reject(
                id,
                name_of(&other),
                "there is no such session; open it first",
            ),
        },
    }
}

fn create(
    sessions: &mut BTreeMap<SessionId, Session>,
    id: SessionId,
    mut settings: SessionSettings,
    turn: &mut StepBuilder<'_, '_>,
) {
    // The settings may be a copy of another session's, whose conversation at the provider is
    // not this one's.
    settings.known_as.clear();
    if sessions.contains_key(&id) {
        turn.reject(id, "create_session", "there is a session with this id");
        return;
    }
    let policy = policy_state::initial(settings.mode, turn.config.rules.clone());
    let fact = EventKind::SessionCreated {
        settings: settings.clone(),
        policy: policy.clone(),
    };
    turn.fact(id, None, fact);
    sessions.insert(id, Session::new(id, settings, policy));
}

impl Session {
    fn take_command(&mut self, command: Command, turn: &mut StepBuilder<'_, '_>) {
        if let Some(why) = self.barred(&command) {
            return turn.reject(self.id, name_of(&command), why);
        }
        match command {
            // Commands that need no open session were handled earlier.
            Command::CreateSession { .. }
            | Command::OpenSession { .. }
            | Command::ForkSession { .. }
            | Command::ExportSession { .. }
            | Command::ImportSession { .. } => {}
            Command::ConfigureSession { change, .. } => self.configure(change, turn),
            Command::ArchiveSession { .. } => self.archive(turn),
            Command::UnarchiveSession { .. } => self.unarchive(turn),
            Command::DeleteSession { how, .. } => self.delete(how, turn),
            Command::RenameSession { name, .. } => self.rename(&name, turn),
            Command::SendMessage { text, .. } => self.send_message(text, turn),
            Command::ResendMessage { message, text, .. } => self.resend(message, text, turn),
            Command::UnqueueMessage { .. } => self.unqueue(turn),
            Command::RunShell { command, .. } => self.run_shell(&command, turn),
            Command::CancelRun { how, .. } => self.cancel_run(how, turn),
            Command::AnswerQuestion { answer, .. } => self.answer_question(answer, turn),
            Command::PauseQuestionTimeout {
                question, paused, ..
            } => {
                self.pause_question(question, paused, turn);
            }
            Command::SetMode { mode, .. } => self.set_mode(mode, turn),
            Command::TogglePassthrough { .. } => {
                policy_state::toggle_passthrough(&mut self.policy);
                self.policy_changed(turn);
            }
            Command::SetConfirm { switch, on, .. } => self.set_confirm(switch, on, turn),
            Command::AddRule {
                effect, pattern, ..
            } => self.add_rule(effect, pattern, turn),
            Command::RevokeRule { rule, .. } => self.revoke_rule(rule, turn),
            Command::SetModel {
                provider, model, ..
            } => self.set_model(provider, model, turn),
            Command::IncludeContext { row, .. } => self.include(row, turn),
            Command::ExcludeContext { row, .. } => self.exclude(row, turn),
            Command::ClearMessages { .. } => self.clear(turn),
            Command::SetAgentMode { mode, .. } => self.set_agent_mode(mode, turn),
            Command::Compact { words, .. } => self.compact(words, turn),
            Command::UndoCompaction { .. } => self.undo_compaction(turn),
            Command::AddNotice { text, .. } => {
                let id = MessageId(turn.new_id());
                self.add_text_message(id, Role::System, text, turn);
            }
            // A key typed into a draft may stay in the editor, but must not reach anything
            // that outlives it.
            Command::RememberInput { text, .. } => {
                let text = mask(&text).into_owned();
                self.fact(turn, EventKind::InputRemembered { text });
            }
            Command::SaveDraft { text, .. } => {
                let text = mask(&text).into_owned();
                self.fact(turn, EventKind::DraftSaved { text });
            }
            Command::Review { order, .. } => self.take_review_order(order, turn),
            Command::SaveNote { base, text, .. } => self.save_note(base, text, turn),
            Command::AnswerConsent { consent, .. } => turn.effect(Effect::KeepConsent {
                session: self.id,
                consent,
            }),
            Command::CleanCache { scope, .. } => turn.effect(Effect::CleanCache {
                session: self.id,
                scope,
            }),
            Command::ChangeCatalogue { order, .. } => turn.effect(Effect::ChangeCatalogue {
                session: self.id,
                order,
            }),
            Command::AcknowledgeInterrupted { .. } => self.acknowledge(turn),
        }
    }

    /// Rejects the command and returns true while a run is active.
    pub(super) fn refuse_while_running(
        &self,
        command: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let why = if self.run.is_some() {
            "a run is going on; stop it first (Ctrl+C or /stop)"
        } else if self.waits_elsewhere() {
            "a question waits for its answer there; open it first"
        } else {
            return false;
        };
        turn.reject(self.id, command, why);
        true
    }

    /// Rejects the command and returns true while no model is chosen.
    pub(super) fn refuse_without_model(
        &self,
        command: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        if self.refuse_while_choosing(command, turn) {
            return true;
        }
        let without = self.settings.model.is_empty();
        if without {
            let why =
                "no model is chosen: /start shows the ways to one, /demo shows a run without one";
            turn.reject(self.id, command, why);
        }
        without
    }

    fn rename(&mut self, name: &str, turn: &mut StepBuilder<'_, '_>) {
        let name = name.trim().to_owned();
        if !is_name(&name) {
            turn.reject(self.id, "rename_session", "a name has 1 to 64 letters");
            return;
        }
        self.settings.name = name;
        self.settings_changed(turn);
    }

    pub(super) fn settings_changed(&self, turn: &mut StepBuilder<'_, '_>) {
        let settings = self.settings.clone();
        self.fact(turn, EventKind::SessionChanged { settings });
    }

    fn send_message(&mut self, text: String, turn: &mut StepBuilder<'_, '_>) {
        if text.trim().is_empty() {
            turn.reject(self.id, "send_message", "the message is empty");
            return;
        }
        // A message sent while a model is being chosen is meant for that model.
        if self.choosing.is_none() && self.refuse_without_model("send_message", turn) {
            return;
        }
        let id = MessageId(turn.new_id());
        if self.run.is_some() || self.choosing.is_some() {
            let message = QueuedMessage { id, text };
            self.queue.push_back(message.clone());
            self.fact(turn, EventKind::MessageQueued { message });
            return;
        }
        self.begin_run(id, text, turn);
    }

    /// Starts a run with the user's message.
    pub(super) fn begin_run(
        &mut self,
        id: MessageId,
        text: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        self.acknowledge_silently(turn);
        self.start_run(id, text, RunKind::Agent, turn);
    }

    fn resend(&mut self, message: MessageId, text: String, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running("resend_message", turn) {
            return;
        }
        if text.trim().is_empty() {
            turn.reject(self.id, "resend_message", "the message is empty");
            return;
        }
        if self.refuse_without_model("resend_message", turn) {
            return;
        }
        if self.last_user_message != Some(message) {
            let why = "only the last message can be edited and sent again";
            turn.reject(self.id, "resend_message", why);
            return;
        }
        // Compactions that cover the withdrawn message are void.
        self.compactions.retain(|(_, user)| *user != Some(message));
        self.fact(
            turn,
            EventKind::MessagesWithdrawn {
                from: message,
                alone: false,
            },
        );
        let id = MessageId(turn.new_id());
        self.start_run_anew(id, text, turn);
    }

    fn unqueue(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(message) = self.queue.pop_back() else {
            turn.reject(self.id, "unqueue_message", "no message is waiting");
            return;
        };
        let reason = UnqueueReason::TakenBack;
        self.fact(turn, EventKind::MessageUnqueued { message, reason });
    }

    fn run_shell(&mut self, command: &str, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running("run_shell", turn)
            || self.refuse_while_choosing("run_shell", turn)
        {
            return;
        }
        if command.trim().is_empty() {
            turn.reject(self.id, "run_shell", "the command is empty");
            return;
        }
        let message = MessageId(turn.new_id());
        self.start_run(message, format!("!{command}"), RunKind::UserShell, turn);
        let id = CallId(turn.new_id());
        let call = ToolCall {
            id,
            provider_id: id.to_string(),
            tool: "shell_exec".to_owned(),
            arguments: json!({ "command": command }),
        };
        self.fact(
            turn,
            EventKind::CallRequested {
                message,
                call: call.clone(),
            },
        );
        if let Some(run) = &mut self.run {
            run.calls.push(CallState::waiting(call, ToolClass::Command));
        }
        self.advance(turn);
    }

    fn set_mode(&mut self, mode: Mode, turn: &mut StepBuilder<'_, '_>) {
        policy_state::set_mode(&mut self.policy, mode);
        self.policy_changed(turn);
    }

    fn set_confirm(&mut self, switch: Switch, on: Toggle, turn: &mut StepBuilder<'_, '_>) {
        match policy_state::set_confirm(&mut self.policy, switch, on) {
            Ok(()) => self.policy_changed(turn),
            Err(why) => turn.reject(self.id, "set_confirm", why),
        }
    }

    fn add_rule(&mut self, effect: RuleEffect, pattern: String, turn: &mut StepBuilder<'_, '_>) {
        if let Err(error) = crate::policy::rules::RulePattern::parse(&pattern) {
            turn.reject(self.id, "add_rule", error.to_string());
            return;
        }
        let rule = Rule {
            id: RuleId(turn.new_id()),
            effect,
            pattern,
            scope: RuleScope::Session,
        };
        policy_state::add_rule(&mut self.policy, rule);
        self.policy_changed(turn);
    }

    fn revoke_rule(&mut self, rule: RuleId, turn: &mut StepBuilder<'_, '_>) {
        if policy_state::revoke_rule(&mut self.policy, rule).is_some() {
            self.policy_changed(turn);
        } else {
            let why = "there is no such rule; /confirm status lists them";
            turn.reject(self.id, "revoke_rule", why);
        }
    }

    pub(super) fn set_model(
        &mut self,
        provider: Option<String>,
        model: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.refuse_while_running("set_model", turn) {
            return;
        }
        if let Some(why) = provider
            .as_deref()
            .and_then(|name| no_provider(name, turn.config))
        {
            return turn.reject(self.id, "set_model", why);
        }
        if model.is_empty() {
            let provider = provider.unwrap_or_else(|| self.settings.provider.clone());
            return self.choose_model(provider, turn);
        }
        self.next_model = None;
        self.choosing = None;
        let before = self.settings.provider.clone();
        if let Some(provider) = provider {
            self.settings.provider = provider;
        }
        self.settings.model = model;
        self.settings_changed(turn);
        if self.settings.provider != before {
            self.thaw(turn);
        }
    }

    pub(super) fn include(&mut self, row: ContextRow, turn: &mut StepBuilder<'_, '_>) {
        if self.context.iter().all(|(id, _)| *id != row.id) {
            self.context.push((row.id, row.place()));
            self.fact(turn, EventKind::ContextIncluded { row });
        }
    }

    fn exclude(&mut self, row: ContextId, turn: &mut StepBuilder<'_, '_>) {
        let before = self.context.len();
        self.context.retain(|(id, _)| *id != row);
        if self.context.len() == before {
            let why = "it is not included; /files lists what is";
            turn.reject(self.id, "exclude_context", why);
            return;
        }
        self.fact(turn, EventKind::ContextExcluded { row });
    }

    fn clear(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if !self.refuse_while_running("clear_messages", turn) {
            self.last_user_message = None;
            // A provider that keeps the conversation itself starts a new one.
            if !self.settings.known_as.is_empty() {
                self.settings.known_as.clear();
                self.settings_changed(turn);
            }
            self.compactions.clear();
            self.fact(turn, EventKind::SessionCleared);
            self.thaw(turn);
        }
    }

    fn save_note(&self, base: String, text: String, turn: &mut StepBuilder<'_, '_>) {
        if text.len() > NOTE {
            let why = "a note has at most 256 KiB; put the rest into a file";
            return turn.reject(self.id, "save_note", why);
        }
        turn.effect(Effect::SaveNote {
            session: self.id,
            base,
            text,
        });
    }

    fn acknowledge(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.status == SessionStatus::Interrupted {
            self.set_status(SessionStatus::Idle, None, turn);
        } else {
            let why = "the session was not interrupted";
            turn.reject(self.id, "acknowledge_interrupted", why);
        }
    }

    /// Marks an interruption as seen: a user who sends another message has read about it.
    pub(super) fn acknowledge_silently(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.status == SessionStatus::Interrupted {
            self.set_status(SessionStatus::Idle, None, turn);
        }
    }
}

/// Returns the command's name, for a rejection.
fn name_of(command: &Command) -> &'static str {
    match command {
        Command::CreateSession { .. } => "create_session",
        Command::OpenSession { .. } => "open_session",
        Command::RenameSession { .. } => "rename_session",
        Command::ForkSession { .. } => "fork_session",
        Command::ConfigureSession { .. } => "configure_session",
        Command::ArchiveSession { .. } => "archive_session",
        Command::UnarchiveSession { .. } => "unarchive_session",
        Command::DeleteSession { .. } => "delete_session",
        Command::ExportSession { .. } => "export_session",
        Command::ImportSession { .. } => "import_session",
        Command::SendMessage { .. } => "send_message",
        Command::ResendMessage { .. } => "resend_message",
        Command::UnqueueMessage { .. } => "unqueue_message",
        Command::RunShell { .. } => "run_shell",
        Command::CancelRun { .. } => "cancel_run",
        Command::AnswerQuestion { .. } => "answer_prompt",
        Command::PauseQuestionTimeout { .. } => "pause_prompt_timeout",
        Command::SetMode { .. } => "set_mode",
        Command::TogglePassthrough { .. } => "toggle_passthrough",
        Command::SetConfirm { .. } => "set_confirm",
        Command::AddRule { .. } => "add_rule",
        Command::RevokeRule { .. } => "revoke_rule",
        Command::SetModel { .. } => "set_model",
        Command::IncludeContext { .. } => "include_context",
        Command::ExcludeContext { .. } => "exclude_context",
        Command::ClearMessages { .. } => "clear_messages",
        Command::SetAgentMode { .. } => "set_agent_mode",
        Command::Compact { .. } => "compact",
        Command::UndoCompaction { .. } => "undo_compaction",
        Command::AddNotice { .. } => "add_notice",
        Command::RememberInput { .. } => "remember_input",
        Command::SaveDraft { .. } => "save_draft",
        Command::Review { .. } => "review",
        Command::SaveNote { .. } => "save_note",
        Command::AnswerConsent { .. } => "answer_consent",
        Command::CleanCache { .. } => "clean_cache",
        Command::ChangeCatalogue { .. } => "change_catalogue",
        Command::AcknowledgeInterrupted { .. } => "acknowledge_interrupted",
    }
}

/// Returns why no such provider exists, with the nearest name or all names.
pub(super) fn no_provider(name: &str, config: &EngineConfig) -> Option<String> {
    let known: Vec<&str> = config.providers.iter().map(String::as_str).collect();
    if known.is_empty() || known.contains(&name) {
        return None;
    }
    let all = known.join(", ");
    let why = format!("there is no provider {name}; the providers are: {all}");
    Some(match nearest(name, &known) {
        Some(near) => format!("{why}; did you mean {near}?"),
        None => why,
    })
}
