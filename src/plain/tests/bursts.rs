//! Tests of lines that arrive all at once, as from a pipe: each is taken after the result of the
//! previous line was printed.

use uuid::Uuid;

use super::help::{Talk, manner};
use super::places::{in_the_review, is_review, reply};
use crate::l10n::Language;
use crate::l10n::tests::speaking;
use crate::plain::{Input, Interaction, Lines, PlainExit, TypedBy, Until};
use crate::protocol::change::HunkState;
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::MessageId;
use crate::protocol::query::{Query, Reply};
use crate::protocol::review::{ApplySummary, ReviewCommand, ReviewQuery, ReviewReply};

/// Starts a pipe in a new session; no request is answered automatically.
fn piped() -> Talk {
    let pipe = Interaction {
        lines: Lines::Pipe,
        ..manner()
    };
    let mut talk = Talk::unopened(pipe);
    talk.created();
    talk
}

/// Passes these lines in at once.
fn burst(talk: &mut Talk, lines: &[&str]) {
    let now = talk.now;
    for line in lines {
        talk.bursts(line, now, TypedBy::Line);
    }
}

fn orders(talk: &Talk) -> Vec<&ReviewCommand> {
    let mut orders = Vec::new();
    for command in &talk.sent {
        if let Command::Review { order, .. } = command {
            orders.push(order);
        }
    }
    orders
}

#[test]
fn lines_of_one_burst_are_answered_each_after_what_the_one_before_led_to() {
    let mut talk = piped();
    talk.begins();
    talk.record.clear();
    burst(&mut talk, &["/review", "take 1.1", "save"]);
    assert!(talk.sent.is_empty(), "the list is not there yet");
    in_the_review(&mut talk);
    assert!(
        matches!(
            orders(&talk).as_slice(),
            [ReviewCommand::Decide {
                state: HunkState::Accepted,
                ..
            }]
        ),
        "{}",
        talk.text()
    );
    let summary = |question: &ReviewQuery| matches!(question, ReviewQuery::Summary { .. });
    assert!(
        !talk
            .asked
            .iter()
            .any(|(_, query)| is_review(query, summary)),
        "what was ordered is not taken yet"
    );
    talk.settle_all();
    let empty = ApplySummary::default();
    reply(&mut talk, summary, ReviewReply::Summary { summary: empty });
    let text = talk.text();
    assert!(!text.contains("Nothing is listed"), "{text}");
    let listed = text.find("Review: 2 files").expect("the list");
    let taken = text.find("\"accepted\"").expect("the order");
    let saved = text.find("Nothing is decided").expect("the summary");
    assert!(listed < taken && taken < saved, "{text}");
}

#[test]
fn a_word_for_the_message_that_was_begun_means_it_even_where_it_came_before_the_question() {
    for (typed, messages) in [("send", ["begun"].as_slice()), ("keep", &[]), ("1", &["1"])] {
        let mut talk = piped();
        burst(&mut talk, &[typed]);
        assert!(talk.messages().is_empty(), "the draft is looked up first");
        talk.begins_with_draft("begun");
        assert_eq!(talk.messages(), messages, "{typed}");
    }
}

#[test]
fn what_became_of_a_message_that_was_begun_is_told_whenever_its_word_came() {
    let ways = [
        ("forget", "It is dropped."),
        ("keep", "It is kept for later."),
    ];
    for (typed, said) in ways {
        let mut talk = piped();
        burst(&mut talk, &[typed]);
        talk.begins_with_draft("begun");
        assert!(talk.text().ends_with(said), "{typed}: {}", talk.text());
        let mut talk = piped();
        talk.begins_with_draft("begun");
        talk.mark();
        talk.types(typed);
        assert!(talk.text().ends_with(said), "{typed}: {}", talk.text());
    }
    speaking(Language::French, || {
        let mut talk = piped();
        burst(&mut talk, &["oublier"]);
        talk.begins_with_draft("begun");
        assert!(
            talk.text().ends_with("Il est abandonné."),
            "{}",
            talk.text()
        );
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
            let mut talk = piped();
            if early {
                burst(&mut talk, &[line]);
                talk.begins_with_draft("begun");
            } else {
                talk.begins_with_draft("begun");
                talk.mark();
                talk.record.clear();
                talk.types(line);
            }
            // The output after the line, or after the question if that came later.
            let behind = if early { "leaves the question." } else { line };
            let of_it = talk.record.iter();
            let of_it = of_it.skip_while(|said| !said.ends_with(behind)).skip(1);
            let is_told =
                |said: &String| !said.starts_with("=>") && !said.starts_with("Question: ");
            // A command's result is printed once it was accepted; saving a draft prints nothing.
            let sends = |said: &String| said.starts_with("=>") && !said.contains("save_draft");
            let text = talk.text();
            assert!(
                of_it.clone().any(is_told) || of_it.clone().any(sends),
                "{line} {early}: {text}"
            );
        }
    }
}

#[test]
fn a_run_is_never_waited_for() {
    let mut talk = piped();
    talk.begins();
    burst(&mut talk, &["Go", "/stop"]);
    assert_eq!(talk.messages(), ["Go"]);
    assert_eq!(talk.sent.len(), 1, "it is not taken yet");
    talk.hear_alone(EventKind::RunStarted {
        message: MessageId(Uuid::from_u128(10)),
    });
    assert_eq!(talk.settling.len(), 1);
    talk.settles();
    assert!(matches!(talk.sent.last(), Some(Command::CancelRun { .. })));
    // While the agent works, lines do not wait for work that a command starts either.
    talk.settle_all();
    burst(&mut talk, &["/export a.json", "/again"]);
    talk.settles();
    assert!(talk.settling.is_empty(), "{:?}", talk.settling);
    assert!(talk.text().contains("There is none yet"), "{}", talk.text());
}

#[test]
fn work_that_an_order_begins_is_waited_for_until_it_is_done_or_a_run_begins() {
    for run_begins in [false, true] {
        let mut talk = piped();
        talk.begins();
        talk.record.clear();
        burst(&mut talk, &["/export a.json", "/again"]);
        talk.settles();
        assert!(matches!(talk.settling.as_slice(), [(_, Until::Idle)]));
        assert!(!talk.text().contains("There is none yet"));
        if run_begins {
            talk.hear_alone(EventKind::RunStarted {
                message: MessageId(Uuid::from_u128(10)),
            });
        } else {
            talk.settles();
        }
        assert!(talk.text().contains("There is none yet"), "{}", talk.text());
    }
}

#[test]
fn the_end_of_the_input_comes_behind_the_lines_before_it() {
    let mut talk = piped();
    talk.begins();
    burst(&mut talk, &["/models"]);
    talk.give_alone(Input::End);
    assert_eq!(talk.left, None);
    burst(&mut talk, &[]);
    let fits = |query: &Query| matches!(query, Query::Catalogue { .. } | Query::Models { .. });
    let reason = "none can be asked".to_owned();
    talk.replies(fits, Reply::Failed { reason });
    let session = super::help::SESSION;
    let asked = talk.asked.last().map(|(_, query)| query.clone());
    assert_eq!(asked, Some(Query::Session { session }), "the last look");
    assert_ne!(talk.left, Some(PlainExit::EngineStopped));
}
