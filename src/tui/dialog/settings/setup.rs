//! The wizard for a provider that is not set up: its address if users often have their own, its
//! key, a test with both, and the default model for its sessions. Nothing is stored before the end,
//! least of all the key.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::choose::{Chooser, ChooserOutcome};
use super::field::{KeyField, Line, LineOutcome, Purpose, fresh, goes_back};
use super::form::FormOutcome;
use super::page::PageContext;
use super::{Begin, Edit};
use client::line_editor::SecretInput;
use client::settings::{ShownProvider, Trial};
use l10n::say;
use protocol::catalogue::{KeyChange, KeySource, ProviderNeeds, Setting};

/// Step of the wizard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Address,
    Key,
    Test,
    Model,
    Done,
}

/// Outcome of a key in the wizard.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SetupOutcome {
    /// An outcome like that of a form.
    To(FormOutcome),
    /// The provider is to be tested with the entered values.
    Test,
    /// The provider is to be queried for its models.
    List,
}

#[derive(Debug)]
pub(super) struct ProviderWizard {
    pub provider: String,
    pub step: Step,
    /// The address being typed.
    pub address: Line,
    /// The accepted address.
    entered_address: Option<Setting>,
    /// The key being typed.
    pub key: KeyField,
    /// The accepted key.
    entered: Option<KeyChange>,
    /// Place of a key that exists already.
    pub has: Option<KeySource>,
    /// Chooser for the default model.
    pub models: Chooser,
    /// The chosen model.
    model: Option<Setting>,
    is_program: bool,
    needs: ProviderNeeds,
    /// The present address.
    before: String,
    was_off: bool,
    /// Whether the last key was an Esc that did not discard what was entered.
    is_leaving: bool,
}

impl ProviderWizard {
    /// Creates a wizard for a provider. An agent program has no key that agentichat stores, so its
    /// wizard begins with the test.
    pub fn new(provider: &ShownProvider, cx: &PageContext<'_>) -> Self {
        let name = provider.name();
        let is_program = !provider.read.is_made_from_settings;
        let needs = provider.read.needs.clone();
        let before = provider.base_url().unwrap_or_default().to_owned();
        Self {
            provider: name.to_owned(),
            step: match (is_program, needs.own_server) {
                (true, _) => Step::Test,
                (false, true) => Step::Address,
                (false, false) => Step::Key,
            },
            address: Line::new(Purpose::BaseUrl(name.to_owned(), needs.clone()), &before),
            entered_address: None,
            key: fresh(name, cx),
            entered: None,
            has: provider.read.view.api_key_from.clone(),
            models: Chooser::default_model(name, cx),
            model: None,
            is_program,
            needs,
            before,
            was_off: !provider.enabled(),
            is_leaving: false,
        }
    }

    /// Sets the first step, with a key entered before.
    pub fn beginning(mut self, begin: Begin, key: SecretInput) -> Self {
        self.key.typed = key;
        if begin == Begin::AtItsKey && self.step == Step::Address {
            self.step = Step::Key;
        }
        self
    }

    pub fn steps(&self) -> Vec<(Step, &'static str)> {
        let all = [
            (Step::Address, say!("settings-fact-address")),
            (Step::Key, say!("settings-fact-key")),
            (Step::Test, say!("settings-fact-test")),
            (Step::Model, say!("settings-fact-default-model")),
            (Step::Done, say!("settings-step-done")),
        ];
        let from = match (self.is_program, self.needs.own_server) {
            (true, _) => 2,
            (false, false) => 1,
            (false, true) => 0,
        };
        all.get(from..).unwrap_or_default().to_vec()
    }

    /// Whether a key was entered.
    pub fn has_key(&self) -> bool {
        self.entered.is_some()
    }

    /// Whether the provider works without a key.
    pub fn needs_no_key(&self) -> bool {
        self.needs.no_key
    }

    /// Whether a key or an address was entered that is not saved anywhere before the end.
    pub fn has_entered(&self) -> bool {
        self.has_key() || self.entered_address.is_some()
    }

    /// Returns the values to try.
    pub fn trial(&self) -> Trial {
        Trial {
            address: self.entered_address.clone(),
            key: self.entered.clone(),
        }
    }

    /// Describes the entered address; `None` if the present address stays.
    pub fn address_words(&self) -> Option<&str> {
        match self.entered_address.as_ref()? {
            Setting::To(url) => Some(url),
            Setting::Default => Some(say!("settings-default-one")),
        }
    }

    /// Rebuilds the rows of the model chooser.
    pub fn refill(&mut self, cx: &PageContext<'_>) {
        self.models.refill(cx);
    }

    /// Returns the label of the chosen row.
    pub fn chosen_words(&self) -> String {
        match (self.models.list.chosen(), &self.model) {
            (Some(item), Some(_)) => item.label.clone(),
            _ => say!("settings-stays").to_owned(),
        }
    }

    /// Handles a key press.
    pub fn key(&mut self, key: &KeyEvent) -> SetupOutcome {
        if key.code == KeyCode::Esc {
            return self.step_back();
        }
        self.is_leaving = false;
        match self.step {
            Step::Address => self.key_of_address(key),
            Step::Key => self.key_of_key(key),
            Step::Test => self.key_of_test(key),
            Step::Model => self.key_of_model(key),
            Step::Done => self.key_of_end(key),
        }
    }

    /// Esc: goes one step back with everything that was entered, and leaves at the first step.
    fn step_back(&mut self) -> SetupOutcome {
        let steps = self.steps();
        let at = steps.iter().position(|(step, _)| *step == self.step);
        let before = at.and_then(|at| at.checked_sub(1));
        match before.and_then(|before| steps.get(before)) {
            Some((step, _)) => {
                self.step = *step;
                SetupOutcome::To(FormOutcome::Nothing)
            }
            None => self.leave(),
        }
    }

    /// Leaves at the first step; one key press does not discard what was entered.
    fn leave(&mut self) -> SetupOutcome {
        let typed = self.key.typed.letters() > 0;
        if self.is_leaving || !(typed || self.has_entered()) {
            return SetupOutcome::To(FormOutcome::Left);
        }
        self.is_leaving = true;
        let problem = Some(say!("settings-esc-again").to_owned());
        match self.step {
            Step::Address => self.address.problem = problem,
            _ => self.key.problem = problem,
        }
        SetupOutcome::To(FormOutcome::Nothing)
    }

    fn key_of_address(&mut self, key: &KeyEvent) -> SetupOutcome {
        if key.code != KeyCode::Enter {
            self.address.key(key);
            return SetupOutcome::To(FormOutcome::Nothing);
        }
        if let Some(LineOutcome::Edit(Edit::BaseUrl(_, to))) = self.address.take() {
            let is_as_before = match &to {
                Setting::To(url) => *url == self.before,
                Setting::Default => self.before.is_empty(),
            };
            self.entered_address = (!is_as_before).then_some(to);
            self.step = Step::Key;
        }
        SetupOutcome::To(FormOutcome::Nothing)
    }

    fn key_of_key(&mut self, key: &KeyEvent) -> SetupOutcome {
        if goes_back(key) && self.needs.own_server {
            return self.step_back();
        }
        if key.code != KeyCode::Enter {
            self.key.key(key);
            return SetupOutcome::To(FormOutcome::Nothing);
        }
        if self.key.typed.letters() > 0 {
            let Some(change) = self.key.take() else {
                return SetupOutcome::To(FormOutcome::Nothing);
            };
            self.entered = Some(change);
        }
        self.step = Step::Test;
        SetupOutcome::Test
    }

    fn key_of_test(&mut self, key: &KeyEvent) -> SetupOutcome {
        match key.code {
            KeyCode::Enter => {
                self.step = Step::Model;
                return SetupOutcome::List;
            }
            KeyCode::Char('t') => return SetupOutcome::Test,
            _ if goes_back(key) && !self.is_program => return self.step_back(),
            _ => {}
        }
        SetupOutcome::To(FormOutcome::Nothing)
    }

    fn key_of_model(&mut self, key: &KeyEvent) -> SetupOutcome {
        if goes_back(key) {
            return self.step_back();
        }
        if !self.models.has_models() {
            if key.code == KeyCode::Enter {
                self.step = Step::Done;
            }
            return SetupOutcome::To(FormOutcome::Nothing);
        }
        match self.models.key(key) {
            ChooserOutcome::NotYet => {}
            ChooserOutcome::Left => return SetupOutcome::To(FormOutcome::Left),
            ChooserOutcome::Model(model) => {
                self.model = Some(model);
                self.step = Step::Done;
            }
        }
        SetupOutcome::To(FormOutcome::Nothing)
    }

    fn key_of_end(&mut self, key: &KeyEvent) -> SetupOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => SetupOutcome::To(FormOutcome::Done(self.edits())),
            KeyCode::Char('s') if control => SetupOutcome::To(FormOutcome::Save(self.edits())),
            _ if goes_back(key) => self.step_back(),
            _ => SetupOutcome::To(FormOutcome::Nothing),
        }
    }

    /// Inserts a paste into the key or into the filter of the models.
    pub fn paste(&mut self, text: &str) {
        match self.step {
            Step::Address => self.address.paste(text),
            Step::Key => self.key.paste(text),
            Step::Model => self.models.list.paste(text),
            Step::Test | Step::Done => {}
        }
    }

    fn edits(&mut self) -> Vec<Edit> {
        let name = &self.provider;
        let on = self.was_off.then(|| Edit::Enabled(name.clone(), true));
        let address = self.entered_address.take();
        let address = address.map(|to| Edit::BaseUrl(name.clone(), to));
        let key = self.entered.take();
        let key = key.map(|change| Edit::Key(name.clone(), change));
        let model = self.model.take();
        let model = model.map(|model| Edit::DefaultModel(name.clone(), model));
        let address = on.into_iter().chain(address);
        address.chain(key).chain(model).collect()
    }
}
