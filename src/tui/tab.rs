//! One session on the screen: what is known of it, its conversation, its bar and its editor.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::time::Duration;

use super::facts::{Consequence, SessionFacts};
use super::keymap::Context;
use super::part::{BarView, ChatView, EditorView, PaneEffect, PaneFactory, Paused, ReviewView};
use super::reviewed::ReviewSummary;
use crate::protocol::event::{Event, EventKind};
use crate::protocol::ids::{ContentHash, MessageId, QuestionId};
use crate::protocol::message::{Block, Role};
use crate::protocol::picture;
use crate::protocol::session::{QueuedMessage, SessionSnapshot};
use crate::words::before;

/// Whether a session has a tab in the row of tabs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabVisibility {
    Yes,
    /// It was only heard of.
    No,
}

#[derive(Debug)]
pub struct Tab {
    /// What is known of the session.
    pub facts: SessionFacts,
    pub chat: Box<dyn ChatView>,
    pub bar: Box<dyn BarView>,
    pub editor: Box<dyn EditorView>,
    /// What is known of its changes.
    pub reviewed: ReviewSummary,
    /// The file whose difference was shown when it was left.
    pub file: Option<String>,
    /// Its review, while that is open.
    pub review: Option<Box<dyn ReviewView>>,
    /// Whether it has a tab.
    pub shown: TabVisibility,
    /// The message in whose place the draft is sent.
    pub resend: Option<MessageId>,
    /// The draft that waits while a message is edited.
    pub set_aside: Option<String>,
    /// What came back to the draft before that which was kept of it; `None` once that is here.
    pub came_back: Option<String>,
    /// What was given to the engine and is neither taken nor refused yet, oldest first.
    pub sent: VecDeque<PendingMessage>,
    /// Where messages were sent that this screen has heard of: they come back there.
    pub sent_from: BTreeMap<MessageId, SentFrom>,
    /// When something was last heard of it, or given to it.
    pub heard: Duration,
    /// For how long from then on its silence is borne, where the human said so.
    pub patience: Duration,
}

/// Where a message was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentFrom {
    /// From this screen.
    Here,
    /// From another one on the same session.
    Elsewhere,
}

/// A text that is on its way to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingMessage {
    /// As it was typed.
    pub typed: String,
    /// As it stands in the conversation once it is taken.
    pub taken_as: String,
    /// The message in whose place it was sent.
    pub resend: Option<MessageId>,
    /// What a refusal of it bears.
    pub said: Option<ContentHash>,
}

impl Tab {
    /// A tab for a session.
    pub fn new(facts: SessionFacts, parts: &dyn PaneFactory, shown: TabVisibility) -> Self {
        Self {
            chat: parts.chat(facts.id),
            bar: parts.bar(facts.id),
            editor: parts.editor(facts.id),
            facts,
            reviewed: ReviewSummary::default(),
            file: None,
            review: None,
            shown,
            resend: None,
            set_aside: None,
            came_back: Some(String::new()),
            sent: VecDeque::new(),
            sent_from: BTreeMap::new(),
            heard: Duration::ZERO,
            patience: Duration::ZERO,
        }
    }

    /// Shows the session as it stands; the draft stays.
    pub fn reset(
        &mut self,
        snapshot: &SessionSnapshot,
        parts: &dyn PaneFactory,
    ) -> Vec<PaneEffect> {
        self.facts = SessionFacts {
            // A snapshot does not tell which files; those that were heard of were changed nevertheless.
            changed: std::mem::take(&mut self.facts.changed),
            ..SessionFacts::of(snapshot)
        };
        self.reviewed.look();
        let is_answered = |asked: QuestionId| !self.facts.prompts.contains(&asked);
        let review = self.review.as_mut();
        match review.map(|review| (review.prompt().is_some_and(is_answered), review)) {
            // What was asked there is answered.
            Some((true, _)) => self.review = None,
            Some((false, review)) => review.refresh(),
            None => {}
        }
        self.chat.reset(snapshot);
        self.bar = parts.bar(self.facts.id);
        snapshot
            .prompts
            .iter()
            .flat_map(|prompt| self.bar.open(prompt.clone()))
            .collect()
    }

    /// Takes an event in.
    pub fn apply(&mut self, event: &Event) -> (Option<Consequence>, Vec<PaneEffect>) {
        self.chat.apply(event);
        let effects = match &event.fact {
            EventKind::PromptOpened { prompt } | EventKind::ClarificationOpened { prompt } => {
                self.bar.open(prompt.clone())
            }
            EventKind::PromptAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => self.bar.answered(answer.prompt),
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. } => self
                .facts
                .prompts
                .clone()
                .into_iter()
                .flat_map(|prompt| self.bar.answered(prompt))
                .collect(),
            EventKind::CommandRejected {
                command,
                said,
                reason,
            } => {
                match (command.as_str(), said) {
                    ("answer_prompt", _) => self.bar.refused(Some(reason.as_str())),
                    ("send_message" | "resend_message" | "run_shell", Some(said)) => {
                        self.give_back_this(said);
                    }
                    ("send_message" | "resend_message" | "run_shell", None) => {
                        self.give_back_first();
                    }
                    _ => {}
                }
                Vec::new()
            }
            EventKind::MessageQueued { message } => {
                self.waits(message);
                Vec::new()
            }
            EventKind::MessageAdded { message } if message.role == Role::User => {
                let texts = message.blocks.iter().filter_map(|block| match block {
                    Block::Text { text } => Some(text.as_str()),
                    _ => None,
                });
                let mut is_own = false;
                for text in texts {
                    is_own |= self.was_taken(text);
                }
                self.note(message.id, is_own);
                Vec::new()
            }
            EventKind::PromptTimerChanged { prompt, paused } => {
                let paused = if *paused { Paused::Yes } else { Paused::No };
                self.bar.timer_changed(*prompt, paused);
                Vec::new()
            }
            _ => Vec::new(),
        };
        let mut consequence = self.facts.apply(event);
        if let EventKind::MessageUnqueued { message, .. } = &event.fact
            && self.sent_from.remove(&message.id) == Some(SentFrom::Elsewhere)
        {
            consequence = None;
        }
        (consequence, effects)
    }

    /// A message waits; one that this screen has not sent is another's.
    pub fn waits(&mut self, message: &QueuedMessage) {
        let is_own = self.was_taken(&picture::read(&message.text).0);
        self.note(message.id, is_own);
    }

    fn note(&mut self, message: MessageId, is_own: bool) {
        let whence = if is_own {
            SentFrom::Here
        } else {
            SentFrom::Elsewhere
        };
        self.sent_from.entry(message).or_insert(whence);
    }

    /// Something was heard of it, or given to it: from now on its silence counts anew.
    pub fn hear(&mut self, now: Duration) {
        self.heard = now;
        self.patience = Duration::ZERO;
    }

    /// Whether nothing is typed.
    pub fn draft_is_empty(&self) -> bool {
        self.editor.is_empty()
    }

    /// Whether Up takes a message back that waits for the agent: what is typed would be mixed up with it.
    pub fn takes_back(&self) -> bool {
        let is_closed = self.editor.contexts() == [Context::Editor];
        !self.facts.queued.is_empty() && self.draft_is_empty() && self.resend.is_none() && is_closed
    }

    /// The draft that was kept of it is here. What came back meanwhile may be its beginning; what was typed meanwhile
    /// stands behind it.
    pub fn draft_came(&mut self, kept: &str) {
        let back = self.came_back.take();
        if self.draft_is_empty() {
            return self.editor.restore(kept);
        }
        let Some(back) = back.filter(|_| !kept.is_empty()) else {
            return;
        };
        let typed = self.editor.text();
        match (kept.strip_prefix(&back), typed.strip_prefix(&back)) {
            (Some(rest), Some(behind)) if !back.is_empty() => {
                self.editor.set(&format!("{back}{rest}{behind}"));
            }
            _ => self.return_draft(kept),
        }
    }

    /// Gives a text back to the editor, before what is typed there.
    pub fn return_draft(&mut self, text: &str) {
        if let Some(back) = &mut self.came_back {
            *back = before(text, back);
        }
        if self.resend.is_some() {
            // The message that is edited is not mixed up with it.
            let waiting = self.set_aside.take().unwrap_or_default();
            self.set_aside = Some(before(text, &waiting));
            return;
        }
        let typed = self.editor.text();
        self.editor.set(&before(text, &typed));
    }

    /// The engine took a text, and so has decided about all before it. Tells whether it was sent here.
    fn was_taken(&mut self, text: &str) -> bool {
        let place = self.sent.iter().position(|sent| sent.taken_as == text);
        if let Some(place) = place {
            self.sent.drain(..=place);
        }
        place.is_some()
    }

    /// The engine refused the oldest text that it had not decided about: it comes back.
    fn give_back_first(&mut self) {
        if let Some(sent) = self.sent.pop_front() {
            self.give_back(&sent);
        }
    }

    /// The engine refused this text: it comes back, if it was sent here.
    fn give_back_this(&mut self, said: &ContentHash) {
        let is_it = |sent: &PendingMessage| sent.said.as_ref() == Some(said);
        let place = self.sent.iter().position(is_it);
        if let Some(sent) = place.and_then(|place| self.sent.remove(place)) {
            self.give_back(&sent);
        }
    }

    /// The last text could not be given to the engine: it comes back.
    pub fn give_back_last(&mut self) {
        if let Some(sent) = self.sent.pop_back() {
            self.give_back(&sent);
        }
    }

    /// Nothing that was given to the engine and not taken ever will be: all of it comes back, in its order.
    pub fn give_back_all(&mut self) {
        while !self.sent.is_empty() {
            self.give_back_last();
        }
    }

    /// What was typed and is in no conversation.
    pub fn unsent(&self) -> Vec<String> {
        let parts = self.set_aside.iter().cloned().chain([self.editor.text()]);
        parts.filter(|part| !part.trim().is_empty()).collect()
    }

    fn give_back(&mut self, sent: &PendingMessage) {
        let Some(message) = sent.resend.filter(|_| self.resend.is_none()) else {
            return self.return_draft(&sent.typed);
        };
        // It is an edited message again, and what was typed since waits for it.
        self.set_draft_aside();
        self.resend = Some(message);
        self.editor.set(&sent.typed);
    }

    /// Puts the draft aside while a message is edited; gives it.
    pub fn set_draft_aside(&mut self) -> Option<String> {
        if self.resend.is_none() {
            let draft = self.editor.text();
            self.set_aside = (!draft.trim().is_empty()).then_some(draft);
        }
        self.set_aside.clone()
    }

    /// No message is edited any more: the draft that was put aside is back.
    pub fn take_draft_back(&mut self) {
        self.resend = None;
        let draft = self.set_aside.take().unwrap_or_default();
        self.editor.set(&draft);
    }
}
