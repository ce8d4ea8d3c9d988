//! Tests with small hand-written histories.

use crate::binary::as_text;
use crate::conflicts::{Conflict, ConflictKind};
use crate::log::LogFault;
use crate::replay::LineId;
use crate::testing::maker::{Maker, agent};
use protocol::change::{FileOperation, HunkState, Origin};
use protocol::ids::ContentHash;

#[test]
fn a_rejected_hunk_is_not_in_the_text_and_comes_back_when_accepted() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let hunks = maker.edit_to(agent(), "a\nX\nc\nd\n", 80);
    maker.decide(&hunks[..1], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\nc\nd\n"));
    maker.decide(&hunks, HunkState::Accepted);
    assert_eq!(maker.buffer().as_deref(), Some("a\nX\nc\nd\n"));
}

#[test]
fn lines_inserted_beside_a_replacement_stay_beside_what_comes_back() {
    for (edit, expected) in [
        ("a\nY\nX\nc\n", "a\nY\nb\nc\n"),
        ("a\nX\nY\nc\n", "a\nb\nY\nc\n"),
    ] {
        let mut maker = Maker::new(Some("a\nb\nc\n"));
        let first = maker.edit_to(agent(), "a\nX\nc\n", 80);
        maker.edit_to(agent(), edit, 80);
        maker.decide(&first, HunkState::Rejected);
        assert_eq!(maker.buffer().as_deref(), Some(expected));
        assert_eq!(maker.log.conflicts(), []);
    }
}

#[test]
fn lines_inserted_beside_a_rejected_replacement_stay_beside_it_when_it_comes_back() {
    for (edit, expected) in [
        ("a\nY\nb\nc\n", "a\nY\nX\nc\n"),
        ("a\nb\nY\nc\n", "a\nX\nY\nc\n"),
    ] {
        let mut maker = Maker::new(Some("a\nb\nc\n"));
        let first = maker.edit_to(agent(), "a\nX\nc\n", 80);
        maker.decide(&first, HunkState::Rejected);
        maker.edit_to(agent(), edit, 80);
        assert_eq!(maker.buffer().as_deref(), Some(edit));
        maker.decide(&first, HunkState::Accepted);
        assert_eq!(maker.buffer().as_deref(), Some(expected));
        assert_eq!(maker.log.conflicts(), []);
    }
}

#[test]
fn a_hunk_that_changes_lines_of_another_depends_on_it() {
    let mut maker = Maker::new(Some("a\n"));
    let first = maker.edit_to(agent(), "a\nx\ny\n", 80);
    let beside = maker.edit_to(agent(), "a\nx\ny\nz\n", 80);
    let inside = maker.edit_to(agent(), "a\nx\nm\ny\nz\n", 80);
    let changed = maker.edit_to(agent(), "a\nx\nM\ny\nz\n", 80);
    assert_eq!(maker.log.dependents(first[0]), [inside[0], changed[0]]);
    assert_eq!(maker.log.dependents(beside[0]), []);
    assert_eq!(maker.log.requisites(changed[0]), [first[0], inside[0]]);
    maker.decide(&first, HunkState::Rejected);
    let conflict = |hunk| Conflict {
        hunk,
        with: first[0],
        kind: ConflictKind::BuildsOnGone,
    };
    assert_eq!(maker.log.conflicts(), [conflict(inside[0])]);
    assert_eq!(maker.buffer().as_deref(), Some("a\nM\nz\n"));
}

#[test]
fn hunks_that_had_not_seen_each_other_conflict_on_one_line_and_at_one_place() {
    for (first, second, kind) in [
        ("a\nX\nc\n", "a\nY\nc\n", ConflictKind::SameLine),
        ("a\nX\nb\nc\n", "a\nY\nb\nc\n", ConflictKind::SamePlace),
    ] {
        let mut maker = Maker::new(Some("a\nb\nc\n"));
        let one = maker.edit_to(agent(), first, 80);
        maker.decide(&one, HunkState::Rejected);
        let two = maker.edit_to(agent(), second, 80);
        assert_eq!(maker.log.conflicts(), []);
        maker.decide(&one, HunkState::Accepted);
        let (hunk, with) = (two[0], one[0]);
        assert_eq!(maker.log.conflicts(), [Conflict { hunk, with, kind }]);
    }
}

#[test]
fn the_user_never_yields() {
    let mut maker = Maker::new(Some("a\nb\n"));
    let one = maker.edit_to(agent(), "a\nX\n", 80);
    maker.decide(&one, HunkState::Rejected);
    let two = maker.edit_to(Origin::User, "a\nmine\n", 80);
    maker.decide(&one, HunkState::Accepted);
    let expected = Conflict {
        hunk: one[0],
        with: two[0],
        kind: ConflictKind::SameLine,
    };
    assert_eq!(maker.log.conflicts(), [expected]);
}

#[test]
fn an_agents_hunk_under_later_work_of_the_user_stays_until_that_is_settled() {
    let mut maker = Maker::new(Some("a\n"));
    let one = maker.edit_to(agent(), "a\nx\ny\n", 80);
    let mine = maker.edit_to(Origin::User, "a\nx\nmine\n", 80);
    maker.decide(&one, HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nx\nmine\n"));
    assert_eq!(maker.log.target().text.as_deref(), Some("a\nx\nmine\n"));
    let expected = Conflict {
        hunk: one[0],
        with: mine[0],
        kind: ConflictKind::UnderUser,
    };
    assert_eq!(maker.log.conflicts(), [expected]);
    maker.decide(&mine, HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\n"));
    assert_eq!(maker.log.conflicts(), []);
}

#[test]
fn the_target_has_what_is_taken_or_written_and_nothing_else() {
    let mut maker = Maker::new(Some("1\n2\n3\n4\n5\n6\n7\n"));
    let hunks = maker.edit_to(agent(), "A\n2\nB\n4\nC\n6\nD\n", 80);
    maker.decide(&hunks[1..2], HunkState::Accepted);
    maker.decide(&hunks[2..3], HunkState::Rejected);
    maker.log.entries[0].hunks[3].written = true;
    maker.log.entries[0].hunks[2].written = true;
    let text = |replayed: crate::replay::Replayed| replayed.text.unwrap();
    assert_eq!(text(maker.log.target()), "1\n2\nB\n4\n5\n6\nD\n");
    assert_eq!(text(maker.log.buffer()), "A\n2\nB\n4\n5\n6\nD\n");
    assert_eq!(text(maker.log.written()), "1\n2\n3\n4\nC\n6\nD\n");
    maker.log.applied();
    assert_eq!(text(maker.log.written()), text(maker.log.target()));
}

#[test]
fn a_created_file_is_absent_when_its_creation_is_rejected_and_an_empty_one_stays_empty() {
    let mut maker = Maker::new(None);
    let hunks = maker.create("a\nb\nc\n", 1);
    assert_eq!(hunks.len(), 3);
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\nc\n"));
    assert_eq!(maker.log.dependents(hunks[0]), hunks[1..]);
    maker.decide(&hunks[1..2], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nc\n"));
    maker.decide(&hunks, HunkState::Rejected);
    assert_eq!(maker.buffer(), None);

    let mut maker = Maker::new(Some(""));
    let hunks = maker.edit_to(agent(), "a\n", 80);
    maker.decide(&hunks, HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some(""));
}

#[test]
fn a_deletion_that_is_rejected_gives_the_file_back_and_a_new_file_builds_on_the_deletion() {
    let mut maker = Maker::new(Some("a\nb\n"));
    let deletion = maker.delete(agent());
    assert_eq!(maker.buffer(), None);
    let creation = maker.create("new\n", 80);
    assert_eq!(maker.buffer().as_deref(), Some("new\n"));
    assert_eq!(maker.log.dependents(deletion), creation);
    assert_eq!(maker.log.verify(), Ok(()));
    maker.decide(&creation, HunkState::Rejected);
    assert_eq!(maker.buffer(), None);
    maker.decide(&[deletion], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\n"));
}

#[test]
fn a_deletion_that_comes_back_over_later_work_of_the_user_gets_the_mark() {
    let mut maker = Maker::new(Some("a\nb\n"));
    let deletion = maker.delete(agent());
    maker.decide(&[deletion], HunkState::Rejected);
    let mine = maker.edit_to(Origin::User, "a\nb\nmine\n", 80);
    maker.decide(&[deletion], HunkState::Pending);
    let expected = Conflict {
        hunk: deletion,
        with: mine[0],
        kind: ConflictKind::SameLine,
    };
    assert_eq!(maker.log.conflicts(), [expected]);
}

#[test]
fn a_rename_moves_the_file_only_while_it_is_kept() {
    let mut maker = Maker::new(Some("a\n"));
    let hunk = maker.hunk(1, 0, &[]);
    let from = "old.txt".to_owned();
    let rename = FileOperation::Rename { from };
    let hunks = maker.log(agent(), rename, vec![hunk], Some("a\n"));
    maker.edit_to(agent(), "a\nb\n", 80);
    assert_eq!(maker.log.buffer().path.as_deref(), Some("a.txt"));
    maker.decide(&hunks, HunkState::Rejected);
    assert_eq!(maker.log.buffer().path.as_deref(), Some("old.txt"));
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\n"));
}

#[test]
fn a_file_has_the_bits_of_the_last_change_of_them_that_is_kept() {
    let mut maker = Maker::new(Some("a\n"));
    assert_eq!(maker.log.buffer().mode, None);
    let mut change = |from, to| {
        let hunk = maker.hunk(1, 0, &[]);
        let operation = FileOperation::Mode { from, to };
        maker.log(agent(), operation, vec![hunk], Some("a\n"))
    };
    let first = change(0o644, 0o755);
    let second = change(0o755, 0o700);
    assert_eq!(maker.log.verify(), Ok(()));
    assert_eq!(maker.log.buffer().mode, Some(0o700));
    maker.decide(&second, HunkState::Rejected);
    assert_eq!(maker.log.buffer().mode, Some(0o755));
    maker.decide(&first, HunkState::Rejected);
    assert_eq!(maker.log.buffer().mode, Some(0o644));
    assert_eq!(maker.buffer().as_deref(), Some("a\n"));
}

#[test]
fn a_binary_file_is_replayed_as_one_line_whose_hash_is_that_of_its_bytes() {
    let (old, new) = (
        as_text(b"\0old").into_owned(),
        as_text(b"\0new").into_owned(),
    );
    let mut maker = Maker::new(Some(&old));
    let hunk = maker.hunk(1, 1, &[&new]);
    let hunks = maker.log(agent(), FileOperation::Edit, vec![hunk], Some(&new));
    let entry = &mut maker.log.entries[0];
    entry.before = Some(ContentHash::of(b"\0old"));
    entry.after = Some(ContentHash::of(b"\0new"));
    assert_eq!(maker.log.verify(), Ok(()));
    assert_eq!(maker.buffer(), Some(new));
    maker.decide(&hunks, HunkState::Rejected);
    assert_eq!(maker.buffer(), Some(old));
}

#[test]
fn a_last_line_without_ending_gets_one_when_a_choice_puts_another_behind_it() {
    let mut maker = Maker::new(Some("a\r\nb"));
    let hunks = maker.edit_to(agent(), "a\r\nb\r\nc\r\n", 1);
    maker.decide(&hunks[..1], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\r\nb\r\nc\r\n"));
    maker.decide(&hunks, HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\r\nb"));
}

#[test]
fn a_last_line_that_comes_back_has_no_ending_unless_it_was_shown_with_one() {
    let mut maker = Maker::new(Some("a\nb"));
    let first = maker.edit_to(agent(), "a\nc", 80);
    maker.edit_to(agent(), "A\nc", 80);
    maker.decide(&first, HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("A\nb"));
    let below = maker.edit_to(agent(), "A\nb\nd\n", 1);
    maker.decide(&below[..1], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("A\nb\nd\n"));
    let gone = maker.edit_to(agent(), "A\nb\n", 1);
    assert_eq!(maker.buffer().as_deref(), Some("A\nb\n"));
    assert_eq!(maker.log.verify(), Ok(()));
    maker.decide(&gone, HunkState::Rejected);
    maker.decide(&below, HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("A\nb"));
}

#[test]
fn a_line_keeps_its_identity_and_its_place_in_the_bytes() {
    let mut maker = Maker::new(Some("a\nb\n"));
    maker.edit_to(agent(), "a\nx\ny\nb\n", 1);
    let entry = maker.log.entries[0].id;
    let replayed = maker.log.buffer();
    let ids: Vec<LineId> = replayed.lines.iter().map(|line| line.id).collect();
    let inserted = |index| LineId::Inserted { entry, index };
    assert_eq!(
        ids,
        [LineId::Base(0), inserted(0), inserted(1), LineId::Base(1)]
    );
    assert_eq!(replayed.line(2), Some("y\n"));
    assert_eq!(replayed.line(4), None);
}

#[test]
fn a_log_that_does_not_fit_its_hashes_is_found_and_never_panics() {
    let mut maker = Maker::new(Some("a\n"));
    let hunk = maker.hunk(900, u32::MAX, &["x\n"]);
    maker.log(agent(), FileOperation::Edit, vec![hunk], Some("other\n"));
    assert_eq!(maker.buffer().as_deref(), Some("a\nx\n"));
    let entry = maker.log.entries[0].id;
    assert_eq!(maker.log.verify(), Err(LogFault::After { entry }));
    maker.log.base = Some("b\n".into());
    assert_eq!(maker.log.verify(), Err(LogFault::Before { entry }));
}

#[test]
fn a_hundred_thousand_lines_with_five_hundred_hunks_replay_at_once() {
    use std::time::{Duration, Instant};
    let base: String = (0..100_000).map(|line| format!("line {line}\n")).collect();
    let mut maker = Maker::new(None);
    maker.log.base = Some(base.into());
    for number in 0..500_u32 {
        // Each hunk is in an entry of its own, on the text with all earlier ones.
        let hunk = maker.hunk(1 + number * 200, 1, &["one\n", "two\n"]);
        maker.log_unchecked(hunk);
    }
    let begun = Instant::now();
    let replayed = maker.log.buffer();
    let conflicts = maker.log.conflicts();
    let took = begun.elapsed();
    assert_eq!(replayed.lines.len(), 100_500);
    assert_eq!(conflicts, []);
    println!("replayed in {took:?}");
    // The limit holds without optimization. A pass over all lines for each hunk would take minutes.
    assert!(took < Duration::from_secs(3), "{took:?}");
}
