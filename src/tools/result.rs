//! Builds the results of calls in the form that the model and the user see.

use std::time::Instant;

use serde_json::{Map, Value};

use super::api::{Finished, Prepared};
use super::rehearsal;
use super::snapshot::KeptBlobs;
use super::toolbox::Outcome;
use super::work::ToolOutput;
use notice::{Notice, notice};
use protocol::call::{CallResult, ToolError};
use protocol::ids::CallId;

/// Identifies a result.
pub(super) struct ResultKey {
    pub(super) call: CallId,
    pub(super) provider_id: String,
    pub(super) tool: String,
}

impl ResultKey {
    pub(super) fn of(prepared: &Prepared) -> Self {
        Self {
            call: prepared.plan.call,
            provider_id: prepared.provider_id.clone(),
            tool: prepared.plan.tool.clone(),
        }
    }

    pub(super) fn finish(self, outcome: Result<Outcome, ToolError>, began: Instant) -> Finished {
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut finished = match outcome {
            Ok(outcome) => {
                let log_path = outcome.log_path;
                let (observed, kept) = outcome.observed;
                let result = match outcome.failed {
                    Some(error) => CallResult {
                        summary: outcome.seen.summary,
                        ..self.failed(error)
                    },
                    None => self.succeeded(outcome.seen),
                };
                Finished {
                    result,
                    stat: outcome.stat,
                    applied: outcome.applied,
                    observed,
                    kept,
                    log_path,
                }
            }
            Err(error) => Finished {
                result: self.failed(error),
                stat: None,
                applied: None,
                observed: Vec::new(),
                kept: KeptBlobs::default(),
                log_path: None,
            },
        };
        finished.result.duration_ms = duration_ms;
        finished
    }

    /// Returns a recorded result unchanged.
    pub(super) fn recorded(self, content: Value) -> Finished {
        let error = rehearsal::error_in(&content);
        let ok = content.get("success") != Some(&Value::Bool(false));
        Finished {
            result: CallResult {
                call: self.call,
                provider_id: self.provider_id,
                tool: self.tool,
                ok,
                content,
                summary: notice!("gave-recorded"),
                error,
                duration_ms: 0,
            },
            stat: None,
            applied: None,
            observed: Vec::new(),
            kept: KeptBlobs::default(),
            log_path: None,
        }
    }

    fn succeeded(self, seen: ToolOutput) -> CallResult {
        let mut content = Map::new();
        content.insert("success".into(), Value::Bool(true));
        content.extend(seen.fields);
        CallResult {
            call: self.call,
            provider_id: self.provider_id,
            tool: self.tool,
            ok: true,
            content: Value::Object(content),
            summary: seen.summary,
            error: None,
            duration_ms: 0,
        }
    }

    pub(super) fn failed(self, error: ToolError) -> CallResult {
        CallResult {
            call: self.call,
            provider_id: self.provider_id,
            tool: self.tool,
            ok: false,
            content: error.to_model(),
            summary: gave_error(&error),
            error: Some(error),
            duration_ms: 0,
        }
    }
}

/// Returns the line for the chat about an error.
pub(super) fn gave_error(error: &ToolError) -> Notice {
    let words = error.message.to_string();
    // A text, or a message of several lines, came from a program.
    let why = if error.message.id().is_none() || words.contains('\n') {
        let line = words.lines().next().unwrap_or_default();
        Notice::text(line.chars().take(120).collect::<String>())
    } else {
        error.message.clone()
    };
    notice!("gave-error", word = error.code.code(), why)
}
