//! Storage of the rules made by "always". The composition root implements it.

use notice::{Notice, notice};
use protocol::approval::GrantScope;

/// The config files that hold rules.
pub trait RuleFiles: Send + Sync {
    /// Adds an allow rule to the workspace's or the user's config. Blocking.
    ///
    /// # Errors
    /// Returns the reason why it could not be stored. The rule holds for this session all the same.
    fn append_allow(&self, scope: GrantScope, pattern: &str) -> Result<Notice, Notice>;
}

/// Stores nothing; for tests and for places without a config folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRuleFiles;

impl RuleFiles for NoRuleFiles {
    fn append_allow(&self, _: GrantScope, _: &str) -> Result<Notice, Notice> {
        Err(notice!("told-no-rule-file"))
    }
}
