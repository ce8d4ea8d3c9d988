//! Tests of an agent program with its own tools through the whole program: a stand-in plays
//! recordings of the real one, and carries out the permitted calls.

use notice::Notice;
use std::sync::Arc;

use super::harness::{ActorHarness, HarnessSetup, played, until};
use protocol::approval::{AnsweredBy, Decision, Mode, Question};
use protocol::change::{HunkState, Origin};
use protocol::command::Command;
use protocol::event::{Delivery, EventKind};
use protocol::ids::HunkId;
use provider::Provider;
use provider::agent_tools::FileWriter;
use provider::record::Recorder;
use provider::replay::{Check, Pace, ReplayProvider};
use provider::testing::player::{ProgramHarness, parsed, text_of};
use redact::Masker;
use serde_json::Value;

const BEFORE: &str = "one\n2\n3\n4\n5\n6\n7\n8\n9\nten\n";
const NO_FILES: &[(&str, &str)] = &[];
const AFTER: &str = "ONE\n2\n3\n4\n5\n6\n7\n8\n9\nTEN\n";

/// Returns the answers that the program received to its permission requests, in order.
fn answers(stage: &ProgramHarness) -> Vec<serde_json::Value> {
    let told = stage.told().into_iter();
    let answers = told.map(|told| told["response"]["response"].clone());
    answers
        .filter(|answer| !answer["behavior"].is_null())
        .collect()
}

/// Returns the recording of an edit, with a text of two changes.
fn two_changes() -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    text_of("edit-allow")
        .replace(
            r##""old_string":"beta""##,
            &format!(r##""old_string":{}"##, quoted(BEFORE)),
        )
        .replace(
            r##""new_string":"gamma""##,
            &format!(r##""new_string":{}"##, quoted(AFTER)),
        )
}

impl ActorHarness {
    /// Returns the hunks of the next entry, with their states.
    async fn proposed(&mut self) -> (Origin, Vec<(HunkId, HunkState)>) {
        let event = self.event("edits.proposed").await;
        let EventKind::EditsProposed { entry } = event.fact else {
            panic!("{event:?}");
        };
        let hunks = entry.hunks.iter().map(|hunk| (hunk.id, hunk.state));
        (entry.origin, hunks.collect())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn some_hunks_of_an_edit_are_taken_and_only_those_are_written_and_logged() {
    let (mut harness, _) = played(Mode::Review, &two_changes(), &[("notes.md", BEFORE)]).await;
    harness.send("change it");
    let question = harness.question().await;
    assert_eq!(question.timeout_s, Some(60), "it waits no longer");
    let protocol::approval::QuestionBody::Write { diff, note, .. } = &question.body else {
        panic!("{question:?}");
    };
    assert_eq!((diff.added, diff.removed), (2, 2));
    assert!(
        note.as_ref()
            .map(ToString::to_string)
            .as_deref()
            .is_some_and(|note| note.contains("nothing can be proposed"))
    );
    let first = hunks_of(&harness, &question).await[0];
    harness.answer(
        &question,
        Decision::Hunks {
            accepted: vec![first],
        },
    );
    let (origin, _) = harness.proposed().await;
    assert!(matches!(origin, Origin::Agent { .. }));
    harness.event("job.completed").await;
    assert_eq!(harness.disk("notes.md"), BEFORE.replace("one", "ONE"));
}

/// Returns the hunks that a question is about.
async fn hunks_of(harness: &ActorHarness, prompt: &Question) -> Vec<HunkId> {
    use protocol::query::{Query, Reply};
    use protocol::review::view::ViewOptions;
    use protocol::review::{ReviewQuery, ReviewReply, ReviewSubject};
    let of = ReviewSubject::Question {
        question: prompt.id,
    };
    let options = ViewOptions::default();
    let question = ReviewQuery::File { of, options };
    let session = harness.session;
    let asked = Query::Review { session, question };
    match harness.query(asked).await {
        Reply::Review { answer } => match *answer {
            ReviewReply::File { hunks, .. } => hunks.iter().map(|hunk| hunk.id).collect(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_is_told_with_its_reason_and_nothing_is_written() {
    let before = "alpha\nbeta\n";
    let recording = text_of("edit-deny");
    let (mut harness, stage) = played(Mode::Confirm, &recording, &[("notes.md", before)]).await;
    harness.send("change it");
    let question = harness.question().await;
    let reason = Some("not these".to_owned());
    harness.answer(
        &question,
        Decision::No {
            reason: reason.map(Notice::text),
        },
    );
    harness.event("job.completed").await;
    let answers = answers(&stage);
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["behavior"], "deny");
    let told = answers[0]["message"].as_str().unwrap();
    assert!(told.contains("not these"), "{told}");
    assert_eq!(harness.disk("notes.md"), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_mode_allows_is_written_without_a_question() {
    let (mut harness, stage) =
        played(Mode::AcceptEdits, &two_changes(), &[("notes.md", BEFORE)]).await;
    harness.send("change it");
    let (_, hunks) = harness.proposed().await;
    assert_eq!(hunks.len(), 2, "as reviewable as any other change");
    harness.event("job.completed").await;
    assert_eq!(answers(&stage)[0]["behavior"], "allow");
    assert_eq!(harness.disk("notes.md"), AFTER);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_outside_the_workspace_is_refused_whatever_the_mode() {
    let outside = text_of("edit-deny").replace("/workspace/notes.md", "/etc/passwd");
    let (mut harness, stage) = played(Mode::AcceptEdits, &outside, NO_FILES).await;
    harness.send("change it");
    harness.event("job.completed").await;
    assert_eq!(answers(&stage)[0]["behavior"], "deny");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_it_writes_unasked_is_logged_with_what_was_there_before() {
    let recording = text_of("permission-mode-acceptedits");
    let (mut harness, stage) = played(Mode::Review, &recording, &[("x.txt", "mine\n")]).await;
    harness.send("change it");
    let (_, hunks) = harness.proposed().await;
    assert!(!hunks.is_empty());
    assert!(hunks.iter().all(|(_, state)| *state == HunkState::Accepted));
    let question = harness.question().await;
    harness.answer(&question, Decision::No { reason: None });
    harness.event("job.completed").await;
    assert_eq!(harness.disk("x.txt"), "x\n");
    assert_eq!(answers(&stage).len(), 1, "only its command was asked about");
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_of_sub_agents_are_open_side_by_side() {
    let recording = text_of("two-questions-at-once-subagents");
    let (mut harness, stage) = played(Mode::Confirm, &recording, NO_FILES).await;
    harness.send("use two");
    let first = harness.question().await;
    let second = harness.question().await;
    harness.answer(&second, Decision::Yes);
    harness.answer(&first, Decision::Yes);
    harness.event("job.completed").await;
    assert_eq!(harness.disk("w1.txt"), "1");
    assert_eq!(harness.disk("w2.txt"), "2");
    let said = stage.told();
    let said = said.iter().filter(|told| told["type"] == "user");
    assert_eq!(said.count(), 1, "it knows what its own sub-agents did");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_closes_the_question_and_tells_the_program_to_stop() {
    let recording = text_of("interrupt-while-permission-pending");
    let (mut harness, stage) = played(Mode::Confirm, &recording, NO_FILES).await;
    harness.send("write");
    harness.question().await;
    harness.cancel();
    harness.event("job.cancelled").await;
    harness.idle().await;
    let is_told_to_stop = |told: &serde_json::Value| {
        told["request"]["subtype"] == "interrupt"
            || told["response"]["response"]["interrupt"] == true
    };
    until("it was told to stop", || async {
        stage.told().iter().any(is_told_to_stop)
    })
    .await;
    assert!(!harness.root().join("x.txt").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_it_takes_back_is_closed() {
    let recording = text_of("interrupt-while-permission-pending");
    let (mut harness, stage) = played(Mode::Confirm, &recording, NO_FILES).await;
    harness.send("write");
    let asked = harness.question().await;
    // The recording continues: the answer it waited for there was given elsewhere.
    stage.go_on();
    let closed = harness.event("confirmation.answered").await;
    assert!(
        matches!(&closed.fact, EventKind::QuestionAnswered { answer, .. } if answer.question == asked.id && answer.by == AnsweredBy::Cancel),
        "{closed:?}"
    );
    assert!(!harness.root().join("x.txt").exists());
}

/// Writes files in a folder.
struct InFolder(std::path::PathBuf);

impl FileWriter for InFolder {
    fn text(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(path)).ok()
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.0.join(path), text).map_err(|error| error.to_string())
    }
}

/// Records a run in which every question is answered with yes, and plays it in another folder.
/// Returns the recording.
async fn recorded_and_played(mode: Mode, recording: &str, files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let tape = folder.path().join("tape.jsonl");
    let mut came = Vec::new();
    for plays in [false, true] {
        let mut harness = HarnessSetup::new()
            .program(|root| {
                for (path, text) in files {
                    std::fs::write(root.join(path), text).unwrap();
                }
                if plays {
                    let replay = ReplayProvider::open(&tape, Pace::Immediate, Check::Lenient);
                    let replay = replay.unwrap().named("claude-cli");
                    let hands = Arc::new(InFolder(root.to_owned()));
                    let replay = Provider::from(replay);
                    replay.agent_tools.as_ref().unwrap().work_with(hands);
                    return replay;
                }
                let text = recording.replace("/workspace", root.to_str().unwrap());
                let stage = ProgramHarness::playing(vec![parsed(&text)]).executing_calls();
                let (name, engine, masker) = ("claude-cli", Value::Null, Masker::default());
                let recorder = Recorder::create(&tape, name, "m", engine, root, masker).unwrap();
                recorder.record(stage.claude().into())
            })
            .with_session(mode)
            .await;
        harness.send("go");
        let told = harness.answering_yes().await;
        came.push((told, texts_in(&harness.root())));
    }
    assert_eq!(came[1], came[0]);
    std::fs::read_to_string(&tape).unwrap()
}

fn texts_in(root: &std::path::Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(root).unwrap().flatten();
    let mut texts: Vec<_> = files
        .filter(|file| file.file_type().unwrap().is_file())
        .map(|file| {
            let text = std::fs::read_to_string(file.path()).unwrap();
            (file.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    texts.sort();
    texts
}

impl ActorHarness {
    /// Answers yes to every question of the run; returns the log and the ends of its calls, sorted.
    async fn answering_yes(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let event =
                tokio::time::timeout(std::time::Duration::from_secs(20), self.events.recv());
            let Ok(Some(Delivery::Event { event })) = event.await else {
                panic!("no end in time: {told:?}");
            };
            match Arc::unwrap_or_clone(event).fact {
                EventKind::QuestionOpened { question } => self.answer(&question, Decision::Yes),
                EventKind::EditsProposed { entry } => {
                    told.push(format!("{} {:?}", entry.path, entry.hunks.len()));
                }
                EventKind::CallCompleted { result, .. } => {
                    told.push(format!("{} {} {}", result.tool, result.ok, result.summary));
                }
                EventKind::RunCompleted { result } => {
                    told.push(result.report);
                    told.sort();
                    return told;
                }
                _ => {}
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_was_recorded_plays_to_the_same_files_and_the_same_log() {
    let tape = recorded_and_played(Mode::Confirm, &two_changes(), &[("notes.md", BEFORE)]).await;
    assert!(tape.contains(r#""own":"call""#), "{tape}");
    let helpers = text_of("two-questions-at-once-subagents");
    recorded_and_played(Mode::Confirm, &helpers, &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_name_for_the_conversation_is_kept_and_forgotten_with_a_clear() {
    let (mut harness, _) = played(Mode::Review, &text_of("plain"), NO_FILES).await;
    harness.send("hi");
    let changed = harness.event("session.changed").await;
    let EventKind::SessionChanged { settings } = changed.fact else {
        panic!("{changed:?}");
    };
    assert!(settings.known_as.contains_key("claude-cli"));
    harness.event("job.completed").await;
    harness.command(Command::ClearMessages {
        session: harness.session,
    });
    let changed = harness.event("session.changed").await;
    let EventKind::SessionChanged { settings } = changed.fact else {
        panic!("{changed:?}");
    };
    assert!(settings.known_as.is_empty());
}
