//! The files that the tree and the diff show, and the queries for what they lack.

use super::Panes;
use crate::effect::{Effect, SearchField};
use crate::layout::Pane;
use crate::pane::diff::FilePart;
use crate::tab::Tab;
use l10n::say;
use protocol::ids::SessionId;
use protocol::query::Query;

/// Most lines of a file to show.
const FILE_LINES: u32 = 20_000;

impl Panes {
    /// Returns the queries for what a pane would show and does not have.
    pub(crate) fn fill(&mut self, pane: Pane, tab: Option<&Tab>) -> Vec<Effect> {
        match pane {
            Pane::Tree => self.fill_tree(tab.map(|tab| tab.facts.id)),
            Pane::Diff if self.diff.path().is_none() => {
                let changed = tab.and_then(|tab| Some((tab, tab.activity.changed.last()?)));
                let show = |(tab, path): (&Tab, &String)| self.expect(tab.facts.id, path.clone());
                changed.map(show).into_iter().collect()
            }
            Pane::Note if self.note.is_wanted() => vec![Effect::Ask(Query::Note)],
            Pane::Note | Pane::Diff | Pane::Chat | Pane::Review => Vec::new(),
        }
    }

    /// Returns the queries for what the tree would show and does not have. The filter also finds
    /// the proposed files of the session.
    fn fill_tree(&mut self, session: Option<SessionId>) -> Vec<Effect> {
        let queries = self.tree.take_queries().into_iter();
        let ask = |query| match query {
            Query::Files { pattern, limit, .. } => {
                let query = Query::Files {
                    session,
                    pattern,
                    limit,
                };
                Effect::AskNewest(SearchField::TreeFilter, query)
            }
            query => Effect::Ask(query),
        };
        queries.map(ask).collect()
    }

    fn expect(&mut self, session: SessionId, path: String) -> Effect {
        self.diff.expect(&path);
        Effect::Ask(Query::FileDiff { session, path })
    }

    /// Takes over the marks and the place of the review of the session that is shown now.
    pub(crate) fn session_shown(&mut self, tab: &Tab) {
        if tab.review.is_none() && self.layout_request.main == Pane::Review {
            self.layout_request.main = Pane::Chat;
        }
        self.tree.set_marks(tab.reviewed.marks());
    }

    /// Switches the tree and the diff to the shown session. The proposed files that the filter
    /// finds and the base of a diff differ between sessions. The replies include what changed
    /// meanwhile.
    pub(crate) fn show_files(&mut self, tab: Option<&Tab>) -> Vec<Effect> {
        self.tree.refresh();
        let mut effects = self.fill_tree(tab.map(|tab| tab.facts.id));
        let Some(tab) = tab else {
            return effects;
        };
        let session = tab.facts.id;
        match tab.file.as_ref().or_else(|| tab.activity.changed.last()) {
            Some(path) => effects.push(Effect::Ask(Query::FileDiff {
                session,
                path: path.clone(),
            })),
            // The file of another session says nothing about this one.
            None => self.diff.clear(),
        }
        effects
    }

    /// Shows the diff of a file that the user chose.
    pub(crate) fn show_file(&mut self, session: Option<SessionId>, path: String) -> Vec<Effect> {
        // The user asked for this file, so it replaces the proposal instead of waiting beneath it.
        self.diff.end_proposal();
        let asked = session.map(|session| self.expect(session, path));
        let focus = Effect::FocusPane(Pane::Diff);
        asked.into_iter().chain([focus]).collect()
    }

    /// Shows a file as the session's agent reads it, at a line.
    pub(crate) fn open_file(
        &mut self,
        session: Option<SessionId>,
        path: String,
        line: u32,
    ) -> Vec<Effect> {
        let Some(session) = session else {
            return Vec::new();
        };
        let query = Query::BufferText {
            session,
            path,
            start_line: line.saturating_sub(FILE_LINES / 2).max(1),
            lines: FILE_LINES,
        };
        self.opening = Some((query.clone(), line));
        vec![Effect::Ask(query), Effect::FocusPane(Pane::Diff)]
    }

    /// Takes the text of a file to show.
    pub(crate) fn file_reply(&mut self, query: &Query, text: &str, total: u32) {
        let Query::BufferText {
            path, start_line, ..
        } = query
        else {
            return;
        };
        let opening = self.opening.take_if(|(asked, _)| asked == query);
        if let Some((_, line)) = opening {
            // The user asked for this file, so it replaces the proposal instead of waiting
            // beneath it.
            self.diff_follows = false;
            self.diff.show_text(&FilePart {
                path: path.clone(),
                text: text.to_owned(),
                first: *start_line,
                total,
                line,
            });
        }
    }

    /// Shows the changed file `by` places after or before the shown one.
    pub(crate) fn step_file(&self, changed: &[String], by: isize) -> Effect {
        let shown = self.diff.path();
        let at = changed.iter().position(|path| Some(path.as_str()) == shown);
        let next = at.map_or(Some(0), |at| at.checked_add_signed(by));
        match next.and_then(|next| changed.get(next)) {
            Some(path) => Effect::ShowFile(path.clone()),
            None => Effect::info(say!("parts-no-other-file")),
        }
    }

    /// Handles a change in the workspace: requests again everything that shows it. The tree
    /// requests its open folders and keeps its cursor.
    pub(crate) fn workspace_changed(&mut self, session: Option<SessionId>) -> Vec<Effect> {
        self.tree.refresh();
        let mut effects = self.fill_tree(session);
        effects.push(Effect::Ask(Query::Workspace));
        effects
    }

    /// Handles a file that the shown session wrote: the diff pane shows the latest one, but the
    /// file that the user is reading stays on the screen.
    pub(crate) fn file_written(
        &mut self,
        session: SessionId,
        path: String,
        reads_diff: bool,
    ) -> Vec<Effect> {
        let mut effects = self.workspace_changed(Some(session));
        if !reads_diff || self.diff.path() == Some(&path) {
            effects.push(Effect::Ask(Query::FileDiff { session, path }));
        }
        effects
    }
}
