//! Vim's keys over the draft. Part of [`Composer`], which carries out what vim asks for.

use std::ops::Range;

use crossterm::event::KeyEvent;

use super::history::Direction;
use super::{Composer, TextEdit};
use crate::effect::Effect;
use crate::keymap::Action;
use client::vim::{EditorKeys, Vim, VimMode, VimRequest, VimText};
use l10n::say;
use protocol::event::NoticeLevel;

/// Commands that users of vim type to save and to leave.
const VIM_COMMANDS: [&str; 6] = [":q", ":q!", ":w", ":wq", ":x", ":qa"];

impl VimText for TextEdit {
    fn shown(&self) -> String {
        self.text()
    }

    fn cursor(&self) -> usize {
        TextEdit::cursor(self)
    }

    fn chips(&self) -> Vec<Range<usize>> {
        self.chip_spans()
    }

    fn move_to(&mut self, at: usize) {
        TextEdit::move_to(self, at);
    }

    fn replace(&mut self, range: Range<usize>, with: &str) {
        self.broken_off();
        TextEdit::replace(self, range, with);
    }

    fn undo(&mut self) {
        TextEdit::undo(self);
    }

    fn redo(&mut self) {
        TextEdit::redo(self);
    }

    fn begin_step(&mut self) {
        self.steps().begin();
    }

    fn end_step(&mut self) {
        self.steps().end();
    }
}

impl Composer {
    /// Sets the keys that edit the draft; vim's begin in insert mode.
    pub fn set_keys(&mut self, keys: EditorKeys) {
        match keys {
            EditorKeys::Vim => drop(self.vim.get_or_insert_default()),
            EditorKeys::Readline => self.vim = None,
        }
    }

    /// Returns the state of vim's keys, if they edit the draft.
    pub fn vim(&self) -> Option<&Vim> {
        self.vim.as_ref()
    }

    /// Whether letters are typed, and no commands of vim.
    pub fn takes_text(&self) -> bool {
        let mode = self.vim.as_ref().map(Vim::mode);
        mode.is_none_or(|mode| mode == VimMode::Insert)
    }

    /// Returns vim to insert mode.
    pub fn begin_insert(&mut self) {
        if let Some(vim) = &mut self.vim {
            vim.begin_insert();
        }
    }

    /// Whether a key is handled by [`Composer::key`] before the key table is asked: the key after
    /// Ctrl+Q, or one of vim's.
    pub fn takes_first(&self, key: &KeyEvent) -> bool {
        self.awaits_literal() || self.is_for_vim(key)
    }

    pub(super) fn is_for_vim(&self, key: &KeyEvent) -> bool {
        let vim = self.vim.as_ref().filter(|_| self.search.is_none());
        vim.is_some_and(|vim| vim.takes(key))
    }

    /// Keeps the cursor on a cell in normal mode, whatever has moved it.
    pub fn settle(&mut self) {
        if let Some(vim) = &self.vim {
            vim.settle(&mut self.line);
        }
    }

    /// Returns the selected range: visual mode's, or the text field's.
    pub(super) fn selection(&self) -> Option<Range<usize>> {
        let vim = self.vim.as_ref();
        vim.and_then(|vim| vim.selection(&self.line))
            .or_else(|| self.line.selection())
    }

    /// Returns the draft if it is a command of vim's that was typed in insert mode.
    pub(super) fn typed_vim_command(&self) -> Option<String> {
        self.vim.as_ref()?;
        let draft = self.line.text().trim().to_owned();
        VIM_COMMANDS.contains(&draft.as_str()).then_some(draft)
    }

    pub(super) fn vim_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(vim) = &mut self.vim else {
            return Vec::new();
        };
        let before = self.line.text();
        // A selection by the mouse or with Shift is one of visual mode.
        if vim.mode() == VimMode::Normal
            && let Some(range) = self.line.selection()
        {
            vim.select(&range, &mut self.line);
        }
        let request = vim.key(key, &mut self.line);
        if self.line.text() != before {
            self.touch();
        }
        match request {
            None => Vec::new(),
            Some(VimRequest::Send) => self.submit(Effect::Submit),
            Some(VimRequest::SearchHistory) => self.begin_search(Direction::Back),
            Some(VimRequest::Quit) => vec![Effect::Act(Action::Quit)],
            Some(VimRequest::Older) => vec![Effect::Act(Action::LineUp)],
            Some(VimRequest::Newer) => vec![Effect::Act(Action::LineDown)],
            Some(VimRequest::ScrollUp) => vec![Effect::Act(Action::ScrollChatUp)],
            Some(VimRequest::ScrollDown) => vec![Effect::Act(Action::ScrollChatDown)],
            Some(VimRequest::Paste) => vec![Effect::Act(Action::Paste)],
            Some(VimRequest::Copy(text)) => vec![Effect::Copy(text)],
            Some(VimRequest::Bell) => vec![Effect::Bell],
            Some(VimRequest::Unknown(name)) => {
                let text = say!("vim-unknown", name);
                vec![Effect::Say(NoticeLevel::Warning, text)]
            }
        }
    }
}
