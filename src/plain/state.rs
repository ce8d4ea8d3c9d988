//! The state of the line mode and its only entry point, [`Plain::update`]: takes inputs, returns
//! lines and commands.
//!
//! No clock, no terminal, no files: the time comes with the input, and effects are data.
//! `asking` and `answer` decide which line answers a question; the neighbouring files handle
//! each kind of line.

use std::collections::VecDeque;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::answer::AnswerStage;
use super::calls::Calls;
use super::draft::Draft;
use super::live_session::LiveSession;
use super::menu::Menu;
use super::narration::Narration;
use super::pending::{PendingRequest, ResultReady};
use super::review::ReviewState;
use super::rollback::RollbackDraft;
use super::sending::SentMessage;
use super::settings::SettingsTask;
use super::settings::key_entry::KeyInput;
use super::shutdown::ShutdownOutcome;
use super::text_entry::TextEntry;
use super::timeline::Timeline;
use client::connection::{CommandProgress, RequestNumber};
use client::job::{JobCommand, JobId};
use client::question::Arming;
use client::slash::RunningProbe;
use l10n::say;
use protocol::approval::Question;
use protocol::catalogue::{JobProgress, ModelSearch, SettingsView};
use protocol::command::Command;
use protocol::custom::CustomCommand;
use protocol::event::Delivery;
use protocol::ids::{ContentHash, MessageId, QuestionId, SessionId};
use protocol::query::{Query, Reply, WorkspaceFacts};
use protocol::review::ReviewBase;
use redact::Secret;
use session::SessionFacts;

/// A line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// The text without the line end.
    pub text: String,
    /// Time of its first letter.
    pub begun: Duration,
    pub by: TypedBy,
}

/// The way in which a line was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedBy {
    Keys,
    /// Some of it was pasted.
    Paste,
    /// Whole, from a pipe or from a terminal that hands over whole lines.
    Line,
}

#[derive(Debug)]
pub enum Input {
    /// A delivery of the engine.
    Delivery(Box<Delivery>),
    /// The engine's reply to a query.
    Reply(RequestNumber, Box<Reply>),
    /// An earlier command is done, and its events were delivered.
    Settled(RequestNumber),
    Typed(Typed),
    /// The text from the user's editor; `None` if the user left it without saving.
    Edited(Option<String>),
    /// The user's editor could not be started.
    NoEditor(String),
    /// The line begun continues in the user's own editor.
    EditLine(String),
    /// The file opened in the user's own editor was closed; or the reason why it was not opened.
    FileClosed(Result<(), String>),
    /// Tab: the text before the cursor is to be completed.
    Complete(String),
    /// A key was entered hidden; `None` if the user cancelled.
    Secret(Option<Secret>),
    /// A step of a background job; `None` at its end.
    Job(JobId, Option<Box<JobProgress>>),
    /// Ctrl+C, with the line that was begun; the line is discarded.
    Interrupt(LineState),
    /// Ctrl+D on an empty line.
    Quit,
    /// End of the input.
    End,
    /// A line of a pipe was rejected.
    Unread(UnreadLine),
    /// The text of the line being typed.
    Typing(String),
    /// The search for a model has ended; its result was delivered before.
    ModelSearchEnded,
    /// The engine has stopped.
    EngineStopped,
    /// The engine did not accept a command: its queue is full.
    NotSent(Box<Command>),
}

/// A rejected line of a pipe: its number, from 1, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreadLine {
    /// Longer than this many bytes.
    TooLong(usize, usize),
    /// Not valid UTF-8.
    NotUtf8(usize),
    /// Binary data: the rest of the input is not read.
    Binary(usize),
}

/// Whether a line was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineState {
    /// A line was begun; this is its text so far.
    Yes(String),
    /// No line was begun.
    No,
}

/// An effect of an input.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Prints a line.
    Say(String),
    /// Sends a command to the engine.
    Send(Command),
    /// Sends a query to the engine.
    Ask(RequestNumber, Query),
    /// Waits until the earlier commands have progressed this far.
    Settle(RequestNumber, CommandProgress),
    /// Opens the user's editor with this text.
    Edit(String),
    /// Opens the user's editor with this file, relative to the root.
    OpenFile(String),
    /// Completes the typed text.
    Complete(Completed),
    /// Starts a background job, whose steps come with its number, or cancels one.
    Job(JobCommand),
    /// Adds lines to the history, latest last.
    Recall(Vec<String>),
    /// Reports the sessions that are shown here.
    Present(Vec<SessionId>),
    /// Rings the bell.
    Bell,
    /// Ends the program.
    Leave(PlainExit),
}

/// A completion of the typed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// The text before the cursor; if it has changed meanwhile, the completion is ignored.
    pub typed: String,
    /// The text that replaces it.
    pub becomes: String,
    /// The possible completions, one per line, if there are several.
    pub choices: Vec<String>,
}

/// The reason why the line mode ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainExit {
    /// The user quit, or the input ended.
    Quit,
    /// A pipe ended, and not all of its lines succeeded: the program's exit status.
    Short(u8),
    /// The user wants to see the demo.
    Demo,
    /// The engine has stopped.
    EngineStopped,
    /// A signal, by its number.
    Signal(i32),
    /// The terminal is gone.
    TerminalGone,
}

/// The way in which lines arrive, and the features available to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interaction {
    /// The source of lines.
    pub lines: Lines,
    /// Whether the user's editor can be opened.
    pub editor: Editor,
    /// Whether the bell rings for a question.
    pub bell: bool,
    /// Whether the user first chooses a session.
    pub choose_session: bool,
    /// The base of the review to begin in.
    pub review: Option<ReviewBase>,
    /// Whether a search for a model is still in progress.
    pub model: Awaiting,
}

/// Whether a search is in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaiting {
    /// In progress; its end will be reported.
    Yes,
    /// Not in progress.
    No,
}

/// The source of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// A terminal: the typed text is already visible.
    Terminal,
    /// A pipe: a message is printed when it is taken.
    Pipe,
}

/// Whether the user's own editor can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// Available: `$VISUAL` or `$EDITOR` names one.
    There,
    /// Not available: texts are typed line by line.
    None,
}

/// The session to show when it appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    Nothing,
    First,
    This(SessionId),
}

/// The action of the next Ctrl+C, if it comes soon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Armed {
    Kill(SessionId, Duration),
    Leave(Duration),
}

/// The mode that lines which answer no question belong to.
#[derive(Debug, Default)]
pub(super) enum PlainMode {
    #[default]
    Chat,
    Review(Box<ReviewState>),
    /// Composing a rollback.
    Rollback(Box<RollbackDraft>),
    Checkpoints(Box<Timeline>),
}

/// The question that is currently asked.
#[derive(Debug)]
pub(super) struct AskedQuestion {
    pub(super) subject: Subject,
    /// Begins when the question's last line is printed.
    pub(super) arming: Arming,
    pub(super) stage: AnswerStage,
    /// Whether an answer was sent that the engine has not confirmed yet.
    pub(super) sent: bool,
}

/// The origin of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// The engine's or the agent's question, as it was shown.
    Question(QuestionId, ContentHash),
    /// The line mode's own question.
    Menu,
}

#[derive(Debug)]
pub struct Plain {
    pub(super) manner: Interaction,
    pub(super) now: Duration,
    pub(super) effects: Vec<Effect>,
    pub(super) sessions: BTreeMap<SessionId, LiveSession>,
    pub(super) current: Option<SessionId>,
    pub(super) awaited: Awaited,
    /// Streaming answers of the session that is shown.
    pub(super) narrations: BTreeMap<MessageId, Narration>,
    /// The calls of that session, as announced.
    pub(super) calls: Calls,
    pub(super) asked: Option<AskedQuestion>,
    pub(super) menu: Option<Menu>,
    pub(super) postponed: BTreeSet<QuestionId>,
    /// The question last announced as waiting until the user leaves the mode.
    pub(super) announced_waiting: Option<(QuestionId, ContentHash)>,
    pub(super) mode: PlainMode,
    pub(super) entry: Option<TextEntry>,
    pub(super) pending: BTreeMap<RequestNumber, PendingRequest>,
    /// Background jobs in progress for the settings.
    pub(super) jobs: BTreeMap<JobId, SettingsTask>,
    /// The probe of a model in progress.
    pub(super) probing: Option<RunningProbe>,
    /// Number of the last query or job.
    pub(super) last_request: u64,
    pub(super) custom: Arc<[CustomCommand]>,
    pub(super) workspace: Option<WorkspaceFacts>,
    /// Messages that were sent from here and are not in the conversation yet.
    pub(super) sent: Vec<SentMessage>,
    /// Those messages of `sent` that wait for the agent.
    pub(super) queued: BTreeSet<MessageId>,
    /// Whether a search for a model is in progress.
    pub(super) awaiting_model: Awaiting,
    /// Messages that wait for the end of the search for a model.
    pub(super) for_model: Vec<String>,
    /// Text that was begun and not sent.
    pub(super) draft: Draft,
    /// The sessions that were shown here.
    pub(super) ours: BTreeSet<SessionId>,
    /// The outcome of all lines, for the exit status after a pipe.
    pub(super) outcome: ShutdownOutcome,
    pub(super) armed: Option<Armed>,
    /// Lines that arrived before the result of an earlier line was printed, or before there
    /// was a session.
    pub(super) lines: VecDeque<Typed>,
    /// The wait that the commands since the last line require.
    pub(super) ordered: ResultReady,
    /// Lines that ended with a backslash.
    pub(super) partial: Option<Typed>,
    /// No more lines will come.
    pub(super) input_closed: bool,
    /// The input has ended, and no lines wait any more.
    pub(super) ended: bool,
    /// Number of checks whether everything is done, after the last line.
    pub(super) snapshot_queries: u32,
    /// A text to send as soon as this session is shown.
    pub(super) send_when_shown: Option<(SessionId, String)>,
    /// The file that was read out last.
    pub(super) read_last: Option<String>,
    /// Tags of the pictures that go with the next message.
    pub(super) attached: Vec<String>,
    /// The result of the last search for a model.
    pub(super) searched: Option<ModelSearch>,
    /// The settings as last read.
    pub(super) view: Option<Box<SettingsView>>,
    /// The key to enter.
    pub(super) secret: Option<KeyInput>,
    /// The id generator; tests replace it.
    pub(super) ids: fn() -> uuid::Uuid,
}

impl Plain {
    /// Creates a state that waits for the first session; the caller opens it.
    pub fn new(manner: Interaction) -> Self {
        Self {
            awaiting_model: manner.model,
            manner,
            now: Duration::ZERO,
            effects: Vec::new(),
            sessions: BTreeMap::new(),
            current: None,
            awaited: Awaited::First,
            narrations: BTreeMap::new(),
            calls: Calls::default(),
            asked: None,
            menu: None,
            postponed: BTreeSet::new(),
            announced_waiting: None,
            mode: PlainMode::Chat,
            entry: None,
            pending: BTreeMap::new(),
            jobs: BTreeMap::new(),
            probing: None,
            last_request: 0,
            custom: Arc::from([]),
            workspace: None,
            sent: Vec::new(),
            queued: BTreeSet::new(),
            for_model: Vec::new(),
            draft: Draft::default(),
            ours: BTreeSet::new(),
            outcome: ShutdownOutcome::default(),
            armed: None,
            lines: VecDeque::new(),
            ordered: ResultReady::AtOnce,
            partial: None,
            input_closed: false,
            ended: false,
            snapshot_queries: 0,
            send_when_shown: None,
            read_last: None,
            attached: Vec::new(),
            searched: None,
            view: None,
            secret: None,
            ids: uuid::Uuid::now_v7,
        }
    }

    /// Returns the effects at the start of the program.
    pub fn begin(&mut self) -> Vec<Effect> {
        self.say(say!("plain-begin"));
        self.ask(Query::History { limit: 1_000 }, PendingRequest::History);
        self.ask(Query::CustomCommands, PendingRequest::CustomCommands);
        self.ask(Query::Workspace, PendingRequest::Workspace);
        std::mem::take(&mut self.effects)
    }

    /// Handles an input; returns its effects.
    pub fn update(&mut self, now: Duration, input: Input) -> Vec<Effect> {
        self.now = self.now.max(now);
        match input {
            Input::Delivery(delivery) => self.delivery(*delivery),
            Input::Reply(number, reply) => self.reply(number, *reply),
            Input::Settled(number) => self.command_settled(number),
            Input::Typed(typed) => {
                self.armed = None;
                self.typing(String::new());
                self.lines.push_back(typed);
            }
            Input::Edited(text) => self.edited(text),
            Input::NoEditor(why) => {
                self.say(say!("plain-error", text = why));
                self.continue_entry_by_lines();
            }
            Input::EditLine(line) => self.edit_line(&line),
            Input::FileClosed(closed) => self.file_closed(closed),
            Input::Complete(typed) => self.complete(&typed),
            Input::Secret(key) => self.key_entered(key),
            Input::Job(job, step) => self.job_progress(job, step.map(|step| *step)),
            Input::Interrupt(begun) => self.interrupt(begun),
            Input::Quit => self.quit(),
            Input::End => self.input_closed = true,
            Input::Unread(unread) => self.unread(unread),
            Input::Typing(line) => self.typing(line),
            Input::ModelSearchEnded => self.model_search_ended(),
            Input::EngineStopped => {
                self.say(say!("plain-engine-stopped"));
                self.print_unsaved();
                self.effects.push(Effect::Leave(PlainExit::EngineStopped));
            }
            Input::NotSent(command) => self.not_sent(&command),
        }
        self.go_on();
        self.quit_when_finished();
        self.sync_draft();
        std::mem::take(&mut self.effects)
    }

    /// Whether the last line of a question was just handed out: the caller must then call `mark`
    /// once the line is printed and everything typed until then has been passed in.
    pub fn wants_mark(&self) -> bool {
        self.asked
            .as_ref()
            .is_some_and(|asked| !asked.arming.has_begun())
    }

    /// Records that the question's last line is printed.
    pub fn mark(&mut self, now: Duration) {
        self.now = self.now.max(now);
        if let Some(asked) = &mut self.asked {
            asked.arming.begin(now);
        }
    }

    /// Whether the next input is a key, which is shown nowhere.
    pub fn wants_secret(&self) -> bool {
        self.secret.is_some()
    }

    /// Returns the id of the session that is shown.
    #[cfg(test)]
    pub fn session(&self) -> Option<SessionId> {
        self.current
    }

    /// Returns the prefix of the line being typed, which names its recipient.
    pub fn lead(&self) -> &'static str {
        match (&self.entry, &self.asked, &self.mode) {
            (Some(_), ..) => say!("plain-lead-text"),
            (None, Some(asked), _) if asked.arming.has_begun() => say!("plain-lead-answer"),
            (_, _, PlainMode::Review(_)) => say!("plain-lead-review"),
            (_, _, PlainMode::Rollback(_)) => say!("plain-lead-rollback"),
            (_, _, PlainMode::Checkpoints(_)) => say!("plain-lead-checkpoints"),
            (_, _, PlainMode::Chat) => say!("plain-lead-you"),
        }
    }

    pub(super) fn say(&mut self, line: impl Into<String>) {
        self.effects.push(Effect::Say(line.into()));
    }

    pub(super) fn say_all(&mut self, lines: impl IntoIterator<Item = String>) {
        self.effects.extend(lines.into_iter().map(Effect::Say));
    }

    pub(super) fn send(&mut self, command: Command) {
        self.ordered = self.ordered.max(ResultReady::of(&command));
        self.effects.push(Effect::Send(command));
    }

    pub(super) fn ask(&mut self, query: Query, why: PendingRequest) {
        let number = self.register(why);
        self.effects.push(Effect::Ask(number, query));
    }

    /// Registers a pending request; returns its number.
    pub(super) fn register(&mut self, why: PendingRequest) -> RequestNumber {
        self.last_request += 1;
        let number = RequestNumber(self.last_request);
        self.pending.insert(number, why);
        number
    }

    /// Returns the facts of the session that is shown.
    pub(super) fn facts(&self) -> Option<&SessionFacts> {
        Some(&self.shown()?.facts)
    }

    /// Returns the session that is shown.
    pub(super) fn shown(&self) -> Option<&LiveSession> {
        self.sessions.get(&self.current?)
    }

    /// Returns an open question of the session that is shown.
    pub(super) fn question(&self, id: QuestionId) -> Option<&Question> {
        self.facts()?.questions.iter().find(|open| open.id == id)
    }

    /// Reports a command that could not be sent, so that nothing of it happens.
    fn not_sent(&mut self, command: &Command) {
        match command {
            Command::SaveDraft { .. } | Command::RememberInput { .. } => {}
            Command::AnswerQuestion { .. } => {
                self.say(say!("plain-answer-not-taken"));
                self.ask_again();
            }
            _ => self.say(say!("plain-not-taken")),
        }
    }
}
