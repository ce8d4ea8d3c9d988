//! The config files that store a rule made by an answer.

use std::path::PathBuf;

use config::rules_file;
use config::trust::TrustStore;
use notice::{Notice, notice};
use protocol::approval::GrantScope;
use runtime::actor::RuleFiles;
use support::foreign_file::{Links, read_text};

/// Maximum bytes of a config file that are read: far more than one may have.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The files, and the root that the workspace's file belongs to.
pub(super) struct ConfigRules {
    pub(super) user: PathBuf,
    pub(super) workspace: PathBuf,
    pub(super) root: PathBuf,
    /// File with the user's trust decisions.
    pub(super) trust: PathBuf,
}

impl ConfigRules {
    /// Reads the workspace's file, which anybody may have put there.
    fn workspace_text(&self) -> std::io::Result<String> {
        read_text(&self.workspace, Links::Follow, MOST_BYTES)
    }

    /// Keeps the trust in the workspace's file: it was changed on the user's request.
    fn carry_trust_over(&self, before: Option<&str>) {
        let Ok(after) = self.workspace_text() else {
            return;
        };
        let mut trust = TrustStore::open(&self.trust);
        if let Err(error) = trust.follow_edit(&self.root, before, &after, jiff::Timestamp::now()) {
            tracing::warn!(%error, "trust could not be carried over to the edited config");
        }
    }
}

impl RuleFiles for ConfigRules {
    fn append_allow(&self, scope: GrantScope, pattern: &str) -> Result<Notice, Notice> {
        let before = self.workspace_text().ok();
        let (path, appended) = match scope {
            GrantScope::Workspace => (
                &self.workspace,
                rules_file::append_workspace_allow(&self.root, pattern),
            ),
            GrantScope::User => (&self.user, rules_file::append_allow(&self.user, pattern)),
            GrantScope::Session | GrantScope::Network | GrantScope::UntilNextMessage => {
                return Err(notice!("told-rule-no-file"));
            }
        };
        appended.map_err(|error| notice!("told-rule-not-kept", why = error.notice()))?;
        if scope == GrantScope::Workspace {
            self.carry_trust_over(before.as_deref());
        }
        Ok(notice!(
            "told-rule-kept",
            rule = pattern,
            path = path.display()
        ))
    }
}
