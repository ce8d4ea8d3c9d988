//! Tests of movement, layouts, folds, and rows that come and go.

use super::sample::file_id;
use super::*;
use protocol::review::view::ViewRow;
use protocol::review::{ReviewReply, ReviewSubject};

#[test]
fn the_view_opens_where_something_is_undecided() {
    let mut harness = PaneHarness::new(158, 40);
    let text = harness.text();
    assert!(text.contains("file 1 of 3"), "{text}");
    assert!(text.contains("hunk 2 of 4"), "{text}");
    assert!(text.contains(">[!]"), "{text}");
}

#[test]
fn only_rows_around_the_screen_are_asked_for() {
    let mut sample = SampleReview::new();
    sample.grow(1, 20_000);
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut harness = PaneHarness::of(review, sample, (158, 40));
    let pages = |harness: &PaneHarness| {
        let rows = |question: &&ReviewQuery| matches!(question, ReviewQuery::Rows { .. });
        harness.asked.iter().filter(rows).count()
    };
    assert!(pages(&harness) <= 2, "{}", pages(&harness));
    let before = pages(&harness);
    harness.press("G");
    assert!(
        pages(&harness) - before <= 2,
        "{}",
        pages(&harness) - before
    );
    assert!(harness.text().contains("a line far below"));
    for _ in 0..40 {
        harness.press("PageUp");
    }
    assert!(
        harness.text().contains("a line far below"),
        "what is shown is there"
    );
}

#[test]
fn rows_of_another_version_are_never_shown() {
    let mut harness = PaneHarness::new(158, 40);
    let before = harness.text();
    let question = ReviewQuery::Rows {
        of: ReviewSubject::File {
            file: file_id(1),
            since: ReviewBase::Open,
        },
        options: harness.review.options(),
        first: 0,
        rows: 128,
    };
    let answer = ReviewReply::Rows {
        first: 0,
        rows: vec![ViewRow::Fold { fold: 1, lines: 7 }; 30],
        version: 99,
    };
    harness.review.answer(&question, &answer);
    assert_eq!(harness.text(), before);
    // The view queries the present state.
    let asks_file = |question: &ReviewQuery| matches!(question, ReviewQuery::File { .. });
    assert!(harness.review.take_queries().iter().any(asks_file));
}

#[test]
fn nothing_jumps_when_lines_come_in_above() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n");
    let at = harness.row_with("let t = self.tok.lock()");
    assert!(harness.screen()[at].starts_with(">┃ "));
    harness.sample.insert_above(1, 30);
    harness.review.refresh();
    harness.settle();
    assert_eq!(harness.row_with("let t = self.tok.lock()"), at);
    assert!(harness.text().contains("hunk 4 of 4"));
}

#[test]
fn what_was_there_stays_until_all_of_the_new_is_there() {
    let mut harness = PaneHarness::new(158, 40);
    let before = harness.text();
    harness.sample.insert_above(1, 3);
    harness.review.refresh();
    for question in harness.review.take_queries() {
        if matches!(question, ReviewQuery::File { .. }) {
            let answer = harness.sample.answer(&question);
            harness.review.answer(&question, &answer);
        }
    }
    assert_eq!(harness.text(), before, "its rows are not there yet");
}

#[test]
fn n_and_p_walk_hunks_across_files() {
    let mut harness = PaneHarness::new(158, 40);
    let mut places = Vec::new();
    for _ in 0..4 {
        let title = harness.screen()[0].clone();
        let words: Vec<&str> = title.split_whitespace().skip(1).collect();
        places.push(format!("{} {}", words[0], words[5..9].join(" ")));
        harness.press("n");
    }
    assert_eq!(
        places,
        [
            "src/auth/session.rs hunk 2 of 4",
            "src/auth/session.rs hunk 3 of 4",
            "src/auth/session.rs hunk 4 of 4",
            "src/auth/token.rs hunk 1 of 1",
        ]
    );
    harness.press("n n");
    assert!(
        harness.said().contains("the last one"),
        "{}",
        harness.said()
    );
    harness.press("p p");
    assert!(harness.screen()[0].contains("session.rs"));
}

#[test]
fn braces_walk_files() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("}");
    assert!(harness.screen()[0].contains("src/auth/token.rs"));
    harness.press("} }");
    assert!(harness.screen()[0].contains("src/auth/retry.rs"));
    harness.press("{");
    assert!(harness.screen()[0].contains("src/auth/token.rs"));
}

#[test]
fn z_opens_ten_lines_of_a_fold_and_capital_z_all() {
    let mut harness = PaneHarness::new(160, 60);
    harness.press("g z");
    assert!(harness.text().contains("unchanged 9"));
    assert!(harness.text().contains("28 lines unchanged"));
    harness.press("Z");
    assert!(
        !harness.text().contains("lines unchanged"),
        "{}",
        harness.text()
    );
    harness.press("Z");
    assert!(harness.text().contains("lines unchanged"));
}

#[test]
fn the_layout_follows_the_width_and_the_key() {
    let mut harness = PaneHarness::new(158, 40);
    assert!(harness.text().contains("Base  checkpoint #31"));
    harness.size = (120, 40);
    harness.settle();
    let text = harness.text();
    assert!(
        text.contains("Current") && !text.contains("Base  "),
        "{text}"
    );
    harness.size = (80, 24);
    harness.settle();
    assert!(harness.text().contains("unified"));
    harness.size = (158, 40);
    harness.settle();
    harness.press("=");
    assert!(!harness.text().contains("Base  checkpoint"));
    harness.press("=");
    assert!(harness.text().contains("unified"));
    harness.press("=");
    assert!(harness.text().contains("Base  checkpoint"));
}

#[test]
fn columns_are_hidden_and_one_is_always_there() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("2");
    assert!(!harness.text().contains("Base  checkpoint"));
    harness.press("1 3");
    assert!(harness.text().contains("Proposed"), "{}", harness.said());
    assert!(harness.said().contains("only this column"));
    harness.press("2 1");
    let text = harness.text();
    assert!(text.contains("Current") && text.contains("Base"), "{text}");
}

#[test]
fn wrapped_rows_have_the_same_height_in_every_column() {
    let mut sample = SampleReview::new();
    let long = "a very long line that has no room in a column, and so it goes on for a while here";
    sample.begin_with(1, long);
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut harness = PaneHarness::of(review, sample, (158, 40));
    harness.press("g W");
    let screen = harness.screen();
    let first = harness.row_with("a very long line");
    assert_eq!(screen[first].matches("a very long").count(), 3);
    assert_eq!(
        screen[first + 1].matches("while here").count(),
        3,
        "{screen:?}"
    );
    harness.press("W > >");
    assert!(
        !harness.text().contains("a very long line"),
        "all scroll together"
    );
}

#[test]
fn white_space_and_folds_change_no_mark() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("S z Z W = > <");
    assert!(harness.orders().is_empty());
}

#[test]
fn the_review_opens_at_a_line_of_a_far_page() {
    let mut sample = SampleReview::new();
    sample.grow(1, 5_000);
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Path {
        path: "src/auth/session.rs".into(),
        line: Some(3_000),
    });
    let mut harness = PaneHarness::of(review, sample, (158, 40));
    let text = harness.text();
    assert!(text.contains(" 3000 ") && text.contains(" 3001 "), "{text}");
}

#[test]
fn an_empty_review_says_what_it_is_for() {
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    review.measure(80, 20, &mut Colours::none());
    for question in review.take_queries() {
        let answer = match &question {
            ReviewQuery::Files { .. } => ReviewReply::Files {
                files: Vec::new(),
                last_rollback: None,
                changes: Vec::new(),
                runs: Vec::new(),
            },
            _ => ReviewReply::Comments {
                comments: Vec::new(),
            },
        };
        review.answer(&question, &answer);
    }
    let mut harness = PaneHarness::of(review, SampleReview::new(), (80, 20));
    assert!(
        harness.text().contains("nothing to review"),
        "{}",
        harness.text()
    );
    harness.press("q");
    assert_eq!(harness.effects, [Effect::CloseReview]);
}

#[test]
fn what_would_command_a_terminal_is_shown_as_words() {
    let mut sample = SampleReview::new();
    sample.begin_with(1, "evil \u{1b}[31m \u{202e}text\twith\ttabs");
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut harness = PaneHarness::of(review, sample, (158, 40));
    harness.press("g");
    let text = harness.text();
    assert!(
        !text.contains('\u{1b}') && !text.contains('\u{202e}'),
        "{text}"
    );
    assert!(text.contains("U+202E"), "{text}");
}

#[test]
fn every_size_and_key_is_survived() {
    let keys = "j k PageDown PageUp g G n p } { z Z = = = W S > < 1 2 3 Enter v j v Space a x u";
    for size in [
        (160, 48),
        (3, 2),
        (60, 16),
        (0, 0),
        (40, 5),
        (100, 30),
        (1, 40),
    ] {
        let mut harness = PaneHarness::new(160, 48);
        harness.size = size;
        harness.settle();
        harness.press(keys);
        let screen = harness.screen();
        let is_drawn = screen.iter().any(|row| !row.is_empty());
        assert!(is_drawn || size.0 < 40, "{size:?}");
    }
}

#[test]
fn hunks_that_stand_in_the_same_rows_are_numbered_together() {
    let mut harness = PaneHarness::new(158, 40);
    let cache = harness.review.row_cache.as_mut().unwrap();
    let (first_row, rows) = (cache.hunks[1].first_row, cache.hunks[1].rows);
    (cache.hunks[2].first_row, cache.hunks[2].rows) = (first_row, rows);
    let text = harness.text();
    assert!(text.contains("hunk 2+3 of 4"), "{text}");
}
