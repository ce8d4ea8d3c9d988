//! The model of a question that all front ends share: what the user can do with it, what a yes
//! grants, and since when it can be answered. Pure over [`Question`].
//!
//! Front ends draw the question and read keys or lines; what an input means for a question, and
//! what it must not mean, is decided here. The engine checks each answer again.

mod arming;
mod choice;
mod draft;
mod words;

pub use arming::Arming;
pub use choice::{Choice, Withheld, choices};
pub use draft::{AnswerDraft, hunks_decision};
pub use words::{author, problem, reason_to_ask};

use protocol::approval::{Answer, AnsweredBy, Decision, Question, QuestionBody, Risk};

/// Whether yes must be typed as a word.
pub fn is_high_risk(question: &Question) -> bool {
    question.risk.risk == Risk::High
}

/// Whether the question asks for permission, as opposed to an answer of the user's own.
pub fn asks_permission(question: &Question) -> bool {
    !matches!(
        question.body,
        QuestionBody::Input { .. } | QuestionBody::Select { .. }
    )
}

/// Whether the question is about a command beside proposed changes that are not on the disk.
pub fn has_proposed(question: &Question) -> bool {
    matches!(
        question.body,
        QuestionBody::Command {
            proposed: Some(_),
            ..
        }
    )
}

/// Returns the user's answer to exactly the text that was shown.
pub fn answer(question: &Question, decision: Decision) -> Answer {
    Answer {
        question: question.id,
        shown: question.shown,
        decision,
        by: AnsweredBy::Key,
    }
}

#[cfg(test)]
pub(crate) mod tests;
