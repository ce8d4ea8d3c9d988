//! The context that the bar gets with each input, and the effects that it requests. Plain data,
//! used by the loop.

use std::time::Duration;

use crossterm::event::KeyEvent;

use crate::input::Window;
use protocol::approval::Answer;
use protocol::ids::QuestionId;

/// The part of the screen that has the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Where {
    #[default]
    Editor,
    Bar,
    Pane,
    /// A pop-up over the editor.
    Popup,
    /// A dialog or a picker.
    Dialog,
}

/// State of the rest of the screen that the bar needs to know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BarContext {
    /// Whether the editor is empty.
    pub editor_empty: bool,
    /// Time of the last key press in the editor.
    pub last_editor_key_at: Option<Duration>,
    pub focus: Where,
    /// Whether the terminal reports key releases, and so repeats.
    pub releases_reported: bool,
    /// Whether the terminal's window has the focus, that is, the user is present.
    pub window: Window,
}

/// Requests of the bar.
#[derive(Debug, Clone, PartialEq)]
pub enum BarEffect {
    /// Send this answer.
    Answer(Answer),
    /// Give the bar the focus.
    Focus,
    /// Give the focus back to the editor.
    Unfocus,
    /// Pass these keys to the editor, in this order: they were text.
    TypeIntoEditor(Vec<KeyEvent>),
    /// Paste this text into the editor, for which it was meant.
    PasteIntoEditor(String),
    /// Show the whole diff or text of a question. Call [`super::Bar::seen_in_full`] when it was
    /// seen to its end.
    ShowFull(QuestionId),
    /// Open the user's editor, then call [`super::Bar::edited`].
    OpenEditor {
        question: QuestionId,
        subject: EditSubject,
    },
    /// Hold a question's countdown, or let it continue.
    PauseTimer(QuestionId, TimerHold),
    /// Turn passthrough on: the user confirmed it.
    TurnPassthroughOn,
    /// Ring the terminal's bell, audibly or visibly: a key was refused.
    Bell,
}

/// The text that is opened in the user's editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditSubject {
    /// The proposed text of the question's file; the bar has only its diff.
    ProposedFile {
        /// Path relative to the root.
        path: String,
    },
    Text(String),
}

/// Whether a countdown is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerHold {
    Held,
    /// The countdown continues.
    Running,
}
