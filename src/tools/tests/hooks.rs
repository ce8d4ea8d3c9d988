//! Tests of hooks' processes: input, outputs, limits, environment, and that nothing stays behind.

use std::time::Duration;

use hooks::{HookRun, ProcessEnd};
use protocol::ids::SessionId;

use super::Harness;

impl Harness {
    fn hook(&self, command: &str, input: &str, limit: Duration) -> HookRun {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let session = SessionId(uuid::Uuid::from_u128(1));
        let hook = crate::HookCommand {
            event: hooks::HookEvent::PreToolUse,
            command,
            input,
            limit,
            scripts: &[],
        };
        runtime.block_on(self.tools.run_hook(session, hook)).run
    }
}

const LONG: Duration = Duration::from_secs(60);

fn run(command: &str, input: &str) -> HookRun {
    Harness::new().hook(command, input, LONG)
}

#[test]
fn a_hook_reads_its_input_and_its_outputs_and_status_are_separate() {
    let done = run("cat; echo no >&2; exit 2", "{\"a\": 1}");
    assert_eq!(
        done,
        HookRun {
            end: ProcessEnd::Exited(2),
            stdout: "{\"a\": 1}".into(),
            stderr: "no\n".into(),
        }
    );
}

#[test]
fn a_hook_that_does_not_read_its_input_or_reads_it_late_blocks_nothing() {
    let long = "x".repeat(4 * 1024 * 1024);
    assert_eq!(run("exit 0", &long).end, ProcessEnd::Exited(0));
    let late = run("head -c 60000 /dev/zero; wc -c", &long);
    assert_eq!(late.end, ProcessEnd::Exited(0));
    assert!(late.stdout.ends_with("4194304\n"));
}

#[test]
fn too_much_output_ends_a_hook_on_either_output() {
    for command in [
        "cat /dev/zero",
        "cat /dev/zero >&2",
        "head -c 70000 /dev/zero",
    ] {
        let done = run(command, "");
        assert_eq!(done.end, ProcessEnd::TooMuchOutput, "{command}");
        assert!(done.stdout.len() <= hooks::OUTPUT_BYTES);
    }
}

#[test]
fn a_hook_over_its_time_is_killed_with_all_that_it_started() {
    let harness = Harness::new();
    let command =
        "trap '' TERM; (setsid sleep 1000 & echo $! > far); sleep 1000 & echo $! > near; wait";
    let done = harness.hook(command, "", Duration::from_millis(300));
    assert_eq!(done.end, ProcessEnd::TimedOut);
    for name in ["near", "far"] {
        let pid: i32 = harness.disk(name).trim().parse().unwrap();
        assert!(is_over(pid), "{name}");
    }
}

#[test]
fn what_a_hook_leaves_running_ends_with_it_and_does_not_delay_it() {
    let harness = Harness::new();
    let done = harness.hook("sleep 1000 & echo $! > left; echo done", "", LONG);
    assert_eq!(
        (done.end, done.stdout.as_str()),
        (ProcessEnd::Exited(0), "done\n")
    );
    let pid: i32 = harness.disk("left").trim().parse().unwrap();
    assert!(is_over(pid));
}

/// Whether a process is gone, or dead and not waited for.
fn is_over(pid: i32) -> bool {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .trim()
            .starts_with('Z'),
        Err(_) => true,
    }
}

#[test]
fn a_hook_has_the_root_as_its_folder_and_in_its_environment_and_no_secrets() {
    let harness = Harness::new();
    let done = harness.hook(
        "pwd; echo $CLAUDE_PROJECT_DIR; echo ${MY_API_KEY-none} ${MY_THING-none}; \
         test -t 0 || echo no terminal; (: < /dev/tty) 2>/dev/null || echo none at all",
        "",
        LONG,
    );
    let root = harness.root.path().canonicalize().unwrap();
    let root = root.display();
    assert_eq!(
        done.stdout,
        format!("{root}\n{root}\nnone none\nno terminal\nnone at all\n")
    );
}

#[test]
fn a_hook_ended_by_a_signal_is_told_so() {
    assert_eq!(run("kill -9 $$", "").end, ProcessEnd::Killed);
}
