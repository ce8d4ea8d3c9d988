//! `shell_exec`: runs a command in a process group of its own, without secrets and
//! without a terminal.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::api::{CallContext, Cancel, ShellFacts};
use super::args::{invalid, parse, schema_of};
use super::boxes::{self, BoxChoice, BoxDenials, CommandBy, PreparedBox};
use super::environment::{Git, environment};
use super::impact::touched;
use super::output::{Log, Output};
use super::process::{self, End, Spec, StartError, status_words};
use super::registry::Tool;
use super::repositories;
use super::snapshot::{self, CommandChanges, Naming, Snapshot};
use super::toolbox::{Inner, Outcome};
use super::work::{CommandWork, PlannedWork, ToolOutput, ToolPlan};
use super::world::WorldChanges;
use notice::{Notice, count, notice};
use policy::shell::Part;
use protocol::approval::{QuestionBody, Risk, RiskReason};
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::ids::CallId;
use protocol::plan::{Grant, Subject};
use protocol::sandbox::{Network, World};
use sandbox::denials::Denial;
use workspace::children::Marker;
use workspace::programs::link_for;

pub(super) const TOOL: Tool = Tool {
    name: "shell_exec",
    class: ToolClass::Command,
    description: "Runs a bash command in the workspace, without a terminal and without input. When \
                  the command returns, everything that it started ends. Returns exit_code and the \
                  combined output (head and tail of a long one).",
    schema: schema_of::<Args>,
    prepare,
};

/// Maximum timeout that a call may request.
const LONGEST: Duration = Duration::from_secs(3_600);

/// Exit code of shells for a missing program.
const NOT_FOUND: i32 = 127;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// The command, for `bash -c`.
    command: String,
    /// Folder to run in, relative to the workspace root. Default: the working folder of the
    /// session.
    cwd: Option<String>,
    /// Time limit in seconds. Default: 120.
    #[schemars(range(min = 1))]
    timeout_s: Option<u32>,
}

fn prepare(inner: &Inner, call: &ToolCall, asker: &CallContext) -> Result<ToolPlan, ToolError> {
    let mut args: Args = parse(call)?;
    let is_named = args.cwd.as_deref().is_some_and(|cwd| !cwd.is_empty());
    if !is_named {
        args.cwd = Some(asker.folder.clone());
    }
    plan(inner, args, by(asker), asker)
}

fn by(asker: &CallContext) -> CommandBy {
    if asker.is_by_user {
        CommandBy::User
    } else {
        CommandBy::Agent
    }
}

/// Plans a command that an agent program would run at the root.
pub(super) fn plan_of_program(
    inner: &Inner,
    command: String,
    asker: &CallContext,
) -> Result<ToolPlan, ToolError> {
    let args = Args {
        command,
        cwd: None,
        timeout_s: None,
    };
    plan(inner, args, CommandBy::Program, asker)
}

fn plan(
    inner: &Inner,
    args: Args,
    by: CommandBy,
    asker: &CallContext,
) -> Result<ToolPlan, ToolError> {
    let command = args.command;
    if command.trim().is_empty() || command.contains('\0') {
        return Err(invalid(
            notice!("told-command-bad"),
            json!({ "field": "command" }),
        ));
    }
    let folder = inner
        .workspace
        .folder(args.cwd.as_deref().unwrap_or_default())?;
    let relative = folder
        .strip_prefix(inner.workspace.root())
        .ok()
        .and_then(|path| path.to_str())
        .filter(|path| !path.is_empty())
        .unwrap_or(".")
        .to_owned();
    let (mut facts, git) = assessed(inner, &command, &folder);
    let limit = args
        .timeout_s
        .map_or(inner.limits.command_timeout, |seconds| {
            Duration::from_secs(u64::from(seconds))
        })
        .min(LONGEST);
    let choice = inner.choose_box(&facts, by, asker);
    // In the proposed world the disk stays as it is, so nothing has to be covered.
    let may_change = facts.report.risk != Risk::Low && choice.shown.world != World::Proposed;
    let naming = may_change.then(|| Naming {
        folder: folder.clone(),
        texts: (facts.parts.iter().map(|part| &part.text))
            .chain([&command])
            .cloned()
            .collect(),
        writes: std::mem::take(&mut facts.writes),
    });
    let uncovered = if may_change {
        snapshot::uncovered(inner)
    } else {
        None
    };
    Ok(ToolPlan {
        subject: Subject::Command {
            command: command.clone(),
            normal_parts: (facts.parts.iter())
                .filter_map(|part| part.normal.clone())
                .collect(),
            low_parts: low_parts(inner, &facts),
            parts: facts.parts.into_iter().map(|part| part.text).collect(),
            understood: facts.understood,
        },
        risk: facts.report,
        body: Some(QuestionBody::Command {
            command: command.clone(),
            touches: touched(inner, &relative, &facts.deletes),
            cwd: relative,
            proposed: None,
            sandbox: choice.shown.clone(),
            uncovered,
        }),
        change: None,
        work: PlannedWork::Command(Box::new(CommandWork {
            command,
            folder,
            limit,
            git,
            choice,
            naming,
        })),
    })
}

/// Assesses a command that would run in `folder`: by its text and, if the text alone shows that it
/// only reads, by checking the named files on the disk.
pub(super) fn assessed(inner: &Inner, command: &str, folder: &Path) -> (ShellFacts, Git) {
    let mut facts = (inner.surroundings.shell)(command, folder);
    let git = repositories::look(inner, &facts.git_folders, &mut facts.report);
    if facts.report.risk == Risk::Low
        && let Err(text) =
            repositories::with_scope(inner, &git, &|scope| scope.check(&facts.conditions))
    {
        facts.report.risk = Risk::Medium;
        facts.report.reasons = vec![RiskReason { text, span: None }];
        return (facts, Git::AsUsual);
    }
    (facts, git)
}

/// Returns the parts of a command that are of low risk by themselves, for rules that have to cover
/// the others. Git only counts if it runs nothing of the repository's own when called as here.
fn low_parts(inner: &Inner, facts: &ShellFacts) -> Vec<String> {
    if facts.report.risk == Risk::Low || facts.parts.len() < 2 {
        return Vec::new();
    }
    let still = Git::Still(Vec::new());
    let git_is_plain = repositories::are_plain(inner, &facts.git_folders);
    let is_low = |part: &&Part| {
        let is_git = part.text.split(' ').next() == Some("git");
        let conditions = part.low.as_ref();
        (git_is_plain || !is_git)
            && conditions.is_some_and(|all| {
                repositories::with_scope(inner, &still, &|scope| scope.check(all)).is_ok()
            })
    };
    let low = facts.parts.iter().filter(is_low);
    low.map(|part| part.text.clone()).collect()
}

/// Runs a command as it was approved.
pub(super) async fn run(
    inner: Arc<Inner>,
    (call, asker): (CallId, CallContext),
    mut work: Box<CommandWork>,
    grant: Grant,
    cancel: Cancel,
    to: mpsc::Sender<String>,
) -> Result<Outcome, ToolError> {
    let granted = match &grant {
        Grant::WithNetwork { network, .. } => Some(network.clone()),
        _ => None,
    };
    if let Some(granted) = &granted {
        work.choice.open_network(granted);
    }
    let (command, edited, git) = match grant {
        Grant::AsPlanned | Grant::WithNetwork { text: None, .. } => (work.command, None, work.git),
        Grant::Edited { text }
        | Grant::WithNetwork {
            text: Some(text), ..
        } if !text.trim().is_empty() && !text.contains('\0') => {
            (text.clone(), Some(text), Git::AsUsual)
        }
        _ => {
            return Err(invalid(notice!("told-command-misallowed"), Value::Null));
        }
    };
    let log = Log::new(
        &inner.surroundings.private_dir,
        &format!("{}.log", (asker.ids)().simple()),
        inner.limits.command_log_bytes,
    );
    let mut output = Output::new(
        inner.masker.clone(),
        inner.limits.command_output_bytes,
        log,
        to,
    );
    prune_once(&inner);
    // The marker does not use the caller's id source, because two instances must never have the
    // same one.
    let marker = Marker::new(asker.session, uuid::Uuid::now_v7());
    let told = marker.variables();
    let told = told.map(|(name, value)| (name.to_owned(), value));
    let environment = environment(&inner, &git, told.into_iter().collect());
    let place = (work.folder.as_path(), environment.as_slice());
    let ran_in = work.choice.has_box().then_some(work.choice.shown.world);
    let boxed = prepared_box(&inner, work.choice, &asker, place).await?;
    let spec = Spec {
        command: &command,
        folder: &work.folder,
        environment: &environment,
        boxed: boxed.as_ref(),
        marker,
        limit: work.limit,
        grace: inner.limits.command_grace,
    };
    let covered = begin_cover(&inner, work.naming, call, &asker).await;
    let began = Instant::now();
    let end = process::run(spec, &cancel, &mut output)
        .await
        .map_err(|error| match error {
            StartError::System(error) => not_started(&error, &environment),
            StartError::Refused(refused) => boxes::refused(&refused.notice()),
        })?;
    let duration = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let boxed = put_back(boxed).await;
    let changed = end_cover(&inner, covered, call, asker.clone()).await;
    let (kept, log_path) = output.finish().await;
    let lines = kept.lines();
    let (text, truncated) = kept.into_text();
    let mut fields = Map::new();
    fields.insert(
        "exit_code".into(),
        exit_code(end).map_or(Value::Null, Value::from),
    );
    fields.insert("output".into(), text.into());
    fields.insert("truncated".into(), truncated.into());
    fields.insert("lines".into(), lines.into());
    fields.insert("duration_ms".into(), duration.into());
    if let Some(world) = ran_in {
        fields.insert("ran_in".into(), json!(world));
    }
    let by = (call, &asker);
    let (ended, denials) = end_box(&inner, boxed, by, end, &mut fields).await;
    let is_proposed = !ended.changes.observed.is_empty();
    let changed = changed.and(ended.changes);
    changed.tell(&mut fields);
    if let Some(path) = &log_path {
        fields.insert("whole_output".into(), path.display().to_string().into());
    }
    if let Some(edited) = edited {
        fields.insert("edited_by_user".into(), true.into());
        fields.insert("command".into(), edited.into());
    }
    let mut summary = gave(end, work.limit, lines);
    match granted.as_ref().map(Network::hosts) {
        Some([]) => {
            fields.insert("network".into(), "on".into());
            summary = notice!("gave-with-network", what = summary);
        }
        Some(hosts) => {
            fields.insert("network".into(), hosts.into());
            let places = hosts.join(", ");
            summary = notice!("gave-with-hosts", what = summary, places);
        }
        None => {}
    }
    let failed = failure(end, &fields, work.limit, denials.first());
    let summary = if is_proposed {
        changed.summary_proposed(&summary)
    } else {
        changed.summary_with(summary)
    };
    Ok(Outcome {
        seen: ToolOutput {
            fields,
            summary: boxes::summary_with(summary, &ended.left),
        },
        failed,
        stat: None,
        applied: None,
        log_path,
        observed: (changed.observed, changed.kept),
    })
}

/// Makes the box of a command, on a worker.
async fn prepared_box(
    inner: &Arc<Inner>,
    choice: BoxChoice,
    asker: &CallContext,
    (folder, environment): (&Path, &[(String, String)]),
) -> Result<Option<PreparedBox>, ToolError> {
    if !choice.has_box() {
        return Ok(None);
    }
    let (inner, asker) = (Arc::clone(inner), asker.clone());
    let (folder, environment) = (folder.to_path_buf(), environment.to_vec());
    tokio::task::spawn_blocking(move || inner.prepare_box(&choice, &asker, &folder, &environment))
        .await
        .unwrap_or_else(|_| Err(boxes::refused(&notice!("told-tool-broke"))))
}

/// Puts back what a command on the disk must not have changed, on a worker.
async fn put_back(boxed: Option<PreparedBox>) -> Option<PreparedBox> {
    let mut boxed = boxed?;
    let put_back = move || {
        boxed.put_back();
        boxed
    };
    tokio::task::spawn_blocking(put_back).await.ok()
}

/// Ends the box of a command: returns its changes, and what the box refused. Tells the model both.
async fn end_box(
    inner: &Arc<Inner>,
    boxed: Option<PreparedBox>,
    (call, asker): (CallId, &CallContext),
    end: End,
    fields: &mut Map<String, Value>,
) -> (WorldChanges, Vec<Denial>) {
    let Some(boxed) = boxed else {
        return (WorldChanges::default(), Vec::new());
    };
    let output = fields.get("output").and_then(Value::as_str);
    let refused = match end {
        End::Exited(status) => boxed.denials(status, output.unwrap_or_default()),
        End::TimedOut | End::Cancelled => BoxDenials::default(),
    };
    let is_proposed = boxed.is_proposed();
    let (inner, asker) = (Arc::clone(inner), asker.clone());
    // Removing the private folders can take long: a command may have filled them.
    let ended = tokio::task::spawn_blocking(move || boxed.after(&inner, &asker, call)).await;
    let ended = ended.unwrap_or_default();
    boxes::tell(fields, &refused, &ended.left);
    // The engine offers the disk.
    if let Some(files) = ended.too_many {
        fields.insert("needs_disk".into(), files.into());
    }
    if is_proposed && !ended.changes.observed.is_empty() {
        fields.insert("changes_wait_for_review".into(), true.into());
    }
    (ended, refused.denials)
}

/// Explains why no shell could be started, from the system's error.
fn not_started(error: &io::Error, environment: &[(String, String)]) -> ToolError {
    let why = match error.kind() {
        io::ErrorKind::ArgumentListTooLong => {
            let size = |(name, value): &(String, String)| name.len() + value.len() + 2;
            let all: usize = environment.iter().map(size).sum();
            let largest = environment.iter().max_by_key(|pair| size(pair));
            match largest {
                Some(pair) => notice!(
                    "told-environment-large-by",
                    number = all,
                    name = pair.0,
                    bytes = size(pair)
                ),
                None => notice!("told-environment-large", number = all),
            }
        }
        io::ErrorKind::NotFound => notice!("told-no-shell", why = error),
        io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory => {
            notice!("told-no-more-processes", why = error)
        }
        _ => notice!("told-shell-not-started", why = error),
    };
    ToolError::new(ErrorCode::ToolNotAvailable, why)
}

/// Begins the snapshot around a command that may change the workspace.
pub(super) async fn begin_cover(
    inner: &Arc<Inner>,
    naming: Option<Naming>,
    call: CallId,
    asker: &CallContext,
) -> Option<(Snapshot, Naming)> {
    let naming = naming?;
    let (inner, asker) = (Arc::clone(inner), asker.clone());
    tokio::task::spawn_blocking(move || (Snapshot::begin(&inner, &asker, call, &naming), naming))
        .await
        .ok()
}

/// Ends the snapshot: reports what changed while the command ran.
pub(super) async fn end_cover(
    inner: &Arc<Inner>,
    covered: Option<(Snapshot, Naming)>,
    call: CallId,
    asker: CallContext,
) -> CommandChanges {
    // The command may have done something that no watch reports: a mount, a hard link to a file.
    inner.workspace.doubt();
    let Some((cover, naming)) = covered else {
        return CommandChanges::default();
    };
    let inner = Arc::clone(inner);
    tokio::task::spawn_blocking(move || cover.finish(&inner, &asker, call, &naming))
        .await
        .unwrap_or_default()
}

/// Deletes old outputs once, concurrently with the first command, so that it does not delay
/// the first frame.
fn prune_once(inner: &Arc<Inner>) {
    inner.pruned.call_once(|| {
        let inner = Arc::clone(inner);
        drop(tokio::task::spawn_blocking(move || inner.prune_outputs()));
    });
}

fn exit_code(end: End) -> Option<i32> {
    match end {
        End::Exited(status) => status.code(),
        End::TimedOut | End::Cancelled => None,
    }
}

/// Returns the line for the chat about a command with so many lines of output.
fn gave(end: End, limit: Duration, lines: usize) -> Notice {
    let counted = count(lines, "line");
    match end {
        End::Exited(status) => match (status.code(), status.signal()) {
            (Some(code), _) => notice!("gave-exit", word = code, counted),
            (None, Some(signal)) => notice!("gave-killed", word = signal, counted),
            (None, None) => notice!("gave-ended", counted),
        },
        End::TimedOut => notice!("gave-late", word = limit.as_secs(), counted),
        End::Cancelled => notice!("gave-cancelled", counted),
    }
}

/// Returns the error for an unsuccessful end, with the fields as details.
fn failure(
    end: End,
    fields: &Map<String, Value>,
    limit: Duration,
    denial: Option<&Denial>,
) -> Option<ToolError> {
    let details = Value::Object(fields.clone());
    let output = fields
        .get("output")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let (code, message) = match end {
        End::Exited(status) if status.success() => return None,
        End::Exited(status) if status.code() == Some(NOT_FOUND) => {
            (ErrorCode::ToolNotAvailable, not_installed(output))
        }
        End::Exited(status) => {
            let why = status_words(status);
            let message = match denial {
                Some(Denial { sentence, hint }) => {
                    notice!("told-command-denied", why, rest = sentence, hint)
                }
                None => notice!("told-command-failed", why),
            };
            (ErrorCode::CommandFailed, message)
        }
        End::TimedOut => (
            ErrorCode::Timeout,
            notice!("told-command-late", number = limit.as_secs()),
        ),
        End::Cancelled => (ErrorCode::Cancelled, notice!("told-command-cancelled")),
    };
    Some(ToolError::new(code, message).with_details(details))
}

/// Returns the name of the program that the shell did not find: `bash: line 1: foo:
/// command not found`.
fn not_installed(output: &str) -> Notice {
    let program = output
        .lines()
        .find_map(|line| {
            line.strip_suffix(": command not found")
                .or_else(|| line.strip_suffix(": not found"))
        })
        .and_then(|line| line.rsplit(": ").next());
    match program {
        Some(name) => match link_for(name) {
            Some(link) => notice!("told-not-installed-link", name, address = link),
            None => notice!("told-not-installed-ask", name),
        },
        None => notice!("told-something-not-installed"),
    }
}
