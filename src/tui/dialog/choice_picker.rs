//! The choice of the session's mode, or of its model among those that the providers offer.

use crossterm::event::KeyEvent;
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Dialog, DialogContext, Opened, is_of_screen};
use crate::effect::Effect;
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::picker::{Choice, Item, Picker, PickerOutcome, picker_keys};
use client::slash::model_size;
use l10n::{said, say};
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::{ModelLists, Query, Reply};
use protocol::stream::ModelInfo;

/// What the user chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Mode,
    Model,
}

#[derive(Debug)]
pub struct ChoicePicker {
    subject: Subject,
    list: Picker,
    session: Option<SessionId>,
    /// The present choice of the session.
    current: Option<Choice>,
    keys: String,
}

/// Returns the placeholder for the models while there are none.
fn asking() -> &'static str {
    say!("choose-asking")
}

impl ChoicePicker {
    /// Offers the modes to the shown session, with its present mode selected.
    pub fn of_modes(cx: &DialogContext<'_>) -> Self {
        let tab = cx.session();
        let session = tab.map(|tab| (tab.facts.id, tab.facts.policy.mode));
        let mut list = Picker::new(say!("choose-mode"), modes(), say!("choose-mode-empty"));
        let current = session.map(|(_, mode)| Choice::Mode(mode));
        if let Some(current) = &current {
            list.select(current);
        }
        Self {
            subject: Subject::Mode,
            list,
            session: session.map(|(session, _)| session),
            current,
            keys: String::new(),
        }
    }

    /// Offers models to the shown session. Those from the providers' last answer are shown at
    /// once, and replaced by the present ones.
    pub fn open_models(cx: &DialogContext<'_>) -> Opened {
        let queries = [ModelLists::Before, ModelLists::Now].map(|lists| Query::Models {
            provider: None,
            lists,
        });
        let facts = cx.session().map(|tab| &tab.facts);
        let current = facts.map(|facts| Choice::Model {
            provider: facts.settings.provider.clone(),
            model: facts.settings.model.clone(),
        });
        let picker = Self {
            subject: Subject::Model,
            list: Picker::new(say!("choose-model"), Vec::new(), asking()),
            session: facts.map(|facts| facts.id),
            current,
            keys: String::new(),
        };
        Opened::alone(picker).with(queries.map(Effect::Ask))
    }

    /// Takes the models from the providers' last answer, while the providers are queried again.
    fn show_cached(&mut self, models: &[ModelInfo], told_at: Option<Timestamp>) {
        if self.list.empty != asking() {
            return;
        }
        let Some(told_at) = told_at else { return };
        let told = told_at.strftime("%F %H:%M UTC");
        self.list.problems = vec![say!(
            "choose-as-told",
            told = told.to_string(),
            asking = asking()
        )];
        self.set(models, self.current.clone());
    }

    fn fill(&mut self, models: &[ModelInfo], errors: &[(String, Notice)]) {
        // The user may already have moved through the earlier list.
        let chosen = self.list.chosen().map(|item| item.choice.clone());
        let wanted = chosen.or_else(|| self.current.clone());
        self.list.empty = say!("choose-no-models").to_owned();
        let problem = |(provider, problem): &(String, Notice)| {
            let problem = said(problem);
            say!("plain-provider-problem", provider, problem)
        };
        self.list.problems = errors.iter().map(problem).collect();
        self.set(models, wanted);
    }

    /// Shows these models and selects the wanted one; without it the first usable one, and
    /// without any usable one none.
    fn set(&mut self, models: &[ModelInfo], wanted: Option<Choice>) {
        let mut chats: Vec<&ModelInfo> = models.iter().filter(|one| !one.embeds_only).collect();
        // The unusable ones come last; the stable sort keeps the remaining order.
        chats.sort_by_key(|model| model.unusable.is_some());
        let none_can = chats.iter().all(|model| model.unusable.is_some());
        self.list.set_items(chats.into_iter().map(item).collect());
        let is_there = |wanted: &Choice| self.list.rows().any(|item| item.choice == *wanted);
        match wanted.filter(is_there) {
            Some(wanted) => self.list.select(&wanted),
            None if none_can => self.list.select_none(),
            None => {}
        }
    }

    /// Returns the command that a choice means.
    fn command(&self, choice: Choice) -> Option<Command> {
        let session = self.session?;
        match choice {
            Choice::Mode(mode) => Some(Command::SetMode { session, mode }),
            Choice::Model { provider, model } => Some(Command::SetModel {
                session,
                provider: Some(provider),
                model,
            }),
            Choice::Draft(_) => None,
        }
    }
}

impl Dialog for ChoicePicker {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || action == Action::TogglePassthrough
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        let command = match self.list.act(action) {
            PickerOutcome::Open => return Vec::new(),
            PickerOutcome::Closed => None,
            PickerOutcome::Taken(choice) => self.command(choice),
        };
        let effects = [Effect::CloseDialog].into_iter();
        effects.chain(command.map(Effect::Send)).collect()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.list.type_key(key);
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.list.paste(text);
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.list.go(rows);
        Vec::new()
    }

    fn click(&mut self, whole: Rect, at: Position) -> Vec<Effect> {
        if let Some(row) = self.list.row_at(whole, at) {
            self.list.go_to(row);
        }
        Vec::new()
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let (Query::Models { lists, .. }, Subject::Model) = (query, self.subject) else {
            return InputUse::No;
        };
        match (lists, reply) {
            (
                ModelLists::Before,
                Reply::Models {
                    models, told_at, ..
                },
            ) => self.show_cached(models, *told_at),
            (_, Reply::Models { models, errors, .. }) => self.fill(models, errors),
            (ModelLists::Now, Reply::Failed { reason }) => {
                self.fill(&[], &[("models".into(), reason.clone())]);
            }
            _ => {}
        }
        InputUse::No
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.keys = picker_keys(cx.keymap());
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        Some(self.list.draw(&self.keys, whole, buf, theme))
    }
}

/// Returns the modes as rows.
fn modes() -> Vec<Item> {
    let item = |mode: Mode| Item {
        label: mode.word().to_owned(),
        detail: mode_description(mode).to_owned(),
        choice: Choice::Mode(mode),
    };
    Mode::ALL.into_iter().map(item).collect()
}

/// Describes what a mode means for writes and commands.
pub fn mode_description(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => say!("mode-plan"),
        Mode::Review => say!("mode-review"),
        Mode::Confirm => say!("mode-confirm"),
        Mode::AcceptEdits => say!("mode-accept-edits"),
        Mode::Passthrough => say!("mode-passthrough"),
    }
}

fn item(model: &ModelInfo) -> Item {
    let size = model.bytes.map(model_size).unwrap_or_default();
    let unusable = model.unusable.as_ref().map(said);
    Item {
        label: format!("{}/{}", model.provider, model.name),
        detail: unusable.unwrap_or(size),
        choice: Choice::Model {
            provider: model.provider.clone(),
            model: model.name.clone(),
        },
    }
}
