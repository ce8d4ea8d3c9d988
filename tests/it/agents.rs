//! `agentichat agents` and `agentichat skills`, from the command line to the files, and a skill in a run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::http::Server;
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, ollama, show};

const SKILL: &str =
    "---\nname: tidy\ndescription: Tidies the docs\n---\nRead style.md, then tidy.\n";

async fn agents(place: &Place, arguments: &[&str]) -> ProgramOutput {
    let all = [&["agents"], arguments].concat();
    place.agentichat(&all, &[]).await
}

async fn json_of(place: &Place, arguments: &[&str]) -> Value {
    let all = [arguments, &["--json"]].concat();
    let said = place.agentichat(&all, &[]).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}{}", said.out, said.log);
    serde_json::from_str(&said.out).expect("JSON")
}

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("a file");
}

#[tokio::test]
async fn an_agent_is_defined_shown_changed_and_removed() {
    let place = Place::new().await;
    let add = [
        "agents",
        "add",
        "Code reviewer",
        "--description",
        "Reviews: a diff",
        "--tools",
        "read_file,search_text",
        "--temperature",
        "0.2",
        "--prompt",
        "Look closely.",
        "--temporary",
    ];
    let added = json_of(&place, &add).await;
    assert_eq!(added["id"], "code-reviewer");
    let path = place.beside("home/.config/agentichat/agents/code-reviewer.md");
    assert_eq!(added["source"]["path"], path.display().to_string());
    let text = fs::read_to_string(&path).expect("the file");
    assert!(
        text.contains("description: \"Reviews: a diff\"\n"),
        "{text}"
    );

    let edit = [
        "agents",
        "edit",
        "Code reviewer",
        "--model",
        "qwen3:8b",
        "--tools",
        "all",
    ];
    json_of(&place, &edit).await;
    let shown = json_of(&place, &["agents", "show", "code-reviewer"]).await;
    let profile = &shown["profile"];
    assert_eq!(profile["model"], "qwen3:8b");
    assert_eq!(profile["tools"], Value::Null);
    assert_eq!(profile["lifecycle"], "temporary");
    assert_eq!(profile["created"], added["created"]);

    let wrong = agents(&place, &["edit", "code-reviewer", "--tools", "reed_file"]).await;
    assert_eq!(wrong.status, 1);
    assert!(wrong.log.contains("read_file is one"), "{}", wrong.log);
    let again = agents(&place, &["add", "code reviewer", "--prompt", "x"]).await;
    assert!(again.log.contains("is there already"), "{}", again.log);
    let empty = agents(&place, &["add", "other"]).await;
    assert!(empty.log.contains("no prompt was given"), "{}", empty.log);

    let listed = agents(&place, &[]).await;
    assert!(
        listed
            .out
            .starts_with("code-reviewer  Code reviewer  (yours, temporary)\n")
    );
    let removed = agents(&place, &["remove", "--temporary"]).await;
    assert!(removed.out.contains("code-reviewer"), "{}", removed.out);
    assert!(!path.exists());
    assert_eq!(json_of(&place, &["agents"]).await["agents"], json!([]));
}

#[tokio::test]
async fn the_editor_changes_a_file_with_its_comments_and_a_broken_text_is_kept_beside() {
    let place = Place::new().await;
    let path = place.beside("home/.config/agentichat/agents/a.md");
    put(&path, "---\n# mine\nname: A\n---\nOld.\n");
    let editor = place.beside("editor");
    put(&editor, "#!/bin/sh\nsed -i \"$CHANGE\" \"$1\"\n");
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).expect("its mode");
    let editor = editor.display().to_string();
    let edit = async |change: &str| {
        let variables = [("EDITOR", editor.as_str()), ("CHANGE", change)];
        place.agentichat(&["agents", "edit", "a"], &variables).await
    };
    let edited = edit("s/Old/New/").await;
    assert_eq!(edited.status, 0, "{}", edited.log);
    let text = "---\n# mine\nname: A\n---\nNew.\n";
    assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    let same = edit("s/nothing/such/").await;
    assert!(same.out.contains("nothing was changed"), "{}", same.out);
    let broken = edit("s/name/nane/").await;
    assert_eq!(broken.status, 1);
    assert!(broken.log.contains("name is one"), "{}", broken.log);
    assert_eq!(fs::read_to_string(&path).expect("the file"), text);
    let kept = broken.log.split("kept in ").nth(1).expect("a path").trim();
    assert!(
        fs::read_to_string(kept)
            .expect("the kept text")
            .contains("nane")
    );
    fs::remove_file(kept).expect("it goes");
}

#[tokio::test]
async fn agents_and_skills_of_a_workspace_wait_for_trust() {
    let place = Place::new().await;
    place.write(
        ".claude/agents/look.md",
        "---\nname: look\nmodel: opus\n---\nLook.",
    );
    place.write(".agentichat/agents/own.md", "Own.");
    place.write(".agentichat/agents/bad.md", "---\ntool: x\n---\nBad.");
    place.write(".claude/skills/tidy/SKILL.md", SKILL);
    let before = json_of(&place, &["agents"]).await;
    assert_eq!(before["agents"], json!([]));
    let listed = agents(&place, &[]).await;
    assert!(
        listed.out.contains("3 agents of this workspace: not read"),
        "{}",
        listed.out
    );
    let refused = agents(&place, &["add", "new", "--workspace", "--prompt", "x"]).await;
    assert!(refused.log.contains("not trusted"), "{}", refused.log);
    let skills = json_of(&place, &["skills"]).await;
    assert_eq!(skills["skills"], json!([]));

    let trusted = place.agentichat(&["trust"], &[]).await;
    assert_eq!(trusted.status, 0, "{}", trusted.log);
    for counted in ["3 agents", "1 skill"] {
        assert!(trusted.out.contains(counted), "{}", trusted.out);
    }
    let checked = agents(&place, &["check"]).await;
    assert_eq!(checked.status, 2, "{}", checked.out);
    for part in [
        "bad.md:2: there is no key tool",
        "look: the model opus",
        "use_skill",
    ] {
        assert!(checked.out.contains(part), "{part}: {}", checked.out);
    }
    json_of(
        &place,
        &["agents", "add", "look", "--workspace", "--prompt", "Ours."],
    )
    .await;
    let look = json_of(&place, &["agents", "show", "look"]).await;
    assert_eq!(look["profile"]["prompt"], "Ours.");
    let all = json_of(&place, &["agents"]).await;
    let ids = all["agents"].as_array().expect("agents").iter();
    let ids: Vec<&str> = ids.filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids, ["look", "look", "own"]);
    let shown = place.agentichat(&["skills", "show", "tidy"], &[]).await;
    assert!(shown.out.contains("Read style.md"), "{}", shown.out);
    let checked = place.agentichat(&["skills", "check"], &[]).await;
    assert_eq!(checked.status, 0, "{}", checked.out);
}

/// Runs a model that takes a skill, and returns the tools of the first request and the result.
async fn taken(place: &Place) -> (Vec<Value>, String) {
    let file = json!({ "name": "tidy", "file": "style.md" });
    let mut server = Server::start(vec![
        show(),
        ollama(Step::Calls(
            "",
            vec![("use_skill", json!({ "name": "tidy" }))],
        )),
        ollama(Step::Calls("", vec![("use_skill", file)])),
        ollama(Step::Says("Tidy.")),
    ])
    .await;
    let said = place.run_with_ollama(&server.url, &["Tidy the docs"]).await;
    assert_eq!(said.status, 0, "{}{}", said.out, said.log);
    server.request().await;
    let first = server.request().await.json();
    server.request().await;
    let last = server.request().await.json();
    let messages = last["messages"].as_array().expect("messages").clone();
    let results = messages.iter().filter(|one| one["role"] == "tool");
    let results: Vec<&str> = results.filter_map(|one| one["content"].as_str()).collect();
    let tools = first["tools"].as_array().expect("tools").clone();
    (tools, results.join("\n"))
}

#[tokio::test]
async fn a_model_takes_a_skill_of_the_user_without_a_question_and_is_offered_none_without_trust() {
    let place = Place::new().await;
    let folder = place.beside("home/.claude/skills/tidy");
    put(&folder.join("SKILL.md"), SKILL);
    put(&folder.join("style.md"), "Short sentences.");
    place.write(
        ".claude/skills/evil/SKILL.md",
        "---\ndescription: Evil\n---\nDo.",
    );
    let (tools, results) = taken(&place).await;
    let named = |tool: &&Value| tool["function"]["name"] == "use_skill";
    let offer = tools.iter().find(named).expect("the tool");
    let description = offer["function"]["description"].as_str().expect("a text");
    assert!(
        description.ends_with("Skills:\n- tidy: Tidies the docs"),
        "{description}"
    );
    assert!(results.contains("Read style.md, then tidy."), "{results}");
    assert!(results.contains("Short sentences."), "{results}");
}
