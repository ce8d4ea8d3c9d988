//! Failing answers: the error's kind, its message, and what is kept of the answer.

use protocol::stream::{ProviderError, ProviderErrorKind as Kind, StreamPart};
use provider::Provider;
use provider::http::{Http, Timeouts};
use provider::ollama::Ollama;
use provider::openai::OpenAi;

use super::{BRIEF, KEY, failure, has_call_end, http, ollama, openai, parts, patient, said};
use crate::support::http::{Act, Script, Server};

async fn refused(script: Script) -> ProviderError {
    let server = Server::start(vec![script]).await;
    let parts = parts(&openai(&server.url)).await;
    assert_eq!(parts.len(), 1, "{parts:?}");
    let error = failure(&parts);
    assert!(!error.message.to_string().contains(KEY), "{error}");
    error
}

fn hint(error: &ProviderError) -> String {
    error.hint.clone().unwrap_or_default().to_string()
}

#[tokio::test]
async fn statuses_become_kinds_and_retry_after_is_kept() {
    let cases = [
        (429, Kind::RateLimited),
        (500, Kind::Server),
        (502, Kind::Unavailable),
        (503, Kind::Unavailable),
        (529, Kind::Unavailable),
        (401, Kind::Authentication),
        (422, Kind::Rejected),
    ];
    for (status, kind) in cases {
        let body = r#"{"error":{"message":"no such luck","code":"x"}}"#;
        let error = refused(Script::json(status, body).header("Retry-After", "17")).await;
        assert_eq!(error.kind, kind, "{status}");
        assert_eq!(error.retry_after_s, Some(17));
        assert!(
            error.message.to_string().contains("no such luck"),
            "{error}"
        );
        assert!(
            error.message.to_string().contains("http://127.0.0.1:"),
            "{error}"
        );
    }
    let past = Script::json(503, "{}").header("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT");
    assert_eq!(refused(past).await.retry_after_s, Some(0));
}

#[tokio::test]
async fn words_of_a_refusal_tell_the_kind_and_are_masked() {
    let long = r#"{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}"#;
    assert_eq!(
        refused(Script::json(400, long)).await.kind,
        Kind::ContextOverflow
    );
    let quota = r#"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#;
    assert_eq!(refused(Script::json(429, quota)).await.kind, Kind::Rejected);
    let model = r#"{"error":{"message":"The model `m` does not exist","code":"model_not_found"}}"#;
    assert_eq!(
        refused(Script::json(404, model)).await.kind,
        Kind::ModelNotFound
    );
    let key = format!("{{\"error\":{{\"message\":\"Incorrect key {KEY}\\u001b[31m\"}}}}");
    let error = refused(Script::json(401, &key)).await;
    assert!(
        error.message.to_string().contains("[secret]")
            && !error.message.to_string().contains('\u{1b}'),
        "{error}"
    );
    let page = Script::new(404, "text/html", vec![Act::send("<html>lost</html>")]);
    let error = refused(page).await;
    assert!(
        error.message.to_string().contains("web page")
            && !error.message.to_string().contains("lost"),
        "{error}"
    );
    let endless = Script::new(500, "text/plain", vec![Act::Send(vec![b'x'; 300_000])]);
    assert!(
        refused(endless).await.message.to_string().len() < 600,
        "an error body is bounded"
    );
    let moved = Script::json(307, "").header("Location", "https://elsewhere/v1");
    let error = refused(moved).await;
    assert!(
        error.message.to_string().contains("https://elsewhere/v1"),
        "{error}"
    );
}

#[tokio::test]
async fn a_web_page_instead_of_an_answer_is_told_as_such() {
    for kind in ["text/html; charset=utf-8", "image/png"] {
        let page = || Script::new(200, kind, vec![Act::send("<html>portal</html>")]);
        assert_eq!(refused(page()).await.kind, Kind::Protocol);
        let server = Server::start(vec![page(), page()]).await;
        let ollama = ollama(&server.url);
        let error = ollama.probe().await.expect_err("a page");
        assert_eq!(error.kind, Kind::Protocol);
        assert_eq!(failure(&parts(&ollama).await).kind, Kind::Protocol);
    }
}

#[tokio::test]
async fn a_cut_in_mid_stream_keeps_the_text_and_makes_no_half_call() {
    let text = r#"{"message":{"role":"assistant","content":"Half an ans"},"done":false}"#;
    let acts = vec![
        Act::send(&format!("{text}\n")),
        Act::send("{\"mess"),
        Act::Cut,
    ];
    let server = Server::start(vec![Script::new(200, "application/x-ndjson", acts)]).await;
    let answer = parts(&ollama(&server.url)).await;
    assert_eq!(said(&answer), "Half an ans");
    let error = failure(&answer);
    assert_eq!(error.kind, Kind::Connection);
    assert!(error.message.to_string().contains("was cut"), "{error}");

    let body = include_str!("../../fixtures/providers/openai/cut.sse");
    let acts = vec![Act::send(body), Act::Cut];
    let server = Server::start(vec![Script::new(200, "text/event-stream", acts)]).await;
    let answer = parts(&openai(&server.url)).await;
    assert_eq!(said(&answer), "Half an answer");
    assert!(!has_call_end(&answer));
    assert_eq!(failure(&answer).kind, Kind::Connection);
}

#[tokio::test]
async fn an_error_line_in_mid_stream_is_an_error() {
    let body = include_str!("../../fixtures/providers/ollama/error_line.ndjson");
    let acts = vec![Act::send(body)];
    let server = Server::start(vec![Script::new(200, "application/x-ndjson", acts)]).await;
    let answer = parts(&ollama(&server.url)).await;
    assert_eq!(said(&answer), "Half an answer");
    assert!(failure(&answer).message.to_string().contains("terminated"));
}

#[tokio::test]
async fn a_missing_model_says_how_to_get_it() {
    let script = || Script::json(404, r#"{"error":"model 'qwen2.5-coder:1.5b' not found"}"#);
    let server = Server::start(vec![script(), script()]).await;
    let ollama = ollama(&server.url);
    let error = failure(&parts(&ollama).await);
    assert_eq!(error.kind, Kind::ModelNotFound);
    assert_eq!(hint(&error), "get it with `ollama pull qwen2.5-coder:1.5b`");
    let error = ollama.capabilities("x").await.expect_err("not there");
    assert_eq!(error.kind, Kind::ModelNotFound);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_with_what_to_do() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    drop(listener);
    let ollama = Ollama::new("ollama", &format!("http://me:hunter22@{address}"), http())
        .expect("an address");
    let ollama = Provider::from(ollama);
    let error = failure(&parts(&ollama).await);
    assert_eq!(error.kind, Kind::Connection);
    assert_eq!(hint(&error), "start it with `ollama serve`");
    assert!(
        error.message.to_string().contains(&address.to_string()),
        "{error}"
    );
    assert!(!error.message.to_string().contains("hunter22"), "{error}");
}

#[tokio::test]
async fn a_missing_key_says_which_variable_to_set() {
    let server = Server::start(vec![Script::json(401, r#"{"error":{"message":"no key"}}"#)]).await;
    let openai =
        Provider::from(OpenAi::new("openai", &server.url, None, http()).expect("an address"));
    let error = failure(&parts(&openai).await);
    assert!(hint(&error).contains("OPENAI_API_KEY"), "{error:?}");
}

async fn after_silence(acts: Vec<Act>, timeouts: Timeouts) -> Vec<StreamPart> {
    let mut server = Server::start(vec![Script::new(200, "application/x-ndjson", acts)]).await;
    let ollama = Provider::from(
        Ollama::new("ollama", &server.url, Http::new(timeouts)).expect("an address"),
    );
    let answer = parts(&ollama).await;
    assert_eq!(failure(&answer).kind, Kind::Timeout);
    server.connection_closed().await;
    answer
}

#[tokio::test]
async fn silence_is_a_timeout_before_the_answer_and_in_it() {
    let first_byte = BRIEF;
    let late = after_silence(
        vec![Act::AwaitClose],
        Timeouts {
            first_byte,
            ..patient()
        },
    )
    .await;
    assert_eq!(said(&late), "");

    let text = "{\"message\":{\"content\":\"Half\"},\"done\":false}\n";
    let acts = vec![Act::send(text), Act::AwaitClose];
    let silent = after_silence(
        acts,
        Timeouts {
            idle: BRIEF,
            ..patient()
        },
    )
    .await;
    assert_eq!(said(&silent), "Half");

    let script = Script::new(200, "application/json", vec![Act::AwaitClose]);
    let server = Server::start(vec![script]).await;
    let http = Http::new(Timeouts {
        short: BRIEF,
        ..patient()
    });
    let ollama = Provider::from(Ollama::new("ollama", &server.url, http).expect("an address"));
    assert_eq!(
        ollama.probe().await.expect_err("silence").kind,
        Kind::Timeout
    );
}

#[tokio::test]
async fn a_model_that_is_loading_is_told_as_that() {
    let loading = [
        (
            503,
            r#"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
        ),
        (
            503,
            r#"{"error":"Model m is currently loading","estimated_time":20.0}"#,
        ),
        (500, r#"{"error":{"message":"the server is warming up"}}"#),
    ];
    for (status, body) in loading {
        let error = refused(Script::json(status, body)).await;
        assert_eq!(error.kind, Kind::Unavailable, "{body}");
        assert!(
            error.is_loading && error.message.to_string().contains("is loading the model"),
            "{error}"
        );
        assert!(hint(&error).contains("two minutes"), "{body}");
    }
    for (status, body) in [
        (503, r#"{"error":"overloaded"}"#),
        (400, r#"{"error":"Loading model"}"#),
    ] {
        assert!(
            !refused(Script::json(status, body)).await.is_loading,
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_compressed_answer_that_nobody_asked_for_is_told_as_that() {
    let packed = "\u{1f}\u{8b}not shown";
    for (status, encoding) in [(200, "gzip"), (200, "zstd"), (200, "br"), (500, "deflate")] {
        let script = Script::new(status, "text/event-stream", vec![Act::send(packed)]);
        let error = refused(script.header("Content-Encoding", encoding)).await;
        let words = format!("compressed ({encoding})");
        assert!(error.message.to_string().contains(&words), "{error}");
        assert!(!error.message.to_string().contains("not shown"), "{error}");
        if status == 200 {
            assert!(hint(&error).contains("turn off compression"), "{error:?}");
        }
    }
    let mut server = Server::start(vec![Script::json(500, "{}")]).await;
    parts(&openai(&server.url)).await;
    let asked = server.request().await;
    let head = asked.head.to_ascii_lowercase();
    assert!(head.contains("accept-encoding: identity"), "{head}");
}
