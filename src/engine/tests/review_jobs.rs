//! Review jobs that read the disk and calls that write to it: they exclude each other, and
//! neither is lost.

use super::prompts::asked_to_write;
use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::{change_of, path, plan};
use crate::{Effect, Outcome, ReviewJob, ReviewWork};
use protocol::approval::{Decision, Mode};
use protocol::change::{Entry, HunkState, Origin};
use protocol::command::Command;
use protocol::ids::{ContentHash, EntryId};
use protocol::review::ReviewCommand;

fn order(harness: &mut Harness, order: ReviewCommand) {
    let session = SESSION;
    harness.command(Command::Review { session, order });
}

/// Returns the last ordered job, with its version.
fn ordered(harness: &Harness) -> (ReviewJob, u64) {
    let effects = harness.effects.iter().rev();
    let mut jobs = effects.filter_map(|effect| match effect {
        Effect::Review { job, version, .. } => Some((job.clone(), *version)),
        _ => None,
    });
    jobs.next().expect("work was ordered")
}

fn worked(harness: &mut Harness, observed: Vec<Entry>) {
    let (_, version) = ordered(harness);
    let work = ReviewWork {
        observed,
        ..ReviewWork::default()
    };
    harness.outcome(Outcome::ReviewWorked {
        session: SESSION,
        version,
        result: Ok(Box::new(work)),
    });
}

/// Builds an entry that somebody else made to a file.
fn by_the_user(harness: &Harness, file: &str) -> Entry {
    let mut entry = change_of(&harness.call(1), file.to_owned()).entry;
    entry.id = EntryId(uuid::Uuid::from_u128(77));
    entry.origin = Origin::User;
    for hunk in &mut entry.hunks {
        hunk.id.0 = uuid::Uuid::from_u128(hunk.id.0.as_u128() + 7_000_000);
        (hunk.state, hunk.written) = (HunkState::Accepted, true);
    }
    entry
}

/// Builds a session with a written file and a question about a second write.
fn with_a_second_write(second: &str) -> Harness {
    let mut harness = Harness::new(Mode::AcceptEdits);
    harness.send("change");
    let write = |name| ("write_file", path(name));
    harness.calls(&[write("a.rs"), write(second)]);
    harness.prepared(1);
    harness.finished(1);
    harness.skip();
    harness
}

#[test]
fn a_write_begins_when_the_look_at_the_disk_is_over() {
    let mut harness = with_a_second_write("b.rs");
    order(&mut harness, ReviewCommand::LookAtDisk);
    assert_eq!(ordered(&harness).0, ReviewJob::LookAtDisk);
    harness.skip();
    harness.prepared(2);
    assert_eq!(harness.trace(), "", "it waits");
    worked(&mut harness, Vec::new());
    assert!(harness.trace().ends_with("-> run c2 as planned"));
}

#[test]
fn a_write_is_planned_anew_on_what_the_look_found() {
    let mut harness = with_a_second_write("a.rs");
    order(&mut harness, ReviewCommand::LookAtDisk);
    let mut known = plan(&harness.call(2));
    if let Some(change) = &mut known.change {
        change.base.after_entry = Some(change_of(&harness.call(1), "a.rs".to_owned()).entry.id);
    }
    harness.prepared_as(2, known);
    harness.skip();
    let found = by_the_user(&harness, "a.rs");
    worked(&mut harness, vec![found]);
    assert!(harness.trace().ends_with("-> prepare c2"));
}

#[test]
fn what_a_look_finds_while_a_call_writes_is_looked_for_when_it_has_ended() {
    let mut harness = with_a_second_write("b.rs");
    harness.prepared(2);
    order(&mut harness, ReviewCommand::LookAtDisk);
    harness.skip();
    harness.finished(2);
    assert!(
        harness.trace().ends_with("-> review: LookAtDisk"),
        "what was wanted while it ran is not forgotten"
    );
}

#[test]
fn what_an_edit_finds_while_a_call_writes_is_found_again_when_it_has_ended() {
    let mut harness = with_a_second_write("b.rs");
    harness.prepared(2);
    let name = "here".to_owned();
    order(&mut harness, ReviewCommand::NameCheckpoint { name });
    let (job, version) = ordered(&harness);
    let found = by_the_user(&harness, "b.rs");
    harness.skip();
    worked(&mut harness, vec![found]);
    assert_eq!(harness.trace(), "", "it may be what the call itself writes");
    harness.finished(2);
    let (again, later) = ordered(&harness);
    assert_eq!(again, job);
    assert_ne!(later, version);
    worked(&mut harness, Vec::new());
    assert!(harness.trace().contains("here"), "the checkpoint is made");
}

#[test]
fn orders_wait_for_the_work_that_is_under_way() {
    let mut harness = with_a_second_write("b.rs");
    order(&mut harness, ReviewCommand::LookAtDisk);
    let name = "here".to_owned();
    order(&mut harness, ReviewCommand::NameCheckpoint { name });
    assert_eq!(ordered(&harness).0, ReviewJob::LookAtDisk);
    worked(&mut harness, Vec::new());
    assert!(matches!(ordered(&harness).0, ReviewJob::Checkpoint { .. }));
    worked(&mut harness, Vec::new());
    assert!(harness.trace().contains("here"));
}

#[test]
fn a_yes_holds_for_a_plan_that_makes_the_same_of_the_file_and_for_no_other() {
    for same in [true, false] {
        let mut harness = asked_to_write();
        let first = harness.call(1);
        // The change in question was planned before the log of its file began.
        let entry = by_the_user(&harness, "a.rs");
        let last = entry.id;
        log(&mut harness, entry);
        harness.skip();
        harness.answer(Decision::Yes);
        assert!(harness.trace().ends_with("-> prepare c1"));
        let mut again = plan(&first);
        if let Some(change) = &mut again.change {
            change.base.after_entry = Some(last);
            if !same {
                change.entry.after = Some(ContentHash::of(b"something else"));
            }
        }
        harness.skip();
        harness.prepared_as(1, again);
        if same {
            assert!(harness.trace().ends_with("-> run c1 as planned"));
        } else {
            assert!(harness.trace().contains("asks about c1"));
        }
    }
}

/// Lets the review observe a change, as a disk scan does.
fn log(harness: &mut Harness, entry: Entry) {
    let name = "here".to_owned();
    order(harness, ReviewCommand::NameCheckpoint { name });
    worked(harness, vec![entry]);
}

#[test]
fn a_cancelled_call_that_waits_for_the_review_never_runs() {
    let mut harness = with_a_second_write("b.rs");
    order(&mut harness, ReviewCommand::LookAtDisk);
    harness.prepared(2);
    harness.cancel(protocol::command::CancelMode::Gracefully);
    harness.skip();
    worked(&mut harness, Vec::new());
    assert_eq!(harness.trace(), "");
}

#[test]
fn a_session_that_is_opened_looks_at_what_became_of_its_files_meanwhile() {
    use super::loading::{snapshot, user};
    use crate::EngineConfig;
    use protocol::review::ReviewSnapshot;
    use protocol::session::{RunStatus, SessionStatus};
    let entry = change_of(&with_a_second_write("b.rs").call(1), "a.rs".to_owned()).entry;
    for (entries, looks) in [(vec![entry], true), (Vec::new(), false)] {
        let mut harness = Harness::empty(EngineConfig::default());
        harness.command(Command::OpenSession { session: SESSION });
        let mut stored = snapshot(RunStatus::Completed, vec![user()]);
        stored.summary.status = SessionStatus::Idle;
        let review = ReviewSnapshot {
            entries,
            ..ReviewSnapshot::default()
        };
        harness.outcome(Outcome::SessionLoaded {
            snapshot: Box::new(stored),
            review: Box::new(review),
            recovered: Default::default(),
        });
        let trace = harness.trace();
        assert_eq!(trace.contains("-> review: LookAtDisk"), looks, "{trace}");
    }
}
