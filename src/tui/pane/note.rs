//! The note pane: the workspace's one note, typed beside the chat.
//!
//! Owns the text and the stored note that it is based on. The note is stored a moment after the
//! last key and when the user leaves the pane; whoever stores it merges changes that came from
//! elsewhere meanwhile. The pane queries nothing and sends nothing: [`NotePane::due`] and
//! [`NotePane::take_due`] tell what it needs.

use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::review::field::{Enter, Field, FieldOutcome};
use super::{Focused, PaneView};
use crate::effect::Effect;
use crate::highlight::Colours;
use crate::hints::{KeyHints, OwnKey};
use crate::input::InputUse;
use crate::keymap::Action;
use crate::pointer::Pointing;
use crate::theme::Role;
use crate::view::cut_line;
use crate::widget::row::Paint;
use l10n::say;

/// Keys while the note is typed: leaving it stores it too.
const NOTE_KEYS: &[OwnKey] = &[("Ctrl+S", "hint-save"), ("Esc", "hint-close")];

/// Delay after the last key until the note is stored.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct NotePane {
    field: Field,
    /// The stored note that the text is based on; `None` until it arrives.
    base: Option<String>,
    /// The text that was handed out for storing and is not confirmed yet.
    given: Option<String>,
    /// Time at which the note is stored automatically.
    due: Option<Duration>,
    now: Duration,
    /// The reason why the last attempt to store the note failed.
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
    /// Whether the note still has to be queried.
    pub fn is_wanted(&self) -> bool {
        self.base.is_none()
    }

    /// Sets the note that arrived.
    pub fn set(&mut self, text: &str) {
        if self.base.is_none() {
            self.field = Field::of(text, Enter::Breaks);
            self.base = Some(text.to_owned());
        }
    }

    /// Handles a stored change of the note, perhaps by this pane.
    pub fn changed(&mut self, text: &str) {
        let Some(base) = &self.base else { return };
        let shown = self.field.text();
        self.refused = None;
        match self.given.take() {
            Some(given) if given == text => self.base = Some(given),
            // Lines of others were merged, and the user typed nothing since.
            Some(given) if given == shown => self.show(text),
            // Text typed since then continues the text that was handed out, which is stored
            // now or soon.
            Some(given) => self.base = Some(given),
            None if *base == shown => self.show(text),
            // The text typed here is merged with it when it is stored.
            None => {}
        }
    }

    fn show(&mut self, text: &str) {
        self.field.put(text);
        self.base = Some(text.to_owned());
    }

    /// Records that the note could not be stored.
    pub fn refused(&mut self, why: &str) {
        self.given = None;
        self.refused = Some(why.to_owned());
    }

    /// Sets the current time.
    pub fn set_now(&mut self, now: Duration) {
        self.now = now;
    }

    /// Returns when the note must be stored.
    pub fn due(&self) -> Option<Duration> {
        self.due
    }

    /// Returns the note to store now: the text it is based on, and the new text. `None` if nothing
    /// was typed, or if a note is being stored.
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

    /// Describes the state of the note in a few words.
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

/// Returns the rows of the text; the last row shows the state of the note.
fn body(area: Rect) -> Rect {
    Rect {
        x: area.x.saturating_add(1),
        width: area.width.saturating_sub(1),
        height: area.height.saturating_sub(1),
        ..area
    }
}

impl PaneView for NotePane {
    fn act(&mut self, _action: Action) -> Vec<Effect> {
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
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
            FieldOutcome::Taken => vec![Effect::KeepNote],
            FieldOutcome::Left => vec![Effect::KeepNote, Effect::FocusEditor],
        }
    }

    fn paste(&mut self, text: &str) -> InputUse {
        if self.base.is_some() {
            self.field.paste(text);
            self.typed();
        }
        InputUse::Yes
    }

    fn key_hints(&self) -> KeyHints {
        if self.takes_text() {
            KeyHints::Keys(NOTE_KEYS)
        } else {
            KeyHints::OfContext
        }
    }

    fn title(&self, _width: u16) -> String {
        say!("note-title").to_owned()
    }

    fn measure(&mut self, _width: u16, _height: u16, _colours: &mut Colours) {}

    fn draw(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>, focused: Focused) {
        let theme = paint.theme;
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
        buf.set_style(row, theme.style(Role::BgPanel));
        let spans = [
            Span::raw(" "),
            Span::styled(words, theme.style(role)),
            Span::styled(keys, theme.style(Role::FgMuted)),
        ];
        cut_line(buf, row, &spans);
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
