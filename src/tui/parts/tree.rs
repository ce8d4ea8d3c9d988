//! The files as a part of the screen: which folders are asked for, and when again.

use std::collections::{BTreeSet, HashMap};

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::chat::{focus, say};
use super::search::{SearchLine, Typed};
use crate::protocol::query::{Query, TreeEntry};
use crate::tui::effect::{EditPurpose, EditSubject, ExternalEdit};
use crate::tui::keymap::Action;
use crate::tui::pane::review::ReviewPlace;
use crate::tui::pane::tree::{FileState, Tree, TreeEffect};
use crate::tui::part::{Focused, PaneView, PartEffect, TreeView};
use crate::tui::theme::Theme;

/// See the module.
#[derive(Debug)]
pub(super) struct TreePart {
    tree: Tree,
    search: SearchLine,
    /// Folders that are wanted and not asked for yet.
    wanted: BTreeSet<String>,
}

impl Default for TreePart {
    fn default() -> Self {
        Self {
            tree: Tree::default(),
            search: SearchLine::default(),
            // The root is wanted from the beginning.
            wanted: BTreeSet::from([String::new()]),
        }
    }
}

impl TreePart {
    fn effects(&mut self, effect: TreeEffect) -> Vec<PartEffect> {
        match effect {
            TreeEffect::Done | TreeEffect::Ignored => Vec::new(),
            TreeEffect::Load(folder) => {
                self.wanted.insert(folder);
                Vec::new()
            }
            TreeEffect::OpenFile(path) => vec![PartEffect::OpenFile { path, line: 1 }],
            TreeEffect::OpenDiff(path) => vec![PartEffect::ShowFile(path)],
            TreeEffect::Mention(paths) => {
                let mentions: Vec<String> = paths.iter().map(|path| format!("@{path}")).collect();
                vec![PartEffect::Insert(format!("{} ", mentions.join(" ")))]
            }
            TreeEffect::Edit(path) => vec![PartEffect::Edit(ExternalEdit {
                purpose: EditPurpose::Nothing,
                subject: EditSubject::File { path, line: 1 },
            })],
            TreeEffect::Copy(text) => vec![PartEffect::Copy(text)],
            TreeEffect::OpenReview(path) => {
                vec![PartEffect::OpenReview(ReviewPlace::Path {
                    path,
                    line: None,
                })]
            }
            TreeEffect::Rollback(path) => vec![PartEffect::RollBackFile(path)],
            TreeEffect::AskSearch => {
                self.search.open();
                Vec::new()
            }
            TreeEffect::NotFound => say("not found among the open folders"),
        }
    }
}

impl PaneView for TreePart {
    fn act(&mut self, action: Action) -> Vec<PartEffect> {
        let effect = self.tree.act(action);
        self.effects(effect)
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        match self.search.key(key) {
            Typed::Search(text) => {
                let effect = self.tree.search(&text);
                self.effects(effect)
            }
            Typed::More | Typed::Left => Vec::new(),
        }
    }

    fn title(&self, _width: u16) -> String {
        self.tree.title()
    }

    fn measure(&mut self, width: u16, height: u16) {
        self.tree.measure(width, height);
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused) {
        self.tree.draw(area, buf, theme, focus(focused));
        self.search.draw(area, buf, theme);
    }

    fn selected_text(&self) -> Option<String> {
        None
    }

    fn takes_text(&self) -> bool {
        self.search.is_open()
    }
}

impl TreeView for TreePart {
    fn set(&mut self, folder: &str, entries: Vec<TreeEntry>) {
        self.tree.set_entries(folder, entries);
    }

    fn wishes(&mut self) -> Vec<Query> {
        std::mem::take(&mut self.wanted)
            .into_iter()
            .map(|folder| Query::Tree { folder })
            .collect()
    }

    fn set_states(&mut self, states: HashMap<String, FileState>) {
        self.tree.set_states(states);
    }

    fn changed(&mut self) {
        // The mark of a change is shown on every folder above the file, so all are asked anew.
        self.wanted.extend(self.tree.wanted());
    }
}
