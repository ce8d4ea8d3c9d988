//! The box of a command: how far it is held back, what it sees and what it reaches. The question about
//! a command shows it, and the command runs in exactly this box.

use notice::{Notice, notice};
use serde::{Deserialize, Serialize};

/// How far a command is held back. Each rung includes those below it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    #[default]
    Off,
    /// Landlock and seccomp: no namespaces.
    Landlock,
    /// User, mount, network, IPC and process namespaces of its own.
    Namespaces,
    /// An overlay over the workspace: writes land in an upper folder.
    Proposed,
}

impl Rung {
    /// Whether the network of a box can be limited to hosts.
    pub fn limits_hosts(self) -> bool {
        self >= Rung::Namespaces
    }

    /// Whether a box has processes of its own, which all end with its command.
    pub fn has_own_processes(self) -> bool {
        self >= Rung::Namespaces
    }

    pub const ALL: [Rung; 4] = [Rung::Proposed, Rung::Namespaces, Rung::Landlock, Rung::Off];

    /// Returns the word of the configuration and of the confirmation.
    pub const fn word(self) -> &'static str {
        match self {
            Rung::Off => "off",
            Rung::Landlock => "landlock",
            Rung::Namespaces => "namespaces",
            Rung::Proposed => "proposed",
        }
    }
}

/// The network that a command reaches.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    /// None, not even its own loopback.
    Off,
    /// A loopback of its own, on which nothing outside the box listens.
    Loopback,
    /// A loopback of its own, and on it a proxy to these hosts: names in lower case, or `*.` and
    /// the name above them.
    Hosts(Vec<String>),
    /// That of the machine.
    #[default]
    On,
}

impl Network {
    pub fn is_on(&self) -> bool {
        *self == Network::On
    }

    /// Returns the hosts that it is limited to; empty unless it is.
    pub fn hosts(&self) -> &[String] {
        match self {
            Network::Hosts(hosts) => hosts,
            Network::Off | Network::Loopback | Network::On => &[],
        }
    }

    /// Whether everything that `other` reaches outside the box is reached.
    pub fn includes(&self, other: &Network) -> bool {
        match other {
            Network::Off | Network::Loopback => true,
            Network::Hosts(hosts) => self.is_on() || hosts.iter().all(|host| self.reaches(host)),
            Network::On => self.is_on(),
        }
    }

    /// Whether a host is reached.
    pub fn reaches(&self, host: &str) -> bool {
        self.is_on() || self.hosts().iter().any(|one| names_host(one, host))
    }

    /// Returns the network that reaches the hosts of both.
    #[must_use]
    pub fn joined(&self, other: &Network) -> Network {
        match (self, other) {
            (Network::On, _) | (_, Network::On) => Network::On,
            (Network::Hosts(hosts), more) => {
                let mut all = hosts.clone();
                let added = more.hosts().iter().filter(|host| !hosts.contains(host));
                all.extend(added.cloned());
                Network::Hosts(all)
            }
            (_, Network::Hosts(hosts)) => Network::Hosts(hosts.clone()),
            (Network::Off, Network::Off) => Network::Off,
            (Network::Off | Network::Loopback, Network::Off | Network::Loopback) => {
                Network::Loopback
            }
        }
    }
}

/// Whether a pattern (`crates.io`, `*.github.com`) names a host. A pattern names no host above its
/// own.
fn names_host(pattern: &str, host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    match pattern.strip_prefix("*.") {
        Some(above) => host
            .strip_suffix(above)
            .is_some_and(|rest| rest.len() > 1 && rest.ends_with('.')),
        None => host == pattern,
    }
}

/// The view that a command has of the workspace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum World {
    /// The disk, writable.
    #[default]
    Disk,
    /// The disk, read-only: for commands that run unasked.
    ReadOnly,
    /// Shows what is proposed; what the command changes becomes proposals.
    Proposed,
}

impl World {
    fn is_disk(&self) -> bool {
        *self == World::Disk
    }

    /// Returns the highest rung that this world uses.
    pub const fn rung(self) -> Rung {
        match self {
            World::Proposed => Rung::Proposed,
            World::Disk | World::ReadOnly => Rung::Namespaces,
        }
    }
}

/// The box of a command, as it is shown and used. By default there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandSandbox {
    #[serde(rename = "sandbox")]
    pub rung: Rung,
    #[serde(default, skip_serializing_if = "World::is_disk")]
    pub world: World,
    #[serde(default, skip_serializing_if = "Network::is_on")]
    pub network: Network,
    /// The network that a yes with the network adds: the hosts that the command says, or all.
    #[serde(default, skip_serializing_if = "Network::is_on")]
    pub offered: Network,
    /// The reason why the box is weaker than asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<Notice>,
}

/// The highest rung that the machine offers, with the reason why it offers no higher one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxOffer {
    pub rung: Rung,
    /// The reason why the rung above is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Notice>,
}

/// The sandbox of the agent's commands: the rung that the configuration asks for, and the rung that
/// this machine makes of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxState {
    pub asked: Rung,
    pub rung: Rung,
    /// The reason why the rung is lower than asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Notice>,
}

impl SandboxState {
    pub fn of(asked: Rung, offer: &SandboxOffer) -> Self {
        let rung = asked.min(offer.rung);
        Self {
            asked,
            rung,
            why: offer.why.clone().filter(|_| rung < asked),
        }
    }

    /// Whether the machine offers less than the configuration asks for.
    pub fn is_weaker(&self) -> bool {
        self.rung < self.asked
    }

    /// Returns the reason why commands cannot run unasked in mode auto; `None` if they can.
    pub fn auto_obstacle(&self) -> Option<Notice> {
        if self.asked < Rung::Namespaces {
            Some(notice!("told-auto-config", word = self.asked.word()))
        } else if self.rung < Rung::Namespaces {
            let why = self.why.clone().unwrap_or_default();
            Some(notice!("told-auto-machine", why))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(names: &[&str]) -> Network {
        Network::Hosts(names.iter().map(|name| (*name).to_owned()).collect())
    }

    #[test]
    fn a_network_of_hosts_reaches_these_and_no_others() {
        let network = hosts(&["crates.io", "*.github.com"]);
        for host in [
            "crates.io",
            "Crates.IO",
            "crates.io.",
            "api.github.com",
            "a.b.github.com",
        ] {
            assert!(network.reaches(host), "{host}");
        }
        for host in [
            "static.crates.io",
            "evilcrates.io",
            "crates.io.evil.org",
            "github.com",
            ".github.com",
            "evilgithub.com",
            "",
        ] {
            assert!(!network.reaches(host), "{host}");
        }
    }

    #[test]
    fn joined_networks_include_both() {
        let some = [
            Network::Off,
            Network::Loopback,
            hosts(&["a.org"]),
            hosts(&["b.org", "a.org"]),
            Network::On,
        ];
        for one in &some {
            for other in &some {
                let both = one.joined(other);
                assert!(
                    both.includes(one) && both.includes(other),
                    "{one:?} {other:?}"
                );
                assert_eq!(both.is_on(), one.is_on() || other.is_on());
            }
        }
        assert_eq!(
            hosts(&["a.org"]).joined(&hosts(&["b.org", "a.org"])),
            hosts(&["a.org", "b.org"])
        );
    }
}
