//! The settings: providers, models, keys, the look, budgets and policy, over the panes. Changes are collected and saved together.
//!
//! Owns what was read, the changes, and what lies over a page: a value that is typed, a choice, a wizard, a question.
//! Asks and orders through [`PaneEffect`]: errands, whose steps come back to [`Settings::step`]. What a page is stands
//! in [`page`]; a new one is a module and a line there.

mod act;
mod capture;
mod choose;
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
pub(in crate::tui) mod tests;
mod theme;
mod to_save;

use std::collections::BTreeMap;

use self::draft::{Draft, Shown};
pub use self::field::Masked;
pub use self::page::PAGES;
use self::page::{
    ConnectionState, List, Offers, PageAction, PageContext, PageView, Pull, QueryState, pages,
};
use super::part::PaneEffect;
use super::terminal::KeyProtocol;
use super::theme::Role;
use super::widget::text::visible;
use crate::l10n::say;
use crate::protocol::catalogue::{
    BackgroundJob, ConnectionTest, JobProgress, KeyChange, Setting, SettingsView,
};

/// An errand of this screen, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// What is asked of the world about an errand.
#[derive(Debug, Clone, PartialEq)]
pub enum JobCommand {
    Begin(JobId, Box<BackgroundJob>),
    /// Give it up.
    End(JobId),
}

/// What an errand that is under way is for.
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

/// A question that waits for its key.
#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyPrompt {
    /// Whether a key goes.
    RemoveKey(String),
    /// Whether a model goes: its id, and what it is called.
    RemoveModel(String, String),
    /// What becomes of what is not saved.
    Leave,
}

/// What lies over a page.
#[derive(Debug)]
enum PageDialog {
    Line(Box<field::Line>),
    Key(Box<field::KeyField>),
    Choose(Box<choose::Chooser>),
    Pick(Box<pick::ValuePicker>),
    Capture(Box<capture::Capture>),
    Form(Box<form::Form>),
    Setup(Box<setup::ProviderWizard>),
    Ask(KeyPrompt),
}

/// Where the wizard of a provider begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// With its first step.
    AtItsStart,
    /// With its key; its address is as it was.
    AtItsKey,
}

/// What comes after a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterSave {
    Stay,
    Leave,
}

/// What was entered in a wizard and is tried before it is a change.
#[derive(Debug, Clone, Default, PartialEq)]
struct Trial {
    address: Option<Setting>,
    key: Option<KeyChange>,
}

/// Whether a question of a run waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionPending {
    Yes,
    No,
}

#[derive(Debug)]
pub struct Settings {
    /// The number of the next errand.
    next: u64,
    errands: BTreeMap<JobId, JobPurpose>,
    view: Option<SettingsView>,
    draft: Draft,
    /// Everything as it would be, made anew with each change.
    shown: Shown,
    pages: Vec<Box<dyn PageView>>,
    at: usize,
    over: Option<PageDialog>,
    /// A key that decides, until it is known to have been alone.
    held: Option<char>,
    tests: BTreeMap<String, ConnectionState>,
    offers: Offers,
    lists: BTreeMap<String, List>,
    pull: Option<Pull>,
    then: AfterSave,
    said: Option<(Role, String)>,
    prompt: QuestionPending,
    /// Rows of a page.
    rows: usize,
    /// The provider that was set up and its first model, for a session that has none.
    set_up: Option<String>,
    /// The provider whose wizard is shown as soon as it is known what is set.
    begins: Option<(String, Begin, Masked)>,
    /// How this terminal tells keys.
    protocol: KeyProtocol,
    /// Whether the look that is tried was saved.
    look_is_kept: bool,
}

impl Settings {
    /// An empty one that shows the page with this word, or the first. Its errands are numbered from `first` on;
    /// `tests` are those of before.
    pub fn new(page: &str, first: u64, tests: &BTreeMap<String, ConnectionTest>) -> Self {
        let pages = pages();
        let at = pages.iter().position(|one| one.word() == page);
        let tests = tests.iter();
        Self {
            next: first,
            errands: BTreeMap::new(),
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
            prompt: QuestionPending::No,
            rows: 10,
            set_up: None,
            begins: None,
            protocol: KeyProtocol::default(),
            look_is_kept: false,
        }
    }

    /// What it asks first.
    pub fn begin(&mut self) -> Vec<PaneEffect> {
        vec![self.errand(JobPurpose::Look, BackgroundJob::Look)]
    }

    /// Begins with the wizard of a provider, into which this key was entered before.
    pub fn begin_with(&mut self, provider: String, begin: Begin, key: Masked) {
        self.begins = Some((provider, begin, key));
    }

    /// Shows the wizard that it is to begin with, where the human has not begun something else.
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
        self.wish(PageAction::Show(over))
    }

    /// Tells whether a question of a run waits.
    pub fn set_prompt(&mut self, waits: QuestionPending) {
        self.prompt = waits;
    }

    /// Tells how this terminal tells keys.
    pub fn set_protocol(&mut self, protocol: KeyProtocol) {
        self.protocol = protocol;
    }

    fn errand(&mut self, work: JobPurpose, errand: BackgroundJob) -> PaneEffect {
        let id = JobId(self.next);
        self.next += 1;
        self.errands.insert(id, work);
        PaneEffect::Errand(JobCommand::Begin(id, Box::new(errand)))
    }

    fn is_saving(&self) -> bool {
        self.errands.values().any(|work| *work == JobPurpose::Save)
    }

    /// How many things are not saved.
    fn unsaved(&self) -> usize {
        self.shown.unsaved()
    }

    /// Whether something would be lost by leaving.
    pub fn asks_before_leaving(&self) -> bool {
        self.unsaved() > 0 || self.pull.is_some() || self.is_saving()
    }

    fn say(&mut self, role: Role, text: impl Into<String>) {
        self.said = Some((role, text.into()));
    }

    /// Takes a step of an errand; one that is not of this screen any more is passed over.
    pub fn step(&mut self, id: JobId, step: JobProgress) -> Vec<PaneEffect> {
        let Some(work) = self.errands.get(&id).cloned() else {
            return Vec::new();
        };
        let goes_on = match &step {
            JobProgress::Pulled(progress) => !progress.over,
            JobProgress::Listed { is_last, .. } => !is_last,
            _ => false,
        };
        if !goes_on {
            self.errands.remove(&id);
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
            (work, JobProgress::Failed(why)) => self.failed(&work, &why),
            (_, JobProgress::Looked(view)) => self.take(*view),
            // No errand of this screen asks for it.
            (_, JobProgress::Searched(_)) => {}
            (_, JobProgress::Probed(probed)) => self.probed(probed),
        }
        Vec::new()
    }

    /// The engine is gone, or gave an errand up without a word.
    pub fn ended(&mut self, id: JobId) {
        if let Some(work) = self.errands.remove(&id) {
            self.failed(&work, say!("settings-no-answer"));
        }
    }

    fn failed(&mut self, work: &JobPurpose, why: &str) {
        match work {
            JobPurpose::Test(name) => {
                let test = ConnectionTest {
                    provider: name.clone(),
                    success: false,
                    latency_ms: None,
                    error_message: Some(why.to_owned()),
                    model_tested: None,
                };
                self.tests.insert(name.clone(), ConnectionState::Done(test));
            }
            JobPurpose::Offers => self.offers.state = QueryState::Answered,
            JobPurpose::List(name) => self.listed(name, Err(why.to_owned()), true),
            JobPurpose::Pull => {
                let model = self.pull.take().map_or_else(String::new, |pull| pull.model);
                self.say(Role::Err, say!("settings-not-fetched", model, why));
            }
            JobPurpose::Probe(model) => {
                let words = say!("probe-failed", model = visible(model), why = visible(why));
                self.say(Role::Err, words);
            }
            JobPurpose::Look | JobPurpose::Save => {
                self.then = AfterSave::Stay;
                self.say(Role::Err, why);
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

    /// Makes what is shown anew.
    fn redo(&mut self) {
        if let Some(view) = &self.view {
            self.shown = self.draft.over(view);
        }
    }

    /// The same after a change of the human's. What was told of a provider as it was says nothing of one with another
    /// address or key, and is forgotten.
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

    /// The tests that hold for providers as they are kept: none of an address or key that is not saved.
    pub fn tests_of_what_is_kept(&self) -> BTreeMap<String, ConnectionTest> {
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

    /// Forgets what a provider has told, and asks no further.
    fn forget(&mut self, name: &str) -> Vec<PaneEffect> {
        self.tests.remove(name);
        self.lists.remove(name);
        let mut effects = self.give_up(&JobPurpose::Test(name.to_owned()));
        effects.extend(self.give_up(&JobPurpose::List(name.to_owned())));
        effects
    }

    fn pulled(&mut self, progress: crate::protocol::stream::PullProgress) -> Vec<PaneEffect> {
        if !progress.over {
            if let Some(pull) = &mut self.pull {
                pull.progress = Some(progress);
            }
            return Vec::new();
        }
        let model = self.pull.take().map_or_else(String::new, |pull| pull.model);
        self.say(Role::Ok, say!("settings-is-there", model));
        self.offers.state = QueryState::Asking;
        vec![self.errand(JobPurpose::Offers, BackgroundJob::Offers)]
    }

    /// Has a provider tested as it would be; the errand before it is given up.
    fn test(&mut self, name: &str, trial: Trial) -> Vec<PaneEffect> {
        let Some((change, key)) = self.as_it_would_be(name, trial) else {
            return Vec::new();
        };
        let errand = BackgroundJob::Test {
            provider: name.to_owned(),
            change,
            key,
        };
        let mut effects = self.give_up(&JobPurpose::Test(name.to_owned()));
        self.tests.insert(name.to_owned(), ConnectionState::Asking);
        effects.push(self.errand(JobPurpose::Test(name.to_owned()), errand));
        effects
    }

    /// Ends errands of this kind.
    fn give_up(&mut self, work: &JobPurpose) -> Vec<PaneEffect> {
        let ended: Vec<JobId> = self
            .errands
            .iter()
            .filter(|(_, one)| *one == work)
            .map(|(id, _)| *id)
            .collect();
        self.errands.retain(|id, _| !ended.contains(id));
        let end = |id| PaneEffect::Errand(JobCommand::End(id));
        ended.into_iter().map(end).collect()
    }

    /// Closes it; what is under way is ended, but for a save.
    pub(super) fn leave_now(&mut self) -> Vec<PaneEffect> {
        let mut effects: Vec<PaneEffect> = std::mem::take(&mut self.errands)
            .into_iter()
            .filter(|(_, work)| *work != JobPurpose::Save)
            .map(|(id, _)| PaneEffect::Errand(JobCommand::End(id)))
            .collect();
        effects.push(PaneEffect::CloseOverlay);
        effects
    }

    /// Runs something on the page that is shown, with all that it may know.
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

    /// The page was opened: it may want to ask something.
    fn page_opened(&mut self) -> Vec<PaneEffect> {
        let wishes = self.with_page(|page, cx| page.act(super::keymap::Action::OpenSettings, cx));
        self.wishes(wishes)
    }

    fn wishes(&mut self, wishes: Vec<PageAction>) -> Vec<PaneEffect> {
        wishes
            .into_iter()
            .flat_map(|wish| self.wish(wish))
            .collect()
    }
}
