//! Faulty starts: the program reports the fault clearly and continues if possible.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use crate::harness::start::BINARY;
use crate::harness::{Key, Place, Start};

#[test]
fn without_a_terminal_it_says_what_to_use_instead() {
    let place = Place::new();
    let output = Command::new(BINARY)
        .current_dir(place.work())
        .env_clear()
        .envs(place.environment())
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"", "nothing was drawn");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("needs a terminal"), "{said}");
    assert!(said.contains("agentichat run"), "{said}");
}

#[test]
fn without_a_model_it_says_what_was_looked_for_and_the_demo_can_be_opened() {
    let place = Place::new();
    let mut session = Start::program(&place, &[]).size(160, 48).begin();
    session.wait_for(&[
        "Welcome to agentichat",
        "http://127.0.0.1:1",
        "OPENAI_API_KEY",
        "4 try the demo",
    ]);
    session.line("/demo");
    session.wait_for(&["This is the demo", "Greetings must end"]);
    session.press(Key::Enter);
    session.wait_for(&["── CONFIRM", "greet.sh  +0 -3"]);
}

#[test]
fn without_a_model_the_ways_to_one_are_shown_and_what_is_typed_is_the_draft() {
    let place = Place::new();
    let mut session = Start::program(&place, &[]).begin();
    session.wait_for(&["─ Start ", "Checked", "> 1 paste an API key"]);
    session.press(Key::Esc);
    session.wait_until("it is closed", |view| !view.shows("─ Start "));
    session.wait_for(&["No model connected", "/start"]);
    session.text("refactor");
    session.wait_until("the letters are in the draft", |view| {
        view.draft().contains("> refactor")
    });
    session.press(Key::Ctrl('u'));
    session.line("/start");
    session.wait_for(&["─ Start ", "rechecked"]);
    // Without closing it first: the first letter closes the start screen, and no letter is lost.
    session.text("refactor 2 files");
    session.wait_until("all letters are in the draft", |view| {
        view.draft().contains("> refactor 2 files")
    });
    assert!(!session.view().shows("─ Start "));
}

#[test]
fn a_message_that_no_model_can_take_comes_back_to_the_editor() {
    let place = Place::new();
    let mut session = Start::program(&place, &[]).begin();
    session.wait_for(&["Checked"]);
    session.line("hello there");
    session.wait_for(&["No model: /start"]);
    session.wait_until("the message is in the editor again", |view| {
        view.draft().contains("hello there")
    });
}

#[test]
fn a_broken_config_is_shown_with_file_and_line_and_the_workbench_opens() {
    let place = Place::new();
    place.write("config/config.yaml", "mode: plan\nmodle: big\n");
    let mut session = Start::program(&place, &[]).size(160, 40).begin();
    session.wait_for(&["── draft ──", "config.yaml:2", "modle"]);
    // An invalid file is ignored as a whole, so the mode is the one that asks about everything.
    session.wait_until("the mode is the default", |view| {
        view.status().contains("review ·")
    });
}

#[test]
fn a_config_that_is_no_yaml_is_shown_with_file_and_line_and_the_workbench_opens() {
    let place = Place::new();
    place.write("config/config.yaml", "mode: plan\nrules: [\n");
    let mut session = Start::program(&place, &[]).size(160, 40).begin();
    session.wait_for(&["── draft ──", "config.yaml:"]);
    session.text("hello");
    session.wait_until("it takes keys", |view| view.draft().contains("hello"));
}

#[test]
fn in_a_folder_that_cannot_be_written_it_opens_and_says_so() {
    let place = Place::new();
    let work = place.work();
    fs::set_permissions(&work, fs::Permissions::from_mode(0o555)).expect("a mode");
    let mut words = vec![BINARY];
    if nix::unistd::geteuid().is_root() {
        // Permissions do not bind root, so the program is started as nobody, who owns the rest.
        words = vec![
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            BINARY,
        ];
        let given = give_away(&place);
        if !given {
            // Bypasses the capture of test output: the test must not count as passed unnoticed.
            let why = "SKIPPED: this user can neither be bound nor become another";
            writeln!(std::io::stderr(), "{why}").ok();
            return;
        }
    }
    let mut session = Start::command(&place, &words).size(160, 40).begin();
    session.wait_for(&["── draft ──", "this folder is read-only"]);
    session.wait_for(&["this folder is read-only"]);
    assert!(!work.join(".agentichat").exists());
}

/// Gives the folders except the workspace to the user nobody. Returns whether that is possible and
/// nobody can start the program.
fn give_away(place: &Place) -> bool {
    let folders = ["home", "config", "data", "tmp"].map(|name| place.path(name));
    let given = folders
        .iter()
        .all(|folder| std::os::unix::fs::chown(folder, Some(65_534), Some(65_534)).is_ok());
    let top = place.path("");
    let open = fs::set_permissions(top, fs::Permissions::from_mode(0o755)).is_ok();
    let starts = Command::new("setpriv")
        .args([
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            BINARY,
            "--version",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    given && open && starts.is_ok_and(|status| status.success())
}
