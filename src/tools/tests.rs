//! Tests of the tools.

mod edit;
mod hooks;
mod low_commands;
mod misc;
mod output_files;
mod read_tools;
mod rehydrate;
mod repositories;
mod rules;
mod search;
mod search_semantic;
mod shell;
mod skills;
mod snapshot;
mod tasks;
mod write;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::*;
use notice::Notice;
use policy::shell::Part;
use protocol::approval::RiskReport;
use protocol::call::{ToolCall, ToolError};
use protocol::change::Entry;
use protocol::ids::{CallId, FileId, RunId, SessionId};
use protocol::plan::Grant;
use workspace::Workspace;

/// A change log with contents set by a test.
#[derive(Default)]
struct Told {
    buffers: Mutex<Vec<Buffer>>,
}

impl Records for Told {
    fn file_id(&self, _: SessionId, path: &str) -> Option<FileId> {
        (path == "known.txt").then_some(FileId(Uuid::from_u128(7)))
    }

    fn file_on_disk(&self, _: SessionId, _: &str) -> AtPath {
        AtPath::AsSeen
    }

    fn logged_file(
        &self,
        _: &CallContext,
        _: FileId,
        _: Option<DiskFile<'_>>,
    ) -> Option<LoggedFile> {
        None
    }

    fn logged(&self, _: &CallContext, path: &str, _: Option<DiskFile<'_>>) -> Option<LoggedFile> {
        let buffers = self.buffers.lock().unwrap();
        let buffer = buffers.iter().find(|buffer| buffer.path == path)?;
        Some(LoggedFile {
            file: FileId(Uuid::from_u128(8)),
            text: buffer.text.clone(),
            observed: Vec::new(),
            made_without: Vec::new(),
            after_entry: None,
            without: Vec::new(),
        })
    }

    fn buffers(&self, _: SessionId) -> Vec<Buffer> {
        self.buffers.lock().unwrap().clone()
    }

    fn live_hunks(&self, _: SessionId) -> std::collections::BTreeSet<protocol::ids::HunkId> {
        Default::default()
    }

    fn blob(&self, _: &protocol::ids::ContentHash) -> Option<Arc<[u8]>> {
        None
    }

    fn on_disk(&self, _: &[Entry], _: &Entry) -> OnDisk {
        OnDisk::BuildsOnProposed
    }
}

/// Builds the arguments of a write of the whole file.
fn whole(path: &str, content: &str) -> Value {
    serde_json::json!({ "path": path, "content": content })
}

struct Harness {
    root: TempDir,
    private: TempDir,
    tools: ToolBox,
    told: Arc<Told>,
    ids: IdSource,
}

impl Harness {
    fn new() -> Self {
        Self::with(Limits {
            command_grace: std::time::Duration::from_millis(200),
            ..Limits::default()
        })
    }

    fn with(limits: Limits) -> Self {
        Self::made(limits, |_| {
            Arc::new(|command, _| ShellFacts {
                report: RiskReport::medium(Notice::text("test")),
                parts: vec![Part {
                    text: command.to_owned(),
                    normal: None,
                    low: None,
                }],
                conditions: Vec::new(),
                understood: true,
                deletes: command
                    .strip_prefix("rm -r ")
                    .map(|path| vec![path.to_owned()])
                    .unwrap_or_default(),
                writes: Vec::new(),
                git_folders: Vec::new(),
            })
        })
    }

    /// Creates a harness with the policy's own assessment of commands.
    fn judged() -> Self {
        Self::made(Limits::default(), |root| policy_parser(root, Vec::new()))
    }

    /// Creates a harness with an additional environment variable.
    fn with_variable(name: &str, value: String) -> Self {
        let judge = |root| policy_parser(root, Vec::new());
        Self::made_in(Limits::default(), judge, Some((name.to_owned(), value)))
    }

    fn made(limits: Limits, shell: impl FnOnce(PathBuf) -> ShellParser) -> Self {
        Self::made_in(limits, shell, None)
    }

    fn made_in(
        limits: Limits,
        shell: impl FnOnce(PathBuf) -> ShellParser,
        variable: Option<(String, String)>,
    ) -> Self {
        let root = tempfile::tempdir().unwrap();
        let private = tempfile::tempdir().unwrap();
        let told = Arc::new(Told::default());
        let next = Arc::new(AtomicU64::new(1_000));
        let ids: IdSource =
            Arc::new(move || Uuid::from_u128(u128::from(next.fetch_add(1, Ordering::Relaxed))));
        let workspace = Arc::new(Workspace::open(root.path(), &[]).unwrap());
        let given = [
            ("MY_API_KEY", "very-secret-value"),
            ("MY_THING", "said-to-be-a-key"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
        ];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let environment = std::env::vars().chain(given).chain(variable).collect();
        let surroundings = Surroundings {
            shell: shell(workspace.root().to_path_buf()),
            records: told.clone(),
            private_dir: private.path().join("logs"),
            boxes: None,
            environment,
            key_variables: vec!["MY_THING".to_owned()],
            servers: None,
            profiles: None,
        };
        Self {
            tools: ToolBox::new(workspace, limits, surroundings),
            root,
            private,
            told,
            ids,
        }
    }

    fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn disk(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.path().join(path)).unwrap()
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn asker(&self, agent: &str) -> CallContext {
        CallContext {
            session: SessionId(Uuid::from_u128(1)),
            run: RunId(Uuid::from_u128(2)),
            agent: agent.to_owned(),
            limits: Default::default(),
            is_by_user: false,
            proposes: false,
            folder: String::new(),
            now: jiff::Timestamp::UNIX_EPOCH,
            ids: self.ids.clone(),
        }
    }

    /// Returns the plan of a valid call.
    fn planned(&self, tool: &str, arguments: Value) -> Prepared {
        self.prepare(tool, arguments).unwrap()
    }

    fn prepare(&self, tool: &str, arguments: Value) -> Result<Prepared, ToolError> {
        self.prepare_as("coder", tool, arguments)
    }

    fn prepare_as(&self, agent: &str, tool: &str, arguments: Value) -> Result<Prepared, ToolError> {
        let call = ToolCall {
            id: CallId((self.ids)()),
            provider_id: "call_1".into(),
            tool: tool.into(),
            arguments,
        };
        self.tools.prepare(&call, &self.asker(agent))
    }

    /// Returns the error of a call that is refused before it runs.
    fn refusal(&self, tool: &str, arguments: Value) -> ToolError {
        match self.prepare(tool, arguments) {
            Ok(_) => panic!("{tool} was not refused"),
            Err(error) => error,
        }
    }

    fn finish(&self, prepared: Prepared, grant: Grant) -> Finished {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (send, mut receive) = mpsc::channel(64);
            let drain = tokio::spawn(async move { while receive.recv().await.is_some() {} });
            let finished = self
                .tools
                .run(prepared, grant, Cancel::default(), send)
                .await;
            drain.await.unwrap();
            finished
        })
    }

    /// Runs a call as planned and returns the result as the model sees it.
    fn run(&self, tool: &str, arguments: Value) -> Value {
        match self.prepare(tool, arguments) {
            Ok(prepared) => self.finish(prepared, Grant::AsPlanned).result.content,
            Err(error) => error.to_model(),
        }
    }

    /// Runs a call and expects it to succeed.
    fn ok(&self, tool: &str, arguments: Value) -> Value {
        let content = self.run(tool, arguments);
        assert_eq!(content["success"], true, "{content:#}");
        content
    }

    /// Runs a call and returns its error code, or `ok`.
    fn code(&self, tool: &str, arguments: Value) -> String {
        let content = self.run(tool, arguments);
        content["error"]["code"].as_str().unwrap_or("ok").to_owned()
    }

    /// Creates a harness with a file that the agent has read.
    fn knowing(path: &str, text: impl AsRef<[u8]>) -> Self {
        let harness = Self::new();
        harness.put(path, text);
        harness.read(path);
        harness
    }

    fn read(&self, path: &str) -> Value {
        self.ok("read_file", serde_json::json!({ "path": path }))
    }
}
