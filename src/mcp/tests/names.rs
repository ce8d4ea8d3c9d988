//! The names of tools for a model.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::definition::ServerName;
use crate::names::exposed;

fn server(name: &str) -> ServerName {
    ServerName::new(name).unwrap()
}

#[test]
fn a_plain_name_stays_and_any_other_is_one_that_every_provider_takes() {
    let git = server("git");
    assert_eq!(exposed(&git, "git_status"), "mcp__git__git_status");
    let odd = exposed(&git, "status of\nthe tree");
    assert!(odd.starts_with("mcp__git__status_of_the_tree_"), "{odd}");
    assert_eq!(exposed(&git, &"x".repeat(200)).len(), 64);
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
        let mut seen = BTreeSet::new();
        for (name, tool) in &tools {
            let Some(server) = ServerName::new(name) else { continue };
            let exposed = exposed(&server, tool);
            prop_assert!(exposed.len() <= 64);
            prop_assert!(seen.insert(exposed));
        }
    }
}
