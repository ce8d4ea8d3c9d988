//! Tests of vim's keys in the draft: what they leave to the rest of the screen, and what they take
//! from it.

use super::prompts::prompt;
use super::*;
use crate::chrome::Focus;
use crate::effect::ExitReason;
use crate::keymap::Action;
use crate::layout::Pane;
use crate::terminal::{CursorShape, MouseCapture};
use client::vim::{EditorKeys, VimMode};
use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use protocol::approval::Decision;
use protocol::query::PictureSource;
use protocol::session::{DeliveryPoint, QueuedMessage};

fn vim(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.app.set_editor_keys(EditorKeys::Vim);
    harness
}

/// A screen of 80x24 with a draft, in normal mode.
fn commanding(draft: &str) -> TuiHarness {
    let mut harness = vim(80, 24);
    harness.paste(draft);
    harness.press("Esc");
    harness
}

fn mode(harness: &TuiHarness) -> VimMode {
    let tab = harness.app.model().sessions.tab().unwrap();
    tab.editor.vim().unwrap().mode()
}

fn draft(harness: &TuiHarness) -> String {
    harness.app.model().sessions.tab().unwrap().editor.text()
}

fn focus(harness: &TuiHarness) -> Focus {
    harness.app.model().chrome.focus
}

fn decisions(harness: &mut TuiHarness) -> Vec<Decision> {
    let orders = harness.orders().into_iter();
    let answers = orders.filter_map(|order| match order {
        Command::AnswerQuestion { answer, .. } => Some(answer.decision),
        _ => None,
    });
    answers.collect()
}

fn ask(harness: &mut TuiHarness) {
    harness.begin_run();
    harness.fact(EventKind::QuestionOpened { question: prompt() });
}

#[test]
fn each_mode_is_shown_and_the_default_keys_show_none() {
    let mut harness = vim(80, 24);
    harness.paste("fix the parser\nand its tests");
    insta::assert_snapshot!("vim_insert_80", harness.text());
    harness.press("Esc");
    harness.press("b");
    harness.press("2");
    harness.press("d");
    insta::assert_snapshot!("vim_normal_80", harness.text());
    harness.press("Esc");
    harness.press("v");
    harness.press("k");
    insta::assert_snapshot!("vim_visual_80", harness.text());
    harness.app.set_editor_keys(EditorKeys::Readline);
    let text = harness.text();
    assert!(
        !["INSERT", "NORMAL", "VISUAL"]
            .iter()
            .any(|mode| text.contains(mode))
    );
}

#[test]
fn the_mode_is_shown_at_every_width() {
    for width in [40, 60, 80, 120, 160] {
        let mut harness = vim(width, 24);
        harness.begin_run();
        harness.app.say(
            protocol::event::NoticeLevel::Info,
            "a notice that is longer than the line over the editor has room for",
        );
        harness.press("Esc");
        harness.shows("NORMAL");
        harness.press("V");
        harness.shows("V-LINE");
    }
}

#[test]
fn the_cursor_has_the_shape_of_the_mode_in_the_draft_alone() {
    let mut harness = TuiHarness::furnished(80, 24);
    assert_eq!(harness.app.model().cursor_shape(), CursorShape::Own);
    harness.app.set_editor_keys(EditorKeys::Vim);
    assert_eq!(harness.app.model().cursor_shape(), CursorShape::Bar);
    harness.press("Esc");
    assert_eq!(harness.app.model().cursor_shape(), CursorShape::Block);
    harness.press("d");
    assert_eq!(harness.app.model().cursor_shape(), CursorShape::Underline);
    harness.press("Esc");
    harness.press("Esc");
    assert_ne!(focus(&harness), Focus::Editor);
    assert_eq!(harness.app.model().cursor_shape(), CursorShape::Own);
}

#[test]
fn escape_goes_to_normal_mode_and_from_there_to_the_panes_and_i_comes_back_to_type() {
    let mut harness = vim(80, 24);
    harness.type_text("abc");
    harness.press("Esc");
    assert_eq!(
        (mode(&harness), focus(&harness)),
        (VimMode::Normal, Focus::Editor)
    );
    harness.press("v Esc");
    assert_eq!(
        (mode(&harness), focus(&harness)),
        (VimMode::Normal, Focus::Editor)
    );
    harness.press("2 Esc");
    assert_eq!(
        focus(&harness),
        Focus::Editor,
        "Esc ends a command that has begun"
    );
    harness.press("Esc");
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
    harness.press("i");
    assert_eq!(
        (mode(&harness), focus(&harness)),
        (VimMode::Insert, Focus::Editor)
    );
    harness.type_text("d");
    assert_eq!(draft(&harness), "abdc");
    harness.key_now("Ctrl+[");
    assert_eq!(mode(&harness), VimMode::Normal);
}

#[test]
fn a_key_of_ones_own_for_esc_goes_to_normal_mode_too() {
    let own = "editor = [{ keys = [\"F5\"], action = \"leave_editor\" }]\n";
    let mut harness = vim(80, 24);
    let keymap = crate::keymap::Keymap::embedded().unwrap();
    let loaded = keymap.with_own(std::path::Path::new("/keymap.toml"), own);
    assert_eq!(loaded.faults, []);
    harness.app.set_keys(loaded);
    harness.type_text("abc");
    harness.press("F5");
    assert_eq!(
        (draft(&harness), mode(&harness)),
        ("abc".into(), VimMode::Normal)
    );
    assert_eq!(focus(&harness), Focus::Editor);
}

#[test]
fn a_letter_of_normal_mode_never_answers_and_f2_asks_for_the_bar_as_always() {
    for text in ["", "some words"] {
        let mut harness = commanding(text);
        ask(&mut harness);
        harness.wait(Duration::from_secs(10));
        assert_eq!(
            focus(&harness),
            Focus::Editor,
            "the bar takes no keys from vim"
        );
        for key in [
            "y", "Esc", "n", "Esc", "a", "Esc", "x", "c", "Esc", "d", "Esc", "s", "Esc",
        ] {
            if focus(&harness) == Focus::Editor {
                harness.press(key);
            }
            harness.wait(Duration::from_secs(3));
            if focus(&harness) != Focus::Editor {
                harness.press("i Esc");
            }
        }
        assert_eq!(decisions(&mut harness), [], "{text:?}");
        harness.press("F2 y");
        harness.wait(Duration::from_secs(1));
        assert_eq!(decisions(&mut harness).len(), 1, "{text:?}");
    }
}

#[test]
fn what_the_bar_passes_back_to_the_draft_is_a_command_of_normal_mode() {
    let mut harness = commanding("some words");
    ask(&mut harness);
    harness.press("0 F2 l");
    harness.wait(Duration::from_secs(2));
    assert_eq!(
        (draft(&harness), focus(&harness)),
        ("some words".into(), Focus::Editor)
    );
    harness.press("x");
    assert_eq!(draft(&harness), "sme words");
}

#[test]
fn enter_and_the_commands_of_vim_send_and_the_next_draft_begins_in_insert_mode() {
    for keys in ["Enter", ": w Enter", ": w q Enter", "Z Z"] {
        let mut harness = commanding("hello");
        harness.effects.clear();
        harness.press(keys);
        let sends = |order: &Command| matches!(order, Command::SendMessage { .. });
        assert!(harness.orders().iter().any(sends), "{keys}");
        assert_eq!(
            (draft(&harness), mode(&harness)),
            (String::new(), VimMode::Insert)
        );
    }
}

#[test]
fn q_leaves_and_asks_first_while_a_run_goes_on() {
    let leaves = |harness: &TuiHarness| {
        let exit = Effect::Exit(ExitReason::Quit);
        harness.effects.contains(&exit)
    };
    let mut harness = commanding("hello");
    harness.press(": q Enter");
    assert!(leaves(&harness));
    for keys in [": q Enter", "Z Q"] {
        let mut harness = commanding("hello");
        harness.begin_run();
        // Keys a second apart would take longer than the time for the second step.
        let mut quit = || {
            keys.split(' ').for_each(|key| harness.key_now(key));
            leaves(&harness)
        };
        assert!(!quit(), "{keys} asks first");
        assert!(quit(), "{keys}");
        assert_eq!(draft(&harness), "hello");
    }
    let mut harness = commanding("hello");
    harness.begin_run();
    for key in [":", "q", "Enter", "l", ":", "q", "Enter"] {
        harness.key_now(key);
    }
    assert!(!leaves(&harness), "another key cancels the first step");
}

#[test]
fn an_unknown_command_line_is_named() {
    let mut harness = commanding("hello");
    harness.press(": f o o");
    harness.shows("NORMAL :foo");
    harness.press("Enter");
    harness.shows("No command :foo");
    assert_eq!(draft(&harness), "hello");
}

#[test]
fn slash_commands_complete_in_insert_mode_and_no_popup_takes_keys_of_normal_mode() {
    let mut harness = vim(80, 24);
    harness.type_text("/mod");
    let popup = |harness: &TuiHarness| {
        let tab = harness.app.model().sessions.tab().unwrap();
        tab.editor.contexts().len() == 2
    };
    assert!(popup(&harness));
    harness.press("Esc");
    assert!(!popup(&harness));
    assert_eq!(
        mode(&harness),
        VimMode::Insert,
        "Esc closes the completion first"
    );
    harness.press("Esc");
    assert_eq!(mode(&harness), VimMode::Normal);
    harness.press("x j");
    assert!(!popup(&harness));
    harness.press("A e");
    assert!(popup(&harness));
}

#[test]
fn lines_beyond_the_first_and_the_last_are_those_of_the_history() {
    let mut harness = vim(80, 24);
    let lines = vec!["first".to_owned(), "second".to_owned()];
    let query = Query::History { limit: 1_000 };
    harness.app.reply(&query, Reply::History { lines });
    harness.paste("one\ntwo");
    harness.press("Esc k");
    assert_eq!(draft(&harness), "one\ntwo");
    harness.press("k");
    assert_eq!(draft(&harness), "second");
    harness.press("k");
    assert_eq!(draft(&harness), "first");
    harness.press("j j");
    assert_eq!(draft(&harness), "one\ntwo");
    harness.press("/");
    harness.type_text("fir");
    harness.press("Enter");
    assert_eq!(
        (draft(&harness), mode(&harness)),
        ("first".into(), VimMode::Normal)
    );
}

#[test]
fn k_in_an_empty_draft_takes_back_the_message_that_waits() {
    let mut harness = vim(80, 24);
    harness.begin_run();
    harness.fact(EventKind::MessageQueued {
        message: QueuedMessage {
            id: MessageId(Uuid::from_u128(77)),
            text: "later".into(),
            deliver: DeliveryPoint::AfterStep,
        },
    });
    harness.press("Esc k");
    let takes_back = |order: &Command| matches!(order, Command::UnqueueMessage { .. });
    assert!(harness.orders().iter().any(takes_back));
}

#[test]
fn a_folded_paste_is_one_cell() {
    let mut harness = vim(80, 24);
    harness.type_text("a ");
    harness.paste(&"line\n".repeat(20));
    harness.type_text(" b");
    harness.press("Esc 0 w x");
    assert_eq!(draft(&harness), "a  b");
    harness.press("u");
    harness.shows("> a [paste 1: 20 lines] b");
    harness.press("0 w v ~");
    harness.shows("> a [paste 1: 20 lines] b");
    assert!(draft(&harness).contains("line\nline\n"));
    harness.press("d i w");
    assert_eq!(draft(&harness), "a  b");
}

#[test]
fn the_clipboard_is_a_register() {
    let mut harness = commanding("copy me");
    harness.press("0 \" + y w");
    assert!(harness.effects.contains(&Effect::Copy("copy ".into())));
    harness.press("\" + p");
    let asked = harness.effects.iter().any(|effect| {
        let Effect::Ask(Query::TakePicture { source, .. }) = effect else {
            return false;
        };
        *source == PictureSource::Clipboard
    });
    assert!(asked);
}

#[test]
fn a_selection_of_the_mouse_is_one_of_visual_mode() {
    let mut harness = commanding("one two three");
    harness.app.set_mouse(MouseCapture::On);
    harness.frame();
    let row = harness.app.layout.editor.y;
    let kinds = [
        (MouseEventKind::Down(MouseButton::Left), 2),
        (MouseEventKind::Drag(MouseButton::Left), 5),
        (MouseEventKind::Up(MouseButton::Left), 5),
    ];
    for (kind, column) in kinds {
        let modifiers = KeyModifiers::NONE;
        harness.input(InputKind::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        }));
    }
    harness.press("d");
    assert_eq!(draft(&harness), "two three");
    harness.press("Ctrl+X s e Ctrl+C");
    assert!(harness.effects.contains(&Effect::Copy("two".into())));
    assert_eq!(mode(&harness), VimMode::Normal);
}

#[test]
fn keys_that_vim_does_not_have_keep_their_meaning_in_normal_mode() {
    let mut harness = commanding("some text");
    harness.app.acted.clear();
    harness.press("Ctrl+U Ctrl+F Shift+Tab PageUp F7");
    for action in [
        Action::ScrollChatUp,
        Action::ScrollChatDown,
        Action::CycleMode,
        Action::OpenReview,
    ] {
        assert!(harness.app.acted.contains(&action), "{action:?}");
    }
    assert_eq!(draft(&harness), "some text");
    let mut harness = commanding("some text");
    harness.press("?");
    let mut help = String::new();
    for _ in 0..12 {
        help.push_str(&harness.text());
        harness.press("PageDown");
    }
    assert!(help.contains("Vim: normal mode"), "{help}");
}

#[test]
fn the_slash_command_turns_the_keys_on_and_off() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.type_text("/vim");
    harness.press("Enter");
    harness.shows("Vim keys are on");
    assert_eq!(mode(&harness), VimMode::Insert);
    harness.type_text("/vim");
    harness.press("Enter");
    harness.shows("Vim keys are off");
    harness.hides("INSERT");
}

#[test]
fn what_is_typed_before_the_session_exists_is_the_same_with_vim_keys() {
    let mut harness = TuiHarness::awaiting(80, 24);
    harness.app.set_editor_keys(EditorKeys::Vim);
    harness.type_text("abc");
    harness.press("Esc x");
    harness.shows("> ab");
    harness.created();
    assert_eq!(
        (draft(&harness), mode(&harness)),
        ("ab".into(), VimMode::Normal)
    );
}

#[test]
fn a_released_key_is_no_command() {
    let mut harness = commanding("abc");
    harness.input(InputKind::Key(KeyEvent::new_with_kind(
        KeyCode::Char('x'),
        KeyModifiers::NONE,
        KeyEventKind::Release,
    )));
    assert_eq!(draft(&harness), "abc");
}

#[test]
fn the_hints_say_what_esc_does_in_each_mode() {
    let mut harness = vim(80, 24);
    harness.shows("Esc normal mode");
    harness.press("Esc");
    harness.shows("Esc panes");
    harness.shows("NORMAL");
}

#[test]
fn a_command_of_vim_that_was_typed_in_insert_mode_is_not_sent_to_the_agent() {
    let mut harness = vim(80, 24);
    harness.type_text(":q").press("Enter");
    assert_eq!(draft(&harness), ":q");
    assert!(harness.orders().is_empty());
    harness.shows("press Esc first");
}

#[test]
fn a_slash_in_insert_mode_completes_commands_as_without_vim() {
    for typed in ["/", "/he", "/mod", "/mode "] {
        let mut plain = TuiHarness::furnished(80, 24);
        plain.type_text(typed);
        let mut vim = vim(80, 24);
        vim.type_text(typed);
        let with_vim = vim.text().replace(" INSERT ", "────────");
        assert_eq!(with_vim, plain.text(), "{typed}");
        for keys in ["Down", "Tab"] {
            plain.press(keys);
            vim.press(keys);
            assert_eq!(draft(&vim), draft(&plain), "{typed} {keys}");
        }
    }
}
