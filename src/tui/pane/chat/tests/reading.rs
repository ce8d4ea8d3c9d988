use proptest::prelude::*;

use super::sample::*;
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::pane::chat::Chat;
use notice::Notice;
use protocol::event::EventKind;

fn long_chat(messages: u128) -> Chat {
    let facts = (0..messages).flat_map(|n| {
        let text = format!("answer {n} with **words** enough to be broken on a narrow screen\n\n- a{n}\n- b{n}\n\n```\ncode {n}\n```");
        [said(n * 2 + 1, &format!("question {n}")), answered(n * 2 + 2, &text)]
    });
    chat(facts)
}

fn first_row(chat: &mut Chat, width: u16, height: u16) -> String {
    screen(chat, width, height)[0].clone()
}

#[test]
fn the_end_is_followed_until_one_scrolls_up() {
    let mut chat = long_chat(20);
    assert!(screen(&mut chat, 60, 10)[9].contains("code 19"));
    chat.apply(&event(1, said(500, "new")));
    assert!(screen(&mut chat, 60, 10)[9].contains("new"));
    chat.act(Action::PageUp);
    let before = screen(&mut chat, 60, 10);
    chat.apply(&event(2, said(501, "newer")));
    chat.apply(&event(2, said(502, "newest")));
    let after = screen(&mut chat, 60, 10);
    assert_eq!(before[..9], after[..9]);
    assert!(after[9].ends_with("↓ 2 new"), "{after:#?}");
    chat.act(Action::Bottom);
    assert!(screen(&mut chat, 60, 10)[9].contains("newest"));
}

#[test]
fn growth_below_is_told_without_moving_anything() {
    let mut chat = long_chat(5);
    chat.apply(&event(1, piece(700, 0, "begin")));
    screen(&mut chat, 60, 10);
    chat.act(Action::PageUp);
    screen(&mut chat, 60, 10);
    chat.apply(&event(1, piece(700, 5, " and more")));
    assert!(screen(&mut chat, 60, 10)[9].ends_with("↓ more"));
}

#[test]
fn every_row_is_passed_once_on_the_way_down_and_up() {
    let mut chat = long_chat(12);
    let whole = {
        chat.go_to_top();
        screen(&mut chat, 50, 400)
    };
    screen(&mut chat, 50, 7);
    chat.act(Action::Top);
    for top in 0..60 {
        assert_eq!(
            screen(&mut chat, 50, 7)[..6],
            whole[top..top + 6],
            "at {top}"
        );
        chat.act(Action::LineDown);
    }
    for top in (1..=60).rev() {
        assert_eq!(
            screen(&mut chat, 50, 7)[..6],
            whole[top..top + 6],
            "back at {top}"
        );
        chat.act(Action::LineUp);
    }
}

#[test]
fn scrolling_down_to_the_end_follows_again() {
    let mut chat = long_chat(3);
    screen(&mut chat, 50, 8);
    chat.act(Action::PageUp);
    assert!(!chat.is_following());
    for _ in 0..10 {
        chat.act(Action::LineDown);
    }
    assert!(chat.is_following());
    let mut short = long_chat(1);
    screen(&mut short, 50, 80);
    short.act(Action::LineUp);
    assert!(
        short.is_following(),
        "where all fits there is nothing to scroll"
    );
}

#[test]
fn a_new_snapshot_leaves_the_reader_where_they_were() {
    let mut chat = long_chat(30);
    screen(&mut chat, 50, 10);
    chat.act(Action::PageUp);
    chat.act(Action::PageUp);
    let before = screen(&mut chat, 50, 10);
    let reading = chat.remember_place();
    let mut again = long_chat(31);
    again.take_place(reading);
    assert_eq!(screen(&mut again, 50, 10)[..9], before[..9]);
}

#[test]
fn only_cells_near_the_screen_have_rows() {
    let mut chat = long_chat(5_000);
    assert_eq!(chat.cells.len(), 10_000);
    screen(&mut chat, 60, 20);
    assert!(chat.view.laid.len() < 40, "{}", chat.view.laid.len());
    for _ in 0..50 {
        chat.act(Action::PageUp);
        screen(&mut chat, 60, 20);
    }
    chat.act(Action::Top);
    screen(&mut chat, 60, 20);
    chat.act(Action::Bottom);
    screen(&mut chat, 60, 20);
    assert!(chat.view.laid.len() < 200, "{}", chat.view.laid.len());
}

#[test]
fn a_screen_of_any_size_is_drawn() {
    let mut chat = chat(rich());
    chat.act(Action::FoldAll);
    for width in 0..40 {
        for height in [0, 1, 3] {
            let rows = screen(&mut chat, width, height);
            let is_drawn = rows.iter().any(|row| !row.is_empty());
            assert!(is_drawn || width < 20 || height < 3, "{width}x{height}");
            chat.act(Action::PageUp);
        }
    }
}

/// Returns the letters of a row, which identify its content at any width.
fn letters(row: &str) -> String {
    row.chars().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #![proptest_config(testing::cases(32))]

    #[test]
    fn appending_never_moves_what_is_read(
        up in 1_usize..60,
        pieces in prop::collection::vec("[a-z \n*`-]{1,12}", 1..8),
        width in 24_u16..70,
    ) {
        let mut chat = long_chat(10);
        chat.apply(&event(1, piece(900, 0, "some text\n\n")));
        screen(&mut chat, width, 8);
        for _ in 0..up {
            chat.act(Action::LineUp);
        }
        let before = screen(&mut chat, width, 8);
        let mut offset = "some text\n\n".len();
        for (number, text) in pieces.iter().enumerate() {
            chat.apply(&event(2, piece(900, offset, text)));
            offset += text.len();
            chat.apply(&event(2, said(1_000 + number as u128, text)));
            chat.apply(&event(2, EventKind::Notice {
                level: protocol::event::NoticeLevel::Info,
                text: Notice::text(text.clone()),
            }));
            prop_assert_eq!(&first_row(&mut chat, width, 8), &before[0]);
        }
    }

    #[test]
    fn a_resize_keeps_the_first_row_on_top_and_coming_back_restores_it(
        up in 6_usize..80,
        widths in prop::collection::vec(24_u16..90, 1..5),
    ) {
        let mut chat = long_chat(10);
        screen(&mut chat, 50, 6);
        for _ in 0..up {
            chat.act(Action::LineUp);
        }
        let before = first_row(&mut chat, 50, 6);
        let start: String = letters(&before).chars().take(3).collect();
        for width in widths {
            let rows = screen(&mut chat, width, 6);
            if !start.is_empty() {
                prop_assert!(
                    letters(&rows[0]).contains(&start) || letters(&rows[..2].concat()).contains(&start),
                    "{before:?} gone from {rows:#?}"
                );
            }
        }
        prop_assert_eq!(first_row(&mut chat, 50, 6), before);
    }
}

#[test]
fn the_users_messages_are_listed_and_one_of_them_is_shown_at_the_top() {
    let talk = (1_u128..12).flat_map(|number| {
        let question = format!("\n  question {number}\nits second line");
        let answer = format!("answer {number}\n\n{}", "word ".repeat(60));
        [said(number, &question), answered(100 + number, &answer)]
    });
    let mut chat = chat(talk);
    screen(&mut chat, 60, 10);
    let own = chat.own_messages();
    let lines: Vec<_> = own.iter().map(|own| own.first_line.as_str()).collect();
    assert_eq!(
        (lines.len(), lines[0], lines[10]),
        (11, "question 1", "question 11")
    );

    chat.show_own_message(own[3].id);
    let shown = screen(&mut chat, 60, 10);
    assert!(
        shown[1..4].iter().any(|row| row.contains("question 4")),
        "{shown:?}"
    );
    let edit = chat.act(Action::ChatEditMessage);
    assert!(matches!(&edit[..], [Effect::EditMessage { message, .. }] if *message == own[3].id));
}
