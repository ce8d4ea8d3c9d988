//! `agentichat mcp`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct McpArguments {
    #[command(subcommand)]
    pub what: Option<McpCommands>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR", global = true)]
    pub cwd: Option<PathBuf>,
}

/// The commands of `agentichat mcp`.
#[derive(Debug, Clone, Subcommand)]
pub enum McpCommands {
    /// List the MCP servers, their tools with their price in tokens, and whether models are offered them.
    List,
    /// Start a server and list its tools.
    Test {
        /// Name of the server.
        server: String,
    },
    /// Define a server: a program, or the address of a service; then start it and list its tools.
    Add {
        /// Name of the server.
        name: String,
        /// The program with its arguments, after --, or the address of a service.
        #[arg(required = true, num_args = 1.., value_name = "COMMAND|URL", trailing_var_arg = true, allow_hyphen_values = true)]
        launch: Vec<String>,
        /// A variable of the program, NAME=VALUE; a value of env:NAME or secret:NAME is looked up at the start.
        #[arg(long = "env", value_name = "NAME=VALUE")]
        environment: Vec<String>,
        /// A header of the service, NAME: VALUE.
        #[arg(long = "header", value_name = "NAME: VALUE")]
        headers: Vec<String>,
        /// Define it in the workspace, in .mcp.json, which other agents read too.
        #[arg(long)]
        workspace: bool,
        /// Offer all its tools to models.
        #[arg(long)]
        offer: bool,
    },
    /// Remove the definition of a server.
    Remove {
        /// Name of the server.
        server: String,
    },
    /// Trust a server that the workspace defines, as it is now, and start it.
    Trust {
        /// Name of the server.
        server: String,
    },
    /// Offer tools of a server to models, as they are now.
    Offer {
        /// Name of the server.
        server: String,
        /// Names of tools (default: all).
        tools: Vec<String>,
    },
    /// Offer no tool of a server to models any more.
    Withdraw {
        /// Name of the server.
        server: String,
    },
    /// Sign in at a service, or store a secret that a definition names as secret:NAME.
    Login {
        /// Name of the server, or of the secret.
        name: String,
        /// Ask for a token instead of signing in.
        #[arg(long)]
        token: bool,
        /// Scope to ask for besides those that the service wants.
        #[arg(long = "scope", value_name = "SCOPE")]
        scopes: Vec<String>,
        /// Client id that the operator of the service gave out.
        #[arg(long, value_name = "ID")]
        client_id: Option<String>,
        /// Address of a client id metadata document.
        #[arg(long, value_name = "URL")]
        client_metadata: Option<String>,
    },
    /// Remove what a sign-in gave, or a stored token or secret.
    Logout {
        /// Name of the server, or of the secret.
        name: String,
    },
}
