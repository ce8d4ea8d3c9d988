//! Sessions whose process died during a run. Only Proceed closes the dialog.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::Dialog;
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints};
use crate::keymap::{Action, Context};
use crate::theme::{Role, Theme};
use crate::view::{line, plain, row};
use crate::widget::boxed::box_in;
use crate::widget::row::TextStyle;
use crate::widget::wrap::wrap_text;
use l10n::say;
use protocol::command::Command;
use protocol::event::{Event, EventKind};
use protocol::ids::SessionId;
use protocol::session::SessionStatus;

/// Hints when only one thing can be done.
const PROCEED_HINTS: &[HintRow] = &[(Action::PickerRun, "hint-proceed")];

/// Columns of the box.
const WIDTH: u16 = 76;

#[derive(Debug)]
pub struct Interrupted {
    /// The sessions, with their names.
    sessions: Vec<(SessionId, String)>,
}

impl Interrupted {
    pub fn new(session: SessionId, name: String) -> Self {
        Self {
            sessions: vec![(session, name)],
        }
    }

    /// Adds a session unless it is listed already.
    pub fn add(&mut self, session: SessionId, name: String) {
        if !self.sessions.iter().any(|(known, _)| *known == session) {
            self.sessions.push((session, name));
        }
    }
}

impl Dialog for Interrupted {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(PROCEED_HINTS)
    }

    fn passes_on(&self, _action: Action) -> bool {
        false
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::PickerRun => {
                let sessions = self.sessions.iter().map(|(session, _)| *session);
                let proceed = sessions
                    .map(|session| Effect::Send(Command::AcknowledgeInterrupted { session }));
                proceed.chain([Effect::CloseDialog]).collect()
            }
            // Leaving the program always works.
            Action::Interrupt | Action::Quit => vec![Effect::Leave],
            _ => Vec::new(),
        }
    }

    /// Somebody has seen a session, here or in another terminal.
    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        match &event.fact {
            EventKind::SessionStatusChanged { status, .. }
                if *status != SessionStatus::Interrupted =>
            {
                self.sessions.retain(|(known, _)| *known != event.session);
            }
            _ => {}
        }
        if self.sessions.is_empty() {
            vec![Effect::CloseDialog]
        } else {
            Vec::new()
        }
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let width = WIDTH.min(whole.width.saturating_sub(2));
        let lines = wrap_text(
            say!("overlay-interrupted-text"),
            TextStyle::of(Role::Fg),
            usize::from(width.saturating_sub(4)),
        );
        let text_rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let height = u16::try_from(self.sessions.len())
            .unwrap_or(u16::MAX)
            .saturating_add(text_rows)
            .saturating_add(5)
            .min(whole.height.saturating_sub(2));
        let title = say!("overlay-interrupted");
        let inner = box_in(whole, (width, height), title, buf, theme);
        // The last row is that of the key.
        let rows = inner.height.saturating_sub(1);
        for (index, text) in (0..rows).zip(&lines) {
            let text = Span::styled(text.plain(), theme.style(Role::Fg));
            line(buf, row(inner, index), &[text]);
        }
        for (index, (_, name)) in (text_rows.saturating_add(1)..rows).zip(&self.sessions) {
            let text = format!("  {}", plain(name));
            let text = Span::styled(text, theme.style(Role::Warn));
            line(buf, row(inner, index), &[text]);
        }
        let proceed = Span::styled(say!("overlay-proceed"), theme.style(Role::Accent));
        line(buf, row(inner, rows), &[proceed]);
        None
    }
}
