//! The events that hooks are told of, with their names in the settings of each program.

use serde::{Deserialize, Serialize};

/// An event that a hook can be defined for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HookEvent {
    /// A call of the agent was checked; it has not run.
    PreToolUse,
    /// A call of the agent succeeded.
    PostToolUse,
    /// The user sent a message; the model has not been asked.
    UserPromptSubmit,
    /// The agent has answered, and the run would end.
    Stop,
    /// A sub-agent has answered.
    SubagentStop,
    /// A session was created, opened or emptied.
    SessionStart,
    /// The user is asked something.
    Notification,
}

impl HookEvent {
    /// All events, in the order of a run.
    pub const ALL: [Self; 7] = [
        Self::SessionStart,
        Self::UserPromptSubmit,
        Self::PreToolUse,
        Self::PostToolUse,
        Self::Notification,
        Self::Stop,
        Self::SubagentStop,
    ];

    /// Returns the name in Claude's settings and in ours.
    pub fn name(self) -> &'static str {
        match self {
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::UserPromptSubmit => "UserPromptSubmit",
            Self::Stop => "Stop",
            Self::SubagentStop => "SubagentStop",
            Self::SessionStart => "SessionStart",
            Self::Notification => "Notification",
        }
    }

    /// Returns the name in Gemini's settings; `None` if Gemini has no such event.
    pub fn gemini_name(self) -> Option<&'static str> {
        Some(match self {
            Self::PreToolUse => "BeforeTool",
            Self::PostToolUse => "AfterTool",
            Self::UserPromptSubmit => "BeforeAgent",
            Self::Stop => "AfterAgent",
            Self::SessionStart => "SessionStart",
            Self::Notification => "Notification",
            Self::SubagentStop => return None,
        })
    }

    /// Whether what the hook writes as plain text is for the model.
    pub fn takes_text(self) -> bool {
        matches!(self, Self::UserPromptSubmit | Self::SessionStart)
    }
}
