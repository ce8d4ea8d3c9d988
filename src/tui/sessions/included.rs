//! Files and lines of files that the user adds to the context from the screen.

use super::Sessions;
use crate::effect::Effect;
use l10n::say;
use protocol::command::Command;
use protocol::context::{ContextKind, ContextRow};
use protocol::ids::ContextId;

impl Sessions {
    /// Adds lines of a file to the context of the shown session.
    pub(crate) fn pin(&self, path: String, start_line: u32, end_line: u32) -> Vec<Effect> {
        let Some(session) = self.session() else {
            return Vec::new();
        };
        let text = say!("include-pinned", path, start_line, end_line);
        let row = ContextRow {
            id: ContextId(uuid::Uuid::now_v7()),
            kind: ContextKind::Selection,
            file_path: path,
            start_line: Some(start_line),
            end_line: Some(end_line),
            content: None,
        };
        let command = Command::IncludeContext { session, row };
        vec![Effect::Send(command), Effect::info(text)]
    }

    /// Adds whole files to the context of the shown session.
    pub(crate) fn include(&self, paths: Vec<String>) -> Vec<Effect> {
        let Some(tab) = self.tab() else {
            return Vec::new();
        };
        let session = tab.facts.id;
        let is_new = |path: &String| tab.facts.context.iter().all(|row| row.place() != *path);
        let new: Vec<String> = paths.into_iter().filter(is_new).collect();
        let text = match new.as_slice() {
            [] => say!("include-already").to_owned(),
            [path] => say!("include-one", path),
            paths => say!("include-several", count = paths.len()),
        };
        let include = |file_path| {
            let row = ContextRow {
                id: ContextId(uuid::Uuid::now_v7()),
                kind: ContextKind::File,
                file_path,
                start_line: None,
                end_line: None,
                content: None,
            };
            Effect::Send(Command::IncludeContext { session, row })
        };
        let mut effects: Vec<Effect> = new.into_iter().map(include).collect();
        effects.push(Effect::info(text));
        effects
    }
}
