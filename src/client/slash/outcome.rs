//! Inputs and outcomes of a command. Plain data.

use std::sync::Arc;

use super::host::session_process;
use notice::Notice;
use protocol::approval::PolicyState;
use protocol::command::Command;
use protocol::context::ContextRow;
use protocol::custom::CustomCommand;
use protocol::ids::{ContextId, SessionId};
use protocol::query::{Query, Reply, WorkspaceFacts};
use protocol::review::ReviewBase;
use protocol::session::{ContextWindow, SessionSettings, SessionStatus};
use protocol::sub_agent::AgentList;
use protocol::task::TaskList;
use protocol::usage::Usage;
use session::SessionFacts;
use uuid::Uuid;

/// The session data that a command may use.
#[derive(Debug, Clone)]
pub struct SlashContext {
    /// Front end that runs the command; the help text depends on it.
    pub front: FrontEnd,
    pub session: SessionId,
    /// Id for a new session.
    pub new_session: SessionId,
    /// Id for a new context row.
    pub new_context: ContextId,
    /// Settings of the session.
    pub settings: SessionSettings,
    /// Present status of the session.
    pub status: SessionStatus,
    /// Approval policy of the session.
    pub policy: PolicyState,
    pub context: Vec<ContextRow>,
    /// Usage and cost of the session so far.
    pub usage: Usage,
    /// Total duration of the session's runs, in milliseconds.
    pub duration_ms: u64,
    /// Process that has the session open.
    pub pid: u32,
    /// Fill level of the context window.
    pub window: Option<ContextWindow>,
    /// Number of messages in the session.
    pub messages: u64,
    /// Error of the last run.
    pub last_error: Option<Notice>,
    pub tasks: TaskList,
    pub agents: AgentList,
    pub custom: Arc<[CustomCommand]>,
}

impl SlashContext {
    /// Collects what a command may know of a session. `ids` makes new ids.
    pub fn of(
        facts: &SessionFacts,
        front: FrontEnd,
        workspace: Option<&WorkspaceFacts>,
        custom: Arc<[CustomCommand]>,
        mut ids: impl FnMut() -> Uuid,
    ) -> Self {
        Self {
            front,
            session: facts.id,
            new_session: SessionId(ids()),
            new_context: ContextId(ids()),
            settings: facts.settings.clone(),
            status: facts.status,
            policy: facts.policy.clone(),
            context: facts.context.clone(),
            usage: facts.usage.clone(),
            duration_ms: facts.duration_ms,
            pid: session_process(workspace),
            window: facts.window,
            messages: facts.message_count(),
            last_error: facts.last_error.clone(),
            tasks: facts.tasks.clone(),
            agents: facts.agents.clone(),
            custom,
        }
    }
}

/// Turns the reply to a query into Markdown for the conversation.
#[derive(Debug, Clone)]
pub struct Formatter {
    /// Text before the reply: facts that needed no query.
    lead: String,
    body: fn(&Reply) -> String,
}

impl Formatter {
    /// Creates a formatter that shows only the reply.
    pub fn new(body: fn(&Reply) -> String) -> Self {
        Self {
            lead: String::new(),
            body,
        }
    }

    /// Sets the text before the reply.
    #[must_use]
    pub fn after(mut self, lead: impl Into<String>) -> Self {
        self.lead = lead.into();
        self
    }

    /// Renders a reply as Markdown.
    pub fn render(&self, reply: &Reply) -> String {
        format!("{}{}", self.lead, (self.body)(reply))
    }
}

/// Front end in which a command is typed and its result is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontEnd {
    Screen,
    Lines,
}

/// Requested action of a command.
#[derive(Debug, Clone)]
pub enum SlashOutcome {
    /// Send these commands. Their effect shows on the screen.
    Commands(Vec<Command>),
    /// Send these commands and show this Markdown, which says what was done.
    Done(Vec<Command>, String),
    /// Send this query and show the formatted reply; send these commands unless the query failed.
    Checked(Query, Formatter, Vec<Command>),
    /// Send this query and show the formatted reply.
    Ask(Query, Formatter),
    /// Ask the user this, and send these commands if the answer is yes. They cannot be undone.
    Sure(String, Vec<Command>),
    /// Send this to the agent as if the user had typed it.
    Message(String),
    /// Send this query for a text of an MCP server, and put it before the user, who sends it or not.
    Offer(Query),
    /// Show this Markdown.
    Show(String),
    /// Find the session with this id or name, and show it.
    SwitchSession(String),
    /// Probe a model and report the result.
    ProbeModel {
        /// Provider; `None` if the name of the model includes it.
        provider: Option<String>,
        /// Model name as typed.
        model: String,
    },
    /// An action that only a front end can do.
    Front(FrontAction),
    /// Say what was wrong and what to do; nothing was done.
    Error(String),
}

/// Actions that only a front end can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontAction {
    /// Quit, with everything saved.
    Quit,
    Demo,
    /// Show the ways to set up a first model.
    OpenStart,
    OpenModelPicker,
    OpenEffortPicker,
    OpenSessionPicker,
    /// Show the settings of the current session.
    OpenSessionSettings,
    /// Show the review of the changes since this base.
    OpenReview(ReviewBase),
    /// Ask whether to apply every change that is not rejected.
    OpenSummary,
    /// Show the settings page with this name.
    OpenSettings(&'static str),
    /// Show the timeline of checkpoints.
    OpenCheckpoints,
    /// Show every key and its action.
    OpenKeys,
    /// Test the keys that not every terminal sends.
    TestKeys,
    /// Show the figures of the session: tokens, cost, times.
    OpenFigures,
    /// Show or hide the workspace's note beside the conversation.
    ToggleNote,
    /// Show the tasks of the session.
    OpenTasks,
    /// Show the agents that were started in the session.
    OpenAgents,
    /// Show the memory, beginning with what waits for the user.
    OpenMemory,
    OpenRollback,
    /// Ask whether to undo the last rollback.
    UndoRollback,
    /// Open the search with this text.
    OpenSearch(String),
    /// Let the user choose a theme, switch to one, or store the choice.
    Theme(ThemeRequest),
    /// Go to the open questions.
    Answer,
    /// Repeat part of the conversation.
    Again(RepeatScope),
    /// Let the user send one of their messages again, 1 being the last; `None` lets them choose.
    Resend(Option<usize>),
    /// Let the user write the message in their own editor.
    EditMessage,
    /// Find a text in the conversation.
    FindHere(String),
    /// Show the contents of a folder, relative to the root.
    OpenTree(String),
    /// Show the files with a matching path.
    OpenFiles(String),
    /// Attach the picture in this file to the next message.
    Attach(String),
    /// Remove all pictures from the next message.
    AttachNone,
    /// Copy an answer of the agent, 1 being the last.
    CopyAnswer(usize),
    /// Turn vim's keys on, or off.
    ToggleVim,
    /// Let the user enter a provider's key without echo.
    EnterKey(String),
}

/// The part of the conversation to repeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatScope {
    /// This many of the last messages.
    Messages(usize),
    Thinking,
    /// A call with its result, by number; `None` is the last one.
    Call(Option<usize>),
}

/// Requested change of the theme. An empty request lets the user choose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeRequest {
    /// Theme to switch to.
    pub name: Option<String>,
    /// Palette for `auto`, `dark` and `light`.
    pub palette: Option<&'static str>,
    /// Whether to store the choice in the user's configuration.
    pub keep: bool,
}
