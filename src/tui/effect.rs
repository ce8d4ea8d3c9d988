//! What the full screen asks of the world. Plain data: the loop carries it out, tests read it.

use std::collections::BTreeMap;

use super::alert::Notification;
use super::input::TerminalReply;
use super::settings::JobCommand;
use super::terminal::MouseCapture;
use crate::protocol::command::Command;
use crate::protocol::ids::{HunkId, QuestionId, SessionId};
use crate::protocol::presence::Presence;
use crate::protocol::query::Query;
use crate::slash::ThemeRequest;

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Give an order to the engine.
    Send(Command),
    /// Ask the engine; the answer comes back with the question.
    Ask(Query),
    /// The same for one who asks anew with each key, and wants only the newest question answered: while one of
    /// his is being answered the next one waits, and one that comes then takes its place.
    AskNewest(SearchField, Query),
    /// Begin an errand, whose steps come back with its number, or give one up.
    Errand(JobCommand),
    /// Say which sessions the screen shows.
    Show(Presence),
    /// Put a text on the clipboard, by every way there is; then [`super::App::copied_to`].
    Copy(String),
    /// Capture the mouse, or leave it to the terminal.
    Mouse(MouseCapture),
    /// Tell the desktop, where the terminal can.
    Notify(Notification),
    /// Ring the bell once.
    Bell,
    /// Stop the program until the shell lets it go on.
    Suspend,
    /// Draw everything anew and ask for the size again.
    Redraw,
    /// Open a text in `$EDITOR`.
    Edit(ExternalEdit),
    /// Keep how the screen is, for the next time.
    KeepScreen(String),
    /// Keep this text in a file of its own and say where.
    SaveReport(String),
    /// Show the themes, draw with another one, or keep the choice.
    Theme(ThemeRequest),
    /// Show another look while it is not saved, or go on with the one that was tried.
    Look(ThemeCommand),
    /// An answer of the terminal that changes its modes.
    Terminal(TerminalReply),
    Exit(ExitReason),
}

/// What becomes of the look of the screen while its settings are changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThemeCommand {
    /// Draw as it was before the first trial, but for these settings of the configuration; none ends the trial.
    Try(BTreeMap<String, String>),
    /// What is tried was saved: it is the look from now on.
    Keep,
}

/// Who asks anew with each key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SearchField {
    /// The completion of this session's draft.
    Completion(SessionId),
    /// The filter of the tree.
    TreeFilter,
    /// The list of sessions, while it is shown.
    SessionList,
    /// The command palette, while it is shown.
    Palette,
}

/// A text for `$EDITOR`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalEdit {
    /// What it is for.
    pub purpose: EditPurpose,
    /// What is opened.
    pub subject: EditSubject,
}

/// What is opened in `$EDITOR`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditSubject {
    /// A copy of this text.
    Text(String),
    /// The file itself.
    File {
        /// Its path, relative to the root.
        path: String,
        /// The line that the cursor is wanted on, from 1.
        line: u32,
    },
}

/// What an edited text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditPurpose {
    /// It becomes the draft.
    Draft(SessionId),
    /// It answers a prompt.
    Prompt(SessionId, QuestionId),
    /// It takes the place of what a hunk proposes.
    Hunk(SessionId, HunkId),
    /// It becomes the extra system prompt in the form of a session's settings.
    SessionPrompt,
    /// The file was the thing; nothing comes back.
    Nothing,
}

/// Why the full screen was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitReason {
    /// The human left.
    Quit,
    /// The human wants to see the demo.
    Demo,
    /// The engine could not be started.
    EngineStopped,
    /// A signal asked for it: its number.
    Signal(i32),
    /// The terminal is gone.
    TerminalGone,
}
