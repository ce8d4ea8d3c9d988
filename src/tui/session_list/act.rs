//! What keys do in the list of sessions.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{SessionList, Typing, What};
use crate::protocol::command::Command;
use crate::protocol::event::NoticeLevel;
use crate::tui::composer::LineEdit;
use crate::tui::keymap::Action;
use crate::tui::part::PartEffect;

/// Rows that a page goes.
const PAGE: isize = 10;

fn say(text: &str) -> Vec<PartEffect> {
    vec![PartEffect::Say(NoticeLevel::Info, text.to_owned())]
}

impl SessionList {
    /// Does what a key asks for.
    pub fn act(&mut self, action: Action) -> Vec<PartEffect> {
        match action {
            Action::LineDown | Action::NextItem => self.step(1),
            Action::LineUp | Action::PreviousItem => self.step(-1),
            Action::PageDown => self.step(PAGE),
            Action::PageUp => self.step(-PAGE),
            Action::Top => self.step(isize::MIN / 2),
            Action::Bottom => self.step(isize::MAX / 2),
            Action::Search => self.begin(What::Filter, &self.filter.clone()),
            Action::NewSession => return vec![PartEffect::CloseOverlay, PartEffect::NewSession],
            Action::Back | Action::CancelOverlay | Action::SessionSwitcher => {
                return vec![PartEffect::CloseOverlay];
            }
            Action::SessionSwitch
            | Action::SessionSplit
            | Action::SessionRename
            | Action::EndSession => return self.act_on_chosen(action),
            _ => {}
        }
        Vec::new()
    }

    fn act_on_chosen(&mut self, action: Action) -> Vec<PartEffect> {
        let Some(session) = self.at_hand() else {
            return say("no session is chosen; / changes the filter");
        };
        match action {
            Action::SessionSwitch => {
                vec![PartEffect::CloseOverlay, PartEffect::ShowSession(session)]
            }
            Action::SessionSplit => {
                vec![PartEffect::CloseOverlay, PartEffect::SplitSession(session)]
            }
            // Only a session that is open is owned here and takes another name.
            Action::SessionRename => match self.open_of(session) {
                Some(open) => {
                    let name = open.name.clone();
                    self.begin(What::Name(session), &name);
                    Vec::new()
                }
                None => say("it is not open; Enter opens it, then it takes another name"),
            },
            _ if self.open_of(session).is_none() => {
                say("it is not open here, so there is no tab to take away")
            }
            _ => vec![PartEffect::EndSession(session)],
        }
    }

    /// A key while something is typed.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        let Some(typing) = &mut self.typing else {
            return Vec::new();
        };
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Char('g') if control => self.typing = None,
            KeyCode::Enter => return self.take_typed(),
            _ => {
                // A key that means nothing in a line changes nothing.
                let _ = typing.line.key(key);
                self.follow_filter();
            }
        }
        Vec::new()
    }

    /// A paste into what is typed.
    pub fn paste(&mut self, text: &str) {
        if let Some(typing) = &mut self.typing {
            typing.line.insert(text.lines().next().unwrap_or_default());
            self.follow_filter();
        }
    }

    fn follow_filter(&mut self) {
        if let Some(typing) = &self.typing
            && typing.what == What::Filter
        {
            self.filter = typing.line.text();
        }
    }

    fn take_typed(&mut self) -> Vec<PartEffect> {
        let Some(typing) = self.typing.take() else {
            return Vec::new();
        };
        let name = typing.line.text().trim().to_owned();
        match typing.what {
            What::Filter => Vec::new(),
            What::Name(_) if name.is_empty() => {
                say("a name needs a letter; it keeps the one it has")
            }
            What::Name(session) => {
                vec![PartEffect::Send(Command::RenameSession { session, name })]
            }
        }
    }

    fn begin(&mut self, what: What, text: &str) {
        let line = LineEdit::of(text);
        self.typing = Some(Typing { line, what });
    }

    fn step(&mut self, by: isize) {
        let at = self.at_hand();
        let rows: Vec<_> = self.rows().into_iter().map(|row| row.session).collect();
        let place = rows.iter().position(|one| Some(*one) == at).unwrap_or(0);
        let last = rows.len().saturating_sub(1);
        let next = place.saturating_add_signed(by).min(last);
        self.chosen = rows.get(next).copied();
    }
}
