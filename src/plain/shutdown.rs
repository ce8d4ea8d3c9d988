//! The end of the input: declines the open questions, lets runs finish, and ends the program with
//! an exit status for scripts. Leaving a terminal sets no status.

use std::collections::BTreeSet;

use super::live_session::name_of;
use super::pending::PendingRequest;
use super::settings::SettingsTask;
use super::state::{Effect, Lines, Plain, PlainExit, PlainMode, Subject, UnreadLine};
use client::question::{answer, asks_permission};
use l10n::say;
use notice::notice;
use protocol::approval::{Answer, AnsweredBy, Decision, Question};
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::{QuestionId, SessionId};
use protocol::query::Query;
use protocol::session::{RunResult, SessionSnapshot, SessionStatus};
use session::SessionFacts;

/// Maximum number of checks whether everything is done.
const MAX_SNAPSHOT_QUERIES: u32 = 2_000;

/// The outcome of all lines, for the exit status.
#[derive(Debug, Default)]
pub(super) struct ShutdownOutcome {
    /// Something was refused, not understood, or failed.
    failed: bool,
    /// A call was refused because nobody could be asked.
    denied: bool,
    /// The last run left proposed changes that await review.
    proposed: bool,
    /// Number of interrupts after the last line.
    interrupts: u32,
    /// Questions of sessions not shown here that were declined because nobody could answer.
    given_up: BTreeSet<QuestionId>,
}

impl ShutdownOutcome {
    /// Records a failure.
    pub(super) fn fail(&mut self) {
        self.failed = true;
    }

    /// Records the effect of an event on the outcome.
    pub(super) fn observe(&mut self, fact: &EventKind) {
        match fact {
            EventKind::RunCompleted { result } | EventKind::RunCancelled { result } => {
                self.result(result);
            }
            EventKind::RunFailed { result, .. } => {
                self.failed = true;
                self.result(result);
            }
            EventKind::CommandRejected { command, .. } => {
                self.failed |= !command.is_by_the_way();
            }
            _ => {}
        }
    }

    fn result(&mut self, result: &RunResult) {
        self.denied |= result.denied_unasked > 0;
        self.proposed = result.proposed > 0;
    }
}

impl Plain {
    /// Ends the program.
    pub(super) fn leave(&mut self) {
        let leave = match (self.manner.lines, self.status()) {
            (Lines::Terminal, _) | (Lines::Pipe, 0) => PlainExit::Quit,
            (Lines::Pipe, status) => PlainExit::Short(status),
        };
        self.effects.push(Effect::Leave(leave));
    }

    /// Returns the exit status as in `agentichat run`: 130 interrupted, 1 failed, 4 denied because
    /// nobody could be asked, 3 changes await review, 0 done; the first that applies.
    fn status(&self) -> u8 {
        let facts = self.facts();
        let awaits_review = facts.is_some_and(|it| it.status == SessionStatus::AwaitingReview);
        match &self.outcome {
            came if came.interrupts > 0 => 130,
            ShutdownOutcome { failed: true, .. } => 1,
            ShutdownOutcome { denied: true, .. } => 4,
            ShutdownOutcome { proposed: true, .. } if awaits_review => 3,
            _ => 0,
        }
    }

    /// Reports a line that could not be taken.
    pub(super) fn unread(&mut self, unread: UnreadLine) {
        self.outcome.fail();
        self.say(match unread {
            UnreadLine::TooLong(number, most) => {
                say!("plain-line-too-long", number, most = most / 1_000)
            }
            UnreadLine::NotUtf8(number) => say!("plain-line-no-text", number),
            UnreadLine::Binary(number) => say!("plain-line-binary", number),
        });
        if matches!(unread, UnreadLine::Binary(_)) {
            self.input_closed = true;
        }
    }

    /// Handles Ctrl+C after the last line: the user wants the script to end. Stops the runs, then
    /// kills them, then quits. Returns whether the interrupt was handled here.
    pub(super) fn interrupt_after_input(&mut self) -> bool {
        if self.manner.lines == Lines::Terminal || !self.input_closed {
            return false;
        }
        self.outcome.interrupts += 1;
        self.lines.clear();
        self.partial = None;
        self.take_back_waiting_messages();
        let running: Vec<SessionId> = self.running_sessions().map(|facts| facts.id).collect();
        let (how, words) = match self.outcome.interrupts {
            1 => (CancelMode::Gracefully, say!("plain-stopping")),
            2 => (CancelMode::KillTree, say!("plain-killing")),
            _ => {
                self.leave();
                return true;
            }
        };
        if running.is_empty() {
            self.leave();
            return true;
        }
        self.say(words);
        for session in running {
            self.send(Command::CancelRun { session, how });
        }
        true
    }

    /// Returns the sessions of this terminal with a run in progress.
    fn running_sessions(&self) -> impl Iterator<Item = &SessionFacts> {
        let ours = self.ours.iter().filter_map(|id| self.sessions.get(id));
        ours.map(|session| &session.facts)
            .filter(|facts| facts.is_running())
    }

    /// Handles the end of the input: open questions get no answer, and runs continue to their end.
    pub(super) fn end_of_input(&mut self) {
        self.ended = true;
        if self.entry.take().is_some() {
            self.say(say!("plain-input-ended"));
        }
        // All questions are asked in the conversation, also the postponed ones.
        self.mode = PlainMode::Chat;
        self.postponed.clear();
        self.drop_menu();
        self.asked = None;
    }

    /// After the end of the input, declines open questions, and quits when nothing runs.
    pub(super) fn quit_when_finished(&mut self) {
        if !self.ended || self.current.is_none() {
            return;
        }
        if let Some(partial) = self.partial.take() {
            self.line(&partial);
        }
        self.menu = None;
        self.decline_asked_question();
        self.decline_in_other_sessions();
        let is_busy = self.running_sessions().next().is_some();
        let mut waiting = self.pending.values();
        let asks = waiting.any(|waiting| matches!(waiting, PendingRequest::FinalSnapshot))
            // Their end is reported.
            || self.probing.is_some()
            || self.jobs.values().any(SettingsTask::takes_long);
        if let Some(session) = self.current
            && !is_busy
            && !asks
            && self.for_model.is_empty()
        {
            // The result of the last command may not have arrived yet.
            self.ask(Query::Session { session }, PendingRequest::FinalSnapshot);
        }
    }

    fn decline_asked_question(&mut self) {
        let Some(asked) = self.asked.as_ref().filter(|asked| !asked.sent) else {
            return;
        };
        if asked.subject == Subject::Menu {
            return;
        }
        let Some(answer) = self.asked_question().map(nobodys_answer) else {
            return;
        };
        if let Some(asked) = &mut self.asked {
            asked.sent = true;
        }
        self.send(answer);
    }

    /// Declines the questions of sessions that were shown here earlier.
    fn decline_in_other_sessions(&mut self) {
        let others = self.ours.iter().filter(|id| self.current != Some(**id));
        let others = others.filter_map(|id| self.sessions.get(id));
        let asked = others.flat_map(|session| {
            let facts = &session.facts;
            facts
                .questions
                .iter()
                .map(|question| (name_of(facts), question))
        });
        let asked = asked.filter(|(_, question)| !self.outcome.given_up.contains(&question.id));
        let answers: Vec<(String, QuestionId, Command)> = asked
            .map(|(name, question)| (name, question.id, nobodys_answer(question)))
            .collect();
        for (name, question, answer) in answers {
            self.outcome.given_up.insert(question);
            self.say(say!("plain-elsewhere-given-up", name));
            self.send(answer);
        }
    }

    /// Handles a failed query of the session's state: it is repeated, but not forever.
    pub(super) fn snapshot_query_failed(&mut self) {
        self.snapshot_queries += 1;
        if self.snapshot_queries > MAX_SNAPSHOT_QUERIES {
            self.leave();
        }
    }

    /// Takes the session's state after all commands: quits if nothing is in progress and all of its
    /// messages have arrived.
    pub(super) fn final_snapshot(&mut self, snapshot: &SessionSnapshot) {
        self.snapshot_queries += 1;
        let theirs = SessionFacts::of(snapshot);
        let is_done = !theirs.is_running() && snapshot.queued.is_empty();
        let known = self.facts().map(|facts| facts.messages.as_slice());
        let last = theirs.messages.last();
        let heard_all = last.is_none_or(|last| known.unwrap_or_default().contains(last));
        // Every sent message is in the conversation or was refused.
        let others = self.pending.is_empty() && self.sent.is_empty();
        if (is_done && heard_all && others) || self.snapshot_queries > MAX_SNAPSHOT_QUERIES {
            self.leave();
        }
    }
}

/// Returns the answer to a question that nobody will answer.
fn nobodys_answer(prompt: &Question) -> Command {
    let decision = if asks_permission(prompt) {
        Decision::No {
            reason: Some(notice!("told-input-ended")),
        }
    } else {
        Decision::Skipped
    };
    let answer = Answer {
        by: AnsweredBy::Nobody,
        ..answer(prompt, decision)
    };
    Command::AnswerQuestion {
        session: prompt.session,
        answer,
    }
}
