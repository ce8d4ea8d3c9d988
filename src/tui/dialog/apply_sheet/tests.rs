use uuid::Uuid;

use super::*;
use crate::app::App;
use crate::dialog::harness::DialogHarness;
use notice::notice;
use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
use protocol::ids::{ApplyId, ContentHash, FileId};
use protocol::review::ApplyResult;

fn session() -> SessionId {
    SessionId(Uuid::from_u128(1))
}

fn query() -> ReviewQuery {
    ReviewQuery::Summary {
        files: Vec::new(),
        of: ApplyScope::Proposed,
    }
}

fn summary(version: u8) -> ApplySummary {
    let file = |path: &str, added, removed| {
        let stat = FileStat {
            path: path.into(),
            added,
            removed,
        };
        (FileId(Uuid::from_u128(u128::from(added))), stat)
    };
    ApplySummary {
        files: vec![
            file("src/backoff.rs", 3, 2),
            file("src/lib.rs", 1, 1),
            file("tests/backoff.rs", 9, 0),
        ],
        operations: vec![("tests/backoff.rs".into(), notice!("told-file-is-made"))],
        skipped: vec![("src/retry.rs".into(), notice!("told-conflict-waits"))],
        hunks: 4,
        hunk_files: 3,
        oversized: vec![("tests/backoff.rs".into(), 120)],
        rejected: vec![("src/lib.rs".into(), 1)],
        edited: vec!["src/lib.rs".into()],
        pending: 1,
        unreported: 5,
        shown: Some(ContentHash::of(&[version])),
    }
}

fn reply(sheet: &mut ApplySheet, question: ReviewQuery, answer: ReviewReply) {
    let query = Query::Review {
        session: session(),
        question,
    };
    let answer = Box::new(answer);
    sheet.on_reply(&query, &Reply::Review { answer });
}

/// Lets the sheet request what it lacks, at the beginning of time.
fn sync(sheet: &mut ApplySheet) -> Vec<Effect> {
    let app = App::for_test(100, 30);
    sheet.sync(&DialogContext::new(&app))
}

/// Answers the request for a summary.
fn takes(harness: &mut DialogHarness<ApplySheet>, summary: ApplySummary) {
    let asked = sync(&mut harness.dialog);
    assert_eq!(asked.len(), 1, "{asked:?}");
    reply(
        &mut harness.dialog,
        query(),
        ReviewReply::Summary { summary },
    );
    assert!(sync(&mut harness.dialog).is_empty());
    harness.dialog.set_now(Duration::ZERO);
}

fn sheet() -> DialogHarness<ApplySheet> {
    let sheet = ApplySheet::new(session(), ApplyScope::Proposed);
    let mut harness = DialogHarness::of(sheet);
    takes(&mut harness, summary(1));
    harness.dialog.set_now(Duration::from_secs(1));
    harness
}

fn event(fact: EventKind) -> Event {
    crate::tests::event(session(), fact)
}

#[test]
fn one_sheet_names_what_is_applied_and_what_is_left_out() {
    let mut harness = sheet();
    insta::assert_snapshot!("apply_sheet", harness.text(100, 30));
}

#[test]
fn a_lone_y_applies_what_is_shown_and_leads_back_to_the_chat() {
    let mut harness = sheet();
    harness.key_alone("y");
    let effects = std::mem::take(&mut harness.effects);
    let [
        Effect::CloseDialog,
        Effect::Send(command),
        Effect::CloseReview,
    ] = effects.as_slice()
    else {
        panic!("{effects:?}");
    };
    let order = ReviewCommand::Apply {
        files: Vec::new(),
        shown: ContentHash::of(&[1]),
        of: ApplyScope::Proposed,
    };
    let session = session();
    assert_eq!(*command, Command::Review { session, order });
}

#[test]
fn a_y_among_other_keys_or_before_the_sheet_could_be_read_applies_nothing() {
    let mut harness = sheet();
    harness.key("y");
    harness.key_alone("j");
    harness.key("y");
    harness.dialog.drop_held_key();
    assert!(harness.dialog.settled().is_none());
    harness.dialog.set_now(Duration::from_millis(100));
    harness.key_alone("y");
    assert!(harness.effects.is_empty(), "{:?}", harness.effects);
}

#[test]
fn enter_says_which_key_applies() {
    let mut harness = sheet();
    harness.key_alone("Enter");
    let [Effect::Say(_, said)] = harness.effects.as_slice() else {
        panic!("{:?}", harness.effects);
    };
    assert!(said.starts_with("press y"), "{said}");
}

#[test]
fn another_plan_is_armed_anew_and_said() {
    let mut harness = sheet();
    harness.dialog.outdate();
    harness.key_alone("y");
    assert!(harness.effects.is_empty(), "nothing is known now");
    assert!(harness.text(100, 30).contains("something changed"));
    takes(&mut harness, summary(2));
    assert!(harness.text(100, 30).contains("changed since you opened"));
    // The sheet is armed from the time of the new summary on.
    harness.dialog.set_now(Duration::from_millis(100));
    harness.key_alone("y");
    assert!(harness.effects.is_empty());
    harness.dialog.set_now(Duration::from_secs(1));
    harness.key_alone("y");
    let orders = harness.orders();
    let shown = ContentHash::of(&[2]);
    assert!(
        matches!(orders.as_slice(), [ReviewCommand::Apply { shown: it, .. }] if *it == shown),
        "{orders:?}"
    );
}

#[test]
fn changes_that_are_applied_elsewhere_close_the_sheet() {
    let mut harness = sheet();
    let ended = event(EventKind::ApplyEnded {
        apply: ApplyId(Uuid::from_u128(1)),
        result: ApplyResult::Done,
    });
    assert_eq!(harness.dialog.on_event(&ended), [Effect::CloseDialog]);
}

#[test]
fn where_nothing_is_left_to_apply_no_key_applies() {
    let mut harness = DialogHarness::of(ApplySheet::new(session(), ApplyScope::Proposed));
    takes(
        &mut harness,
        ApplySummary {
            shown: Some(ContentHash::of(b"")),
            ..ApplySummary::default()
        },
    );
    harness.dialog.set_now(Duration::from_secs(1));
    harness.key_alone("y");
    harness.key_alone("Enter");
    assert!(harness.effects.is_empty(), "{:?}", harness.effects);
    let text = harness.text(100, 30);
    assert!(text.contains("Nothing to apply"), "{text}");
}

#[test]
fn the_diff_lies_over_the_sheet_and_leads_back_to_it() {
    let mut harness = sheet();
    harness.key("d");
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.into(),
    };
    let diffs = vec![FileDiff {
        path: "src/lib.rs".into(),
        change: DiffChange::Modified,
        hunks: vec![DiffHunk {
            old_start: 40,
            old_count: 1,
            new_start: 40,
            new_count: 1,
            lines: vec![
                line(DiffLineKind::Remove, "what goes"),
                line(DiffLineKind::Add, "what comes"),
            ],
        }],
        added: 1,
        removed: 1,
        truncated: false,
    }];
    let question = ReviewQuery::ApplyDiff {
        files: Vec::new(),
        of: ApplyScope::Proposed,
    };
    let left_out = Vec::new();
    reply(
        &mut harness.dialog,
        question,
        ReviewReply::Compared { diffs, left_out },
    );
    let text = harness.text(100, 30);
    assert!(
        text.contains("what goes") && text.contains("what comes"),
        "{text}"
    );
    harness.key("Esc");
    assert!(harness.text(100, 30).contains("Apply 4 changes"));
    harness.effects.clear();
    harness.key_alone("y");
    assert_eq!(harness.orders().len(), 1);
}

#[test]
fn a_plan_that_comes_after_a_failed_request_is_armed_anew() {
    let mut harness = sheet();
    harness.dialog.outdate();
    assert_eq!(sync(&mut harness.dialog).len(), 1);
    let reason = Notice::text("the disk is gone");
    let asked = Query::Review {
        session: session(),
        question: query(),
    };
    harness.dialog.on_reply(&asked, &Reply::Failed { reason });
    harness.dialog.outdate();
    let asked = sync(&mut harness.dialog);
    assert_eq!(asked.len(), 1, "{asked:?}");
    reply(
        &mut harness.dialog,
        query(),
        ReviewReply::Summary {
            summary: summary(2),
        },
    );
    // The sheet was armed for the plan before.
    harness.key_alone("y");
    assert!(harness.effects.is_empty(), "{:?}", harness.effects);
    harness.dialog.set_now(Duration::from_secs(5));
    harness.dialog.set_now(Duration::from_secs(6));
    harness.key_alone("y");
    assert_eq!(harness.orders().len(), 1);
}
