//! State of the conversation with one process, without the process itself: unread messages, open
//! permission requests, and unfinished turns. Pure; [`super::session`] owns the locks and the
//! pipes.

use std::collections::BTreeMap;
use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::{Value, json};

use super::input::{self, labels, questions};
use super::message::{Answer, Part, Piece, ProgramMessage, TurnEnd};
use crate::agent_tools::{Next, ProgramActivity};
use crate::pictures::{WireImage, with_notes};
use notice::{Notice, notice};
use protocol::call::ToolClass;
use protocol::permission::{
    AfterDenial, AgentToolResult, Permission, PermissionRequest, ReportedAction, RequestedAction,
    UntrackedEdit,
};

/// Maximum number of answered requests that are remembered.
const ANSWERED: usize = 100;

/// Maximum number of remembered calls to which a file change may be attributed.
const USES: usize = 500;

/// Maximum number of text pieces that wait for the reader.
const PIECES: usize = 200_000;

/// An event for the reader of the answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Incoming {
    /// An answer starts.
    Message(String),
    Text(String),
    Reasoning(String),
    CallBegins {
        id: String,
        tool: String,
    },
    /// The next piece of a call's arguments.
    CallArguments {
        id: String,
        text: String,
    },
    /// A complete call, and the answer that contains it.
    Call {
        message: String,
        id: String,
        tool: String,
        input: Value,
    },
    MessageEnds,
    /// A permission is requested for a call, or a call has ended: its answer has ended, if that was
    /// not reported before.
    CallMoves,
    TurnEnds(TurnEnd),
    /// A notice for the user.
    Notice(Notice),
}

#[derive(Debug, Clone)]
struct Open {
    asked: PermissionRequest,
    /// The arguments of the call.
    input: Value,
    /// Whether someone is handling it.
    taken: bool,
}

/// A call with several questions, which are asked one by one.
#[derive(Debug)]
struct QuestionSeries {
    request: String,
    answers: BTreeMap<String, String>,
    left: usize,
}

/// A call that the program announced.
#[derive(Debug)]
struct Use {
    call: String,
    /// The call whose sub-agent made this one; otherwise the call itself.
    root: String,
    what: ReportedAction,
    /// Whether its result has arrived.
    is_over: bool,
}

#[derive(Debug, Default)]
pub(super) struct Conversation {
    incoming: VecDeque<Incoming>,
    /// The answer that arrives in pieces: its parts arrive as a whole as well.
    in_pieces: Option<String>,
    /// Calls that are streaming, by their block.
    blocks: HashMap<u64, String>,
    /// Open permission requests, by call.
    open: BTreeMap<String, Open>,
    /// Requests for other calls that arrive while a call runs.
    side_requests: VecDeque<PermissionRequest>,
    question_series: HashMap<String, QuestionSeries>,
    results: HashMap<String, AgentToolResult>,
    /// Calls that have a permission or wait for one. Their writes do not count as untracked.
    asked_calls: HashSet<String>,
    unasked: Vec<UntrackedEdit>,
    /// The most recently answered requests.
    answered: VecDeque<String>,
    progress: HashMap<String, String>,
    /// Calls of sub-agents; `running` holds the calls that run without a permission request.
    agents: HashSet<String>,
    running: HashSet<String>,
    /// Calls of the program and its sub-agents that may change files; kept until they
    /// have been reported.
    uses: Vec<Use>,
    /// Sub-agents and background commands that have not ended.
    tasks: HashSet<String>,
    /// Whether a turn is in progress that no message from this program started.
    is_by_itself: bool,
    /// Turns that this program started and that have not ended.
    turns: u32,
    /// Number of ends of turns that no step has read.
    unread_ends: u32,
    /// Whether the turn was stopped: messages up to its end are ignored.
    stopped: bool,
    conversation: Option<String>,
    /// Cost in dollars of the turns that were read to their end.
    paid: f64,
    ended: Option<Notice>,
}

impl Conversation {
    /// Processes a message from the program; returns the reply that must be sent at once.
    pub(super) fn take(&mut self, said: ProgramMessage) -> Option<Value> {
        match said {
            ProgramMessage::Begins { session } => {
                // The end of a background task starts a turn of its own.
                self.is_by_itself = self.turns == 0;
                self.set_conversation(session);
            }
            ProgramMessage::Piece(piece) => self.piece(piece),
            ProgramMessage::Answer(answer) => self.answer(answer),
            ProgramMessage::Results { results, parent } => {
                for result in results {
                    self.result(result, parent.is_none());
                }
            }
            ProgramMessage::TurnEnd(end) => return self.turn_end(end),
            ProgramMessage::Retries(text) => self.push_incoming(Incoming::Notice(text)),
            ProgramMessage::TaskBegins { task, of } => {
                self.tasks.insert(task);
                if let Some((call, text)) = of {
                    self.note_progress(call, text);
                }
            }
            ProgramMessage::TaskEnds { task } => drop(self.tasks.remove(&task)),
            ProgramMessage::Progress { call, text } => self.note_progress(call, text),
            ProgramMessage::Asks {
                asked,
                input,
                by_sub_agent,
            } => return self.permission_requested(*asked, by_sub_agent, input),
            ProgramMessage::AsksUnknown { request, what } => {
                let error = format!("agentichat has no {what:?}");
                return Some(refusal(&request, &error));
            }
            ProgramMessage::TakesBack { request } => self.withdraw(&request),
            ProgramMessage::Replies { error, .. } => {
                if let Some(why) = error {
                    self.push_incoming(Incoming::Notice(notice!("told-claude-refused", why)));
                }
            }
            ProgramMessage::Other => {}
        }
        None
    }

    fn push_incoming(&mut self, event: Incoming) {
        let is_piece = matches!(
            event,
            Incoming::Text(_) | Incoming::Reasoning(_) | Incoming::CallArguments { .. }
        );
        if !self.stopped && (self.incoming.len() < PIECES || !is_piece) {
            self.unread_ends += u32::from(matches!(event, Incoming::TurnEnds(_)));
            self.incoming.push_back(event);
        }
    }

    fn note_progress(&mut self, call: String, text: String) {
        self.running.insert(call.clone());
        self.progress.insert(call, text);
    }

    fn set_conversation(&mut self, session: Option<String>) {
        if session.is_some() {
            self.conversation = session;
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Begins { message } => {
                self.in_pieces = Some(message.clone());
                self.blocks.clear();
                self.push_incoming(Incoming::Message(message));
            }
            Piece::Text(text) => self.push_incoming(Incoming::Text(text)),
            Piece::Reasoning(text) => self.push_incoming(Incoming::Reasoning(text)),
            Piece::Call { block, id, tool } => {
                self.blocks.insert(block, id.clone());
                self.push_incoming(Incoming::CallBegins { id, tool });
            }
            Piece::Arguments { block, text } => {
                if let Some(id) = self.blocks.get(&block).cloned() {
                    self.push_incoming(Incoming::CallArguments { id, text });
                }
            }
            Piece::Ends => self.push_incoming(Incoming::MessageEnds),
        }
    }

    fn answer(&mut self, answer: Answer) {
        for part in &answer.parts {
            if let Part::Call { id, tool, input } = part {
                let root = answer.parent.as_ref().unwrap_or(id);
                self.note_use((id, root), tool, input);
            }
        }
        // A sub-agent's text is not part of the conversation, and an error comes with the end
        // of the turn.
        if answer.parent.is_some() || answer.is_synthetic {
            return;
        }
        let in_pieces = self.in_pieces.as_ref() == Some(&answer.message);
        if !in_pieces {
            self.push_incoming(Incoming::Message(answer.message.clone()));
        }
        for part in answer.parts {
            match part {
                Part::Text(_) | Part::Reasoning(_) if in_pieces => {}
                Part::Text(text) => self.push_incoming(Incoming::Text(text)),
                Part::Reasoning(text) => self.push_incoming(Incoming::Reasoning(text)),
                Part::Call { id, tool, input } => {
                    if input::class_of(&tool) == ToolClass::Agent {
                        self.agents.insert(id.clone());
                    }
                    let message = answer.message.clone();
                    self.push_incoming(Incoming::Call {
                        message,
                        id,
                        tool,
                        input,
                    });
                }
            }
        }
    }

    fn note_use(&mut self, (call, root): (&str, &str), tool: &str, input: &Value) {
        let class = input::class_of(tool);
        let looks = matches!(class, ToolClass::Read | ToolClass::Ask | ToolClass::Plan);
        if looks || self.uses.len() >= USES {
            return;
        }
        let arguments = input.clone();
        let what = match (tool, super::message::text(input, "command")) {
            ("Bash", Some(command)) => ReportedAction::Command {
                command: command.to_owned(),
            },
            _ => ReportedAction::Tool {
                tool: tool.to_owned(),
                arguments,
            },
        };
        self.uses.push(Use {
            call: call.to_owned(),
            root: root.to_owned(),
            what,
            is_over: false,
        });
    }

    /// Returns the actions of a call and its sub-agents, finished or running, except those that
    /// wait for an answer. A finished action is returned only once.
    pub(super) fn acted(&mut self, call: &str) -> Vec<ReportedAction> {
        let is_its = |used: &Use| used.root == call || used.call == call;
        let its = self.uses.iter().filter(|used| is_its(used));
        let acted = its.filter(|used| !self.open.contains_key(&used.call));
        let acted = acted.map(|used| used.what.clone()).collect();
        self.uses.retain(|used| !(used.is_over && is_its(used)));
        acted
    }

    /// Returns the actions of other calls that have not been returned yet.
    pub(super) fn acting(&self, but: Option<&str>) -> Vec<ReportedAction> {
        let others = self
            .uses
            .iter()
            .filter(|used| but.is_none_or(|but| used.root != but && used.call != but));
        others
            .filter(|used| !self.open.contains_key(&used.call))
            .map(|used| used.what.clone())
            .collect()
    }

    /// Returns how much work is ongoing.
    pub(super) fn at_work(&self) -> ProgramActivity {
        let in_background = self.is_by_itself || !self.tasks.is_empty();
        match self.turns {
            _ if self.ended.is_some() => ProgramActivity::Nothing,
            1.. => ProgramActivity::Turn,
            0 if in_background => ProgramActivity::InBackground,
            0 => ProgramActivity::Nothing,
        }
    }

    fn result(&mut self, result: super::message::ToolResult, is_main: bool) {
        for used in self.uses.iter_mut().filter(|used| used.call == result.call) {
            used.is_over = true;
        }
        let was_asked = self.asked_calls.remove(&result.call);
        if let (Some(edit), false) = (result.edit, was_asked) {
            self.unasked.push(edit);
        }
        self.open.remove(&result.call);
        self.question_series.remove(&result.call);
        self.running.remove(&result.call);
        self.agents.remove(&result.call);
        // Nobody waits for a sub-agent's calls that ran without a permission request.
        if is_main || was_asked {
            let (ok, text) = (result.ok, result.text);
            let unasked = Vec::new();
            self.results
                .insert(result.call, AgentToolResult { ok, text, unasked });
        }
        if is_main {
            self.push_incoming(Incoming::CallMoves);
        }
    }

    fn turn_end(&mut self, mut end: TurnEnd) -> Option<Value> {
        self.set_conversation(end.session.clone());
        self.is_by_itself = false;
        // The end of a background task's turn ends no turn of this program.
        if !end.by_itself {
            self.turns = self.turns.saturating_sub(1);
        }
        let was_stopped = std::mem::take(&mut self.stopped);
        // Calls that the program has forgotten will get no result.
        if self.turns == 0 {
            self.open.clear();
            self.question_series.clear();
        }
        if was_stopped {
            // A message that was sent in the meantime starts the next turn. No step waits for it
            // either.
            self.stopped = self.turns > 0;
            return self.stopped.then(|| interrupt("stop-again"));
        }
        if !end.by_itself {
            // The cost of a failed or stopped turn is counted with the next one, because its own
            // figures are not used.
            if end.error.is_none() {
                end.usage.cost_usd = self.pay(end.paid_so_far);
            }
            self.push_incoming(Incoming::TurnEnds(end));
        }
        None
    }

    /// Computes the cost since the last turn from the program's running total. A total lower than
    /// before starts a new count. A cost of zero although something was sent means that the program
    /// does not know the price.
    fn pay(&mut self, so_far: Option<f64>) -> Option<f64> {
        let so_far = so_far.filter(|dollars| dollars.is_finite() && *dollars >= 0.0)?;
        let since = if so_far >= self.paid {
            so_far - self.paid
        } else {
            so_far
        };
        self.paid = so_far;
        (since > 0.0).then_some(since)
    }

    fn permission_requested(
        &mut self,
        asked: PermissionRequest,
        by_sub_agent: bool,
        input: Value,
    ) -> Option<Value> {
        if self.turns == 0 || self.stopped {
            let why = "the user's turn is over; ask again when there is a new message";
            return Some(denial(&asked.request, why, AfterDenial::GoOn));
        }
        if asked.wants == RequestedAction::Questions {
            self.ask_one_by_one(&asked, &input);
        }
        let call = asked.call.clone();
        if by_sub_agent {
            self.side_requests.push_back(asked.clone());
        }
        self.asked_calls.insert(call.clone());
        let taken = false;
        self.open.insert(
            call,
            Open {
                asked,
                input,
                taken,
            },
        );
        // If answers arrive in pieces, a message of its own reports their end.
        if !by_sub_agent || self.in_pieces.is_none() {
            self.push_incoming(Incoming::CallMoves);
        }
        None
    }

    /// Turns each question into a separate request; the call is answered with the last one.
    fn ask_one_by_one(&mut self, asked: &PermissionRequest, input: &Value) {
        let all = questions(input).unwrap_or_default();
        for (number, question) in all.iter().enumerate() {
            let call = format!("{}#{number}", asked.call);
            let one = PermissionRequest {
                request: format!("{}#{number}", asked.request),
                call: call.clone(),
                wants: RequestedAction::Question {
                    question: question.clone(),
                },
                ..asked.clone()
            };
            let (input, taken) = (Value::Null, false);
            self.side_requests.push_back(one.clone());
            self.open.insert(
                call,
                Open {
                    asked: one,
                    input,
                    taken,
                },
            );
        }
        self.question_series.insert(
            asked.call.clone(),
            QuestionSeries {
                request: asked.request.clone(),
                answers: BTreeMap::new(),
                left: all.len(),
            },
        );
    }

    fn withdraw(&mut self, request: &str) {
        self.open.retain(|_, open| {
            let base = open.asked.request.split('#').next().unwrap_or_default();
            base != request
        });
        self.side_requests
            .retain(|asked| asked.request.split('#').next() != Some(request));
        self.question_series
            .retain(|_, series| series.request != request);
    }

    /// Returns the message to send for an answer to a request; `None` if nothing is to
    /// be sent (yet).
    pub(super) fn answer_to(&mut self, request: &str, leave: &Permission) -> Option<Value> {
        if self.answered.len() >= ANSWERED {
            self.answered.pop_front();
        }
        self.answered.push_back(request.to_owned());
        self.reply_to(request, leave)
    }

    fn reply_to(&mut self, request: &str, leave: &Permission) -> Option<Value> {
        let (call, open) = self
            .open
            .iter()
            .find(|(_, open)| open.asked.request == request)?;
        let (call, open) = (call.clone(), open.clone());
        // The call is answered once all its questions are; its own permission only
        // starts the questions.
        if self.question_series.contains_key(&call) && !matches!(leave, Permission::Denied { .. }) {
            return None;
        }
        if let Some((whole, _)) = call.split_once('#') {
            let whole = whole.to_owned();
            self.open.remove(&call);
            return self.answer_in_series(&whole, &open, leave);
        }
        self.open.remove(&call);
        if matches!(leave, Permission::Denied { .. }) {
            self.uses.retain(|used| used.call != call);
        }
        self.question_series.remove(&call);
        let part = format!("{call}#");
        self.side_requests
            .retain(|asked| !asked.call.starts_with(&part));
        self.open.retain(|other, _| !other.starts_with(&part));
        Some(match (leave, &open.asked.wants) {
            (Permission::Denied { why, then }, _) => denial(request, why, *then),
            (Permission::Answer { chosen }, RequestedAction::Question { question }) => {
                let answer = (question.text.clone(), labels(question, chosen));
                let answers = BTreeMap::from([answer]);
                permission(request, &input::answered(&open.input, &answers))
            }
            (_, RequestedAction::Plan { .. }) => plan_approved(request),
            (leave, _) => {
                let input = input::allowed(&open.asked.tool, &open.input, leave);
                permission(request, &input)
            }
        })
    }

    fn answer_in_series(&mut self, whole: &str, one: &Open, leave: &Permission) -> Option<Value> {
        let series = self.question_series.get_mut(whole)?;
        series.left = series.left.saturating_sub(1);
        match (leave, &one.asked.wants) {
            (Permission::Answer { chosen }, RequestedAction::Question { question }) => {
                let answer = labels(question, chosen);
                series.answers.insert(question.text.clone(), answer);
            }
            (
                Permission::Denied {
                    then: AfterDenial::Stop,
                    ..
                },
                _,
            ) => {
                let request = series.request.clone();
                return self.reply_to(&request, leave);
            }
            _ => {}
        }
        if series.left > 0 {
            return None;
        }
        let series = self.question_series.remove(whole)?;
        let open = self.open.remove(whole)?;
        let request = series.request;
        if series.answers.is_empty() {
            let why = "the user did not answer the questions; go on with what you know";
            return Some(denial(&request, why, AfterDenial::GoOn));
        }
        Some(permission(
            &request,
            &input::answered(&open.input, &series.answers),
        ))
    }

    pub(super) fn next_event(&mut self) -> Option<Incoming> {
        let event = self.incoming.pop_front()?;
        if matches!(event, Incoming::TurnEnds(_)) {
            self.unread_ends = self.unread_ends.saturating_sub(1);
        }
        Some(event)
    }

    /// Puts back an event that belongs to the next answer.
    pub(super) fn put_back(&mut self, event: Incoming) {
        self.incoming.push_front(event);
    }

    /// Returns the next event of a call if there is one: its permission request, its result, or
    /// that it runs.
    pub(super) fn moved(&mut self, call: &str) -> Option<Next> {
        if let Some(open) = self.open.get_mut(call) {
            open.taken = true;
            return Some(Next::Asks(Box::new(open.asked.clone())));
        }
        if let Some(result) = self.finished(call) {
            return Some(Next::Done(result));
        }
        let asks = self.agents.contains(call) && !self.side_requests.is_empty();
        (asks || self.running.contains(call)).then_some(Next::Runs)
    }

    /// Returns the result of a call if it has ended.
    pub(super) fn finished(&mut self, call: &str) -> Option<AgentToolResult> {
        let mut result = self.results.remove(call)?;
        result.unasked = std::mem::take(&mut self.unasked);
        Some(result)
    }

    /// Returns a sub-agent's permission request that no step handles yet.
    pub(super) fn next_beside(&mut self) -> Option<PermissionRequest> {
        loop {
            let asked = self.side_requests.pop_front()?;
            if self.open.get(&asked.call).is_some_and(|open| !open.taken) {
                return Some(asked);
            }
        }
    }

    /// Returns the progress of a call's sub-agent, if it is new.
    pub(super) fn progress(&mut self, call: &str) -> Option<String> {
        self.progress.remove(call)
    }

    /// Whether a request waits for an answer.
    pub(super) fn is_open(&self, request: &str) -> bool {
        self.open.values().any(|open| open.asked.request == request)
    }

    /// Whether this program answered a request that is no longer open.
    pub(super) fn was_answered(&self, request: &str) -> bool {
        self.answered.iter().any(|answered| answered == request)
    }

    /// Whether a permission request is open: then the delay is not the program's.
    pub(super) fn waits_for_us(&self) -> bool {
        !self.open.is_empty()
    }

    /// Records that a message was sent to the program.
    pub(super) fn turn_begun(&mut self) {
        if !self.is_in_turn() {
            // Nobody waits for a call of an earlier turn.
            self.results.clear();
            self.asked_calls.clear();
            self.progress.clear();
            self.running.clear();
            self.agents.clear();
            self.uses.clear();
        }
        self.turns = self.turns.saturating_add(1);
    }

    /// Whether the end of a turn is outstanding or not read yet.
    pub(super) fn is_in_turn(&self) -> bool {
        self.turns > 0 || self.unread_ends > 0
    }

    /// Marks the turn as stopped: its remaining messages are ignored. Returns whether there is a
    /// turn to stop.
    pub(super) fn stop(&mut self) -> bool {
        let runs = self.turns > 0 && !self.stopped;
        if runs {
            self.stopped = true;
            self.side_requests.clear();
        }
        self.incoming.clear();
        self.unread_ends = 0;
        runs
    }

    /// Whether the program has received a stop request and has not stopped yet.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopped
    }

    /// The program's id of the conversation.
    pub(super) fn conversation(&self) -> Option<&str> {
        self.conversation.as_deref()
    }

    /// Records that the program has ended, and why.
    pub(super) fn end(&mut self, why: Notice) {
        self.open.clear();
        self.side_requests.clear();
        self.ended.get_or_insert(why);
    }

    /// Returns why the program has ended, if it has.
    pub(super) fn ended(&self) -> Option<&Notice> {
        self.ended.as_ref()
    }
}

/// Builds an approval. `updatedInput` is required; the program's permissions are never changed:
/// rules for always allowed calls are in this program's own policy.
fn permission(request: &str, input: &Value) -> Value {
    response(
        request,
        &json!({ "behavior": "allow", "updatedInput": input }),
    )
}

/// Builds the approval of a plan: the plan is approved unchanged, and the program leaves plan mode
/// for the mode in which it requests a permission for everything.
fn plan_approved(request: &str) -> Value {
    let mode = json!({ "type": "setMode", "mode": "default", "destination": "session" });
    let yes = json!({ "behavior": "allow", "updatedInput": {}, "updatedPermissions": [mode] });
    response(request, &yes)
}

fn denial(request: &str, why: &str, then: AfterDenial) -> Value {
    let mut no = json!({ "behavior": "deny", "message": why });
    if let (AfterDenial::Stop, Some(fields)) = (then, no.as_object_mut()) {
        fields.insert("interrupt".to_owned(), true.into());
    }
    response(request, &no)
}

fn response(request: &str, response: &Value) -> Value {
    json!({
        "type": "control_response",
        "response": { "subtype": "success", "request_id": request, "response": response },
    })
}

fn refusal(request: &str, error: &str) -> Value {
    json!({
        "type": "control_response",
        "response": { "subtype": "error", "request_id": request, "error": error },
    })
}

/// Builds a user message, with the pictures before the text about them.
pub(super) fn message(text: &str, images: &[WireImage]) -> Value {
    let shown = images.iter().filter_map(WireImage::source_block);
    let said = json!({ "type": "text", "text": with_notes(text, images) });
    let content: Vec<Value> = shown.chain([said]).collect();
    json!({
        "type": "user",
        "message": { "role": "user", "content": content },
        "parent_tool_use_id": null,
        "session_id": "",
    })
}

/// Builds the request to stop.
pub(super) fn interrupt(id: &str) -> Value {
    json!({ "type": "control_request", "request_id": id, "request": { "subtype": "interrupt" } })
}
