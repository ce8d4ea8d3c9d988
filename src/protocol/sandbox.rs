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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Network {
    /// None, not even its own loopback.
    Off,
    /// A loopback of its own, on which nothing outside the box listens.
    Loopback,
    /// That of the machine.
    #[default]
    On,
}

impl Network {
    fn is_on(&self) -> bool {
        *self == Network::On
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
