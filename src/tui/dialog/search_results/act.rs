//! Key actions of the search results.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::draw::{parts, size};
use super::{SearchResultsView, hit_line};
use crate::dialog::{Dialog, DialogContext, is_of_screen, leads_elsewhere};
use crate::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use crate::hints::{KeyHints, SEARCH_KEYS};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, distance, step};
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::say;
use protocol::event::{Event, EventKind};
use protocol::query::{Query, Reply};

impl Dialog for SearchResultsView {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Results, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        match self.typing {
            Some(_) => KeyHints::Keys(SEARCH_KEYS),
            None => KeyHints::OfContext,
        }
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || leads_elsewhere(action)
    }

    fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.said = None;
        if let Some(by) = distance(action, self.page) {
            return self.scroll(by);
        }
        match action {
            Action::Search => self.typing = Some(LineEditor::of(&self.text)),
            Action::TreeOpen => return self.open_chosen(),
            Action::TreeEdit => return self.edit(),
            Action::PinSelection => return self.pin(),
            Action::CopyItem | Action::CopyBlock => return self.copy(action),
            Action::Back | Action::CancelOverlay => return vec![Effect::CloseDialog],
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(line) = &mut self.typing else {
            return Vec::new();
        };
        match field_key(line, key) {
            FieldKey::Left => self.typing = None,
            FieldKey::Accepted => {
                let text = line.text().trim().to_owned();
                if text.is_empty() {
                    self.said = Some(say!("finder-type-text"));
                } else {
                    self.typing = None;
                    self.said = None;
                    self.look_for(text);
                }
            }
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(line) = &mut self.typing {
            line.paste(text);
        }
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.choose(step(self.selected, rows, self.places().len()));
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.list_in(&parts(inside(whole, size(whole)))))
    }

    fn choose(&mut self, row: usize) {
        self.said = None;
        self.selected = row;
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        if let EventKind::IndexChanged { state } = &event.fact {
            self.index_changed(state);
        }
        Vec::new()
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        self.reply(query, reply)
    }

    fn sync(&mut self, _cx: &DialogContext<'_>) -> Vec<Effect> {
        let queries = self.take_queries().into_iter();
        queries.map(Effect::Ask).collect()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        let area = cx.area();
        self.page = self.list_in(&parts(inside(area, size(area)))).page();
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_results(whole, buf, theme)
    }
}

impl SearchResultsView {
    fn open_chosen(&self) -> Vec<Effect> {
        let Some(place) = self.chosen() else {
            return Vec::new();
        };
        let open = Effect::OpenFile {
            path: place.hit.path.clone(),
            line: hit_line(place, self.marked()),
        };
        vec![Effect::CloseDialog, open]
    }

    fn edit(&self) -> Vec<Effect> {
        let Some(place) = self.chosen() else {
            return Vec::new();
        };
        vec![Effect::Edit(ExternalEdit {
            purpose: EditPurpose::Nothing,
            subject: EditSubject::File {
                path: place.hit.path.clone(),
                line: hit_line(place, self.marked()),
            },
        })]
    }

    fn pin(&mut self) -> Vec<Effect> {
        let Some(place) = self.chosen() else {
            return Vec::new();
        };
        let hit = &place.hit;
        if place.proposed {
            let text = say!("finder-not-pinned");
            self.said = Some(text);
            return Vec::new();
        }
        let lines = (hit.path.clone(), hit.start_line, hit.end_line);
        let pin = Effect::Pin {
            path: hit.path.clone(),
            start_line: hit.start_line,
            end_line: hit.end_line,
        };
        if self.pinned.insert(lines) {
            vec![pin]
        } else {
            self.said = Some(say!("finder-pinned-already"));
            Vec::new()
        }
    }

    fn copy(&self, action: Action) -> Vec<Effect> {
        let Some(place) = self.chosen() else {
            return Vec::new();
        };
        let path = &place.hit.path;
        let text = match action {
            Action::CopyBlock => path.clone(),
            _ => format!("{path}:{}", hit_line(place, self.marked())),
        };
        vec![Effect::Copy(text)]
    }
}
