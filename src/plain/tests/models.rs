//! Tests of a session without a model: messages during the search for one, refusals for lack of
//! one, and the way to the first.

use std::time::Duration;

use super::help::{PlainHarness, SESSION, manner, settings};
use crate::{Awaiting, Input, Interaction, Lines, PlainExit, TypedBy};
use client::connection::CommandProgress;
use notice::Notice;
use protocol::catalogue::{BackgroundJob, FoundModel, JobProgress, MissingKey, ModelSearch};
use protocol::command::{Command, CommandKind};
use protocol::event::EventKind;
use protocol::ids::ContentHash;
use protocol::session::SessionSettings;

fn without_model() -> SessionSettings {
    SessionSettings {
        model: String::new(),
        ..settings()
    }
}

/// Creates a session without a model while a search is in progress.
fn looked_for(lines: Lines) -> PlainHarness {
    let mut harness = PlainHarness::unopened(Interaction {
        lines,
        model: Awaiting::Yes,
        ..manner()
    });
    let policy = policy::state::initial(settings().mode, Vec::new());
    harness.hear(EventKind::SessionCreated {
        settings: without_model(),
        policy,
    });
    harness.begins();
    harness.record.clear();
    harness.sent.clear();
    harness
}

fn refused(text: &str) -> EventKind {
    EventKind::CommandRejected {
        command: CommandKind::SendMessage,
        reason: Notice::text("no model is chosen"),
        said: Some(ContentHash::of(text.as_bytes())),
    }
}

fn found(harness: &mut PlainHarness) {
    harness.hear(EventKind::SessionChanged {
        settings: settings(),
    });
}

#[test]
fn the_first_line_of_a_pipe_waits_for_the_model_and_is_sent_when_there_is_one() {
    let mut harness = looked_for(Lines::Pipe);
    let now = harness.now;
    harness.bursts("hello", now, TypedBy::Line);
    harness.bursts("/export", now, TypedBy::Line);
    harness.give_alone(Input::End);
    assert!(harness.sent.is_empty(), "{}", harness.text());
    assert_eq!(harness.left, None, "it waits");
    found(&mut harness);
    assert_eq!(harness.messages(), ["hello"]);
    assert!(
        matches!(harness.sent.get(1), Some(Command::ExportSession { .. })),
        "in their order"
    );
}

#[test]
fn a_message_is_sent_and_refused_once_it_is_known_that_there_is_no_model() {
    for lines in [Lines::Pipe, Lines::Terminal] {
        let mut harness = looked_for(lines);
        let now = harness.now;
        harness.bursts("hello", now, TypedBy::Line);
        assert!(
            harness.text().contains("your message waits for it"),
            "{}",
            harness.text()
        );
        harness.give_alone(Input::ModelSearchEnded);
        assert!(
            harness.messages().is_empty(),
            "what was found may not be heard of yet"
        );
        assert_eq!(
            harness.settling.last().map(|(_, until)| *until),
            Some(CommandProgress::Accepted)
        );
        harness.settle_all();
        assert_eq!(harness.messages(), ["hello"]);
    }
}

#[test]
fn commands_of_the_user_need_no_model_and_slash_commands_work_while_one_is_looked_for() {
    let mut harness = looked_for(Lines::Terminal);
    harness.types("hello");
    harness.types("!ls");
    harness.types("/mode plan");
    let others = |command: &Command| !matches!(command, Command::SendMessage { .. });
    assert_eq!(harness.sent.len(), 2, "{:?}", harness.sent);
    assert!(harness.sent.iter().all(others));
    harness.presses_ctrl_c();
    assert!(
        harness.text().contains("/resend sends it"),
        "{}",
        harness.text()
    );
    found(&mut harness);
    assert!(harness.messages().is_empty(), "it was taken back");
}

#[test]
fn a_message_that_is_refused_is_kept_as_the_draft_and_resend_sends_it() {
    let mut harness = looked_for(Lines::Terminal);
    harness.give(Input::ModelSearchEnded);
    harness.types("first \\");
    harness.types("second");
    let text = "first \nsecond".to_owned();
    assert_eq!(harness.messages(), [text.as_str()]);
    harness.hear(refused(&text));
    let said = harness.text();
    let refusal = said.find("Refused: no model").expect("why");
    assert!(
        said.find("Saved as the draft: /resend")
            .is_some_and(|at| at > refusal),
        "{said}"
    );
    let kept = Command::SaveDraft {
        session: SESSION,
        text: text.clone(),
    };
    assert_eq!(harness.sent.last(), Some(&kept));
    found(&mut harness);
    assert!(
        harness
            .text()
            .ends_with("You have an unsent message: /resend sends it.")
    );
    harness.types("/resend");
    harness.types("send");
    assert_eq!(harness.messages(), [text.as_str(), text.as_str()]);
    let forgotten = Command::SaveDraft {
        session: SESSION,
        text: String::new(),
    };
    assert!(harness.sent.contains(&forgotten), "{:?}", harness.sent);
}

#[test]
fn a_pipe_that_was_refused_ends_with_a_status_that_says_so() {
    let mut harness = looked_for(Lines::Pipe);
    let now = harness.now;
    harness.bursts("hello", now, TypedBy::Line);
    harness.give_alone(Input::End);
    harness.give(Input::ModelSearchEnded);
    harness.hear(refused("hello"));
    harness.looks_last();
    assert_eq!(
        harness.left,
        Some(PlainExit::Short(1)),
        "{}",
        harness.text()
    );
}

/// Types `/start` in a session without a model, with this search result.
fn start(harness: &mut PlainHarness, search: ModelSearch) {
    harness.types("/start");
    searched(harness, search);
}

fn searched(harness: &mut PlainHarness, search: ModelSearch) {
    let (number, job) = harness.jobs.pop().expect("an errand");
    assert!(matches!(job, BackgroundJob::FindModel { .. }), "{job:?}");
    harness.give(Input::Job(
        number,
        Some(Box::new(JobProgress::Searched(search))),
    ));
    harness.give(Input::Job(number, None));
    harness.mark();
    harness.now += Duration::from_secs(2);
}

fn nothing() -> ModelSearch {
    ModelSearch {
        said: vec![Notice::text("Ollama cannot be reached")],
        keys: vec![MissingKey {
            provider: "openai".into(),
            variable: "OPENAI_API_KEY".into(),
            is_set: false,
            from: None,
        }],
        ..ModelSearch::default()
    }
}

#[test]
fn start_tells_what_was_looked_at_and_its_numbers_choose() {
    let mut harness = looked_for(Lines::Terminal);
    start(&mut harness, nothing());
    harness.types("1");
    harness.types("openai");
    assert!(
        matches!(harness.jobs.last(), Some((_, BackgroundJob::Look))),
        "its key is entered"
    );
    insta::assert_snapshot!(harness.text());
}

#[test]
fn a_number_that_was_typed_right_behind_start_chooses_and_is_no_message() {
    let mut harness = looked_for(Lines::Pipe);
    let now = harness.now;
    harness.bursts("/start", now, TypedBy::Line);
    harness.bursts("4", now, TypedBy::Line);
    searched(&mut harness, nothing());
    assert_eq!(harness.left, Some(PlainExit::Demo), "{}", harness.text());
    assert!(harness.messages().is_empty());
}

#[test]
fn a_model_that_start_finds_is_the_sessions() {
    let mut harness = looked_for(Lines::Terminal);
    let model = FoundModel {
        provider: "ollama".into(),
        model: "tiny".into(),
    };
    let found = ModelSearch {
        found: Some(model),
        ..nothing()
    };
    start(&mut harness, found);
    let chosen = Command::SetModel {
        session: SESSION,
        provider: Some("ollama".into()),
        model: "tiny".into(),
    };
    assert_eq!(harness.sent, [chosen]);
}
