//! Files as an agent sees them: its session's working buffer where there is one, else the disk.

use std::collections::BTreeMap;

use super::api::{Asker, Buffer};
use super::memory::Reader;
use super::toolbox::Inner;
use crate::protocol::call::ToolError;
use crate::protocol::ids::SessionId;
use crate::workspace::FileText;
use crate::workspace::gate::PathKind;

/// A file as an agent sees it.
pub(super) struct View {
    /// Its real path, relative to the root.
    pub(super) path: String,
    /// Its text; `None` where there is no file.
    pub(super) text: Option<String>,
    /// The file on the disk.
    pub(super) disk: Option<FileText>,
    /// True where `text` is a buffer that differs from the disk.
    pub(super) staged: bool,
}

impl View {
    /// Looks at a path for the agent of a session.
    pub(super) fn of(inner: &Inner, session: SessionId, path: &str) -> Result<Self, ToolError> {
        let located = inner.workspace.resolve(path)?;
        let disk = match located.kind {
            PathKind::Missing => None,
            // A folder or a pipe gives its error here.
            _ => Some(inner.workspace.read(&located.path)?),
        };
        let buffer = inner.surroundings.records.buffer(session, &located.path);
        let staged = buffer.is_some();
        let text = match buffer {
            Some(Buffer { text, .. }) => text.map(|text| text.to_string()),
            None => disk.as_ref().map(|file| file.text.clone()),
        };
        Ok(Self {
            path: located.path,
            text,
            disk,
            staged,
        })
    }

    /// The text, or E003 with the nearest paths.
    pub(super) fn text_or_missing(&self, inner: &Inner) -> Result<&str, ToolError> {
        self.text
            .as_deref()
            .ok_or_else(|| inner.workspace.not_found(&self.path))
    }

    /// The agent as a reader of this file.
    pub(super) fn reader(&self, asker: &Asker) -> Reader {
        Reader {
            session: asker.session,
            agent: asker.agent.clone(),
            path: self.path.clone(),
        }
    }
}

/// The buffers of a session at or below a folder (empty is the root), by path.
pub(super) fn buffers_below(
    inner: &Inner,
    session: SessionId,
    folder: &str,
) -> BTreeMap<String, Buffer> {
    inner
        .surroundings
        .records
        .buffers(session)
        .into_iter()
        .filter(|buffer| {
            folder.is_empty()
                || buffer
                    .path
                    .strip_prefix(folder)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
        .filter(|buffer| !inner.workspace.is_hidden_by_name(&buffer.path))
        .map(|buffer| (buffer.path.clone(), buffer))
        .collect()
}
