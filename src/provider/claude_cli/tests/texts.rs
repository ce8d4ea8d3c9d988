//! Tests of the text that the program receives about a conversation, and of the arguments with
//! which its tools may run.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use crate::claude_cli::input::allowed;
use crate::claude_cli::texts::{ProgramKnowledge, to_say};
use crate::pictures::Pictures;
use crate::testing::player::{answer, user};
use protocol::permission::{Permission, TextEdit};

fn said(
    messages: &[std::sync::Arc<protocol::message::Message>],
    knows: ProgramKnowledge,
) -> String {
    to_say(
        (messages, &Pictures::new()),
        "claude-cli",
        knows,
        &BTreeSet::new(),
    )
    .text
}

#[test]
fn who_knows_its_conversation_is_told_what_came_after_its_last_answer() {
    let messages = [user(1, "a"), answer(2, "b"), user(3, "c"), user(4, "d")];
    assert_eq!(said(&messages, ProgramKnowledge::Its), "c\n\nd");
    let all = said(&messages, ProgramKnowledge::Nothing);
    assert!(
        all.contains("User: a\n\nAssistant: b") && all.ends_with("c\n\nd"),
        "{all}"
    );
    assert_eq!(said(&messages[..1], ProgramKnowledge::Nothing), "a");
}

#[test]
fn nothing_is_told_twice() {
    let messages = [user(1, "a"), user(2, "b")];
    let none = Pictures::new();
    let first = to_say(
        (&messages[..1], &none),
        "claude-cli",
        ProgramKnowledge::Its,
        &BTreeSet::new(),
    );
    let said: BTreeSet<_> = first.keys.into_iter().collect();
    assert_eq!(
        to_say(
            (&messages, &none),
            "claude-cli",
            ProgramKnowledge::Its,
            &said
        )
        .text,
        "b"
    );
}

/// Returns the file text that the program produces with these arguments.
fn carried_out(tool: &str, input: &serde_json::Value, before: &str) -> Option<String> {
    if tool == "Write" {
        return Some(input["content"].as_str()?.to_owned());
    }
    let edit = TextEdit {
        old: input["old_string"].as_str()?.to_owned(),
        new: input["new_string"].as_str()?.to_owned(),
        all: input["replace_all"].as_bool()?,
    };
    edit.applied(before)
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn arguments_for_some_hunks_make_exactly_the_text_that_is_allowed(
        before in "([ab]{0,2}\n){0,6}[ab]{0,1}",
        after in "([ab]{0,2}\n){0,6}[ab]{0,1}",
        writes in any::<bool>(),
    ) {
        prop_assume!(before != after);
        let tool = if writes { "Write" } else { "Edit" };
        // An edit of a file that is not empty always has text to replace.
        let input = json!({ "file_path": "/x", "old_string": "q", "new_string": "r", "content": "s" });
        let leave = Permission::Text { before: before.clone(), after: after.clone() };
        let input = allowed(tool, &input, &leave);
        prop_assert_eq!(carried_out(tool, &input, &before), Some(after));
        prop_assert_eq!(&input["file_path"], "/x");
    }
}

#[test]
fn a_picture_is_told_once_as_a_block_before_the_text() {
    use protocol::message::Block;
    use protocol::picture::{Media, Picture};
    let picture = Picture {
        hash: protocol::ids::ContentHash::of(b"\x89PNG"),
        media: Media::Png,
        width: 4,
        height: 3,
        bytes: 4,
        name: "a.png".to_owned(),
    };
    let mut shows = user(1, "what is [picture 1: a.png]?");
    let image = Block::Image {
        picture: picture.clone(),
    };
    std::sync::Arc::make_mut(&mut shows).blocks.push(image);
    let pictures = Pictures::from([(picture.hash, b"\x89PNG".as_slice().into())]);
    let told = to_say(
        (&[shows.clone()], &pictures),
        "claude-cli",
        ProgramKnowledge::Its,
        &BTreeSet::new(),
    );
    let line = crate::claude_cli::conversation::message(&told.text, &told.images);
    assert_eq!(
        line["message"]["content"],
        serde_json::json!([
            {
                "type": "image",
                "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw==" },
            },
            { "type": "text", "text": "what is [picture 1: a.png]?" },
        ])
    );
    let said: BTreeSet<_> = told.keys.into_iter().collect();
    let again = to_say(
        (&[shows], &pictures),
        "claude-cli",
        ProgramKnowledge::Its,
        &said,
    );
    assert!(again.text.is_empty() && again.images.is_empty());
}
