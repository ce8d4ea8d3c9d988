//! The names of tools for a model.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::definition::ServerName;
use crate::names::ToolNames;

fn server(name: &str) -> ServerName {
    ServerName::new(name).unwrap()
}

#[test]
fn a_plain_name_stays_and_any_other_is_one_that_every_provider_takes() {
    let mut names = ToolNames::default();
    assert_eq!(
        names.add(&server("git"), "git_status"),
        "mcp__git__git_status"
    );
    let odd = names.add(&server("git"), "status of\nthe tree");
    assert!(odd.starts_with("mcp__git__status_of_the_tree_"), "{odd}");
    let long = names.add(&server("git"), &"x".repeat(200));
    assert_eq!(long.len(), 64);
    assert_eq!(
        names.find(&odd),
        Some((&server("git"), "status of\nthe tree"))
    );
    assert_eq!(names.find("mcp__git__other"), None);
}

#[test]
fn a_server_cannot_take_the_name_of_anothers_tool() {
    for name in ["a__b", "a_", "", "a b", &"a".repeat(33)] {
        assert_eq!(ServerName::new(name), None, "{name}");
    }
}

proptest! {
    #[test]
    fn different_tools_have_different_names(
        tools in prop::collection::btree_set(("[ab_-]{1,4}", "[ab_ .\\-]{1,60}"), 1..40)
    ) {
        let mut names = ToolNames::default();
        let mut seen = BTreeSet::new();
        for (name, tool) in &tools {
            let Some(server) = ServerName::new(name) else { continue };
            let exposed = names.add(&server, tool);
            prop_assert!(exposed.len() <= 64);
            prop_assert_eq!(names.find(&exposed), Some((&server, tool.as_str())));
            prop_assert!(seen.insert(exposed));
        }
    }
}
