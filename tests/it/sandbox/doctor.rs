//! `agentichat doctor` proves the boundary.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use sandbox::attempts::Attempt;
use sandbox::plan::Rung;
use sandbox::trial;

use super::{BOXES, Ground, ground};

#[test]
fn each_rung_stops_what_it_promises_to_stop_and_nothing_is_left_of_the_trial() {
    for rung in BOXES {
        if !ground::has(rung) {
            continue;
        }
        let ground = Ground::new();
        let before = ground.seen();
        let outcomes =
            trial::run(&ground::sandbox(), rung, &ground.at("home/own")).expect("a trial");
        assert_eq!(outcomes.len(), 12);
        for one in outcomes {
            assert_eq!(one.stopped, one.promised, "{rung:?}: {:?}", one.attempt);
        }
        let changed = before.changed_outside(&ground.seen(), Rung::Proposed);
        assert!(changed.is_empty(), "{rung:?}: {changed:?}");
    }
}

#[test]
fn a_program_below_a_folder_that_the_box_covers_tries_the_boundary_too() {
    let ground = Ground::new();
    let program = ground.at("agentichat");
    std::fs::copy(env!("CARGO_BIN_EXE_agentichat"), &program).expect("a copy");
    for rung in BOXES.into_iter().filter(|rung| ground::has(*rung)) {
        let sandbox = sandbox::Sandbox::new(program.clone());
        let outcomes = trial::run(&sandbox, rung, &ground.at("home/own")).expect("a trial");
        assert!(outcomes.iter().all(|one| one.stopped == one.promised));
    }
}

#[test]
fn without_a_box_no_attempt_is_stopped() {
    let ground = Ground::new();
    let outcomes = trial::run(&ground::sandbox(), Rung::Off, &ground.at("home/own"));
    for one in outcomes.expect("a trial") {
        // The system itself may refuse namespaces.
        if one.attempt != Attempt::MakeNamespace {
            assert!(!one.stopped && !one.promised, "{:?}", one.attempt);
        }
    }
}

#[test]
fn the_report_of_doctor_shows_the_rung_and_every_attempt() {
    let ground = Ground::new();
    let report = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agentichat"));
        command
            .arg("doctor")
            .args(more)
            .arg("--cwd")
            .arg(ground.at("work"));
        command.env("HOME", ground.at("home")).env("LC_ALL", "C");
        let output = command.output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let json: serde_json::Value = serde_json::from_str(&report(&["--json"])).expect("a report");
    let best = BOXES.into_iter().rfind(|rung| ground::has(*rung));
    let best = best.unwrap_or(Rung::Off);
    assert_eq!(json["sandbox"]["offer"]["rung"], best.word());
    let attempts = json["sandbox"]["attempts"].as_array().expect("attempts");
    if best == Rung::Off {
        assert!(attempts.is_empty());
        return;
    }
    let stopped = attempts.iter().filter(|one| one["stopped"] == true).count();
    let promised = Attempt::ALL
        .iter()
        .filter(|one| one.is_stopped_by(best))
        .count();
    assert_eq!((attempts.len(), stopped), (12, promised));
    let text = report(&[]);
    assert!(
        text.contains(&format!("{stopped} of 12 forbidden attempts were stopped")),
        "{text}"
    );
    assert!(!text.contains("NOT STOPPED"), "{text}");
}

#[test]
fn programs_are_asked_for_their_versions_in_a_box_that_keeps_them_from_writing() {
    if !ground::has(Rung::Landlock) {
        return;
    }
    let ground = Ground::new();
    let folder = ground.at("home/programs");
    std::fs::create_dir(&folder).expect("a folder");
    let program = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a program");
        std::fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a mode");
    };
    program(
        "make",
        "echo 'GNU Make 7.7'; echo here > \"$HOME/written\"; exit 0",
    );
    program("node", "exit 1");
    let path = std::env::var("PATH").expect("a path");
    let output = Command::new(env!("CARGO_BIN_EXE_agentichat"))
        .args(["doctor", "--json", "--cwd"])
        .arg(ground.at("work"))
        .env("HOME", ground.at("home"))
        .env("PATH", format!("{}:{path}", folder.display()))
        .output();
    let output = output.expect("it runs").stdout;
    let report: serde_json::Value = serde_json::from_slice(&output).expect("a report");
    let programs = report["programs"].as_array().expect("programs");
    let version = |name: &str| {
        let mut of_name = programs.iter().filter(|one| one["name"] == name);
        of_name.next().map(|one| one["version"].clone())
    };
    assert_eq!(version("make"), Some("7.7".into()));
    assert_eq!(version("node"), Some("".into()), "it is there");
    assert!(!ground.at("home/written").exists());
}
