//! A repository that nobody has said is trusted, as an unpacked archive may be: what it brings along, by the real program.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::support::program::Place;

/// A repository that names programs of its own in every way that is known.
struct Hostile {
    place: Place,
}

/// Every name that the workbench looks for, and what scripts among them are started by.
const NAMES: [&str; 14] = [
    "bash", "cargo", "claude", "docker", "env", "git", "go", "make", "node", "npm", "python3",
    "rg", "sh", "tmux",
];

impl Hostile {
    async fn new() -> Self {
        let place = Place::new().await;
        let hostile = Self { place };
        for name in NAMES {
            hostile.plant(name);
            hostile.plant(&format!("bin/{name}"));
        }
        // A toolchain by its path is what rustup starts as `cargo`.
        hostile.place.write(
            "rust-toolchain.toml",
            &format!(
                "[toolchain]\npath = \"{}\"\n",
                hostile.place.root().display()
            ),
        );
        hostile.place.write(".tool-versions", "nodejs path:./\n");
        let trap = hostile.place.root().join("bin/git").display().to_string();
        for key in [
            "core.fsmonitor",
            "core.hooksPath",
            "filter.trap.clean",
            "diff.external",
        ] {
            hostile.place.git(&["config", key, &trap]).await;
        }
        hostile.place.write(".gitattributes", "* filter=trap\n");
        hostile
    }

    fn mark(&self) -> PathBuf {
        self.place.beside("sprung")
    }

    fn plant(&self, path: &str) {
        let mark = self.mark();
        let text = format!("#!/bin/sh\necho \"$0 $*\" >> {}\n", mark.display());
        self.place.write(path, &text);
        let file = self.place.root().join(path);
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    }

    /// What ran, line by line.
    fn sprung(&self) -> String {
        let text = std::fs::read_to_string(self.mark()).unwrap_or_default();
        std::fs::remove_file(self.mark()).ok();
        text
    }

    /// A `PATH` that finds the repository's programs first.
    fn path(&self) -> String {
        let rest = std::env::var("PATH").expect("a PATH");
        format!(".:bin:{}:{rest}", self.place.root().join("bin").display())
    }
}

#[tokio::test]
async fn nothing_of_a_repository_runs_when_the_program_starts_in_it_or_the_doctor_looks() {
    let hostile = Hostile::new().await;
    let path = hostile.path();
    // The traps work: a plain git springs one, and a name finds another.
    let status = tokio::process::Command::new("git")
        .current_dir(hostile.place.root())
        .env("PATH", std::env::var("PATH").expect("a PATH"))
        .arg("status")
        .output();
    status.await.expect("git runs");
    assert!(hostile.sprung().contains("bin/git"));
    let named = tokio::process::Command::new("/bin/sh")
        .current_dir(hostile.place.root())
        .env("PATH", &path)
        .args(["-c", "cargo --version"])
        .output();
    named.await.expect("sh runs");
    assert!(hostile.sprung().contains("cargo --version"));

    let tmux = ("TMUX", "/nowhere/tmux,1,0");
    let said = hostile
        .place
        .agentichat(&["doctor"], &[("PATH", &path), tmux])
        .await;
    assert!(said.out.contains("cargo"), "{said:?}");
    assert_eq!(hostile.sprung(), "");

    // A run as well, which ends because nobody answers.
    let server = ("OLLAMA_HOST", "http://127.0.0.1:9");
    let asked = ["--provider", "ollama", "--model", "m", "hello"];
    hostile
        .place
        .run(&asked, &[("PATH", &path), tmux, server])
        .await;
    assert_eq!(hostile.sprung(), "");
    for provider in ["claude-cli"] {
        let asked = ["models", provider];
        hostile.place.agentichat(&asked, &[("PATH", &path)]).await;
        assert_eq!(hostile.sprung(), "");
    }

    // The line mode, until it has told what git and the programs say.
    let mut talk = hostile
        .place
        .talk_with(&["--plain"], &[("PATH", &path), tmux]);
    talk.says("/workspace").await;
        talk.says("/quit").await;
    talk.end().await;
    assert_eq!(hostile.sprung(), "");
}
