//! The meaning of what one hook left: its exit status, standard output and standard error.

use serde_json::Value;

use super::definition::Dialect;
use super::event::HookEvent;
use super::verdict::HookDecision;
use notice::{Notice, notice};

/// The end of a hook's process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProcessEnd {
    Exited(i32),
    /// A signal ended it.
    Killed,
    TimedOut,
    /// It wrote more than it may; it was killed.
    TooMuchOutput,
    NotStarted(Notice),
}

/// A hook's process after its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookRun {
    pub end: ProcessEnd,
    pub stdout: String,
    pub stderr: String,
}

/// Exit status with which a hook objects.
const OBJECTS: i32 = 2;

/// The answer of one hook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HookAnswer {
    pub decision: HookDecision,
    /// The input that a call should have instead, in the names of the hook's program.
    pub updated: Option<Value>,
    /// Text for the model.
    pub context: Option<String>,
    /// Reason why the whole run ends.
    pub stops_run: Option<String>,
    /// Message to the user.
    pub message: Option<String>,
    /// Why the hook gave no answer.
    pub failure: Option<Notice>,
}

impl HookAnswer {
    /// Reads the answer to an event. A hook that failed gives no answer; before a call this means
    /// that the user is asked.
    pub fn read(event: HookEvent, dialect: Dialect, run: &HookRun) -> Self {
        let failure = match &run.end {
            ProcessEnd::Exited(0) => return Self::said(event, dialect, &run.stdout),
            ProcessEnd::Exited(OBJECTS) => {
                let why = run.stderr.trim();
                return Self {
                    decision: HookDecision::Deny(why.to_owned()),
                    ..Self::default()
                };
            }
            ProcessEnd::Exited(code) => match first_line(&run.stderr) {
                "" => notice!("hooks-failed-status", number = *code),
                reason => notice!("hooks-failed-saying", number = *code, reason),
            },
            ProcessEnd::Killed => notice!("hooks-failed-killed"),
            ProcessEnd::TimedOut => notice!("hooks-failed-time"),
            ProcessEnd::TooMuchOutput => {
                notice!("hooks-failed-output", bytes = super::OUTPUT_BYTES)
            }
            ProcessEnd::NotStarted(why) => notice!("hooks-failed-start", why),
        };
        Self::failed(event, failure)
    }

    fn failed(event: HookEvent, failure: Notice) -> Self {
        Self {
            decision: match event {
                HookEvent::PreToolUse => HookDecision::Ask(failure.to_string()),
                _ => HookDecision::Proceed,
            },
            failure: Some(failure),
            ..Self::default()
        }
    }

    /// Reads what a hook wrote that ended well: JSON, or text.
    fn said(event: HookEvent, dialect: Dialect, stdout: &str) -> Self {
        let text = stdout.trim();
        if !text.starts_with('{') {
            return Self::text(event, text);
        }
        match serde_json::from_str::<Value>(text) {
            Ok(said) => {
                Self::json(event, dialect, &said).unwrap_or_else(|why| Self::failed(event, why))
            }
            Err(_) if event.takes_text() => Self::text(event, text),
            Err(error) => {
                let why = notice!("hooks-failed-json", reason = error.to_string());
                Self::failed(event, why)
            }
        }
    }

    fn text(event: HookEvent, text: &str) -> Self {
        let is_context = event.takes_text() && !text.is_empty();
        Self {
            context: is_context.then(|| text.to_owned()),
            ..Self::default()
        }
    }

    fn json(event: HookEvent, dialect: Dialect, said: &Value) -> Result<Self, Notice> {
        let text = |name: &str| text_of(said, name);
        let specific = said
            .get("hookSpecificOutput")
            .filter(|part| !part.is_null());
        if let Some(named) = specific.and_then(|part| text_of(part, "hookEventName"))
            && named != event.name()
            && Some(named.as_str()) != event.gemini_name()
        {
            return Err(notice!("hooks-failed-event", name = named));
        }
        let goes_on = said
            .get("continue")
            .and_then(Value::as_bool)
            .unwrap_or(true);
        let decision = general(text("decision").as_deref(), text("reason"))?
            .stricter(permission(event, specific)?);
        let updated = specific.and_then(|part| {
            let gemini = part
                .get("tool_input")
                .filter(|_| dialect == Dialect::Gemini);
            part.get("updatedInput").or(gemini).cloned()
        });
        Ok(Self {
            decision,
            updated: updated.filter(|_| event == HookEvent::PreToolUse),
            context: specific.and_then(|part| text_of(part, "additionalContext")),
            stops_run: (!goes_on)
                .then(|| text("stopReason").or(text("reason")).unwrap_or_default()),
            message: text("systemMessage"),
            failure: None,
        })
    }
}

/// Reads the decision that every event can have.
fn general(word: Option<&str>, reason: Option<String>) -> Result<HookDecision, Notice> {
    let reason = reason.unwrap_or_default();
    match word {
        None | Some("approve" | "allow") => Ok(HookDecision::Proceed),
        Some("block" | "deny") => Ok(HookDecision::Deny(reason)),
        Some("ask") => Ok(HookDecision::Ask(reason)),
        Some(other) => Err(notice!("hooks-failed-word", word = other)),
    }
}

/// Reads the decision on a call. `allow` is not heard: it would skip the user's own rules.
fn permission(event: HookEvent, specific: Option<&Value>) -> Result<HookDecision, Notice> {
    let Some(specific) = specific.filter(|_| event == HookEvent::PreToolUse) else {
        return Ok(HookDecision::Proceed);
    };
    let reason = text_of(specific, "permissionDecisionReason").unwrap_or_default();
    match text_of(specific, "permissionDecision").as_deref() {
        None | Some("allow" | "defer") => Ok(HookDecision::Proceed),
        Some("deny") => Ok(HookDecision::Deny(reason)),
        Some("ask") => Ok(HookDecision::Ask(reason)),
        Some(other) => Err(notice!("hooks-failed-word", word = other)),
    }
}

fn text_of(value: &Value, name: &str) -> Option<String> {
    let text = value.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn first_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}
