//! What the bar is told with each input and what it asks for. Plain data, used by the loop.

use std::time::Duration;

use crossterm::event::KeyEvent;

use crate::protocol::approval::Answer;
use crate::protocol::ids::QuestionId;
use crate::tui::input::Window;

/// What has the focus.
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

/// What the bar must know of the rest of the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BarContext {
    /// Whether nothing is typed in the editor.
    pub editor_empty: bool,
    /// When a key was last pressed in the editor.
    pub last_editor_key_at: Option<Duration>,
    /// What has the focus.
    pub focus: Where,
    /// Whether the terminal tells releases, and so repeats.
    pub releases_reported: bool,
    /// Whether the human is there.
    pub window: Window,
}

/// What the bar asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum BarEffect {
    /// Send this answer.
    Answer(Answer),
    /// Give the bar the focus.
    Focus,
    /// Give the focus back to the editor.
    Unfocus,
    /// These keys were text: let the editor have them, in this order.
    TypeIntoEditor(Vec<KeyEvent>),
    /// This text was meant for the editor: paste it there.
    PasteIntoEditor(String),
    /// Show the whole diff or text of a prompt. Call [`super::Bar::seen_in_full`] when it was
    /// seen to its end.
    ShowFull(QuestionId),
    /// Open the user's editor, then call [`super::Bar::edited`].
    OpenEditor {
        /// For which prompt.
        prompt: QuestionId,
        subject: EditSubject,
    },
    /// Hold a prompt's count-down, or let it go on.
    PauseTimer(QuestionId, TimerHold),
    /// Turn passthrough on: the human said so.
    TurnPassthroughOn,
    /// A key was refused: make the terminal's bell heard or seen.
    Bell,
}

/// What is opened in the user's editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditSubject {
    /// The proposed text of the prompt's file; the bar has only its diff.
    ProposedFile {
        /// The file, relative to the root.
        path: String,
    },
    Text(String),
}

/// Whether a count-down is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerHold {
    Held,
    /// It goes on.
    Running,
}
