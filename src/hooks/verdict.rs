//! Folds the answers of several hooks into one verdict: the strictest answer decides.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::HookAnswer;
use super::definition::Dialect;
use super::tool_names::arguments_of;
use super::wire::Occasion;
use notice::{Notice, notice};
use redact::{mask, sanitize};

/// The decision of hooks. The reason is empty if none was given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decision", content = "reason", rename_all = "snake_case")]
pub enum HookDecision {
    /// Nothing: everything goes on as without hooks.
    #[default]
    Proceed,
    /// The user is asked.
    Ask(String),
    /// A call is refused, a prompt is not sent, a run does not end.
    Deny(String),
}

impl HookDecision {
    fn rank(&self) -> u8 {
        match self {
            Self::Proceed => 0,
            Self::Ask(_) => 1,
            Self::Deny(_) => 2,
        }
    }

    fn map(self, change: fn(&str) -> String) -> Self {
        match self {
            Self::Proceed => Self::Proceed,
            Self::Ask(why) => Self::Ask(change(&why)),
            Self::Deny(why) => Self::Deny(change(&why)),
        }
    }

    /// Returns the stricter of two decisions; of equals the first, with both reasons.
    #[must_use]
    pub fn stricter(self, other: Self) -> Self {
        match (self, other) {
            (Self::Ask(one), Self::Ask(other)) => Self::Ask(joined(one, &other)),
            (Self::Deny(one), Self::Deny(other)) => Self::Deny(joined(one, &other)),
            (one, other) if other.rank() > one.rank() => other,
            (one, _) => one,
        }
    }
}

/// The verdict of all hooks of an occasion.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HookVerdict {
    pub decision: HookDecision,
    /// The arguments that a call should have instead, in our names. They are decided again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated: Option<Value>,
    /// Text for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Reason why the whole run ends; empty if none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops_run: Option<String>,
    /// Messages to the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<Notice>,
}

impl HookVerdict {
    /// Turns the answer of one hook to an occasion into a verdict. `name` is what the user knows the
    /// hook by.
    pub fn of(
        answer: HookAnswer,
        occasion: &Occasion,
        (root, dialect): (&Path, Dialect),
        name: &str,
    ) -> Self {
        let mut told = Vec::new();
        if let Some(why) = answer.failure {
            told.push(notice!("hooks-told-failed", name, why));
        }
        if let Some(text) = answer.message {
            let text = Notice::text(clean(&text));
            told.push(notice!("hooks-told-message", name, text));
        }
        let mut decision = answer.decision.map(clean);
        let updated = match (occasion, answer.updated) {
            (
                Occasion::PreToolUse {
                    tool, arguments, ..
                },
                Some(wanted),
            ) => match arguments_of(tool, arguments, &wanted, root, dialect) {
                Ok(updated) => (updated != *arguments).then_some(updated),
                Err(fault) => {
                    let why = notice!("hooks-not-translated", name, word = fault.argument);
                    decision = decision.stricter(HookDecision::Ask(why.to_string()));
                    told.push(why);
                    None
                }
            },
            _ => None,
        };
        Self {
            decision,
            updated,
            context: answer.context.as_deref().map(clean),
            stops_run: answer.stops_run.as_deref().map(clean),
            told,
        }
    }

    /// Adds the verdict of one more hook. Of two that want different arguments the first is used, and
    /// the user is asked.
    #[must_use]
    pub fn and(self, next: Self) -> Self {
        let mut decision = self.decision.stricter(next.decision);
        let updated = match (self.updated, next.updated) {
            (Some(one), Some(other)) if one != other => {
                let why = notice!("hooks-contradict").to_string();
                decision = decision.stricter(HookDecision::Ask(why));
                Some(one)
            }
            (one, other) => one.or(other),
        };
        let mut told = self.told;
        told.extend(next.told);
        Self {
            decision,
            updated,
            context: both(self.context, next.context),
            stops_run: both(self.stops_run, next.stops_run),
            told,
        }
    }
}

/// Makes a hook's text fit to be shown and sent.
fn clean(text: &str) -> String {
    mask(&sanitize(text)).into_owned()
}

fn both(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(joined(one, &other)),
        (one, other) => one.or(other),
    }
}

fn joined(one: String, other: &str) -> String {
    if one.is_empty() {
        return other.to_owned();
    }
    if other.is_empty() || one == other {
        return one;
    }
    format!("{one}\n{other}")
}
