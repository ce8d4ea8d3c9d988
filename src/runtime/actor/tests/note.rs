//! Tests of the workspace's note: it is stored, merged, and sent to the model only if
//! it is included.

use uuid::Uuid;

use super::harness::{ActorHarness, says};
use protocol::approval::Mode;
use protocol::command::{Command, CommandKind};
use protocol::context::ContextRow;
use protocol::event::EventKind;
use protocol::ids::ContextId;
use protocol::query::{Query, Reply};

impl ActorHarness {
    /// Stores a note; returns the stored text.
    async fn keep_note(&mut self, base: &str, text: &str) -> String {
        self.command(Command::SaveNote {
            session: self.session,
            base: base.to_owned(),
            text: text.to_owned(),
        });
        match self.event("note.changed").await.fact {
            EventKind::NoteChanged { text } => text,
            other => panic!("{other:?}"),
        }
    }

    async fn note(&self) -> String {
        match self.query(Query::Note).await {
            Reply::Text { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn what_two_typed_of_the_same_note_is_all_there() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let base = "one\ntwo\nthree\n";
    assert_eq!(harness.keep_note("", base).await, base);
    // A second process works in the same folder.
    let mut other = harness.neighbour(Mode::Review).await;
    let theirs = "ONE\ntwo\nthree\n";
    assert_eq!(other.keep_note(base, theirs).await, theirs);
    let ours = "one\ntwo\nTHREE\n";
    assert_eq!(harness.keep_note(base, ours).await, "ONE\ntwo\nTHREE\n");
    // Both changed the same line: both versions are kept.
    let kept = harness.keep_note(base, "eins\ntwo\nTHREE\n").await;
    for line in [
        "ONE",
        "eins",
        "two",
        "THREE",
        "<<<<<<< typed here",
        ">>>>>>> kept meanwhile",
    ] {
        assert!(kept.lines().any(|found| found == line), "{line} in {kept}");
    }
    assert_eq!(other.note().await, kept);
}

#[tokio::test]
async fn the_model_reads_the_note_only_where_it_is_included_and_then_as_it_is() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.keep_note("", "Retries belong to Ada.").await;
    let asked = |harness: &ActorHarness| {
        format!("{:?}", harness.provider.requests().last().unwrap().messages)
    };
    harness.completed_run("hello", says("seen")).await;
    assert!(!asked(&harness).contains("Ada"));
    let row = ContextRow::note(ContextId(Uuid::from_u128(5)));
    harness.command(Command::IncludeContext {
        session: harness.session,
        row: row.clone(),
    });
    harness
        .keep_note("Retries belong to Ada.", "Retries belong to Bea.")
        .await;
    harness.completed_run("and now?", says("seen")).await;
    assert!(asked(&harness).contains("My note on this workspace:\\n\\nRetries belong to Bea."));
    harness.command(Command::ExcludeContext {
        session: harness.session,
        row: row.id,
    });
    harness.completed_run("and now?", says("seen")).await;
    assert!(!asked(&harness).contains("Bea"));
}

#[tokio::test]
async fn a_note_without_end_is_refused_and_the_one_before_stays() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.keep_note("", "short").await;
    harness.command(Command::SaveNote {
        session: harness.session,
        base: "short".to_owned(),
        text: "x".repeat(300 * 1024),
    });
    let EventKind::CommandRejected {
        command, reason, ..
    } = harness.event("command.rejected").await.fact
    else {
        panic!();
    };
    assert!(
        command == CommandKind::SaveNote && reason.to_string().contains("256 KiB"),
        "{reason}"
    );
    assert_eq!(harness.note().await, "short");
}
