//! Drafts: calls whose arguments stream in, with the change of each one for the review.
//!
//! The task of a step fills [`Drafts`] while it reads. Workers answer the review's queries from
//! them, by planning the partial call with the tool itself. No store keeps drafts: when the step
//! ends, the whole call is planned again.

mod partial;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;
use uuid::Uuid;

use self::partial::{Ended, completed};
use crate::ledger::Proposal;
use protocol::call::{ToolCall, ToolClass};
use protocol::change::Entry;
use protocol::ids::{CallId, HunkId, RunId, SessionId, StepId};
use protocol::review::ReviewSubject;
use review::binary::as_text;
use review::hunks::{lines_of, spans_between};
use tools::{CallContext, ToolBox, class_of};

/// Minimum interval between two notifications of the front ends.
pub(super) const APART: Duration = Duration::from_millis(100);

/// Upper limit of a draft; a longer text is not shown before it is complete.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// A call whose arguments are streaming in.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    run: RunId,
    step: StepId,
    /// The server's index of the call in its answer.
    index: usize,
    tool: String,
    arguments: String,
    /// Number of pieces received: a different number means a different text.
    pieces: u64,
}

/// The call that is streaming in, by session.
#[derive(Debug, Clone, Default)]
pub(super) struct Drafts(Arc<Mutex<BTreeMap<SessionId, Draft>>>);

impl Drafts {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Draft>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn of(&self, session: SessionId) -> Option<Draft> {
        self.lock().get(&session).cloned()
    }
}

/// The writing side of a draft: fills it during a step and decides when front ends are notified.
/// Dropping it removes the draft.
pub(super) struct Writing {
    drafts: Drafts,
    session: SessionId,
    run: RunId,
    step: StepId,
    /// The file that the call writes, once its name is complete.
    path: Option<String>,
    /// Whether pieces have arrived since the last notification.
    untold: bool,
    /// Earliest time of the next notification.
    next: Instant,
}

impl Writing {
    pub(super) fn new(drafts: Drafts, session: SessionId, (run, step): (RunId, StepId)) -> Self {
        Self {
            drafts,
            session,
            run,
            step,
            path: None,
            untold: false,
            next: Instant::now(),
        }
    }

    /// Begins a call; only calls that write a text are kept.
    pub(super) fn begin(&mut self, index: usize, tool: &str) {
        self.path = None;
        self.untold = false;
        let mut drafts = self.drafts.lock();
        if class_of(tool) != ToolClass::Text {
            drafts.remove(&self.session);
            return;
        }
        let draft = Draft {
            run: self.run,
            step: self.step,
            index,
            tool: tool.to_owned(),
            arguments: String::new(),
            pieces: 0,
        };
        drafts.insert(self.session, draft);
    }

    /// Appends a piece of the call's arguments.
    pub(super) fn append(&mut self, index: usize, text: &str) {
        let mut drafts = self.drafts.lock();
        let draft = drafts.get_mut(&self.session);
        let Some(draft) = draft.filter(|draft| draft.step == self.step && draft.index == index)
        else {
            return;
        };
        draft.arguments.push_str(text);
        draft.pieces += 1;
        if draft.arguments.len() > MOST_BYTES {
            drafts.remove(&self.session);
            self.untold = false;
            return;
        }
        if self.path.is_none() {
            let so_far = completed(&draft.arguments);
            self.path = so_far.and_then(|so_far| so_far.whole_text("path"));
        }
        self.untold = self.path.is_some();
    }

    /// Returns when front ends are to be notified; `None` while they are up to date.
    pub(super) fn due(&self) -> Option<Instant> {
        self.untold.then_some(self.next)
    }

    /// Postpones the notification because it could not be delivered.
    pub(super) fn put_off(&mut self, now: Instant) {
        self.next = now + APART;
    }

    /// Returns the file to notify about, and marks the notification as sent.
    pub(super) fn take(&mut self, now: Instant) -> Option<String> {
        self.untold = false;
        self.put_off(now);
        self.path.clone()
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        let mut drafts = self.drafts.lock();
        if drafts
            .get(&self.session)
            .is_some_and(|draft| draft.step == self.step)
        {
            drafts.remove(&self.session);
        }
    }
}

impl Draft {
    /// Returns the step that the draft streams in with.
    pub(super) fn step(&self) -> StepId {
        self.step
    }

    /// Returns the change that the partial call would make; `None` if that cannot be determined
    /// yet. Leaves the part of the file that has not arrived yet unchanged. Blocks: call it on a
    /// worker.
    pub(super) fn proposal(
        &self,
        tools: &ToolBox,
        session: SessionId,
        agent: String,
    ) -> Option<Proposal> {
        let so_far = completed(&self.arguments)?;
        // A refused partial call is not the agent's fault, and no model has read the reason.
        let tools = tools.for_preview();
        let mut arguments = so_far.value;
        keep_whole(&mut arguments, so_far.ended);
        let asker = CallContext {
            session,
            run: self.run,
            agent,
            limits: Default::default(),
            is_by_user: false,
            proposes: false,
            folder: String::new(),
            now: jiff::Timestamp::now(),
            ids: Arc::new(Uuid::now_v7),
        };
        let prepare = |arguments: Value| {
            let call = ToolCall {
                id: CallId(self.step.0),
                provider_id: String::new(),
                tool: self.tool.clone(),
                arguments,
            };
            // A partial call may be invalid; it is planned again with its next piece.
            tools.prepare(&call, &asker).ok()
        };
        let mut prepared = prepare(arguments.clone())?;
        if so_far.ended == Ended::InText && self.tool == "write_file" {
            let with_rest = prepared
                .texts()
                .and_then(|(before, after)| with_rest(before?, after?));
            if let (Some(text), Some(content)) = (with_rest, arguments.get_mut("content")) {
                *content = text.into();
                prepared = prepare(arguments)?;
            }
        }
        let change = prepared.plan.change.as_ref()?;
        let mut entry = change.entry.clone();
        self.name_hunks(&mut entry);
        Some(Proposal {
            of: ReviewSubject::Stream { step: self.step },
            revision: self.pieces,
            entry,
            observed: change.observed.clone(),
            disk: prepared
                .base_bytes()
                .map(|bytes| as_text(bytes).into_owned()),
        })
    }

    /// Assigns the hunks the ids of the last plan of the draft, so that the screen stays where it
    /// is. Only the view knows these ids.
    fn name_hunks(&self, entry: &mut Entry) {
        let of = self.step.0.as_u128();
        for (number, hunk) in (1_u128..).zip(&mut entry.hunks) {
            hunk.id = HunkId(Uuid::from_u128(of.wrapping_add(number << 80)));
        }
    }
}

/// Removes the parts that are incomplete: the last line of a whole text, an edit without its text.
fn keep_whole(arguments: &mut Value, ended: Ended) {
    if let (Ended::InText, Some(Value::String(text))) = (ended, arguments.get_mut("content")) {
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        text.truncate(end);
    }
    let Some(Value::Array(edits)) = arguments.get_mut("edits") else {
        return;
    };
    edits.retain(|edit| {
        let deletes = edit.get("operation").and_then(Value::as_str) == Some("delete");
        edit.get("start_line").is_some() && (deletes || edit.get("new_text").is_some())
    });
}

/// Appends to the partial new text the rest of the old one, from the point where the
/// new text continues.
fn with_rest(before: &str, after: &str) -> Option<String> {
    let (old, new) = (lines_of(before), lines_of(after));
    let last = spans_between(&old, &new).into_iter().next_back()?;
    if last.old.end < old.len() {
        return None;
    }
    let rest = old.get(last.old.start..).unwrap_or_default();
    (!rest.is_empty()).then(|| format!("{after}{}", rest.concat()))
}
