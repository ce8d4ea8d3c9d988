//! Key actions of the memory.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Memory, TypedLine};
use crate::dialog::{Dialog, DialogContext, is_of_screen, leads_elsewhere};
use crate::effect::Effect;
use crate::hints::{KeyHints, NAME_KEYS};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, distance, step};
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::{said, say};
use protocol::command::CommandKind;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::memory::{MemoryKind, MemoryOrder, MemoryState, RememberRequest};
use protocol::query::{Query, Reply};

/// Rows per page.
const PAGE: usize = 10;

impl Dialog for Memory {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Memory, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        match self.typing {
            Some(_) => KeyHints::Keys(NAME_KEYS),
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
        self.problem = None;
        let forgetting = self.forgetting.take();
        if let Some(by) = distance(action, PAGE) {
            self.step(by);
            return Vec::new();
        }
        match action {
            Action::Back | Action::CancelOverlay | Action::OpenMemory => return self.back(),
            Action::MemoryUndo => return self.order(MemoryOrder::Undo),
            Action::MemoryAdd => self.begin(TypedLine::New, ""),
            Action::Search => {
                let words = self.words.clone().unwrap_or_default();
                self.begin(TypedLine::Search, &words);
            }
            Action::MemoryFilter => self.show(match self.state {
                None => Some(MemoryState::Inbox),
                Some(MemoryState::Inbox) => Some(MemoryState::Kept),
                Some(MemoryState::Kept) => Some(MemoryState::Refused),
                Some(MemoryState::Refused) => None,
            }),
            Action::MemoryOpen
            | Action::MemoryKeep
            | Action::MemoryRefuse
            | Action::MemoryForget => {
                let Some(item) = self.at_hand().map(|item| item.id) else {
                    let text = say!("memory-none-chosen").to_owned();
                    return vec![Effect::Say(NoticeLevel::Info, text)];
                };
                let name = item.0.to_string();
                match action {
                    Action::MemoryKeep => return self.order(MemoryOrder::Keep { item: name }),
                    Action::MemoryRefuse => return self.order(MemoryOrder::Refuse { item: name }),
                    Action::MemoryForget if forgetting == Some(item) => {
                        return self.order(MemoryOrder::Forget { item: name });
                    }
                    Action::MemoryForget => self.forgetting = Some(item),
                    _ => {
                        self.opened = match self.opened {
                            Some(_) => None,
                            None => Some(0),
                        };
                    }
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some((_, line)) = &mut self.typing else {
            return Vec::new();
        };
        match field_key(line, key) {
            FieldKey::Left => self.typing = None,
            FieldKey::Accepted => return self.take_typed(),
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some((_, line)) = &mut self.typing {
            line.paste(text);
        }
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.step(rows);
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        let layout = self.layout(inside(whole, self.size(whole)));
        self.opened.is_none().then_some(layout.list)
    }

    fn choose(&mut self, row: usize) {
        self.forgetting = None;
        if let Some(item) = self.items().get(row) {
            (self.chosen, self.place) = (Some(item.id), row);
        }
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        match &event.fact {
            EventKind::MemoryWaiting { .. } => self.is_due = true,
            EventKind::CommandRejected {
                command: CommandKind::OrderMemory,
                reason,
                ..
            } if event.session == self.session => self.problem = Some(said(reason)),
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        match (query, reply) {
            (Query::Memory { wanted }, Reply::Memory { list }) if *wanted == self.query() => {
                self.take(list);
                InputUse::Yes
            }
            (Query::Memory { .. }, Reply::Failed { reason }) => {
                self.problem = Some(said(reason));
                InputUse::Yes
            }
            _ => InputUse::No,
        }
    }

    fn sync(&mut self, _: &DialogContext<'_>) -> Vec<Effect> {
        if !std::mem::take(&mut self.is_due) {
            return Vec::new();
        }
        let wanted = self.query();
        vec![Effect::Ask(Query::Memory { wanted })]
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.footer = cx.footer(self);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_list(whole, buf, theme)
    }
}

impl Memory {
    /// Leaves the whole text, then the search, then the dialog.
    fn back(&mut self) -> Vec<Effect> {
        if self.opened.take().is_some() {
            return Vec::new();
        }
        if self.words.take().is_some() {
            self.is_due = true;
            return Vec::new();
        }
        vec![Effect::CloseDialog]
    }

    fn take_typed(&mut self) -> Vec<Effect> {
        let Some((what, line)) = self.typing.take() else {
            return Vec::new();
        };
        let text = line.text().trim().to_owned();
        match what {
            TypedLine::New if text.is_empty() => Vec::new(),
            TypedLine::New => self.order(MemoryOrder::Add {
                item: RememberRequest {
                    kind: MemoryKind::Knowledge,
                    text,
                    tags: Vec::new(),
                },
                everywhere: false,
            }),
            TypedLine::Search => {
                self.words = (!text.is_empty()).then_some(text);
                self.show(None);
                Vec::new()
            }
        }
    }

    fn begin(&mut self, what: TypedLine, text: &str) {
        self.typing = Some((what, LineEditor::of(text)));
    }

    fn step(&mut self, by: isize) {
        match &mut self.opened {
            Some(first) => *first = first.saturating_add_signed(by),
            None => {
                let next = step(self.place, by, self.items().len());
                self.choose(next);
            }
        }
    }
}
