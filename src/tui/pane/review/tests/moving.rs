//! Tests of movement, layouts, folds, and rows that come and go.

use super::sample::file_id;
use super::*;
use crate::protocol::review::view::ViewRow;
use crate::protocol::review::{ReviewReply, ReviewSubject};

#[test]
fn the_view_opens_where_something_is_undecided() {
    let mut desk = Desk::new(158, 40);
    let text = desk.text();
    assert!(text.contains("file 1 of 3"), "{text}");
    assert!(text.contains("hunk 2 of 4"), "{text}");
    assert!(text.contains(">[!]"), "{text}");
}

#[test]
fn only_rows_around_the_screen_are_asked_for() {
    let mut world = World::new();
    world.grow(1, 20_000);
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut desk = Desk::of(review, world, (158, 40));
    let pages = |desk: &Desk| {
        let rows = |question: &&ReviewQuery| matches!(question, ReviewQuery::Rows { .. });
        desk.asked.iter().filter(rows).count()
    };
    assert!(pages(&desk) <= 2, "{}", pages(&desk));
    let before = pages(&desk);
    desk.press("G");
    assert!(pages(&desk) - before <= 2, "{}", pages(&desk) - before);
    assert!(desk.text().contains("a line far below"));
    for _ in 0..40 {
        desk.press("PageUp");
    }
    assert!(
        desk.text().contains("a line far below"),
        "what is shown is there"
    );
}

#[test]
fn rows_of_another_version_are_never_shown() {
    let mut desk = Desk::new(158, 40);
    let before = desk.text();
    let question = ReviewQuery::Rows {
        of: ReviewSubject::File {
            file: file_id(1),
            since: ReviewBase::Open,
        },
        options: desk.review.options(),
        first: 0,
        rows: 128,
    };
    let answer = ReviewReply::Rows {
        first: 0,
        rows: vec![ViewRow::Fold { fold: 1, lines: 7 }; 30],
        version: 99,
    };
    desk.review.answer(&question, &answer);
    assert_eq!(desk.text(), before);
    // The view queries the present state.
    let asks_file = |question: &ReviewQuery| matches!(question, ReviewQuery::File { .. });
    assert!(desk.review.wishes().iter().any(asks_file));
}

#[test]
fn nothing_jumps_when_lines_come_in_above() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n");
    let at = desk.row_with("let t = self.tok.lock()");
    assert!(desk.screen()[at].starts_with(">[ ]"));
    desk.world.insert_above(1, 30);
    desk.review.refresh();
    desk.settle();
    assert_eq!(desk.row_with("let t = self.tok.lock()"), at);
    assert!(desk.text().contains("hunk 4 of 4"));
}

#[test]
fn what_was_there_stays_until_all_of_the_new_is_there() {
    let mut desk = Desk::new(158, 40);
    let before = desk.text();
    desk.world.insert_above(1, 3);
    desk.review.refresh();
    for question in desk.review.wishes() {
        if matches!(question, ReviewQuery::File { .. }) {
            let answer = desk.world.answer(&question);
            desk.review.answer(&question, &answer);
        }
    }
    assert_eq!(desk.text(), before, "its rows are not there yet");
}

#[test]
fn n_and_p_walk_hunks_across_files() {
    let mut desk = Desk::new(158, 40);
    let mut places = Vec::new();
    for _ in 0..4 {
        let title = desk.screen()[0].clone();
        let words: Vec<&str> = title.split_whitespace().skip(1).collect();
        places.push(format!("{} {}", words[0], words[5..9].join(" ")));
        desk.press("n");
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
    desk.press("n n");
    assert!(desk.said().contains("the last one"), "{}", desk.said());
    desk.press("p p");
    assert!(desk.screen()[0].contains("session.rs"));
}

#[test]
fn braces_walk_files() {
    let mut desk = Desk::new(158, 40);
    desk.press("}");
    assert!(desk.screen()[0].contains("src/auth/token.rs"));
    desk.press("} }");
    assert!(desk.screen()[0].contains("src/auth/retry.rs"));
    desk.press("{");
    assert!(desk.screen()[0].contains("src/auth/token.rs"));
}

#[test]
fn z_opens_ten_lines_of_a_fold_and_capital_z_all() {
    let mut desk = Desk::new(160, 60);
    desk.press("g z");
    assert!(desk.text().contains("unchanged 9"));
    assert!(desk.text().contains("28 lines unchanged"));
    desk.press("Z");
    assert!(!desk.text().contains("lines unchanged"), "{}", desk.text());
    desk.press("Z");
    assert!(desk.text().contains("lines unchanged"));
}

#[test]
fn the_layout_follows_the_width_and_the_key() {
    let mut desk = Desk::new(158, 40);
    assert!(desk.text().contains("BASE  checkpoint #31"));
    desk.size = (120, 40);
    desk.settle();
    let text = desk.text();
    assert!(
        text.contains("CURRENT") && !text.contains("BASE  "),
        "{text}"
    );
    desk.size = (80, 24);
    desk.settle();
    assert!(desk.text().contains("unified"));
    desk.size = (158, 40);
    desk.settle();
    desk.press("=");
    assert!(!desk.text().contains("BASE  checkpoint"));
    desk.press("=");
    assert!(desk.text().contains("unified"));
    desk.press("=");
    assert!(desk.text().contains("BASE  checkpoint"));
}

#[test]
fn columns_are_hidden_and_one_is_always_there() {
    let mut desk = Desk::new(158, 40);
    desk.press("2");
    assert!(!desk.text().contains("BASE  checkpoint"));
    desk.press("1 3");
    assert!(desk.text().contains("PROPOSED"), "{}", desk.said());
    assert!(desk.said().contains("only column"));
    desk.press("2 1");
    let text = desk.text();
    assert!(text.contains("CURRENT") && text.contains("BASE"), "{text}");
}

#[test]
fn wrapped_rows_have_the_same_height_in_every_column() {
    let mut world = World::new();
    let long = "a very long line that has no room in a column, and so it goes on for a while here";
    world.begin_with(1, long);
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut desk = Desk::of(review, world, (158, 40));
    desk.press("g W");
    let screen = desk.screen();
    let first = desk.row_with("a very long line");
    assert_eq!(screen[first].matches("a very long").count(), 3);
    assert_eq!(
        screen[first + 1].matches("while here").count(),
        3,
        "{screen:?}"
    );
    desk.press("W > >");
    assert!(
        !desk.text().contains("a very long line"),
        "all scroll together"
    );
}

#[test]
fn white_space_and_folds_change_no_mark() {
    let mut desk = Desk::new(158, 40);
    desk.press("S z Z W = > <");
    assert!(desk.orders().is_empty());
}

#[test]
fn the_review_opens_at_a_line_of_a_far_page() {
    let mut world = World::new();
    world.grow(1, 5_000);
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Path {
        path: "src/auth/session.rs".into(),
        line: Some(3_000),
    });
    let mut desk = Desk::of(review, world, (158, 40));
    let text = desk.text();
    assert!(text.contains(" 3000 ") && text.contains(" 3001 "), "{text}");
}

#[test]
fn an_empty_review_says_what_it_is_for() {
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    review.measure(80, 20, &mut Colours::none());
    for question in review.wishes() {
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
    let mut desk = Desk::of(review, World::new(), (80, 20));
    assert!(
        desk.text().contains("nothing is there to review"),
        "{}",
        desk.text()
    );
    desk.press("q");
    assert_eq!(desk.effects, [ReviewEffect::Close]);
}

#[test]
fn what_would_command_a_terminal_is_shown_as_words() {
    let mut world = World::new();
    world.begin_with(1, "evil \u{1b}[31m \u{202e}text\twith\ttabs");
    let mut review = Review::of_files(ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Somewhere);
    let mut desk = Desk::of(review, world, (158, 40));
    desk.press("g");
    let text = desk.text();
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
        let mut desk = Desk::new(160, 48);
        desk.size = size;
        desk.settle();
        desk.press(keys);
        desk.screen();
    }
}
