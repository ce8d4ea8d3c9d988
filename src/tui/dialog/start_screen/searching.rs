//! The search for a first model: its background jobs, their results, and the way through the
//! settings of a provider.

use super::StartScreen;
use crate::dialog::Dialogs;
use crate::dialog::settings::{Begin, Settings};
use crate::effect::Effect;
use client::job::{JobCommand, JobId};
use l10n::{said, say};
use protocol::catalogue::{BackgroundJob, JobProgress, ModelSearch};
use protocol::event::NoticeLevel;

/// State of the search for a first model.
#[derive(Debug, Default)]
pub struct ModelSearchState {
    /// Result of the last search.
    pub(super) searched: Option<ModelSearch>,
    /// Whether the start screen opens as soon as nothing else is shown.
    pub is_due: bool,
    /// The background job that searches again. A model that it finds is used even if the start
    /// screen was closed meanwhile.
    pub looking: Option<JobId>,
    /// The background job that looks for a model of a just saved provider, and the provider's name.
    finding: Option<(JobId, String)>,
}

impl ModelSearchState {
    /// Returns the reason why no model could be connected.
    pub(crate) fn reason(&self) -> Option<String> {
        self.searched.as_ref()?.said.first().map(said)
    }
}

impl Dialogs {
    /// Takes the result of a search that found no usable model. The start screen opens as soon as
    /// nothing else is shown.
    pub(crate) fn no_model(&mut self, search: ModelSearch) {
        self.memory.starting.searched = Some(search);
        self.memory.starting.is_due = true;
    }

    /// Shows the start screen in place of the other dialogs.
    pub(crate) fn show_start(&mut self) {
        self.memory.starting.is_due = false;
        let known = self.memory.starting.searched.clone();
        self.show(Box::new(StartScreen::new(known)));
    }

    /// Searches for a model again, as at startup.
    pub(crate) fn search_model(&mut self, provider: String) -> Effect {
        let (id, search) = self.find_model(provider);
        self.memory.starting.looking = Some(id);
        search
    }

    /// Searches a saved provider that names no first model: queries what its server offers.
    pub(crate) fn search_saved_provider(&mut self, provider: String) -> Effect {
        let (id, search) = self.find_model(provider.clone());
        self.memory.starting.finding = Some((id, provider));
        search
    }

    fn find_model(&mut self, provider: String) -> (JobId, Effect) {
        let id = self.memory.first_job();
        if let Some(start) = self.start() {
            start.set_search_job(id);
        }
        let job = Box::new(BackgroundJob::FindModel { provider });
        (id, Effect::Job(JobCommand::Begin(id, job)))
    }

    /// Returns the start screen, visible or beneath the settings.
    fn start(&mut self) -> Option<&mut StartScreen> {
        self.find_mut()
    }

    /// Takes a step of a background job that searches for a model, or its end. Returns `None` if
    /// the job is another one.
    pub(crate) fn search_step(
        &mut self,
        id: JobId,
        step: Option<&JobProgress>,
    ) -> Option<Vec<Effect>> {
        let finding = &mut self.memory.starting.finding;
        if let Some((_, provider)) = finding.take_if(|(finding, _)| *finding == id) {
            return Some(vec![self.found_after_save(id, &provider, step)]);
        }
        let looking = &mut self.memory.starting.looking;
        looking.take_if(|looking| *looking == id)?;
        if let Some(JobProgress::Searched(search)) = step {
            self.searched(id, search);
            let found = search.found.clone().map(Effect::UseModel);
            return Some(found.into_iter().collect());
        }
        if let Some(start) = self.start().filter(|start| start.looking() == Some(id)) {
            start.failed(&reason(step));
        }
        Some(Vec::new())
    }

    fn searched(&mut self, id: JobId, search: &ModelSearch) {
        self.memory.starting.searched = Some(search.clone());
        if let Some(start) = self.start().filter(|start| start.looking() == Some(id)) {
            start.tell(search.clone());
        }
    }

    /// Takes the result of the search of a saved provider. If it found no model, the start screen
    /// shows the reason and what is available by now.
    fn found_after_save(
        &mut self,
        id: JobId,
        provider: &str,
        step: Option<&JobProgress>,
    ) -> Effect {
        if let Some(JobProgress::Searched(search)) = step {
            self.searched(id, search);
        }
        let why = match step {
            Some(JobProgress::Searched(search)) => match &search.found {
                Some(found) => return Effect::UseModel(found.clone()),
                None => search.said.first().map(said).unwrap_or_default(),
            },
            step => reason(step),
        };
        let text = say!("start-none-of", provider, why);
        if let Some(start) = self.start() {
            start.failed(&text);
        }
        Effect::Say(NoticeLevel::Warning, text)
    }

    /// Opens the wizard of a provider, with the way back to the start screen.
    pub(crate) fn set_up_provider(&mut self, provider: String, begin: Begin) -> Vec<Effect> {
        let key = self.start().map(StartScreen::take_key).unwrap_or_default();
        let mut settings = self.settings("providers");
        settings.begin_with(provider, begin, key);
        let effects = settings.begin();
        self.cover(Box::new(settings));
        effects
    }

    /// Handles that a first model was found: a user who came from the start screen leaves the
    /// settings.
    pub(crate) fn model_found(&mut self) -> Vec<Effect> {
        let is_covered = !self.shows::<StartScreen>();
        if is_covered
            && self.remove::<StartScreen>()
            && self.shows::<Settings>()
            && let Some(settings) = self.find_mut::<Settings>()
        {
            return settings.leave_if_saved();
        }
        Vec::new()
    }
}

/// Returns why a search ended without a result.
fn reason(step: Option<&JobProgress>) -> String {
    match step {
        Some(JobProgress::Failed(why)) => said(why),
        _ => say!("settings-no-answer").to_owned(),
    }
}
