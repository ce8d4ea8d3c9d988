//! Tests of probing a model in the line mode: begin, report, stop; lines are taken meanwhile.

use super::help::{PlainHarness, manner, settings};
use crate::{Input, Interaction, Lines};
use client::job::JobId;
use notice::Notice;
use protocol::catalogue::{BackgroundJob, CallForm, JobProgress, ModelProbe, ProbedModel};

fn begun(harness: &mut PlainHarness) -> JobId {
    harness.types("/models probe");
    let (number, job) = harness.jobs.last().cloned().expect("an errand");
    let (provider, model) = (Some(settings().provider), settings().model);
    assert_eq!(job, BackgroundJob::Probe { provider, model });
    number
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
    let mut harness = PlainHarness::begin();
    let number = begun(&mut harness);
    assert!(
        harness.text().contains("Sending three short requests to"),
        "{}",
        harness.text()
    );
    harness.types("Hello");
    assert_eq!(harness.messages(), ["Hello"], "no line waits for it");
    harness.types("/models probe other");
    assert_eq!(harness.jobs.len(), 1, "one at a time");
    assert!(
        harness.text().contains("is being probed"),
        "{}",
        harness.text()
    );
    harness.give(Input::Job(number, Some(found())));
    harness.give(Input::Job(number, None));
    let text = harness.text();
    assert!(
        text.contains("ollama/tiny:1b") && text.contains("writes its calls as text, one at a time"),
        "{text}"
    );
}

#[test]
fn ctrl_c_gives_a_probe_up_and_a_failed_one_says_why() {
    let mut harness = PlainHarness::begin();
    begun(&mut harness);
    harness.presses_ctrl_c();
    assert!(harness.jobs.is_empty(), "{:?}", harness.jobs);
    assert!(
        harness.text().contains("Probe of tiny cancelled"),
        "{}",
        harness.text()
    );
    assert_eq!(harness.left, None);
    let number = begun(&mut harness);
    let why = "it refused the key".to_owned();
    harness.give(Input::Job(
        number,
        Some(Box::new(JobProgress::Failed(Notice::text(why)))),
    ));
    harness.give(Input::Job(number, None));
    assert!(
        harness
            .text()
            .contains("was not probed: it refused the key"),
        "{}",
        harness.text()
    );
}

#[test]
fn the_end_of_a_pipe_waits_for_a_probe() {
    let mut harness = PlainHarness::unopened(Interaction {
        lines: Lines::Pipe,
        ..manner()
    });
    harness.created();
    harness.begins();
    let number = begun(&mut harness);
    harness.give(Input::End);
    harness.asked.clear();
    harness.settle_all();
    assert_eq!(harness.left, None);
    assert!(harness.asked.is_empty(), "nothing is looked at meanwhile");
    harness.give(Input::Job(number, Some(found())));
    harness.give(Input::Job(number, None));
    harness.looks_last();
    assert!(harness.left.is_some(), "{}", harness.text());
}
