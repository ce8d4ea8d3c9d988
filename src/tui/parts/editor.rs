//! The editor as a part of the screen.

use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::protocol::query::{Query, Reply};
use crate::tui::composer::{Composer, ComposerEffect};
use crate::tui::keymap::{Action, Context};
use crate::tui::part::{EditorView, Focused, PartEffect, Used};
use crate::tui::theme::Theme;

/// Rows that the text may have at most; the layout takes fewer where there is no room.
const MOST_ROWS: u16 = 16;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct EditorPart {
    composer: Composer,
}

impl EditorPart {
    fn effects(&mut self, effects: Vec<ComposerEffect>) -> Vec<PartEffect> {
        effects
            .into_iter()
            .map(|effect| match effect {
                ComposerEffect::Send | ComposerEffect::SendAndLoadNext => {
                    PartEffect::Submit(self.composer.take_for_send())
                }
                ComposerEffect::SaveDraft(text) => PartEffect::SaveDraft(text),
                ComposerEffect::DeleteInEmpty => PartEffect::Leave,
                ComposerEffect::Bell => PartEffect::Bell,
            })
            .collect()
    }
}

impl EditorView for EditorPart {
    fn act(&mut self, action: Action, at: Duration) -> Vec<PartEffect> {
        let effects = self.composer.act(action, at);
        self.effects(effects)
    }

    fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<PartEffect> {
        let effects = self.composer.key(key, at);
        self.effects(effects)
    }

    fn cancel(&mut self) -> Used {
        if self.composer.search().is_none() {
            return Used::No;
        }
        self.composer.cancel_search();
        Used::Yes
    }

    fn tick(&mut self, at: Duration) -> Vec<PartEffect> {
        let effects = self.composer.tick(at);
        self.effects(effects)
    }

    fn deadline(&self) -> Option<Duration> {
        self.composer.next_deadline()
    }

    fn keep_draft(&mut self) -> Vec<PartEffect> {
        let effects = self.composer.save_draft();
        self.effects(effects)
    }

    fn wants_next_key(&self) -> bool {
        self.composer.awaits_literal()
    }

    fn paste(&mut self, text: &str, at: Duration) -> Vec<PartEffect> {
        self.composer.paste(text, at);
        Vec::new()
    }

    fn contexts(&self) -> &'static [Context] {
        &[Context::Editor]
    }

    fn reply(&mut self, _query: &Query, reply: &Reply) {
        if let Reply::History { lines } = reply {
            self.composer.set_history(lines.clone());
        }
    }

    fn text(&self) -> String {
        self.composer.whole_text()
    }

    fn is_empty(&self) -> bool {
        self.composer.is_empty()
    }

    fn set(&mut self, text: &str) {
        self.composer.set_text(text);
    }

    fn restore(&mut self, text: &str) {
        self.composer.restore_draft(text);
    }

    fn clear(&mut self) -> String {
        let text = self.composer.whole_text();
        self.composer.clear();
        text
    }

    fn selected_text(&self) -> Option<String> {
        self.composer.selected_text()
    }

    fn rows(&mut self, width: u16) -> u16 {
        self.composer.measure(width, MOST_ROWS)
    }

    fn draw(
        &self,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
        focused: Focused,
    ) -> Option<Position> {
        self.composer.draw(area, buf, theme);
        match focused {
            Focused::Yes => self.composer.cursor_position(area),
            Focused::No => None,
        }
    }

    fn draw_popup(&self, _editor: Rect, _room: Rect, _buf: &mut Buffer, _theme: &Theme) {}
}
