//! The conversation of a sub-agent, to be read while it works and afterwards.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use crate::dialog::{Dialog, DialogContext, Opened, Opening, is_of_screen};
use crate::effect::Effect;
use crate::hints::{KeyHints, no_session};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::select::Page;
use crate::theme::{Role, Theme};
use crate::view::{line, row};
use crate::widget::boxed::{box_in, inside};
use crate::widget::reading_view::{READING_HINTS, ReadingView};
use crate::widget::row::{Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::phrases::agents::conversation_lines;
use client::text::visible;
use l10n::{said, say};
use protocol::event::{Event, EventKind};
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};

/// Maximum columns and rows of the box.
const SIZE: (u16, u16) = (120, 44);

#[derive(Debug)]
pub struct AgentConversation {
    agent: SessionId,
    name: String,
    /// The lines of the conversation, not wrapped.
    lines: Vec<String>,
    /// Whether the end is shown, so that new lines move it.
    follows: bool,
    view: ReadingView,
}

impl AgentConversation {
    /// Opens the conversation of an agent of the shown session.
    pub fn open(agent: SessionId, cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        let known = tab.facts.agents.get(agent);
        let name = known.map(|agent| visible(&agent.name).into_owned());
        let dialog = Self {
            agent,
            name: name.unwrap_or_default(),
            lines: vec![say!("agents-reading").to_owned()],
            follows: true,
            view: ReadingView::default(),
        };
        let question = Effect::Ask(dialog.question());
        Ok(Opened::over(dialog).with([question]))
    }

    fn question(&self) -> Query {
        Query::Session {
            session: self.agent,
        }
    }

    fn follow(&mut self, scrolled: bool) {
        let page = &self.view.page;
        let is_at_end = page.top + page.shown() >= page.lines.len();
        if scrolled {
            self.follows = is_at_end;
        } else if self.follows {
            self.view.scroll(isize::MAX);
        }
    }
}

impl Dialog for AgentConversation {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(READING_HINTS)
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action)
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        let effects = self.view.act(action);
        self.follow(true);
        effects
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let effects = self.view.key(key);
        self.follow(true);
        effects
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        let effects = self.view.scroll(rows);
        self.follow(true);
        effects
    }

    fn text(&self) -> Option<(Rect, &Page)> {
        Some((self.view.area, &self.view.page))
    }

    fn text_mut(&mut self) -> Option<&mut Page> {
        Some(&mut self.view.page)
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        let grows = matches!(
            event.fact,
            EventKind::MessageAdded { .. }
                | EventKind::MessageCompleted { .. }
                | EventKind::CallCompleted { .. }
        );
        if grows && event.session == self.agent {
            vec![Effect::Ask(self.question())]
        } else {
            Vec::new()
        }
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if self.question() != *query {
            return InputUse::No;
        }
        match reply {
            Reply::Session { session } => self.lines = conversation_lines(&session.messages),
            Reply::Failed { reason } => self.lines = vec![said(reason)],
            _ => return InputUse::No,
        }
        InputUse::Yes
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        let inner = inside(cx.area(), SIZE);
        let area = Rect {
            height: inner.height.saturating_sub(1),
            ..inner
        };
        let width = usize::from(area.width);
        let mut lines = Vec::new();
        for line in &self.lines {
            let rows = wrap_text(&visible(line), TextStyle::default(), width);
            lines.extend(rows.iter().map(Row::plain));
        }
        let page = &mut self.view.page;
        page.lines = lines;
        page.rows = area.height;
        page.width = area.width;
        page.columns = 1;
        self.view.area = area;
        self.follow(false);
        self.view.scroll(0);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let title = say!("agents-conversation", name = self.name.as_str());
        let inner = box_in(whole, SIZE, &title, buf, theme);
        let page = &self.view.page;
        let shown = page.lines.iter().skip(page.top).take(page.shown());
        for (index, text) in shown.enumerate() {
            let down = u16::try_from(index).unwrap_or(u16::MAX);
            let role = if text.starts_with(HEAD) {
                Role::Accent
            } else {
                Role::Fg
            };
            let spans = [Span::styled(text.as_str(), theme.style(role))];
            line(buf, row(inner, down), &spans);
        }
        let last = row(inner, inner.height.saturating_sub(1));
        self.view
            .draw_keys(say!("overlay-help-closes"), last, theme, buf);
        None
    }
}

/// The beginning of a line that names who speaks.
const HEAD: &str = "── ";
