//! Carries out catalogue changes and background jobs about the catalogue.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::Dispatch;
use engine::Outcome;
use protocol::catalogue::{BackgroundJob, CatalogueCommand, JobProgress};
use protocol::ids::SessionId;

impl Dispatch {
    /// Changes the records of models and providers.
    pub(super) fn change_catalogue(&self, session: SessionId, order: CatalogueCommand) {
        let catalogue = Arc::clone(&self.catalogue);
        let providers = Arc::clone(&self.providers);
        self.in_background(async move {
            let result = catalogue.execute(order, providers).await;
            Outcome::CatalogueChanged { session, result }
        });
    }

    /// Chooses a model of a provider, preferring those that answered in this workspace before.
    pub(super) fn choose_model(&self, session: SessionId, provider: String) {
        let catalogue = Arc::clone(&self.catalogue);
        let providers = Arc::clone(&self.providers);
        let store = self.store.clone();
        self.in_background(async move {
            // Without a readable history, the choice is the same as in a new workspace.
            let used = store.models_used(provider.clone()).await;
            let used = used.unwrap_or_default();
            let result = catalogue.choose(provider.clone(), used, providers).await;
            Outcome::ModelChosen {
                session,
                provider,
                result,
            }
        });
    }

    /// Runs a background job as long as someone listens; a save runs to its end.
    pub(in crate::actor) fn run_job(&self, job: BackgroundJob, report: mpsc::Sender<JobProgress>) {
        let catalogue = Arc::clone(&self.catalogue);
        let providers = Arc::clone(&self.providers);
        let ticket = self.tickets.hand_out();
        tokio::spawn(async move {
            let is_save = matches!(job, BackgroundJob::Save(_));
            let run = catalogue.run(job, providers, report.clone());
            if is_save {
                run.await;
            } else {
                tokio::select! {
                    () = run => {}
                    () = report.closed() => {}
                }
            }
            drop(ticket);
        });
    }
}
