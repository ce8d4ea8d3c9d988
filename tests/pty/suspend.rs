//! Ctrl+Z and `kill -TSTP` return the terminal to the shell, and `fg` captures it again. `leaving`
//! tests Ctrl+Z in terminals of each kind.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::cancel::workbench;
use crate::harness::start::BINARY;
use crate::harness::{Key, Kind, Modes, Place, Session, Start};
use crate::leaving::wait_for_modes;

#[test]
fn a_stop_from_outside_leaves_the_terminal_to_the_shell_too() {
    leaves_and_comes_back(Kind::KITTY, |_, place| {
        let processes = place.processes();
        let found = processes
            .iter()
            .find(|(_, line)| line.split(' ').next() == Some(BINARY));
        let (number, _) = found.expect("the program runs");
        kill(Pid::from_raw(*number), Signal::SIGTSTP).expect("a signal can be sent");
    });
}

/// Stops in a terminal of this kind, continues, and leaves.
pub fn leaves_and_comes_back(kind: Kind, stop: fn(&mut Session, &Place)) {
    let place = Place::new();
    let script = format!(
        "set -m; {BINARY}; echo 'stopped now'; stty -a | head -3; read word; fg; echo 'over now'"
    );
    let mut session = Start::command(&place, &["bash", "--norc", "-c", &script])
        .kind(kind)
        .begin();
    wait_for_modes(&mut session, kind);
    session.text("keep me");
    session.wait_for(&["keep me"]);
    stop(&mut session, &place);
    session.wait_for(&["stopped now", "speed"]);
    assert_eq!(Modes::after(session.bytes()), Modes::plain());
    assert!(session.line_is_as_before(), "the shell has its line");
    assert!(!session.view().shows("── draft ──"));
    session.text("go on\n");
    session.wait_for(&["keep me"]);
    wait_for_modes(&mut session, kind);
    session.text("!");
    session.wait_until("it takes keys", |view| view.draft().contains("keep me!"));
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    assert_eq!(session.wait_for_end(), 0);
    assert!(session.view().shows("over now"), "{}", session.dump());
    assert_eq!(Modes::after(session.bytes()), Modes::plain());
}

#[test]
fn a_program_that_goes_on_after_a_stop_draws_everything_anew() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.signal(Signal::SIGSTOP);
    session.scribble();
    session.signal(Signal::SIGCONT);
    session.wait_until("the screen is whole", |view| {
        view.shows_all(&["── draft ──", "replay/recorded"]) && !view.shows("scribbled")
    });
    assert_eq!(Modes::after(session.bytes()).kitty_flags(), 1);
}

#[test]
fn where_nobody_could_bring_it_back_ctrl_z_changes_nothing() {
    let place = Place::new();
    // The program leads the terminal's session itself, as in a container without a shell.
    let mut session = workbench(&place);
    session.text("keep me");
    session.wait_for(&["keep me"]);
    session.press(Key::Ctrl('z'));
    session.text("!");
    session.wait_until("it takes keys", |view| view.draft().contains("keep me!"));
    assert!(Modes::after(session.bytes()).alternate_screen());
}
