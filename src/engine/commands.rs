//! Commands from front ends, routed to their session. A command that makes no sense is rejected
//! with the reason.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::calls::CallState;
use super::lifecycle::is_name;
use super::run::RunKind;
use super::session::Session;
use super::{Effect, EngineConfig, StepBuilder};
use hooks::StartSource;
use notice::words::nearest;
use notice::{Notice, notice};
use policy::state as policy_state;
use protocol::approval::{Mode, Rule, RuleEffect, RuleScope, Switch};
use protocol::call::{ToolCall, ToolClass};
use protocol::command::{Command, CommandKind, Toggle};
use protocol::context::ContextRow;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::{CallId, ContextId, MessageId, RuleId, SessionId};
use protocol::session::{DeliveryPoint, QueuedMessage, SessionSettings, SessionStatus};
use redact::mask;

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
            turn.reject(
                session,
                CommandKind::OpenSession,
                notice!("told-open-already"),
            );
        }
        Command::ForkSession { session, new, at } => {
            if sessions.contains_key(&new) {
                turn.reject(
                    session,
                    CommandKind::ForkSession,
                    notice!("told-session-exists"),
                );
            } else {
                turn.effect(Effect::ReadFork { session, new, at });
            }
        }
        Command::ExportSession { session, path } => {
            turn.effect(Effect::ExportSession { session, path });
        }
        Command::ImportSession { session, new, path } => {
            if sessions.contains_key(&new) {
                turn.reject(
                    session,
                    CommandKind::ImportSession,
                    notice!("told-session-exists"),
                );
            } else {
                turn.effect(Effect::ImportSession { session, new, path });
            }
        }
        other => match sessions.get_mut(&id) {
            Some(session) => session.take_command(other, turn),
            None => turn.reject(id, (&other).into(), notice!("told-no-session")),
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
        turn.reject(
            id,
            CommandKind::CreateSession,
            notice!("told-session-exists"),
        );
        return;
    }
    let policy = policy_state::initial(settings.mode, turn.config.rules.clone());
    let fact = EventKind::SessionCreated {
        settings: settings.clone(),
        policy: policy.clone(),
    };
    turn.fact(id, None, fact);
    let mut session = Session::new(id, settings, policy);
    session.begin_effort(turn);
    session.ask_start_hooks(StartSource::Startup, turn);
    sessions.insert(id, session);
}

impl Session {
    fn take_command(&mut self, command: Command, turn: &mut StepBuilder<'_, '_>) {
        if let Some(why) = self.barred(&command) {
            return turn.reject(self.id, (&command).into(), why);
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
            Command::SendMessage { text, deliver, .. } => self.send_message(text, deliver, turn),
            Command::ResendMessage { message, text, .. } => self.resend(message, text, turn),
            Command::UnqueueMessage { .. } => self.unqueue(turn),
            Command::RunShell { command, .. } => self.run_shell(&command, turn),
            Command::ProposeInstruction { text, .. } => self.propose_instruction(&text, turn),
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
                self.add_row(Notice::text(text), turn);
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
            Command::Tasks { order, .. } => self.take_task_order(&order, turn),
            Command::Agents { order, .. } => self.take_agent_order(order, turn),
            Command::SaveNote { base, text, .. } => self.save_note(base, text, turn),
            Command::AnswerConsent { consent, .. } => turn.effect(Effect::StoreIndexConsent {
                session: self.id,
                consent,
            }),
            Command::TrustHooks { names, .. } => turn.effect(Effect::TrustHooks {
                session: self.id,
                names,
            }),
            Command::OrderServer { order, .. } => turn.effect(Effect::OrderServer {
                session: self.id,
                order,
            }),
            Command::OrderMemory { order, .. } => self.take_memory_order(order, turn),
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
        command: CommandKind,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let why = if self.thread.run.is_some() {
            notice!("told-run-goes-on")
        } else if self.waits_elsewhere() {
            notice!("told-question-there")
        } else {
            return false;
        };
        turn.reject(self.id, command, why);
        true
    }

    /// Rejects the command and returns true while no model is chosen.
    pub(super) fn refuse_without_model(
        &self,
        command: CommandKind,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        if self.refuse_while_choosing(command, turn) {
            return true;
        }
        let without = self.thread.settings.model.is_empty();
        if without {
            turn.reject(self.id, command, notice!("told-no-model"));
        }
        without
    }

    fn rename(&mut self, name: &str, turn: &mut StepBuilder<'_, '_>) {
        let name = name.trim().to_owned();
        if !is_name(&name) {
            turn.reject(
                self.id,
                CommandKind::RenameSession,
                notice!("told-name-length"),
            );
            return;
        }
        self.thread.settings.name = name;
        self.settings_changed(turn);
    }

    pub(super) fn settings_changed(&self, turn: &mut StepBuilder<'_, '_>) {
        let settings = self.thread.settings.clone();
        self.fact(turn, EventKind::SessionChanged { settings });
    }

    fn send_message(
        &mut self,
        text: String,
        deliver: DeliveryPoint,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if text.trim().is_empty() {
            turn.reject(
                self.id,
                CommandKind::SendMessage,
                notice!("told-message-empty"),
            );
            return;
        }
        // A message sent while a model is being chosen is meant for that model.
        if self.choosing.is_none() && self.refuse_without_model(CommandKind::SendMessage, turn) {
            return;
        }
        let id = MessageId(turn.new_id());
        self.send_message_as(id, text, deliver, turn);
    }

    /// Starts a run with a message of the user, or queues the message if a run is active.
    pub(crate) fn send_message_as(
        &mut self,
        id: MessageId,
        text: String,
        deliver: DeliveryPoint,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.thread.run.is_some() || self.choosing.is_some() {
            let message = QueuedMessage { id, text, deliver };
            self.thread.queue.push_back(message.clone());
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
        self.name_after(&text, turn);
        self.start_run(id, text, RunKind::Agent, turn);
    }

    fn resend(&mut self, message: MessageId, text: String, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running(CommandKind::ResendMessage, turn) {
            return;
        }
        if text.trim().is_empty() {
            turn.reject(
                self.id,
                CommandKind::ResendMessage,
                notice!("told-message-empty"),
            );
            return;
        }
        if self.refuse_without_model(CommandKind::ResendMessage, turn) {
            return;
        }
        if self.thread.last_user_message != Some(message) {
            turn.reject(
                self.id,
                CommandKind::ResendMessage,
                notice!("told-only-last"),
            );
            return;
        }
        // The withdrawn messages may be those that show the tasks.
        self.forget_tasks_known();
        self.thread.memory.withdrawn(message);
        // Compactions that cover the withdrawn message are void.
        self.thread
            .compactions
            .retain(|(_, user)| *user != Some(message));
        self.fact(
            turn,
            EventKind::MessagesWithdrawn {
                from: message,
                alone: false,
            },
        );
        // Another attempt restarts a program that is gone.
        self.thaw(turn);
        let id = MessageId(turn.new_id());
        self.start_replacement_run(id, text, turn);
    }

    fn unqueue(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(message) = self.thread.queue.pop_back() else {
            turn.reject(
                self.id,
                CommandKind::UnqueueMessage,
                notice!("told-none-waits"),
            );
            return;
        };
        let reason = UnqueueReason::TakenBack;
        self.fact(turn, EventKind::MessageUnqueued { message, reason });
    }

    fn run_shell(&mut self, command: &str, turn: &mut StepBuilder<'_, '_>) {
        if self.refuse_while_running(CommandKind::RunShell, turn)
            || self.refuse_while_choosing(CommandKind::RunShell, turn)
        {
            return;
        }
        if command.trim().is_empty() {
            turn.reject(
                self.id,
                CommandKind::RunShell,
                notice!("told-command-empty"),
            );
            return;
        }
        let typed = format!("!{command}");
        let call = ("shell_exec", json!({ "command": command }));
        self.start_own_call(typed, call, ToolClass::Command, turn);
    }

    /// Starts a run of the user with one call.
    pub(super) fn start_own_call(
        &mut self,
        typed: String,
        (tool, arguments): (&str, Value),
        class: ToolClass,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let message = MessageId(turn.new_id());
        self.start_run(message, typed, RunKind::UserShell, turn);
        let id = CallId(turn.new_id());
        let call = ToolCall {
            id,
            provider_id: id.to_string(),
            tool: tool.to_owned(),
            arguments,
        };
        self.fact(
            turn,
            EventKind::CallRequested {
                message,
                call: call.clone(),
            },
        );
        if let Some(run) = &mut self.thread.run {
            run.calls.push(CallState::waiting(call, class));
        }
        self.advance(turn);
    }

    fn set_mode(&mut self, mode: Mode, turn: &mut StepBuilder<'_, '_>) {
        if let Some(why) = turn.sandbox.obstacle_to(mode) {
            return turn.reject(self.id, CommandKind::SetMode, why);
        }
        policy_state::set_mode(&mut self.policy, mode);
        self.policy_changed(turn);
    }

    fn set_confirm(&mut self, switch: Switch, on: Toggle, turn: &mut StepBuilder<'_, '_>) {
        match policy_state::set_confirm(&mut self.policy, switch, on) {
            Ok(()) => self.policy_changed(turn),
            Err(why) => turn.reject(self.id, CommandKind::SetConfirm, why),
        }
    }

    fn add_rule(&mut self, effect: RuleEffect, pattern: String, turn: &mut StepBuilder<'_, '_>) {
        if let Err(error) = policy::rules::RulePattern::parse(&pattern) {
            turn.reject(self.id, CommandKind::AddRule, error.notice());
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
            turn.reject(self.id, CommandKind::RevokeRule, notice!("told-no-rule"));
        }
    }

    pub(super) fn set_model(
        &mut self,
        provider: Option<String>,
        model: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.refuse_while_running(CommandKind::SetModel, turn) {
            return;
        }
        if let Some(why) = provider
            .as_deref()
            .and_then(|name| no_provider(name, turn.config))
        {
            return turn.reject(self.id, CommandKind::SetModel, why);
        }
        if model.is_empty() {
            let provider = provider.unwrap_or_else(|| self.thread.settings.provider.clone());
            return self.choose_model(provider, turn);
        }
        self.next_model = None;
        self.choosing = None;
        let before = self.thread.settings.clone();
        if let Some(provider) = provider {
            self.thread.settings.provider = provider;
        }
        self.thread.settings.model = model;
        self.carry_effort(&before, turn);
        self.settings_changed(turn);
        if self.thread.settings.provider != before.provider {
            self.thaw(turn);
        }
    }

    pub(super) fn include(&mut self, row: ContextRow, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.context.iter().all(|(id, _)| *id != row.id) {
            self.thread.context.push((row.id, row.place()));
            self.fact(turn, EventKind::ContextIncluded { row });
        }
    }

    fn exclude(&mut self, row: ContextId, turn: &mut StepBuilder<'_, '_>) {
        let before = self.thread.context.len();
        self.thread.context.retain(|(id, _)| *id != row);
        if self.thread.context.len() == before {
            turn.reject(
                self.id,
                CommandKind::ExcludeContext,
                notice!("told-not-included"),
            );
            return;
        }
        self.fact(turn, EventKind::ContextExcluded { row });
    }

    fn clear(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if !self.refuse_while_running(CommandKind::ClearMessages, turn) {
            self.thread.last_user_message = None;
            // A provider that keeps the conversation itself starts a new one.
            if !self.thread.settings.known_as.is_empty() {
                self.thread.settings.known_as.clear();
                self.settings_changed(turn);
            }
            self.thread.compactions.clear();
            self.forget_tasks_known();
            self.thread.memory.cleared();
            self.fact(turn, EventKind::SessionCleared);
            self.thaw(turn);
            self.ask_start_hooks(StartSource::Clear, turn);
        }
    }

    fn save_note(&self, base: String, text: String, turn: &mut StepBuilder<'_, '_>) {
        if text.len() > NOTE {
            return turn.reject(self.id, CommandKind::SaveNote, notice!("told-note-long"));
        }
        turn.effect(Effect::SaveNote {
            session: self.id,
            base,
            text,
        });
    }

    fn acknowledge(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.status == SessionStatus::Interrupted {
            self.set_status(SessionStatus::Idle, None, turn);
        } else {
            let why = notice!("told-not-interrupted");
            turn.reject(self.id, CommandKind::AcknowledgeInterrupted, why);
        }
    }

    /// Marks an interruption as seen, because a user who sends another message has read about it.
    pub(super) fn acknowledge_silently(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if self.thread.status == SessionStatus::Interrupted {
            self.set_status(SessionStatus::Idle, None, turn);
        }
    }
}

/// Returns the reason why a provider does not exist, with the nearest name or all names.
pub(super) fn no_provider(name: &str, config: &EngineConfig) -> Option<Notice> {
    let known: Vec<&str> = config.providers.iter().map(String::as_str).collect();
    if known.is_empty() || known.contains(&name) {
        return None;
    }
    let all = known.join(", ");
    let why = notice!("told-provider-unknown", word = name, models = all);
    Some(match nearest(name, &known) {
        Some(near) => notice!("told-did-you-mean", why, word = near),
        None => why,
    })
}
