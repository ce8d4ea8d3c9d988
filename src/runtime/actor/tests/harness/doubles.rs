//! Doubles of what the program around the actor keeps: the user's consents, and the catalogue.

use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use crate::actor::{Catalogue, EgressConsents, NoCatalogue};
use notice::Notice;
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, CatalogueQuery, CatalogueReply, JobProgress, ModelRecord,
    Payment, Spent,
};
use protocol::estimate::Ratio;
use protocol::index::Consent;
use protocol::route::EgressTarget;
use provider::registry::Registry;

/// The user's answers on egress.
pub(in super::super) struct Doors(pub(super) Mutex<Option<Consent>>);

impl Doors {
    /// Forgets the answer, as if the user was never asked.
    pub(in super::super) fn shut(&self) {
        *self.0.lock().unwrap() = None;
    }
}

impl EgressConsents for Doors {
    fn said(&self, _: &EgressTarget) -> Option<Consent> {
        *self.0.lock().unwrap()
    }

    fn keep(&self, _: &EgressTarget, consent: Consent) -> Result<Notice, Notice> {
        *self.0.lock().unwrap() = Some(consent);
        Ok(Notice::text("kept"))
    }
}

/// A catalogue that is empty except for the ratio learned for the one model.
#[derive(Default)]
pub(in super::super) struct LearnedRatio(pub(in super::super) Mutex<Option<Ratio>>);

impl Catalogue for LearnedRatio {
    fn model(&self, _: &str, _: &str) -> Option<ModelRecord> {
        None
    }

    fn seeing(&self, _: &str) -> Vec<String> {
        vec!["scripted/eyes".to_owned()]
    }

    fn ratio(&self, _: &str, _: &str) -> Option<Ratio> {
        *self.0.lock().unwrap()
    }

    fn learn(&self, _: String, _: String, ratio: Ratio) -> BoxFuture<'_, ()> {
        *self.0.lock().unwrap() = Some(ratio);
        Box::pin(async {})
    }

    fn answer(
        &self,
        question: CatalogueQuery,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, Notice>> {
        NoCatalogue.answer(question, providers)
    }

    fn execute(
        &self,
        order: CatalogueCommand,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        NoCatalogue.execute(order, providers)
    }

    fn choose(
        &self,
        provider: String,
        used: Vec<String>,
        providers: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, Notice>> {
        NoCatalogue.choose(provider, used, providers)
    }

    fn run(
        &self,
        job: BackgroundJob,
        providers: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()> {
        NoCatalogue.run(job, providers, report)
    }

    fn pay(&self, payment: Payment) -> BoxFuture<'_, ()> {
        NoCatalogue.pay(payment)
    }

    fn today(&self) -> BoxFuture<'_, Option<Spent>> {
        NoCatalogue.today()
    }
}
