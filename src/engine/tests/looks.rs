//! Review jobs that read the disk and calls that write to it: they exclude each other, and
//! neither is lost.

use super::plans::{change_of, path, plan};
use super::prompts::asked_to_write;
use super::world::{SESSION, World};
use crate::engine::{Effect, Outcome, ReviewJob, ReviewWork};
use crate::protocol::approval::{Decision, Mode};
use crate::protocol::change::{Entry, HunkState, Origin};
use crate::protocol::command::Command;
use crate::protocol::ids::{ContentHash, EntryId};
use crate::protocol::review::ReviewCommand;

fn order(world: &mut World, order: ReviewCommand) {
    let session = SESSION;
    world.command(Command::Review { session, order });
}

/// Returns the last ordered job, with its version.
fn ordered(world: &World) -> (ReviewJob, u64) {
    let effects = world.effects.iter().rev();
    let mut jobs = effects.filter_map(|effect| match effect {
        Effect::Review { job, version, .. } => Some((job.clone(), *version)),
        _ => None,
    });
    jobs.next().expect("work was ordered")
}

fn worked(world: &mut World, observed: Vec<Entry>) {
    let (_, version) = ordered(world);
    let work = ReviewWork {
        observed,
        ..ReviewWork::default()
    };
    world.outcome(Outcome::ReviewWorked {
        session: SESSION,
        version,
        result: Ok(Box::new(work)),
    });
}

/// Builds an entry that somebody else made to a file.
fn by_the_human(world: &World, file: &str) -> Entry {
    let mut entry = change_of(&world.call(1), file.to_owned()).entry;
    entry.id = EntryId(uuid::Uuid::from_u128(77));
    entry.origin = Origin::User;
    for hunk in &mut entry.hunks {
        hunk.id.0 = uuid::Uuid::from_u128(hunk.id.0.as_u128() + 7_000_000);
        (hunk.state, hunk.written) = (HunkState::Accepted, true);
    }
    entry
}

/// Builds a session with a written file and a question about a second write.
fn with_a_second_write(second: &str) -> World {
    let mut world = World::new(Mode::AcceptEdits);
    world.send("change");
    let write = |name| ("write_file", path(name));
    world.calls(&[write("a.rs"), write(second)]);
    world.prepared(1);
    world.finished(1);
    world.skip();
    world
}

#[test]
fn a_write_begins_when_the_look_at_the_disk_is_over() {
    let mut world = with_a_second_write("b.rs");
    order(&mut world, ReviewCommand::LookAtDisk);
    assert_eq!(ordered(&world).0, ReviewJob::LookAtDisk);
    world.skip();
    world.prepared(2);
    assert_eq!(world.trace(), "", "it waits");
    worked(&mut world, Vec::new());
    assert!(world.trace().ends_with("-> run c2 as planned"));
}

#[test]
fn a_write_is_planned_anew_on_what_the_look_found() {
    let mut world = with_a_second_write("a.rs");
    order(&mut world, ReviewCommand::LookAtDisk);
    let mut known = plan(&world.call(2));
    if let Some(change) = &mut known.change {
        change.base.after_entry = Some(change_of(&world.call(1), "a.rs".to_owned()).entry.id);
    }
    world.prepared_as(2, known);
    world.skip();
    let found = by_the_human(&world, "a.rs");
    worked(&mut world, vec![found]);
    assert!(world.trace().ends_with("-> prepare c2"));
}

#[test]
fn what_a_look_finds_while_a_call_writes_is_looked_for_when_it_has_ended() {
    let mut world = with_a_second_write("b.rs");
    world.prepared(2);
    order(&mut world, ReviewCommand::LookAtDisk);
    world.skip();
    world.finished(2);
    assert!(
        world.trace().ends_with("-> review: LookAtDisk"),
        "what was wanted while it ran is not forgotten"
    );
}

#[test]
fn what_an_edit_finds_while_a_call_writes_is_found_again_when_it_has_ended() {
    let mut world = with_a_second_write("b.rs");
    world.prepared(2);
    let name = "here".to_owned();
    order(&mut world, ReviewCommand::NameCheckpoint { name });
    let (job, version) = ordered(&world);
    let found = by_the_human(&world, "b.rs");
    world.skip();
    worked(&mut world, vec![found]);
    assert_eq!(world.trace(), "", "it may be what the call itself writes");
    world.finished(2);
    let (again, later) = ordered(&world);
    assert_eq!(again, job);
    assert_ne!(later, version);
    worked(&mut world, Vec::new());
    assert!(world.trace().contains("here"), "the checkpoint is made");
}

#[test]
fn orders_wait_for_the_work_that_is_under_way() {
    let mut world = with_a_second_write("b.rs");
    order(&mut world, ReviewCommand::LookAtDisk);
    let name = "here".to_owned();
    order(&mut world, ReviewCommand::NameCheckpoint { name });
    assert_eq!(ordered(&world).0, ReviewJob::LookAtDisk);
    worked(&mut world, Vec::new());
    assert!(matches!(ordered(&world).0, ReviewJob::Checkpoint { .. }));
    worked(&mut world, Vec::new());
    assert!(world.trace().contains("here"));
}

#[test]
fn a_yes_holds_for_a_plan_that_makes_the_same_of_the_file_and_for_no_other() {
    for same in [true, false] {
        let mut world = asked_to_write();
        let first = world.call(1);
        // The change in question was planned before the log of its file began.
        let entry = by_the_human(&world, "a.rs");
        let last = entry.id;
        log(&mut world, entry);
        world.skip();
        world.answer(Decision::Yes);
        assert!(world.trace().ends_with("-> prepare c1"));
        let mut again = plan(&first);
        if let Some(change) = &mut again.change {
            change.base.after_entry = Some(last);
            if !same {
                change.entry.after = Some(ContentHash::of(b"something else"));
            }
        }
        world.skip();
        world.prepared_as(1, again);
        if same {
            assert!(world.trace().ends_with("-> run c1 as planned"));
        } else {
            assert!(world.trace().contains("asks about c1"));
        }
    }
}

/// Lets the review observe a change, as a disk scan does.
fn log(world: &mut World, entry: Entry) {
    let name = "here".to_owned();
    order(world, ReviewCommand::NameCheckpoint { name });
    worked(world, vec![entry]);
}

#[test]
fn a_cancelled_call_that_waits_for_the_review_never_runs() {
    let mut world = with_a_second_write("b.rs");
    order(&mut world, ReviewCommand::LookAtDisk);
    world.prepared(2);
    world.cancel(crate::protocol::command::CancelMode::Gracefully);
    world.skip();
    worked(&mut world, Vec::new());
    assert_eq!(world.trace(), "");
}

#[test]
fn a_session_that_is_opened_looks_at_what_became_of_its_files_meanwhile() {
    use super::loading::{snapshot, user};
    use crate::engine::EngineConfig;
    use crate::protocol::review::ReviewSnapshot;
    use crate::protocol::session::{RunStatus, SessionStatus};
    let entry = change_of(&with_a_second_write("b.rs").call(1), "a.rs".to_owned()).entry;
    for (entries, looks) in [(vec![entry], true), (Vec::new(), false)] {
        let mut world = World::empty(EngineConfig::default());
        world.command(Command::OpenSession { session: SESSION });
        let mut stored = snapshot(RunStatus::Completed, vec![user()]);
        stored.summary.status = SessionStatus::Idle;
        let review = ReviewSnapshot {
            entries,
            ..ReviewSnapshot::default()
        };
        world.outcome(Outcome::SessionLoaded {
            snapshot: Box::new(stored),
            review: Box::new(review),
            recovered: Default::default(),
        });
        let trace = world.trace();
        assert_eq!(trace.contains("-> review: LookAtDisk"), looks, "{trace}");
    }
}
