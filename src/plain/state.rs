//! The state of the line mode and its one way in, [`Plain::update`]: what happened goes in, lines and orders come out.
//!
//! No clock, no terminal, no files: the time comes with what happened, and effects are data. What a question is
//! answered by is in `asking` and `answer`; what each kind of line does is in the files beside this one.

use std::collections::VecDeque;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::answer::AnswerStage;
use super::calls::Calls;
use super::draft::Draft;
use super::facts::Facts;
use super::menu::Menu;
use super::narration::Narration;
use super::pending::{PendingQuery, QueryNumber, SettledWhen, Until};
use super::review::ReviewState;
use super::rollback::RollbackDraft;
use super::sending::SentMessage;
use super::settings::key_entry::KeyInput;
use super::shutdown::ShutdownOutcome;
use super::text_entry::TextEntry;
use super::timeline::Timeline;
use crate::l10n::say;
use crate::protocol::approval::Question;
use crate::protocol::catalogue::{BackgroundJob, JobProgress, ModelSearch, SettingsView};
use crate::protocol::command::Command;
use crate::protocol::custom::CustomCommand;
use crate::protocol::event::Delivery;
use crate::protocol::ids::{ContentHash, MessageId, QuestionId, SessionId};
use crate::protocol::query::{Query, Reply, WorkspaceFacts};
use crate::redact::Secret;

/// A line that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// It, without its end.
    pub text: String,
    /// When its first letter came.
    pub begun: Duration,
    /// How it came.
    pub by: TypedBy,
}

/// How a line came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedBy {
    /// Key by key.
    Keys,
    /// Some of it was pasted.
    Paste,
    /// Whole, from a pipe or a terminal that hands over whole lines.
    Line,
}

#[derive(Debug)]
pub enum Input {
    /// The engine tells something.
    Delivery(Box<Delivery>),
    /// The engine answers.
    Reply(QueryNumber, Box<Reply>),
    /// What was ordered before is done, and was delivered.
    Settled(QueryNumber),
    /// A line was typed.
    Typed(Typed),
    /// The text came back from the human's editor; nothing where it was left without saving.
    Edited(Option<String>),
    /// The human's editor could not be started.
    NoEditor(String),
    /// The line that was begun is to go on in the human's own editor.
    EditLine(String),
    /// The file that was opened in the human's own editor is closed; or why it was not opened.
    FileClosed(Result<(), String>),
    /// What stands before the cursor is to be completed.
    Complete(String),
    /// A key was entered unseen; nothing where it was left.
    Secret(Option<Secret>),
    /// An errand came a step further; with nothing it is over.
    Errand(QueryNumber, Option<Box<JobProgress>>),
    /// Ctrl+C, with whether a line was begun: it is gone now.
    Interrupt(LineState),
    /// Ctrl+D on an empty line.
    Quit,
    /// No more lines will come.
    End,
    /// A line of a pipe could not be taken.
    Unread(UnreadLine),
    /// This stands in the line that is being typed.
    Typing(String),
    /// Whoever looks for a model has ended, and has told before what was found.
    ModelLookedFor,
    /// The engine is gone.
    EngineStopped,
    /// The engine took an order not: its queue is full.
    NotSent(Box<Command>),
}

/// A line of a pipe that is no message: its number, from 1, and what is wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnreadLine {
    /// It is longer than so many bytes.
    TooLong(usize, usize),
    /// It is no text in UTF-8.
    NotUtf8(usize),
    /// It is no text at all: nothing behind it is read.
    Binary(usize),
}

/// Whether a line was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineState {
    /// It was, so far as this.
    Yes(String),
    /// It was not.
    No,
}

/// What comes of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// A line is printed.
    Say(String),
    /// The engine is given an order.
    Send(Command),
    /// The engine is asked.
    Ask(QueryNumber, Query),
    /// It is waited until what was ordered before is done so far.
    Settle(QueryNumber, Until),
    /// The human's editor is opened with this text.
    Edit(String),
    /// The human's editor is opened with this file, relative to the root.
    OpenFile(String),
    /// What was typed is completed.
    Complete(Completed),
    /// Something about what is kept for all workspaces; its steps come with the number.
    Errand(QueryNumber, BackgroundJob),
    /// It is given up.
    EndErrand(QueryNumber),
    /// Lines that can be recalled, latest last.
    Recall(Vec<String>),
    /// The sessions that are shown here.
    Present(Vec<SessionId>),
    /// The bell is rung.
    Bell,
    /// The program ends.
    Leave(PlainExit),
}

/// What was typed, completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// What stood before the cursor: where something else stands there by now, nothing is done.
    pub typed: String,
    /// What stands in its place.
    pub becomes: String,
    /// What it can become, a line each, where it is not clear.
    pub choices: Vec<String>,
}

/// Why it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainExit {
    /// The human left, or nothing more can come.
    Quit,
    /// Nothing more can come of a pipe, and not all came to what was asked: the status of the program.
    Short(u8),
    /// The human wants to see the demo.
    Demo,
    /// The engine has stopped.
    EngineStopped,
    /// A signal asked for it: its number.
    Signal(i32),
    /// The terminal is gone.
    TerminalGone,
}

/// How lines come in and what is there for the human.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interaction {
    /// Where lines come from.
    pub lines: Lines,
    /// Whether the human's editor can be opened.
    pub editor: Editor,
    /// Whether the bell is rung when a question comes.
    pub bell: bool,
    /// Whether the human is let choose a session first.
    pub choose_session: bool,
    /// Whether it is not known yet if there is a model.
    pub model: Awaiting,
}

/// Whether something is being looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaiting {
    /// It is, and its end will be told.
    Yes,
    /// It is not.
    No,
}

/// Where lines come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// A terminal: what is typed stands there already.
    Terminal,
    /// A pipe: a message is printed when it is taken.
    Pipe,
}

/// Whether the human's own editor can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// It can: `$VISUAL` or `$EDITOR` names one.
    There,
    /// Texts are typed line by line.
    None,
}

/// From the end of a question's last line to the first letter that can answer it, where keys are heard one by one.
pub const ARMING: Duration = Duration::from_millis(400);

/// Which session is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Awaited {
    Nothing,
    First,
    This(SessionId),
}

/// What the next Ctrl+C does, if it comes soon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Armed {
    Kill(SessionId, Duration),
    Leave(Duration),
}

/// What lines are about that answer nothing.
#[derive(Debug, Default)]
pub(super) enum PlainMode {
    #[default]
    Chat,
    Review(Box<ReviewState>),
    /// What is taken back.
    Rollback(Box<RollbackDraft>),
    Checkpoints(Box<Timeline>),
}

/// The question that is asked at present.
#[derive(Debug)]
pub(super) struct AskedQuestion {
    pub(super) subject: Subject,
    /// Since when the human can know it; `None` until its last line is out.
    pub(super) shown: Option<Duration>,
    pub(super) stage: AnswerStage,
    /// An answer was given; the engine has not said so yet.
    pub(super) sent: bool,
}

/// Whose question it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// The engine's or the agent's, as it was shown.
    Prompt(QuestionId, ContentHash),
    /// The line mode's own.
    Own,
}

#[derive(Debug)]
pub struct Plain {
    pub(super) manner: Interaction,
    pub(super) now: Duration,
    pub(super) effects: Vec<Effect>,
    pub(super) sessions: BTreeMap<SessionId, Facts>,
    pub(super) current: Option<SessionId>,
    pub(super) awaited: Awaited,
    /// Answers that stream in, of the session that is shown.
    pub(super) speeches: BTreeMap<MessageId, Narration>,
    /// What is told of the calls of that session.
    pub(super) calls: Calls,
    pub(super) asked: Option<AskedQuestion>,
    pub(super) own: Option<Menu>,
    pub(super) put_off: BTreeSet<QuestionId>,
    /// The question of which was said last that it waits until the place is left.
    pub(super) told_waiting: Option<(QuestionId, ContentHash)>,
    pub(super) place: PlainMode,
    pub(super) entry: Option<TextEntry>,
    pub(super) waiting: BTreeMap<QueryNumber, PendingQuery>,
    pub(super) tickets: u64,
    pub(super) custom: Arc<[CustomCommand]>,
    pub(super) workspace: Option<WorkspaceFacts>,
    /// Messages that were sent from here and are not in the conversation yet.
    pub(super) sent: Vec<SentMessage>,
    /// Of them those that wait for the agent.
    pub(super) queued: BTreeSet<MessageId>,
    /// Whether a model is being looked for.
    pub(super) awaiting_model: Awaiting,
    /// Messages that wait until it is known whether there is a model.
    pub(super) for_model: Vec<String>,
    /// What was begun and is not sent.
    pub(super) draft: Draft,
    /// The sessions that were shown here.
    pub(super) ours: BTreeSet<SessionId>,
    /// What came of all of it, for who runs the program in a pipe.
    pub(super) came: ShutdownOutcome,
    pub(super) armed: Option<Armed>,
    /// Lines that came while what a line before them led to was not told yet, or before there was a session.
    pub(super) lines: VecDeque<Typed>,
    /// How far it has to be waited for what was ordered since the last line.
    pub(super) ordered: SettledWhen,
    /// Lines that end with a backslash.
    pub(super) partial: Option<Typed>,
    /// No more lines will come.
    pub(super) no_more: bool,
    /// Neither do lines wait any more.
    pub(super) ended: bool,
    /// How often it was looked whether all is done, after the last line.
    pub(super) looks: u32,
    /// A text that is sent as soon as this session is shown.
    pub(super) when_shown: Option<(SessionId, String)>,
    /// The file that was read out last.
    pub(super) read_last: Option<String>,
    /// Pictures that go with the next message, as their tags.
    pub(super) attached: Vec<String>,
    /// What was looked at for a model last.
    pub(super) searched: Option<ModelSearch>,
    /// What is set, as it was read last.
    pub(super) view: Option<Box<SettingsView>>,
    /// The key that is to be entered.
    pub(super) secret: Option<KeyInput>,
    /// What makes ids: tests have their own.
    pub(super) ids: fn() -> uuid::Uuid,
}

impl Plain {
    /// Waits for the first session that is heard of; someone else opens it.
    pub fn new(manner: Interaction) -> Self {
        Self {
            awaiting_model: manner.model,
            manner,
            now: Duration::ZERO,
            effects: Vec::new(),
            sessions: BTreeMap::new(),
            current: None,
            awaited: Awaited::First,
            speeches: BTreeMap::new(),
            calls: Calls::default(),
            asked: None,
            own: None,
            put_off: BTreeSet::new(),
            told_waiting: None,
            place: PlainMode::Chat,
            entry: None,
            waiting: BTreeMap::new(),
            tickets: 0,
            custom: Arc::from([]),
            workspace: None,
            sent: Vec::new(),
            queued: BTreeSet::new(),
            for_model: Vec::new(),
            draft: Draft::default(),
            ours: BTreeSet::new(),
            came: ShutdownOutcome::default(),
            armed: None,
            lines: VecDeque::new(),
            ordered: SettledWhen::AtOnce,
            partial: None,
            no_more: false,
            ended: false,
            looks: 0,
            when_shown: None,
            read_last: None,
            attached: Vec::new(),
            searched: None,
            view: None,
            secret: None,
            ids: uuid::Uuid::now_v7,
        }
    }

    /// What is done at the very beginning.
    pub fn begin(&mut self) -> Vec<Effect> {
        self.say(say!("plain-begin"));
        self.ask(Query::History { limit: 1_000 }, PendingQuery::History);
        self.ask(Query::CustomCommands, PendingQuery::Custom);
        self.ask(Query::Workspace, PendingQuery::Workspace);
        std::mem::take(&mut self.effects)
    }

    /// Takes what happened.
    pub fn update(&mut self, now: Duration, input: Input) -> Vec<Effect> {
        self.now = self.now.max(now);
        match input {
            Input::Delivery(delivery) => self.delivery(*delivery),
            Input::Reply(ticket, reply) => self.reply(ticket, *reply),
            Input::Settled(ticket) => self.settled(ticket),
            Input::Typed(typed) => {
                self.armed = None;
                self.typing(String::new());
                self.lines.push_back(typed);
            }
            Input::Edited(text) => self.edited(text),
            Input::NoEditor(why) => {
                self.say(say!("plain-error", text = why));
                self.entry_by_lines();
            }
            Input::EditLine(line) => self.edit_line(&line),
            Input::FileClosed(closed) => self.file_closed(closed),
            Input::Complete(typed) => self.complete(&typed),
            Input::Secret(key) => self.key_entered(key),
            Input::Errand(ticket, step) => self.errand_step(ticket, step.map(|step| *step)),
            Input::Interrupt(begun) => self.interrupt(begun),
            Input::Quit => self.quit(),
            Input::End => self.no_more = true,
            Input::Unread(unread) => self.unread(unread),
            Input::Typing(line) => self.typing(line),
            Input::ModelLookedFor => self.model_was_looked_for(),
            Input::EngineStopped => {
                self.say(say!("plain-engine-stopped"));
                self.tell_what_is_not_kept();
                self.effects.push(Effect::Leave(PlainExit::EngineStopped));
            }
            Input::NotSent(command) => self.not_sent(&command),
        }
        self.go_on();
        self.leave_at_the_end();
        self.follow_draft();
        std::mem::take(&mut self.effects)
    }

    /// Whether the last line of a question has just been handed out: whoever prints tells when it is out, and that
    /// everything which was typed until then has been handed in.
    pub fn wants_mark(&self) -> bool {
        self.asked
            .as_ref()
            .is_some_and(|asked| asked.shown.is_none())
    }

    /// The question's last line is out.
    pub fn mark(&mut self, now: Duration) {
        self.now = self.now.max(now);
        if let Some(asked) = &mut self.asked {
            asked.shown.get_or_insert(now);
        }
    }

    /// Whether what is typed now is a key, which is shown nowhere.
    pub fn wants_secret(&self) -> bool {
        self.secret.is_some()
    }

    /// The session that is shown.
    #[cfg(test)]
    pub fn session(&self) -> Option<SessionId> {
        self.current
    }

    /// What a line that is typed now goes to, for the beginning of the line.
    pub fn lead(&self) -> &'static str {
        match (&self.entry, &self.asked, &self.place) {
            (Some(_), ..) => say!("plain-lead-text"),
            (None, Some(asked), _) if asked.shown.is_some() => say!("plain-lead-answer"),
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
        self.ordered = self.ordered.max(SettledWhen::of(&command));
        self.effects.push(Effect::Send(command));
    }

    pub(super) fn ask(&mut self, query: Query, why: PendingQuery) {
        let ticket = self.ticket(why);
        self.effects.push(Effect::Ask(ticket, query));
    }

    /// A number for what is waited for.
    pub(super) fn ticket(&mut self, why: PendingQuery) -> QueryNumber {
        self.tickets += 1;
        let ticket = QueryNumber(self.tickets);
        self.waiting.insert(ticket, why);
        ticket
    }

    /// The session that is shown.
    pub(super) fn facts(&self) -> Option<&Facts> {
        self.sessions.get(&self.current?)
    }

    /// An open question of the session that is shown.
    pub(super) fn prompt(&self, id: QuestionId) -> Option<&Question> {
        self.facts()?.prompts.iter().find(|open| open.id == id)
    }

    /// An order that could not be given: what it would have done is not done.
    fn not_sent(&mut self, command: &Command) {
        match command {
            Command::SaveDraft { .. } | Command::RememberInput { .. } => {}
            Command::AnswerPrompt { .. } => {
                self.say(say!("plain-answer-not-taken"));
                self.ask_again();
            }
            _ => self.say(say!("plain-not-taken")),
        }
    }
}
