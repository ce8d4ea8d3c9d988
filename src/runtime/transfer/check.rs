//! Reading of a document: checks everything before anything is stored. First its JSON, then the
//! schema, then each row by its type, then that everything that rows refer to exists.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Fault, json_location, schema};
use notice::{Notice, notice};
use policy::state::initial;
use protocol::approval::{CommandSwitch, Mode, PolicyState, RuleEffect, TextSwitch};
use protocol::ids::ContentHash;
use protocol::picture::Media;
use protocol::transfer::{BundledPicture, SessionBundle, VERSION};
use support::json;

/// A valid document.
#[derive(Debug)]
pub struct Incoming {
    pub bundle: SessionBundle,
    /// The bytes of the pictures.
    pub pictures: Contents,
    /// The parts that were left out, for the user.
    pub left_out: Vec<Notice>,
}

/// Reads a document. Drops the permissions that the document contains: the user here was not asked
/// about them.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read(text: &str) -> Result<Incoming, Fault> {
    let value = serde_json::from_str::<Value>(text).map_err(|error| Fault {
        pointer: String::new(),
        line: error.line(),
        column: error.column(),
        problem: notice!("told-document-json", rest = error.to_string()),
    })?;
    let found = version(&value).and_then(|()| schema::check(&value));
    let found = found.and_then(|()| rows(&value));
    let found = found.and_then(|()| typed::<SessionBundle>(&value, ""));
    let found = found.and_then(|bundle| {
        references(&bundle)?;
        let pictures = pictures(&bundle.pictures)?;
        Ok((bundle, pictures))
    });
    let (mut bundle, pictures) = found.map_err(|(pointer, problem)| {
        let (line, column) = json_location::of(text, &pointer);
        Fault {
            pointer,
            line,
            column,
            problem,
        }
    })?;
    let left_out = strip_permissions(&mut bundle.session.policy);
    let settings = &mut bundle.session.settings;
    settings.mode = bundle.session.policy.mode;
    settings.known_as.clear();
    Ok(Incoming {
        bundle,
        pictures,
        left_out,
    })
}

/// Checked first: nothing else can be said about a document of a later version.
fn version(value: &Value) -> Result<(), schema::SchemaFault> {
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version > u64::from(VERSION) => Err((
            "/version".to_owned(),
            notice!("told-document-later", word = version, number = VERSION),
        )),
        _ => Ok(()),
    }
}

fn typed<T: DeserializeOwned>(value: &Value, pointer: &str) -> Result<T, schema::SchemaFault> {
    let read = support::json::from_value(value.clone());
    read.map_err(|error| (pointer.to_owned(), Notice::text(error.to_string())))
}

/// Checks each row by itself, so that a fault has its place.
fn rows(value: &Value) -> Result<(), schema::SchemaFault> {
    use protocol::transfer as t;
    fn each<T: DeserializeOwned>(value: &Value, name: &str) -> Result<(), schema::SchemaFault> {
        for (index, row) in json::items(value, name).iter().enumerate() {
            typed::<T>(row, &format!("/{name}/{index}"))?;
        }
        Ok(())
    }
    if let Some(session) = value.get("session") {
        typed::<t::BundledSession>(session, "/session")?;
    }
    each::<protocol::message::Message>(value, "messages")?;
    each::<protocol::session::Run>(value, "runs")?;
    each::<t::BundledStep>(value, "steps")?;
    each::<t::BundledCall>(value, "calls")?;
    each::<t::BundledQuestion>(value, "prompts")?;
    each::<protocol::context::ContextRow>(value, "context")?;
    each::<protocol::compaction::Compaction>(value, "compactions")?;
    each::<protocol::task::Task>(value, "tasks")?;
    each::<t::BundledPicture>(value, "pictures")?;
    let nothing = Value::Null;
    let log = value.get("changes").unwrap_or(&nothing);
    let inside = |(pointer, problem)| (format!("/changes{pointer}"), problem);
    each::<protocol::change::Entry>(log, "entries").map_err(inside)?;
    each::<t::BundledCheckpoint>(log, "checkpoints").map_err(inside)?;
    each::<protocol::review::Operation>(log, "operations").map_err(inside)?;
    each::<protocol::review::Comment>(log, "comments").map_err(inside)
}

/// Checks that ids are unique and that everything that rows refer to exists.
fn references(bundle: &SessionBundle) -> Result<(), schema::SchemaFault> {
    let messages = once("messages", bundle.messages.iter().map(|row| row.id))?;
    let runs = once("runs", bundle.runs.iter().map(|row| row.id))?;
    once("steps", bundle.steps.iter().map(|row| row.id))?;
    once("calls", bundle.calls.iter().map(|row| row.id))?;
    once(
        "prompts",
        bundle.questions.iter().map(|row| row.question.id),
    )?;
    once("context", bundle.context.iter().map(|row| row.id))?;
    once("compactions", bundle.compactions.iter().map(|row| row.id))?;
    let of_run = bundle.messages.iter().map(|row| row.run);
    named("messages", "run", of_run, &runs)?;
    let of_run = bundle.steps.iter().map(|row| Some(row.run));
    named("steps", "run", of_run, &runs)?;
    let of_run = bundle.calls.iter().map(|row| row.run);
    named("calls", "run", of_run, &runs)?;
    let of_message = bundle.calls.iter().map(|row| Some(row.message));
    named("calls", "message", of_message, &messages)?;
    let of_run = bundle.questions.iter().map(|row| Some(row.question.run));
    named("prompts", "prompt/run", of_run, &runs)?;
    let through = bundle.compactions.iter().map(|row| Some(row.through));
    named("compactions", "through", through, &messages)?;
    let user = bundle.compactions.iter().map(|row| row.latest_user);
    named("compactions", "latest_human", user, &messages)?;
    let tasks = once("tasks", bundle.tasks.iter().map(|row| row.id))?;
    let of_run = bundle.tasks.iter().map(|row| row.run);
    named("tasks", "run", of_run, &runs)?;
    for (index, task) in bundle.tasks.iter().enumerate() {
        let dependencies = task.dependencies.iter().copied().map(Some);
        named(
            &format!("tasks/{index}"),
            "dependencies",
            dependencies,
            &tasks,
        )
        .map_err(|(_, problem)| (format!("/tasks/{index}/dependencies"), problem))?;
    }
    if let Some((id, problem)) = engine::tasks::fault_of(&bundle.tasks) {
        let index = bundle.tasks.iter().position(|task| task.id == id);
        return Err((format!("/tasks/{}", index.unwrap_or_default()), problem));
    }
    let log = &bundle.changes;
    once("changes/entries", log.entries.iter().map(|row| row.id))?;
    let checkpoints = log.checkpoints.iter().map(|row| row.checkpoint.id);
    once("changes/checkpoints", checkpoints)?;
    once(
        "changes/operations",
        log.operations.iter().map(|row| row.id),
    )?;
    once("changes/comments", log.comments.iter().map(|row| row.id)).map(drop)
}

fn once<I: Ord + Copy + Display>(
    rows: &str,
    ids: impl Iterator<Item = I>,
) -> Result<BTreeSet<I>, schema::SchemaFault> {
    let mut known = BTreeSet::new();
    for (index, id) in ids.enumerate() {
        if !known.insert(id) {
            let problem = notice!("told-document-twice", word = id.to_string());
            return Err((format!("/{rows}/{index}"), problem));
        }
    }
    Ok(known)
}

fn named<I: Ord + Copy + Display>(
    rows: &str,
    field: &str,
    ids: impl Iterator<Item = Option<I>>,
    known: &BTreeSet<I>,
) -> Result<(), schema::SchemaFault> {
    for (index, id) in ids.enumerate() {
        if let Some(id) = id.filter(|id| !known.contains(id)) {
            let problem = notice!("told-document-not-in", word = id.to_string());
            return Err((format!("/{rows}/{index}/{field}"), problem));
        }
    }
    Ok(())
}

/// Contents with their hashes.
type Contents = Vec<(ContentHash, Arc<[u8]>)>;

fn pictures(rows: &[BundledPicture]) -> Result<Contents, schema::SchemaFault> {
    rows.iter()
        .enumerate()
        .map(|(index, row)| {
            let wrong = |problem: Notice| Err((format!("/pictures/{index}/base64"), problem));
            let Ok(bytes) = STANDARD.decode(&row.base64) else {
                return wrong(notice!("told-document-base64"));
            };
            if ContentHash::of(&bytes) != row.hash {
                return wrong(notice!("told-document-bytes"));
            }
            if Media::of(&bytes).is_none() {
                return wrong(notice!("told-document-no-picture"));
            }
            Ok((row.hash, bytes.into()))
        })
        .collect()
}

/// Removes permissions from a policy, because the importing user decides which calls run without a
/// question. Returns the removed ones, for the user.
pub fn strip_permissions(policy: &mut PolicyState) -> Vec<Notice> {
    let mut left_out = Vec::new();
    let before = policy.rules.len();
    policy.rules.retain(|rule| rule.effect != RuleEffect::Allow);
    if policy.rules.len() < before {
        left_out.push(notice!("told-import-no-rules"));
    }
    if matches!(
        policy.mode,
        Mode::Auto | Mode::AcceptEdits | Mode::Passthrough
    ) || policy.text == TextSwitch::Auto
        || matches!(policy.command, CommandSwitch::InBox | CommandSwitch::Auto)
    {
        let rules = std::mem::take(&mut policy.rules);
        *policy = initial(Mode::Review, rules);
        left_out.push(notice!("told-import-mode"));
    }
    left_out
}
