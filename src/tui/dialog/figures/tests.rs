//! Tests of the figures: lanes that add up, and the screen at each size.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use uuid::Uuid;

use super::lanes::{Lane, LaneKind, lanes};
use super::*;
use crate::app::App;
use crate::tests::text_of;
use crate::theme::{ColourDepth, Theme};
use protocol::figures::{Span, SpanKind};
use protocol::ids::{MessageId, RunId};
use protocol::session::{Run, RunStatus};
use protocol::usage::Usage;

fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(1_800_000_000_000 + milliseconds).unwrap()
}

fn step(from: i64, to: i64, cost: Option<f64>) -> StepFigures {
    StepFigures {
        model: "ollama/qwen3-coder".into(),
        started_at: at(from),
        completed_at: Some(at(to)),
        usage: Some(Usage {
            input_tokens: u64::try_from(to).unwrap() / 4,
            output_tokens: u64::try_from(to - from).unwrap() / 10,
            cost_usd: cost,
            ..Usage::default()
        }),
    }
}

fn span(kind: SpanKind, name: &str, from: i64, to: Option<i64>, ok: bool) -> Span {
    Span {
        kind,
        name: name.into(),
        from: at(from),
        to: to.map(at),
        ok,
    }
}

fn run(cost: Option<f64>) -> RunFigures {
    RunFigures {
        run: Run {
            id: RunId(Uuid::from_u128(2)),
            session: crate::tests::session(),
            message: MessageId(Uuid::from_u128(3)),
            status: RunStatus::Completed,
            started_at: at(0),
            finished_at: Some(at(102_000)),
            error: None,
            result: None,
        },
        asked: "Refactor session refresh so that two tabs cannot race.".into(),
        steps: vec![
            step(0, 31_000, cost),
            step(40_000, 70_000, cost),
            step(90_000, 102_000, cost),
        ],
        spans: vec![
            span(SpanKind::Tool, "read_file", 31_000, Some(31_200), true),
            span(SpanKind::Tool, "search_text", 31_000, Some(33_000), false),
            span(SpanKind::User, "write_file", 70_000, Some(88_000), true),
            span(SpanKind::Tool, "write_file", 88_000, Some(90_000), true),
        ],
    }
}

/// Two runs, with their cost.
pub(crate) fn runs() -> Vec<RunFigures> {
    vec![run(Some(0.28)), run(Some(0.28))]
}

fn figures(cost: Option<f64>) -> Figures {
    let mut figures = Figures::new(
        crate::tests::session(),
        "auth-refactor".into(),
        TimeZone::UTC,
    );
    figures.tell(
        Some(ContextWindow {
            used: 82_000,
            limit: 200_000,
            estimated: false,
        }),
        Some(at(200_000)),
    );
    figures.set(vec![run(cost), run(cost)]);
    figures.footer = DialogContext::new(&App::for_test(80, 24)).footer(&figures);
    figures
}

fn drawn(figures: &Figures, width: u16, height: u16) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::load("dark", ColourDepth::TrueColour).unwrap();
    figures.draw(area, &mut buffer, &theme);
    text_of(&buffer)
}

#[test]
fn figures_without_a_price() {
    insta::assert_snapshot!("figures_80", drawn(&figures(None), 80, 24));
}

#[test]
fn a_session_without_an_answer_says_so() {
    let mut figures = figures(None);
    figures.set(Vec::new());
    let text = drawn(&figures, 80, 24);
    assert!(text.contains("no answer yet"), "{text}");
    figures.failed("the database is locked");
    assert!(drawn(&figures, 80, 24).contains("the database is locked"));
}

#[test]
fn what_goes_on_reaches_to_now() {
    let mut going = run(None);
    going.run.finished_at = None;
    going
        .spans
        .push(span(SpanKind::Tool, "shell_exec", 102_000, None, true));
    let (lanes, whole) = lanes(&going, Some(at(150_000)));
    assert_eq!(whole, 150_000);
    let shell = lanes.iter().find(|lane| lane.name == "shell_exec").unwrap();
    assert_eq!(shell.milliseconds(), 48_000);
}

#[test]
fn an_earlier_run_is_shown_until_the_last_one_is_gone_back_to() {
    let mut figures = figures(None);
    figures.act(Action::PreviousItem);
    assert_eq!(figures.place(), 0);
    figures.set(vec![run(None), run(None), run(None)]);
    assert_eq!(figures.place(), 0);
    figures.act(Action::Bottom);
    figures.set(vec![run(None), run(None), run(None), run(None)]);
    assert_eq!(figures.place(), 3);
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn a_lane_is_never_longer_than_its_run_and_whatever_happened_is_seen(
        spans in prop::collection::vec((0..100_000_u64, 0..50_000_u64, any::<bool>()), 1..20),
        columns in 1..120_usize,
    ) {
        let spans: Vec<_> = spans.into_iter().map(|(from, long, ok)| (from, from + long, ok)).collect();
        let whole = spans.iter().map(|(_, to, _)| *to).max().unwrap();
        let failed = spans.iter().any(|(.., ok)| !ok);
        let lane = Lane { kind: LaneKind::Tool, name: "t".into(), spans };
        prop_assert!(lane.milliseconds() <= whole);
        let cells = lane.columns(whole, columns);
        prop_assert_eq!(cells.len(), columns);
        prop_assert!(cells.iter().any(Option::is_some));
        prop_assert_eq!(cells.contains(&Some(false)), failed);
    }

    #[test]
    fn figures_are_drawn_at_any_size(width in 0..200_u16, height in 0..60_u16) {
        drawn(&figures(Some(0.1)), width, height);
    }
}
