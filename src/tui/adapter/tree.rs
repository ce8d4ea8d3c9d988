//! Adapts the file tree to a part of the screen: decides which folders to query, and when to
//! query them again.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::chat::{focus, say};
use super::search::{ALONE, SearchLine, SearchOutcome};
use crate::effect::{EditPurpose, EditSubject, ExternalEdit};
use crate::keymap::Action;
use crate::pane::review::ReviewTarget;
use crate::pane::tree::{FileMark, Tree, TreeEffect};
use crate::part::{Focused, InputUse, PaneEffect, PaneView, TreeView};
use crate::select::TextView;
use crate::theme::{Role, Theme};
use l10n::{counted, say};
use protocol::query::{FileMatch, Query, TreeEntry};

/// Maximum number of files that match the filter and are shown.
const FILES: usize = 1_000;

#[derive(Debug)]
pub(super) struct TreeAdapter {
    tree: Tree,
    search: SearchLine,
    /// Folders that are wanted and not yet queried.
    wanted: BTreeSet<String>,
    /// Whether to query the files that match the filter.
    asks_files: bool,
}

impl Default for TreeAdapter {
    fn default() -> Self {
        Self {
            tree: Tree::default(),
            search: SearchLine::default(),
            // The root is wanted from the start.
            wanted: BTreeSet::from([String::new()]),
            asks_files: false,
        }
    }
}

impl TreeAdapter {
    fn effects(&mut self, effect: TreeEffect) -> Vec<PaneEffect> {
        match effect {
            TreeEffect::Done | TreeEffect::Ignored => Vec::new(),
            TreeEffect::Load(folder) => {
                self.wanted.insert(folder);
                Vec::new()
            }
            TreeEffect::OpenFile(path) => vec![PaneEffect::OpenFile { path, line: 1 }],
            TreeEffect::OpenDiff(path) => vec![PaneEffect::ShowFile(path)],
            TreeEffect::Mention(paths) => {
                let mentions: Vec<String> = paths.iter().map(|path| format!("@{path}")).collect();
                vec![PaneEffect::Insert(format!("{} ", mentions.join(" ")))]
            }
            TreeEffect::Edit(path) => vec![PaneEffect::Edit(ExternalEdit {
                purpose: EditPurpose::Nothing,
                subject: EditSubject::File { path, line: 1 },
            })],
            TreeEffect::Copy(text) => vec![PaneEffect::Copy(text)],
            TreeEffect::OpenReview(path) => {
                vec![PaneEffect::OpenReview(ReviewTarget::Path {
                    path,
                    line: None,
                })]
            }
            TreeEffect::Rollback(path) => vec![PaneEffect::RollBackFile(path)],
            TreeEffect::Include(paths) => vec![PaneEffect::Include(paths)],
            TreeEffect::AskFilter => {
                self.search.open();
                Vec::new()
            }
            TreeEffect::AllAgain => say(say!("tree-all-again")),
            TreeEffect::NotFound => say(say!("tree-no-other")),
        }
    }
}

impl TreeAdapter {
    /// Filters by the typed text; does not repeat the query if the text is unchanged.
    fn filter(&mut self, text: &str) {
        let text = text.trim();
        if self.tree.filter().unwrap_or_default() != text {
            self.tree.set_filter(text);
            self.asks_files = !text.is_empty();
        }
    }
}

impl TreeAdapter {
    /// Returns the last row's text about the filter and how to end it, if the pane has the
    /// screen for itself.
    fn foot(&self, width: u16) -> Option<String> {
        if width < ALONE || self.search.is_open() {
            return None;
        }
        match self.tree.filter_words(usize::from(width)) {
            Some(words) => Some(say!("tree-filter-foot", words)),
            None => self.tree.shows_only_changed().then(|| {
                let count = counted(self.tree.changed_count(), "changed file");
                say!("tree-changed-foot", count)
            }),
        }
    }
}

impl PaneView for TreeAdapter {
    fn act(&mut self, action: Action) -> Vec<PaneEffect> {
        let effect = self.tree.act(action);
        self.effects(effect)
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<PaneEffect> {
        match key.code {
            // Moves through the rows while the user types the filter.
            KeyCode::Up => return self.act(Action::LineUp),
            KeyCode::Down => return self.act(Action::LineDown),
            _ => {}
        }
        match self.search.key(key) {
            SearchOutcome::Search(text) => self.filter(&text),
            SearchOutcome::More => {
                let text = self.search.text();
                self.filter(&text);
            }
            SearchOutcome::Left => self.filter(""),
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> InputUse {
        if !self.search.is_open() {
            return InputUse::No;
        }
        self.search.paste(text);
        let text = self.search.text();
        self.filter(&text);
        InputUse::Yes
    }

    fn title(&self, width: u16) -> String {
        self.tree.title(usize::from(width))
    }

    fn measure(&mut self, width: u16, height: u16) {
        let foot = u16::from(self.foot(width).is_some());
        self.tree.measure(width, height.saturating_sub(foot));
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused) {
        let foot = self.foot(area.width);
        let rows = Rect {
            height: area.height.saturating_sub(u16::from(foot.is_some())),
            ..area
        };
        self.tree.draw(rows, buf, theme, focus(focused));
        let fitting = self.tree.fitting_words().unwrap_or_default();
        self.search.draw(area, buf, theme, &fitting);
        if let Some(words) = foot.filter(|_| !area.is_empty()) {
            let style = theme.style(Role::BgPanel).patch(theme.style(Role::FgMuted));
            let columns = usize::from(area.width);
            let padded = format!("{words:<columns$}");
            buf.set_stringn(area.x, area.bottom() - 1, padded, columns, style);
        }
    }

    fn selected_text(&self) -> Option<String> {
        None
    }

    fn caret(&self, area: Rect) -> Option<Position> {
        self.search.caret(area)
    }

    fn takes_text(&self) -> bool {
        self.search.is_open()
    }

    fn scroll(&mut self, rows: isize) {
        self.tree.wheel(rows);
    }

    fn click(&mut self, row: u16) -> Vec<PaneEffect> {
        let effect = self.tree.click(row);
        self.effects(effect)
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(&self.tree)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(&mut self.tree)
    }
}

impl TreeView for TreeAdapter {
    fn set(&mut self, folder: &str, entries: Vec<TreeEntry>) {
        self.tree.set_entries(folder, entries);
        self.wanted.extend(self.tree.missing().cloned());
    }

    fn take_queries(&mut self) -> Vec<Query> {
        let mut queries: Vec<Query> = std::mem::take(&mut self.wanted)
            .into_iter()
            .map(|folder| Query::Tree { folder })
            .collect();
        if let (true, Some(pattern)) = (self.asks_files, self.tree.filter()) {
            queries.push(Query::Files {
                session: None,
                pattern: pattern.to_owned(),
                limit: FILES,
            });
        }
        self.asks_files = false;
        queries
    }

    fn set_marks(&mut self, marks: HashMap<String, FileMark>) {
        self.tree.set_marks(marks);
    }

    fn set_changed(&mut self, files: &[(String, char)]) {
        self.tree.set_changed(files);
    }

    fn set_found(&mut self, pattern: &str, files: Vec<FileMatch>, total: usize) {
        self.tree.set_found(pattern, files, total);
    }

    fn changed(&mut self) {
        // Every folder above a changed file shows the mark of the change, so all folders
        // are queried again.
        self.wanted.extend(self.tree.wanted());
        self.asks_files |= self.tree.filter().is_some();
    }
}
