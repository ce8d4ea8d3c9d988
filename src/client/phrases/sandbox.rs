//! Where a command runs, in words: the view of the workspace that it has, and its network.

use l10n::say;
use protocol::sandbox::{CommandSandbox, Network, Rung, World};

/// Returns the place of a command in a few words.
pub fn place_of(sandbox: &CommandSandbox) -> String {
    if sandbox.rung == Rung::Off {
        return say!("sandbox-off").to_owned();
    }
    let world = match sandbox.world {
        World::Proposed => say!("sandbox-proposed"),
        World::Disk => say!("sandbox-disk"),
        World::ReadOnly => say!("sandbox-read-only"),
    };
    let network = match sandbox.network {
        Network::On => say!("sandbox-network-on"),
        Network::Off | Network::Loopback => say!("sandbox-network-off"),
    };
    say!("sandbox-place", world, network)
}
