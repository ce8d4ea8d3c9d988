//! The stored layout of the panes: which parts of it are still missing, and what is stored.

use super::Panes;
use crate::effect::Effect;
use crate::saved_layout::SavedLayout;
use crate::sessions::Sessions;
use crate::tab::TabVisibility;
use protocol::ids::SessionId;

/// The layout to restore, and which parts of it are still missing.
#[derive(Debug)]
pub(super) struct LayoutRestore {
    kept: SavedLayout,
    wanted: Vec<SessionId>,
}

impl Panes {
    /// Restores a stored layout as soon as the first session is there. An unreadable text
    /// counts as none.
    pub(crate) fn restore(&mut self, text: &str) {
        let Some(kept) = SavedLayout::read(text) else {
            return;
        };
        kept.apply(&mut self.layout_request);
        let wanted = kept.tabs.clone();
        self.layout_restore = Some(LayoutRestore { kept, wanted });
    }

    /// Whether sessions of the stored layout are still missing.
    pub(crate) fn is_restoring(&self) -> bool {
        self.layout_restore.is_some()
    }

    /// Returns the sessions of the stored layout beside the first one.
    pub(crate) fn sessions_to_restore(&mut self, first: Option<SessionId>) -> Vec<SessionId> {
        let Some(restore) = &mut self.layout_restore else {
            return Vec::new();
        };
        restore.wanted.retain(|session| Some(*session) != first);
        restore.wanted.clone()
    }

    /// Whether a newly announced session gets its tab back.
    pub(crate) fn restored_visibility(&mut self, session: SessionId) -> TabVisibility {
        let Some(restore) = &mut self.layout_restore else {
            return TabVisibility::No;
        };
        let before = restore.wanted.len();
        restore.wanted.retain(|wanted| *wanted != session);
        if restore.wanted.len() < before {
            TabVisibility::Yes
        } else {
            TabVisibility::No
        }
    }

    /// Takes out the stored layout, once all its sessions are there.
    pub(crate) fn take_whole_layout(&mut self) -> Option<SavedLayout> {
        let restore = &mut self.layout_restore;
        let whole = restore.take_if(|restore| restore.wanted.is_empty())?;
        Some(whole.kept)
    }

    /// Stores the layout if it has changed.
    pub(crate) fn store_layout(&mut self, sessions: &Sessions) -> Vec<Effect> {
        let Some(current) = sessions.session() else {
            return Vec::new();
        };
        let tabs = sessions.shown_tabs().map(|(_, tab)| tab.facts.id);
        let kept = SavedLayout::of(tabs.collect(), current, &self.splits, &self.layout_request);
        if self.saved_layout.as_ref() == Some(&kept) {
            return Vec::new();
        }
        let text = kept.text();
        self.saved_layout = Some(kept);
        vec![Effect::KeepScreen(text)]
    }
}
