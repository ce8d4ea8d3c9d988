//! Sub-agents: agents that work for a session's own agent, each in a conversation of its own. Here are
//! their data and the fold of their events; the engine decides about them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::call::ToolClass;
use super::event::EventKind;
use super::ids::{CallId, RunId, SessionId};
use super::usage::Usage;
use notice::{Notice, notice};

/// The most agents of a session that work at the same time, without its own.
pub const MAX_AGENTS: usize = 3;

/// The tools by which an agent starts others and looks after them.
pub const AGENT_TOOLS: [&str; 3] = ["spawn_agent", "delegate_task", "parallel_tasks"];

/// The phase of an agent's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentState {
    Running,
    /// It waits for an answer of the user.
    Waiting,
    Completed,
    Failed,
    /// The user, or the agent that it works for, ended it.
    Stopped,
    /// The process died meanwhile.
    Interrupted,
}

impl AgentState {
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Running | Self::Waiting)
    }

    /// Returns the state in a word.
    pub fn notice(self) -> Notice {
        match self {
            Self::Running => notice!("agent-state-running"),
            Self::Waiting => notice!("agent-state-waiting"),
            Self::Completed => notice!("agent-state-completed"),
            Self::Failed => notice!("agent-state-failed"),
            Self::Stopped => notice!("agent-state-stopped"),
            Self::Interrupted => notice!("agent-state-interrupted"),
        }
    }
}

/// A figure of an agent's work so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentTally {
    pub steps: u32,
    pub tool_calls: u32,
    pub usage: Usage,
}

/// An agent that was started in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubAgent {
    /// The session that has its conversation.
    pub id: SessionId,
    /// Its number in the session, from 1.
    pub number: u32,
    pub name: String,
    /// The beginning of its prompt, in one line.
    pub task: String,
    /// Its model, as `provider/model`.
    pub model: String,
    /// The call that started it.
    pub call: CallId,
    /// Its run, by which the changes that it made are known.
    pub run: RunId,
    pub state: AgentState,
    pub started: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
    #[serde(default)]
    pub tally: AgentTally,
    /// The call that it makes at present, or the reason why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<Notice>,
}

impl SubAgent {
    /// Returns the duration of its work until it ended, or until this time, in milliseconds.
    pub fn duration_ms(&self, now: Timestamp) -> u64 {
        let until = self.ended.unwrap_or(now);
        let millis = until.as_millisecond() - self.started.as_millisecond();
        u64::try_from(millis).unwrap_or(0)
    }
}

/// The agents that were started in a session, in that order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AgentList {
    agents: Vec<SubAgent>,
}

impl AgentList {
    pub fn of(agents: Vec<SubAgent>) -> Self {
        Self { agents }
    }

    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &SubAgent> + ExactSizeIterator {
        self.agents.iter()
    }

    /// Returns the agents that have not ended.
    pub fn at_work(&self) -> impl Iterator<Item = &SubAgent> {
        self.agents.iter().filter(|agent| !agent.state.is_over())
    }

    pub fn get(&self, id: SessionId) -> Option<&SubAgent> {
        self.agents.iter().find(|agent| agent.id == id)
    }

    /// Returns the agent of a run, and so the author of its changes.
    pub fn of_run(&self, run: RunId) -> Option<&SubAgent> {
        self.agents.iter().find(|agent| agent.run == run)
    }

    /// Returns the agents that a call started.
    pub fn of_call(&self, call: CallId) -> impl Iterator<Item = &SubAgent> {
        self.agents.iter().filter(move |agent| agent.call == call)
    }

    /// Finds an agent by its number (`2`, `#2`), or by its name: of several, the latest.
    pub fn find(&self, typed: &str) -> Option<&SubAgent> {
        let typed = typed.trim();
        let number = typed.strip_prefix('#').unwrap_or(typed).parse::<u32>();
        let mut latest = self.agents.iter().rev();
        match number {
            Ok(number) => latest.find(|agent| agent.number == number),
            Err(_) => latest.find(|agent| agent.name.eq_ignore_ascii_case(typed)),
        }
    }

    /// Returns the number of the next agent.
    pub fn next_number(&self) -> u32 {
        let last = self.agents.iter().map(|agent| agent.number).max();
        last.unwrap_or(0).saturating_add(1)
    }

    /// Applies the content of an event that happened at this time. Facts about other things, or about
    /// an unknown agent, change nothing.
    pub fn apply(&mut self, fact: &EventKind, at: Timestamp) {
        match fact {
            EventKind::AgentStarted { agent } if self.get(agent.id).is_none() => {
                self.agents.push(agent.clone());
            }
            EventKind::AgentProgressed {
                agent,
                state,
                activity,
                tally,
            } => {
                if let Some(known) = self.get_mut(*agent).filter(|known| !known.state.is_over()) {
                    known.state = *state;
                    known.activity.clone_from(activity);
                    known.tally = tally.clone();
                }
            }
            EventKind::AgentEnded {
                agent,
                state,
                error,
                tally,
            } => {
                if let Some(known) = self.get_mut(*agent) {
                    known.state = *state;
                    known.activity.clone_from(error);
                    known.tally = tally.clone();
                    known.ended = Some(at);
                }
            }
            _ => {}
        }
    }

    fn get_mut(&mut self, id: SessionId) -> Option<&mut SubAgent> {
        self.agents.iter_mut().find(|agent| agent.id == id)
    }
}

/// An agent that is to be started, as a worker has resolved it from the call and from its profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewAgent {
    pub name: String,
    /// The task in the words of the agent that starts it: the first message of its conversation.
    pub prompt: String,
    /// The prompt of its profile, as extra system prompt.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub instructions: String,
    /// Its provider and model; those of the session if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default)]
    pub limits: AgentLimits,
}

/// Limits of a sub-agent beside those of the session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentLimits {
    /// The tools that it may call; all that an agent may have if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// The MCP servers whose tools it may call; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servers: Option<Vec<String>>,
    /// Tools that it may not call, whatever the other lists say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// The longest answer, in tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
}

/// Whether an agent may have tools of this class at all: none that starts agents, and none that plans
/// the work of the session.
pub fn may_have(class: ToolClass) -> bool {
    !matches!(class, ToolClass::Agent | ToolClass::Plan)
}

impl AgentLimits {
    /// Whether the agent may call a tool, which is that of an MCP server or not. Servers that are not
    /// listed count as all, unless tools are listed.
    pub fn allows(&self, tool: &str, server: Option<&str>) -> bool {
        let is_in = |names: &[String], name: &str| names.iter().any(|one| one == name);
        if is_in(&self.denied, tool) {
            return false;
        }
        let is_of_server = match (&self.servers, server) {
            (Some(servers), Some(server)) => is_in(servers, server),
            (None, _) | (_, None) => false,
        };
        match (&self.tools, server) {
            (Some(tools), _) => is_in(tools, tool) || is_of_server,
            (None, Some(_)) => self.servers.is_none() || is_of_server,
            (None, None) => true,
        }
    }

    /// Narrows the limits to these tools and servers; absent ones change nothing.
    pub fn narrow(&mut self, tools: Option<Vec<String>>, servers: Option<Vec<String>>) {
        let both = |known: Option<Vec<String>>, more: Option<Vec<String>>| match (known, more) {
            (Some(known), Some(more)) => Some(
                known
                    .into_iter()
                    .filter(|name| more.contains(name))
                    .collect(),
            ),
            (known, more) => known.or(more),
        };
        self.tools = both(self.tools.take(), tools);
        self.servers = both(self.servers.take(), servers);
    }
}

/// The place of a session that has the conversation of a sub-agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentOf {
    /// The session that it works for, which has its changes and its questions.
    pub session: SessionId,
    #[serde(flatten)]
    pub limits: AgentLimits,
}

/// A request of an agent about sub-agents, as a worker has checked it. The engine carries it out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "operation", rename_all = "snake_case")]
pub enum AgentRequest {
    /// Start agents at the same time, and wait for the report of each.
    Start {
        agents: Vec<NewAgent>,
    },
    List,
    /// End an agent, by its number or name.
    Stop {
        agent: String,
    },
}

/// An order of the user about a sub-agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum AgentCommand {
    /// Give it a message after its step.
    Message {
        agent: SessionId,
        text: String,
    },
    Stop {
        agent: SessionId,
    },
}
