//! The picture of the README: the screen of the demo as the program draws it.
//!
//! With `AGENTICHAT_UPDATE_PICTURE=1` the test redraws it. Without, it compares the picture with
//! the screen: both must contain the same text.

mod svg;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::harness::{Key, Place, Session, Start};

/// Columns and rows of the picture.
const SIZE: (u16, u16) = (120, 36);

#[test]
fn the_picture_shows_what_the_screen_shows() {
    let place = Place::new();
    let session = first_question(&place);
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/screen.svg");
    if std::env::var("AGENTICHAT_UPDATE_PICTURE").is_ok_and(|value| value == "1") {
        std::fs::write(&file, svg::draw(session.view().screen())).expect("the picture is written");
    }
    let picture = std::fs::read_to_string(&file).expect("assets/screen.svg is there");
    let (shown, drawn) = (words(&session.view().rows()), words(&svg::rows(&picture)));
    let hint = "draw it again: AGENTICHAT_UPDATE_PICTURE=1 cargo test --test pty the_picture";
    assert_eq!(shown, drawn, "{hint}");
    assert!(shown.contains("CONFIRM") && shown.contains("apply,"));
}

/// Starts the demo up to the question about the first command, with two changes proposed.
fn first_question(place: &Place) -> Session {
    let (columns, rows) = SIZE;
    let mut session = Start::program(place, &["--demo", "--set", "theme=dark"])
        .size(columns, rows)
        .begin();
    session.wait_for(&["Greetings must end"]);
    session.press(Key::Enter);
    session.wait_for(&["── CONFIRM", "$ sh test.sh", "review 2 of 2", "main"]);
    session.press(Key::F(2));
    session.wait_for(&[">[y apply, then run"]);
    session.settle();
    session.wait_for_quiet(
        "nothing changes any more",
        std::time::Duration::from_secs(1),
    );
    session
}

/// Returns the words on a screen, without what differs between runs: places, times and counts.
fn words(rows: &[String]) -> BTreeSet<String> {
    rows.iter()
        .skip(1)
        .flat_map(|row| row.split([' ', '│', '─']))
        .filter(|word| word.chars().any(char::is_alphabetic))
        .filter(|word| !word.chars().any(|letter| letter.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}
