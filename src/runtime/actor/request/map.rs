//! The map of the workspace for the system prompt, from the state of the index when a run starts.

use super::{Locality, RequestParts, UNKNOWN_CONTEXT};
use crate::actor::facts::GitState;
use crate::actor::prompt::around_map;
use index::map::MapRequest;
use protocol::message::{Block, Role};
use provider::tokens::estimate_tokens;

/// Upper limit of the map as a fraction of the window: one in this many.
const MOST_MAP: u64 = 4;

/// Number of the user's messages that the map is based on.
const SAID: usize = 3;

impl RequestParts {
    /// Returns the map of the workspace, from the current state of the index; empty if no map
    /// is wanted. Blocks.
    pub(super) fn map(&self, git: &GitState) -> String {
        let (Some(wanted), Some(index)) = (self.settings.map_tokens, self.tools.index()) else {
            return String::new();
        };
        let key = (self.session.provider.clone(), self.session.model.clone());
        let known = self.settings.known.get(&key);
        let window = known.map_or(UNKNOWN_CONTEXT, |known| {
            self.context_length(&known, Locality::Here)
        });
        let included: Vec<String> = self
            .context
            .iter()
            .map(|row| row.file_path.clone())
            .collect();
        let changed = git.facts().map(|git| git.changed.as_slice());
        let changed = changed.unwrap_or_default().iter();
        let changed: Vec<String> = changed.map(|(path, _)| path.clone()).collect();
        let made = index.map(
            &MapRequest {
                included: &included,
                said: &self.said(),
                changed: &changed,
                budget: wanted
                    .min(window / MOST_MAP)
                    .saturating_sub(estimate_tokens(&around_map())),
            },
            &estimate_tokens,
        );
        made.unwrap_or_else(|error| {
            tracing::debug!(%error, "there is no map of the workspace");
            String::new()
        })
    }

    /// Returns the user's last messages.
    fn said(&self) -> String {
        let of_user = self.messages.iter().rev();
        let of_user = of_user.filter(|message| message.role == Role::User);
        let blocks = of_user.take(SAID).flat_map(|message| &message.blocks);
        let texts = blocks.filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}
