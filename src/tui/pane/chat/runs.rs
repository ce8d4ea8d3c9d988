//! Cells of a run: questions and answers, retries, notices, and how it ended.

use std::collections::HashMap;

use super::Chat;
use super::call::{Call, State, UserAnswer, short_name};
use super::cell::{Body, Cell, Key};
use super::lines::{Ending, LineCell, Way, decision_words};
use client::text::sentence;
use jiff::Timestamp;
use l10n::said;
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, Question, QuestionBody};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{CallId, RunId};
use protocol::session::{AnsweredQuestion, Run, RunOutline, RunResult, RunStatus, SessionSnapshot};

impl Chat {
    /// Adds the line of an event, if it becomes one.
    pub(super) fn add_line_of(&mut self, event: &Event, fact: &EventKind) {
        match fact {
            EventKind::RetryScheduled {
                attempt,
                of,
                after_ms,
                error,
            } => {
                let line = LineCell::Retry {
                    attempt: *attempt,
                    of: *of,
                    after_ms: *after_ms,
                    why: said(&error.message),
                    hint: error
                        .hint
                        .as_ref()
                        .filter(|hint| !is_to_wait(hint))
                        .map(said),
                };
                self.add_retry(line);
            }
            EventKind::Notice { level, text } => self.notice(*level, said(text)),
            // Refusals of other keys are shown only as a transient notice.
            EventKind::CommandRejected {
                command, reason, ..
            } if command.is_input() => {
                self.refused(sentence(&said(reason)));
            }
            EventKind::RunCompleted { result } => {
                self.end_run(event, Ending::Done, result.clone(), &[]);
            }
            EventKind::RunCancelled { result } => {
                self.end_run(event, Ending::Stopped, result.clone(), &[]);
            }
            EventKind::RunFailed {
                error,
                hint,
                result,
                ..
            } => {
                let how = Ending::Failed {
                    error: said(error),
                    hint: hint.as_ref().map(said),
                };
                self.end_run(event, how, result.clone(), Way::after(error));
            }
            EventKind::RunInterrupted { unknown_calls } => {
                let unknown_calls = unknown_calls.len();
                let how = Ending::Interrupted { unknown_calls };
                self.end_run(event, how, Default::default(), &[]);
            }
            _ => {}
        }
    }

    pub(super) fn open_question(&mut self, question: &Question) {
        self.questions
            .insert(question.id, (question.tool.clone(), question.call));
        if let Some(call) = question.call {
            self.with_call(call, |shown| {
                if shown.is_open() {
                    shown.state = State::Waiting;
                }
                if let QuestionBody::Write { diff, .. } = &question.body {
                    shown.diff = Some(diff.clone());
                }
            });
        }
    }

    pub(super) fn answer_question(&mut self, event: &Event, answer: &Answer, summary: &str) {
        let key = Key::Question(answer.question);
        if self.places.contains_key(&key) {
            return;
        }
        // The question stays known: its answer may come twice.
        let known = self.questions.get(&answer.question);
        let (tool, call) = known.cloned().unwrap_or_default();
        if let Some(call) = call {
            self.with_call(call, |shown| {
                if shown.state == State::Waiting {
                    shown.state = State::Asked;
                }
            });
        }
        self.show_answer(call, answer, event.at, &tool, summary.to_owned());
    }

    /// Shows an answer: the user's in the row of the call that it is about, any other one in a
    /// line of its own.
    fn show_answer(
        &mut self,
        call: Option<CallId>,
        answer: &Answer,
        at: Timestamp,
        tool: &str,
        question: String,
    ) {
        let known = call.filter(|call| self.places.contains_key(&Key::Call(*call)));
        if let (Some(call), AnsweredBy::Key) = (known, answer.by) {
            let decision = answer.decision.clone();
            return self.with_call(call, |shown| {
                shown.answer = Some(UserAnswer { decision, at });
            });
        }
        let line = LineCell::Answered {
            tool: short_name(tool).to_owned(),
            question,
            answer: decision_words(&answer.decision),
            by: answer.by,
            at,
        };
        let key = Key::Question(answer.question);
        self.push_before(call, Cell::new(key, None, Body::Line(line)));
    }

    /// Adds a retry, in place of the one directly before it.
    pub(super) fn add_retry(&mut self, line: LineCell) {
        if let Some(last) = self.cells.last_mut()
            && let Body::Line(shown @ LineCell::Retry { .. }) = &mut last.body
        {
            *shown = line;
            last.touch();
            return;
        }
        self.push_line(line);
    }

    /// Adds why a command was refused; the same reason again, with nothing between, adds nothing.
    fn refused(&mut self, why: String) {
        let is_it = |cell: &Cell| matches!(&cell.body, Body::Line(LineCell::Notice { level: NoticeLevel::Warning, text }) if *text == why);
        if !self.cells.last().is_some_and(is_it) {
            self.notice(NoticeLevel::Warning, why);
        }
    }

    /// Adds a line of the workbench itself.
    pub fn notice(&mut self, level: NoticeLevel, text: impl Into<String>) {
        let text = text.into();
        self.others += 1;
        let line = Body::Line(LineCell::Notice { level, text });
        let cell = Cell::new(Key::Other(self.others), None, line);
        self.push_before(self.first_to_come(), cell);
    }

    /// Returns the first of the calls at the end that have not begun: lines added before they begin
    /// go above them.
    fn first_to_come(&self) -> Option<CallId> {
        let is_to_come = |call: &Call| call.is_open() && !call.is_running();
        let to_come = |cell: &&Cell| {
            let calls = cell.body.calls();
            !calls.is_empty() && calls.iter().all(is_to_come)
        };
        let first = self.cells.iter().rev().take_while(to_come).last()?;
        first.body.calls().first().map(|call| call.call.id)
    }

    pub(super) fn push_line(&mut self, line: LineCell) {
        self.others += 1;
        let key = Key::Other(self.others);
        self.push(Cell::new(key, None, Body::Line(line)));
    }

    fn end_run(&mut self, event: &Event, how: Ending, result: RunResult, ways: &'static [Way]) {
        let key = match event.run {
            Some(run) => Key::Run(run),
            None => {
                self.others += 1;
                Key::Other(self.others)
            }
        };
        self.add_end(key, how, result, ways);
    }

    /// Adds the end of a run, once.
    fn add_end(&mut self, key: Key, how: Ending, result: RunResult, ways: &'static [Way]) {
        if self.places.contains_key(&key) {
            return;
        }
        self.mark_open_calls_lost();
        let changes = match key {
            Key::Run(run) => self.run_changes.get(&run).copied(),
            _ => None,
        };
        let line = LineCell::End {
            how,
            result: Box::new(result),
            waiting: self.hunks.waiting(),
            changes,
            ways,
        };
        self.push(Cell::new(key, None, Body::Line(line)));
    }

    /// Takes the ways on from the end of the last run: the user went on in another way.
    pub(super) fn close_ways(&mut self) {
        let mut ends = self.cells.iter_mut().rev();
        let end = ends.find_map(|cell| match &mut cell.body {
            Body::Line(LineCell::End { ways, .. }) => Some((std::mem::take(ways), cell)),
            _ => None,
        });
        if let Some((ways, cell)) = end
            && !ways.is_empty()
        {
            cell.touch();
            self.edition += 1;
        }
    }

    /// Marks the calls that have not ended as lost: no call outlives its run, and nothing more is
    /// reported about them.
    pub(super) fn mark_open_calls_lost(&mut self) {
        for cell in &mut self.cells {
            let open = cell.body.calls_mut().iter_mut();
            let open = open.filter(|call| call.is_open());
            let lost = open.map(|call| call.state = State::Lost).count();
            if lost > 0 {
                cell.touch();
            }
        }
    }

    /// Adds the messages of a session that was opened, each run with its questions and its ending.
    pub(super) fn add_past(&mut self, snapshot: &SessionSnapshot) {
        let past: HashMap<RunId, &RunOutline> =
            snapshot.runs.iter().map(|past| (past.run, past)).collect();
        let mut current = None;
        for message in &snapshot.messages {
            if message.run != current {
                self.end_past(current.and_then(|run| past.get(&run).copied()));
                current = message.run;
            }
            self.add_message(message);
            let asked = current.and_then(|run| past.get(&run));
            let about = |call: Option<CallId>| message.calls().any(|known| Some(known.id) == call);
            for answered in asked.iter().flat_map(|past| &past.answered) {
                if about(answered.call) {
                    self.add_answered(answered);
                }
            }
        }
        self.end_past(current.and_then(|run| past.get(&run).copied()));
    }

    fn end_past(&mut self, past: Option<&RunOutline>) {
        let Some(past) = past else { return };
        for answered in &past.answered {
            self.add_answered(answered);
        }
        self.push_end(
            past.run,
            past.status,
            past.error.as_ref(),
            past.result.as_ref(),
        );
    }

    fn add_answered(&mut self, answered: &AnsweredQuestion) {
        let key = Key::Question(answered.answer.question);
        if self.places.contains_key(&key) {
            return;
        }
        let question = said(&answered.summary);
        let (call, answer) = (answered.call, &answered.answer);
        self.show_answer(call, answer, answered.at, &answered.tool, question);
    }

    pub(super) fn end_of(&mut self, run: &Run) {
        self.push_end(run.id, run.status, run.error.as_ref(), run.result.as_ref());
    }

    fn push_end(
        &mut self,
        run: RunId,
        status: RunStatus,
        error: Option<&Notice>,
        result: Option<&RunResult>,
    ) {
        let mut ways: &[Way] = &[];
        let how = match status {
            RunStatus::Completed | RunStatus::AwaitingReview => Ending::Done,
            RunStatus::Cancelled => Ending::Stopped,
            RunStatus::Interrupted => Ending::Interrupted { unknown_calls: 0 },
            RunStatus::Failed => {
                ways = Way::after(&error.cloned().unwrap_or_default());
                Ending::Failed {
                    error: error.map(said).unwrap_or_default(),
                    hint: None,
                }
            }
            RunStatus::Queued | RunStatus::Running | RunStatus::WaitingForUser => return,
        };
        let result = result.cloned().unwrap_or_default();
        self.add_end(Key::Run(run), how, result, ways);
    }
}

/// Whether a hint says to wait and try again, which a retry does by itself.
fn is_to_wait(hint: &Notice) -> bool {
    let waits = ["told-wait-seconds", "told-wait-a-moment", "told-try-again"];
    hint.id().is_some_and(|id| waits.contains(&id))
}
