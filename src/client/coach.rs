//! The line that tells the user of the demo what to press next. It follows the session's events, so
//! it names the step that is due even if the user leaves the suggested path.

use l10n::say;
use protocol::approval::{Question, Risk};
use protocol::event::{Event, EventKind};
use protocol::ids::QuestionId;

/// The steps of the demo.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Step {
    /// The task waits in the editor.
    #[default]
    Send,
    /// The agent works, and there is nothing to do.
    Work,
    /// The proposed changes have not been looked at.
    Review,
    /// A command waits for a yes.
    Run,
    /// The same one again, after it failed.
    RunAgain,
    /// A command of high risk waits for a no.
    Refuse,
    RollBack,
    End,
}

/// Follows the demo.
#[derive(Debug, Default)]
pub struct Coach {
    step: Step,
    /// The question that the step is about.
    question: Option<QuestionId>,
    has_reviewed: bool,
    has_run: bool,
}

impl Coach {
    /// Returns the line; `None` while there is nothing to do.
    pub fn line(&self) -> Option<&'static str> {
        match self.step {
            Step::Send => Some(say!("coach-send")),
            Step::Work => None,
            Step::Run | Step::RunAgain if !self.has_reviewed => Some(say!("coach-review")),
            Step::Review => Some(say!("coach-review")),
            Step::Run => Some(say!("coach-run")),
            Step::RunAgain => Some(say!("coach-run-again")),
            Step::Refuse => Some(say!("coach-refuse")),
            Step::RollBack => Some(say!("coach-roll-back")),
            Step::End => Some(say!("coach-end")),
        }
    }

    /// Notes that the user has opened the review.
    pub fn review_opened(&mut self) {
        self.has_reviewed = true;
        if self.step == Step::Review {
            self.step = Step::Work;
        }
    }

    /// Applies an event of the demo's session.
    pub fn apply(&mut self, event: &Event) {
        match &event.fact {
            EventKind::RunStarted { .. } => self.step = Step::Work,
            EventKind::EditsProposed { .. } if !self.has_reviewed && self.step == Step::Work => {
                self.step = Step::Review;
            }
            EventKind::QuestionOpened { question } => self.asked(question),
            EventKind::QuestionAnswered { answer, .. }
                if Some(answer.question) == self.question =>
            {
                self.has_run = true;
                // A user who has answered knows how; the review is not insisted on.
                self.has_reviewed = true;
                self.step = Step::Work;
            }
            EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. } => self.step = Step::RollBack,
            EventKind::RollbackCompleted { .. } => self.step = Step::End,
            _ => {}
        }
    }

    fn asked(&mut self, question: &Question) {
        self.question = Some(question.id);
        self.step = match question.risk.risk {
            Risk::High => Step::Refuse,
            _ if self.has_run => Step::RunAgain,
            _ => Step::Run,
        };
    }
}
