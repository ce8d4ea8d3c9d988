//! The calls of a run in the order in which they were asked for. Several may go on at once and end in any order; they are
//! told by their numbers, and a number that came after a higher one would be heard as another call.
//!
//! What is told of a call waits for those before it that nothing was told of yet. It never waits for one that the human
//! has to answer: that one is told as waiting, and the others go on.

use std::collections::VecDeque;

use super::facts::Facts;
use super::state::Plain;
use crate::l10n::say;
use crate::protocol::call::{CallResult, ToolCall};
use crate::protocol::ids::CallId;
use crate::protocol::message::Role;

#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Those that are not over, or not told to their end; in the order in which they were asked for.
    open: VecDeque<Open>,
}

/// A call that is not told to its end.
#[derive(Debug)]
struct Open {
    id: CallId,
    /// It has begun.
    started: bool,
    /// It runs, and that is to be said.
    runs: bool,
    /// Its number was said.
    told: bool,
    /// What came of it.
    result: Option<CallResult>,
}

impl Open {
    fn new(id: CallId) -> Self {
        Self {
            id,
            started: false,
            runs: false,
            told: false,
            result: None,
        }
    }

    fn has_news(&self) -> bool {
        self.runs || self.result.is_some()
    }
}

/// What is told of a call.
enum News {
    Runs,
    Waits,
    Ended(Box<CallResult>),
}

impl Calls {
    /// Those of a session that are under way when it is shown: of the last answer that asked for any.
    pub(super) fn of(facts: &Facts) -> Self {
        let mut answers = facts.messages.iter().rev();
        let last = answers.find_map(|message| {
            let calls: Vec<CallId> = message.calls().map(|call| call.id).collect();
            (message.role == Role::Assistant && !calls.is_empty()).then_some(calls)
        });
        let is_open = |id: &CallId| {
            let mut calls = facts.calls.iter();
            calls.any(|(call, result)| call.id == *id && result.is_none())
        };
        let open = last.unwrap_or_default().into_iter().filter(is_open);
        if facts.is_running() {
            Self {
                open: open.map(Open::new).collect(),
            }
        } else {
            Self::default()
        }
    }

    fn find(&mut self, id: CallId) -> Option<&mut Open> {
        self.open.iter_mut().find(|open| open.id == id)
    }

    /// What is to be told next, and of which call.
    fn next(&mut self, asks: impl Fn(CallId) -> bool) -> Option<(CallId, News)> {
        let last_news = self.open.iter().rposition(Open::has_news)?;
        let mut place = 0;
        loop {
            let open = self.open.get_mut(place)?;
            let id = open.id;
            if let Some(result) = open.result.take() {
                self.open.remove(place);
                return Some((id, News::Ended(Box::new(result))));
            }
            if std::mem::take(&mut open.runs) {
                open.told = true;
                return Some((id, News::Runs));
            }
            if !open.told {
                let is_in_the_way = place < last_news && asks(id);
                open.told = is_in_the_way;
                return is_in_the_way.then_some((id, News::Waits));
            }
            place += 1;
        }
    }
}

impl Plain {
    /// The agent asks for a call. One that it asks for while another runs is asked for by what runs there, which is told
    /// first.
    pub(super) fn call_requested(&mut self, call: &ToolCall) {
        for open in self.calls.open.iter_mut().filter(|open| !open.told) {
            open.runs |= open.started && open.result.is_none();
        }
        if self.calls.find(call.id).is_none() {
            self.calls.open.push_back(Open::new(call.id));
        }
        self.tell_calls();
    }

    /// A call has begun. What takes long is told then; the others with what came of them.
    pub(super) fn call_started(&mut self, id: CallId) {
        let known = self.facts().and_then(|facts| facts.call(id));
        let takes_long = known.is_some_and(|(_, call)| {
            matches!(call.tool.as_str(), "shell_exec" | "run_command" | "task")
        });
        match self.calls.find(id) {
            Some(open) => {
                open.started = true;
                open.runs = takes_long;
            }
            None if takes_long => self.say_call(id, News::Runs),
            None => {}
        }
        self.tell_calls();
    }

    /// A call is over.
    pub(super) fn call_completed(&mut self, result: &CallResult) {
        match self.calls.find(result.call) {
            Some(open) => {
                open.runs = false;
                open.result = Some(result.clone());
            }
            None => self.say_call(result.call, News::Ended(Box::new(result.clone()))),
        }
        self.tell_calls();
    }

    /// Tells what is to be told by now.
    pub(super) fn tell_calls(&mut self) {
        loop {
            let session = self.current.and_then(|shown| self.sessions.get(&shown));
            let prompts = session.map(|facts| facts.prompts.as_slice());
            let prompts = prompts.unwrap_or_default();
            let asks = |id| prompts.iter().any(|prompt| prompt.call == Some(id));
            match self.calls.next(asks) {
                Some((id, news)) => self.say_call(id, news),
                None => return,
            }
        }
    }

    /// The run is over, or another session is shown: what waited for another call is told.
    pub(super) fn calls_over(&mut self) {
        for open in std::mem::take(&mut self.calls).open {
            if let Some(result) = open.result {
                self.say_call(open.id, News::Ended(Box::new(result)));
            }
        }
    }

    fn say_call(&mut self, id: CallId, news: News) {
        let known = self.facts().and_then(|facts| facts.call(id));
        let call = known.map(|(number, call)| super::events::call_words(number, call));
        match (news, call) {
            (News::Ended(result), call) => self.say_result(&result, call),
            (News::Runs, Some(call)) => self.say(say!("plain-tool-runs", call)),
            (News::Waits, Some(call)) => self.say(say!("plain-tool-waits", call)),
            (News::Runs | News::Waits, None) => {}
        }
    }
}
