//! Probes of models on the settings' screen: begun by a key of the page of models, one at a time.

use super::{JobPurpose, Settings};
use crate::l10n::say;
use crate::protocol::catalogue::{BackgroundJob, ProbedModel};
use crate::slash::probe_words;
use crate::tui::part::PaneEffect;
use crate::tui::theme::Role;
use crate::tui::widget::text::visible;

impl Settings {
    /// Has a model probed, as its provider is kept.
    pub(super) fn probe(&mut self, provider: String, model: String) -> Vec<PaneEffect> {
        if let Some(model) = self.probing() {
            let words = say!("probe-under-way", model = visible(&model));
            self.say(Role::Warn, words);
            return Vec::new();
        }
        self.say(Role::Info, say!("probe-begun", model = visible(&model)));
        let work = JobPurpose::Probe(model.clone());
        let provider = Some(provider);
        vec![self.errand(work, BackgroundJob::Probe { provider, model })]
    }

    /// The model that is being probed.
    pub(super) fn probing(&self) -> Option<String> {
        self.errands.values().find_map(|work| match work {
            JobPurpose::Probe(model) => Some(model.clone()),
            _ => None,
        })
    }

    /// What came of it: said, and shown with the model from now on.
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
