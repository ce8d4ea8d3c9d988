//! Opens the results of a search, and shows files as they are.

use super::super::app::App;
use super::super::dialog::search_results::SearchResultsView;
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::layout::Pane;
use super::super::pane::diff::FilePart;
use protocol::event::NoticeLevel;
use protocol::query::Query;

/// Most lines of a file to show.
const FILE_LINES: u32 = 20_000;

impl App {
    /// Shows the search results for a text.
    pub(crate) fn open_search(&mut self, text: String) {
        let Some(session) = self.model.sessions.session() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        self.show_dialog(Box::new(SearchResultsView::new(session, text)));
        self.sync_dialogs();
    }

    /// Shows a file as the session's agent reads it, at a line.
    pub(crate) fn open_file(&mut self, path: String, line: u32) {
        let Some(session) = self.model.sessions.session() else {
            return;
        };
        let query = Query::BufferText {
            session,
            path,
            start_line: line.saturating_sub(FILE_LINES / 2).max(1),
            lines: FILE_LINES,
        };
        self.model.panes.opening = Some((query.clone(), line));
        self.effects.push(Effect::Ask(query));
        self.focus_pane(Pane::Diff);
    }

    /// Takes the text of a file to show.
    pub(crate) fn file_reply(&mut self, query: &Query, text: &str, total: u32) {
        let Query::BufferText {
            path, start_line, ..
        } = query
        else {
            return;
        };
        let opening = self
            .model
            .panes
            .opening
            .take_if(|(asked, _)| asked == query);
        if let Some((_, line)) = opening {
            // The user asked for this file, so it replaces the proposal instead of
            // waiting beneath it.
            self.model.panes.diff_follows = false;
            self.model.panes.diff.show_text(&FilePart {
                path: path.clone(),
                text: text.to_owned(),
                first: *start_line,
                total,
                line,
            });
        }
    }
}
