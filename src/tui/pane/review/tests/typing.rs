//! Tests of texts edited in place or in `$EDITOR`.

use super::*;
use crate::effect::{EditPurpose, EditSubject, ExternalEdit};
use notice::Notice;
use protocol::command::CommandKind;
use protocol::review::ConflictChoice;

fn amended(harness: &mut PaneHarness) -> Option<String> {
    harness.orders().into_iter().find_map(|order| match order {
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
        let mut harness = PaneHarness::new(158, 40);
        harness.sample.text = before.into();
        harness.press("n n e");
        harness.type_text("X");
        harness.press("Ctrl+S");
        assert_eq!(amended(&mut harness).as_deref(), Some(after), "{before:?}");
    }
}

#[test]
fn a_text_that_has_no_room_says_which_part_of_it_is_shown() {
    let mut harness = PaneHarness::new(78, 20);
    let lines: Vec<String> = (1..=40).map(|number| format!("line {number}")).collect();
    harness.sample.text = lines.join("\n");
    harness.press("n n e");
    let place = |harness: &mut PaneHarness| {
        let text = harness.text();
        let row = text
            .lines()
            .find(|row| row.contains("Ctrl+S"))
            .map(str::to_owned);
        row.unwrap_or_else(|| panic!("{text}"))
    };
    let shown = place(&mut harness);
    assert!(shown.contains("1-") && shown.contains(" of 40"), "{shown}");
    for _ in 0..39 {
        harness.press("Down");
    }
    let shown = place(&mut harness);
    assert!(
        shown.contains("-40 of 40") && !shown.contains(" 1-"),
        "{shown}"
    );
    let mut harness = PaneHarness::new(78, 20);
    harness.sample.text = "one\ntwo\n".into();
    harness.press("n n e");
    let shown = place(&mut harness);
    assert!(!shown.contains(" of "), "all of it is shown: {shown}");
}

#[test]
fn alt_enter_takes_a_text_enter_breaks_it_and_esc_leaves_it() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n e");
    harness.type_text("a");
    harness.press("Enter");
    harness.type_text("b");
    harness.press("Alt+Enter");
    let text = amended(&mut harness).unwrap();
    assert!(text.starts_with("a\nb"), "{text}");
    harness.press("e");
    harness.type_text("kept");
    harness.press("Esc");
    assert!(harness.orders().is_empty());
    assert!(!harness.review.has_dialog());
    harness.press("e Alt+Enter");
    let text = amended(&mut harness).unwrap();
    assert!(text.starts_with("kept"), "it is there again: {text}");
    harness.press("e Ctrl+S");
    assert_eq!(amended(&mut harness), None, "once");
}

#[test]
fn a_comment_that_was_left_is_there_again_on_the_same_hunk() {
    let mut harness = PaneHarness::new(158, 40);
    let said = |harness: &mut PaneHarness| -> Vec<String> {
        let orders = harness.orders().into_iter();
        orders
            .filter_map(|order| match order {
                ReviewCommand::Comment { text, .. } => Some(text),
                _ => None,
            })
            .collect()
    };
    harness.press("n c");
    harness.type_text("why");
    harness.press("Esc n c");
    harness.type_text("another");
    harness.press("Enter p c Enter");
    assert_eq!(said(&mut harness), ["another", "why"]);
}

#[test]
fn an_unchanged_text_changes_nothing() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n e Ctrl+S");
    assert!(harness.said().contains("no change"), "{}", harness.said());
    assert!(harness.orders().is_empty());
}

#[test]
fn an_edit_of_a_conflict_settles_it() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("e");
    harness.type_text("X");
    harness.press("Ctrl+S");
    let settled = matches!(
        &harness.orders()[..],
        [ReviewCommand::Settle { hunk, choice: ConflictChoice::Edited(_) }] if *hunk == hunk_id(2)
    );
    assert!(settled);
}

#[test]
fn capital_e_opens_the_text_elsewhere_and_takes_it_back() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n E");
    let before = harness.sample.text.clone();
    let wanted = Effect::Edit(ExternalEdit {
        purpose: EditPurpose::Hunk(SESSION, hunk_id(4)),
        subject: EditSubject::Text(before.clone()),
    });
    assert_eq!(harness.effects.last(), Some(&wanted));
    let new = Some("new\n".to_owned());
    let effects = harness.review.edited(hunk_id(4), new);
    let order = ReviewCommand::Amend {
        hunk: hunk_id(4),
        text: "new\n".into(),
    };
    let session = SESSION;
    assert_eq!(effects, [Effect::Send(Command::Review { session, order })]);
    for nothing in [None, Some(before)] {
        harness.press("E");
        let effects = harness.review.edited(hunk_id(4), nothing);
        assert!(matches!(effects[..], [Effect::Say(..)]));
    }
}

#[test]
fn keys_of_the_review_are_letters_while_a_text_is_typed() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("c a r w y q");
    assert!(harness.orders().is_empty());
    assert!(harness.text().contains("arwyq"), "{}", harness.text());
}

#[test]
fn a_paste_goes_into_the_text_that_is_typed() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("c");
    harness.review.paste("pasted words");
    assert!(harness.text().contains("pasted words"));
}

#[test]
fn a_comment_without_words_is_none() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("c Enter");
    assert!(harness.orders().is_empty());
}

#[test]
fn a_text_that_was_not_taken_is_there_again() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n n e");
    harness.type_text("mine ");
    harness.press("Ctrl+S");
    assert!(amended(&mut harness).unwrap().starts_with("mine "));
    harness.fact(&EventKind::CommandRejected {
        command: CommandKind::Review,
        reason: Notice::text("not now"),
        said: None,
    });
    harness.settle();
    harness.press("e Ctrl+S");
    let again = amended(&mut harness);
    assert!(
        again.is_some_and(|text| text.starts_with("mine ")),
        "what was written is lost"
    );
}

#[test]
fn a_comment_that_was_not_told_is_opened_with_its_words_and_removed_where_none_are_left() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n c");
    harness.type_text("why");
    harness.press("Enter c");
    harness.type_text("?");
    harness.press("Enter");
    let comment = harness.sample.comments[0].id;
    let reworded = ReviewCommand::Reword {
        comment,
        text: "why?".into(),
    };
    assert_eq!(harness.orders().last(), Some(&reworded));
    harness.press("c Ctrl+U Enter");
    assert!(harness.said().contains("removed"), "{}", harness.said());
    assert_eq!(
        harness.orders().last(),
        Some(&ReviewCommand::RemoveComment { comment })
    );
}

#[test]
fn who_leaves_a_text_hears_that_it_is_kept() {
    let mut harness = PaneHarness::new(158, 40);
    harness.press("n c");
    harness.type_text("why");
    harness.press("Esc");
    assert!(harness.said().contains("is kept"), "{}", harness.said());
}

#[test]
fn the_edit_of_a_hunk_that_only_deletes_says_what_is_to_be_typed() {
    let mut harness = PaneHarness::new(158, 40);
    harness.sample.text = String::new();
    harness.press("n n e");
    let text = harness.text();
    assert!(text.contains("This hunk only deletes."), "{text}");
    harness.type_text("X");
    let text = harness.text();
    assert!(!text.contains("This hunk only deletes."), "{text}");
}
