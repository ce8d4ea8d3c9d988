//! A probe of a model that a slash command started: start, report, cancel. The engine's side makes
//! the requests, so no key waits for them.

use super::super::app::App;
use super::super::dialog::settings::{JobCommand, JobId};
use super::super::effect::Effect;
use super::super::model::RunningProbe;
use super::super::part::InputUse;
use client::slash::{code, probed};
use l10n::{said, say};
use protocol::catalogue::{BackgroundJob, JobProgress};
use protocol::event::NoticeLevel;

impl App {
    /// Starts `/models probe`. One probe at a time: two would slow each other down.
    pub(super) fn probe_model(&mut self, provider: Option<String>, model: String) {
        let Some(session) = self.model.session() else {
            return;
        };
        if let Some(probing) = &self.model.probing {
            let text = say!("probe-under-way", model = probing.model);
            return self.model.say(NoticeLevel::Warning, text);
        }
        let id = self.number_of_jobs();
        let text = say!("probe-begun", model);
        self.model.say(NoticeLevel::Info, text);
        self.model.probing = Some(RunningProbe {
            id,
            session,
            model: model.clone(),
        });
        let job = Box::new(BackgroundJob::Probe { provider, model });
        self.effects.push(Effect::Job(JobCommand::Begin(id, job)));
    }

    /// Takes the result of a background job if that job is the probe.
    pub(super) fn probe_step(&mut self, id: JobId, step: Option<&JobProgress>) -> InputUse {
        let Some(probing) = self.model.probing.take_if(|probing| probing.id == id) else {
            return InputUse::No;
        };
        let model = code(&probing.model);
        let text = match step {
            Some(JobProgress::Probed(found)) => probed(found),
            Some(JobProgress::Failed(why)) => say!("probe-failed", model, why = said(why)),
            _ => say!("probe-failed", model, why = say!("settings-no-answer")),
        };
        let begun = say!("probe-begun", model = probing.model);
        self.model.notice.take_if(|(_, said)| *said == begun);
        let line = format!("/models probe {}", probing.model);
        self.answer(probing.session, &line, &text);
        InputUse::Yes
    }

    /// Cancels a probe under way, on Ctrl+C.
    pub(super) fn give_up_probe(&mut self) -> InputUse {
        let Some(probing) = self.model.probing.take() else {
            return InputUse::No;
        };
        self.effects.push(Effect::Job(JobCommand::End(probing.id)));
        let text = say!("probe-given-up", model = probing.model);
        self.model.say(NoticeLevel::Info, text);
        InputUse::Yes
    }
}
