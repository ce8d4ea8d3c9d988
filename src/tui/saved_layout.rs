//! The part of the screen that outlives the program: the open sessions, their order, their
//! placement beside each other, and the columns of the panes. A small JSON text; an unreadable one
//! counts as none.

use serde::{Deserialize, Serialize};

use super::layout::{DiffPlacement, LayoutRequest, Visibility};
use super::splits::Splits;
use protocol::ids::SessionId;

/// Version of the format. A text of another version is not read.
const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedLayout {
    version: u32,
    /// The sessions in the tab row.
    pub tabs: Vec<SessionId>,
    /// The session with the focus.
    pub current: SessionId,
    /// Placement of the sessions beside each other.
    pub splits: Splits,
    tree: bool,
    /// Whether the diff pane is not hidden.
    diff: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    diff_pinned: bool,
    #[serde(default)]
    note: bool,
    tree_columns: i16,
    chat_columns: i16,
    editor_rows: u16,
}

impl SavedLayout {
    /// Captures the present screen.
    pub fn of(
        tabs: Vec<SessionId>,
        current: SessionId,
        splits: &Splits,
        request: &LayoutRequest,
    ) -> Self {
        Self {
            version: VERSION,
            tabs,
            current,
            splits: splits.clone(),
            tree: request.tree == Visibility::Yes,
            diff: request.diff != DiffPlacement::Hidden,
            diff_pinned: request.diff == DiffPlacement::Pinned,
            note: request.note == Visibility::Yes,
            tree_columns: request.tree_columns,
            chat_columns: request.chat_columns,
            editor_rows: request.editor_rows,
        }
    }

    /// Reads a stored layout.
    pub fn read(text: &str) -> Option<Self> {
        let kept: Self = support::json::from_str(text).ok()?;
        (kept.version == VERSION && kept.splits.is_valid()).then_some(kept)
    }

    /// Returns the layout as JSON text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Restores the visibility and the sizes of the panes.
    pub fn apply(&self, request: &mut LayoutRequest) {
        let wanted = |shown| {
            if shown {
                Visibility::Yes
            } else {
                Visibility::No
            }
        };
        request.tree = wanted(self.tree);
        request.diff = match (self.diff, self.diff_pinned) {
            (false, _) => DiffPlacement::Hidden,
            (true, false) => DiffPlacement::WithChanges,
            (true, true) => DiffPlacement::Pinned,
        };
        request.note = wanted(self.note);
        request.tree_columns = self.tree_columns;
        request.chat_columns = self.chat_columns;
        request.editor_rows = self.editor_rows;
    }
}
