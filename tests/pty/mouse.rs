//! The mouse of the real program: captured, released, and copying to the terminal's clipboard.

use nix::sys::signal::Signal;

use crate::cancel::workbench;
use crate::harness::terminal::find;
use crate::harness::{Key, Kind, MOUSE, Modes, Place, Session, Start};

/// Returns where a text begins on the screen, from 1.
fn place_of(session: &Session, text: &str) -> (usize, usize) {
    let rows = session.view().rows();
    let found = rows.iter().enumerate().find_map(|(row, line)| {
        let byte = line.find(text)?;
        Some((line[..byte].chars().count() + 1, row + 1))
    });
    found.unwrap_or_else(|| panic!("no {text:?} on\n{}", session.dump()))
}

fn press((column, row): (usize, usize)) -> String {
    format!("\x1b[<0;{column};{row}M")
}

fn move_to((column, row): (usize, usize)) -> String {
    format!("\x1b[<32;{column};{row}M")
}

fn release((column, row): (usize, usize)) -> String {
    format!("\x1b[<0;{column};{row}m")
}

#[test]
fn a_click_moves_the_cursor_and_a_drag_copies_to_the_clipboard() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.text("one two three");
    session.wait_for(&["one two three"]);
    let two = place_of(&session, "two three");
    session.text(&format!("{}{}", press(two), release(two)));
    session.text("X");
    session.wait_for(&["one Xtwo three"]);
    let three = place_of(&session, "three");
    let end = (three.0 + 4, three.1);
    session.text(&format!("{}{}{}", press(three), move_to(end), release(end)));
    session.wait_for(&[
        "copied 5 characters to",
        "the terminal (OSC 52)",
        "Shift+drag",
    ]);
    // "three", in the sequence that sets the terminal's clipboard.
    assert!(find(session.bytes(), b"\x1b]52;c;dGhyZWU=\x07").is_some());
    session.press(Key::Ctrl('x'));
    session.text("S");
    session.wait_for(&["the terminal selects and copies"]);
    assert!(Modes::after(session.bytes()).mouse().is_empty());
    session.press(Key::Ctrl('x'));
    session.text("S");
    session.wait_for(&["the mouse works here again"]);
    assert_eq!(Modes::after(session.bytes()).mouse(), MOUSE);
    session.signal(Signal::SIGTERM);
    assert_eq!(session.wait_for_end(), 143);
    assert_eq!(Modes::after(session.bytes()), Modes::plain());
}

#[test]
fn select_mode_gives_the_mouse_away_and_takes_it_back() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("look");
    session.wait_for(&["Nothing to do."]);
    session.wait_until("it is idle", |view| !view.shows("Ctrl+C stops"));
    session.press(Key::Esc);
    session.wait_until("the chat has the keys", |view| view.shows(">Chat"));
    session.press(Key::Ctrl('x'));
    session.text("s");
    session.wait_for(&["select mode"]);
    assert!(Modes::after(session.bytes()).mouse().is_empty());
    session.text("q");
    session.wait_until_written("the mouse works here again", |bytes| {
        Modes::after(bytes).mouse() == MOUSE
    });
}

#[test]
fn a_configuration_that_leaves_the_mouse_to_the_terminal_is_heard() {
    let place = Place::new();
    let mut session = Start::program(&place, &["--set", "mouse=off"])
        .kind(Kind::KITTY)
        .begin();
    session.wait_for(&["── draft ──", "No model connected"]);
    assert!(find(session.bytes(), b"\x1b[?1002h").is_none());
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    assert_eq!(session.wait_for_end(), 0);
    assert_eq!(Modes::after(session.bytes()), Modes::plain());
}
