//! Leaving the terminal: whatever the terminal and the way out, every mode that was set is reset,
//! in the order that terminals need, and nothing is written afterwards. Each kind of terminal is
//! tested with each way out.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use nix::sys::signal::Signal;

use crate::cancel::workbench;
use crate::harness::{Key, Keys, Kind, MOUSE, Modes, Place, Session, Start};
use crate::suspend;

/// A way out of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Quit,
    /// The keys for quitting.
    Keys,
    CtrlCTwice,
    /// A signal from outside.
    Signal(Signal),
    /// A signal as soon as the terminal is captured, before anything is shown or answered.
    AtOnce,
    /// The drawing thread panics.
    Panic,
}

const WAYS: [(Way, u32); 9] = [
    (Way::Quit, 0),
    (Way::Keys, 0),
    (Way::CtrlCTwice, 0),
    (Way::Signal(Signal::SIGTERM), 143),
    (Way::Signal(Signal::SIGINT), 130),
    (Way::Signal(Signal::SIGHUP), 129),
    (Way::Signal(Signal::SIGQUIT), 131),
    (Way::AtOnce, 143),
    (Way::Panic, 101),
];

/// The last bytes written to a terminal that is released.
const LEAVES: &[u8] = b"\x1b[?1049l";

/// The message of the test's panic.
const PANIC: &str = "a test wants to see this";

/// Starts in a terminal of this kind and leaves by this way.
fn leave(kind: Kind, way: Way, status: u32) {
    let place = Place::new();
    let settings = ["--set", "theme=dark", "--set", "editor.keys=vim"];
    let mut session = Start::program(&place, &settings)
        .kind(kind)
        .variable("AGENTICHAT_PANIC_AT", "91x31")
        .begin();
    if way == Way::AtOnce {
        session.wait_until("the terminal is taken", |view| {
            view.screen().alternate_screen()
        });
        session.signal(Signal::SIGTERM);
    } else {
        wait_for_modes(&mut session, kind);
        // The start screen has the keys until it is closed.
        session.wait_for(&["─ Start "]);
        session.press(Key::Esc);
        // A screen that is drawn anew shows neither for a moment.
        session.wait_until("the start screen is closed", |view| {
            view.shows("── draft ──") && !view.shows("─ Start")
        });
        session.wait_until_written("the cursor shows insert mode", |bytes| {
            last(bytes, b"\x1b[6 q").is_some()
        });
        go(&mut session, way);
    }
    assert_left(&mut session, way, status);
}

/// Waits until all modes that this terminal supports are set.
pub fn wait_for_modes(session: &mut Session, kind: Kind) {
    session.wait_for(&["── draft ──", "No model connected"]);
    // All answers have arrived before the text typed next.
    session.settle();
    let kitty = kind.keys == Keys::Kitty;
    // After a stop, the program shows the earlier findings until it has new ones.
    session.wait_until_written("all its modes are set", |bytes| {
        let modes = Modes::after(bytes);
        modes.alternate_screen()
            && modes.pastes_and_focus()
            && modes.mouse() == MOUSE
            && !modes.wheel_arrows()
            && modes.kitty_flags() == i64::from(kitty)
            && modes.other_keys == (kind.protocol() == "xterm")
            && modes.clusters() == kind.counts_clusters()
            && modes.lightness_reports() == kind.reports_lightness()
    });
    assert!(!session.line_is_as_before(), "the line is raw");
}

fn go(session: &mut Session, way: Way) {
    match way {
        Way::Quit => session.line("/quit"),
        Way::Keys => {
            session.press(Key::Ctrl('x'));
            session.press(Key::Ctrl('c'));
        }
        Way::CtrlCTwice => {
            session.press(Key::Ctrl('c'));
            session.wait_for(&["press Ctrl+C again to quit"]);
            session.press(Key::Ctrl('c'));
        }
        Way::Signal(signal) => session.signal(signal),
        Way::Panic => session.resize(91, 31),
        Way::AtOnce => {}
    }
}

/// Asserts that the program ended with this status, and that the terminal is as it was.
fn assert_left(session: &mut Session, way: Way, status: u32) {
    assert_eq!(
        session.wait_for_end(),
        status,
        "{way:?}\n{}",
        session.dump()
    );
    let bytes = session.bytes();
    assert_eq!(Modes::after(bytes), Modes::plain(), "{way:?}");
    assert!(session.line_is_as_before(), "{way:?}: the line is not raw");
    let left = last(bytes, LEAVES).expect("the screen is left");
    let rest = String::from_utf8_lossy(&bytes[left..]);
    assert!(
        !rest.contains('\x1b'),
        "{way:?}: written afterwards: {rest:?}"
    );
    assert_eq!(rest.contains(PANIC), way == Way::Panic, "{way:?}: {rest:?}");
    let screen = session.view();
    let screen = screen.screen();
    assert!(!screen.alternate_screen() && !screen.bracketed_paste() && !screen.hide_cursor());
}

/// Returns the end of the last occurrence of a text.
fn last(bytes: &[u8], text: &[u8]) -> Option<usize> {
    let at = bytes.windows(text.len()).rposition(|window| window == text);
    at.map(|at| at + text.len())
}

/// Tests every way out of a terminal of this kind, with a stop and continue before the last one.
fn every_way_out_of(kind: Kind) {
    for (way, status) in WAYS {
        leave(kind, way, status);
    }
    suspend::leaves_and_comes_back(kind, |session, _| session.press(Key::Ctrl('z')));
}

#[test]
fn every_way_out_gives_a_kitty_terminal_back() {
    every_way_out_of(Kind::KITTY);
}

#[test]
fn every_way_out_gives_a_terminal_back_that_counts_clusters() {
    every_way_out_of(Kind::CLUSTERS);
}

#[test]
fn every_way_out_gives_a_terminal_back_that_has_the_kitty_protocol_off() {
    every_way_out_of(Kind::KITTY_OFF);
}

#[test]
fn every_way_out_gives_an_xterm_back() {
    every_way_out_of(Kind::XTERM);
}

#[test]
fn every_way_out_gives_tmux_back() {
    every_way_out_of(Kind::TMUX);
}

#[test]
fn every_way_out_gives_tmux_back_that_tells_keys_apart() {
    every_way_out_of(Kind::TMUX_KEYS);
}

#[test]
fn every_way_out_gives_the_console_of_linux_back() {
    every_way_out_of(Kind::CONSOLE);
}

#[test]
fn every_way_out_gives_a_silent_terminal_back() {
    every_way_out_of(Kind::SILENT);
}

#[test]
fn a_dumb_terminal_gets_no_sequence_and_is_told_what_to_use_instead() {
    let place = Place::new();
    let mut session = Start::program(&place, &[]).kind(Kind::DUMB).begin();
    assert_eq!(session.wait_for_end(), 2, "{}", session.dump());
    let said = session.view().text().replace('\n', " ");
    assert!(said.contains("dumb"), "{said}");
    assert!(said.contains("agentichat run"), "{said}");
    assert!(!session.bytes().contains(&0x1b), "no sequence was written");
    let mut session = Start::program(&place, &["--plain"])
        .kind(Kind::DUMB)
        .begin();
    session.wait_for(&["Session "]);
    session.press(Key::Ctrl('d'));
    assert_eq!(session.wait_for_end(), 0, "{}", session.dump());
    assert!(!session.bytes().contains(&0x1b), "no sequence was written");
    assert!(session.line_is_as_before(), "{}", session.dump());
}

/// Replaces the user's editor: prints that it runs, and waits for a line.
const EDITOR: &str = "#!/bin/sh\necho 'the editor is here'\nread word\necho \"$word\" > \"$1\"\n";

#[test]
fn an_editor_gets_the_terminal_as_it_was_and_the_program_takes_it_again() {
    for kind in [Kind::KITTY, Kind::CLUSTERS, Kind::XTERM, Kind::CONSOLE] {
        let place = Place::new();
        let editor = place.write("editor.sh", EDITOR);
        fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).expect("a mode");
        let mut session = Start::program(&place, &["--set", "theme=dark"])
            .kind(kind)
            .variable("VISUAL", &editor.display().to_string())
            .begin();
        wait_for_modes(&mut session, kind);
        session.press(Key::Ctrl('x'));
        session.press(Key::Ctrl('e'));
        session.wait_for(&["the editor is here"]);
        assert_eq!(Modes::after(session.bytes()), Modes::plain(), "{kind:?}");
        assert!(session.line_is_as_before(), "{kind:?}: the line is not raw");
        session.text("typed there\n");
        session.wait_until("its text is the draft", |view| {
            view.draft().contains("typed there")
        });
        wait_for_modes(&mut session, kind);
        let way = Way::Signal(Signal::SIGTERM);
        go(&mut session, way);
        assert_left(&mut session, way, 143);
    }
}

#[test]
fn a_signal_during_a_run_ends_the_processes_of_the_run_too() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("!sleep 86398 | cat");
    session.wait_until("the command runs", |_| place.runs("sleep 86398"));
    let way = Way::Signal(Signal::SIGTERM);
    go(&mut session, way);
    assert_left(&mut session, way, 143);
    assert_eq!(place.processes(), Vec::new());
}

#[test]
fn a_terminal_that_is_closed_ends_the_program_and_what_it_started() {
    let place = Place::new();
    let script = format!("{}; true", crate::harness::start::BINARY);
    let mut session = Start::command(&place, &["bash", "--norc", "-c", &script]).begin();
    session.wait_for(&["── draft ──", "No model connected"]);
    session.settle();
    session.line("!sleep 86397 | cat");
    session.wait_until("the command runs", |_| place.runs("sleep 86397"));
    // The leader of the terminal's session dies: the kernel hangs up the terminal, as when its
    // window is closed.
    session.signal(Signal::SIGKILL);
    session.wait_for_end();
    session.wait_until_gone("nothing is left of it", || place.processes().is_empty());
}
