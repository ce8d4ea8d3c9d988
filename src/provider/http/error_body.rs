//! Error bodies of servers: their messages and codes, in the formats in use, and the kind of
//! failure that they indicate. Knows phrases of vendors, but branches on no vendor.

use serde_json::Value;

use protocol::stream::ProviderErrorKind as Kind;
use support::json;

/// Whether a server's message says that the prompt does not fit. The phrases are those of OpenAI,
/// Anthropic, Mistral, vLLM, llama.cpp, LM Studio, OpenRouter and Ollama.
pub(super) fn overflows(words: &str, code: &str) -> bool {
    const CODES: [&str; 3] = [
        "context_length_exceeded",
        "exceed_context_size_error",
        "request_too_large",
    ];
    /// A phrase matches if the message contains one of the first list and one of the second.
    const SAYINGS: [(&[&str], &[&str]); 4] = [
        (
            &[
                "context length",
                "context window",
                "context size",
                "context limit",
                "context holds",
            ],
            &[
                "exceed",
                "too long",
                "too large",
                "maximum",
                "holds",
                "larger",
                "greater than",
                "only",
            ],
        ),
        (
            &["prompt is too long", "prompt too long", "input is too long"],
            &[""],
        ),
        (
            &["maximum model length", "max_model_len"],
            &["longer than", "exceed", "greater than"],
        ),
        (&["input token count"], &["exceed"]),
    ];
    let words = words.to_ascii_lowercase();
    let says = |sayings: &[&str]| sayings.iter().any(|saying| words.contains(saying));
    CODES.contains(&code)
        || SAYINGS
            .iter()
            .any(|(first, second)| says(first) && says(second))
}

/// Returns the kind that a server's message and code indicate if there is no status, as for an
/// error in mid-stream. `None` if they match nothing known.
pub fn error_kind(words: &str, code: &str) -> Option<Kind> {
    let lower = words.to_ascii_lowercase();
    if overflows(words, code) {
        return Some(Kind::ContextOverflow);
    }
    match code {
        "rate_limit_exceeded" | "rate_limit_error" | "429" => Some(Kind::RateLimited),
        "invalid_request_error" | "billing_error" | "400" | "402" | "422" => Some(Kind::Rejected),
        "overloaded_error" | "502" | "503" | "504" | "529" => Some(Kind::Unavailable),
        "invalid_api_key" | "authentication_error" | "permission_error" | "401" | "403" => {
            Some(Kind::Authentication)
        }
        "model_not_found" | "not_found_error" => Some(Kind::ModelNotFound),
        "timeout_error" | "408" => Some(Kind::Timeout),
        "server_error" | "api_error" | "500" => Some(Kind::Server),
        _ if lower.contains("rate limit") || lower.contains("capacity exceeded") => {
            Some(Kind::RateLimited)
        }
        _ if lower.contains("overloaded") => Some(Kind::Unavailable),
        _ => None,
    }
}

/// Whether a server's message says that it is still loading the model and will answer once it is
/// loaded. The phrases are those of llama.cpp, Hugging Face, LM Studio and gateways that start a
/// server on demand.
pub(super) fn is_of_loading(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    [
        "loading model",
        "loading the model",
        "is loading",
        "still loading",
        "currently loading",
        "being loaded",
        "warming up",
        "is starting up",
    ]
    .iter()
    .any(|saying| words.contains(saying))
}

pub(super) fn names_a_model(words: &str, code: &str) -> bool {
    code == "model_not_found" || words.to_ascii_lowercase().contains("model")
}

/// Extracts the message and the code of an error body, in the formats that servers use.
pub(super) fn said(body: &str) -> (String, String) {
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return (body.to_owned(), String::new());
    };
    said_by(&value).unwrap_or_else(|| (body.to_owned(), String::new()))
}

/// Works like [`said`], for an error in a JSON value; `None` if it contains none.
pub(crate) fn said_by(value: &Value) -> Option<(String, String)> {
    let error = value.get("error").filter(|error| !error.is_null());
    match error {
        Some(Value::String(words)) => Some((words.clone(), code_of(value))),
        Some(object @ Value::Object(_)) => {
            let words = object.get("message").and_then(words_of);
            Some((words.unwrap_or_else(|| object.to_string()), code_of(object)))
        }
        Some(other) => Some((other.to_string(), String::new())),
        None => ["message", "detail"]
            .iter()
            .find_map(|field| words_of(value.get(field)?))
            .map(|words| (words, code_of(value))),
    }
}

/// Returns the machine-readable code of an error, or its type.
fn code_of(error: &Value) -> String {
    let fields = ["code", "type"].iter();
    let mut texts = fields.filter_map(|field| match error.get(field)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    texts.next().unwrap_or_default()
}

/// Extracts the message of an error: text, or a validator's list of complaints, each with its
/// location in the request (`{"detail": [{"loc": ["body", "top_p"], "msg": "…"}]}`).
fn words_of(message: &Value) -> Option<String> {
    match message {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Object(object) => words_of(object.get("detail").or_else(|| object.get("message"))?),
        Value::Array(complaints) => {
            let all: Vec<String> = complaints.iter().filter_map(complaint).collect();
            (!all.is_empty()).then(|| all.join("; "))
        }
        _ => None,
    }
}

fn complaint(value: &Value) -> Option<String> {
    let words = value.get("msg").and_then(Value::as_str)?;
    let place: Vec<String> = json::items(value, "loc")
        .iter()
        .map(|part| {
            part.as_str()
                .map_or_else(|| part.to_string(), str::to_owned)
        })
        .filter(|part| part != "body")
        .collect();
    Some(if place.is_empty() {
        words.to_owned()
    } else {
        format!("{}: {words}", place.join("."))
    })
}
