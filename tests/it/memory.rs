//! `agentichat memory`, from the command line to the database, and to a shared store.

use serde_json::{Value, json};

use crate::support::http::{Script, Server};
use crate::support::program::{Place, ProgramOutput, json_lines, recording};

async fn memory(place: &Place, arguments: &[&str]) -> ProgramOutput {
    let all = [&["memory"], arguments].concat();
    place.agentichat(&all, &[]).await
}

/// Runs a command that must succeed; returns its lines of JSON.
async fn lines(place: &Place, arguments: &[&str]) -> Vec<Value> {
    let said = memory(place, &[arguments, &["--json"]].concat()).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}{}", said.out, said.log);
    json_lines(&said.out)
}

fn id(item: &Value) -> &str {
    item["id"].as_str().expect("an id")
}

#[tokio::test]
async fn an_item_is_added_once_found_refused_deleted_and_restored() {
    let place = Place::new().await;
    let add = [
        "add",
        "Dates are in UTC",
        "--kind",
        "decision",
        "--tag",
        "Time",
    ];
    let added = lines(&place, &add).await;
    let item = &added[0];
    assert_eq!(
        (&item["state"], &item["tags"]),
        (&json!("kept"), &json!(["time"]))
    );
    let again = lines(&place, &["add", "dates are in  UTC."]).await;
    assert_eq!(id(&again[0]), id(item));

    let found = lines(&place, &["search", "which", "dates?"]).await;
    assert_eq!(
        (id(&found[0]), &found[0]["by_meaning"]),
        (id(item), &json!(false))
    );
    assert_eq!(memory(&place, &["search", "nothing-such"]).await.status, 1);

    let end = &id(item)[id(item).len() - 8..];
    assert_eq!(lines(&place, &["refuse", end]).await[0]["state"], "refused");
    assert_eq!(
        lines(&place, &["list", "--state", "kept"]).await,
        [] as [Value; 0]
    );
    lines(&place, &["delete", end]).await;
    assert_eq!(memory(&place, &["show", end]).await.status, 1);
    lines(&place, &["restore", end]).await;
    lines(&place, &["keep", end]).await;
    let exported = lines(&place, &["export", "--kind", "decision"]).await;
    assert_eq!((exported.len(), &exported[0]["state"]), (1, &json!("kept")));
    let text = memory(&place, &[]).await.out;
    assert!(text.contains("Dates are in UTC #time"), "{text}");
}

#[tokio::test]
async fn a_key_is_not_stored_and_a_wrong_item_is_refused_with_its_reason() {
    let place = Place::new().await;
    let secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
    let added = lines(&place, &["add", &format!("the key is {secret}")]).await;
    assert_eq!(added[0]["text"], "the key is [secret]");
    let long = memory(&place, &["add", &"x".repeat(2_001)]).await;
    assert_eq!(long.status, 1);
    assert!(
        long.log.contains("2000") || long.log.contains("2,000"),
        "{}",
        long.log
    );
    let unknown = memory(&place, &["keep", "ffffffff"]).await;
    assert!(
        unknown.status == 1 && unknown.log.contains("ffffffff"),
        "{}",
        unknown.log
    );
    place.config("memory:\n  enabled: false\n");
    let off = memory(&place, &["list"]).await;
    assert!(
        off.status == 1 && off.log.contains("memory.enabled"),
        "{}",
        off.log
    );
}

/// Answers as an empty Qdrant with the collection of items without vectors.
async fn qdrant() -> Server {
    Server::answering(|request| {
        let result = if request.line.contains("/points/scroll") {
            json!({ "points": [], "next_page_offset": null })
        } else if request.line.starts_with("GET /collections/agentichat_text") {
            json!({ "config": { "params": { "vectors": {} } } })
        } else {
            json!({ "operation_id": 1, "status": "completed" })
        };
        Script::json(
            200,
            &json!({ "result": result, "status": "ok", "time": 0.0 }).to_string(),
        )
    })
    .await
}

#[tokio::test]
async fn nothing_leaves_before_the_user_allows_what_the_dry_run_shows() {
    let place = Place::new().await;
    let mut server = qdrant().await;
    place.config(&format!("memory:\n  url: qdrant+{}\n", server.url));
    lines(&place, &["add", "Orders are in Postgres"]).await;
    lines(
        &place,
        &["add", "Short answers, please", "--kind", "user_pref"],
    )
    .await;

    let unasked = memory(&place, &["share"]).await;
    assert!(
        unasked.status == 1 && unasked.log.contains("--dry-run"),
        "{}",
        unasked.log
    );
    let said = memory(&place, &["share", "--dry-run", "--json"]).await;
    let shown: Value = serde_json::from_str(&said.out).expect("what would leave");
    assert_eq!(
        (&shown["count"], &shown["vectors"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(shown["rows"][0]["text"], "Orders are in Postgres");
    let text = memory(&place, &["share", "--dry-run"]).await.out;
    assert!(
        text.contains(&server.url) && text.contains("Orders are in Postgres"),
        "{text}"
    );

    // The first request of all is that of the exchange that was allowed.
    let allowed = memory(&place, &["share", "--allow", "--json"]).await;
    let done: Value = serde_json::from_str(&allowed.out).expect("an answer");
    assert_eq!(
        done,
        json!({ "ok": true, "sent": 1, "received": 0 }),
        "{}",
        allowed.log
    );
    let prepared = server.request().await;
    assert!(
        prepared
            .line
            .starts_with("GET /collections/agentichat_text"),
        "{}",
        prepared.line
    );
    let sent = server.request().await;
    assert!(
        sent.line
            .starts_with("PUT /collections/agentichat_text/points?wait=true"),
        "{}",
        sent.line
    );
    assert_eq!(
        sent.json()["points"][0]["payload"]["text"],
        "Orders are in Postgres"
    );
    assert_eq!(sent.json()["points"].as_array().map(Vec::len), Some(1));

    assert_eq!(memory(&place, &["share", "--refuse"]).await.status, 0);
    assert_eq!(memory(&place, &["share"]).await.status, 1);
}

#[tokio::test]
async fn where_nothing_may_leave_the_machine_no_other_one_is_asked() {
    let place = Place::new().await;
    let config = "allow_fallback: false\nmemory:\n  url: qdrant+https://db.example\n";
    place.config(config);
    let refused = memory(&place, &["share", "--allow"]).await;
    assert_eq!(refused.status, 1, "{}", refused.out);
    assert!(refused.log.contains("allow_fallback"), "{}", refused.log);
}

#[tokio::test]
async fn an_address_with_a_password_is_refused() {
    let place = Place::new().await;
    place.config("memory:\n  url: postgres://team:secret@db.example/memory\n");
    let refused = memory(&place, &["share", "--dry-run"]).await;
    assert!(
        refused.status == 1 && refused.log.contains("memory.key_env"),
        "{}",
        refused.log
    );
}

/// Runs a message, which the agent answers with these calls.
async fn run(place: &Place, message: &str, calls: &[(&str, Value)]) -> ProgramOutput {
    let file = place.beside("answers.jsonl");
    std::fs::write(&file, recording(calls)).expect("the recording");
    let url = file.to_str().expect("UTF-8");
    let replay = ["--provider", "replay", "--base-url", url, "--json"];
    let output = place
        .agentichat(&[&["run", message], &replay[..]].concat(), &[])
        .await;
    assert_eq!(output.status, 0, "{}", output.log);
    output
}

/// Returns the blocks of the rows that name what was recalled.
fn recalled(run: &ProgramOutput) -> Vec<String> {
    let rows = run.of_type("message.added").into_iter();
    let rows = rows.filter(|row| row.to_string().contains("memory-row-recalled"));
    rows.map(|row| row["data"]["message"]["blocks"][1]["text"].to_string())
        .collect()
}

#[tokio::test]
async fn what_the_agent_remembers_in_a_run_is_recalled_in_a_later_one_unless_switched_off() {
    let place = Place::new().await;
    let call = json!({ "kind": "decision", "text": "Dates are in UTC", "tags": ["time"] });
    let first = run(&place, "How are dates?", &[("remember", call)]).await;
    assert_eq!(recalled(&first), [""; 0]);
    let results = first.of_type("tool.call.completed");
    let content = &results[0]["data"]["result"]["content"];
    assert_eq!(content["state"], "kept", "{content}");
    let item = &lines(&place, &["list"]).await[0];
    assert_eq!(
        (&item["origin"], &item["text"]),
        (&json!("agent"), &json!("Dates are in UTC"))
    );

    let second = run(&place, "Which zone have the dates?", &[]).await;
    let blocks = recalled(&second);
    assert!(
        blocks[0].contains("decision: Dates are in UTC"),
        "{blocks:?}"
    );
    assert!(!lines(&place, &["list"]).await[0]["used"].is_null());

    place.config("memory:\n  enabled: false\n");
    assert_eq!(
        recalled(&run(&place, "Which zone have the dates?", &[]).await),
        [""; 0]
    );
}
