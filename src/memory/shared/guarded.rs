//! Bounds and checks every answer of a shared store, whichever it is: a time limit for each request, and no
//! more and no other items than were asked for.

use std::collections::HashSet;
use std::time::Duration;

use notice::notice;
use protocol::ids::MemoryId;
use tokio::time::timeout;

use super::{Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore};
use crate::item::{TAG_LETTERS, TAGS, TEXT_LETTERS};

/// Time limit of a request.
pub const REQUEST: Duration = Duration::from_secs(10);

/// Most bytes of an answer.
pub const ANSWER_BYTES: usize = 4 * 1024 * 1024;

/// Most letters of the name of a project.
const PROJECT_LETTERS: usize = 200;

/// A store whose answers can be relied on in form.
#[derive(Debug)]
pub struct Guarded<S>(S);

impl<S: SharedStore> Guarded<S> {
    pub fn new(store: S) -> Self {
        Self(store)
    }
}

async fn in_time<T>(answer: Answering<'_, T>) -> Result<T, SharedError> {
    timeout(REQUEST, answer).await.unwrap_or_else(|_| {
        let reason = notice!("memory-shared-silent", seconds = REQUEST.as_secs());
        Err(SharedError::Away { reason })
    })
}

/// Whether an item has the limits of one that this program would send. Its text is cleaned where it is stored.
fn is_sound(item: &SharedItem) -> bool {
    let letters = |text: &str, most: usize| text.chars().count() <= most;
    letters(&item.text, TEXT_LETTERS)
        && !item.text.trim().is_empty()
        && letters(&item.project, PROJECT_LETTERS)
        && item.tags.len() <= TAGS
        && item.tags.iter().all(|tag| letters(tag, TAG_LETTERS))
}

impl<S: SharedStore> SharedStore for Guarded<S> {
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()> {
        Box::pin(in_time(self.0.prepare(collection)))
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()> {
        Box::pin(async move {
            let dimension = collection.dimension();
            if items.iter().any(|item| item.vector.len() != dimension) {
                return Err(SharedError::broken(
                    "a vector has another length than its collection",
                ));
            }
            if items.is_empty() {
                return Ok(());
            }
            in_time(self.0.upsert(collection, items)).await
        })
    }

    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(async move {
            if ids.is_empty() {
                return Ok(());
            }
            in_time(self.0.remove(collection, ids)).await
        })
    }

    fn ids<'a>(
        &'a self,
        collection: &'a Collection,
        project: &'a str,
        after: Option<MemoryId>,
        most: usize,
    ) -> Answering<'a, Vec<MemoryId>> {
        Box::pin(async move {
            let ids = in_time(self.0.ids(collection, project, after, most)).await?;
            let is_ascending = ids.is_sorted_by(|one, next| one < next);
            let is_after = ids
                .first()
                .is_none_or(|first| after.is_none_or(|after| *first > after));
            // An answer that does not advance would be asked for without end.
            if ids.len() > most || !is_ascending || !is_after {
                return Err(SharedError::broken(
                    "the ids are not those that were asked for",
                ));
            }
            Ok(ids)
        })
    }

    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let mut items = in_time(self.0.get(collection, ids)).await?;
            let mut wanted: HashSet<MemoryId> = ids.iter().copied().collect();
            if items.len() > ids.len() {
                return Err(SharedError::broken("more items than were asked for"));
            }
            // Each wanted id counts once.
            items.retain(|item| wanted.remove(&item.id) && is_sound(item));
            Ok(items)
        })
    }

    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            if collection.model.is_none() || question.vector.len() != collection.dimension() {
                return Ok(Vec::new());
            }
            let mut items = in_time(self.0.nearest(collection, question)).await?;
            if items.len() > question.most {
                return Err(SharedError::broken("more items than were asked for"));
            }
            let mut seen = HashSet::new();
            let is_ours =
                |item: &SharedItem| item.project.is_empty() || item.project == question.project;
            items.retain(|item| is_sound(item) && is_ours(item) && seen.insert(item.id));
            Ok(items)
        })
    }
}
