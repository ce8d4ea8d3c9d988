//! However the program ends, the terminal is as it was.

use nix::sys::signal::Signal;

use crate::cancel::workbench;
use crate::harness::terminal::count;
use crate::harness::{Key, Kind, Modes, Place, Session, Start};

const PUSH: &[u8] = b"\x1b[>7u";
const POP: &[u8] = b"\x1b[<u";

/// Starts in a terminal of this kind, with its modes set.
fn begin(place: &Place, kind: Kind) -> Session {
    let mut session = Start::program(place, &["--set", "theme=dark"])
        .kind(kind)
        .begin();
    session.wait_for(&["── draft ──", "What was looked for"]);
    if kind == Kind::Kitty {
        session.wait_for(&["keys kitty"]);
    }
    let modes = Modes::after(session.bytes());
    assert!(modes.alternate_screen && modes.bracketed_paste && modes.focus_reports);
    assert!(modes.mouse);
    assert!(!session.line_is_as_before(), "the line is raw");
    session
}

/// The program has ended: with this status, and the terminal is as it was.
fn assert_restored(session: &mut Session, kind: Kind, status: u32) {
    assert_eq!(session.wait_for_end(), status, "{}", session.dump());
    assert_eq!(Modes::after(session.bytes()), Modes::PLAIN);
    assert!(!session.view().screen().alternate_screen());
    assert!(!session.view().screen().bracketed_paste());
    assert!(!session.view().screen().hide_cursor());
    assert!(session.line_is_as_before(), "the line is not raw any more");
    let pushed = usize::from(kind == Kind::Kitty);
    assert_eq!(count(session.bytes(), PUSH), pushed);
    assert_eq!(count(session.bytes(), POP), pushed, "popped where pushed");
}

#[test]
fn quit_restores_a_kitty_terminal() {
    let place = Place::new();
    let mut session = begin(&place, Kind::Kitty);
    session.line("/quit");
    assert_restored(&mut session, Kind::Kitty, 0);
}

#[test]
fn ctrl_x_ctrl_c_restores_an_xterm() {
    let place = Place::new();
    let mut session = begin(&place, Kind::Xterm);
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    assert_restored(&mut session, Kind::Xterm, 0);
}

#[test]
fn inside_tmux_the_keys_of_xterm_are_told_apart_and_given_back() {
    let place = Place::new();
    let mut session = Start::program(&place, &[])
        .kind(Kind::Xterm)
        .variable("TMUX", "/tmp/tmux-0/default,1,0")
        .begin();
    session.wait_for(&["keys xterm", "What was looked for"]);
    assert!(Modes::after(session.bytes()).other_keys);
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    assert_restored(&mut session, Kind::Xterm, 0);
}

#[test]
fn ctrl_c_twice_restores_a_silent_terminal() {
    let place = Place::new();
    let mut session = begin(&place, Kind::Silent);
    session.press(Key::Ctrl('c'));
    session.wait_for(&["again to leave"]);
    session.press(Key::Ctrl('c'));
    assert_restored(&mut session, Kind::Silent, 0);
}

#[test]
fn sigterm_restores_the_terminal() {
    let place = Place::new();
    let mut session = begin(&place, Kind::Kitty);
    session.signal(Signal::SIGTERM);
    assert_restored(&mut session, Kind::Kitty, 143);
}

#[test]
fn sigint_from_outside_restores_the_terminal() {
    let place = Place::new();
    let mut session = begin(&place, Kind::Xterm);
    session.signal(Signal::SIGINT);
    assert_restored(&mut session, Kind::Xterm, 130);
}

#[test]
fn sighup_restores_the_terminal() {
    let place = Place::new();
    let mut session = begin(&place, Kind::Kitty);
    session.signal(Signal::SIGHUP);
    assert_restored(&mut session, Kind::Kitty, 129);
}

#[test]
fn a_signal_during_a_run_ends_the_processes_of_the_run_too() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("!sleep 86398 | cat");
    session.wait_until("the command runs", |_| place.runs("sleep 86398"));
    session.signal(Signal::SIGTERM);
    assert_restored(&mut session, Kind::Kitty, 143);
    assert_eq!(place.processes(), Vec::new());
}
