//! The wizard for the user's own models: one value after the other, each checked before the next;
//! nothing is stored before the end. The same form edits an existing model.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::draft::Edit;
use super::form_step::Step;
use super::page::PageContext;
use super::to_save::{as_new, difference};
use crate::composer::LineEdit;
use l10n::{said, say};
use notice::{Notice, notice};
use protocol::catalogue::{
    CONTEXT_WINDOW, CatalogueError, DEFAULT_TEMPERATURE, ModelChange, ModelRecord, NewModel, Price,
};
use redact::one_line;

/// Outcome of a key in the form.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FormOutcome {
    /// The form stays open.
    Nothing,
    /// The user left the form.
    Left,
    /// The form is complete.
    Done(Vec<Edit>),
    /// The form is complete and the changes are to be saved at once.
    Save(Vec<Edit>),
}

#[derive(Debug)]
pub(super) struct Form {
    /// The record being edited; `None` creates a new one.
    before: Option<ModelRecord>,
    providers: Vec<String>,
    provider: usize,
    lines: Vec<(Step, LineEdit)>,
    at: Step,
    /// The error in the current value.
    pub problem: Option<String>,
    /// Whether the user pressed Esc with typed text in the form.
    leaves: bool,
    touched: bool,
}

impl Form {
    /// Creates a wizard for a new model of this provider, with the provider's model name if
    /// it is known.
    pub fn add(provider: &str, api_name: &str, cx: &PageContext<'_>) -> Self {
        let model = NewModel {
            provider: provider.to_owned(),
            name: String::new(),
            api_name: api_name.to_owned(),
            context_window: 0,
            max_output_tokens: 0,
            temperature_default: DEFAULT_TEMPERATURE,
            price: Price::default(),
            vision: None,
        };
        let mut form = Self::of(&model, cx);
        for (step, line) in &mut form.lines {
            // A default that nobody chose is left blank.
            if matches!(step, Step::Window | Step::Output) {
                line.reset("");
            }
        }
        if !api_name.is_empty() {
            form.at = Step::Name;
        }
        form
    }

    /// Creates a form for an existing model.
    pub fn edit(record: &ModelRecord, cx: &PageContext<'_>) -> Self {
        Self {
            before: Some(record.clone()),
            at: Step::ApiName,
            ..Self::of(&as_new(record), cx)
        }
    }

    fn of(model: &NewModel, cx: &PageContext<'_>) -> Self {
        let providers = cx.shown.providers.iter().map(|one| one.name().to_owned());
        let providers: Vec<String> = providers.collect();
        let provider = providers.iter().position(|name| *name == model.provider);
        let price = |price: Option<f64>| price.map_or_else(String::new, |one| one.to_string());
        let text = |step: Step| match step {
            Step::ApiName => model.api_name.clone(),
            Step::Name => model.name.clone(),
            Step::Window => model.context_window.to_string(),
            Step::Output => model.max_output_tokens.to_string(),
            Step::Temperature => model.temperature_default.to_string(),
            Step::PriceIn => price(model.price.input),
            Step::PriceOut => price(model.price.output),
            Step::PriceCached => price(model.price.cached),
            Step::Vision => match model.vision {
                None => String::new(),
                Some(true) => "yes".to_owned(),
                Some(false) => "no".to_owned(),
            },
            Step::Provider | Step::Summary => String::new(),
        };
        let lines = Step::ALL.into_iter();
        Self {
            before: None,
            providers,
            provider: provider.unwrap_or(0),
            lines: lines
                .map(|step| (step, LineEdit::of(&text(step))))
                .collect(),
            at: Step::Provider,
            problem: None,
            leaves: false,
            touched: false,
        }
    }

    /// Returns the form's title.
    pub fn title(&self) -> &'static str {
        match self.before {
            Some(_) => say!("settings-form-edit"),
            None => say!("settings-form-new"),
        }
    }

    /// Returns the current step.
    pub fn at(&self) -> Step {
        self.at
    }

    /// Returns the number of the current step, from 1, and the number of steps.
    pub fn place(&self) -> (usize, usize) {
        let steps = self.steps();
        let at = steps.iter().position(|step| *step == self.at).unwrap_or(0);
        (at + 1, steps.len())
    }

    /// Returns the steps of this form; an existing model keeps its provider.
    pub fn steps(&self) -> Vec<Step> {
        let skips = |step: &Step| *step == Step::Provider && self.before.is_some();
        Step::ALL.into_iter().filter(|step| !skips(step)).collect()
    }

    /// Returns the text of a value and its cursor.
    pub fn value(&self, step: Step) -> (String, usize) {
        match step {
            Step::Provider => (self.provider().to_owned(), 0),
            step => self
                .line(step)
                .map_or_else(Default::default, |line| (line.text(), line.cursor())),
        }
    }

    fn provider(&self) -> &str {
        self.providers.get(self.provider).map_or("", String::as_str)
    }

    fn line(&self, step: Step) -> Option<&LineEdit> {
        let found = self.lines.iter().find(|(one, _)| *one == step);
        found.map(|(_, line)| line)
    }

    fn line_mut(&mut self) -> Option<&mut LineEdit> {
        let at = self.at;
        let found = self.lines.iter_mut().find(|(one, _)| *one == at);
        found.map(|(_, line)| line)
    }

    /// Handles a key press.
    pub fn key(&mut self, key: &KeyEvent, cx: &PageContext<'_>) -> FormOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc {
            return self.leave();
        }
        self.leaves = false;
        self.problem = None;
        match key.code {
            KeyCode::Char('s') if control => {
                return self
                    .finish(cx)
                    .map_or(FormOutcome::Nothing, FormOutcome::Save);
            }
            KeyCode::Enter if self.at == Step::Summary => {
                return self
                    .finish(cx)
                    .map_or(FormOutcome::Nothing, FormOutcome::Done);
            }
            _ if super::field::goes_back(key) => self.go(-1),
            KeyCode::Up => self.go(-1),
            KeyCode::Enter | KeyCode::Tab | KeyCode::Down => self.next(cx),
            KeyCode::Left if self.at == Step::Provider => self.choose(-1),
            KeyCode::Right if self.at == Step::Provider => self.choose(1),
            _ if matches!(self.at, Step::Provider | Step::Summary) => {}
            _ => {
                self.touched = true;
                if let Some(line) = self.line_mut() {
                    // The field ignores a key that has no meaning.
                    let _ = line.key(key);
                }
            }
        }
        FormOutcome::Nothing
    }

    /// Inserts a paste into the current value.
    pub fn paste(&mut self, text: &str) {
        if matches!(self.at, Step::Provider | Step::Summary) {
            return;
        }
        self.touched = true;
        if let Some(line) = self.line_mut() {
            line.insert(text.lines().next().unwrap_or_default().trim());
        }
    }

    /// Esc: one key press does not discard typed text.
    fn leave(&mut self) -> FormOutcome {
        if !self.touched || self.leaves {
            return FormOutcome::Left;
        }
        self.leaves = true;
        self.problem = Some(say!("settings-esc-again").to_owned());
        FormOutcome::Nothing
    }

    fn choose(&mut self, by: isize) {
        let count = self.providers.len().max(1).cast_signed();
        let next = (self.provider.cast_signed() + by).rem_euclid(count);
        self.provider = next.cast_unsigned();
    }

    /// Goes to the next step if the current value is valid.
    fn next(&mut self, cx: &PageContext<'_>) {
        match self.check(self.at, cx) {
            Ok(()) => self.go(1),
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn go(&mut self, by: isize) {
        let steps = self.steps();
        let at = steps.iter().position(|step| *step == self.at).unwrap_or(0);
        let next = at
            .saturating_add_signed(by)
            .min(steps.len().saturating_sub(1));
        self.at = steps.get(next).copied().unwrap_or(self.at);
    }

    /// Returns the changes if every value is valid; otherwise goes to the first invalid one.
    fn finish(&mut self, cx: &PageContext<'_>) -> Option<Vec<Edit>> {
        for step in self.steps() {
            if let Err(problem) = self.check(step, cx) {
                self.at = step;
                self.problem = Some(problem);
                return None;
            }
        }
        let model = self.model()?;
        Some(match &self.before {
            None => vec![Edit::Add(model)],
            Some(before) => {
                let after = ModelRecord {
                    name: model.name,
                    api_name: model.api_name,
                    context_window: model.context_window,
                    max_output_tokens: model.max_output_tokens,
                    temperature_default: model.temperature_default,
                    price: model.price,
                    vision: model.vision,
                    ..before.clone()
                };
                let change = difference(before, &after);
                if change == ModelChange::default() {
                    Vec::new()
                } else {
                    vec![Edit::Change(before.id.clone(), change)]
                }
            }
        })
    }

    /// Returns the error of a value, independently of the other values.
    fn check(&self, step: Step, cx: &PageContext<'_>) -> Result<(), String> {
        let mut model = harmless(self.provider());
        let text = self.value(step).0;
        let text = text.trim();
        match step {
            Step::Provider | Step::Summary => return Ok(()),
            Step::ApiName => text.clone_into(&mut model.api_name),
            Step::Name if text.is_empty() => return Ok(()),
            Step::Name => text.clone_into(&mut model.name),
            Step::Window => model.context_window = count(step, text)?,
            Step::Output => {
                // The output limit has to fit into the entered context window.
                let window = self.value(Step::Window).0;
                model.context_window = count(step, window.trim()).unwrap_or(CONTEXT_WINDOW.1);
                model.context_window = model
                    .context_window
                    .clamp(CONTEXT_WINDOW.0, CONTEXT_WINDOW.1);
                model.max_output_tokens = count(step, text)?;
            }
            Step::Temperature => model.temperature_default = super::field::temperature(text)?,
            Step::PriceIn => model.price.input = price(step, text)?,
            Step::PriceOut => model.price.output = price(step, text)?,
            Step::PriceCached => model.price.cached = price(step, text)?,
            Step::Vision => model.vision = vision(text)?,
        }
        let model = model.check().map_err(|error| labelled(step, &error))?;
        match step {
            Step::ApiName => {
                let but = self.before.as_ref().map(|before| before.id.as_str());
                let free = cx.shown.free_name(&model, but);
                free.map_err(|error| labelled(step, &error))
            }
            _ => Ok(()),
        }
    }

    fn model(&self) -> Option<NewModel> {
        let text = |step| self.value(step).0.trim().to_owned();
        let api_name = text(Step::ApiName);
        let name = Some(text(Step::Name)).filter(|name| !name.is_empty());
        NewModel {
            provider: self.provider().to_owned(),
            name: name.unwrap_or_else(|| api_name.chars().take(64).collect()),
            api_name,
            context_window: count(Step::Window, &text(Step::Window)).ok()?,
            max_output_tokens: count(Step::Output, &text(Step::Output)).ok()?,
            temperature_default: super::field::temperature(&text(Step::Temperature)).ok()?,
            price: Price {
                input: price(Step::PriceIn, &text(Step::PriceIn)).ok()?,
                output: price(Step::PriceOut, &text(Step::PriceOut)).ok()?,
                cached: price(Step::PriceCached, &text(Step::PriceCached)).ok()?,
            },
            vision: vision(&text(Step::Vision)).ok()?,
        }
        .check()
        .ok()
    }
}

/// Formats an error with the label on the screen instead of the field's internal name.
fn labelled(step: Step, error: &CatalogueError) -> String {
    match error {
        CatalogueError::OutOfRange { allowed, found, .. } => {
            say!("settings-must-be", field = step.label(), allowed, found)
        }
        error => said(&error.notice()),
    }
}

/// Returns a model without any invalid value.
fn harmless(provider: &str) -> NewModel {
    NewModel {
        provider: provider.to_owned(),
        name: "m".to_owned(),
        api_name: "m".to_owned(),
        context_window: 8_192,
        max_output_tokens: 1_024,
        temperature_default: DEFAULT_TEMPERATURE,
        price: Price::default(),
        vision: None,
    }
}

/// Parses whether a model sees pictures; an empty text leaves that to the server's statement.
fn vision(text: &str) -> Result<Option<bool>, String> {
    match text.to_lowercase().as_str() {
        "" => Ok(None),
        "yes" | "y" => Ok(Some(true)),
        "no" | "n" => Ok(Some(false)),
        _ => Err(say!("settings-sees-yes-no").to_owned()),
    }
}

/// Parses a count of tokens, with or without separators between its digits.
fn count(step: Step, text: &str) -> Result<u64, String> {
    let digits: String = text
        .chars()
        .filter(|letter| !matches!(letter, ',' | '_' | ' '))
        .collect();
    let label = step.label();
    let wrong = |_| say!("settings-must-be-tokens", label);
    digits.parse().map_err(wrong)
}

/// Parses a price; an empty text and `unknown` give `None`.
fn price(step: Step, text: &str) -> Result<Option<f64>, String> {
    if text.is_empty() || text == "unknown" {
        return Ok(None);
    }
    let number = text.trim_start_matches('$').trim().replace(',', ".");
    let wrong = |_| {
        let error = CatalogueError::OutOfRange {
            field: String::new(),
            allowed: notice!("settings-dollars-or-empty"),
            found: Notice::text(one_line(text)),
        };
        labelled(step, &error)
    };
    number.parse::<f64>().map(Some).map_err(wrong)
}
