//! Tests of reviews of changes that git knows: the working tree and a branch.

use super::sample::file_id;
use super::*;
use crate::hints::KeyHints;
use notice::notice;
use protocol::query::Reply;
use protocol::review::{CommentTarget, GitPlace, ReviewReply};

fn main() -> ReviewBase {
    ReviewBase::Branch {
        branch: "main".to_owned(),
    }
}

fn harness(since: ReviewBase, differs: bool, size: (u16, u16)) -> PaneHarness {
    let mut review = Review::of_files(SESSION, since, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    PaneHarness::of(review, SampleReview::of_git(differs), size)
}

/// Returns the places of the comments that were made.
fn places(harness: &mut PaneHarness) -> Vec<GitPlace> {
    let orders = harness.orders().into_iter();
    let places = orders.filter_map(|order| match order {
        ReviewCommand::Comment { on, .. } => on.git().cloned(),
        _ => None,
    });
    places.collect()
}

#[test]
fn keys_that_decide_say_that_nothing_is_decided_here_and_order_nothing() {
    for (since, words) in [
        (ReviewBase::WorkingTree, "already on the disk"),
        (main(), "already committed"),
    ] {
        for key in "a r Space x s e E m t b o u Ctrl+R + - * w A Ctrl+S".split(' ') {
            let mut harness = harness(since.clone(), false, (120, 40));
            harness.press(key);
            assert!(harness.said().contains(words), "{key}: {}", harness.said());
            assert!(harness.said().contains("c comments"), "{key}");
            assert_eq!(harness.orders(), [], "{key}");
            assert!(!harness.review.has_dialog(), "{key}");
        }
    }
}

#[test]
fn a_comment_on_a_hunk_or_on_lines_quotes_them_and_all_are_sent_by_one_key() {
    for size in [(158, 40), (120, 40), (80, 40)] {
        let mut harness = harness(main(), false, size);
        harness.press("p c");
        harness.type_text("why so?");
        harness.press("Enter");
        assert!(
            harness.text().contains("why so?"),
            "it stands below its hunk"
        );
        let [place] = places(&mut harness).try_into().unwrap();
        assert_eq!((place.since, place.file), (main(), file_id(1)));
        assert_eq!(place.path, "src/auth/session.rs");
        assert_eq!(place.hunk, Some(hunk_id(1)));
        assert!(place.first > 0 && place.first < place.last);
        let signs: Vec<&str> = place.excerpt.lines().map(|line| &line[..1]).collect();
        let added = signs.iter().filter(|sign| **sign == "+").count();
        assert_eq!(added, 5, "{}", place.excerpt);
        harness.press("n v c");
        harness.type_text("this line");
        harness.press("Enter C");
        let orders = harness.orders();
        let [
            ReviewCommand::Comment {
                on: CommentTarget::Git(place),
                ..
            },
            ReviewCommand::SendComments,
        ] = orders.as_slice()
        else {
            panic!("{orders:?}");
        };
        assert_eq!((place.hunk, place.first), (None, place.last));
        assert!(place.excerpt.lines().count() <= 2, "{}", place.excerpt);
    }
}

#[test]
fn a_comment_that_was_not_sent_is_changed_where_it_stands() {
    let mut harness = harness(ReviewBase::WorkingTree, false, (120, 40));
    harness.press("p c");
    harness.type_text("why?");
    harness.press("Enter");
    harness.orders();
    harness.press("c");
    harness.type_text("!");
    harness.press("Enter");
    let reworded = harness.orders();
    let is_reworded = matches!(reworded.as_slice(), [ReviewCommand::Reword { text, .. }] if text.contains("why?"));
    assert!(is_reworded, "{reworded:?}");
    assert!(harness.text().contains("1 comment not sent: C sends"));
}

#[test]
fn the_tabs_lead_to_the_working_tree_and_back() {
    let next = |since: ReviewBase| {
        let mut harness = harness(since, false, (120, 40));
        harness.press("T");
        harness.effects.pop()
    };
    let shows = |base: ReviewBase| Some(Effect::ReviewSince(base));
    assert_eq!(next(ReviewBase::Open), shows(ReviewBase::WorkingTree));
    assert_eq!(next(ReviewBase::WorkingTree), shows(ReviewBase::Open));
    assert_eq!(next(main()), shows(ReviewBase::WorkingTree));
}

#[test]
fn without_changes_or_without_git_the_view_says_so() {
    let mut review = Review::of_files(SESSION, main(), TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut harness = PaneHarness::of(review, SampleReview::of_git(false), (80, 20));
    let since = main();
    let question = ReviewQuery::Files { since };
    harness.review = Review::of_files(SESSION, main(), TimeZone::UTC);
    harness.review.show(ReviewTarget::Somewhere);
    harness.measure();
    harness.review.take_queries();
    let reason = notice!("told-repo-no-repository");
    let effects = harness.review.reply(&question, &Reply::Failed { reason });
    assert_eq!(effects, []);
    assert!(harness.text().contains("in no git repository"));
    let nothing = ReviewReply::Files {
        files: Vec::new(),
        last_rollback: None,
        changes: Vec::new(),
        runs: Vec::new(),
    };
    harness.review.answer(&question, &nothing);
    assert!(
        harness
            .text()
            .contains("no changes since main; T shows all uncommitted changes")
    );
    let KeyHints::Named(hints) = harness.review.key_hints() else {
        panic!("the hints have names");
    };
    assert_eq!(
        hints.first().map(|(action, _)| *action),
        Some(Action::ReviewTab)
    );
}

#[test]
fn changed_files_of_the_workspace_are_asked_for_again_and_those_of_the_session_are_not() {
    for (since, asks) in [(ReviewBase::WorkingTree, true), (ReviewBase::Open, false)] {
        let mut harness = harness(since, false, (120, 40));
        harness.asked.clear();
        harness.review.workspace_changed();
        harness.settle();
        assert_eq!(!harness.asked.is_empty(), asks);
    }
}

#[test]
fn leaving_asks_nothing_and_rolls_nothing_back() {
    let mut harness = harness(main(), true, (120, 40));
    assert_eq!(harness.review.at_hand(), None);
    harness.press("q");
    assert_eq!(harness.effects, [Effect::CloseReview]);
}

#[test]
fn the_screens_of_a_branch_and_of_the_working_tree() {
    let mut all = String::new();
    for (since, differs, size) in [
        (main(), true, (160, 30)),
        (main(), false, (120, 24)),
        (ReviewBase::WorkingTree, false, (160, 24)),
        (ReviewBase::WorkingTree, false, (80, 24)),
    ] {
        let mut harness = harness(since, differs, size);
        all.push_str(&format!("{size:?}\n{}\n", harness.text()));
    }
    insta::assert_snapshot!("git_review", all);
}
