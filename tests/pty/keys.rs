//! A user's own keymap in the real program: it takes effect when it is saved, and a broken
//! one changes nothing.

use crate::cancel::workbench;
use crate::harness::{Key, Place};

const KEYMAP: &str = "config/keymap.toml";

#[test]
fn a_saved_keymap_changes_the_keys_of_the_running_workbench_and_a_broken_one_does_not() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.wait_for(&["Enter send  Ctrl+J newline"]);
    let mine = "editor = [\n  { keys = [\"Enter\"], action = \"newline\" },\n  \
                { keys = [\"Alt+Enter\"], action = \"send\" },\n]\n";
    place.write(KEYMAP, mine);
    session.wait_for(&["Alt+Enter send  Enter newline", "your keymap was reloaded"]);
    session.text("one");
    session.press(Key::Enter);
    session.text("two");
    session.wait_for(&["> one", "... two"]);
    place.write(
        KEYMAP,
        "editor = [\n  { keys = [\"Enter\"], action = \"newlin\" },\n]\n",
    );
    session.wait_for(&["keys unchanged", "keymap.toml:2: no"]);
    // The next key dismisses the message; the previous keys still apply.
    session.text("x");
    session.wait_for(&["... twox", "Alt+Enter send  Enter newline"]);
    std::fs::remove_file(place.path(KEYMAP)).expect("it is there");
    session.wait_for(&["Enter send  Ctrl+J newline"]);
}
