//! Any order of changes, outages, lost answers, crashes and restarts: at the end the shared store has every shared
//! item once, in its last version, and nothing else.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use redact::Masker;

use super::sharing::{allow, sharing};
use super::shelf::{Failure, Shelf};
use super::{at, id, knowledge};
use crate::shared::round::{RoundError, exchange};
use crate::{Edit, MemoryFilter, MemoryStore};
use protocol::ids::MemoryId;
use protocol::memory::MemoryState;

#[derive(Debug, Clone)]
enum Act {
    Add,
    Edit(u128),
    Refuse(u128),
    Keep(u128),
    Delete(u128),
    Restore(u128),
    Round,
    /// A round in which the request after so many fails.
    Failing(usize, Failure),
    Restart,
}

fn act() -> impl Strategy<Value = Act> {
    let failure = prop::sample::select(vec![Failure::Before, Failure::After, Failure::Crash]);
    let item = || 0_u128..6;
    prop_oneof![
        4 => Just(Act::Add),
        2 => item().prop_map(Act::Edit),
        1 => item().prop_map(Act::Refuse),
        1 => item().prop_map(Act::Keep),
        1 => item().prop_map(Act::Delete),
        1 => item().prop_map(Act::Restore),
        2 => Just(Act::Round),
        4 => (0_usize..4, failure).prop_map(|(after, how)| Act::Failing(after, how)),
        1 => Just(Act::Restart),
    ]
}

fn open(folder: &Path) -> MemoryStore {
    MemoryStore::open(folder, Masker::default()).unwrap().0
}

/// Returns what a round did; `None` if the program ended in it.
async fn round(store: &MemoryStore, shelf: &Shelf) -> Option<Result<(), RoundError>> {
    let sharing = sharing();
    tokio::select! {
        biased;
        () = shelf.crashed.notified() => None,
        done = exchange(store, shelf, &sharing) => Some(done.map(drop)),
    }
}

async fn play(acts: Vec<Act>) -> Result<(), TestCaseError> {
    let home = tempfile::tempdir().unwrap();
    let shelf = Shelf::default();
    let mut store = open(home.path());
    allow(&store, &sharing()).await;
    let (mut next, mut edits, mut lost) = (0, 0, 0);
    for act in acts {
        // A change of an item that is not there changes nothing.
        match act {
            Act::Add => {
                store
                    .add(knowledge(next, &format!("fact {next}")))
                    .await
                    .unwrap();
                next += 1;
            }
            Act::Edit(item) => {
                edits += 1;
                let text = Some(format!("edit {edits}"));
                store
                    .edit(
                        id(item),
                        Edit {
                            text,
                            ..Edit::default()
                        },
                    )
                    .await
                    .ok();
            }
            Act::Refuse(item) => drop(store.refuse(id(item)).await),
            Act::Keep(item) => drop(store.keep(id(item)).await),
            Act::Delete(item) => drop(store.delete(id(item), at(1)).await),
            Act::Restore(item) => drop(store.restore(id(item)).await),
            Act::Round => {
                shelf.work();
                prop_assert!(round(&store, &shelf).await.unwrap().is_ok());
            }
            Act::Failing(after, how) => {
                shelf.fail(after, how);
                let done = round(&store, &shelf).await;
                lost += usize::from(how != Failure::Before);
                if done.is_none() {
                    drop(store);
                    store = open(home.path());
                }
            }
            Act::Restart => {
                drop(store);
                store = open(home.path());
            }
        }
    }
    shelf.work();
    prop_assert!(round(&store, &shelf).await.unwrap().is_ok());
    let filter = MemoryFilter {
        state: Some(MemoryState::Kept),
        ..MemoryFilter::default()
    };
    let kept = store.list(filter, None, 1_000).await.unwrap().items;
    let wanted: BTreeMap<MemoryId, String> =
        kept.into_iter().map(|item| (item.id, item.text)).collect();
    let there = shelf.items(&sharing().collection);
    let there: BTreeMap<MemoryId, String> =
        there.into_iter().map(|item| (item.id, item.text)).collect();
    prop_assert_eq!(there, wanted);
    // Only a lost answer lets a version be written again; a removal lets it come back.
    let mut times: BTreeMap<(MemoryId, i64), usize> = BTreeMap::new();
    for written in shelf.written() {
        *times.entry(written).or_default() += 1;
    }
    let again: usize = times.values().map(|times| times - 1).sum();
    prop_assert!(lost > 0 || again == 0, "{times:?}");
    Ok(())
}

proptest! {
    #![proptest_config(testing::cases(48))]

    #[test]
    fn every_write_reaches_the_shared_store_once(acts in prop::collection::vec(act(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(play(acts))?;
    }
}
