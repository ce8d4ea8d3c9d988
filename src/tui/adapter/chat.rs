//! Adapts the conversation to a part of the screen.

use crossterm::event::KeyEvent;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::SharedColours;
use super::search::{SearchLine, SearchOutcome};
use crate::effect::{EditPurpose, EditSubject, ExternalEdit};
use crate::keymap::Action;
use crate::pane::Focus;
use crate::pane::chat::{Chat, ChatEffect};
use crate::pane::review::ReviewTarget;
use crate::part::{ChatView, Focused, PaneEffect, PaneView};
use crate::select::TextView;
use crate::theme::Theme;
use crate::widget::row::Paint;
use l10n::say;
use protocol::event::{Event, NoticeLevel};
use protocol::ids::{CallId, SessionId};
use protocol::review::rollback::RollbackScope;
use protocol::review::{CallChanges, RunChanges};
use protocol::session::SessionSnapshot;

#[derive(Debug)]
pub(super) struct ChatAdapter {
    session: SessionId,
    chat: Chat,
    search: SearchLine,
    colours: SharedColours,
}

impl ChatAdapter {
    pub(super) fn new(session: SessionId, zone: TimeZone, colours: SharedColours) -> Self {
        Self {
            session,
            chat: Chat::new(zone),
            search: SearchLine::default(),
            colours,
        }
    }

    fn effects(&mut self, effect: ChatEffect) -> Vec<PaneEffect> {
        match effect {
            ChatEffect::Done | ChatEffect::Ignored => Vec::new(),
            ChatEffect::Copy(text) => vec![PaneEffect::Copy(text)],
            ChatEffect::ShowDiff {
                diff: Some(diff), ..
            } => vec![PaneEffect::ShowDiff {
                diff,
                sides: say!("chat-call-sides").into(),
            }],
            ChatEffect::ShowDiff {
                path: Some(path), ..
            } => vec![PaneEffect::ShowFile(path)],
            ChatEffect::ShowDiff { .. } => say(say!("chat-call-no-file")),
            ChatEffect::EditMessage { message, text } => {
                vec![PaneEffect::EditMessage { message, text }]
            }
            ChatEffect::Open(what) if is_address(&what) => {
                // The program starts no browser: the user pastes the address wherever they want it.
                vec![PaneEffect::Copy(what)]
            }
            ChatEffect::Open(path) => vec![PaneEffect::Edit(ExternalEdit {
                purpose: EditPurpose::Nothing,
                subject: EditSubject::File { path, line: 1 },
            })],
            ChatEffect::OpenReview { path } => {
                vec![PaneEffect::OpenReview(ReviewTarget::Path {
                    path,
                    line: None,
                })]
            }
            ChatEffect::Rollback { run, call } => {
                let call = call.map(|call| RollbackScope::Call { call });
                let scopes = call.into_iter().chain([RollbackScope::Run { run }]);
                vec![PaneEffect::OpenRollback(scopes.collect())]
            }
            ChatEffect::RollbackEarlier { run } => vec![PaneEffect::OpenRollbackOfEarlier(run)],
            // The key is not bound until stopping a tool works.
            ChatEffect::StopTool { .. } => Vec::new(),
            ChatEffect::AskSearch => {
                self.search.open();
                Vec::new()
            }
            ChatEffect::NotFound => say(say!("chat-not-found")),
        }
    }
}

fn is_address(text: &str) -> bool {
    text.contains("://") || text.starts_with("mailto:")
}

/// Shows one line to the user.
pub(super) fn say(text: &str) -> Vec<PaneEffect> {
    vec![PaneEffect::Say(NoticeLevel::Info, text.to_owned())]
}

/// Converts the focus to the panes' type.
pub(super) fn focus(focused: Focused) -> Focus {
    match focused {
        Focused::Yes => Focus::Focused,
        Focused::No => Focus::Elsewhere,
    }
}

impl PaneView for ChatAdapter {
    fn act(&mut self, action: Action) -> Vec<PaneEffect> {
        let effect = self.chat.act(action);
        self.effects(effect)
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<PaneEffect> {
        match self.search.key(key) {
            SearchOutcome::Search(text) => {
                let effect = self.chat.search(&text);
                self.effects(effect)
            }
            SearchOutcome::More | SearchOutcome::Left => Vec::new(),
        }
    }

    fn title(&self, _width: u16) -> String {
        self.chat.title()
    }

    fn measure(&mut self, width: u16, height: u16) {
        let chat = &mut self.chat;
        self.colours
            .with(|colours| chat.measure(width, height, colours));
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused) {
        self.colours.with(|colours| {
            let paint = Paint { theme, colours };
            self.chat.draw(area, buf, paint, focus(focused));
        });
        self.search.draw(area, buf, theme, "");
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
        self.chat.scroll(rows);
    }

    fn click(&mut self, row: u16) -> Vec<PaneEffect> {
        self.chat.click(row);
        Vec::new()
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(&self.chat)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(&mut self.chat)
    }
}

impl ChatView for ChatAdapter {
    fn set_now(&mut self, now: Timestamp) {
        self.chat.set_now(now);
    }

    fn has_running(&self) -> bool {
        self.chat.has_running()
    }

    fn is_incomplete(&self) -> bool {
        self.chat.is_incomplete()
    }

    fn continue_search(&mut self) -> Vec<PaneEffect> {
        let effect = self.chat.continue_search();
        self.effects(effect)
    }

    fn reset(&mut self, snapshot: &SessionSnapshot) {
        self.chat.reset(snapshot);
    }

    fn mark_proposed(&mut self, calls: &[CallId]) {
        self.chat.mark_proposed(calls);
    }

    fn mark_changes(&mut self, calls: &[CallChanges], runs: &[RunChanges]) {
        self.chat.mark_changes(calls, runs);
    }

    fn apply(&mut self, event: &Event) {
        if event.session == self.session {
            self.chat.apply(event);
        }
    }

    fn answer(&self, number: usize) -> Option<String> {
        self.chat.answer(number)
    }
}
