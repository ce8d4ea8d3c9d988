//! The tools that are offered at once, and those that are found.

use std::sync::Arc;

use rmcp::model::Tool;
use serde_json::Map;

use crate::definition::ServerName;
use crate::offer::{PinnedTool, offer, search};
use crate::pins::OfferedTool;

fn tool(server: &str, name: &str, description: &str) -> PinnedTool {
    let server = ServerName::new(server).unwrap();
    let tool = Tool::new(
        name.to_owned(),
        description.to_owned(),
        Arc::new(Map::new()),
    );
    PinnedTool::of(&server, &OfferedTool::of(&tool))
}

fn pinned() -> Vec<PinnedTool> {
    vec![
        tool("git", "log", "Lists commits."),
        tool("git", "blame", "Says who wrote a line."),
        tool("mail", "send", "Sends a letter to a person."),
        tool("mail", "list", "Lists letters."),
    ]
}

fn names(tools: &[PinnedTool]) -> Vec<&str> {
    tools.iter().map(|tool| tool.name.as_str()).collect()
}

#[test]
fn a_server_beyond_the_budget_is_deferred_as_a_whole_and_found_tools_come_last() {
    let price: u64 = pinned().iter().map(PinnedTool::tokens).sum();
    let all = offer(pinned(), &[], price);
    assert_eq!((all.tools.len(), all.deferred), (4, 0));
    let some = offer(pinned(), &[], price - 1);
    assert_eq!((some.tools.len(), some.deferred), (2, 2));
    let found = ["mcp__mail__list".to_owned(), "mcp__gone__tool".to_owned()];
    let more = offer(pinned(), &found, price - 1);
    let offered: Vec<&str> = more.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(
        offered,
        ["mcp__git__log", "mcp__git__blame", "mcp__mail__list"]
    );
    assert_eq!(more.deferred, 1);
}

#[test]
fn a_search_finds_by_name_before_description_and_nothing_by_nothing() {
    assert_eq!(
        names(&search(pinned(), "send letters")),
        ["mcp__mail__send", "mcp__mail__list"]
    );
    assert_eq!(names(&search(pinned(), "BLAME")), ["mcp__git__blame"]);
    assert_eq!(search(pinned(), " .,"), []);
}
