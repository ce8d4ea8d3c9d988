//! Tests any input in any order, at any size: nothing panics, and the screen can always be drawn.
//! The submodules send 100,000 timed inputs to it and check the expected effect of each.

mod draft;
mod inputs;
mod text;
mod watch;
mod wire;

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;

use super::*;
use client::vim::EditorKeys;
use protocol::approval::Decision;

#[derive(Debug, Clone)]
enum Step {
    Input(InputKind, u64),
    EventKind(u8),
    Frame,
}

fn key() -> impl Strategy<Value = InputKind> {
    let code = prop_oneof![
        4 => any::<char>().prop_map(KeyCode::Char),
        8 => prop::sample::select("abcdefghijklmnopqrstuvwxyz0123456789?/:@!<>+-[]{}".chars().collect::<Vec<_>>()).prop_map(KeyCode::Char),
        6 => prop::sample::select(vec![
            KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::BackTab, KeyCode::Up, KeyCode::Down,
            KeyCode::Left, KeyCode::Right, KeyCode::Backspace, KeyCode::Delete, KeyCode::Home,
            KeyCode::End, KeyCode::PageUp, KeyCode::PageDown, KeyCode::F(2), KeyCode::F(4), KeyCode::F(9), KeyCode::F(12),
        ]),
    ];
    let modifiers = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::CONTROL,
        KeyModifiers::ALT,
        KeyModifiers::SHIFT,
    ]);
    (code, modifiers).prop_map(|(code, modifiers)| InputKind::Key(KeyEvent::new(code, modifiers)))
}

fn mouse() -> impl Strategy<Value = InputKind> {
    let kind = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::ScrollLeft,
        MouseEventKind::ScrollRight,
    ]);
    let shift = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::SHIFT,
    ]);
    (kind, 0u16..210, 0u16..70, shift).prop_map(|(kind, column, row, modifiers)| {
        InputKind::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        })
    })
}

fn step() -> impl Strategy<Value = Step> {
    let leader = InputKind::Key(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::CONTROL));
    let kind = prop_oneof![
        20 => key(),
        4 => Just(leader),
        10 => mouse(),
        3 => Just(InputKind::Settled),
        1 => any::<String>().prop_map(InputKind::Paste),
        1 => Just(InputKind::FocusLost),
        1 => Just(InputKind::FocusGained),
        2 => (1u16..=400, 1u16..=200).prop_map(|(width, height)| InputKind::Resize(width, height)),
    ];
    prop_oneof![
        10 => (kind, 0u64..700).prop_map(|(kind, pause)| Step::Input(kind, pause)),
        1 => (0u8..6).prop_map(Step::EventKind),
        2 => Just(Step::Frame),
    ]
}

fn fact(number: u8) -> EventKind {
    match number {
        0 => EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(101)),
        },
        1 => EventKind::RunCompleted {
            result: RunResult::default(),
        },
        2 => EventKind::PolicyChanged {
            policy: policy(Mode::Passthrough),
        },
        3 => EventKind::MessageAdded {
            message: message(5, Role::User, "日本語 text\twith\u{7}bell"),
        },
        4 => EventKind::SessionCleared,
        _ => EventKind::RunInterrupted {
            unknown_calls: Vec::new(),
        },
    }
}

proptest! {
    #![proptest_config(testing::cases(64))]

    #[test]
    fn a_storm_of_input_does_no_harm(
        steps in prop::collection::vec(step(), 1..60),
        keys in prop::sample::select(vec![EditorKeys::Readline, EditorKeys::Vim]),
    ) {
        let mut harness = TuiHarness::furnished(120, 40);
        harness.app.set_editor_keys(keys);
        harness.app.set_mouse(crate::terminal::MouseCapture::On);
        for step in steps {
            match step {
                Step::Input(kind, pause) => {
                    harness.wait(Duration::from_millis(pause));
                    harness.input(kind);
                }
                Step::EventKind(number) => harness.fact(fact(number)),
                Step::Frame => {
                    harness.frame();
                }
            }
        }
        harness.frame();
        prop_assert_eq!(harness.frame(), b"".to_vec());
    }
}

/// Generates typed letters, the mouse (half of the time over the bar), and the window losing and
/// regaining the focus; no key intended for the bar.
fn pointing() -> impl Strategy<Value = (InputKind, u64, bool)> {
    let letter = prop::sample::select("yyyna YNA 123".chars().collect::<Vec<_>>());
    let key =
        letter.prop_map(|c| InputKind::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)));
    let kind = prop_oneof![
        6 => mouse(),
        4 => key,
        4 => Just(InputKind::Settled),
        1 => Just(InputKind::FocusLost),
        1 => Just(InputKind::FocusGained),
    ];
    (kind, 0u64..900, any::<bool>())
}

/// Whether `text` contains all characters of `kept` in order.
fn holds(text: &str, kept: &str) -> bool {
    let mut letters = text.chars();
    kept.chars()
        .all(|wanted| letters.any(|letter| letter == wanted))
}

proptest! {
    #![proptest_config(testing::cases(200))]

    #[test]
    fn whatever_the_mouse_does_nothing_is_approved_and_no_draft_is_lost(
        width in prop::sample::select(vec![80_u16, 120, 160]),
        high in any::<bool>(),
        steps in prop::collection::vec(pointing(), 1..50),
    ) {
        let draft = "keep all of me";
        let mut harness = TuiHarness::furnished(width, 40);
        harness.app.set_mouse(crate::terminal::MouseCapture::On);
        harness.input(InputKind::Paste(draft.into()));
        harness.begin_run();
        let mut question = if high { prompts::prompt() } else { writes::write(30) };
        if high {
            question.risk.risk = protocol::approval::Risk::High;
        }
        harness.fact(EventKind::QuestionOpened { question });
        harness.frame();
        for (mut kind, pause, on_bar) in steps {
            harness.wait(Duration::from_millis(pause));
            let bar = harness.app.layout.bar;
            if let (InputKind::Mouse(event), true, false) = (&mut kind, on_bar, bar.is_empty()) {
                event.column = bar.x + event.column % bar.width;
                event.row = bar.y + event.row % bar.height;
            }
            harness.input(kind);
            harness.frame();
            let orders = harness.orders();
            let decides = |order: &Command| {
                matches!(
                    order,
                    Command::AnswerQuestion { .. } | Command::TogglePassthrough { .. } | Command::SendMessage { .. }
                )
            };
            prop_assert!(!orders.iter().any(decides), "{:?}", orders);
            let text = harness.app.model().sessions.tab().unwrap().editor.text();
            prop_assert!(holds(&text, draft), "{:?} has lost something of {:?}", text, draft);
        }
    }
}
