//! A test bench: engine, store, ledger and tools over a folder, all in sequence on one thread. Each
//! order is carried out before the next one; a command consists of its effects on files.

use std::collections::{BTreeMap, BTreeSet};
use std::collections::{HashMap, VecDeque};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::ledger::{Ledger, Logged, Stamp};
use engine::{
    CallCompletion, Effect, Engine, EngineConfig, IdSource as EngineIds, Input, NoStreams, Outcome,
    RecoveredChanges, RequestedCall, StepAnswer, StepContext,
};
use notice::Notice;
use protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question, QuestionBody};
use protocol::call::{CallResult, ToolCall};
use protocol::command::Command;
use protocol::event::{Event, EventKind};
use protocol::ids::{CallId, FileId, HunkId, RunId, Seq, SessionId, WorkspaceId};
use protocol::plan::Grant;
use protocol::review::rollback::{RollbackPreview, RollbackRequest};
use protocol::review::{
    ApplyRecord, ApplyResult, ApplyScope, ApplySummary, ReviewCommand, ReviewQuery, ReviewReply,
};
use protocol::session::SessionSettings;
use store::{Batch, Store, StoreLocation};
use tools::{
    AtPath, CallContext, Cancel, DiskFile, Finished, IdSource, Limits, Prepared, Records,
    Surroundings, ToolBox, class_of, policy_parser,
};
use workspace::Workspace;

/// Files with their bytes and permission bits, by path.
pub(super) type Tree = BTreeMap<String, (Vec<u8>, u32)>;

/// The runtime for the tools.
static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .build()
        .unwrap()
});

/// A change to a file outside the review.
#[derive(Debug, Clone)]
pub(super) enum Touch {
    /// Replaces some of its lines. Creates the file if it does not exist.
    Splice(String, Splice),
    /// Removes the file if it exists.
    Remove(String),
    /// Moves the file if it exists, and replaces any file at the target.
    Move(String, String),
    /// Changes the permission bits if the file exists.
    Mode(String, u32),
}

impl Touch {
    /// Returns a command text that names the change.
    fn command(&self) -> String {
        match self {
            Self::Splice(path, _) => format!("sed -i s/a/b/ {path}"),
            Self::Remove(path) => format!("rm -f {path}"),
            Self::Move(from, to) => format!("mv {from} {to}"),
            Self::Mode(path, bits) => format!("chmod {bits:o} {path}"),
        }
    }

    /// Returns the path of the file that exists afterwards.
    fn makes(&self) -> Option<String> {
        match self {
            Self::Splice(path, _) | Self::Move(_, path) => Some(path.clone()),
            Self::Remove(_) | Self::Mode(..) => None,
        }
    }

    fn carry_out(&self, root: &Path) {
        let at = |path: &str| root.join(path);
        match self {
            Self::Splice(path, splice) => {
                std::fs::create_dir_all(at(path).parent().unwrap()).unwrap();
                let now = std::fs::read(at(path)).unwrap_or_default();
                let text = splice.of(&String::from_utf8(now).unwrap());
                std::fs::write(at(path), text).unwrap();
            }
            Self::Remove(path) => drop(std::fs::remove_file(at(path))),
            Self::Move(from, to) => {
                if at(from).is_file() {
                    std::fs::create_dir_all(at(to).parent().unwrap()).unwrap();
                    std::fs::rename(at(from), at(to)).unwrap();
                }
            }
            Self::Mode(path, bits) => {
                if at(path).is_file() {
                    let bits = std::fs::Permissions::from_mode(*bits);
                    std::fs::set_permissions(at(path), bits).unwrap();
                }
            }
        }
    }
}

/// Replaces lines with others, at any position in the text.
#[derive(Debug, Clone)]
pub(super) struct Splice {
    pub(super) at: usize,
    pub(super) gone: usize,
    pub(super) put: Vec<String>,
}

impl Splice {
    pub(super) fn of(&self, text: &str) -> String {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let at = self.at % (lines.len() + 1);
        let end = (at + self.gone).min(lines.len());
        lines.splice(at..end, self.put.iter().map(String::as_str));
        lines.concat()
    }
}

/// The agent's next call.
#[derive(Debug, Clone)]
pub(super) enum AgentCall {
    /// Reads a file.
    Read(String),
    /// Writes a changed text of a file, or creates one.
    Splice(String, Splice),
    /// Deletes a file.
    Delete(String),
    /// Runs a command with these effects, beside changes of another program.
    Command(Vec<Touch>, Vec<Touch>),
}

struct Counted(Arc<AtomicU64>);

impl EngineIds for Counted {
    fn next(&mut self) -> Uuid {
        next_id(&self.0)
    }
}

fn next_id(counter: &AtomicU64) -> Uuid {
    Uuid::from_u128(u128::from(counter.fetch_add(1, Ordering::Relaxed)))
}

pub(super) struct LedgerHarness {
    folder: TempDir,
    engine: Engine,
    pub(super) store: Store,
    pub(super) ledger: Arc<Ledger>,
    tools: ToolBox,
    counter: Arc<AtomicU64>,
    now: Timestamp,
    last: Seq,
    pub(super) session: SessionId,
    script: VecDeque<AgentCall>,
    prepared: HashMap<CallId, Prepared>,
    commands: HashMap<CallId, (Vec<Touch>, Vec<Touch>)>,
    next_command: Option<(Vec<Touch>, Vec<Touch>)>,
    queue: VecDeque<Input>,
    /// Whether an outside change has not been scanned yet.
    pub(super) is_touched: bool,
    /// Paths to which another program has moved a file.
    pub(super) by_others: BTreeSet<String>,
    /// Answer to a question about a command with proposed changes.
    pub(super) beside_proposed: Decision,
    /// The apply operations and their results.
    pub(super) applies: Vec<(ApplyRecord, ApplyResult)>,
    /// All events, oldest first.
    pub(super) facts: Vec<EventKind>,
}

impl LedgerHarness {
    /// Creates a desk over these files, in a folder in memory if the system has one.
    pub(super) fn in_memory(files: &Tree) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() {
            tempfile::tempdir_in(memory)
        } else {
            tempfile::tempdir()
        };
        Self::over(folder.unwrap(), files)
    }

    /// Creates a desk over these files on a real disk.
    pub(super) fn on_disk(files: &Tree) -> Self {
        Self::over(tempfile::tempdir().unwrap(), files)
    }

    fn over(folder: TempDir, files: &Tree) -> Self {
        let root = folder.path().join("work");
        std::fs::create_dir(&root).unwrap();
        for (path, (bytes, mode)) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, bytes).unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(*mode)).unwrap();
        }
        let id = WorkspaceId("0123456789abcdef".to_owned());
        let opened = Store::open(StoreLocation::Memory, &id).unwrap();
        let (ledger, tools) = beside(folder.path(), &opened.store);
        let mut harness = Self {
            folder,
            engine: Engine::new(config(0)),
            store: opened.store,
            ledger,
            tools,
            counter: Arc::new(AtomicU64::new(1_000)),
            now: Timestamp::UNIX_EPOCH,
            last: opened.last_seq,
            session: SessionId(Uuid::from_u128(1)),
            script: VecDeque::new(),
            prepared: HashMap::new(),
            commands: HashMap::new(),
            next_command: None,
            queue: VecDeque::new(),
            applies: Vec::new(),
            is_touched: false,
            by_others: BTreeSet::new(),
            beside_proposed: Decision::OnDisk,
            facts: Vec::new(),
        };
        let settings = SessionSettings {
            name: "desk".to_owned(),
            cwd: harness.root(),
            agent: "code".to_owned(),
            provider: "none".to_owned(),
            model: "m".to_owned(),
            mode: Mode::Review,
            extra_prompt: String::new(),
            effort: Default::default(),
            known_as: Default::default(),
            agent_of: None,
        };
        let session = harness.session;
        harness.command(Command::CreateSession { session, settings });
        harness
    }

    pub(super) fn root(&self) -> std::path::PathBuf {
        self.folder.path().join("work")
    }

    fn ids(&self) -> IdSource {
        let counter = Arc::clone(&self.counter);
        Arc::new(move || next_id(&counter))
    }

    fn stamp(&self) -> Stamp {
        Stamp::of(self.ids(), self.now)
    }

    fn asker(&self, run: RunId) -> CallContext {
        CallContext {
            session: self.session,
            run,
            agent: "code".to_owned(),
            limits: Default::default(),
            is_by_user: false,
            proposes: false,
            folder: String::new(),
            now: self.now,
            ids: self.ids(),
        }
    }

    // Actions.

    /// Runs these calls of the agent in one run.
    pub(super) fn agent(&mut self, mode: Mode, calls: &[AgentCall]) {
        let session = self.session;
        self.command(Command::SetMode { session, mode });
        let with_read = calls.iter().flat_map(|call| {
            let read = match call {
                AgentCall::Splice(path, _) | AgentCall::Delete(path) => {
                    Some(AgentCall::Read(path.clone()))
                }
                AgentCall::Read(_) | AgentCall::Command(..) => None,
            };
            read.into_iter().chain([call.clone()])
        });
        self.script = with_read.collect();
        let text = "go".to_owned();
        self.command(Command::send_message(session, text));
    }

    /// Changes files from outside, without a notification.
    pub(super) fn touch(&mut self, touch: &Touch) {
        self.is_touched = true;
        self.by_others.extend(touch.makes());
        touch.carry_out(&self.root());
    }

    pub(super) fn order(&mut self, order: ReviewCommand) {
        let session = self.session;
        self.command(Command::Review { session, order });
    }

    pub(super) fn look(&mut self) {
        self.order(ReviewCommand::LookAtDisk);
        self.is_touched = false;
    }

    pub(super) fn summary(&self) -> ApplySummary {
        let (files, of) = (Vec::new(), ApplyScope::Decided);
        let question = ReviewQuery::Summary { files, of };
        let Ok(ReviewReply::Summary { summary }) = self.ask(&question) else {
            panic!("no summary");
        };
        summary
    }

    pub(super) fn apply(&mut self) -> ApplySummary {
        let summary = self.summary();
        let shown = summary.shown.unwrap();
        let (files, of) = (Vec::new(), ApplyScope::Decided);
        self.order(ReviewCommand::Apply { files, shown, of });
        summary
    }

    pub(super) fn preview(&self, request: &RollbackRequest) -> Result<RollbackPreview, String> {
        let request = request.clone();
        match self.ask(&ReviewQuery::Rollback { request })? {
            ReviewReply::Rollback { preview } => Ok(*preview),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn roll_back(&mut self, request: &RollbackRequest, preview: &RollbackPreview) {
        self.order(ReviewCommand::RollBack {
            request: request.clone(),
            shown: preview.shown,
        });
    }

    pub(super) fn ask(&self, question: &ReviewQuery) -> Result<ReviewReply, String> {
        let answer = self.ledger.answer(self.session, question, None);
        answer.map_err(|error| error.to_string())
    }

    /// Ends the process; another one continues with the stored state.
    pub(super) fn restart(&mut self) {
        let last = RUNTIME.block_on(self.store.last_checkpoint_number());
        self.engine = Engine::new(config(last.unwrap()));
        (self.ledger, self.tools) = beside(self.folder.path(), &self.store);
        let session = self.session;
        self.command(Command::OpenSession { session });
    }

    // Queries.

    pub(super) fn tree(&self) -> Tree {
        let root = self.root();
        let mut tree = Tree::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let mode = path.metadata().unwrap().permissions().mode() & 0o7777;
                let name = path.strip_prefix(&root).unwrap().display().to_string();
                tree.insert(name, (std::fs::read(&path).unwrap(), mode));
            }
        }
        tree
    }

    /// Returns the logs of the session's files; asserts that every one can be read and
    /// matches its hashes.
    pub(super) fn logs(&self) -> BTreeMap<FileId, Arc<Logged>> {
        let (logs, faults) = self.ledger.logs(self.session).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        for logged in &logs {
            assert_eq!(logged.log.verify(), Ok(()), "{}", logged.path);
        }
        let by_file = logs.into_iter().map(|logged| (logged.log.file, logged));
        by_file.collect()
    }

    pub(super) fn hunks(&self) -> Vec<HunkId> {
        let logs = self.logs();
        let hunks = logs.values().flat_map(|logged| logged.log.hunks());
        let mut ids: Vec<HunkId> = hunks.map(|(_, hunk)| hunk.id).collect();
        ids.sort_unstable();
        ids
    }

    /// Returns a text as the agent sees it; `None` if it sees no file, or none that is text.
    fn text_for_agent(&self, path: &str) -> Option<String> {
        let there = self.root().join(path);
        let bytes = std::fs::read(&there).ok();
        let mode = std::fs::metadata(&there).map_or(0, |found| found.permissions().mode());
        let mode = mode & 0o7777;
        let disk = bytes.as_deref().map(|bytes| DiskFile { bytes, mode });
        let asker = self.asker(RunId(Uuid::nil()));
        match Records::logged(self.ledger.as_ref(), &asker, path, disk) {
            Some(logged) => logged.text.map(|text| text.to_string()),
            // Another file that is about to leave the path is irrelevant to the agent.
            None => match self.ledger.file_on_disk(self.session, path) {
                AtPath::Logged(_) => None,
                AtPath::Unknown | AtPath::AsSeen => String::from_utf8(bytes?).ok(),
            },
        }
    }

    // Internals.

    pub(super) fn command(&mut self, command: Command) {
        self.queue.push_back(Input::Command(command));
        while let Some(msg) = self.queue.pop_front() {
            self.step(msg);
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.queue.push_back(Input::Outcome(outcome));
    }

    fn step(&mut self, msg: Input) {
        self.now += SignedDuration::from_millis(1);
        let mut ids = Counted(Arc::clone(&self.counter));
        let mut cx = StepContext {
            now: self.now,
            ids: &mut ids,
            received: &NoStreams,
        };
        let mut step = self.engine.step(msg, &mut cx);
        let mut events = Vec::new();
        for event in &mut step.events {
            if event.fact.is_durable() {
                self.last = Seq(self.last.0 + 1);
                event.seq = Some(self.last);
                events.push(Arc::new(Event::clone(event)));
            }
        }
        if !events.is_empty() {
            let batch = Batch {
                events,
                ..Batch::default()
            };
            self.store.commit_blocking(batch).unwrap();
            self.ledger.changed(self.session);
        }
        for event in step.events {
            if let EventKind::QuestionOpened { question: prompt } = &event.fact {
                self.answer(prompt);
            }
            self.facts.push(event.fact);
        }
        for effect in step.effects {
            self.carry_out(effect);
        }
    }

    fn answer(&mut self, prompt: &Question) {
        let decision = match &prompt.body {
            QuestionBody::Command {
                proposed: Some(_), ..
            } => self.beside_proposed.clone(),
            _ => Decision::Yes,
        };
        let answer = Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision,
            by: AnsweredBy::Key,
        };
        let session = self.session;
        let command = Command::AnswerQuestion { session, answer };
        self.queue.push_back(Input::Command(command));
    }

    fn carry_out(&mut self, effect: Effect) {
        let session = self.session;
        match effect {
            Effect::RequestStep { run, step, .. } => {
                let next = self.script.pop_front();
                let calls = next.map(|call| self.requested(call)).into_iter();
                let answer = StepAnswer {
                    calls: calls.collect(),
                    ..StepAnswer::default()
                };
                self.outcome(Outcome::StepFinished {
                    session,
                    run,
                    step,
                    answer,
                });
            }
            Effect::PrepareCall { run, call, .. } => self.prepare(run, &call),
            Effect::RunCall {
                run, call, grant, ..
            } => {
                let done = Box::new(self.run(call, grant));
                self.outcome(Outcome::CallFinished { session, run, done });
            }
            Effect::ProposeCall { run, call, .. } => {
                let prepared = self.prepared.remove(&call).unwrap();
                let done = Box::new(done(self.tools.propose(&prepared)));
                self.outcome(Outcome::CallFinished { session, run, done });
            }
            Effect::Review { version, job, .. } => {
                let worked = self.ledger.work(session, &job, &self.stamp());
                let result = worked.map(Box::new).map_err(|error| error.notice());
                self.outcome(Outcome::ReviewWorked {
                    session,
                    version,
                    result,
                });
            }
            Effect::Apply { apply, .. } => {
                let result = self.ledger.apply(&apply);
                self.applies.push((apply.clone(), result.clone()));
                let apply = apply.id;
                self.outcome(Outcome::Applied {
                    session,
                    apply,
                    result,
                });
            }
            Effect::FreezeDecisions { before, .. } => self.ledger.hold(session, &before),
            Effect::PublishDecisions { .. } => self.ledger.share(session),
            Effect::DropCall { call } | Effect::RefuseCall { call, .. } => {
                drop(self.prepared.remove(&call));
            }
            Effect::LoadSession { session } => {
                let snapshot = RUNTIME.block_on(self.store.session(session));
                self.outcome(Outcome::SessionLoaded {
                    snapshot: Box::new(snapshot.unwrap().unwrap()),
                    review: Box::new(self.store.review_blocking(session).unwrap()),
                    recovered: RecoveredChanges::default(),
                });
            }
            other => panic!("nobody carries that out: {other:?}"),
        }
    }

    /// Builds a call as the model would make it now.
    fn requested(&mut self, call: AgentCall) -> RequestedCall {
        let (tool, arguments) = match call {
            AgentCall::Read(path) => ("read_file", json!({ "path": path })),
            AgentCall::Splice(path, splice) => {
                let now = self.text_for_agent(&path).unwrap_or_default();
                let content = splice.of(&now);
                ("write_file", json!({ "path": path, "content": content }))
            }
            AgentCall::Delete(path) => ("delete_file", json!({ "path": path })),
            AgentCall::Command(own, others) => {
                let words: Vec<String> = own.iter().map(Touch::command).collect();
                self.next_command = Some((own, others));
                ("shell_exec", json!({ "command": words.join("; ") }))
            }
        };
        RequestedCall {
            provider_id: String::new(),
            tool: tool.to_owned(),
            class: class_of(tool),
            arguments,
        }
    }

    fn prepare(&mut self, run: RunId, call: &ToolCall) {
        if let Some(touches) = self.next_command.take_if(|_| call.tool == "shell_exec") {
            self.commands.insert(call.id, touches);
        }
        let session = self.session;
        let outcome = match self.tools.prepare(call, &self.asker(run)) {
            Ok(prepared) => {
                if let Some(bytes) = prepared.base_bytes() {
                    self.store.put_blob_blocking(Arc::from(bytes)).unwrap();
                }
                let plan = Box::new(prepared.plan.clone());
                self.prepared.insert(call.id, prepared);
                Outcome::CallPrepared { session, run, plan }
            }
            Err(error) => Outcome::CallRefused {
                session,
                run,
                call: call.id,
                error,
            },
        };
        self.outcome(outcome);
    }

    fn run(&mut self, call: CallId, grant: Grant) -> CallCompletion {
        let prepared = self.prepared.remove(&call).unwrap();
        let Some((own, others)) = self.commands.remove(&call) else {
            let (output, _) = mpsc::channel(1);
            let run = self.tools.run(prepared, grant, Cancel::default(), output);
            return done(RUNTIME.block_on(run));
        };
        let root = self.root();
        let (observed, kept) = self.tools.covered(&prepared, || {
            for touch in own.iter().chain(&others) {
                touch.carry_out(&root);
            }
        });
        for (_, bytes) in kept.read(0, u64::MAX).unwrap() {
            self.store.put_blob_blocking(bytes).unwrap();
        }
        let result = CallResult {
            call,
            provider_id: String::new(),
            tool: "shell_exec".to_owned(),
            ok: true,
            content: Value::Null,
            summary: Notice::default(),
            error: None,
            duration_ms: 0,
        };
        CallCompletion {
            result,
            stat: None,
            applied: None,
            observed,
        }
    }
}

/// Creates a ledger and tools that know only the store and the folder.
fn beside(folder: &Path, store: &Store) -> (Arc<Ledger>, ToolBox) {
    let workspace = Arc::new(Workspace::open(&folder.join("work"), &[]).unwrap());
    let ledger = Arc::new(Ledger::new(store.clone(), Arc::clone(&workspace)));
    let surroundings = Surroundings {
        shell: policy_parser(workspace.root().to_path_buf(), Vec::new()),
        records: Arc::clone(&ledger) as Arc<dyn Records>,
        private_dir: folder.join("private"),
        boxes: None,
        environment: Vec::new(),
        key_variables: Vec::new(),
        servers: None,
        profiles: None,
    };
    let tools = ToolBox::new(workspace, Limits::default(), surroundings);
    (ledger, tools)
}

fn config(last_checkpoint: u64) -> EngineConfig {
    EngineConfig {
        max_tool_calls: u32::MAX,
        last_checkpoint,
        ..EngineConfig::default()
    }
}

fn done(finished: Finished) -> CallCompletion {
    CallCompletion {
        result: finished.result,
        stat: finished.stat,
        applied: finished.applied,
        observed: finished.observed,
    }
}
