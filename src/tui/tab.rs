//! One session on the screen: its facts and activity, its conversation, its bar and its editor.

mod review;

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use super::activity::{Activity, Consequence};
use super::bar::{Bar, PassthroughQuestion, TimerHold};
use super::chrome::AfterLeaving;
use super::editor::Editor;
use super::effect::Effect;
use super::keymap::Context;
use super::pane::chat::Chat;
use super::pane::review::Review;
use super::part_options::PartOptions;
use super::reviewed::ReviewSummary;
use client::question::asks_permission;
use l10n::say;
use notice::words::before;
use protocol::approval::Mode;
use protocol::command::{Command, CommandKind};
use protocol::event::{Event, EventKind};
use protocol::ids::{ContentHash, MessageId, QuestionId};
use protocol::message::{Block, Role};
use protocol::picture;
use protocol::session::{QueuedMessage, SessionSnapshot};
use session::SessionFacts;

/// Whether a session has a tab in the tab row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabVisibility {
    Yes,
    /// The session is known only from events.
    No,
}

#[derive(Debug)]
pub struct Tab {
    pub facts: SessionFacts,
    pub activity: Activity,
    pub chat: Chat,
    pub bar: Bar,
    pub editor: Editor,
    /// Summary of the session's changes.
    pub reviewed: ReviewSummary,
    /// The file whose diff was shown when the user last left the session.
    pub file: Option<String>,
    /// The review, while it is open.
    pub review: Option<Review>,
    pub shown: TabVisibility,
    /// The message that the draft will replace.
    pub resend: Option<MessageId>,
    /// The draft that waits while a message is edited.
    pub set_aside: Option<String>,
    /// Text that returned to the draft before the stored draft was loaded; `None` once
    /// it is loaded.
    pub returned_before_load: Option<String>,
    /// The refused texts at the beginning of the draft, in the order in which they were sent.
    pub refused: String,
    /// Messages sent to the engine and neither accepted nor refused yet, oldest first.
    pub sent: VecDeque<PendingMessage>,
    /// Origin of each message known to this screen; a returned message goes back there.
    pub sent_from: BTreeMap<MessageId, SentFrom>,
    /// Time of the last sign of activity: the last event or the last command sent.
    pub heard: Duration,
    /// Time after that during which the user accepts silence, if they said so.
    pub patience: Duration,
}

/// Screen from which a message was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentFrom {
    Here,
    /// Another screen on the same session.
    Elsewhere,
}

/// A text on its way to the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingMessage {
    /// The text as typed.
    pub typed: String,
    /// The text as it appears in the conversation once the engine has accepted it.
    pub taken_as: String,
    /// The message that the text replaces.
    pub resend: Option<MessageId>,
    /// The hash by which a refusal identifies the text.
    pub said: Option<ContentHash>,
}

impl Tab {
    /// Creates a tab for a session.
    pub fn new(facts: SessionFacts, options: &PartOptions, shown: TabVisibility) -> Self {
        Self {
            chat: Chat::new(facts.id, options.zone().clone()).with_diffs(options.diffs),
            bar: Bar::new(facts.id, options.glyphs, options.motion),
            editor: Editor::new(
                facts.id,
                Arc::clone(&options.theme_names),
                options.editor_keys,
            ),
            activity: Activity::new(&facts.policy),
            facts,
            reviewed: ReviewSummary::default(),
            file: None,
            review: None,
            shown,
            resend: None,
            set_aside: None,
            returned_before_load: Some(String::new()),
            refused: String::new(),
            sent: VecDeque::new(),
            sent_from: BTreeMap::new(),
            heard: Duration::ZERO,
            patience: Duration::ZERO,
        }
    }

    /// Takes a lone `y` or `n` out of the draft if a question waits that such a key answers: the
    /// user pressed it just before the question could take it.
    pub fn take_stray_answer(&mut self) -> Option<String> {
        let question = self.bar.shown()?;
        let text = self.editor.text();
        let is_answer = matches!(text.trim(), "y" | "n") && asks_permission(question);
        is_answer.then(|| self.editor.clear().trim().to_owned())
    }

    /// Shows the session from a snapshot; the draft stays.
    pub fn reset(&mut self, snapshot: &SessionSnapshot, options: &PartOptions) -> Vec<Effect> {
        self.facts = SessionFacts::of(snapshot);
        self.activity = Activity {
            // A snapshot does not name the changed files; what is known from events stays.
            changed: std::mem::take(&mut self.activity.changed),
            applied_unasked: self.activity.applied_unasked,
            ..Activity::of(snapshot)
        };
        self.reviewed.record_outdated();
        let open = &self.facts.questions;
        let is_answered = |asked: QuestionId| open.iter().all(|open| open.id != asked);
        let review = self.review.as_mut();
        match review.map(|review| (review.question().is_some_and(is_answered), review)) {
            // The question that the review showed is answered.
            Some((true, _)) => self.review = None,
            Some((false, review)) => review.refresh(),
            None => {}
        }
        self.chat.reset(snapshot);
        self.bar = Bar::new(self.facts.id, options.glyphs, options.motion);
        snapshot
            .questions
            .iter()
            .flat_map(|prompt| self.bar.open(prompt.clone()))
            .collect()
    }

    /// Handles an event.
    pub fn apply(&mut self, event: &Event) -> (Option<Consequence>, Vec<Effect>) {
        self.chat.apply(event);
        let effects = match &event.fact {
            EventKind::QuestionOpened { question: prompt }
            | EventKind::ClarificationOpened { question: prompt } => self.bar.open(prompt.clone()),
            EventKind::QuestionAnswered { answer, .. }
            | EventKind::ClarificationAnswered { answer, .. } => self.bar.answered(answer.question),
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. } => self
                .facts
                .questions
                .iter()
                .flat_map(|open| self.bar.answered(open.id))
                .collect(),
            EventKind::CommandRejected {
                command,
                said,
                reason,
            } => {
                match (command, said) {
                    (CommandKind::AnswerQuestion, _) => self.bar.refused(Some(reason)),
                    (command, Some(said)) if command.is_input() => {
                        self.return_refused(said);
                    }
                    (command, None) if command.is_input() => {
                        self.return_oldest();
                    }
                    _ => {}
                }
                Vec::new()
            }
            EventKind::MessageQueued { message } => {
                self.message_queued(message);
                Vec::new()
            }
            EventKind::MessageAdded { message } if message.role == Role::User => {
                let texts = message.blocks.iter().filter_map(|block| match block {
                    Block::Text { text } => Some(text.as_str()),
                    _ => None,
                });
                let mut is_own = false;
                for text in texts {
                    is_own |= self.text_accepted(text);
                }
                self.note(message.id, is_own);
                Vec::new()
            }
            EventKind::QuestionTimerChanged {
                question: prompt,
                paused,
            } => {
                let hold = if *paused {
                    TimerHold::Held
                } else {
                    TimerHold::Running
                };
                self.bar.timer_changed(*prompt, hold);
                Vec::new()
            }
            _ => Vec::new(),
        };
        let mut consequence = self.activity.apply(event, &self.facts);
        self.facts.apply(event);
        if let EventKind::MessageUnqueued { message, .. } = &event.fact
            && self.sent_from.remove(&message.id) == Some(SentFrom::Elsewhere)
        {
            consequence = None;
        }
        (consequence, effects)
    }

    /// Handles a waiting message; a message that this screen has not sent belongs to another one.
    pub fn message_queued(&mut self, message: &QueuedMessage) {
        let is_own = self.text_accepted(&picture::read(&message.text).0);
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

    /// Records activity: an event arrived or a command was sent, so the time of
    /// silence starts again.
    pub fn record_activity(&mut self, now: Duration) {
        self.heard = now;
        self.patience = Duration::ZERO;
    }

    /// Whether the session is working and not waiting for the user.
    pub fn is_working(&self) -> bool {
        let waits = !self.facts.questions.is_empty() && !self.chat.has_running();
        self.facts.is_running() && !waits
    }

    /// Switches to passthrough in the workspace at `root`, or back to the mode before it.
    pub fn toggle_passthrough(&mut self, root: String, now: Duration) -> Vec<Effect> {
        let (session, mode) = (self.facts.id, self.facts.policy.mode);
        if mode == Mode::Passthrough || self.activity.knows_passthrough {
            return vec![Effect::Send(Command::TogglePassthrough { session })];
        }
        // The first time in a session the user is asked in full.
        let question = PassthroughQuestion::new(say!("whole-this-session"), root, mode.word());
        self.bar.ask_passthrough(question, now)
    }

    /// Whether the draft is empty.
    pub fn draft_is_empty(&self) -> bool {
        self.editor.is_empty()
    }

    /// Whether Up takes back a message that waits for the agent: only into an empty draft, so that
    /// the two texts do not mix.
    pub fn takes_back(&self) -> bool {
        let is_closed = self.editor.contexts() == [Context::Editor];
        !self.facts.queued.is_empty() && self.draft_is_empty() && self.resend.is_none() && is_closed
    }

    /// Whether the key for completion sends the draft for the end of the run instead.
    pub fn queues_on_completion(&self) -> bool {
        let runs = self.facts.is_running() && self.resend.is_none();
        runs && self.editor.is_message_without_completion()
    }

    /// Returns the effect of a second press of the key that leaves the editor: it stops a run, or takes
    /// the last message into an empty draft.
    pub fn after_leaving(&self) -> Option<AfterLeaving> {
        if self.facts.is_running() {
            return Some(AfterLeaving::StopRun);
        }
        let takes_text = !self.facts.is_frozen() && self.draft_is_empty();
        let edits = takes_text && self.chat.edit_of_last_message().is_some();
        edits.then_some(AfterLeaving::EditLast)
    }

    /// Takes the stored draft. Text that returned meanwhile may be the stored draft's beginning;
    /// text typed meanwhile goes after it.
    pub fn restore_stored_draft(&mut self, kept: &str) {
        let back = self.returned_before_load.take();
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

    /// Returns a text to the editor, before the text typed there.
    pub fn return_draft(&mut self, text: &str) {
        self.extend_draft(|draft| before(text, draft));
    }

    fn extend_draft(&mut self, extended: impl Fn(&str) -> String) {
        if let Some(back) = &mut self.returned_before_load {
            *back = extended(back);
        }
        if self.resend.is_some() {
            // The returned text must not mix with the message being edited.
            let waiting = self.set_aside.take().unwrap_or_default();
            self.set_aside = Some(extended(&waiting));
            return;
        }
        let typed = self.editor.text();
        self.editor.set(&extended(&typed));
    }

    /// Returns a refused text to the editor, behind those that were sent and refused before it.
    fn return_in_order(&mut self, text: &str) {
        let earlier = std::mem::take(&mut self.refused);
        let waiting = self.set_aside.as_ref().filter(|_| self.resend.is_some());
        let draft = waiting.map_or_else(|| self.editor.text(), String::clone);
        let follows = !earlier.is_empty() && draft.starts_with(&earlier);
        self.refused = if follows {
            before(&earlier, text)
        } else {
            text.to_owned()
        };
        let refused = self.refused.clone();
        self.extend_draft(|draft| match draft.strip_prefix(&earlier) {
            Some(rest) if follows => before(&refused, rest.trim_start_matches('\n')),
            _ => before(text, draft),
        });
    }

    /// Notes that the engine accepted a text, and has thereby decided about all earlier ones.
    /// Returns whether it was sent from here.
    fn text_accepted(&mut self, text: &str) -> bool {
        let place = self.sent.iter().position(|sent| sent.taken_as == text);
        if let Some(place) = place {
            self.sent.drain(..=place);
        }
        place.is_some()
    }

    /// Returns the oldest undecided text to the draft, because the engine refused it.
    fn return_oldest(&mut self) {
        if let Some(sent) = self.sent.pop_front() {
            self.refuse(&sent);
        }
    }

    /// Returns the refused text to the draft, if it was sent from here.
    fn return_refused(&mut self, said: &ContentHash) {
        let is_it = |sent: &PendingMessage| sent.said.as_ref() == Some(said);
        let place = self.sent.iter().position(is_it);
        if let Some(sent) = place.and_then(|place| self.sent.remove(place)) {
            self.refuse(&sent);
        }
    }

    /// Returns the last text to the draft, because it could not be sent to the engine.
    pub fn return_last(&mut self) {
        if let Some(sent) = self.sent.pop_back() {
            self.give_back(&sent);
        }
    }

    /// Returns all undecided texts to the draft in order, because the engine will
    /// never accept them.
    pub fn return_all(&mut self) {
        while !self.sent.is_empty() {
            self.return_last();
        }
    }

    /// Returns the typed texts that are in no conversation.
    pub fn unsent(&self) -> Vec<String> {
        let parts = self.set_aside.iter().cloned().chain([self.editor.text()]);
        parts.filter(|part| !part.trim().is_empty()).collect()
    }

    fn refuse(&mut self, sent: &PendingMessage) {
        match sent.resend {
            Some(_) => self.give_back(sent),
            None => self.return_in_order(&sent.typed),
        }
    }

    fn give_back(&mut self, sent: &PendingMessage) {
        let Some(message) = sent.resend.filter(|_| self.resend.is_none()) else {
            return self.return_draft(&sent.typed);
        };
        // The text is an edited message again, and text typed since waits until it is sent.
        self.set_draft_aside();
        self.resend = Some(message);
        self.editor.set(&sent.typed);
    }

    /// Puts the draft aside while a message is edited, and returns it.
    pub fn set_draft_aside(&mut self) -> Option<String> {
        if self.resend.is_none() {
            let draft = self.editor.text();
            self.set_aside = (!draft.trim().is_empty()).then_some(draft);
        }
        self.set_aside.clone()
    }

    /// Ends the editing of a message and restores the draft that was put aside.
    pub fn restore_set_aside(&mut self) {
        self.resend = None;
        let draft = self.set_aside.take().unwrap_or_default();
        self.editor.set(&draft);
    }
}
