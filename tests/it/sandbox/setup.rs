//! The set-up: what is refused before a command runs, what a command is given.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use sandbox::{REFUSED, Step};

use super::{BOXES, Ground, Network, Rung, ground};

#[test]
fn a_box_that_cannot_be_made_runs_no_command() {
    for rung in BOXES {
        if !ground::has(rung) {
            continue;
        }
        let ground = Ground::new();
        let mut plan = ground.plan(rung, Network::Loopback);
        plan.folder = ground.at("work/none");
        let ran = ground.start(&plan, "echo x > file").end();
        let refused = ran.report.expect_err("no box");
        assert_eq!(refused.step, Step::Folder, "{rung:?}");
        assert_eq!(refused.path, Some(plan.folder));
        assert_eq!(ran.status.code(), Some(i32::from(REFUSED)), "{rung:?}");
        assert_eq!(
            fs::read_to_string(ground.at("work/file")).expect("it"),
            "inside\n"
        );
    }
}

#[test]
fn a_folder_that_the_plan_needs_is_named_when_it_is_missing() {
    for (rung, missing) in [
        (Rung::Namespaces, "temporary"),
        (Rung::Proposed, "temporary"),
        (Rung::Proposed, "upper"),
    ] {
        if ground::has(rung) {
            let ground = Ground::new();
            let plan = ground.plan(rung, Network::Loopback);
            fs::remove_dir(ground.at(missing)).expect("a folder");
            let refused = ground
                .start(&plan, "true")
                .end()
                .report
                .expect_err("no box");
            assert_eq!(refused.path, Some(ground.at(missing)), "{rung:?}");
            assert_eq!(refused.step, Step::Mounts);
        }
    }
}

#[test]
fn a_program_that_does_not_exist_is_a_refused_box() {
    for rung in BOXES {
        if ground::has(rung) {
            let ground = Ground::new();
            let plan = ground.plan(rung, Network::Loopback);
            let ran = ground::start(&plan, &[OsString::from("no-such-program")]).end();
            let refused = ran.report.expect_err("no program");
            assert_eq!(refused.step, Step::Execute, "{rung:?}");
            assert_eq!(refused.path, Some(PathBuf::from("no-such-program")));
            assert_eq!(ran.status.code(), Some(i32::from(REFUSED)));
        }
    }
}

#[test]
fn a_command_has_the_environment_and_the_folder_of_its_plan() {
    for rung in BOXES {
        if ground::has(rung) {
            let ground = Ground::new();
            let mut plan = ground.plan(rung, Network::Loopback);
            plan.folder = ground.at("work/src");
            plan.environment = vec![
                ("PATH".into(), "/usr/bin:/bin".into()),
                ("ONLY".into(), "this".into()),
                ("LD_PRELOAD".into(), "/no/such.so".into()),
            ];
            let ran = ground
                .start(&plan, "echo $ONLY; pwd; echo ${HOME-none}")
                .end();
            let folder = plan.folder.display();
            let expected = format!("this\n{folder}\nnone\n");
            assert!(ran.output.ends_with(&expected), "{rung:?}: {}", ran.output);
        }
    }
}

#[test]
fn a_long_environment_reaches_the_command() {
    for rung in BOXES {
        if ground::has(rung) {
            let ground = Ground::new();
            let mut plan = ground.plan(rung, Network::Loopback);
            let many = (0..40).map(|number| (format!("LONG{number}"), "x".repeat(20_000)));
            plan.environment.extend(many);
            let ran = ground.start(&plan, "echo ${#LONG39}").end();
            assert_eq!(ran.output, "20000\n", "{rung:?}");
        }
    }
}

#[test]
fn a_helper_without_an_order_starts_nothing() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agentichat"));
    let output = command.arg("__sandbox").stdin(Stdio::null()).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(i32::from(REFUSED)));
    assert!(output.stdout.is_empty());
}

#[test]
fn the_overlay_takes_every_change_and_the_workspace_keeps_its_bytes() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let ground = Ground::new();
    let before = ground.seen();
    let line = "echo new > new; echo changed > file; rm src/main.c; chmod +x file; mkdir -p a/b; cat file new";
    let ran = ground.run(Rung::Proposed, Network::Loopback, line);
    assert_eq!(ran.output, "changed\nnew\n");
    assert_eq!(
        before.changed_outside(&ground.seen(), Rung::Proposed),
        Vec::<PathBuf>::new()
    );
    assert_eq!(
        fs::read_to_string(ground.at("upper/new")).expect("it"),
        "new\n"
    );
    let again = ground.run(
        Rung::Proposed,
        Network::Loopback,
        "cat new; test ! -e src/main.c",
    );
    assert_eq!(
        (again.status.success(), again.output.as_str()),
        (true, "new\n")
    );
}
