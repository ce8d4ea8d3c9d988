//! The dialog about an engine that takes no message of a session: since when, the last event, what is safe, and
//! the choices. It opens by itself, so a user who types goes on in the editor.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::hints::{HintRow, KeyHints};
use crate::keymap::{Action, Context};
use crate::model::MORE;
use crate::tab::Tab;
use crate::theme::{Role, Theme};
use crate::view::{cut_line, plain, row};
use crate::widget::boxed::box_in;
use crate::widget::list_view::cycle;
use client::text::{clock, elapsed};
use l10n::say;

/// Hints when a session does not respond.
const SILENT_HINTS: &[HintRow] = &[
    (Action::PickerRun, "hint-go"),
    (Action::PickerNext, "hint-next"),
    (Action::PickerPrevious, "hint-previous"),
    (Action::PickerClose, "hint-wait"),
];

/// Columns and rows of the box.
const SIZE: (u16, u16) = (78, 16);

/// A choice when a session does not respond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StallChoice {
    Wait,
    /// Cancels the run.
    Stop,
    /// Cancels the run and ends its processes at once.
    Kill,
    /// Writes a report to a file, without keys and without the conversation.
    Report,
    /// Leaves the program.
    Leave,
}

/// Text about the session.
#[derive(Debug)]
struct SilentSession {
    title: String,
    since: String,
    /// The last event and what is safe, each with the word before it.
    known: Vec<(&'static str, String)>,
}

#[derive(Debug)]
pub struct StallNotice {
    /// The available choices.
    ways: &'static [StallChoice],
    /// Index of the choice that Enter takes.
    selected: usize,
    session: Option<SilentSession>,
}

impl StallNotice {
    /// Offers the choices for a session with a run or without one.
    pub fn new(is_running: bool) -> Self {
        let ways: &[StallChoice] = if is_running {
            &[
                StallChoice::Wait,
                StallChoice::Stop,
                StallChoice::Kill,
                StallChoice::Report,
                StallChoice::Leave,
            ]
        } else {
            &[StallChoice::Wait, StallChoice::Report, StallChoice::Leave]
        };
        Self {
            ways,
            selected: 0,
            session: None,
        }
    }

    /// Returns the choice that Enter takes.
    fn chosen(&self) -> StallChoice {
        let chosen = self.ways.get(self.selected);
        chosen.copied().unwrap_or(StallChoice::Wait)
    }
}

impl Dialog for StallNotice {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(SILENT_HINTS)
    }

    fn passes_on(&self, _action: Action) -> bool {
        false
    }

    /// Actions that stop or leave take effect at once; every other action means to keep waiting.
    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::PickerPrevious => self.selected = cycle(self.selected, -1, self.ways.len()),
            Action::PickerNext => self.selected = cycle(self.selected, 1, self.ways.len()),
            Action::PickerRun => return vec![Effect::OnStall(self.chosen())],
            Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend => {
                return vec![Effect::OnStall(StallChoice::Wait), Effect::Act(action)];
            }
            _ => return vec![Effect::OnStall(StallChoice::Wait)],
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        if let KeyCode::Char(digit @ '1'..='9') = key.code {
            let place = digit.to_digit(10).map_or(0, |digit| digit as usize);
            if place <= self.ways.len() {
                self.selected = place.saturating_sub(1);
            }
            return Vec::new();
        }
        vec![
            Effect::OnStall(StallChoice::Wait),
            Effect::FocusEditor,
            Effect::Type(vec![*key]),
        ]
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.session = cx.session().map(|tab| {
            let silent = cx.now().saturating_sub(tab.heard).as_secs();
            SilentSession {
                title: say!("silent-title").to_owned(),
                since: say!("silent-since", time = elapsed(silent)),
                known: what_is_known(tab, cx),
            }
        });
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let session = self.session.as_ref()?;
        let size = (SIZE.0, SIZE.1.min(whole.height.saturating_sub(2)));
        let inner = box_in(whole, size, say!("silent-problem"), buf, theme);
        let muted = theme.style(Role::FgMuted);
        let title = vec![
            Span::styled(session.title.as_str(), theme.style(Role::Err)),
            Span::styled(session.since.as_str(), theme.style(Role::Fg)),
        ];
        let mut rows = vec![title, Vec::new()];
        rows.extend(session.known.iter().map(|(word, text)| {
            vec![
                Span::styled(format!("{word:<7}"), muted),
                Span::styled(plain(text), theme.style(Role::Fg)),
            ]
        }));
        rows.push(Vec::new());
        for (index, way) in self.ways.iter().enumerate() {
            rows.push(choice(index, *way, index == self.selected, theme));
        }
        rows.push(Vec::new());
        rows.push(vec![Span::styled(say!("silent-screen-works"), muted)]);
        let last = self.ways.len();
        rows.push(vec![Span::styled(say!("silent-keys", last), muted)]);
        if rows.len() > usize::from(inner.height) {
            rows.retain(|spans| !spans.is_empty());
        }
        for (index, spans) in (0..).zip(&rows) {
            cut_line(buf, row(inner, index), spans);
        }
        None
    }

    fn stays_beneath(&self) -> bool {
        false
    }
}

/// Describes the last event, and what is safe whatever happens.
fn what_is_known(tab: &Tab, cx: &DialogContext<'_>) -> Vec<(&'static str, String)> {
    let mut known = Vec::new();
    if let Some((at, step)) = &tab.activity.asked {
        let last = format!("{} {step}", clock(*at, cx.zone()));
        known.push((say!("silent-last"), last));
    }
    if let Some((_, said)) = &tab.activity.notice {
        known.push((say!("silent-said"), said.clone()));
    }
    let mut safe = vec![say!("silent-draft-kept").to_owned()];
    safe.extend(
        tab.facts
            .checkpoint
            .map(|number| say!("silent-checkpoint", number)),
    );
    match tab.facts.queued.len() {
        0 => {}
        count => safe.push(say!("silent-queued", count)),
    }
    known.push((say!("silent-safe"), safe.join("   ")));
    known
}

fn choice(index: usize, way: StallChoice, is_selected: bool, theme: &Theme) -> Vec<Span<'static>> {
    let seconds = MORE.as_secs();
    let (name, key, what) = match way {
        StallChoice::Wait => (say!("silent-wait"), "", say!("silent-wait-what", seconds)),
        StallChoice::Stop => (
            say!("silent-stop"),
            "Ctrl+C",
            say!("silent-stop-what").to_owned(),
        ),
        StallChoice::Kill => (
            say!("silent-kill"),
            "Ctrl+C x2",
            say!("silent-kill-what").to_owned(),
        ),
        StallChoice::Report => (
            say!("silent-report"),
            "",
            say!("silent-report-what").to_owned(),
        ),
        StallChoice::Leave => (
            say!("silent-leave"),
            "",
            say!("silent-leave-what").to_owned(),
        ),
    };
    let (mark, role) = if is_selected {
        (">", Role::Accent)
    } else {
        (" ", Role::Fg)
    };
    let number = index + 1;
    vec![
        Span::styled(format!("{mark} {number} {name:<15}"), theme.style(role)),
        Span::styled(format!(" {key:<9} {what}"), theme.style(Role::FgMuted)),
    ]
}
