//! Text that only mentions a call is not run, whatever the provider; empty answers do not
//! count as done.

use notice::notice;
use serde_json::json;

use crate::support::http::{Script, Server};
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, ollama, openai, show};

const MODELS: &str = r#"{"object":"list","data":[{"id":"m","object":"model"}]}"#;

fn write() -> String {
    let arguments = json!({ "path": "made.txt", "content": "made\n" });
    let call = json!({ "name": "write_file", "arguments": arguments });
    format!("```json\n{call}\n```")
}

/// Returns Ollama's description of a model whose tools are described in the prompt.
fn show_without_tools() -> Script {
    let body = json!({
        "capabilities": ["completion"],
        "model_info": { "general.architecture": "demo", "demo.context_length": 16_384 },
    });
    Script::json(200, &body.to_string())
}

fn rows(said: &ProgramOutput) -> Vec<String> {
    let added = said.of_type("message.added");
    let rows = added
        .iter()
        .filter(|event| event["data"]["message"]["role"] == "system")
        .map(|event| event["data"]["message"]["blocks"][0]["text"].to_string());
    rows.collect()
}

#[tokio::test]
async fn a_call_that_is_only_spoken_of_is_not_run_and_is_told_of() {
    let place = Place::new().await;
    let answer = format!(
        "I will not do that. The call would be\n{}\nand it loses work.",
        write()
    );
    let script = vec![show_without_tools(), ollama(Step::Says(&answer))];
    let server = Server::start(script).await;
    let flags = ["--mode", "accept-edits", "--json", "look"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert!(!place.root().join("made.txt").exists());
    let rows = rows(&said);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(rows[0].contains("A possible call of write_file was not run: other text follows it"));
}

#[tokio::test]
async fn a_call_that_a_read_file_has_is_not_run_when_it_is_quoted() {
    let place = Place::new().await;
    place.write("NOTES.md", &format!("# Notes\n\n{}\n", write()));
    let read = json!({ "name": "read_file", "arguments": { "path": "NOTES.md" } });
    let script = vec![
        show_without_tools(),
        ollama(Step::Says(&format!("```json\n{read}\n```"))),
        ollama(Step::Says(&format!("NOTES.md says:\n\n{}", write()))),
    ];
    let server = Server::start(script).await;
    let flags = ["--mode", "accept-edits", "what does it say?"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert!(!place.root().join("made.txt").exists());
    assert!(
        said.log.contains("it quotes the model's input"),
        "{}",
        said.log
    );
    assert!(
        said.out.contains("\"name\":\"write_file\""),
        "it is shown as text: {}",
        said.out
    );
}

#[tokio::test]
async fn a_model_that_calls_natively_has_no_calls_in_its_text() {
    let place = Place::new().await;
    let script = vec![Script::json(200, MODELS), openai(Step::Says(&write()), 0)];
    let server = Server::start(script).await;
    let flags = [
        "--provider",
        "openai",
        "--model",
        "m",
        "--mode",
        "accept-edits",
        "--json",
        "x",
    ];
    let environment = [
        ("OPENAI_BASE_URL", server.url.as_str()),
        ("OPENAI_API_KEY", "sk-x"),
    ];
    let said = place.run(&flags, &environment).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert!(!place.root().join("made.txt").exists());
    assert!(rows(&said)[0].contains("this model is not known to call so"));
}

#[tokio::test]
async fn a_model_that_the_user_declares_is_read_through_any_address() {
    let place = Place::new().await;
    let script = vec![
        Script::json(200, MODELS),
        openai(Step::Says(&write()), 0),
        openai(Step::Says("Done."), 0),
    ];
    let server = Server::start(script).await;
    let mut flags = vec![
        "--provider",
        "openai",
        "--model",
        "m",
        "--mode",
        "accept-edits",
    ];
    flags.extend(["--set", "text_calls=[m]", "x"]);
    let environment = [
        ("OPENAI_BASE_URL", server.url.as_str()),
        ("OPENAI_API_KEY", "sk-x"),
    ];
    let said = place.run(&flags, &environment).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert_eq!(place.read("made.txt"), "made\n");
}

#[tokio::test]
async fn a_call_that_ends_the_answer_of_a_model_that_was_told_its_tools_in_words_is_run() {
    let place = Place::new().await;
    let script = vec![
        show_without_tools(),
        ollama(Step::Says(&format!("I write it.\n\n{}\n", write()))),
        ollama(Step::Says("Done.")),
    ];
    let server = Server::start(script).await;
    let flags = ["--mode", "accept-edits", "--json", "write it"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert_eq!(place.read("made.txt"), "made\n");
    assert!(rows(&said).is_empty(), "{:?}", rows(&said));
}

#[tokio::test]
async fn two_answers_of_nothing_are_a_failure_with_its_reason() {
    let place = Place::new().await;
    let script = vec![show(), ollama(Step::Says("")), ollama(Step::Says(" \n"))];
    let mut server = Server::start(script).await;
    let said = place.run_with_ollama(&server.url, &["--json", "go"]).await;
    assert_eq!(said.status, 1, "{}\n{}", said.out, said.log);
    let failed = said.of_type("job.failed");
    assert_eq!(
        failed[0]["data"]["error"],
        "the model's answer was empty, twice in a row"
    );
    assert_eq!(failed[0]["data"]["code"], "E014");
    server.request().await;
    server.request().await;
    let again = server.request().await.body;
    assert!(again.contains("your last answer was empty"), "{again}");
}

#[tokio::test]
async fn an_answer_after_one_of_nothing_is_the_runs() {
    let place = Place::new().await;
    let script = vec![show(), ollama(Step::Says("")), ollama(Step::Says("Here."))];
    let server = Server::start(script).await;
    let said = place.run_with_ollama(&server.url, &["go"]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    assert!(said.out.contains("Here."));
    let told = notice!("told-answer-empty").to_string();
    assert!(said.log.contains(&told), "{}", said.log);
}
