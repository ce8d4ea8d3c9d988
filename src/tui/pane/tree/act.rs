//! Key actions of the tree.

use super::{Hidden, Tree, TreeEffect, is_changed};
use crate::keymap::Action;
use protocol::query::TreeEntry;

impl Tree {
    /// Carries out the action of a key.
    pub fn act(&mut self, action: Action) -> TreeEffect {
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
            Action::TreeExpand => return self.expand(),
            Action::TreeCollapse => self.collapse(),
            Action::Fold => return self.toggle_folder(),
            Action::FoldAll => self.fold_all(),
            Action::TreeMark => self.toggle_mark(),
            Action::TreeChangedOnly => self.toggle_only(),
            Action::TreeHidden => self.toggle_hidden(),
            Action::TreeMention => return self.mention(),
            Action::TreeDiff => return self.with_file(TreeEffect::OpenDiff),
            Action::TreeReview => return self.with_file(TreeEffect::OpenReview),
            Action::TreeEdit => return self.with_file(TreeEffect::Edit),
            Action::TreeRollback => return self.with_file(TreeEffect::Rollback),
            Action::CopyItem | Action::CopyBlock => return self.with_path(TreeEffect::Copy),
            Action::TreeInclude => return self.include(),
            Action::Search => return TreeEffect::AskFilter,
            Action::NextMatch => return self.step_found(1),
            Action::PreviousMatch => return self.step_found(-1),
            Action::Back if self.found.is_some() => {
                self.leave_filter();
                return TreeEffect::AllAgain;
            }
            _ => return TreeEffect::Ignored,
        }
        TreeEffect::Done
    }

    pub(super) fn go_to(&mut self, row: Option<usize>) -> TreeEffect {
        match row {
            Some(row) => {
                self.cursor = row;
                TreeEffect::Done
            }
            None => TreeEffect::NotFound,
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

    fn next_changed(&mut self) -> TreeEffect {
        let found = (self.cursor + 1..self.rows.len()).find(|row| self.is_changed_file(*row));
        self.go_to(found)
    }

    fn previous_changed(&mut self) -> TreeEffect {
        let found = (0..self.cursor)
            .rev()
            .find(|row| self.is_changed_file(*row));
        self.go_to(found)
    }

    fn open_selected(&mut self) -> TreeEffect {
        match self.selected() {
            Some(entry) if entry.is_folder => self.toggle_folder(),
            Some(entry) if self.is_changed(entry) => TreeEffect::OpenDiff(entry.path.clone()),
            Some(entry) => TreeEffect::OpenFile(entry.path.clone()),
            None => TreeEffect::Done,
        }
    }

    fn toggle_folder(&mut self) -> TreeEffect {
        match self.selected() {
            Some(entry) if entry.is_folder && self.is_open(&entry.path) => {
                self.collapse();
                TreeEffect::Done
            }
            Some(_) => self.expand(),
            None => TreeEffect::Done,
        }
    }

    /// Opens a folder; if it is open already, moves the cursor to its first entry.
    fn expand(&mut self) -> TreeEffect {
        let Some(entry) = self.selected().filter(|entry| entry.is_folder) else {
            return TreeEffect::Done;
        };
        let path = entry.path.clone();
        let loaded = self.folder_cache().knows(&path);
        if !loaded && self.found.is_none() && self.only.take().is_some() {
            // Git lists nothing inside this folder, so it is shown among all files.
            self.open.insert(path.clone());
            let shown = self.reveal(&path);
            return match shown {
                TreeEffect::Done if !self.all.knows(&path) => TreeEffect::Load(path),
                shown => shown,
            };
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
            return TreeEffect::Done;
        }
        self.flatten(Some(&path));
        if loaded {
            TreeEffect::Done
        } else {
            TreeEffect::Load(path)
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

    fn mention(&mut self) -> TreeEffect {
        match self.take_marked() {
            Some(marked) => TreeEffect::Mention(marked),
            None => self.with_path(|path| TreeEffect::Mention(vec![path])),
        }
    }

    fn include(&mut self) -> TreeEffect {
        match self.take_marked() {
            Some(mut marked) => {
                let is_file = |path: &String| !self.folder_cache().is_folder(path);
                marked.retain(is_file);
                TreeEffect::Include(marked)
            }
            None => self.with_file(|path| TreeEffect::Include(vec![path])),
        }
    }

    fn take_marked(&mut self) -> Option<Vec<String>> {
        let marked = self.marked();
        self.marked.clear();
        (!marked.is_empty()).then_some(marked)
    }

    fn with_path(&self, effect: impl FnOnce(String) -> TreeEffect) -> TreeEffect {
        match self.selected() {
            Some(entry) => effect(entry.path.clone()),
            None => TreeEffect::Done,
        }
    }

    fn with_file(&self, effect: impl FnOnce(String) -> TreeEffect) -> TreeEffect {
        match self.selected() {
            Some(entry) if !entry.is_folder => effect(entry.path.clone()),
            _ => TreeEffect::Done,
        }
    }
}
