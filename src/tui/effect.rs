//! The one effect type of the full screen: requests of its parts.
//!
//! A part (pane, bar, editor, dialog) returns effects and does nothing outside itself.
//! `App::carry_out` routes each: those that concern another part it carries out itself, the others
//! it queues for the loop. One type, because a part need not know who carries out what it asks for,
//! and because a second one would repeat the first for every command, query and copied text.
//! Plain data: tests read them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crossterm::event::KeyEvent;

use super::alert::Notification;
use super::dialog::DialogRequest;
use super::dialog::full_text::FullQuestion;
use super::dialog::key_test::TestedKey;
use super::dialog::palette::PaletteTarget;
use super::dialog::settings::Begin;
use super::dialog::stall_notice::StallChoice;
use super::keymap::Action;
use super::layout::Pane;
use super::pane::review::ReviewTarget;
use super::terminal::MouseCapture;
use super::terminal::findings::KeyKnowledge;
use client::input::TerminalReply;
use client::job::JobCommand;
use client::slash::{FrontAction, SlashLine, ThemeRequest};
use protocol::catalogue::{ConnectionTest, FoundModel};
use protocol::change::FileDiff;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::{HunkId, MessageId, QuestionId, SessionId};
use protocol::presence::Presence;
use protocol::query::Query;
use protocol::review::ReviewBase;
use protocol::session::SessionSettings;

#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    // Carried out by the loop.
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
    /// Put a text on the clipboard, by every available way; then call [`super::app::App::copied_to`].
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
    /// Draw with another theme, or save the choice.
    Theme(ThemeRequest),
    /// Try other settings of the theme before they are saved, or keep the tried ones.
    Look(ThemeCommand),
    /// A reply of the terminal that changes its modes.
    Terminal(TerminalReply),
    Exit(ExitReason),

    // Carried out by `App`; the loop never sees the following ones.
    /// Give the keyboard focus to the bar.
    FocusBar,
    /// Give the keyboard focus to the editor.
    FocusEditor,
    /// Give the keyboard focus to a pane, and show it if it is hidden.
    FocusPane(Pane),
    /// Pass on keys that were meant for the editor.
    Type(Vec<KeyEvent>),
    /// Insert this text into the draft at the cursor.
    Insert(String),
    /// Send the draft.
    Submit(String),
    /// Send the draft, which is a message, for the end of the run.
    SubmitAfterRun(String),
    /// Run a line that begins with a slash.
    RunLine(SlashLine),
    /// Do what only the full screen can do for a slash command.
    Perform(FrontAction),
    /// Show the end of a session's conversation, if the session is shown and the conversation has no
    /// place on the screen.
    ShowEnd(SessionId),
    /// Show a message of the user in the conversation of the shown session, and give the
    /// conversation the keys.
    ShowMessage(MessageId),
    /// Leave the program at the second press: Ctrl+D on an empty draft.
    Leave,
    /// Show everything that a question would grant.
    ShowFull(FullQuestion),
    /// Show the changed file after or before the current one.
    StepFile(isize),
    /// Edit a message and send the result in its place.
    EditMessage {
        message: MessageId,
        text: String,
    },
    /// Send a message again, in place of what came after it.
    SendAgain {
        message: MessageId,
        text: String,
    },
    /// Pin lines of a file into the context.
    Pin {
        path: String,
        /// First line, from 1.
        start_line: u32,
        end_line: u32,
    },
    /// Add these whole files to the context.
    Include(Vec<String>),
    /// Query what a pane would show and does not have.
    Fill(Pane),
    /// Show the diff of a file.
    ShowFile(String),
    /// Show a file at a line.
    OpenFile {
        path: String,
        /// Line number, from 1.
        line: u32,
    },
    /// Open the review at a target.
    OpenReview(ReviewTarget),
    /// Shows the changes since a base in the place of the review.
    ReviewSince(ReviewBase),
    /// Open the review at lines that block the requested rollback; afterwards the rollback
    /// is requested again.
    EditForRollback(ReviewTarget),
    /// Close the review.
    CloseReview,
    /// Tell the bar that the user has seen in the review everything that a question would write.
    SeenInFull(QuestionId),
    /// Show the text of a question, because the review cannot show what it would write.
    NotShown(QuestionId),
    /// Close what lies over the rows of the review, because a dialog opens over all.
    YieldReview,
    /// Open a dialog.
    Open(DialogRequest),
    /// Open the settings, on the page of this name if there is one.
    OpenSettings(&'static str),
    /// Record the result of a tested key.
    Heard(TestedKey, KeyKnowledge),
    /// Close the dialog that asks for it.
    CloseDialog,
    /// Close every dialog.
    CloseDialogs,
    /// Carry out an action of the screen.
    Act(Action),
    /// Handle a key anew, after the dialog to which it went has closed.
    Press(KeyEvent),
    /// Do what the user chose about a session that does not respond.
    OnStall(StallChoice),
    /// Remember a row of the palette as the last used one.
    EntryUsed(PaletteTarget),
    /// Put the line of a slash command into the editor.
    BeginCommand(String),
    /// Run the line of a slash command.
    RunCommand(String),
    /// Search again for a first model.
    SearchModel,
    /// Open the wizard of a provider, from this step.
    SetUpProvider(String, Begin),
    /// Use a provider that was just set up for the sessions without a model.
    UseProvider {
        provider: String,
        /// Its default model, if one is set.
        model: Option<String>,
    },
    /// Use a model that was found for the sessions without one.
    UseModel(FoundModel),
    /// Keep the last connection test of each provider.
    KeepTests(BTreeMap<String, ConnectionTest>),
    /// End the screen and show the demo.
    ShowDemo,
    /// Create a session and show it.
    NewSession,
    /// Create a session with these settings and show it.
    NewSessionWith {
        /// Settings of the session, which begins in the workspace's root.
        settings: Box<SessionSettings>,
        /// Folder in which the session works, if not the root.
        folder: Option<PathBuf>,
    },
    /// Show a session, and load it if it is not known yet.
    ShowSession(SessionId),
    /// Show a session beside the current one.
    SplitSession(SessionId),
    /// Remove a session's tab.
    EndSession(SessionId),
    /// Show a diff.
    ShowDiff {
        diff: Box<FileDiff>,
        /// Names of the diff's two sides.
        sides: String,
    },
    /// Store the note as typed.
    KeepNote,
    /// Show a notice in the line above the editor.
    Say(NoticeLevel, String),
    /// Show a notice in which names of actions in braces are replaced by their keys.
    Tell(NoticeLevel, String),
}

impl Effect {
    /// Shows a line of information.
    pub fn info(text: impl Into<String>) -> Self {
        Self::Say(NoticeLevel::Info, text.into())
    }

    /// Opens a file in `$EDITOR` at its beginning.
    pub fn edit_file(path: String) -> Self {
        Self::Edit(ExternalEdit {
            purpose: EditPurpose::Nothing,
            subject: EditSubject::File { path, line: 1 },
        })
    }
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
