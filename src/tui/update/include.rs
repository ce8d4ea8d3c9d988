//! Files and lines of files that the user adds to the context from the screen.

use super::super::app::App;
use super::super::effect::Effect;
use l10n::say;
use protocol::command::Command;
use protocol::context::{ContextKind, ContextRow};
use protocol::event::NoticeLevel;
use protocol::ids::ContextId;

impl App {
    /// Adds lines of a file to the context.
    pub(super) fn pin(&mut self, path: String, start_line: u32, end_line: u32) {
        let Some(session) = self.model.sessions.session() else {
            return;
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
        self.effects
            .push(Effect::Send(Command::IncludeContext { session, row }));
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    /// Adds whole files to the context.
    pub(super) fn include(&mut self, paths: Vec<String>) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let session = tab.facts.id;
        let is_new = |path: &String| tab.facts.context.iter().all(|row| row.place() != *path);
        let new: Vec<String> = paths.into_iter().filter(is_new).collect();
        let text = match new.as_slice() {
            [] => say!("include-already").to_owned(),
            [path] => say!("include-one", path),
            paths => say!("include-several", count = paths.len()),
        };
        for file_path in new {
            let row = ContextRow {
                id: ContextId(uuid::Uuid::now_v7()),
                kind: ContextKind::File,
                file_path,
                start_line: None,
                end_line: None,
                content: None,
            };
            self.effects
                .push(Effect::Send(Command::IncludeContext { session, row }));
        }
        self.model.chrome.say(NoticeLevel::Info, text);
    }
}
