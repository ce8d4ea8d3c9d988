//! Selection of the messages that go to the model.

use std::sync::Arc;

use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::context;
use crate::context::FittedHistory;
use crate::testing::harness::SESSION;
use notice::Notice;
use protocol::call::{CallResult, ToolCall};
use protocol::estimate::Estimate;
use protocol::ids::{CallId, MessageId};
use protocol::message::{Block, Message, MessageState, Role};

/// One token per byte.
pub(super) const LETTERS: Estimate = Estimate::LETTERS;

/// Selects the messages that go to the model from a conversation that was never compacted.
fn fit(messages: &[Arc<Message>], budget: u64, estimate: Estimate) -> FittedHistory {
    context::fit(messages, &[], budget, estimate)
}

pub(super) fn message(role: Role, state: MessageState, blocks: Vec<Block>) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId(Uuid::nil()),
        session: SESSION,
        run: None,
        at: Timestamp::UNIX_EPOCH,
        role,
        blocks,
        state,
        model: None,
        usage: None,
    })
}

pub(super) fn says(role: Role, text: &str) -> Arc<Message> {
    let text = text.to_owned();
    message(role, MessageState::Complete, vec![Block::Text { text }])
}

pub(super) fn uses(id: u128) -> Arc<Message> {
    let call = ToolCall {
        id: CallId(Uuid::from_u128(id)),
        provider_id: format!("call_{id}"),
        tool: "read_file".to_owned(),
        arguments: json!({}),
    };
    message(
        Role::Assistant,
        MessageState::Complete,
        vec![Block::ToolUse { call }],
    )
}

pub(super) fn result(id: u128, letters: usize) -> Arc<Message> {
    gives(id, json!({ "success": true, "text": "x".repeat(letters) }))
}

pub(super) fn gives(id: u128, content: Value) -> Arc<Message> {
    let result = CallResult {
        call: CallId(Uuid::from_u128(id)),
        provider_id: format!("call_{id}"),
        tool: "read_file".to_owned(),
        ok: true,
        content,
        summary: Notice::text("read"),
        error: None,
        duration_ms: 0,
    };
    message(
        Role::Tool,
        MessageState::Complete,
        vec![Block::ToolResult { result }],
    )
}

pub(super) fn turn(id: u128, letters: usize) -> Vec<Arc<Message>> {
    vec![
        says(Role::User, "look"),
        uses(id),
        result(id, letters),
        says(Role::Assistant, "seen"),
    ]
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn a_result_is_as_large_as_it_is_written(text in any::<String>(), number in any::<f64>()) {
        let content = json!({ "text": text, "more": [number, null, true, { "\n\"": 7 }] });
        let messages = [uses(1), gives(1, content.clone())];
        let call = 4 + "read_file".len() + "{}".len();
        let result = 4 + content.to_string().len();
        prop_assert_eq!(fit(&messages, u64::MAX, LETTERS).tokens, LETTERS.bytes(call + result));
    }
}

#[test]
fn what_fits_goes_whole() {
    let messages = turn(1, 1_000);
    let fitted = fit(&messages, 100_000, LETTERS);
    assert_eq!(fitted.messages, messages);
    assert_eq!((fitted.shortened, fitted.left_out), (0, 0));
}

#[test]
fn old_results_are_shortened_before_an_answer_is_left_out_and_what_the_user_said_stays() {
    let messages = [turn(1, 5_000), turn(2, 5_000), turn(3, 5_000)].concat();
    let fitted = fit(&messages, 6_500, LETTERS);
    assert_eq!((fitted.shortened, fitted.left_out), (2, 0));
    assert_eq!(fitted.messages[8..], messages[8..]);
    let fitted = fit(&messages, 30, LETTERS);
    assert_eq!(fitted.left_out, 9, "every answer with its results");
    let users = messages.iter().filter(|one| one.role == Role::User);
    assert_eq!(fitted.messages, users.cloned().collect::<Vec<_>>());
}

#[test]
fn within_a_long_run_older_results_are_shortened_and_what_was_just_read_is_whole() {
    let run = [
        says(Role::User, "look"),
        uses(1),
        result(1, 5_000),
        uses(2),
        result(2, 5_000),
    ];
    let fitted = fit(&run, 6_000, LETTERS);
    assert_eq!((fitted.shortened, fitted.left_out), (1, 0));
    assert_eq!(fitted.messages[3..], run[3..]);
    let fitted = fit(&run, 100, LETTERS);
    assert_eq!(fitted.left_out, 2);
    assert_eq!(
        fitted.messages[1..],
        run[3..],
        "the model has not answered it"
    );
}

#[test]
fn notices_and_attempts_that_were_made_anew_are_not_sent() {
    let half = |text: &str| {
        let text = text.to_owned();
        message(
            Role::Assistant,
            MessageState::Interrupted,
            vec![Block::Text { text }],
        )
    };
    let messages = vec![
        says(Role::User, "go"),
        half("first attempt"),
        says(Role::System, "a notice"),
        half("second attempt"),
        says(Role::User, "go on"),
    ];
    let fitted = fit(&messages, 1_000, LETTERS);
    let texts: Vec<String> = fitted.messages.iter().map(|one| one.plain_text()).collect();
    assert_eq!(texts, ["go", "second attempt", "go on"]);
}

#[test]
fn what_a_sub_agent_of_a_program_did_is_not_told_as_the_users_words() {
    let messages = vec![says(Role::User, "use two"), result(7, 10)];
    let fitted = fit(&messages, 10_000, LETTERS);
    let texts: Vec<String> = fitted.messages.iter().map(|one| one.plain_text()).collect();
    assert_eq!(texts, ["use two"]);
}

#[test]
fn a_command_of_the_user_is_told_as_their_words() {
    let mut ran = Message::clone(&result(7, 10));
    if let Block::ToolResult { result } = &mut ran.blocks[0] {
        result.provider_id = result.call.to_string();
    }
    let messages = vec![
        says(Role::User, "!ls"),
        Arc::new(ran),
        says(Role::User, "so?"),
    ];
    let fitted = fit(&messages, 10_000, LETTERS);
    assert_eq!(fitted.messages.len(), 3);
    assert!(fitted.messages.iter().all(|one| one.role == Role::User));
    assert!(
        fitted.messages[1]
            .plain_text()
            .starts_with("I ran that command myself")
    );
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn a_result_is_never_sent_without_its_call(
        sizes in proptest::collection::vec(0..2_000_usize, 1..12),
        budget in 0..12_000_u64,
    ) {
        let turns = sizes.iter().enumerate().map(|(index, size)| turn(index as u128, *size));
        let messages: Vec<_> = turns.flatten().collect();
        let fitted = fit(&messages, budget, LETTERS);
        let mut made = Vec::new();
        for message in &fitted.messages {
            made.extend(message.calls().map(|call| call.id));
            for block in &message.blocks {
                if let Block::ToolResult { result } = block {
                    prop_assert!(made.contains(&result.call));
                }
            }
        }
        // All words of the user are present, and only they exceed the budget.
        let said = |messages: &[Arc<Message>]| {
            messages.iter().filter(|one| one.role == Role::User).count()
        };
        prop_assert_eq!(said(&fitted.messages), said(&messages));
        let others = fitted.messages.iter().any(|one| one.role != Role::User);
        prop_assert!(fitted.tokens <= budget || !others);
    }
}
