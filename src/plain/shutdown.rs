//! The end of the input: what waits is told and answered by nobody, what runs goes on to its end, and the program ends
//! with a status that a script can read. A terminal that is left has none.

use std::collections::BTreeSet;

use super::facts::Facts;
use super::pending::PendingQuery;
use super::state::{Effect, Lines, Plain, PlainExit, PlainMode, Subject, UnreadLine};
use crate::l10n::say;
use crate::protocol::approval::{Answer, AnsweredBy, Decision, INPUT_ENDED, Question};
use crate::protocol::command::{CancelMode, Command};
use crate::protocol::event::EventKind;
use crate::protocol::ids::{QuestionId, SessionId};
use crate::protocol::query::Query;
use crate::protocol::session::{RunResult, SessionSnapshot, SessionStatus};

/// How often it is looked at most whether all is done.
const LOOKS: u32 = 2_000;

/// What came of the lines, as the status says it.
#[derive(Debug, Default)]
pub(super) struct ShutdownOutcome {
    /// Something was refused, not understood, or failed.
    failed: bool,
    /// A call was refused, for nobody was there to be asked.
    denied: bool,
    /// The last run left changes that wait in the review.
    staged: bool,
    /// How often it was interrupted after the last line.
    interrupts: u32,
    /// Questions of sessions that are not shown, which were answered by nobody.
    given_up: BTreeSet<QuestionId>,
}

impl ShutdownOutcome {
    /// Something went wrong.
    pub(super) fn fail(&mut self) {
        self.failed = true;
    }

    /// Takes note of what a fact says about the end.
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
                self.failed |= !super::events::is_by_the_way(command);
            }
            _ => {}
        }
    }

    fn result(&mut self, result: &RunResult) {
        self.denied |= result.denied_unasked > 0;
        self.staged = result.staged > 0;
    }
}

impl Plain {
    /// The program ends.
    pub(super) fn leave(&mut self) {
        let leave = match (self.manner.lines, self.status()) {
            (Lines::Terminal, _) | (Lines::Pipe, 0) => PlainExit::Quit,
            (Lines::Pipe, status) => PlainExit::Short(status),
        };
        self.effects.push(Effect::Leave(leave));
    }

    /// As `agentichat run` has it: 130 interrupted, 1 failed, 4 denied for want of someone to ask, 3 changes await
    /// review, 0 done; the first that applies.
    fn status(&self) -> u8 {
        let facts = self.facts();
        let awaits_review = facts.is_some_and(|it| it.status == SessionStatus::AwaitingReview);
        match &self.came {
            came if came.interrupts > 0 => 130,
            ShutdownOutcome { failed: true, .. } => 1,
            ShutdownOutcome { denied: true, .. } => 4,
            ShutdownOutcome { staged: true, .. } if awaits_review => 3,
            _ => 0,
        }
    }

    /// A line could not be taken.
    pub(super) fn unread(&mut self, unread: UnreadLine) {
        self.came.fail();
        self.say(match unread {
            UnreadLine::TooLong(number, most) => {
                say!("plain-line-too-long", number, most = most / 1_000)
            }
            UnreadLine::NotUtf8(number) => say!("plain-line-no-text", number),
            UnreadLine::Binary(number) => say!("plain-line-binary", number),
        });
        if matches!(unread, UnreadLine::Binary(_)) {
            self.no_more = true;
        }
    }

    /// Ctrl+C after the last line came: who runs a script wants it to end. Stops what runs, then kills it, then leaves.
    /// Gives whether that was meant.
    pub(super) fn is_interrupted_at_the_end(&mut self) -> bool {
        if self.manner.lines == Lines::Terminal || !self.no_more {
            return false;
        }
        self.came.interrupts += 1;
        self.lines.clear();
        self.partial = None;
        self.take_back_what_waits();
        let running: Vec<SessionId> = self.running_ones().map(|facts| facts.id).collect();
        let (how, words) = match self.came.interrupts {
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

    /// The sessions of this terminal in which something runs.
    fn running_ones(&self) -> impl Iterator<Item = &Facts> {
        let ours = self.ours.iter().filter_map(|id| self.sessions.get(id));
        ours.filter(|facts| facts.is_running())
    }

    /// No more lines will come: what needs an answer gets none, what runs goes on to its end.
    pub(super) fn end_of_input(&mut self) {
        self.ended = true;
        if self.entry.take().is_some() {
            self.say(say!("plain-input-ended"));
        }
        // What is asked is asked in the conversation, also what was put off.
        self.place = PlainMode::Chat;
        self.put_off.clear();
        self.drop_own();
        self.asked = None;
    }

    /// With no more lines to come: refuses what is asked, and leaves when nothing runs.
    pub(super) fn leave_at_the_end(&mut self) {
        if !self.ended || self.current.is_none() {
            return;
        }
        if let Some(partial) = self.partial.take() {
            self.line(&partial);
        }
        self.own = None;
        self.give_up_what_is_asked();
        self.give_up_elsewhere();
        let is_busy = self.running_ones().next().is_some();
        let mut waiting = self.waiting.values();
        let asks = waiting.any(|waiting| match waiting {
            PendingQuery::Last => true,
            // Its end is heard of.
            PendingQuery::Errand(work) => work.takes_long(),
            _ => false,
        });
        if let Some(session) = self.current
            && !is_busy
            && !asks
            && self.for_model.is_empty()
        {
            // What was ordered last may not have been heard of yet.
            self.ask(Query::Session { session }, PendingQuery::Last);
        }
    }

    fn give_up_what_is_asked(&mut self) {
        let Some(asked) = self.asked.as_ref().filter(|asked| !asked.sent) else {
            return;
        };
        if asked.subject == Subject::Own {
            return;
        }
        let Some(answer) = self.asked_prompt().map(by_nobody) else {
            return;
        };
        if let Some(asked) = &mut self.asked {
            asked.sent = true;
        }
        self.send(answer);
    }

    /// The questions of sessions that were shown here and are not shown now.
    fn give_up_elsewhere(&mut self) {
        let others = self.ours.iter().filter(|id| self.current != Some(**id));
        let others = others.filter_map(|id| self.sessions.get(id));
        let asked =
            others.flat_map(|facts| facts.prompts.iter().map(|prompt| (facts.name(), prompt)));
        let asked = asked.filter(|(_, prompt)| !self.came.given_up.contains(&prompt.id));
        let answers: Vec<(String, QuestionId, Command)> = asked
            .map(|(name, prompt)| (name, prompt.id, by_nobody(prompt)))
            .collect();
        for (name, prompt, answer) in answers {
            self.came.given_up.insert(prompt);
            self.say(say!("plain-elsewhere-given-up", name));
            self.send(answer);
        }
    }

    /// The session could not be looked at: it is looked again, but not for ever.
    pub(super) fn could_not_look(&mut self) {
        self.looks += 1;
        if self.looks > LOOKS {
            self.leave();
        }
    }

    /// The session as it is, after everything that was ordered: leaves where nothing goes on in it and all of it was
    /// heard of.
    pub(super) fn last_look(&mut self, snapshot: &SessionSnapshot) {
        self.looks += 1;
        let theirs = Facts::of(snapshot);
        let is_done = !theirs.is_running() && snapshot.queued.is_empty();
        let known = self.facts().map(|facts| facts.messages.as_slice());
        let last = snapshot.messages.last();
        let heard_all = last.is_none_or(|last| {
            let mut known = known.unwrap_or_default().iter().rev();
            known.any(|known| known.id == last.id)
        });
        // What was sent is in the conversation, or was refused.
        let others = self.waiting.is_empty() && self.sent.is_empty();
        if (is_done && heard_all && others) || self.looks > LOOKS {
            self.leave();
        }
    }
}

/// The answer to a question that nobody will answer.
fn by_nobody(prompt: &Question) -> Command {
    let decision = if super::question::asks_for_leave(prompt) {
        Decision::No {
            reason: Some(INPUT_ENDED.to_owned()),
        }
    } else {
        Decision::Skipped
    };
    let answer = Answer {
        prompt: prompt.id,
        shown: prompt.shown,
        decision,
        by: AnsweredBy::Nobody,
    };
    Command::AnswerPrompt {
        session: prompt.session,
        answer,
    }
}
