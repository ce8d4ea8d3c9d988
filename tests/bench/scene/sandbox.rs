//! The cost of a box: set-up and end of a command that does nothing on each rung that the machine has,
//! against the same without a box; the probe; an upper folder of 2,000 files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use sandbox::Sandbox;
use sandbox::compose::{BoxGrant, SandboxOffer, Setting, Surroundings, plan};
use sandbox::plan::{Plan, Rung};
use sandbox::probe::{ProbePlace, probe};
use sandbox::scratch::Scratch;
use sandbox::upper::{MOST_CHANGES, Part, Shown, read};

use crate::report::{Report, milliseconds, percentile};

/// Number of commands on each rung.
const TIMES: usize = 200;

/// Budgets in milliseconds: a box over a bare command, the probe, an upper folder.
const BOX: f64 = 5.0;
const PROBE: f64 = 20.0;
const UPPER: f64 = 50.0;

pub fn run(report: &mut Report) {
    let ground = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let workspace = ground.path().join("work");
    fs::create_dir(&workspace).expect("a folder");
    let place = ProbePlace {
        workspace,
        folder: ground.path().join("boxes"),
    };
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_agentichat").into());
    let begun = Instant::now();
    let offer = probe(&sandbox, &place);
    report.promised("the probe", "ms", milliseconds(begun.elapsed()), PROBE);
    let bare = commands(&sandbox, &place, Rung::Off);
    report.noted("without a box, p50", "ms", percentile(&bare, 50.0));
    let bare = percentile(&bare, 95.0);
    report.noted("without a box, p95", "ms", bare);
    for rung in Rung::ALL.into_iter().rev() {
        if Rung::Off < rung && rung <= offer.rung {
            let times = commands(&sandbox, &place, rung);
            let name = rung.word();
            report.noted(&format!("{name}, p50"), "ms", percentile(&times, 50.0));
            let over = percentile(&times, 95.0) - bare;
            report.promised(&format!("{name}, over bare, p95"), "ms", over, BOX);
        }
    }
    upper(ground.path(), report);
}

/// Runs `true` again and again; returns the times from the start to the end.
fn commands(sandbox: &Sandbox, place: &ProbePlace, rung: Rung) -> Vec<Duration> {
    let scratch = Scratch::new(&place.folder, rung.word()).expect("folders");
    let plan = plan_of(place, &scratch, rung);
    let once = |_| {
        scratch.renew_work().expect("a folder");
        let begun = Instant::now();
        let mut boxed = sandbox
            .command(&plan, &[OsString::from("true")])
            .expect("a command");
        boxed.command.stdin(Stdio::null());
        let mut child = boxed.command.spawn().expect("it starts");
        drop(boxed.command);
        boxed.report.wait().expect("a box");
        assert!(child.wait().expect("its end").success());
        begun.elapsed()
    };
    (0..TIMES).map(once).collect()
}

fn plan_of(place: &ProbePlace, scratch: &Scratch, rung: Rung) -> Plan {
    let around = Surroundings {
        home: std::env::home_dir(),
        environment: std::env::vars().collect(),
        ..Surroundings::of(place.workspace.clone(), scratch)
    };
    let offer = SandboxOffer { rung, why: None };
    plan(Setting::Auto, &offer, &around, &BoxGrant::PROPOSED).plan
}

/// Reads an upper folder in which each file was changed.
fn upper(ground: &Path, report: &mut Report) {
    let (lower, upper) = (ground.join("lower"), ground.join("upper"));
    for (layer, text) in [(&lower, "before\n"), (&upper, "after\n")] {
        for number in 0..MOST_CHANGES {
            let folder = layer.join(format!("{}", number / 100));
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join(number.to_string()), text.repeat(200)).expect("a file");
        }
    }
    let shown = Shown {
        lower: &lower,
        proposed: &BTreeMap::new(),
    };
    let begun = Instant::now();
    let reading = read(&upper, shown, &|_, _| Part::Reviewed).expect("a reading");
    let time = milliseconds(begun.elapsed());
    assert_eq!(reading.changes.len(), MOST_CHANGES);
    report.promised("an upper folder of 2,000 files", "ms", time, UPPER);
}
