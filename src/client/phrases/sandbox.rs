//! Where a command runs, in words: the view of the workspace that it has, and its network.

use l10n::say;
use protocol::sandbox::{CommandSandbox, Network, Rung, World};

/// Returns the place of a command in a few words. `offered` is the network that its question offers.
pub fn place_of(sandbox: &CommandSandbox, offered: Option<&Network>) -> String {
    if sandbox.rung == Rung::Off {
        return say!("sandbox-off").to_owned();
    }
    let world = match sandbox.world {
        World::Proposed => say!("sandbox-proposed"),
        World::Disk => say!("sandbox-disk"),
        World::ReadOnly => say!("sandbox-read-only"),
    };
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
