//! Key actions of the session form.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::field::Field;
use super::{Sent, SessionForm};
use crate::dialog::rollback::Running;
use crate::dialog::{Dialog, DialogContext};
use crate::effect::{EditPurpose, EditSubject, Effect, ExternalEdit};
use crate::hints::{KeyHints, OwnKey};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::list_view::cycle;
use l10n::{said, say};
use protocol::approval::Mode;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::query::{ModelLists, Query, Reply};
use protocol::stream::ModelInfo;

/// Keys of the settings of one session.
const SESSION_FORM_KEYS: &[OwnKey] = &[
    ("Tab", "hint-next"),
    ("Ctrl+S", "hint-save"),
    ("Esc", "hint-discard"),
];

impl Dialog for SessionForm {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::Keys(SESSION_FORM_KEYS)
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Back | Action::CancelOverlay => self.leave(),
            _ => Vec::new(),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        if key.code == KeyCode::Esc {
            return self.leave();
        }
        if self.sent == Sent::Yes {
            // The engine is checking the command; its answer arrives at once.
            return Vec::new();
        }
        self.leaves = false;
        self.problem = None;
        match key.code {
            KeyCode::Char('s') if control => return self.finish(),
            KeyCode::Enter if self.at == Field::Prompt => return self.finish(),
            KeyCode::BackTab | KeyCode::Up => self.at = self.at.step(-1),
            KeyCode::Tab if shift => self.at = self.at.step(-1),
            KeyCode::Enter | KeyCode::Tab | KeyCode::Down => self.at = self.at.step(1),
            KeyCode::Left if self.at == Field::Mode => self.step_mode(-1),
            KeyCode::Right | KeyCode::Char(' ') if self.at == Field::Mode => self.step_mode(1),
            KeyCode::Char('o') if control && self.at == Field::Prompt => {
                return vec![Effect::Edit(ExternalEdit {
                    purpose: EditPurpose::SessionPrompt,
                    subject: EditSubject::Text(self.text(Field::Prompt)),
                })];
            }
            KeyCode::Char('n') if control => self.step_known(1),
            KeyCode::Char('p') if control => self.step_known(-1),
            _ if self.at == Field::Mode => {}
            _ => {
                self.touched = true;
                let at = self.at;
                if let Some(line) = self.line_mut(at) {
                    // The field ignores a key that has no meaning.
                    let _ = line.key(key);
                }
            }
        }
        Vec::new()
    }

    /// Inserts a paste into the focused field; only the prompt has more than one line.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if self.at == Field::Mode || self.sent == Sent::Yes {
            return Vec::new();
        }
        self.touched = true;
        let at = self.at;
        let text = match at {
            Field::Prompt => text,
            _ => text.lines().next().unwrap_or_default().trim(),
        };
        if let Some(line) = self.line_mut(at) {
            line.insert(text);
        }
        Vec::new()
    }

    /// Closes the form if it waited for this event.
    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        if self.session != Some(event.session) || self.sent == Sent::No {
            return Vec::new();
        }
        match &event.fact {
            EventKind::SessionChanged { .. } | EventKind::PolicyChanged { .. } => {
                let text = say!("form-changed").to_owned();
                vec![Effect::CloseDialog, Effect::Say(NoticeLevel::Info, text)]
            }
            EventKind::CommandRejected { reason, .. } => {
                self.sent = Sent::No;
                self.problem = Some(said(reason));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let lists = match query {
            Query::Models { lists, .. } => *lists,
            _ => ModelLists::Now,
        };
        if let (ModelLists::Before, Reply::Models { models, .. }) = (lists, reply) {
            self.set_models(models);
        }
        InputUse::No
    }

    fn sync(&mut self, cx: &DialogContext<'_>) -> Vec<Effect> {
        let is_running = self.session.is_some_and(|session| cx.is_running(session));
        self.set_running(Running::of(is_running));
        Vec::new()
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_form(whole, buf, theme)
    }
}

impl SessionForm {
    /// Sets the known models; one key cycles through those of the provider.
    pub(super) fn set_models(&mut self, models: &[ModelInfo]) {
        let chats = models.iter().filter(|model| !model.embeds_only);
        self.models = chats
            .map(|model| (model.provider.clone(), model.name.clone()))
            .collect();
        self.models.sort();
        self.models.dedup();
    }

    /// Esc: one key press does not discard typed text.
    fn leave(&mut self) -> Vec<Effect> {
        if !self.touched || self.leaves || self.sent == Sent::Yes {
            return vec![Effect::CloseDialog];
        }
        self.leaves = true;
        self.problem = Some(say!("settings-esc-again").to_owned());
        Vec::new()
    }

    fn step_mode(&mut self, by: isize) {
        self.touched = true;
        let at = Mode::ALL.iter().position(|one| *one == self.mode);
        let next = cycle(at.unwrap_or(0), by, Mode::ALL.len());
        self.mode = Mode::ALL.get(next).copied().unwrap_or(self.mode);
    }

    /// Goes to the next known provider, or to the next model of the provider.
    fn step_known(&mut self, by: isize) {
        let provider = self.text(Field::Provider);
        let mut known: Vec<&String> = match self.at {
            Field::Provider => self.models.iter().map(|(provider, _)| provider).collect(),
            Field::Model => {
                let of_it = self
                    .models
                    .iter()
                    .filter(|(one, _)| *one == provider.trim());
                of_it.map(|(_, model)| model).collect()
            }
            _ => return,
        };
        known.dedup();
        if known.is_empty() {
            self.problem = Some(say!("form-none-known").to_owned());
            return;
        }
        let now = self.text(self.at);
        let at = known.iter().position(|one| **one == now.trim());
        let next = cycle(at.unwrap_or(usize::MAX), by, known.len());
        let next = known.get(next).map(|one| (*one).clone());
        let at = self.at;
        if let (Some(next), Some(line)) = (next, self.line_mut(at)) {
            line.reset(&next);
            self.touched = true;
        }
    }
}
