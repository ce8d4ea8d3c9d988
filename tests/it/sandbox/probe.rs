//! The probe finds what the machine offers, and says why it offers no more.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use sandbox::Sandbox;
use sandbox::plan::Rung;
use sandbox::probe::{ProbePlace, probe, probe_once};

use super::{BOXES, Ground, ground};

fn place(ground: &Ground) -> ProbePlace {
    ProbePlace {
        workspace: ground.at("work"),
        folder: ground.at("home/own"),
    }
}

#[test]
fn the_offer_is_the_highest_box_that_can_be_made_and_leaves_nothing_behind() {
    let has: Vec<Rung> = BOXES
        .into_iter()
        .filter(|rung| ground::has(*rung))
        .collect();
    let names: Vec<&str> = has.iter().map(|rung| rung.word()).collect();
    testing::told(&format!("sandbox: this machine has the rungs {names:?}"));
    let ground = Ground::new();
    let before = ground.seen();
    let offer = probe(&ground::sandbox(), &place(&ground));
    assert_eq!(offer.rung, has.last().copied().unwrap_or(Rung::Off));
    assert_eq!(offer.why.is_some(), offer.rung != Rung::Proposed);
    assert_eq!(
        before.changed_outside(&ground.seen(), Rung::Proposed),
        Vec::<PathBuf>::new()
    );
}

#[test]
fn a_helper_that_makes_no_box_offers_none_and_the_reason_is_told() {
    let ground = Ground::new();
    for helper in ["/bin/false", "/no/such/program"] {
        let offer = probe(&Sandbox::new(helper.into()), &place(&ground));
        assert_eq!(offer.rung, Rung::Off, "{helper}");
        assert!(offer.why.is_some(), "{helper}");
    }
}

#[test]
fn boxes_are_tried_once_a_boot() {
    let ground = Ground::new();
    let (script, file) = (ground.at("home/helper"), ground.at("home/probe.json"));
    let write = |text: String| {
        fs::write(&script, text).expect("a script");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&script, mode).expect("a mode");
    };
    let real = env!("CARGO_BIN_EXE_agentichat");
    write(format!("#!/bin/sh\nexec '{real}' \"$@\"\n"));
    let sandbox = Sandbox::new(script.clone());
    let first = probe_once(&sandbox, &place(&ground), &file);
    if first.rung == Rung::Off {
        testing::skipped("no rung");
        return;
    }
    write("#!/bin/sh\nexit 1\n".to_owned());
    assert_eq!(probe_once(&sandbox, &place(&ground), &file), first);
    let kept = fs::read_to_string(&file).expect("a result");
    let other = kept.replacen("\"boot\":\"", "\"boot\":\"another", 1);
    assert_ne!(kept, other);
    fs::write(&file, other).expect("a result");
    assert_eq!(probe_once(&sandbox, &place(&ground), &file).rung, Rung::Off);
}

#[test]
fn a_mount_below_the_workspace_is_one_rung_lower_and_told() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let ground = Ground::new();
    let line = "mount -t tmpfs none \"$1\" && exec \"$2\" doctor --json --cwd \"$3\"";
    let mut command = std::process::Command::new("unshare");
    command.args([
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        line,
        "sh",
    ]);
    command.arg(ground.at("work/src"));
    command.arg(env!("CARGO_BIN_EXE_agentichat"));
    command.arg(ground.at("work"));
    command.env("HOME", ground.at("home"));
    let Ok(output) = command.output() else {
        testing::skipped("no program unshare");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let report: serde_json::Value = serde_json::from_str(&text).expect("a report");
    assert_eq!(report["sandbox"]["offer"]["rung"], "namespaces", "{text}");
    let why = report["sandbox"]["offer"]["why"]
        .as_str()
        .expect("a reason");
    assert!(
        why.starts_with("an overlay cannot lie over this folder"),
        "{why}"
    );
}
