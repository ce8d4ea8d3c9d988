//! `agentichat run` in mode auto where no sandbox is made: a refusal with its reason, never another mode.

use sandbox::plan::Rung;

use crate::sandbox::has_rung;
use crate::support::http::Server;
use crate::support::program::Place;
use crate::support::wire::{Step, ollama, show};

#[tokio::test]
async fn mode_auto_without_a_sandbox_is_refused_before_anything_is_asked() {
    let place = Place::new().await;
    let server = Server::start(Vec::new()).await;
    let flags = ["--mode", "auto", "--set", "sandbox=landlock", "do it"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.log);
    assert!(said.log.contains("Mode auto was asked for"), "{}", said.log);
    assert!(said.log.contains("sandbox: landlock"), "{}", said.log);

    // So is one that the configuration asks for, and JSON has the reason too.
    place.config("mode: auto\nsandbox: off\n");
    let said = place
        .run_with_ollama(&server.url, &["--json", "do it"])
        .await;
    assert_eq!(said.status, 2, "{}", said.log);
    let why = said.only_error();
    assert!(why.contains("sandbox: off"), "{why}");
}

#[tokio::test]
async fn a_session_that_was_in_mode_auto_does_not_go_on_in_another() {
    if !has_rung(Rung::Namespaces) {
        return;
    }
    let place = Place::new().await;
    let server = Server::start(vec![show(), ollama(Step::Says("done")), show()]).await;
    let first = ["--mode", "auto", "--json", "do it"];
    let first = place.run_with_ollama(&server.url, &first).await;
    assert_eq!(first.status, 0, "{}\n{}", first.out, first.log);
    let session = first.events()[0]["session"].clone();
    let session = session.as_str().expect("a session");
    place.config("sandbox: off\n");
    let flags = ["--session", session, "--json", "go on"];
    let again = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(again.status, 1, "{}\n{}", again.out, again.log);
    let failed = again.of_type("job.failed");
    let why = failed[0]["data"]["error"].to_string();
    assert!(why.contains("Mode auto was asked for"), "{why}");
}
