//! Permission requests of an agent program with its own tools: the request before a tool runs, the
//! answer, and the result of the tool.
//!
//! An adapter makes these from the program's own messages; nothing here is specific to one program.

use serde::{Deserialize, Serialize};

use super::call::ToolClass;

/// A request to run a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PermissionRequest {
    /// The program's id of the request.
    pub request: String,
    /// The program's id of the call.
    pub call: String,
    /// Name of the tool in the program.
    pub tool: String,
    /// The action that the tool would perform.
    pub wants: RequestedAction,
    /// The reason for the request, in the program's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The action that a tool would perform, as far as this program can judge it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "wants", rename_all = "snake_case")]
pub enum RequestedAction {
    /// Replace texts in a file, one after the other.
    Edit {
        /// The file, as the program names it.
        path: String,
        /// The replacements, in order.
        edits: Vec<TextEdit>,
    },
    /// Replace the whole content of a file with this text.
    Write {
        /// The file, as the program names it.
        path: String,
        text: String,
    },
    Command {
        command: String,
    },
    /// Have a question answered.
    Question {
        question: PermissionQuestion,
    },
    /// Have several questions answered; the program asks for each separately.
    Questions,
    /// Have a plan approved, and carry it out.
    Plan {
        /// The plan, in Markdown.
        text: String,
    },
    Other {
        /// The action, in one line.
        summary: String,
        class: ToolClass,
    },
}

/// A replacement in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEdit {
    pub old: String,
    pub new: String,
    /// Whether every occurrence is replaced.
    #[serde(default)]
    pub all: bool,
}

impl TextEdit {
    /// Returns the text with the replacement made; `None` when the old text does not occur, or
    /// occurs more than once.
    pub fn applied(&self, text: &str) -> Option<String> {
        if self.old.is_empty() {
            return text.is_empty().then(|| self.new.clone());
        }
        match text.matches(&self.old).count() {
            0 => None,
            1 => Some(text.replacen(&self.old, &self.new, 1)),
            _ => self.all.then(|| text.replace(&self.old, &self.new)),
        }
    }
}

/// A question with options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionQuestion {
    pub text: String,
    pub options: Vec<QuestionOption>,
    /// Whether more than one option can be chosen.
    pub multiple: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionOption {
    /// Name of the option, as shown and as the answer uses it.
    pub label: String,
    /// Explanation of the option; may be empty.
    pub description: String,
}

impl QuestionOption {
    /// Returns the text that the user sees.
    pub fn shown(&self) -> String {
        match self.description.as_str() {
            "" => self.label.clone(),
            description => format!("{}: {description}", self.label),
        }
    }
}

/// The answer to a [`PermissionRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "leave", rename_all = "snake_case")]
pub enum Permission {
    /// The tool may run as requested.
    AsAsked,
    /// The tool may write this text to the file.
    Text {
        /// The text that is there now; empty if there is none.
        before: String,
        /// The text that it may write.
        after: String,
    },
    /// The tool may run this command in place of its own.
    Command { command: String },
    /// The answer to the question.
    Answer {
        /// The chosen options as [`QuestionOption::shown`] renders them, or the user's own words.
        chosen: Vec<String>,
    },
    /// The tool may not run.
    Denied {
        /// The reason, for the model.
        why: String,
        /// The program's next action.
        then: AfterDenial,
    },
}

/// The program's action after a denial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterDenial {
    /// Continues without the tool.
    GoOn,
    /// Stops: the run is over.
    Stop,
}

/// Result of a tool that the program ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentToolResult {
    /// Whether the tool succeeded.
    pub ok: bool,
    /// The text that the model receives.
    pub text: String,
    /// Files that the program wrote without a permission since the last report, each with its
    /// earlier content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<UntrackedEdit>,
}

/// A file that the program wrote without a permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UntrackedEdit {
    /// The file, as the program names it.
    pub path: String,
    /// `None` if the file did not exist.
    pub before: Option<String>,
}

/// An action that a program performed or started without waiting for a permission.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportedAction {
    /// The program ran a command.
    Command { command: String },
    /// The program used another tool.
    Tool {
        /// Name of the tool in the program.
        tool: String,
        arguments: serde_json::Value,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_needs_its_text_once_or_to_mean_all_of_them() {
        let edit = |old: &str, all| TextEdit {
            old: old.into(),
            new: "x".into(),
            all,
        };
        assert_eq!(edit("b", false).applied("abc").as_deref(), Some("axc"));
        assert_eq!(edit("d", true).applied("abc"), None);
        assert_eq!(edit("b", false).applied("abb"), None);
        assert_eq!(edit("b", true).applied("abb").as_deref(), Some("axx"));
        assert_eq!(edit("", false).applied("").as_deref(), Some("x"));
        assert_eq!(edit("", true).applied("abc"), None);
    }
}
