//! Tests of commands: how they end, their output, secrets, and that no process stays behind.

use std::time::{Duration, Instant};

use nix::sys::signal::killpg;
use nix::unistd::Pid;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Harness;
use crate::{Cancel, Finished, Limits};
use protocol::approval::QuestionBody;
use protocol::plan::Grant;

fn shell(harness: &Harness, command: &str) -> Finished {
    let prepared = harness
        .prepare("shell_exec", json!({ "command": command }))
        .unwrap();
    harness.finish(prepared, Grant::AsPlanned)
}

fn error(finished: &Finished) -> (&str, &Value) {
    let error = &finished.result.content["error"];
    (error["code"].as_str().unwrap_or("ok"), &error["details"])
}

/// Whether a process group is empty. A killed process is a zombie until its parent has waited for
/// it, so this polls until it is gone. At the time limit it kills the group and returns false.
fn is_gone(group: i32) -> bool {
    let limit = Instant::now() + Duration::from_secs(5);
    while Instant::now() < limit {
        let living = std::fs::read_dir("/proc")
            .unwrap()
            .filter_map(Result::ok)
            .any(|entry| {
                let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
                let mut after = stat
                    .rsplit(')')
                    .next()
                    .unwrap_or_default()
                    .split_whitespace();
                let state = after.next().unwrap_or_default();
                after.nth(1) == Some(&group.to_string()) && state != "Z"
            });
        if !living {
            return true;
        }
        std::thread::yield_now();
    }
    killpg(Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL).ok();
    false
}

#[test]
fn a_command_gives_its_output_in_order_and_its_code() {
    let harness = Harness::new();
    harness.put("sub/a.txt", "x");
    let finished = shell(&harness, "echo one; echo two >&2; echo three");
    assert_eq!(finished.result.content["output"], "one\ntwo\nthree\n");
    assert_eq!(finished.result.content["exit_code"], 0);
    assert_eq!(finished.result.summary.to_string(), "exit 0, 3 lines");
    let failed = shell(&harness, "echo bad; exit 3");
    let (code, details) = error(&failed);
    assert_eq!(
        (code, &details["exit_code"], &details["output"]),
        ("E008", &json!(3), &json!("bad\n"))
    );
    let here = harness.ok(
        "shell_exec",
        json!({ "command": "ls; test -t 0 || echo no input; read x || echo closed", "cwd": "sub" }),
    );
    assert_eq!(here["output"], "a.txt\nno input\nclosed\n");
    assert_eq!(
        harness.code("shell_exec", json!({ "command": "ls", "cwd": ".." })),
        "E001"
    );
    assert_eq!(
        harness.code("shell_exec", json!({ "command": "ls", "cwd": "none" })),
        "E003"
    );
    assert_eq!(
        harness.code("shell_exec", json!({ "command": " " })),
        "E013"
    );
}

#[test]
fn a_command_longer_than_one_argument_runs_as_a_short_one_does() {
    let harness = Harness::new();
    let padding = "x".repeat(200 * 1024);
    let long = |command: &str| shell(&harness, &format!("{command}\n: '{padding}'\n{command}"));
    let finished = long("echo \"$0 $#\"; read line || echo closed");
    assert_eq!(
        finished.result.content["output"],
        "bash 0\nclosed\nbash 0\nclosed\n"
    );
    assert_eq!(finished.result.content["exit_code"], 0);
    for (command, code) in [
        ("(exit 7)", 7),
        ("exit 9", 9),
        ("kill -9 $$", 137),
        ("if", 2),
    ] {
        let finished = long(command);
        let (_, details) = error(&finished);
        let short = shell(&harness, command);
        assert_eq!(
            details["exit_code"],
            error(&short).1["exit_code"],
            "{command}"
        );
        if code < 128 {
            assert_eq!(details["exit_code"], code, "{command}");
        }
    }
}

#[test]
fn an_environment_that_is_too_large_is_told_as_that() {
    let harness = Harness::with_variable("HUGE", "x".repeat(200 * 1024));
    let finished = shell(&harness, "true");
    let message = finished.result.content["error"]["message"]
        .as_str()
        .unwrap();
    assert!(message.contains("more than the system passes"), "{message}");
    assert!(message.contains("HUGE"), "{message}");
    assert!(!message.contains("installed"), "{message}");
}

#[test]
fn of_a_progress_bar_the_model_gets_the_last_state_and_the_file_everything() {
    let harness = Harness::new();
    let finished = shell(
        &harness,
        "for i in $(seq 400); do printf '\\r%s of 400' $i; done; echo; printf 'one\\r\\ntwo\\r\\n'",
    );
    let content = &finished.result.content;
    assert_eq!(content["output"], "400 of 400\none\ntwo\n");
    assert_eq!(content["lines"], 3);
    let whole = std::fs::read_to_string(content["whole_output"].as_str().unwrap()).unwrap();
    assert_eq!(whole.lines().count(), 403);
    assert!(whole.contains("\n7 of 400\n8 of 400\n"), "{whole}");
}

#[test]
fn a_missing_program_is_named() {
    let harness = Harness::new();
    let finished = shell(&harness, "no-such-program-here --help");
    assert_eq!(error(&finished).0, "E007");
    assert!(
        finished
            .result
            .error
            .unwrap()
            .message
            .to_string()
            .contains("`no-such-program-here`")
    );
}

#[test]
fn a_command_does_not_see_secrets_and_the_model_does_not_either() {
    let harness = Harness::new();
    let finished = shell(
        &harness,
        "env; echo $PAGER $GIT_TERMINAL_PROMPT; echo very-secret-value; printf '\\033[31mred\\033[0m\\n'",
    );
    let output = finished.result.content["output"].as_str().unwrap();
    assert!(!output.contains("very-secret"), "{output}");
    assert!(!output.contains("MY_API_KEY"), "{output}");
    assert!(output.contains("AGENTICHAT_SESSION=") && output.contains("PATH="));
    assert!(output.ends_with("cat 0\n[secret]\nred\n"), "{output}");
}

#[test]
fn a_variable_that_the_config_names_for_a_key_is_a_secret_whatever_it_is_called() {
    let harness = Harness::new();
    let finished = shell(&harness, "echo \"<$MY_THING>\"; env; echo said-to-be-a-key");
    let output = finished.result.content["output"].as_str().unwrap();
    assert!(output.starts_with("<>\n"), "{output}");
    assert!(!output.contains("MY_THING"), "{output}");
    assert!(output.ends_with("\n[secret]\n"), "{output}");
    let path = shell(&harness, "seq 20000; echo said-to-be-a-key")
        .log_path
        .unwrap();
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(kept.ends_with("20000\n[secret]\n"));
}

#[test]
fn long_output_keeps_head_and_tail_and_lies_whole_in_a_private_file() {
    let harness = Harness::with(Limits {
        command_output_bytes: 1_000,
        command_log_bytes: 20_000,
        ..Limits::default()
    });
    let finished = shell(&harness, "seq 1 2000");
    let content = &finished.result.content;
    let output = content["output"].as_str().unwrap();
    assert!(output.starts_with("1\n2\n") && output.ends_with("1999\n2000\n"));
    assert!(output.contains("bytes left out") && output.len() < 1_200);
    assert_eq!(
        (&content["lines"], &content["truncated"]),
        (&json!(2_000), &json!(true))
    );
    let path = finished.log_path.unwrap();
    assert!(path.starts_with(harness.private.path()));
    let whole: String = (1..=2_000).map(|number| format!("{number}\n")).collect();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
    use std::os::unix::fs::PermissionsExt;
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    let bounded = shell(&harness, "seq 1 20000");
    assert_eq!(
        std::fs::metadata(bounded.log_path.unwrap()).unwrap().len(),
        20_000
    );
}

#[test]
fn a_time_out_ends_the_whole_group_and_keeps_the_output() {
    let harness = Harness::new();
    let prepared = harness
        .prepare(
            "shell_exec",
            json!({ "command": "echo $$; trap '' TERM; sleep 1000 | cat", "timeout_s": 2 }),
        )
        .unwrap();
    let finished = harness.finish(prepared, Grant::AsPlanned);
    let (code, details) = error(&finished);
    assert_eq!(code, "E009");
    let group: i32 = details["output"].as_str().unwrap().trim().parse().unwrap();
    assert!(is_gone(group));
}

/// Runs a command and cancels it at its first output.
fn cancelled(harness: &Harness, command: &str, how: impl Fn(&Cancel)) -> (Finished, i32) {
    let prepared = harness
        .prepare("shell_exec", json!({ "command": command }))
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (send, mut receive) = mpsc::channel(8);
        let cancel = Cancel::default();
        let run = harness
            .tools
            .run(prepared, Grant::AsPlanned, cancel.clone(), send);
        let watch = async {
            let first = receive.recv().await.unwrap();
            how(&cancel);
            while receive.recv().await.is_some() {}
            first.trim().parse::<i32>().unwrap()
        };
        tokio::join!(run, watch)
    })
}

#[test]
fn a_cancelled_pipeline_leaves_no_process() {
    let harness = Harness::new();
    let (finished, group) = cancelled(&harness, "echo $$; sleep 1000 | cat", |cancel| {
        cancel.stop.cancel();
    });
    assert_eq!(error(&finished).0, "E015");
    assert!(is_gone(group));
}

#[test]
fn a_kill_waits_for_no_grace() {
    let harness = Harness::with(Limits {
        command_grace: Duration::from_secs(600),
        ..Limits::default()
    });
    let began = Instant::now();
    let command = "trap '' TERM; echo $$; sleep 1000 & wait; sleep 1000";
    let (finished, group) = cancelled(&harness, command, |cancel| {
        cancel.stop.cancel();
        cancel.kill.cancel();
    });
    assert_eq!(error(&finished).0, "E015");
    assert!(is_gone(group));
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_grandchild_that_holds_the_pipe_does_not_hold_up_the_call() {
    let harness = Harness::new();
    let began = Instant::now();
    let finished = shell(&harness, "echo $$; sleep 1000 & echo started");
    let output = finished.result.content["output"].as_str().unwrap();
    let mut lines = output.lines();
    let group: i32 = lines.next().unwrap().parse().unwrap();
    assert_eq!(lines.next(), Some("started"));
    assert!(is_gone(group));
    assert!(began.elapsed() < Duration::from_secs(60));
}

/// Leaves the process group and the shell's session, prints its process id, and stays alive.
const ESCAPE: &str = "setsid bash -c 'echo $$ | tee pid; exec sleep 1000' &";

#[test]
fn what_has_left_the_group_ends_with_the_command() {
    let harness = Harness::new();
    let began = Instant::now();
    let finished = shell(&harness, &format!("{ESCAPE} until test -s pid; do :; done"));
    assert_eq!(finished.result.content["exit_code"], 0);
    assert!(is_gone(harness.disk("pid").trim().parse().unwrap()));
    // With job control each job has a process group of its own; this job does not end on its own.
    std::fs::remove_file(harness.path("pid")).unwrap();
    let finished = shell(
        &harness,
        "set -m; (trap '' TERM; echo $BASHPID > pid; while :; do :; done) & \
         until test -s pid; do :; done",
    );
    assert_eq!(finished.result.content["exit_code"], 0);
    assert!(is_gone(harness.disk("pid").trim().parse().unwrap()));
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn what_has_left_the_group_ends_on_cancel_and_on_time_out() {
    let harness = Harness::new();
    let (finished, escaped) = cancelled(&harness, &format!("{ESCAPE} wait"), |cancel| {
        cancel.stop.cancel();
    });
    assert_eq!(error(&finished).0, "E015");
    assert!(is_gone(escaped));
    let prepared = harness
        .prepare(
            "shell_exec",
            json!({ "command": format!("{ESCAPE} wait"), "timeout_s": 2 }),
        )
        .unwrap();
    let finished = harness.finish(prepared, Grant::AsPlanned);
    assert_eq!(error(&finished).0, "E009");
    assert!(is_gone(harness.disk("pid").trim().parse().unwrap()));
}

#[test]
fn a_dropped_run_kills_its_group_and_what_has_left_it() {
    for command in ["echo $$; sleep 1000 | cat", &format!("{ESCAPE} wait")] {
        assert!(is_gone(dropped(command)));
    }
}

/// Runs a command, drops the run at its first output, and returns the number that
/// the command prints.
fn dropped(command: &str) -> i32 {
    let harness = Harness::new();
    let prepared = harness
        .prepare("shell_exec", json!({ "command": command }))
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let (send, mut receive) = mpsc::channel(8);
        let run = harness
            .tools
            .run(prepared, Grant::AsPlanned, Cancel::default(), send);
        tokio::select! {
            _ = run => panic!("it ended"),
            first = receive.recv() => first.unwrap().trim().parse::<i32>().unwrap(),
        }
    })
}

#[test]
fn an_edited_command_is_what_runs() {
    let harness = Harness::new();
    let prepared = harness
        .prepare("shell_exec", json!({ "command": "echo theirs" }))
        .unwrap();
    let finished = harness.finish(
        prepared,
        Grant::Edited {
            text: "echo mine".into(),
        },
    );
    let content = &finished.result.content;
    assert_eq!(
        (&content["output"], &content["command"]),
        (&json!("mine\n"), &json!("echo mine"))
    );
    assert_eq!(content["edited_by_user"], true);
}

#[test]
fn a_destructive_command_lists_what_it_touches() {
    let harness = Harness::new();
    harness.put("old/a.txt", "12345");
    harness.put("old/deep/b.txt", "678");
    let touches = |command: &str| {
        let prepared = harness
            .prepare("shell_exec", json!({ "command": command }))
            .unwrap();
        match prepared.plan.body {
            Some(QuestionBody::Command { touches, .. }) => touches,
            other => panic!("{other:?}"),
        }
    };
    let inside = touches("rm -r old");
    assert_eq!(
        (inside[0].path.as_str(), inside[0].files, inside[0].bytes),
        ("old", 2, 8)
    );
    assert_eq!(inside[0].note.to_string(), "NOT in git");
    assert_eq!(inside[0].inside, ["old/a.txt", "old/deep/b.txt"]);
    assert_eq!(
        touches("rm old/a.txt").len(),
        0,
        "the test's judge sees only folders"
    );
    for number in 0..120 {
        harness.put(&format!("many/{number:03}.txt"), "x");
    }
    let many = touches("rm -r many").remove(0);
    assert_eq!(
        (many.files, many.inside.len(), many.unnamed()),
        (120, 100, 20)
    );
    assert_eq!(many.inside[0], "many/000.txt");
    assert_eq!(touches("rm -r o*")[0].path, "old");
    assert_eq!(
        touches("rm -r ../x")[0].note.to_string(),
        "outside the workspace"
    );
    assert_eq!(touches("echo").len(), 0);
}

#[test]
fn a_command_begins_in_the_folder_of_its_session_unless_it_names_another() {
    let harness = Harness::new();
    harness.put("crates/a/x.txt", "x");
    harness.put("other/y.txt", "y");
    let seen = |arguments: Value| {
        let call = protocol::call::ToolCall {
            id: protocol::ids::CallId(uuid::Uuid::now_v7()),
            provider_id: "call_1".into(),
            tool: "shell_exec".into(),
            arguments,
        };
        let asker = crate::CallContext {
            folder: "crates/a".into(),
            ..harness.asker("coder")
        };
        let prepared = harness.tools.prepare(&call, &asker).unwrap();
        let Some(QuestionBody::Command { cwd, .. }) = prepared.plan.body.clone() else {
            panic!("a command");
        };
        let output = harness.finish(prepared, Grant::AsPlanned).result.content["output"].clone();
        (cwd, output)
    };
    assert_eq!(
        seen(json!({ "command": "ls" })),
        ("crates/a".into(), "x.txt\n".into())
    );
    let there = json!({ "command": "ls", "cwd": "other" });
    assert_eq!(seen(there), ("other".into(), "y.txt\n".into()));
    let empty = json!({ "command": "ls", "cwd": "" });
    assert_eq!(seen(empty).0, "crates/a", "nothing is no folder");
}
