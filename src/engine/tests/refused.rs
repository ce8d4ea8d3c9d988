//! Hunks that the user refuses in the review during a run.

use super::plans::{done, hunk_id, path, plan};
use super::world::{SESSION, World};
use crate::engine::Outcome;
use crate::protocol::approval::Mode;
use crate::protocol::change::{FileStat, HunkState, Origin};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::review::ReviewCommand;
use crate::protocol::session::RunResult;

/// Builds a run that has proposed two hunks of one line each in a file, and continues.
fn staged() -> World {
    let mut world = World::new(Mode::Review);
    world.send("change it");
    world.calls(&[("write_file", path("a.rs"))]);
    let mut planned = plan(&world.call(1));
    let (run, _) = world.request();
    if let Some(change) = &mut planned.change {
        change.diff.added = 2;
        if let Origin::Agent { run: of, .. } = &mut change.entry.origin {
            *of = run;
        }
    }
    world.prepared_as(1, planned);
    let mut done = done(&world.call(1));
    // Nothing was written.
    done.stat = None;
    world.outcome(Outcome::CallFinished {
        session: SESSION,
        run,
        done: Box::new(done),
    });
    world
}

fn decide(world: &mut World, number: u128, state: HunkState) {
    let hunks = vec![hunk_id(world.call(1).id, number)];
    let order = ReviewCommand::Decide { hunks, state };
    world.command(Command::Review {
        session: SESSION,
        order,
    });
}

fn ended(world: &mut World) -> RunResult {
    world.says("done");
    let mut facts = world.events.iter().rev().map(|event| &event.fact);
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
    let mut world = staged();
    decide(&mut world, 1, HunkState::Rejected);
    let result = ended(&mut world);
    assert_eq!(
        (result.files_modified, result.refused),
        (vec![changed(1)], 1)
    );
    let mut world = staged();
    decide(&mut world, 1, HunkState::Rejected);
    decide(&mut world, 2, HunkState::Rejected);
    let result = ended(&mut world);
    assert_eq!((result.files_modified, result.refused), (Vec::new(), 2));
}

#[test]
fn what_is_taken_after_all_is_counted_again() {
    let mut world = staged();
    for number in [1, 2] {
        decide(&mut world, number, HunkState::Rejected);
    }
    for number in [1, 2] {
        decide(&mut world, number, HunkState::Accepted);
    }
    let result = ended(&mut world);
    assert_eq!(
        (result.files_modified, result.refused),
        (vec![changed(2)], 0)
    );
}
