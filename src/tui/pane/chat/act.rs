//! Keys in the chat.

use super::call::Call;
use super::cell::{Body, CellFold};
use super::lookups::LookupFold;
use super::search::SearchDirection;
use super::{Chat, ChatEffect, Thinking};
use crate::keymap::Action;
use protocol::ids::RunId;
use protocol::picture;

impl Chat {
    /// Performs the action of a key.
    pub fn act(&mut self, action: Action) -> ChatEffect {
        let page = isize::try_from(self.view.height().saturating_sub(2).max(1)).unwrap_or(1);
        self.stop_searching();
        match action {
            Action::LineDown => self.scroll(1),
            Action::LineUp => self.scroll(-1),
            Action::PageDown => self.scroll(page),
            Action::PageUp => self.scroll(-page),
            Action::Top => self.go_to_top(),
            Action::Bottom => self.go_to_bottom(),
            Action::NextItem => self.next_item(),
            Action::PreviousItem => self.previous_item(),
            Action::Fold | Action::ChatExpand => self.toggle_fold(),
            Action::FoldAll => self.toggle_all(),
            Action::ChatThinking => self.toggle_thinking(),
            Action::ChatFollow => self.toggle_follow(),
            Action::CopyItem => return self.copy_item(),
            Action::CopyBlock => return self.copy_block(),
            Action::ChatShowDiff => return self.show_diff(),
            Action::ChatEditMessage => return self.edit_message(),
            Action::ChatOpen => return self.open(),
            Action::ChatRollback => return self.rollback(),
            Action::ChatStopTool => return self.stop_tool(),
            Action::Search => return ChatEffect::AskSearch,
            Action::NextMatch => return self.find(SearchDirection::Forward),
            Action::PreviousMatch => return self.find(SearchDirection::Back),
            _ => return ChatEffect::Ignored,
        }
        ChatEffect::Done
    }

    fn next_item(&mut self) {
        let next = match self.cursor {
            Some(cursor) => cursor + 1,
            None => self.view.rows().first().map_or(0, |row| row.0),
        };
        if next >= self.len() {
            self.go_to_bottom();
        } else {
            self.cursor = Some(next);
            self.reveal_cell(next);
        }
    }

    fn previous_item(&mut self) {
        let last = self.view.rows().last().map_or(0, |row| row.0);
        let previous = match self.cursor {
            Some(cursor) => cursor.saturating_sub(1),
            None => last,
        };
        if self.len() > 0 {
            self.cursor = Some(previous);
            self.reveal_cell(previous);
        }
    }

    /// Returns the cell that keys apply to: the one at the cursor, otherwise the last matching one
    /// on the screen.
    fn target(&self, fits: impl Fn(&Body) -> bool) -> Option<usize> {
        let fits_at = |at: usize| self.cell(at).is_some_and(|cell| fits(&cell.body));
        match self.cursor {
            Some(cursor) => fits_at(cursor).then_some(cursor),
            None => {
                let rows = self.view.rows().iter().rev();
                rows.map(|row| row.0).find(|at| fits_at(*at))
            }
        }
    }

    fn toggle_fold(&mut self) {
        let target = self
            .target(|body| matches!(body, Body::Call(_) | Body::Lookups(_) | Body::Reasoning(..)));
        if let Some(at) = target {
            self.toggle_fold_at(at);
        }
    }

    /// Opens a folded cell, or folds an open one.
    pub(super) fn toggle_fold_at(&mut self, at: usize) {
        self.edition += 1;
        // Otherwise the followed end would move the cell away from the reader.
        let following = self.view.is_following();
        if let Some(cell) = self.cell_mut(at) {
            match &mut cell.body {
                Body::Call(call) => call.fold = call.fold.turned(),
                Body::Lookups(lookups) => lookups.turn_fold(),
                Body::Reasoning(_, fold, _) => *fold = fold.turned(),
                _ => {}
            }
            cell.touch();
        }
        if !following || self.cursor.is_some() {
            self.reveal(at, 0);
        }
    }

    fn toggle_all(&mut self) {
        self.edition += 1;
        let open = |body: &Body| {
            matches!(body, Body::Call(call) if call.fold == CellFold::Open)
                || matches!(body, Body::Lookups(lookups) if lookups.fold != LookupFold::Folded)
                || matches!(body, Body::Reasoning(_, CellFold::Open, _))
        };
        let fold = if self.cells.iter().any(|cell| open(&cell.body)) {
            CellFold::Folded
        } else {
            CellFold::Open
        };
        for cell in &mut self.cells {
            match &mut cell.body {
                Body::Call(call) if call.fold != fold => call.fold = fold,
                Body::Lookups(lookups) => lookups.set_fold(fold),
                Body::Reasoning(_, shown, _) if *shown != fold => *shown = fold,
                _ => continue,
            }
            cell.touch();
        }
    }

    fn toggle_thinking(&mut self) {
        self.edition += 1;
        let fold;
        (self.thinking, fold) = match self.thinking {
            Thinking::Folded => (Thinking::Open, CellFold::Open),
            Thinking::Open => (Thinking::Folded, CellFold::Folded),
        };
        for cell in &mut self.cells {
            if let Body::Reasoning(_, shown, _) = &mut cell.body
                && *shown != fold
            {
                *shown = fold;
                cell.touch();
            }
        }
    }

    fn copy_item(&self) -> ChatEffect {
        let Some(cell) = self.target(|_| true).and_then(|at| self.cell(at)) else {
            return ChatEffect::Done;
        };
        let text = match &cell.body {
            Body::Call(call) => call.text(),
            Body::Lookups(lookups) => lookups.text(),
            _ => self.text_of(cell),
        };
        ChatEffect::Copy(text)
    }

    /// Returns the source of an answer of the agent, 1 being the last.
    pub fn answer(&self, number: usize) -> Option<String> {
        let answers = self.cells.iter().rev().filter_map(|cell| match &cell.body {
            Body::Text(text, _) => Some(text.source()),
            _ => None,
        });
        let mut answers = answers.filter(|text| !text.trim().is_empty());
        answers.nth(number.checked_sub(1)?).map(str::to_owned)
    }

    /// Copies the code on the screen or the block, or a call's file or command.
    fn copy_block(&self) -> ChatEffect {
        let Some(at) = self.target(|_| true) else {
            return ChatEffect::Done;
        };
        let Some(cell) = self.cell(at) else {
            return ChatEffect::Done;
        };
        if let Some(call) = cell.body.calls().last() {
            let path = call.path().map(str::to_owned);
            let text = path.or_else(|| call.command().map(str::to_owned));
            return ChatEffect::Copy(text.unwrap_or_else(|| call.subject()));
        }
        let rows = || self.view.rows().iter().filter(|row| row.0 == at);
        let code = rows().find_map(|(_, number)| Some(cell.code(*number)?.text.to_string()));
        let block = || rows().find_map(|(_, number)| Some(cell.block_source(*number)?.to_owned()));
        ChatEffect::Copy(code.or_else(block).unwrap_or_else(|| self.text_of(cell)))
    }

    fn show_diff(&self) -> ChatEffect {
        let with_path = |call: &&Call| call.path().is_some();
        let target = self.target(|body| body.calls().iter().any(|call| with_path(&call)));
        let cell = target.and_then(|at| self.cell(at));
        match cell.and_then(|cell| cell.body.calls().iter().rfind(with_path)) {
            Some(call) if call.is_proposed() => match call.path() {
                Some(path) => ChatEffect::OpenReview {
                    path: path.to_owned(),
                },
                None => ChatEffect::NotFound,
            },
            Some(call) => ChatEffect::ShowDiff {
                call: call.call.id,
                path: call.path().map(str::to_owned),
                diff: call.diff.clone().map(Box::new),
            },
            None => ChatEffect::NotFound,
        }
    }

    fn edit_message(&self) -> ChatEffect {
        let at = match self.cursor {
            Some(cursor) => Some(cursor),
            None => self
                .cells
                .iter()
                .rposition(|cell| matches!(cell.body, Body::User(..))),
        };
        match at.and_then(|at| self.cell(at)) {
            Some(cell) => match (&cell.body, cell.message) {
                (Body::User(text, shown), Some(message)) => ChatEffect::EditMessage {
                    message,
                    text: picture::typed(text.source(), shown),
                },
                _ => ChatEffect::NotFound,
            },
            None => ChatEffect::NotFound,
        }
    }

    fn open(&self) -> ChatEffect {
        let cell = self.target(|_| true).and_then(|at| self.cell(at));
        let target = cell.and_then(|cell| match &cell.body {
            Body::Call(_) | Body::Lookups(_) => {
                let mut calls = cell.body.calls().iter().rev();
                calls.find_map(|call| call.path()).map(str::to_owned)
            }
            Body::Text(text, _) | Body::Note(text) => first_address(text.source()),
            Body::User(text, _) => first_address(text.source()),
            _ => None,
        });
        target.map_or(ChatEffect::NotFound, ChatEffect::Open)
    }

    fn rollback(&self) -> ChatEffect {
        let from = self.cursor.unwrap_or(self.len().saturating_sub(1));
        let mut runs = (0..=from)
            .rev()
            .filter_map(|at| self.cell(at)?.message)
            .filter_map(|message| self.runs.get(&message).copied());
        let last = runs.next();
        let changed = |run: &RunId| self.run_changes.get(run).is_some_and(|fate| fate.files > 0);
        let cell = self.cursor.and_then(|at| self.cell(at));
        let call = cell.and_then(|cell| cell.body.calls().last());
        let call = call.map(|call| call.call.id);
        let Some(run) = last else {
            return ChatEffect::NotFound;
        };
        // A run that changed nothing has nothing to take back: the previous run with
        // changes is meant.
        match runs
            .find(changed)
            .filter(|_| call.is_none() && !changed(&run))
        {
            Some(earlier) => ChatEffect::RollbackEarlier { run: earlier },
            None => ChatEffect::Rollback { run, call },
        }
    }

    fn stop_tool(&self) -> ChatEffect {
        let target = self.target(|body| body.calls().iter().any(Call::is_open));
        let cell = target.and_then(|at| self.cell(at));
        match cell.and_then(|cell| cell.body.calls().iter().find(|call| call.is_open())) {
            Some(call) => ChatEffect::StopTool { call: call.call.id },
            None => ChatEffect::NotFound,
        }
    }
}

/// Returns the first web address in a text.
fn first_address(text: &str) -> Option<String> {
    let start = text.find("https://").or_else(|| text.find("http://"))?;
    let rest = text.get(start..)?;
    let end = rest
        .find(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | ']' | '"' | '\'' | '`'))
        .unwrap_or(rest.len());
    Some(
        rest.get(..end)?
            .trim_end_matches(['.', ',', ';'])
            .to_owned(),
    )
}
