//! Probes a model for a slash command: begins, reports and stops the probe. Lines
//! are taken meanwhile.

use super::pending::PendingRequest;
use super::settings::SettingsTask;
use super::state::{Effect, Plain};
use super::{narration, text};
use client::connection::RequestNumber;
use client::slash::probed;
use l10n::say;
use protocol::catalogue::{BackgroundJob, JobProgress};
use session::SessionFacts;

impl Plain {
    /// Handles `/models probe`. One probe at a time: two would slow each other down.
    pub(super) fn probe_model(&mut self, provider: Option<String>, model: String) {
        if let Some((_, model)) = self.probing() {
            return self.say(say!("probe-under-way", model = text::line(&model)));
        }
        self.say(say!("probe-begun", model = text::line(&model)));
        let work = SettingsTask::Probe(model.clone());
        self.begin_job(work, BackgroundJob::Probe { provider, model });
    }

    /// Reports the result of the probe.
    pub(super) fn model_probed(&mut self, model: &str, step: &JobProgress) {
        let model = text::line(model);
        match step {
            JobProgress::Probed(found) => self.say_all(narration::own(&probed(found))),
            JobProgress::Failed(why) => {
                self.outcome.fail();
                self.say(say!("probe-failed", model, why = text::told(why)));
            }
            _ => self.say(say!("plain-wrong-answer")),
        }
    }

    /// Stops the probe on Ctrl+C if nothing else can be stopped.
    pub(super) fn stop_probing(&mut self) -> bool {
        if self.menu.is_some() || self.facts().is_some_and(SessionFacts::is_running) {
            return false;
        }
        let Some((number, model)) = self.probing() else {
            return false;
        };
        self.pending.remove(&number);
        self.effects.push(Effect::EndJob(number));
        self.say(say!("probe-given-up", model = text::line(&model)));
        true
    }

    /// Returns the probe in progress.
    fn probing(&self) -> Option<(RequestNumber, String)> {
        self.pending.iter().find_map(|(number, why)| match why {
            PendingRequest::SettingsJob(SettingsTask::Probe(model)) => {
                Some((*number, model.clone()))
            }
            _ => None,
        })
    }
}
