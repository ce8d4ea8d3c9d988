//! Tests of what lies over the review.

use super::*;

#[test]
fn what_lies_over_the_review() {
    let mut all = String::new();
    for keys in ["F7 w", "F7 A", "F7 n n e", "F7 n n c", "F7 *"] {
        let mut harness = TuiHarness::reviewed(80, 24);
        harness.press(keys);
        all.push_str(&format!("[{keys}]\n{}\n", harness.text()));
    }
    insta::assert_snapshot!("review_sheets", all);
}
