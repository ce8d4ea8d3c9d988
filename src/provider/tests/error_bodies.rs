//! Tests of error messages of servers, verbatim.

use serde_json::json;

use crate::http::{error_kind, said_by};
use protocol::stream::ProviderErrorKind as Kind;

#[test]
fn a_prompt_that_does_not_fit_is_recognised_in_the_words_of_each_server() {
    let sayings = [
        // OpenAI
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
        "Your input exceeds the context window of this model. Please adjust your input and try again.",
        // vLLM
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4488 in the messages, 512 in the completion).",
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens.",
        // llama.cpp
        "the request exceeds the available context size. try increasing the context size or enable context shift",
        "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
        // LM Studio
        "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
        "The number of tokens to keep from the initial prompt is greater than the context length.",
        // OpenRouter
        "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens (149000 of text input, 1000 of tool input).",
        // Ollama
        "the input length exceeds the context length",
        "prompt too long; exceeded max context length by 5 tokens",
        // Mistral
        "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        // Anthropic
        "prompt is too long: 210000 tokens > 200000 maximum",
        "input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000, decrease input length or `max_tokens` and try again",
        // Google
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ];
    for words in sayings {
        assert_eq!(
            error_kind(words, ""),
            Some(Kind::ContextOverflow),
            "{words}"
        );
    }
    for words in [
        "max_tokens: 65536 > 8192, which is the maximum allowed number of output tokens",
        "Rate limit reached for requests",
        "the context was cancelled",
        "file too large",
    ] {
        assert_ne!(
            error_kind(words, ""),
            Some(Kind::ContextOverflow),
            "{words}"
        );
    }
}

#[test]
fn errors_are_read_in_every_shape() {
    let cases = [
        (json!({ "error": "plain" }), "plain", ""),
        (
            json!({ "error": { "message": "m", "code": "c", "type": "t" } }),
            "m",
            "c",
        ),
        (
            json!({ "error": { "message": "m", "code": null, "type": "t" } }),
            "m",
            "t",
        ),
        (
            json!({ "error": { "message": "m", "code": 400 } }),
            "m",
            "400",
        ),
        (
            json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } }),
            "Overloaded",
            "overloaded_error",
        ),
        (
            json!({ "object": "error", "message": "m", "type": "invalid_request_error", "code": "3051" }),
            "m",
            "3051",
        ),
        (json!({ "detail": "Unauthorized" }), "Unauthorized", ""),
        (
            json!({ "detail": [{ "type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted" }] }),
            "stream_options: Extra inputs are not permitted",
            "",
        ),
        (
            json!({ "object": "error", "message": { "detail": [
                { "loc": ["body", "messages", 2, "content"], "msg": "Field required" },
                { "loc": ["body"], "msg": "Bad" },
            ] }, "type": "invalid_request_error" }),
            "messages.2.content: Field required; Bad",
            "invalid_request_error",
        ),
    ];
    for (value, words, code) in cases {
        let expected = Some((words.to_owned(), code.to_owned()));
        assert_eq!(said_by(&value), expected, "{value}");
    }
    assert_eq!(said_by(&json!({ "choices": [] })), None);
}
