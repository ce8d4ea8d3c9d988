//! The fields of the form, with their labels and valid values.

use crate::widget::list_view;
use l10n::say;

/// A field of the form, in screen order.
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
    pub const ALL: [Field; 6] = [
        Field::Name,
        Field::Folder,
        Field::Provider,
        Field::Model,
        Field::Mode,
        Field::Prompt,
    ];

    /// Returns the label before the field.
    pub fn label(self) -> &'static str {
        match self {
            Field::Name => say!("form-name"),
            Field::Folder => say!("form-folder"),
            Field::Provider => say!("form-provider"),
            Field::Model => say!("form-model"),
            Field::Mode => say!("form-mode"),
            Field::Prompt => say!("form-prompt"),
        }
    }

    /// Returns a hint about the valid values.
    pub fn hint(self) -> &'static str {
        match self {
            Field::Name => say!("form-help-name"),
            Field::Folder => {
                say!("form-help-folder")
            }
            Field::Provider => say!("form-help-provider"),
            Field::Model => say!("form-help-model"),
            Field::Mode => say!("form-help-mode"),
            Field::Prompt => {
                say!("form-help-prompt")
            }
        }
    }

    /// Returns the field `by` steps after or before this one.
    pub fn step(self, by: isize) -> Self {
        let at = Self::ALL.iter().position(|one| *one == self).unwrap_or(0);
        let next = list_view::step(at, by, Self::ALL.len());
        Self::ALL.get(next).copied().unwrap_or(self)
    }
}
