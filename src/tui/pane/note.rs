//! The note pane: the workspace's one note, typed beside the chat.
//!
//! Owns the text and what it was made of. It is kept a moment after the last key and when the pane is left; what
//! came in from elsewhere meanwhile is put together by who keeps it. It asks nothing and sends nothing: what it wants
//! is told by [`NotePane::due`] and [`NotePane::to_keep`].

use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::review::field::{Enter, Field, FieldOutcome};
use crate::l10n::say;
use crate::tui::hints::KeyHints;
use crate::tui::hints::own::EDIT_KEYS;
use crate::tui::keymap::Action;
use crate::tui::part::{Focused, InputUse, PaneEffect, PaneView, Pointing};
use crate::tui::theme::{Role, Theme};

/// It is kept so long after the last key.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct NotePane {
    field: Field,
    /// What is kept and the text was made of; `None` until it came.
    base: Option<String>,
    /// What was given to be kept and is not heard of yet.
    given: Option<String>,
    /// When it is kept by itself.
    due: Option<Duration>,
    now: Duration,
    /// Why it was not kept the last time.
    refused: Option<String>,
}

impl Default for NotePane {
    fn default() -> Self {
        Self {
            field: Field::of("", Enter::Breaks),
            base: None,
            given: None,
            due: None,
            now: Duration::ZERO,
            refused: None,
        }
    }
}

impl NotePane {
    /// Whether the note is still to be asked for.
    pub fn is_wanted(&self) -> bool {
        self.base.is_none()
    }

    /// The note is there.
    pub fn came(&mut self, text: &str) {
        if self.base.is_none() {
            self.field = Field::of(text, Enter::Breaks);
            self.base = Some(text.to_owned());
        }
    }

    /// Somebody kept the note, perhaps this pane.
    pub fn changed(&mut self, text: &str) {
        let Some(base) = &self.base else { return };
        let shown = self.field.text();
        self.refused = None;
        match self.given.take() {
            Some(given) if given == text => self.base = Some(given),
            // Others' lines came in, and nothing was typed since.
            Some(given) if given == shown => self.show(text),
            // What was typed since goes on from what was given, which is kept now or soon.
            Some(given) => self.base = Some(given),
            None if *base == shown => self.show(text),
            // What is typed here is put together with it when it is kept.
            None => {}
        }
    }

    fn show(&mut self, text: &str) {
        self.field.put(text);
        self.base = Some(text.to_owned());
    }

    /// It could not be kept.
    pub fn refused(&mut self, why: &str) {
        self.given = None;
        self.refused = Some(why.to_owned());
    }

    /// Tells it the time.
    pub fn set_now(&mut self, now: Duration) {
        self.now = now;
    }

    /// When it wants to be kept.
    pub fn due(&self) -> Option<Duration> {
        self.due
    }

    /// What is to be kept now: what it was made of, and the text. `None` where nothing was typed, or where something
    /// is being kept.
    pub fn take_due(&mut self) -> Option<(String, String)> {
        self.due = None;
        let base = self.base.clone()?;
        let text = self.field.text();
        if text == base {
            return None;
        }
        if self.given.is_some() {
            self.due = Some(self.now + PAUSE);
            return None;
        }
        self.given = Some(text.clone());
        Some((base, text))
    }

    fn typed(&mut self) {
        self.due = Some(self.now + PAUSE);
    }

    /// How it stands, in a few words.
    fn words(&self) -> (String, Role) {
        match (&self.base, &self.refused) {
            (None, _) => (say!("note-reading").to_owned(), Role::FgMuted),
            (_, Some(why)) => (why.clone(), Role::Err),
            (Some(base), None) if *base == self.field.text() => {
                (say!("note-kept").to_owned(), Role::Ok)
            }
            _ => (say!("note-not-kept").to_owned(), Role::Warn),
        }
    }
}

/// The rows of the text; the last row says how the note stands.
fn body(area: Rect) -> Rect {
    Rect {
        x: area.x.saturating_add(1),
        width: area.width.saturating_sub(1),
        height: area.height.saturating_sub(1),
        ..area
    }
}

impl PaneView for NotePane {
    fn act(&mut self, _action: Action) -> Vec<PaneEffect> {
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<PaneEffect> {
        if self.base.is_none() {
            return Vec::new();
        }
        let before = self.field.text();
        match self.field.key(key) {
            FieldOutcome::More if self.field.text() == before => Vec::new(),
            FieldOutcome::More => {
                self.typed();
                Vec::new()
            }
            FieldOutcome::Taken => vec![PaneEffect::KeepNote],
            FieldOutcome::Left => vec![PaneEffect::KeepNote, PaneEffect::FocusEditor],
        }
    }

    fn paste(&mut self, text: &str) -> InputUse {
        if self.base.is_some() {
            self.field.paste(text);
            self.typed();
        }
        InputUse::Yes
    }

    fn hinted(&self) -> KeyHints {
        if self.takes_text() {
            KeyHints::Keys(EDIT_KEYS)
        } else {
            KeyHints::OfContext
        }
    }

    fn title(&self, _width: u16) -> String {
        say!("note-title").to_owned()
    }

    fn measure(&mut self, _width: u16, _height: u16) {}

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused) {
        self.field.draw(body(area), buf, theme);
        if area.height < 2 {
            return;
        }
        let row = Rect {
            y: area.bottom().saturating_sub(1),
            height: 1,
            ..area
        };
        let (words, role) = self.words();
        let keys = match focused {
            Focused::Yes => say!("note-keys"),
            Focused::No => "",
        };
        let room = usize::from(row.width.saturating_sub(1));
        buf.set_style(row, theme.style(Role::BgPanel));
        let (x, _) = buf.set_stringn(row.x + 1, row.y, words, room, theme.style(role));
        let span = Span::styled(keys, theme.style(Role::FgMuted));
        buf.set_span(x, row.y, &span, row.right().saturating_sub(x));
    }

    fn caret(&self, area: Rect) -> Option<Position> {
        self.base.as_ref()?;
        self.field.cursor(body(area))
    }

    fn selected_text(&self) -> Option<String> {
        self.field.selected_text()
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn scroll(&mut self, rows: isize) {
        self.field.scroll(rows);
    }

    fn point(&mut self, area: Rect, at: Position, how: Pointing) -> InputUse {
        if self.base.is_none() {
            return InputUse::No;
        }
        self.field.point(body(area), at, how);
        InputUse::Yes
    }
}
