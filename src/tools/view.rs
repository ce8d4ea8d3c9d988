//! Files as an agent sees them: its session's working buffer if there is one, otherwise the disk.

use std::collections::BTreeMap;

use super::api::{AtPath, Buffer, CallContext, DiskFile, LoggedFile};
use super::memory::Reader;
use super::toolbox::Inner;
use protocol::call::ToolError;
use protocol::ids::SessionId;
use workspace::FileText;
use workspace::handle::PathKind;

pub(super) struct View {
    /// The real path, relative to the root.
    pub(super) path: String,
    /// The text; `None` if there is no file.
    pub(super) text: Option<String>,
    pub(super) disk: Option<FileText>,
    /// The file's state in the session's change log; `None` if the session has not changed it.
    pub(super) logged: Option<LoggedFile>,
    /// True if `text` is a buffer that differs from the disk.
    pub(super) proposed: bool,
}

impl View {
    /// Reads a path as the agent sees it.
    pub(super) fn of(inner: &Inner, asker: &CallContext, path: &str) -> Result<Self, ToolError> {
        let located = inner.workspace.resolve(path)?;
        let disk = match located.kind {
            PathKind::Missing => None,
            // A folder or a pipe returns its error here.
            _ => Some(inner.workspace.read(&located.path)?),
        };
        let on_disk = disk.as_ref().map(|file| DiskFile {
            bytes: file.bytes(),
            mode: file.mode,
        });
        let logged = inner
            .surroundings
            .records
            .logged(asker, &located.path, on_disk);
        // A file that a decision moves away still exists on the disk, but not for the agent.
        let records = &inner.surroundings.records;
        let its_own = logged.as_ref().map(|logged| logged.file);
        let is_others = disk.is_some()
            && match records.file_on_disk(asker.session, &located.path) {
                AtPath::Logged(file) => Some(file) != its_own,
                AtPath::Unknown | AtPath::AsSeen => false,
            };
        if is_others {
            let text = logged.as_ref().and_then(|logged| logged.text.as_deref());
            return Ok(Self {
                path: located.path,
                proposed: true,
                text: text.map(str::to_owned),
                disk: None,
                logged,
            });
        }
        let on_disk = disk.as_ref().map(|file| file.text.as_str());
        let text = match &logged {
            Some(logged) => logged.text.as_deref(),
            None => on_disk,
        };
        Ok(Self {
            path: located.path,
            proposed: text != on_disk,
            text: text.map(str::to_owned),
            disk,
            logged,
        })
    }

    /// Returns the text, or E003 with the nearest paths.
    pub(super) fn text_or_missing(&self, inner: &Inner) -> Result<&str, ToolError> {
        self.text
            .as_deref()
            .ok_or_else(|| inner.workspace.not_found(&self.path))
    }

    /// Returns the agent as a reader of this file.
    pub(super) fn reader(&self, asker: &CallContext) -> Reader {
        Reader {
            session: asker.session,
            agent: asker.agent.clone(),
            path: self.path.clone(),
        }
    }
}

/// Returns a session's buffers at or below a folder (empty is the root), by path.
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
