//! The background jobs of the settings, by their purpose, and what they found: connection tests,
//! models that servers offer, a model that is being fetched. Jobs are made with the unsaved changes.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::draft::{Shown, is_unset};
use crate::job::{JobCommand, JobId};
use notice::{Notice, notice};
use protocol::catalogue::{
    BackgroundJob, ConnectionTest, JobProgress, KeyChange, ModelListing, ProbedModel,
    ProviderChange, SaveError, Setting, SettingsSave, SettingsView,
};
use protocol::stream::{ModelInfo, PullProgress};

/// Purpose of a running background job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobPurpose {
    /// Reads all settings.
    Look,
    /// Queries all servers for their models.
    Offers,
    /// Tests a provider.
    Test(String),
    /// Queries a provider for its models.
    List(String),
    /// Lets a provider fetch this model.
    Pull(String),
    /// Probes this model.
    Probe(String),
    Save,
}

/// State of a connection test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectionState {
    /// The test is running.
    Asking,
    /// The test is finished.
    Done(ConnectionTest),
}

/// State of a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum QueryState {
    #[default]
    No,
    /// The query is under way.
    Asking,
    /// The query was answered.
    Answered,
}

/// Models that servers offer and that are not configured.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Offers {
    /// State of the query.
    pub state: QueryState,
    pub found: Vec<ModelInfo>,
    /// Providers that could not be queried, with the reason.
    pub errors: Vec<(String, Notice)>,
}

/// The models that a provider offers with unsaved settings applied.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelList {
    /// State of the query.
    pub state: QueryState,
    pub models: Vec<ModelInfo>,
    /// Time of an earlier answer from which the models come.
    pub told_at: Option<Timestamp>,
    /// Reason why the query failed.
    pub problem: Option<Notice>,
    /// Whether the query went to an address that the user configured.
    pub is_elsewhere: bool,
}

impl ModelList {
    /// Whether the provider may have a model that it has not listed: it has not answered, and its
    /// address is the default one. The built-in models describe only that address.
    pub fn may_have_more(&self) -> bool {
        let has_answered = self.state == QueryState::Answered && self.problem.is_none();
        !has_answered && !self.is_elsewhere
    }

    /// Takes an answer, or the reason why there is none.
    fn take(&mut self, result: Result<ModelListing, Notice>, is_last: bool) {
        if is_last {
            self.state = QueryState::Answered;
        }
        match result {
            Ok(listed) => {
                self.models = listed.models;
                self.told_at = listed.told_at;
                self.problem = None;
            }
            Err(why) => self.problem = Some(why),
        }
    }
}

/// A model that is being fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    pub model: String,
    pub progress: Option<PullProgress>,
}

/// Values of a provider that are tried before they become a change.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trial {
    pub address: Option<Setting>,
    pub key: Option<KeyChange>,
}

/// The outcome of a step of a job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobOutcome {
    /// The settings were read.
    Looked(Box<SettingsView>),
    /// The list of a provider's models has changed.
    Listed,
    /// This model is fetched now.
    Pulled(String),
    Probed(ProbedModel),
    /// The save is done or refused; with the settings as they are now.
    Saved(Result<Vec<Notice>, SaveError>, Box<SettingsView>),
    /// A job failed whose failure is kept nowhere.
    Failed(JobPurpose, Notice),
    /// The result was kept, or the step had none.
    Kept,
}

/// The running jobs, and what earlier ones found.
#[derive(Debug, Default)]
pub struct SettingsJobs {
    /// Number of the next job.
    next: u64,
    running: BTreeMap<JobId, JobPurpose>,
    /// Connection tests, finished or running.
    pub tests: BTreeMap<String, ConnectionState>,
    pub offers: Offers,
    /// The models that single providers offer.
    pub lists: BTreeMap<String, ModelList>,
    pub pull: Option<Pull>,
}

impl SettingsJobs {
    /// Numbers jobs from `first`; `tests` are the earlier connection tests.
    pub fn new(first: JobId, tests: &BTreeMap<String, ConnectionTest>) -> Self {
        let tests = tests.iter();
        let done = |(name, test): (&String, &ConnectionTest)| {
            (name.clone(), ConnectionState::Done(test.clone()))
        };
        Self {
            next: first.0,
            tests: tests.map(done).collect(),
            ..Self::default()
        }
    }

    fn begin(&mut self, purpose: JobPurpose, job: BackgroundJob) -> JobCommand {
        let id = JobId(self.next);
        self.next += 1;
        self.running.insert(id, purpose);
        JobCommand::Begin(id, Box::new(job))
    }

    /// Reads all settings.
    pub fn look(&mut self) -> JobCommand {
        self.begin(JobPurpose::Look, BackgroundJob::Look)
    }

    /// Queries all servers for their models.
    pub fn ask_offers(&mut self) -> JobCommand {
        self.offers.state = QueryState::Asking;
        self.begin(JobPurpose::Offers, BackgroundJob::Offers)
    }

    pub fn save(&mut self, save: SettingsSave) -> JobCommand {
        self.begin(JobPurpose::Save, BackgroundJob::Save(Box::new(save)))
    }

    pub fn is_saving(&self) -> bool {
        self.running.values().any(|one| *one == JobPurpose::Save)
    }

    /// Lets a provider fetch a model.
    pub fn fetch(&mut self, provider: String, model: String) -> JobCommand {
        self.pull = Some(Pull {
            model: model.clone(),
            progress: None,
        });
        let purpose = JobPurpose::Pull(model.clone());
        self.begin(purpose, BackgroundJob::Pull { provider, model })
    }

    /// Stops fetching; returns the model.
    pub fn stop_fetching(&mut self) -> Option<(String, Vec<JobCommand>)> {
        let model = self.pull.take()?.model;
        let commands = self.cancel(&JobPurpose::Pull(model.clone()));
        Some((model, commands))
    }

    /// Returns the model that is being probed.
    pub fn probing(&self) -> Option<&str> {
        self.running.values().find_map(|purpose| match purpose {
            JobPurpose::Probe(model) => Some(model.as_str()),
            _ => None,
        })
    }

    /// Probes a model with its provider's saved settings.
    pub fn probe(&mut self, provider: String, model: String) -> JobCommand {
        let purpose = JobPurpose::Probe(model.clone());
        let provider = Some(provider);
        self.begin(purpose, BackgroundJob::Probe { provider, model })
    }

    /// Tests a provider with unsaved settings applied; cancels the previous test.
    pub fn test(&mut self, name: &str, trial: Trial, shown: &Shown) -> Vec<JobCommand> {
        let Some((change, key)) = with_unsaved(name, trial, shown) else {
            return Vec::new();
        };
        let purpose = JobPurpose::Test(name.to_owned());
        let mut commands = self.cancel(&purpose);
        self.tests.insert(name.to_owned(), ConnectionState::Asking);
        let job = BackgroundJob::Test {
            provider: name.to_owned(),
            change,
            key,
        };
        commands.push(self.begin(purpose, job));
        commands
    }

    /// Cancels the tests in progress.
    pub fn cancel_tests(&mut self) -> Vec<JobCommand> {
        let is_asking = |test: &mut ConnectionState| *test == ConnectionState::Asking;
        let asking = self.tests.extract_if(.., |_, test| is_asking(test));
        let asking: Vec<String> = asking.map(|(name, _)| name).collect();
        let asking = asking.into_iter();
        asking
            .flat_map(|name| self.cancel(&JobPurpose::Test(name)))
            .collect()
    }

    /// Queries a provider for its models with unsaved settings applied; cancels the previous query.
    /// Models from an earlier answer stay until then.
    pub fn list(&mut self, name: &str, trial: Trial, shown: &Shown) -> Vec<JobCommand> {
        let Some((change, key)) = with_unsaved(name, trial, shown) else {
            return Vec::new();
        };
        let is_elsewhere = match &change.base_url {
            Some(Setting::To(_)) => true,
            Some(Setting::Default) => false,
            None => {
                let provider = shown.provider(name);
                provider.is_some_and(|one| !is_unset(&one.read.view.base_url_from))
            }
        };
        let purpose = JobPurpose::List(name.to_owned());
        let mut commands = self.cancel(&purpose);
        let list = self.lists.entry(name.to_owned()).or_default();
        list.state = QueryState::Asking;
        list.is_elsewhere = is_elsewhere;
        let job = BackgroundJob::List {
            provider: name.to_owned(),
            change: ProviderChange {
                base_url: change.base_url,
                ..ProviderChange::default()
            },
            key,
        };
        commands.push(self.begin(purpose, job));
        commands
    }

    /// Discards a provider's results and cancels its queries.
    pub fn forget(&mut self, name: &str) -> Vec<JobCommand> {
        self.tests.remove(name);
        self.lists.remove(name);
        let mut commands = self.cancel(&JobPurpose::Test(name.to_owned()));
        commands.extend(self.cancel(&JobPurpose::List(name.to_owned())));
        commands
    }

    /// Discards the results of the providers whose address or key has changed.
    pub fn forget_changed(&mut self, before: &Shown, now: &Shown) -> Vec<JobCommand> {
        let mut commands = Vec::new();
        for one in &before.providers {
            let is_same = now
                .provider(one.name())
                .is_some_and(|now| now.base_url() == one.base_url() && now.key == one.key);
            if !is_same {
                commands.extend(self.forget(one.name()));
            }
        }
        commands
    }

    /// Returns the finished tests of providers as saved, without those of an unsaved address or key.
    pub fn saved_tests(&self, shown: &Shown) -> BTreeMap<String, ConnectionTest> {
        let is_saved = |name: &str| {
            let provider = shown.provider(name);
            provider.is_some_and(|one| one.change.base_url.is_none() && one.key.is_none())
        };
        let tests = self.tests.iter().filter_map(|(name, test)| match test {
            ConnectionState::Done(test) if is_saved(name) => Some((name.clone(), test.clone())),
            _ => None,
        });
        tests.collect()
    }

    /// Cancels the jobs with this purpose.
    pub fn cancel(&mut self, purpose: &JobPurpose) -> Vec<JobCommand> {
        let ended = self.running.extract_if(.., |_, one| one == purpose);
        ended.map(|(id, _)| JobCommand::End(id)).collect()
    }

    /// Cancels all running jobs except a save, which goes on.
    pub fn cancel_all(&mut self) -> Vec<JobCommand> {
        let running = std::mem::take(&mut self.running).into_iter();
        let others = running.filter(|(_, purpose)| *purpose != JobPurpose::Save);
        others.map(|(id, _)| JobCommand::End(id)).collect()
    }

    /// Takes a step of a job; `None` if the job is not one of these, or was cancelled.
    pub fn progress(&mut self, id: JobId, step: JobProgress) -> Option<JobOutcome> {
        let purpose = self.running.get(&id)?.clone();
        let goes_on = match &step {
            JobProgress::Pulled(progress) => !progress.over,
            JobProgress::Listed { is_last, .. } => !is_last,
            _ => false,
        };
        if !goes_on {
            self.running.remove(&id);
        }
        Some(match step {
            JobProgress::Looked(view) => JobOutcome::Looked(view),
            JobProgress::Saved { result, view } => JobOutcome::Saved(result, view),
            JobProgress::Probed(probed) => JobOutcome::Probed(probed),
            JobProgress::Failed(why) => self.failed(purpose, why),
            JobProgress::Offered { found, errors } => {
                self.offers = Offers {
                    state: QueryState::Answered,
                    found,
                    errors,
                };
                JobOutcome::Kept
            }
            JobProgress::Tested(test) => {
                let name = test.provider.clone();
                self.tests.insert(name, ConnectionState::Done(test));
                JobOutcome::Kept
            }
            JobProgress::Listed {
                provider,
                result,
                is_last,
            } => {
                let list = self.lists.entry(provider).or_default();
                list.take(result, is_last);
                JobOutcome::Listed
            }
            JobProgress::Pulled(progress) if progress.over => {
                let model = self.pull.take().map(|pull| pull.model);
                JobOutcome::Pulled(model.unwrap_or_default())
            }
            JobProgress::Pulled(progress) => {
                if let Some(pull) = &mut self.pull {
                    pull.progress = Some(progress);
                }
                JobOutcome::Kept
            }
            // No job of the settings requests this.
            JobProgress::Searched(_) => JobOutcome::Kept,
        })
    }

    /// Takes the end of a job without a result, because the engine stopped or gave up.
    pub fn ended(&mut self, id: JobId) -> Option<JobOutcome> {
        let purpose = self.running.remove(&id)?;
        Some(self.failed(purpose, notice!("settings-no-answer")))
    }

    fn failed(&mut self, purpose: JobPurpose, why: Notice) -> JobOutcome {
        match purpose {
            JobPurpose::Test(provider) => {
                let test = ConnectionTest {
                    provider: provider.clone(),
                    success: false,
                    latency_ms: None,
                    error_message: Some(why),
                    model_tested: None,
                };
                self.tests.insert(provider, ConnectionState::Done(test));
                JobOutcome::Kept
            }
            JobPurpose::List(provider) => {
                let list = self.lists.entry(provider).or_default();
                list.take(Err(why), true);
                JobOutcome::Listed
            }
            JobPurpose::Offers => {
                self.offers.state = QueryState::Answered;
                JobOutcome::Kept
            }
            purpose => {
                if matches!(purpose, JobPurpose::Pull(_)) {
                    self.pull = None;
                }
                JobOutcome::Failed(purpose, why)
            }
        }
    }
}

/// Returns a provider's change and key, with the values that are tried.
fn with_unsaved(
    name: &str,
    trial: Trial,
    shown: &Shown,
) -> Option<(ProviderChange, Option<KeyChange>)> {
    let provider = shown.provider(name)?;
    let change = shown.by_names(&provider.change);
    let change = ProviderChange {
        enabled: None,
        base_url: trial.address.or(change.base_url),
        ..change
    };
    Some((change, trial.key.or_else(|| provider.key.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> JobProgress {
        JobProgress::Failed(Notice::text("no network"))
    }

    #[test]
    fn a_cancelled_job_tells_nothing_and_a_save_is_never_cancelled() {
        let mut jobs = SettingsJobs::new(JobId(4), &BTreeMap::new());
        let fetch = jobs.fetch("ollama".into(), "tiny".into());
        assert!(matches!(fetch, JobCommand::Begin(JobId(4), _)));
        jobs.save(SettingsSave::default());
        jobs.look();
        let ended = [JobCommand::End(JobId(4)), JobCommand::End(JobId(6))];
        assert_eq!(jobs.cancel_all(), ended);
        assert_eq!(jobs.progress(JobId(4), failed()), None);
    }

    #[test]
    fn a_fetch_ends_once_and_its_failure_names_the_model() {
        let mut jobs = SettingsJobs::default();
        jobs.fetch("ollama".into(), "tiny".into());
        let step = |over| {
            JobProgress::Pulled(PullProgress {
                status: "pulling".into(),
                done: 1,
                total: Some(2),
                over,
            })
        };
        let first = JobId(0);
        assert_eq!(jobs.progress(first, step(false)), Some(JobOutcome::Kept));
        assert!(
            jobs.pull
                .as_ref()
                .is_some_and(|pull| pull.progress.is_some())
        );
        let pulled = JobOutcome::Pulled("tiny".into());
        assert_eq!(jobs.progress(first, step(true)), Some(pulled));
        assert_eq!((jobs.pull.take(), jobs.ended(first)), (None, None));
        jobs.fetch("ollama".into(), "other".into());
        let purpose = JobPurpose::Pull("other".into());
        let outcome = jobs.progress(JobId(1), failed());
        assert!(matches!(outcome, Some(JobOutcome::Failed(what, _)) if what == purpose));
        assert_eq!(jobs.pull, None);
    }

    #[test]
    fn a_job_that_ends_without_a_word_has_failed() {
        let mut jobs = SettingsJobs::default();
        jobs.ask_offers();
        assert_eq!(jobs.ended(JobId(0)), Some(JobOutcome::Kept));
        assert_eq!(jobs.offers.state, QueryState::Answered);
        jobs.look();
        let outcome = jobs.ended(JobId(1));
        let look = |one: &JobOutcome| matches!(one, JobOutcome::Failed(JobPurpose::Look, _));
        assert!(outcome.as_ref().is_some_and(look), "{outcome:?}");
    }
}
