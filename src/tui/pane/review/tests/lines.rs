//! Tests of lines of a hunk: selecting, splitting, commenting, pinning and copying.

use super::deciding::decide;
use super::sample::file_id;
use super::*;
use protocol::review::{CommentTarget, SplitAt};

#[test]
fn selected_lines_are_split_off_and_then_decided() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("p v j j");
    assert_eq!(
        harness
            .screen()
            .iter()
            .filter(|row| row.starts_with('*'))
            .count(),
        3
    );
    harness.press("r");
    let orders = harness.orders();
    assert_eq!(
        orders[0],
        ReviewCommand::Split {
            hunk: hunk_id(1),
            at: SplitAt::Lines {
                old: (0, 1),
                new: (0, 3),
            },
        }
    );
    assert_eq!(orders[1], decide(&[42], HunkState::Rejected));
    assert_eq!(orders.len(), 2);
}

#[test]
fn the_last_lines_of_a_hunk_are_counted_from_its_first() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("p j j j j v a");
    let split = harness.orders().into_iter().next();
    assert_eq!(
        split,
        Some(ReviewCommand::Split {
            hunk: hunk_id(1),
            at: SplitAt::Lines {
                old: (1, 1),
                new: (4, 5),
            },
        })
    );
}

#[test]
fn lines_are_counted_the_same_in_every_layout() {
    for (width, keys) in [(160, "p v j a"), (120, "p v j a"), (80, "p v j j a")] {
        let mut harness = PaneHarness::new(width, 40);
        harness.press(keys);
        let said = harness.said();
        let split = harness.orders().into_iter().next();
        let at = SplitAt::Lines {
            old: (0, 1),
            new: (0, 2),
        };
        let expected = ReviewCommand::Split {
            hunk: hunk_id(1),
            at,
        };
        if width == 120 {
            // The deleted line is in no column of that layout, so the split does not guess.
            assert_eq!(split, None);
            assert!(said.contains("cannot be split"), "{said}");
        } else {
            assert_eq!(split, Some(expected), "{width}");
        }
    }
}

#[test]
fn a_selection_stays_in_its_hunk_and_esc_ends_it() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("p v G");
    assert_eq!(
        harness
            .screen()
            .iter()
            .filter(|row| row.starts_with('*'))
            .count(),
        5
    );
    harness.press("Esc");
    assert_eq!(
        harness
            .screen()
            .iter()
            .filter(|row| row.starts_with('*'))
            .count(),
        0
    );
    assert!(
        harness
            .effects
            .iter()
            .all(|effect| *effect != Effect::CloseReview)
    );
}

#[test]
fn a_whole_hunk_that_is_selected_is_not_split() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("p v G r");
    assert_eq!(harness.orders(), [decide(&[1], HunkState::Rejected)]);
}

#[test]
fn pinned_and_copied_lines_are_those_of_the_hunk() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n @ y");
    let pin = Effect::Pin {
        path: "src/auth/session.rs".into(),
        start_line: 105,
        end_line: 106,
    };
    assert!(harness.effects.contains(&pin), "{:?}", harness.effects);
    let copied = harness.effects.iter().any(
        |effect| matches!(effect, Effect::Copy(text) if text.starts_with("    let t = self.tok")),
    );
    assert!(copied);
}

#[test]
fn a_comment_stands_below_its_hunk() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n c");
    harness.type_text("why + SKEW?");
    harness.press("Enter");
    let orders = harness.orders();
    assert_eq!(
        orders,
        [ReviewCommand::Comment {
            on: CommentTarget::Hunk(hunk_id(4)),
            text: "why + SKEW?".into(),
        }]
    );
    let hunk = harness.row_with("(t.exp > now() + SKEW)");
    assert_eq!(harness.row_with("# why + SKEW?   (not sent yet)"), hunk + 1);
}

#[test]
fn a_comment_that_was_just_kept_is_on_the_screen() {
    for height in 9..24 {
        for keys in ["n n c", "n n v j j c", "c"] {
            let mut harness = PaneHarness::new(78, height);
            harness.press(keys);
            harness.type_text("why?");
            harness.press("Enter");
            let screen = harness.text();
            assert!(screen.contains("# why?"), "{height} {keys}: {screen}");
        }
    }
}

#[test]
fn a_comment_on_lines_names_the_lines_of_the_proposal() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("p v j c");
    harness.type_text("x");
    harness.press("Enter");
    assert_eq!(
        harness.orders(),
        [ReviewCommand::Comment {
            on: CommentTarget::Lines {
                file: file_id(1),
                first: 41,
                last: 42,
            },
            text: "x".into(),
        }]
    );
}

#[test]
fn where_the_hunk_ends_a_selection_ends_and_says_so() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("p v j j j j j j j j");
    assert!(
        harness
            .said()
            .contains("the hunk and the selection end here"),
        "{}",
        harness.said()
    );
}

#[test]
fn while_lines_are_selected_it_stands_below_what_can_be_done_with_them() {
    for width in [158, 80, 60] {
        let mut harness = PaneHarness::new(width, 24);
        harness.press("p v j");
        let text = harness.text();
        assert!(
            text.contains("── 2 line") && text.contains("a accept  r reject"),
            "{text}"
        );
        harness.press("v");
        assert!(!harness.text().contains("a accept"), "{}", harness.text());
    }
}
