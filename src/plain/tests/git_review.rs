//! Tests of the review of a branch, in lines.

use super::help::PlainHarness;
use super::places::{file, hunk, reply, rows};
use protocol::command::Command;
use protocol::query::{Query, Reply};
use protocol::review::view::HunkRow;
use protocol::review::{ReviewBase, ReviewCommand, ReviewQuery, ReviewReply};

fn main() -> ReviewBase {
    ReviewBase::Branch {
        branch: "main".to_owned(),
    }
}

/// Enters the review of a branch with one file of one hunk.
fn in_review() -> PlainHarness {
    let mut harness = PlainHarness::begin();
    harness.types("/review main");
    let files = vec![file(1, "src/a.rs")];
    reply(
        &mut harness,
        |question| *question == ReviewQuery::Files { since: main() },
        ReviewReply::Files {
            files: files.clone(),
            last_rollback: None,
            changes: Vec::new(),
            runs: Vec::new(),
        },
    );
    let comments = 0;
    let row = HunkRow {
        comments,
        ..hunk(1, &[])
    };
    reply(
        &mut harness,
        |question| matches!(question, ReviewQuery::File { .. }),
        ReviewReply::File {
            file: Box::new(files[0].clone()),
            hunks: vec![row],
            rows: 4,
            version: 1,
            refining: false,
        },
    );
    harness
}

fn orders(harness: &PlainHarness) -> Vec<ReviewCommand> {
    let sent = harness.sent.iter();
    let orders = sent.filter_map(|command| match command {
        Command::Review { order, .. } => Some(order.clone()),
        _ => None,
    });
    orders.collect()
}

fn answer_rows(harness: &mut PlainHarness) {
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
fn a_branch_is_listed_read_out_and_commented_and_the_comments_are_sent_together() {
    let mut harness = in_review();
    harness.types("show 1.1");
    answer_rows(&mut harness);
    harness.types("comment 1.1 why so?");
    answer_rows(&mut harness);
    harness.types("comment 1:4 and this line?");
    answer_rows(&mut harness);
    harness.types("comment 1:90 beyond the end");
    answer_rows(&mut harness);
    harness.types("tell");
    let places: Vec<(bool, u32, u32, String)> = orders(&harness)
        .iter()
        .filter_map(|order| match order {
            ReviewCommand::Comment { on, .. } => on.git(),
            _ => None,
        })
        .map(|place| {
            assert_eq!((&place.since, place.path.as_str()), (&main(), "src/a.rs"));
            (
                place.hunk.is_some(),
                place.first,
                place.last,
                place.excerpt.clone(),
            )
        })
        .collect();
    let whole = "-\told();\n+\tnew();\n".to_owned();
    assert_eq!(
        places,
        [(true, 4, 4, whole), (false, 4, 4, "+\tnew();\n".to_owned())]
    );
    assert_eq!(orders(&harness).last(), Some(&ReviewCommand::SendComments));
    insta::assert_snapshot!(harness.text());
}

#[test]
fn what_decides_says_why_it_decides_nothing_here() {
    let mut harness = in_review();
    for line in [
        "take 1.1",
        "refuse all",
        "apply",
        "edit 1.1",
        "undo",
        "result 1.1",
    ] {
        harness.record.clear();
        harness.types(line);
        let said = harness.record.join("\n");
        assert!(said.contains("nothing is decided here"), "{line}: {said}");
    }
    assert_eq!(orders(&harness), []);
}

#[test]
fn the_working_tree_is_reached_from_the_sessions_review() {
    let mut harness = PlainHarness::begin();
    harness.types("/review");
    reply(
        &mut harness,
        |question| matches!(question, ReviewQuery::Files { .. }),
        ReviewReply::Files {
            files: Vec::new(),
            last_rollback: None,
            changes: Vec::new(),
            runs: Vec::new(),
        },
    );
    harness.types("since tree");
    let is_asked = harness.asked.iter().any(|(_, query)| {
        let since = ReviewBase::WorkingTree;
        matches!(query, Query::Review { question, .. } if *question == ReviewQuery::Files { since })
    });
    assert!(is_asked);
    let reason = notice::notice!("told-repo-no-repository");
    harness.replies(
        |query| matches!(query, Query::Review { question: ReviewQuery::Files { since }, .. } if since.is_of_git()),
        Reply::Failed { reason },
    );
    assert!(harness.record.join("\n").contains("in no git repository"));
}
