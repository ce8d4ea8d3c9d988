//! Tests of Esc in the editor: once it moves the focus, twice it stops a run or edits the last
//! message, and a letter right behind it is a letter.

use super::super::chrome::Focus;
use super::super::layout::Pane;
use super::super::terminal::KeyProtocol;
use super::super::terminal::findings::KeyFindings;
use super::*;
use protocol::command::CancelMode;

fn draft(harness: &TuiHarness) -> String {
    harness.app.model().sessions.tab().unwrap().editor.text()
}

fn focus(harness: &TuiHarness) -> Focus {
    harness.app.model().chrome.focus
}

fn cancels(harness: &mut TuiHarness) -> usize {
    let stop = |order: &&Command| matches!(order, Command::CancelRun { how, .. } if *how == CancelMode::Gracefully);
    harness.orders().iter().filter(stop).count()
}

/// Returns a screen whose conversation has a message of the user.
fn talked() -> TuiHarness {
    let mut harness = TuiHarness::furnished(120, 40);
    let message = message(7, Role::User, "fix the retries");
    harness.fact(EventKind::MessageAdded { message });
    harness
}

#[test]
fn esc_once_in_a_run_says_what_esc_again_does_and_stops_nothing() {
    let mut harness = talked();
    harness.begin_run();
    harness.press("d r a f t");
    harness.orders();
    harness.press("Esc");
    harness.shows("Esc again stops the run");
    assert_eq!(cancels(&mut harness), 0);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
    harness.press("j");
    harness.hides("Esc again stops the run");
}

#[test]
fn esc_twice_in_a_run_stops_it_and_keeps_the_draft() {
    let mut harness = talked();
    harness.begin_run();
    harness.press("d r a f t Esc Esc");
    assert_eq!(cancels(&mut harness), 1);
    harness.shows("cancelling; Ctrl+C again force stops it");
    assert_eq!(focus(&harness), Focus::Editor);
    assert_eq!(draft(&harness), "draft");
    harness.press("s");
    assert_eq!(draft(&harness), "drafts");
}

#[test]
fn a_late_or_interrupted_second_esc_stops_nothing() {
    let mut harness = talked();
    harness.begin_run();
    harness.key_now("Esc");
    harness.now += Duration::from_millis(2_500);
    harness.key_now("Esc");
    assert_eq!(cancels(&mut harness), 0);
    assert_eq!(focus(&harness), Focus::Editor, "it went back");
    harness.press("Esc j Esc");
    assert_eq!(cancels(&mut harness), 0);
    // The run ended between the two.
    harness.press("Esc");
    harness.fact(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    harness.press("Esc");
    assert_eq!(cancels(&mut harness), 0);
}

#[test]
fn esc_twice_in_an_idle_empty_editor_edits_the_last_message() {
    let mut harness = talked();
    harness.press("Esc");
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
    harness.press("Esc");
    assert_eq!(draft(&harness), "fix the retries");
    assert_eq!(focus(&harness), Focus::Editor);
    // Esc leaves the message as it is; with a draft the second Esc goes back to it.
    harness.press("Esc n e w Esc Esc");
    assert_eq!(draft(&harness), "new");
    assert_eq!(focus(&harness), Focus::Editor);
}

#[test]
fn esc_that_closes_something_in_the_editor_arms_nothing() {
    let mut harness = talked();
    harness.begin_run();
    harness.press("/ h e l Esc");
    harness.hides("Esc again stops the run");
    harness.press("Ctrl+U Ctrl+R Esc");
    harness.hides("Esc again stops the run");
    assert_eq!(cancels(&mut harness), 0);
}

#[test]
fn a_letter_in_the_same_bytes_as_esc_is_esc_and_the_letter() {
    let mut harness = talked();
    harness.begin_run();
    // Esc, then Esc and h in one: the second Esc stops the run, and h is typed.
    harness.key_now("Esc");
    harness.key_now("Alt+H");
    assert_eq!(cancels(&mut harness), 1);
    assert_eq!(draft(&harness), "h");
    let mut harness = talked();
    harness.press("x");
    harness.key_now("Alt+J");
    assert_eq!(
        focus(&harness),
        Focus::Pane(Pane::Chat),
        "j moves in the pane"
    );
    assert_eq!(draft(&harness), "x");
    // With the kitty protocol it was Alt.
    let mut harness = talked();
    harness.app.set_findings(&KeyFindings {
        protocol: KeyProtocol::Kitty,
        ..KeyFindings::default()
    });
    harness.press("x");
    harness.key_now("Alt+J");
    assert_eq!(focus(&harness), Focus::Editor);
    assert_eq!(draft(&harness), "x");
}
