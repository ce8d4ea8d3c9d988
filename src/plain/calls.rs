//! The calls of a run in the order of their requests. Several may run at once and end in any order;
//! they are announced by number, and a number after a higher one would be heard as another call.
//!
//! News of a call waits until every call before it has been announced. It never waits for a call
//! that the user has to answer: that call is announced as waiting, and the others proceed.

use std::collections::VecDeque;

use super::events::{call_words, subject_words};
use super::live_session::LiveSession;
use super::state::Plain;
use super::text;
use l10n::say;
use protocol::call::{CallResult, ToolCall};
use protocol::ids::CallId;
use protocol::message::Role;

#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Calls that are not over, or not announced to their end, in the order of their requests.
    open: VecDeque<OpenCall>,
}

/// A call whose end was not announced.
#[derive(Debug)]
struct OpenCall {
    id: CallId,
    started: bool,
    /// Whether the start of the call is still to be announced.
    announces_start: bool,
    /// Whether the call's number was announced.
    announced: bool,
    result: Option<CallResult>,
}

impl OpenCall {
    fn new(id: CallId) -> Self {
        Self {
            id,
            started: false,
            announces_start: false,
            announced: false,
            result: None,
        }
    }

    fn has_news(&self) -> bool {
        self.announces_start || self.result.is_some()
    }
}

/// News of a call to announce.
enum News {
    Runs,
    Waits,
    Ended(Box<CallResult>),
}

impl Calls {
    /// Returns the calls that are under way when a session is shown: those of the last agent
    /// message that requested any.
    pub(super) fn of(session: &LiveSession) -> Self {
        let mut answers = session.messages().iter().rev();
        let last = answers.find_map(|message| {
            let calls: Vec<CallId> = message.calls().map(|call| call.id).collect();
            (message.role == Role::Assistant && !calls.is_empty()).then_some(calls)
        });
        let is_open = |id: &CallId| {
            let mut calls = session.calls.iter();
            calls.any(|(call, result)| call.id == *id && result.is_none())
        };
        let open = last.unwrap_or_default().into_iter().filter(is_open);
        if session.facts.is_running() {
            Self {
                open: open.map(OpenCall::new).collect(),
            }
        } else {
            Self::default()
        }
    }

    fn find(&mut self, id: CallId) -> Option<&mut OpenCall> {
        self.open.iter_mut().find(|open| open.id == id)
    }

    /// Returns the next news to announce, and its call.
    fn next(&mut self, asks: impl Fn(CallId) -> bool) -> Option<(CallId, News)> {
        let last_news = self.open.iter().rposition(OpenCall::has_news)?;
        let mut place = 0;
        loop {
            let open = self.open.get_mut(place)?;
            let id = open.id;
            if let Some(result) = open.result.take() {
                self.open.remove(place);
                return Some((id, News::Ended(Box::new(result))));
            }
            if std::mem::take(&mut open.announces_start) {
                open.announced = true;
                return Some((id, News::Runs));
            }
            if !open.announced {
                let is_in_the_way = place < last_news && asks(id);
                open.announced = is_in_the_way;
                return is_in_the_way.then_some((id, News::Waits));
            }
            place += 1;
        }
    }
}

impl Plain {
    /// Handles a call that the agent requests. A call requested while another runs was requested by
    /// the running one, which is announced first.
    pub(super) fn call_requested(&mut self, call: &ToolCall) {
        for open in self.calls.open.iter_mut().filter(|open| !open.announced) {
            open.announces_start |= open.started && open.result.is_none();
        }
        if self.calls.find(call.id).is_none() {
            self.calls.open.push_back(OpenCall::new(call.id));
        }
        self.announce_calls();
    }

    /// Handles the start of a call. Only slow calls are announced at their start; the others are
    /// announced with their result.
    pub(super) fn call_started(&mut self, id: CallId) {
        let known = self.shown().and_then(|session| session.call(id));
        let takes_long = known.is_some_and(|(_, call)| {
            matches!(call.tool.as_str(), "shell_exec" | "run_command" | "task")
        });
        match self.calls.find(id) {
            Some(open) => {
                open.started = true;
                open.announces_start = takes_long;
            }
            None if takes_long => self.say_call(id, News::Runs),
            None => {}
        }
        self.announce_calls();
    }

    /// Handles the end of a call.
    pub(super) fn call_completed(&mut self, result: &CallResult) {
        match self.calls.find(result.call) {
            Some(open) => {
                open.announces_start = false;
                open.result = Some(result.clone());
            }
            None => self.say_call(result.call, News::Ended(Box::new(result.clone()))),
        }
        self.announce_calls();
    }

    /// Announces all news that need not wait any longer.
    pub(super) fn announce_calls(&mut self) {
        loop {
            let session = self.current.and_then(|shown| self.sessions.get(&shown));
            let prompts = session.map(|session| session.facts.questions.as_slice());
            let prompts = prompts.unwrap_or_default();
            let asks = |id| prompts.iter().any(|question| question.call == Some(id));
            match self.calls.next(asks) {
                Some((id, news)) => self.say_call(id, news),
                None => return,
            }
        }
    }

    /// Announces the remaining news when the run ends or another session is shown.
    pub(super) fn announce_remaining_calls(&mut self) {
        for open in std::mem::take(&mut self.calls).open {
            if let Some(result) = open.result {
                self.say_call(open.id, News::Ended(Box::new(result)));
            }
        }
    }

    fn say_call(&mut self, id: CallId, news: News) {
        let known = self.shown().and_then(|session| session.call(id));
        let call = known.map(|(number, call)| (call_words(number, call), subject_words(call)));
        match (news, call) {
            (News::Ended(result), Some((call, subject))) => {
                self.say_result(&result, &call, &subject);
            }
            (News::Ended(result), None) => {
                let call = say!("plain-tool-unnumbered", tool = text::line(&result.tool));
                self.say_result(&result, &call, "");
            }
            (News::Runs, Some((call, _))) => self.say(say!("plain-tool-runs", call)),
            (News::Waits, Some((call, _))) => self.say(say!("plain-tool-waits", call)),
            (News::Runs | News::Waits, None) => {}
        }
    }
}
