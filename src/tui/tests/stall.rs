//! Tests of a session that does not respond: the notice appears by itself and takes no keys
//! from the user.

use super::*;
use crate::dialog::stall_notice::StallNotice;
use protocol::command::CancelMode;
use protocol::event::TextChannel;

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

fn is_said(harness: &TuiHarness) -> bool {
    harness.app.model().dialogs.shows::<StallNotice>()
}

fn text_comes(harness: &mut TuiHarness) {
    harness.fact(EventKind::TextAppended {
        message: MessageId(Uuid::from_u128(102)),
        channel: TextChannel::Answer,
        offset: 0,
        text: "here".into(),
    });
}

#[test]
fn after_three_silent_minutes_the_screen_says_so_with_the_ways_on() {
    for (width, height) in [(160, 48), (120, 40), (80, 24), (60, 16)] {
        let mut harness = waiting(width, height);
        pass(&mut harness, 179);
        assert!(!is_said(&harness));
        pass(&mut harness, 18);
        assert!(is_said(&harness));
    }
}

#[test]
fn any_word_of_the_engine_takes_it_away() {
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    assert!(is_said(&harness));
    text_comes(&mut harness);
    assert!(!is_said(&harness));
    pass(&mut harness, 181);
    assert!(is_said(&harness), "silent again");
}

#[test]
fn who_types_is_not_interrupted_and_what_is_typed_is_not_lost() {
    let mut harness = waiting(120, 40);
    harness.press("m y");
    pass(&mut harness, 185);
    assert!(!is_said(&harness));
    assert!(harness.text().contains("no answer for 3:0"));
    harness.press("Backspace Backspace");
    pass(&mut harness, 2);
    assert!(is_said(&harness));
    harness.fact(EventKind::DraftSaved { text: "m".into() });
    assert!(
        is_said(&harness),
        "a draft that was kept is no word of the model"
    );
    harness.press("h i");
    assert!(!is_said(&harness));
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "hi"
    );
}

#[test]
fn enter_waits_longer_and_the_numbers_choose_what_it_does() {
    let cancelled = |harness: &mut TuiHarness| {
        harness.orders().into_iter().find_map(|order| match order {
            Command::CancelRun { how, .. } => Some(how),
            _ => None,
        })
    };
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    harness.press("Enter");
    assert!(!is_said(&harness));
    assert_eq!(cancelled(&mut harness), None);
    pass(&mut harness, 55);
    assert!(!is_said(&harness), "another minute");
    pass(&mut harness, 10);
    assert!(is_said(&harness));
    harness.press("2 Enter");
    assert_eq!(cancelled(&mut harness), Some(CancelMode::Gracefully));
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    harness.press("3 Enter");
    assert_eq!(cancelled(&mut harness), Some(CancelMode::KillTree));
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    harness.press("Ctrl+C");
    assert_eq!(cancelled(&mut harness), Some(CancelMode::Gracefully));
}

#[test]
fn a_report_is_kept_without_the_conversation_and_without_keys() {
    let mut harness = waiting(120, 40);
    pass(&mut harness, 181);
    assert!(
        harness.text().contains("4 save report"),
        "{}",
        harness.text()
    );
    harness.press("4 Enter");
    let report = harness.effects.iter().find_map(|effect| match effect {
        Effect::WriteReport(text) => Some(text.clone()),
        _ => None,
    });
    let report = report.expect("it is kept");
    assert!(report.contains("status idle, no event for 18"), "{report}");
    assert!(report.contains("model ollama/qwen3-coder"), "{report}");
    assert!(!report.contains("tabs cannot race"), "{report}");
}

#[test]
fn an_engine_that_does_not_take_a_message_is_said_not_to_respond() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("h i Enter");
    pass(&mut harness, 31);
    assert!(is_said(&harness));
    let text = harness.text();
    assert!(text.contains("your message waits"), "{text}");
    assert!(!text.contains("stop this turn"), "nothing runs: {text}");
}
