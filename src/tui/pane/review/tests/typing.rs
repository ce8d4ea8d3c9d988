//! Tests of texts edited in place or in `$EDITOR`.

use super::*;
use crate::protocol::review::ConflictChoice;

fn amended(desk: &mut Desk) -> Option<String> {
    desk.orders().into_iter().find_map(|order| match order {
        ReviewCommand::Amend { text, .. } => Some(text),
        _ => None,
    })
}

#[test]
fn an_edited_text_keeps_its_endings() {
    for (before, after) in [
        ("one\ntwo\n", "Xone\ntwo\n"),
        ("one\r\ntwo\r\n", "Xone\r\ntwo\r\n"),
        ("one\ntwo", "Xone\ntwo"),
        ("one\r\ntwo", "Xone\r\ntwo"),
        ("mixed\r\nlines\n", "Xmixed\r\nlines\n"),
        ("\ttab\n", "X\ttab\n"),
    ] {
        let mut desk = Desk::new(158, 40);
        desk.world.text = before.into();
        desk.press("n n e");
        desk.type_text("X");
        desk.press("Ctrl+S");
        assert_eq!(amended(&mut desk).as_deref(), Some(after), "{before:?}");
    }
}

#[test]
fn a_text_that_has_no_room_says_which_part_of_it_is_shown() {
    let mut desk = Desk::new(78, 20);
    let lines: Vec<String> = (1..=40).map(|number| format!("line {number}")).collect();
    desk.world.text = lines.join("\n");
    desk.press("n n e");
    let place = |desk: &mut Desk| {
        let text = desk.text();
        let row = text
            .lines()
            .find(|row| row.contains("Ctrl+S"))
            .map(str::to_owned);
        row.unwrap_or_else(|| panic!("{text}"))
    };
    let shown = place(&mut desk);
    assert!(shown.contains("1-") && shown.contains(" of 40"), "{shown}");
    for _ in 0..39 {
        desk.press("Down");
    }
    let shown = place(&mut desk);
    assert!(
        shown.contains("-40 of 40") && !shown.contains(" 1-"),
        "{shown}"
    );
    let mut desk = Desk::new(78, 20);
    desk.world.text = "one\ntwo\n".into();
    desk.press("n n e");
    let shown = place(&mut desk);
    assert!(!shown.contains(" of "), "all of it is shown: {shown}");
}

#[test]
fn alt_enter_takes_a_text_enter_breaks_it_and_esc_leaves_it() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n e");
    desk.type_text("a");
    desk.press("Enter");
    desk.type_text("b");
    desk.press("Alt+Enter");
    let text = amended(&mut desk).unwrap();
    assert!(text.starts_with("a\nb"), "{text}");
    desk.press("e");
    desk.type_text("kept");
    desk.press("Esc");
    assert!(desk.orders().is_empty());
    assert!(!desk.review.has_sheet());
    desk.press("e Alt+Enter");
    let text = amended(&mut desk).unwrap();
    assert!(text.starts_with("kept"), "it is there again: {text}");
    desk.press("e Ctrl+S");
    assert_eq!(amended(&mut desk), None, "once");
}

#[test]
fn a_comment_that_was_left_is_there_again_on_the_same_hunk() {
    let mut desk = Desk::new(158, 40);
    let said = |desk: &mut Desk| -> Vec<String> {
        let orders = desk.orders().into_iter();
        orders
            .filter_map(|order| match order {
                ReviewCommand::Comment { text, .. } => Some(text),
                _ => None,
            })
            .collect()
    };
    desk.press("n c");
    desk.type_text("why");
    desk.press("Esc n c");
    desk.type_text("another");
    desk.press("Enter p c Enter");
    assert_eq!(said(&mut desk), ["another", "why"]);
}

#[test]
fn an_unchanged_text_changes_nothing() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n e Ctrl+S");
    assert!(
        desk.said().contains("nothing was changed"),
        "{}",
        desk.said()
    );
    assert!(desk.orders().is_empty());
}

#[test]
fn an_edit_of_a_conflict_settles_it() {
    let mut desk = Desk::new(158, 40);
    desk.press("e");
    desk.type_text("X");
    desk.press("Ctrl+S");
    let settled = matches!(
        &desk.orders()[..],
        [ReviewCommand::Settle { hunk, choice: ConflictChoice::Edited(_) }] if *hunk == hunk_id(2)
    );
    assert!(settled);
}

#[test]
fn capital_e_opens_the_text_elsewhere_and_takes_it_back() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n E");
    let before = desk.world.text.clone();
    let wanted = ReviewEffect::Edit {
        hunk: hunk_id(4),
        text: before.clone(),
    };
    assert_eq!(desk.effects.last(), Some(&wanted));
    let effects = desk
        .review
        .edited(hunk_id(4), &before, Some("new\n".into()));
    let order = ReviewCommand::Amend {
        hunk: hunk_id(4),
        text: "new\n".into(),
    };
    assert_eq!(effects, [ReviewEffect::Order(order)]);
    for nothing in [None, Some(before.clone())] {
        let effects = desk.review.edited(hunk_id(4), &before, nothing);
        assert!(matches!(effects[..], [ReviewEffect::Say(..)]));
    }
}

#[test]
fn keys_of_the_review_are_letters_while_a_text_is_typed() {
    let mut desk = Desk::new(158, 40);
    desk.press("c a r w y q");
    assert!(desk.orders().is_empty());
    assert!(desk.text().contains("arwyq"), "{}", desk.text());
}

#[test]
fn a_paste_goes_into_the_text_that_is_typed() {
    let mut desk = Desk::new(158, 40);
    desk.press("c");
    desk.review.paste("pasted words");
    assert!(desk.text().contains("pasted words"));
}

#[test]
fn a_comment_without_words_is_none() {
    let mut desk = Desk::new(158, 40);
    desk.press("c Enter");
    assert!(desk.orders().is_empty());
}

#[test]
fn a_text_that_was_not_taken_is_there_again() {
    let mut desk = Desk::new(158, 40);
    desk.press("n n e");
    desk.type_text("mine ");
    desk.press("Ctrl+S");
    assert!(amended(&mut desk).unwrap().starts_with("mine "));
    desk.fact(&EventKind::CommandRejected {
        command: "review".into(),
        reason: "not now".into(),
        said: None,
    });
    desk.settle();
    desk.press("e Ctrl+S");
    let again = amended(&mut desk);
    assert!(
        again.is_some_and(|text| text.starts_with("mine ")),
        "what was written is lost"
    );
}

#[test]
fn a_comment_that_was_not_told_is_opened_with_its_words_and_removed_where_none_are_left() {
    let mut desk = Desk::new(158, 40);
    desk.press("n c");
    desk.type_text("why");
    desk.press("Enter c");
    desk.type_text("?");
    desk.press("Enter");
    let comment = desk.world.comments[0].id;
    let reworded = ReviewCommand::Reword {
        comment,
        text: "why?".into(),
    };
    assert_eq!(desk.orders().last(), Some(&reworded));
    desk.press("c Ctrl+U Enter");
    assert!(desk.said().contains("removed"), "{}", desk.said());
    assert_eq!(
        desk.orders().last(),
        Some(&ReviewCommand::RemoveComment { comment })
    );
}

#[test]
fn who_leaves_a_text_hears_that_it_is_kept() {
    let mut desk = Desk::new(158, 40);
    desk.press("n c");
    desk.type_text("why");
    desk.press("Esc");
    assert!(desk.said().contains("is kept"), "{}", desk.said());
}
