//! Tests of what is put back after a command.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tempfile::TempDir;
use testing::cases;

use crate::plan::{Limits, Network, Plan, Rung};
use crate::steering::{Outcome, Steered, SteeringPaths};

struct Ground(TempDir);

impl Ground {
    fn new() -> Self {
        let ground = Self(tempfile::tempdir().unwrap());
        fs::create_dir(ground.at("")).unwrap();
        ground
    }

    /// A ground with a repository and the settings of an agent.
    fn with_repository() -> Self {
        let ground = Self::new();
        for (path, text) in [
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".git/config", "[core]\n"),
            (".git/index", "index\n"),
            (".git/objects/aa/bb", "object\n"),
            (".git/hooks/pre-commit", "#!/bin/sh\n"),
            (".git/refs/heads/main", "aa\n"),
            (".claude/settings.json", "{}\n"),
            (".mcp.json", "{}\n"),
        ] {
            ground.write(path, text);
        }
        let hook = ground.at(".git/hooks/pre-commit");
        fs::set_permissions(hook, Permissions::from_mode(0o755)).unwrap();
        ground
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join("work").join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Notes these paths as a command on a rung finds them.
    fn before(&self, rung: Rung, read_only: &[&str]) -> SteeringPaths {
        let workspace = self.at("");
        SteeringPaths::before(&Plan {
            rung,
            workspace: workspace.clone(),
            folder: workspace.clone(),
            read: Vec::new(),
            write: vec![workspace],
            read_only: read_only.iter().map(|path| self.at(path)).collect(),
            hidden: Vec::new(),
            network: Network::Off,
            overlay: None,
            temporary: PathBuf::from("/tmp"),
            environment: Vec::new(),
            limits: Limits::default(),
        })
    }

    fn put_back(&self, before: &SteeringPaths) -> Vec<Steered> {
        before.put_back(&self.0.path().join("aside"))
    }

    fn shell(&self, line: &str) {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", line]).current_dir(self.at(""));
        shell.stderr(std::process::Stdio::null());
        shell.status().unwrap();
    }

    /// Returns mode and content of all that steers, by path. A file in a git folder that no part of git has
    /// the name of steers nothing.
    fn seen(&self) -> BTreeMap<PathBuf, String> {
        let mut seen = BTreeMap::new();
        for name in [".git", ".claude", ".mcp.json", ".vscode", ".envrc"] {
            see(&self.at(name), &mut seen);
        }
        let unknown = self.at(".git/.");
        let unknown = unknown.as_os_str().as_encoded_bytes().to_vec();
        seen.retain(|path, _| !path.as_os_str().as_encoded_bytes().starts_with(&unknown));
        seen
    }
}

fn see(path: &Path, seen: &mut BTreeMap<PathBuf, String>) {
    let Ok(facts) = path.symlink_metadata() else {
        return;
    };
    let mode = facts.permissions().mode();
    let content = if facts.is_symlink() {
        format!("{:?}", fs::read_link(path))
    } else {
        fs::read_to_string(path).unwrap_or_default()
    };
    seen.insert(path.to_path_buf(), format!("{mode:o} {content}"));
    if facts.is_dir() {
        for entry in fs::read_dir(path).unwrap().flatten() {
            see(&entry.path(), seen);
        }
    }
}

fn place(steered: &Steered) -> &Path {
    match &steered.outcome {
        Outcome::TakenOut(place) => place,
        other => panic!("{other:?}"),
    }
}

const ALL: [&str; 5] = [".git", ".claude", ".mcp.json", ".vscode", ".envrc"];

#[test]
fn what_was_made_at_a_read_only_path_is_kept_elsewhere_and_told() {
    let ground = Ground::new();
    ground.write(".mcp.json", "was there");
    let read_only = [".mcp.json", ".envrc", ".vscode", ".idea", ".git/config"];
    let before = ground.before(Rung::Namespaces, &read_only);
    ground.write(".mcp.json", "changed");
    ground.write(".envrc", "run this");
    ground.write(".vscode/deep/file", "x");
    ground.write(".git/config", "of git init");
    let steered = ground.put_back(&before);
    let paths: Vec<&Path> = steered.iter().map(|one| one.path.as_path()).collect();
    assert_eq!(paths, [ground.at(".envrc"), ground.at(".vscode")]);
    assert_eq!(fs::read_to_string(place(&steered[0])).unwrap(), "run this");
    assert!(place(&steered[1]).join("deep").is_dir());
    assert!(steered[0].notice().to_string().contains(".envrc"));
    assert!(!ground.at(".envrc").exists());
    assert!(ground.at(".git/config").exists());
    // Its mount keeps it from commands; this test is none.
    let kept = fs::read_to_string(ground.at(".mcp.json")).unwrap();
    assert_eq!(kept, "changed");
}

#[test]
fn a_second_one_of_the_same_name_covers_no_earlier_one() {
    let ground = Ground::new();
    let before = ground.before(Rung::Namespaces, &[".envrc"]);
    let texts = ["one", "two"].map(|text| {
        ground.write(".envrc", text);
        fs::read_to_string(place(&ground.put_back(&before)[0])).unwrap()
    });
    assert_eq!(texts, ["one", "two"]);
    assert!(ground.put_back(&before).is_empty());
}

#[test]
fn a_link_is_taken_out_itself_and_its_target_stays() {
    let ground = Ground::new();
    fs::create_dir(ground.at("target")).unwrap();
    let before = ground.before(Rung::Namespaces, &[".claude"]);
    symlink("target", ground.at(".claude")).unwrap();
    let steered = ground.put_back(&before);
    assert!(place(&steered[0]).is_symlink());
    assert!(ground.at("target").is_dir());
    assert!(ground.at(".claude").symlink_metadata().is_err());
}

#[test]
fn a_link_that_was_replaced_is_a_link_again() {
    for rung in [Rung::Landlock, Rung::Namespaces] {
        let ground = Ground::new();
        ground.write("settings/a.json", "{}");
        symlink("settings", ground.at(".claude")).unwrap();
        let before = ground.before(rung, &[".claude"]);
        ground.shell("rm .claude; mkdir .claude; echo evil > .claude/a.json");
        let steered = ground.put_back(&before);
        assert_eq!(steered.len(), 1, "{rung:?}");
        let target = fs::read_link(ground.at(".claude")).unwrap();
        assert_eq!(target, Path::new("settings"));
    }
}

#[test]
fn without_a_mount_namespace_what_was_changed_made_or_deleted_is_as_it_was() {
    for (line, entries) in [
        ("true", 0),
        ("echo x > file; echo x > .git/objects/new", 0),
        ("touch .git/config .mcp.json", 0),
        ("echo evil > .git/config", 1),
        ("echo evil > .git/hooks/post-commit", 1),
        ("echo evil >> .git/hooks/pre-commit", 1),
        ("chmod a-x .git/hooks/pre-commit", 1),
        ("rm .git/hooks/pre-commit", 1),
        ("rm -r .git/hooks", 2),
        ("rm -r .git/hooks; ln -s /tmp .git/hooks", 2),
        (
            "echo evil > .git/refs/heads/main; echo b > .git/refs/heads/b",
            2,
        ),
        ("rm .git/HEAD .git/index", 2),
        ("rm -r .claude", 2),
        ("rm .mcp.json; mkdir .mcp.json", 1),
        ("mv .mcp.json other; ln -s other .mcp.json", 1),
        (
            "mkdir -p .claude/commands; echo evil > .claude/commands/x.md",
            1,
        ),
        (
            "mv .claude other; mkdir .claude; echo evil > .claude/settings.json",
            1,
        ),
        ("mv .git other", 1),
        ("rm -r .git/refs/heads; mv .claude .git/refs/heads", 3),
        ("mv .git other; mv .claude .git; mv other .claude", 2),
        ("mv .claude .git/hooks/", 1),
        ("mv .claude .git/hooks/; mv .git/hooks .claude", 3),
        (
            "mv .git other; mkdir .git; echo evil > .git/config; echo evil > other/config",
            2,
        ),
    ] {
        let ground = Ground::with_repository();
        let seen = ground.seen();
        let before = ground.before(Rung::Landlock, &ALL);
        ground.shell(line);
        let is_changed = ground.seen() != seen && !line.contains("objects");
        let steered = ground.put_back(&before);
        let mut now = ground.seen();
        now.remove(&ground.at(".git/objects/new"));
        assert_eq!(now, seen, "{line}");
        assert_eq!(!steered.is_empty(), is_changed, "{line}: {steered:?}");
        let told: usize = steered
            .iter()
            .map(|one| match &one.outcome {
                Outcome::PutBack { entries, .. } => *entries,
                other => panic!("{line}: {other:?}"),
            })
            .sum();
        assert_eq!(told, entries, "{line}");
    }
}

#[test]
fn what_was_there_lies_aside_where_it_is_told() {
    let ground = Ground::with_repository();
    let before = ground.before(Rung::Landlock, &ALL);
    ground.write(".git/config", "evil\n");
    let steered = ground.put_back(&before);
    let told = steered[0].notice().to_string();
    let aside = ground.0.path().join("aside");
    assert!(told.contains(&aside.display().to_string()), "{told}");
    let kept = fs::read_dir(&aside).unwrap().next().unwrap().unwrap();
    assert_eq!(fs::read_to_string(kept.path()).unwrap(), "evil\n");
}

#[test]
fn a_repository_without_its_objects_and_a_large_file_are_told_and_not_said_to_be_back() {
    for line in ["rm -rf .git", "echo x >> .claude/large"] {
        let ground = Ground::with_repository();
        ground.write(".claude/large", &"x".repeat(5 * 1024 * 1024));
        let before = ground.before(Rung::Landlock, &ALL);
        ground.shell(line);
        let steered = ground.put_back(&before);
        let failed = matches!(steered[0].outcome, Outcome::Failed(_));
        assert!(failed && steered.len() == 1, "{line}: {steered:?}");
    }
}

#[test]
fn of_the_programs_own_folder_its_state_stays_and_its_settings_are_put_back() {
    let ground = Ground::new();
    ground.write(".agentichat/config.yaml", "mode: review\n");
    ground.write(".agentichat/state.db", "one");
    let before = ground.before(Rung::Landlock, &[".agentichat"]);
    ground.write(".agentichat/config.yaml", "sandbox: off\n");
    ground.write(".agentichat/commands/x.md", "evil");
    ground.write(".agentichat/state.db", "two");
    ground.put_back(&before);
    let read = |path| fs::read_to_string(ground.at(path));
    assert_eq!(read(".agentichat/config.yaml").unwrap(), "mode: review\n");
    assert_eq!(read(".agentichat/state.db").unwrap(), "two");
    assert!(read(".agentichat/commands/x.md").is_err());
}

#[test]
fn nothing_is_written_through_a_link_in_the_place_of_a_folder_above() {
    let ground = Ground::new();
    ground.write("deep/.git/HEAD", "ref\n");
    ground.write("deep/.git/objects/x", "x\n");
    ground.write("deep/.git/config", "[core]\n");
    ground.write("outside/.git/config", "theirs\n");
    let before = ground.before(Rung::Landlock, &["deep/.git"]);
    ground.shell("mv deep other; echo evil > other/.git/config; ln -s outside deep");
    let steered = ground.put_back(&before);
    assert_eq!(steered.len(), 1, "{steered:?}");
    let read = |path| fs::read_to_string(ground.at(path)).unwrap();
    assert_eq!(read("outside/.git/config"), "theirs\n");
    assert_eq!(read("other/.git/config"), "[core]\n");
}

const PATHS: [&str; 10] = [
    ".git/config",
    ".git/hooks",
    ".git/hooks/x",
    ".git/refs/heads",
    ".git/refs/heads/main",
    ".git/HEAD",
    ".claude",
    ".claude/x",
    ".mcp.json",
    ".vscode",
];

fn any_step() -> impl Strategy<Value = String> {
    let path = || prop::sample::select(PATHS.to_vec());
    prop_oneof![
        3 => (path(), 0..4_u8).prop_map(|(path, text)| format!("echo {text} > {path}")),
        2 => path().prop_map(|path| format!("rm -rf {path}")),
        2 => path().prop_map(|path| format!("mkdir -p {path}")),
        2 => (path(), path()).prop_map(|(from, to)| format!("mv {from} {to}")),
        1 => (path(), path()).prop_map(|(to, from)| format!("ln -s {to} {from}")),
        1 => path().prop_map(|path| format!("chmod 700 {path}")),
        1 => path().prop_map(|path| format!("mv {path} elsewhere")),
    ]
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn whatever_a_command_does_what_steers_is_as_it_was(
        steps in prop::collection::vec(any_step(), 1..12),
    ) {
        let ground = Ground::with_repository();
        let seen = ground.seen();
        let before = ground.before(Rung::Landlock, &ALL);
        ground.shell(&steps.join("; "));
        let changed = ground.seen() != seen;
        let steered = ground.put_back(&before);
        prop_assert_eq!(ground.seen(), seen, "{:?}", steered);
        prop_assert_eq!(!steered.is_empty(), changed);
        prop_assert!(ground.put_back(&before).is_empty());
    }
}
