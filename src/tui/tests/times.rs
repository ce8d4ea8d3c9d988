//! Tests of running times: they tick once a second while something runs, and never otherwise.

use super::*;
use notice::Notice;
use protocol::approval::{Question, QuestionBody, RiskReport};
use protocol::call::ToolCall;
use protocol::event::TextChannel;
use protocol::ids::{CallId, ContentHash, QuestionId, StepId};

/// Creates a screen whose events arrive 250 ms after its own time began.
fn harness(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    let began = Timestamp::from_millisecond(1_800_000_000_250).unwrap();
    harness.app.model.chrome.began = Some(began - harness.now);
    harness.begin_run();
    harness.wait(Duration::ZERO);
    harness
}

fn call() -> CallId {
    CallId(Uuid::from_u128(70))
}

fn shell_runs(harness: &mut TuiHarness) {
    harness.fact(EventKind::CallRequested {
        message: MessageId(Uuid::from_u128(102)),
        call: ToolCall {
            id: call(),
            provider_id: "c1".into(),
            tool: "shell_exec".into(),
            arguments: serde_json::json!({ "command": "cargo test" }),
        },
    });
    harness.fact(EventKind::CallStarted {
        call: call(),
        allowed_by: Notice::text("your answer"),
    });
}

fn question() -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(50)),
        session: session(),
        run: run_id(),
        call: None,
        tool: "clarify_user".into(),
        origin: "build".into(),
        body: QuestionBody::Confirm {
            question: Notice::text("Go on?"),
        },
        risk: RiskReport::low(Notice::text("a question")),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

#[test]
fn the_working_time_and_that_of_a_call_tick_together_once_a_second() {
    let mut harness = harness(120, 40);
    shell_runs(&mut harness);
    let text = harness.text();
    assert!(text.contains("── working 0:00"), "{text}");
    for second in 1..5 {
        let due = harness.app.deadline().expect("the next second");
        let left = due - harness.now;
        assert!(left <= Duration::from_secs(1), "{left:?}");
        assert!(second == 1 || left == Duration::from_secs(1), "{left:?}");
        harness.wait(left - Duration::from_millis(1));
        assert_eq!(harness.frame(), b"", "nothing changes within a second");
        harness.wait(Duration::from_millis(1));
        let text = harness.text();
        assert!(text.contains(&format!("── working 0:0{second}")), "{text}");
        assert_eq!(text.matches(&format!("0:0{second}")).count(), 2, "{text}");
    }
}

#[test]
fn until_a_model_answers_the_line_says_what_it_reads_and_then_how_much_came() {
    let mut harness = harness(120, 40);
    let step = StepId(Uuid::from_u128(7));
    harness.fact(EventKind::StepStarted {
        step,
        number: 1,
        model: "ollama/small".into(),
    });
    let progress = |answer| EventKind::StepProgress {
        step,
        prompt: 3_100,
        answer,
    };
    harness.fact(progress(0));
    harness.wait(Duration::from_secs(4));
    let text = harness.text();
    let wanted = "── reading the prompt ~3.1k tokens 0:04";
    assert!(text.contains(wanted), "{text}");
    harness.fact(EventKind::TextAppended {
        message: MessageId(Uuid::from_u128(8)),
        channel: TextChannel::Answer,
        offset: 0,
        text: "It".into(),
    });
    harness.fact(progress(190));
    harness.wait(Duration::from_secs(5));
    let text = harness.text();
    // The events of these tests are all of one moment.
    let wanted = "── answering 0:09 · ~190 tokens · 21/s";
    assert!(text.contains(wanted), "{text}");
    shell_runs(&mut harness);
    harness.fact(EventKind::StepCompleted {
        step,
        usage: protocol::usage::Usage::default(),
        window: protocol::session::ContextWindow {
            used: 1,
            limit: 2,
            estimated: false,
        },
    });
    let text = harness.text();
    assert!(text.contains("── working 0:09"), "{text}");
}

#[test]
fn no_time_ticks_while_the_user_is_asked_or_nothing_runs() {
    let mut harness = harness(120, 40);
    harness.fact(EventKind::QuestionOpened {
        question: question(),
    });
    harness.press("x");
    harness.wait(Duration::from_secs(10));
    let text = harness.text();
    assert!(text.contains("── working ──"), "{text}");
    harness.wait(Duration::from_secs(3_600));
    assert_eq!(harness.frame(), b"");

    let mut harness = self::harness(120, 40);
    harness.fact(EventKind::RunCompleted {
        result: RunResult::default(),
    });
    assert_eq!(harness.app.deadline(), None);
    assert!(!harness.text().contains("working"));
}

#[test]
fn the_time_of_a_session_in_the_background_does_not_tick() {
    let mut harness = harness(120, 40);
    assert!(harness.app.deadline().is_some());
    harness.app.carry_out(vec![Effect::NewSessionWith {
        settings: Box::new(settings()),
        folder: None,
    }]);
    assert_eq!(harness.app.deadline(), None);
}

#[test]
fn where_nothing_shall_move_no_time_ticks_and_the_work_is_said_without_one() {
    let mut harness = harness(120, 40);
    harness.app.options.motion = crate::motion::Motion::Off;
    shell_runs(&mut harness);
    let text = harness.text();
    assert!(text.contains("── working "), "{text}");
    assert!(!text.contains("0:0"), "{text}");
    let due = harness.app.deadline();
    let soon = harness.now + Duration::from_secs(20);
    assert!(
        due.is_none_or(|due| due > soon),
        "only the line on silence is due: {due:?}"
    );
    for _ in 0..5 {
        harness.wait(Duration::from_secs(1));
        assert_eq!(harness.frame(), b"");
    }
}
