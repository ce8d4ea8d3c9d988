//! Tests of the review, the rollback mode and the checkpoints: numbers refer to the items read out
//! under them, and nothing is written before the whole was read out and confirmed.

use jiff::Timestamp;
use uuid::Uuid;

use super::help::{PlainHarness, RUN, SESSION};
use notice::{Notice, count, notice};
use protocol::change::{Checkpoint, CheckpointKind, FileStat, HunkState, Origin};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{
    ApplyId, CallId, CheckpointId, ContentHash, EntryId, FileId, HunkId, MessageId,
};
use protocol::query::{Query, Reply};
use protocol::review::rollback::{
    HARD_WORD, RollbackConflict, RollbackFile, RollbackMode, RollbackPreview,
};
use protocol::review::view::{Cell, CellKind, HunkRow, LineRow, ViewRow};
use protocol::review::{
    ApplyResult, ApplySummary, CheckpointRow, FileReview, HunkCounts, ReviewCommand, ReviewQuery,
    ReviewReply,
};
use protocol::session::RunResult;

fn hunk_id(number: u128) -> HunkId {
    HunkId(Uuid::from_u128(number))
}

fn file_id(number: u128) -> FileId {
    FileId(Uuid::from_u128(1_000 + number))
}

pub(super) fn file(number: u128, path: &str) -> FileReview {
    FileReview {
        file: file_id(number),
        path: path.into(),
        change: Notice::default(),
        added: 3,
        removed: 1,
        counts: HunkCounts::default(),
        dirty: false,
        proposed: true,
        base: None,
        by: Notice::text("build, turn 1"),
        proposed_by: Vec::new(),
    }
}

pub(super) fn hunk(number: u128, builds_on: &[u128]) -> HunkRow {
    HunkRow {
        id: hunk_id(number),
        entry: EntryId(Uuid::from_u128(2_000)),
        origin: Origin::Agent {
            agent: "build".into(),
            run: RUN,
            call: CallId(Uuid::from_u128(3)),
        },
        state: HunkState::Pending,
        written: false,
        conflict: None,
        first_row: 1,
        rows: 2,
        added: 1,
        removed: 1,
        oversized: false,
        amended: false,
        comments: 0,
        builds_on: builds_on.iter().map(|number| hunk_id(*number)).collect(),
        carries: Vec::new(),
        rationale: Some("the lock comes first".into()),
        operation: Notice::default(),
    }
}

fn cell(line: u32, text: &str, kind: CellKind) -> Option<Cell> {
    Some(Cell {
        line,
        text: text.into(),
        kind,
        words: Vec::new(),
        ending: None,
    })
}

pub(super) fn rows(number: u128) -> Vec<ViewRow> {
    vec![
        ViewRow::Lines(LineRow {
            hunk: Some(hunk_id(number)),
            base: cell(4, "\told();", CellKind::Removed),
            ..LineRow::default()
        }),
        ViewRow::Lines(LineRow {
            hunk: Some(hunk_id(number)),
            proposed: cell(4, "\tnew();", CellKind::Added),
            ..LineRow::default()
        }),
    ]
}

pub(super) fn reply(
    harness: &mut PlainHarness,
    fits: impl Fn(&ReviewQuery) -> bool,
    answer: ReviewReply,
) {
    let answer = Box::new(answer);
    harness.replies(|query| is_review(query, &fits), Reply::Review { answer });
}

pub(super) fn is_review(query: &Query, fits: impl Fn(&ReviewQuery) -> bool) -> bool {
    matches!(query, Query::Review { question, .. } if fits(question))
}

/// Enters the review of two files: the first has two hunks, and its second hunk builds
/// on the first.
fn in_review() -> PlainHarness {
    let mut harness = PlainHarness::begin();
    review_opens(&mut harness);
    harness
}

pub(super) fn review_opens(harness: &mut PlainHarness) {
    harness.types("/review");
    in_the_review(harness);
}

/// Answers the queries made on opening the review.
pub(super) fn in_the_review(harness: &mut PlainHarness) {
    let files = vec![file(1, "src/a.rs"), file(2, "src/b.rs")];
    let last_rollback = None;
    reply(
        harness,
        |question| matches!(question, ReviewQuery::Files { .. }),
        ReviewReply::Files {
            files: files.clone(),
            last_rollback,
            changes: Vec::new(),
            runs: Vec::new(),
        },
    );
    let hunks = [vec![hunk(1, &[]), hunk(2, &[1])], vec![hunk(3, &[])]];
    for (file, hunks) in files.into_iter().zip(hunks) {
        reply(
            harness,
            |question| matches!(question, ReviewQuery::File { .. }),
            ReviewReply::File {
                file: Box::new(file),
                hunks,
                rows: 4,
                version: 1,
                refining: false,
            },
        );
    }
}

fn decided(harness: &PlainHarness) -> Vec<(Vec<HunkId>, HunkState)> {
    harness
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::Review {
                order: ReviewCommand::Decide { hunks, state },
                ..
            } => Some((hunks.clone(), *state)),
            _ => None,
        })
        .collect()
}

/// Reads out the first hunk.
pub(super) fn read_out(harness: &mut PlainHarness) {
    harness.types("show 1.1");
    reply(
        harness,
        |question| matches!(question, ReviewQuery::Rows { .. }),
        ReviewReply::Rows {
            first: 1,
            rows: rows(1),
            version: 1,
        },
    );
}

#[test]
fn hunks_are_listed_read_out_taken_refused_and_written_after_a_question() {
    let mut harness = in_review();
    read_out(&mut harness);
    harness.types("refuse 2.1");
    harness.types("take 1.2");
    assert_eq!(
        decided(&harness).len(),
        1,
        "it is asked about what it builds on"
    );
    harness.types("both");
    assert_eq!(
        decided(&harness),
        [
            (vec![hunk_id(3)], HunkState::Rejected),
            (vec![hunk_id(2), hunk_id(1)], HunkState::Accepted),
        ]
    );
    harness.types("apply");
    let summary = ApplySummary {
        files: vec![(
            file_id(1),
            FileStat {
                path: "src/a.rs".into(),
                added: 2,
                removed: 2,
            },
        )],
        shown: Some(ContentHash::of(b"summary")),
        ..ApplySummary::default()
    };
    reply(
        &mut harness,
        |question| matches!(question, ReviewQuery::Summary { .. }),
        ReviewReply::Summary { summary },
    );
    let writes = |harness: &PlainHarness| {
        harness.sent.iter().any(|command| {
            matches!(
                command,
                Command::Review {
                    order: ReviewCommand::Apply { .. },
                    ..
                }
            )
        })
    };
    harness.types("sure");
    assert!(!writes(&harness));
    harness.types("yes");
    assert!(writes(&harness));
    harness.hear(EventKind::ApplyEnded {
        apply: ApplyId(Uuid::from_u128(5)),
        result: ApplyResult::Done,
    });
    harness.types("comment 1.1 keep the old name");
    harness.types("settle 1.1 mine");
    harness.types("tkae 1.1");
    harness.types("take 7");
    harness.types("back");
    harness.types("Thank you");
    assert_eq!(harness.messages(), ["Thank you"]);
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_hunk_is_edited_line_by_line_and_a_dot_ends_it() {
    let mut harness = in_review();
    harness.types("edit 1.1");
    reply(
        &mut harness,
        |question| matches!(question, ReviewQuery::ProposedText { .. }),
        ReviewReply::Text {
            text: "    new();\n".into(),
            hash: ContentHash::of(b"text"),
        },
    );
    harness.types("    newer();");
    harness.types("/mode plan is a line of the text here");
    harness.types(".");
    let text = "    newer();\n/mode plan is a line of the text here\n".to_owned();
    let hunk = hunk_id(1);
    let session = SESSION;
    let order = ReviewCommand::Amend { hunk, text };
    assert_eq!(
        harness.sent.last(),
        Some(&Command::Review { session, order })
    );
}

fn preview(how: RollbackMode, conflict: bool) -> RollbackPreview {
    let conflicts = if conflict {
        vec![RollbackConflict {
            hunk: hunk_id(1),
            with: hunk_id(9),
            line: 12,
            why: Notice::text("you changed the same line"),
            choice: None,
        }]
    } else {
        Vec::new()
    };
    RollbackPreview {
        title: Notice::text("the last run"),
        files: vec![RollbackFile {
            file: file_id(1),
            path: "src/a.rs".into(),
            becomes: notice!(
                "told-becomes-kept",
                why = notice!("told-becomes-back", counted = count(2_u32, "hunk")),
                word = 1
            ),
            added: 1,
            removed: 2,
            hunks: 2,
            kept: 1,
            lost: 0,
            edited: 0,
            unclear: Vec::new(),
            conflicts,
        }],
        unapplied: vec!["src/b.rs".into()],
        in_index: Vec::new(),
        not_covered: Vec::new(),
        user_hunks_lost: u32::from(how == RollbackMode::Hard),
        safety_number: 4,
        shown: ContentHash::of(b"preview"),
    }
}

pub(super) fn previewed(harness: &mut PlainHarness, how: RollbackMode, conflict: bool) {
    reply(
        harness,
        |question| matches!(question, ReviewQuery::Rollback { .. }),
        ReviewReply::Rollback {
            preview: Box::new(preview(how, conflict)),
        },
    );
}

pub(super) fn rolled_back(harness: &PlainHarness) -> Vec<(RollbackMode, String)> {
    harness
        .sent
        .iter()
        .filter_map(|command| match command {
            Command::Review {
                order: ReviewCommand::RollBack { request, .. },
                ..
            } => Some((request.how, request.word.clone())),
            _ => None,
        })
        .collect()
}

#[test]
fn what_is_taken_back_is_read_out_first_and_a_hard_rollback_wants_its_word() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    harness.types("/rollback");
    assert!(
        harness.text().contains("A run is going on"),
        "{}",
        harness.text()
    );
    harness.hear(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    harness.types("/rollback");
    harness.types("go");
    assert!(rolled_back(&harness).is_empty(), "nothing was read out yet");
    previewed(&mut harness, RollbackMode::Scoped, true);
    harness.types("go");
    assert!(rolled_back(&harness).is_empty(), "a conflict is open");
    harness.types("settle 1 mine");
    previewed(&mut harness, RollbackMode::Scoped, false);
    harness.types("hard");
    previewed(&mut harness, RollbackMode::Hard, false);
    harness.types("go");
    for tried in ["yes", "y", "hard"] {
        harness.types(tried);
        assert!(rolled_back(&harness).is_empty(), "{tried}");
        if harness.text().ends_with("then type the word.") {
            harness.types("go");
        }
    }
    harness.types("HARD");
    assert_eq!(
        rolled_back(&harness),
        [(RollbackMode::Hard, HARD_WORD.to_owned())]
    );
    insta::assert_snapshot!(harness.text());
}

#[test]
fn where_every_file_is_left_out_go_says_that_nothing_is_left() {
    let mut harness = PlainHarness::begin();
    harness.types("/rollback");
    previewed(&mut harness, RollbackMode::Scoped, false);
    harness.types("without 1");
    previewed(&mut harness, RollbackMode::Scoped, false);
    harness.types("go");
    assert!(rolled_back(&harness).is_empty());
    let said = "All files are left out: nothing to roll back";
    assert!(harness.text().contains(said), "{}", harness.text());
    harness.types("with 1");
    previewed(&mut harness, RollbackMode::Scoped, false);
    harness.types("go");
    harness.now += std::time::Duration::from_secs(2);
    harness.types("yes");
    assert_eq!(rolled_back(&harness).len(), 1, "{}", harness.text());
}

#[test]
fn a_question_of_the_engine_is_told_in_the_review_and_asked_when_that_is_left() {
    use super::help::write;
    use protocol::approval::Decision;
    let mut harness = in_review();
    harness.hear(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    let begun = harness.now;
    harness.now += std::time::Duration::from_secs(1);
    harness.asks(write(40));
    harness.now += std::time::Duration::from_secs(1);
    harness.typed("refuse 1.1", begun, crate::TypedBy::Keys);
    assert_eq!(decided(&harness), [(vec![hunk_id(1)], HunkState::Rejected)]);
    harness.types("1");
    assert!(
        harness.decisions().is_empty(),
        "lines are meant for the review"
    );
    assert_eq!(harness.text().matches("A question waits:").count(), 1);
    harness.types("/answer");
    harness.types("1");
    assert_eq!(harness.decisions(), [Decision::Yes]);
}

#[test]
fn checkpoints_are_named_compared_and_gone_back_to_by_their_numbers() {
    let mut harness = PlainHarness::begin();
    harness.types("/checkpoints");
    let row = |number: u64, kind| CheckpointRow {
        checkpoint: Checkpoint {
            id: CheckpointId(Uuid::from_u128(u128::from(number))),
            number,
            kind,
            session: SESSION,
            run: None,
            at: Timestamp::from_second(1_800_000_000).unwrap(),
            label: notice!("title-before", title = "Go"),
        },
        by: Notice::text("build"),
        files: vec!["src/a.rs".into()],
        added: 3,
        removed: 1,
        dropped: false,
        session_name: None,
    };
    let checkpoints = vec![row(2, CheckpointKind::Named), row(1, CheckpointKind::Auto)];
    let is_list = |question: &ReviewQuery| matches!(question, ReviewQuery::Checkpoints { .. });
    let came = |harness: &mut PlainHarness| {
        let checkpoints = checkpoints.clone();
        reply(
            harness,
            is_list,
            ReviewReply::Checkpoints {
                checkpoints,
                last_rollback: None,
            },
        );
    };
    came(&mut harness);
    harness.types("compare 1 2");
    came(&mut harness);
    reply(
        &mut harness,
        |question| {
            matches!(question, ReviewQuery::Compare { from, to: Some(to) }
                if from.0.as_u128() == 1 && to.0.as_u128() == 2)
        },
        ReviewReply::Compared {
            diffs: Vec::new(),
            left_out: vec![("a.bin".into(), notice!("told-note-no-text"))],
        },
    );
    harness.types("name green tests");
    harness.types("rollback 9");
    came(&mut harness);
    harness.types("rollback 1");
    came(&mut harness);
    previewed(&mut harness, RollbackMode::Scoped, false);
    harness.types("back");
    insta::assert_snapshot!(harness.text());
}

#[test]
fn at_the_end_of_the_input_what_is_asked_beside_the_review_is_refused() {
    let mut harness = PlainHarness::begin();
    harness.run_begins("Go");
    review_opens(&mut harness);
    harness.asks(super::help::command(
        40,
        "ls",
        protocol::approval::RiskReport::medium(Notice::text("it lists")),
    ));
    harness.give(crate::Input::End);
    assert!(
        matches!(
            harness.decisions().as_slice(),
            [protocol::approval::Decision::No { .. }]
        ),
        "{}",
        harness.text()
    );
}
