//! Calls of tools of MCP servers. The server is a program of somebody else: each call is asked about unless a
//! rule or the mode allows it, and its result counts as text from outside.

use std::sync::Arc;

use mcp::{CallError, CallLimits, CallOutcome, PinnedTool, Servers};
use serde_json::{Map, Value, json};

use super::api::Cancel;
use super::args::invalid;
use super::toolbox::{Inner, Outcome};
use super::work::{PlannedWork, ToolOutput, ToolPlan};
use notice::{Notice, count, notice};
use protocol::approval::{QuestionBody, RiskReport};
use protocol::call::{ErrorCode, ToolCall, ToolError};
use protocol::plan::Subject;

/// A call of a server's tool that is ready to be made.
pub(super) struct ServerWork {
    servers: Arc<Servers>,
    tool: PinnedTool,
    arguments: Map<String, Value>,
}

/// Returns the tool of a server that a call names; `None` if it is none that the user consented to.
pub(super) fn find(inner: &Inner, name: &str) -> Option<(Arc<Servers>, PinnedTool)> {
    let servers = inner.surroundings.servers.as_ref()?;
    let tool = servers.find(name)?;
    Some((Arc::clone(servers), tool))
}

/// Plans a call.
pub(super) fn prepare(
    inner: &Inner,
    call: &ToolCall,
    (servers, tool): (Arc<Servers>, PinnedTool),
) -> Result<ToolPlan, ToolError> {
    let arguments = match &call.arguments {
        Value::Object(arguments) => arguments.clone(),
        Value::Null => Map::new(),
        _ => {
            let schema = json!({ "schema": tool.tool.schema });
            return Err(invalid(notice!("told-server-arguments"), schema));
        }
    };
    let risk = if tool.tool.is_destructive {
        RiskReport::high(notice!("risk-server-destroys"))
    } else {
        RiskReport::medium(notice!("risk-server-tool"))
    };
    let shown = serde_json::to_string_pretty(&arguments).unwrap_or_default();
    let question = notice!(
        "told-ask-server-tool",
        word = redact::one_line(&tool.tool.name),
        server = tool.server.as_str(),
        rest = inner.masker.mask(&redact::sanitize(&shown)),
    );
    Ok(ToolPlan {
        subject: Subject::Nothing,
        risk,
        body: Some(QuestionBody::Confirm { question }),
        change: None,
        work: PlannedWork::Server(Box::new(ServerWork {
            servers,
            tool,
            arguments,
        })),
    })
}

/// Makes a call. The server's part of the result is marked as such, and masked.
pub(super) async fn run(
    inner: &Inner,
    work: ServerWork,
    cancel: &Cancel,
) -> Result<Outcome, ToolError> {
    let ServerWork {
        servers,
        tool,
        arguments,
    } = work;
    let limits = CallLimits {
        text_bytes: inner.limits.command_output_bytes,
        ..CallLimits::default()
    };
    let call = servers.call(
        &tool.server,
        &tool.tool.name,
        arguments,
        limits,
        &cancel.stop,
    );
    let called = tokio::select! {
        called = call => called,
        () = cancel.kill.cancelled() => Err(CallError::Cancelled),
    };
    match called {
        Ok(outcome) => Ok(outcome_of(inner, &tool, &outcome)),
        Err(error) => Err(error_of(&tool, &error)),
    }
}

fn outcome_of(inner: &Inner, tool: &PinnedTool, outcome: &CallOutcome) -> Outcome {
    let text = inner.masker.mask(&outcome.text).into_owned();
    let lines = count(text.lines().count(), "line");
    let mut fields = Map::new();
    fields.insert("server".to_owned(), tool.server.as_str().into());
    fields.insert("text".to_owned(), text.clone().into());
    if outcome.is_cut {
        fields.insert("cut".to_owned(), true.into());
    }
    if !outcome.pictures.is_empty() {
        let kinds = outcome.pictures.iter();
        let kinds: Vec<&str> = kinds.map(|picture| picture.mime_type.as_str()).collect();
        fields.insert("pictures_left_out".to_owned(), kinds.into());
    }
    let seen = ToolOutput {
        fields,
        summary: notice!("gave-lines", counted = lines),
    };
    let mut made = Outcome::from(seen);
    if outcome.is_error {
        let why = Notice::text(text);
        let details = json!({ "server": tool.server.as_str() });
        made.failed = Some(ToolError::new(ErrorCode::CommandFailed, why).with_details(details));
    }
    made
}

fn error_of(tool: &PinnedTool, error: &CallError) -> ToolError {
    let code = match error {
        CallError::Cancelled => ErrorCode::Cancelled,
        CallError::Silent(_) | CallError::TooLong(_) => ErrorCode::Timeout,
        CallError::Closed | CallError::NotOnline(_) | CallError::NeedsSignIn(_) => {
            ErrorCode::ToolNotAvailable
        }
        CallError::Server(_) | CallError::Flooded | CallError::Unexpected => {
            ErrorCode::CommandFailed
        }
    };
    let server = tool.server.as_str();
    let message = notice!("told-server-failed", server, why = error.notice());
    ToolError::new(code, message).with_details(json!({ "server": server }))
}
