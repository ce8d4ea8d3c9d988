//! Facts that are said as they are, and words for sessions and calls.

use crate::plain::facts::Facts;
use crate::plain::text::{self, lines, time_words};
use crate::protocol::call::{CallResult, ToolCall};
use crate::protocol::change::CheckpointKind;
use crate::protocol::event::{Fact, NoticeLevel};
use crate::protocol::message::Role;
use crate::protocol::review::SaveResult;
use crate::words::counted;

/// Letters of a call's arguments that are said.
const ARGUMENT_LETTERS: usize = 120;

/// Facts that are said as they are.
pub(super) fn told(fact: &Fact) -> Vec<String> {
    let line = match fact {
        Fact::Notice { level, text } => {
            let lead = match level {
                NoticeLevel::Info => "Note",
                NoticeLevel::Warning => "Warning",
                NoticeLevel::Error => "Error",
            };
            format!("{lead}: {}", text::line(text))
        }
        Fact::CommandRejected {
            command, reason, ..
        } if !is_by_the_way(command) => format!("Refused: {}", text::line(reason)),
        Fact::RetryScheduled {
            attempt,
            of,
            after_ms,
            error,
        } => format!(
            "Attempt {attempt} of {of} comes in {}: {}",
            time_words(*after_ms),
            text::line(&error.message)
        ),
        Fact::RunInterrupted { unknown_calls } => match unknown_calls.len() {
            0 => "The run was interrupted.".to_owned(),
            count => format!(
                "The run was interrupted; what came of {} is not known.",
                counted(count, "call")
            ),
        },
        Fact::PromptTimerChanged { paused: true, .. } => {
            "The time stands; without an answer the question waits.".to_owned()
        }
        Fact::PromptTimerChanged { paused: false, .. } => "The time runs again.".to_owned(),
        Fact::SessionCleared => "The conversation is empty now.".to_owned(),
        Fact::SessionImported { name, messages } => format!(
            "Imported \"{}\" with {}.",
            text::line(name),
            counted(*messages, "message")
        ),
        Fact::RouteChosen { route }
            if route.reason != crate::protocol::route::RouteReason::Mode =>
        {
            text::line(&route.line())
        }
        Fact::AgentModeChanged { mode } => format!("The agent mode is {} now.", mode.word()),
        Fact::ConversationCompacted { compaction } => format!(
            "The older {} were summarised for the model, from about {} tokens to {}. /compact undo takes it back.",
            counted(compaction.messages, "message"),
            compaction.before,
            compaction.after
        ),
        Fact::CompactionFailed { reason, .. } => {
            format!("Not summarised: {}", text::line(reason))
        }
        Fact::CompactionUndone { .. } => "The summary was taken back.".to_owned(),
        Fact::CheckpointCreated { checkpoint } if checkpoint.kind == CheckpointKind::Named => {
            format!(
                "Checkpoint {}: {}",
                checkpoint.number,
                text::line(&checkpoint.label)
            )
        }
        Fact::CheckpointRenamed { name, .. } => {
            format!("The checkpoint is called \"{}\" now.", text::line(name))
        }
        Fact::OperationDone { operation } => {
            format!("Review: {}", text::line(&operation.label))
        }
        Fact::OperationMoved { undone: true, .. } => "Taken back.".to_owned(),
        Fact::OperationMoved { undone: false, .. } => "Done again.".to_owned(),
        Fact::HunkSplit { parts, .. } => format!(
            "The hunk is {} now; \"list\" numbers them.",
            counted(parts.len(), "hunk")
        ),
        Fact::CommentAdded { comment } => format!(
            "Comment on {} kept; \"tell\" or your next message tells the agent.",
            text::line(&comment.path)
        ),
        Fact::CommentRemoved { .. } => "The comment was taken back.".to_owned(),
        Fact::ReviewTold { told, .. } => format!(
            "The agent was told {} and {}.",
            counted(told.hunks.len(), "verdict"),
            counted(told.comments.len(), "comment")
        ),
        Fact::SaveEnded { result, .. } => return saved(result),
        Fact::RollbackStarted { title, .. } => format!("Taking back: {}", text::line(title)),
        Fact::RollbackCompleted { .. } => {
            "Taken back; the disk is as it was. \"/rollback undo\" turns that round.".to_owned()
        }
        Fact::RollbackFailed { reason, .. } => {
            format!("Error: nothing was taken back: {}", text::line(reason))
        }
        _ => return Vec::new(),
    };
    vec![line]
}

pub(super) fn saved(result: &SaveResult) -> Vec<String> {
    match result {
        SaveResult::Done => vec!["Written to the disk.".to_owned()],
        SaveResult::Nothing { reason } => {
            vec![format!("Nothing was written: {}", text::line(reason))]
        }
        SaveResult::Partly { left } => {
            let mut lines = vec!["Error: not everything was written. Left alone:".to_owned()];
            lines.extend(
                left.iter()
                    .map(|(path, why)| format!("- {}: {}", text::line(path), text::line(why))),
            );
            lines
        }
    }
}

/// Orders whose refusal nobody waits for.
pub(super) fn is_by_the_way(command: &str) -> bool {
    matches!(command, "save_draft" | "remember_input" | "add_notice")
}

/// What is said of a session whose program is gone.
pub(in crate::plain) fn frozen(facts: &Facts) -> Vec<String> {
    let error = facts.last_error.as_deref().unwrap_or("its program is gone");
    vec![
        format!("Session ended with error: {}", text::line(error)),
        "It can be read and named, and nothing can be sent. \"/session new\" begins another one with the same settings."
            .to_owned(),
    ]
}

/// The last thing that the human said, and the agent.
pub(super) fn last_words(facts: &Facts) -> Vec<String> {
    let last = |role| {
        let mut of_role = facts
            .messages
            .iter()
            .rev()
            .filter(move |it| it.role == role);
        of_role.find(|it| !it.said().trim().is_empty())
    };
    let mut out = Vec::new();
    for (role, lead) in [(Role::User, "You"), (Role::Assistant, "Agent")] {
        if let Some(message) = last(role) {
            let mut said = lines(message.said()).into_iter();
            out.push(format!("{lead}: {}", said.next().unwrap_or_default()));
            out.extend(said.filter(|line| !line.is_empty()));
        }
    }
    out
}

/// `Tool 3: read_file src/a.rs`
pub(in crate::plain) fn call_words(number: usize, call: &ToolCall) -> String {
    let arguments = argument_words(call);
    let gap = if arguments.is_empty() { "" } else { " " };
    format!("Tool {number}: {}{gap}{arguments}", text::line(&call.tool))
}

/// What a call is about: its command, path or question, else all of its short arguments.
pub(super) fn argument_words(call: &ToolCall) -> String {
    let Some(arguments) = call.arguments.as_object() else {
        return String::new();
    };
    let named = [
        "command",
        "path",
        "file_path",
        "pattern",
        "query",
        "url",
        "question",
    ];
    let first = named.iter().find_map(|name| arguments.get(*name)?.as_str());
    let words = match first {
        Some(words) => text::line(words),
        None => {
            let words = arguments
                .values()
                .filter_map(|value| value.as_str())
                .map(text::line)
                .collect::<Vec<_>>();
            words.join(" ")
        }
    };
    match words.char_indices().nth(ARGUMENT_LETTERS) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words,
    }
}

/// What a call gave, as lines: a command's output, else its content.
pub(in crate::plain) fn output_of(result: &CallResult) -> Vec<String> {
    let Some(content) = result.content.as_object() else {
        return lines(&result.content.to_string());
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
