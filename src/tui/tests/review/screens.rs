//! Tests of the screens at each size.

use super::*;

#[test]
fn the_review_at_each_size() {
    for (name, width, height) in [
        ("160", 160, 48),
        ("158", 158, 48),
        ("120", 120, 40),
        ("80", 80, 24),
        ("60", 60, 16),
    ] {
        let mut harness = ReviewHarness::new(width, height);
        harness.press("F7");
        insta::assert_snapshot!(format!("review_{name}_text"), harness.text());
        let styles = styles_of(harness.screen.screen.shown());
        insta::assert_snapshot!(format!("review_{name}_styles"), styles);
    }
}

#[test]
fn what_lies_over_the_review_at_each_size() {
    let mut all = String::new();
    for (width, height) in [(160, 48), (120, 40), (80, 24), (60, 16)] {
        for keys in ["F7 w", "F7 q", "F7 n n e", "F7 n n c", "F7 *"] {
            let mut harness = ReviewHarness::new(width, height);
            harness.press(keys);
            all.push_str(&format!("[{width}x{height} {keys}]\n{}\n", harness.text()));
        }
    }
    insta::assert_snapshot!("review_sheets", all);
}

#[test]
fn the_timeline_and_the_rollback_over_the_panes() {
    for (name, width, height) in [("160", 160, 48), ("120", 120, 40)] {
        let mut harness = ReviewHarness::new(width, height);
        harness.press("F8");
        insta::assert_snapshot!(format!("timeline_{name}_text"), harness.text());
        harness.press("j b");
        insta::assert_snapshot!(format!("rollback_{name}_text"), harness.text());
        let styles = styles_of(harness.screen.screen.shown());
        insta::assert_snapshot!(format!("rollback_{name}_styles"), styles);
    }
}
