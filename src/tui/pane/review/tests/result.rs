//! Tests of the result near a hunk: how much of it is shown, and the words about the rest.

use super::sample::{SampleReview, file_id, hunk_id};
use super::*;

/// Opens a desk at hunk 4, whose result has `lines` lines and some around them.
fn harness(size: (u16, u16), lines: u32) -> PaneHarness {
    let around = |_| ("around".to_owned(), LineOwner::Others);
    let made = |number| (format!("made {number}"), LineOwner::Hunk);
    let mut sample = SampleReview::new();
    sample.lengthen(4, lines);
    sample.result = Some(
        (0..6)
            .map(around)
            .chain((1..=lines).map(made))
            .chain((0..6).map(around))
            .collect(),
    );
    let mut review = Review::of_files(SESSION, ReviewBase::Open, TimeZone::UTC);
    review.show(ReviewTarget::Hunk {
        file: file_id(1),
        hunk: hunk_id(4),
    });
    PaneHarness::of(review, sample, size)
}

/// Returns the number of result rows that the hunk produced, and the number of rows around them.
fn shown(harness: &mut PaneHarness) -> (usize, usize) {
    let screen = harness.screen();
    let made = screen.iter().filter(|row| row.contains(" a made "));
    let around = screen.iter().filter(|row| row.contains("around"));
    (made.count(), around.count())
}

#[test]
fn the_result_has_the_rows_that_the_columns_leave() {
    let mut tall = harness((160, 60), 12);
    assert_eq!(shown(&mut tall), (12, 6), "{}", tall.text());
    assert!(!tall.text().contains("more line"), "{}", tall.text());
    // The columns show all their rows.
    let rows = tall.review.rows() as usize;
    assert!(tall.review.laid.room >= rows, "{}", tall.text());
    // If the columns need the rows, the result has few.
    let mut low = harness((160, 30), 12);
    assert_eq!(shown(&mut low), (5, 0), "{}", low.text());
}

#[test]
fn what_the_result_cuts_is_said_and_is_where_the_cursor_goes() {
    let mut harness = harness((160, 30), 12);
    assert!(
        harness.text().contains("… 7 more lines   j k go there"),
        "{}",
        harness.text()
    );
    let first = harness.row_with("a made 1");
    assert!(harness.screen()[first].contains("  61 a made 1"));
    for (keys, says) in [
        (6, "… 2 lines above, 5 more lines   j k"),
        (5, "… 7 lines above   j k"),
    ] {
        for _ in 0..keys {
            harness.press("j");
        }
        assert!(harness.text().contains(says), "{}", harness.text());
    }
    let last = harness.row_with("a made 12");
    assert!(harness.screen()[last].contains("  72 a made 12"));
}

#[test]
fn the_sign_before_its_lines_is_told_above_them() {
    let mut harness = harness((160, 60), 3);
    let head = harness.row_with("Result if you accept hunk 4");
    assert!(
        harness.screen()[head].contains("─ a = line by build ─"),
        "{}",
        harness.text()
    );
    // If the hunk produced none of the lines, the result says nothing about them.
    harness.sample.result = Some(vec![("around".into(), LineOwner::Others)]);
    harness.sample.version += 1;
    harness.review.refresh();
    harness.settle();
    assert!(
        !harness.text().contains("line by build"),
        "{}",
        harness.text()
    );
}

#[test]
fn a_line_of_the_result_that_is_cut_says_so_and_is_whole_with_the_key_for_it() {
    let long = format!("{}END", "long ".repeat(40));
    let mut harness = harness((160, 60), 1);
    harness.sample.result = Some(vec![(long, LineOwner::Hunk)]);
    harness.sample.version += 1;
    harness.review.refresh();
    harness.settle();
    let row = harness.row_with(" a long long");
    assert!(harness.screen()[row].ends_with('…'), "{}", harness.text());
    harness.press("W");
    let text = harness.text();
    assert!(text.contains("END") && !text.contains("long…"), "{text}");
}

#[test]
fn what_stands_between_the_columns_goes_on_to_the_end_of_the_pane() {
    let mut harness = harness((160, 60), 1);
    let screen = harness.screen();
    let head = harness.row_with("Current");
    let end = harness.row_with("Result");
    let lines = |row: &str| -> Vec<usize> {
        let columns = row.chars().enumerate();
        let found = columns.filter(|(_, sign)| *sign == '│');
        found.map(|(at, _)| at).collect()
    };
    let wanted = lines(&screen[head]);
    assert!(!wanted.is_empty());
    for row in &screen[head + 2..end] {
        let found = lines(row);
        assert!(
            wanted.iter().all(|at| found.contains(at)),
            "{row}\n{}",
            screen.join("\n")
        );
    }
}
