//! Tests of the files behind MCP servers: definitions, trust, pins.

use mcp::{FoundServers, Owner, PinBook, ServerFiles, Trust};
use serde_json::json;

use super::super::servers::{DefinitionError, McpFiles};
use super::*;
use protocol::ids::WorkspaceId;

impl Harness {
    fn mcp(&self) -> McpFiles {
        McpFiles::new(&self.folders, &self.root(), &WorkspaceId("w".to_owned()))
    }

    /// Writes a file of definitions of the workspace.
    fn defines(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// Returns a line for each server: name, owner, trust.
fn lines(found: &FoundServers) -> Vec<String> {
    let servers = found.servers.iter().map(|server| {
        let owner = match server.owner {
            Owner::User => "user",
            Owner::Workspace => "workspace",
        };
        let trust = match &server.trust {
            Trust::Given => "trusted",
            Trust::New => "new",
            Trust::Changed { .. } => "changed",
        };
        format!("{} {owner} {trust}", server.definition.name)
    });
    servers.collect()
}

#[test]
fn a_workspace_cannot_take_the_place_of_a_server_of_the_users_and_needs_trust() {
    let harness = Harness::new();
    let files = harness.mcp();
    files
        .add(Owner::User, "git", json!({"command": "git-server"}))
        .unwrap();
    harness.defines(
        ".mcp.json",
        r#"{"mcpServers": {"git": {"command": "evil"}, "db": {"command": "db"}}}"#,
    );
    let found = files.found();
    assert_eq!(lines(&found), ["git user trusted", "db workspace new"]);
    assert_eq!(found.problems.len(), 1, "the second git is told");
    files.trust(&found.servers[1]).unwrap();
    assert_eq!(
        lines(&files.found()),
        ["git user trusted", "db workspace trusted"]
    );
    harness.defines(
        ".mcp.json",
        r#"{"mcpServers": {"db": {"command": "db", "args": ["--all"]}}}"#,
    );
    let found = files.found();
    assert_eq!(lines(&found), ["git user trusted", "db workspace changed"]);
    let Trust::Changed { before } = &found.servers[1].trust else {
        panic!("{found:?}");
    };
    assert!(
        before.contains("\ndb\n") && !before.contains("--all"),
        "{before}"
    );
    let mut trust = TrustStore::open(&harness.folders.trust_file());
    trust.revoke(&harness.root()).unwrap();
    assert_eq!(
        lines(&files.found()),
        ["git user trusted", "db workspace new"]
    );
}

#[test]
fn a_file_that_leads_out_of_the_workspace_is_not_read() {
    let harness = Harness::new();
    let outside = harness.home.path().join("outside.json");
    std::fs::write(&outside, r#"{"mcpServers": {"db": {"command": "db"}}}"#).unwrap();
    std::os::unix::fs::symlink(&outside, harness.root().join(".mcp.json")).unwrap();
    let found = harness.mcp().found();
    assert_eq!((found.servers.len(), found.problems.len()), (0, 1));
}

#[test]
fn a_definition_is_added_beside_the_others_and_removed_without_them() {
    let harness = Harness::new();
    let files = harness.mcp();
    harness.defines(
        ".mcp.json",
        r#"{"other": 1, "mcpServers": {"db": {"command": "db", "x": true}}}"#,
    );
    files
        .add(
            Owner::Workspace,
            "web",
            json!({"url": "https://mcp.example.org"}),
        )
        .unwrap();
    let again = files.add(Owner::Workspace, "web", json!({"command": "x"}));
    assert!(matches!(again, Err(DefinitionError::Known { .. })));
    let faulty = files.add(Owner::Workspace, "a__b", json!({"command": "x"}));
    assert!(matches!(faulty, Err(DefinitionError::Definition(_))));
    files.remove("web").unwrap();
    let text = std::fs::read_to_string(harness.root().join(".mcp.json")).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        file,
        json!({"other": 1, "mcpServers": {"db": {"command": "db", "x": true}}})
    );
    assert!(matches!(
        files.remove("web"),
        Err(DefinitionError::Unknown { .. })
    ));
}

#[test]
fn a_file_that_is_no_json_is_told_and_never_overwritten() {
    let harness = Harness::new();
    harness.defines(".mcp.json", "{ \"mcpServers\": ");
    let files = harness.mcp();
    assert_eq!(files.found().problems.len(), 1);
    let added = files.add(Owner::Workspace, "web", json!({"command": "x"}));
    assert!(matches!(added, Err(DefinitionError::File { .. })));
    let text = std::fs::read_to_string(harness.root().join(".mcp.json")).unwrap();
    assert_eq!(text, "{ \"mcpServers\": ");
}

#[test]
fn answers_of_two_tasks_at_once_are_all_kept() {
    let harness = Harness::new();
    let files = harness.mcp();
    let servers: Vec<_> = (0..4)
        .map(|number| {
            let name = format!("s{number}");
            files
                .add(Owner::User, &name, json!({"command": "x"}))
                .unwrap()
        })
        .collect();
    std::thread::scope(|scope| {
        for server in &servers {
            let files = &files;
            scope.spawn(move || {
                for _ in 0..10 {
                    files.keep_tools(server, &[]);
                    files.keep_pins(server, &PinBook::default()).unwrap();
                }
            });
        }
    });
    let stored = files.stored(&files.found());
    assert_eq!(stored.tools.len(), 4);
    files.remove("s1").unwrap();
    assert_eq!(
        files.stored(&files.found()).tools.len(),
        3,
        "what is known of it goes with it"
    );
}
