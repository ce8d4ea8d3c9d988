//! The values of the form: what stands before each, and what it may be.

/// A value of the form, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Folder,
    Provider,
    Model,
    Mode,
    Prompt,
}

impl Field {
    /// Every one.
    pub const ALL: [Field; 6] = [
        Field::Name,
        Field::Folder,
        Field::Provider,
        Field::Model,
        Field::Mode,
        Field::Prompt,
    ];

    /// What stands before it.
    pub fn label(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Folder => "folder",
            Field::Provider => "provider",
            Field::Model => "model",
            Field::Mode => "mode",
            Field::Prompt => "prompt",
        }
    }

    /// What it may be.
    pub fn hint(self) -> &'static str {
        match self {
            Field::Name => "1 to 64 letters",
            Field::Folder => {
                "where commands begin, relative to the workspace's root; empty is the root"
            }
            Field::Provider => "as `/providers` names it; Ctrl+N and Ctrl+P go through those known",
            Field::Model => "its name there; Ctrl+N and Ctrl+P go through those known",
            Field::Mode => "Left and Right choose who decides",
            Field::Prompt => {
                "what the model is told beside its instructions; Ctrl+O opens it in $EDITOR; may be empty"
            }
        }
    }

    /// The one after or before it.
    pub fn step(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|one| *one == self).unwrap_or(0);
        let next = at.saturating_add_signed(by).min(Self::ALL.len() - 1);
        Self::ALL.get(next).copied().unwrap_or(self)
    }
}
