//! An untrusted repository, as an unpacked archive may be: the effects of its contents on
//! the real program.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::support::http::{Script, Server};
use crate::support::program::Place;
use crate::support::wire::{Step, ollama, show};

/// A repository that names its own programs in every known way.
struct Hostile {
    place: Place,
}

/// Every name that the workbench looks for, and the interpreters of scripts among them.
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
        // rustup starts a toolchain named by its path as `cargo`.
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

    /// Returns what ran, line by line.
    fn sprung(&self) -> String {
        let text = std::fs::read_to_string(self.mark()).unwrap_or_default();
        std::fs::remove_file(self.mark()).ok();
        text
    }

    /// Returns a `PATH` that finds the repository's programs first.
    fn path(&self) -> String {
        let rest = std::env::var("PATH").expect("a PATH");
        format!(".:bin:{}:{rest}", self.place.root().join("bin").display())
    }
}

#[tokio::test]
async fn nothing_of_a_repository_runs_when_the_program_starts_in_it_or_the_doctor_looks() {
    let hostile = Hostile::new().await;
    let path = hostile.path();
    // The traps work: a plain git springs one, and a lookup by name finds another.
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

    // A run as well, which ends because no server answers.
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

    // The line mode, until it has printed what git and the programs report.
    let mut session = hostile
        .place
        .start_plain_with(&["--plain"], &[("PATH", &path), tmux]);
    session.send("/workspace").await;
    session.send("/quit").await;
    session.end().await;
    assert_eq!(hostile.sprung(), "");
}

/// Creates a session in which everything runs without a question, made by the local user.
async fn unasked(place: &Place) -> String {
    let scripts = vec![show(), ollama(Step::Says("hello"))];
    let server = Server::start(scripts).await;
    let flags = ["--mode", "passthrough", "--json", "hello"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let events = said.events();
    let session = events.iter().find_map(|event| event["session"].as_str());
    session.expect("a session").to_owned()
}

/// Returns the mode that a session opens in, and the whole output.
async fn opened(place: &Place, session: &str) -> (String, String) {
    let scripts = vec![show(), ollama(Step::Says("again"))];
    let server = Server::start(scripts).await;
    let flags = ["--session", session, "--json", "again"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let opened = said.of_type("session.opened");
    let policy = &opened.first().expect("it is opened")["data"]["session"]["policy"];
    let mode = policy["mode"].as_str().expect("a mode").to_owned();
    (mode, said.out + &said.log)
}

const STRANGE: &str = "may not be yours";

#[tokio::test]
async fn a_planted_database_brings_no_leave_and_the_users_own_keeps_its() {
    let own = Place::new().await;
    let session = unasked(&own).await;
    let (mode, said) = opened(&own, &session).await;
    assert_eq!(mode, "passthrough");
    assert!(!said.contains(STRANGE), "{said}");

    // The same database in another user's repository.
    let other = Place::new().await;
    let plant = || {
        let to = other.root().join(".agentichat");
        std::fs::create_dir_all(&to).expect("a folder");
        // The write-ahead log beside the database holds what is not yet moved into it.
        for name in ["state.db", "state.db-wal", "state.db-shm"] {
            std::fs::remove_file(to.join(name)).ok();
            let from = own.root().join(".agentichat").join(name);
            if !name.ends_with("-shm") && from.is_file() {
                std::fs::copy(from, to.join(name)).expect("a copy");
            }
        }
    };
    plant();
    let (mode, said) = opened(&other, &session).await;
    assert_eq!(mode, "review");
    assert!(said.contains(STRANGE), "{said}");
    // Reported once: the stored database now belongs to them.
    let (mode, said) = opened(&other, &session).await;
    assert_eq!(mode, "review");
    assert!(!said.contains(STRANGE), "{said}");
    // A database put there again is foreign again, also when the line mode continues a session.
    plant();
    for flags in [
        &["--plain", "--continue"][..],
        &["--plain", "--resume", &session],
    ] {
        plant();
        let mut lines = other.start_plain(flags);
        lines.until(STRANGE).await;
        lines.send("/quit").await;
        lines.end().await;
        let (mode, _) = opened(&other, &session).await;
        assert_eq!(mode, "review");
    }
}

#[tokio::test]
async fn a_database_from_before_is_taken_for_the_users_own_once() {
    let place = Place::new().await;
    let session = unasked(&place).await;
    let forget = |file: PathBuf, table: &str| {
        let database = rusqlite::Connection::open(file).expect("a database");
        let drop = format!("DROP TABLE {table}");
        database.execute_batch(&drop).expect("it goes");
    };
    let state = || place.root().join(".agentichat/state.db");
    let data = place.beside("home/.local/share/agentichat/global.db");
    forget(state(), "database_id");
    forget(data, "workspace_databases");
    assert_eq!(opened(&place, &session).await.0, "passthrough");
    // A database without an id in its place counts as another one.
    forget(state(), "database_id");
    assert_eq!(opened(&place, &session).await.0, "review");
}

#[tokio::test]
async fn a_database_that_git_tracks_is_nobodys_own() {
    let place = Place::new().await;
    let session = unasked(&place).await;
    let state = place.root().join(".agentichat/state.db");
    for (file, table) in [
        (state, "database_id"),
        (
            place.beside("home/.local/share/agentichat/global.db"),
            "workspace_databases",
        ),
    ] {
        let database = rusqlite::Connection::open(file).expect("a database");
        let drop = format!("DROP TABLE {table}");
        database.execute_batch(&drop).expect("it goes");
    }
    place.git(&["add", "--force", ".agentichat/state.db"]).await;
    assert_eq!(opened(&place, &session).await.0, "review");
}

/// Returns the commands of the processes that work in a folder.
fn processes_in(root: &Path) -> Vec<String> {
    let root = root.canonicalize().expect("a folder");
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    processes
        .filter(|process| {
            let folder = std::fs::read_link(process.path().join("cwd"));
            folder.is_ok_and(|folder| folder.starts_with(&root))
        })
        .filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok())
        .filter(|command| !command.is_empty())
        .collect()
}

#[tokio::test]
async fn a_pipe_in_the_place_of_a_file_that_is_opened_by_its_name_holds_nothing_up() {
    let place = Place::new().await;
    for name in [
        ".agentichat/state.db",
        ".agentichat/state.db-wal",
        ".agentichat/config.yaml",
        ".agentichat/screen.json",
        ".agentichat/index.db",
        "AGENTS.md",
        ".gitignore",
    ] {
        let file = place.root().join(name);
        std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        nix::unistd::mkfifo(&file, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
        for arguments in [
            &["doctor"][..],
            &["config"],
            &["session", "list"],
            &["index", "status"],
        ] {
            let said = place.agentichat(arguments, &[]).await;
            assert!(said.status >= 0, "{name} {arguments:?}: {said:?}");
            assert_eq!(processes_in(&place.root()), [""; 0], "{name} {arguments:?}");
        }
        let server = Server::start(vec![show(), ollama(Step::Says("hello"))]).await;
        let said = place.run_with_ollama(&server.url, &["hello"]).await;
        assert_eq!(processes_in(&place.root()), [""; 0], "{name}");
        if name.contains("state.db") {
            assert!(said.log.contains("not a regular file"), "{name}: {said:?}");
        } else if name.contains("config") {
            assert!(said.log.contains("not a file"), "{name}: {said:?}");
        } else {
            assert_eq!(said.status, 0, "{name}: {said:?}");
        }
        std::fs::remove_dir_all(place.root().join(".agentichat")).expect("it goes");
        std::fs::remove_file(&file).ok();
    }
}

/// Text that controls a terminal, changes the writing direction or contains a key, for every place
/// where a document may have text.
const NASTY: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}gnp\u{2066}\u{200b}sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

#[track_caller]
fn is_clean(text: &str, of: &str) {
    let odd = text.chars().find(|letter| {
        let marks = ['\u{202e}', '\u{2066}', '\u{200b}', '\u{9b}'];
        marks.contains(letter) || (letter.is_control() && !matches!(letter, '\n' | '\t'))
    });
    assert_eq!(odd, None, "{of}: {text:?}");
    assert!(!text.contains("sk-ant-api03"), "{of}: {text:?}");
}

#[tokio::test]
async fn no_error_of_any_command_gives_a_documents_bytes_to_the_terminal() {
    let place = Place::new().await;
    let nasty = serde_json::Value::from(NASTY);
    // Documents whose every part may appear in an error: field names, values, the text itself.
    let documents = [
        NASTY.to_owned(),
        format!("{{{nasty}: 1}}"),
        format!("{{\"version\": {nasty}}}"),
        format!("{{\"version\": 1, {nasty}: {nasty}}}"),
        format!("{{\"version\": 1, \"session\": {{{nasty}: {nasty}, \"status\": {nasty}}}}}"),
    ];
    for (index, document) in documents.iter().enumerate() {
        place.write("document.json", document);
        let named = place.root().join("document.json").display().to_string();
        for arguments in [
            &["session", "import", &named][..],
            &["session", "import", &named, "--json"],
            &["cassette", "show", &named],
            &["cassette", "check", &named],
            &["debug", "replay", &named],
            &["debug", "decode", "openai", &named],
        ] {
            let said = place.agentichat(arguments, &[]).await;
            assert_ne!(said.status, 0, "{arguments:?} {index}");
            is_clean(&said.log, &format!("{arguments:?} {index}"));
            is_clean(&said.out, &format!("{arguments:?} {index}"));
        }
    }
    // Input typed or passed by a script is repeated together with its mistake.
    for arguments in [
        &["session", "show", NASTY][..],
        &["session", "list", NASTY],
        &["review", "--session", NASTY],
        &["checkpoints", "--session", NASTY],
        &["rollback", NASTY],
        &["diff3", NASTY],
        &["run", "--session", NASTY, "x"],
        &["run", "--session", NASTY, "--json", "x"],
        &["run", "--provider", NASTY, "x"],
        &["run", "--allow", NASTY, "x"],
        &["models", "show", NASTY],
        &["providers", "test", NASTY],
        &["index", "search", "--glob", NASTY, "x"],
        &["--set", NASTY],
        &["--cwd", NASTY],
        &[NASTY],
    ] {
        let said = place.agentichat(arguments, &[]).await;
        is_clean(&said.log, &format!("{arguments:?}"));
    }
    // The repository's own configuration.
    place.write(
        ".agentichat/config.yaml",
        &format!("{nasty}: {nasty}\nmode: {nasty}\n"),
    );
    for arguments in [
        &["doctor"][..],
        &["config"],
        &["session", "list"],
        &["review"],
        &["checkpoints"],
        &["index", "status"],
        &["run", "x"],
        &["run", "--json", "x"],
    ] {
        let said = place.agentichat(arguments, &[]).await;
        is_clean(&said.log, &format!("{arguments:?}"));
        is_clean(&said.out, &format!("{arguments:?}"));
    }
}

#[tokio::test]
async fn a_database_with_odd_names_is_told_clean() {
    let place = Place::new().await;
    let session = unasked(&place).await;
    let file = place.root().join(".agentichat/state.db");
    let database = rusqlite::Connection::open(file).expect("a database");
    for table in ["sessions", "runs"] {
        let set = match table {
            "sessions" => "UPDATE sessions SET status = ?1, last_error = ?1",
            _ => "UPDATE runs SET status = ?1",
        };
        database.execute(set, [NASTY]).ok();
    }
    drop(database);
    for arguments in [
        &["session", "list"][..],
        &["session", "show", &session],
        &["review", "--session", &session],
        &["checkpoints"],
        &["run", "--session", &session, "x"],
    ] {
        let said = place.agentichat(arguments, &[]).await;
        is_clean(&said.log, &format!("{arguments:?}"));
        is_clean(&said.out, &format!("{arguments:?}"));
    }
}

#[tokio::test]
async fn what_a_server_says_is_wrong_is_clean_in_a_run_of_both_forms() {
    let place = Place::new().await;
    let body = serde_json::json!({ "error": NASTY }).to_string();
    for form in [&["hello"][..], &["--json", "hello"]] {
        let server = Server::start(vec![show(), Script::json(400, &body)]).await;
        let said = place.run_with_ollama(&server.url, form).await;
        assert_ne!(said.status, 0);
        is_clean(&said.log, "the log");
        is_clean(&said.out, "the output");
    }
}

#[tokio::test]
async fn what_is_the_users_stays_so_under_any_umask_and_is_mended_where_it_was_not() {
    let place = Place::new().await;
    let home = place.beside("home").display().to_string();
    let program = env!("CARGO_BIN_EXE_agentichat");
    let run = || async {
        let server = Server::start(vec![show(), ollama(Step::Says("hello"))]).await;
        let line = format!("umask 000; exec {program} run --provider ollama --model m hello");
        let path = std::env::var("PATH").expect("a PATH");
        let done = tokio::process::Command::new("/bin/sh")
            .args(["-c", &line])
            .current_dir(place.root())
            .env_clear()
            .envs([
                ("PATH", path.as_str()),
                ("HOME", &home),
                ("OLLAMA_HOST", &server.url),
            ])
            .output();
        let done = done.await.expect("sh runs");
        assert!(done.status.success(), "{done:?}");
    };
    let data = place.beside("home/.local/share/agentichat");
    let open = || {
        let mut found = Vec::new();
        let mut folders = vec![data.clone(), place.root().join(".agentichat")];
        let mut paths = folders.clone();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                }
                paths.push(entry.path());
            }
        }
        for path in paths {
            let mode = path.metadata().map(|facts| facts.permissions().mode());
            if mode.is_ok_and(|mode| mode & 0o077 != 0) {
                found.push(path);
            }
        }
        found
    };
    run().await;
    assert!(data.join("global.db").is_file());
    assert_eq!(open(), Vec::<PathBuf>::new());
    for path in [data.clone(), data.join("global.db")] {
        let wrong = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(path, wrong).expect("its mode");
    }
    run().await;
    assert_eq!(open(), Vec::<PathBuf>::new());
}
