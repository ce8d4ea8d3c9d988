//! Draws the list of agents.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Agents;
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::list_layout::ListLayout;
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::text_field::TextField;
use crate::widget::wrap::wrap_text;
use client::phrases::agents::{figures_of, progress_words, state_of};
use client::text::{pad_end, pad_start, truncate, visible, width_of};
use l10n::{said, say};
use protocol::sub_agent::{AgentState, SubAgent};

/// Maximum columns and rows of the box.
const SIZE: (u16, u16) = (110, 24);
/// Maximum rows of the details of the chosen agent, and of keys.
const DETAILS: usize = 5;
const KEYS: usize = 2;
/// Maximum columns of a name, and of a state.
const NAME: usize = 24;
const STATE: usize = 16;
/// Columns of a list that has room for what an agent does.
const WITH_ACTIVITY: usize = 56;

impl Agents {
    pub(super) fn draw_list(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let title = if self.list.is_empty() {
            say!("agents-title").to_owned()
        } else {
            say!("agents-title-of", words = progress_words(&self.list))
        };
        let inner = box_in(whole, self.size(whole), &title, buf, theme);
        let width = usize::from(inner.width);
        let layout = self.layout(inner);
        let agents: Vec<&SubAgent> = self.list.iter().collect();
        let rows = if agents.is_empty() {
            wrap_text(
                say!("agents-none-started"),
                TextStyle::of(Role::FgMuted),
                width,
            )
        } else {
            layout.list.rows(|place| match agents.get(place) {
                Some(agent) => self.row(agent, width),
                None => Row::default(),
            })
        };
        draw_rows(&rows, layout.rows, buf, theme);
        draw_rows(&self.details(width), layout.details, buf, theme);
        draw_rows(&self.keys(inner), layout.keys, buf, theme);
        self.draw_typing(&layout, buf, theme)
    }

    pub(super) fn size(&self, whole: Rect) -> (u16, u16) {
        let inner = inside(whole, SIZE);
        let below = self.keys(inner).len() + DETAILS + 1;
        let wanted = u16::try_from(self.list.iter().len() + below + 2).unwrap_or(u16::MAX);
        let height = SIZE.1.min(wanted).min(whole.height.saturating_sub(2));
        (SIZE.0, height.max(9))
    }

    pub(super) fn layout(&self, inner: Rect) -> ListLayout {
        let details = self.details(usize::from(inner.width)).len();
        let list = (self.place(), self.list.iter().len());
        ListLayout::new(inner, list, details, self.keys(inner).len())
    }

    fn keys(&self, inner: Rect) -> Vec<Row> {
        self.footer.rows(usize::from(inner.width), KEYS)
    }

    /// ` 2  running        reader    read_file src/a.rs      12 calls · 4,300 tokens · 31 s`
    fn row(&self, agent: &SubAgent, width: usize) -> Row {
        let muted = TextStyle::of(Role::FgMuted);
        let role = match agent.state {
            AgentState::Running => Role::Accent,
            AgentState::Waiting | AgentState::Stopped | AgentState::Interrupted => Role::Warn,
            AgentState::Completed => Role::Ok,
            AgentState::Failed => Role::Err,
        };
        let columns = |texts: &mut dyn Iterator<Item = String>, most: usize| {
            texts
                .map(|text| width_of(&text))
                .max()
                .unwrap_or(0)
                .min(most)
        };
        let state = columns(&mut self.list.iter().map(state_of), STATE.min(width / 3));
        let name = columns(&mut self.list.iter().map(name_of), NAME.min(width / 3));
        let lead = format!(" {}  ", pad_start(&agent.number.to_string(), 2));
        let cell = |text: String, columns: usize| {
            format!("{}  ", pad_end(&truncate(&text, columns), columns))
        };
        let mut pieces = vec![
            Piece::new(lead, muted),
            Piece::new(cell(state_of(agent), state), TextStyle::of(role)),
            Piece::new(cell(name_of(agent), name), TextStyle::default()),
        ];
        let used: usize = 5 + state + 2 + name + 2;
        let room = width.saturating_sub(used);
        let figures = figures_of(agent, self.now);
        let figures = truncate(&figures, room).into_owned();
        let left = room.saturating_sub(width_of(&figures) + 2);
        if width >= WITH_ACTIVITY {
            let activity = agent.activity.as_ref().map(said).unwrap_or_default();
            let activity = visible(&activity).into_owned();
            let activity = pad_end(&truncate(&activity, left), left);
            pieces.push(Piece::new(format!("{activity}  "), muted));
        }
        pieces.push(Piece::new(figures, muted));
        Row::of(pieces)
    }

    /// Returns the details of the chosen agent: its model, its task, and what it does.
    fn details(&self, width: usize) -> Vec<Row> {
        let Some(agent) = self.at_hand() else {
            return Vec::new();
        };
        let muted = TextStyle::of(Role::FgMuted);
        let model = visible(&agent.model).into_owned();
        let mut rows = vec![Row::text(truncate(&model, width), muted)];
        let task = visible(&agent.task).into_owned();
        rows.extend(wrap_text(&task, TextStyle::default(), width));
        if width < WITH_ACTIVITY || agent.state.is_over() {
            let activity = agent.activity.as_ref().map(said).unwrap_or_default();
            rows.extend(wrap_text(&visible(&activity), muted, width));
        }
        rows.truncate(DETAILS - 1);
        rows.insert(0, Row::default());
        rows
    }

    fn draw_typing(
        &self,
        layout: &ListLayout,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        if let Some((_, line)) = &self.typing {
            return TextField::new(say!("agents-ask-message"), line).draw(layout.line, buf, theme);
        }
        let stopping = self.stopping.and_then(|id| self.list.get(id));
        let words = match (&self.problem, stopping) {
            (Some(problem), _) => visible(problem).into_owned(),
            (None, Some(agent)) => say!("agents-stop-again", name = name_of(agent)),
            (None, None) => return None,
        };
        layout.draw_warning(&words, buf, theme);
        None
    }
}

fn name_of(agent: &SubAgent) -> String {
    visible(&agent.name).into_owned()
}
