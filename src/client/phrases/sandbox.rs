//! Where a command runs, in words: the view of the workspace that it has, and its network.

use l10n::say;
use protocol::call::CallResult;
use protocol::sandbox::{CommandSandbox, Network, Rung, World};
use serde::Deserialize;
use serde_json::Value;

/// Returns the view of the workspace that a finished command had, in words, with the network that
/// it was given; `None` without a box.
pub fn ran_in(result: &CallResult) -> Option<String> {
    let world = World::deserialize(detail(result, "ran_in")?).ok()?;
    let world = world_words(world);
    Some(match network_of(result) {
        Some(network) => say!("sandbox-place", world, network),
        None => world.to_owned(),
    })
}

/// Returns the network that the user gave a finished command, in words; `None` without one.
pub fn network_of(result: &CallResult) -> Option<String> {
    match detail(result, "network")? {
        Value::Array(hosts) => {
            let hosts: Vec<&str> = hosts.iter().filter_map(Value::as_str).collect();
            Some(say!("sandbox-network-hosts", places = hosts.join(", ")))
        }
        _ => Some(say!("sandbox-network-on").to_owned()),
    }
}

/// Returns a detail of a command's result, whether it failed or not.
fn detail<'a>(result: &'a CallResult, name: &str) -> Option<&'a Value> {
    let details = result.content.pointer("/error/details");
    details.unwrap_or(&result.content).get(name)
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
    use serde_json::json;

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
        let ran_in = |content| ran_in(&result(content));
        let proposed = Some("sandbox with the proposals".to_owned());
        assert_eq!(ran_in(json!({"ran_in": "proposed"})), proposed);
        let failed = json!({"error": {"details": {"ran_in": "proposed"}}});
        assert_eq!(ran_in(failed), proposed);
        for other in [json!({}), json!({"ran_in": "elsewhere"}), json!("text")] {
            assert_eq!(ran_in(other), None);
        }
    }

    #[test]
    fn a_finished_command_says_which_network_it_was_given() {
        let hosts = json!({"ran_in": "disk", "network": ["crates.io", "ghcr.io"]});
        let words = "network: crates.io, ghcr.io only";
        assert_eq!(network_of(&result(hosts.clone())).as_deref(), Some(words));
        let place = format!("sandbox on the disk, {words}");
        assert_eq!(ran_in(&result(hosts)), Some(place));
        let failed = json!({"error": {"details": {"network": "on"}}});
        assert_eq!(network_of(&result(failed)).as_deref(), Some("network on"));
        assert_eq!(network_of(&result(json!({}))), None);
    }
}
