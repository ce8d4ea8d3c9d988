//! Ctrl+Z and `kill -TSTP` give the terminal back to the shell, and `fg` takes it again.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::cancel::workbench;
use crate::harness::start::BINARY;
use crate::harness::{Key, Kind, Modes, Place, Session, Start};

#[test]
fn a_suspended_program_leaves_the_terminal_to_the_shell_and_comes_back() {
    leaves_and_comes_back(|session, _| session.press(Key::Ctrl('z')));
}

#[test]
fn a_stop_from_outside_leaves_the_terminal_to_the_shell_too() {
    leaves_and_comes_back(|_, place| {
        let processes = place.processes();
        let found = processes
            .iter()
            .find(|(_, line)| line.split(' ').next() == Some(BINARY));
        let (number, _) = found.expect("the program runs");
        kill(Pid::from_raw(*number), Signal::SIGTSTP).expect("a signal can be sent");
    });
}

fn leaves_and_comes_back(stop: fn(&mut Session, &Place)) {
    let place = Place::new();
    let script = format!(
        "set -m; {BINARY}; echo 'stopped now'; stty -a | head -3; read word; fg; echo 'over now'"
    );
    let mut session = Start::command(&place, &["bash", "--norc", "-c", &script])
        .kind(Kind::Kitty)
        .begin();
    session.wait_for(&["── draft ──", "What was looked for", "keys kitty"]);
    session.text("keep me");
    session.wait_for(&["keep me"]);
    stop(&mut session, &place);
    session.wait_for(&["stopped now", "speed"]);
    assert_eq!(Modes::after(session.bytes()), Modes::PLAIN);
    assert!(session.line_is_as_before(), "the shell has its line");
    assert!(!session.view().shows("── draft ──"));
    session.text("go on\n");
    session.wait_for(&["── draft ──", "keep me", "What was looked for"]);
    let modes = Modes::after(session.bytes());
    assert!(modes.alternate_screen && modes.bracketed_paste && modes.focus_reports);
    assert!(modes.mouse);
    assert_eq!(modes.kitty_flags, 1);
    assert!(!session.line_is_as_before());
    session.text("!");
    session.wait_until("it takes keys", |view| view.draft().contains("keep me!"));
    session.press(Key::Ctrl('x'));
    session.press(Key::Ctrl('c'));
    assert_eq!(session.wait_for_end(), 0);
    assert!(session.view().shows("over now"), "{}", session.dump());
    assert_eq!(Modes::after(session.bytes()), Modes::PLAIN);
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
    assert_eq!(Modes::after(session.bytes()).kitty_flags, 1);
}

#[test]
fn where_nobody_could_bring_it_back_ctrl_z_changes_nothing() {
    let place = Place::new();
    // It leads the terminal's session itself, as in a container without a shell.
    let mut session = workbench(&place);
    session.text("keep me");
    session.wait_for(&["keep me"]);
    session.press(Key::Ctrl('z'));
    session.text("!");
    session.wait_until("it takes keys", |view| view.draft().contains("keep me!"));
    assert!(Modes::after(session.bytes()).alternate_screen);
}
