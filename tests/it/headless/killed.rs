//! One long conversation whose process is killed again and again, at any moment: everything
//! printed as stored remains to the end, once and in order, and everything reported as written
//! is on the disk.

use std::collections::BTreeMap;

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::support::http::{Request, Script, Server};
use crate::support::program::{Place, json_lines};
use crate::support::wire::{Step, ollama, ollama_stream, ollama_text, show};

/// Number of kills.
const KILLS: u32 = 200;

/// Approximate number of lines of a run that is not killed.
const LINES: u64 = 30;

/// Pseudo-random numbers, the same in each run; others if `AGENTICHAT_CASES` is set.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new() -> Self {
        let seed = std::env::var("AGENTICHAT_CASES").ok();
        let other = seed.map(|_| u64::from(std::process::id()));
        Self(0x9E37_79B9_7F4A_7C15 ^ other.unwrap_or(1))
    }

    /// Returns a number below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Returns the answer of a model that writes the file named by the last message, and reports
/// it in pieces.
fn answer(request: &Request) -> Script {
    if request.line.ends_with("/api/show") {
        return show();
    }
    let body = request.json();
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let asked = messages.iter().rev().find(|one| one["role"] == "user");
    let number = asked
        .and_then(|one| one["content"].as_str())
        .and_then(|text| text.split("write ").nth(1))
        .map_or("0", |rest| rest.split_whitespace().next().unwrap_or("0"))
        .to_owned();
    if messages.last().is_some_and(|last| last["role"] == "tool") {
        let pieces = ["the file ", &number, " is written, and that is all"];
        let mut acts: Vec<_> = pieces.into_iter().map(ollama_text).collect();
        acts.push(crate::support::wire::ollama_end());
        return ollama_stream(acts);
    }
    let arguments = json!({
        "path": format!("out/{number}.txt"),
        "content": format!("{number}\n"),
        "mode": "create",
    });
    ollama(Step::Calls(
        "I will write it",
        vec![("write_file", arguments)],
    ))
}

/// Events printed as stored, by cursor.
#[derive(Default)]
pub(super) struct Acknowledged {
    events: BTreeMap<u64, Value>,
    pub(super) session: Option<String>,
}

impl Acknowledged {
    pub(super) fn learn(&mut self, printed: &str) {
        // The last line may be cut; then it acknowledges nothing.
        let last = printed.lines().last().unwrap_or_default();
        let is_cut = serde_json::from_str::<Value>(last).is_err();
        let whole = printed.trim_end_matches('\n');
        let whole = if is_cut {
            whole.trim_end_matches(last)
        } else {
            whole
        };
        for event in json_lines(whole) {
            if let Some(session) = event["session"].as_str() {
                self.session = Some(session.to_owned());
            }
            let Some(cursor) = event["cursor"].as_u64() else {
                continue;
            };
            if let Some(before) = self.events.get(&cursor) {
                assert_eq!(
                    before["type"], event["type"],
                    "cursor {cursor} is used twice"
                );
                continue;
            }
            self.events.insert(cursor, event);
        }
    }

    pub(super) fn of_type<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.events
            .values()
            .filter(move |event| event["type"] == kind)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_missing_after_two_hundred_kills() {
    let place = Place::new().await;
    let server = Server::answering(answer).await;
    let mut dice = Dice::new();
    let mut known = Acknowledged::default();
    let mut killed_in_a_run = 0;
    for number in 1..=KILLS {
        let prompt = format!("write {number}");
        let session = known.session.clone();
        let mut flags = vec!["--mode", "accept-edits", "--json"];
        if let Some(session) = &session {
            flags.extend(["--session", session]);
        }
        flags.push(&prompt);
        let mut running = place.start_with_ollama(&server.url, &flags);
        // The first process lives until its session is known.
        let lines = dice.below(LINES).max(u64::from(session.is_none()) * 3);
        running.lines(lines).await;
        for _ in 0..dice.below(500) {
            tokio::task::yield_now().await;
        }
        running.signal(Signal::SIGKILL);
        let said = running.end().await;
        killed_in_a_run += u32::from(said.status != 0 && !said.out.contains("job.completed"));
        known.learn(&said.out);
    }
    assert!(
        killed_in_a_run > KILLS / 4,
        "only {killed_in_a_run} were killed in the middle of a run"
    );
    let session = known.session.clone().expect("a session");
    let flags = ["--session", &session, "--json", "write 0"];
    let said = place.run(&flags, &[("OLLAMA_HOST", &server.url)]).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let opened = said.of_type("session.opened");
    let snapshot = &opened[0]["data"]["session"];
    let messages = snapshot["messages"].as_array().expect("messages");
    let place_of = |id: &Value| messages.iter().position(|message| message["id"] == *id);

    let mut before = 0;
    let mut compared = 0;
    for event in known.of_type("message.added") {
        let message = &event["data"]["message"];
        let at = place_of(&message["id"]);
        let at = at.unwrap_or_else(|| panic!("{message} was acknowledged and is gone"));
        assert!(at >= before, "in its order: {message}");
        before = at;
        if message["role"] == "user" {
            assert_eq!(messages[at]["blocks"], message["blocks"]);
        }
        compared += 1;
    }
    assert!(
        compared > usize::try_from(KILLS / 4).expect("a count"),
        "{compared}"
    );
    for event in known.of_type("message.completed") {
        let message = &event["data"]["message"];
        let at = place_of(&message["id"]).expect("a completed message stays");
        assert_eq!(messages[at]["blocks"], message["blocks"]);
        assert_eq!(messages[at]["state"], message["state"]);
    }
    let mut written = 0;
    for event in known.of_type("tool.call.completed") {
        let result = &event["data"]["result"];
        let told = messages.iter().any(|message| {
            let blocks = message["blocks"].as_array();
            blocks.is_some_and(|blocks| {
                let of_call = |block: &Value| block["result"]["call"] == result["call"];
                blocks.iter().any(of_call)
            })
        });
        assert!(told, "the result is in the conversation: {event}");
        if result["ok"] == true {
            written += 1;
        }
    }
    let files = std::fs::read_dir(place.root().join("out")).expect("files were written");
    let mut found = 0;
    for file in files {
        let path = file.expect("an entry").path();
        let stem = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        assert_eq!(text, format!("{stem}\n"), "no file is half written");
        found += 1;
    }
    assert!(
        found >= written,
        "{written} were told as written, {found} are there"
    );
}
