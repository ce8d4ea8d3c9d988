//! The chat as a pane: its keys and the mouse.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::call::Call;
use super::cell::{Body, Cell, CellFold};
use super::lines::Way;
use super::lookups::LookupFold;
use super::search::SearchDirection;
use super::{Chat, Thinking};
use crate::dialog::DialogRequest;
use crate::dialog::settings::Begin;
use crate::effect::Effect;
use crate::highlight::Colours;
use crate::keymap::Action;
use crate::pane::review::ReviewTarget;
use crate::pane::search_line::SearchOutcome;
use crate::pane::{Focused, PaneView};
use crate::select::TextView;
use crate::widget::row::Paint;
use l10n::say;
use protocol::ids::RunId;
use protocol::picture;
use protocol::review::rollback::RollbackScope;

impl PaneView for Chat {
    fn act(&mut self, action: Action) -> Vec<Effect> {
        let page = isize::try_from(self.view.height().saturating_sub(2).max(1)).unwrap_or(1);
        self.stop_searching();
        match action {
            Action::LineDown => self.scroll_by(1),
            Action::LineUp => self.scroll_by(-1),
            Action::PageDown => self.scroll_by(page),
            Action::PageUp => self.scroll_by(-page),
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
            Action::ChatEditMessage => {
                return match self.end_with(Way::EnterKey) {
                    Some(_) => self.enter_key(),
                    None => self.edit_message(),
                };
            }
            Action::ChatSendAgain => {
                return match self.end_with(Way::SendAgain) {
                    Some(at) => self.send_again(at),
                    None => not_found(),
                };
            }
            Action::ExpandOutput => self.toggle_last_output(),
            Action::ChatOpen => return self.open(),
            Action::ChatRollback => return self.rollback(),
            Action::Search => self.search_line.open(),
            Action::NextMatch => return self.find(SearchDirection::Forward),
            Action::PreviousMatch => return self.find(SearchDirection::Back),
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match self.search_line.key(key) {
            SearchOutcome::Search(text) => self.search(&text),
            SearchOutcome::More | SearchOutcome::Left => Vec::new(),
        }
    }

    fn title(&self, _width: u16) -> String {
        if self.turns == 0 {
            return String::from(say!("chat-title"));
        }
        say!("chat-title-turn", turn = self.turns)
    }

    fn measure(&mut self, width: u16, height: u16, colours: &mut Colours) {
        self.lay_out(width, height, colours);
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>, focused: Focused) {
        self.draw_cells(area, buf, paint, focused);
        self.search_line.draw(area, buf, paint.theme, "");
    }

    fn caret(&self, area: Rect) -> Option<Position> {
        self.search_line.caret(area)
    }

    fn takes_text(&self) -> bool {
        self.search_line.is_open()
    }

    fn scroll(&mut self, rows: isize) {
        self.scroll_by(rows);
    }

    fn click(&mut self, row: u16) -> Vec<Effect> {
        self.put_cursor(row);
        let place = self.view.rows().get(usize::from(row)).copied();
        let way = place.and_then(|(at, number)| Some((at, self.cell(at)?.way_at(number)?)));
        match way {
            Some((at, Way::SendAgain)) => self.send_again(at),
            Some((_, Way::EnterKey)) => self.enter_key(),
            None => Vec::new(),
        }
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(self)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(self)
    }
}

impl Chat {
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
        let target = self.target(Body::folds);
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
                Body::Reasoning(_, fold, _) | Body::Recall(_, _, fold) => *fold = fold.turned(),
                _ => {}
            }
            cell.touch();
        }
        if !following || self.cursor.is_some() {
            self.reveal(at, 0);
        }
    }

    /// Opens the last call with all of its output, or folds it again.
    fn toggle_last_output(&mut self) {
        let last = self.cells.iter_mut().enumerate().rev();
        let mut calls = last.filter(|(_, cell)| !cell.body.calls().is_empty());
        let Some((at, cell)) = calls.next() else {
            return;
        };
        if let Body::Lookups(lookups) = &mut cell.body
            && lookups.fold == LookupFold::Folded
        {
            lookups.fold = LookupFold::Listed;
        }
        self.toggle_fold_at(at);
    }

    fn toggle_all(&mut self) {
        self.edition += 1;
        let open = |body: &Body| {
            matches!(body, Body::Call(call) if call.fold == CellFold::Open)
                || matches!(body, Body::Lookups(lookups) if lookups.fold != LookupFold::Folded)
                || matches!(body, Body::Reasoning(_, CellFold::Open, _))
                || matches!(body, Body::Recall(_, _, CellFold::Open))
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
                Body::Reasoning(_, shown, _) | Body::Recall(_, _, shown) if *shown != fold => {
                    *shown = fold;
                }
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

    fn copy_item(&self) -> Vec<Effect> {
        let Some(cell) = self.target(|_| true).and_then(|at| self.cell(at)) else {
            return Vec::new();
        };
        let text = match &cell.body {
            Body::Call(call) => call.text(),
            Body::Lookups(lookups) => lookups.text(),
            _ => self.text_of(cell),
        };
        vec![Effect::Copy(text)]
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
    fn copy_block(&self) -> Vec<Effect> {
        let Some(at) = self.target(|_| true) else {
            return Vec::new();
        };
        let Some(cell) = self.cell(at) else {
            return Vec::new();
        };
        if let Some(call) = cell.body.calls().last() {
            let path = call.path().map(str::to_owned);
            let text = path.or_else(|| call.command().map(str::to_owned));
            return vec![Effect::Copy(text.unwrap_or_else(|| call.subject()))];
        }
        let rows = || self.view.rows().iter().filter(|row| row.0 == at);
        let code = rows().find_map(|(_, number)| Some(cell.code(*number)?.text.to_string()));
        let block = || rows().find_map(|(_, number)| Some(cell.block_source(*number)?.to_owned()));
        let text = code.or_else(block).unwrap_or_else(|| self.text_of(cell));
        vec![Effect::Copy(text)]
    }

    /// Shows the change of a call: in the review while it is proposed, then in the diff pane.
    fn show_diff(&self) -> Vec<Effect> {
        let with_path = |call: &&Call| call.path().is_some();
        let target = self.target(|body| body.calls().iter().any(|call| with_path(&call)));
        let cell = target.and_then(|at| self.cell(at));
        let Some(call) = cell.and_then(|cell| cell.body.calls().iter().rfind(with_path)) else {
            return not_found();
        };
        let path = call.path().map(str::to_owned);
        vec![match (path, call.diff.clone()) {
            (Some(path), _) if call.is_proposed() => {
                Effect::OpenReview(ReviewTarget::Path { path, line: None })
            }
            (_, Some(diff)) => Effect::ShowDiff {
                diff: Box::new(diff),
                sides: say!("chat-call-sides").into(),
            },
            (Some(path), None) => Effect::ShowFile(path),
            (None, None) => Effect::info(say!("chat-call-no-file")),
        }]
    }

    fn edit_message(&self) -> Vec<Effect> {
        let edit = match self.cursor {
            Some(cursor) => self.cell(cursor).and_then(edit_of),
            None => self.edit_of_last_message(),
        };
        edit.map_or_else(not_found, |edit| vec![edit])
    }

    /// Returns the effect that edits the user's last message.
    pub fn edit_of_last_message(&self) -> Option<Effect> {
        self.cells.iter().rev().find_map(edit_of)
    }

    /// Returns the end of a run that offers this way on: the one at the cursor, or the last one.
    fn end_with(&self, way: Way) -> Option<usize> {
        let offers = |at: usize| {
            let cell = self.cells.get(at);
            cell.is_some_and(|cell| cell.body.ways().contains(&way))
        };
        match self.cursor {
            Some(cursor) => offers(cursor).then_some(cursor),
            None => (0..self.cells.len()).rev().find(|at| offers(*at)),
        }
    }

    /// Sends the message again whose run ended at a cell.
    fn send_again(&self, end: usize) -> Vec<Effect> {
        let mut before = self.cells.iter().take(end).rev();
        let sent = before.find_map(|cell| match (&cell.body, cell.message) {
            (Body::User(text, shown), Some(message)) => Some(Effect::SendAgain {
                message,
                text: picture::typed(text.source(), shown),
            }),
            _ => None,
        });
        sent.map_or_else(not_found, |effect| vec![effect])
    }

    /// Opens the form for the key of the provider that was asked last.
    fn enter_key(&self) -> Vec<Effect> {
        let provider = self.provider.clone();
        vec![Effect::SetUpProvider(provider, Begin::AtItsKey)]
    }

    fn open(&self) -> Vec<Effect> {
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
        match target {
            // The program starts no browser: the user pastes the address wherever they want it.
            Some(address) if is_address(&address) => vec![Effect::Copy(address)],
            Some(path) => vec![Effect::edit_file(path)],
            None => not_found(),
        }
    }

    fn rollback(&self) -> Vec<Effect> {
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
            return not_found();
        };
        // A run that changed nothing has nothing to take back: the previous run with
        // changes is meant.
        match runs
            .find(changed)
            .filter(|_| call.is_none() && !changed(&run))
        {
            Some(earlier) => vec![Effect::Open(DialogRequest::RollbackOfEarlier(earlier))],
            None => {
                let call = call.map(|call| RollbackScope::Call { call });
                let scopes = call.into_iter().chain([RollbackScope::Run { run }]);
                let request = DialogRequest::Rollback(scopes.collect());
                vec![Effect::Open(request)]
            }
        }
    }
}

/// Returns the effect that edits the message of a cell; `None` if it is not the user's.
fn edit_of(cell: &Cell) -> Option<Effect> {
    let Body::User(text, shown) = &cell.body else {
        return None;
    };
    Some(Effect::EditMessage {
        message: cell.message?,
        text: picture::typed(text.source(), shown),
    })
}

fn not_found() -> Vec<Effect> {
    vec![Effect::info(say!("chat-not-found"))]
}

fn is_address(text: &str) -> bool {
    text.contains("://") || text.starts_with("mailto:")
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
