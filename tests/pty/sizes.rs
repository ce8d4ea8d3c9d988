//! Terminals of any size, also while the size changes.

use crate::cancel::workbench;
use crate::harness::{Place, View};

fn is_whole(view: View<'_>) -> bool {
    view.shows_all(&["── draft ──", "keep me", "recorded"])
}

#[test]
fn a_storm_of_sizes_ends_in_a_whole_screen() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.text("keep me");
    session.wait_until("the screen is whole", is_whole);
    let shrinking = (0..=20).map(|step| (120 - step * 5, 36 - step * 31 / 20));
    let growing = (0..=20)
        .rev()
        .map(|step| (160 - step * 7, 40 - step * 35 / 20));
    for (columns, rows) in shrinking.chain(growing) {
        session.resize(columns, rows);
    }
    session.wait_until("the screen is whole again", is_whole);
    session.text("!");
    session.wait_until("it takes keys", |view| view.draft().contains("keep me!"));
    session.resize(20, 5);
    session.wait_for(&["too small"]);
    session.resize(120, 36);
    session.wait_until("the screen is whole once more", is_whole);
}

#[test]
fn a_terminal_that_is_too_small_is_told_so_and_keeps_the_draft() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.text("keep me");
    session.wait_until("the screen is whole", is_whole);
    session.resize(39, 10);
    session.wait_for(&["too small", "needs 40x10, is 39x10"]);
    session.resize(40, 9);
    session.wait_for(&["needs 40x10, is 40x9"]);
    session.resize(40, 10);
    session.wait_until("40x10 is enough", |view| {
        view.shows("keep me") && !view.shows("too small")
    });
}
