//! The results of a search, and files shown as they are: opening, queries, replies.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::hints::no_session;
use super::super::input::InputUse;
use super::super::layout::Pane;
use super::super::overlay::Overlay;
use super::super::pane::diff::FilePart;
use super::super::search_results::SearchResultsView;
use protocol::event::NoticeLevel;
use protocol::query::{Query, Reply};

/// Most lines of a file to show.
const FILE_LINES: u32 = 20_000;

impl App {
    /// Shows the search results for a text.
    pub(crate) fn open_search(&mut self, text: String) {
        let Some(session) = self.model.session() else {
            return self.tell(NoticeLevel::Info, no_session());
        };
        self.model.overlay = Some(Overlay::Search(Box::new(SearchResultsView::new(
            session, text,
        ))));
        self.sync_search();
    }

    /// Sends the queries of the search results.
    pub(super) fn sync_search(&mut self) {
        if let Some(Overlay::Search(finder)) = &mut self.model.overlay {
            let queries = finder.take_queries();
            self.effects.extend(queries.into_iter().map(Effect::Ask));
        }
    }

    /// Shows a file as the session's agent reads it, at a line.
    pub(crate) fn open_file(&mut self, path: String, line: u32) {
        let Some(session) = self.model.session() else {
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

    /// Takes a reply to a search, its preview or a file to show. Returns [`InputUse::Yes`] if
    /// it is one.
    pub(crate) fn search_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if let Some(Overlay::Search(finder)) = &mut self.model.overlay
            && finder.reply(query, reply) == InputUse::Yes
        {
            self.sync_search();
            return InputUse::Yes;
        }
        let (
            Query::BufferText {
                path, start_line, ..
            },
            Reply::Text { text, total_lines },
        ) = (query, reply)
        else {
            // The search was closed, so its late replies are dropped.
            let is_late = matches!(query, Query::Find { .. });
            return if is_late { InputUse::Yes } else { InputUse::No };
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
                text: text.clone(),
                first: *start_line,
                total: *total_lines,
                line,
            });
        }
        InputUse::Yes
    }
}
