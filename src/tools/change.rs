//! Changes of one file: planning them as entries with hunks and diffs, checking them against what
//! the agent has read, and writing them, whole, edited or in part.

use serde_json::{Map, Value, json};

use super::api::{Asker, Prepared};
use super::args::invalid;
use super::memory::{CONFLICT_LIMIT, Reader};
use super::toolbox::Inner;
use super::view::View;
use super::work::{ChangeWork, Draft, Seen, Work};
use crate::protocol::approval::{DeleteItem, PromptBody, RiskReport};
use crate::protocol::call::{ErrorCode, ToolCall, ToolError};
use crate::protocol::change::{Entry, FileOperation, FileStat, Hunk, HunkState, Origin};
use crate::protocol::ids::{ContentHash, EntryId, FileId, HunkId};
use crate::protocol::plan::{Grant, PlannedBase, PlannedChange, Subject};
use crate::review::hunks::{HunkLimits, apply, hunks_of_edits};
use crate::review::unified::{to_text, unified};
use crate::workspace::Expected;
use crate::workspace::read::sha256_hex;

/// Bytes of one side of a conflict that the model sees.
const SIDE_LIMIT: usize = 16 * 1024;

/// A change that a tool wants.
pub(super) struct Wanted<'a> {
    /// The file as the agent sees it.
    pub(super) view: View,
    /// The text that it shall have; `None` to delete it.
    pub(super) after: Option<String>,
    /// First lines (old, new; from 0) of the edits that it is made of.
    pub(super) edits: &'a [(usize, usize)],
    /// Why, in the agent's words.
    pub(super) rationale: Option<String>,
}

/// E011 unless the agent has read the file that is there.
pub(super) fn must_have_read(
    inner: &Inner,
    asker: &Asker,
    view: &View,
) -> Result<std::sync::Arc<str>, ToolError> {
    let reader = view.reader(asker);
    inner.memory.last_read(&reader).ok_or_else(|| {
        let count = inner.memory.conflict(&reader);
        let message = format!(
            "`{}` exists and you have not read it: read it first with read_file, then write{}",
            view.path,
            enough(count)
        );
        ToolError::new(ErrorCode::Conflict, message).with_details(json!({ "path": view.path }))
    })
}

/// E011 with the three sides: what was read, what is there, what was proposed. The agent counts
/// as having read what is there, if it is shown whole.
pub(super) fn conflict(
    inner: &Inner,
    reader: &Reader,
    why: &str,
    sides: (&str, &str, &str),
) -> ToolError {
    let (read, present, proposed) = sides;
    let count = inner.memory.conflict(reader);
    let message = format!("`{}` {why}{}", reader.path, enough(count));
    if count > CONFLICT_LIMIT {
        return ToolError::new(ErrorCode::Conflict, message)
            .with_details(json!({ "path": reader.path, "conflicts": count }));
    }
    if present.len() <= SIDE_LIMIT {
        inner.memory.has_read(reader, present, None);
    }
    ToolError::new(ErrorCode::Conflict, message).with_details(json!({
        "path": reader.path,
        "last_read": excerpt(read),
        "present": excerpt(present),
        "proposed": excerpt(proposed),
    }))
}

fn enough(count: u32) -> String {
    if count > CONFLICT_LIMIT {
        format!("; that was conflict {count} on this file: stop, and ask with clarify_user")
    } else {
        String::new()
    }
}

/// The beginning of a text, cut at a line where it is too long.
pub(super) fn excerpt(text: &str) -> String {
    if text.len() <= SIDE_LIMIT {
        return text.to_owned();
    }
    let head = text
        .get(..text.floor_char_boundary(SIDE_LIMIT))
        .unwrap_or_default();
    let lines = head
        .rfind('\n')
        .map_or(head, |end| head.get(..=end).unwrap_or(head));
    format!("{lines}(cut: read the rest with read_file)")
}

/// Plans a change.
pub(super) fn plan(
    inner: &Inner,
    call: &ToolCall,
    asker: &Asker,
    wanted: Wanted<'_>,
) -> Result<Draft, ToolError> {
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
                format!("the call leaves `{}` as it is: nothing to do", view.path),
                json!({ "path": view.path }),
            ));
        }
    }
    let base = view.disk.as_ref().map(|file| Base {
        bytes: file.bytes().to_vec(),
        sha256: file.sha256.clone(),
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
            staged: view.staged,
            edits,
            rationale,
        },
    )
}

fn check_text(path: &str, text: &str) -> Result<(), ToolError> {
    if text.len() > 10 * 1024 * 1024 {
        return Err(ToolError::new(
            ErrorCode::FileTooLarge,
            format!("the new text of `{path}` is over 10 MiB; write it with a command instead"),
        ));
    }
    if text.contains('\0') {
        return Err(ToolError::new(
            ErrorCode::NotText,
            format!("the new text of `{path}` holds a NUL character; only text can be written"),
        ));
    }
    Ok(())
}

/// What is on the disk before a change.
pub(super) struct Base {
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// Their SHA-256.
    pub(super) sha256: String,
    /// Permission bits.
    pub(super) mode: u32,
}

/// All that a planned change is made of.
pub(super) struct Plan<'a> {
    /// The file.
    pub(super) path: String,
    /// Text before.
    pub(super) before: Option<String>,
    /// Text after.
    pub(super) after: Option<String>,
    /// The disk before.
    pub(super) base: Option<Base>,
    /// Whether `before` is a buffer.
    pub(super) staged: bool,
    /// First lines of the edits.
    pub(super) edits: &'a [(usize, usize)],
    /// Why.
    pub(super) rationale: Option<String>,
}

/// Plans a change whose parts are known, text or not.
pub(super) fn plan_with(
    inner: &Inner,
    call: &ToolCall,
    asker: &Asker,
    plan: Plan<'_>,
) -> Result<Draft, ToolError> {
    let exists = plan.before.is_some() || plan.base.is_some();
    let operation = match (exists, &plan.after) {
        (_, None) => FileOperation::Delete,
        (false, Some(_)) => FileOperation::Create,
        (true, Some(_)) => FileOperation::Edit,
    };
    let before_hash = plan.before.as_deref().map_or_else(
        || plan.base.as_ref().map(|base| ContentHash::of(&base.bytes)),
        |text| Some(ContentHash::of(text.as_bytes())),
    );
    let file = inner
        .surroundings
        .records
        .file_id(&plan.path)
        .unwrap_or_else(|| FileId((asker.ids)()));
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
        made_without: Vec::new(),
        rationale: plan.rationale.clone(),
        at: asker.now,
    };
    let diff = unified(
        &plan.path,
        plan.before.as_deref().or(plan.base.as_ref().map(|_| "")),
        plan.after.as_deref(),
        inner.limits.diff_context,
        inner.limits.diff_lines,
    );
    let planned = PlannedChange {
        base: PlannedBase {
            file,
            path: plan.path.clone(),
            blob: plan.base.as_ref().map(|base| ContentHash::of(&base.bytes)),
            sha256: plan.base.as_ref().map(|base| base.sha256.clone()),
            mode: plan.base.as_ref().map(|base| base.mode),
        },
        observed: observed(inner, asker, file, &plan),
        diff,
        entry,
    };
    let (risk, body) = ask_about(inner, &plan, &planned);
    Ok(Draft {
        subject: Subject::Path {
            path: plan.path.clone(),
        },
        risk,
        body: Some(body),
        change: Some(planned.clone()),
        work: Work::Change(Box::new(ChangeWork {
            path: plan.path,
            before: plan.before,
            after: plan.after,
            base: plan.base.map(|base| base.bytes),
            staged: plan.staged,
            planned,
        })),
    })
}

/// The hunks of a change. A deletion, and the making of an empty file, is one hunk.
fn hunks(inner: &Inner, asker: &Asker, operation: &FileOperation, plan: &Plan<'_>) -> Vec<Hunk> {
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
        }];
    }
    hunks_of_edits(before, after, plan.edits, limits, &mut next_id)
}

/// What other programs did to a file that we have changed before, as an entry of the human's.
fn observed(inner: &Inner, asker: &Asker, file: FileId, plan: &Plan<'_>) -> Option<Entry> {
    let known = inner
        .memory
        .disk_was(&plan.path)
        .or_else(|| inner.surroundings.records.last_disk(&plan.path).map(Some))?;
    let now = plan
        .base
        .as_ref()
        .map(|base| String::from_utf8_lossy(&base.bytes).into_owned());
    if known.as_deref() == now.as_deref() {
        return None;
    }
    inner.memory.disk_is(&plan.path, now.as_deref());
    let limits = HunkLimits {
        max_lines: usize::MAX,
        max_bytes: usize::MAX,
    };
    let mut hunks = hunks_of_edits(
        known.as_deref().unwrap_or_default(),
        now.as_deref().unwrap_or_default(),
        &[],
        limits,
        &mut || HunkId((asker.ids)()),
    );
    for hunk in &mut hunks {
        hunk.state = HunkState::Accepted;
        hunk.written = true;
    }
    Some(Entry {
        id: EntryId((asker.ids)()),
        file,
        path: plan.path.clone(),
        session: asker.session,
        origin: Origin::User,
        operation: match (&known, &now) {
            (None, _) => FileOperation::Create,
            (_, None) => FileOperation::Delete,
            _ => FileOperation::Edit,
        },
        before: known.map(|text| ContentHash::of(text.as_bytes())),
        after: now.map(|text| ContentHash::of(text.as_bytes())),
        hunks,
        made_without: Vec::new(),
        rationale: None,
        at: asker.now,
    })
}

fn ask_about(inner: &Inner, plan: &Plan<'_>, planned: &PlannedChange) -> (RiskReport, PromptBody) {
    if plan.after.is_some() {
        let body = PromptBody::Write {
            path: plan.path.clone(),
            diff: planned.diff.clone(),
            note: None,
        };
        return (RiskReport::medium("changes a file in the workspace"), body);
    }
    let bytes = plan.base.as_ref().map_or(0, |base| base.bytes.len() as u64);
    let item = DeleteItem {
        path: plan.path.clone(),
        files: 1,
        bytes,
        note: inner.workspace.state_of(&plan.path).words().to_owned(),
    };
    let body = PromptBody::Delete { files: vec![item] };
    (RiskReport::high("deletes a file"), body)
}

/// What came of a change.
pub(super) struct Done {
    /// For the model and the chat.
    pub(super) seen: Seen,
    /// Lines added and removed on the disk.
    pub(super) stat: FileStat,
    /// The entry as it was written, where that differs from the plan.
    pub(super) applied: Option<Entry>,
}

/// Writes a change as it was allowed; blocking.
pub(super) fn carry_out(
    inner: &Inner,
    asker: &Asker,
    change: &ChangeWork,
    grant: &Grant,
) -> Result<Done, ToolError> {
    if change.staged {
        return Err(ToolError::new(
            ErrorCode::Conflict,
            format!(
                "`{}` has staged changes that wait for review, so nothing is written past them; \
                 go on with another file, or let the user decide them first",
                change.path
            ),
        ));
    }
    let (after, entry) = allowed(inner, asker, change, grant)?;
    write(inner, change, after.as_deref())?;
    let reader = Reader {
        session: asker.session,
        agent: asker.agent.clone(),
        path: change.path.clone(),
    };
    inner.memory.has_written(&reader, after.as_deref());
    inner.memory.disk_is(&change.path, after.as_deref());
    let diff = unified(
        &change.path,
        change.before.as_deref(),
        after.as_deref(),
        3,
        400,
    );
    let mut seen = describe(
        change,
        after.as_deref(),
        "written",
        (diff.added, diff.removed),
    );
    if let Some(entry) = &entry {
        tell_difference(&mut seen.fields, change, after.as_deref(), entry, grant);
    }
    Ok(Done {
        seen,
        stat: FileStat {
            path: change.path.clone(),
            added: diff.added,
            removed: diff.removed,
        },
        applied: entry,
    })
}

/// The text that is allowed, and its entry where that is not the planned one.
fn allowed(
    inner: &Inner,
    asker: &Asker,
    change: &ChangeWork,
    grant: &Grant,
) -> Result<(Option<String>, Option<Entry>), ToolError> {
    let planned = &change.planned.entry;
    match grant {
        Grant::AsPlanned => Ok((change.after.clone(), None)),
        Grant::Edited { text } => {
            check_text(&change.path, text)?;
            let plan = Plan {
                path: change.path.clone(),
                before: change.before.clone(),
                after: Some(text.clone()),
                base: None,
                staged: false,
                edits: &[],
                rationale: None,
            };
            let exists = change.before.is_some() || change.base.is_some();
            let operation = if exists {
                FileOperation::Edit
            } else {
                FileOperation::Create
            };
            let mut entry = planned.clone();
            entry.hunks = hunks(inner, asker, &operation, &plan);
            entry.operation = operation;
            entry.after = Some(ContentHash::of(text.as_bytes()));
            take_hunks(&mut entry, &|_| true);
            Ok((Some(text.clone()), Some(entry)))
        }
        Grant::Hunks { accepted } => {
            let keep = |hunk: &Hunk| accepted.contains(&hunk.id);
            if !planned.hunks.iter().any(keep) {
                return Err(ToolError::new(
                    ErrorCode::UserRejected,
                    format!(
                        "the user refused every part of the change to `{}`; nothing was written: \
                         explain what you wanted, or ask with clarify_user",
                        change.path
                    ),
                ));
            }
            let mut entry = planned.clone();
            take_hunks(&mut entry, &keep);
            if planned.hunks.iter().all(keep) {
                return Ok((change.after.clone(), Some(entry)));
            }
            let before = change.before.as_deref().unwrap_or_default();
            let text = apply(before, &planned.hunks, &keep);
            Ok((Some(text), Some(entry)))
        }
        Grant::Answered { .. } => Err(invalid(
            "an answer was given where a write was to be allowed".into(),
            Value::Null,
        )),
    }
}

fn take_hunks(entry: &mut Entry, keep: &dyn Fn(&Hunk) -> bool) {
    for hunk in &mut entry.hunks {
        let kept = keep(hunk);
        hunk.state = if kept {
            HunkState::Accepted
        } else {
            HunkState::Rejected
        };
        hunk.written = kept;
    }
}

fn write(inner: &Inner, change: &ChangeWork, after: Option<&str>) -> Result<(), ToolError> {
    let expected = match &change.base {
        Some(bytes) => Expected::Sha256(sha256_hex(bytes)),
        None => Expected::Absent,
    };
    match after {
        Some(text) => {
            inner
                .workspace
                .write_atomic(&change.path, text.as_bytes(), &expected, None)?;
        }
        None => {
            inner.workspace.delete(&change.path, &expected)?;
        }
    }
    Ok(())
}

/// The result of a change that went into the buffer, to be reviewed.
pub(super) fn stage(inner: &Inner, prepared: &Prepared, change: &ChangeWork) -> Seen {
    let reader = Reader {
        session: prepared.asker.session,
        agent: prepared.asker.agent.clone(),
        path: change.path.clone(),
    };
    inner.memory.has_written(&reader, change.after.as_deref());
    if inner.memory.disk_was(&change.path).is_none() {
        let disk = change.base.as_deref().map(String::from_utf8_lossy);
        inner.memory.disk_is(&change.path, disk.as_deref());
    }
    let diff = &change.planned.diff;
    let mut seen = describe(
        change,
        change.after.as_deref(),
        "staged",
        (diff.added, diff.removed),
    );
    seen.fields.insert(
        "note".into(),
        "The change is staged: you see it in your reads, the disk does not have it until the \
         user accepts it in the review. Commands run on the disk."
            .into(),
    );
    seen
}

fn describe(
    change: &ChangeWork,
    after: Option<&str>,
    status: &str,
    (added, removed): (u32, u32),
) -> Seen {
    let exists = change.before.is_some() || change.base.is_some();
    let operation = match (exists, after) {
        (_, None) => "delete",
        (false, _) => "create",
        (true, _) => "edit",
    };
    let mut fields = Map::new();
    fields.insert("path".into(), change.path.clone().into());
    fields.insert("operation".into(), operation.into());
    fields.insert("status".into(), status.into());
    fields.insert("added".into(), added.into());
    fields.insert("removed".into(), removed.into());
    if let Some(text) = after {
        fields.insert(
            "total_lines".into(),
            text.split_inclusive('\n').count().into(),
        );
        fields.insert(
            "sha256".into(),
            format!("sha256:{}", sha256_hex(text.as_bytes())).into(),
        );
    }
    let summary = match after {
        Some(_) => format!("{}  +{added} -{removed}", change.path),
        None => format!("{}  deleted", change.path),
    };
    Seen { fields, summary }
}

/// Tells the model what the human made of its change.
fn tell_difference(
    fields: &mut Map<String, Value>,
    change: &ChangeWork,
    after: Option<&str>,
    entry: &Entry,
    grant: &Grant,
) {
    match grant {
        Grant::Edited { .. } => {
            let diff = unified(&change.path, change.after.as_deref(), after, 3, 400);
            fields.insert("edited_by_user".into(), true.into());
            fields.insert("user_diff".into(), to_text(&diff).into());
            fields.insert(
                "note".into(),
                "The user edited the change before it was written; user_diff is from your text \
                 to what was written."
                    .into(),
            );
        }
        Grant::Hunks { .. } => {
            let refused: Vec<Value> = entry
                .hunks
                .iter()
                .filter(|hunk| hunk.state == HunkState::Rejected)
                .map(|hunk| {
                    json!({
                        "old_start": hunk.old_start,
                        "old_count": hunk.old_count,
                        "new_text": excerpt(&hunk.inserted.concat()),
                    })
                })
                .collect();
            if !refused.is_empty() {
                fields.insert(
                    "note".into(),
                    format!(
                        "The user refused {} of {} parts of the change; those were not written.",
                        refused.len(),
                        entry.hunks.len()
                    )
                    .into(),
                );
                fields.insert("refused_hunks".into(), refused.into());
            }
        }
        Grant::AsPlanned | Grant::Answered { .. } => {}
    }
}
