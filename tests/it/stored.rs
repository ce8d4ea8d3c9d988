//! Tests that data written by earlier builds can be read, and is written back
//! unchanged: see `tests/fixtures/stored`.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use client::ipc;
use support::json;

/// Reads each line of a fixture as a `T` and checks that it serializes to the same text.
fn unchanged<T: Serialize + DeserializeOwned>(lines: &str) {
    for line in lines.lines() {
        let written: Value = serde_json::from_str(line).expect("a line of JSON");
        let read: T = json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let again = serde_json::to_value(&read).expect("JSON");
        assert_eq!(again, written);
        let read: T = json::from_ref(&written).expect("what was written");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), written);
    }
}

macro_rules! stored {
    ($($name:ident: $type:ty;)+) => {$(
        #[test]
        fn $name() {
            unchanged::<$type>(include_str!(concat!(
                "../../tests/fixtures/stored/", stringify!($name), ".jsonl"
            )));
        }
    )+};
}

stored! {
    answers: protocol::approval::Answer;
    blocks: Vec<protocol::message::Block>;
    call_results: protocol::call::CallResult;
    calls: protocol::call::ToolCall;
    change_bundles: protocol::transfer::BundledChanges;
    checkpoint_kinds: protocol::change::CheckpointKind;
    commands: protocol::command::Command;
    comments: protocol::review::Comment;
    compactions: protocol::compaction::Compaction;
    context: protocol::context::ContextRow;
    events: protocol::event::Event;
    file_operations: protocol::change::FileOperation;
    from_owner: ipc::message::FromOwner;
    hunk_states: protocol::change::HunkState;
    message_states: protocol::message::MessageState;
    origins: protocol::change::Origin;
    policies: protocol::approval::PolicyState;
    prices: protocol::catalogue::Price;
    questions: protocol::approval::Question;
    recording_agent_lines: provider::cassette::OwnLine;
    recording_headers: provider::cassette::Header;
    recording_steps: provider::cassette::Step;
    review_operations: protocol::review::Operation;
    roles: protocol::message::Role;
    run_results: protocol::session::RunResult;
    run_states: protocol::session::RunStatus;
    save_results: protocol::review::ApplyResult;
    saves: protocol::review::ApplyRecord;
    screens: tui::saved_layout::SavedLayout;
    session_bundles: protocol::transfer::SessionBundle;
    settings: protocol::session::SessionSettings;
    to_owner: ipc::message::ToOwner;
    trust: config::trust::StoredTrust;
    usage: protocol::usage::Usage;
    windows: protocol::session::ContextWindow;
}
