//! A workspace full of traps, and the detection of triggered ones.

use std::collections::HashMap;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use super::super::*;
use crate::environment::{Git, environment};
use crate::shell_exec::assessed;
use protocol::approval::Risk;

/// Marker in every file, variable and setting that must not be revealed.
const CANARY: &str = "CANARY-7f3a";

pub(super) struct Traps {
    pub(super) harness: Harness,
    outside: TempDir,
    before: HashMap<String, Vec<u8>>,
}

impl Traps {
    pub(super) fn new() -> Self {
        let harness = Harness::judged();
        let outside = tempfile::tempdir().unwrap();
        let mut traps = Self {
            harness,
            outside,
            before: HashMap::new(),
        };
        traps.plant();
        traps.before = traps.state();
        traps
    }

    fn plant(&mut self) {
        let harness = &self.harness;
        let secret = format!("KEY={CANARY}\n");
        let outside = self.outside.path();
        std::fs::write(outside.join("secret.txt"), &secret).unwrap();
        let marker = outside.join("sprang");
        let evil = format!("#!/bin/sh\necho sprang >> '{}'\n", marker.display());
        for file in [
            "src/lib.rs",
            "src/main.rs",
            "sub/x.txt",
            "a.txt",
            "names.txt",
            "hidden/x.txt",
        ] {
            harness.put(file, "fn main() {}\nKEY\nalpha\nbeta\n");
        }
        harness.put("data.json", "{\"a\": {\"b\": [1, 2]}}\n");
        harness.put("list.txt", ".env\n../secret.txt\n");
        for file in [
            ".env",
            "sub/.env",
            "hidden/.env",
            "back/.env",
            "sub/key.pem",
            "id_rsa",
            "x.key",
        ] {
            harness.put(file, &secret);
        }
        harness.put("back/.ignore", "!.env\n");
        for program in [
            "evil", "bin/cat", "bin/ls", "bin/git", "src/evil", "cat", "ls", "rg", "git",
            "--pre=.", "-x",
        ] {
            harness.put(program, &evil);
            let all = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(harness.path(program), all).unwrap();
        }
        for option in [
            "--output=a.txt",
            "-rf",
            "-o",
            "-exec",
            "-delete",
            "--pre",
            "--files0-from=list.txt",
            "-i",
        ] {
            harness.put(option, "x\n");
        }
        std::fs::create_dir_all(harness.path("links")).unwrap();
        for (to, link) in [
            (outside.join("secret.txt"), "link-file"),
            (outside.to_path_buf(), "link-folder"),
            (harness.path(".env"), "src/link-blocked"),
            (outside.join("secret.txt"), "links/one"),
            (outside.join("new"), "src/dangling"),
        ] {
            symlink(to, harness.path(link)).unwrap();
        }
        std::fs::write(
            outside.join("gitconfig"),
            format!("[user]\nname = x\nemail = x\n[alias]\nst = !{CANARY}\n"),
        )
        .unwrap();
        self.commit();
        let harness = &self.harness;
        let program = harness.path("evil").display().to_string();
        let config = std::fs::read_to_string(harness.path(".git/config")).unwrap();
        let traps = format!(
            "[core]\nfsmonitor = {program}\nhooksPath = bin\npager = {program}\n[pager]\nlog = {program}\n"
        );
        std::fs::write(harness.path(".git/config"), config + &traps).unwrap();
    }

    /// Makes three commits: the first adds a file on the block list, the second deletes it.
    fn commit(&self) {
        let git = |arguments: &[&str]| {
            let done = Command::new("git")
                .current_dir(self.harness.root.path())
                .env("GIT_CONFIG_GLOBAL", self.outside.path().join("gitconfig"))
                .env("GIT_CONFIG_NOSYSTEM", "1")
                .args(arguments)
                .output()
                .unwrap();
            assert!(
                done.status.success(),
                "{arguments:?}: {}",
                String::from_utf8_lossy(&done.stderr)
            );
        };
        self.harness.put("tracked.pem", format!("{CANARY}\n"));
        git(&["init", "-q", "-b", "main"]);
        git(&["add", "src/lib.rs", "a.txt", "tracked.pem"]);
        git(&["commit", "-q", "-m", "one"]);
        git(&["rm", "-q", "tracked.pem"]);
        git(&["commit", "-q", "-m", "two"]);
        git(&["add", "names.txt"]);
        git(&["commit", "-q", "-m", "three"]);
    }

    /// Returns the assessment by the planner of commands.
    pub(super) fn facts(&self, command: &str) -> ShellFacts {
        self.assessed(command).0
    }

    pub(super) fn risk(&self, command: &str) -> Risk {
        self.facts(command).report.risk
    }

    fn assessed(&self, command: &str) -> (ShellFacts, Git) {
        let inner = &self.harness.tools.inner;
        assessed(inner, command, inner.workspace.root())
    }

    pub(super) fn root(&self) -> &Path {
        self.harness.tools.inner.workspace.root()
    }

    /// Sets a variable in the environment of commands.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let inner = Arc::get_mut(&mut self.harness.tools.inner).unwrap();
        let environment = &mut inner.surroundings.environment;
        environment.retain(|(other, _)| other != name);
        environment.push((name.to_owned(), value.to_owned()));
    }

    /// Runs `command` as a low-risk command would run, and returns any effect beyond reading
    /// what it names.
    pub(super) fn run(&self, shell: &str, command: &str) -> Option<String> {
        let inner = &self.harness.tools.inner;
        let git = match self.assessed(command).1 {
            still @ Git::Still(_) => still,
            Git::AsUsual => Git::Still(Vec::new()),
        };
        let canary = [
            ("PLAIN_VARIABLE".to_owned(), CANARY.to_owned()),
            (
                "GIT_CONFIG_GLOBAL".to_owned(),
                self.outside.path().join("gitconfig").display().to_string(),
            ),
        ];
        let done = Command::new(shell)
            .args(["-c", command])
            .current_dir(self.root())
            .env_clear()
            .envs(environment(inner, &git, canary.to_vec()))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [done.stdout, done.stderr].concat();
        if String::from_utf8_lossy(&said).contains(CANARY) {
            return Some("told what it must not read".to_owned());
        }
        self.outside
            .path()
            .join("sprang")
            .exists()
            .then(|| "ran a program of the workspace".to_owned())
    }

    /// Returns the changes on the disk since the traps were set.
    pub(super) fn changes(&self) -> Option<String> {
        let now = self.state();
        let differs = |name: &&String| now.get(*name) != self.before.get(*name);
        let changed = now.keys().chain(self.before.keys()).find(differs);
        changed.map(|name| format!("changed {name}"))
    }

    /// Returns every file in the workspace and outside it, with its bytes (for a link its target).
    fn state(&self) -> HashMap<String, Vec<u8>> {
        let mut state = HashMap::new();
        for root in [self.harness.root.path(), self.outside.path()] {
            let mut folders = vec![root.to_path_buf()];
            while let Some(folder) = folders.pop() {
                for entry in std::fs::read_dir(&folder).unwrap() {
                    let path = entry.unwrap().path();
                    let facts = path.symlink_metadata().unwrap();
                    let name = path.display().to_string();
                    if facts.is_dir() {
                        state.insert(name, Vec::new());
                        folders.push(path);
                    } else if facts.is_file() {
                        state.insert(name, std::fs::read(&path).unwrap());
                    } else {
                        let to = std::fs::read_link(&path).unwrap();
                        state.insert(name, to.display().to_string().into_bytes());
                    }
                }
            }
        }
        state
    }
}
