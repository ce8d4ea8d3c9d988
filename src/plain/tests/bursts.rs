//! Tests of lines that arrive all at once, as from a pipe: each is taken after the result of the
//! previous line was printed.

use uuid::Uuid;

use super::help::{PlainHarness, manner};
use super::places::{in_the_review, is_review, reply};
use crate::{Input, Interaction, Lines, PlainExit, TypedBy};
use client::connection::CommandProgress;
use l10n::Language;
use l10n::testing::speaking;
use notice::Notice;
use protocol::change::HunkState;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::MessageId;
use protocol::query::{Query, Reply};
use protocol::review::{ApplySummary, ReviewCommand, ReviewQuery, ReviewReply};

/// Starts a pipe in a new session; no request is answered automatically.
fn piped() -> PlainHarness {
    let pipe = Interaction {
        lines: Lines::Pipe,
        ..manner()
    };
    let mut harness = PlainHarness::unopened(pipe);
    harness.created();
    harness
}

/// Passes these lines in at once.
fn burst(harness: &mut PlainHarness, lines: &[&str]) {
    let now = harness.now;
    for line in lines {
        harness.bursts(line, now, TypedBy::Line);
    }
}

fn orders(harness: &PlainHarness) -> Vec<&ReviewCommand> {
    let mut orders = Vec::new();
    for command in &harness.sent {
        if let Command::Review { order, .. } = command {
            orders.push(order);
        }
    }
    orders
}

#[test]
fn lines_of_one_burst_are_answered_each_after_what_the_one_before_led_to() {
    let mut harness = piped();
    harness.begins();
    harness.record.clear();
    burst(&mut harness, &["/review", "take 1.1", "apply"]);
    assert!(harness.sent.is_empty(), "the list is not there yet");
    in_the_review(&mut harness);
    assert!(
        matches!(
            orders(&harness).as_slice(),
            [ReviewCommand::Decide {
                state: HunkState::Accepted,
                ..
            }]
        ),
        "{}",
        harness.text()
    );
    let summary = |question: &ReviewQuery| matches!(question, ReviewQuery::Summary { .. });
    assert!(
        !harness
            .asked
            .iter()
            .any(|(_, query)| is_review(query, summary)),
        "what was ordered is not taken yet"
    );
    harness.settle_all();
    let empty = ApplySummary::default();
    reply(
        &mut harness,
        summary,
        ReviewReply::Summary { summary: empty },
    );
    let text = harness.text();
    assert!(!text.contains("Nothing is listed"), "{text}");
    let listed = text.find("Review: 2 files").expect("the list");
    let taken = text.find("\"accepted\"").expect("the order");
    let saved = text.find("Nothing to apply").expect("the summary");
    assert!(listed < taken && taken < saved, "{text}");
}

#[test]
fn a_word_for_the_message_that_was_begun_means_it_even_where_it_came_before_the_question() {
    for (typed, messages) in [("send", ["begun"].as_slice()), ("keep", &[]), ("1", &["1"])] {
        let mut harness = piped();
        burst(&mut harness, &[typed]);
        assert!(
            harness.messages().is_empty(),
            "the draft is looked up first"
        );
        harness.begins_with_draft("begun");
        assert_eq!(harness.messages(), messages, "{typed}");
    }
}

#[test]
fn what_became_of_a_message_that_was_begun_is_told_whenever_its_word_came() {
    let ways = [("forget", "Dropped."), ("keep", "Kept for later.")];
    for (typed, said) in ways {
        let mut harness = piped();
        burst(&mut harness, &[typed]);
        harness.begins_with_draft("begun");
        assert!(
            harness.text().ends_with(said),
            "{typed}: {}",
            harness.text()
        );
        let mut harness = piped();
        harness.begins_with_draft("begun");
        harness.mark();
        harness.types(typed);
        assert!(
            harness.text().ends_with(said),
            "{typed}: {}",
            harness.text()
        );
    }
    speaking(Language::French, || {
        let mut harness = piped();
        burst(&mut harness, &["oublier"]);
        harness.begins_with_draft("begun");
        assert!(harness.text().ends_with("Abandonné."), "{}", harness.text());
    });
}

/// Tests each line at each own question of the line mode, before and after the question appeared:
/// every line leads to output or a command.
#[test]
fn a_line_that_answers_and_one_that_does_not_is_told_what_became_of_it() {
    let lines = [
        "send",
        "forget",
        "keep",
        "back",
        "yes",
        "no",
        "1",
        "2",
        "3",
        "9",
        "x",
        "a message of words",
        "?",
        "/mode plan",
    ];
    for line in lines {
        for early in [true, false] {
            let mut harness = piped();
            if early {
                burst(&mut harness, &[line]);
                harness.begins_with_draft("begun");
            } else {
                harness.begins_with_draft("begun");
                harness.mark();
                harness.record.clear();
                harness.types(line);
            }
            // The output after the line, or after the question if that came later.
            let behind = if early { "\"back\" cancels." } else { line };
            let of_it = harness.record.iter();
            let of_it = of_it.skip_while(|said| !said.ends_with(behind)).skip(1);
            let is_told =
                |said: &String| !said.starts_with("=>") && !said.starts_with("Question: ");
            // A command's result is printed once it was accepted; saving a draft prints nothing.
            let sends = |said: &String| said.starts_with("=>") && !said.contains("save_draft");
            let text = harness.text();
            assert!(
                of_it.clone().any(is_told) || of_it.clone().any(sends),
                "{line} {early}: {text}"
            );
        }
    }
}

#[test]
fn a_run_is_never_waited_for() {
    let mut harness = piped();
    harness.begins();
    burst(&mut harness, &["Go", "/stop"]);
    assert_eq!(harness.messages(), ["Go"]);
    assert_eq!(harness.sent.len(), 1, "it is not taken yet");
    harness.hear_alone(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    assert_eq!(harness.settling.len(), 1);
    harness.settles();
    assert!(matches!(
        harness.sent.last(),
        Some(Command::CancelRun { .. })
    ));
    // While the agent works, lines do not wait for work that a command starts either.
    harness.settle_all();
    burst(&mut harness, &["/export a.json", "/again"]);
    harness.settles();
    assert!(harness.settling.is_empty(), "{:?}", harness.settling);
    assert!(harness.text().contains("None yet"), "{}", harness.text());
}

#[test]
fn work_that_an_order_begins_is_waited_for_until_it_is_done_or_a_run_begins() {
    for run_begins in [false, true] {
        let mut harness = piped();
        harness.begins();
        harness.record.clear();
        burst(&mut harness, &["/export a.json", "/again"]);
        harness.settles();
        assert!(matches!(
            harness.settling.as_slice(),
            [(_, CommandProgress::Idle)]
        ));
        assert!(!harness.text().contains("None yet"));
        if run_begins {
            harness.hear_alone(EventKind::RunStarted {
                message: MessageId(Uuid::from_u128(10)),
            });
        } else {
            harness.settles();
        }
        assert!(harness.text().contains("None yet"), "{}", harness.text());
    }
}

#[test]
fn the_end_of_the_input_comes_behind_the_lines_before_it() {
    let mut harness = piped();
    harness.begins();
    burst(&mut harness, &["/models"]);
    harness.give_alone(Input::End);
    assert_eq!(harness.left, None);
    burst(&mut harness, &[]);
    let fits = |query: &Query| matches!(query, Query::Catalogue { .. } | Query::Models { .. });
    let reason = "none can be asked".to_owned();
    harness.replies(
        fits,
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    let session = super::help::SESSION;
    let asked = harness.asked.last().map(|(_, query)| query.clone());
    assert_eq!(asked, Some(Query::Session { session }), "the last look");
    assert_ne!(harness.left, Some(PlainExit::EngineStopped));
}
