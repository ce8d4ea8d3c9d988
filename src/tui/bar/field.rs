//! A text field of the bar. Called by `entry` and `typing`.

use crate::composer::TextEdit;

/// The content that is typed into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// The reason of a refusal.
    Reason,
    /// The word that means yes if the risk is high.
    Word,
    /// The edited command.
    Edit,
    /// The answer to a question.
    Input,
    /// An answer that is none of the options.
    Other,
}

#[derive(Debug, Clone)]
pub struct Field {
    pub kind: FieldKind,
    pub line: TextEdit,
    /// The reason why the text is not accepted.
    pub problem: Option<String>,
}

impl Field {
    pub fn new(kind: FieldKind, text: &str) -> Self {
        Self {
            kind,
            line: TextEdit::of(text),
            problem: None,
        }
    }
}
