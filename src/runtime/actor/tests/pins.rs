//! Tests of lines that a message names: their text in the request, and the notices about them.

use serde_json::json;

use super::harness::{ActorHarness, calls, says};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::context::ContextRow;
use protocol::event::EventKind;
use protocol::message::{Block, Role};
use protocol::query::{Query, Reply};

impl ActorHarness {
    /// Returns the content that the last request includes for reference.
    fn included(&self) -> Vec<String> {
        let requests = self.provider.requests();
        let messages = requests.last().unwrap().messages.iter();
        let blocks = messages
            .filter(|message| message.role == Role::User)
            .flat_map(|message| &message.blocks);
        let texts = blocks.filter_map(|block| match block {
            Block::Text { text } => text.strip_prefix("For reference, I include:\n\n"),
            _ => None,
        });
        texts.map(str::to_owned).collect()
    }

    async fn notice(&mut self) -> String {
        match self.event("notice").await.fact {
            EventKind::Notice { text, .. } => text.to_string(),
            other => panic!("{other:?}"),
        }
    }

    async fn context(&self) -> Vec<ContextRow> {
        let query = Query::Context {
            session: self.session,
        };
        match self.query(query).await {
            Reply::Context { rows, .. } => rows.into_iter().map(|(row, _)| row).collect(),
            other => panic!("{other:?}"),
        }
    }

    async fn rows(&self) -> Vec<String> {
        self.context().await.iter().map(ContextRow::place).collect()
    }
}

fn numbered(lines: u32) -> String {
    (1..=lines).map(|line| format!("line {line}\n")).collect()
}

#[tokio::test]
async fn the_request_has_exactly_the_lines_that_the_message_names() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    std::fs::create_dir(harness.root().join("src")).unwrap();
    harness.put("src/a b.rs", numbered(50));
    harness.put("c.rs", "only\r\nthese");
    harness.provider.answer(says("seen"));
    harness.send("what is @\"src/a b.rs:10-12\" beside @./c.rs:1-9?");
    assert_eq!(
        harness.notice().await,
        "@./c.rs:1-9 goes beyond the end of the file, line 2"
    );
    assert_eq!(
        harness.notice().await,
        "pinned src/a b.rs:10-12, c.rs:1-2: sent with each message until /exclude"
    );
    harness.idle().await;
    assert_eq!(
        harness.included(),
        [
            "File src/a b.rs lines 10-12:\n```\nline 10\nline 11\nline 12\n```\n\n\
          File c.rs lines 1-2:\n```\nonly\r\nthese\n```"
        ]
    );
    assert_eq!(harness.rows().await, ["src/a b.rs:10-12", "c.rs:1-2"]);

    // If the file has become shorter, the remaining lines are sent with their numbers.
    harness.put("src/a b.rs", numbered(11));
    harness.put("c.rs", "");
    harness.exchange("and now?", says("seen")).await;
    assert_eq!(
        harness.included(),
        [
            "File src/a b.rs lines 10-11:\n```\nline 10\nline 11\n```\n\n\
          File c.rs: the file no longer has lines 1-2"
        ]
    );
}

#[tokio::test]
async fn lines_are_counted_in_the_text_that_the_agent_sees() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.provider.answer(calls(&[(
        "write_file",
        json!({ "path": "new.rs", "content": "staged 1\nstaged 2\n" }),
    )]));
    harness.exchange("write", says("staged")).await;
    assert!(!harness.root().join("new.rs").exists());
    harness.provider.answer(says("seen"));
    harness.send("look at @new.rs:2");
    assert_eq!(
        harness.notice().await,
        "pinned new.rs:2-2: sent with each message until /exclude"
    );
    harness.idle().await;
    assert_eq!(
        harness.included(),
        ["File new.rs lines 2-2:\n```\nstaged 2\n```"]
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_said_and_pins_nothing() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put(".env", "SECRET=1\n");
    harness.provider.answer(says("seen"));
    harness.send("@.env:1 @gone.rs:1-2 @../out.rs:1 @a.rs:3-1");
    for place in ["@a.rs:3-1", "@.env:1-1", "@gone.rs:1-2", "@../out.rs:1-1"] {
        let said = harness.notice().await;
        assert!(
            said.contains(&format!("{place} was not pinned: ")),
            "{said}"
        );
    }
    harness.idle().await;
    assert!(harness.included().is_empty());
    assert!(harness.rows().await.is_empty());
}

#[tokio::test]
async fn a_file_that_a_message_names_lines_of_may_be_written_without_reading_it_first() {
    let harness = ActorHarness::new(Mode::AcceptEdits).await;
    for name in ["named.rs", "other.rs"] {
        harness.put(name, "old 1\nold 2\n");
    }
    let replaced = |path: &str| {
        let arguments = json!({ "path": path, "old_text": "old 2", "new_text": "new 2" });
        ("replace_text", arguments)
    };
    let both = [replaced("named.rs"), replaced("other.rs")];
    harness.provider.answer(calls(&both));
    harness
        .exchange("change @named.rs:1-2", says("one of them"))
        .await;
    let now = |name: &str| harness.disk(name);
    assert_eq!(now("named.rs"), "old 1\nnew 2\n");
    assert_eq!(now("other.rs"), "old 1\nold 2\n");
}

#[tokio::test]
async fn counting_what_is_included_is_not_reading_it() {
    let harness = ActorHarness::new(Mode::AcceptEdits).await;
    harness.put("a.rs", "old\n");
    harness.exchange("look at @a.rs:1", says("seen")).await;
    harness.put("a.rs", "of the human\n");
    let row = harness.context().await[0].id;
    harness.command(Command::ExcludeContext {
        session: harness.session,
        row,
    });
    harness.provider.answer(calls(&[(
        "write_file",
        json!({ "path": "a.rs", "content": "of the agent\n" }),
    )]));
    harness.exchange("overwrite it", says("refused")).await;
    let text = harness.disk("a.rs");
    assert_eq!(
        text, "of the human\n",
        "the agent last read what was there before"
    );
}

#[tokio::test]
async fn pinned_lines_do_not_hide_what_the_user_changed_elsewhere_in_the_file() {
    let harness = ActorHarness::new(Mode::AcceptEdits).await;
    let write = |text: &str| harness.put("a.rs", text);
    write(&numbered(50));
    let read = ("read_file", json!({ "path": "a.rs" }));
    harness.provider.answer(calls(&[read]));
    harness
        .exchange("read it, and look at @a.rs:1-2", says("read"))
        .await;
    let of_user = numbered(50).replace("line 40", "of the human");
    write(&of_user);
    harness.provider.answer(calls(&[(
        "write_file",
        json!({ "path": "a.rs", "content": numbered(49) }),
    )]));
    harness.exchange("overwrite it", says("refused")).await;
    let text = harness.disk("a.rs");
    assert_eq!(text, of_user);
}
