//! What can be asked of a store. Each question runs on a reader's thread, in one transaction.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    EntriesOf, PromptRecord, Store, StoreError, blobs, bundle, changes, checkpoints, events,
    figures, imported, inputs, interrupted, message_search, questions, review, runs, sessions,
    snapshot, worker,
};
use crate::protocol::call::ToolClass;
use crate::protocol::change::{Checkpoint, CheckpointFile, Entry};
use crate::protocol::event::Event;
use crate::protocol::figures::RunFigures;
use crate::protocol::ids::{CallId, CheckpointId, ContentHash, FileId, Seq, SessionId};
use crate::protocol::interrupted::InterruptedRun;
use crate::protocol::review::{ApplyRecord, Comment, Operation, Retention, ReviewSnapshot};
use crate::protocol::session::{Run, SessionSnapshot, SessionSummary};
use crate::protocol::session_list::{SessionFilter, SessionHit};
use crate::protocol::transfer::{BundledChanges, SessionBundle};

/// Every question fails as [`StoreError`] says; none changes anything.
#[expect(
    clippy::missing_errors_doc,
    reason = "said once for all of them, at the block"
)]
impl Store {
    /// The sessions in which the human has said or drafted something, the one that changed last
    /// first.
    pub async fn sessions(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.sessions_and(Vec::new()).await
    }

    /// As [`Store::sessions`], with those in `also` whatever is in them: the live ones.
    pub async fn sessions_and(
        &self,
        also: Vec<SessionId>,
    ) -> Result<Vec<SessionSummary>, StoreError> {
        self.readers
            .read(move |from| sessions::list(from, &also))
            .await
    }

    /// The sessions that a filter takes, the one that changed last first; those in `also` whatever is in them.
    pub async fn sessions_that(
        &self,
        filter: SessionFilter,
        also: Vec<SessionId>,
    ) -> Result<Vec<SessionSummary>, StoreError> {
        let mut found = self.sessions_and(also).await?;
        found.retain(|row| filter.takes(row.status));
        Ok(found)
    }

    /// At most `limit` messages of all sessions in which all words of a text stand, the best first.
    pub async fn search_sessions(
        &self,
        text: String,
        limit: usize,
    ) -> Result<Vec<SessionHit>, StoreError> {
        self.readers
            .read(move |from| message_search::search(from, &text, limit))
            .await
    }

    /// All that belongs to a session, as a document; `None` where there is none.
    pub async fn bundle(&self, session: SessionId) -> Result<Option<SessionBundle>, StoreError> {
        self.readers
            .read(move |from| bundle::read(from, session))
            .await
    }

    /// What was changed in a session here, and what came in of it with a document.
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

    /// Whether there is such a session.
    pub async fn has_session(&self, session: SessionId) -> Result<bool, StoreError> {
        let one = move |from: &_| Ok(sessions::one(from, session)?.is_some());
        self.readers.read(one).await
    }

    /// A session as a whole; `None` where there is none.
    pub async fn session(&self, session: SessionId) -> Result<Option<SessionSnapshot>, StoreError> {
        self.readers
            .read(move |from| snapshot::load(from, session))
            .await
    }

    /// The session that changed last and is not archived. One in which the human has said and
    /// drafted nothing is given only where there is no other.
    pub async fn latest_session(&self) -> Result<Option<SessionId>, StoreError> {
        self.readers.read(sessions::latest).await
    }

    /// The sessions with a message that was begun and not sent, the one that changed last first; none that is archived.
    pub async fn drafted_sessions(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.readers.read(sessions::drafted).await
    }

    /// How long a session's runs took in all, in milliseconds.
    pub async fn duration(&self, session: SessionId) -> Result<u64, StoreError> {
        self.readers
            .read(move |from| sessions::duration(from, session))
            .await
    }

    /// The models of a provider that have answered in this workspace, by their names there: the latest first, some of them.
    pub async fn models_used(&self, provider: String) -> Result<Vec<String>, StoreError> {
        self.readers
            .read(move |from| runs::models_used(from, &provider))
            .await
    }

    /// At most `limit` events of a session after `seq`, in order, each as it was written.
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

    /// A session's runs, the latest first, at most `limit`.
    pub async fn runs(&self, session: SessionId, limit: usize) -> Result<Vec<Run>, StoreError> {
        self.readers
            .read(move |from| runs::list(from, session, limit))
            .await
    }

    /// A session's runs with what they were made of, the latest last, at most `limit`.
    pub async fn figures(
        &self,
        session: SessionId,
        limit: usize,
    ) -> Result<Vec<RunFigures>, StoreError> {
        self.readers
            .read(move |from| figures::of_session(from, session, limit))
            .await
    }

    /// Sessions that were running or waiting according to the tables. Which of them are dead is told
    /// by their locks.
    pub async fn at_work(&self) -> Result<Vec<SessionId>, StoreError> {
        self.readers.read(interrupted::at_work).await
    }

    /// What a session's last run has left open; `None` where it ended. `class_of` tells what kind of
    /// thing a tool does.
    pub async fn left_run(
        &self,
        session: SessionId,
        class_of: fn(&str) -> ToolClass,
    ) -> Result<Option<InterruptedRun>, StoreError> {
        self.readers
            .read(move |from| interrupted::run(from, session, class_of))
            .await
    }

    /// Calls that were requested and are not over, of all sessions.
    pub async fn open_calls(&self) -> Result<BTreeSet<CallId>, StoreError> {
        let open = self.readers.read(interrupted::open_calls).await?;
        Ok(open.into_iter().collect())
    }

    /// At most `limit` events after `seq`, in order. Kinds that this build does not know are
    /// passed over; fewer than `limit` means that there are no more.
    pub async fn events_after(&self, seq: Seq, limit: usize) -> Result<Vec<Event>, StoreError> {
        self.readers
            .read(move |from| events::after(from, seq, limit))
            .await
    }

    /// The number of the last event, other processes' included.
    pub async fn last_seq(&self) -> Result<Seq, StoreError> {
        self.readers.read(events::last).await
    }

    /// The last `limit` lines that were typed in the workspace, latest last.
    pub async fn history(&self, limit: usize) -> Result<Vec<String>, StoreError> {
        self.readers
            .read(move |from| inputs::history(from, limit))
            .await
    }

    /// The draft of a session; empty where there is none.
    pub async fn draft(&self, session: SessionId) -> Result<String, StoreError> {
        self.readers
            .read(move |from| inputs::draft(from, session))
            .await
    }

    /// Every prompt of a session with its answer, oldest first.
    pub async fn prompts(&self, session: SessionId) -> Result<Vec<PromptRecord>, StoreError> {
        self.readers
            .read(move |from| questions::list(from, session))
            .await
    }

    /// The file that is at `path` now, relative to the root, as far as the log knows: the one that the
    /// session has changed, if there is one.
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

    /// The first base that a session kept of the file at `path`.
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

    /// The checkpoints of a session, oldest first, each with the files it kept.
    pub async fn checkpoints(
        &self,
        session: SessionId,
    ) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
        self.readers
            .read(move |from| checkpoints::list(from, session))
            .await
    }

    /// The highest number of a checkpoint in the workspace; 0 where there is none.
    pub async fn last_checkpoint_number(&self) -> Result<u64, StoreError> {
        self.readers.read(checkpoints::last_number).await
    }

    /// Entries with their hunks as they stand now, in the order of the log.
    pub async fn entries(&self, of: EntriesOf) -> Result<Vec<Entry>, StoreError> {
        self.readers
            .read(move |from| changes::entries(from, &of))
            .await
    }

    /// Entries with a hunk that is pending or accepted and not on the disk.
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

    /// The files that a session has logged changes of at a path, wherever they are now.
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

    /// The files that a session has logged changes of, with their paths now, in order of path.
    pub fn files_of_blocking(
        &self,
        session: SessionId,
    ) -> Result<Vec<(FileId, String)>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| changes::files_of(from, session)),
        )
    }

    /// The first base that a session kept of a file.
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

    /// The name of another session that has brought the file at `path` to this content.
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

    /// The last checkpoints of the workspace, latest first, each with the files it kept.
    pub fn latest_checkpoints_blocking(
        &self,
        limit: u32,
    ) -> Result<Vec<(Checkpoint, Vec<CheckpointFile>)>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| checkpoints::latest(from, limit)),
        )
    }

    /// Checkpoints of which contents are gone: they are not whole.
    pub fn broken_checkpoints_blocking(&self) -> Result<BTreeSet<CheckpointId>, StoreError> {
        let missing = worker::wait(self.readers.read(checkpoints::missing))?;
        let gone = missing
            .into_iter()
            .filter(|(_, hash)| self.contents.get(hash).is_none());
        Ok(gone.map(|(checkpoint, _)| checkpoint).collect())
    }

    /// What is kept of a session's review, the texts of its lines apart.
    pub async fn review(&self, session: SessionId) -> Result<ReviewSnapshot, StoreError> {
        self.readers
            .read(move |from| review::snapshot(from, session))
            .await
    }

    /// As [`Store::review`], for callers on blocking threads.
    pub fn review_blocking(&self, session: SessionId) -> Result<ReviewSnapshot, StoreError> {
        worker::wait(self.review(session))
    }

    /// What was done in the review of a session, oldest first.
    pub fn operations_blocking(&self, session: SessionId) -> Result<Vec<Operation>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| review::operations(from, session)),
        )
    }

    /// Every comment in the review of a session, oldest first.
    pub fn all_comments_blocking(&self, session: SessionId) -> Result<Vec<Comment>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| review::all_comments(from, session)),
        )
    }

    /// Comments that the agent of a session was not told, oldest first.
    pub fn comments_blocking(&self, session: SessionId) -> Result<Vec<Comment>, StoreError> {
        worker::wait(
            self.readers
                .read(move |from| review::comments(from, session)),
        )
    }

    /// Saves that were begun and not ended, oldest first, with their sessions.
    pub async fn open_saves(&self) -> Result<Vec<(SessionId, ApplyRecord)>, StoreError> {
        self.readers.read(review::open_saves).await
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

    /// A content by its hash, checked; `None` where it is not stored.
    pub async fn get_blob(&self, hash: &ContentHash) -> Result<Option<Arc<[u8]>>, StoreError> {
        if let Some(bytes) = self.contents.get(hash) {
            return Ok(Some(bytes));
        }
        let hash = *hash;
        self.readers.read(move |from| blobs::get(from, &hash)).await
    }
}
