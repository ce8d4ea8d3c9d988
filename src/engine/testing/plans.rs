//! Plans and results that the workers would produce for a call.

use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

use super::harness::SESSION;
use crate::CallCompletion;
use notice::Notice;
use protocol::approval::{QuestionBody, Risk, RiskReport, Validation};
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolClass, ToolError};
use protocol::change::{Entry, FileDiff, FileOperation, FileStat, Hunk, HunkState, Origin};
use protocol::ids::{CallId, ContentHash, EntryId, FileId, HunkId, RunId};
use protocol::instruction::ADD_INSTRUCTION;
use protocol::memory::REMEMBER;
use protocol::plan::{CallPlan, Executor, PlannedBase, PlannedChange, Subject};
use protocol::sandbox::{Network, Rung};
use protocol::sub_agent::AGENT_TOOLS;
use protocol::task::TASK_TOOLS;

/// Returns the class that the registry would assign.
pub fn class_of(tool: &str) -> ToolClass {
    match tool {
        "read_file" => ToolClass::Read,
        "write_file" | ADD_INSTRUCTION => ToolClass::Text,
        "shell_exec" => ToolClass::Command,
        "clarify_user" => ToolClass::Ask,
        "mcp__web__fetch" => ToolClass::Mcp,
        REMEMBER => ToolClass::Memory,
        tool if TASK_TOOLS.contains(&tool) => ToolClass::Plan,
        tool if AGENT_TOOLS.contains(&tool) => ToolClass::Agent,
        _ => ToolClass::Unknown,
    }
}

/// Builds the plan that a worker would make for a call.
pub fn plan(call: &ToolCall) -> CallPlan {
    let word = |key: &str| call.arguments[key].as_str().unwrap_or("a.rs").to_owned();
    let class = class_of(&call.tool);
    let path = Subject::Path { path: word("path") };
    let (subject, risk, body) = match class {
        ToolClass::Text => (
            path,
            RiskReport::medium(Notice::text("it writes")),
            Some(write_body(word("path"))),
        ),
        ToolClass::Command => command_parts(word("command")),
        ToolClass::Ask => (
            Subject::Nothing,
            RiskReport::low(Notice::text("a question")),
            Some(QuestionBody::Input {
                question: "Which one?".to_owned(),
                validation: Validation::None,
            }),
        ),
        ToolClass::Mcp | ToolClass::Agent => (
            Subject::Nothing,
            RiskReport::medium(Notice::text("it is not of this program")),
            Some(QuestionBody::Confirm {
                question: Notice::text("Let it?"),
            }),
        ),
        _ => (path, RiskReport::low(Notice::text("it reads")), None),
    };
    let change = (class == ToolClass::Text).then(|| change_of(call, word("path")));
    CallPlan {
        carried_out: Executor::ByUs,
        call: call.id,
        tool: call.tool.clone(),
        class,
        subject,
        risk,
        body,
        steps: Vec::new(),
        shown: ContentHash::of(call.arguments.to_string().as_bytes()),
        change,
        // The arguments of a call about tasks are the request itself.
        tasks: (class == ToolClass::Plan)
            .then(|| serde_json::from_value(call.arguments.clone()).expect("a request")),
        agents: (class == ToolClass::Agent)
            .then(|| serde_json::from_value(call.arguments.clone()).expect("a request")),
        remember: (class == ToolClass::Memory)
            .then(|| serde_json::from_value(call.arguments.clone()).expect("a text")),
    }
}

fn write_body(path: String) -> QuestionBody {
    QuestionBody::Write {
        path: path.clone(),
        diff: FileDiff {
            path,
            added: 2,
            ..FileDiff::default()
        },
        note: None,
    }
}

/// Builds the plan of a call whose commands run in a box without the network.
pub fn boxed_plan(call: &ToolCall) -> CallPlan {
    let mut plan = plan(call);
    if let Some(QuestionBody::Command { sandbox, .. }) = &mut plan.body {
        sandbox.rung = Rung::Namespaces;
        sandbox.network = Network::Loopback;
    }
    plan
}

/// Rates `rm` as high risk that always needs approval, `ls` as low, and other commands as medium.
fn command_parts(command: String) -> (Subject, RiskReport, Option<QuestionBody>) {
    let mut risk = match command.split(' ').next() {
        Some("rm") => RiskReport::high(Notice::text("it deletes")),
        Some("ls") => RiskReport::low(Notice::text("it reads")),
        _ => RiskReport::medium(Notice::text("it may change files")),
    };
    risk.always_ask = risk.risk == Risk::High;
    let body = QuestionBody::Command {
        command: command.clone(),
        cwd: ".".to_owned(),
        sandbox: Default::default(),
        proposed: None,
        touches: Vec::new(),
        uncovered: None,
    };
    let parts = vec![command.clone()];
    let subject = Subject::Command {
        normal_parts: Vec::new(),
        low_parts: Vec::new(),
        command,
        parts,
        understood: true,
    };
    (subject, risk, Some(body))
}

pub fn change_of(call: &ToolCall, path: String) -> PlannedChange {
    let number = path
        .bytes()
        .fold(1_000_000_u128, |sum, byte| sum * 31 + u128::from(byte));
    let file = FileId(Uuid::from_u128(number));
    let hunk = |n: u128| Hunk {
        id: hunk_id(call.id, n),
        old_start: 1,
        old_count: 0,
        new_start: 1,
        inserted: vec!["x\n".to_owned()],
        state: HunkState::Pending,
        written: false,
        oversized: false,
        amends: None,
    };
    PlannedChange {
        entry: Entry {
            id: EntryId(call.id.0),
            file,
            path: path.clone(),
            session: SESSION,
            origin: Origin::Agent {
                agent: "build".to_owned(),
                run: RunId(Uuid::nil()),
                call: call.id,
            },
            operation: FileOperation::Edit,
            before: None,
            after: None,
            hunks: vec![hunk(1), hunk(2)],
            made_without: Vec::new(),
            rationale: None,
            at: Timestamp::UNIX_EPOCH,
        },
        base: PlannedBase {
            file,
            path: path.clone(),
            blob: None,
            sha256: None,
            mode: None,
            after_entry: None,
            without: Vec::new(),
        },
        diff: FileDiff {
            path,
            ..FileDiff::default()
        },
        observed: Vec::new(),
        builds_on_proposed: false,
    }
}

/// Id of the hunk with this number in a call's change.
pub fn hunk_id(call: CallId, number: u128) -> HunkId {
    HunkId(Uuid::from_u128(call.0.as_u128() * 1_000 + number))
}

/// Builds the completion that a worker would report for a successful call.
pub fn done(call: &ToolCall) -> CallCompletion {
    CallCompletion {
        result: CallResult {
            call: call.id,
            provider_id: call.provider_id.clone(),
            tool: call.tool.clone(),
            ok: true,
            content: json!({ "success": true }),
            summary: Notice::text("done"),
            error: None,
            duration_ms: 1,
        },
        stat: (call.tool == "write_file").then(|| FileStat {
            path: "a.rs".to_owned(),
            added: 2,
            removed: 0,
        }),
        applied: None,
        observed: Vec::new(),
    }
}

/// Builds the completion of a command that failed because its box has no network.
pub fn lacks_network(call: &ToolCall) -> CallCompletion {
    let mut done = done(call);
    let error = ToolError::new(ErrorCode::CommandFailed, Notice::text("unreachable"))
        .with_details(json!({ "needs_network": true }));
    done.result.ok = false;
    done.result.error = Some(error);
    done
}

/// Arguments that name a path.
pub fn path(path: &str) -> Value {
    json!({ "path": path })
}

/// Arguments that name a command.
pub fn shell(command: &str) -> Value {
    json!({ "command": command })
}
