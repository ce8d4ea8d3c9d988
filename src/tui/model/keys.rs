//! Where keys go: it derives from the dialogs, the focus, select mode and the focused part.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Model;
use crate::bar::{BarContext, Where};
use crate::chrome::Focus;
use crate::dialog::settings::Settings;
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints};
use crate::keymap::{Action, Context};
use crate::layout::Pane;
use crate::pane::PaneView;
use crate::terminal::CursorShape;
use crate::terminal::KeyProtocol;
use l10n::say;

/// Hints when a session takes no input.
const FROZEN_HINTS: &[HintRow] = &[
    (Action::Send, "hint-new-session"),
    (Action::LeaveEditor, "hint-panes"),
    (Action::OpenReview, "hint-review"),
    (Action::SessionSwitcher, "hint-sessions"),
    (Action::CommandPalette, "hint-palette"),
];

impl Model {
    /// Whether a pane has the keys.
    pub fn has_keys(&self, pane: Pane) -> bool {
        !self.dialogs.is_open() && self.chrome.focus == Focus::Pane(pane)
    }

    /// Esc and `q` in a pane: first closes anything open over the pane, then moves the focus to
    /// the editor.
    pub(crate) fn back(&mut self) -> Vec<Effect> {
        if let Focus::Pane(pane) = self.chrome.focus
            && let Some(view) = self.pane_mut(pane)
        {
            let effects = view.act(Action::Back);
            // The review itself reports when it closes.
            if !effects.is_empty() || pane == Pane::Review {
                return effects;
            }
        }
        vec![Effect::FocusEditor]
    }

    /// Whether the key is `?` where it is no text.
    pub fn asks_for_help(&self, key: &KeyEvent) -> bool {
        let tab = self.sessions.tab().filter(|tab| !tab.facts.is_frozen());
        let types = tab.is_some_and(|tab| !tab.draft_is_empty() && tab.editor.takes_text());
        key.code == KeyCode::Char('?') && !types
    }

    /// Returns the shape of the cursor, which in the editor shows the mode of vim's keys.
    pub fn cursor_shape(&self) -> CursorShape {
        let is_in_editor = self.chrome.focus == Focus::Editor && !self.dialogs.is_open();
        let tab = self.sessions.tab().filter(|_| is_in_editor);
        tab.map_or(CursorShape::Own, |tab| tab.editor.cursor_shape())
    }

    /// Takes a key press as a sign that the user has read the notice. Keeps the notice while the
    /// settings lie over it.
    pub fn forget_notice(&mut self) {
        self.chrome.notice_was_read = true;
        if !self.dialogs.shows::<Settings>() {
            self.chrome.notice = None;
        }
    }

    /// Returns the key contexts that apply now, the innermost first.
    pub fn contexts(&self) -> Vec<Context> {
        let tab = self.sessions.tab();
        let mut stack = match (self.dialogs.top(), self.chrome.focus) {
            _ if self.selects() => vec![Context::Select],
            (Some(dialog), _) => dialog.contexts().to_vec(),
            (None, Focus::Bar) => vec![Context::Bar],
            (None, Focus::Editor) => tab
                .filter(|tab| !tab.facts.is_frozen())
                .map_or(vec![Context::Editor], |tab| tab.editor.contexts().to_vec()),
            (None, Focus::Pane(pane)) => {
                let own = match pane {
                    Pane::Tree => Context::Tree,
                    Pane::Chat => Context::Chat,
                    Pane::Diff => Context::Diff,
                    Pane::Review => Context::Review,
                    // Here letters are text.
                    Pane::Note => Context::Pane,
                };
                vec![own, Context::Pane]
            }
        };
        stack.push(Context::Global);
        stack
    }

    /// Returns the content of the hint row, for the dialog if there is one, else for the focused
    /// part.
    pub fn key_hints(&self) -> KeyHints {
        if self.selects() {
            return KeyHints::OfContext;
        }
        if let Some(dialog) = self.dialogs.top() {
            return dialog.key_hints();
        }
        let tab = self.sessions.tab();
        match self.chrome.focus {
            Focus::Editor if tab.is_some_and(|tab| tab.facts.is_frozen()) => {
                KeyHints::These(FROZEN_HINTS)
            }
            Focus::Editor => self.key_hints_in_editor(),
            Focus::Bar => tab.map_or(KeyHints::OfContext, |tab| tab.bar.key_hints()),
            Focus::Pane(pane) => {
                let view = self.pane(pane);
                view.map_or(KeyHints::OfContext, PaneView::key_hints)
            }
        }
    }

    /// Names F2 if a question waits for an answer, here or in another session, and F4 and Esc by
    /// what they do now.
    fn key_hints_in_editor(&self) -> KeyHints {
        let tab = self.sessions.tab();
        let asks_here = tab.is_some_and(|tab| tab.bar.is_open());
        let asks = asks_here || self.sessions.asks_elsewhere().is_some();
        let without = (!asks).then_some(Action::FocusConfirmBar);
        let is_zoomed = self.panes.layout_request.zoom.is_some();
        let unzoom = is_zoomed.then(|| (Action::ZoomPane, say!("hint-unzoom")));
        let inserts = tab.is_some_and(|tab| tab.editor.vim().is_some() && tab.editor.takes_text());
        let commands = inserts.then(|| (Action::LeaveEditor, say!("hint-normal-mode")));
        let own = unzoom.into_iter().chain(commands).collect();
        KeyHints::Without(without.into_iter().collect(), own)
    }

    /// Collects what the bar must know about the rest of the screen.
    pub fn around(&self) -> BarContext {
        let tab = self.sessions.tab();
        let popup = tab.is_some_and(|tab| tab.editor.contexts().first() == Some(&Context::Popup));
        let focus = match self.chrome.focus {
            _ if self.dialogs.is_open() => Where::Dialog,
            Focus::Bar => Where::Bar,
            Focus::Pane(_) => Where::Pane,
            Focus::Editor if popup => Where::Popup,
            Focus::Editor => Where::Editor,
        };
        BarContext {
            // Vim's commands edit an empty draft too: letters are meant for it.
            editor_empty: tab.is_none_or(|tab| tab.draft_is_empty() && tab.editor.takes_text()),
            last_editor_key_at: self.chrome.last_editor_key,
            focus,
            releases_reported: self.chrome.findings.protocol == KeyProtocol::Kitty,
            window: self.chrome.window,
        }
    }

    /// Maps a line feed (Ctrl+J) to Enter where no multi-line text is typed. A line feed that
    /// arrived together with other keys in one read, over a slow connection, is mapped too.
    pub fn normalized_key(&self, key: &KeyEvent) -> KeyEvent {
        let is_line_end = key.code == KeyCode::Char('j') && key.modifiers == KeyModifiers::CONTROL;
        let takes_lines = match (self.dialogs.top(), self.chrome.focus) {
            (Some(dialog), _) => dialog.takes_line_feeds(),
            (None, Focus::Pane(pane)) => self.pane(pane).is_some_and(PaneView::takes_text),
            (None, _) => true,
        };
        if is_line_end && !takes_lines {
            KeyEvent {
                code: KeyCode::Enter,
                modifiers: KeyModifiers::NONE,
                ..*key
            }
        } else {
            *key
        }
    }

    /// Carries out the decision of the held key in the review or a dialog, now known to have been
    /// alone. Returns `None` if no key was held.
    pub fn settle_key(&mut self) -> Option<Vec<Effect>> {
        if self.dialogs.is_open() {
            return self.dialogs.settled();
        }
        let in_review = self.has_keys(Pane::Review);
        let review = self.sessions.review_mut().filter(|_| in_review)?;
        review.holds_key().then(|| review.settled())
    }

    /// Drops a held key that did not come alone or was followed by something else.
    pub fn drop_held_key(&mut self) {
        if let Some(review) = self.sessions.review_mut() {
            review.drop_held_key();
        }
        self.dialogs.drop_held_key();
    }
}
