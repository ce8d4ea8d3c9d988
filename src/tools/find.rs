//! What a human asks of the files that a session's agent sees: the places that fit a question, and their
//! texts. No call and no tool: nothing of it is told to a model. Called by the actor's workers.

use std::collections::BTreeSet;
use std::time::Duration;

use super::memory::Reader;
use super::search_project::{ProjectQuery, places};
use super::toolbox::ToolBox;
use super::view::buffers_below;
use crate::index::{Index, marked};
use crate::protocol::call::ToolError;
use crate::protocol::ids::SessionId;
use crate::protocol::query::{SearchMethod, SearchResult, SearchResults};

/// How long the files that are not indexed yet, and the model, are waited for: a human sees what is there, and
/// asks again.
const PATIENCE: Duration = Duration::from_millis(300);

/// Lines of a snippet.
const LINES: usize = 6;

/// How much of a file is shown to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileExtent {
    /// All of it.
    Whole,
    Lines,
}

impl ToolBox {
    /// The places that fit a question best, `limit` at most. Blocks. Once `is_wanted` says no it comes to an end
    /// soon, with nothing of worth.
    ///
    /// # Errors
    /// E007 where the index cannot be read.
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
        let place = |hit: crate::index::Hit| SearchResult {
            staged: found.staged.contains(&hit.place.path),
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

    /// The paths of a session's texts that are staged. Blocks.
    pub fn staged_paths(&self, session: SessionId) -> BTreeSet<String> {
        buffers_below(&self.inner, session, "")
            .into_keys()
            .collect()
    }

    /// A file's text as a session's agent reads it: what is staged, else what is on the disk. Blocks.
    ///
    /// # Errors
    /// As reading the file has them; E003 where its deletion is staged.
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

    /// The same text, which goes to the session's agent now: it counts as having read the file. Where only some lines
    /// go, that holds for a file of which it has read nothing yet: what it knows of the others is of then. Blocks.
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
