//! Sessions from the command line: the real binary on the real database.

use std::path::Path;

use serde_json::Value;

use crate::support::program::{Place, ProgramOutput, json_lines};

/// Creates a workspace with the database of an earlier version, which contains one session.
async fn kept() -> Place {
    let place = Place::new().await;
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schema/state-4.sql");
    let sql = std::fs::read_to_string(fixture).expect("the fixture");
    let folder = place.root().join(".agentichat");
    std::fs::create_dir_all(&folder).expect("a folder");
    let database = rusqlite::Connection::open(folder.join("state.db")).expect("a database");
    database.execute_batch(&sql).expect("it is made");
    place
}

async fn said(place: &Place, arguments: &[&str]) -> ProgramOutput {
    let all = [&["session"], arguments].concat();
    place.agentichat(&all, &[]).await
}

async fn done(place: &Place, arguments: &[&str]) -> Value {
    let said = said(place, &[arguments, &["--json"]].concat()).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}", said.log);
    let mut lines = json_lines(&said.out);
    assert_eq!(lines.len(), 1, "{}", said.out);
    lines.remove(0)
}

#[tokio::test]
async fn sessions_are_listed_shown_found_forked_exported_imported_and_deleted() {
    let place = kept().await;
    let row = done(&place, &["list"]).await;
    assert_eq!(row["settings"]["name"], "kept since 4");
    assert_eq!(
        (&row["messages"], &row["status"]),
        (&4.into(), &"idle".into())
    );
    assert_eq!(row["about"], "Where is the retry policy?");
    let listed = said(&place, &["list"]).await.out;
    assert!(
        listed.ends_with("kept since 4  Where is the retry policy?\n"),
        "{listed}"
    );
    let shown = said(&place, &["show", "kept since 4"]).await;
    assert!(
        shown.out.contains("4 agent\nIn a.rs, in `retry`."),
        "{}",
        shown.out
    );
    let hit = done(&place, &["search", "retry", "polic"]).await;
    assert_eq!((&hit["session"], &hit["number"]), (&row["id"], &1.into()));
    assert_eq!(said(&place, &["search", "absent"]).await.status, 1);
    done(&place, &["rename", "kept since 4", "first"]).await;
    // The second message is a call: its result is included.
    let fork = done(&place, &["fork", "first", "--at", "2"]).await;
    let fork = fork["session"].as_str().expect("an id");
    let forked = done_pretty(&place, &["show", fork]).await;
    assert_eq!(forked["messages"].as_array().map(Vec::len), Some(3));
    done(&place, &["archive", "first"]).await;
    let put_away = done(&place, &["list", "archived"]).await;
    assert_eq!(put_away["settings"]["name"], "first");
    done(&place, &["archive", "first", "--undo"]).await;
    done(&place, &["export", "first", "out.json"]).await;
    let again = said(&place, &["export", "first", "out.json"]).await;
    assert_eq!(again.status, 1);
    assert!(again.log.contains("not overwritten"), "{}", again.log);
    std::fs::create_dir_all(place.root().join("sub")).expect("a folder");
    let folder = place.root().join("sub");
    let folder = folder.to_str().expect("UTF-8");
    done(
        &place,
        &[
            "set", "first", "--folder", folder, "--mode", "plan", "--prompt", "be brief",
        ],
    )
    .await;
    let set = done_pretty(&place, &["show", "first"]).await;
    let settings = &set["summary"]["settings"];
    assert_eq!(
        (
            &settings["cwd"],
            &settings["mode"],
            &settings["extra_prompt"]
        ),
        (&folder.into(), &"plan".into(), &"be brief".into())
    );
    let outside = said(&place, &["set", "first", "--folder", "/"]).await;
    assert_eq!(outside.status, 1);
    assert!(
        outside.log.contains("inside the workspace"),
        "{}",
        outside.log
    );
    assert_eq!(
        said(&place, &["set", "first"]).await.status,
        2,
        "nothing is to be set"
    );
    done(&place, &["delete", "first"]).await;
    let gone = said(&place, &["show", "first"]).await;
    assert_eq!(gone.status, 1);
    assert!(gone.log.contains("no session `first`"), "{}", gone.log);
    let back = done(&place, &["import", "out.json"]).await;
    let back = done_pretty(&place, &["show", back["session"].as_str().expect("an id")]).await;
    assert_eq!(back["summary"]["settings"]["name"], "first");
    assert_eq!(back["messages"].as_array().map(Vec::len), Some(4));
    let text = place
        .read("out.json")
        .replacen("\"role\": \"user\"", "\"role\": \"me\"", 1);
    place.write("bad.json", &text);
    let told = said(&place, &["import", "bad.json", "--json"]).await;
    assert_eq!(told.status, 1);
    let told: Value = serde_json::from_str(&told.out).expect("JSON, also of a failure");
    assert_eq!(told["ok"], false);
    let refused = said(&place, &["import", "bad.json"]).await;
    assert_eq!(refused.status, 1);
    assert!(
        refused.log.contains("/messages/0/role, line "),
        "{}",
        refused.log
    );
    assert!(
        refused.log.contains("nothing was imported"),
        "{}",
        refused.log
    );
}

/// Like [`done`], for a command whose JSON has many lines.
async fn done_pretty(place: &Place, arguments: &[&str]) -> Value {
    let said = said(place, &[arguments, &["--json"]].concat()).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}", said.log);
    serde_json::from_str(&said.out).expect("JSON")
}

#[tokio::test]
async fn a_refusal_is_in_the_users_language_and_in_english_for_programs() {
    let place = kept().await;
    let french = [("AGENTICHAT_LANGUAGE", "fr")];
    for (arguments, status, in_french, in_english) in [
        (
            &["session", "show", "absent"][..],
            1,
            "pas de session `absent` dans cet espace de travail ; voir `agentichat session list all`",
            "no session `absent` in this workspace; see `agentichat session list all`",
        ),
        (
            &["diff3", "first", "a.rs"],
            2,
            "`first` n’est pas un point de reprise ; donner son numéro, comme 3 ou '#3', ou son identifiant",
            "`first` is no checkpoint; give its number, as 3 or '#3', or its id",
        ),
        (
            &["checkpoints", "--session", "absent"],
            2,
            "'absent' n’est pas un identifiant de session ; `agentichat --resume` sans identifiant les énumère",
            "'absent' is not a session id; `agentichat --resume` without an id lists them",
        ),
    ] {
        let refused = place.agentichat(arguments, &french).await;
        assert_eq!(refused.status, status, "{arguments:?}");
        assert_eq!(refused.log, format!("agentichat: {in_french}\n"));
        let as_json = [arguments, &["--json"]].concat();
        let refused = place.agentichat(&as_json, &french).await;
        assert_eq!(refused.status, status, "{as_json:?}");
        let error: Value = serde_json::from_str(&refused.out).expect("JSON");
        assert_eq!(error["error"], in_english);
        assert_eq!(refused.log, "");
    }
}

#[tokio::test]
async fn a_session_that_another_process_has_open_is_left_to_it() {
    let place = kept().await;
    let row = done(&place, &["list"]).await;
    let id = row["id"].as_str().expect("an id").parse().expect("an id");
    let folder = place.root().join(".agentichat");
    let lock = store::lock::SessionLock::acquire(&folder, id).expect("it is free");
    for order in [
        vec!["delete", "kept since 4", "--force"],
        vec!["archive", "kept since 4"],
        vec!["rename", "kept since 4", "mine"],
    ] {
        let refused = said(&place, &order).await;
        assert_eq!(refused.status, 1, "{order:?}");
        let pid = format!("another process (pid {}", std::process::id());
        assert!(refused.log.contains(&pid), "{}", refused.log);
    }
    // Viewing is no change.
    let shown = said(&place, &["show", "kept since 4"]).await;
    assert_eq!(shown.status, 0, "{}", shown.log);
    drop(lock);
    done(&place, &["rename", "kept since 4", "mine"]).await;
}

#[tokio::test]
async fn events_are_read_after_a_cursor_and_an_unknown_session_is_an_error() {
    let place = kept().await;
    done(&place, &["rename", "kept since 4", "first"]).await;
    done(&place, &["rename", "first", "second"]).await;
    let all = said(&place, &["events", "second", "--json"]).await;
    assert_eq!(all.status, 0, "{}", all.log);
    let all = json_lines(&all.out);
    let cursor = |event: &Value| event["cursor"].as_u64().expect("a number");
    assert!(all.len() >= 2, "{all:?}");
    assert!(all.is_sorted_by_key(cursor), "{all:?}");
    let middle = cursor(&all[all.len() - 2]);
    let rest = said(
        &place,
        &["events", "second", "--after", &middle.to_string(), "--json"],
    )
    .await;
    assert_eq!(json_lines(&rest.out), all[all.len() - 1..]);
    // No process has the session open, so there is nothing to wait for.
    let followed = said(&place, &["events", "second", "--follow", "--json"]).await;
    assert_eq!(json_lines(&followed.out), all);
    let unknown = said(&place, &["events", "nowhere"]).await;
    assert_eq!(unknown.status, 1);
    assert!(
        unknown.log.contains("no session `nowhere`"),
        "{}",
        unknown.log
    );
    let id = "0197a000-0000-7000-8000-00000000ffff";
    let unknown = said(&place, &["events", id, "--follow"]).await;
    assert_eq!(unknown.status, 1, "{}", unknown.out);
    let shown = done_pretty(&place, &["show", "second"]).await;
    assert!(shown["summary"]["duration_ms"].is_u64(), "{shown}");
}
