//! What a session's runs were made of: when the model, the tools and the human had the time, and what each answer
//! took. Answered to `Query::Figures`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::session::Run;
use super::usage::Usage;

/// A run and its parts, each in the order in which it began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunFigures {
    pub run: Run,
    /// The first line of the message that began it.
    pub asked: String,
    /// Answers of models.
    pub steps: Vec<StepFigures>,
    /// What went on beside them.
    pub spans: Vec<Span>,
}

/// One answer of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepFigures {
    pub model: String,
    /// When it was asked.
    pub started_at: Timestamp,
    /// When the answer was whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// What it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// Who had the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// A tool worked.
    Tool,
    /// The human was asked.
    Human,
}

/// A time in which something went on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Who had it.
    pub kind: SpanKind,
    /// The tool's name.
    pub name: String,
    /// When it began.
    pub from: Timestamp,
    /// When it was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Timestamp>,
    /// Whether it ended well.
    pub ok: bool,
}
