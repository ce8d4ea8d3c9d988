//! Two instances on one workspace write numbered tokens into the same files, some directly and some
//! as proposed changes: however they interfere, no token of a successful write is lost.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::harness::{ActorHarness, calls, says};
use crate::ledger::Ledger;
use protocol::approval::Mode;
use protocol::change::{HunkState, Origin};
use protocol::command::Command;
use protocol::query::{Query, Reply};
use protocol::review::{ApplyScope, ReviewCommand, ReviewQuery, ReviewReply};
use store::EntriesOf;
use workspace::Workspace;

const FILES: [&str; 4] = ["a.txt", "b.txt", "c.txt", "d/e.txt"];

/// Rounds of each writer if no time is given; a round is one token for each file.
const ROUNDS: usize = 10;

/// Environment variable: seconds to write for, instead of a number of rounds.
const SECONDS: &str = "AGENTICHAT_WRITE_SECONDS";

/// The end condition of a writer.
#[derive(Clone, Copy)]
enum Until {
    Rounds(usize),
    Time(Instant),
}

impl Until {
    fn of_the_environment() -> Self {
        let seconds = std::env::var(SECONDS).ok();
        match seconds.and_then(|seconds| seconds.parse().ok()) {
            Some(seconds) => Self::Time(Instant::now() + Duration::from_secs(seconds)),
            None => Self::Rounds(ROUNDS),
        }
    }

    fn is_over(self, rounds: usize) -> bool {
        match self {
            Self::Rounds(all) => rounds >= all,
            Self::Time(end) => Instant::now() >= end,
        }
    }
}

/// The results of a writer.
#[derive(Debug, Default)]
struct Written {
    /// Tokens of successful writes, each with its file.
    tokens: BTreeMap<String, &'static str>,
    /// Writes that were refused because the other writer was quicker.
    refused: usize,
}

/// Returns a call that writes a token: at the end, or before the first line.
fn write(path: &str, token: &str, number: usize) -> (&'static str, Value) {
    match number % 2 {
        0 => {
            let arguments = json!({ "path": path, "content": token, "mode": "append" });
            ("write_file", arguments)
        }
        _ => {
            let edit = json!({ "operation": "insert", "start_line": 1, "new_text": token });
            ("edit_file", json!({ "path": path, "edits": [edit] }))
        }
    }
}

async fn write_tokens(harness: &mut ActorHarness, name: &str, until: Until) -> Written {
    let mut written = Written::default();
    let mut round = 0;
    while !until.is_over(round) {
        let proposed = round % 5 == 4;
        let session = harness.session;
        let mode = if proposed {
            Mode::Review
        } else {
            Mode::AcceptEdits
        };
        harness.command(Command::SetMode { session, mode });
        let tokens: Vec<String> = FILES
            .iter()
            .enumerate()
            .map(|(number, _)| format!("{name}-{round}-{number}"))
            .collect();
        let reads = FILES.map(|path| ("read_file", json!({ "path": path })));
        let writes: Vec<_> = FILES
            .iter()
            .zip(&tokens)
            .map(|(path, token)| write(path, &format!("{token}\n"), round))
            .collect();
        harness.provider.answer(calls(&reads));
        harness.provider.answer(calls(&writes));
        harness.provider.answer(says("done"));
        harness.send("write");
        for _ in FILES {
            harness.event("tool.call.completed").await;
        }
        for (path, token) in FILES.into_iter().zip(tokens) {
            let result = harness.call_result().await;
            if result.ok {
                written.tokens.insert(token, path);
            } else {
                let code = result.error.as_ref().unwrap().code.code();
                assert_eq!(code, "E011", "{result:?}");
                written.refused += 1;
            }
        }
        harness.idle().await;
        if proposed && round % 10 == 4 {
            accept_and_apply(harness).await;
        }
        round += 1;
    }
    written
}

/// Accepts pending changes, and applies those that can be applied.
async fn accept_and_apply(harness: &ActorHarness) {
    let session = harness.session;
    let entries = harness
        .store
        .entries(EntriesOf::Session(session))
        .await
        .unwrap();
    let hunks = entries.iter().flat_map(|entry| &entry.hunks);
    let waiting = hunks.filter(|hunk| hunk.state == HunkState::Pending);
    let hunks = waiting.map(|hunk| hunk.id).collect();
    let state = HunkState::Accepted;
    let order = ReviewCommand::Decide { hunks, state };
    harness.command(Command::Review { session, order });
    harness.idle().await;
    let (files, of) = (Vec::new(), ApplyScope::Decided);
    let question = ReviewQuery::Summary { files, of };
    let query = Query::Review { session, question };
    let answer = harness.query(query).await;
    let Reply::Review { answer } = answer else {
        panic!("{answer:?}");
    };
    let ReviewReply::Summary { summary } = *answer else {
        panic!("{answer:?}");
    };
    let order = ReviewCommand::Apply {
        files: Vec::new(),
        shown: summary.shown.unwrap(),
        of,
    };
    harness.command(Command::Review { session, order });
    harness.idle().await;
}

/// Returns the content of a file in a session besides the disk: its buffer, and its conflicts.
fn shown(harness: &ActorHarness) -> BTreeMap<String, String> {
    let workspace = Workspace::open(&harness.root(), &[]).unwrap();
    let ledger = Ledger::new(harness.store.clone(), std::sync::Arc::new(workspace));
    let (logs, faults) = ledger.logs(harness.session).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    let mut shown = BTreeMap::new();
    for logged in logs {
        assert_eq!(logged.log.verify(), Ok(()), "{}", logged.path);
        let mut text = logged.log.log().buffer().text.unwrap_or_default();
        for conflict in logged.log.conflicts() {
            for hunk in [conflict.hunk, conflict.with] {
                let mut hunks = logged.log.hunks();
                let (_, hunk) = hunks.find(|(_, known)| known.id == hunk).unwrap();
                text.push_str(&hunk.inserted.concat());
            }
        }
        shown.insert(logged.path.clone(), text);
    }
    shown
}

/// Returns the history of a token in a file, from the sessions' logs: the entries after which it is
/// in a different text than before, each with the two entries before it.
fn story(houses: &[&ActorHarness], path: &str, token: &str) -> String {
    let mut out = String::new();
    for harness in houses {
        let workspace = Workspace::open(&harness.root(), &[]).unwrap();
        let ledger = Ledger::new(harness.store.clone(), std::sync::Arc::new(workspace));
        let (logs, _) = ledger.logs(harness.session).unwrap();
        for logged in logs.iter().filter(|logged| logged.path == path) {
            let mut log = logged.log.log().clone();
            let mut told = 0;
            let mut known = None;
            while let Some(entry) = log.entries.pop() {
                let times = |text: Option<String>| {
                    let text = text.unwrap_or_default();
                    text.lines().filter(|line| *line == token).count()
                };
                let has = (times(log.written().text), times(log.buffer().text));
                if known.is_some_and(|known| known != has) || told > 0 {
                    told = if known.is_some_and(|known| known != has) {
                        3
                    } else {
                        told - 1
                    };
                    let number = log.entries.len();
                    out.push_str(&format!(
                        "{} {number} {} {:?} {:?}: before it on the disk {}, in the buffer {}\n",
                        harness.session, entry.at, entry.origin, entry.operation, has.0, has.1
                    ));
                    for hunk in &entry.hunks {
                        out.push_str(&format!(
                            "    - at {} -{} +{:?} {:?} written {}\n",
                            hunk.old_start, hunk.old_count, hunk.inserted, hunk.state, hunk.written
                        ));
                    }
                }
                known = Some(has);
            }
        }
    }
    out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_two_instances_write_into_the_same_files_is_on_the_disk_or_waits_in_the_review() {
    let mut one = ActorHarness::new(Mode::AcceptEdits).await;
    std::fs::create_dir(one.root().join("d")).unwrap();
    for path in FILES {
        std::fs::write(one.root().join(path), "first\nlast\n").unwrap();
    }
    let mut two = one.neighbour(Mode::AcceptEdits).await;
    let until = Until::of_the_environment();
    let (by_one, by_two) = tokio::join!(
        write_tokens(&mut one, "one", until),
        write_tokens(&mut two, "two", until)
    );
    for (harness, written) in [(&one, &by_one), (&two, &by_two)] {
        let session = harness.session;
        let order = ReviewCommand::LookAtDisk;
        harness.command(Command::Review { session, order });
        harness.idle().await;
        assert!(written.tokens.len() > written.refused, "{written:?}");
        let shown = shown(harness);
        let (mut there, mut waits) = (0, 0);
        for (token, path) in &written.tokens {
            let disk = harness.disk(path);
            let times = disk.lines().filter(|line| line == token).count();
            let is_shown = shown[*path].lines().any(|line| line == token);
            assert!(times <= 1, "{token} is in {path} {times} times");
            assert!(
                times == 1 || is_shown,
                "{token} is nowhere\n{}",
                story(&[&one, &two], path, token)
            );
            there += times;
            waits += 1 - times;
        }
        println!(
            "{} tokens: {there} on the disk, {waits} in the review; {} writes refused",
            written.tokens.len(),
            written.refused
        );
    }
}

#[tokio::test]
async fn what_another_instance_writes_comes_in_under_its_name() {
    let mut one = ActorHarness::new(Mode::AcceptEdits).await;
    std::fs::write(one.root().join("a.txt"), "first\n").unwrap();
    let mut two = one.neighbour(Mode::AcceptEdits).await;
    for (harness, token) in [(&mut one, "one\n"), (&mut two, "two\n")] {
        let read = ("read_file", json!({ "path": "a.txt" }));
        harness.provider.answer(calls(&[read]));
        harness.provider.answer(calls(&[write("a.txt", token, 0)]));
        harness.exchange("write", says("done")).await;
    }
    let session = one.session;
    let order = ReviewCommand::LookAtDisk;
    one.command(Command::Review { session, order });
    one.idle().await;
    let entries = one
        .store
        .entries(EntriesOf::Session(session))
        .await
        .unwrap();
    let origin = &entries.last().unwrap().origin;
    assert!(
        matches!(origin, Origin::Session { name } if name == "demo"),
        "{origin:?}"
    );
}
