//! Tests of the reasoning effort in request bodies, for each protocol.

use serde_json::{Value, json};

use crate::StepRequest;
use crate::anthropic::{self, ModelFacts};
use crate::testing::support::{message, request, text};
use crate::{mistral, ollama, openai};
use protocol::effort::Effort;
use protocol::message::Role;
use protocol::stream::ToolFormat;

fn asking(model: &str, effort: Effort) -> StepRequest {
    let messages = vec![message(Role::User, vec![text("Think.")])];
    StepRequest {
        model: model.to_owned(),
        effort,
        ..request(ToolFormat::Native, messages)
    }
}

#[test]
fn without_an_effort_no_request_mentions_one() {
    let request = asking("m", Effort::Auto);
    let bodies = [
        openai::body(&request),
        mistral::body(&request),
        ollama::body(&request, "10m"),
        anthropic::body(&request, &ModelFacts::default()),
    ];
    for body in bodies {
        for field in ["reasoning_effort", "think", "thinking", "output_config"] {
            assert_eq!(body.get(field), None, "{body}");
        }
    }
}

#[test]
fn chat_completions_name_the_effort_and_none_for_off() {
    for (effort, word) in [
        (Effort::Off, "none"),
        (Effort::Minimal, "minimal"),
        (Effort::High, "high"),
        (Effort::XHigh, "xhigh"),
    ] {
        let body = openai::body(&asking("gpt-5.2", effort));
        assert_eq!(body["reasoning_effort"], word);
    }
    let body = mistral::body(&asking("mistral-small-latest", Effort::High));
    assert_eq!(body["reasoning_effort"], "high");
}

#[test]
fn ollama_is_told_a_level_where_the_model_has_levels_else_on_or_off() {
    for (model, effort, think) in [
        ("gpt-oss:20b", Effort::Low, json!("low")),
        ("gpt-oss:20b", Effort::High, json!("high")),
        ("qwen3:8b", Effort::High, json!(true)),
        ("qwen3:8b", Effort::Off, json!(false)),
        ("unknown:1b", Effort::Low, json!(true)),
    ] {
        let body = ollama::body(&asking(model, effort), "10m");
        assert_eq!(body["think"], think, "{model} {effort:?}");
    }
}

/// The body for a model with answers of at most this many tokens.
fn claude(effort: Effort, max_tokens: u64, thinks_adaptively: bool) -> Value {
    let facts = ModelFacts {
        max_tokens: Some(max_tokens),
        thinks_adaptively,
    };
    anthropic::body(&asking("claude-sonnet-4-5", effort), &facts)
}

#[test]
fn anthropics_older_models_get_a_budget_that_leaves_room_for_the_answer() {
    let body = claude(Effort::High, 64_000, false);
    let thinking = json!({ "type": "enabled", "budget_tokens": 24_576 });
    assert_eq!(body["thinking"], thinking);
    assert_eq!(body.get("temperature"), None, "thinking takes none");
    let body = claude(Effort::Max, 8_192, false);
    assert_eq!(body["thinking"]["budget_tokens"], 6_144);
    assert_eq!(body["max_tokens"], 8_192);
    let body = claude(Effort::Low, 1_200, false);
    assert_eq!(body.get("thinking"), None, "there is no room to think");
    assert_eq!(body["temperature"], 0.2);
    let body = claude(Effort::Off, 64_000, false);
    assert_eq!(body.get("thinking"), None);
}

#[test]
fn anthropics_models_that_decide_themselves_are_told_the_effort() {
    let body = claude(Effort::Max, 64_000, true);
    assert_eq!(body["thinking"]["type"], "adaptive");
    assert_eq!(body["output_config"], json!({ "effort": "max" }));
    let body = claude(Effort::Off, 64_000, true);
    assert_eq!(body.get("thinking"), None);
    assert_eq!(body.get("output_config"), None);
}
