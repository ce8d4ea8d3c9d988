//! The wizard for a provider that is not set up: its address where it is often one's own, its key, a test with it, the model that its sessions begin with.
//! Nothing is kept before the end, the key least of all.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::choose::{Chooser, Chosen};
use super::draft::{Edit, ShownProvider};
use super::field::{KeyField, Line, Masked, Purpose, Taken, fresh, goes_back};
use super::form::Did;
use super::page::Cx;
use super::{Begin, Trial};
use crate::language::say;
use crate::protocol::catalogue::{KeyChange, KeySource, ProviderNeeds, Setting};

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Address,
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
    /// The provider is to be tested with what was entered.
    Test,
    /// It is to be asked for its models.
    List,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Setup {
    /// Which provider.
    pub provider: String,
    /// How far it is.
    pub step: Step,
    /// Where it is, as it is typed.
    pub address: Line,
    /// The address that was entered.
    entered_address: Option<Setting>,
    /// The key as it is entered.
    pub key: KeyField,
    /// The key that was entered.
    entered: Option<KeyChange>,
    /// Where a key is already.
    pub has: Option<KeySource>,
    /// The models to choose from.
    pub models: Chooser,
    /// What was chosen.
    model: Option<Setting>,
    is_program: bool,
    needs: ProviderNeeds,
    /// The address that it has.
    before: String,
    was_off: bool,
}

impl Setup {
    /// A wizard for a provider; a program has no key of ours.
    pub fn new(provider: &ShownProvider, cx: &Cx<'_>) -> Self {
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
        }
    }

    /// The same, where it is to begin, with what was entered as its key before.
    pub fn beginning(mut self, begin: Begin, key: Masked) -> Self {
        self.key.typed = key;
        if begin == Begin::AtItsKey && self.step == Step::Address {
            self.step = Step::Key;
        }
        self
    }

    /// Its steps.
    pub fn steps(&self) -> Vec<(Step, &'static str)> {
        let all = [
            (Step::Address, say!("settings-fact-address")),
            (Step::Key, say!("settings-fact-key")),
            (Step::Test, say!("settings-fact-test")),
            (Step::Model, say!("settings-fact-first-model")),
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

    /// Whether it does without a key.
    pub fn needs_no_key(&self) -> bool {
        self.needs.no_key
    }

    /// Whether a key or an address was entered, which is nobody's before the end.
    pub fn has_entered(&self) -> bool {
        self.has_key() || self.entered_address.is_some()
    }

    /// What it is to be tried with.
    pub fn trial(&self) -> Trial {
        Trial {
            address: self.entered_address.clone(),
            key: self.entered.clone(),
        }
    }

    /// The address that was entered, in words; `None` where its stays.
    pub fn address_words(&self) -> Option<&str> {
        match self.entered_address.as_ref()? {
            Setting::To(url) => Some(url),
            Setting::Default => Some(say!("settings-default-one")),
        }
    }

    /// Gives the choice of models the rows that there are by now.
    pub fn refill(&mut self, cx: &Cx<'_>) {
        self.models.refill(cx);
    }

    /// What was chosen, by the label of its row.
    pub fn chosen_words(&self) -> String {
        match (self.models.list.chosen(), &self.model) {
            (Some(item), Some(_)) => item.label.clone(),
            _ => say!("settings-stays").to_owned(),
        }
    }

    /// A key of the keyboard.
    pub fn key(&mut self, key: &KeyEvent) -> Went {
        if key.code == KeyCode::Esc && self.step != Step::Model {
            return Went::To(Did::Left);
        }
        match self.step {
            Step::Address => self.key_of_address(key),
            Step::Key => self.key_of_key(key),
            Step::Test => self.key_of_test(key),
            Step::Model => self.key_of_model(key),
            Step::Done => self.key_of_end(key),
        }
    }

    fn key_of_address(&mut self, key: &KeyEvent) -> Went {
        if key.code != KeyCode::Enter {
            self.address.key(key);
            return Went::To(Did::Nothing);
        }
        if let Some(Taken::Edit(Edit::BaseUrl(_, to))) = self.address.take() {
            let is_as_before = match &to {
                Setting::To(url) => *url == self.before,
                Setting::Default => self.before.is_empty(),
            };
            self.entered_address = (!is_as_before).then_some(to);
            self.step = Step::Key;
        }
        Went::To(Did::Nothing)
    }

    fn key_of_key(&mut self, key: &KeyEvent) -> Went {
        if self.needs.own_server && key.code == KeyCode::BackTab {
            self.step = Step::Address;
            return Went::To(Did::Nothing);
        }
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
        Went::Test
    }

    fn key_of_test(&mut self, key: &KeyEvent) -> Went {
        match key.code {
            KeyCode::Enter => {
                self.step = Step::Model;
                return Went::List;
            }
            KeyCode::Char('t') => return Went::Test,
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
        if !self.models.has_models() {
            match key.code {
                KeyCode::Enter => self.step = Step::Done,
                KeyCode::Esc => return Went::To(Did::Left),
                _ => {}
            }
            return Went::To(Did::Nothing);
        }
        match self.models.key(key) {
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
