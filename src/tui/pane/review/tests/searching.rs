//! Tests of the search in the rows.

use super::*;

/// Opens a file that contains a text below a fold and in a hunk.
fn harness() -> PaneHarness {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("g");
    harness
}

#[test]
fn n_and_shift_n_walk_what_was_found_round_the_end() {
    let mut harness = harness();
    harness.press("/");
    harness.type_text("FRESH");
    harness.press("Enter");
    let text = harness.text();
    assert!(text.contains("/FRESH   match 1 of 3"), "{text}");
    assert!(
        text.contains("n next  N previous  Esc ends the search"),
        "{text}"
    );
    harness.press("n n");
    assert!(harness.text().contains("match 3 of 3"));
    harness.press("n");
    assert!(harness.text().contains("match 1 of 3"));
    assert_eq!(harness.said(), "from the top");
    harness.press("N");
    assert!(harness.text().contains("match 3 of 3"));
}

#[test]
fn while_a_search_is_on_nothing_is_folded_and_its_end_folds_again() {
    let mut harness = harness();
    let before = harness.text();
    assert!(before.contains("lines unchanged"), "{before}");
    harness.press("/");
    harness.type_text("unchanged 7");
    harness.press("Enter");
    let text = harness.text();
    assert!(
        !text.contains("lines unchanged") && text.contains("match 1 of"),
        "{text}"
    );
    harness.press("Esc");
    let text = harness.text();
    assert!(text.contains("lines unchanged"), "{text}");
    assert!(!text.contains("match"), "{text}");
    // The keys move between hunks again.
    harness.press("n");
    assert!(harness.text().contains("hunk "));
}

#[test]
fn what_is_not_there_is_said_and_esc_ends_the_search_before_the_view() {
    let mut harness = harness();
    harness.press("/");
    harness.type_text("nowhere at all");
    harness.press("Enter");
    assert_eq!(harness.said(), "not in this file: nowhere at all");
    assert!(harness.text().contains("0 lines"));
    harness.press("Esc");
    assert!(!harness.effects.contains(&ReviewEffect::Close));
    assert!(harness.review.dialog.is_none());
}

#[test]
fn a_line_that_is_left_looks_for_nothing() {
    let mut harness = harness();
    let before = harness.text();
    for keys in ["/ Esc", "/ Enter", "/ x Backspace Backspace"] {
        harness.press(keys);
        assert_eq!(harness.text(), before, "{keys}");
    }
}

#[test]
fn rows_that_became_others_are_searched_anew() {
    let mut harness = harness();
    harness.press("/");
    harness.type_text("fresh");
    harness.press("Enter");
    let at = harness.row_with("match 1 of 3");
    harness.sample.insert_above(1, 3);
    harness.review.refresh();
    harness.settle();
    assert_eq!(harness.row_with("match 1 of 3"), at);
}

#[test]
fn a_view_that_was_not_its_last_is_asked_for_until_it_is() {
    let mut harness = PaneHarness::new(158, 40);
    harness.sample.refining = true;
    harness.sample.version += 1;
    harness.review.refresh();
    harness.settle();
    assert!(harness.review.is_refining() && harness.text().contains("refining…"));
    let asked = |harness: &PaneHarness| {
        let file = |question: &&ReviewQuery| matches!(question, ReviewQuery::File { .. });
        harness.asked.iter().filter(file).count()
    };
    let before = asked(&harness);
    harness.review.refine();
    harness.settle();
    assert_eq!(asked(&harness), before + 1);
    harness.sample.refining = false;
    harness.sample.version += 1;
    harness.review.refine();
    harness.settle();
    assert!(!harness.review.is_refining() && !harness.text().contains("refining…"));
    harness.review.refine();
    harness.settle();
    assert_eq!(asked(&harness), before + 2, "it was the last");
}
