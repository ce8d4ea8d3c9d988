//! The cost of the snapshot around a command in 100,000 files, with git and without: calls the
//! library's tools, without a terminal. The command itself does next to nothing.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use notice::Notice;
use policy::shell::Part;
use protocol::approval::RiskReport;
use protocol::call::ToolCall;
use protocol::ids::{CallId, RunId, SessionId};
use protocol::plan::Grant;
use serde_json::json;
use tools::{CallContext, Cancel, Limits, NoRecords, ShellFacts, Surroundings, ToolBox};
use uuid::Uuid;
use workspace::Workspace;

use crate::report::{Report, median, milliseconds};
use crate::repository;

/// Number of commands after the first.
const LATER: usize = 5;

/// Budget of the snapshot around a later command, in milliseconds.
const COVERED: f64 = 500.0;

pub fn run(report: &mut Report) {
    measure("git", &repository::large(), report);
    measure("no git", &repository::without_git(), report);
}

fn measure(which: &str, root: &Path, report: &mut Report) {
    let private = tempfile::tempdir().expect("a private folder");
    let tools = tool_box(root, private.path());
    let touched = repository::path(4_242);
    let before = std::fs::read(root.join(&touched)).expect("it is there");
    let first = command(&tools, "exit 0");
    let nothing: Vec<Duration> = (0..LATER).map(|_| command(&tools, "exit 0")).collect();
    let change = format!("echo '// changed' >> {touched}");
    let changing: Vec<Duration> = (0..LATER).map(|_| command(&tools, &change)).collect();
    std::fs::write(root.join(&touched), before).expect("it is as it was");
    report.noted(
        &format!("{which}: the first command"),
        "ms",
        milliseconds(first),
    );
    let what = format!("{which}: later ones that change nothing, p50");
    report.promised(&what, "ms", median(&nothing), COVERED);
    let what = format!("{which}: later ones that change a file, p50");
    report.promised(&what, "ms", median(&changing), COVERED);
}

fn tool_box(root: &Path, private: &Path) -> ToolBox {
    let workspace = Workspace::open(root, &[]).expect("a workspace");
    let surroundings = Surroundings {
        shell: Arc::new(|command, _| ShellFacts {
            report: RiskReport::medium(Notice::text("a measurement")),
            parts: vec![Part {
                text: command.to_owned(),
                normal: None,
                low: None,
            }],
            conditions: Vec::new(),
            understood: true,
            deletes: Vec::new(),
            writes: Vec::new(),
            git_folders: Vec::new(),
        }),
        records: Arc::new(NoRecords),
        private_dir: private.join("outputs"),
        boxes: None,
        environment: std::env::vars().collect(),
        key_variables: Vec::new(),
        servers: None,
        profiles: None,
    };
    ToolBox::new(Arc::new(workspace), Limits::default(), surroundings)
}

/// Plans and runs a command: the time a user waits besides the command itself.
fn command(tools: &ToolBox, command: &str) -> Duration {
    let begun = Instant::now();
    let call = ToolCall {
        id: CallId(Uuid::now_v7()),
        provider_id: "call".into(),
        tool: "shell_exec".into(),
        arguments: json!({ "command": command }),
    };
    let asker = CallContext {
        session: SessionId(Uuid::from_u128(1)),
        run: RunId(Uuid::from_u128(2)),
        agent: "build".into(),
        limits: Default::default(),
        is_by_user: false,
        proposes: false,
        folder: String::new(),
        now: jiff::Timestamp::now(),
        ids: Arc::new(Uuid::now_v7),
    };
    let prepared = tools.prepare(&call, &asker).expect("it can be run");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    let finished = runtime.block_on(async {
        let (output, mut pieces) = tokio::sync::mpsc::channel(64);
        let drain = tokio::spawn(async move { while pieces.recv().await.is_some() {} });
        let finished = tools
            .run(prepared, Grant::AsPlanned, Cancel::default(), output)
            .await;
        drain.await.expect("the output ended");
        finished
    });
    assert!(finished.result.ok, "{:?}", finished.result);
    begun.elapsed()
}
