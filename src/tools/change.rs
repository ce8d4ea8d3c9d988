//! Plans changes of one file: entries with hunks, diffs for display, the question to the user, and
//! the changes that other programs made since the last read. `apply` writes them.

use serde_json::json;

use super::api::{CallContext, LoggedFile, OnDisk};
use super::args::invalid;
use super::toolbox::Inner;
use super::view::View;
use super::work::{ChangeWork, PlannedWork, ToolPlan};
use notice::notice;
use protocol::approval::{DeleteItem, QuestionBody, RiskReport};
use protocol::call::{ErrorCode, ToolCall, ToolError};
use protocol::change::{Entry, FileOperation, Hunk, HunkState, Origin};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId};
use protocol::plan::{PlannedBase, PlannedChange, Subject};
use review::hunks::{HunkLimits, hunks_of_edits};
use review::unified::unified;

/// A change that a tool requests.
pub(super) struct Wanted<'a> {
    /// The file as the agent sees it.
    pub(super) view: View,
    /// Requested text; `None` deletes the file.
    pub(super) after: Option<String>,
    /// First lines (old, new; from 0) of the edits in the change.
    pub(super) edits: &'a [(usize, usize)],
    /// Reason for the change, in the agent's words.
    pub(super) rationale: Option<String>,
}

impl Wanted<'_> {
    /// Requests a new text for the whole file, without a rationale.
    pub(super) fn whole(view: View, after: String) -> Self {
        Self {
            view,
            after: Some(after),
            edits: &[],
            rationale: None,
        }
    }
}

pub(super) fn plan(
    inner: &Inner,
    call: &ToolCall,
    asker: &CallContext,
    wanted: Wanted<'_>,
) -> Result<ToolPlan, ToolError> {
    let Wanted {
        view,
        after,
        edits,
        rationale,
    } = wanted;
    if let Some(after) = &after {
        check_text(&view.path, after)?;
        if view.text.as_deref() == Some(after.as_str()) {
            return Err(invalid(
                notice!("told-nothing-to-do", path = view.path),
                json!({ "path": view.path }),
            ));
        }
    }
    let base = view.disk.as_ref().map(|file| Base {
        bytes: file.bytes().to_vec(),
        sha256: file.sha256,
        mode: file.mode,
    });
    plan_with(
        inner,
        call,
        asker,
        Plan {
            path: view.path,
            before: view.text,
            after,
            base,
            proposed: view.proposed,
            logged: view.logged,
            edits,
            rationale,
        },
    )
}

/// Refuses with E004 or E012 a text that must not be written.
pub(super) fn check_text(path: &str, text: &str) -> Result<(), ToolError> {
    if text.len() > 10 * 1024 * 1024 {
        return Err(ToolError::new(
            ErrorCode::FileTooLarge,
            notice!("told-new-text-large", path),
        ));
    }
    if text.contains('\0') {
        return Err(ToolError::new(
            ErrorCode::NotText,
            notice!("told-new-text-nul", path),
        ));
    }
    Ok(())
}

/// Content of the disk before a change.
pub(super) struct Base {
    pub(super) bytes: Vec<u8>,
    pub(super) sha256: ContentHash,
    pub(super) mode: u32,
}

/// The parts of a planned change.
pub(super) struct Plan<'a> {
    pub(super) path: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    /// Content of the disk before the change.
    pub(super) base: Option<Base>,
    /// Whether `before` is a buffer.
    pub(super) proposed: bool,
    /// State of the file in the session's log.
    pub(super) logged: Option<LoggedFile>,
    /// First lines (old, new; from 0) of the edits.
    pub(super) edits: &'a [(usize, usize)],
    pub(super) rationale: Option<String>,
}

impl Plan<'_> {
    /// Whether the file exists before the change, as the agent sees it: a file that the agent
    /// deleted does not, whatever is on the disk.
    fn exists(&self) -> bool {
        self.before.is_some() || (self.base.is_some() && !self.proposed)
    }
}

/// Plans a change with known parts, of a text or a binary file.
pub(super) fn plan_with(
    inner: &Inner,
    call: &ToolCall,
    asker: &CallContext,
    plan: Plan<'_>,
) -> Result<ToolPlan, ToolError> {
    let operation = match (plan.exists(), &plan.after) {
        (_, None) => FileOperation::Delete,
        (false, Some(_)) => FileOperation::Create,
        (true, Some(_)) => FileOperation::Edit,
    };
    let on_disk = plan.base.as_ref().map(|base| base.sha256);
    let before_hash = match &plan.before {
        Some(text) => Some(ContentHash::of(text.as_bytes())),
        None => on_disk.filter(|_| plan.exists()),
    };
    let logged = plan.logged.as_ref();
    let file = logged
        .map(|logged| logged.file)
        .or_else(|| {
            inner
                .surroundings
                .records
                .file_id(asker.session, &plan.path)
        })
        .unwrap_or_else(|| inner.memory.file_id(&plan.path, || FileId((asker.ids)())));
    let entry = Entry {
        id: EntryId((asker.ids)()),
        file,
        path: plan.path.clone(),
        session: asker.session,
        origin: Origin::Agent {
            agent: asker.agent.clone(),
            run: asker.run,
            call: call.id,
        },
        hunks: hunks(inner, asker, &operation, &plan),
        operation,
        before: before_hash,
        after: plan
            .after
            .as_deref()
            .map(|text| ContentHash::of(text.as_bytes())),
        made_without: logged
            .map(|logged| logged.made_without.clone())
            .unwrap_or_default(),
        rationale: plan.rationale.clone(),
        at: asker.now,
    };
    let diff = unified(
        &plan.path,
        plan.before.as_deref().or(plan.exists().then_some("")),
        plan.after.as_deref(),
        inner.limits.diff_context,
        inner.limits.diff_lines,
    );
    let planned = PlannedChange {
        base: PlannedBase {
            file,
            path: plan.path.clone(),
            blob: on_disk,
            sha256: on_disk,
            mode: plan.base.as_ref().map(|base| base.mode),
            after_entry: logged.and_then(|logged| logged.after_entry),
            without: logged
                .map(|logged| logged.without.clone())
                .unwrap_or_default(),
        },
        observed: logged
            .map(|logged| logged.observed.clone())
            .unwrap_or_default(),
        diff,
        builds_on_proposed: false,
        entry,
    };
    let planned = PlannedChange {
        builds_on_proposed: plan.proposed && builds_on_proposed(inner, &planned),
        ..planned
    };
    let (risk, body) = ask_about(inner, &plan, &planned);
    Ok(ToolPlan {
        subject: Subject::Path {
            path: plan.path.clone(),
        },
        risk,
        body: Some(body),
        change: Some(planned.clone()),
        work: PlannedWork::Change(Box::new(ChangeWork {
            path: plan.path,
            before: plan.before,
            after: plan.after,
            base: plan.base.map(|base| base.bytes),
            proposed: plan.proposed,
            planned,
        })),
    })
}

/// Returns the hunks of a change. A deletion, or the creation of an empty file, is one hunk.
pub(super) fn hunks(
    inner: &Inner,
    asker: &CallContext,
    operation: &FileOperation,
    plan: &Plan<'_>,
) -> Vec<Hunk> {
    let mut next_id = || HunkId((asker.ids)());
    let limits = HunkLimits {
        max_lines: inner.limits.hunk_lines,
        max_bytes: inner.limits.hunk_bytes,
    };
    let before = plan.before.as_deref().unwrap_or_default();
    let after = plan.after.as_deref().unwrap_or_default();
    if *operation == FileOperation::Delete || after == before {
        let count = before.split_inclusive('\n').count();
        return vec![Hunk {
            id: next_id(),
            old_start: 1,
            old_count: u32::try_from(count).unwrap_or(u32::MAX),
            new_start: 1,
            inserted: Vec::new(),
            state: HunkState::Pending,
            written: false,
            oversized: count > limits.max_lines || before.len() > limits.max_bytes,
            amends: None,
        }];
    }
    hunks_of_edits(before, after, plan.edits, limits, &mut next_id)
}

/// Returns whether a change cannot be on the disk without the proposed hunks.
fn builds_on_proposed(inner: &Inner, planned: &PlannedChange) -> bool {
    let mut entry = planned.entry.clone();
    for hunk in &mut entry.hunks {
        hunk.state = HunkState::Accepted;
    }
    let records = &inner.surroundings.records;
    records.on_disk(&planned.observed, &entry) == OnDisk::BuildsOnProposed
}

fn ask_about(
    inner: &Inner,
    plan: &Plan<'_>,
    planned: &PlannedChange,
) -> (RiskReport, QuestionBody) {
    if plan.after.is_some() {
        let body = QuestionBody::Write {
            path: plan.path.clone(),
            diff: planned.diff.clone(),
            note: None,
        };
        let risk = RiskReport::medium(notice!("risk-changes-a-file-in"));
        return (risk, body);
    }
    let bytes = plan.base.as_ref().map_or(0, |base| base.bytes.len() as u64);
    let item = DeleteItem {
        path: plan.path.clone(),
        files: 1,
        bytes,
        note: inner.workspace.state_of(&plan.path).words(),
        inside: Vec::new(),
    };
    let body = QuestionBody::Delete { files: vec![item] };
    // A text is kept before its deletion; a binary file is not.
    let kept = plan.before.is_some();
    let risk = if kept {
        RiskReport::medium(notice!("risk-deletes-a-file-whose"))
    } else {
        RiskReport::high(notice!("risk-deletes-a-file-that"))
    };
    (risk, body)
}
