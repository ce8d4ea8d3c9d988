//! The model's view of a compacted conversation, for arbitrary compactions.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::context::{LETTERS, message};
use crate::context::{CompactionExtent, CompactionRange, cover, fit, told, transcript};
use crate::testing::outcomes::compaction;
use notice::Notice;
use protocol::call::{CallResult, ErrorCode, ToolCall, ToolError};
use protocol::compaction::Compaction;
use protocol::ids::{CallId, CompactionId, MessageId};
use protocol::message::{Block, Message, MessageState, Role};
use provider::pictures::Pictures;
use provider::turns::{Turn, turns};

/// An element of a conversation.
#[derive(Debug, Clone)]
enum Piece {
    User(usize),
    Words(usize),
    Calls(Vec<usize>),
    Notice,
    /// A command that the user ran, with its result.
    Own(usize),
    /// An attempt that broke off.
    Half,
    /// An answer to a question, a refusal with a reason, or a review.
    Said(usize),
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        3 => (1..300_usize).prop_map(Piece::User),
        3 => (1..900_usize).prop_map(Piece::Words),
        4 => proptest::collection::vec(0..2_000_usize, 1..4).prop_map(Piece::Calls),
        1 => Just(Piece::Notice),
        1 => (1..900_usize).prop_map(Piece::Own),
        1 => Just(Piece::Half),
        1 => (0..3_usize).prop_map(Piece::Said),
    ]
}

/// A conversation with its own ids.
#[derive(Default)]
struct GeneratedConversation {
    messages: Vec<Arc<Message>>,
    said: Vec<String>,
}

impl GeneratedConversation {
    fn of(pieces: &[Piece]) -> Self {
        let mut talk = Self::default();
        for (number, piece) in pieces.iter().enumerate() {
            talk.add(piece, number);
        }
        talk
    }

    fn push(&mut self, role: Role, state: MessageState, blocks: Vec<Block>) {
        let mut one = Message::clone(&message(role, state, blocks));
        one.id = MessageId(Uuid::from_u128(self.messages.len() as u128 + 1));
        self.messages.push(Arc::new(one));
    }

    fn text(&mut self, role: Role, text: String) {
        self.push(role, MessageState::Complete, vec![Block::Text { text }]);
    }

    fn calls(&mut self, tool: &str, results: Vec<CallResult>) {
        let uses = results.iter().map(|result| Block::ToolUse {
            call: ToolCall {
                id: result.call,
                provider_id: result.provider_id.clone(),
                tool: tool.to_owned(),
                arguments: json!({}),
            },
        });
        self.push(Role::Assistant, MessageState::Complete, uses.collect());
        for result in results {
            let blocks = vec![Block::ToolResult { result }];
            self.push(Role::Tool, MessageState::Complete, blocks);
        }
    }

    fn result(&self, index: usize, tool: &str, content: serde_json::Value) -> CallResult {
        let id = (self.messages.len() * 100 + index) as u128;
        CallResult {
            call: CallId(Uuid::from_u128(id)),
            provider_id: format!("call_{id}"),
            tool: tool.to_owned(),
            ok: true,
            content,
            summary: Notice::text("read"),
            error: None,
            duration_ms: 0,
        }
    }

    fn add(&mut self, piece: &Piece, number: usize) {
        match piece {
            Piece::User(size) => {
                let text = format!("human {number} {}", "h".repeat(*size));
                self.said.push(text.clone());
                self.text(Role::User, text);
            }
            Piece::Words(size) => self.text(Role::Assistant, "w".repeat(*size)),
            Piece::Notice => self.text(Role::System, "notice".to_owned()),
            Piece::Half => {
                let text = "half".to_owned();
                let blocks = vec![Block::Text { text }];
                self.push(Role::Assistant, MessageState::Interrupted, blocks);
            }
            Piece::Calls(sizes) => {
                let results = sizes.iter().enumerate();
                let results = results.map(|(index, size)| {
                    self.result(index, "read_file", json!({ "text": "r".repeat(*size) }))
                });
                let results = results.collect();
                self.calls("read_file", results);
            }
            Piece::Own(size) => {
                self.text(Role::User, "!make".to_owned());
                let result = self.result(0, "shell_exec", json!({ "text": "o".repeat(*size) }));
                let blocks = vec![Block::ToolResult { result }];
                self.push(Role::Tool, MessageState::Complete, blocks);
            }
            Piece::Said(which) => {
                let said = format!("my word {number}");
                self.said.push(said.clone());
                let (tool, content) = match which {
                    0 => ("clarify_user", json!({ "answer": said })),
                    1 => ("write_file", json!({ "success": true, "review": said })),
                    _ => ("shell_exec", json!({ "success": false })),
                };
                let mut result = self.result(0, tool, content);
                if *which == 2 {
                    let error = ToolError::new(ErrorCode::UserRejected, Notice::text("refused"));
                    result.error = Some(error.with_details(json!({ "reason": said })));
                }
                self.calls(tool, vec![result]);
            }
        }
    }

    /// Compacts the conversation repeatedly; returns the compactions.
    fn compacted(&self, reaches: &[CompactionExtent], budget: u64) -> Vec<Compaction> {
        let mut all: Vec<Compaction> = Vec::new();
        for (number, reach) in reaches.iter().enumerate() {
            let found = cover(&self.messages, &all, *reach, budget, LETTERS);
            if let Some(CompactionRange {
                through,
                latest_user,
                ..
            }) = found
            {
                all.push(Compaction {
                    id: CompactionId(Uuid::from_u128(1_000 + number as u128)),
                    ..compaction(through, latest_user)
                });
            }
        }
        all
    }
}

fn reach() -> impl Strategy<Value = CompactionExtent> {
    prop_oneof![
        Just(CompactionExtent::ToFit),
        Just(CompactionExtent::ToHalf),
        Just(CompactionExtent::All)
    ]
}

/// Returns the fault of a request, if any.
fn malformed(messages: &[Arc<Message>]) -> Option<String> {
    let (mut open, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for message in messages {
        if message.role == Role::System {
            return Some("a notice is told".to_owned());
        }
        if message.role == Role::Assistant && !open.is_empty() {
            return Some("the model speaks before it has its results".to_owned());
        }
        for block in &message.blocks {
            match block {
                Block::ToolUse { call } => {
                    open.insert(call.id);
                    seen.insert(call.id);
                }
                Block::ToolResult { result } if !open.remove(&result.call) => {
                    return Some("a result without its call".to_owned());
                }
                _ => {}
            }
        }
    }
    let results = turns(messages, "ollama/m", &Pictures::new())
        .windows(2)
        .any(|pair| matches!(pair, [Turn::User { .. }, Turn::Result { .. }]));
    results.then(|| "a result behind the human's words".to_owned())
}

fn texts(messages: &[Arc<Message>]) -> String {
    let blocks = messages.iter().flat_map(|message| &message.blocks);
    let texts = blocks.map(|block| match block {
        Block::Text { text } => text.clone(),
        Block::ToolResult { result } => format!("{} {:?}", result.content, result.error),
        _ => String::new(),
    });
    texts.collect::<Vec<_>>().join("\n")
}

proptest! {
    #![proptest_config(testing::cases(200))]

    #[test]
    fn whatever_is_compacted_the_request_is_well_formed_and_no_word_of_the_user_is_lost(
        pieces in proptest::collection::vec(piece(), 0..14),
        reaches in proptest::collection::vec(reach(), 0..4),
        budget in 0..6_000_u64,
    ) {
        let talk = GeneratedConversation::of(&pieces);
        let compactions = talk.compacted(&reaches, budget);
        for budget in [budget, u64::MAX] {
            let fitted = fit(&talk.messages, &compactions, budget, LETTERS);
            prop_assert_eq!(malformed(&fitted.messages), None);
            let users: BTreeSet<_> = fitted.messages.iter().map(|one| one.id).collect();
            for message in &talk.messages {
                prop_assert!(message.role != Role::User || users.contains(&message.id));
            }
            if budget == u64::MAX {
                let all = texts(&fitted.messages);
                for said in &talk.said {
                    prop_assert!(all.contains(said.as_str()), "{said} in {all}");
                }
            }
        }
    }

    #[test]
    fn undo_gives_back_the_exact_request(
        pieces in proptest::collection::vec(piece(), 0..14),
        reaches in proptest::collection::vec(reach(), 1..4),
        budget in 0..6_000_u64,
    ) {
        let talk = GeneratedConversation::of(&pieces);
        let mut compactions = talk.compacted(&reaches, budget);
        let mut requests = Vec::new();
        for count in 0..compactions.len() {
            requests.push(fit(&talk.messages, &compactions[..count], budget, LETTERS).messages);
        }
        while compactions.pop().is_some() {
            let now = fit(&talk.messages, &compactions, budget, LETTERS).messages;
            prop_assert_eq!(Some(now), requests.pop());
        }
    }

    #[test]
    fn each_compaction_covers_more_and_the_record_fits_where_it_goes(
        pieces in proptest::collection::vec(piece(), 0..14),
        reaches in proptest::collection::vec(reach(), 0..5),
        budget in 0..6_000_u64,
        room in 0..4_000_usize,
    ) {
        let talk = GeneratedConversation::of(&pieces);
        let compactions = talk.compacted(&reaches, budget);
        let place = |one: &Compaction| talk.messages.iter().position(|m| m.id == one.through);
        let places: Vec<_> = compactions.iter().map(place).collect();
        prop_assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
        let written = transcript(&talk.messages, &compactions, talk.messages.len(), room);
        prop_assert!(written.len() <= room + "\n[… cut …]\n".len());
    }
}

#[test]
fn a_summary_stands_before_what_it_does_not_cover_and_the_last_report_is_kept() {
    let pieces = [
        Piece::User(1),
        Piece::Calls(vec![10]),
        Piece::Words(3),
        Piece::User(2),
        Piece::Calls(vec![20]),
    ];
    let talk = GeneratedConversation::of(&pieces);
    let compactions = talk.compacted(&[CompactionExtent::ToFit], 0);
    let told = told(&talk.messages, &compactions);
    let roles: Vec<Role> = told.iter().map(|one| one.role).collect();
    assert_eq!(
        roles,
        [
            Role::User,
            Role::User,
            Role::User,
            Role::Assistant,
            Role::Tool
        ]
    );
    let summary = told[2].plain_text();
    assert!(summary.contains("it was built"), "{summary}");
    assert!(
        summary.ends_with("[Your last report, word for word:]\nwww"),
        "{summary}"
    );
    assert_eq!(
        told[3..],
        talk.messages[5..],
        "what is not answered yet goes whole"
    );
}
