//! Hunks that the user refuses in the review during a run.

use crate::Outcome;
use crate::testing::harness::{EngineHarness, SESSION};
use crate::testing::plans::{done, hunk_id, path, plan};
use protocol::approval::Mode;
use protocol::change::{FileStat, HunkState, Origin};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::review::ReviewCommand;
use protocol::session::RunResult;

/// Builds a run that has proposed two hunks of one line each in a file, and continues.
fn proposed() -> EngineHarness {
    let mut harness = EngineHarness::new(Mode::Review);
    harness.send("change it");
    harness.calls(&[("write_file", path("a.rs"))]);
    let mut planned = plan(&harness.call(1));
    let (run, _) = harness.request();
    if let Some(change) = &mut planned.change {
        change.diff.added = 2;
        if let Origin::Agent { run: of, .. } = &mut change.entry.origin {
            *of = run;
        }
    }
    harness.prepared_as(1, planned);
    let mut done = done(&harness.call(1));
    // Nothing was written.
    done.stat = None;
    harness.outcome(Outcome::CallFinished {
        session: SESSION,
        run,
        done: Box::new(done),
    });
    harness
}

fn decide(harness: &mut EngineHarness, number: u128, state: HunkState) {
    let hunks = vec![hunk_id(harness.call(1).id, number)];
    let order = ReviewCommand::Decide { hunks, state };
    harness.command(Command::Review {
        session: SESSION,
        order,
    });
}

fn ended(harness: &mut EngineHarness) -> RunResult {
    harness.says("done");
    let mut facts = harness.events.iter().rev().map(|event| &event.fact);
    let result = facts.find_map(|fact| match fact {
        EventKind::RunCompleted { result } => Some(result.clone()),
        _ => None,
    });
    result.expect("the run is over")
}

fn changed(added: u32) -> FileStat {
    FileStat {
        path: "a.rs".to_owned(),
        added,
        removed: 0,
    }
}

#[test]
fn what_is_refused_while_a_run_goes_on_is_told_and_not_counted() {
    let mut harness = proposed();
    decide(&mut harness, 1, HunkState::Rejected);
    let result = ended(&mut harness);
    assert_eq!(
        (result.files_modified, result.refused),
        (vec![changed(1)], 1)
    );
    let mut harness = proposed();
    decide(&mut harness, 1, HunkState::Rejected);
    decide(&mut harness, 2, HunkState::Rejected);
    let result = ended(&mut harness);
    assert_eq!((result.files_modified, result.refused), (Vec::new(), 2));
}

#[test]
fn what_is_taken_after_all_is_counted_again() {
    let mut harness = proposed();
    for number in [1, 2] {
        decide(&mut harness, number, HunkState::Rejected);
    }
    for number in [1, 2] {
        decide(&mut harness, number, HunkState::Accepted);
    }
    let result = ended(&mut harness);
    assert_eq!(
        (result.files_modified, result.refused),
        (vec![changed(2)], 0)
    );
}
