//! `agentichat hooks list`, `test` and `trust`, from the definition in a settings file to the process.

use serde_json::{Value, json};

use crate::support::program::{Place, ProgramOutput};

/// A workspace whose settings of Claude name a script of the user as a hook.
async fn place() -> Place {
    let place = Place::new().await;
    let script = place.beside("home/.claude/check.sh");
    std::fs::create_dir_all(script.parent().expect("a folder")).expect("a folder");
    std::fs::write(&script, "echo 'not here' >&2\nexit 2\n").expect("a script");
    define(&place, "sh ~/.claude/check.sh");
    place
}

fn define(place: &Place, command: &str) {
    let settings = json!({ "hooks": { "PreToolUse": [{
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": command }],
    }] } });
    let file = place.beside("home/.claude/settings.json");
    std::fs::write(file, settings.to_string()).expect("the settings");
}

async fn hooks(place: &Place, arguments: &[&str]) -> ProgramOutput {
    let all = [&["hooks"], arguments].concat();
    place.agentichat(&all, &[]).await
}

async fn listed(place: &Place) -> Value {
    let said = hooks(place, &["list", "--json"]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    let list: Value = serde_json::from_str(&said.out).expect("a list");
    list["hooks"][0].clone()
}

#[tokio::test]
async fn a_hook_is_listed_runs_once_it_is_trusted_and_no_more_when_it_changed() {
    let place = place().await;
    let new = listed(&place).await;
    assert_eq!(new["trust"], "new");
    assert_eq!(new["command"], "sh ~/.claude/check.sh");
    let name = new["name"].as_str().expect("a name");

    let refused = hooks(&place, &["test", name]).await;
    assert_eq!(refused.status, 1, "{}", refused.out);
    assert!(refused.log.contains("trust"), "{}", refused.log);

    let trusted = hooks(&place, &["trust", name, "--json"]).await;
    assert_eq!(trusted.status, 0, "{}", trusted.log);
    let trusted: Value = serde_json::from_str(&trusted.out).expect("an answer");
    assert_eq!(trusted, json!({ "trusted": [name] }));
    assert_eq!(listed(&place).await["trust"], "trusted");

    let tested = hooks(&place, &["test", name, "--json"]).await;
    assert_eq!(tested.status, 0, "{}", tested.log);
    let tested: Value = serde_json::from_str(&tested.out).expect("an answer");
    assert_eq!(tested["stderr"], "not here\n");
    let input: Value =
        serde_json::from_str(tested["input"].as_str().expect("a text")).expect("JSON");
    assert_eq!(input["tool_name"], "Bash");
    let meaning = tested["meaning"].to_string();
    assert!(meaning.contains("not here"), "{meaning}");

    let script = place.beside("home/.claude/check.sh");
    std::fs::write(script, "exit 0\n").expect("another script");
    let changed = listed(&place).await;
    assert_eq!(changed["trust"], "changed");
    let changes = changed["changes"].to_string();
    assert!(
        changes.contains("-exit 2") && changes.contains("+exit 0"),
        "{changes}"
    );
    let name = changed["name"].as_str().expect("a name");
    assert_eq!(hooks(&place, &["test", name]).await.status, 1);
}

#[tokio::test]
async fn all_hooks_are_trusted_at_once_and_a_name_that_none_has_is_an_error() {
    let place = place().await;
    let said = hooks(&place, &["trust"]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert!(
        said.out.contains("exit 2"),
        "it shows what it trusts: {}",
        said.out
    );
    let text = hooks(&place, &[]).await;
    assert!(text.out.contains("sh ~/.claude/check.sh"), "{}", text.out);
    let unknown = hooks(&place, &["test", "zzz"]).await;
    assert_eq!((unknown.status, unknown.out.as_str()), (1, ""));
    assert!(unknown.log.contains("zzz"), "{}", unknown.log);
}

#[tokio::test]
async fn a_trusted_hook_is_tested_in_its_box() {
    if !crate::sandbox::has_rung(sandbox::plan::Rung::Landlock) {
        return;
    }
    let place = place().await;
    let key = place.beside("home/.claude/.credentials.json");
    std::fs::write(key, "the key").expect("a key");
    define(
        &place,
        "echo box=$AGENTICHAT_SANDBOX; cat ~/.claude/.credentials.json",
    );
    assert_eq!(hooks(&place, &["trust"]).await.status, 0);
    let name = listed(&place).await["name"]
        .as_str()
        .expect("a name")
        .to_owned();
    let run = async |config: &str| {
        place.config(config);
        let tested = hooks(&place, &["test", &name, "--json"]).await;
        let tested: Value = serde_json::from_str(&tested.out).expect("an answer");
        tested["stdout"].as_str().expect("a text").to_owned()
    };
    assert_eq!(run("sandbox: auto\n").await, "box=1\n");
    for without in ["sandbox_for_hooks: false\n", "sandbox: off\n"] {
        assert_eq!(run(without).await, "box=\nthe key");
    }
}
