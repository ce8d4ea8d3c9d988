//! Tests of background jobs: they end when the requester stops listening, but a save that has begun
//! completes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use tokio::sync::{Notify, mpsc};

use super::harness::{ActorHarness, HarnessSetup};
use crate::actor::Catalogue;
use notice::Notice;
use protocol::catalogue::{
    BackgroundJob, CatalogueCommand, CatalogueQuery, CatalogueReply, JobProgress, ModelRecord,
    Payment, Spent,
};
use protocol::estimate::Ratio;
use protocol::event::Delivery;
use provider::registry::Registry;

/// A catalogue whose jobs begin, and continue only on a signal.
#[derive(Default)]
struct Held {
    begun: Notify,
    go_on: Notify,
    done: AtomicBool,
}

impl Catalogue for Held {
    fn model(&self, _: &str, _: &str) -> Option<ModelRecord> {
        None
    }

    fn seeing(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn ratio(&self, _: &str, _: &str) -> Option<Ratio> {
        None
    }

    fn learn(&self, _: String, _: String, _: Ratio) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn answer(
        &self,
        _: CatalogueQuery,
        _: Arc<Registry>,
    ) -> BoxFuture<'_, Result<CatalogueReply, Notice>> {
        Box::pin(async { Err(Notice::text("not asked here")) })
    }

    fn execute(
        &self,
        _: CatalogueCommand,
        _: Arc<Registry>,
    ) -> BoxFuture<'_, Result<Notice, Notice>> {
        Box::pin(async { Err(Notice::text("not ordered here")) })
    }

    fn choose(
        &self,
        _: String,
        _: Vec<String>,
        _: Arc<Registry>,
    ) -> BoxFuture<'_, Result<String, Notice>> {
        Box::pin(async { Err(Notice::text("nothing is chosen here")) })
    }

    fn run(
        &self,
        _: BackgroundJob,
        _: Arc<Registry>,
        report: mpsc::Sender<JobProgress>,
    ) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.begun.notify_one();
            self.go_on.notified().await;
            self.done.store(true, Ordering::SeqCst);
            let done = JobProgress::Failed(Notice::text("done"));
            report.send(done).await.ok();
        })
    }

    fn pay(&self, _: Payment) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn today(&self) -> BoxFuture<'_, Option<Spent>> {
        Box::pin(async { None })
    }
}

fn harness(held: &Arc<Held>) -> ActorHarness {
    let catalogue = Arc::clone(held) as Arc<dyn Catalogue>;
    HarnessSetup::new().catalogue(catalogue).start()
}

#[tokio::test]
async fn an_errand_ends_when_nobody_listens_to_it_any_more() {
    let held = Arc::new(Held::default());
    let harness = harness(&held);
    let steps = harness.handle.job(BackgroundJob::Look).unwrap();
    held.begun.notified().await;
    drop(steps);
    // The job never continued, and no work waits for it.
    harness.handle.idle().await.unwrap();
    assert!(!held.done.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_save_that_has_begun_is_brought_to_its_end_without_a_listener() {
    let held = Arc::new(Held::default());
    let harness = harness(&held);
    let steps = harness
        .handle
        .job(BackgroundJob::Save(Box::default()))
        .unwrap();
    held.begun.notified().await;
    drop(steps);
    held.go_on.notify_one();
    harness.handle.idle().await.unwrap();
    assert!(held.done.load(Ordering::SeqCst));
}

#[tokio::test]
async fn nobody_in_the_journal_hears_of_an_errand() {
    let held = Arc::new(Held::default());
    let harness = harness(&held);
    held.go_on.notify_one();
    let mut steps = harness.handle.job(BackgroundJob::Look).unwrap();
    let done = JobProgress::Failed(Notice::text("done"));
    assert_eq!(steps.recv().await, Some(done));
    assert_eq!(steps.recv().await, None, "that was the last one");
    harness.handle.idle().await.unwrap();
    let mut events = harness.events;
    while let Ok(delivery) = events.try_recv() {
        let is_kept = matches!(&delivery, Delivery::Event { event } if event.seq.is_some());
        assert!(!is_kept, "{delivery:?}");
    }
}
