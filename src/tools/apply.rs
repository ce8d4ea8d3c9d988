//! Carries out planned changes: on the disk as planned, edited or in part, or in the working
//! buffer. Reports the result to the model.

use serde_json::{Map, Value, json};

use super::api::{CallContext, OnDisk, Prepared};
use super::args::invalid;
use super::change::{Plan, check_text, hunks};
use super::conflict::excerpt;
use super::memory::Reader;
use super::toolbox::Inner;
use super::work::{ChangeWork, ToolOutput};
use notice::notice;
use protocol::call::{ErrorCode, ToolError};
use protocol::change::{Entry, FileOperation, FileStat, Hunk, HunkState};
use protocol::ids::ContentHash;
use protocol::plan::Grant;
use review::hunks::apply;
use review::unified::{to_text, unified};
use workspace::Expected;

pub(super) struct Done {
    /// Output for the model and the chat.
    pub(super) seen: ToolOutput,
    /// Lines added and removed on the disk.
    pub(super) stat: FileStat,
    /// The entry as written, if it differs from the plan.
    pub(super) applied: Option<Entry>,
}

/// Writes a change as it was approved. Blocks.
pub(super) fn execute(
    inner: &Inner,
    asker: &CallContext,
    change: &ChangeWork,
    grant: &Grant,
) -> Result<Done, ToolError> {
    let (after, entry) = allowed(inner, asker, change, grant)?;
    let on_disk = if !change.proposed {
        after.clone()
    } else {
        beside_proposed(inner, change, entry.as_ref())?
    };
    let names = other_names(inner, change, on_disk.as_deref());
    write(inner, change, on_disk.as_deref())?;
    let mut done = written(inner, asker, change, (after, entry), grant);
    report_other_names(&mut done.seen, names);
    Ok(done)
}

/// Builds the output for a change that is now on the disk, as it was approved.
pub(super) fn written(
    inner: &Inner,
    asker: &CallContext,
    change: &ChangeWork,
    (after, entry): (Option<String>, Option<Entry>),
    grant: &Grant,
) -> Done {
    let reader = Reader {
        session: asker.session,
        agent: asker.agent.clone(),
        path: change.path.clone(),
    };
    inner.memory.has_written(&reader, after.as_deref());
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
    Done {
        seen,
        stat: FileStat {
            path: change.path.clone(),
            added: diff.added,
            removed: diff.removed,
        },
        applied: entry,
    }
}

/// Returns the approved text, and its entry if it differs from the planned one.
pub(super) fn allowed(
    inner: &Inner,
    asker: &CallContext,
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
                proposed: false,
                logged: None,
                edits: &[],
                rationale: None,
            };
            let exists = change.exists();
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
                    notice!("told-every-part-refused", path = change.path),
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
        Grant::Answered { .. } | Grant::WithNetwork { .. } => {
            Err(invalid(notice!("told-answer-for-write"), Value::Null))
        }
    }
}

/// Returns the text for the disk if other hunks of the file are proposed: without those.
fn beside_proposed(
    inner: &Inner,
    change: &ChangeWork,
    applied: Option<&Entry>,
) -> Result<Option<String>, ToolError> {
    let mut entry = applied.unwrap_or(&change.planned.entry).clone();
    if applied.is_none() {
        take_hunks(&mut entry, &|_| true);
    }
    let records = &inner.surroundings.records;
    match records.on_disk(&change.planned.observed, &entry) {
        OnDisk::Becomes(text) => Ok(text),
        OnDisk::BuildsOnProposed => Err(ToolError::new(
            ErrorCode::Conflict,
            notice!("told-builds-on-staged", path = change.path),
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
        Some(bytes) => Expected::Hash(ContentHash::of(bytes)),
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

/// Returns how many other names (hard links) of the file keep the old text when it is written.
fn other_names(inner: &Inner, change: &ChangeWork, after: Option<&str>) -> u64 {
    match after {
        Some(_) if change.exists() => inner.workspace.other_names(&change.path),
        _ => 0,
    }
}

/// Reports the other names of a file, to the model and in the row for the user.
fn report_other_names(seen: &mut ToolOutput, names: u64) {
    if names == 0 {
        return;
    }
    let note = format!(
        "The file had {names} more {} (hard links, perhaps outside the workspace). A write replaces only this \
         name; the others keep the old text. If they need the new text, make the links again.",
        if names == 1 { "name" } else { "names" }
    );
    seen.fields.insert("other_names".into(), note.into());
    seen.summary = notice!("gave-linked", rest = seen.summary);
}

/// Returns the result of a change that went into the buffer for review.
pub(super) fn propose(inner: &Inner, prepared: &Prepared, change: &ChangeWork) -> ToolOutput {
    let reader = Reader {
        session: prepared.asker.session,
        agent: prepared.asker.agent.clone(),
        path: change.path.clone(),
    };
    inner.memory.has_written(&reader, change.after.as_deref());
    let diff = &change.planned.diff;
    let mut seen = describe(
        change,
        change.after.as_deref(),
        "staged",
        (diff.added, diff.removed),
    );
    let note = if prepared.asker.proposes && inner.has_worlds() {
        "The change is proposed: your reads and your commands see it, and the disk gets it when the \
         user applies it."
    } else {
        "The change is proposed: your reads show it, but the disk does not have it until the \
         user applies it. Commands run on the disk."
    };
    seen.fields.insert("note".into(), note.into());
    report_other_names(
        &mut seen,
        other_names(inner, change, change.after.as_deref()),
    );
    seen
}

fn describe(
    change: &ChangeWork,
    after: Option<&str>,
    status: &str,
    (added, removed): (u32, u32),
) -> ToolOutput {
    let exists = change.exists();
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
            ContentHash::of(text.as_bytes()).to_string().into(),
        );
    }
    let summary = match after {
        Some(_) => notice!("gave-written", path = change.path, added, removed),
        None => notice!("gave-deleted", path = change.path),
    };
    ToolOutput { fields, summary }
}

/// Tells the model how the user altered its change.
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
                "The user edited your change, and the file has the user's text. user_diff shows \
                 the difference from your text."
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
                        "The user refused {} of {} parts of your change. The file does not have those parts.",
                        refused.len(),
                        entry.hunks.len()
                    )
                    .into(),
                );
                fields.insert("refused_hunks".into(), refused.into());
            }
        }
        Grant::AsPlanned | Grant::Answered { .. } | Grant::WithNetwork { .. } => {}
    }
}
