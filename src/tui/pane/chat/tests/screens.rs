use super::sample::*;
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::pane::chat::cell::Body;
use notice::Notice;
use protocol::event::EventKind;

#[test]
fn a_rich_transcript_at_66_columns() {
    let mut chat = chat(rich());
    insta::assert_snapshot!(screen(&mut chat, 66, 44).join("\n"));
}

#[test]
fn a_rich_transcript_has_its_styles() {
    let mut chat = chat(rich());
    insta::assert_snapshot!(styles(&draw(&mut chat, 66, 44)));
}

#[test]
fn opened_cells_show_what_is_in_them() {
    let mut chat = chat(rich());
    chat.act(Action::FoldAll);
    insta::assert_snapshot!(screen(&mut chat, 66, 110).join("\n"));
}

#[test]
fn the_cursor_walks_the_cells_and_opens_one() {
    let mut chat = chat(rich());
    screen(&mut chat, 66, 20);
    chat.act(Action::Top);
    screen(&mut chat, 66, 20);
    chat.act(Action::NextItem);
    chat.act(Action::NextItem);
    let before = screen(&mut chat, 66, 20);
    assert!(
        before
            .iter()
            .any(|row| row.starts_with(">") && row.contains("build")),
        "{before:#?}"
    );
    chat.act(Action::ChatExpand);
    let rows = screen(&mut chat, 66, 20);
    assert!(
        rows.iter()
            .any(|row| row.contains("two tabs refresh at once")),
        "{rows:#?}"
    );
}

#[test]
fn copies_have_no_decoration_and_no_line_breaks_of_the_screen() {
    let mut chat = chat(rich());
    screen(&mut chat, 40, 30);
    chat.act(Action::Top);
    screen(&mut chat, 40, 30);
    chat.act(Action::NextItem);
    let [Effect::Copy(text)] = &chat.act(Action::CopyItem)[..] else {
        panic!("nothing copied");
    };
    assert!(text.starts_with("Refactor session refresh so that two tabs cannot race.\nKeep"));
    chat.act(Action::NextItem);
    chat.act(Action::NextItem);
    let [Effect::Copy(code)] = &chat.act(Action::CopyBlock)[..] else {
        panic!("nothing copied");
    };
    assert!(
        code.contains("let _g") || code.contains("single-flight"),
        "{code}"
    );
}

#[test]
fn a_call_leads_to_its_diff_and_a_message_to_its_text() {
    let mut chat = chat(rich());
    screen(&mut chat, 66, 44);
    let mut shown = None;
    chat.act(Action::Top);
    for _ in 0..20 {
        screen(&mut chat, 66, 44);
        chat.act(Action::NextItem);
        let effects = chat.act(Action::ChatShowDiff);
        let cursor = chat.cursor.and_then(|at| chat.cell(at));
        if let [Effect::ShowDiff { diff, .. }] = &effects[..]
            && let Some(Body::Call(cell)) = cursor.map(|cell| &cell.body)
        {
            shown = Some((cell.call.id, diff.path.clone()));
        }
    }
    assert_eq!(shown, Some((call_id(6), "src/auth/session.rs".into())));
    chat.go_to_bottom();
    let [Effect::EditMessage { message, text }] = &chat.act(Action::ChatEditMessage)[..] else {
        panic!("no message");
    };
    assert_eq!((*message, text.as_str()), (message_id(4), "go on"));
}

#[test]
fn a_search_goes_to_its_matches_and_marks_them() {
    let facts = (0..200_u128).map(|n| said(n + 1, &format!("message {n} has a NEEDLE{}", n % 50)));
    let mut chat = chat(facts);
    screen(&mut chat, 60, 20);
    chat.go_to_top();
    screen(&mut chat, 60, 20);
    assert_eq!(chat.search("needle7"), []);
    let rows = screen(&mut chat, 60, 20);
    assert!(
        rows.iter().any(|row| row.contains("message 7 has")),
        "{rows:#?}"
    );
    let marked = styles(&draw(&mut chat, 60, 20));
    assert!(marked.contains("match_fg on match_bg"), "{marked}");
    chat.act(Action::NextMatch);
    assert!(
        screen(&mut chat, 60, 20)
            .iter()
            .any(|row| row.contains("message 57 has"))
    );
    chat.act(Action::PreviousMatch);
    assert!(
        screen(&mut chat, 60, 20)
            .iter()
            .any(|row| row.contains("message 7 has"))
    );
    chat.act(Action::PreviousMatch);
    assert!(
        screen(&mut chat, 60, 20)
            .iter()
            .any(|row| row.contains("message 157 has"))
    );
    assert_eq!(chat.search("not there"), [Effect::info("not found")]);
}

#[test]
fn a_hostile_message_cannot_command_the_terminal() {
    let bad = "\u{1b}]0;x\u{7}\u{1b}[2Ja\u{202e}b\r\u{9b}31m";
    let mut chat = chat([
        said(1, bad),
        answered(2, bad),
        asked(1, bad, serde_json::json!({"command": bad, "more": [bad]})),
        ended(1, bad, 1, serde_json::json!({"output": bad})),
        EventKind::Notice {
            level: protocol::event::NoticeLevel::Error,
            text: Notice::text(bad),
        },
    ]);
    chat.act(Action::FoldAll);
    let rows = screen(&mut chat, 60, 30).join("");
    assert!(
        !rows.chars().any(|c| c.is_control() || c == '\u{202e}'),
        "{rows:?}"
    );
    assert!(rows.contains("<U+202E>"));
}

#[test]
fn colours_that_arrive_change_looks_and_nothing_else() {
    use crate::highlight::{CodeBlock, Colours, Highlighted, Token};
    use crate::pane::Focused;
    use crate::theme::Role;
    use crate::widget::row::Paint;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    let mut chat = chat([answered(1, "text\n\n```rust\nlet x = 1;\n```\n")]);
    let plain = draw(&mut chat, 60, 10);
    let block = CodeBlock::new("rust", "let x = 1;");
    let mut made = Highlighted::plain(block.key);
    made.push_line([Token {
        start: 0,
        end: 3,
        role: Role::SynKeyword,
    }]);
    let mut colours = Colours::none();
    colours.accept(made);
    chat.measure(60, 10, &mut colours);
    let mut coloured = Buffer::empty(Rect::new(0, 0, 60, 10));
    let theme = theme();
    let paint = Paint {
        theme: &theme,
        colours: &colours,
    };
    chat.draw(coloured.area, &mut coloured, paint, Focused::Yes);
    let text = |buf: &Buffer| {
        buf.content
            .iter()
            .map(|cell| cell.symbol().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(text(&plain), text(&coloured));
    assert!(styles(&coloured).contains("syn_keyword on bg_panel"));
    assert!(!styles(&plain).contains("syn_keyword"));
}
