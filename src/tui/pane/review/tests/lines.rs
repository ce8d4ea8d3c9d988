//! Tests of lines of a hunk: selecting, splitting, commenting, pinning and copying.

use super::deciding::decide;
use super::sample::file_id;
use super::*;
use crate::protocol::review::{CommentTarget, SplitAt};

#[test]
fn selected_lines_are_split_off_and_then_decided() {
    let mut desk = Desk::new(158, 40);
    desk.press("p v j j");
    assert_eq!(
        desk.screen()
            .iter()
            .filter(|row| row.starts_with('*'))
            .count(),
        3
    );
    desk.press("r");
    let orders = desk.orders();
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
    let mut desk = Desk::new(158, 40);
    desk.press("p j j j j v a");
    let split = desk.orders().into_iter().next();
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
        let mut desk = Desk::new(width, 40);
        desk.press(keys);
        let said = desk.said();
        let split = desk.orders().into_iter().next();
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
            assert!(said.contains("cannot be told apart"), "{said}");
        } else {
            assert_eq!(split, Some(expected), "{width}");
        }
    }
}

#[test]
fn a_selection_stays_in_its_hunk_and_esc_ends_it() {
    let mut desk = Desk::new(158, 40);
    desk.press("p v G");
    assert_eq!(
        desk.screen()
            .iter()
            .filter(|row| row.starts_with('*'))
            .count(),
        5
    );
    desk.press("Esc");
    assert_eq!(
        desk.screen()
            .iter()
            .filter(|row| row.starts_with('*'))
            .count(),
        0
    );
    assert!(
        desk.effects
            .iter()
            .all(|effect| *effect != ReviewEffect::Close)
    );
}

#[test]
fn a_whole_hunk_that_is_selected_is_not_split() {
    let mut desk = Desk::new(158, 40);
    desk.press("p v G r");
    assert_eq!(desk.orders(), [decide(&[1], HunkState::Rejected)]);
}

#[test]
fn pinned_and_copied_lines_are_those_of_the_hunk() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n @ y");
    let pin = ReviewEffect::Pin {
        path: "src/auth/session.rs".into(),
        start_line: 105,
        end_line: 106,
    };
    assert!(desk.effects.contains(&pin), "{:?}", desk.effects);
    let copied = desk.effects.iter().any(|effect| {
        matches!(effect, ReviewEffect::Copy(text) if text.starts_with("    let t = self.tok"))
    });
    assert!(copied);
}

#[test]
fn a_comment_stands_below_its_hunk() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n c");
    desk.type_text("why + SKEW?");
    desk.press("Enter");
    let orders = desk.orders();
    assert_eq!(
        orders,
        [ReviewCommand::Comment {
            on: CommentTarget::Hunk(hunk_id(4)),
            text: "why + SKEW?".into(),
        }]
    );
    let hunk = desk.row_with("(t.exp > now() + SKEW)");
    assert_eq!(desk.row_with("# why + SKEW?   (not told yet)"), hunk + 1);
}

#[test]
fn a_comment_on_lines_names_the_lines_of_the_proposal() {
    let mut desk = Desk::new(158, 40);
    desk.press("p v j c");
    desk.type_text("x");
    desk.press("Enter");
    assert_eq!(
        desk.orders(),
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
    let mut desk = Desk::new(158, 40);
    desk.press("p v j j j j j j j j");
    assert!(
        desk.said().contains("the hunk ends here"),
        "{}",
        desk.said()
    );
}

#[test]
fn while_lines_are_selected_it_stands_below_what_can_be_done_with_them() {
    for width in [158, 80, 60] {
        let mut desk = Desk::new(width, 24);
        desk.press("p v j");
        let text = desk.text();
        assert!(
            text.contains("── 2 line") && text.contains("a accept  r reject"),
            "{text}"
        );
        desk.press("v");
        assert!(!desk.text().contains("a accept"), "{}", desk.text());
    }
}
