//! The surroundings of the panes: size and time, the focus, notices, the keys of an incomplete sequence,
//! the pointer, and what is known of the terminal, the workspace and the engine.

mod armed;
mod notify;
mod time;

pub use armed::AGAIN;
pub use time::WHICH_KEY;

use std::collections::BTreeSet;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use jiff::Timestamp;
use ratatui::layout::Rect;

use super::app::Redraw;
use super::index_status::Indexed;
use super::input::Window;
use super::keymap::Key;
use super::layout::Pane;
use super::pointer::Pointer;
use super::run::SaveScope;
use super::terminal::findings::KeyFindings;
use l10n::{counted, said, say, thousands};
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::index::IndexState;
use protocol::query::WorkspaceFacts;

/// The part of the screen that has the keyboard focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Focus {
    #[default]
    Editor,
    /// The confirmation bar.
    Bar,
    Pane(Pane),
}

/// The second step of a key: the same key within the time performs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Armed {
    /// The run is being cancelled; the key again kills its processes.
    Kill {
        until: Duration,
        /// The session of the run.
        session: SessionId,
    },
    /// The key again cancels the session's run and closes its tab.
    End {
        until: Duration,
        session: SessionId,
    },
    Quit {
        until: Duration,
    },
    /// The key that left the editor does this when it is pressed again.
    Leave {
        until: Duration,
        /// The session of the editor.
        session: SessionId,
        then: AfterLeaving,
    },
}

/// Effect of the key that left the editor when it is pressed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterLeaving {
    StopRun,
    /// Edit the user's last message.
    EditLast,
}

/// Whether the engine is running.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    #[default]
    Running,
    /// The engine has stopped; nothing can be sent.
    Stopped,
}

#[derive(Debug, Default)]
pub struct Chrome {
    pub width: u16,
    pub height: u16,
    /// The time of the last input or tick, since the program began.
    pub now: Duration,
    /// The time of day at which the screen's own time began; without it no time is shown.
    pub began: Option<Timestamp>,
    /// Whether the next frame can differ from the last one, and how soon it is needed.
    pub dirty: Redraw,
    /// The part that has the keyboard focus.
    pub focus: Focus,
    /// The pane that had the keyboard focus when the user took the bar.
    pub pane_before: Option<Pane>,
    /// The keys of an incomplete sequence, and when it began.
    pub pending: Option<(Vec<Key>, Duration)>,
    /// The shown page of the sequence's possible continuations.
    pub page_of_ways: usize,
    /// The second step of a key that the user has just pressed.
    pub armed: Option<Armed>,
    /// The screen's own notice, shown over the session's.
    pub notice: Option<(NoticeLevel, String)>,
    /// Whether a key came since the last notice: the user had time to read it.
    pub notice_was_read: bool,
    /// Time of the last key that went to the editor.
    pub last_editor_key: Option<Duration>,
    /// Whether the terminal's window has the focus.
    pub window: Window,
    /// Waiting sessions already announced by a desktop notification since the window
    /// lost the focus.
    pub notified_sessions: BTreeSet<SessionId>,
    /// The mouse, the selection, and select mode.
    pub pointer: Pointer,
    /// Findings about how the terminal sends keys.
    pub findings: KeyFindings,
    /// Known state of the workspace.
    pub workspace: Option<WorkspaceFacts>,
    /// The index status that is worth showing.
    pub index: Option<Indexed>,
    /// Number of items of the memory that wait for the user.
    pub memory_waiting: u64,
    pub engine: Engine,
    /// Whether the sessions' data outlasts the program.
    pub save_scope: SaveScope,
}

impl Chrome {
    /// Returns the area of the screen.
    pub fn area(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Pages through the continuations of a key sequence that had no room. Any other unknown key
    /// ends the sequence and does nothing.
    pub fn turn_ways(&mut self, pending: Vec<Key>, since: Duration, key: &KeyEvent, pages: usize) {
        let is_shown = since + WHICH_KEY <= self.now;
        let page = self.page_of_ways.min(pages.saturating_sub(1));
        let page = match key.code {
            KeyCode::PageDown if key.modifiers.is_empty() => page + 1,
            KeyCode::PageUp if key.modifiers.is_empty() => page + pages.saturating_sub(1),
            _ => return,
        };
        if is_shown && pages > 1 {
            self.page_of_ways = page % pages;
            self.pending = Some((pending, since));
        }
    }

    /// Requests a frame.
    pub fn touch(&mut self, dirty: Redraw) {
        self.dirty = self.dirty.max(dirty);
    }

    /// Says that a text is being copied, unless the notice warns that it is not whole.
    pub fn say_copied(&mut self, text: &str, more: &str) {
        let letters = thousands(text.chars().count() as u64);
        let said = match text.lines().count() {
            0 | 1 => say!("copying-copied", letters),
            lines => say!(
                "copying-copied-lines",
                lines = counted(lines, "line"),
                letters
            ),
        };
        let notice = self.notice.as_ref();
        if notice.is_none_or(|(_, notice)| notice != say!("copying-not-whole")) {
            self.say(NoticeLevel::Info, format!("{said}{more}"));
            self.pointer.copying = Some(said);
        }
    }

    /// Says where the copied text went; an empty list means that it was not copied anywhere.
    pub fn say_copied_to(&mut self, ways: &[String]) {
        let Some(said) = self.pointer.copying.take() else {
            return;
        };
        if ways.is_empty() {
            return self.say(NoticeLevel::Warning, say!("copying-nowhere"));
        }
        // Another notice may have arrived meanwhile.
        let notice = self.notice.as_ref();
        let more = notice.and_then(|(_, text)| text.strip_prefix(said.as_str()));
        if let Some(more) = more {
            let text = say!("copying-went-to", said, ways = ways.join(", "), more);
            self.say(NoticeLevel::Info, text);
        }
    }

    /// Shows a notice on the line over the editor.
    pub fn say(&mut self, level: NoticeLevel, text: impl Into<String>) {
        self.notice = Some((level, text.into()));
        self.notice_was_read = false;
    }

    /// Handles progress of the index.
    pub(crate) fn index_changed(&mut self, state: &IndexState) {
        let shown = Indexed::of(state);
        if self.index != shown {
            self.index = shown;
            self.touch(Redraw::Soon);
        }
    }

    /// Takes over the number of items of the memory that wait for the user.
    pub(crate) fn memory_changed(&mut self, waiting: u64) {
        if self.memory_waiting != waiting {
            self.memory_waiting = waiting;
            self.touch(Redraw::Soon);
        }
    }

    /// Shows the outcome of a command for a session that is not open here.
    pub(crate) fn show_outcome(&mut self, fact: &EventKind) {
        match fact {
            EventKind::CommandRejected {
                command, reason, ..
            } if !command.is_by_the_way() => self.say(NoticeLevel::Warning, said(reason)),
            EventKind::Notice { level, text } => self.say(*level, said(text)),
            _ => {}
        }
    }

    /// Returns the root of the workspace as it is shown.
    pub(crate) fn root_words(&self) -> String {
        let root = self.workspace.as_ref().map(|facts| facts.root.display());
        root.map_or_else(
            || say!("session-workspace").to_owned(),
            |root| root.to_string(),
        )
    }
}
