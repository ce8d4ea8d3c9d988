//! The agent of the demo: a model that follows a script. Each of its answers depends on the
//! conversation alone, so what it says at the end is what really happened, and a demo that was
//! killed goes on where it was.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream;
use serde_json::{Value, json};

use l10n::say;
use notice::{Notice, notice};
use protocol::call::{CallResult, ErrorCode};
use protocol::message::{Block, Message, Role};
use protocol::stream::{
    Capabilities, ModelInfo, ProviderError, ProviderErrorKind, StopReason, StreamPart, ToolFormat,
};
use provider::{ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest};

/// The model's name.
pub const MODEL: &str = "scripted";
/// The provider's name, and the name by which settings select it.
pub const PROVIDER: &str = "replay";
/// Context window of the model, in tokens.
const WINDOW: u64 = 32_768;
/// Time before the first word of an answer, and between two words.
const THINKS: Duration = Duration::from_millis(500);
const WORD: Duration = Duration::from_millis(25);

/// How a call of an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallOutcome {
    Succeeded,
    Failed,
    Refused,
}

impl CallOutcome {
    fn of(result: &CallResult) -> Self {
        match result.error.as_ref().map(|error| error.code) {
            _ if result.ok => CallOutcome::Succeeded,
            Some(ErrorCode::UserRejected | ErrorCode::PermissionDenied) => CallOutcome::Refused,
            _ => CallOutcome::Failed,
        }
    }
}

/// An answer of the script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Reads the script and its tests.
    Look,
    /// Changes one line, wrongly, and deletes another.
    Edit,
    /// Runs the tests.
    Test,
    /// Corrects the changed line and runs the tests again.
    Mend,
    /// Proposes to throw everything away that is not committed.
    Clean,
    EndCleaned,
    EndKept,
    EndUnchanged,
    EndEditFailed,
    EndUntested,
    EndFailing,
    /// The checks fail because the correction was not made.
    EndNotMended,
}

impl Answer {
    /// Returns the answer after this one, whose calls ended so; `None` after the last answer.
    fn next(self, outcomes: CallOutcomes) -> Option<Self> {
        use CallOutcome::{Failed, Refused, Succeeded};
        Some(match (self, outcomes.last) {
            (Answer::Look, _) => Answer::Edit,
            (Answer::Edit, Refused) => Answer::EndUnchanged,
            (Answer::Edit, Failed) => Answer::EndEditFailed,
            (Answer::Edit, Succeeded) => Answer::Test,
            (Answer::Test | Answer::Mend, Refused) => Answer::EndUntested,
            (Answer::Test, Failed) => Answer::Mend,
            (Answer::Mend, Failed) if outcomes.first != Succeeded => Answer::EndNotMended,
            (Answer::Mend, Failed) => Answer::EndFailing,
            (Answer::Test | Answer::Mend, Succeeded) => Answer::Clean,
            (Answer::Clean, Succeeded) => Answer::EndCleaned,
            (Answer::Clean, Refused | Failed) => Answer::EndKept,
            _ => return None,
        })
    }

    fn text(self) -> &'static str {
        match self {
            Answer::Look => say!("demo-agent-look"),
            Answer::Edit => say!("demo-agent-edit"),
            Answer::Test => say!("demo-agent-test"),
            Answer::Mend => say!("demo-agent-mend"),
            Answer::Clean => say!("demo-agent-clean"),
            Answer::EndCleaned => say!("demo-agent-end-cleaned"),
            Answer::EndKept => say!("demo-agent-end-kept"),
            Answer::EndUnchanged => say!("demo-agent-end-unchanged"),
            Answer::EndEditFailed => say!("demo-agent-end-edit-failed"),
            Answer::EndUntested => say!("demo-agent-end-untested"),
            Answer::EndFailing => say!("demo-agent-end-failing"),
            Answer::EndNotMended => say!("demo-agent-end-not-mended"),
        }
    }

    /// Returns the calls: names and arguments of the tools.
    fn calls(self) -> Vec<(&'static str, Value)> {
        let replace = |old: &str, new: &str| {
            let arguments = json!({ "path": "greet.sh", "old_text": old, "new_text": new });
            ("replace_text", arguments)
        };
        let run = |command: &str| ("shell_exec", json!({ "command": command }));
        match self {
            Answer::Look => vec![
                ("read_file", json!({ "path": "greet.sh" })),
                ("read_file", json!({ "path": "test.sh" })),
                ("search_text", json!({ "query": "old_style" })),
            ],
            Answer::Edit => vec![
                replace("# Left over from the first version.\nold_style=no\n\n", ""),
                replace("echo \"Hello, $name\"", "echo \"Hello, $name !\""),
            ],
            Answer::Test => vec![run("sh test.sh")],
            Answer::Mend => vec![
                replace("echo \"Hello, $name !\"", "echo \"Hello, $name!\""),
                run("sh test.sh"),
            ],
            Answer::Clean => vec![run("git reset --hard && git clean -fdx")],
            Answer::EndCleaned
            | Answer::EndKept
            | Answer::EndUnchanged
            | Answer::EndEditFailed
            | Answer::EndUntested
            | Answer::EndFailing
            | Answer::EndNotMended => Vec::new(),
        }
    }

    /// Returns the answer that a conversation asks for; `None` once the script is over.
    fn to(messages: &[Arc<Message>]) -> Option<Self> {
        let mut answer = Some(Answer::Look);
        for (at, message) in messages.iter().enumerate() {
            if message.role == Role::Assistant {
                let later = messages.get(at + 1..).unwrap_or_default();
                answer = answer.and_then(|answer| answer.next(outcomes_of(message, later)));
            }
        }
        answer
    }

    /// Returns the parts in which the answer arrives, each with the time before it.
    fn parts(self) -> Vec<(Duration, StreamPart)> {
        let mut parts: Vec<(Duration, StreamPart)> = self
            .text()
            .split_inclusive(' ')
            .map(|word| (WORD, StreamPart::Text { text: word.into() }))
            .collect();
        let calls = self.calls();
        let stop = if calls.is_empty() {
            StopReason::Done
        } else {
            StopReason::NeedsTools
        };
        for (index, (name, arguments)) in calls.into_iter().enumerate() {
            let id = format!("call_{index}");
            let name = name.to_owned();
            parts.push((WORD, StreamPart::CallStart { index, id, name }));
            let text = arguments.to_string();
            parts.push((WORD, StreamPart::CallArguments { index, text }));
            parts.push((WORD, StreamPart::CallEnd { index, arguments }));
        }
        if let Some((before, _)) = parts.first_mut() {
            *before = THINKS;
        }
        parts.push((Duration::ZERO, StreamPart::Done { stop }));
        parts
    }
}

/// How the first and the last call of an answer ended.
#[derive(Debug, Clone, Copy)]
struct CallOutcomes {
    first: CallOutcome,
    last: CallOutcome,
}

/// Returns how the calls of an answer ended, from the messages after it. A call without a result was
/// stopped.
fn outcomes_of(answer: &Message, later: &[Arc<Message>]) -> CallOutcomes {
    let without_result = match answer.calls().next() {
        None => CallOutcome::Succeeded,
        Some(_) => CallOutcome::Refused,
    };
    let before_next = later
        .iter()
        .take_while(|message| message.role != Role::Assistant);
    let results = before_next.flat_map(|message| &message.blocks);
    let mut results = results.filter_map(|block| match block {
        Block::ToolResult { result } => Some(CallOutcome::of(result)),
        _ => None,
    });
    let first = results.next().unwrap_or(without_result);
    let last = results.last().unwrap_or(first);
    CallOutcomes { first, last }
}

/// The scripted model.
#[derive(Debug, Clone, Copy)]
struct ScriptedModel;

/// Returns the provider of the scripted model.
pub fn provider() -> Provider {
    let model = Arc::new(ScriptedModel);
    let info = ProviderInfo {
        is_local: true,
        is_billable: false,
        ..ProviderInfo::new(PROVIDER, say!("demo-address"))
    };
    Provider::new(info, model.clone(), model)
}

impl ModelCatalog for ScriptedModel {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Ok(notice!("told-demo-is-script")) })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(async { Ok(vec![ModelInfo::named(PROVIDER, MODEL)]) })
    }

    fn capabilities<'a>(
        &'a self,
        _model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        Box::pin(async {
            Ok(Capabilities {
                tools: ToolFormat::Native,
                reasoning: false,
                images: Some(false),
                context_length: Some(WINDOW),
            })
        })
    }
}

impl ChatModel for ScriptedModel {
    fn stream(&self, request: StepRequest) -> PartStream {
        let parts = match Answer::to(&request.messages) {
            Some(answer) => answer.parts(),
            None => vec![(Duration::ZERO, StreamPart::Error { error: over() })],
        };
        Box::pin(stream::unfold(parts.into_iter(), |mut parts| async move {
            let (delay, part) = parts.next()?;
            if !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            Some((part, parts))
        }))
    }
}

fn over() -> ProviderError {
    ProviderError::new(ProviderErrorKind::Recording, notice!("told-demo-over"))
        .with_hint(notice!("told-demo-over-next"))
}

#[cfg(test)]
mod tests {
    use super::super::task;
    use super::*;
    use protocol::call::{ToolCall, ToolError};
    use protocol::ids::{CallId, MessageId, SessionId};
    use protocol::message::MessageState;

    fn message(role: Role, blocks: Vec<Block>) -> Arc<Message> {
        Arc::new(Message {
            id: MessageId(uuid::Uuid::now_v7()),
            role,
            blocks,
            at: jiff::Timestamp::UNIX_EPOCH,
            state: MessageState::Complete,
            model: None,
            run: None,
            session: SessionId(uuid::Uuid::from_u128(1)),
            usage: None,
        })
    }

    /// The messages of a call that ended so.
    fn called(outcome: CallOutcome) -> [Arc<Message>; 2] {
        let call = ToolCall {
            id: CallId(uuid::Uuid::now_v7()),
            provider_id: "call_0".into(),
            tool: "shell_exec".into(),
            arguments: Value::Null,
        };
        let error = match outcome {
            CallOutcome::Succeeded => None,
            CallOutcome::Failed => Some(ErrorCode::CommandFailed),
            CallOutcome::Refused => Some(ErrorCode::UserRejected),
        };
        let result = CallResult {
            call: call.id,
            provider_id: call.provider_id.clone(),
            tool: call.tool.clone(),
            ok: error.is_none(),
            content: Value::Null,
            summary: Notice::default(),
            error: error.map(|code| ToolError::new(code, Notice::default())),
            duration_ms: 0,
        };
        [
            message(Role::Assistant, vec![Block::ToolUse { call }]),
            message(Role::Tool, vec![Block::ToolResult { result }]),
        ]
    }

    /// The answer after calls that ended so.
    fn after(outcomes: &[CallOutcome]) -> Option<Answer> {
        let task = message(
            Role::User,
            vec![Block::Text {
                text: task().into(),
            }],
        );
        let calls = outcomes.iter().flat_map(|outcome| called(*outcome));
        let messages: Vec<Arc<Message>> = [task].into_iter().chain(calls).collect();
        Answer::to(&messages)
    }

    #[test]
    fn the_last_answer_says_what_the_user_allowed_and_what_came_of_it() {
        use CallOutcome::{Failed, Refused, Succeeded};
        for (outcomes, last) in [
            (
                vec![Succeeded, Succeeded, Failed, Succeeded, Refused],
                Answer::EndKept,
            ),
            (
                vec![Succeeded, Succeeded, Failed, Succeeded, Succeeded],
                Answer::EndCleaned,
            ),
            (
                vec![Succeeded, Succeeded, Failed, Failed],
                Answer::EndNotMended,
            ),
            (
                vec![Succeeded, Succeeded, Failed, Refused],
                Answer::EndUntested,
            ),
            (vec![Succeeded, Succeeded, Refused], Answer::EndUntested),
            (vec![Succeeded, Refused], Answer::EndUnchanged),
            (vec![Succeeded, Failed], Answer::EndEditFailed),
        ] {
            assert_eq!(after(&outcomes), Some(last), "{outcomes:?}");
            assert!(last.calls().is_empty(), "{last:?}");
        }
    }

    #[test]
    fn a_correction_that_was_not_made_is_not_claimed() {
        use CallOutcome::{Failed, Refused, Succeeded};
        let before = [Succeeded, Succeeded, Failed];
        let mended = |edit: CallOutcome, checks: CallOutcome| {
            let mut messages: Vec<Arc<Message>> =
                before.iter().flat_map(|one| called(*one)).collect();
            let [asked, edited] = called(edit);
            let [_, checked] = called(checks);
            messages.extend([asked, edited, checked]);
            Answer::to(&messages)
        };
        for edit in [Refused, Failed] {
            assert_eq!(mended(edit, Failed), Some(Answer::EndNotMended), "{edit:?}");
            assert_eq!(mended(edit, Refused), Some(Answer::EndUntested), "{edit:?}");
            // The user has corrected it.
            assert_eq!(mended(edit, Succeeded), Some(Answer::Clean), "{edit:?}");
        }
        assert_eq!(mended(Succeeded, Failed), Some(Answer::EndFailing));
    }

    #[test]
    fn after_its_last_answer_the_script_is_over() {
        let end = message(
            Role::Assistant,
            vec![Block::Text {
                text: "over".into(),
            }],
        );
        let mut messages: Vec<Arc<Message>> = called(CallOutcome::Succeeded).into();
        messages.extend(called(CallOutcome::Refused));
        messages.push(end);
        messages.push(message(Role::User, Vec::new()));
        assert_eq!(Answer::to(&messages), None);
    }

    #[test]
    fn a_call_that_was_stopped_counts_as_refused() {
        let [stopped, _] = called(CallOutcome::Succeeded);
        let mut messages: Vec<Arc<Message>> = called(CallOutcome::Succeeded).into();
        messages.push(stopped);
        assert_eq!(Answer::to(&messages), Some(Answer::EndUnchanged));
    }
}
