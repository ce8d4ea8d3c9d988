//! Overlays over the panes: opening them, their keys, and the effect of a choice.

use crossterm::event::KeyEvent;
use jiff::Timestamp;

use super::super::app::App;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::overlay::{Choice, Item, Overlay, Picker, StallChoice, modes};
use super::super::view::help_end;
use client::slash::model_size;
use l10n::{said, say};
use notice::Notice;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::query::{ModelLists, Query};
use protocol::stream::ModelInfo;

/// Returns the placeholder for the models while there are none.
fn asking() -> &'static str {
    say!("choose-asking")
}

/// Rows per page of the help.
const PAGE: isize = 10;

impl App {
    pub(crate) fn open_mode_picker(&mut self) {
        let mut picker = Picker::new(say!("choose-mode"), modes(), say!("choose-mode-empty"));
        if let Some(tab) = self.model.tab() {
            picker.select(&Choice::Mode(tab.facts.policy.mode));
        }
        self.model.overlay = Some(Overlay::Picker(picker));
    }

    pub(crate) fn open_model_picker(&mut self) {
        // Shows the models from the providers' last answer at once, and replaces them by
        // the present ones.
        let ask = |lists| {
            Effect::Ask(Query::Models {
                provider: None,
                lists,
            })
        };
        self.effects
            .extend([ModelLists::Before, ModelLists::Now].map(ask));
        let picker = Picker::new(say!("choose-model"), Vec::new(), asking());
        self.model.overlay = Some(Overlay::Picker(picker));
    }

    /// Takes the models from the providers' last answer, while the providers are queried again.
    pub(crate) fn show_cached_models(
        &mut self,
        models: Vec<ModelInfo>,
        told_at: Option<Timestamp>,
    ) {
        let current = self.current_model();
        let Some(picker) = self
            .model_picker()
            .filter(|picker| picker.empty == asking())
        else {
            return;
        };
        let Some(told_at) = told_at else { return };
        let told = told_at.strftime("%F %H:%M UTC");
        picker.problems = vec![say!(
            "choose-as-told",
            told = told.to_string(),
            asking = asking()
        )];
        set_models(picker, models, current);
    }

    fn model_picker(&mut self) -> Option<&mut Picker> {
        match &mut self.model.overlay {
            Some(Overlay::Picker(picker)) if picker.title == say!("choose-model") => Some(picker),
            _ => None,
        }
    }

    /// Returns the model of the current session.
    fn current_model(&self) -> Option<Choice> {
        self.model.tab().map(|tab| Choice::Model {
            provider: tab.facts.settings.provider.clone(),
            model: tab.facts.settings.model.clone(),
        })
    }

    /// Takes the models and fills the picker.
    pub(crate) fn fill_models(&mut self, models: Vec<ModelInfo>, errors: Vec<(String, Notice)>) {
        let current = self.current_model();
        let Some(picker) = self.model_picker() else {
            return;
        };
        // The user may already have moved through the earlier list.
        let current = picker.chosen().map(|item| item.choice.clone()).or(current);
        picker.empty = say!("choose-no-models").to_owned();
        picker.problems = errors
            .into_iter()
            .map(|(provider, problem)| {
                let problem = said(&problem);
                say!("plain-provider-problem", provider, problem)
            })
            .collect();
        set_models(picker, models, current);
    }

    /// Handles a bound key while an overlay is open.
    pub(super) fn overlay_action(&mut self, action: Action, key: &KeyEvent) -> InputUse {
        if let Some(used) = self.dialog_action(action) {
            return used;
        }
        match (&mut self.model.overlay, action) {
            (Some(Overlay::Interrupted(_)), Action::PickerRun) => self.proceed(),
            // Only Proceed closes the overlay; leaving the program always works.
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
            // Actions that stop or leave take effect at once; every other action means
            // to keep waiting.
            (Some(Overlay::Silent(_)), action) => {
                self.go_on(StallChoice::Wait);
                let works = matches!(
                    action,
                    Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend
                );
                return if works { InputUse::No } else { InputUse::Yes };
            }
            (Some(Overlay::Start(_)), action) => return self.start_action(action),
            (Some(Overlay::Picker(picker)), Action::PickerPrevious) => picker.step(-1),
            (Some(Overlay::Picker(picker)), Action::PickerNext) => picker.step(1),
            (Some(Overlay::Picker(_)), Action::PickerRun) => self.choose(),
            (Some(Overlay::Palette(palette)), Action::PickerPrevious) => palette.step(-1),
            (Some(Overlay::Palette(palette)), Action::PickerNext) => palette.step(1),
            (Some(Overlay::Palette(_)), Action::PickerRun) => self.run_from_palette(),
            (Some(Overlay::Palette(_)), Action::PickerComplete) => self.complete_in_palette(),
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
            (Some(Overlay::Picker(picker)), Action::PickerComplete) => picker.complete(),
            (Some(_), Action::PickerComplete) => self.overlay_key(key),
            (_, Action::Interrupt | Action::Quit | Action::PanicStop | Action::Suspend) => {
                return InputUse::No;
            }
            (_, Action::Redraw | Action::TogglePassthrough) => return InputUse::No,
            _ => self.model.overlay = None,
        }
        InputUse::Yes
    }

    /// Handles an unbound key while an overlay is open.
    pub(super) fn overlay_key(&mut self, key: &KeyEvent) {
        use crossterm::event::KeyCode;
        match &mut self.model.overlay {
            Some(Overlay::Picker(picker)) => picker.type_key(key),
            Some(Overlay::Palette(palette)) => palette.type_key(key),
            Some(Overlay::Help(_)) => match key.code {
                KeyCode::Char('g') | KeyCode::Home => self.scroll_help(isize::MIN),
                KeyCode::Char('G') | KeyCode::End => self.scroll_help(isize::MAX),
                KeyCode::PageDown | KeyCode::Char(' ') => self.scroll_help(PAGE),
                KeyCode::PageUp => self.scroll_help(-PAGE),
                KeyCode::Char('j') => self.scroll_help(1),
                KeyCode::Char('k') => self.scroll_help(-1),
                KeyCode::Char('M') => self.begin_selecting(),
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
                    KeyCode::Char('M') => return self.begin_selecting(),
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
                // The overlay opened by itself, so a user who types continues in the editor.
                _ => {
                    self.go_on(StallChoice::Wait);
                    self.focus_editor();
                    self.type_key(key);
                }
            },
            Some(Overlay::Start(_)) => self.start_key(key),
            Some(
                Overlay::Interrupted(_)
                | Overlay::Checkpoints(_)
                | Overlay::Rollback(_)
                | Overlay::Search(_)
                | Overlay::Settings(_)
                | Overlay::Sessions(_)
                | Overlay::SessionForm(_)
                | Overlay::Sure(_)
                | Overlay::KeyTest(_)
                | Overlay::Figures(_),
            )
            | None => {}
        }
    }

    pub(super) fn scroll_help(&mut self, rows: isize) {
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

    /// Closes the overlay; returns true if one was open.
    pub(super) fn close_overlay(&mut self) -> bool {
        let closes = !matches!(self.model.overlay, None | Some(Overlay::Interrupted(_)));
        if closes {
            self.model.overlay = None;
        }
        closes
    }

    /// Ctrl+G: closes the overlay, or the completion.
    pub(super) fn cancel_overlay(&mut self) {
        if self.close_review_dialog() == InputUse::Yes {
            return;
        }
        if self.close_overlay() {
            return;
        }
        if let Some(tab) = self.model.tab_mut() {
            // If the editor had nothing open, nothing is left to do.
            let _ = tab.editor.cancel();
        }
    }

    fn choose(&mut self) {
        if let Some(Overlay::Picker(picker)) = &self.model.overlay
            && picker.chosen().is_none()
            && picker.rows().next().is_some()
        {
            // There are rows, but none is chosen yet.
            return;
        }
        let Some(Overlay::Picker(picker)) = self.model.overlay.take() else {
            return;
        };
        let Some(item) = picker.chosen() else { return };
        match item.choice.clone() {
            Choice::Model { provider, model } => self.set_model(provider, model),
            Choice::Mode(mode) => self.set_mode(mode),
            // A value in a list over another dialog, which takes the value itself.
            Choice::Draft(_) => {}
        }
    }

    /// Puts a slash command into the editor; the history keeps the previous text.
    pub(super) fn begin_command(&mut self, text: &str) {
        let Some(tab) = self.model.tab_mut() else {
            return;
        };
        let draft = tab.editor.clear();
        tab.editor.set(text);
        if !draft.trim().is_empty() {
            self.remember(draft);
            let text = say!("choose-in-history");
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

/// Returns the models that can chat, each with whether it is usable at present; the unusable
/// ones come last.
fn model_items(mut models: Vec<ModelInfo>) -> Vec<(Item, bool)> {
    models.retain(|model| !model.embeds_only);
    // The stable sort keeps the remaining order.
    models.sort_by_key(|model| model.unusable.is_some());
    let item = |model: ModelInfo| {
        let can = model.unusable.is_none();
        (model_item(model), can)
    };
    models.into_iter().map(item).collect()
}

/// Fills a picker with models and selects the wanted one; without it the first usable one, and
/// without any usable one none.
fn set_models(picker: &mut Picker, models: Vec<ModelInfo>, wanted: Option<Choice>) {
    let items = model_items(models);
    let none_can = items.iter().all(|(_, can)| !can);
    picker.set_items(items.into_iter().map(|(item, _)| item).collect());
    let is_there = |wanted: &Choice| picker.rows().any(|item| item.choice == *wanted);
    match wanted.filter(is_there) {
        Some(wanted) => picker.select(&wanted),
        None if none_can => picker.select_none(),
        None => {}
    }
}

fn model_item(model: ModelInfo) -> Item {
    let size = model.bytes.map(model_size).unwrap_or_default();
    let unusable = model.unusable.as_ref().map(said);
    let size = unusable.unwrap_or(size);
    Item {
        label: format!("{}/{}", model.provider, model.name),
        detail: size,
        choice: Choice::Model {
            provider: model.provider,
            model: model.name,
        },
    }
}
