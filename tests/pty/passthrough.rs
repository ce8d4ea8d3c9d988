//! Turning on passthrough requires a user who has read its meaning.

use std::collections::BTreeSet;

use crate::cancel::workbench;
use crate::harness::{Key, Place, Session, View};

fn is_asked(session: &mut Session) {
    session.wait_for(&["PASSTHROUGH on?", "always asks: risk high"]);
}

fn is_on(session: &mut Session) {
    session.wait_until("passthrough is on", |view| {
        view.status().contains("PASSTHROUGH")
    });
}

#[test]
fn passthrough_is_asked_for_the_first_time_only() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.press(Key::F(9));
    is_asked(&mut session);
    session.answer("n");
    session.wait_until("it stays off", |view| {
        !view.shows("PASSTHROUGH on?") && !view.status().contains("PASSTHROUGH")
    });
    session.press(Key::CtrlTab);
    is_asked(&mut session);
    session.answer("y");
    is_on(&mut session);
    session.press(Key::CtrlTab);
    session.wait_until("it is off", |view| {
        !view.status().contains("PASSTHROUGH") && !view.shows("PASSTHROUGH on?")
    });
    session.press(Key::F(9));
    is_on(&mut session);
    assert!(!session.view().shows("PASSTHROUGH on?"), "once is enough");
    session.press(Key::F(12));
    session.wait_until("F12 turns it off", |view| {
        !view.status().contains("PASSTHROUGH")
    });
}

#[test]
fn cycling_through_the_modes_never_reaches_passthrough() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.wait_until("it begins with review", |view| {
        view.status().contains("review ·")
    });
    let shown = |view: View<'_>| {
        let status = view.status();
        let word = status.trim_start().split(' ').next();
        word.unwrap_or_default().to_owned()
    };
    let mut seen = BTreeSet::new();
    let mut mode = shown(session.view());
    for _ in 0..12 {
        session.press(Key::ShiftTab);
        session.wait_until("another mode", |view| {
            let now = shown(view);
            !now.is_empty() && now != mode
        });
        mode = shown(session.view());
        seen.insert(mode.clone());
    }
    // A machine without the sandbox for it has no mode auto.
    seen.remove("auto");
    let modes = ["accept-edits", "confirm", "plan", "review"];
    assert_eq!(seen, modes.map(str::to_owned).into());
}
