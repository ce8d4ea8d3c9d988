//! Cached answers: reused without cost, counted, cleared, and free of secrets.

use serde_json::{Value, json};

use crate::support::http::{Script, Server};
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, openai};

const KEY: &str = "sk-proj-0123456789abcdefghijklmnopqrstuvwxyz";
const MODELS: &str = r#"{"object":"list","data":[{"id":"m","object":"model"}]}"#;

/// Runs with the cache switched on; the server answers every request.
async fn run(place: &Place, url: &str, more: &[&str]) -> ProgramOutput {
    let mut flags = vec![
        "--provider",
        "openai",
        "--model",
        "m",
        "--json",
        "--set",
        "cache.enabled=true",
        "--set",
        "temperature=0",
    ];
    flags.extend(more);
    flags.push("Is it so?");
    let said = place
        .run(&flags, &[("OPENAI_BASE_URL", url), ("OPENAI_API_KEY", KEY)])
        .await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    said
}

fn server(answers: &str, times: usize) -> Vec<Script> {
    let pair = || [Script::json(200, MODELS), openai(Step::Says(answers), 0)];
    std::iter::repeat_with(pair).take(times).flatten().collect()
}

fn usage(said: &ProgramOutput) -> Value {
    said.of_type("step.completed")[0]["data"]["usage"].clone()
}

async fn status(place: &Place) -> Value {
    let said = place.agentichat(&["cache", "status", "--json"], &[]).await;
    assert_eq!(said.status, 0, "{said:?}");
    serde_json::from_str(&said.out).expect("JSON")
}

/// Runs until the cache answers one. The machine facts known at the first step are in the request,
/// so two runs may send different requests.
async fn until_hit(place: &Place, more: &[&str]) -> Option<ProgramOutput> {
    // The place's path is in the request too.
    let server = Server::start(server("It is so.", 20)).await;
    for _ in 0..20 {
        let said = run(place, &server.url, more).await;
        if usage(&said)["saved_tokens"].is_number() {
            return Some(said);
        }
    }
    None
}

#[tokio::test]
async fn the_same_question_is_answered_from_the_cache_for_nothing_and_the_cache_can_be_emptied() {
    let place = Place::new().await;
    let said = until_hit(&place, &["--set", "budgets.session_tokens=100000"])
        .await
        .expect("an answer from the cache");
    let told = usage(&said);
    assert_eq!(told["saved_tokens"], 1_220, "{told}");
    assert_eq!(told["cost_usd"], 0.0);
    let notices = said.of_type("notice");
    let is_told = notices.iter().any(|notice| {
        let text = notice["data"]["text"].as_str().unwrap_or_default();
        text.contains("answered from the cache")
    });
    assert!(is_told, "{notices:?}");
    let result = &said.of_type("job.completed")[0]["data"]["result"];
    assert_eq!(result["report"], "It is so.");
    let held = status(&place).await;
    assert_eq!(
        (&held["hits"], &held["saved_tokens"]),
        (&json!(1), &json!(1_220)),
        "{held}"
    );
    assert!(held["answers"].as_u64() >= Some(1), "{held}");
    let emptied = place.agentichat(&["cache", "clean"], &[]).await;
    assert_eq!(emptied.status, 0, "{emptied:?}");
    assert!(
        emptied.out.contains("emptied the cache of this workspace"),
        "{emptied:?}"
    );
    let held = status(&place).await;
    assert_eq!(
        (&held["hits"], &held["answers"]),
        (&json!(0), &json!(0)),
        "{held}"
    );
    let all = place
        .agentichat(&["cache", "clean", "--all", "--json"], &[])
        .await;
    assert_eq!(all.status, 0, "{all:?}");
    assert!(
        all.out.contains("\"ok\": true") || all.out.contains("\"ok\":true"),
        "{all:?}"
    );
}

#[tokio::test]
async fn nothing_is_kept_where_it_is_off_or_the_temperature_is_not_0() {
    let place = Place::new().await;
    for off in ["cache.enabled=false", "temperature=0.2"] {
        let server = Server::start(server("It is so.", 2)).await;
        for _ in 0..2 {
            let said = run(&place, &server.url, &["--set", off]).await;
            assert!(usage(&said)["saved_tokens"].is_null());
        }
    }
    let held = status(&place).await;
    assert_eq!(
        (&held["answers"], &held["misses"]),
        (&json!(0), &json!(0)),
        "{held}"
    );
    assert!(!place.root().join(".agentichat/cache.db").exists());
}

#[tokio::test]
async fn an_answer_that_says_the_key_is_not_kept_and_no_file_holds_it() {
    let place = Place::new().await;
    let words = format!("the key is {KEY}");
    let server = Server::start(server(&words, 1)).await;
    run(&place, &server.url, &[]).await;
    let held = status(&place).await;
    assert_eq!(
        (&held["answers"], &held["misses"]),
        (&json!(0), &json!(1)),
        "{held}"
    );
    for name in ["cache.db", "cache.db-wal"] {
        let bytes = std::fs::read(place.root().join(".agentichat").join(name));
        let bytes = bytes.unwrap_or_default();
        for secret in [KEY, "[secret]"] {
            let found = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "{name} holds {secret}");
        }
    }
}

#[tokio::test]
async fn a_damaged_cache_is_told_of_and_the_run_goes_on() {
    let place = Place::new().await;
    let folder = place.root().join(".agentichat");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("cache.db"), "this is no database at all").expect("a file");
    let server = Server::start(server("It is so.", 1)).await;
    let said = run(&place, &server.url, &[]).await;
    let notices = said.of_type("notice");
    let is_told = notices.iter().any(|notice| {
        let text = notice["data"]["text"].as_str().unwrap_or_default();
        text.contains("was damaged") && text.contains("starts empty")
    });
    assert!(is_told, "{notices:?}");
    assert_eq!(status(&place).await["answers"], 1);
}
