//! The known state of one live session: its facts, its messages, because they can be printed again,
//! and its calls, because each is referred to by its number.

use std::sync::Arc;

use client::phrases::session::{ProviderName, model_words};
use l10n::say;
use protocol::call::{CallResult, ToolCall};
use protocol::event::{Event, EventKind};
use protocol::ids::{CallId, MessageId, RunId};
use protocol::message::{Block, Message, Role};
use protocol::session::SessionSnapshot;
use session::{Conversation, SessionFacts};

#[derive(Debug, Clone)]
pub(super) struct LiveSession {
    pub(super) facts: SessionFacts,
    pub(super) conversation: Conversation,
    /// Calls in the order of their requests.
    pub(super) calls: Vec<(ToolCall, Option<CallResult>)>,
}

impl LiveSession {
    /// Creates the state of a new session.
    pub(super) fn new(facts: SessionFacts) -> Self {
        Self {
            facts,
            conversation: Conversation::default(),
            calls: Vec::new(),
        }
    }

    /// Creates the state from a snapshot.
    pub(super) fn of(snapshot: &SessionSnapshot) -> Self {
        let mut session = Self {
            facts: SessionFacts::of(snapshot),
            conversation: Conversation::of(&snapshot.messages),
            calls: Vec::new(),
        };
        for message in &snapshot.messages {
            session.take_calls(message);
        }
        session
    }

    /// Returns the messages, oldest first.
    pub(super) fn messages(&self) -> &[Arc<Message>] {
        &self.conversation.messages
    }

    pub(super) fn message(&self, id: MessageId) -> Option<&Message> {
        let mut messages = self.messages().iter();
        messages.find(|known| known.id == id).map(Arc::as_ref)
    }

    /// Returns a call with its number.
    pub(super) fn call(&self, id: CallId) -> Option<(usize, &ToolCall)> {
        let mut calls = self.calls.iter().enumerate();
        let (at, (call, _)) = calls.find(|(_, (call, _))| call.id == id)?;
        Some((at + 1, call))
    }

    /// Returns the user's messages to the agent, latest first, without the user's commands.
    pub(super) fn user_messages(&self) -> impl Iterator<Item = &Message> {
        let messages = self.messages().iter().rev().map(Arc::as_ref);
        messages.filter(|message| {
            let said = message.said().trim();
            message.role == Role::User && !said.is_empty() && !said.starts_with('!')
        })
    }

    /// Returns the runs, oldest first, each with its prompt.
    pub(super) fn runs(&self) -> Vec<(RunId, String)> {
        let mut runs: Vec<(RunId, String)> = Vec::new();
        for message in self.messages() {
            let Some(run) = message.run else { continue };
            match runs.iter_mut().find(|(known, _)| *known == run) {
                Some((_, asked)) if asked.is_empty() && message.role == Role::User => {
                    asked.push_str(message.said());
                }
                Some(_) => {}
                None if message.role == Role::User => runs.push((run, message.said().to_owned())),
                None => runs.push((run, String::new())),
            }
        }
        runs
    }

    /// Applies an event.
    pub(super) fn apply(&mut self, event: &Event) {
        self.facts.apply(event);
        self.conversation.apply(event);
        match &event.fact {
            EventKind::SessionCleared => self.calls.clear(),
            EventKind::MessageAdded { message } | EventKind::MessageCompleted { message } => {
                self.take_calls(message);
            }
            EventKind::CallRequested { call, .. } => self.add_call(call),
            EventKind::CallCompleted { result, .. } => self.take_result(result),
            _ => {}
        }
    }

    fn take_calls(&mut self, message: &Message) {
        for block in &message.blocks {
            match block {
                Block::ToolUse { call } => self.add_call(call),
                Block::ToolResult { result } => self.take_result(result),
                _ => {}
            }
        }
    }

    fn add_call(&mut self, call: &ToolCall) {
        if !self.calls.iter().any(|(known, _)| known.id == call.id) {
            self.calls.push((call.clone(), None));
        }
    }

    fn take_result(&mut self, result: &CallResult) {
        let mut calls = self.calls.iter_mut();
        if let Some((_, of)) = calls.find(|(call, _)| call.id == result.call) {
            *of = Some(result.clone());
        }
    }
}

/// Returns a session's name in quotes, or the words for an unnamed session.
pub(super) fn name_of(facts: &SessionFacts) -> String {
    match facts.settings.name.as_str() {
        "" => say!("plain-no-name").to_owned(),
        name => say!("plain-name", name = super::text::line(name)),
    }
}

/// Returns `provider/model`, or the words for no model.
pub(super) fn model_of(facts: &SessionFacts) -> String {
    match model_words(&facts.settings, ProviderName::Shown) {
        none if none.is_empty() => say!("plain-no-model").to_owned(),
        words => super::text::line(&words),
    }
}
