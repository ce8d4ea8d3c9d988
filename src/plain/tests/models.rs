//! Tests of a session without a model: messages during the search for one, refusals for lack of
//! one, and the way to the first.

use std::time::Duration;

use super::help::{SESSION, Talk, manner, settings};
use crate::plain::{Awaiting, Input, Interaction, Lines, PlainExit, TypedBy, Until};
use crate::protocol::catalogue::{BackgroundJob, FoundModel, JobProgress, MissingKey, ModelSearch};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::ContentHash;
use crate::protocol::session::SessionSettings;

fn without_model() -> SessionSettings {
    SessionSettings {
        model: String::new(),
        ..settings()
    }
}

/// Creates a session without a model while a search is in progress.
fn looked_for(lines: Lines) -> Talk {
    let mut talk = Talk::unopened(Interaction {
        lines,
        model: Awaiting::Yes,
        ..manner()
    });
    let policy = crate::policy::state::initial(settings().mode, Vec::new());
    talk.hear(EventKind::SessionCreated {
        settings: without_model(),
        policy,
    });
    talk.begins();
    talk.record.clear();
    talk.sent.clear();
    talk
}

fn refused(text: &str) -> EventKind {
    EventKind::CommandRejected {
        command: "send_message".into(),
        reason: "no model is chosen".into(),
        said: Some(ContentHash::of(text.as_bytes())),
    }
}

fn found(talk: &mut Talk) {
    talk.hear(EventKind::SessionChanged {
        settings: settings(),
    });
}

#[test]
fn the_first_line_of_a_pipe_waits_for_the_model_and_is_sent_when_there_is_one() {
    let mut talk = looked_for(Lines::Pipe);
    let now = talk.now;
    talk.bursts("hello", now, TypedBy::Line);
    talk.bursts("/export", now, TypedBy::Line);
    talk.give_alone(Input::End);
    assert!(talk.sent.is_empty(), "{}", talk.text());
    assert_eq!(talk.left, None, "it waits");
    found(&mut talk);
    assert_eq!(talk.messages(), ["hello"]);
    assert!(
        matches!(talk.sent.get(1), Some(Command::ExportSession { .. })),
        "in their order"
    );
}

#[test]
fn a_message_is_sent_and_refused_once_it_is_known_that_there_is_no_model() {
    for lines in [Lines::Pipe, Lines::Terminal] {
        let mut talk = looked_for(lines);
        let now = talk.now;
        talk.bursts("hello", now, TypedBy::Line);
        assert!(
            talk.text()
                .contains("your message waits until that is known"),
            "{}",
            talk.text()
        );
        talk.give_alone(Input::ModelLookedFor);
        assert!(
            talk.messages().is_empty(),
            "what was found may not be heard of yet"
        );
        assert_eq!(
            talk.settling.last().map(|(_, until)| *until),
            Some(Until::Taken)
        );
        talk.settle_all();
        assert_eq!(talk.messages(), ["hello"]);
    }
}

#[test]
fn commands_of_the_human_need_no_model_and_slash_commands_work_while_one_is_looked_for() {
    let mut talk = looked_for(Lines::Terminal);
    talk.types("hello");
    talk.types("!ls");
    talk.types("/mode plan");
    let others = |command: &Command| !matches!(command, Command::SendMessage { .. });
    assert_eq!(talk.sent.len(), 2, "{:?}", talk.sent);
    assert!(talk.sent.iter().all(others));
    talk.presses_ctrl_c();
    assert!(talk.text().contains("/resend sends it"), "{}", talk.text());
    found(&mut talk);
    assert!(talk.messages().is_empty(), "it was taken back");
}

#[test]
fn a_message_that_is_refused_is_kept_as_the_draft_and_resend_sends_it() {
    let mut talk = looked_for(Lines::Terminal);
    talk.give(Input::ModelLookedFor);
    talk.types("first \\");
    talk.types("second");
    let text = "first \nsecond".to_owned();
    assert_eq!(talk.messages(), [text.as_str()]);
    talk.hear(refused(&text));
    let said = talk.text();
    let refusal = said.find("Refused: no model").expect("why");
    assert!(
        said.find("It is kept as the draft: /resend")
            .is_some_and(|at| at > refusal),
        "{said}"
    );
    let kept = Command::SaveDraft {
        session: SESSION,
        text: text.clone(),
    };
    assert_eq!(talk.sent.last(), Some(&kept));
    found(&mut talk);
    assert!(
        talk.text()
            .ends_with("A message of yours that was not sent is kept: /resend sends it.")
    );
    talk.types("/resend");
    talk.types("send");
    assert_eq!(talk.messages(), [text.as_str(), text.as_str()]);
    let forgotten = Command::SaveDraft {
        session: SESSION,
        text: String::new(),
    };
    assert!(talk.sent.contains(&forgotten), "{:?}", talk.sent);
}

#[test]
fn a_pipe_that_was_refused_ends_with_a_status_that_says_so() {
    let mut talk = looked_for(Lines::Pipe);
    let now = talk.now;
    talk.bursts("hello", now, TypedBy::Line);
    talk.give_alone(Input::End);
    talk.give(Input::ModelLookedFor);
    talk.hear(refused("hello"));
    talk.looks_last();
    assert_eq!(talk.left, Some(PlainExit::Short(1)), "{}", talk.text());
}

/// Types `/start` in a session without a model, with this search result.
fn start(talk: &mut Talk, search: ModelSearch) {
    talk.types("/start");
    searched(talk, search);
}

fn searched(talk: &mut Talk, search: ModelSearch) {
    let (ticket, job) = talk.errands.pop().expect("an errand");
    assert!(matches!(job, BackgroundJob::FindModel { .. }), "{job:?}");
    talk.give(Input::Job(
        ticket,
        Some(Box::new(JobProgress::Searched(search))),
    ));
    talk.give(Input::Job(ticket, None));
    talk.mark();
    talk.now += Duration::from_secs(2);
}

fn nothing() -> ModelSearch {
    ModelSearch {
        said: vec!["Ollama cannot be reached".into()],
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
    let mut talk = looked_for(Lines::Terminal);
    start(&mut talk, nothing());
    talk.types("1");
    talk.types("openai");
    assert!(
        matches!(talk.errands.last(), Some((_, BackgroundJob::Look))),
        "its key is entered"
    );
    insta::assert_snapshot!(talk.text());
}

#[test]
fn a_number_that_was_typed_right_behind_start_chooses_and_is_no_message() {
    let mut talk = looked_for(Lines::Pipe);
    let now = talk.now;
    talk.bursts("/start", now, TypedBy::Line);
    talk.bursts("4", now, TypedBy::Line);
    searched(&mut talk, nothing());
    assert_eq!(talk.left, Some(PlainExit::Demo), "{}", talk.text());
    assert!(talk.messages().is_empty());
}

#[test]
fn a_model_that_start_finds_is_the_sessions() {
    let mut talk = looked_for(Lines::Terminal);
    let model = FoundModel {
        provider: "ollama".into(),
        model: "tiny".into(),
    };
    let found = ModelSearch {
        found: Some(model),
        ..nothing()
    };
    start(&mut talk, found);
    let chosen = Command::SetModel {
        session: SESSION,
        provider: Some("ollama".into()),
        model: "tiny".into(),
    };
    assert_eq!(talk.sent, [chosen]);
}
