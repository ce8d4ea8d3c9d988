//! Calls of a recorded run in a verifying replay: nothing is read, changed or started. Each call
//! gets its recorded result.

use std::sync::Arc;

use serde_json::Value;

use super::api::{CallContext, Prepared};
use super::registry;
use super::toolbox::prepared;
use super::work::{PlannedWork, ToolPlan};
use notice::{Notice, notice};
use protocol::approval::RiskReport;
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::plan::{Executor, Subject};

/// The recorded results.
pub trait Results: Send + Sync {
    /// Returns the recorded result of a call, as the model saw it.
    fn of(&self, call: &ToolCall) -> Value;
}

/// Plans a call that gets its recorded result, or refuses it if it was refused in the recording.
pub(super) fn prepare(
    results: &Arc<dyn Results>,
    call: &ToolCall,
    asker: &CallContext,
) -> Result<Prepared, ToolError> {
    let result = results.of(call);
    if let Some(error) = error_in(&result).filter(|error| is_of_planning(error.code)) {
        return Err(error);
    }
    let draft = ToolPlan {
        subject: Subject::Nothing,
        risk: RiskReport::low(notice!("risk-is-not-carried-out")),
        body: None,
        change: None,
        work: PlannedWork::Recorded(result),
    };
    let name = registry::find(&call.tool).map_or(call.tool.as_str(), |tool| tool.name);
    let kind = (name.to_owned(), ToolClass::Read, Executor::ByUs);
    Ok(prepared(call, asker, kind, draft))
}

/// Returns the error in a result that contains nothing else.
pub(super) fn error_in(result: &Value) -> Option<ToolError> {
    let error = result.get("error")?;
    let code = error.get("code")?.as_str()?;
    let code = ErrorCode::ALL.iter().find(|known| known.code() == code)?;
    let error = ToolError {
        code: *code,
        message: Notice::text(error.get("message")?.as_str()?),
        details: error.get("details").cloned().unwrap_or(Value::Null),
    };
    (error.to_model() == *result).then_some(error)
}

/// Returns whether an error occurs before a call is decided on.
fn is_of_planning(code: ErrorCode) -> bool {
    match code {
        ErrorCode::PathOutsideSandbox
        | ErrorCode::PathBlocked
        | ErrorCode::FileNotFound
        | ErrorCode::FileTooLarge
        | ErrorCode::ToolNotAvailable
        | ErrorCode::Conflict
        | ErrorCode::NotText
        | ErrorCode::InvalidArguments => true,
        ErrorCode::PermissionDenied
        | ErrorCode::UserRejected
        | ErrorCode::CommandFailed
        | ErrorCode::Timeout
        | ErrorCode::MaxIterations
        | ErrorCode::ProviderFailed
        | ErrorCode::Cancelled => false,
    }
}
