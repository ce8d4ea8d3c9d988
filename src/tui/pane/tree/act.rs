//! The tree as a pane: its keys, the mouse, and the line for the filter.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Hidden, Tree, is_changed};
use crate::dialog::DialogRequest;
use crate::effect::Effect;
use crate::highlight::Colours;
use crate::input::InputUse;
use crate::keymap::Action;
use crate::pane::review::ReviewTarget;
use crate::pane::search_line::{ALONE, SearchOutcome};
use crate::pane::{Focused, PaneView};
use crate::select::TextView;
use crate::theme::Role;
use crate::widget::row::Paint;
use client::text::width_of;
use l10n::{counted, say};
use protocol::query::TreeEntry;

impl PaneView for Tree {
    fn act(&mut self, action: Action) -> Vec<Effect> {
        let page = self.height.saturating_sub(2).max(1);
        let last = self.rows.len().saturating_sub(1);
        match action {
            Action::LineDown => self.cursor = (self.cursor + 1).min(last),
            Action::LineUp => self.cursor = self.cursor.saturating_sub(1),
            Action::PageDown => self.cursor = (self.cursor + page).min(last),
            Action::PageUp => self.cursor = self.cursor.saturating_sub(page),
            Action::Top => self.cursor = 0,
            Action::Bottom => self.cursor = last,
            Action::NextItem => return self.next_changed(),
            Action::PreviousItem => return self.previous_changed(),
            Action::TreeOpen => return self.open_selected(),
            Action::TreeExpand => self.expand(),
            Action::TreeCollapse => self.collapse(),
            Action::Fold => self.toggle_folder(),
            Action::FoldAll => self.fold_all(),
            Action::TreeMark => self.toggle_mark(),
            Action::TreeChangedOnly => self.toggle_only(),
            Action::TreeHidden => self.toggle_hidden(),
            Action::TreeMention => return self.mention(),
            Action::TreeDiff => return self.with_file(Effect::ShowFile),
            Action::TreeReview => return self.with_file(review),
            Action::TreeEdit => return self.with_file(Effect::edit_file),
            Action::TreeRollback => return self.with_file(roll_back),
            Action::CopyItem | Action::CopyBlock => return self.with_path(Effect::Copy),
            Action::TreeInclude => return self.include(),
            Action::Search => self.filter_line.open(),
            Action::NextMatch => return self.step_found(1),
            Action::PreviousMatch => return self.step_found(-1),
            Action::Back if self.found.is_some() => {
                self.leave_filter();
                return vec![Effect::info(say!("tree-all-again"))];
            }
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match key.code {
            // Moves through the rows while the user types the filter.
            KeyCode::Up => return self.act(Action::LineUp),
            KeyCode::Down => return self.act(Action::LineDown),
            _ => {}
        }
        match self.filter_line.key(key) {
            SearchOutcome::Search(text) => self.ask_filter(&text),
            SearchOutcome::More => self.ask_filter(&self.filter_line.text()),
            SearchOutcome::Left => self.ask_filter(""),
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> InputUse {
        if !self.filter_line.is_open() {
            return InputUse::No;
        }
        self.filter_line.paste(text);
        self.ask_filter(&self.filter_line.text());
        InputUse::Yes
    }

    /// Returns the title: `FILES        changed 4`.
    fn title(&self, width: u16) -> String {
        let room = usize::from(width).saturating_sub(width_of(say!("tree-files")) + 2);
        if let Some(words) = self.filter_words(room) {
            return say!("tree-filtered", words);
        }
        match (self.changed_count(), &self.only) {
            (count, Some(_)) => say!("tree-only", count),
            (0, None) => String::from(say!("tree-files")),
            (count, None) => say!("tree-changed", count),
        }
    }

    fn measure(&mut self, width: u16, height: u16, _colours: &mut Colours) {
        let foot = u16::from(self.foot(width).is_some());
        self.lay_out(width, height.saturating_sub(foot));
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>, focused: Focused) {
        let theme = paint.theme;
        let foot = self.foot(area.width);
        let rows = Rect {
            height: area.height.saturating_sub(u16::from(foot.is_some())),
            ..area
        };
        self.draw_rows(rows, buf, paint, focused);
        let fitting = self.fitting_words().unwrap_or_default();
        self.filter_line.draw(area, buf, theme, &fitting);
        if let Some(words) = foot.filter(|_| !area.is_empty()) {
            let style = theme.style(Role::BgPanel).patch(theme.style(Role::FgMuted));
            let columns = usize::from(area.width);
            let padded = format!("{words:<columns$}");
            buf.set_stringn(area.x, area.bottom() - 1, padded, columns, style);
        }
    }

    fn caret(&self, area: Rect) -> Option<Position> {
        self.filter_line.caret(area)
    }

    fn takes_text(&self) -> bool {
        self.filter_line.is_open()
    }

    /// Scrolls the rows and keeps the cursor on the screen.
    fn scroll(&mut self, rows: isize) {
        self.scroll_by(rows);
    }

    /// Moves the cursor to the row; if it is there already, opens the entry.
    fn click(&mut self, row: u16) -> Vec<Effect> {
        let row = usize::from(row);
        let wanted = self.top + row;
        if row >= self.rows_shown() || wanted >= self.rows.len() {
            return Vec::new();
        }
        if wanted == self.cursor {
            return self.open_selected();
        }
        self.cursor = wanted;
        Vec::new()
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(self)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(self)
    }
}

impl Tree {
    /// Returns the last row's text about the filter and how to end it, if the pane has the
    /// screen for itself.
    fn foot(&self, width: u16) -> Option<String> {
        if width < ALONE || self.filter_line.is_open() {
            return None;
        }
        match self.filter_words(usize::from(width)) {
            Some(words) => Some(say!("tree-filter-foot", words)),
            None => self.shows_only_changed().then(|| {
                let count = counted(self.changed_count(), "changed file");
                say!("tree-changed-foot", count)
            }),
        }
    }

    pub(super) fn go_to(&mut self, row: Option<usize>) -> Vec<Effect> {
        match row {
            Some(row) => {
                self.cursor = row;
                Vec::new()
            }
            None => vec![Effect::info(say!("tree-no-other"))],
        }
    }

    fn is_changed_file(&self, row: usize) -> bool {
        self.entry_at(row)
            .is_some_and(|entry| !entry.is_folder && self.is_changed(entry))
    }

    /// Whether git or the review reports the entry as changed.
    fn is_changed(&self, entry: &TreeEntry) -> bool {
        is_changed(entry) || self.marks.get(&entry.path).is_some_and(|mark| mark.stands)
    }

    fn next_changed(&mut self) -> Vec<Effect> {
        let found = (self.cursor + 1..self.rows.len()).find(|row| self.is_changed_file(*row));
        self.go_to(found)
    }

    fn previous_changed(&mut self) -> Vec<Effect> {
        let found = (0..self.cursor)
            .rev()
            .find(|row| self.is_changed_file(*row));
        self.go_to(found)
    }

    fn open_selected(&mut self) -> Vec<Effect> {
        match self.selected() {
            Some(entry) if entry.is_folder => {
                self.toggle_folder();
                Vec::new()
            }
            Some(entry) if self.is_changed(entry) => vec![Effect::ShowFile(entry.path.clone())],
            Some(entry) => vec![Effect::OpenFile {
                path: entry.path.clone(),
                line: 1,
            }],
            None => Vec::new(),
        }
    }

    fn toggle_folder(&mut self) {
        match self.selected() {
            Some(entry) if entry.is_folder && self.is_open(&entry.path) => self.collapse(),
            Some(_) => self.expand(),
            None => {}
        }
    }

    /// Opens a folder; if it is open already, moves the cursor to its first entry.
    fn expand(&mut self) {
        let Some(entry) = self.selected().filter(|entry| entry.is_folder) else {
            return;
        };
        let path = entry.path.clone();
        let loaded = self.folder_cache().knows(&path);
        if !loaded && self.found.is_none() && self.only.take().is_some() {
            // Git lists nothing inside this folder, so it is shown among all files.
            self.open.insert(path.clone());
            if self.reveal(&path) && !self.all.knows(&path) {
                self.wanted.insert(path);
            }
            return;
        }
        let was_open = self.is_open(&path);
        match self.closed() {
            Some(closed) => drop(closed.remove(&path)),
            None => drop(self.open.insert(path.clone())),
        }
        if was_open && loaded {
            let inside = |row: &super::TreeRow| row.depth;
            let here = self.rows.get(self.cursor).map(inside);
            let next = self.rows.get(self.cursor + 1).map(inside);
            if next > here {
                self.cursor += 1;
            }
            return;
        }
        self.flatten(Some(&path));
        if !loaded {
            self.wanted.insert(path);
        }
    }

    /// Closes a folder; on a file or a closed folder, moves the cursor to the parent folder.
    fn collapse(&mut self) {
        let Some(entry) = self.selected() else {
            return;
        };
        let path = entry.path.clone();
        if entry.is_folder && self.is_open(&path) {
            match self.closed() {
                Some(closed) => drop(closed.insert(path.clone())),
                None => drop(self.open.remove(&path)),
            }
            self.flatten(Some(&path));
            return;
        }
        let depth = self.rows.get(self.cursor).map_or(0, |row| row.depth);
        let above = (0..self.cursor)
            .rev()
            .find(|row| self.rows.get(*row).is_some_and(|row| row.depth < depth));
        if let Some(above) = above {
            self.cursor = above;
        }
    }

    fn fold_all(&mut self) {
        let path = self.selected().map(|entry| entry.path.clone());
        let folders = self.folder_cache().folders().cloned().collect();
        match self.closed() {
            Some(closed) => *closed = folders,
            None => self.open.clear(),
        }
        // The remaining part of the cursor's path is the folder that contains it.
        let root = path.as_deref().and_then(|path| path.split('/').next());
        let root = root.map(str::to_owned);
        self.flatten(root.as_deref());
    }

    fn toggle_mark(&mut self) {
        let Some(path) = self.selected().map(|entry| entry.path.clone()) else {
            return;
        };
        if !self.marked.remove(&path) {
            self.marked.insert(path);
        }
        self.cursor = (self.cursor + 1).min(self.rows.len().saturating_sub(1));
    }

    fn toggle_hidden(&mut self) {
        self.hidden = match self.hidden {
            Hidden::Shown => Hidden::LeftOut,
            Hidden::LeftOut => Hidden::Shown,
        };
        let path = self.selected().map(|entry| entry.path.clone());
        self.flatten(path.as_deref());
    }

    /// Mentions the marked paths, or the selected one, in the draft.
    fn mention(&mut self) -> Vec<Effect> {
        let insert = |paths: &[String]| {
            let mentions: Vec<String> = paths.iter().map(|path| format!("@{path}")).collect();
            Effect::Insert(format!("{} ", mentions.join(" ")))
        };
        match self.take_marked() {
            Some(marked) => vec![insert(&marked)],
            None => self.with_path(|path| insert(&[path])),
        }
    }

    fn include(&mut self) -> Vec<Effect> {
        match self.take_marked() {
            Some(mut marked) => {
                let is_file = |path: &String| !self.folder_cache().is_folder(path);
                marked.retain(is_file);
                vec![Effect::Include(marked)]
            }
            None => self.with_file(|path| Effect::Include(vec![path])),
        }
    }

    fn take_marked(&mut self) -> Option<Vec<String>> {
        let marked = self.marked();
        self.marked.clear();
        (!marked.is_empty()).then_some(marked)
    }

    fn with_path(&self, effect: impl FnOnce(String) -> Effect) -> Vec<Effect> {
        let selected = self.selected().map(|entry| effect(entry.path.clone()));
        selected.into_iter().collect()
    }

    fn with_file(&self, effect: impl FnOnce(String) -> Effect) -> Vec<Effect> {
        match self.selected() {
            Some(entry) if !entry.is_folder => vec![effect(entry.path.clone())],
            _ => Vec::new(),
        }
    }
}

fn roll_back(path: String) -> Effect {
    Effect::Open(DialogRequest::RollbackOfFile(path))
}

fn review(path: String) -> Effect {
    Effect::OpenReview(ReviewTarget::Path { path, line: None })
}
