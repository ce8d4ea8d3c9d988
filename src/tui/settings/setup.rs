//! The wizard for a provider that is not set up: its key, a test with it, the model that its sessions begin with.
//! Nothing is kept before the end, the key least of all.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::choose::{Chooser, Chosen};
use super::draft::{Edit, ShownProvider};
use super::field::{KeyField, fresh, goes_back};
use super::form::Did;
use super::page::Cx;
use crate::protocol::catalogue::{KeyChange, KeySource, Setting};

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Key,
    Test,
    Model,
    Done,
}

/// What a key of the wizard came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Went {
    /// As a form's key.
    To(Did),
    /// The provider is to be tested with this key, or with the one that it has.
    Test(Option<KeyChange>),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Setup {
    /// Which provider.
    pub provider: String,
    /// How far it is.
    pub step: Step,
    /// The key as it is entered.
    pub key: KeyField,
    /// The key that was entered.
    entered: Option<KeyChange>,
    /// Where a key is already.
    pub has: Option<KeySource>,
    /// The models to choose from; `None` where none is kept.
    pub models: Option<Chooser>,
    /// What was chosen.
    model: Option<Setting>,
    is_program: bool,
    was_off: bool,
}

impl Setup {
    /// A wizard for a provider; a program has no key of ours.
    pub fn new(provider: &ShownProvider, cx: &Cx<'_>) -> Self {
        let name = provider.name();
        let is_program = !provider.read.is_made_from_settings;
        Self {
            provider: name.to_owned(),
            step: match is_program {
                true => Step::Test,
                false => Step::Key,
            },
            key: fresh(name, cx),
            entered: None,
            has: provider.read.view.api_key_from.clone(),
            models: Chooser::default_model(name, cx),
            model: None,
            is_program,
            was_off: !provider.enabled(),
        }
    }

    /// Its steps.
    pub fn steps(&self) -> &'static [(Step, &'static str)] {
        const ALL: &[(Step, &str)] = &[
            (Step::Key, "key"),
            (Step::Test, "test"),
            (Step::Model, "first model"),
            (Step::Done, "done"),
        ];
        match self.is_program {
            true => ALL.get(1..).unwrap_or_default(),
            false => ALL,
        }
    }

    /// Whether a key was entered.
    pub fn has_entered(&self) -> bool {
        self.entered.is_some()
    }

    /// What was chosen, by the label of its row.
    pub fn chosen_words(&self) -> String {
        let chosen = self.models.as_ref().and_then(|models| models.list.chosen());
        match (chosen, &self.model) {
            (Some(item), Some(_)) => item.label.clone(),
            _ => "stays as it is".to_owned(),
        }
    }

    /// A key of the keyboard.
    pub fn key(&mut self, key: &KeyEvent) -> Went {
        if key.code == KeyCode::Esc && self.step != Step::Model {
            return Went::To(Did::Left);
        }
        match self.step {
            Step::Key => self.key_of_key(key),
            Step::Test => self.key_of_test(key),
            Step::Model => self.key_of_model(key),
            Step::Done => self.key_of_end(key),
        }
    }

    fn key_of_key(&mut self, key: &KeyEvent) -> Went {
        if key.code != KeyCode::Enter {
            self.key.key(key);
            return Went::To(Did::Nothing);
        }
        if self.key.typed.letters() > 0 {
            let Some(change) = self.key.take() else {
                return Went::To(Did::Nothing);
            };
            self.entered = Some(change);
        }
        self.step = Step::Test;
        Went::Test(self.entered.clone())
    }

    fn key_of_test(&mut self, key: &KeyEvent) -> Went {
        match key.code {
            KeyCode::Enter => self.step = Step::Model,
            KeyCode::Char('t') => return Went::Test(self.entered.clone()),
            _ if goes_back(key) && !self.is_program => self.step = Step::Key,
            _ => {}
        }
        Went::To(Did::Nothing)
    }

    fn key_of_model(&mut self, key: &KeyEvent) -> Went {
        if goes_back(key) {
            self.step = Step::Test;
            return Went::To(Did::Nothing);
        }
        let Some(models) = &mut self.models else {
            match key.code {
                KeyCode::Enter => self.step = Step::Done,
                KeyCode::Esc => return Went::To(Did::Left),
                _ => {}
            }
            return Went::To(Did::Nothing);
        };
        match models.key(key) {
            Chosen::NotYet => {}
            Chosen::Left => return Went::To(Did::Left),
            Chosen::Model(model) => {
                self.model = Some(model);
                self.step = Step::Done;
            }
        }
        Went::To(Did::Nothing)
    }

    fn key_of_end(&mut self, key: &KeyEvent) -> Went {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => Went::To(Did::Done(self.edits())),
            KeyCode::Char('s') if control => Went::To(Did::Save(self.edits())),
            _ if goes_back(key) => {
                self.step = Step::Model;
                Went::To(Did::Nothing)
            }
            _ => Went::To(Did::Nothing),
        }
    }

    /// A paste: into the key, or into the filter of the models.
    pub fn paste(&mut self, text: &str) {
        match (self.step, &mut self.models) {
            (Step::Key, _) => self.key.paste(text),
            (Step::Model, Some(models)) => models.list.paste(text),
            _ => {}
        }
    }

    fn edits(&mut self) -> Vec<Edit> {
        let name = &self.provider;
        let on = self.was_off.then(|| Edit::Enabled(name.clone(), true));
        let key = self.entered.take();
        let key = key.map(|change| Edit::Key(name.clone(), change));
        let model = self.model.take();
        let model = model.map(|model| Edit::DefaultModel(name.clone(), model));
        on.into_iter().chain(key).chain(model).collect()
    }
}
