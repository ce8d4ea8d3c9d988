//! Timing and usage of a session's runs: when the model, the tools and the user were at work, and
//! what each answer cost. The answer to `Query::Figures`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::session::Run;
use super::usage::Usage;

/// A run with its steps and spans, each list in the order of their start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunFigures {
    pub run: Run,
    /// First line of the message that started the run.
    pub asked: String,
    /// Answers of models, one per step.
    pub steps: Vec<StepFigures>,
    /// Tool calls and questions to the user during the run.
    pub spans: Vec<Span>,
}

/// An answer of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepFigures {
    pub model: String,
    pub started_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
    /// Token usage and cost of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// Whether a tool or the user was at work in a [`Span`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// A tool ran.
    Tool,
    /// The run waited for the user's answer.
    #[serde(rename = "human")]
    User,
}

/// A period of a run in which a tool ran or the user was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub kind: SpanKind,
    pub name: String,
    pub from: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Timestamp>,
    /// Whether it ended successfully.
    pub ok: bool,
}
