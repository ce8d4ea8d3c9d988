//! Tests of `/memory`.

use jiff::Timestamp;
use uuid::Uuid;

use super::{context, error};
use crate::slash::{SlashOutcome, run};
use protocol::command::Command;
use protocol::ids::MemoryId;
use protocol::memory::{
    MemoryItem, MemoryKind, MemoryList, MemoryOrder, MemoryOrigin, MemoryQuery, MemoryState,
    RememberRequest,
};
use protocol::query::{Query, Reply};
use protocol::taint::Taint;

fn orders(line: &str) -> Vec<MemoryOrder> {
    let SlashOutcome::Commands(commands) = run(line, &context()) else {
        panic!("{line}: no commands");
    };
    let orders = commands.into_iter().map(|command| match command {
        Command::OrderMemory { order, .. } => order,
        other => panic!("{other:?}"),
    });
    orders.collect()
}

fn asked(line: &str) -> MemoryQuery {
    match run(line, &context()) {
        SlashOutcome::Ask(Query::Memory { wanted }, _) => wanted,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_list_names_each_item_its_state_and_what_waits_without_control_sequences() {
    let item = MemoryItem {
        id: MemoryId(Uuid::from_u128(0xabcd)),
        kind: MemoryKind::Decision,
        text: "Dates\u{1b}[2J are in UTC".into(),
        tags: vec!["time".into()],
        workspace: None,
        run: None,
        origin: MemoryOrigin::Agent,
        taint: Taint::Outside,
        created: Timestamp::UNIX_EPOCH,
        used: None,
        state: MemoryState::Inbox,
        received_from: None,
    };
    let SlashOutcome::Ask(_, formatter) = run("/memory list", &context()) else {
        panic!("no query");
    };
    let list = MemoryList {
        items: vec![item],
        has_more: false,
        waiting: 1,
    };
    let shown = formatter.render(&Reply::Memory { list });
    assert!(!shown.contains('\u{1b}'), "{shown}");
    assert!(
        shown.contains("0000abcd  decision  inbox    Dates"),
        "{shown}"
    );
    assert!(shown.contains("#time"), "{shown}");
    assert!(shown.contains("/memory keep"), "{shown}");
    let empty = formatter.render(&Reply::Memory {
        list: MemoryList::default(),
    });
    assert!(empty.contains("nothing is remembered"), "{empty}");
}

#[test]
fn each_word_is_an_order_or_a_query() {
    assert_eq!(asked("/memory inbox").state, Some(MemoryState::Inbox));
    assert_eq!(asked("/memory list kept").state, Some(MemoryState::Kept));
    let words = Some("which zone".to_owned());
    assert_eq!(asked("/memory search which zone").words, words);
    let add = |kind, text: &str| MemoryOrder::Add {
        item: RememberRequest {
            kind,
            text: text.to_owned(),
            tags: Vec::new(),
        },
        everywhere: false,
    };
    assert_eq!(
        orders("/memory add dates are in UTC"),
        [add(MemoryKind::Knowledge, "dates are in UTC")]
    );
    assert_eq!(
        orders("/memory add user_pref two spaces"),
        [add(MemoryKind::UserPref, "two spaces")]
    );
    let item = |item: &str| item.to_owned();
    assert_eq!(
        orders("/memory keep abcd ef01"),
        [
            MemoryOrder::Keep { item: item("abcd") },
            MemoryOrder::Keep { item: item("ef01") }
        ]
    );
    assert_eq!(
        orders("/memory forget abcd"),
        [MemoryOrder::Forget { item: item("abcd") }]
    );
    assert_eq!(orders("/memory undo"), [MemoryOrder::Undo]);
    assert_eq!(
        orders("/memory drop"),
        [MemoryOrder::Drop { message: None }]
    );
    assert_eq!(
        orders("/memory recall off"),
        [MemoryOrder::Recall { on: false }]
    );
    assert!(error("/memory keep").contains("search"));
}
