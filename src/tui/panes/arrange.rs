//! Arranging the panes: which ones are shown, and how large they are.

use super::Panes;
use crate::chrome::{Chrome, Focus};
use crate::effect::Effect;
use crate::layout::{DiffPlacement, LEAST_HEIGHT, Pane, ROOMY, THREE_PANES, Visibility};
use crate::splits::Axis;
use l10n::say;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

/// Columns per layout step.
const STEP: i16 = 4;

impl Panes {
    /// Shows a pane that gets the keys.
    pub fn show(&mut self, pane: Pane) {
        let request = &mut self.layout_request;
        match pane {
            Pane::Tree => request.tree = Visibility::Yes,
            // As the main pane it is shown in any case.
            Pane::Diff => request.note = Visibility::No,
            Pane::Note => request.note = Visibility::Yes,
            Pane::Chat | Pane::Review => {}
        }
        if request.zoom.is_some() {
            request.zoom = Some(pane);
        }
        request.main = pane;
    }

    /// Shows one pane alone, or all again. `shown` is the number of panes that are shown.
    pub fn zoom(&mut self, shown: usize, chrome: &Chrome) -> Vec<Effect> {
        let pane = match chrome.focus {
            Focus::Pane(pane) => pane,
            Focus::Editor | Focus::Bar => self.layout_request.main,
        };
        if pane == Pane::Review {
            // The pane has the whole screen already.
            return Vec::new();
        }
        let is_alone = shown == 1 && !self.splits.is_split();
        self.layout_request.zoom = match self.layout_request.zoom {
            Some(_) => None,
            None if is_alone => return vec![Effect::info(say!("panes-nothing-to-zoom"))],
            None => Some(pane),
        };
        Vec::new()
    }

    /// Shows or hides the tree.
    pub fn toggle_tree(&mut self, chrome: &Chrome) -> Vec<Effect> {
        if chrome.width < THREE_PANES {
            return self.in_place_of_chat(Pane::Tree);
        }
        let tree = &mut self.layout_request.tree;
        *tree = tree.flipped();
        let is_shown = *tree == Visibility::Yes;
        self.switched(Pane::Tree, is_shown, chrome.focus)
    }

    /// Changes when the diff stands beside the conversation, and says so.
    pub fn place_diff(&mut self, is_shown: bool, has_changes: bool, width: u16) -> Effect {
        let request = &mut self.layout_request;
        let (next, text) = match (request.diff, is_shown, has_changes) {
            (DiffPlacement::Pinned, true, true) => (DiffPlacement::Hidden, say!("diff-hidden")),
            (DiffPlacement::Pinned, true, false) => {
                (DiffPlacement::WithChanges, say!("diff-with-changes"))
            }
            (DiffPlacement::Hidden, _, true) if width >= ROOMY => {
                (DiffPlacement::WithChanges, say!("diff-with-changes"))
            }
            _ => (DiffPlacement::Pinned, say!("diff-pinned")),
        };
        if next != DiffPlacement::Pinned && request.main == Pane::Diff {
            request.main = Pane::Chat;
        }
        request.diff = next;
        request.note = Visibility::No;
        Effect::Tell(NoticeLevel::Info, text.to_owned())
    }

    /// Shows a pane that has no room beside the chat in its place, or the chat again.
    pub fn in_place_of_chat(&self, pane: Pane) -> Vec<Effect> {
        let is_there = self.layout_request.main == pane;
        vec![Effect::FocusPane(if is_there { Pane::Chat } else { pane })]
    }

    /// Returns what follows from showing or hiding a pane.
    pub fn switched(&mut self, pane: Pane, is_shown: bool, focus: Focus) -> Vec<Effect> {
        if is_shown {
            return vec![Effect::Fill(pane)];
        }
        if self.layout_request.main == pane {
            self.layout_request.main = Pane::Chat;
        }
        let had_keys = focus == Focus::Pane(pane);
        had_keys
            .then_some(Effect::FocusEditor)
            .into_iter()
            .collect()
    }

    /// Makes the focused pane, or the session's window, wider or narrower by `steps` steps.
    pub fn widen(&mut self, steps: i16, session: Option<SessionId>, chrome: &Chrome) {
        let most = i16::try_from(chrome.width / 2).unwrap_or(i16::MAX);
        let request = &mut self.layout_request;
        let (columns, by) = match (chrome.focus, session) {
            (Focus::Pane(Pane::Tree), _) => (&mut request.tree_columns, steps),
            (Focus::Pane(Pane::Diff), _) => (&mut request.chat_columns, -steps),
            (_, Some(session)) if self.splits.grow(session, Axis::Beside, steps * STEP, most) => {
                return;
            }
            _ => (&mut request.chat_columns, steps),
        };
        *columns = columns.saturating_add(by * STEP).clamp(-most, most);
    }

    /// Makes the session's window taller or lower if another window lies above or below it; else
    /// the editor.
    pub fn heighten(&mut self, rows: i16, session: Option<SessionId>, chrome: &Chrome) {
        let most = i16::try_from(chrome.height / 2).unwrap_or(i16::MAX);
        let grows = session.is_some_and(|one| self.splits.grow(one, Axis::Below, rows, most));
        if !grows {
            let editor = &mut self.layout_request.editor_rows;
            let most = chrome.height.max(LEAST_HEIGHT) / 3;
            *editor = editor.saturating_add_signed(rows).min(most);
        }
    }

    /// Cycles through the layouts: all panes, without the tree, the chat alone.
    pub fn cycle_layout(&mut self) -> Vec<Effect> {
        let request = &mut self.layout_request;
        (request.tree, request.diff) = match (request.tree, request.diff) {
            (_, DiffPlacement::Hidden) => (Visibility::Yes, DiffPlacement::WithChanges),
            (Visibility::Yes, diff) => (Visibility::No, diff),
            (Visibility::No, _) => (Visibility::No, DiffPlacement::Hidden),
        };
        request.zoom = None;
        request.main = Pane::Chat;
        vec![Effect::FocusEditor]
    }
}
