//! Tests of the user's searches through the whole program: over the index with the proposed
//! changes, and without an index.

use serde_json::json;

use super::harness::{ActorHarness, HarnessSetup, Indexing, calls, says, until};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::index::IndexPhase;
use protocol::query::{FileNote, OutlinePart, Query, Reply, SearchMethod, SearchResults};

const LOCK: &str = "/// Takes the lock of a session.\nfn take_lock() {}\n";

impl ActorHarness {
    async fn find(&self, text: &str) -> Reply {
        let query = Query::Find {
            session: self.session,
            text: text.to_owned(),
            limit: 10,
        };
        self.query(query).await
    }

    async fn found(&self, text: &str) -> SearchResults {
        match self.find(text).await {
            Reply::Found { found } => found,
            other => panic!("{other:?}"),
        }
    }

    async fn buffer(&self, path: &str, start_line: u32, lines: u32) -> Reply {
        let query = Query::BufferText {
            session: self.session,
            path: path.to_owned(),
            start_line,
            lines,
        };
        self.query(query).await
    }
}

async fn furnished(mut harness: ActorHarness) -> ActorHarness {
    harness.put("lock.rs", LOCK);
    harness.put("other.rs", "fn other() {}\n");
    harness.create(Mode::Review);
    harness.event("session.created").await;
    harness.provider.answer(calls(&[(
        "write_file",
        json!({ "path": "new.rs", "content": "\n\nstruct SessionLockGuard;\n" }),
    )]));
    harness.exchange("make a guard", says("done")).await;
    harness
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_ranks_what_is_on_the_disk_and_what_is_proposed() {
    let harness = furnished(HarnessSetup::new().indexing(Indexing::Begun).start()).await;
    until("the index is whole", || async {
        harness.found("x").await.index.phase == IndexPhase::Ready
    })
    .await;
    let found = harness.found("session lock").await;
    assert_eq!(found.by, SearchMethod::Words);
    assert_eq!(found.marked, ["session lock", "session", "lock"]);
    let place = |path: &str| found.places.iter().find(|place| place.hit.path == path);
    let (disk, proposed) = (place("lock.rs").unwrap(), place("new.rs").unwrap());
    assert_eq!((disk.proposed, disk.hit.start_line), (false, 1));
    assert!(proposed.proposed && proposed.hit.snippet.contains("SessionLockGuard"));
    assert!(!harness.root().join("new.rs").exists());
    let nothing = harness.found("no such thing anywhere zzz").await;
    assert!(nothing.places.is_empty());
    let Reply::Failed { reason } = harness.find(" ").await else {
        panic!("nothing was asked");
    };
    assert!(reason.to_string().contains("type a word"), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_index_the_text_is_found_as_it_is_written() {
    let harness = furnished(HarnessSetup::new().start()).await;
    let found = harness.found("LockGuard").await;
    assert_eq!((found.by, found.more), (SearchMethod::Text, false));
    let places: Vec<_> = found
        .places
        .iter()
        .map(|place| {
            (
                place.hit.path.as_str(),
                place.hit.start_line,
                place.proposed,
            )
        })
        .collect();
    assert_eq!(places, [("new.rs", 3, true)]);
    assert_eq!(found.marked, ["lockguard"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_a_file_is_read_as_the_agent_reads_it() {
    let harness = furnished(HarnessSetup::new().start()).await;
    let text = |text: &str, total_lines| Reply::Text {
        text: text.to_owned(),
        total_lines,
    };
    let proposed = harness.buffer("new.rs", 3, 5).await;
    assert_eq!(proposed, text("struct SessionLockGuard;\n", 3));
    assert_eq!(
        harness.buffer("lock.rs", 2, 1).await,
        text("fn take_lock() {}\n", 2)
    );
    let missing = harness.buffer("absent.rs", 1, 1).await;
    assert!(matches!(missing, Reply::Failed { .. }), "{missing:?}");
    let outside = harness.buffer("../state/state.db", 1, 1).await;
    assert!(matches!(outside, Reply::Failed { .. }), "{outside:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_session_changed_and_the_user_mentioned_comes_first_and_is_outlined() {
    let harness = furnished(HarnessSetup::new().start()).await;
    harness.put("a.rs", "");
    harness.command(Command::RememberInput {
        session: harness.session,
        text: "look at @other.rs:1-1, and @absent.rs".into(),
    });
    harness.idle().await;
    let query = Query::Files {
        session: Some(harness.session),
        pattern: "rs".into(),
        limit: 9,
    };
    let Reply::Files { files, .. } = harness.query(query).await else {
        panic!("no files");
    };
    let files: Vec<_> = files
        .iter()
        .map(|file| (file.path.as_str(), file.note))
        .collect();
    assert_eq!(
        files,
        [
            ("new.rs", FileNote::Session),
            ("other.rs", FileNote::Mentioned),
            ("a.rs", FileNote::Plain),
            ("lock.rs", FileNote::Plain),
        ]
    );
    let query = Query::Outline {
        session: harness.session,
        path: "new.rs".into(),
    };
    let outline = harness.query(query).await;
    let part = OutlinePart {
        start_line: 3,
        end_line: 3,
        label: "struct SessionLockGuard".into(),
    };
    let parts = vec![part];
    assert_eq!(
        outline,
        Reply::Outline {
            parts,
            total_lines: 3
        }
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_text_is_said_to_be_one_and_not_what_a_model_is_told() {
    let harness = ActorHarness::new(Mode::Review).await;
    harness.put("logo.png", [0, 159, 146, 150]);
    let file = Query::FileText {
        path: "logo.png".to_owned(),
        start_line: 1,
        lines: 10,
    };
    let file = harness.query(file).await;
    for reply in [file, harness.buffer("logo.png", 1, 10).await] {
        let Reply::Failed { reason } = reply else {
            panic!("{reply:?}")
        };
        assert_eq!(
            reason.to_string(),
            "logo.png is a binary file of 4 bytes, not text"
        );
    }
}
