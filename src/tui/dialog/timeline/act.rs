//! Key actions of the timeline.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Item, Timeline, TypedLine, Typing};
use crate::dialog::diff_dialog::{COMPARED_HINTS, DiffDialog, KeyOutcome, review_answer};
use crate::dialog::{Dialog, DialogContext, DialogRequest, is_of_screen};
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints, NAME_KEYS, OwnKey};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, distance, step};
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::{said, say};
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::CheckpointId;
use protocol::query::{Query, Reply};
use protocol::review::rollback::RollbackScope;
use protocol::review::{CheckpointRow, ReviewCommand, ReviewQuery};

/// Keys while a filter is typed.
const FILTER_KEYS: &[OwnKey] = &[("Enter", "hint-filter"), ("Esc", "hint-back")];

/// Hints of the question whether to undo the last rollback.
const UNDO_HINTS: &[HintRow] = &[
    (Action::CopyItem, "hint-undo"),
    (Action::CheckpointDiff, "hint-difference"),
    (Action::Back, "hint-back"),
];

/// Hints on the rollback that can be undone, above the checkpoints.
const UNDO_ROW_HINTS: &[HintRow] = &[
    (Action::CheckpointPreview, "hint-undo"),
    (Action::CheckpointDiff, "hint-difference"),
    (Action::CheckpointNew, "hint-new"),
    (Action::CheckpointFilter, "hint-filter"),
    (Action::Back, "hint-back"),
];

/// Rows per page.
const PAGE: usize = 10;

fn say(text: &str) -> Vec<Effect> {
    vec![Effect::Say(NoticeLevel::Info, text.to_owned())]
}

impl Dialog for Timeline {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Checkpoints, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        if let Some(typing) = &self.typing {
            return KeyHints::Keys(match typing.what {
                TypedLine::Filter => FILTER_KEYS,
                _ => NAME_KEYS,
            });
        }
        match (&self.compared, self.chosen()) {
            (Some(_), _) => KeyHints::These(COMPARED_HINTS),
            (None, _) if self.asks_undo => KeyHints::These(UNDO_HINTS),
            (None, Some(Item::Undo(_))) => KeyHints::These(UNDO_ROW_HINTS),
            (None, _) => KeyHints::OfContext,
        }
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || matches!(action, Action::Help | Action::OpenReview)
    }

    fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.held = false;
        self.problem = None;
        if action == Action::OpenCheckpoints {
            // The key that opened the timeline closes it, also from the comparison.
            return vec![Effect::CloseDialog];
        }
        if let Some(compared) = &mut self.compared {
            if compared.act(action) == KeyOutcome::No {
                self.compared = None;
            }
            return Vec::new();
        }
        if action == Action::CopyItem && self.asks_undo {
            // `y` counts once it is known to have been alone.
            self.held = true;
            return Vec::new();
        }
        let was_asked = self.asks_undo;
        // Viewing the diff leaves the confirmation open.
        self.asks_undo &= action == Action::CheckpointDiff;
        if let Some(by) = distance(action, PAGE) {
            self.step(by);
            return Vec::new();
        }
        match action {
            Action::CheckpointPreview => return self.preview(),
            Action::CheckpointMark => return self.mark(),
            Action::CheckpointDiff => return self.show_difference(),
            Action::CheckpointName => return self.begin_name(),
            Action::CheckpointNew => self.begin(TypedLine::New, ""),
            Action::CheckpointFilter => {
                let filter = self.filter.clone();
                self.begin(TypedLine::Filter, &filter);
            }
            Action::OpenRollback => return self.roll_back(),
            // Closes only the confirmation.
            Action::Back | Action::CancelOverlay if was_asked => {}
            Action::Back | Action::CancelOverlay => return vec![Effect::CloseDialog],
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(typing) = &mut self.typing else {
            return Vec::new();
        };
        match field_key(&mut typing.line, key) {
            FieldKey::Left => self.typing = None,
            FieldKey::Accepted => return self.take_typed(),
            FieldKey::Edited if typing.what == TypedLine::Filter => {
                typing.line.text().clone_into(&mut self.filter);
                self.selected = 0;
            }
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.held = false;
        if let Some(typing) = &mut self.typing {
            typing.line.paste(text);
        }
        Vec::new()
    }

    fn settled(&mut self) -> Option<Vec<Effect>> {
        if !std::mem::take(&mut self.held) {
            return None;
        }
        self.asks_undo = false;
        Some(vec![self.order(ReviewCommand::Undo), Effect::CloseDialog])
    }

    fn drop_held_key(&mut self) {
        self.held = false;
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        let items = self.items().len();
        self.choose(step(self.selected, rows, items));
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        let rows = self.parts(inside(whole, self.size(whole))).rows;
        let list = ListView::new(rows, self.selected, self.items().len());
        self.compared.is_none().then_some(list)
    }

    fn choose(&mut self, row: usize) {
        // The subject of the question must not change meanwhile.
        if !self.asks() {
            self.held = false;
            self.problem = None;
            self.selected = row;
        }
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        let changes_rows = matches!(
            event.fact,
            EventKind::CheckpointCreated { .. } | EventKind::CheckpointRenamed { .. }
        );
        if changes_rows && event.session == self.session {
            vec![self.question()]
        } else {
            Vec::new()
        }
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if let Some((question, answer)) = review_answer(self.session, query, reply) {
            self.answer(question, answer);
        }
        InputUse::No
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.footer = cx.footer(self);
        if let Some(compared) = &mut self.compared {
            compared.measure(cx.area());
        }
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        match &self.compared {
            Some(compared) => {
                compared.draw(whole, buf, theme);
                None
            }
            None => self.draw_list(whole, buf, theme),
        }
    }
}

impl Timeline {
    /// Whether an action has an effect while the timeline is open, in the timeline or
    /// on the screen.
    pub fn takes(action: Action) -> bool {
        let moves = matches!(
            action,
            Action::LineDown
                | Action::LineUp
                | Action::PreviousItem
                | Action::NextItem
                | Action::PageDown
                | Action::PageUp
                | Action::Top
                | Action::Bottom
                | Action::NextFile
                | Action::PreviousFile
        );
        let does = matches!(
            action,
            Action::CheckpointPreview
                | Action::CheckpointMark
                | Action::CheckpointDiff
                | Action::CheckpointName
                | Action::CheckpointNew
                | Action::CheckpointFilter
                | Action::OpenRollback
                | Action::Back
                | Action::CancelOverlay
        );
        let of_screen = matches!(
            action,
            Action::Help
                | Action::OpenReview
                | Action::OpenCheckpoints
                | Action::Interrupt
                | Action::Quit
                | Action::PanicStop
                | Action::Suspend
                | Action::Redraw
                | Action::MouseOff
                | Action::Leader
        );
        moves || does || of_screen
    }

    fn take_typed(&mut self) -> Vec<Effect> {
        let Some(typing) = self.typing.take() else {
            return Vec::new();
        };
        let name = typing.line.text().trim().to_owned();
        match typing.what {
            TypedLine::Filter => Vec::new(),
            _ if name.is_empty() => say(say!("timeline-name-empty")),
            TypedLine::Name(checkpoint) => {
                vec![self.order(ReviewCommand::RenameCheckpoint { checkpoint, name })]
            }
            TypedLine::New => vec![self.order(ReviewCommand::NameCheckpoint { name })],
        }
    }

    fn begin(&mut self, what: TypedLine, text: &str) {
        let line = LineEditor::of(text);
        self.typing = Some(Typing { line, what });
    }

    fn begin_name(&mut self) -> Vec<Effect> {
        let Some(row) = self.chosen_row() else {
            return say(say!("timeline-none-chosen"));
        };
        let (id, label) = (row.checkpoint.id, row.checkpoint.label.clone());
        self.begin(TypedLine::Name(id), &said(&label));
        Vec::new()
    }

    fn step(&mut self, by: isize) {
        self.selected = step(self.selected, by, self.items().len());
    }

    /// Space: marks the chosen checkpoint or takes its mark away; a second one is compared with
    /// the marked one.
    fn mark(&mut self) -> Vec<Effect> {
        let chosen = self.chosen_id();
        if chosen.is_some() && self.marked_row().is_some() && self.marked != chosen {
            return self.show_difference();
        }
        self.marked = if self.marked == chosen { None } else { chosen };
        self.step(1);
        Vec::new()
    }

    fn marked_row(&self) -> Option<&CheckpointRow> {
        let mut rows = self.rows.iter();
        rows.find(|row| Some(row.checkpoint.id) == self.marked)
    }

    /// Enter: shows the changes from the chosen checkpoint to the next one. On the undo row,
    /// asks for confirmation.
    fn preview(&mut self) -> Vec<Effect> {
        match self.chosen() {
            Some(Item::Undo(_)) => {
                self.asks_undo = true;
                Vec::new()
            }
            Some(Item::Checkpoint(row)) => {
                let (id, number) = (row.checkpoint.id, row.checkpoint.number);
                let at = self.rows.iter().position(|row| row.checkpoint.id == id);
                let next = at
                    .and_then(|at| at.checked_sub(1))
                    .and_then(|at| self.rows.get(at))
                    .map(|row| (row.checkpoint.id, row.checkpoint.number));
                self.compare((id, number), next)
            }
            None => say(say!("timeline-none-yet")),
        }
    }

    /// `d`: compares the marked checkpoint with the chosen one, or the chosen one with the present
    /// state; on the undo row, shows the changes that the undo would make.
    fn show_difference(&mut self) -> Vec<Effect> {
        let row = match self.chosen() {
            Some(Item::Checkpoint(row)) => row,
            Some(Item::Undo(_)) => {
                let title = say!("timeline-versus-undone").to_owned();
                return self.ask_difference(title, ReviewQuery::UndoDiff);
            }
            None => return say(say!("timeline-none-chosen")),
        };
        let chosen = (row.checkpoint.id, row.checkpoint.number);
        let marked = self
            .marked_row()
            .map(|row| (row.checkpoint.id, row.checkpoint.number))
            .filter(|marked| marked.0 != chosen.0);
        match marked {
            None => self.compare(chosen, None),
            Some(marked) if marked.1 < chosen.1 => self.compare(marked, Some(chosen)),
            Some(marked) => self.compare(chosen, Some(marked)),
        }
    }

    fn compare(
        &mut self,
        (from, number): (CheckpointId, u64),
        to: Option<(CheckpointId, u64)>,
    ) -> Vec<Effect> {
        let title = match to {
            Some((_, other)) => say!("timeline-versus", number, other),
            None => say!("timeline-versus-now", number),
        };
        let question = ReviewQuery::Compare {
            from,
            to: to.map(|(id, _)| id),
        };
        self.ask_difference(title, question)
    }

    fn ask_difference(&mut self, title: String, question: ReviewQuery) -> Vec<Effect> {
        self.compared = Some(DiffDialog::new(
            say!("timeline-title"),
            title,
            question.clone(),
        ));
        vec![self.ask(question)]
    }

    fn roll_back(&mut self) -> Vec<Effect> {
        match self.chosen() {
            Some(Item::Checkpoint(row)) => {
                let checkpoint = row.checkpoint.id;
                vec![Effect::Open(DialogRequest::Rollback(vec![
                    RollbackScope::Checkpoint { checkpoint },
                ]))]
            }
            Some(Item::Undo(_)) => self.preview(),
            None => say(say!("timeline-none-chosen")),
        }
    }
}
