//! Figures of a session: how full its context is, tokens and cost answer by answer, and each run as
//! a timeline of model, tools and user. Covers the panes; makes its queries through [`Effect`].

mod draw;
mod lanes;
#[cfg(test)]
pub(crate) mod tests;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::dialog::{
    Dialog, DialogContext, Opened, Opening, is_of_screen, leads_elsewhere, step_list,
};
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints, no_session};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::footer::Footer;
use client::phrases::session::session_name;
use l10n::said;
use protocol::event::{Event, EventKind};
use protocol::figures::{RunFigures, StepFigures};
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::session::ContextWindow;

/// Hints of the figures.
const FIGURES_HINTS: &[HintRow] = &[
    (Action::PreviousItem, "hint-earlier-run"),
    (Action::NextItem, "hint-later-run"),
    (Action::LineDown, "hint-down"),
    (Action::LineUp, "hint-up"),
    (Action::Back, "hint-close"),
];

/// Maximum number of runs to query.
const LIMIT: usize = 60;

#[derive(Debug)]
pub struct Figures {
    session: SessionId,
    name: String,
    zone: TimeZone,
    window: Option<ContextWindow>,
    now: Option<Timestamp>,
    runs: Vec<RunFigures>,
    known: bool,
    /// The run that is shown; `None` shows the last one.
    shown: Option<usize>,
    /// The first lane that is shown.
    top: usize,
    problem: Option<String>,
    footer: Footer,
}

impl Figures {
    /// Creates the view without its runs, which are not known yet.
    pub fn new(session: SessionId, name: String, zone: TimeZone) -> Self {
        Self {
            session,
            name,
            zone,
            window: None,
            now: None,
            runs: Vec::new(),
            known: false,
            shown: None,
            top: 0,
            problem: None,
            footer: Footer::default(),
        }
    }

    /// Opens the figures of the shown session.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        let name = session_name(&tab.facts.settings).to_owned();
        let figures = Self::new(tab.facts.id, name, cx.zone().clone());
        let question = Effect::Ask(figures.question());
        Ok(Opened::alone(figures).with([question]))
    }

    /// Returns the query for the runs.
    fn question(&self) -> Query {
        Query::Figures {
            session: self.session,
            limit: LIMIT,
        }
    }

    /// Sets the runs, the latest last.
    fn set(&mut self, runs: Vec<RunFigures>) {
        self.runs = runs;
        self.known = true;
        self.problem = None;
    }

    /// Reports that the runs could not be read.
    fn failed(&mut self, reason: &str) {
        self.known = true;
        self.problem = Some(reason.to_owned());
    }

    /// Updates the context window and the time.
    fn tell(&mut self, window: Option<ContextWindow>, now: Option<Timestamp>) {
        self.window = window;
        self.now = now;
    }

    /// Shows a run. The current run is followed as long as the user looks at no earlier one.
    fn go_to(&mut self, place: usize) {
        let is_last = place + 1 >= self.runs.len();
        self.shown = (!is_last).then_some(place);
        self.top = 0;
    }

    fn place(&self) -> usize {
        let last = self.runs.len().saturating_sub(1);
        self.shown.unwrap_or(last).min(last)
    }

    fn run(&self) -> Option<&RunFigures> {
        self.runs.get(self.place())
    }

    /// Returns the answers of all runs, oldest first.
    fn steps(&self) -> impl Iterator<Item = &StepFigures> {
        self.runs.iter().flat_map(|run| run.steps.iter())
    }
}

impl Dialog for Figures {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(FIGURES_HINTS)
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || leads_elsewhere(action)
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        let last = self.runs.len().saturating_sub(1);
        let at = self.place();
        match action {
            Action::NextItem => self.go_to((at + 1).min(last)),
            Action::PreviousItem => self.go_to(at.saturating_sub(1)),
            Action::Top => self.go_to(0),
            Action::Bottom => self.go_to(last),
            Action::LineDown => self.top += 1,
            Action::LineUp => self.top = self.top.saturating_sub(1),
            Action::PageDown => self.top += 10,
            Action::PageUp => self.top = self.top.saturating_sub(10),
            Action::Back | Action::CancelOverlay => return vec![Effect::CloseDialog],
            _ => {}
        }
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        step_list(self, rows)
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        let counts = matches!(
            event.fact,
            EventKind::RunStarted { .. }
                | EventKind::RunCompleted { .. }
                | EventKind::RunCancelled { .. }
                | EventKind::RunFailed { .. }
                | EventKind::StepCompleted { .. }
                | EventKind::CallCompleted { .. }
                | EventKind::QuestionOpened { .. }
                | EventKind::QuestionAnswered { .. }
        );
        if counts && event.session == self.session {
            vec![Effect::Ask(self.question())]
        } else {
            Vec::new()
        }
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        match reply {
            _ if self.question() != *query => {}
            Reply::Figures { runs } => self.set(runs.clone()),
            Reply::Failed { reason } => self.failed(&said(reason)),
            _ => {}
        }
        InputUse::No
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        let window = cx.session().and_then(|tab| tab.facts.window);
        self.tell(window, cx.time_of_day());
        self.footer = cx.footer(self);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_figures(whole, buf, theme);
        None
    }
}
