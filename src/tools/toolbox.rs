//! The tool box: prepares calls, and runs them once they are allowed.

use std::sync::{Arc, Mutex, Once, OnceLock};
use std::time::{Instant, SystemTime};

use tokio::sync::mpsc;

use super::api::{CallContext, Cancel, Finished, Limits, Prepared, Surroundings};
use super::boxes::FoundOffer;
use super::memory::ReadMemory;
use super::program_boxes::installed_programs;
use super::rehearsal::Results;
use super::result::ResultKey;
use super::snapshot::{Baselines, Copies, KeptBlobs, LastScan};
use super::work::{PlannedWork, ToolOutput, ToolPlan};
use super::world::Worlds;
use super::{apply, find_tool, prune, registry, rehearsal, server_call, shell_exec, use_skill};
use agents::SkillFiles;
use index::Index;
use mcp::Servers;
use notice::notice;
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolClass, ToolError, ToolSpec};
use protocol::ids::{ContentHash, SessionId};
use protocol::plan::{CallPlan, Executor, Grant, ObservedChange};
use protocol::query::ExternalProgram;
use protocol::sandbox::SandboxOffer;
use protocol::sub_agent::{AgentOf, may_have};
use redact::{Masker, RuntimeSecrets};
use workspace::Workspace;

/// The tools of a workspace. Cheap to clone; all sessions of a workspace share one.
#[derive(Clone)]
pub struct ToolBox {
    pub(super) inner: Arc<Inner>,
}

/// State that every tool can use.
pub(super) struct Inner {
    pub(super) workspace: Arc<Workspace>,
    pub(super) limits: Limits,
    pub(super) surroundings: Surroundings,
    pub(super) memory: ReadMemory,
    pub(super) masker: Masker,
    pub(super) pruned: Once,
    /// The last disk scan made for a command.
    pub(super) sight: LastScan,
    /// Copies of files made for the snapshots around commands.
    pub(super) copies: Mutex<Option<Copies>>,
    /// State of the files before the agent programs with their own tools changed them.
    pub(super) baselines: Baselines,
    /// The word index of the files; unset if there is no index.
    pub(super) index: OnceLock<Arc<Index>>,
    /// The skills of the workspace and the user; unset if there can be none.
    pub(super) skills: OnceLock<Arc<SkillFiles>>,
    /// The recorded results, if calls are replayed instead of carried out.
    pub(super) recorded: Option<Arc<dyn Results>>,
    pub(super) offer: FoundOffer,
    pub(super) worlds: Worlds,
}

impl ToolBox {
    /// Creates a tool box for a workspace.
    pub fn new(workspace: Arc<Workspace>, limits: Limits, surroundings: Surroundings) -> Self {
        let masker = Masker::of_environment(
            surroundings
                .environment
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str())),
        )
        .and_values(surroundings.keys());
        Self {
            inner: Arc::new(Inner {
                workspace,
                limits,
                surroundings,
                memory: ReadMemory::default(),
                masker,
                pruned: Once::new(),
                sight: LastScan::default(),
                copies: Mutex::default(),
                baselines: Baselines::default(),
                index: OnceLock::new(),
                skills: OnceLock::new(),
                recorded: None,
                offer: FoundOffer::default(),
                worlds: Worlds::default(),
            }),
        }
    }

    /// Returns a copy of the tool box that shares its knowledge but discards new knowledge:
    /// preparing a call with it leaves no trace in the agents' reads and refusals.
    pub fn for_preview(&self) -> Self {
        let inner = &self.inner;
        Self {
            inner: Arc::new(Inner {
                workspace: Arc::clone(&inner.workspace),
                limits: inner.limits.clone(),
                surroundings: inner.surroundings.clone(),
                memory: inner.memory.copy(),
                masker: inner.masker.clone(),
                pruned: Once::new(),
                sight: LastScan::default(),
                copies: Mutex::default(),
                baselines: Baselines::default(),
                index: inner.index.clone(),
                skills: inner.skills.clone(),
                recorded: inner.recorded.clone(),
                offer: inner.offer.clone(),
                worlds: Worlds::default(),
            }),
        }
    }

    /// Masks these values too, wherever they turn up. Call it before the first use.
    #[must_use]
    pub fn hiding<'a>(mut self, values: impl IntoIterator<Item = &'a str>) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.inner) {
            inner.masker = inner.masker.clone().and_values(values);
        }
        self
    }

    /// Carries nothing out: each call gets its recorded result. Call it before the first use.
    #[must_use]
    pub fn rehearsing(mut self, results: Arc<dyn Results>) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.inner) {
            inner.recorded = Some(results);
        }
        self
    }

    /// Masks secrets that are learned later too. Call it before the first use.
    #[must_use]
    pub fn learning(mut self, learned: &RuntimeSecrets) -> Self {
        if let Some(inner) = Arc::get_mut(&mut self.inner) {
            inner.masker = inner.masker.clone().learning(learned);
        }
        self
    }

    #[must_use]
    pub fn with_index(self, index: Arc<Index>) -> Self {
        // Only the first call counts.
        self.inner.index.set(index).ok();
        self
    }

    #[must_use]
    pub fn with_skills(self, skills: Arc<SkillFiles>) -> Self {
        // Only the first call counts.
        self.inner.skills.set(skills).ok();
        self
    }

    pub fn skills(&self) -> Option<&Arc<SkillFiles>> {
        self.inner.skills.get()
    }

    /// Reads the skills again, so that the next requests offer them as they are.
    pub async fn refresh_skills(&self) {
        if let Some(skills) = self.skills() {
            let skills = Arc::clone(skills);
            let read = tokio::task::spawn_blocking(move || skills.refresh());
            // Without a worker they stay as they were read last.
            read.await.ok();
        }
    }

    /// Returns the highest box that this machine can make for commands in this workspace. Tries it
    /// once a boot. Blocks: call it on a worker.
    pub fn sandbox_offer(&self) -> SandboxOffer {
        self.inner.sandbox_offer()
    }

    /// Finds the programs that an agent may want, with their versions. Blocks: call it on a worker.
    pub fn installed_programs(&self) -> Vec<ExternalProgram> {
        let boxes = self.inner.surroundings.boxes.as_ref();
        let root = self.inner.workspace.root();
        installed_programs(boxes, &self.sandbox_offer(), root)
    }

    /// Whether the commands of a session that proposes its changes see them. Blocks as
    /// [`Self::sandbox_offer`].
    pub fn has_worlds(&self) -> bool {
        self.inner.has_worlds()
    }

    /// Removes the caches that the commands of a session left, once it is closed. Blocks: call it on
    /// a worker.
    pub fn forget_session(&self, session: SessionId) {
        self.inner.worlds.forget(session);
    }

    pub fn index(&self) -> Option<&Arc<Index>> {
        self.inner.index.get()
    }

    /// Returns the tools that the model of a session is offered: `own`, the one for
    /// skills if there are any, and those of MCP servers.
    /// A sub-agent is offered only its own.
    pub fn offer(
        &self,
        session: SessionId,
        of: Option<&AgentOf>,
        own: &Arc<[ToolSpec]>,
    ) -> Arc<[ToolSpec]> {
        let Some(of) = of else {
            return self.offer_to_session(session, own);
        };
        let all = self.offer_to_session(of.session, own);
        let offered = all.iter().filter(|tool| {
            let server = server_call::find(&self.inner, &tool.name);
            let server = server.as_ref().map(|found| found.1.server.as_str());
            may_have(tool.class) && of.limits.allows(&tool.name, server)
        });
        offered.cloned().collect()
    }

    fn offer_to_session(&self, session: SessionId, own: &Arc<[ToolSpec]>) -> Arc<[ToolSpec]> {
        let servers = self.inner.surroundings.servers.as_ref();
        let more = servers
            .map(|servers| servers.offer(session))
            .unwrap_or_default();
        let skill = self.skills().and_then(|skills| use_skill::spec(skills));
        if more.tools.is_empty() && more.deferred == 0 && skill.is_none() {
            return Arc::clone(own);
        }
        let search = (more.deferred > 0).then(find_tool::spec);
        own.iter()
            .cloned()
            .chain(skill)
            .chain(search)
            .chain(more.tools)
            .collect()
    }

    /// Returns the MCP servers of the workspace.
    pub fn servers(&self) -> Option<&Arc<Servers>> {
        self.inner.surroundings.servers.as_ref()
    }

    /// Checks a call and determines what it would do. Changes nothing on the disk. Blocks: call it
    /// on a worker.
    ///
    /// # Errors
    /// E007 for an unknown tool, E013 for arguments that do not fit the schema, and the errors of
    /// the tool's own checks.
    pub fn prepare(&self, call: &ToolCall, asker: &CallContext) -> Result<Prepared, ToolError> {
        let class = registry::class_of(&call.tool);
        let is_of_the_engine = matches!(class, ToolClass::Plan | ToolClass::Agent);
        if let Some(results) = &self.inner.recorded
            && !is_of_the_engine
        {
            return rehearsal::prepare(results, call, asker);
        }
        if let Some(found) = server_call::find(&self.inner, &call.tool) {
            let server = found.1.server.as_str();
            if !asker.limits.allows(&call.tool, Some(server)) {
                return Err(withheld(&call.tool));
            }
            let draft = server_call::prepare(&self.inner, call, found)?;
            let kind = (call.tool.clone(), ToolClass::Mcp, Executor::ByUs);
            return Ok(prepared(call, asker, kind, draft));
        }
        let Some(tool) = registry::find(&call.tool) else {
            return Err(registry::unknown(&call.tool));
        };
        if !asker.limits.allows(tool.name, None) {
            return Err(withheld(tool.name));
        }
        let draft = (tool.prepare)(&self.inner, call, asker)?;
        let kind = (tool.name.to_owned(), tool.class, Executor::ByUs);
        Ok(prepared(call, asker, kind, draft))
    }

    /// Executes a prepared call as it was approved. Sends pieces of a command's output to `output`
    /// as they arrive, clean and with secrets masked; while `output` is full, pieces are merged.
    ///
    /// Fails with E011 if a file has changed since the call was prepared, and leaves it unchanged.
    /// Dropping the future kills a running command.
    pub async fn run(
        &self,
        prepared: Prepared,
        grant: Grant,
        cancel: Cancel,
        output: mpsc::Sender<String>,
    ) -> Finished {
        let began = Instant::now();
        let label = ResultKey::of(&prepared);
        let inner = Arc::clone(&self.inner);
        let outcome = if cancel.stop.is_cancelled() || cancel.kill.is_cancelled() {
            Err(ToolError::new(
                ErrorCode::Cancelled,
                notice!("told-cancelled-before"),
            ))
        } else {
            match prepared.work {
                PlannedWork::Command(command) => {
                    let by = (prepared.plan.call, prepared.asker);
                    // Large, and every other call would carry its size.
                    Box::pin(shell_exec::run(inner, by, command, grant, cancel, output)).await
                }
                PlannedWork::Server(work) => server_call::run(&inner, *work, &cancel).await,
                PlannedWork::Recorded(result) => return label.recorded(result),
                PlannedWork::Ask(_) => super::clarify_user::answered(&grant).map(Outcome::from),
                PlannedWork::Elsewhere
                | PlannedWork::Told(_)
                | PlannedWork::Tasks(_)
                | PlannedWork::Remember(_)
                | PlannedWork::Agents(_) => Err(ToolError::new(
                    ErrorCode::ToolNotAvailable,
                    notice!("told-agent-only"),
                )),
                PlannedWork::Look(look) => on_worker(move || look(&inner).map(Outcome::from)).await,
                PlannedWork::Change(change) => {
                    let asker = prepared.asker;
                    on_worker(move || {
                        let done = apply::execute(&inner, &asker, &change, &grant)?;
                        Ok(Outcome {
                            stat: Some(done.stat),
                            applied: done.applied,
                            ..Outcome::from(done.seen)
                        })
                    })
                    .await
                }
            }
        };
        label.finish(outcome, began)
    }

    /// Returns the result of a change that goes into the working buffer instead of onto the disk.
    /// The caller logs `plan.change.entry`; from then on `Records` must return the new text.
    pub fn propose(&self, prepared: &Prepared) -> Finished {
        let began = Instant::now();
        let label = ResultKey::of(prepared);
        let outcome = match prepared.work.change() {
            Some(change) => Ok(apply::propose(&self.inner, prepared, change).into()),
            None => Err(ToolError::new(
                ErrorCode::InvalidArguments,
                notice!("told-nothing-to-stage", word = label.tool),
            )),
        };
        label.finish(outcome, began)
    }

    /// Returns the result of a call that failed or was refused before it ran.
    pub fn refused(call: &ToolCall, error: ToolError) -> CallResult {
        ResultKey {
            call: call.id,
            provider_id: call.provider_id.clone(),
            tool: call.tool.clone(),
        }
        .failed(error)
    }

    /// Deletes command outputs that are older than seven days, and the oldest ones while the total
    /// exceeds 256 MiB. Returns the number of deleted ones. Blocks: call it on a worker. The first
    /// command of a tool box calls it too.
    pub fn prune_outputs(&self) -> usize {
        self.inner.prune_outputs()
    }
}

impl Inner {
    /// Deletes old outputs of commands.
    pub(super) fn prune_outputs(&self) -> usize {
        let folder = &self.surroundings.private_dir;
        prune::prune(folder, prune::KEEP, SystemTime::now())
    }
}

/// Builds E007 for a tool that the agent does not have.
fn withheld(tool: &str) -> ToolError {
    let message = notice!("agents-tool-withheld", word = tool);
    ToolError::new(ErrorCode::ToolNotAvailable, message)
}

/// The outcome of a tool call.
pub(super) struct Outcome {
    pub(super) seen: ToolOutput,
    /// Set if the call failed although it returned some output.
    pub(super) failed: Option<ToolError>,
    pub(super) stat: Option<protocol::change::FileStat>,
    pub(super) applied: Option<protocol::change::Entry>,
    pub(super) log_path: Option<std::path::PathBuf>,
    /// Changes on the disk during the call, with the file contents that they refer to.
    pub(super) observed: (Vec<ObservedChange>, KeptBlobs),
}

impl From<ToolOutput> for Outcome {
    fn from(seen: ToolOutput) -> Self {
        Self {
            seen,
            failed: None,
            stat: None,
            applied: None,
            log_path: None,
            observed: Default::default(),
        }
    }
}

/// Combines a tool's plan with its presentation for the user.
pub(super) fn prepared(
    call: &ToolCall,
    asker: &CallContext,
    (tool, class, carried_out): (String, ToolClass, Executor),
    draft: ToolPlan,
) -> Prepared {
    let shown = shown(&draft);
    let (steps, tasks) = (draft.work.steps(), draft.work.tasks());
    let agents = draft.work.agents();
    let remember = draft.work.remember();
    let ToolPlan {
        subject,
        risk,
        body,
        change,
        work,
    } = draft;
    Prepared {
        plan: CallPlan {
            call: call.id,
            tool,
            class,
            subject,
            risk,
            body,
            steps,
            shown,
            change,
            tasks,
            agents,
            remember,
            carried_out,
        },
        provider_id: call.provider_id.clone(),
        asker: asker.clone(),
        work,
    }
}

pub(super) async fn on_worker(
    work: impl FnOnce() -> Result<Outcome, ToolError> + Send + 'static,
) -> Result<Outcome, ToolError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(ToolError::new(
            ErrorCode::ToolNotAvailable,
            notice!("told-tool-broke"),
        ))
    })
}

/// Hash of everything that the user is shown, and of the bytes before and after.
fn shown(draft: &ToolPlan) -> ContentHash {
    let mut bytes =
        serde_json::to_vec(&(&draft.body, &draft.risk, &draft.subject)).unwrap_or_default();
    if let Some(change) = &draft.change {
        for hash in [&change.entry.before, &change.entry.after, &change.base.blob] {
            bytes.push(0);
            bytes.extend(hash.iter().flat_map(|hash| *hash.as_bytes()));
        }
    }
    if let PlannedWork::Ask(steps) = &draft.work
        && !steps.is_empty()
    {
        bytes.extend(serde_json::to_vec(steps).unwrap_or_default());
    }
    // The question shows only the beginning of long prompts.
    if let PlannedWork::Agents(request) = &draft.work {
        bytes.extend(serde_json::to_vec(request).unwrap_or_default());
    }
    if let PlannedWork::Command(command) = &draft.work {
        bytes.extend(command.folder.as_os_str().as_encoded_bytes());
        bytes.extend(command.limit.as_millis().to_le_bytes());
    }
    ContentHash::of(&bytes)
}
