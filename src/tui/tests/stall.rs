//! Tests of a session that does not respond: a silent model is told of in a line that takes no
//! keys, a silent engine in a dialog.

use super::*;
use crate::dialog::stall_notice::StallNotice;
use notice::Notice;
use protocol::command::CancelMode;
use protocol::event::TextChannel;
use protocol::stream::{ProviderError, ProviderErrorKind};

/// Opens a run that waits for its model, at a known time of day.
pub(super) fn waiting(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    let began = Timestamp::from_second(1_800_000_000).unwrap();
    harness.app.model.chrome.began = Some(began - harness.now);
    harness.wait(Duration::ZERO);
    harness.begin_run();
    harness.fact(EventKind::StepStarted {
        step: protocol::ids::StepId(Uuid::from_u128(9)),
        number: 2,
        model: "ollama/qwen3-coder".into(),
    });
    harness.effects.clear();
    harness
}

/// Lets time pass as the loop does: ticks the screen whenever it has a deadline.
pub(super) fn pass(harness: &mut TuiHarness, seconds: u64) {
    let end = harness.now + Duration::from_secs(seconds);
    while let Some(due) = harness.app.deadline().filter(|due| *due <= end) {
        harness.wait(due.saturating_sub(harness.now));
    }
    harness.wait(end - harness.now);
}

fn is_said(harness: &mut TuiHarness) -> bool {
    harness
        .text()
        .contains("No reply from qwen3-coder for 3 min")
}

fn text_comes(harness: &mut TuiHarness) {
    harness.fact(EventKind::TextAppended {
        message: MessageId(Uuid::from_u128(102)),
        channel: TextChannel::Answer,
        offset: 0,
        text: "here".into(),
    });
}

fn cancelled(harness: &mut TuiHarness) -> Option<CancelMode> {
    harness.orders().into_iter().find_map(|order| match order {
        Command::CancelRun { how, .. } => Some(how),
        _ => None,
    })
}

#[test]
fn after_three_silent_minutes_a_line_says_so_and_nothing_lies_over_the_panes() {
    for (width, height) in [(160, 48), (120, 40), (80, 24), (60, 16)] {
        let mut harness = waiting(width, height);
        pass(&mut harness, 179);
        assert!(!is_said(&mut harness));
        pass(&mut harness, 18);
        assert!(is_said(&mut harness), "{}", harness.text());
        assert!(!harness.app.model().dialogs.is_open());
        if width == 80 {
            insta::assert_snapshot!("silent_80", harness.text());
        }
    }
}

#[test]
fn where_nothing_moves_the_line_comes_in_time_too() {
    let mut harness = waiting(120, 40);
    harness.app.options.motion = crate::motion::Motion::Off;
    pass(&mut harness, 181);
    assert!(is_said(&mut harness));
}

#[test]
fn any_word_of_the_engine_takes_it_away() {
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    assert!(is_said(&mut harness));
    text_comes(&mut harness);
    assert!(!is_said(&mut harness));
    pass(&mut harness, 181);
    let text = harness.text();
    assert!(
        text.contains("No more from qwen3-coder for 3 min"),
        "{text}"
    );
}

#[test]
fn who_types_goes_on_in_the_draft() {
    let mut harness = waiting(120, 40);
    pass(&mut harness, 185);
    harness.press("h i");
    assert!(is_said(&mut harness));
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "hi"
    );
}

#[test]
fn enter_waits_longer_and_ctrl_c_stops_and_then_forces_it() {
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    harness.press("Enter");
    assert!(!is_said(&mut harness));
    assert_eq!(cancelled(&mut harness), None);
    pass(&mut harness, 55);
    assert!(!is_said(&mut harness), "another minute");
    pass(&mut harness, 10);
    let text = harness.text();
    assert!(
        text.contains("No reply from qwen3-coder for 4 min"),
        "{text}"
    );
    harness.press("Ctrl+C");
    assert_eq!(cancelled(&mut harness), Some(CancelMode::Gracefully));
    harness.press("Ctrl+C");
    assert_eq!(cancelled(&mut harness), Some(CancelMode::KillTree));
}

/// Opens a screen whose engine does not take a message.
fn untaken() -> TuiHarness {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i Enter");
    pass(&mut harness, 31);
    assert!(harness.app.model().dialogs.shows::<StallNotice>());
    harness
}

#[test]
fn a_report_is_kept_without_the_conversation_and_without_keys() {
    let mut harness = untaken();
    let text = harness.text();
    assert!(text.contains("2 save report"), "{text}");
    harness.press("2 Enter");
    let report = harness.effects.iter().find_map(|effect| match effect {
        Effect::WriteReport(text) => Some(text.clone()),
        _ => None,
    });
    let report = report.expect("it is kept");
    assert!(report.contains("no event for 3"), "{report}");
    assert!(report.contains("model ollama/qwen3-coder"), "{report}");
    assert!(!report.contains("tabs cannot race"), "{report}");
}

#[test]
fn an_engine_that_does_not_take_a_message_is_said_not_to_respond() {
    let mut harness = untaken();
    let text = harness.text();
    assert!(text.contains("The engine does not respond"), "{text}");
    assert!(text.contains("your message waits"), "{text}");
    assert!(!text.contains("stop this turn"), "nothing runs: {text}");
    harness.press("h i");
    assert!(!harness.app.model().dialogs.shows::<StallNotice>());
}

#[test]
fn the_pause_before_a_retry_is_counted_down() {
    let mut harness = waiting(80, 24);
    let busy = Notice::text("busy (429)");
    harness.fact(EventKind::RetryScheduled {
        attempt: 2,
        of: 3,
        after_ms: 20_000,
        error: ProviderError::new(ProviderErrorKind::RateLimited, busy),
    });
    pass(&mut harness, 6);
    harness.shows("retrying in 0:14");
    harness.fact(EventKind::StepStarted {
        step: protocol::ids::StepId(Uuid::from_u128(9)),
        number: 2,
        model: "ollama/qwen3-coder".into(),
    });
    harness.hides("retrying in");
    harness.shows("reading the prompt");
}
