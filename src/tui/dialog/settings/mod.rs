//! The settings over the panes: providers, models, keys, appearance, budgets and policy. Changes
//! are collected and saved together.
//!
//! Owns the settings as read, the changes, and the dialog over a page: a typed value, a choice, a
//! wizard, a confirmation. Sends queries and commands through [`PaneEffect`]; background jobs
//! report to [`Settings::step`]. [`page`] defines a page; a new page is a module and a line there.

mod act;
mod capture;
mod choose;
mod dialog;
mod draft;
mod draw;
mod draw_over;
mod field;
mod form;
mod form_step;
mod keys;
mod lists;
mod look;
mod models;
mod page;
mod pick;
mod policy;
mod probing;
mod provider_rows;
mod providers;
mod sample;
mod saving;
mod setup;
#[cfg(test)]
pub(crate) mod tests;
mod theme;
mod to_save;

use std::collections::BTreeMap;

use self::draft::{Draft, Shown};
pub use self::field::Masked;
pub use self::page::PAGES;
use self::page::{
    ConnectionState, List, Offers, PageAction, PageContext, PageView, Pull, QueryState, pages,
};
use crate::part::PaneEffect;
use crate::terminal::KeyProtocol;
use crate::theme::Role;
use client::text::visible;
use l10n::{said, say};
use notice::{Notice, notice};
use protocol::catalogue::{
    BackgroundJob, ConnectionTest, JobProgress, KeyChange, Setting, SettingsView,
};

/// Identifies a background job of this screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// Starts or cancels a background job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobCommand {
    Begin(JobId, Box<BackgroundJob>),
    /// Cancels the job.
    End(JobId),
}

/// Purpose of a running background job.
#[derive(Debug, Clone, PartialEq, Eq)]
enum JobPurpose {
    Look,
    Offers,
    Test(String),
    List(String),
    Pull,
    Probe(String),
    Save,
}

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

/// Values entered in a wizard, tried before they become a change.
#[derive(Debug, Clone, Default, PartialEq)]
struct Trial {
    address: Option<Setting>,
    key: Option<KeyChange>,
}

/// Whether a question of a run is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionPending {
    Yes,
    No,
}

#[derive(Debug)]
pub struct Settings {
    /// Id of the next background job.
    next: u64,
    jobs: BTreeMap<JobId, JobPurpose>,
    view: Option<SettingsView>,
    draft: Draft,
    /// The settings with unsaved changes applied, rebuilt after each change.
    shown: Shown,
    pages: Vec<Box<dyn PageView>>,
    at: usize,
    over: Option<PageDialog>,
    /// The pressed key that decides, until it is known to have been alone.
    held: Option<char>,
    tests: BTreeMap<String, ConnectionState>,
    offers: Offers,
    lists: BTreeMap<String, List>,
    pull: Option<Pull>,
    then: AfterSave,
    said: Option<(Role, String)>,
    question: QuestionPending,
    /// Rows per page.
    rows: usize,
    /// The provider that was set up; used for a session without a model.
    set_up: Option<String>,
    /// The provider whose wizard opens once the settings are known, with the wizard's first step
    /// and an entered key.
    begins: Option<(String, Begin, Masked)>,
    /// The terminal's keyboard protocol.
    protocol: KeyProtocol,
    /// Whether the tried appearance was saved.
    theme_saved: bool,
}

impl Settings {
    /// Creates the settings without data and shows the page with this word, or else the first page.
    /// Numbers its background jobs from `first`; `tests` are the earlier connection tests.
    pub fn new(page: &str, first: u64, tests: &BTreeMap<String, ConnectionTest>) -> Self {
        let pages = pages();
        let at = pages.iter().position(|one| one.word() == page);
        let tests = tests.iter();
        Self {
            next: first,
            jobs: BTreeMap::new(),
            view: None,
            draft: Draft::default(),
            shown: Shown::default(),
            at: at.unwrap_or(0),
            pages,
            over: None,
            held: None,
            tests: tests
                .map(|(name, test)| (name.clone(), ConnectionState::Done(test.clone())))
                .collect(),
            offers: Offers::default(),
            lists: BTreeMap::new(),
            pull: None,
            then: AfterSave::Stay,
            said: None,
            question: QuestionPending::No,
            rows: 10,
            set_up: None,
            begins: None,
            protocol: KeyProtocol::default(),
            theme_saved: false,
        }
    }

    /// Returns the first background job.
    pub fn begin(&mut self) -> Vec<PaneEffect> {
        vec![self.job(JobPurpose::Look, BackgroundJob::Look)]
    }

    /// Opens the wizard of a provider first, with a key that was entered before.
    pub fn begin_with(&mut self, provider: String, begin: Begin, key: Masked) {
        self.begins = Some((provider, begin, key));
    }

    /// Opens the requested wizard, unless the user has begun something else.
    fn begin_wizard(&mut self) -> Vec<PaneEffect> {
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

    fn job(&mut self, work: JobPurpose, errand: BackgroundJob) -> PaneEffect {
        let id = JobId(self.next);
        self.next += 1;
        self.jobs.insert(id, work);
        PaneEffect::Job(JobCommand::Begin(id, Box::new(errand)))
    }

    fn is_saving(&self) -> bool {
        self.jobs.values().any(|work| *work == JobPurpose::Save)
    }

    /// Returns the number of unsaved changes.
    fn unsaved(&self) -> usize {
        self.shown.unsaved()
    }

    /// Whether leaving would lose anything.
    fn asks_before_leaving(&self) -> bool {
        self.unsaved() > 0 || self.pull.is_some() || self.is_saving()
    }

    fn say(&mut self, role: Role, text: impl Into<String>) {
        self.said = Some((role, text.into()));
    }

    /// Handles progress of a background job; ignores jobs that this screen no longer knows.
    fn step(&mut self, id: JobId, step: JobProgress) -> Vec<PaneEffect> {
        let Some(work) = self.jobs.get(&id).cloned() else {
            return Vec::new();
        };
        let goes_on = match &step {
            JobProgress::Pulled(progress) => !progress.over,
            JobProgress::Listed { is_last, .. } => !is_last,
            _ => false,
        };
        if !goes_on {
            self.jobs.remove(&id);
        }
        match (work, step) {
            (JobPurpose::Look, JobProgress::Looked(view)) => {
                self.take(*view);
                let mut effects = self.page_opened();
                effects.extend(self.begin_wizard());
                return effects;
            }
            (_, JobProgress::Offered { found, errors }) => {
                self.offers = Offers {
                    state: QueryState::Answered,
                    found,
                    errors,
                };
            }
            (_, JobProgress::Tested(test)) => {
                self.tests
                    .insert(test.provider.clone(), ConnectionState::Done(test));
            }
            (
                _,
                JobProgress::Listed {
                    provider,
                    result,
                    is_last,
                },
            ) => self.listed(&provider, result, is_last),
            (_, JobProgress::Pulled(progress)) => return self.pulled(progress),
            (_, JobProgress::Saved { result, view }) => return self.saved(result, *view),
            (work, JobProgress::Failed(why)) => self.failed(&work, why),
            (_, JobProgress::Looked(view)) => self.take(*view),
            // No job of this screen requests these.
            (_, JobProgress::Searched(_)) => {}
            (_, JobProgress::Probed(probed)) => self.probed(probed),
        }
        Vec::new()
    }

    /// Handles a job that ended without a result, because the engine stopped or gave up.
    fn ended(&mut self, id: JobId) {
        if let Some(work) = self.jobs.remove(&id) {
            self.failed(&work, notice!("settings-no-answer"));
        }
    }

    fn failed(&mut self, work: &JobPurpose, why: Notice) {
        match work {
            JobPurpose::Test(name) => {
                let test = ConnectionTest {
                    provider: name.clone(),
                    success: false,
                    latency_ms: None,
                    error_message: Some(why),
                    model_tested: None,
                };
                self.tests.insert(name.clone(), ConnectionState::Done(test));
            }
            JobPurpose::Offers => self.offers.state = QueryState::Answered,
            JobPurpose::List(name) => self.listed(name, Err(why), true),
            JobPurpose::Pull => {
                let model = self.pull.take().map_or_else(String::new, |pull| pull.model);
                self.say(Role::Err, say!("settings-not-fetched", model, why));
            }
            JobPurpose::Probe(model) => {
                let words = say!(
                    "probe-failed",
                    model = visible(model),
                    why = visible(&said(&why))
                );
                self.say(Role::Err, words);
            }
            JobPurpose::Look | JobPurpose::Save => {
                self.then = AfterSave::Stay;
                self.say(Role::Err, said(&why));
            }
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
        }
    }

    /// Rebuilds the shown settings after a change of the user's. A test result or model list
    /// obtained with a provider's old address or key is discarded.
    fn redo_changed(&mut self) -> Vec<PaneEffect> {
        let before = std::mem::take(&mut self.shown);
        self.redo();
        let is_other = |one: &&draft::ShownProvider| {
            let now = self.shown.provider(one.name());
            now.is_none_or(|now| now.base_url() != one.base_url() || now.key != one.key)
        };
        let others = before.providers.iter().filter(is_other);
        let others: Vec<String> = others.map(|one| one.name().to_owned()).collect();
        others
            .into_iter()
            .flat_map(|name| self.forget(&name))
            .collect()
    }

    /// Returns the test results for providers as saved, without those for an unsaved
    /// address or key.
    fn saved_tests(&self) -> BTreeMap<String, ConnectionTest> {
        let is_tried = |name: &str| match &self.over {
            Some(PageDialog::Setup(setup)) => setup.provider == name && setup.has_entered(),
            _ => false,
        };
        let is_kept = |name: &str| {
            let provider = self.shown.provider(name);
            provider.is_some_and(|one| one.change.base_url.is_none() && one.key.is_none())
        };
        let tests = self.tests.iter().filter_map(|(name, test)| match test {
            ConnectionState::Done(test) if is_kept(name) && !is_tried(name) => {
                Some((name.clone(), test.clone()))
            }
            _ => None,
        });
        tests.collect()
    }

    /// Discards a provider's results and cancels its queries.
    fn forget(&mut self, name: &str) -> Vec<PaneEffect> {
        self.tests.remove(name);
        self.lists.remove(name);
        let mut effects = self.give_up(&JobPurpose::Test(name.to_owned()));
        effects.extend(self.give_up(&JobPurpose::List(name.to_owned())));
        effects
    }

    fn pulled(&mut self, progress: protocol::stream::PullProgress) -> Vec<PaneEffect> {
        if !progress.over {
            if let Some(pull) = &mut self.pull {
                pull.progress = Some(progress);
            }
            return Vec::new();
        }
        let model = self.pull.take().map_or_else(String::new, |pull| pull.model);
        self.say(Role::Ok, say!("settings-is-there", model));
        self.offers.state = QueryState::Asking;
        vec![self.job(JobPurpose::Offers, BackgroundJob::Offers)]
    }

    /// Starts a test of a provider with unsaved settings applied; cancels the previous test.
    fn test(&mut self, name: &str, trial: Trial) -> Vec<PaneEffect> {
        let Some((change, key)) = self.with_unsaved_changes(name, trial) else {
            return Vec::new();
        };
        let errand = BackgroundJob::Test {
            provider: name.to_owned(),
            change,
            key,
        };
        let mut effects = self.give_up(&JobPurpose::Test(name.to_owned()));
        self.tests.insert(name.to_owned(), ConnectionState::Asking);
        effects.push(self.job(JobPurpose::Test(name.to_owned()), errand));
        effects
    }

    /// Cancels jobs with this purpose.
    fn give_up(&mut self, work: &JobPurpose) -> Vec<PaneEffect> {
        let ended: Vec<JobId> = self
            .jobs
            .iter()
            .filter(|(_, one)| *one == work)
            .map(|(id, _)| *id)
            .collect();
        self.jobs.retain(|id, _| !ended.contains(id));
        let end = |id| PaneEffect::Job(JobCommand::End(id));
        ended.into_iter().map(end).collect()
    }

    /// Closes the settings and cancels all running jobs except a save.
    pub(super) fn leave_now(&mut self) -> Vec<PaneEffect> {
        let mut effects: Vec<PaneEffect> = std::mem::take(&mut self.jobs)
            .into_iter()
            .filter(|(_, work)| *work != JobPurpose::Save)
            .map(|(id, _)| PaneEffect::Job(JobCommand::End(id)))
            .collect();
        effects.push(PaneEffect::CloseOverlay);
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
            tests: &self.tests,
            offers: &self.offers,
            lists: &self.lists,
            pull: self.pull.as_ref(),
            rows: self.rows.cast_signed(),
        };
        run(page, &cx)
    }

    /// Tells the page that it was opened, so that it can start a query.
    fn page_opened(&mut self) -> Vec<PaneEffect> {
        let actions = self.with_page(|page, cx| page.act(crate::keymap::Action::OpenSettings, cx));
        self.perform_page_actions(actions)
    }

    fn perform_page_actions(&mut self, actions: Vec<PageAction>) -> Vec<PaneEffect> {
        actions
            .into_iter()
            .flat_map(|action| self.perform_page_action(action))
            .collect()
    }
}
