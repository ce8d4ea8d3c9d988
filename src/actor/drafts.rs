//! Calls whose arguments stream in: what they would write so far, for the review.
//!
//! The task of a step fills [`Drafts`] while it reads; the questions of the review are answered
//! from it on workers, by planning the call as far as it has come with the tool itself. Nothing is
//! logged or kept: when the step is over the call is planned anew, whole.

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
use crate::protocol::call::{ToolCall, ToolClass};
use crate::protocol::change::Entry;
use crate::protocol::ids::{CallId, HunkId, RunId, SessionId, StepId};
use crate::protocol::review::ReviewSubject;
use crate::review::binary::as_text;
use crate::review::hunks::{lines_of, spans_between};
use crate::tools::{CallContext, ToolBox, class_of};

/// Front ends hear of it so far apart at least.
pub(super) const APART: Duration = Duration::from_millis(100);

/// What is longer is not shown before it is whole.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// A call that streams in.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    run: RunId,
    step: StepId,
    /// The server's number of the call in its answer.
    index: usize,
    tool: String,
    arguments: String,
    /// Pieces that came: another number is another text.
    pieces: u64,
}

/// The call of each session that streams in at present.
#[derive(Debug, Clone, Default)]
pub(super) struct Drafts(Arc<Mutex<BTreeMap<SessionId, Draft>>>);

impl Drafts {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Draft>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What streams in for a session.
    pub(super) fn of(&self, session: SessionId) -> Option<Draft> {
        self.lock().get(&session).cloned()
    }
}

/// The task's side of it: fills the draft of a step and says when front ends are to be told. The
/// draft is gone when this is dropped.
pub(super) struct Writing {
    drafts: Drafts,
    session: SessionId,
    run: RunId,
    step: StepId,
    /// The file that is written, once its name is whole.
    path: Option<String>,
    /// Whether something came that nobody was told.
    untold: bool,
    /// Not before this time.
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

    /// A call begins; only those that write a text are kept.
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

    /// More of its arguments came.
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

    /// When front ends are to be told; nothing while they know all.
    pub(super) fn due(&self) -> Option<Instant> {
        self.untold.then_some(self.next)
    }

    /// Nobody could be told now.
    pub(super) fn put_off(&mut self, now: Instant) {
        self.next = now + APART;
    }

    /// The file to tell of. It is told now.
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
    /// The step that it streams in with.
    pub(super) fn step(&self) -> StepId {
        self.step
    }

    /// What it would change as far as it has come; nothing where that cannot be told yet. What of
    /// the file has not come stands as it is. Blocks: call it on a worker.
    pub(super) fn proposal(
        &self,
        tools: &ToolBox,
        session: SessionId,
        agent: String,
    ) -> Option<Proposal> {
        let so_far = completed(&self.arguments)?;
        // Half a call that is refused is not the agent's fault, and nobody has read why.
        let tools = tools.for_looking();
        let mut arguments = so_far.value;
        keep_whole(&mut arguments, so_far.ended);
        let asker = CallContext {
            session,
            run: self.run,
            agent,
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
            // Half a call may well be none: it is looked at again when more of it is there.
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

    /// Gives hunks the ids that they had when the draft was looked at last: by them what is on the
    /// screen keeps its place. They are nobody's but the view's.
    fn name_hunks(&self, entry: &mut Entry) {
        let of = self.step.0.as_u128();
        for (number, hunk) in (1_u128..).zip(&mut entry.hunks) {
            hunk.id = HunkId(Uuid::from_u128(of.wrapping_add(number << 80)));
        }
    }
}

/// Takes off what has come only in part: the last line of a whole text, an edit without its text.
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

/// The text so far with what follows in the old one, where the new one goes on being written.
fn with_rest(before: &str, after: &str) -> Option<String> {
    let (old, new) = (lines_of(before), lines_of(after));
    let last = spans_between(&old, &new).into_iter().next_back()?;
    if last.old.end < old.len() {
        return None;
    }
    let rest = old.get(last.old.start..).unwrap_or_default();
    (!rest.is_empty()).then(|| format!("{after}{}", rest.concat()))
}
