//! Tests of a model probe by slash command: started, reported and cancelled,
//! beside everything else.

use super::*;
use client::job::{JobCommand, JobId};
use notice::Notice;
use protocol::catalogue::{BackgroundJob, CallForm, JobProgress, ModelProbe, ProbedModel};

fn sends(harness: &mut TuiHarness, line: &str) {
    harness.input(InputKind::Paste(line.into()));
    harness.press("Enter");
}

fn begun(harness: &mut TuiHarness) -> Vec<(JobId, BackgroundJob)> {
    let effects = std::mem::take(&mut harness.effects).into_iter();
    let begun = effects.filter_map(|effect| match effect {
        Effect::Job(JobCommand::Begin(id, job)) => Some((id, *job)),
        _ => None,
    });
    begun.collect()
}

fn step(harness: &mut TuiHarness, id: JobId, step: Option<&JobProgress>) -> Vec<String> {
    harness.effects.clear();
    harness.app.job_progress(id, step);
    harness.effects.extend(harness.app.take_effects());
    let notices = harness
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::AddNotice { text, .. } => Some(text),
            _ => None,
        });
    notices.collect()
}

fn found() -> JobProgress {
    JobProgress::Probed(ProbedModel {
        provider: "ollama".into(),
        model: "tiny:1b".into(),
        probe: ModelProbe {
            calls: CallForm::Native,
            calls_twice: Some(true),
            repeats_itself: Some(false),
            problem: None,
            probed_at: jiff::Timestamp::UNIX_EPOCH,
            elapsed_ms: 3_000,
        },
    })
}

#[test]
fn a_probe_runs_in_the_background_and_its_answer_stands_in_the_conversation() {
    let mut harness = TuiHarness::furnished(120, 40);
    sends(&mut harness, "/models probe ollama/tiny:1b");
    let (id, job) = begun(&mut harness).pop().expect("an errand");
    let model = "ollama/tiny:1b".to_owned();
    assert_eq!(
        job,
        BackgroundJob::Probe {
            provider: None,
            model
        }
    );
    assert!(
        harness
            .text()
            .contains("Sending three short requests to ollama/tiny:1b")
    );
    harness.press("h i");
    assert!(harness.text().contains("hi"), "keys go on");
    let notices = step(&mut harness, id, Some(&found()));
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(
        notices[0].starts_with("**`/models probe ollama/tiny:1b`**")
            && notices[0].contains("calls tools natively, two at once; answers from a result"),
        "{notices:?}"
    );
    assert!(
        !harness.text().contains("Sending three short requests"),
        "it is over"
    );
    assert_eq!(step(&mut harness, id, None), Vec::<String>::new());
}

#[test]
fn ctrl_c_gives_a_probe_up_before_it_clears_the_draft() {
    let mut harness = TuiHarness::furnished(120, 40);
    sends(&mut harness, "/models probe tiny:1b");
    let (id, _) = begun(&mut harness).pop().expect("an errand");
    harness.press("h i Ctrl+C");
    let ended = Effect::Job(JobCommand::End(id));
    assert!(harness.effects.contains(&ended), "{:?}", harness.effects);
    let text = harness.text();
    assert!(text.contains("hi") && text.contains("cancelled"), "{text}");
    let late = step(&mut harness, id, Some(&found()));
    assert_eq!(late, Vec::<String>::new(), "nobody asks for it any more");
}

#[test]
fn a_probe_that_fails_says_why_and_a_second_one_waits_for_the_first() {
    let mut harness = TuiHarness::furnished(120, 40);
    sends(&mut harness, "/models probe tiny:1b");
    let (id, _) = begun(&mut harness).pop().expect("an errand");
    sends(&mut harness, "/models probe other");
    assert_eq!(begun(&mut harness), [], "one at a time");
    assert!(harness.text().contains("tiny:1b is being probed"));
    let why = "it has no such model".to_owned();
    let notices = step(
        &mut harness,
        id,
        Some(&JobProgress::Failed(Notice::text(why))),
    );
    assert!(
        notices[0].contains("was not probed: it has no such model"),
        "{notices:?}"
    );
}
