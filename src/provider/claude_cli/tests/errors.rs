//! Tests of failing turns and ending processes: each has its own error message, and
//! the conversation continues.

use crate::ModelCatalog;
use crate::agent_tools::AgentTools;
use crate::claude_cli::rules;
use crate::testing::player::{
    ProgramHarness, Recording, asking, conversation_of, converse, recording, user,
};
use protocol::permission::{Permission, PermissionRequest};

fn yes(_: &PermissionRequest) -> Permission {
    Permission::AsAsked
}

async fn last(name: &str) -> String {
    let stage = ProgramHarness::of(&[name]);
    let claude = stage.claude();
    let lines = converse(&claude, &asking(&[user(1, "Hello?")]), yes).await;
    claude.end_all().await;
    lines.last().unwrap().clone()
}

#[tokio::test]
async fn errors_of_the_api_are_said_in_its_words_with_their_kind() {
    let errors = [
        (
            "error-400-credit-balance",
            "fails Rejected: claude: Credit balance is too low",
        ),
        (
            "error-400-prompt-too-long",
            "fails ContextOverflow: claude: Prompt is too long",
        ),
        (
            "error-401-authentication",
            "fails Authentication: claude: Invalid API key",
        ),
        ("error-429-rate-limit", "fails Rejected: claude: "),
        ("error-500", "fails Rejected: claude: "),
        ("error-529-overloaded", "fails Rejected: claude: "),
        ("not-logged-in", "fails Authentication: claude: "),
    ];
    for (name, expected) in errors {
        let said = last(name).await;
        assert!(said.starts_with(expected), "{name}: {said}");
        assert!(!said.contains("ede_diagnostic"), "{name}: {said}");
    }
}

#[tokio::test]
async fn what_failed_is_said_again_when_it_is_sent_again() {
    let mut both = recording("error-401-authentication");
    both.lines.extend(recording("plain").lines);
    let stage = ProgramHarness::playing(vec![both]);
    let claude = stage.claude();
    let request = asking(&[user(1, "Hello?")]);
    let first = converse(&claude, &request, yes).await;
    assert!(
        first.last().unwrap().starts_with("fails Authentication"),
        "{first:?}"
    );
    let mut again = request.clone();
    again.conversing.known_as = conversation_of("error-401-authentication");
    let second = converse(&claude, &again, yes).await;
    assert_eq!(second.last().unwrap(), "ends Done");
    let texts: Vec<String> = stage
        .told()
        .iter()
        .filter_map(|told| {
            told["message"]["content"][0]["text"]
                .as_str()
                .map(str::to_owned)
        })
        .collect();
    assert_eq!(texts, ["Hello?", "Hello?"]);
    claude.end_all().await;
}

#[test]
fn rules_of_its_own_settings_that_let_tools_run_unasked_are_named_with_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let put = |path: &str, text: &str| {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    put(
        "home/.claude/settings.json",
        r#"{"permissions":{"allow":["Bash(npm test:*)"],"deny":["Read(x)"],"defaultMode":"acceptEdits"}}"#,
    );
    put(
        "work/.claude/settings.local.json",
        r#"{"permissions":{"allow":["Edit"]}}"#,
    );
    put("work/.claude/settings.json", "not json");
    let home = folder.path().join("home");
    let freed = rules::freed(Some(&home), &folder.path().join("work"));
    let named: Vec<&str> = freed.iter().map(|one| one.rule.as_str()).collect();
    assert_eq!(
        named,
        ["Bash(npm test:*)", "defaultMode acceptEdits", "Edit"]
    );
    assert!(freed[2].file.ends_with("work/.claude/settings.local.json"));
    assert!(rules::freed(None, folder.path()).is_empty());
}

#[tokio::test]
async fn a_program_that_is_not_there_is_said_with_how_to_get_it() {
    let stage = ProgramHarness::playing(Vec::new());
    let claude = stage.claude();
    let lines = converse(&claude, &asking(&[user(1, "Hi.")]), yes).await;
    assert_eq!(lines, ["fails ProcessGone: no program claude"]);
    assert!(claude.probe().await.is_err());
}

#[tokio::test]
async fn a_program_that_ends_in_the_middle_says_how_and_the_next_one_is_told_the_same() {
    let cut = Recording {
        lines: vec![crate::testing::player::Line::In(serde_json::Value::Null)],
        exit: 1,
        stderr: "node: out of memory\n".to_owned(),
        ends: false,
    };
    let stage = ProgramHarness::playing(vec![cut, recording("plain")]);
    let claude = stage.claude();
    let request = asking(&[user(1, "Hello?")]);
    let ending = {
        let claude = claude.clone();
        let stage = stage.clone();
        tokio::spawn(async move {
            while stage.told().is_empty() {
                tokio::task::yield_now().await;
            }
            claude.end(crate::testing::player::SESSION).await;
        })
    };
    let first = converse(&claude, &request, yes).await;
    ending.await.unwrap();
    assert!(
        first
            .last()
            .unwrap()
            .starts_with("fails ProcessGone: the claude program has ended"),
        "{first:?}"
    );
    let second = converse(&claude, &request, yes).await;
    assert_eq!(second.last().unwrap(), "ends Done");
    claude.end_all().await;
}

#[tokio::test]
async fn a_program_that_dies_while_it_waits_for_us_is_told_of_once_and_then_begun_anew() {
    let asks = recording("edit-allow");
    let asked = |line: &crate::testing::player::Line| matches!(line, crate::testing::player::Line::Out(said) if said["type"] == "control_request");
    let until = asks.lines.iter().position(asked).unwrap();
    let dies = Recording {
        lines: asks.lines[..=until].to_vec(),
        exit: 137,
        stderr: "Killed".to_owned(),
        ends: true,
    };
    let stage = ProgramHarness::playing(vec![dies, recording("plain")]);
    let claude = stage.claude();
    let request = asking(&[user(1, "Hello?")]);
    let first = converse(&claude, &request, yes).await;
    let last = first.last().unwrap();
    assert!(
        last.starts_with("fails ProcessGone: the claude program has ended"),
        "{first:?}"
    );
    assert!(last.contains("Killed"), "{last}");
    let second = converse(&claude, &request, yes).await;
    assert_eq!(second.last().unwrap(), "ends Done");
    claude.end_all().await;
}

#[tokio::test]
async fn an_older_program_without_pieces_is_started_without_them() {
    let older = Recording {
        lines: Vec::new(),
        exit: 1,
        stderr: "error: unknown option '--include-partial-messages'\n".to_owned(),
        ends: false,
    };
    let stage = ProgramHarness::playing(vec![older.ending(), recording("plain")]);
    let claude = stage.claude();
    let lines = converse(&claude, &asking(&[user(1, "Hi.")]), yes).await;
    claude.end_all().await;
    assert_eq!(lines.last().unwrap(), "ends Done");
    let with: Vec<bool> = stage
        .starts()
        .iter()
        .map(|start| {
            start
                .arguments
                .iter()
                .any(|one| one == "--include-partial-messages")
        })
        .collect();
    assert_eq!(with, [true, false]);
}
