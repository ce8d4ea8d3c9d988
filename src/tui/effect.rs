//! Requests of the full screen to the outside. Plain data: the loop carries them out,
//! tests read them.

use std::collections::BTreeMap;

use super::alert::Notification;
use super::terminal::MouseCapture;
use client::input::TerminalReply;
use client::job::JobCommand;
use client::slash::ThemeRequest;
use protocol::command::Command;
use protocol::ids::{HunkId, QuestionId, SessionId};
use protocol::presence::Presence;
use protocol::query::Query;

#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send a command to the engine.
    Send(Command),
    /// Send a query to the engine; the answer comes back with the query.
    Ask(Query),
    /// Send a query for a field that repeats it with each key and needs only the newest one
    /// answered: while one of its queries is being answered the next one waits, and a later one
    /// replaces the waiting one.
    AskNewest(SearchField, Query),
    /// Start a background job, whose steps come back with its number, or cancel one.
    Job(JobCommand),
    /// Report which sessions the screen shows.
    Show(Presence),
    /// Put a text on the clipboard, by every available way; then call [`super::App::copied_to`].
    Copy(String),
    /// Capture the mouse, or leave it to the terminal.
    Mouse(MouseCapture),
    /// Show a desktop notification, if the terminal can.
    Notify(Notification),
    /// Ring the bell once.
    Bell,
    /// Stop the program until the shell continues it.
    Suspend,
    /// Draw everything again and query the size again.
    Redraw,
    /// Open a text in `$EDITOR`.
    Edit(ExternalEdit),
    /// Save the screen layout for the next start.
    KeepScreen(String),
    /// Save this text in a file of its own and report its path.
    WriteReport(String),
    /// Show the themes, draw with another one, or save the choice.
    Theme(ThemeRequest),
    /// Try other settings of the theme before they are saved, or keep the tried ones.
    Look(ThemeCommand),
    /// A reply of the terminal that changes its modes.
    Terminal(TerminalReply),
    Exit(ExitReason),
}

/// Changes of the theme while its settings are edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThemeCommand {
    /// Draw as before the first trial, except for these settings of the configuration; an empty map
    /// ends the trial.
    Try(BTreeMap<String, String>),
    /// The tried settings were saved: they apply from now on.
    Keep,
}

/// A field that repeats its query with each key.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalEdit {
    pub purpose: EditPurpose,
    pub subject: EditSubject,
}

/// The text or file that is opened in `$EDITOR`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditSubject {
    /// A copy of this text.
    Text(String),
    /// The file itself.
    File {
        /// Path relative to the root.
        path: String,
        /// The line for the cursor, from 1.
        line: u32,
    },
}

/// The use of an edited text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditPurpose {
    /// The text becomes the draft.
    Draft(SessionId),
    /// The text answers a question.
    Question(SessionId, QuestionId),
    /// The text replaces what a hunk proposes.
    Hunk(SessionId, HunkId),
    /// The text becomes the extra system prompt in the form of a session's settings.
    SessionPrompt,
    /// The file itself was edited; nothing comes back.
    Nothing,
}

/// The reason why the full screen ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitReason {
    /// The user left.
    Quit,
    /// The user wants to see the demo.
    Demo,
    /// The engine could not be started.
    EngineStopped,
    /// A signal requested it: its number.
    Signal(i32),
    /// The terminal is gone.
    TerminalGone,
}
