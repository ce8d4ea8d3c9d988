//! The user's searches in the files that a session's agent sees: the matching places, and
//! the texts of files. Neither calls nor tools: nothing of this is sent to a model. Called
//! by the actor's workers.

use std::collections::BTreeSet;
use std::time::Duration;

use super::memory::Reader;
use super::search_project::{ProjectQuery, places};
use super::toolbox::ToolBox;
use super::view::buffers_below;
use index::{Index, marked};
use protocol::call::ToolError;
use protocol::ids::SessionId;
use protocol::query::{SearchMethod, SearchResult, SearchResults};

/// Maximum wait for files that are not indexed yet, and for the embedding model. The user sees
/// partial results and can search again.
const PATIENCE: Duration = Duration::from_millis(300);

/// Number of lines of a snippet.
const LINES: usize = 6;

/// The part of a file that is shown to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileExtent {
    Whole,
    Lines,
}

impl ToolBox {
    /// Returns the best matches for a query, at most `limit`. Blocks. Stops soon once `is_wanted`
    /// returns false; the result is then useless.
    ///
    /// # Errors
    /// E007 if the index cannot be read.
    pub fn find(
        &self,
        index: &Index,
        (session, text): (SessionId, &str),
        limit: usize,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<SearchResults, ToolError> {
        index.freshen(PATIENCE);
        let sought = ProjectQuery {
            text,
            takes: &|_| is_wanted(),
            limit: limit.saturating_add(1),
            lines: LINES,
            patience: PATIENCE,
        };
        let mut found = places(&self.inner, index, session, &sought)?;
        let more = found.hits.len() > limit;
        found.hits.truncate(limit);
        let place = |hit: index::Hit| SearchResult {
            proposed: found.proposed.contains(&hit.place.path),
            hit: hit.place,
        };
        Ok(SearchResults {
            places: found.hits.into_iter().map(place).collect(),
            more,
            by: if found.by_meaning {
                SearchMethod::Meaning
            } else {
                SearchMethod::Words
            },
            marked: marked(text),
            index: index.state(),
        })
    }

    /// Returns the paths of a session's proposed texts. Blocks.
    pub fn proposed_paths(&self, session: SessionId) -> BTreeSet<String> {
        buffers_below(&self.inner, session, "")
            .into_keys()
            .collect()
    }

    /// Returns a file's text as a session's agent reads it: the proposed text, else the text on the
    /// disk. Blocks.
    ///
    /// # Errors
    /// The errors of reading the file; E003 if its deletion is proposed.
    pub fn buffer_text(&self, session: SessionId, path: &str) -> Result<String, ToolError> {
        let workspace = &self.inner.workspace;
        let path = &workspace.resolve(path)?.path;
        match buffers_below(&self.inner, session, path).remove(path) {
            Some(buffer) => {
                let text = buffer.text.as_deref().map(str::to_owned);
                text.ok_or_else(|| workspace.not_found(path))
            }
            None => Ok(workspace.read(path)?.text),
        }
    }

    /// Returns the same text for the session's agent: the file then counts as read. If only some
    /// lines are shown, that only holds for a file of which the agent has read nothing yet, because
    /// its knowledge of the other lines is older. Blocks.
    ///
    /// # Errors
    /// As [`ToolBox::buffer_text`].
    pub fn shown_text(
        &self,
        session: SessionId,
        agent: &str,
        path: &str,
        shown: FileExtent,
    ) -> Result<String, ToolError> {
        let text = self.buffer_text(session, path)?;
        let reader = Reader {
            session,
            agent: agent.to_owned(),
            path: self.inner.workspace.resolve(path)?.path,
        };
        if shown == FileExtent::Whole || self.inner.memory.last_read(&reader).is_none() {
            self.inner.memory.has_read(&reader, &text, None);
        }
        Ok(text)
    }
}
