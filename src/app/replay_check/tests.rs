//! Tests of what a recording tells of a session besides its answers.

use serde_json::{Value, json};

use super::check_replay;
use super::script::Script;
use provider::cassette::Cassette;

const HEADER: &str =
    r#"{"cassette":1,"made_by":"x","created_at":"x","provider":"ollama","model":"m"}"#;

fn user(text: &str) -> Value {
    json!({ "role": "user", "text": text })
}

fn called(tool: &str) -> Value {
    json!({ "role": "assistant", "text": "", "calls": [{ "tool": tool, "arguments": {} }] })
}

fn gave(tool: &str, content: &Value) -> Value {
    json!({ "role": "tool", "tool": tool, "content": content })
}

/// Returns a step with these turns as its request and a call or text as its answer.
fn step(number: u32, turns: &[Value], call: Option<&str>) -> Value {
    let parts = match call {
        Some(id) => json!([
            { "type": "call_start", "index": 0, "id": id, "name": "read_file" },
            { "type": "call_end", "index": 0, "arguments": {} },
            { "type": "done", "stop": "needs_tools" },
        ]),
        None => json!([{ "type": "text", "text": "so" }, { "type": "done", "stop": "done" }]),
    };
    json!({
        "agent": "main", "step": number, "parts": parts,
        "request": { "digest": "", "model": "m", "system": "s", "messages": turns, "tools": [] },
    })
}

fn cassette(steps: &[Value]) -> Cassette {
    let lines: Vec<String> = steps.iter().map(Value::to_string).collect();
    Cassette::parse(&format!("{HEADER}\n{}\n", lines.join("\n"))).unwrap()
}

#[test]
fn what_the_user_said_and_what_calls_gave_is_read_from_the_requests() {
    let long = "long ".repeat(100);
    let short = format!("{}… #0123456789abcdef", &long[..400]);
    let begin = [user("For reference, I include:\n\nFile a"), user("look")];
    let then = [
        begin[0].clone(),
        begin[1].clone(),
        called("read_file"),
        gave("read_file", &json!({ "success": true, "content": short })),
        user("and be quick"),
    ];
    let mut second = step(2, &then, None);
    second["texts"] = json!({ "0123456789abcdef": long });
    let mut last = then.to_vec();
    last.extend([
        json!({ "role": "assistant", "text": "so", "calls": [] }),
        user("thanks"),
    ]);
    let steps = [
        step(1, &begin, Some("c1")),
        second,
        step(3, &last, None),
        step(4, &[user("anew")], None),
    ];
    let script = Script::of(cassette(&steps)).unwrap();
    let said: Vec<Vec<String>> = (1..=5)
        .map(|number| script.user_messages_before(number))
        .collect();
    assert_eq!(
        said,
        [
            vec!["look"],
            vec!["and be quick"],
            vec!["thanks"],
            vec!["anew"],
            vec![]
        ]
    );
    assert!(script.calls(1) && !script.calls(2));
    assert!(
        !script.is_cleared_before(1) && !script.is_cleared_before(3) && script.is_cleared_before(4)
    );
    let results = script.results(1);
    assert_eq!(results.len(), 1);
    assert_eq!(
        (results[0].id.as_str(), results[0].tool.as_str()),
        ("c1", "read_file")
    );
    assert_eq!(
        results[0].content,
        json!({ "success": true, "content": long })
    );
    assert!(script.results(2).is_empty() && script.results(4).is_empty());
}

#[tokio::test]
async fn what_cannot_be_played_through_the_engine_is_said_and_is_no_fault() {
    let without =
        json!({ "agent": "main", "step": 1, "parts": [{ "type": "done", "stop": "done" }] });
    let later = step(7, &[user("on")], None);
    for (steps, why) in [
        (vec![without], "without its requests"),
        (vec![later], "in the middle of a session"),
    ] {
        let checked = check_replay(cassette(&steps)).await.unwrap();
        assert_eq!((checked.same, &checked.difference), (0, &None));
        assert!(checked.note.unwrap().contains(why), "{why}");
    }
    let mut program = cassette(&[step(1, &[user("go")], None)]);
    program.header.provider = "claude-cli".to_owned();
    let note = check_replay(program).await.unwrap().note.unwrap();
    assert!(note.contains("carries out its own calls"), "{note}");
}
