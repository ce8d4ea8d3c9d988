//! What a program that has tools of its own asks leave for before one of them runs, what it is
//! answered, and what came of it.
//!
//! An adapter makes these from the program's own words; nothing here is particular to one.

use serde::{Deserialize, Serialize};

use super::call::ToolClass;

/// A question whether a tool may run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PermissionRequest {
    /// The program's id of the question.
    pub request: String,
    /// The program's id of the call.
    pub call: String,
    /// The tool, as the program calls it.
    pub tool: String,
    /// What the tool would do.
    pub wants: RequestedAction,
    /// Why it asks, in the program's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a tool would do, as far as we can judge it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "wants", rename_all = "snake_case")]
pub enum RequestedAction {
    /// Replace texts in a file, one after the other.
    Edit {
        /// The file, as the program names it.
        path: String,
        /// What is replaced.
        edits: Vec<TextEdit>,
    },
    /// Give a file this text.
    Write {
        /// The file, as the program names it.
        path: String,
        text: String,
    },
    /// Run a command.
    Command { command: String },
    /// Have a question answered.
    Question { question: PermissionQuestion },
    /// Have several questions answered; each is asked for by itself.
    Questions,
    /// Have a plan approved, and carry it out.
    Plan {
        /// It, in Markdown.
        text: String,
    },
    Other {
        /// What, in one line.
        summary: String,
        /// What kind of thing that is.
        class: ToolClass,
    },
}

/// One replacement in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEdit {
    pub old: String,
    pub new: String,
    /// Whether it is replaced wherever it stands.
    #[serde(default)]
    pub all: bool,
}

impl TextEdit {
    /// The text with the replacement made; `None` where what goes is not there, or not only once.
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

/// A question with what can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermissionQuestion {
    pub text: String,
    /// What can be chosen.
    pub options: Vec<QuestionOption>,
    /// Whether several can be.
    pub multiple: bool,
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionOption {
    /// What it is called, and how the answer names it.
    pub label: String,
    /// What it means; may be empty.
    pub description: String,
}

impl QuestionOption {
    /// What the human sees.
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
    /// It may, as it asked.
    AsAsked,
    /// It may make this text of the file.
    Text {
        /// The text that is there now; empty for none.
        before: String,
        /// The text that it may make of it.
        after: String,
    },
    /// It may run this command in the place of its own.
    Command { command: String },
    /// The question, answered.
    Answer {
        /// What was chosen, as [`QuestionOption::shown`] has it, or the human's own words.
        chosen: Vec<String>,
    },
    /// It may not.
    Denied {
        /// Why, for the model.
        why: String,
        /// What it does next.
        then: AfterDenial,
    },
}

/// What a program does after a no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterDenial {
    /// It goes on without.
    GoOn,
    /// It stops: the run is over.
    Stop,
}

/// What came of a tool that the program ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentToolResult {
    /// Whether it did what it was asked to.
    pub ok: bool,
    /// What the model is told.
    pub text: String,
    /// Files that were written meanwhile without our leave, each as it was before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<UntrackedEdit>,
}

/// A file that was written without our leave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UntrackedEdit {
    /// The file, as the program names it.
    pub path: String,
    /// Its text before; `None` where there was none.
    pub before: Option<String>,
}

/// What a program did, or began, without having been asked to wait for our leave.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportedAction {
    /// It ran a command.
    Command { command: String },
    /// It used another tool.
    Tool {
        /// Its name, as the program calls it.
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
