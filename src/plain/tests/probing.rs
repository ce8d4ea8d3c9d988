//! Tests of probing a model in the line mode: begin, report, stop; lines are taken meanwhile.

use super::help::{Talk, manner, settings};
use crate::plain::pending::QueryNumber;
use crate::plain::{Input, Interaction, Lines};
use crate::protocol::catalogue::{BackgroundJob, CallForm, JobProgress, ModelProbe, ProbedModel};

fn begun(talk: &mut Talk) -> QueryNumber {
    talk.types("/models probe");
    let (ticket, job) = talk.errands.last().cloned().expect("an errand");
    let (provider, model) = (Some(settings().provider), settings().model);
    assert_eq!(job, BackgroundJob::Probe { provider, model });
    ticket
}

fn found() -> Box<JobProgress> {
    Box::new(JobProgress::Probed(ProbedModel {
        provider: "ollama".into(),
        model: "tiny:1b".into(),
        probe: ModelProbe {
            calls: CallForm::Text,
            calls_twice: Some(false),
            repeats_itself: Some(true),
            problem: None,
            probed_at: jiff::Timestamp::UNIX_EPOCH,
            elapsed_ms: 4_000,
        },
    }))
}

#[test]
fn a_probe_runs_beside_what_is_typed_and_tells_what_it_found() {
    let mut talk = Talk::begin();
    let ticket = begun(&mut talk);
    assert!(
        talk.text().contains("Three short requests go to"),
        "{}",
        talk.text()
    );
    talk.types("Hello");
    assert_eq!(talk.messages(), ["Hello"], "no line waits for it");
    talk.types("/models probe other");
    assert_eq!(talk.errands.len(), 1, "one at a time");
    assert!(talk.text().contains("is being probed"), "{}", talk.text());
    talk.give(Input::Job(ticket, Some(found())));
    talk.give(Input::Job(ticket, None));
    let text = talk.text();
    assert!(
        text.contains("ollama/tiny:1b") && text.contains("writes its calls as text, one at a time"),
        "{text}"
    );
}

#[test]
fn ctrl_c_gives_a_probe_up_and_a_failed_one_says_why() {
    let mut talk = Talk::begin();
    begun(&mut talk);
    talk.presses_ctrl_c();
    assert!(talk.errands.is_empty(), "{:?}", talk.errands);
    assert!(talk.text().contains("was given up"), "{}", talk.text());
    assert_eq!(talk.left, None);
    let ticket = begun(&mut talk);
    let why = "it refused the key".to_owned();
    talk.give(Input::Job(ticket, Some(Box::new(JobProgress::Failed(why)))));
    talk.give(Input::Job(ticket, None));
    assert!(
        talk.text().contains("was not probed: it refused the key"),
        "{}",
        talk.text()
    );
}

#[test]
fn the_end_of_a_pipe_waits_for_a_probe() {
    let mut talk = Talk::unopened(Interaction {
        lines: Lines::Pipe,
        ..manner()
    });
    talk.created();
    talk.begins();
    let ticket = begun(&mut talk);
    talk.give(Input::End);
    talk.asked.clear();
    talk.settle_all();
    assert_eq!(talk.left, None);
    assert!(talk.asked.is_empty(), "nothing is looked at meanwhile");
    talk.give(Input::Job(ticket, Some(found())));
    talk.give(Input::Job(ticket, None));
    talk.looks_last();
    assert!(talk.left.is_some(), "{}", talk.text());
}
