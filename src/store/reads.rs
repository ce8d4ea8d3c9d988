//! Queries of a store. Each query runs on a reader's thread, in one transaction.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    EntriesOf, PromptRecord, Store, StoreError, blobs, bundle, changes, checkpoints, events,
    figures, imported, inputs, interrupted, message_search, questions, review, runs, sessions,
    snapshot, worker,
};
use protocol::call::ToolClass;
use protocol::change::{Checkpoint, CheckpointFile, Entry};
use protocol::event::Event;
use protocol::figures::RunFigures;
use protocol::ids::{CallId, CheckpointId, ContentHash, FileId, Seq, SessionId};
use protocol::interrupted::InterruptedRun;
use protocol::review::{ApplyRecord, Comment, Operation, Retention, ReviewSnapshot};
use protocol::session::{Run, SessionSnapshot, SessionSummary};
use protocol::session_list::{SessionFilter, SessionHit};
use protocol::transfer::{BundledChanges, SessionBundle};

/// The queries fail as described in [`StoreError`]; none changes anything.
#[expect(
    clippy::missing_errors_doc,
    reason = "said once for all of them, at the block"
)]
impl Store {
    /// Returns the sessions in which the user has said or drafted something, and the one that
    /// `--continue` opens, last changed first.
    pub async fn sessions(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.sessions_and(Vec::new()).await
    }

    /// Returns the sessions as [`Store::sessions`], and those in `also` (the live ones) whatever
    /// their content.
    pub async fn sessions_and(
        &self,
        also: Vec<SessionId>,
    ) -> Result<Vec<SessionSummary>, StoreError> {
        self.readers
            .read(move |from| sessions::list(from, &also))
            .await
    }

    /// Returns the sessions that match a filter, last changed first, and those in `also`
    /// whatever their content.
    pub async fn sessions_that(
        &self,
        filter: SessionFilter,
        also: Vec<SessionId>,
    ) -> Result<Vec<SessionSummary>, StoreError> {
        let mut found = self.sessions_and(also).await?;
        found.retain(|row| filter.takes(row.status));
        Ok(found)
    }

    /// Returns at most `limit` messages of all sessions that contain all words of a
    /// text, best first.
    pub async fn search_sessions(
        &self,
        text: String,
        limit: usize,
    ) -> Result<Vec<SessionHit>, StoreError> {
        self.readers
            .read(move |from| message_search::search(from, &text, limit))
            .await
    }

    /// Returns everything that belongs to a session as a document; `None` if there is
    /// no such session.
    pub async fn bundle(&self, session: SessionId) -> Result<Option<SessionBundle>, StoreError> {
        self.readers
            .read(move |from| bundle::read(from, session))
            .await
    }

    /// Returns the changes made in a session here, and those imported with its document.
    pub async fn changes(
        &self,
        session: SessionId,
    ) -> Result<(BundledChanges, Option<BundledChanges>), StoreError> {
        self.readers
            .read(move |from| {
                let before = imported::of_session(from, session)?;
                Ok((imported::logged(from, session)?, before))
            })
            .await
    }

    /// Returns whether the session exists.
    pub async fn has_session(&self, session: SessionId) -> Result<bool, StoreError> {
        self.readers
            .read(move |from| Ok(sessions::one(from, session)?.is_some()))
            .await
    }

    /// Returns a complete session; `None` if there is no such session.
    pub async fn session(&self, session: SessionId) -> Result<Option<SessionSnapshot>, StoreError> {
        self.readers
            .read(move |from| snapshot::load(from, session))
            .await
    }

    /// Returns the last changed session that is not archived. Returns one in which the user has
    /// said and drafted nothing only if there is no other.
    pub async fn latest_session(&self) -> Result<Option<SessionId>, StoreError> {
        self.readers.read(sessions::latest).await
    }

    /// Returns the sessions with an unsent draft, last changed first, without archived ones.
    pub async fn drafted_sessions(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.readers.read(sessions::drafted).await
    }

    /// Returns the total duration of a session's runs, in milliseconds.
    pub async fn duration(&self, session: SessionId) -> Result<u64, StoreError> {
        self.readers
            .read(move |from| sessions::duration(from, session))
            .await
    }

    /// Returns the names of some models of a provider that have answered in this
    /// workspace, latest first.
    pub async fn models_used(&self, provider: String) -> Result<Vec<String>, StoreError> {
        self.readers
            .read(move |from| runs::models_used(from, &provider))
            .await
    }

    /// Returns at most `limit` events of a session after `seq`, in order and as written.
    pub async fn events_of(
        &self,
        session: SessionId,
        seq: Seq,
        limit: usize,
    ) -> Result<Vec<(Seq, String)>, StoreError> {
        self.readers
            .read(move |from| events::of_session(from, session, seq, limit))
            .await
    }

    /// Returns a session's runs, the latest first, at most `limit`.
    pub async fn runs(&self, session: SessionId, limit: usize) -> Result<Vec<Run>, StoreError> {
        self.readers
            .read(move |from| runs::list(from, session, limit))
            .await
    }

    /// Returns a session's runs with their parts, the latest last, at most `limit`.
    pub async fn figures(
        &self,
        session: SessionId,
        limit: usize,
    ) -> Result<Vec<RunFigures>, StoreError> {
        self.readers
            .read(move |from| figures::of_session(from, session, limit))
            .await
    }

    /// Returns the sessions that are running or waiting according to the tables. Their locks tell
    /// which of them are dead.
    pub async fn at_work(&self) -> Result<Vec<SessionId>, StoreError> {
        self.readers.read(interrupted::at_work).await
    }

    /// Returns the open items of a session's last run; `None` if the run ended. `class_of` returns
    /// the class of a tool.
    pub async fn interrupted_run(
        &self,
        session: SessionId,
        class_of: fn(&str) -> ToolClass,
    ) -> Result<Option<InterruptedRun>, StoreError> {
        self.readers
            .read(move |from| interrupted::run(from, session, class_of))
            .await
    }

    /// Returns the unfinished calls of all sessions.
    pub async fn open_calls(&self) -> Result<BTreeSet<CallId>, StoreError> {
        let open = self.readers.read(interrupted::open_calls).await?;
        Ok(open.into_iter().collect())
    }

    /// Returns at most `limit` events after `seq`, in order. Skips kinds that this build does not
    /// know; fewer than `limit` events means that there are no more.
    pub async fn events_after(&self, seq: Seq, limit: usize) -> Result<Vec<Event>, StoreError> {
        self.readers
            .read(move |from| events::after(from, seq, limit))
            .await
    }

    /// Returns the number of the last event, including those of other processes.
    pub async fn last_seq(&self) -> Result<Seq, StoreError> {
        self.readers.read(events::last).await
    }

    /// Returns the last `limit` lines typed in the workspace, latest last.
    pub async fn history(&self, limit: usize) -> Result<Vec<String>, StoreError> {
        self.readers
            .read(move |from| inputs::history(from, limit))
            .await
    }

    /// Returns the draft of a session; empty if there is none.
    pub async fn draft(&self, session: SessionId) -> Result<String, StoreError> {
        self.readers
            .read(move |from| inputs::draft(from, session))
            .await
    }

    /// Returns every question of a session with its answer, oldest first.
    pub async fn prompts(&self, session: SessionId) -> Result<Vec<PromptRecord>, StoreError> {
        self.readers
            .read(move |from| questions::list(from, session))
            .await
    }

    /// Returns the file that is at `path` now (relative to the root) according to the log,
    /// preferably one that the session has changed.
    pub async fn file_id(
        &self,
        session: SessionId,
        path: &str,
    ) -> Result<Option<FileId>, StoreError> {
        let path = path.to_owned();
        self.readers
            .read(move |from| changes::file_at(from, session, &path))
            .await
    }

    /// Returns the first base that a session stored of the file at `path`.
    pub async fn first_base(
        &self,
        session: SessionId,
        path: &str,
    ) -> Result<Option<(Checkpoint, CheckpointFile)>, StoreError> {
        let path = path.to_owned();
        self.readers
            .read(move |from| checkpoints::first_base(from, session, &path))
            .await
    }

    /// Returns the checkpoints of a session, oldest first, each with its files.
    pub async fn checkpoints(
        &self,
        session: SessionId,
    ) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
        self.readers
            .read(move |from| checkpoints::list(from, session))
            .await
    }

    /// Returns the highest checkpoint number in the workspace; 0 if there is none.
    pub async fn last_checkpoint_number(&self) -> Result<u64, StoreError> {
        self.readers.read(checkpoints::last_number).await
    }

    /// Returns entries with the present state of their hunks, in log order.
    pub async fn entries(&self, of: EntriesOf) -> Result<Vec<Entry>, StoreError> {
        self.readers
            .read(move |from| changes::entries(from, &of))
            .await
    }

    /// Returns the entries with a hunk that is pending or accepted and not on the disk.
    pub async fn unwritten_entries(&self) -> Result<Vec<Entry>, StoreError> {
        self.readers.read(changes::unwritten_entries).await
    }

    /// As [`Store::file_id`], for callers on blocking threads.
    pub fn file_id_blocking(
        &self,
        session: SessionId,
        path: &str,
    ) -> Result<Option<FileId>, StoreError> {
        worker::wait(self.file_id(session, path))
    }

    /// Returns the files that a session has logged changes of at a path, wherever they are now.
    pub fn files_at_blocking(
        &self,
        session: SessionId,
        path: &str,
    ) -> Result<Vec<FileId>, StoreError> {
        let path = path.to_owned();
        worker::wait(
            self.readers
                .read(move |from| changes::files_at(from, session, &path)),
        )
    }

    /// As [`Store::entries`], for callers on blocking threads.
    pub fn entries_blocking(&self, of: EntriesOf) -> Result<Vec<Entry>, StoreError> {
        worker::wait(self.entries(of))
    }

    /// As [`Store::get_blob`], for callers on blocking threads.
    pub fn get_blob_blocking(&self, hash: &ContentHash) -> Result<Option<Arc<[u8]>>, StoreError> {
        worker::wait(self.get_blob(hash))
    }

    /// Returns the files that a session has logged changes of, with their present paths,
    /// ordered by path.
    pub fn files_of_blocking(
        &self,
        session: SessionId,
    ) -> Result<Vec<(FileId, String)>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| changes::files_of(from, session)),
        )
    }

    /// Returns the first base that a session stored of a file.
    pub fn base_of_blocking(
        &self,
        session: SessionId,
        file: FileId,
    ) -> Result<Option<CheckpointFile>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| checkpoints::base_of(from, session, file)),
        )
    }

    /// Returns the name of another session that brought the file at `path` to this content.
    pub fn written_by_another_blocking(
        &self,
        session: SessionId,
        path: &str,
        hash: &ContentHash,
    ) -> Result<Option<String>, StoreError> {
        let (path, hash) = (path.to_owned(), *hash);
        worker::wait(
            self.readers
                .read(move |from| changes::written_by_another(from, session, &path, &hash)),
        )
    }

    /// As [`Store::checkpoints`], for callers on blocking threads.
    pub fn checkpoints_blocking(
        &self,
        session: SessionId,
    ) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
        worker::wait(self.checkpoints(session))
    }

    /// Returns the last checkpoints of the workspace, latest first, each with its files.
    pub fn latest_checkpoints_blocking(
        &self,
        limit: u32,
    ) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| checkpoints::latest(from, limit)),
        )
    }

    /// Returns the incomplete checkpoints: those with missing contents.
    pub fn broken_checkpoints_blocking(&self) -> Result<BTreeSet<CheckpointId>, StoreError> {
        let missing = worker::wait(self.readers.read(checkpoints::missing))?;
        let gone = missing
            .into_iter()
            .filter(|(_, hash)| self.contents.get(hash).is_none());
        Ok(gone.map(|(checkpoint, _)| checkpoint).collect())
    }

    /// Returns the stored state of a session's review, without the texts of its lines.
    pub async fn review(&self, session: SessionId) -> Result<ReviewSnapshot, StoreError> {
        self.readers
            .read(move |from| review::snapshot(from, session))
            .await
    }

    /// As [`Store::review`], for callers on blocking threads.
    pub fn review_blocking(&self, session: SessionId) -> Result<ReviewSnapshot, StoreError> {
        worker::wait(self.review(session))
    }

    /// Returns the operations in the review of a session, oldest first.
    pub fn operations_blocking(&self, session: SessionId) -> Result<Vec<Operation>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| review::operations(from, session)),
        )
    }

    /// Returns every comment in the review of a session, oldest first.
    pub fn all_comments_blocking(&self, session: SessionId) -> Result<Vec<Comment>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| review::all_comments(from, session)),
        )
    }

    /// Returns the comments that the agent of a session has not received yet, oldest first.
    pub fn comments_blocking(&self, session: SessionId) -> Result<Vec<Comment>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| review::comments(from, session)),
        )
    }

    /// Returns the applications that were started and not finished, oldest first,
    /// with their sessions.
    pub async fn open_applies(&self) -> Result<Vec<(SessionId, ApplyRecord)>, StoreError> {
        self.readers.read(review::open_applies).await
    }

    /// As [`Store::put_blob`], for callers on blocking threads.
    pub fn put_blob_blocking(&self, bytes: Arc<[u8]>) -> Result<ContentHash, StoreError> {
        worker::wait(self.put_blob(bytes))
    }

    /// As [`Store::sessions`], for callers on blocking threads.
    pub fn sessions_blocking(&self) -> Result<Vec<SessionSummary>, StoreError> {
        worker::wait(self.sessions())
    }

    /// As [`Store::kept`], for callers on blocking threads.
    pub fn kept_blocking(&self) -> Result<Retention, StoreError> {
        worker::wait(self.kept())
    }

    /// Returns a content by its hash, checked; `None` if it is not stored.
    pub async fn get_blob(&self, hash: &ContentHash) -> Result<Option<Arc<[u8]>>, StoreError> {
        if let Some(bytes) = self.contents.get(hash) {
            return Ok(Some(bytes));
        }
        let hash = *hash;
        self.readers.read(move |from| blobs::get(from, &hash)).await
    }
}
