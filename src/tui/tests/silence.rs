//! Tests of a session that does not respond: the notice appears by itself and takes no keys
//! from the user.

use super::super::overlay::Overlay;
use super::*;
use crate::protocol::command::CancelMode;
use crate::protocol::event::TextChannel;

/// Opens a run that waits for its model, at a known time of day.
pub(super) fn waiting(width: u16, height: u16) -> Stage {
    let mut stage = Stage::furnished(width, height);
    let began = Timestamp::from_second(1_800_000_000).unwrap();
    stage.app.set_began(began - stage.now);
    stage.wait(Duration::ZERO);
    stage.begin_run();
    stage.fact(EventKind::StepStarted {
        step: crate::protocol::ids::StepId(Uuid::from_u128(9)),
        number: 2,
        model: "ollama/qwen3-coder".into(),
    });
    stage.effects.clear();
    stage
}

/// Lets time pass as the loop does: ticks the screen whenever it has a deadline.
pub(super) fn pass(stage: &mut Stage, seconds: u64) {
    let end = stage.now + Duration::from_secs(seconds);
    while let Some(due) = stage.app.deadline().filter(|due| *due <= end) {
        stage.wait(due.saturating_sub(stage.now));
    }
    stage.wait(end - stage.now);
}

fn is_said(stage: &Stage) -> bool {
    matches!(stage.app.model().overlay, Some(Overlay::Silent(_)))
}

fn text_comes(stage: &mut Stage) {
    stage.fact(EventKind::TextAppended {
        message: MessageId(Uuid::from_u128(102)),
        channel: TextChannel::Answer,
        offset: 0,
        text: "here".into(),
    });
}

#[test]
fn after_three_silent_minutes_the_screen_says_so_with_the_ways_on() {
    for (width, height) in [(160, 48), (120, 40), (80, 24), (60, 16)] {
        let mut stage = waiting(width, height);
        pass(&mut stage, 179);
        assert!(!is_said(&stage));
        pass(&mut stage, 18);
        insta::assert_snapshot!(format!("silent_{width}"), stage.text());
    }
}

#[test]
fn any_word_of_the_engine_takes_it_away() {
    let mut stage = waiting(120, 40);
    pass(&mut stage, 181);
    assert!(is_said(&stage));
    text_comes(&mut stage);
    assert!(!is_said(&stage));
    pass(&mut stage, 181);
    assert!(is_said(&stage), "silent again");
}

#[test]
fn who_types_is_not_interrupted_and_what_is_typed_is_not_lost() {
    let mut stage = waiting(120, 40);
    stage.press("m y");
    pass(&mut stage, 185);
    assert!(!is_said(&stage));
    assert!(stage.text().contains("no answer for 3:0"));
    stage.press("Backspace Backspace");
    pass(&mut stage, 2);
    assert!(is_said(&stage));
    stage.fact(EventKind::DraftSaved { text: "m".into() });
    assert!(
        is_said(&stage),
        "a draft that was kept is no word of the model"
    );
    stage.press("h i");
    assert!(!is_said(&stage));
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "hi");
}

#[test]
fn enter_waits_longer_and_the_numbers_choose_what_it_does() {
    let cancelled = |stage: &mut Stage| {
        stage.orders().into_iter().find_map(|order| match order {
            Command::CancelRun { how, .. } => Some(how),
            _ => None,
        })
    };
    let mut stage = waiting(120, 40);
    pass(&mut stage, 181);
    stage.press("Enter");
    assert!(!is_said(&stage));
    assert_eq!(cancelled(&mut stage), None);
    pass(&mut stage, 55);
    assert!(!is_said(&stage), "another minute");
    pass(&mut stage, 10);
    assert!(is_said(&stage));
    stage.press("2 Enter");
    assert_eq!(cancelled(&mut stage), Some(CancelMode::Gracefully));
    let mut stage = waiting(120, 40);
    pass(&mut stage, 181);
    stage.press("3 Enter");
    assert_eq!(cancelled(&mut stage), Some(CancelMode::KillTree));
    let mut stage = waiting(120, 40);
    pass(&mut stage, 181);
    stage.press("Ctrl+C");
    assert_eq!(cancelled(&mut stage), Some(CancelMode::Gracefully));
}

#[test]
fn a_report_is_kept_without_the_conversation_and_without_keys() {
    let mut stage = waiting(120, 40);
    pass(&mut stage, 181);
    assert!(stage.text().contains("4 save report"), "{}", stage.text());
    stage.press("4 Enter");
    let report = stage.effects.iter().find_map(|effect| match effect {
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
    let mut stage = Stage::furnished(120, 40);
    stage.press("h i Enter");
    pass(&mut stage, 31);
    assert!(is_said(&stage));
    let text = stage.text();
    assert!(text.contains("your message waits"), "{text}");
    assert!(!text.contains("stop this turn"), "nothing runs: {text}");
}
