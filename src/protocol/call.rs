//! Tool calls, their results and the one list of errors that a call can end with.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ids::CallId;

/// A call that a model made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: CallId,
    /// The id that the model's server gave; sent back with the result. Ours as text if none came.
    pub provider_id: String,
    /// Name of the tool, as the model wrote it.
    pub tool: String,
    /// Arguments: an object, or a string with the raw text where it was not valid JSON.
    pub arguments: Value,
}

/// What kind of thing a tool does. Decides which switch of the mode applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolClass {
    Read,
    /// Changes text files.
    Text,
    /// Runs a command.
    Command,
    /// Asks the human.
    Ask,
    /// Keeps the plan of the run.
    Plan,
    Memory,
    /// Starts or steers sub-agents.
    Agent,
    /// Belongs to an MCP server.
    Mcp,
    /// No such tool.
    Unknown,
}

impl ToolClass {
    /// Whether its calls can change nothing but files, which are counted.
    pub fn stays_in_files(self) -> bool {
        matches!(self, Self::Read | Self::Text | Self::Ask | Self::Plan)
    }
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallResult {
    pub call: CallId,
    /// Its server-side id, see [`ToolCall::provider_id`].
    pub provider_id: String,
    /// Name of the tool.
    pub tool: String,
    /// Whether it did what it was asked to.
    pub ok: bool,
    /// What the model sees: a JSON object, `{"success": true, …}` or `{"success": false, "error": …}`.
    pub content: Value,
    /// One line for the row in the chat.
    pub summary: String,
    /// The error, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
    /// How long it ran, in milliseconds, without the time it waited for an answer.
    #[serde(default)]
    pub duration_ms: u64,
}

impl CallResult {
    /// Whether what it changed waits for the review and is not on the disk.
    pub fn is_staged(&self) -> bool {
        self.content
            .get("status")
            .is_some_and(|status| status == "staged")
    }

    /// Whether this came of a command that the human ran: no server has an id of its own for it. (Nor has it for
    /// some calls of models, but those stand in an answer.)
    pub fn is_of_humans_command(&self) -> bool {
        self.provider_id == self.call.to_string()
    }
}

/// How the error of a call begins to which the human said no: for the model.
pub const REJECTED_BY_USER: &str = "the user refused this call";

/// A failed call, as the model and the human see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("{} {}: {message}", code.code(), code.type_name())]
pub struct ToolError {
    pub code: ErrorCode,
    /// What is wrong and what to do next.
    pub message: String,
    /// Machine-readable particulars; `null` where there are none.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub details: Value,
}

impl ToolError {
    /// An error without details.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: Value::Null,
        }
    }

    /// The same error with details.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = details;
        self
    }

    /// The reason that the human gave where this call got a no from them; empty where they gave none.
    pub fn rejected_because(&self) -> Option<&str> {
        let by_user =
            self.code == ErrorCode::UserRejected && self.message.starts_with(REJECTED_BY_USER);
        let reason = self.details.get("reason").and_then(Value::as_str);
        by_user.then(|| reason.unwrap_or_default())
    }

    /// The form that the model sees:
    /// `{"success": false, "error": {"code", "type", "message", "details"}}`.
    pub fn to_model(&self) -> Value {
        let mut error = serde_json::json!({
            "code": self.code.code(),
            "type": self.code.type_name(),
            "message": self.message,
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
        /// The kinds of error that a call can end with. Serialised as its code, `E001`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)*
        }

        impl ErrorCode {
            /// Every code, in order.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant),*];

            /// `E001` and so on.
            pub fn code(self) -> &'static str {
                match self { $(ErrorCode::$variant => $code),* }
            }

            /// `PATH_OUTSIDE_SANDBOX` and so on.
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
    /// There is no such file.
    FileNotFound = "E003" "FILE_NOT_FOUND",
    /// The file is over 10 MiB.
    FileTooLarge = "E004" "FILE_TOO_LARGE",
    /// The system or the policy does not allow it.
    PermissionDenied = "E005" "PERMISSION_DENIED",
    /// The human said no.
    UserRejected = "E006" "USER_REJECTED",
    /// A program, tool or model is not there.
    ToolNotAvailable = "E007" "TOOL_NOT_AVAILABLE",
    /// The command ended with an error.
    CommandFailed = "E008" "COMMAND_FAILED",
    /// It took too long.
    Timeout = "E009" "TIMEOUT",
    /// The budget of calls is used up.
    MaxIterations = "E010" "MAX_ITERATIONS",
    /// The file is different from what was last read.
    Conflict = "E011" "CONFLICT",
    /// Not UTF-8 text.
    NotText = "E012" "NOT_TEXT",
    /// The arguments do not fit the tool's schema.
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
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of the arguments, an object schema.
    pub parameters: Value,
    /// What kind of thing it does.
    pub class: ToolClass,
}
