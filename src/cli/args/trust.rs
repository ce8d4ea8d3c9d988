//! `agentichat trust`.

use std::path::PathBuf;

use clap::Args;

/// `agentichat trust`.
#[derive(Debug, Args)]
pub struct TrustArguments {
    /// Trust it no longer, and take back that its content may go to providers on other machines.
    #[arg(long)]
    pub revoke: bool,
    /// Allow this workspace's content to go to this provider, which is not on this machine.
    #[arg(long, value_name = "PROVIDER", conflicts_with = "revoke")]
    pub send: Option<String>,
    /// The folder; the present one if left out.
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}
