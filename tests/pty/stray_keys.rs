//! A key that was meant for something else never approves.

use crate::demo;
use crate::harness::{Key, Place};

/// The message is sent and the next one begun in one piece: from the first frame of the run
/// on there is a draft, so the bar never takes the keys by itself. The speed of the test
/// does not matter then.
#[test]
fn typing_while_a_question_comes_up_never_approves() {
    let place = Place::new();
    let mut session = demo::open(&place);
    let mut typed = String::from("yes,");
    session.text(&format!("\r{typed}"));
    session.wait_until("the next draft is begun", |view| {
        view.draft().contains("yes,")
    });
    // Types a letter after each check of the screen, until the question is there or the
    // row is full.
    while !session.view().shows("+0 -3") && typed.len() < 90 {
        typed.push('y');
        session.text("y");
        session.wait_until("the letter is in the draft", |view| {
            view.draft().contains(&typed)
        });
    }
    session.wait_for(&["+0 -3"]);
    typed.push_str("yyyy");
    session.text("yyyy");
    session.wait_until("all of it is in the draft", |view| {
        view.draft().contains(&typed)
    });
    session.settle();
    // The requested frame comes after the terminal's answer that reports it.
    session.wait_for(&["── CONFIRM", "+0 -3"]);
    assert!(demo::script(&place).contains("old_style"));
}

#[test]
fn a_paste_with_y_and_a_newline_never_approves_or_submits() {
    let place = Place::new();
    let mut session = demo::begin(&place);
    session.wait_for(&["── CONFIRM", "+0 -3"]);
    // Into the editor first, then into the focused bar.
    session.paste("y\n");
    session.settle();
    session.press(Key::F(2));
    session.wait_for(&[">[y approve"]);
    let shown = std::time::Instant::now();
    session.wait_until("the bar is armed", |_| shown.elapsed().as_millis() > 500);
    session.paste("y\n");
    session.settle();
    session.wait_for_quiet(
        "what was pasted is dealt with",
        std::time::Duration::from_millis(700),
    );
    assert!(
        session.view().shows_all(&["── CONFIRM", "+0 -3"]),
        "{}",
        session.dump()
    );
    assert!(session.view().draft().contains('y'), "{}", session.dump());
    assert!(demo::script(&place).contains("old_style"));
    let messages = session.view().text().matches(" you  ").count();
    assert_eq!(messages, 1, "nothing was sent\n{}", session.dump());
}
