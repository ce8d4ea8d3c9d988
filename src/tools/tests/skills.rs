//! `use_skill`: the offer, the instructions and the files beside them.

use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;

use super::Harness;
use crate::{class_of, names_for_agents, specs};
use agents::{AgentFolders, SkillFiles};
use protocol::call::{ToolClass, ToolSpec};
use protocol::ids::SessionId;
use uuid::Uuid;

const SKILL: &str = "---\nname: pdf\ndescription: Fills in forms\nallowed-tools: Read\n---\n# PDF\nRead forms.md.\n";

/// Gives a harness the skills of its workspace and of a user, whose config folder is `home`.
fn with_skills(harness: Harness, home: &TempDir) -> Harness {
    let folders = AgentFolders {
        root: harness.root.path().canonicalize().unwrap(),
        is_trusted: true,
        workspace_folder: ".agentichat",
        config: home.path().to_path_buf(),
        ..AgentFolders::default()
    };
    let skills = SkillFiles::new(folders, names_for_agents());
    skills.refresh();
    let tools = harness.tools.clone().with_skills(Arc::new(skills));
    Harness { tools, ..harness }
}

fn offered(harness: &Harness) -> Arc<[ToolSpec]> {
    let session = SessionId(Uuid::from_u128(1));
    harness.tools.offer(session, None, &specs())
}

fn put(folder: &TempDir, path: &str, text: &str) {
    let path = folder.path().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

#[test]
fn without_skills_the_offer_is_the_same_and_with_them_it_has_one_tool_that_lists_them() {
    let home = TempDir::new().unwrap();
    let none = with_skills(Harness::new(), &home);
    assert_eq!(offered(&none)[..], specs()[..]);
    put(&home, "skills/pdf/SKILL.md", SKILL);
    let some = with_skills(Harness::new(), &home);
    let all = offered(&some);
    assert_eq!(all.len(), specs().len() + 1);
    let last = all.last().unwrap();
    assert_eq!(last.name, "use_skill");
    assert!(last.description.ends_with("Skills:\n- pdf: Fills in forms"));
    assert_eq!(class_of("use_skill"), ToolClass::Read);
    assert_eq!(offered(&some), all);
}

#[test]
fn a_skill_of_the_user_gives_its_instructions_its_files_and_nothing_else() {
    let home = TempDir::new().unwrap();
    put(&home, "skills/pdf/SKILL.md", SKILL);
    put(&home, "skills/pdf/forms.md", "One\nTwo\u{1b}[31m\n");
    put(&home, "secret.txt", "s");
    let harness = with_skills(Harness::new(), &home);
    let taken = harness.ok("use_skill", json!({ "name": "pdf" }));
    assert_eq!(taken["instructions"], "# PDF\nRead forms.md.");
    assert_eq!(taken["use_only_these_tools"], json!(["read_file"]));
    assert_eq!(taken["files"], json!(["forms.md"]));
    let file = harness.ok("use_skill", json!({ "name": "pdf", "file": "forms.md" }));
    assert_eq!(file["text"], "One\nTwo\n");
    for (file, code) in [
        ("../../secret.txt", "E001"),
        ("/etc/hostname", "E001"),
        ("none.md", "E003"),
    ] {
        let call = json!({ "name": "pdf", "file": file });
        assert_eq!(harness.code("use_skill", call), code, "{file}");
    }
    assert_eq!(harness.code("use_skill", json!({ "name": "pfd" })), "E013");
}

#[test]
fn the_workspaces_own_folder_is_read_by_this_tool_alone_and_a_blocked_file_by_none() {
    let home = TempDir::new().unwrap();
    let harness = Harness::new();
    harness.put(".agentichat/skills/own/SKILL.md", "Own.");
    harness.put(".agentichat/skills/own/more.md", "More.");
    harness.put(".claude/skills/pdf/SKILL.md", SKILL);
    harness.put(".claude/skills/pdf/id_rsa", "k");
    let harness = with_skills(harness, &home);
    let taken = harness.ok("use_skill", json!({ "name": "own" }));
    assert_eq!(taken["folder"], ".agentichat/skills/own");
    harness.ok("use_skill", json!({ "name": "own", "file": "more.md" }));
    let path = json!({ "path": ".agentichat/skills/own/more.md" });
    assert_eq!(harness.code("read_file", path), "E002");
    harness.ok("use_skill", json!({ "name": "pdf" }));
    let key = json!({ "name": "pdf", "file": "id_rsa" });
    assert_eq!(harness.code("use_skill", key), "E002");
}

#[test]
fn no_profile_can_name_a_tool_that_starts_an_agent() {
    let names = names_for_agents();
    assert!(names.contains(&"use_skill") && names.contains(&"read_file"));
    for name in names.iter() {
        assert_ne!(class_of(name), ToolClass::Agent, "{name}");
    }
}
