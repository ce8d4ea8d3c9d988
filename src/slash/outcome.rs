//! What a command is told and what it asks for. Plain data.

use std::sync::Arc;

use crate::protocol::approval::PolicyState;
use crate::protocol::command::Command;
use crate::protocol::context::ContextRow;
use crate::protocol::custom::CustomCommand;
use crate::protocol::ids::{ContextId, SessionId};
use crate::protocol::query::{Query, Reply};
use crate::protocol::session::{ContextWindow, SessionSettings, SessionStatus};
use crate::protocol::usage::Usage;

/// What a command may know of the session it is typed in.
#[derive(Debug, Clone)]
pub struct SlashContext {
    /// Who runs the command: help tells what it does there.
    pub front: FrontEnd,
    pub session: SessionId,
    /// The id that a new session would have.
    pub new_session: SessionId,
    /// The id that a new row of context would have.
    pub new_context: ContextId,
    /// What the session is set to.
    pub settings: SessionSettings,
    /// What it is doing.
    pub status: SessionStatus,
    /// Who decides in it.
    pub policy: PolicyState,
    pub context: Vec<ContextRow>,
    /// What it has cost.
    pub usage: Usage,
    /// How long its runs took in all, in milliseconds.
    pub duration_ms: u64,
    /// The process that has it open.
    pub pid: u32,
    /// How full the context window is.
    pub window: Option<ContextWindow>,
    /// How many messages it has.
    pub messages: u64,
    /// The error of the last run.
    pub last_error: Option<String>,
    /// The workspace's own commands.
    pub custom: Arc<[CustomCommand]>,
}

/// Turns the reply to a question into Markdown for the conversation.
#[derive(Debug, Clone)]
pub struct Formatter {
    /// What stands before it: facts that needed no question.
    lead: String,
    body: fn(&Reply) -> String,
}

impl Formatter {
    /// Shows the reply alone.
    pub fn new(body: fn(&Reply) -> String) -> Self {
        Self {
            lead: String::new(),
            body,
        }
    }

    /// Shows these words before it.
    #[must_use]
    pub fn after(mut self, lead: impl Into<String>) -> Self {
        self.lead = lead.into();
        self
    }

    /// The Markdown for a reply.
    pub fn render(&self, reply: &Reply) -> String {
        format!("{}{}", self.lead, (self.body)(reply))
    }
}

/// Where a command is typed, and what comes of it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontEnd {
    /// On the full screen.
    Screen,
    Lines,
}

/// What a command asks for.
#[derive(Debug, Clone)]
pub enum SlashOutcome {
    /// Send these orders. What comes of them is on the screen.
    Commands(Vec<Command>),
    /// Send these orders and show this Markdown, which says what was done.
    Done(Vec<Command>, String),
    /// Ask this and show what the formatter makes of the reply; send these orders unless the
    /// question failed.
    Checked(Query, Formatter, Vec<Command>),
    /// Ask this and show what the formatter makes of the reply.
    Ask(Query, Formatter),
    /// Ask the human this, and send these orders if he says yes: they cannot be taken back.
    Sure(String, Vec<Command>),
    /// Send this to the agent, as if it had been typed.
    Message(String),
    /// Show this Markdown.
    Show(String),
    /// Something that only a front end can do.
    Front(FrontAction),
    /// Say what was wrong and what to do; nothing was done.
    Error(String),
}

/// What only a front end can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontAction {
    /// Leave, with everything saved.
    Quit,
    /// Show the demo.
    Demo,
    /// Show the ways to a first model.
    OpenStart,
    /// Let the human choose a model.
    OpenModelPicker,
    /// Let the human choose a session.
    OpenSessionPicker,
    /// Show the settings of the session that is shown.
    OpenSessionSettings,
    /// Show the review.
    OpenReview,
    /// Show what saving the review would write; it asks before it writes.
    OpenSummary,
    /// Show the settings, on the page with this word.
    OpenSettings(&'static str),
    /// Show the timeline of checkpoints.
    OpenCheckpoints,
    /// Show every key and what it does.
    OpenKeys,
    /// Try the keys that not every terminal sends.
    TestKeys,
    /// Show figures of the session: tokens, cost, times.
    OpenFigures,
    /// Show the workspace's note beside the conversation, or take it away.
    ToggleNote,
    /// Open the rollback dialog.
    OpenRollback,
    /// Ask whether the last rollback is taken back.
    UndoRollback,
    /// Open the search with this text.
    OpenSearch(String),
    /// Show which themes there are, or draw with another one, or keep the choice.
    Theme(ThemeRequest),
    /// Look for the session with this id or name, load it and show it.
    LoadSession(String),
    /// Go to the questions that wait.
    Answer,
    /// Say something of the conversation again.
    Again(RepeatScope),
    /// Let the human send a message of his anew: the last one is 1; nothing lets him choose.
    Resend(Option<usize>),
    /// Let the human write the message in his own editor.
    EditMessage,
    /// Look for a text in the conversation.
    FindHere(String),
    /// Show what lies in a folder, relative to the root.
    OpenTree(String),
    /// Show the files whose path fits.
    OpenFiles(String),
    /// Attach the picture in this file to the next message.
    Attach(String),
    /// Attach no picture to the next message.
    AttachNone,
    /// Probe a model, and tell what was found.
    ProbeModel {
        /// Its provider; `None` where its name tells.
        provider: Option<String>,
        /// It, as it was named.
        model: String,
    },
    /// Let the human enter a provider's key, unseen.
    EnterKey(String),
}

/// What of the conversation is said again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatScope {
    /// So many of the last messages.
    Messages(usize),
    /// The last reasoning.
    Thinking,
    /// A call with what it gave, by its number; the last one where none is named.
    Call(Option<usize>),
}

/// What is wished of the themes; nothing at all is to be told which there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeRequest {
    /// Draw with the theme of this name.
    pub name: Option<String>,
    /// Give `auto`, `dark` and `light` the colours of this palette.
    pub palette: Option<&'static str>,
    /// Keep what is chosen then in the user's configuration.
    pub keep: bool,
}
