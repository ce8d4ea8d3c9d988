//! `agentichat agents` and `agentichat skills` as types. The help is generated from the doc comments here.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct AgentsArguments {
    #[command(subcommand)]
    pub what: Option<AgentsCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat agents`. An agent is named by its id or by its name.
#[derive(Debug, Clone, Subcommand)]
pub enum AgentsCommands {
    /// List the agents that the agent may start, with their models, their tools and their files.
    List,
    /// Show an agent with its prompt.
    Show {
        /// Id or name of an agent.
        agent: String,
    },
    /// Define an agent. Without --prompt, the prompt is written in $EDITOR or read from standard input.
    Add {
        /// Name of the new agent; its id is made of it.
        name: String,
        /// Define it in the workspace, in .agentichat/agents.
        #[arg(long)]
        workspace: bool,
        /// Mark it as temporary, for `agentichat agents remove --temporary`.
        #[arg(long)]
        temporary: bool,
        #[command(flatten)]
        fields: ProfileFields,
    },
    /// Change an agent; without an option, open its file in $EDITOR.
    Edit {
        /// Id or name of an agent.
        agent: String,
        /// New name of the agent; its id stays.
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        #[command(flatten)]
        fields: ProfileFields,
    },
    /// Delete the file of an agent.
    Remove {
        /// Id or name of an agent.
        #[arg(required_unless_present = "temporary")]
        agent: Option<String>,
        /// Delete all temporary agents of the user and of the workspace.
        #[arg(long, conflicts_with = "agent")]
        temporary: bool,
    },
    /// Check the files of all agents; status 2 if one has a fault.
    Check,
}

/// The parts of a profile that the user can set on a new agent, and change on a known one.
#[derive(Debug, Clone, Default, Args)]
pub struct ProfileFields {
    /// Task of the agent, as the agent that starts it reads it.
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,
    /// Provider; empty for the session's.
    #[arg(long, value_name = "NAME")]
    pub provider: Option<String>,
    /// Model; empty for the session's.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Sampling temperature, 0 to 2.
    #[arg(long, value_name = "N")]
    pub temperature: Option<f32>,
    /// Maximum number of tokens of an answer, 256 to 128000.
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<u32>,
    /// Tools that it may have, separated by commas; all for those of the agent that starts it, none for none.
    #[arg(long, value_name = "NAMES")]
    pub tools: Option<String>,
    /// Tools that it must not have, separated by commas; empty for none.
    #[arg(long, value_name = "NAMES")]
    pub denied_tools: Option<String>,
    /// MCP servers whose tools it may have, separated by commas; all or none.
    #[arg(long, value_name = "NAMES")]
    pub mcp_servers: Option<String>,
    /// Prompt; - reads it from standard input.
    #[arg(long, value_name = "TEXT")]
    pub prompt: Option<String>,
}

#[derive(Debug, Args)]
pub struct SkillsArguments {
    #[command(subcommand)]
    pub what: Option<SkillsCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat skills`.
#[derive(Debug, Clone, Subcommand)]
pub enum SkillsCommands {
    /// List the skills that models are offered, with their price in tokens.
    List,
    /// Show a skill with its instructions and the files beside them.
    Show {
        /// Name of the skill.
        skill: String,
    },
    /// Check the files of all skills; status 2 if one has a fault.
    Check,
}
