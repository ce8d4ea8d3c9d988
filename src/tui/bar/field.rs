//! A field of the bar in which text is typed. Called by `entry` and `typing`.

use crate::tui::composer::LineEdit;

/// What is typed into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// The reason of a refusal.
    Reason,
    /// The word that means yes where the risk is high.
    Word,
    /// The command, changed.
    Edit,
    /// The answer to a question.
    Input,
    /// An answer that is none of the options.
    Other,
}

/// A field with its text.
#[derive(Debug, Clone)]
pub struct Field {
    /// What is typed into it.
    pub kind: FieldKind,
    pub line: LineEdit,
    /// Why the text is not accepted.
    pub problem: Option<String>,
}

impl Field {
    /// A field that holds `text`.
    pub fn new(kind: FieldKind, text: &str) -> Self {
        Self {
            kind,
            line: LineEdit::of(text),
            problem: None,
        }
    }
}
