//! The choice of the session's mode.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Dialog, DialogContext, is_of_screen};
use crate::keymap::{Action, Context};
use crate::part::PaneEffect;
use crate::theme::Theme;
use crate::widget::picker::{Choice, Item, Picker, PickerOutcome, picker_keys};
use l10n::say;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::ids::SessionId;

#[derive(Debug)]
pub struct ModePicker {
    list: Picker,
    session: Option<SessionId>,
    keys: String,
}

impl ModePicker {
    /// Creates the choice for a session with its present mode.
    pub fn new(session: Option<(SessionId, Mode)>) -> Self {
        let mut list = Picker::new(say!("choose-mode"), modes(), say!("choose-mode-empty"));
        if let Some((_, mode)) = session {
            list.select(&Choice::Mode(mode));
        }
        Self {
            list,
            session: session.map(|(session, _)| session),
            keys: String::new(),
        }
    }
}

impl Dialog for ModePicker {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || action == Action::TogglePassthrough
    }

    fn act(&mut self, action: Action) -> Vec<PaneEffect> {
        let mode = match self.list.act(action) {
            PickerOutcome::Open => return Vec::new(),
            PickerOutcome::Taken(Choice::Mode(mode)) => Some(mode),
            PickerOutcome::Taken(_) | PickerOutcome::Closed => None,
        };
        let command = self
            .session
            .zip(mode)
            .map(|(session, mode)| Command::SetMode { session, mode });
        let effects = [PaneEffect::CloseOverlay].into_iter();
        effects.chain(command.map(PaneEffect::Send)).collect()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<PaneEffect> {
        self.list.type_key(key);
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<PaneEffect> {
        self.list.paste(text);
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<PaneEffect> {
        self.list.go(rows);
        Vec::new()
    }

    fn click(&mut self, whole: Rect, at: Position) -> Vec<PaneEffect> {
        if let Some(row) = self.list.row_at(whole, at) {
            self.list.go_to(row);
        }
        Vec::new()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.keys = picker_keys(cx.keymap());
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        Some(self.list.draw(&self.keys, whole, buf, theme))
    }
}

/// Returns the modes as rows.
fn modes() -> Vec<Item> {
    Mode::ALL
        .into_iter()
        .map(|mode| Item {
            label: mode.word().to_owned(),
            detail: mode_description(mode).to_owned(),
            choice: Choice::Mode(mode),
        })
        .collect()
}

/// Describes what a mode means for writes and commands.
pub fn mode_description(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => say!("mode-plan"),
        Mode::Review => say!("mode-review"),
        Mode::Confirm => say!("mode-confirm"),
        Mode::AcceptEdits => say!("mode-accept-edits"),
        Mode::Passthrough => say!("mode-passthrough"),
    }
}
