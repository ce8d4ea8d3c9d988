//! Where rules made by "always" are kept. The composition root says how; the actor only asks.

use crate::protocol::approval::GrantScope;

/// The config files that hold rules.
pub trait RuleFiles: Send + Sync {
    /// Keeps an allow rule in the workspace's or the user's config. Blocking.
    ///
    /// # Errors
    /// In words for the human: why it could not be kept. It holds for this session all the same.
    fn append_allow(&self, scope: GrantScope, pattern: &str) -> Result<String, String>;
}

/// Keeps nothing, for tests and for places without a config folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRuleFiles;

impl RuleFiles for NoRuleFiles {
    fn append_allow(&self, _: GrantScope, _: &str) -> Result<String, String> {
        Err("there is no config file to keep the rule in; it holds for this session".to_owned())
    }
}
