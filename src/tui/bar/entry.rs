//! An open question with the bar's state for it. No keys and no drawing.

use std::time::Duration;

use super::field::{Field, FieldKind};
use crate::screen::Glyphs;
use client::question::{AnswerDraft, Choice, has_proposed, is_high_risk};
use l10n::say;
use protocol::approval::{Decision, Question, QuestionBody, WizardPlace};

/// The part that the bar shows below a question's header.
#[derive(Debug, Clone, Default)]
pub enum BarPanel {
    /// The question with its buttons.
    #[default]
    Buttons,
    /// The scopes that "always" can have.
    Scopes {
        /// The scope that Enter takes.
        index: usize,
    },
    /// A field to type in.
    Field(Box<Field>),
    /// Explanation of the risk.
    Risk,
    Help,
}

impl BarPanel {
    /// Whether it opens for a moment over the question, and closes when the focus goes elsewhere.
    pub fn is_passing(&self) -> bool {
        match self {
            BarPanel::Scopes { .. } | BarPanel::Risk | BarPanel::Help => true,
            BarPanel::Buttons | BarPanel::Field(_) => false,
        }
    }

    /// Creates a field that holds `text`.
    pub fn field(kind: FieldKind, text: &str) -> Self {
        BarPanel::Field(Box::new(Field::new(kind, text)))
    }
}

/// The countdown of a question, for display only: the engine has the authoritative one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    pub total: Duration,
    /// Remaining time when it last stood.
    pub left: Duration,
    /// Start of the current run; `None` while it is held or has not been given a time yet.
    pub running_since: Option<Duration>,
    pub held: bool,
}

impl Timer {
    /// Returns the remaining time.
    pub fn left(&self, now: Duration) -> Duration {
        let gone = self
            .running_since
            .map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.left.saturating_sub(gone)
    }

    pub fn hold(&mut self, now: Duration) {
        self.left = self.left(now);
        self.running_since = None;
        self.held = true;
    }

    /// Lets a held countdown continue.
    pub fn go_on(&mut self, now: Duration) {
        if self.held {
            self.held = false;
            self.running_since = Some(now);
        }
    }
}

/// The room that the bar has on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub width: u16,
    /// Maximum number of rows.
    pub height: u16,
    /// Glyphs that the screen is drawn with.
    pub glyphs: Glyphs,
    /// Whether other questions are waiting.
    pub others: Others,
}

/// Whether questions are waiting beside the one that is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Others {
    /// The shown question is the only one.
    #[default]
    None,
    Wait,
}

impl Default for View {
    fn default() -> Self {
        Self {
            width: 80,
            height: 10,
            glyphs: Glyphs::Unicode,
            others: Others::None,
        }
    }
}

/// A question and its state in the bar.
#[derive(Debug, Clone)]
pub struct Entry {
    pub question: Question,
    /// The part that is shown below the header.
    pub panel: BarPanel,
    /// Index of the focused button.
    pub button: usize,
    /// Index of the highlighted option or file.
    pub cursor: usize,
    /// What the user marked, switched or edited.
    pub draft: AnswerDraft,
    /// First body row that is shown.
    pub scroll: usize,
    /// Set by Esc: the question never takes the focus by itself again.
    pub deferred: bool,
    /// An answer was handed out; the question waits for the engine's confirmation.
    pub sent: bool,
    /// The user has seen the whole text.
    pub seen_in_full: bool,
    /// The width, and how many scrollable rows were shown at it, counted without a gap
    /// from the first.
    pub read: (u16, usize),
    /// A reason that the user has begun to type.
    pub reason: String,
    pub timer: Option<Timer>,
}

impl Entry {
    /// Returns the label of the switch for a command beside proposed changes: whether they are
    /// applied before it runs.
    pub fn switch(&self) -> Option<&'static str> {
        has_proposed(&self.question).then(|| {
            if self.draft.on_disk {
                say!("bar-switch-off")
            } else {
                say!("bar-switch-on")
            }
        })
    }

    /// Creates the state of a question that was just opened.
    pub fn new(question: Question) -> Self {
        let timer = question.timeout_s.map(|seconds| {
            let total = Duration::from_secs(u64::from(seconds));
            Timer {
                total,
                left: total,
                running_since: None,
                held: false,
            }
        });
        // If the user returns to an answered question, their earlier answer is there to be changed.
        let given = question.wizard.as_ref().and_then(WizardPlace::given);
        let cursor = match given {
            Some(Decision::Selected { indices }) => indices.first().copied().unwrap_or_default(),
            _ => 0,
        };
        let text = match given {
            Some(Decision::Text { text }) => text.as_str(),
            _ => "",
        };
        let panel = match question.body {
            QuestionBody::Input { .. } => BarPanel::field(FieldKind::Input, text),
            _ => BarPanel::Buttons,
        };
        Self {
            draft: AnswerDraft::new(&question),
            question,
            panel,
            button: 0,
            cursor,
            scroll: 0,
            deferred: false,
            sent: false,
            seen_in_full: false,
            read: (0, 0),
            reason: String::new(),
            timer,
        }
    }

    /// Returns the word that means yes if the risk is high.
    pub fn word(&self) -> String {
        self.draft.word(&self.question)
    }

    /// Returns the words for yes, the same wherever they stand: `approve`, or the word to type if
    /// the risk is high.
    pub fn yes(&self) -> String {
        if is_high_risk(&self.question) {
            say!("bar-yes-word", word = self.word())
        } else {
            say!("bar-yes").to_owned()
        }
    }

    /// Returns how many entries can be highlighted: files, or options with "other".
    pub fn items(&self) -> usize {
        match &self.question.body {
            QuestionBody::Delete { files } => files.len(),
            QuestionBody::Select { options, .. } => options.len() + 1,
            _ => 0,
        }
    }

    /// Whether "always" is offered: never while a part of what it would grant has not been shown.
    pub fn offers_always(&self, view: View) -> bool {
        Choice::Always.withheld(&self.question).is_none()
            && self.draft.edited.is_none()
            && (self.seen_in_full || super::rows::fits(self, view))
    }
}
