//! `agentichat trust`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct TrustArguments {
    /// Revoke the trust, and the permission to send content to providers on other machines.
    #[arg(long)]
    pub revoke: bool,
    /// Allow sending this workspace's content to this provider on another machine.
    #[arg(long, value_name = "PROVIDER", conflicts_with = "revoke")]
    pub send: Option<String>,
    /// Working folder (default: the current folder).
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
}
