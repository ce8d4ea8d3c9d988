//! The pictures of the README: the demo as the program draws it.
//!
//! With `AGENTICHAT_UPDATE_PICTURES=1` the tests draw them anew. Without, they compare them with
//! what the program draws, byte by byte.

mod cells;
mod demo;
mod pieces;
mod svg;

use std::fs;
use std::path::Path;

use crate::demo::script;
use crate::harness::Key;
use demo::Demo;

const REDRAW: &str = "AGENTICHAT_UPDATE_PICTURES=1 cargo test --locked --test pty readme";

const FIRST_QUESTION: [&str; 7] = [
    "── CONFIRM  shell",
    "$ sh test.sh",
    "sandbox with the proposals, no network",
    "+ echo \"Hello, $name !\"",
    "ctx ~",
    "checkpoint #1",
    "2 to review  1 waiting",
];

/// Compares a picture with the stored one, or stores it.
fn assert_stored(name: &str, drawn: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets")
        .join(name);
    if std::env::var("AGENTICHAT_UPDATE_PICTURES").is_ok_and(|value| value == "1") {
        fs::write(&file, drawn).expect("the picture is written");
    }
    let stored = fs::read_to_string(&file).unwrap_or_default();
    let seen = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&seen, drawn).expect("the picture is written");
    assert!(
        stored == drawn,
        "assets/{name} does not show what the program shows, see {}; draw it anew: {REDRAW}",
        seen.display()
    );
}

#[test]
fn the_review_of_the_readme_is_as_the_program_draws_it() {
    let mut demo = Demo::begin(160, 36);
    demo.wait_for(&["This is the demo", "Greetings must end"]);
    demo.session.press(Key::Enter);
    demo.wait_for(&FIRST_QUESTION);
    let edited = script(&demo.place).replace("name=world", "name=everybody");
    // In one step, as an editor saves: the program may look at any moment.
    let saved = demo.place.write("tmp/greet.sh", &edited);
    fs::rename(saved, demo.place.demo().join("greet.sh")).expect("the user's edit");
    demo.wait_for(&["  main* "]);
    demo.session.press(Key::F(7));
    demo.wait_for(&["Review  greet.sh", "[u]1"]);
    demo.session.press(Key::Ctrl('x'));
    demo.session.text("t");
    demo.wait_for(&["Review  greet.sh", "hunk 1 of 3", "Base  checkpoint #1"]);
    demo.answer("a");
    demo.take(
        "",
        1.0,
        &[
            "hunk 3 of 3   [+]1 [u]1 [ ]1   #1 > proposed by build, you   not applied: w",
            "hunk 3: build · proposed",
            "your changes stay",
            "  main* ",
            ">[~] greet.sh 2*",
            "1 of 2 to review  1 waiting",
            "Current  on disk now (you)",
            "Base  checkpoint #1",
            "Proposed  build, you",
        ],
    );
    let title = "Review: the file on the disk, the base and the proposal side by side";
    assert_stored("review.svg", &svg::draw(title, &demo.frames, 0));
}

#[test]
fn the_screen_and_the_demo_of_the_readme_are_as_the_program_draws_them() {
    let mut demo = Demo::begin(120, 36);
    to_the_failed_test(&mut demo);
    let failed = demo.frames.len() - 1;
    let screen = demo.frame("", 1.0);
    to_the_rollback(&mut demo);
    let title = "A failed test, the corrected change, and the question before the next run";
    assert_stored("screen.svg", &svg::draw(title, &[screen], 0));
    let title = "The demo from the task to the rollback";
    assert_stored("demo.svg", &svg::draw(title, &demo.frames, failed));
}

fn to_the_failed_test(demo: &mut Demo) {
    demo.take(
        "The task waits in the editor. Enter sends it.",
        3.0,
        &[
            "This is the demo",
            "Greetings must end",
            "  main ",
            "1 of 6",
            "replay/scripted",
        ],
    );
    demo.session.press(Key::Enter);
    demo.go_to_question(&FIRST_QUESTION);
    demo.take(
        "The agent proposes two changes and asks to run the tests. Nothing is written yet.",
        3.5,
        &[">[y approve once]<"],
    );
    demo.session.press(Key::F(7));
    demo.take(
        "F7 opens the review: every change, hunk by hunk.",
        3.0,
        &["Review  greet.sh", "[ ]2", "+ echo", "3 of 6"],
    );
    demo.answer("a");
    demo.take(
        "a accepts the first hunk.",
        2.0,
        &[
            "Review  greet.sh",
            "hunk 2 of 2   [+]1 [ ]1   #1 > build   not applied: w",
            "hunk 2: build · proposed",
            ">[~] greet.sh 2*",
            "1 of 2 to review  1 waiting",
        ],
    );
    demo.session.text("q");
    demo.wait_for(&["Chat  turn 1", "3 of 6"]);
    demo.session.press(Key::F(2));
    demo.take(
        "q closes the review, F2 goes to the question.",
        1.5,
        &[">[y approve once]<"],
    );
    demo.answer("y");
    demo.go_to_question(&[
        "FAIL     shell",
        "exit 2",
        "4 of 6",
        "+ echo \"Hello, $name!\"",
        "2 of 3 to review  1 waiting",
    ]);
    demo.take(
        "y runs the tests on what is proposed. They fail, and the agent mends its change. The disk stays as it is.",
        4.0,
        &[">[y approve once]<"],
    );
}

fn to_the_rollback(demo: &mut Demo) {
    demo.session.press(Key::F(7));
    demo.take(
        "F7 shows the new change beside the earlier ones.",
        2.5,
        &["Review  greet.sh", "+ echo \"Hello, $name!\""],
    );
    demo.session.text("q");
    demo.wait_for(&["Chat  turn 1", "4 of 6"]);
    demo.session.press(Key::F(2));
    demo.wait_for(&[">[y approve once]<"]);
    demo.answer("y");
    demo.go_to_question(&["RISK HIGH", "exit 0", "5 of 6"]);
    demo.take(
        "y runs the tests: they pass. The next command is of high risk, it would throw work away.",
        3.5,
        &[">[n reject]<"],
    );
    demo.answer("n");
    demo.take(
        "n refuses it, and the agent ends the run.",
        3.0,
        &[
            "[1 demo] ",
            "you rejected it",
            "git reset --hard did not run",
            "done · ",
            "6 of 6  Nothing is on the disk yet",
            "Enter send  Ctrl+J newline",
        ],
    );
    demo.session.press(Key::F(7));
    demo.wait_for(&["Review  greet.sh"]);
    demo.answer("A");
    demo.take(
        "A in the review accepts all of them and asks before it writes.",
        2.5,
        &["Apply 3 changes in 1 file?", "y apply"],
    );
    demo.answer("y");
    demo.wait_for(&["takes back what the agent changed"]);
    demo.take(
        "y applies: now greet.sh is mended on the disk.",
        2.5,
        &["Chat  turn 1", "  main* "],
    );
    demo.session.press(Key::Ctrl('x'));
    demo.session.text("z");
    demo.take(
        "Ctrl+X z rolls the changes of the run back. Yours would stay.",
        2.5,
        &["step 1 of 2", "3 hunks back"],
    );
    demo.session.press(Key::Enter);
    demo.take(
        "Enter shows what will be written.",
        2.0,
        &["step 2 of 2", "y roll back and write now"],
    );
    demo.answer("y");
    demo.take(
        "y writes: greet.sh is as it was before the run.",
        3.5,
        &[
            "That was the demo.",
            "undone   edit",
            "done · 3 of 3 hunks undone",
            "note  rolled back and written",
            "── rolled back and written",
            "  main ",
            "checkpoint #3",
        ],
    );
}
