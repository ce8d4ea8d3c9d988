//! Where a command runs, in words: the view of the workspace that it has, and its network.

use l10n::say;
use protocol::call::CallResult;
use protocol::sandbox::{CommandSandbox, Network, Rung, World};
use serde::Deserialize;

/// Returns the view of the workspace that a finished command had, in words; `None` without a box.
pub fn ran_in(result: &CallResult) -> Option<&'static str> {
    let details = result.content.pointer("/error/details");
    let world = details.unwrap_or(&result.content).get("ran_in")?;
    World::deserialize(world).ok().map(world_words)
}

fn world_words(world: World) -> &'static str {
    match world {
        World::Proposed => say!("sandbox-proposed"),
        World::Disk => say!("sandbox-disk"),
        World::ReadOnly => say!("sandbox-read-only"),
    }
}

/// Returns the place of a command in a few words. `offered` is the network that its question offers.
pub fn place_of(sandbox: &CommandSandbox, offered: Option<&Network>) -> String {
    if sandbox.rung == Rung::Off {
        return say!("sandbox-off").to_owned();
    }
    let world = world_words(sandbox.world);
    let network = match &sandbox.network {
        Network::On => say!("sandbox-network-on").to_owned(),
        Network::Hosts(hosts) => say!("sandbox-network-hosts", places = hosts.join(", ")),
        Network::Off | Network::Loopback => match offered.map(Network::hosts) {
            Some(hosts @ [_, ..]) => say!("sandbox-network-offered", places = hosts.join(", ")),
            _ => say!("sandbox-network-off").to_owned(),
        },
    };
    say!("sandbox-place", world, network)
}

#[cfg(test)]
mod tests {
    use protocol::ids::CallId;
    use serde_json::{Value, json};

    use super::*;

    fn result(content: Value) -> CallResult {
        CallResult {
            call: CallId(uuid::Uuid::from_u128(1)),
            provider_id: String::new(),
            tool: "shell_exec".to_owned(),
            ok: true,
            content,
            summary: notice::Notice::default(),
            error: None,
            duration_ms: 0,
        }
    }

    #[test]
    fn a_finished_command_says_where_it_ran_whether_it_failed_or_not() {
        let proposed = Some("sandbox with the proposals");
        assert_eq!(ran_in(&result(json!({"ran_in": "proposed"}))), proposed);
        let failed = json!({"error": {"details": {"ran_in": "proposed"}}});
        assert_eq!(ran_in(&result(failed)), proposed);
        for other in [json!({}), json!({"ran_in": "elsewhere"}), json!("text")] {
            assert_eq!(ran_in(&result(other)), None);
        }
    }
}
