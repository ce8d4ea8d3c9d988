//! What lies over the panes: opening it, its keys, and what a choice does.

use crossterm::event::KeyEvent;

use super::super::app::App;
use super::super::effect::Effect;
use super::super::keymap::Action;
use super::super::overlay::{Choice, Item, Overlay, Picker, WayOn, modes, palette};
use super::super::part::Used;
use super::super::view::help_end;
use crate::protocol::command::Command;
use crate::protocol::event::NoticeLevel;
use crate::protocol::query::Query;
use crate::protocol::stream::ModelInfo;
use crate::slash::model_size;

/// Rows that a page of help goes.
const PAGE: isize = 10;

impl App {
    pub(in crate::tui) fn open_palette(&mut self) {
        let contexts = self.contexts();
        let items = palette(&self.keymap, &contexts);
        let picker = Picker::new(
            "COMMAND PALETTE",
            items,
            "nothing fits; Backspace widens it",
        );
        self.model.overlay = Some(Overlay::Picker(picker));
    }

    pub(in crate::tui) fn open_mode_picker(&mut self) {
        let mut picker = Picker::new("MODE", modes(), "no such mode");
        if let Some(tab) = self.model.tab() {
            picker.select(&Choice::Mode(tab.facts.policy.mode));
        }
        self.model.overlay = Some(Overlay::Picker(picker));
    }

    pub(in crate::tui) fn open_model_picker(&mut self) {
        self.effects
            .push(Effect::Ask(Query::Models { provider: None }));
        let picker = Picker::new(
            "MODEL",
            Vec::new(),
            "asking the providers for their models…",
        );
        self.model.overlay = Some(Overlay::Picker(picker));
    }

    /// The models came in.
    pub(in crate::tui) fn fill_models(
        &mut self,
        models: Vec<ModelInfo>,
        errors: Vec<(String, String)>,
    ) {
        let current = self.model.tab().map(|tab| Choice::Model {
            provider: tab.facts.settings.provider.clone(),
            model: tab.facts.settings.model.clone(),
        });
        let Some(Overlay::Picker(picker)) = &mut self.model.overlay else {
            return;
        };
        if picker.title != "MODEL" {
            return;
        }
        picker.empty = "no provider offers a model; see `agentichat doctor`".to_owned();
        picker.problems = errors
            .into_iter()
            .map(|(provider, problem)| format!("{provider}: {problem}"))
            .collect();
        picker.set_items(models.into_iter().map(model_item).collect());
        if let Some(current) = current {
            picker.select(&current);
        }
    }

    /// A bound key while something lies over the panes.
    pub(super) fn overlay_action(&mut self, action: Action, key: &KeyEvent) -> Used {
        if let Some(used) = self.dialog_action(action) {
            return used;
        }
        match (&mut self.model.overlay, action) {
            (Some(Overlay::Interrupted(_)), Action::PickerRun) => self.proceed(),
            // Only Proceed closes it, and leaving works always.
            (Some(Overlay::Interrupted(_)), Action::Interrupt | Action::Quit) => {
                self.quit_on_second();
            }
            (Some(Overlay::Interrupted(_)), _) => {}
            (Some(Overlay::Silent(silent)), Action::PickerPrevious) => silent.step(-1),
            (Some(Overlay::Silent(silent)), Action::PickerNext) => silent.step(1),
            (Some(Overlay::Silent(silent)), Action::PickerRun) => {
                let way = silent.chosen();
                self.go_on(way);
            }
            // What stops and what leaves does so at once; everything else waits.
            (Some(Overlay::Silent(_)), action) => {
                self.go_on(WayOn::Wait);
                let works = matches!(
                    action,
                    Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend
                );
                return if works { Used::No } else { Used::Yes };
            }
            (Some(Overlay::Picker(picker)), Action::PickerPrevious) => picker.step(-1),
            (Some(Overlay::Picker(picker)), Action::PickerNext) => picker.step(1),
            (Some(Overlay::Picker(_)), Action::PickerRun) => self.choose(),
            (Some(Overlay::Help(_)), Action::PickerPrevious) => self.scroll_help(-1),
            (Some(Overlay::Help(_)), Action::PickerNext) => self.scroll_help(1),
            (Some(Overlay::Text(text)), Action::PickerPrevious) => {
                text.top = text.top.saturating_sub(1);
            }
            (Some(Overlay::Text(text)), Action::PickerNext) => {
                text.top += 1;
                self.note_full_text();
            }
            (Some(_), Action::PickerRun | Action::PickerClose | Action::CancelOverlay) => {
                self.model.overlay = None;
            }
            (Some(_), Action::PickerComplete) => self.overlay_key(key),
            (_, Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend) => {
                return Used::No;
            }
            (_, Action::Redraw | Action::TogglePassthrough) => return Used::No,
            _ => self.model.overlay = None,
        }
        Used::Yes
    }

    /// A key that is bound to nothing while something lies over the panes.
    pub(super) fn overlay_key(&mut self, key: &KeyEvent) {
        use crossterm::event::KeyCode;
        match &mut self.model.overlay {
            Some(Overlay::Picker(picker)) => picker.type_key(key),
            Some(Overlay::Help(_)) => match key.code {
                KeyCode::Char('g') | KeyCode::Home => self.scroll_help(isize::MIN),
                KeyCode::Char('G') | KeyCode::End => self.scroll_help(isize::MAX),
                KeyCode::PageDown | KeyCode::Char(' ') => self.scroll_help(PAGE),
                KeyCode::PageUp => self.scroll_help(-PAGE),
                KeyCode::Char('j') => self.scroll_help(1),
                KeyCode::Char('k') => self.scroll_help(-1),
                KeyCode::Char('?' | 'q') => self.model.overlay = None,
                _ => {}
            },
            Some(Overlay::Text(text)) => {
                match key.code {
                    KeyCode::Char('g') | KeyCode::Home => text.top = 0,
                    KeyCode::Char('G') | KeyCode::End => text.top = text.lines.len(),
                    KeyCode::PageDown | KeyCode::Char(' ') => {
                        text.top = text.top.saturating_add_signed(PAGE);
                    }
                    KeyCode::PageUp => text.top = text.top.saturating_add_signed(-PAGE),
                    KeyCode::Char('j') => text.top += 1,
                    KeyCode::Char('k') => text.top = text.top.saturating_sub(1),
                    KeyCode::Char('q') => return self.model.overlay = None,
                    _ => {}
                }
                self.note_full_text();
            }
            Some(Overlay::Silent(silent)) => match key.code {
                KeyCode::Char(digit @ '1'..='9') => {
                    let place = digit.to_digit(10).map_or(0, |digit| digit as usize);
                    if place <= silent.ways.len() {
                        silent.selected = place.saturating_sub(1);
                    }
                }
                // It came up by itself: who types goes on typing.
                _ => {
                    self.go_on(WayOn::Wait);
                    self.focus_editor();
                    self.type_key(key);
                }
            },
            Some(
                Overlay::Interrupted(_)
                | Overlay::Checkpoints(_)
                | Overlay::Rollback(_)
                | Overlay::Search(_)
                | Overlay::Settings(_)
                | Overlay::Sessions(_)
                | Overlay::Figures(_),
            )
            | None => {}
        }
    }

    fn scroll_help(&mut self, rows: isize) {
        let Some(Overlay::Help(help)) = &self.model.overlay else {
            return;
        };
        let top = help
            .top
            .saturating_add_signed(rows)
            .min(help_end(help, self));
        if let Some(Overlay::Help(help)) = &mut self.model.overlay {
            help.top = top;
        }
    }

    /// Closes what lies over the panes; true where there was something.
    pub(super) fn close_overlay(&mut self) -> bool {
        let closes = !matches!(self.model.overlay, None | Some(Overlay::Interrupted(_)));
        if closes {
            self.model.overlay = None;
        }
        closes
    }

    /// Ctrl+G: what lies over the panes, or the completion.
    pub(super) fn cancel_overlay(&mut self) {
        if self.close_review_sheet() == Used::Yes {
            return;
        }
        if self.close_overlay() {
            return;
        }
        if let Some(tab) = self.model.tab_mut() {
            // Nothing more is to be done where the editor had nothing open.
            let _ = tab.editor.cancel();
        }
    }

    fn choose(&mut self) {
        let Some(Overlay::Picker(picker)) = self.model.overlay.take() else {
            return;
        };
        let Some(item) = picker.chosen() else { return };
        match item.choice.clone() {
            Choice::Model { provider, model } => self.set_model(provider, model),
            Choice::Mode(mode) => self.set_mode(mode),
            Choice::Action(action) => self.act(action),
            Choice::Draft(text) => self.begin_command(&text),
        }
    }

    /// A slash command is typed into the editor; what was there is kept in the history.
    fn begin_command(&mut self, text: &str) {
        let Some(tab) = self.model.tab_mut() else {
            return;
        };
        let draft = tab.editor.clear();
        tab.editor.set(text);
        if !draft.trim().is_empty() {
            self.remember(draft);
            let text = "what was typed is in the history";
            self.model.say(NoticeLevel::Info, text);
        }
        self.focus_editor();
    }

    fn set_model(&mut self, provider: String, model: String) {
        if let Some(session) = self.model.session() {
            self.effects.push(Effect::Send(Command::SetModel {
                session,
                provider: Some(provider),
                model,
            }));
        }
    }

    fn proceed(&mut self) {
        if let Some(Overlay::Interrupted(sessions)) = self.model.overlay.take() {
            for (session, _) in sessions {
                let command = Command::AcknowledgeInterrupted { session };
                self.effects.push(Effect::Send(command));
            }
        }
        self.after_opening();
    }
}

fn model_item(model: ModelInfo) -> Item {
    let size = model.bytes.map(model_size).unwrap_or_default();
    Item {
        label: format!("{}/{}", model.provider, model.name),
        detail: size,
        choice: Choice::Model {
            provider: model.provider,
            model: model.name,
        },
    }
}
