//! Lines that a message names: what the request holds of them, and what is said.

use serde_json::json;

use super::support::{House, calls, says};
use crate::protocol::approval::Mode;
use crate::protocol::event::Fact;
use crate::protocol::message::{Block, Role};
use crate::protocol::query::{Query, Reply};

impl House {
    /// What the last request includes for reference.
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
            Fact::Notice { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }

    async fn rows(&self) -> Vec<String> {
        let query = Query::Context {
            session: self.session,
        };
        match self.handle.query(query).unwrap().await.unwrap() {
            Reply::Context { rows, .. } => rows.iter().map(|(row, _)| row.place()).collect(),
            other => panic!("{other:?}"),
        }
    }
}

fn numbered(lines: u32) -> String {
    (1..=lines).map(|line| format!("line {line}\n")).collect()
}

#[tokio::test]
async fn the_request_has_exactly_the_lines_that_the_message_names() {
    let mut house = House::new(Mode::Review).await;
    std::fs::create_dir(house.root().join("src")).unwrap();
    std::fs::write(house.root().join("src/a b.rs"), numbered(50)).unwrap();
    std::fs::write(house.root().join("c.rs"), "only\r\nthese").unwrap();
    house.provider.answer(says("seen"));
    house.send("what is @\"src/a b.rs:10-12\" beside @./c.rs:1-9?");
    assert_eq!(
        house.notice().await,
        "@./c.rs:1-9 goes beyond the end of the file, line 2"
    );
    assert_eq!(
        house.notice().await,
        "pinned src/a b.rs:10-12, c.rs:1-2: sent with each message until /exclude"
    );
    house.idle().await;
    assert_eq!(
        house.included(),
        [
            "File src/a b.rs lines 10-12:\n```\nline 10\nline 11\nline 12\n```\n\n\
          File c.rs lines 1-2:\n```\nonly\r\nthese\n```"
        ]
    );
    assert_eq!(house.rows().await, ["src/a b.rs:10-12", "c.rs:1-2"]);

    // It is told with its numbers when the file has become shorter.
    std::fs::write(house.root().join("src/a b.rs"), numbered(11)).unwrap();
    std::fs::write(house.root().join("c.rs"), "").unwrap();
    house.provider.answer(says("seen"));
    house.send("and now?");
    house.idle().await;
    assert_eq!(
        house.included(),
        [
            "File src/a b.rs lines 10-11:\n```\nline 10\nline 11\n```\n\n\
          File c.rs: it has no lines 1-2 any more"
        ]
    );
}

#[tokio::test]
async fn lines_are_counted_in_the_text_that_the_agent_sees() {
    let mut house = House::new(Mode::Review).await;
    house.provider.answer(calls(&[(
        "write_file",
        json!({ "path": "new.rs", "content": "staged 1\nstaged 2\n" }),
    )]));
    house.provider.answer(says("staged"));
    house.send("write");
    house.idle().await;
    assert!(!house.root().join("new.rs").exists());
    house.provider.answer(says("seen"));
    house.send("look at @new.rs:2");
    assert_eq!(
        house.notice().await,
        "pinned new.rs:2-2: sent with each message until /exclude"
    );
    house.idle().await;
    assert_eq!(
        house.included(),
        ["File new.rs lines 2-2:\n```\nstaged 2\n```"]
    );
}

#[tokio::test]
async fn what_cannot_be_read_is_said_and_pins_nothing() {
    let mut house = House::new(Mode::Review).await;
    std::fs::write(house.root().join(".env"), "SECRET=1\n").unwrap();
    house.provider.answer(says("seen"));
    house.send("@.env:1 @gone.rs:1-2 @../out.rs:1 @a.rs:3-1");
    for place in ["@a.rs:3-1", "@.env:1-1", "@gone.rs:1-2", "@../out.rs:1-1"] {
        let said = house.notice().await;
        assert!(
            said.contains(&format!("{place} was not pinned: ")),
            "{said}"
        );
    }
    house.idle().await;
    assert!(house.included().is_empty());
    assert!(house.rows().await.is_empty());
}
