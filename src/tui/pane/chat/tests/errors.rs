//! Tests of the end of a run that failed: its sentence once, and the keys that go on.

use super::sample::{chat, event, message_id, said, screen};
use crate::dialog::settings::Begin;
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::PaneView;
use crate::pane::chat::Chat;
use notice::{Notice, notice};
use protocol::event::EventKind;
use protocol::ids::StepId;

fn refused_key() -> Notice {
    let why = notice!("told-key-refused", place = "OpenAI", word = 401);
    notice!(
        "told-with-words",
        why,
        reason = "Incorrect API key provided"
    )
}

fn failed(error: Notice) -> Chat {
    chat([
        said(1, "hello"),
        EventKind::StepStarted {
            step: StepId(uuid::Uuid::from_u128(9)),
            number: 1,
            model: "openai/gpt/5".into(),
        },
        EventKind::RunFailed {
            error,
            hint: None,
            code: None,
            result: Default::default(),
        },
    ])
}

fn shown(chat: &mut Chat) -> String {
    screen(chat, 80, 20).join("\n")
}

#[test]
fn a_refused_key_is_said_once_with_the_keys_that_go_on() {
    let mut chat = failed(refused_key());
    let text = shown(&mut chat);
    insta::assert_snapshot!(text);
    assert_eq!(text.matches("rejected the API key (401)").count(), 1);
    let again = [Effect::SendAgain {
        message: message_id(1),
        text: "hello".into(),
    }];
    let key = [Effect::SetUpProvider("openai".into(), Begin::AtItsKey)];
    assert_eq!(chat.act(Action::ChatSendAgain), again);
    assert_eq!(chat.act(Action::ChatEditMessage), key);
    // The same with the row selected, and with the mouse.
    chat.act(Action::PreviousItem);
    assert_eq!(chat.act(Action::ChatSendAgain), again);
    assert_eq!(chat.act(Action::ChatEditMessage), key);
    let rows = screen(&mut chat, 80, 20);
    let row = |words: &str| {
        let place = rows.iter().position(|row| row.contains(words));
        u16::try_from(place.expect("the row")).unwrap()
    };
    assert_eq!(chat.click(row("r  send again")), again);
    assert_eq!(chat.click(row("e  enter a key")), key);
    assert_eq!(chat.click(row("rejected the API key")), []);
}

#[test]
fn after_another_error_only_the_message_can_be_sent_again() {
    let mut chat = failed(Notice::text("the server hung up"));
    let text = shown(&mut chat);
    assert!(text.contains("r  send again"), "{text}");
    assert!(!text.contains("enter a key"), "{text}");
    let edits = chat.act(Action::ChatEditMessage);
    assert!(
        matches!(edits[..], [Effect::EditMessage { .. }]),
        "{edits:?}"
    );
}

#[test]
fn the_next_message_takes_the_keys_from_the_row() {
    let mut chat = failed(refused_key());
    assert!(chat.shows_error());
    chat.apply(&event(9, said(2, "once more")));
    let text = shown(&mut chat);
    assert!(!text.contains("send again"), "{text}");
    assert!(text.contains("rejected the API key"), "{text}");
    assert_eq!(chat.act(Action::ChatSendAgain), [Effect::info("not found")]);
}
