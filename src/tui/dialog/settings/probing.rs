//! Model probes in the settings: started by a key on the models page, one at a time.

use super::{JobPurpose, Settings};
use crate::part::PaneEffect;
use crate::theme::Role;
use client::slash::probe_words;
use client::text::visible;
use l10n::say;
use protocol::catalogue::{BackgroundJob, ProbedModel};

impl Settings {
    /// Starts a probe of a model, with its provider's saved settings.
    pub(super) fn probe(&mut self, provider: String, model: String) -> Vec<PaneEffect> {
        if let Some(model) = self.probing() {
            let words = say!("probe-under-way", model = visible(&model));
            self.say(Role::Warn, words);
            return Vec::new();
        }
        self.say(Role::Info, say!("probe-begun", model = visible(&model)));
        let work = JobPurpose::Probe(model.clone());
        let provider = Some(provider);
        vec![self.job(work, BackgroundJob::Probe { provider, model })]
    }

    /// Returns the model being probed.
    pub(super) fn probing(&self) -> Option<String> {
        self.jobs.values().find_map(|work| match work {
            JobPurpose::Probe(model) => Some(model.clone()),
            _ => None,
        })
    }

    /// Takes the result of a probe: shows it as a notice, and from now on with the model.
    pub(super) fn probed(&mut self, probed: ProbedModel) {
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
}
