//! The settings over the panes: providers, models, keys, appearance, budgets and policy. Changes
//! are collected and saved together.
//!
//! Owns the dialog over a page: a typed value, a choice, a wizard, a confirmation. The settings as
//! read, the changes and the background jobs are those of [`client::settings`]. Sends queries and
//! commands through [`Effect`]; background jobs report to [`Settings::step`]. [`page`] defines a
//! page; a new page is a module and a line there.

mod act;
mod agents;
mod capture;
mod choose;
mod dialog;
mod draw;
mod draw_over;
mod field;
mod form;
mod form_step;
mod keys;
mod look;
mod models;
mod opening;
mod page;
mod pick;
mod policy;
mod provider_rows;
mod providers;
mod sample;
mod saving;
mod setup;
#[cfg(test)]
pub(crate) mod tests;
mod theme;

use std::collections::BTreeMap;

use self::keys::ShownKeys;
use self::page::{PageAction, PageContext, PageView, pages};
use crate::effect::Effect;
use crate::keymap::KeyEdit;
use crate::terminal::KeyProtocol;
use crate::theme::Role;
use client::job::{JobCommand, JobId};
use client::line_editor::SecretInput;
use client::settings::{JobOutcome, JobPurpose, SettingsJobs, Shown, Trial};
use client::slash::probe_words;
use client::text::visible;
use l10n::{said, say};
use notice::Notice;
use protocol::catalogue::{ConnectionTest, JobProgress, ProbedModel, SettingsView};

/// A change that can edit the key table too.
type Edit = client::settings::Edit<KeyEdit>;
type Draft = client::settings::Draft<KeyEdit>;

/// A confirmation that waits for its key.
#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyQuestion {
    /// Confirms the removal of a provider's key.
    RemoveKey(String),
    /// Confirms the removal of a model, given by its id and its name.
    RemoveModel(String, String),
    /// Asks whether to save or discard the unsaved changes.
    Leave,
}

/// The dialog over a page.
#[derive(Debug)]
enum PageDialog {
    Line(Box<field::Line>),
    Key(Box<field::KeyField>),
    Choose(Box<choose::Chooser>),
    Pick(Box<pick::ValuePicker>),
    Capture(Box<capture::Capture>),
    Form(Box<form::Form>),
    Setup(Box<setup::ProviderWizard>),
    Ask(KeyQuestion),
}

/// First step of a provider's wizard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// The wizard's first step.
    AtItsStart,
    /// The key; the address stays.
    AtItsKey,
}

/// The action after a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterSave {
    Stay,
    Leave,
}

/// Whether a question of a run is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionPending {
    Yes,
    No,
}

#[derive(Debug)]
pub struct Settings {
    jobs: SettingsJobs,
    view: Option<SettingsView>,
    draft: Draft,
    /// The settings with unsaved changes applied, rebuilt after each change.
    shown: Shown,
    /// The key table with unsaved changes applied.
    keys: ShownKeys,
    pages: Vec<Box<dyn PageView>>,
    at: usize,
    over: Option<PageDialog>,
    /// The pressed key that decides, until it is known to have been alone.
    held: Option<char>,
    then: AfterSave,
    said: Option<(Role, String)>,
    question: QuestionPending,
    /// Rows per page.
    rows: usize,
    /// The keys of the page, those common to every page, and those shown only if there is room.
    footers: [Vec<(String, String)>; 3],
    /// The provider that was set up; used for a session without a model.
    set_up: Option<String>,
    /// The provider whose wizard opens once the settings are known, with the wizard's first step
    /// and an entered key.
    begins: Option<(String, Begin, SecretInput)>,
    /// The terminal's keyboard protocol.
    protocol: KeyProtocol,
    /// Whether the tried appearance was saved.
    theme_saved: bool,
}

impl Settings {
    /// Creates the settings without data and shows the page with this word, or else the first page.
    /// Numbers its background jobs from `first`; `tests` are the earlier connection tests.
    pub fn new(page: &str, first: JobId, tests: &BTreeMap<String, ConnectionTest>) -> Self {
        let pages = pages();
        let at = pages.iter().position(|one| one.word() == page);
        Self {
            jobs: SettingsJobs::new(first, tests),
            view: None,
            draft: Draft::default(),
            shown: Shown::default(),
            keys: ShownKeys::default(),
            at: at.unwrap_or(0),
            pages,
            over: None,
            held: None,
            then: AfterSave::Stay,
            said: None,
            question: QuestionPending::No,
            rows: 10,
            footers: Default::default(),
            set_up: None,
            begins: None,
            protocol: KeyProtocol::default(),
            theme_saved: false,
        }
    }

    /// Returns the first background job.
    pub fn begin(&mut self) -> Vec<Effect> {
        vec![Effect::Job(self.jobs.look())]
    }

    /// Opens the wizard of a provider first, with a key that was entered before.
    pub fn begin_with(&mut self, provider: String, begin: Begin, key: SecretInput) {
        self.begins = Some((provider, begin, key));
    }

    /// Opens the requested wizard, unless the user has begun something else.
    fn begin_wizard(&mut self) -> Vec<Effect> {
        let Some((name, begin, key)) = self.begins.take().filter(|_| self.over.is_none()) else {
            return Vec::new();
        };
        let wizard = self.with_page(|page, cx| {
            page.reveal(&name, cx);
            let provider = cx.shown.provider(&name)?;
            Some(setup::ProviderWizard::new(provider, cx).beginning(begin, key))
        });
        let Some(wizard) = wizard else {
            return Vec::new();
        };
        let over = Box::new(PageDialog::Setup(Box::new(wizard)));
        self.perform_page_action(PageAction::Show(over))
    }

    /// Returns the number of unsaved changes.
    fn unsaved(&self) -> usize {
        self.shown.unsaved()
    }

    /// Whether leaving would lose anything.
    fn asks_before_leaving(&self) -> bool {
        self.unsaved() > 0 || self.jobs.pull.is_some() || self.jobs.is_saving()
    }

    fn say(&mut self, role: Role, text: impl Into<String>) {
        self.said = Some((role, text.into()));
    }

    /// Handles progress of a background job; ignores jobs that this screen no longer knows.
    fn step(&mut self, id: JobId, step: JobProgress) -> Vec<Effect> {
        match self.jobs.progress(id, step) {
            Some(outcome) => self.outcome(outcome),
            None => Vec::new(),
        }
    }

    /// Handles a job that ended without a result, because the engine stopped or gave up.
    fn ended(&mut self, id: JobId) -> Vec<Effect> {
        match self.jobs.ended(id) {
            Some(outcome) => self.outcome(outcome),
            None => Vec::new(),
        }
    }

    fn outcome(&mut self, outcome: JobOutcome) -> Vec<Effect> {
        match outcome {
            JobOutcome::Looked(view) => {
                self.take(*view);
                let mut effects = self.page_opened();
                effects.extend(self.begin_wizard());
                return effects;
            }
            JobOutcome::Saved(result, view) => return self.saved(result, *view),
            JobOutcome::Pulled(model) => {
                self.say(Role::Ok, say!("settings-is-there", model));
                return vec![Effect::Job(self.jobs.ask_offers())];
            }
            JobOutcome::Probed(probed) => self.probed(probed),
            JobOutcome::Failed(purpose, why) => self.failed(&purpose, &why),
            JobOutcome::Listed => self.refill(),
            JobOutcome::Kept => {}
        }
        Vec::new()
    }

    fn failed(&mut self, purpose: &JobPurpose, why: &Notice) {
        let words = match purpose {
            JobPurpose::Pull(model) => say!("settings-not-fetched", model, why),
            JobPurpose::Probe(model) => say!(
                "probe-failed",
                model = visible(model),
                why = visible(&said(why))
            ),
            _ => {
                self.then = AfterSave::Stay;
                said(why)
            }
        };
        self.say(Role::Err, words);
    }

    /// Takes the result of a probe: shows it as a notice, and from now on with the model.
    fn probed(&mut self, probed: ProbedModel) {
        let named = format!("{}/{}", probed.provider, probed.model);
        let found = probe_words(&probed.probe);
        let words = say!("probe-found", named, found);
        self.say(Role::Ok, visible(&words));
        if let Some(view) = &mut self.view {
            view.probed
                .retain(|one| !one.is(&probed.provider, &probed.model));
            view.probed.push(probed);
        }
    }

    fn take(&mut self, view: SettingsView) {
        if let Some(why) = &view.not_kept {
            self.said = Some((Role::Warn, say!("settings-nothing-kept", why)));
        }
        self.view = Some(view);
        self.redo();
    }

    /// Rebuilds the shown settings.
    fn redo(&mut self) {
        if let Some(view) = &self.view {
            self.shown = self.draft.over(view);
            self.keys = ShownKeys::of(&self.shown.keymap);
        }
    }

    /// Rebuilds the shown settings after a change of the user's. A test result or model list
    /// obtained with a provider's old address or key is discarded.
    fn redo_changed(&mut self) -> Vec<Effect> {
        let before = std::mem::take(&mut self.shown);
        self.redo();
        in_background(self.jobs.forget_changed(&before, &self.shown))
    }

    /// Returns the test results for providers as saved, without those for an unsaved
    /// address or key.
    fn saved_tests(&self) -> BTreeMap<String, ConnectionTest> {
        let is_tried = |name: &str| match &self.over {
            Some(PageDialog::Setup(setup)) => setup.provider == name && setup.has_entered(),
            _ => false,
        };
        let mut tests = self.jobs.saved_tests(&self.shown);
        tests.retain(|name, _| !is_tried(name));
        tests
    }

    /// Starts a test of a provider with unsaved settings applied; cancels the previous test.
    fn test(&mut self, name: &str, trial: Trial) -> Vec<Effect> {
        in_background(self.jobs.test(name, trial, &self.shown))
    }

    /// Queries a provider for its models, with unsaved settings applied; cancels the previous
    /// query.
    fn list(&mut self, name: &str, trial: Trial) -> Vec<Effect> {
        let commands = self.jobs.list(name, trial, &self.shown);
        self.refill();
        in_background(commands)
    }

    /// Starts a probe of a model, with its provider's saved settings.
    fn probe(&mut self, provider: String, model: String) -> Vec<Effect> {
        if let Some(model) = self.jobs.probing() {
            let words = say!("probe-under-way", model = visible(model));
            self.say(Role::Warn, words);
            return Vec::new();
        }
        self.say(Role::Info, say!("probe-begun", model = visible(&model)));
        vec![Effect::Job(self.jobs.probe(provider, model))]
    }

    /// Rebuilds the rows of the open chooser.
    fn refill(&mut self) {
        let Some(mut over) = self.over.take() else {
            return;
        };
        self.with_page(|_, cx| match &mut over {
            PageDialog::Choose(chooser) => chooser.refill(cx),
            PageDialog::Setup(setup) => setup.refill(cx),
            _ => {}
        });
        self.over = Some(over);
    }

    /// Closes the settings and cancels all running jobs except a save.
    pub(super) fn leave_now(&mut self) -> Vec<Effect> {
        let mut effects = in_background(self.jobs.cancel_all());
        effects.push(Effect::CloseDialog);
        effects
    }

    /// Runs a function on the current page, with the full page context.
    fn with_page<T: Default>(
        &mut self,
        run: impl FnOnce(&mut Box<dyn PageView>, &PageContext<'_>) -> T,
    ) -> T {
        let (Some(view), Some(page)) = (&self.view, self.pages.get_mut(self.at)) else {
            return T::default();
        };
        let cx = PageContext {
            view,
            shown: &self.shown,
            keys: &self.keys,
            jobs: &self.jobs,
            rows: self.rows,
        };
        run(page, &cx)
    }

    /// Tells the page that it was opened, so that it can start a query.
    fn page_opened(&mut self) -> Vec<Effect> {
        let actions = self.with_page(|page, cx| page.act(crate::keymap::Action::OpenSettings, cx));
        self.perform_page_actions(actions)
    }

    fn perform_page_actions(&mut self, actions: Vec<PageAction>) -> Vec<Effect> {
        actions
            .into_iter()
            .flat_map(|action| self.perform_page_action(action))
            .collect()
    }
}

fn in_background(commands: Vec<JobCommand>) -> Vec<Effect> {
    commands.into_iter().map(Effect::Job).collect()
}
