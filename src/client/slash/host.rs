//! Carries out what a command requests, in any front end. What front ends do alike is decided here;
//! a [`SlashHost`] only sends, shows and opens.

use super::outcome::{Formatter, FrontAction, SlashContext, SlashOutcome};
use super::probing::{RunningProbe, begin_probe};
use super::registry::run;
use crate::job::{JobCommand, JobId};
use notice::Notice;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::{MessageId, SessionId};
use protocol::query::{Query, Reply, WorkspaceFacts};
use protocol::session::SessionSummary;

/// A line that begins with a slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlashLine {
    pub session: SessionId,
    /// The text as typed.
    pub text: String,
    /// The user's message that a message sent by the line replaces.
    pub resend: Option<MessageId>,
}

impl SlashLine {
    /// Creates a line that replaces no message.
    pub fn new(session: SessionId, text: impl Into<String>) -> Self {
        Self {
            session,
            text: text.into(),
            resend: None,
        }
    }
}

/// A query of a command that has no reply yet.
#[derive(Debug, Clone)]
pub struct SlashQuery {
    /// The line that caused it.
    pub line: SlashLine,
    pub query: Query,
    /// What its reply is for.
    pub purpose: ReplyPurpose,
}

/// Purpose of a query of a command.
#[derive(Debug, Clone)]
pub enum ReplyPurpose {
    /// Shows the formatted reply, and sends the commands unless the query failed.
    Show(Formatter, Vec<Command>),
    /// Puts the text before the user, who sends it or not.
    Offer,
    /// Switches to the session with this id or name.
    SwitchSession(String),
}

/// A front end in which commands run.
pub trait SlashHost {
    /// Returns the facts of a session; `None` if it is not open here.
    fn slash_context(&self, session: SessionId) -> Option<SlashContext>;
    /// Called before a valid line is carried out.
    fn line_accepted(&mut self) {}
    fn send_command(&mut self, command: Command);
    /// Shows a session as soon as it exists.
    fn await_session(&mut self, session: SessionId);
    /// Sends a query; its reply goes to [`query_replied`].
    fn send_query(&mut self, query: SlashQuery);
    /// Shows what a line led to, as Markdown.
    fn show_output(&mut self, line: &SlashLine, text: &str);
    /// Shows one line about something under way.
    fn show_remark(&mut self, level: NoticeLevel, text: &str);
    /// Says why nothing was done, and lets the user correct the line.
    fn refuse_line(&mut self, line: &SlashLine, why: &str);
    /// Says why the query of a line failed.
    fn query_failed(&mut self, line: &SlashLine, reason: &Notice);
    /// Says that the background job of a line failed.
    fn job_failed(&mut self, line: &SlashLine, text: &str);
    /// Asks the user, and sends these commands after a yes.
    fn confirm(&mut self, question: &str, commands: Vec<Command>);
    /// Sends a message to the agent.
    fn send_text(&mut self, line: &SlashLine, text: String);
    /// Puts a text from outside before the user, who sends it to the agent or not.
    fn offer_text(&mut self, line: &SlashLine, text: &str);
    /// Shows a session of this workspace, and opens it if it is not open.
    fn switch_session(&mut self, session: SessionId);
    /// Says that no session, or more than one, has this name; the user chooses among several.
    fn choose_session(&mut self, name: &str, found: &[&SessionSummary]);
    /// Does what only this front end can do.
    fn perform(&mut self, line: &SlashLine, action: FrontAction);
    /// Returns the number of a new background job.
    fn next_job(&mut self) -> JobId;
    fn send_job(&mut self, job: JobCommand);
    /// Returns the probe in progress.
    fn probe(&mut self) -> &mut Option<RunningProbe>;
}

/// Returns the process that holds the open sessions: the owner's if this terminal is attached to
/// one.
pub(super) fn session_process(workspace: Option<&WorkspaceFacts>) -> u32 {
    let owner = workspace.and_then(|facts| facts.attached_to);
    owner.unwrap_or_else(std::process::id)
}

/// Runs a line that begins with a slash.
pub fn run_line(host: &mut impl SlashHost, line: &SlashLine) {
    let Some(context) = host.slash_context(line.session) else {
        return;
    };
    let outcome = run(&line.text, &context);
    if !matches!(outcome, SlashOutcome::Error(_)) {
        host.line_accepted();
    }
    match outcome {
        SlashOutcome::Commands(commands) => send_commands(host, commands),
        SlashOutcome::Done(commands, text) => {
            send_commands(host, commands);
            host.show_output(line, &text);
        }
        SlashOutcome::Ask(query, formatter) => {
            ask(host, line, query, ReplyPurpose::Show(formatter, Vec::new()));
        }
        SlashOutcome::Checked(query, formatter, commands) => {
            ask(host, line, query, ReplyPurpose::Show(formatter, commands));
        }
        SlashOutcome::Sure(question, commands) => host.confirm(&question, commands),
        SlashOutcome::Message(text) => host.send_text(line, text),
        SlashOutcome::Offer(query) => ask(host, line, query, ReplyPurpose::Offer),
        SlashOutcome::Show(text) => host.show_output(line, &text),
        SlashOutcome::SwitchSession(name) => {
            let purpose = ReplyPurpose::SwitchSession(name);
            ask(host, line, Query::Sessions, purpose);
        }
        SlashOutcome::ProbeModel { provider, model } => {
            begin_probe(host, line.session, provider, model);
        }
        SlashOutcome::Front(action) => host.perform(line, action),
        SlashOutcome::Error(why) => host.refuse_line(line, &why),
    }
}

/// Sends commands; a session that one of them creates is shown as soon as it exists.
pub fn send_commands(host: &mut impl SlashHost, commands: Vec<Command>) {
    for command in commands {
        if let Command::CreateSession { session: new, .. }
        | Command::ForkSession { new, .. }
        | Command::ImportSession { new, .. } = &command
        {
            host.await_session(*new);
        }
        host.send_command(command);
    }
}

fn ask(host: &mut impl SlashHost, line: &SlashLine, query: Query, purpose: ReplyPurpose) {
    host.send_query(SlashQuery {
        line: line.clone(),
        query,
        purpose,
    });
}

/// Takes the reply to a query of a command.
pub fn query_replied(host: &mut impl SlashHost, asked: SlashQuery, reply: &Reply) {
    let SlashQuery { line, purpose, .. } = asked;
    match (purpose, reply) {
        (_, Reply::Failed { reason }) => host.query_failed(&line, reason),
        (ReplyPurpose::Show(formatter, commands), reply) => {
            let text = formatter.render(reply);
            send_commands(host, commands);
            host.show_output(&line, &text);
        }
        (ReplyPurpose::SwitchSession(name), Reply::Sessions { sessions }) => {
            match SessionSummary::meant(sessions, &name).as_slice() {
                [session] => host.switch_session(session.id),
                found => host.choose_session(&name, found),
            }
        }
        (ReplyPurpose::Offer, Reply::ServerPrompt { text }) => host.offer_text(&line, text),
        (ReplyPurpose::Offer | ReplyPurpose::SwitchSession(_), _) => {}
    }
}
