//! Tests of the search in the rows.

use super::*;

/// Opens a file that contains a text below a fold and in a hunk.
fn desk() -> Desk {
    let mut desk = Desk::new(158, 40);
    desk.press("g");
    desk
}

#[test]
fn n_and_shift_n_walk_what_was_found_round_the_end() {
    let mut desk = desk();
    desk.press("/");
    desk.type_text("FRESH");
    desk.press("Enter");
    let text = desk.text();
    assert!(text.contains("/FRESH   match 1 of 3"), "{text}");
    assert!(
        text.contains("n next  N previous  Esc ends the search"),
        "{text}"
    );
    desk.press("n n");
    assert!(desk.text().contains("match 3 of 3"));
    desk.press("n");
    assert!(desk.text().contains("match 1 of 3"));
    assert_eq!(desk.said(), "from the top again");
    desk.press("N");
    assert!(desk.text().contains("match 3 of 3"));
}

#[test]
fn while_a_search_is_on_nothing_is_folded_and_its_end_folds_again() {
    let mut desk = desk();
    let before = desk.text();
    assert!(before.contains("lines unchanged"), "{before}");
    desk.press("/");
    desk.type_text("unchanged 7");
    desk.press("Enter");
    let text = desk.text();
    assert!(
        !text.contains("lines unchanged") && text.contains("match 1 of"),
        "{text}"
    );
    desk.press("Esc");
    let text = desk.text();
    assert!(text.contains("lines unchanged"), "{text}");
    assert!(!text.contains("match"), "{text}");
    // The keys move between hunks again.
    desk.press("n");
    assert!(desk.text().contains("hunk "));
}

#[test]
fn what_is_not_there_is_said_and_esc_ends_the_search_before_the_view() {
    let mut desk = desk();
    desk.press("/");
    desk.type_text("nowhere at all");
    desk.press("Enter");
    assert_eq!(desk.said(), "not in this file: nowhere at all");
    assert!(desk.text().contains("0 lines"));
    desk.press("Esc");
    assert!(!desk.effects.contains(&ReviewEffect::Close));
    assert!(desk.review.sheet.is_none());
}

#[test]
fn a_line_that_is_left_looks_for_nothing() {
    let mut desk = desk();
    let before = desk.text();
    for keys in ["/ Esc", "/ Enter", "/ x Backspace Backspace"] {
        desk.press(keys);
        assert_eq!(desk.text(), before, "{keys}");
    }
}

#[test]
fn rows_that_became_others_are_searched_anew() {
    let mut desk = desk();
    desk.press("/");
    desk.type_text("fresh");
    desk.press("Enter");
    let at = desk.row_with("match 1 of 3");
    desk.world.insert_above(1, 3);
    desk.review.refresh();
    desk.settle();
    assert_eq!(desk.row_with("match 1 of 3"), at);
}

#[test]
fn a_view_that_was_not_its_last_is_asked_for_until_it_is() {
    let mut desk = Desk::new(158, 40);
    desk.world.refining = true;
    desk.world.version += 1;
    desk.review.refresh();
    desk.settle();
    assert!(desk.review.is_refining() && desk.text().contains("refining…"));
    let asked = |desk: &Desk| {
        let file = |question: &&ReviewQuery| matches!(question, ReviewQuery::File { .. });
        desk.asked.iter().filter(file).count()
    };
    let before = asked(&desk);
    desk.review.refine();
    desk.settle();
    assert_eq!(asked(&desk), before + 1);
    desk.world.refining = false;
    desk.world.version += 1;
    desk.review.refine();
    desk.settle();
    assert!(!desk.review.is_refining() && !desk.text().contains("refining…"));
    desk.review.refine();
    desk.settle();
    assert_eq!(asked(&desk), before + 2, "it was the last");
}
