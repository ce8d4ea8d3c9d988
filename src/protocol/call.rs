//! Tool calls, their results and the single list of errors that a call can end with.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ids::CallId;
use notice::{self, Notice};

/// A call that a model made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: CallId,
    /// The id given by the model's server; sent back with the result. If the server gave none, our
    /// id as text.
    pub provider_id: String,
    /// Name of the tool, as the model wrote it.
    pub tool: String,
    /// Arguments: an object, or a string with the raw text if it was not valid JSON.
    pub arguments: Value,
}

/// The kind of a tool. Determines which switch of the mode applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolClass {
    Read,
    /// Changes text files.
    Text,
    Command,
    /// Asks the user.
    Ask,
    /// Updates the plan of the run.
    Plan,
    Memory,
    /// Starts or steers sub-agents.
    Agent,
    /// Belongs to an MCP server.
    Mcp,
    /// No tool has this name.
    Unknown,
}

impl ToolClass {
    /// Whether its calls can change only files, whose changes are tracked.
    pub fn stays_in_files(self) -> bool {
        matches!(self, Self::Read | Self::Text | Self::Ask | Self::Plan)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallResult {
    pub call: CallId,
    /// The server's id of the call, see [`ToolCall::provider_id`].
    pub provider_id: String,
    pub tool: String,
    /// Whether the call succeeded.
    pub ok: bool,
    /// The result as the model sees it: a JSON object, `{"success": true, …}` or `{"success":
    /// false, "error": …}`.
    pub content: Value,
    /// One line for the row in the chat.
    pub summary: Notice,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
    /// Duration in milliseconds, without the time it waited for an answer.
    #[serde(default)]
    pub duration_ms: u64,
}

impl CallResult {
    /// Whether its changes are proposed and not on the disk.
    pub fn is_proposed(&self) -> bool {
        self.content
            .get("status")
            .is_some_and(|status| status == "staged")
    }

    /// Whether a command of the user gave this result. Such a call has no id from a server. (That
    /// is also true of some model calls, but those are part of an answer.)
    pub fn is_of_users_command(&self) -> bool {
        self.provider_id == self.call.to_string()
    }
}

/// The error of a failed call, as the model and the user see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{} {}: {message}", code.code(), code.type_name())]
pub struct ToolError {
    pub code: ErrorCode,
    /// The problem, and the next step.
    pub message: Notice,
    /// Machine-readable details; `null` if there are none.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub details: Value,
}

impl ToolError {
    /// Creates an error without details.
    pub fn new(code: ErrorCode, message: impl Into<Notice>) -> Self {
        Self {
            code,
            message: message.into(),
            details: Value::Null,
        }
    }

    /// Returns the error with these details.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = details;
        self
    }

    /// Returns the user's reason if the user refused this call; empty if they gave none.
    pub fn rejected_because(&self) -> Option<Notice> {
        if self.code != ErrorCode::UserRejected {
            return None;
        }
        let reason = self.details.get("reason").and_then(Value::as_str);
        match self.message.argument("why") {
            Some(notice::Value::Notice(why)) if why.id() == Some("told-user-refused") => {
                let said = self.message.argument("reason");
                Some(said.map(notice::Value::as_notice).unwrap_or_default())
            }
            Some(_) => None,
            // The text of an older version; only the user gives reasons.
            None => reason.map(Notice::text),
        }
    }

    /// Returns the form that the model sees: `{"success": false, "error": {"code",
    /// "type", "message", "details"}}`.
    pub fn to_model(&self) -> Value {
        let mut error = serde_json::json!({
            "code": self.code.code(),
            "type": self.code.type_name(),
            "message": self.message.to_string(),
        });
        if !self.details.is_null()
            && let Some(object) = error.as_object_mut()
        {
            object.insert("details".into(), self.details.clone());
        }
        serde_json::json!({ "success": false, "error": error })
    }
}

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal $name:literal,)*) => {
        /// The kinds of error that a call can end with. Serialized as the code, `E001`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)*
        }

        impl ErrorCode {
            /// All codes, in order.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant),*];

            /// Returns the code, such as `E001`.
            pub fn code(self) -> &'static str {
                match self { $(ErrorCode::$variant => $code),* }
            }

            /// Returns the type name, such as `PATH_OUTSIDE_SANDBOX`.
            pub fn type_name(self) -> &'static str {
                match self { $(ErrorCode::$variant => $name),* }
            }
        }
    };
}

error_codes! {
    /// The path leaves the workspace.
    PathOutsideSandbox = "E001" "PATH_OUTSIDE_SANDBOX",
    /// The path is on the block list.
    PathBlocked = "E002" "PATH_BLOCKED",
    /// The file does not exist.
    FileNotFound = "E003" "FILE_NOT_FOUND",
    /// The file is over 10 MiB.
    FileTooLarge = "E004" "FILE_TOO_LARGE",
    /// The system or the policy does not allow it.
    PermissionDenied = "E005" "PERMISSION_DENIED",
    /// The user refused the call.
    UserRejected = "E006" "USER_REJECTED",
    /// A program, tool or model is not available.
    ToolNotAvailable = "E007" "TOOL_NOT_AVAILABLE",
    /// The command exited with an error.
    CommandFailed = "E008" "COMMAND_FAILED",
    /// The call exceeded its time limit.
    Timeout = "E009" "TIMEOUT",
    /// The budget of calls is exhausted.
    MaxIterations = "E010" "MAX_ITERATIONS",
    /// The file has changed since it was last read.
    Conflict = "E011" "CONFLICT",
    NotText = "E012" "NOT_TEXT",
    /// The arguments do not match the tool's schema.
    InvalidArguments = "E013" "INVALID_ARGUMENTS",
    /// The provider failed.
    ProviderFailed = "E014" "PROVIDER_FAILED",
    /// The run was cancelled.
    Cancelled = "E015" "CANCELLED",
}

/// A tool as a provider presents it to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    pub name: String,
    /// Description for the model.
    pub description: String,
    /// JSON Schema of the arguments, an object schema.
    pub parameters: Value,
    pub class: ToolClass,
}
