//! Processes: what a command does to others, how it ends, what is left of it.

use std::fs;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;

use nix::fcntl::{FcntlArg, fcntl};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;
use sandbox::plan::Limits;

use super::{
    BOXES, Ground, Network, Ran, Rung, Stopped, Works, check, ground, stopped, works,
    works_in_namespaces,
};

#[test]
fn system_calls_that_lead_out_of_a_box_are_refused() {
    let mut cases = vec![
        works("a child", "$ATTEMPT clone-plain"),
        works("a thread's way to start", "bash -c 'exit 0' && (exit 0)"),
        stopped("clone3, which a filter cannot judge", "$ATTEMPT clone3"),
        stopped("a namespace", "$ATTEMPT unshare"),
        stopped("a namespace by clone", "$ATTEMPT clone"),
        stopped("another namespace", "$ATTEMPT setns"),
        stopped("a mount", "$ATTEMPT mount"),
        stopped("a copy of a mount", "$ATTEMPT open-tree"),
        stopped("another root", "$ATTEMPT chroot"),
        stopped("another way to call the kernel", "$ATTEMPT io-uring"),
        stopped("a program in the kernel", "$ATTEMPT bpf"),
        stopped("the kernel's keys", "$ATTEMPT keyctl"),
        stopped("text into a terminal", "$ATTEMPT inject"),
        stopped("another process's memory", "$ATTEMPT ptrace $TEST"),
        stopped("its memory by address", "$ATTEMPT read-memory $PPID"),
        stopped("its own memory by address", "$ATTEMPT read-memory self"),
        stopped("a file by its handle", "$ATTEMPT handle"),
        stopped("events of the processor", "$ATTEMPT perf"),
        stopped("faults of its memory", "$ATTEMPT userfaultfd"),
        stopped("another name of the machine", "$ATTEMPT hostname"),
        stopped("its parent's memory", "$ATTEMPT ptrace $PPID"),
        stopped("a process outside", "$ATTEMPT signal $TEST"),
        stopped(
            "more privileges",
            "test \"$(sed -n 's/^NoNewPrivs:\\t//p' /proc/self/status)\" != 1",
        ),
        stopped(
            "capabilities",
            "grep -Eq '^Cap(Inh|Prm|Eff|Amb):\\s*0*[1-9a-f]' /proc/self/status",
        ),
    ];
    if cfg!(target_arch = "x86_64") {
        cases.push(stopped("the same call by another number", "$ATTEMPT x32"));
    }
    check(&cases, &Network::Loopback);
}

#[test]
fn processes_of_the_machine_are_not_seen_where_there_is_a_namespace_of_processes() {
    check(
        &[
            stopped(
                "this test",
                "test -e /proc/$TEST/status && grep -q agentichat /proc/$TEST/environ",
            ),
            works_in_namespaces(
                "its own number",
                "test $$ -lt 10 && test -e /proc/$$/status",
            ),
        ],
        &Network::Loopback,
    );
}

/// Runs a line in each box that the machine has.
fn in_each(line: &str, judge: impl Fn(Rung, Ran)) {
    for rung in BOXES {
        if ground::has(rung) {
            let ground = Ground::new();
            judge(rung, ground.run(rung, Network::Loopback, line));
        }
    }
}

#[test]
fn a_command_ends_with_its_own_status() {
    in_each("exit 7", |rung, ran| {
        assert_eq!(ran.status.code(), Some(7), "{rung:?}");
    });
    in_each("exit 125", |rung, ran| {
        assert_eq!(ran.status.code(), Some(125), "{rung:?}");
        assert_eq!(ran.report, Ok(()), "{rung:?}");
    });
    for signal in [Signal::SIGKILL, Signal::SIGTERM, Signal::SIGSEGV] {
        in_each(&format!("kill -{} $$", signal as i32), |rung, ran| {
            assert_eq!(ran.status.signal(), Some(signal as i32), "{rung:?}");
        });
    }
}

#[test]
fn a_signal_to_the_group_is_the_commands_and_it_decides_what_it_does() {
    for rung in BOXES {
        if !ground::has(rung) {
            continue;
        }
        let ground = Ground::new();
        let line = "trap 'echo heard; exit 3' TERM; echo waits; while :; do sleep 0.05; done";
        let mut running = ground.start(&ground.plan(rung, Network::Loopback), line);
        let mut first = [0; 6];
        running.output.read_exact(&mut first).expect("a line");
        let group = Pid::from_raw(i32::try_from(running.child.id()).expect("a number"));
        killpg(group, Signal::SIGTERM).expect("a group");
        let ran = running.end();
        assert!(ran.output.contains("heard"), "{rung:?}: {ran:?}");
        assert_eq!(ran.status.code(), Some(3), "{rung:?}");
    }
}

/// Ends when every process that holds the pipe is gone, so it needs no time limit of its own.
#[test]
fn no_process_survives_a_command_where_there_is_a_namespace_of_processes() {
    for rung in [Rung::Namespaces, Rung::Proposed] {
        if !ground::has(rung) {
            continue;
        }
        let ground = Ground::new();
        let line = "(trap '' HUP TERM INT; setsid sleep 1000 &) & disown -a; (setsid setsid sleep 1000 &); exit 4";
        let ran = ground.run(rung, Network::Loopback, line);
        assert_eq!(ran.status.code(), Some(4), "{rung:?}");
    }
}

#[test]
fn a_box_ends_with_its_helper() {
    for rung in [Rung::Namespaces, Rung::Proposed] {
        if !ground::has(rung) {
            continue;
        }
        let ground = Ground::new();
        let plan = ground.plan(rung, Network::Loopback);
        let running = ground.start(&plan, "trap '' HUP TERM; setsid sleep 1000 & sleep 1000");
        assert_eq!(running.report, Ok(()));
        let helper = Pid::from_raw(i32::try_from(running.child.id()).expect("a number"));
        kill(helper, Signal::SIGKILL).expect("the helper is there");
        // The output ends when every process that holds it is gone.
        assert_eq!(running.end().status.signal(), Some(9), "{rung:?}");
    }
}

#[test]
fn a_command_inherits_no_descriptor_but_the_standard_ones() {
    let file = fs::File::open("/etc/passwd").expect("a file");
    // A copy that is not closed when a program starts.
    fcntl(&file, FcntlArg::F_DUPFD(50)).expect("a copy");
    in_each(
        "for n in /proc/$$/fd/*; do test -e $n && echo $n; done",
        |rung, ran| {
            let mut names: Vec<&str> = ran.output.split_whitespace().collect();
            // The shell's own copy of a terminal or script.
            names.retain(|name| !name.ends_with("/255"));
            assert_eq!(names.len(), 3, "{rung:?}: {names:?}");
        },
    );
}

#[test]
fn memory_files_and_processes_are_limited() {
    let limits = Limits {
        memory: Some(256 * 1024 * 1024),
        processes: Some(30),
        file_size: Some(1024 * 1024),
    };
    let is_root = nix::unistd::geteuid().is_root();
    if is_root {
        testing::skipped("root has no limit of processes");
    }
    let line = |rung, line: &str| {
        let ground = Ground::new();
        let mut plan = ground.plan(rung, Network::Loopback);
        plan.limits = limits;
        ground.start(&plan, line).end()
    };
    for rung in BOXES {
        if !ground::has(rung) {
            continue;
        }
        for (text, expected) in [
            ("$ATTEMPT memory 10000000", Works),
            ("$ATTEMPT memory 1000000000", Stopped),
            ("head -c 1000000 /dev/zero > big", Works),
            ("head -c 2000000 /dev/zero > big", Stopped),
        ] {
            let ran = line(rung, text);
            assert_eq!(
                ran.status.success(),
                expected == Works,
                "{rung:?}: {text}: {ran:?}"
            );
        }
        if !is_root && rung > Rung::Landlock {
            assert!(
                line(rung, "$ATTEMPT processes 5").status.success(),
                "{rung:?}"
            );
            assert!(
                !line(rung, "$ATTEMPT processes 50").status.success(),
                "{rung:?}"
            );
        }
        assert_eq!(line(rung, "ulimit -c").output, "0\n");
    }
}

#[test]
fn a_box_that_ends_opens_no_other_that_runs() {
    for rung in BOXES.into_iter().filter(|rung| ground::has(*rung)) {
        let ground = Ground::new();
        let before = ground.seen();
        let plan = ground.plan(rung, Network::Loopback);
        let line = "echo waits; until test -e $TMPDIR/go; do read -t 1 < <(:) || sleep 0.05; done; \
            echo x > $OUTSIDE/file || echo x > $HOME/.ssh/id || $ATTEMPT tcp $TCP";
        let mut first = ground.start(&plan, line);
        first.output.read_exact(&mut [0; 6]).expect("a line");
        let second = ground.run(rung, Network::Loopback, "touch $TMPDIR/go");
        assert!(second.status.success(), "{rung:?}: {second:?}");
        assert!(!first.end().status.success(), "{rung:?}");
        assert!(!ground.was_reached(), "{rung:?}");
        let changed = before.changed_outside(&ground.seen(), rung);
        assert!(changed.is_empty(), "{rung:?}: {changed:?}");
    }
}
