//! Tests of the pure parts: definitions, matcher, names, answers, trust.

mod answers;
mod definitions;
mod names;
mod trust;

use std::path::Path;

use serde_json::{Value, json};

use super::*;
use protocol::ids::CallId;

const ROOT: &str = "/home/ada/project";

fn source(dialect: Dialect) -> HookSource {
    HookSource {
        path: "/home/user/settings.json".into(),
        dialect,
        owner: HookOwner::User,
    }
}

/// Reads definitions; returns a line for each hook and the faults with their places.
fn definitions(dialect: Dialect, hooks: &Value) -> (Vec<HookDefinition>, Vec<String>) {
    let (found, faults) = read(hooks, &source(dialect));
    let faults = faults
        .iter()
        .map(|fault| format!("{}: {}", fault.place(), fault.what));
    (found, faults.collect())
}

fn call(tool: &str, arguments: Value) -> Occasion {
    Occasion::PreToolUse {
        call: CallId(Default::default()),
        tool: tool.to_owned(),
        arguments,
    }
}

fn ran(code: i32, stdout: &str, stderr: &str) -> HookRun {
    HookRun {
        end: ProcessEnd::Exited(code),
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

/// Returns the verdict of one hook before a command.
fn verdict(run: &HookRun) -> HookVerdict {
    let occasion = call("shell_exec", json!({ "command": "ls" }));
    of(&occasion, run)
}

fn of(occasion: &Occasion, run: &HookRun) -> HookVerdict {
    let answer = HookAnswer::read(occasion.event(), Dialect::Claude, run);
    HookVerdict::of(
        answer,
        occasion,
        (Path::new(ROOT), Dialect::Claude),
        "check.sh",
    )
}
