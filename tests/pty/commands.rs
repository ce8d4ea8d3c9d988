//! Slash commands, the leader key and help, as seen on the screen.

use crate::cancel::workbench;
use crate::harness::{Key, Place};

#[test]
fn help_mode_and_files_do_what_they_say() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("/include notes.txt");
    // The command is sent once the file was read; a session's events arrive in order, so
    // the file is there when the mode is.
    session.wait_for(&["Included notes.txt"]);
    session.line("/mode plan");
    session.wait_until("the mode is plan", |view| view.status().contains("plan ·"));
    session.line("/files");
    session.wait_until("the file is listed", |view| {
        view.rows()
            .iter()
            .any(|row| row.contains("notes.txt") && !row.to_lowercase().contains("include"))
    });
    session.line("/help");
    // The text opens at its beginning; a key leads to its end.
    session.wait_for(&["what it does", "/help [topic]"]);
    session.press(Key::Esc);
    session.wait_until("the conversation has the keys", |view| {
        view.shows("i editor")
    });
    session.text("f");
    session.wait_for(&["/workspace [list|info]", "Show what is known of the"]);
}

#[test]
fn an_unknown_command_names_the_nearest_and_stays_in_the_draft() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("/hlep");
    session.wait_for(&["/help"]);
    session.wait_until("the line can be mended", |view| {
        view.draft().contains("/hlep")
    });
    session.text("!");
    session.wait_until("it can be typed on", |view| view.draft().contains("/hlep!"));
}

#[test]
fn the_leader_shows_what_can_follow_and_a_wrong_key_does_nothing() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.press(Key::Ctrl('x'));
    session.wait_for(&["model picker", "command palette", "new session"]);
    session.text("Q");
    session.wait_until("the list is gone", |view| !view.shows("command palette"));
    assert!(!session.view().draft().contains('Q'));
}

#[test]
fn a_question_mark_on_an_empty_draft_opens_help_and_esc_closes_it() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.text("?");
    session.wait_for(&["┌─ Help", "newline", "Esc closes"]);
    session.press(Key::Esc);
    session.wait_until("help is closed", |view| !view.shows("Help"));
    session.text("why?");
    session.wait_until("in a text it is a letter", |view| {
        view.draft().contains("why?")
    });
}

#[test]
fn a_search_shows_places_and_enter_opens_the_file_at_one() {
    let place = Place::new();
    let filler = "nothing here\n".repeat(60);
    place.write(
        "work/locks.txt",
        &format!("{filler}the session lock is taken\n{filler}"),
    );
    let mut session = workbench(&place);
    session.line("/search zyxwv");
    session.wait_for(&["┌─ Search", "no match"]);
    session.press(Key::Esc);
    session.wait_until("it is closed", |view| !view.shows("┌─ Search"));
    session.line("/search session lock");
    // The query may come before the file is indexed; then it repeats by itself.
    session.wait_for(&["locks.txt:61", "line 61 of 121"]);
    session.press(Key::Enter);
    session.wait_until("the file is there at its line", |view| {
        !view.shows("┌─ Search") && view.shows("61    the session lock is taken")
    });
}

#[test]
fn lines_that_a_message_names_are_pinned_and_listed_by_context() {
    let place = Place::new();
    place.write("work/lines.txt", "one\ntwo\nthree\nfour\n");
    let mut session = workbench(&place);
    session.line("what is in @lines.txt:2-3 ?");
    session.wait_for(&["pinned lines.txt:2-3", "Nothing to do."]);
    session.line("/context");
    session.wait_for(&["included files", "lines.txt:2-3", "of the window"]);
}

#[test]
fn commands_of_a_workspace_that_is_not_trusted_are_named_with_what_to_do() {
    let place = Place::new();
    let folder = place.work().join(".agentichat/commands");
    std::fs::create_dir_all(folder).expect("a folder");
    place.write(
        "work/.agentichat/commands/explain.md",
        "---\ndescription: say what it does\n---\nExplain $1.\n",
    );
    let mut session = workbench(&place);
    session.wait_for(&["its own commands: /explain", "agentichat trust"]);
    session.line("/explain greeting.py");
    session.wait_for(&["unknown command /explain"]);
}
