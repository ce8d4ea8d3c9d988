//! The expected draft: a separate editor receives the same input as the screen's editor.
//!
//! Follows letters, pastes, and keys that move, delete and send exactly. Does not follow other
//! changes to a draft: then both editors are set to the same text again. Input intended for
//! something else removes no letter.

use std::collections::VecDeque;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::holds;
use crate::app::App;
use crate::chrome::Focus;
use crate::composer::Composer;
use crate::dialog::palette::Palette;
use crate::effect::Effect;
use crate::keymap::{Action, Context, Resolution};
use client::input::{Input, InputKind};
use protocol::command::Command;
use protocol::ids::SessionId;

/// Expected draft after an input.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expected {
    Exactly(String),
    /// The cursor moved, or a line of the history is shown.
    Walked,
    /// This text was sent or put into the history, or is still in the draft.
    Sent(String),
    /// All letters are kept.
    Kept,
    /// All letters are kept, in upper or lower case.
    KeptInAnyCase,
    Anything,
}

/// Whether the editor performs the action by itself, without the completion or the history.
fn is_local(action: Action) -> bool {
    matches!(
        action,
        Action::DeleteBack
            | Action::DeleteChar
            | Action::CharLeft
            | Action::CharRight
            | Action::WordLeft
            | Action::WordRight
            | Action::LineStart
            | Action::LineEnd
            | Action::Newline
            | Action::KillToEnd
            | Action::KillToStart
            | Action::KillWord
            | Action::KillWordBack
            | Action::KillWordBackAlnum
            | Action::SelectLeft
            | Action::SelectRight
            | Action::SelectUp
            | Action::SelectDown
            | Action::SelectHome
            | Action::SelectEnd
            | Action::InsertLiterally
    )
}

/// Whether a key that does not go to the editor may remove letters from a draft.
fn may_edit(key: &KeyEvent) -> bool {
    let is_chord = key
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    is_chord || matches!(key.code, KeyCode::Enter | KeyCode::Up | KeyCode::Down)
}

/// Number of recent inputs shown on a failure.
const RECENT: usize = 12;

#[derive(Debug, Default)]
pub(super) struct Draft {
    composer: Composer,
    /// The recent inputs, each with the part that had the focus.
    recent: VecDeque<(Input, Focus)>,
    /// Number of keys and pastes whose effect was predicted exactly.
    pub(super) followed: usize,
}

impl Draft {
    /// Returns the expected effect of an input.
    pub(super) fn before(&mut self, app: &App, input: &Input) -> Expected {
        self.recent
            .push_back((input.clone(), app.model.chrome.focus));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        let Some(tab) = app.model.sessions.tab() else {
            return Expected::Anything;
        };
        // Vim's commands delete and replace.
        let has_vim = tab.editor.vim().is_some();
        if has_vim || tab.resend.is_some() || app.model.chrome.pointer.selecting.is_some() {
            return Expected::Anything;
        }
        let has_editor = app.model.chrome.focus == Focus::Editor && !app.model.dialogs.is_open();
        let writes = has_editor && !tab.facts.is_frozen();
        match &input.kind {
            InputKind::Key(key) if key.kind == KeyEventKind::Release => Expected::Kept,
            // The second key of a sequence.
            InputKind::Key(_) if app.model.chrome.pending.is_some() => Expected::Anything,
            InputKind::Key(key) if writes => self.key(app, key, input),
            // F2 takes a lone letter, which came too early for the question, out of the draft.
            InputKind::Key(key)
                if key.code == KeyCode::F(2)
                    && tab.bar.is_open()
                    && matches!(tab.editor.text().trim(), "y" | "n") =>
            {
                Expected::Anything
            }
            InputKind::Key(key) if may_edit(key) => Expected::Anything,
            // The palette begins the chosen command in place of the draft.
            InputKind::Key(key)
                if key.code == KeyCode::Tab && app.model.dialogs.shows::<Palette>() =>
            {
                match tab.editor.text() {
                    blank if blank.trim().is_empty() => Expected::Anything,
                    text => Expected::Sent(text),
                }
            }
            InputKind::Key(key) if key.code == KeyCode::Tab => Expected::KeptInAnyCase,
            InputKind::Paste(text) if writes => {
                self.composer.paste(text, input.at);
                self.exactly()
            }
            _ => Expected::Kept,
        }
    }

    fn exactly(&mut self) -> Expected {
        self.followed += 1;
        Expected::Exactly(self.composer.whole_text())
    }

    fn key(&mut self, app: &App, key: &KeyEvent, input: &Input) -> Expected {
        let Some(tab) = app.model.sessions.tab() else {
            return Expected::Anything;
        };
        let at = input.at;
        let contexts = [tab.editor.contexts(), &[Context::Global]].concat();
        if tab.editor.takes_first(key) {
            self.composer.key(key, at);
            return self.exactly();
        }
        match app.keymap.resolve(&contexts, &[], key) {
            Resolution::Nothing if key.code == KeyCode::Char('?') && tab.draft_is_empty() => {
                Expected::Kept
            }
            // Esc and a letter in one.
            Resolution::Nothing if key.modifiers == KeyModifiers::ALT => Expected::Kept,
            Resolution::Nothing => {
                self.composer.key(key, at);
                self.exactly()
            }
            // Tab may send the draft for the end of the run.
            Resolution::Action(Action::Complete) => Expected::Sent(self.composer.whole_text()),
            Resolution::Action(Action::Send) => {
                let effects = self.composer.act(Action::Send, at);
                match effects.into_iter().next() {
                    Some(Effect::Submit(text)) => Expected::Sent(text),
                    _ => self.exactly(),
                }
            }
            Resolution::Action(action) if is_local(action) => {
                self.composer.act(action, at);
                self.exactly()
            }
            Resolution::Action(action @ (Action::LineUp | Action::LineDown)) => {
                self.composer.act(action, at);
                Expected::Walked
            }
            _ => Expected::Anything,
        }
    }

    /// Returns the draft on the screen, with its session.
    pub(super) fn of(app: &App) -> Option<(SessionId, String)> {
        let tab = app.model.sessions.tab()?;
        Some((tab.facts.id, tab.editor.text()))
    }

    /// Compares the effect of an input with the expected one.
    pub(super) fn after(
        &mut self,
        app: &mut App,
        input: Option<&Input>,
        before: Option<(SessionId, String)>,
        expected: &Expected,
        orders: &[Command],
    ) {
        if let Some((session, before)) = before
            && let Some(tab) = app
                .model
                .sessions
                .tab_of(session)
                .filter(|tab| tab.resend.is_none())
        {
            let now = tab.editor.text();
            self.compare(&before, &now, expected, orders);
        }
        let Some(tab) = app.model.sessions.tab_mut() else {
            return;
        };
        if matches!(expected, Expected::Exactly(_)) || tab.editor.vim().is_some() {
            return;
        }
        let now = tab.editor.text();
        let moves = match input.map(|input| &input.kind) {
            Some(InputKind::Mouse(_)) => true,
            Some(InputKind::Key(_) | InputKind::Paste(_)) => *expected != Expected::Walked,
            _ => false,
        };
        if moves || now != self.composer.whole_text() {
            tab.editor.set(&now);
            self.composer.set_text(&now);
        }
    }

    /// Empties the draft, as if the user had sent it elsewhere.
    pub(super) fn empty(&mut self, app: &mut App) {
        if let Some(tab) = app.model.sessions.tab_mut() {
            tab.editor.set("");
        }
        self.composer.set_text("");
    }

    fn compare(&self, before: &str, now: &str, expected: &Expected, orders: &[Command]) {
        let recent = &self.recent;
        match expected {
            Expected::Exactly(text) => assert_eq!(now, text, "from {before:?} by {recent:#?}"),
            Expected::Sent(text) => {
                let sends = |order: &Command| matches!(order, Command::RememberInput { text: sent, .. } if sent == text);
                let is_sent = orders.iter().any(sends);
                assert!(is_sent || now == text, "{text:?} is nowhere: {recent:#?}");
            }
            Expected::Kept => assert!(
                holds(now, before),
                "{before:?} became {now:?} by {recent:#?}"
            ),
            Expected::KeptInAnyCase => assert!(
                holds(&now.to_lowercase(), &before.to_lowercase()),
                "{before:?} became {now:?} by {recent:#?}"
            ),
            Expected::Walked | Expected::Anything => {}
        }
    }
}
