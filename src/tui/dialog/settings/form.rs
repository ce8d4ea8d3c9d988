//! The wizard for the user's own models: one value after the other, each checked before the next;
//! nothing is stored before the end. The same form edits an existing model.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Edit;
use super::form_step::Step;
use super::page::PageContext;
use crate::widget::list_view;
use client::line_editor::LineEditor;
use client::settings::{ModelField, TypedModel};
use l10n::say;
use protocol::catalogue::ModelRecord;

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
    lines: Vec<(ModelField, LineEditor)>,
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
        let mut form = Self::of(&TypedModel::new(provider, api_name), cx);
        if !api_name.is_empty() {
            form.at = Step::Value(ModelField::Name);
        }
        form
    }

    /// Creates a form for an existing model.
    pub fn edit(record: &ModelRecord, cx: &PageContext<'_>) -> Self {
        Self {
            before: Some(record.clone()),
            at: Step::Value(ModelField::ApiName),
            ..Self::of(&TypedModel::of(record), cx)
        }
    }

    fn of(model: &TypedModel, cx: &PageContext<'_>) -> Self {
        let providers = cx.shown.providers.iter().map(|one| one.name().to_owned());
        let providers: Vec<String> = providers.collect();
        let provider = providers.iter().position(|name| *name == model.provider);
        let line = |field: ModelField| (field, LineEditor::of(model.get(field)));
        Self {
            before: None,
            providers,
            provider: provider.unwrap_or(0),
            lines: ModelField::ALL.into_iter().map(line).collect(),
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
        Step::all().filter(|step| !skips(step)).collect()
    }

    /// Returns the text of a value and its cursor.
    pub fn value(&self, step: Step) -> (String, usize) {
        let at = |field| self.lines.iter().find(|(one, _)| *one == field);
        match step {
            Step::Provider => (self.provider().to_owned(), 0),
            Step::Value(field) => at(field).map_or_else(Default::default, |(_, line)| {
                (line.text().to_owned(), line.cursor())
            }),
            Step::Summary => Default::default(),
        }
    }

    fn provider(&self) -> &str {
        self.providers.get(self.provider).map_or("", String::as_str)
    }

    fn line_mut(&mut self) -> Option<&mut LineEditor> {
        let at = self.at;
        let mut lines = self.lines.iter_mut();
        let found = lines.find(|(one, _)| Step::Value(*one) == at);
        found.map(|(_, line)| line)
    }

    /// Returns the values as typed.
    fn typed(&self) -> TypedModel {
        let mut typed = TypedModel::new(self.provider(), "");
        for (field, line) in &self.lines {
            typed.set(*field, line.text());
        }
        typed
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
        self.provider = list_view::cycle(self.provider, by, self.providers.len());
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
        let next = list_view::step(at, by, steps.len());
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
        self.typed().edits(self.before.as_ref())
    }

    /// Returns the error of a value.
    fn check(&self, step: Step, cx: &PageContext<'_>) -> Result<(), String> {
        let but = self.before.as_ref().map(|before| before.id.as_str());
        match step {
            Step::Value(field) => self.typed().check(field, cx.shown, but),
            Step::Provider | Step::Summary => Ok(()),
        }
    }
}
