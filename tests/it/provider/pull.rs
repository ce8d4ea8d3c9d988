//! Pulling a model: progress, end, and errors.

use futures_util::StreamExt;
use protocol::stream::{ProviderError, ProviderErrorKind as Failed, PullProgress};
use serde_json::json;

use super::{ollama, openai};
use crate::support::http::{Act, Script, Server};
use crate::support::program::Place;

const LINES: &str = concat!(
    "{\"status\":\"pulling manifest\"}\n",
    "{\"status\":\"pulling aaaa\",\"digest\":\"sha256:aaaa\",\"total\":3000000}\n",
    "{\"status\":\"pulling aaaa\",\"digest\":\"sha256:aaaa\",\"total\":3000000,\"completed\":1000000}\n",
    "{\"status\":\"pulling bbbb\",\"digest\":\"sha256:bbbb\",\"total\":1000000,\"completed\":1000000}\n",
    "{\"status\":\"pulling aaaa\",\"digest\":\"sha256:aaaa\",\"total\":3000000,\"completed\":3000000}\n",
    "{\"status\":\"verifying sha256 digest\"}\n",
    "{\"status\":\"success\"}\n",
);

fn script(acts: Vec<Act>) -> Script {
    Script::new(200, "application/x-ndjson", acts)
}

async fn pulled(script: Script) -> Vec<Result<PullProgress, ProviderError>> {
    let server = Server::start(vec![script]).await;
    ollama(&server.url).pull("m:1b").collect().await
}

async fn failed(script: Script) -> ProviderError {
    let mut steps = pulled(script).await;
    steps.pop().expect("a last step").expect_err("an error")
}

#[tokio::test]
async fn figures_of_all_layers_are_added_up_and_success_is_the_end() {
    let pieces = LINES.as_bytes().chunks(17);
    let acts: Vec<Act> = pieces.map(|piece| Act::Send(piece.to_vec())).collect();
    let mut server = Server::start(vec![script(acts)]).await;
    let steps: Vec<_> = ollama(&server.url).pull("m:1b").collect().await;
    let steps: Vec<PullProgress> = steps
        .into_iter()
        .map(|step| step.expect("a step"))
        .collect();
    let figures: Vec<(u64, Option<u64>)> =
        steps.iter().map(|step| (step.done, step.total)).collect();
    assert_eq!(
        figures,
        [
            (0, None),
            (0, Some(3_000_000)),
            (1_000_000, Some(3_000_000)),
            (2_000_000, Some(4_000_000)),
            (4_000_000, Some(4_000_000)),
            (4_000_000, Some(4_000_000)),
            (4_000_000, Some(4_000_000)),
        ]
    );
    assert!(steps.last().is_some_and(|step| step.over));
    let asked = server.request().await;
    assert_eq!(asked.line, "POST /api/pull");
    assert_eq!(asked.json(), json!({ "model": "m:1b", "stream": true }));
}

#[tokio::test]
async fn what_goes_wrong_is_said_with_a_way_on() {
    let line = |words: &str| {
        let line = json!({ "error": words });
        script(vec![
            Act::send("{\"status\":\"pulling manifest\"}\n"),
            Act::send(&format!("{line}\n")),
        ])
    };
    let missing = "pull model manifest: file does not exist";
    for script in [
        line(missing),
        Script::json(500, &json!({ "error": missing }).to_string()),
    ] {
        let error = failed(script).await;
        assert_eq!(error.kind, Failed::ModelNotFound);
        assert!(error.message.to_string().contains("m:1b"), "{error}");
    }
    let error = failed(line(
        "Get \"https://registry.ollama.ai/v2/\": dial tcp: lookup registry.ollama.ai: no such host",
    ))
    .await;
    assert_eq!(error.kind, Failed::Connection);
    let error = failed(line("write /models: no space left on device")).await;
    assert!(
        error
            .hint
            .unwrap_or_default()
            .to_string()
            .contains("ollama rm")
    );
    let cut = script(vec![Act::send("{\"status\":\"pulling manifest\"}\n")]);
    let error = failed(cut).await;
    assert_eq!(error.kind, Failed::Connection);
    assert!(
        error
            .hint
            .unwrap_or_default()
            .to_string()
            .contains("pull again")
    );
    for foreign in ["hello\n", "[]\n"] {
        assert_eq!(
            failed(script(vec![Act::send(foreign)])).await.kind,
            Failed::Protocol
        );
    }
    let endless = script(vec![Act::Repeat(vec![b'x'; 10_000], 100)]);
    let error = failed(endless).await;
    assert!(error.message.to_string().contains("64 KiB"), "{error}");
}

#[tokio::test]
async fn who_no_longer_wants_it_closes_the_connection() {
    let acts = vec![
        Act::send("{\"status\":\"pulling manifest\"}\n"),
        Act::AwaitClose,
    ];
    let mut server = Server::start(vec![script(acts)]).await;
    let mut steps = ollama(&server.url).pull("m:1b");
    assert!(steps.next().await.is_some_and(|step| step.is_ok()));
    drop(steps);
    server.connection_closed().await;
}

#[tokio::test]
async fn nothing_is_asked_for_what_is_no_name_and_of_who_fetches_none() {
    for name in ["", "a b", "a\nb", &"x".repeat(300)] {
        let steps: Vec<_> = ollama("http://127.0.0.1:9").pull(name).collect().await;
        let error = steps[0].as_ref().expect_err("no name");
        assert_eq!(error.kind, Failed::Rejected, "{name:?}");
    }
    let steps: Vec<_> = openai("http://127.0.0.1:9").pull("m").collect().await;
    assert_eq!(
        steps[0].as_ref().expect_err("none").kind,
        Failed::Unsupported
    );
}

#[tokio::test]
async fn the_program_says_how_far_it_is_and_how_it_ended() {
    let place = Place::new().await;
    let stream = || script(vec![Act::send(LINES)]);
    let server = Server::start(vec![stream(), stream()]).await;
    let host = [("OLLAMA_HOST", server.url.as_str())];
    let said = place.agentichat(&["models", "pull", "m:1b"], &host).await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert!(
        said.out.contains("m:1b: pulling bbbb, 50 %  2 of 4 MB"),
        "{}",
        said.out
    );
    assert!(said.out.ends_with("m:1b: success\n"), "{}", said.out);
    let json_form = ["models", "pull", "m:1b", "--provider", "ollama", "--json"];
    let said = place.agentichat(&json_form, &host).await;
    let last = said.out.lines().last().expect("a line");
    let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    assert_eq!((said.status, &last["status"]), (0, &json!("success")));
    let said = place
        .agentichat(&["models", "pull", "m", "--provider", "openai"], &[])
        .await;
    assert_eq!(said.status, 1);
    assert!(said.log.contains("fetches no models"), "{}", said.log);
}
