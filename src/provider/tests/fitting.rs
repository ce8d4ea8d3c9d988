//! Tests that every outgoing request is valid in its protocol, whatever models and servers have
//! sent before. The tests state the rules a second time, over the bodies, independent of the code
//! that builds them.

use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::testing::support::{call, message, request, result, text};
use crate::turns::{Turn, WireRules, conversation, fit};
use crate::{StepRequest, anthropic, mistral, ollama, openai};
use notice::Notice;
use protocol::call::{CallResult, ToolCall};
use protocol::ids::CallId;
use protocol::message::{Block, Message, Role};
use protocol::stream::ToolFormat;

const RULES: [WireRules; 4] = [
    anthropic::RULES,
    openai::RULES,
    mistral::RULES,
    ollama::RULES,
];

fn bodies(request: &StepRequest) -> [(&'static str, Value); 4] {
    let facts = anthropic::ModelFacts::default();
    [
        ("anthropic", anthropic::body(request, &facts)),
        ("openai", openai::body(request)),
        ("mistral", mistral::body(request)),
        ("ollama", ollama::body(request, "10m")),
    ]
}

// ---- the rules ----

fn ensure(holds: bool, what: &str, at: &Value) -> Result<(), String> {
    if holds {
        return Ok(());
    }
    Err(format!("{what}: {at}"))
}

fn is_word(text: &str, longest: usize) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    !text.is_empty() && text.len() <= longest && text.chars().all(fits)
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn anthropic_takes(body: &Value) -> Result<(), String> {
    let messages = list(body, "messages");
    let mut seen = HashSet::new();
    let mut due: Vec<&str> = Vec::new();
    for (number, one) in messages.iter().enumerate() {
        let role = if number % 2 == 0 { "user" } else { "assistant" };
        ensure(one["role"] == role, "roles take turns, the user first", one)?;
        let blocks = list(one, "content");
        ensure(!blocks.is_empty(), "a message has content", one)?;
        let mut results: Vec<&str> = Vec::new();
        let mut calls = Vec::new();
        for (place, block) in blocks.iter().enumerate() {
            match block["type"].as_str() {
                Some("text") => {
                    let words = block["text"].as_str().unwrap_or_default();
                    ensure(!words.trim().is_empty(), "a text has words", one)?;
                }
                Some("tool_use") => {
                    let id = block["id"].as_str().unwrap_or_default();
                    ensure(is_word(id, 10_000), "an id of a call", one)?;
                    ensure(seen.insert(id), "ids are there once", one)?;
                    let name = block["name"].as_str().unwrap_or_default();
                    ensure(is_word(name, 64), "a name of a tool", one)?;
                    ensure(block["input"].is_object(), "arguments are an object", one)?;
                    calls.push(id);
                }
                Some("tool_result") => {
                    ensure(place == results.len(), "results come first", one)?;
                    results.push(block["tool_use_id"].as_str().unwrap_or_default());
                }
                _ => return Err(format!("an unknown block: {block}")),
            }
        }
        results.sort_unstable();
        due.sort_unstable();
        ensure(results == due, "every call has its result right after", one)?;
        due = calls;
    }
    let last = messages.last().unwrap_or(&Value::Null);
    ensure(
        due.is_empty() && last["role"] == "user",
        "the user is last",
        last,
    )
}

/// Checks the rules of Chat Completions. `ids` says whether an id is valid, `strict` whether the
/// roles must alternate.
fn chat_takes(body: &Value, ids: fn(&str) -> bool, strict: bool) -> Result<(), String> {
    let mut messages = list(body, "messages").iter().peekable();
    messages.next_if(|one| one["role"] == "system");
    let mut seen = HashSet::new();
    let mut last = "";
    while let Some(one) = messages.next() {
        let role = one["role"].as_str().unwrap_or_default();
        ensure(["user", "assistant"].contains(&role), "who speaks", one)?;
        if strict {
            ensure(last != role, "roles take turns", one)?;
            ensure(!last.is_empty() || role == "user", "the user is first", one)?;
        }
        last = role;
        let calls = list(one, "tool_calls");
        let words = one["content"].as_str().unwrap_or_default();
        ensure(!words.trim().is_empty() || !calls.is_empty(), "words", one)?;
        let mut due = Vec::new();
        for call in calls {
            let id = call["id"].as_str().unwrap_or_default();
            ensure(ids(id), "an id of a call", one)?;
            ensure(seen.insert(id), "ids are there once", one)?;
            let name = call["function"]["name"].as_str().unwrap_or_default();
            ensure(!name.trim().is_empty(), "a name of a tool", one)?;
            ensure(!strict || is_word(name, 64), "a name of a tool", one)?;
            let arguments = &call["function"]["arguments"];
            let object = match arguments.as_str() {
                Some(text) => serde_json::from_str(text).unwrap_or(Value::Null),
                None => arguments.clone(),
            };
            ensure(object.is_object(), "arguments are an object", one)?;
            due.push(id);
        }
        while let Some(answer) = messages.next_if(|next| next["role"] == "tool") {
            let of = answer["tool_call_id"].as_str().unwrap_or_default();
            let at = due.iter().position(|id| *id == of);
            ensure(at.is_some(), "a result is of a call right before", answer)?;
            due.remove(at.unwrap_or_default());
            last = "tool";
        }
        ensure(due.is_empty(), "every call has its result right after", one)?;
    }
    ensure(
        !strict || last == "user" || last == "tool",
        "the last word",
        body,
    )
}

fn mistral_takes(body: &Value) -> Result<(), String> {
    let nine = |id: &str| id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    chat_takes(body, nine, true)?;
    for pair in list(body, "messages").windows(2) {
        let after_tool = pair[0]["role"] == "tool" && pair[1]["role"] == "user";
        ensure(!after_tool, "no user speaks right after a tool", &pair[1])?;
        ensure(
            pair[1]["content"].is_string(),
            "content is a text",
            &pair[1],
        )?;
    }
    Ok(())
}

fn takes(kind: &str, body: &Value) -> Result<(), String> {
    match kind {
        "anthropic" => anthropic_takes(body),
        "openai" => chat_takes(body, |id| !id.is_empty(), true),
        "mistral" => mistral_takes(body),
        _ => chat_takes(body, |id| !id.is_empty(), false),
    }
}

/// Joins the user's texts in a body.
fn users_words(body: &Value) -> String {
    let of_user = list(body, "messages")
        .iter()
        .filter(|one| one["role"] == "user");
    of_user.map(|one| one["content"].to_string()).collect()
}

// ---- conversations ----

const IDS: [&str; 9] = [
    "call_0",
    "call_0_2",
    "call_0",
    "",
    "a.b",
    "a_b",
    "D681PevKs",
    "日本 🙂",
    "a_very_long_id_of_a_gateway_that_keeps_a_whole_signature_in_it",
];

const NAMES: [&str; 7] = [
    "read_file",
    "",
    " ",
    "functions.read_file",
    "прочитай файл",
    "\u{0}\u{1b}[2J",
    "a_name_that_is_much_longer_than_any_server_takes_it_and_so_is_refused_for_ever",
];

fn arguments() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({ "path": "a" })),
        Just(json!("{bad")),
        Just(Value::Null),
        Just(json!([1])),
        Just(json!(3)),
    ]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just(" \n".to_owned()),
        "[a-z]{1,8} {0,1}"
    ]
}

fn a_call() -> impl Strategy<Value = Block> {
    let parts = (0..5_u128, prop::sample::select(&IDS[..]));
    let parts = (parts, prop::sample::select(&NAMES[..]), arguments());
    parts.prop_map(|((number, id), tool, arguments)| Block::ToolUse {
        call: ToolCall {
            id: CallId(Uuid::from_u128(number)),
            provider_id: id.to_owned(),
            tool: tool.to_owned(),
            arguments,
        },
    })
}

fn a_result() -> impl Strategy<Value = Block> {
    let parts = (0..7_u128, prop::sample::select(&IDS[..]));
    let parts = (parts, prop::sample::select(&NAMES[..]));
    parts.prop_map(|((number, id), tool)| Block::ToolResult {
        result: CallResult {
            call: CallId(Uuid::from_u128(number)),
            provider_id: id.to_owned(),
            tool: tool.to_owned(),
            ok: true,
            content: json!({ "success": true }),
            summary: Notice::default(),
            error: None,
            duration_ms: 1,
        },
    })
}

fn a_message() -> impl Strategy<Value = (Role, Vec<Block>, bool)> {
    let said = words().prop_map(|words| (Role::User, vec![text(&words)]));
    let answered = (words(), prop::collection::vec(a_call(), 0..4)).prop_map(|(words, calls)| {
        let blocks = std::iter::once(text(&words)).chain(calls).collect();
        (Role::Assistant, blocks)
    });
    let given = prop::collection::vec(a_result(), 1..3).prop_map(|blocks| (Role::Tool, blocks));
    let any = prop_oneof![3 => said, 4 => answered, 2 => given];
    (any, any_of_two()).prop_map(|((role, blocks), own)| (role, blocks, own))
}

fn any_of_two() -> impl Strategy<Value = bool> {
    any::<bool>()
}

/// Generates an adversarial conversation. The user's texts are numbered.
fn a_conversation() -> impl Strategy<Value = Vec<Arc<Message>>> {
    prop::collection::vec(a_message(), 0..14).prop_map(|messages| {
        let numbered = messages.into_iter().enumerate();
        numbered
            .map(|(number, (role, mut blocks, own))| {
                if let (Role::User, Some(Block::Text { text })) = (role, blocks.first_mut())
                    && !text.trim().is_empty()
                {
                    text.push_str(&format!("<said {number}>"));
                }
                let mut message = Message::clone(&message(role, blocks));
                message.model = Some(if own { "p/m" } else { "other/model" }.to_owned());
                Arc::new(message)
            })
            .collect()
    })
}

/// Generates a conversation that every protocol accepts: for each message of the user the steps
/// with their calls, and at the end whether the answer to the last one is still due.
fn a_fitting_one() -> impl Strategy<Value = Vec<Arc<Message>>> {
    let run = prop::collection::vec(1_usize..4, 0..3);
    (prop::collection::vec(run, 1..5), any::<bool>()).prop_map(|(runs, ends_with_results)| {
        let mut out = Vec::new();
        let mut number = 0_u128;
        let count = runs.len();
        for (at, steps) in runs.into_iter().enumerate() {
            out.push(message(Role::User, vec![text(&format!("Do {at}."))]));
            for calls in steps {
                let numbers: Vec<u128> = (number..).take(calls).collect();
                number += calls as u128;
                let mut blocks = vec![text("Looking.")];
                let mut results = Vec::new();
                for number in numbers {
                    let id = format!("c{number:08}");
                    let mut block = call(number, "read_file", json!({ "path": "a" }));
                    if let Block::ToolUse { call } = &mut block {
                        id.clone_into(&mut call.provider_id);
                    }
                    blocks.push(block);
                    results.push(result(number, "read_file", json!({ "success": true })));
                }
                out.push(message(Role::Assistant, blocks));
                out.push(message(Role::Tool, results));
            }
            if at + 1 < count || !ends_with_results {
                out.push(message(Role::Assistant, vec![text("Done.")]));
            }
        }
        if !ends_with_results {
            out.push(message(Role::User, vec![text("And now?")]));
        }
        out
    })
}

fn call_ids(turns: &[Turn]) -> Vec<String> {
    let calls = turns.iter().flat_map(|turn| match turn {
        Turn::Assistant { calls, .. } => calls.as_slice(),
        _ => &[],
    });
    calls.map(|call| call.id.clone()).collect()
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn whatever_was_said_before_the_request_is_one_that_its_protocol_takes(
        messages in a_conversation(),
        native in any::<bool>(),
    ) {
        let format = if native { ToolFormat::Native } else { ToolFormat::Simplified };
        let request = request(format, messages.clone());
        for (kind, body) in bodies(&request) {
            prop_assert!(!list(&body, "messages").is_empty());
            prop_assert_eq!(takes(kind, &body), Ok(()), "{}: {}", kind, body);
            let words = users_words(&body);
            for said in messages.iter().filter(|message| message.role == Role::User) {
                let said = said.plain_text();
                prop_assert!(words.contains(said.trim()), "{}: {} in {}", kind, said, words);
            }
        }
    }

    #[test]
    fn a_conversation_that_fits_goes_out_unchanged(messages in a_fitting_one()) {
        let turns = conversation(&request(ToolFormat::Native, messages)).turns;
        for rules in &RULES {
            prop_assert_eq!(&fit(turns.clone(), rules), &turns);
        }
    }

    #[test]
    fn what_is_made_to_fit_once_fits_and_keeps_its_ids_while_the_conversation_grows(
        messages in a_conversation(),
        cut in any::<prop::sample::Index>(),
    ) {
        let turns = conversation(&request(ToolFormat::Native, messages)).turns;
        let begun = &turns[..cut.index(turns.len() + 1)];
        for rules in &RULES {
            let whole = fit(turns.clone(), rules);
            prop_assert_eq!(&fit(whole.clone(), rules), &whole);
            prop_assert!(call_ids(&whole).starts_with(&call_ids(&fit(begun.to_vec(), rules))));
        }
    }
}

// ---- examples ----

/// Builds an answer with one call under an id of the server.
fn answer_calling(number: u128, id: &str, tool: &str) -> Arc<Message> {
    let mut block = call(number, tool, json!({ "path": "a" }));
    if let Block::ToolUse { call } = &mut block {
        id.clone_into(&mut call.provider_id);
    }
    message(Role::Assistant, vec![block])
}

#[test]
fn an_id_that_comes_again_in_each_answer_goes_back_as_another_one_with_its_own_result() {
    let given = |number| {
        let block = result(number, "read_file", json!({ "n": number.to_string() }));
        message(Role::Tool, vec![block])
    };
    let messages = vec![
        message(Role::User, vec![text("Read both.")]),
        answer_calling(1, "call_0", "read_file"),
        given(1),
        answer_calling(2, "call_0", "read_file"),
        given(2),
    ];
    let body = openai::body(&request(ToolFormat::Native, messages));
    let of = |at: usize| {
        let sent = &body["messages"];
        (
            sent[at]["tool_calls"][0]["id"].clone(),
            sent[at + 1]["tool_call_id"].clone(),
            sent[at + 1]["content"].clone(),
        )
    };
    let (first, second) = (json!("call_0"), json!("call_0_2"));
    assert_eq!(of(2), (first.clone(), first, json!(r#"{"n":"1"}"#)));
    assert_eq!(of(4), (second.clone(), second, json!(r#"{"n":"2"}"#)));
}

#[test]
fn an_impossible_name_of_a_tool_goes_back_as_one_that_servers_take() {
    for (name, sent) in [
        ("functions.read_file", "functions_read_file"),
        ("", "unnamed"),
        ("read file\n", "read_file_"),
        ("mcp__docs__search", "mcp__docs__search"),
    ] {
        let messages = vec![
            message(Role::User, vec![text("Read.")]),
            answer_calling(1, "call_0", name),
        ];
        let request = request(ToolFormat::Native, messages);
        let openai = openai::body(&request);
        let call = &openai["messages"][2]["tool_calls"][0];
        assert_eq!(call["function"]["name"], sent);
        let facts = anthropic::ModelFacts::default();
        let anthropic = anthropic::body(&request, &facts);
        assert_eq!(anthropic["messages"][1]["content"][0]["name"], sent);
    }
}

#[test]
fn a_long_id_of_this_models_server_goes_back_whole_and_one_of_another_short() {
    let long = "call_with_a_signature_".repeat(4);
    for (model, is_own) in [("p/m", true), ("p/other", false)] {
        let mut answer = Message::clone(&answer_calling(1, &long, "read_file"));
        answer.model = Some(model.to_owned());
        let messages = vec![message(Role::User, vec![text("Read.")]), Arc::new(answer)];
        let body = openai::body(&request(ToolFormat::Native, messages));
        let id = body["messages"][2]["tool_calls"][0]["id"].as_str();
        let id = id.expect("an id");
        assert_eq!(id == long, is_own, "{id}");
        assert!(is_own || id.len() == 40, "{id}");
        assert_eq!(body["messages"][3]["tool_call_id"], id);
    }
}

#[test]
fn an_answer_without_words_is_left_out_and_what_the_user_said_around_it_is_one_message() {
    let messages = vec![
        message(Role::User, vec![text("First.")]),
        message(Role::Assistant, vec![text(" \n ")]),
        message(Role::User, vec![text("Second.")]),
    ];
    let body = openai::body(&request(ToolFormat::Native, messages));
    let sent = json!([
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": "First.\n\nSecond." },
    ]);
    assert_eq!(body["messages"], sent);
}

#[test]
fn thinking_that_was_kept_as_an_answer_does_not_go_back_as_one() {
    let kept = "<think>\nHm.\n</think>\n\nYes.";
    let messages = vec![
        message(Role::User, vec![text("Is it?")]),
        message(Role::Assistant, vec![text(kept)]),
        message(Role::User, vec![text("Sure?")]),
    ];
    for (kind, body) in bodies(&request(ToolFormat::Native, messages)) {
        let sent = body["messages"].to_string();
        assert!(
            sent.contains("Yes.") && !sent.contains("think>"),
            "{kind}: {sent}"
        );
    }
}
