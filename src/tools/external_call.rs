//! Agent calls: an agent program with its own tools carries them out. They are planned like our own
//! calls, so that rules, questions, hunks and the log are the same; the program carries them out
//! with our permission; and their effects are checked afterwards.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;

use super::api::{CallContext, Cancel, Finished, Prepared};
use super::args::invalid;
use super::change::{Wanted, plan};
use super::result::{ResultKey, gave_error};
use super::snapshot::{self, Allowed, By, CommandChanges, Naming};
use super::toolbox::{Inner, Outcome, ToolBox, on_worker, prepared};
use super::view::View;
use super::work::{ChangeWork, CommandWork, PlannedWork, ToolOutput, ToolPlan};
use super::{apply, shell_exec};
use notice::{Notice, count, notice};
use protocol::approval::{QuestionBody, RiskReport};
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::change::Hunk;
use protocol::ids::CallId;
use protocol::permission::{
    AfterDenial, AgentToolResult, Permission, PermissionQuestion, PermissionRequest,
    QuestionOption, ReportedAction, RequestedAction, TextEdit, UntrackedEdit,
};
use protocol::plan::{Executor, Grant, Subject};

/// Maximum number of bytes of a result that the log keeps and the chat shows; the program's model
/// has the complete result.
const RESULT: usize = 64 * 1024;

/// The agent program that carries out a call.
pub trait ExternalAgent: Send + Sync {
    /// Grants the permission, and waits until the call is over. Streams intermediate
    /// output to `output`.
    fn execute(
        &self,
        leave: Permission,
        output: mpsc::Sender<String>,
    ) -> BoxFuture<'_, Result<AgentToolResult, ToolError>>;

    /// Returns the actions of this call and its sub-agents up to now.
    fn acted(&self) -> Vec<ReportedAction> {
        Vec::new()
    }

    /// Returns the actions of other calls up to now. Changes of files that these name are reported
    /// with them.
    fn acting(&self) -> Vec<ReportedAction> {
        Vec::new()
    }

    /// Stops the program's present work; the call ends soon.
    fn stop(&self);

    /// Ends the program, by force if it does not exit by itself.
    fn kill(&self);
}

impl ToolBox {
    /// Plans a call that the agent program requests permission for. Blocks; call it on a worker.
    ///
    /// # Errors
    /// Fails if our safety rules forbid the call, or if the file does not allow the change.
    pub fn prepare_requested(
        &self,
        call: &ToolCall,
        asked: &PermissionRequest,
        asker: &CallContext,
    ) -> Result<Prepared, ToolError> {
        let (tool, class, draft) = draft(&self.inner, call, asked, asker)?;
        let kind = (tool.to_owned(), class, Executor::ByProgram);
        Ok(prepared(call, asker, kind, draft))
    }

    /// Prepares a call that the agent program has carried out without requesting permission.
    pub fn prepare_reported(
        &self,
        call: &ToolCall,
        result: AgentToolResult,
        asker: &CallContext,
    ) -> Prepared {
        unasked(call, asker, PlannedWork::Told(result))
    }

    /// Prepares a call that the agent program is carrying out without having requested permission.
    pub fn prepare_running(&self, call: &ToolCall, asker: &CallContext) -> Prepared {
        unasked(call, asker, PlannedWork::Elsewhere)
    }

    /// Executes a planned call through the agent program, as it was approved.
    pub async fn run_external(
        &self,
        prepared: Prepared,
        grant: Grant,
        cancel: Cancel,
        output: mpsc::Sender<String>,
        program: Arc<dyn ExternalAgent>,
    ) -> Finished {
        let began = Instant::now();
        let label = ResultKey::of(&prepared);
        let call = prepared.plan.call;
        let asker = prepared.asker.clone();
        let work = ExternalCall {
            inner: Arc::clone(&self.inner),
            call,
            asker: asker.clone(),
            program: Arc::clone(&program),
            output,
        };
        let mut carrying = std::pin::pin!(work.execute(prepared.work, grant));
        let (mut stopped, mut killed) = (false, false);
        let outcome = loop {
            tokio::select! {
                biased;
                () = cancel.kill.cancelled(), if !killed => {
                    killed = true;
                    program.kill();
                }
                () = cancel.stop.cancelled(), if !stopped => {
                    stopped = true;
                    program.stop();
                }
                outcome = &mut carrying => break outcome,
            }
        };
        label.finish(outcome, began)
    }
}

fn unasked(call: &ToolCall, asker: &CallContext, work: PlannedWork) -> Prepared {
    let draft = ToolPlan {
        subject: Subject::Nothing,
        risk: RiskReport::low(notice!("risk-it-did-not-ask")),
        body: None,
        change: None,
        work,
    };
    let kind = (call.tool.clone(), ToolClass::Read, Executor::Already);
    prepared(call, asker, kind, draft)
}

/// Drafts the plan for a permission request: the name for rules, the class, and the subject of the
/// call.
fn draft<'a>(
    inner: &Inner,
    call: &ToolCall,
    asked: &'a PermissionRequest,
    asker: &CallContext,
) -> Result<(&'a str, ToolClass, ToolPlan), ToolError> {
    Ok(match &asked.wants {
        RequestedAction::Edit { path, edits } => {
            let view = on_disk(inner, asker, path)?;
            let after = edited(view.text_or_missing(inner)?, edits, &view.path)?;
            let draft = plan(inner, call, asker, Wanted::whole(view, after))?;
            ("edit_file", ToolClass::Text, draft)
        }
        RequestedAction::Write { path, text } => {
            let view = on_disk(inner, asker, path)?;
            let draft = plan(inner, call, asker, Wanted::whole(view, text.clone()))?;
            ("write_file", ToolClass::Text, draft)
        }
        RequestedAction::Command { command } => {
            // The user may have edited the command.
            let edited = call.arguments.get("command").and_then(Value::as_str);
            let command = edited.unwrap_or(command).to_owned();
            let draft = shell_exec::plan_of_program(inner, command, asker)?;
            ("shell_exec", ToolClass::Command, draft)
        }
        RequestedAction::Question { question } => ("clarify_user", ToolClass::Ask, asks(question)),
        RequestedAction::Questions => {
            let risk = RiskReport::low(notice!("risk-only-asks"));
            let draft = waits(risk, None);
            (asked.tool.as_str(), ToolClass::Read, draft)
        }
        RequestedAction::Plan { text } => {
            let question = notice!("told-ask-plan", rest = format!("\n\n{text}"));
            let risk = RiskReport::low(notice!("risk-ends-plan-mode-each"));
            let draft = waits(risk, Some(QuestionBody::Confirm { question }));
            (asked.tool.as_str(), ToolClass::Plan, draft)
        }
        RequestedAction::Other { summary, class } => {
            let reason = asked.reason.as_deref().map(|why| format!("\n{why}"));
            let question = notice!(
                "told-ask-use",
                word = summary,
                rest = reason.unwrap_or_default()
            );
            let risk = RiskReport::medium(notice!("risk-a-tool-of-the"));
            let draft = waits(risk, Some(QuestionBody::Confirm { question }));
            (asked.tool.as_str(), *class, draft)
        }
    })
}

/// Returns the file on the disk, which the program will write.
fn on_disk(inner: &Inner, asker: &CallContext, path: &str) -> Result<View, ToolError> {
    let view = View::of(inner, asker, path)?;
    if view.proposed {
        return Err(ToolError::new(
            ErrorCode::Conflict,
            notice!("told-agent-staged", path = view.path),
        ));
    }
    Ok(view)
}

fn edited(text: &str, edits: &[TextEdit], path: &str) -> Result<String, ToolError> {
    let mut text = text.to_owned();
    for edit in edits {
        text = edit.applied(&text).ok_or_else(|| {
            let why = notice!("told-agent-text-not-found", path);
            invalid(why, json!({ "path": path }))
        })?;
    }
    Ok(text)
}

fn asks(question: &PermissionQuestion) -> ToolPlan {
    let options = question.options.iter().map(QuestionOption::shown);
    let body = QuestionBody::Select {
        question: question.text.clone(),
        options: options.collect(),
        multiple: question.multiple,
    };
    waits(RiskReport::low(notice!("risk-only-asks")), Some(body))
}

fn waits(risk: RiskReport, body: Option<QuestionBody>) -> ToolPlan {
    ToolPlan {
        subject: Subject::Nothing,
        risk,
        body,
        change: None,
        work: PlannedWork::Elsewhere,
    }
}

/// A call in progress.
struct ExternalCall {
    inner: Arc<Inner>,
    call: CallId,
    asker: CallContext,
    program: Arc<dyn ExternalAgent>,
    output: mpsc::Sender<String>,
}

impl ExternalCall {
    async fn execute(self, work: PlannedWork, grant: Grant) -> Result<Outcome, ToolError> {
        match work {
            PlannedWork::Change(change) => self.change(change, grant).await,
            PlannedWork::Command(command) => self.command(command, grant).await,
            PlannedWork::Told(result) => self.told(result).await,
            PlannedWork::Elsewhere
            | PlannedWork::Ask(_)
            | PlannedWork::Look(_)
            | PlannedWork::Server(_)
            | PlannedWork::Tasks(_)
            | PlannedWork::Agents(_)
            | PlannedWork::Remember(_)
            | PlannedWork::Recorded(_) => {
                let leave = match &grant {
                    Grant::Answered { answer } => answers(answer),
                    _ => Permission::AsAsked,
                };
                let result = self.program(leave).await?;
                self.told(result).await
            }
        }
    }

    async fn program(&self, leave: Permission) -> Result<AgentToolResult, ToolError> {
        self.program.execute(leave, self.output.clone()).await
    }

    async fn change(self, change: Box<ChangeWork>, grant: Grant) -> Result<Outcome, ToolError> {
        let allowed = apply::allowed(&self.inner, &self.asker, &change, &grant);
        let (after, entry) = match allowed {
            Ok(allowed) => allowed,
            Err(error) => {
                self.deny(&error).await;
                return Err(error);
            }
        };
        let leave = match (&grant, &after) {
            (Grant::AsPlanned, _) | (_, None) => Permission::AsAsked,
            (_, Some(after)) => Permission::Text {
                before: change.before.clone().unwrap_or_default(),
                after: after.clone(),
            },
        };
        let before = self.changed_before().await;
        let baselines = &self.inner.baselines;
        let writing = baselines.begin_write(self.asker.session, &change.path);
        let result = self.program(leave).await?;
        let (acted, acting) = (self.program.acted(), self.program.acting());
        let Self {
            inner, asker, call, ..
        } = self;
        on_worker(move || {
            let allowed = result.ok.then(|| taken(&change, &grant));
            if result.ok {
                let (path, after) = (&change.path, after.as_deref());
                inner.baselines.account(&inner, &asker, path, after);
            }
            drop(writing);
            // The log already contains the user's edit by the time the call is over. Later changes
            // are found then.
            let observed = match &grant {
                Grant::Edited { .. } if result.ok => CommandChanges::default(),
                _ => {
                    let by = (call, allowed.as_ref());
                    let told = (
                        acted.as_slice(),
                        acting.as_slice(),
                        result.unasked.as_slice(),
                    );
                    observe(&inner, &asker, by, told)
                }
            };
            let changes = observed.counts();
            let observed = observed.after(before);
            let is_there = inner
                .workspace
                .read(&change.path)
                .map(|file| file.text)
                .ok()
                == after;
            if !result.ok {
                let error = failed(&result.text);
                let seen = ToolOutput {
                    fields: Map::new(),
                    summary: changes.summary_with(gave_error(&error)),
                };
                return Ok(Outcome {
                    failed: Some(error),
                    observed: (observed.observed, observed.kept),
                    ..Outcome::from(seen)
                });
            }
            let done = apply::written(&inner, &asker, &change, (after, entry), &grant);
            let mut seen = done.seen;
            seen.fields
                .insert("result".into(), clipped(&result.text).into());
            if !is_there {
                let note = "the file is not exactly what was allowed; look at it in the review";
                seen.fields.insert("differs".into(), note.into());
                seen.summary = notice!("gave-not-as-allowed", rest = seen.summary);
            }
            observed.tell(&mut seen.fields);
            seen.summary = changes.summary_with(seen.summary);
            Ok(Outcome {
                stat: Some(done.stat),
                applied: done.applied,
                observed: (observed.observed, observed.kept),
                ..Outcome::from(seen)
            })
        })
        .await
    }

    async fn command(self, work: Box<CommandWork>, grant: Grant) -> Result<Outcome, ToolError> {
        let leave = match grant {
            Grant::Edited { text } if text != work.command => Permission::Command { command: text },
            _ => Permission::AsAsked,
        };
        let (result, changed) = if self.inner.baselines.has(self.asker.session) {
            self.beside_baseline(leave, work.naming).await?
        } else {
            self.covered(leave, work.naming).await?
        };
        let lines = result.text.lines().count();
        let mut fields = Map::new();
        fields.insert("output".into(), clipped(&result.text).into());
        fields.insert("lines".into(), lines.into());
        changed.tell(&mut fields);
        let counted = count(lines, "line");
        let summary = changed.summary_with(notice!("gave-lines", counted));
        let failed = (!result.ok).then(|| failed(&result.text));
        Ok(Outcome {
            failed,
            observed: (changed.observed, changed.kept),
            ..Outcome::from(ToolOutput { fields, summary })
        })
    }

    /// Runs a command between two disk scans.
    async fn covered(
        &self,
        leave: Permission,
        naming: Option<Naming>,
    ) -> Result<(AgentToolResult, CommandChanges), ToolError> {
        let (inner, call, asker) = (&self.inner, self.call, &self.asker);
        let covered = shell_exec::begin_cover(inner, naming, call, asker).await;
        let result = self.program(leave).await;
        let changed = shell_exec::end_cover(inner, covered, call, asker.clone()).await;
        Ok((result?, changed))
    }

    /// Runs a command under continuous observation of the program. If the program stops early, its
    /// changes are reported with the end of its work.
    async fn beside_baseline(
        &self,
        leave: Permission,
        naming: Option<Naming>,
    ) -> Result<(AgentToolResult, CommandChanges), ToolError> {
        let before = match naming {
            Some(_) => self.changed_before().await,
            None => CommandChanges::default(),
        };
        let result = self.program(leave).await?;
        self.inner.workspace.doubt();
        let (acted, acting) = (self.program.acted(), self.program.acting());
        let (inner, asker, call) = (Arc::clone(&self.inner), self.asker.clone(), self.call);
        let edits = result.unasked.clone();
        let look = move || {
            let later = later(&inner, &acting);
            let by = By {
                call: Some(call),
                allowed: None,
                later: Some(&later),
            };
            let more = snapshot::naming_of(&inner, &acted, &edits);
            let naming = match (naming, more) {
                (Some(mut naming), Some(more)) => {
                    naming.texts.extend(more.texts);
                    naming.writes.extend(more.writes);
                    naming
                }
                (Some(naming), None) | (None, Some(naming)) => naming,
                (None, None) => return CommandChanges::default(),
            };
            advance(&inner, &asker, (call, by), (&naming, &edits))
        };
        let changed = tokio::task::spawn_blocking(look).await.unwrap_or_default();
        Ok((result, changed.after(before)))
    }

    /// Returns changes made before the program has permission for this call: they are not its work.
    async fn changed_before(&self) -> CommandChanges {
        if !self.inner.baselines.has(self.asker.session) {
            return CommandChanges::default();
        }
        let mut acting = self.program.acting();
        acting.extend(self.program.acted());
        let (inner, asker) = (Arc::clone(&self.inner), self.asker.clone());
        let look = move || {
            let (naming, later) = (snapshot::nothing_named(&inner), later(&inner, &acting));
            let by = By {
                later: Some(&later),
                ..By::default()
            };
            inner.baselines.advance(&inner, &asker, by, &naming)
        };
        tokio::task::spawn_blocking(look).await.unwrap_or_default()
    }

    /// Builds the outcome from the result that the program reported for a call.
    async fn told(self, result: AgentToolResult) -> Result<Outcome, ToolError> {
        let (acted, acting) = (self.program.acted(), self.program.acting());
        let Self {
            inner, asker, call, ..
        } = self;
        on_worker(move || {
            let by = (call, None);
            let told = (
                acted.as_slice(),
                acting.as_slice(),
                result.unasked.as_slice(),
            );
            let observed = observe(&inner, &asker, by, told);
            let mut fields = Map::new();
            fields.insert("result".into(), clipped(&result.text).into());
            observed.tell(&mut fields);
            let summary = observed.summary_with(Notice::text(first_line(&result.text)));
            let failed = (!result.ok).then(|| failed(&result.text));
            Ok(Outcome {
                failed,
                observed: (observed.observed, observed.kept),
                ..Outcome::from(ToolOutput { fields, summary })
            })
        })
        .await
    }

    /// Denies the permission after all; the program's reaction is no result.
    async fn deny(&self, error: &ToolError) {
        let (why, then) = (error.message.clone(), AfterDenial::GoOn);
        self.program(Permission::Denied {
            why: why.to_string(),
            then,
        })
        .await
        .ok();
    }
}

/// Returns the hunks of a change that were accepted.
fn taken(change: &ChangeWork, grant: &Grant) -> Allowed {
    let is_taken = |hunk: &&Hunk| match grant {
        Grant::Hunks { accepted } => accepted.contains(&hunk.id),
        _ => true,
    };
    let hunks = change.planned.entry.hunks.iter().filter(is_taken);
    Allowed {
        path: change.path.clone(),
        hunks: hunks.map(|hunk| hunk.id).collect(),
    }
}

/// Finds the changes that the program made without a request.
fn observe(
    inner: &Inner,
    asker: &CallContext,
    (call, allowed): (CallId, Option<&Allowed>),
    (acted, acting, edits): (&[ReportedAction], &[ReportedAction], &[UntrackedEdit]),
) -> CommandChanges {
    if !inner.baselines.has(asker.session) {
        return match edits {
            [] => CommandChanges::default(),
            edits => snapshot::unasked(inner, asker, call, edits),
        };
    }
    match snapshot::naming_of(inner, acted, edits) {
        Some(naming) => {
            let later = later(inner, acting);
            let by = By {
                call: Some(call),
                allowed,
                later: Some(&later),
            };
            advance(inner, asker, (call, by), (&naming, edits))
        }
        None => CommandChanges::default(),
    }
}

/// Returns the files that other calls name.
fn later(inner: &Inner, acting: &[ReportedAction]) -> Naming {
    let naming = snapshot::naming_of(inner, acting, &[]);
    naming.unwrap_or_else(|| snapshot::nothing_named(inner))
}

/// Returns the changes since the last scan. For files that are not scanned, such as ignored ones,
/// the program reports the previous content.
fn advance(
    inner: &Inner,
    asker: &CallContext,
    (call, by): (CallId, By<'_>),
    (naming, edits): (&Naming, &[UntrackedEdit]),
) -> CommandChanges {
    let covers = |edit: &UntrackedEdit| {
        let path = inner.workspace.resolve(&edit.path).map(|found| found.path);
        path.is_ok_and(|path| inner.baselines.covers(asker.session, &path))
    };
    let mut beyond: Vec<UntrackedEdit> = edits.iter().filter(|it| !covers(it)).cloned().collect();
    let changed = inner.baselines.advance(inner, asker, by, naming);
    beyond.retain(|edit| !covers(edit));
    match beyond.as_slice() {
        [] => changed,
        beyond => changed.and(snapshot::unasked(inner, asker, call, beyond)),
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(100).collect()
}

fn failed(text: &str) -> ToolError {
    let message = match text.trim() {
        "" => notice!("told-agent-failed"),
        text => Notice::text(clipped(text)),
    };
    ToolError::new(ErrorCode::CommandFailed, message)
}

/// Removes control sequences from a text and limits its length.
fn clipped(text: &str) -> String {
    let mut end = text.len().min(RESULT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut clean = redact::sanitize(text.get(..end).unwrap_or_default());
    if end < text.len() {
        clean.push_str("\n[cut]");
    }
    clean
}

/// Returns the user's answer to a question, by labels. Without an answer, returns a denial for the
/// program.
fn answers(answer: &Value) -> Permission {
    let texts = match answer.get("answer").unwrap_or(&Value::Null) {
        Value::Array(chosen) => chosen.iter().filter_map(Value::as_str).collect(),
        one => Vec::from_iter(one.as_str()),
    };
    let chosen: Vec<String> = texts.into_iter().map(str::to_owned).collect();
    if chosen.iter().all(|text| text.trim().is_empty()) {
        return Permission::Denied {
            why: "the user did not answer this question; go on with what you know".to_owned(),
            then: AfterDenial::GoOn,
        };
    }
    Permission::Answer { chosen }
}
