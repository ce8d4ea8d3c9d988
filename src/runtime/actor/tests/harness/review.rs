//! The review in the fixture: what the agent changed, asked about and decided.

use super::{ActorHarness, calls, read, says, write};
use protocol::approval::Mode;
use protocol::change::HunkState;
use protocol::command::Command;
use protocol::ids::HunkId;
use protocol::query::{Query, Reply};
use protocol::review::rollback::{RollbackMode, RollbackPreview, RollbackRequest, RollbackScope};
use protocol::review::view::{HunkRow, ViewOptions};
use protocol::review::{
    ApplyScope, ApplySummary, CallChanges, CheckpointRow, Comment, FileReview, ReviewBase,
    ReviewCommand, ReviewQuery, ReviewReply, ReviewSubject, RunChanges,
};

/// The text of `a.txt` that the agent changes.
pub(in super::super) const BEFORE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

impl ActorHarness {
    /// Creates a fixture with a session in this mode whose agent has rewritten `a.txt` from
    /// [`BEFORE`] to `text`.
    pub(in super::super) async fn rewritten(mode: Mode, text: &str) -> Self {
        let harness = Self::new(mode).await;
        harness.put("a.txt", BEFORE);
        harness.agent_writes("a.txt", text).await;
        harness
    }

    /// Lets the agent read a file and rewrite it with `text`.
    pub(in super::super) async fn agent_writes(&self, path: &str, text: &str) {
        self.provider.answer(calls(&[read(path)]));
        self.provider.answer(calls(&[write(path, text)]));
        self.exchange("change it", says("done")).await;
    }

    pub(in super::super) fn order(&self, order: ReviewCommand) {
        let session = self.session;
        self.command(Command::Review { session, order });
    }

    pub(in super::super) async fn ask(&self, question: ReviewQuery) -> ReviewReply {
        let session = self.session;
        let query = Query::Review { session, question };
        match self.query(query).await {
            Reply::Review { answer } => *answer,
            other => panic!("{other:?}"),
        }
    }

    /// Carries out an order to its end.
    pub(in super::super) async fn execute(&self, order: ReviewCommand) {
        self.order(order);
        self.idle().await;
    }

    /// Changes the text of a hunk as the user does in the review.
    pub(in super::super) async fn amend(&self, hunk: HunkId, text: &str) {
        let text = text.to_owned();
        self.execute(ReviewCommand::Amend { hunk, text }).await;
    }

    /// Returns the first file under review, with its hunks.
    pub(in super::super) async fn file(&self) -> (FileReview, Vec<HunkRow>) {
        let since = ReviewBase::Open;
        let (files, ..) = self.under_review().await;
        let file = files.first().expect("a file under review").file;
        let of = ReviewSubject::File { file, since };
        let options = ViewOptions::default();
        match self.ask(ReviewQuery::File { of, options }).await {
            ReviewReply::File { file, hunks, .. } => (*file, hunks),
            other => panic!("{other:?}"),
        }
    }

    pub(in super::super) async fn hunks(&self) -> Vec<HunkId> {
        let (_, hunks) = self.file().await;
        hunks.iter().map(|hunk| hunk.id).collect()
    }

    pub(in super::super) async fn decide(&self, hunk: HunkId, state: HunkState) {
        self.order(ReviewCommand::Decide {
            hunks: vec![hunk],
            state,
        });
        self.idle().await;
    }

    /// Returns the files under review, and what became of the changes of each call and run.
    pub(in super::super) async fn under_review(
        &self,
    ) -> (Vec<FileReview>, Vec<CallChanges>, Vec<RunChanges>) {
        let since = ReviewBase::Open;
        match self.ask(ReviewQuery::Files { since }).await {
            ReviewReply::Files {
                files,
                changes,
                runs,
                ..
            } => (files, changes, runs),
            other => panic!("{other:?}"),
        }
    }

    /// For calls whose changes do not all stand, returns the number of hunks: in total, refused,
    /// rolled back, and still on the disk.
    pub(in super::super) async fn fates(&self) -> Vec<(u32, u32, u32, u32)> {
        let (_, changes, _) = self.under_review().await;
        let parts = changes.iter().filter(|call| call.is_part());
        parts
            .map(|call| (call.all, call.refused, call.taken_back, call.on_disk))
            .collect()
    }

    /// For each run, returns the number of all hunks, and of those that stand and are not
    /// on the disk.
    pub(in super::super) async fn proposed_counts(&self) -> Vec<(u32, u32)> {
        let (_, _, runs) = self.under_review().await;
        runs.iter().map(|run| (run.all, run.proposed)).collect()
    }

    /// Returns the last checkpoints, the newest first.
    pub(in super::super) async fn checkpoints(&self) -> Vec<CheckpointRow> {
        match self.ask(ReviewQuery::Checkpoints { limit: 10 }).await {
            ReviewReply::Checkpoints { checkpoints, .. } => checkpoints,
            other => panic!("{other:?}"),
        }
    }

    pub(in super::super) async fn comments(&self) -> Vec<Comment> {
        match self.ask(ReviewQuery::Comments).await {
            ReviewReply::Comments { comments } => comments,
            other => panic!("{other:?}"),
        }
    }

    pub(in super::super) async fn summary(&self) -> ApplySummary {
        self.summary_of(ApplyScope::Decided).await
    }

    pub(in super::super) async fn summary_of(&self, of: ApplyScope) -> ApplySummary {
        let files = Vec::new();
        match self.ask(ReviewQuery::Summary { files, of }).await {
            ReviewReply::Summary { summary } => summary,
            other => panic!("{other:?}"),
        }
    }

    pub(in super::super) async fn apply(&self) {
        let shown = self.summary().await.shown.unwrap();
        self.order(ReviewCommand::Apply {
            files: Vec::new(),
            shown,
            of: ApplyScope::Decided,
        });
        self.idle().await;
    }

    pub(in super::super) async fn preview(&self, request: &RollbackRequest) -> RollbackPreview {
        let request = request.clone();
        match self.ask(ReviewQuery::Rollback { request }).await {
            ReviewReply::Rollback { preview } => *preview,
            other => panic!("{other:?}"),
        }
    }

    pub(in super::super) async fn roll_back(&self, request: RollbackRequest) {
        let shown = self.preview(&request).await.shown;
        self.order(ReviewCommand::RollBack { request, shown });
        self.idle().await;
    }
}

/// Returns a request that settles nothing.
pub(in super::super) fn request(how: RollbackMode, scope: RollbackScope) -> RollbackRequest {
    RollbackRequest {
        how,
        scope,
        without: Vec::new(),
        settle: Vec::new(),
        unclear: Vec::new(),
        word: "HARD".to_owned(),
    }
}
