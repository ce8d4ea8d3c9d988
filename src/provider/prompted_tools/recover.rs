//! Finds calls that arrive as text in a stream of parts. Holds text back only from a place where a
//! call may start, and releases it unchanged if it is no call. A call runs only under
//! [`Conditions`], and only if it ends the answer; any other call stays text and is reported.
//! Arguments are validated elsewhere, strictly.

use std::collections::VecDeque;

use futures_util::stream::{self, StreamExt};
use serde_json::Value;

use super::candidate::{Candidate, CandidateStart, FENCE, FenceKind, Opening, closes, fence, find};
use super::conditions::Conditions;
use super::form::{Form, opener};
use super::head::{Head, head};
use super::lead_in::LeadIn;
use super::lenient;
use super::marked::MarkedCall;
use super::pending::Pending;
use super::shapes::Found;
use crate::PartStream;
use protocol::call::ToolSpec;
use protocol::stream::{IgnoredReason, StopReason, StreamPart};
use protocol::usage::Usage;

/// Wraps a stream: calls at the end of its text become calls if they satisfy the conditions.
/// Without tools the stream is unchanged.
pub fn recover(parts: PartStream, tools: &[ToolSpec], conditions: Conditions) -> PartStream {
    if tools.is_empty() {
        return parts;
    }
    let recoverer = Recoverer::new(tools, conditions);
    let state = (parts, recoverer, VecDeque::new(), false);
    let recovered = stream::unfold(
        state,
        |(mut parts, mut recoverer, mut ready, mut over)| async move {
            while ready.is_empty() && !over {
                match parts.next().await {
                    Some(part) => ready.extend(recoverer.push(part)),
                    None => {
                        over = true;
                        ready.extend(recoverer.finish());
                    }
                }
            }
            let part = ready.pop_front()?;
            Some((part, (parts, recoverer, ready, over)))
        },
    );
    Box::pin(recovered)
}

/// Kind of text that the held text continues.
#[derive(Debug, Default)]
pub(super) enum Mode {
    #[default]
    Prose,
    /// Inside a fence with other content, up to its end.
    Fence,
    /// After a place where a call may start.
    Candidate(Candidate),
    /// Inside a call whose arguments are marked one by one.
    Marked(MarkedCall),
    /// Directly after a call of this form.
    After(Form),
}

/// The pure core of [`recover`].
#[derive(Debug)]
pub struct Recoverer {
    pub(super) tools: Vec<String>,
    pub(super) specs: Vec<ToolSpec>,
    pub(super) held: String,
    /// Whether only whitespace has been released since the last line break.
    pub(super) blank: bool,
    pub(super) mode: Mode,
    /// Whether the pending calls are in a fence that has not ended.
    pub(super) fenced: bool,
    /// Calls at the end of the text up to now.
    pub(super) pending: Pending,
    /// Text before the pending calls.
    lead: LeadIn,
    conditions: Conditions,
    /// Whether native calls have arrived: then no text of this answer counts as a call.
    native: bool,
    usage: Option<Usage>,
}

impl Recoverer {
    /// Creates a recoverer for an answer of a model that was offered these tools.
    pub fn new(tools: &[ToolSpec], conditions: Conditions) -> Self {
        Self {
            tools: tools.iter().map(|tool| tool.name.clone()).collect(),
            specs: tools.to_vec(),
            held: String::new(),
            blank: true,
            mode: Mode::default(),
            fenced: false,
            pending: Pending::default(),
            lead: LeadIn::default(),
            conditions,
            native: false,
            usage: None,
        }
    }

    /// Processes a part; returns the parts that are decided.
    pub fn push(&mut self, part: StreamPart) -> Vec<StreamPart> {
        let mut out = Vec::new();
        match part {
            StreamPart::Text { text } => {
                self.held.push_str(&text);
                while self.step(&mut out) {}
            }
            StreamPart::CallStart { .. } => {
                self.native = true;
                self.settle(&mut out);
                self.conclude(&mut out);
                out.push(part);
            }
            StreamPart::CallEnd { index, arguments } => out.push(StreamPart::CallEnd {
                index,
                arguments: mended(arguments),
            }),
            // Held until the last part shows whether the text before it is complete.
            StreamPart::Usage { usage } => self.usage = Some(usage),
            StreamPart::Done { stop } => {
                if stop == StopReason::Length {
                    self.give_up(&mut out);
                }
                self.settle(&mut out);
                let wants_tools = self.conclude(&mut out) && stop == StopReason::Done;
                self.give_usage(&mut out);
                let stop = if wants_tools {
                    StopReason::NeedsTools
                } else {
                    stop
                };
                out.push(StreamPart::Done { stop });
            }
            StreamPart::Error { error } => {
                self.give_up(&mut out);
                self.give_usage(&mut out);
                out.push(StreamPart::Error { error });
            }
            // The text up to now was reasoning, so a call in it does not count: the answer follows.
            StreamPart::TextWasReasoning => {
                self.pending.release(IgnoredReason::Followed, &mut out);
                self.let_go_all(&mut out);
                self.mode = Mode::Prose;
                out.push(part);
            }
            other => out.push(other),
        }
        out
    }

    /// Handles the end of the stream; returns the parts still held.
    pub fn finish(&mut self) -> Vec<StreamPart> {
        let mut out = Vec::new();
        self.settle(&mut out);
        self.conclude(&mut out);
        self.give_usage(&mut out);
        out
    }

    /// Handles a truncated answer: half a call is not completed by guessing, and what would have
    /// followed a complete one is unknown.
    fn give_up(&mut self, out: &mut Vec<StreamPart>) {
        self.pending.release(IgnoredReason::Cut, out);
        self.let_go_all(out);
        self.mode = Mode::Prose;
    }

    /// Decides about the calls at the end of the text; returns whether they are carried out.
    fn conclude(&mut self, out: &mut Vec<StreamPart>) -> bool {
        if self.pending.is_empty() {
            return false;
        }
        let objection = self
            .conditions
            .objection(self.native, self.pending.calls())
            .or_else(|| self.lead.only_speaks().then_some(IgnoredReason::Spoken));
        match objection {
            None => emit(self.pending.take(), out),
            Some(why) => self.pending.release(why, out),
        }
        objection.is_none()
    }

    fn give_usage(&mut self, out: &mut Vec<StreamPart>) {
        out.extend(self.usage.take().map(|usage| StreamPart::Usage { usage }));
    }

    /// Makes one decision about the held text; returns false if more text is needed.
    fn step(&mut self, out: &mut Vec<StreamPart>) -> bool {
        if self.held.is_empty() {
            return false;
        }
        match std::mem::take(&mut self.mode) {
            Mode::Prose => self.prose(out),
            Mode::Fence => self.inside_fence(out),
            Mode::Candidate(candidate) => self.candidate(candidate, out),
            Mode::Marked(call) => self.marked(call, out),
            Mode::After(form) => self.after(form),
        }
    }

    fn prose(&mut self, out: &mut Vec<StreamPart>) -> bool {
        match find(&self.held, self.blank) {
            CandidateStart::Nothing => {
                self.let_go_all(out);
                false
            }
            CandidateStart::Perhaps(at) => {
                self.release_text(at, out);
                false
            }
            CandidateStart::Here(at, opening) => {
                self.release_text(at, out);
                self.open(opening, out)
            }
        }
    }

    /// Handles held text that starts with an opening.
    fn open(&mut self, opening: Opening, out: &mut Vec<StreamPart>) -> bool {
        match opening {
            Opening::Bare => self.begin(Candidate::new(0, 1, Form::Json)),
            Opening::Tag => {
                let length = opener(&self.held).map_or(1, |(opener, _)| opener.len());
                self.open_tag(0, length, out)
            }
            Opening::Fence => match fence(&self.held) {
                FenceKind::Unknown => false,
                FenceKind::Holds(json) => {
                    self.fenced = true;
                    self.begin(Candidate::new(json, FENCE.len(), Form::Json))
                }
                FenceKind::Opens(tag) => {
                    self.fenced = true;
                    self.open_tag(tag, FENCE.len(), out)
                }
                FenceKind::Other(opening) => {
                    self.release_text(opening, out);
                    self.mode = Mode::Fence;
                    true
                }
            },
        }
    }

    /// Handles an opener at this byte; `length` bytes become text if no call follows it.
    fn open_tag(&mut self, at: usize, length: usize, out: &mut Vec<StreamPart>) -> bool {
        let text = self.held.get(at..).unwrap_or_default();
        match head(text, &self.tools) {
            Head::Unknown => false,
            Head::None => self.reject(length, out),
            Head::Json(json, form) => self.begin(Candidate::new(at + json, length, form)),
            Head::Named(json, form, tool) => {
                self.begin(Candidate::new(at + json, length, form).of(tool))
            }
            Head::Marked(call, marks) => {
                self.mode = Mode::Marked(MarkedCall::new(at + call, length, marks));
                true
            }
        }
    }

    /// Handles the inside of a fence that is passed on as text: whole lines pass, and so does the
    /// start of a line that cannot be the fence's end.
    fn inside_fence(&mut self, out: &mut Vec<StreamPart>) -> bool {
        let mut at = 0;
        let mut blank = self.blank;
        while let Some(rest) = self.held.get(at..)
            && !rest.is_empty()
        {
            if blank {
                let trimmed = rest.trim_start_matches([' ', '\t']);
                let indent = rest.len() - trimmed.len();
                if trimmed.starts_with(FENCE) {
                    self.release_text(at + indent + FENCE.len(), out);
                    self.blank = false;
                    return true;
                }
                if FENCE.starts_with(trimmed) {
                    self.release_text(at, out);
                    self.mode = Mode::Fence;
                    return false;
                }
            }
            let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
            at += line;
            blank = rest.get(..line).is_some_and(|line| line.ends_with('\n'));
        }
        self.let_go_all(out);
        self.mode = Mode::Fence;
        false
    }

    /// Decides about the held text at the end of the text.
    fn settle(&mut self, out: &mut Vec<StreamPart>) {
        match std::mem::take(&mut self.mode) {
            Mode::Candidate(candidate) => {
                let json = self.held.get(candidate.json..).unwrap_or_default();
                // The closing quote, fence or tag of a badly quoted text is only known now.
                let cut = |closer| {
                    let end = json.rfind(closer)?;
                    closes(json.get(end..)?).then(|| json.get(..end))?
                };
                let calls = [Some(json), cut(FENCE), cut("<")]
                    .into_iter()
                    .flatten()
                    .find_map(|text| {
                        let calls = self.calls(text, &candidate);
                        calls.or_else(|| self.closed(text, &candidate))
                    });
                if let Some(calls) = calls {
                    let text = candidate.own_text(&self.held, self.held.len());
                    self.pending.add(calls, candidate.form, text);
                    self.absorb(self.held.len());
                }
            }
            Mode::Marked(call) => self.settle_marked(&call),
            // Whitespace and a partial closer after the last call have no significance.
            Mode::After(_) if closes(&self.held) => self.absorb(self.held.len()),
            Mode::Prose | Mode::Fence | Mode::After(_) => {}
        }
        self.let_go_all(out);
    }

    fn let_go_all(&mut self, out: &mut Vec<StreamPart>) {
        self.release_text(self.held.len(), out);
    }

    pub(super) fn release_text(&mut self, length: usize, out: &mut Vec<StreamPart>) {
        if length == 0 {
            return;
        }
        let text: String = self.held.drain(..length.min(self.held.len())).collect();
        match text.rfind('\n') {
            Some(end) => {
                let line = text.get(end..).unwrap_or_default();
                self.blank = line.trim().is_empty();
            }
            None => self.blank &= text.trim().is_empty(),
        }
        if !self.pending.is_empty() {
            if text.trim().is_empty() {
                self.pending.text.push_str(&text);
                return;
            }
            self.pending.release(IgnoredReason::Followed, out);
        }
        self.fenced &= text.trim().is_empty();
        self.lead.push(&text);
        out.push(StreamPart::Text { text });
    }

    /// Makes held text part of the pending calls.
    pub(super) fn absorb(&mut self, length: usize) {
        let text = self.held.drain(..length.min(self.held.len()));
        self.pending.text.extend(text);
    }
}

/// Prefix of the id of a call that arrived as text, because no server assigned one.
const ID_OF_TEXT: &str = "call_text_";

/// Whether a call with this id arrived as text.
pub fn is_id_of_text(id: &str) -> bool {
    id.starts_with(ID_OF_TEXT)
}

/// Emits calls that arrived as text, as parts.
fn emit(calls: Vec<Found>, out: &mut Vec<StreamPart>) {
    for (index, call) in calls.into_iter().enumerate() {
        out.push(StreamPart::CallStart {
            index,
            id: format!("{ID_OF_TEXT}{index}"),
            name: call.name,
        });
        let text = match &call.arguments {
            Value::String(raw) => raw.clone(),
            other => other.to_string(),
        };
        out.push(StreamPart::CallArguments { index, text });
        let arguments = call.arguments;
        out.push(StreamPart::CallEnd { index, arguments });
    }
}

/// Repairs native arguments that are nearly JSON.
fn mended(arguments: Value) -> Value {
    match arguments {
        Value::String(raw) => lenient::object(&raw).unwrap_or(Value::String(raw)),
        other => other,
    }
}
