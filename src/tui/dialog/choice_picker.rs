//! The choice of the session's mode, of its model among those that the providers offer, or of the
//! model's reasoning effort.

use crossterm::event::{KeyCode, KeyEvent};
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Dialog, DialogContext, Opened, is_of_screen};
use crate::effect::Effect;
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::status::short;
use crate::theme::Theme;
use crate::widget::list_view::ListView;
use crate::widget::picker::{Column, Item, Picker, PickerOutcome, picker_keys};
use client::slash::model_size;
use l10n::{money, said, say};
use notice::Notice;
use protocol::approval::Mode;
use protocol::catalogue::{CallForm, Price};
use protocol::command::Command;
use protocol::effort::{Effort, Reasoning};
use protocol::ids::SessionId;
use protocol::query::{ModelLists, Query, Reply};
use protocol::session::{SessionSettings, SettingsChange};
use protocol::stream::ModelInfo;

/// The kind of value that the user chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject {
    Mode,
    Model,
    Effort,
}

/// The value that a row chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    Model {
        provider: String,
        /// The model's name at the provider.
        model: String,
    },
    Mode(Mode),
    Effort(Effort),
}

#[derive(Debug)]
pub struct ChoicePicker {
    subject: Subject,
    list: Picker<Choice>,
    session: Option<SessionId>,
    /// The present choice of the session.
    current: Option<Choice>,
    /// Models on offer, with what is known about them.
    models: Vec<ModelInfo>,
    /// The session's model and its effort.
    effort: Option<(Choice, Effort)>,
    /// The effort that the user set for a model in this list.
    set_effort: Option<(Choice, Effort)>,
    keys: String,
}

/// Returns the placeholder for the models while there are none.
fn asking() -> &'static str {
    say!("choose-asking")
}

/// Queries the efforts of the session's model: what is known about it, and what its provider says now.
fn effort_queries(settings: &SessionSettings) -> [Effect; 2] {
    let (provider, model) = (settings.provider.clone(), settings.model.clone());
    let now = Query::Models {
        provider: Some(provider.clone()),
        lists: ModelLists::Now,
    };
    [Query::KnownModel { provider, model }, now].map(Effect::Ask)
}

/// Queries the models: those from the providers' last answer and the present ones.
fn model_queries() -> [Effect; 2] {
    [ModelLists::Before, ModelLists::Now].map(|lists| {
        Effect::Ask(Query::Models {
            provider: None,
            lists,
        })
    })
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
            models: Vec::new(),
            effort: None,
            set_effort: None,
            keys: String::new(),
        }
    }

    /// Offers the reasoning efforts to the shown session: all until it is known which of them its
    /// model has.
    pub fn open_efforts(cx: &DialogContext<'_>) -> Opened {
        let all = efforts(&Effort::ALL);
        let mut list = Picker::new(say!("choose-effort"), all, say!("choose-mode-empty"));
        let facts = cx.session().map(|tab| &tab.facts);
        let current = facts.map(|facts| Choice::Effort(facts.settings.effort));
        if let Some(current) = &current {
            list.select(current);
        }
        let asked = facts.map(|facts| &facts.settings);
        let asked = asked.filter(|settings| !settings.model.is_empty());
        if let Some(SessionSettings { model, .. }) = asked {
            list.problems = vec![say!("choose-effort-reading", model)];
        }
        let queries = asked.map(effort_queries);
        let picker = Self {
            subject: Subject::Effort,
            list,
            session: facts.map(|facts| facts.id),
            current,
            models: Vec::new(),
            effort: facts.map(|facts| (model_of(&facts.settings), facts.settings.effort)),
            set_effort: None,
            keys: String::new(),
        };
        Opened::alone(picker).with(queries.into_iter().flatten())
    }

    /// Offers models to the shown session. Those from the providers' last answer are shown at
    /// once, and replaced by the present ones.
    pub fn open_models(cx: &DialogContext<'_>) -> Opened {
        let facts = cx.session().map(|tab| &tab.facts);
        let current = facts.map(|facts| model_of(&facts.settings));
        let mut list = Picker::new(say!("choose-model"), Vec::new(), asking());
        list.columns = columns();
        let picker = Self {
            subject: Subject::Model,
            list,
            session: facts.map(|facts| facts.id),
            effort: current
                .clone()
                .zip(facts.map(|facts| facts.settings.effort)),
            current,
            models: Vec::new(),
            set_effort: None,
            keys: String::new(),
        };
        Opened::alone(picker).with(model_queries())
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
        self.list.problems = problem_rows(errors);
        self.set(models, wanted);
    }

    /// Shows these models and selects the wanted one; without it the first usable one, and
    /// without any usable one none.
    fn set(&mut self, models: &[ModelInfo], wanted: Option<Choice>) {
        let mut chats: Vec<&ModelInfo> = models.iter().filter(|one| !one.embeds_only).collect();
        // The unusable ones come last; the stable sort keeps the remaining order.
        chats.sort_by_key(|model| model.unusable.is_some());
        let none_can = chats.iter().all(|model| model.unusable.is_some());
        self.list
            .set_items(chats.iter().map(|model| item(model)).collect());
        self.models = chats.into_iter().cloned().collect();
        let is_there = |wanted: &Choice| self.list.rows().any(|item| item.choice == *wanted);
        match wanted.filter(is_there) {
            Some(wanted) => self.list.select(&wanted),
            None if none_can => self.list.select_none(),
            None => {}
        }
    }

    /// Offers only the efforts that the session's model has, as far as they are known.
    fn narrow_efforts(&mut self, models: &[ModelInfo]) {
        let own = self.effort.as_ref().map(|(model, _)| model);
        let Some(known) = models.iter().find(|model| Some(&choice_of(model)) == own) else {
            return;
        };
        let reasoning = &known.details.reasoning;
        let chosen = self.list.chosen().map(|item| item.choice.clone());
        self.list.set_items(efforts(&reasoning.choices()));
        if let Some(chosen) = chosen.or_else(|| self.current.clone()) {
            self.list.select(&chosen);
        }
        let model = &known.name;
        self.list.problems = match (reasoning.reasons, reasoning.efforts.first()) {
            (_, None) => {
                let why = reasoning.check(model, Effort::Low).err();
                why.iter().map(said).collect()
            }
            (None, _) => vec![say!("choose-effort-unknown", model)],
            (Some(_), Some(_)) => Vec::new(),
        };
    }

    /// Left and Right: sets the effort for the selected model.
    fn step_effort(&mut self, by: isize) {
        let chosen = self.list.chosen().map(|item| item.choice.clone());
        let Some(model) = chosen else { return };
        let known = self.models.iter().find(|one| choice_of(one) == model);
        if let Some(known) = known {
            let from = self.effort_for(&model);
            let effort = known.details.reasoning.step(from, by);
            self.set_effort = Some((model, effort));
        }
    }

    /// Returns the effort that a model would be asked for.
    fn effort_for(&self, model: &Choice) -> Effort {
        let is_it = |(of, _): &&(Choice, Effort)| of == model;
        let set = self.set_effort.as_ref().filter(is_it);
        let set = set.or_else(|| self.effort.as_ref().filter(is_it));
        if let Some((_, effort)) = set {
            return *effort;
        }
        let now = self
            .effort
            .as_ref()
            .map_or(Effort::Auto, |(_, effort)| *effort);
        let known = self.models.iter().find(|one| choice_of(one) == *model);
        known.map_or(Effort::Auto, |one| one.details.reasoning.carried(now))
    }

    /// Fills the columns of the models.
    fn fill_cells(&mut self) {
        let shown: Vec<(Choice, Vec<String>, Vec<String>)> = self
            .models
            .iter()
            .map(|model| {
                let choice = choice_of(model);
                let effort = self.effort_for(&choice);
                let cells = |selected| cells(model, effort, selected);
                (choice, cells(false), cells(true))
            })
            .collect();
        self.list.set_cells(|item, selected| {
            let row = shown.iter().find(|(choice, ..)| *choice == item.choice);
            match row {
                Some((_, _, cells)) if selected => cells.clone(),
                Some((_, cells, _)) => cells.clone(),
                None => Vec::new(),
            }
        });
    }

    /// Returns why a choice cannot be used, if its provider says so: `claude-cli/default: not
    /// installed`.
    fn reason_against(&self, choice: &Choice) -> Option<String> {
        let model = self.models.iter().find(|one| choice_of(one) == *choice)?;
        let reason = said(model.unusable.as_ref()?);
        let name = format!("{}/{}", model.provider, model.name);
        Some(say!("choose-not-usable", name, reason))
    }

    /// Returns the command that a choice means.
    fn command(&self, choice: Choice) -> Option<Command> {
        let session = self.session?;
        let set = self.set_effort.as_ref().filter(|(of, _)| *of == choice);
        let effort = set.map(|(_, effort)| *effort);
        match choice {
            Choice::Mode(mode) => Some(Command::SetMode { session, mode }),
            Choice::Effort(effort) => {
                let change = SettingsChange {
                    effort: Some(effort),
                    ..SettingsChange::default()
                };
                Some(Command::ConfigureSession { session, change })
            }
            Choice::Model { provider, model } if effort.is_some() => {
                let change = SettingsChange {
                    provider: Some(provider),
                    model: Some(model),
                    effort,
                    ..SettingsChange::default()
                };
                Some(Command::ConfigureSession { session, change })
            }
            Choice::Model { provider, model } => Some(Command::SetModel {
                session,
                provider: Some(provider),
                model,
            }),
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
            PickerOutcome::Taken(choice) => match self.reason_against(&choice) {
                Some(reason) => {
                    self.list.problems = vec![reason];
                    return Vec::new();
                }
                None => self.command(choice),
            },
        };
        let effects = [Effect::CloseDialog].into_iter();
        effects.chain(command.map(Effect::Send)).collect()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match (self.subject, key.code) {
            (Subject::Model, KeyCode::Left) => self.step_effort(-1),
            (Subject::Model, KeyCode::Right) => self.step_effort(1),
            _ => self.list.type_key(key),
        }
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

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.list.list(whole))
    }

    fn choose(&mut self, row: usize) {
        self.list.go_to(row);
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let lists = match query {
            Query::Models { lists, .. } => *lists,
            Query::KnownModel { .. } => ModelLists::Before,
            _ => return InputUse::No,
        };
        match (lists, reply) {
            _ if self.subject == Subject::Mode => {}
            (_, Reply::Models { models, .. }) if self.subject == Subject::Effort => {
                self.narrow_efforts(models);
            }
            _ if self.subject == Subject::Effort => {}
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
        if self.subject == Subject::Model {
            self.keys = format!("{}  {}", say!("choose-effort-keys"), self.keys);
            self.fill_cells();
        }
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.list.draw(&self.keys, whole, buf, theme)
    }
}

/// Returns the reasons why providers offer no models, each once with all providers that give it.
fn problem_rows(errors: &[(String, Notice)]) -> Vec<String> {
    let mut rows: Vec<(String, &Notice)> = Vec::new();
    for (provider, reason) in errors {
        match rows.iter_mut().find(|(_, known)| *known == reason) {
            Some((providers, _)) => providers.push_str(&format!(", {provider}")),
            None => rows.push((provider.clone(), reason)),
        }
    }
    let row = |(provider, reason): (String, &Notice)| {
        say!("plain-provider-problem", provider, problem = said(reason))
    };
    rows.into_iter().map(row).collect()
}

/// Returns the modes as rows.
fn modes() -> Vec<Item<Choice>> {
    let item = |mode: Mode| Item {
        label: mode.word().to_owned(),
        detail: mode_description(mode).to_owned(),
        cells: Vec::new(),
        choice: Choice::Mode(mode),
    };
    Mode::ALL.into_iter().map(item).collect()
}

/// Describes what a mode means for writes and commands.
pub fn mode_description(mode: Mode) -> &'static str {
    match mode {
        Mode::Plan => say!("mode-plan"),
        Mode::Review => say!("mode-review"),
        Mode::Auto => say!("mode-auto"),
        Mode::Confirm => say!("mode-confirm"),
        Mode::AcceptEdits => say!("mode-accept-edits"),
        Mode::Passthrough => say!("mode-passthrough"),
    }
}

/// Returns the efforts as rows.
fn efforts(choices: &[Effort]) -> Vec<Item<Choice>> {
    let item = |effort: &Effort| Item {
        label: effort.word().to_owned(),
        detail: say!("effort-meaning", effort = effort.word()),
        cells: Vec::new(),
        choice: Choice::Effort(*effort),
    };
    choices.iter().map(item).collect()
}

fn model_of(settings: &SessionSettings) -> Choice {
    Choice::Model {
        provider: settings.provider.clone(),
        model: settings.model.clone(),
    }
}

fn choice_of(model: &ModelInfo) -> Choice {
    Choice::Model {
        provider: model.provider.clone(),
        model: model.name.clone(),
    }
}

fn item(model: &ModelInfo) -> Item<Choice> {
    Item {
        label: format!("{}/{}", model.provider, model.name),
        detail: model.unusable.as_ref().map(said).unwrap_or_default(),
        cells: Vec::new(),
        choice: choice_of(model),
    }
}

/// Returns the columns of the models, the effort being the last to be left out.
fn columns() -> Vec<Column> {
    [
        (say!("choose-column-size"), 0),
        (say!("choose-column-window"), 4),
        (say!("choose-column-price"), 3),
        (say!("choose-column-tools"), 2),
        (say!("choose-column-pictures"), 1),
        (say!("choose-column-reasoning"), 5),
    ]
    .map(|(heading, rank)| Column { heading, rank })
    .to_vec()
}

/// Returns the cells of a model; the selected one shows the effort that the arrow keys set.
fn cells(model: &ModelInfo, effort: Effort, selected: bool) -> Vec<String> {
    let details = &model.details;
    let yes_no = |is: bool| {
        let word = if is {
            say!("choose-yes")
        } else {
            say!("choose-no")
        };
        word.to_owned()
    };
    let tools = match details.tools {
        None => String::new(),
        Some(CallForm::Native) => yes_no(true),
        Some(CallForm::Text) => say!("choose-tools-text").to_owned(),
        Some(CallForm::None) => yes_no(false),
    };
    vec![
        model.bytes.map(model_size).unwrap_or_default(),
        details.context_window.map(short).unwrap_or_default(),
        price_words(&details.price),
        tools,
        details.images.map(yes_no).unwrap_or_default(),
        reasoning_words(&details.reasoning, effort, selected),
    ]
}

/// Returns the prices of a million tokens in and out.
fn price_words(price: &Price) -> String {
    match (price.input, price.output) {
        (None, None) => String::new(),
        (input, output) if input.or(output) == Some(0.0) => say!("choose-free").to_owned(),
        (input, output) => {
            let dollars =
                |one: Option<f64>| one.map_or_else(|| "?".to_owned(), |one| money(one, 2));
            format!("{} / {}", dollars(input), dollars(output))
        }
    }
}

fn reasoning_words(known: &Reasoning, effort: Effort, selected: bool) -> String {
    match (known.reasons, known.efforts.is_empty()) {
        (Some(false), _) => say!("choose-no").to_owned(),
        (Some(true), true) => say!("choose-reasons-always").to_owned(),
        (None, true) => String::new(),
        (_, false) if selected => format!("< {} >", effort.word()),
        (None, false) if effort.is_auto() => String::new(),
        (_, false) => format!("  {}", effort.word()),
    }
}
