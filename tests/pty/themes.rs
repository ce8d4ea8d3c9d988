//! The theme follows the terminal, changes by a command, and survives a restart.

use crate::cancel::workbench;
use crate::harness::{Key, Modes, Place, Session};

/// Backgrounds of the dark, the light and the high-contrast theme.
pub const DARK: vt100::Color = vt100::Color::Rgb(0x16, 0x18, 0x1d);
const LIGHT: vt100::Color = vt100::Color::Rgb(0xfd, 0xfd, 0xfb);
pub const HIGH_CONTRAST: vt100::Color = vt100::Color::Rgb(0, 0, 0);

/// Waits until the editor has this background.
pub fn wait_for_ground(session: &mut Session, ground: vt100::Color) {
    session.wait_until(&format!("the ground is {ground:?}"), |view| {
        let screen = view.screen();
        let (rows, _) = screen.size();
        let cell = screen.cell(rows.get() - 3, 1);
        cell.is_some_and(|cell| cell.bgcolor() == ground)
    });
}

#[test]
fn auto_follows_a_terminal_that_changes_while_it_is_shown() {
    let place = Place::new();
    let mut session = workbench(&place);
    wait_for_ground(&mut session, DARK);
    session.wait_until_written("the terminal reports its lightness", |bytes| {
        Modes::after(bytes).lightness_reports()
    });
    session.settle();
    session.text("\u{1b}[?997;2n");
    wait_for_ground(&mut session, LIGHT);
    session.line("/theme palette cvd");
    session.text("\u{1b}[?997;1n");
    wait_for_ground(&mut session, DARK);
    session.settle();
    session.wait_until("the draft is empty: no answer is a key", |view| {
        view.draft().trim() == ">"
    });
    session.line("/quit");
    session.wait_for_end();
    assert_eq!(Modes::after(session.bytes()), Modes::plain());
}

#[test]
fn a_theme_is_changed_at_once_and_kept_on_request() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("/theme nosuch");
    session.wait_for(&["no theme `nosuch`"]);
    session.press(Key::Ctrl('u'));
    session.line("/theme hc save");
    wait_for_ground(&mut session, HIGH_CONTRAST);
    session.wait_for(&["theme hc with the palette standard is saved in"]);
    drop(session);
    let mut again = workbench(&place);
    wait_for_ground(&mut again, HIGH_CONTRAST);
}
