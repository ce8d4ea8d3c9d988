//! One session on the screen: what is known of it, its conversation, its bar and its editor.

use super::facts::{Consequence, SessionFacts};
use super::part::{BarView, ChatView, EditorView, PartEffect, Parts, Paused};
use crate::protocol::event::{Event, Fact};
use crate::protocol::ids::MessageId;
use crate::protocol::session::SessionSnapshot;

/// Whether a session has a tab in the row of tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// It has.
    Yes,
    /// It was only heard of.
    No,
}

/// See the module.
#[derive(Debug)]
pub struct Tab {
    /// What is known of the session.
    pub facts: SessionFacts,
    /// Its conversation.
    pub chat: Box<dyn ChatView>,
    /// Its bar.
    pub bar: Box<dyn BarView>,
    /// Its editor.
    pub editor: Box<dyn EditorView>,
    /// Whether it has a tab.
    pub shown: Shown,
    /// The message in whose place the draft is sent.
    pub resend: Option<MessageId>,
    /// What was sent last, until the engine has taken it.
    pub sent: Option<String>,
}

impl Tab {
    /// A tab for a session.
    pub fn new(facts: SessionFacts, parts: &dyn Parts, shown: Shown) -> Self {
        Self {
            chat: parts.chat(facts.id),
            bar: parts.bar(facts.id),
            editor: parts.editor(facts.id),
            facts,
            shown,
            resend: None,
            sent: None,
        }
    }

    /// Shows the session as it stands; the draft stays.
    pub fn reset(&mut self, snapshot: &SessionSnapshot, parts: &dyn Parts) -> Vec<PartEffect> {
        self.facts = SessionFacts::of(snapshot);
        self.chat.reset(snapshot);
        self.bar = parts.bar(self.facts.id);
        snapshot
            .prompts
            .iter()
            .flat_map(|prompt| self.bar.open(prompt.clone()))
            .collect()
    }

    /// Takes an event in.
    pub fn apply(&mut self, event: &Event) -> (Option<Consequence>, Vec<PartEffect>) {
        self.chat.apply(event);
        let effects = match &event.fact {
            Fact::PromptOpened { prompt } | Fact::ClarificationOpened { prompt } => {
                self.bar.open(prompt.clone())
            }
            Fact::PromptAnswered { answer, .. } | Fact::ClarificationAnswered { answer, .. } => {
                self.bar.answered(answer.prompt)
            }
            Fact::RunCompleted { .. }
            | Fact::RunCancelled { .. }
            | Fact::RunFailed { .. }
            | Fact::RunInterrupted { .. } => self
                .facts
                .prompts
                .clone()
                .into_iter()
                .flat_map(|prompt| self.bar.answered(prompt))
                .collect(),
            Fact::CommandRejected { command, .. } => {
                self.refused(command);
                Vec::new()
            }
            Fact::MessageAdded { .. } | Fact::MessageQueued { .. } | Fact::RunStarted { .. } => {
                self.sent = None;
                Vec::new()
            }
            Fact::PromptTimerChanged { prompt, paused } => {
                let paused = if *paused { Paused::Yes } else { Paused::No };
                self.bar.timer_changed(*prompt, paused);
                Vec::new()
            }
            _ => Vec::new(),
        };
        (self.facts.apply(event), effects)
    }

    /// The engine did not take an order: what was typed for it is not lost.
    fn refused(&mut self, command: &str) {
        if command.contains("answer") {
            self.bar.refused();
        }
        if matches!(command, "send_message" | "resend_message" | "run_shell")
            && let Some(text) = self.sent.take()
        {
            self.return_draft(&text);
        }
    }

    /// Whether nothing is typed.
    pub fn draft_is_empty(&self) -> bool {
        self.editor.is_empty()
    }

    /// Gives a text back to the editor, before what is typed there.
    pub fn return_draft(&mut self, text: &str) {
        let typed = self.editor.text();
        match typed.is_empty() {
            true => self.editor.set(text),
            false => self.editor.set(&format!("{text}\n{typed}")),
        }
    }
}
