//! Events printed verbatim, and words for sessions and calls.

use serde_json::Value;

use crate::live_session::LiveSession;
use crate::narration;
use crate::text::{self, lines};
use client::phrases;
use client::phrases::call::{fields, text_of};
use client::phrases::checkpoint::label;
use client::phrases::sandbox::ran_in;
use l10n::{counted, say, time_words};
use notice::Notice;
use protocol::call::{CallResult, ToolCall};
use protocol::change::CheckpointKind;
use protocol::event::{EventKind, NoticeLevel};
use protocol::message::Role;
use protocol::review::OperationKind;
use session::SessionFacts;

/// Maximum letters of a call's arguments that are printed.
const ARGUMENT_LETTERS: usize = 120;

/// Returns the lines of events that are printed as they are.
pub(super) fn told(fact: &EventKind) -> Vec<String> {
    let line = match fact {
        EventKind::Notice { level, text } => notice_words(*level, text),
        EventKind::CommandRejected {
            command, reason, ..
        } if !command.is_by_the_way() => say!("plain-refused", reason = text::told(reason)),
        EventKind::RetryScheduled {
            attempt,
            of,
            after_ms,
            error,
        } => say!(
            "plain-retry",
            attempt,
            of,
            time = time_words(*after_ms),
            error = text::told(&error.message)
        ),
        EventKind::RunInterrupted { unknown_calls } => match unknown_calls.len() {
            0 => say!("plain-run-interrupted").to_owned(),
            count => say!(
                "plain-run-interrupted-calls",
                calls = counted(count, "call")
            ),
        },
        EventKind::QuestionTimerChanged { paused: true, .. } => {
            say!("plain-time-stands").to_owned()
        }
        EventKind::QuestionTimerChanged { paused: false, .. } => say!("plain-time-runs").to_owned(),
        EventKind::SessionCleared => say!("plain-cleared").to_owned(),
        EventKind::SessionImported { name, messages } => say!(
            "plain-imported",
            name = text::line(name),
            messages = counted(*messages, "message")
        ),
        EventKind::RouteChosen { route } if route.reason != protocol::route::RouteReason::Mode => {
            text::told(&route.line())
        }
        EventKind::AgentModeChanged { mode } => say!("plain-agent-mode-is", mode = mode.word()),
        EventKind::ConversationCompacted { compaction } => say!(
            "plain-compacted",
            messages = counted(compaction.messages, "message"),
            before = compaction.before,
            after = compaction.after
        ),
        EventKind::CompactionFailed { reason, .. } => {
            say!("plain-not-compacted", reason = text::told(reason))
        }
        EventKind::CompactionUndone { .. } => say!("plain-summary-gone").to_owned(),
        EventKind::CheckpointCreated { checkpoint } if checkpoint.kind == CheckpointKind::Named => {
            say!(
                "plain-checkpoint-made",
                number = checkpoint.number,
                label = text::line(&label(checkpoint))
            )
        }
        EventKind::CheckpointRenamed { name, .. } => {
            say!("plain-checkpoint-called", name = text::line(name))
        }
        // These operations announce themselves.
        EventKind::OperationDone { operation }
            if matches!(
                operation.kind,
                OperationKind::Split | OperationKind::Comment
            ) =>
        {
            return Vec::new();
        }
        EventKind::OperationDone { operation } => {
            say!("plain-review-done", label = text::told(&operation.label))
        }
        EventKind::OperationMoved { undone, label, .. } => {
            let label = text::told(label);
            if *undone {
                say!("plain-undone", label)
            } else {
                say!("plain-redone", label)
            }
        }
        EventKind::HunkSplit { parts, .. } => {
            say!("plain-hunk-split", hunks = counted(parts.len(), "hunk"))
        }
        EventKind::CommentAdded { comment } => {
            let path = text::line(&comment.path);
            match comment.on.git() {
                Some(_) => say!("plain-git-comment-kept", path),
                None => say!("plain-comment-kept", path),
            }
        }
        EventKind::CommentRemoved { .. } => say!("plain-comment-gone").to_owned(),
        EventKind::CommentsSent { comments, .. } => say!(
            "plain-comments-sent",
            comments = counted(comments.len(), "comment")
        ),
        EventKind::ReviewReported { told, .. } => say!(
            "plain-review-told",
            verdicts = counted(told.hunks.len(), "verdict"),
            comments = counted(told.comments.len(), "comment")
        ),
        EventKind::RollbackStarted { title, .. } => {
            say!("plain-rollback-started", title = text::told(title))
        }
        EventKind::RollbackCompleted { .. } => say!("plain-rollback-done").to_owned(),
        EventKind::RollbackFailed { reason, .. } => {
            say!("plain-rollback-failed", reason = text::told(reason))
        }
        _ => return Vec::new(),
    };
    vec![line]
}

/// Returns the words of a notice with its level.
pub(super) fn notice_words(level: NoticeLevel, text: &Notice) -> String {
    let text = text::told(text);
    match level {
        NoticeLevel::Info => say!("plain-note", text),
        NoticeLevel::Warning => say!("plain-warning", text),
        NoticeLevel::Error => say!("plain-error", text),
    }
}

/// Returns the lines for a session whose program is gone.
pub(crate) fn frozen(facts: &SessionFacts) -> Vec<String> {
    let why = match &facts.last_error {
        Some(error) => text::told(error),
        None => say!("plain-program-gone").to_owned(),
    };
    vec![say!("frozen-why", why), say!("plain-frozen").to_owned()]
}

/// Returns the last message of the user and of the agent.
pub(super) fn last_words(session: &LiveSession) -> Vec<String> {
    let last = |role| {
        let latest = session.messages().iter().rev();
        let mut of_role = latest.filter(move |it| it.role == role);
        of_role.find(|it| !it.said().trim().is_empty())
    };
    let mut out = Vec::new();
    for role in [Role::User, Role::Assistant] {
        if let Some(message) = last(role) {
            let mut said = match role {
                Role::User => lines(message.said()),
                _ => narration::told(message.said()),
            }
            .into_iter();
            let text = said.next().unwrap_or_default();
            out.push(match role {
                Role::User => say!("plain-you", text),
                _ => say!("plain-agent", text),
            });
            out.extend(said.filter(|line| !line.is_empty()));
        }
    }
    out
}

/// Formats a call as `Tool 3: read_file src/a.rs`.
pub(crate) fn call_words(number: usize, call: &ToolCall) -> String {
    let mut arguments = subject_words(call);
    if let Some((end, _)) = arguments.char_indices().nth(ARGUMENT_LETTERS) {
        arguments.truncate(end);
        arguments.push('…');
    }
    let gap = if arguments.is_empty() { "" } else { " " };
    let tool = text::line(&call.tool);
    say!("plain-tool", number, tool, gap, arguments)
}

/// Returns what a call is about.
pub(crate) fn subject_words(call: &ToolCall) -> String {
    phrases::call::subject(call, text::line)
}

/// Returns the result of a call in one line; for a failed call, the reason.
pub(crate) fn result_words(result: &CallResult) -> String {
    text::told(&result.summary)
}

/// Returns the result of a call as lines: only its output if it has one, else its content. If a
/// command's output is incomplete, also names the file with all of it.
pub(crate) fn output_of(result: &CallResult) -> Vec<String> {
    let content = &result.content;
    let Some(text) = text_of(content) else {
        return fields_of(content);
    };
    let fields = fields(content);
    let mut out = lines(text);
    let is_cut = fields.get("truncated").is_some_and(|cut| cut == true);
    let whole = fields.get("whole_output").and_then(Value::as_str);
    if let Some(whole) = whole.filter(|_| is_cut) {
        out.push(say!("plain-whole-output", path = text::line(whole)));
    }
    if let Some(place) = ran_in(result) {
        out.push(say!("plain-ran-in", place));
    }
    out
}

fn fields_of(content: &Value) -> Vec<String> {
    let Some(content) = content.as_object() else {
        return lines(&content.to_string());
    };
    let mut out = Vec::new();
    for (name, value) in content {
        if name == "success" {
            continue;
        }
        match value.as_str() {
            Some(text) if text.contains('\n') => {
                out.push(format!("{name}:"));
                out.extend(lines(text));
            }
            Some(text) => out.push(format!("{name}: {}", text::line(text))),
            None => out.push(format!("{name}: {}", text::line(&value.to_string()))),
        }
    }
    out
}
