//! Tests of recordings: the file format, replaying, comparing, recording.

use std::path::Path;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use crate::cassette::Cassette;
use crate::normalise::{RequestSummary, normalise};
use crate::record::Recorder;
use crate::replay::{Check, Pace, ReplayProvider};
use crate::testing::catalog::FixedCatalog;
use crate::testing::support::{call, called, message, request, result, said, text};
use crate::{ChatModel, PartStream, Provider, ProviderInfo, StepRequest};
use notice::Notice;
use protocol::message::Role;
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart, ToolFormat};
use redact::Masker;

const IN_CONFIRM: &[u8] = include_bytes!("../../../tests/fixtures/recordings/confirm.jsonl");
const IN_REVIEW: &[u8] = include_bytes!("../../../tests/fixtures/recordings/review.jsonl");
const HEADER: &str = r#"{"cassette":1,"made_by":"t","created_at":"2026-01-01T00:00:00Z","provider":"p","model":"m"}"#;

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

fn played(provider: &(impl Clone + Into<Provider>), request: StepRequest) -> Vec<StreamPart> {
    let provider: Provider = provider.clone().into();
    run(provider.stream(request).collect())
}

fn ask(words: &str, number: u32) -> StepRequest {
    let messages = vec![message(Role::User, vec![text(words)])];
    StepRequest {
        number,
        ..request(ToolFormat::Native, messages)
    }
}

fn error(parts: &[StreamPart]) -> ProviderError {
    match parts {
        [StreamPart::Error { error }] => error.clone(),
        other => panic!("not one error but {other:?}"),
    }
}

/// A model that answers every request with these parts.
struct Scripted(Vec<StreamPart>);

impl ChatModel for Scripted {
    fn stream(&self, _: StepRequest) -> PartStream {
        Box::pin(stream::iter(self.0.clone()))
    }
}

/// Returns a provider whose model answers with these parts.
fn scripted(name: &str, parts: Vec<StreamPart>) -> Provider {
    let info = ProviderInfo::new(name, "memory");
    Provider::new(
        info,
        Arc::new(FixedCatalog::default()),
        Arc::new(Scripted(parts)),
    )
}

fn words(text: &str) -> StreamPart {
    StreamPart::Text {
        text: text.to_owned(),
    }
}

const DONE: StreamPart = StreamPart::Done {
    stop: StopReason::Done,
};

fn recorder(path: &Path) -> Recorder {
    let masker = Masker::of_values(["correct horse battery"]);
    let root = Path::new("/home/me/project");
    Recorder::create(path, "scripted", "m", Value::Null, root, masker).expect("a new file")
}

/// Returns a provider with these answers, which is recorded.
fn recorded(parts: Vec<StreamPart>, path: &Path) -> Provider {
    recorder(path).record(scripted("scripted", parts))
}

fn replay(path: &Path, check: Check) -> Provider {
    let replay = ReplayProvider::open(path, Pace::Immediate, check);
    replay.expect("a recording").into()
}

#[test]
fn the_demo_plays_the_worked_example() {
    for cassette in [IN_CONFIRM, IN_REVIEW] {
        plays_the_worked_example(cassette);
    }
}

fn plays_the_worked_example(cassette: &'static [u8]) {
    let replay = ReplayProvider::from_bytes("demo", cassette, Pace::Immediate, Check::Lenient)
        .expect("the demo is a recording");
    let steps: Vec<Vec<StreamPart>> = (1..=5).map(|n| played(&replay, ask("?", n))).collect();
    let tools: Vec<Vec<String>> = steps
        .iter()
        .map(|parts| called(parts).into_iter().map(|(_, name, _)| name).collect())
        .collect();
    let expected: [&[&str]; 5] = [
        &["read_file", "read_file"],
        &["write_file", "write_file"],
        &["shell_exec"],
        &["shell_exec"],
        &[],
    ];
    assert_eq!(tools, expected);
    let writes = called(&steps[1]);
    let python = writes[0].2["content"].as_str().expect("a text");
    assert!(python.ends_with("    pattern = r'^[\\w\\.-]+@[\\w\\.-]+\\.\\w+$'\n    return bool(re.match(pattern, email))\n"));
    assert!(python.starts_with("import re\n\ndef validate_url"));
    assert_eq!(
        called(&steps[3])[0].2["command"],
        "git commit -m \"feat(validators): add validate_email function\""
    );
    assert!(said(&steps[4]).starts_with("✅ Terminé !\n\nJ'ai effectué"));
    // Joining the pieces of the arguments gives the arguments.
    for parts in &steps {
        for (index, (_, _, arguments)) in called(parts).into_iter().enumerate() {
            let pieces: String = parts
                .iter()
                .filter_map(|part| match part {
                    StreamPart::CallArguments { index: at, text } if *at == index => {
                        Some(text.as_str())
                    }
                    _ => None,
                })
                .collect();
            assert_eq!(
                serde_json::from_str::<serde_json::Value>(&pieces).ok(),
                Some(arguments)
            );
        }
    }
    let over = error(&played(&replay, ask("?", 6)));
    assert_eq!(over.kind, ProviderErrorKind::Recording);
    assert!(
        over.message
            .to_string()
            .starts_with("the recording ends here"),
        "{over}"
    );
    let replay = replay.that_ends_with(Notice::text("that was all"), Notice::text("go home"));
    let over = error(&played(&replay, ask("?", 6)));
    assert_eq!(over.message.to_string(), "that was all");
    assert_eq!(
        over.hint.as_ref().map(ToString::to_string).as_deref(),
        Some("go home")
    );
}

/// Answers of Qwen2.5-Coder with 1.5 billion parameters to a person with a file of two lines: it
/// reads, twice only announces a call, and then writes.
#[test]
fn the_transcript_of_a_small_real_model_plays() {
    let recorded = include_bytes!("../../../tests/fixtures/cassettes/small_model_edit.jsonl");
    let replay = ReplayProvider::from_bytes("edit", recorded, Pace::Immediate, Check::Lenient)
        .expect("a recording");
    let steps: Vec<Vec<StreamPart>> = (1..=6).map(|n| played(&replay, ask("?", n))).collect();
    let calls: Vec<Vec<_>> = steps.iter().map(|parts| called(parts)).collect();
    let tools: Vec<Option<&str>> = calls
        .iter()
        .map(|calls| calls.first().map(|(_, name, _)| name.as_str()))
        .collect();
    let (read, write) = (Some("read_file"), Some("write_file"));
    assert_eq!(tools, [read, None, None, None, write, None]);
    assert_eq!(
        calls[4][0].2["content"],
        "def validate_email(address): return '@' in address and '.' in address"
    );
    assert!(said(&steps[3]).starts_with("I will replace the text"));
}

#[test]
fn the_pace_changes_when_parts_come_and_not_which() {
    let parts = |pace| {
        let replay = ReplayProvider::from_bytes("demo", IN_CONFIRM, pace, Check::Lenient);
        played(&replay.expect("the demo is a recording"), ask("?", 3))
    };
    let immediate = parts(Pace::Immediate);
    for factor in [0.001, 0.0, -1.0, f32::NAN] {
        assert_eq!(parts(Pace::Recorded { factor }), immediate);
    }
    let begun = std::time::Instant::now();
    parts(Pace::Recorded { factor: 0.05 });
    assert!(begun.elapsed().as_millis() >= 50, "1233 ms at a twentieth");
}

#[test]
fn what_is_recorded_is_played_back_identically() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let parts = vec![words("Hel"), words("lo\u{1f642}"), DONE];
    let live = recorded(parts.clone(), &path);
    assert_eq!(played(&live, ask("hello", 1)), parts);
    let replay = ReplayProvider::open(&path, Pace::Immediate, Check::Strict).expect("a recording");
    assert_eq!(played(&replay, ask("hello", 1)), parts);
    assert_eq!(replay.cassette().header.provider, "scripted");
}

#[test]
fn a_different_request_is_an_error_that_shows_the_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    played(&recorded(vec![DONE], &path), ask("hello", 1));
    let strict = error(&played(&replay(&path, Check::Strict), ask("good bye", 1)));
    assert_eq!(strict.kind, ProviderErrorKind::Recording);
    for line in [
        "-{\"role\":\"user\",\"text\":\"hello\"}",
        "+{\"role\":\"user\",\"text\":\"good bye\"}",
    ] {
        assert!(strict.message.to_string().contains(line), "{strict}");
    }
    assert_eq!(
        played(&replay(&path, Check::Lenient), ask("good bye", 1)),
        [DONE]
    );
}

#[test]
fn ids_times_hashes_and_the_folder_do_not_make_a_difference() {
    let story = |call_id: u128, root: &str, commit: &str, duration: u64| {
        let kept = format!("/home/{duration}/outputs/a.log");
        let content = json!({ "success": true, "where": format!("{root}/a.rs"), "commit": commit,
            "duration_ms": duration, "whole_output": kept });
        let messages = vec![
            message(
                Role::Assistant,
                vec![call(
                    call_id,
                    "read_file",
                    json!({ "path": format!("{root}/a.rs") }),
                )],
            ),
            message(Role::Tool, vec![result(call_id, "read_file", content)]),
        ];
        RequestSummary::of(&request(ToolFormat::Native, messages), root)
    };
    let first = story(1, "/tmp/one", "1a2b3c4", 5);
    assert_eq!(first.digest, story(9, "/home/two", "99ffee0", 7).digest);
    let other = RequestSummary::of(&ask("else", 1), "/tmp/one");
    assert_ne!(first.digest, other.digest);
    let normal = normalise(
        "at 2026-11-01T10:20:30.5Z, 2026-11-01 and 2026-11-01 10:20; 0198c0de-1111-7222-8333-444455556666 sha256:9f86d081884c7d65 in /w/x/y",
        "/w/x",
    );
    assert_eq!(
        normal,
        "at <time>, <time> and <time>; <id> sha256:<hash> in <root>/y"
    );
    assert_eq!(
        normalise("feedback on 1234567 decades", ""),
        "feedback on 1234567 decades"
    );
}

#[test]
fn secrets_do_not_get_into_a_recording_even_in_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let parts = vec![
        words("the key is sk-proj-abcd"),
        words("efghijklmnop1234 and correct ho"),
        words("rse battery."),
        DONE,
    ];
    let live = recorded(parts, &path);
    played(&live, ask("my key: ghp_abcdefghijklmnopqrstuvwxyz0123", 1));
    let file = std::fs::read_to_string(&path).expect("the recording");
    for secret in ["sk-proj", "efghijkl", "correct ho", "rse battery", "ghp_"] {
        assert!(!file.contains(secret), "{secret} in {file}");
    }
    let replay = replay(&path, Check::Lenient);
    assert_eq!(
        said(&played(&replay, ask("?", 1))),
        "the key is [secret] and [secret]."
    );
}

#[test]
fn a_cancelled_step_is_recorded_with_what_came() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let live = recorded(vec![words("one"), words("two"), DONE], &path);
    run(async {
        let mut stream = live.stream(ask("?", 1));
        assert_eq!(stream.next().await, Some(words("one")));
        drop(stream);
    });
    let replay = replay(&path, Check::Lenient);
    let parts = played(&replay, ask("?", 1));
    assert_eq!(parts[0], words("one"));
    assert!(
        matches!(&parts[1], StreamPart::Error { error } if error.message.to_string().contains("cancelled here"))
    );
    assert_eq!(parts.len(), 2);
}

#[test]
fn a_recording_is_never_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    std::fs::write(&path, "mine").expect("a file");
    let (root, masker) = (Path::new("/"), Masker::default());
    let made = Recorder::create(&path, "scripted", "m", Value::Null, root, masker);
    assert!(made.is_err());
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "mine");
}

#[test]
fn a_bad_recording_is_refused_with_the_line_and_why() {
    let step = r#"{"agent":"main","step":1,"parts":[{"type":"done","stop":"done"}]}"#;
    let late = r#"{"agent":"main","step":1,"parts":[{"type":"done","stop":"done"},{"type":"text","text":"x"}]}"#;
    let delays =
        r#"{"agent":"main","step":1,"parts":[{"type":"done","stop":"done"}],"delays_ms":[1,2]}"#;
    let cases = [
        (String::new(), "line 1: the header is missing"),
        ("{}".to_owned(), "line 1: this is no recording"),
        (r#"{"cassette":9}"#.to_owned(), "line 1: it is of version 9"),
        (format!("{HEADER}\n{{"), "line 2: it is not JSON"),
        (
            format!("{HEADER}\n{{}}"),
            "line 2: it is not a step: missing field `agent`",
        ),
        (
            format!("{HEADER}\n{step}\n\n{step}"),
            "line 4: step 1 of the agent main is there twice",
        ),
        (
            format!("{HEADER}\n{late}"),
            "line 2: part 1 ends the answer",
        ),
        (
            format!("{HEADER}\n{delays}"),
            "line 2: it has 1 parts and 2 delays",
        ),
    ];
    for (text, expected) in cases {
        let error = Cassette::parse(&text).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    let newer = r#"{"agent":"main","step":1,"parts":[{"type":"hologram"},{"type":"done","stop":"done"}],"delays_ms":[5,6]}"#;
    let cassette =
        Cassette::parse(&format!("{HEADER}\n{newer}")).expect("kinds of later builds are skipped");
    let step = cassette.attempts("main", 1).first().expect("the step");
    assert_eq!((step.parts.len(), step.delays_ms.as_slice()), (1, &[6][..]));
}

/// Replays the same step of a recording this many times.
fn played_again(text: &str, times: usize) -> Vec<Vec<StreamPart>> {
    let bytes = text.as_bytes();
    let replay = ReplayProvider::from_bytes("run", bytes, Pace::Immediate, Check::Lenient);
    let replay = replay.expect("a recording");
    (0..times).map(|_| played(&replay, ask("?", 1))).collect()
}

#[test]
fn each_attempt_at_a_step_is_recorded_and_played_in_its_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let error = ProviderError::new(ProviderErrorKind::RateLimited, Notice::text("slow down"));
    let failed = vec![words("ha"), StreamPart::Error { error }];
    let recorder = recorder(&path);
    let first = recorder.record(scripted("scripted", failed.clone()));
    played(&first, ask("?", 1));
    // Dropped in mid-stream: a step that took too long.
    drop(first.stream(ask("?", 1)));
    let whole = vec![words("hello"), DONE];
    let other = recorder.record(scripted("other", whole.clone()));
    played(&other, ask("?", 1));
    let text = std::fs::read_to_string(&path).expect("the recording");
    let plays = played_again(&text, 4);
    assert_eq!(plays[0], failed);
    assert!(matches!(
        &plays[1][..],
        [StreamPart::Error { error }] if error.kind == ProviderErrorKind::Connection
    ));
    assert_eq!(plays[2], whole);
    assert_eq!(plays[3], whole, "the last attempt is played again");
    let cassette = Cassette::parse(&text).expect("a recording");
    let providers = cassette.attempts("main", 1).iter();
    let providers: Vec<_> = providers.map(|step| step.provider.as_deref()).collect();
    assert_eq!(providers, [None, None, Some("other")]);
}

#[test]
fn a_recording_has_the_window_of_its_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.jsonl");
    let request = StepRequest {
        context_length: 4_096,
        ..ask("?", 1)
    };
    played(&recorded(vec![DONE], &path), request);
    let replay = replay(&path, Check::Strict);
    let can = futures_util::FutureExt::now_or_never(replay.capabilities("m"));
    let can = can.expect("at once").expect("capabilities");
    assert_eq!(can.context_length, Some(4_096));
}
