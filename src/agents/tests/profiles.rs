//! The files of profiles: which counts, what is not read, and changes.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;

use super::Places;
use super::forms::TOOLS;
use crate::{AgentFileError, AgentFiles, NoModels, Owner, ProfileChange};
use protocol::agent_profile::{AgentProfile, AgentProfileId, Lifecycle, ProfileSource};

fn files(places: &Places, is_trusted: bool) -> AgentFiles {
    let tools = Arc::from(TOOLS);
    AgentFiles::new(places.folders(is_trusted), tools, Arc::new(NoModels))
}

fn profile(id: &str) -> AgentProfile {
    let id = AgentProfileId::new(id).unwrap();
    let name = id.to_string();
    AgentProfile::new(id, name, "Go.".to_owned(), ProfileSource::Session)
}

fn now() -> jiff::Timestamp {
    "2026-11-28T10:00:00Z".parse().unwrap()
}

#[test]
fn the_workspace_counts_before_the_user_before_claude_before_opencode() {
    let places = Places::new();
    places.put("work/.opencode/agent/look.md", "opencode");
    places.put(
        "home/.claude/agents/look.md",
        "---\nname: look\n---\nclaude at home",
    );
    places.put(
        "work/.claude/agents/deep/look.md",
        "---\nname: look\n---\nclaude",
    );
    places.put("config/agents/look.md", "user");
    places.put("work/.agentichat/agents/look.md", "workspace");
    places.put("work/.opencode/agents/other.md", "opencode");
    let found = files(&places, true).read();
    assert_eq!(found.problems, []);
    let prompts: Vec<&str> = found
        .agents
        .iter()
        .map(|agent| agent.profile.prompt.as_str())
        .collect();
    assert_eq!(
        prompts,
        [
            "workspace",
            "user",
            "claude",
            "claude at home",
            "opencode",
            "opencode"
        ]
    );
    let first = found.find("look").unwrap();
    assert_eq!(first.profile.prompt, "workspace");
    assert!(first.profile.updated.is_some());
    assert!(
        found.agents[1..5]
            .iter()
            .all(|one| one.shadowed_by.as_ref() == Some(&first.profile.source))
    );
    assert_eq!(found.counting().count(), 2);
    let list = found.list();
    assert_eq!(list.agents.len(), 6);
    assert_eq!(
        list.agents[1].shadowed_by.as_ref(),
        Some(&first.profile.source)
    );
}

#[test]
fn nothing_of_an_untrusted_workspace_is_read_and_the_user_is_told_how_many_wait() {
    let places = Places::new();
    places.put("work/.agentichat/agents/a.md", "Do as I say.");
    places.put("work/.claude/agents/b.md", "---\nname: b\n---\nDo.");
    places.put("work/.opencode/agent/c.md", "Do.");
    places.put("config/agents/mine.md", "Mine.");
    let files = files(&places, false);
    let found = files.read();
    let ids: Vec<&str> = found
        .agents
        .iter()
        .map(|agent| agent.profile.id.as_str())
        .collect();
    assert_eq!(ids, ["mine"]);
    assert!(
        found.problems[0].to_string().starts_with("3 agents"),
        "{found:?}"
    );
    assert_eq!(files.untrusted(), 3);
    let made = files.create(Owner::Workspace, profile("new"), now());
    assert!(matches!(made, Err(AgentFileError::Untrusted)), "{made:?}");
}

#[test]
fn a_broken_file_is_told_and_the_others_are_read() {
    let places = Places::new();
    places.put("config/agents/good.md", "Go.");
    places.put("config/agents/Bad Name.md", "Go.");
    places.put("config/agents/empty.md", "");
    places.put("config/agents/long.md", &"x".repeat(70_000));
    places.put(
        "config/agents/wrong.md",
        "---\ntools: [reed_file]\n---\nGo.",
    );
    places.put("config/agents/notes.txt", "no agent");
    fs::write(places.at("config/agents/bytes.md"), [0xff, 0xfe]).unwrap();
    let found = files(&places, true).read();
    assert_eq!(found.agents.len(), 1, "{found:?}");
    for (file, part) in [
        ("Bad Name.md", "lower-case"),
        ("empty.md", "no prompt"),
        ("long.md", "64 KiB"),
        ("wrong.md:2", "read_file is one"),
        ("bytes.md", "UTF-8"),
    ] {
        let mut told = found.problems.iter().map(ToString::to_string);
        let is_told = told.any(|line| line.contains(file) && line.contains(part));
        assert!(is_told, "{file}: {:?}", found.problems);
    }
}

#[test]
fn a_link_of_the_workspace_is_not_followed_and_one_of_the_user_is() {
    let places = Places::new();
    places.put("elsewhere/agents/out.md", "Out.");
    fs::create_dir_all(places.at("work/.agentichat/agents")).unwrap();
    fs::create_dir_all(places.at("work/.claude")).unwrap();
    fs::create_dir_all(places.at("config/agents")).unwrap();
    let out = places.at("elsewhere/agents/out.md");
    symlink(&out, places.at("work/.agentichat/agents/out.md")).unwrap();
    symlink(out.parent().unwrap(), places.at("work/.claude/agents")).unwrap();
    symlink(&out, places.at("config/agents/mine.md")).unwrap();
    let found = files(&places, true).read();
    let ids: Vec<&str> = found
        .agents
        .iter()
        .map(|agent| agent.profile.id.as_str())
        .collect();
    assert_eq!(ids, ["mine"]);
    assert_eq!(found.problems.len(), 2, "{:?}", found.problems);
}

#[test]
fn a_profile_is_made_changed_and_deleted_and_its_lifecycle_stays() {
    let places = Places::new();
    let files = files(&places, true);
    let mut new = profile("reviewer");
    new.lifecycle = Lifecycle::Temporary;
    let made = files.create(Owner::Workspace, new.clone(), now()).unwrap();
    assert_eq!(made.created, Some(now()));
    let path = places.at("work/.agentichat/agents/reviewer.md");
    assert_eq!(made.source.path(), Some(path.as_path()));
    let again = files.create(Owner::Workspace, new, now());
    assert!(
        matches!(again, Err(AgentFileError::Known { .. })),
        "{again:?}"
    );

    let change = ProfileChange {
        prompt: Some("Look closer.".to_owned()),
        tools: Some(Some(vec!["read_file".to_owned()])),
        ..ProfileChange::default()
    };
    let changed = files.update("reviewer", &change).unwrap();
    assert_eq!(changed.lifecycle, Lifecycle::Temporary);
    assert_eq!(changed.created, Some(now()));
    let read = files.read();
    assert_eq!(read.find("reviewer").unwrap().profile, changed);

    let wrong = ProfileChange {
        tools: Some(Some(vec!["fly".to_owned()])),
        ..ProfileChange::default()
    };
    let before = fs::read_to_string(&path).unwrap();
    assert!(files.update("reviewer", &wrong).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    assert_eq!(files.delete("reviewer").unwrap(), path);
    let gone = files.delete("reviewer");
    assert!(
        matches!(gone, Err(AgentFileError::Unknown { .. })),
        "{gone:?}"
    );
}

#[test]
fn a_text_replaces_only_the_one_that_was_read_and_must_be_a_profile() {
    let places = Places::new();
    places.put("config/agents/a.md", "# A comment stays\n");
    let files = files(&places, true);
    let (path, text, hash) = files.text("a").unwrap();
    assert_eq!(text, "# A comment stays\n");
    let broken = files.replace_text("a", hash, "---\nmodel: [\n---\nx");
    assert!(
        matches!(broken, Err(AgentFileError::Faults { .. })),
        "{broken:?}"
    );
    let other = files.replace_text("a", hash, "---\nlifecycle: temporary\n---\nx");
    assert!(other.unwrap_err().to_string().contains("lifecycle"));
    files
        .replace_text("a", hash, "---\n# mine\nname: A\n---\nx")
        .unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("# mine"));
    let late = files.replace_text("a", hash, "x");
    assert!(
        matches!(late, Err(AgentFileError::Changed { .. })),
        "{late:?}"
    );
}

#[test]
fn the_files_of_other_programs_are_never_written() {
    let places = Places::new();
    places.put("work/.claude/agents/b.md", "---\nname: b\n---\nDo.");
    let files = files(&places, true);
    let change = ProfileChange {
        prompt: Some("x".to_owned()),
        ..ProfileChange::default()
    };
    let told = files.update("b", &change).unwrap_err().to_string();
    assert!(told.contains("another program"), "{told}");
    assert!(files.delete("b").is_err());
    assert!(places.at("work/.claude/agents/b.md").exists());
}

#[test]
fn a_folder_that_leads_out_of_the_workspace_gets_no_profile() {
    let places = Places::new();
    fs::create_dir_all(places.at("elsewhere")).unwrap();
    fs::create_dir_all(places.at("work")).unwrap();
    symlink(places.at("elsewhere"), places.at("work/.agentichat")).unwrap();
    let made = files(&places, true).create(Owner::Workspace, profile("a"), now());
    assert!(
        matches!(made, Err(AgentFileError::Leaves { .. })),
        "{made:?}"
    );
    assert!(is_empty(&places.at("elsewhere")));
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn changes_of_several_processes_at_once_are_all_kept() {
    let places = Places::new();
    let files = files(&places, true);
    files.create(Owner::User, profile("a"), now()).unwrap();
    let changes: [fn(&mut ProfileChange); 4] = [
        |change| change.name = Some("Name".into()),
        |change| change.description = Some("Said".into()),
        |change| change.model = Some(Some("m".into())),
        |change| change.max_tokens = Some(Some(512)),
    ];
    std::thread::scope(|scope| {
        for change in changes {
            let files = files.clone();
            scope.spawn(move || {
                let mut made = ProfileChange::default();
                change(&mut made);
                files.update("a", &made).unwrap();
            });
        }
        let made: Vec<_> = (0..4)
            .map(|_| {
                let files = files.clone();
                scope.spawn(move || files.create(Owner::User, profile("b"), now()).is_ok())
            })
            .collect();
        let made = made.into_iter();
        let won = made.map(|one| one.join().unwrap()).filter(|won| *won);
        assert_eq!(won.count(), 1, "one of them makes it");
    });
    let found = files.read();
    let profile = &found.find("a").unwrap().profile;
    assert_eq!(profile.name, "Name");
    assert_eq!(profile.description, "Said");
    assert_eq!(profile.model.as_deref(), Some("m"));
    assert_eq!(profile.max_tokens, Some(512));
}
