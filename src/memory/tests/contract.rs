//! What every store must be able to do: one list of claims over all of them.

use std::sync::Arc;

use redact::Secret;
use uuid::Uuid;

use super::qdrant_double::QdrantDouble;
use super::shelf::Shelf;
use super::{at, id, knowledge, workspace};
use crate::shared::address::ShareAddress;
use crate::shared::consent::Sharing;
use crate::shared::guarded::Guarded;
use crate::shared::mcp::McpStore;
use crate::shared::round::{Exchanged, exchange};
use crate::shared::{
    Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore, store_at,
};
use crate::vectors::{ModelIdentity, PackedVector};
use crate::{
    Edit, MemoryError, MemoryFilter, MemoryQuestion, MemoryStore, NewItem, Place, QuestionVector,
};
use index::quantised::pack;
use protocol::ids::MemoryId;
use protocol::memory::{MemoryKind, MemoryOrigin, MemoryState};
use protocol::taint::Taint;

/// The claims, over a store and a name that no other test of it uses.
async fn keeps_the_contract(store: &dyn SharedStore, digest: &str) {
    let model = ModelIdentity {
        digest: digest.to_owned(),
        ..ModelIdentity::of("contract", 3)
    };
    let collection = Collection {
        model: Some(model.clone()),
    };
    store.prepare(&collection).await.unwrap();
    assert_eq!(
        all_ids(store, &collection).await,
        [],
        "a new collection is empty"
    );
    store
        .prepare(&collection)
        .await
        .expect("preparing again changes nothing");
    what_was_written_is_read(store, &collection).await;
    store.prepare(&collection).await.unwrap();
    a_later_write_replaces(store, &collection).await;
    ids_come_in_pages_of_the_project(store, &collection).await;
    the_nearest_come_first(store, &collection).await;
    what_was_removed_is_gone(store, &collection).await;
    let other = ModelIdentity {
        dimension: 2,
        ..model
    };
    collections_do_not_mix(store, &collection, &Collection { model: Some(other) }).await;
}

fn item(number: u128, project: &str, vector: [f32; 3]) -> SharedItem {
    SharedItem {
        id: id(number),
        kind: MemoryKind::Decision,
        text: format!("decision \"{number}\" of 'shop'; --"),
        tags: vec!["db".into(), "\u{e9}t\u{e9}".into()],
        project: project.to_owned(),
        created: 1_790_000_000,
        version: 1,
        vector: vector.to_vec(),
    }
}

/// Returns an item as answers have it.
fn bare(item: SharedItem) -> SharedItem {
    SharedItem {
        vector: Vec::new(),
        ..item
    }
}

fn some() -> Vec<SharedItem> {
    vec![
        item(1, "shop", [1.0, 0.0, 0.0]),
        item(2, "", [0.0, 1.0, 0.0]),
        item(3, "bank", [0.9, 0.1, 0.0]),
        item(4, "shop", [0.8, 0.6, 0.0]),
    ]
}

async fn all_ids(store: &dyn SharedStore, collection: &Collection) -> Vec<MemoryId> {
    store.ids(collection, "shop", None, 100).await.unwrap()
}

async fn what_was_written_is_read(store: &dyn SharedStore, collection: &Collection) {
    store.upsert(collection, &some()).await.unwrap();
    let mut read = store
        .get(collection, &[id(2), id(1), id(99)])
        .await
        .unwrap();
    read.sort_by_key(|item| item.id);
    let read: Vec<SharedItem> = read.into_iter().map(bare).collect();
    let wanted: Vec<SharedItem> = some().into_iter().take(2).map(bare).collect();
    assert_eq!(read, wanted);
}

async fn a_later_write_replaces(store: &dyn SharedStore, collection: &Collection) {
    let later = SharedItem {
        text: "changed".into(),
        version: 2,
        ..item(1, "shop", [1.0, 0.0, 0.0])
    };
    for _ in 0..2 {
        store
            .upsert(collection, std::slice::from_ref(&later))
            .await
            .unwrap();
    }
    let read = store.get(collection, &[id(1)]).await.unwrap();
    assert_eq!(
        read.into_iter().map(bare).collect::<Vec<_>>(),
        [bare(later)]
    );
    assert_eq!(
        all_ids(store, collection).await.len(),
        3,
        "an id has one item"
    );
}

async fn ids_come_in_pages_of_the_project(store: &dyn SharedStore, collection: &Collection) {
    assert_eq!(all_ids(store, collection).await, [id(1), id(2), id(4)]);
    let page = store.ids(collection, "shop", None, 2).await.unwrap();
    assert_eq!(page, [id(1), id(2)]);
    let page = store
        .ids(collection, "shop", page.last().copied(), 2)
        .await
        .unwrap();
    assert_eq!(page, [id(4)]);
    // The item after which a page begins may be gone.
    let page = store.ids(collection, "shop", Some(id(3)), 2).await.unwrap();
    assert_eq!(page, [id(4)]);
    assert_eq!(
        store.ids(collection, "shop", Some(id(4)), 2).await.unwrap(),
        []
    );
}

async fn the_nearest_come_first(store: &dyn SharedStore, collection: &Collection) {
    let question = |most| NearestQuestion {
        vector: vec![1.0, 0.0, 0.0],
        project: "shop".into(),
        most,
    };
    let found = store.nearest(collection, &question(10)).await.unwrap();
    let ids: Vec<MemoryId> = found.iter().map(|item| item.id).collect();
    assert_eq!(ids, [id(1), id(4), id(2)]);
    assert_eq!(found[0].text, "changed");
    assert_eq!(
        store.nearest(collection, &question(1)).await.unwrap().len(),
        1
    );
}

async fn what_was_removed_is_gone(store: &dyn SharedStore, collection: &Collection) {
    for _ in 0..2 {
        store.remove(collection, &[id(1), id(77)]).await.unwrap();
    }
    assert_eq!(all_ids(store, collection).await, [id(2), id(4)]);
    assert_eq!(store.get(collection, &[id(1)]).await.unwrap(), []);
}

async fn collections_do_not_mix(store: &dyn SharedStore, one: &Collection, other: &Collection) {
    store.prepare(other).await.unwrap();
    let short = SharedItem {
        vector: vec![1.0, 0.0],
        text: "short".into(),
        ..item(9, "shop", [0.0; 3])
    };
    store.upsert(other, &[short]).await.unwrap();
    assert_eq!(all_ids(store, other).await, [id(9)]);
    assert_eq!(all_ids(store, one).await, [id(2), id(4)]);
}

/// A collection without a model: items have no vectors, and none is the nearest.
async fn keeps_the_contract_without_a_model(store: &dyn SharedStore) {
    let collection = Collection { model: None };
    store.prepare(&collection).await.unwrap();
    store.prepare(&collection).await.unwrap();
    let ids = [id(901), id(902)];
    store.remove(&collection, &ids).await.unwrap();
    let items: Vec<SharedItem> = [901, 902]
        .map(|number| bare(item(number, "contract", [0.0; 3])))
        .into();
    store.upsert(&collection, &items).await.unwrap();
    assert_eq!(
        store.ids(&collection, "contract", None, 9).await.unwrap(),
        ids
    );
    assert_eq!(store.get(&collection, &ids).await.unwrap(), items);
    let question = NearestQuestion {
        vector: vec![1.0],
        project: "contract".into(),
        most: 9,
    };
    assert_eq!(store.nearest(&collection, &question).await.unwrap(), []);
    store.remove(&collection, &ids).await.unwrap();
}

/// Two users of one project: what one keeps waits for the other, and what is deleted is gone from the store.
async fn two_colleagues_exchange(shared: &dyn SharedStore) {
    let run = Uuid::now_v7();
    let sharing = Sharing {
        project: format!("contract-{}", run.simple()),
        ..super::sharing::sharing()
    };
    let own = |text: &str| NewItem {
        id: MemoryId(Uuid::now_v7()),
        text: text.to_owned(),
        ..knowledge(0, "")
    };
    let (one, other) = (super::store(), super::store());
    for store in [&one, &other] {
        super::sharing::allow(store, &sharing).await;
    }
    let kept = one.add(own("we release on Mondays")).await.unwrap();
    let id = kept.item().id;
    assert_eq!(
        exchange(&one, shared, &sharing).await.unwrap(),
        Exchanged {
            sent: 1,
            received: 0
        }
    );
    assert_eq!(
        exchange(&other, shared, &sharing).await.unwrap().received,
        1
    );
    assert_eq!(other.item(id).await.unwrap().state, MemoryState::Inbox);
    assert_eq!(
        exchange(&one, shared, &sharing).await.unwrap(),
        Exchanged::default()
    );
    one.delete(id, at(1)).await.unwrap();
    assert_eq!(exchange(&one, shared, &sharing).await.unwrap().sent, 1);
    assert_eq!(shared.get(&sharing.collection, &[id]).await.unwrap(), []);
    assert!(
        other.item(id).await.is_ok(),
        "what a colleague got is theirs to decide on"
    );
}

#[tokio::test]
async fn the_local_store_keeps_the_contract() {
    keeps_the_contract(&Guarded::new(Local::default()), "0001").await;
}

#[tokio::test]
async fn qdrant_keeps_the_contract() {
    let double = QdrantDouble::start(Some("key-of-the-team")).await;
    let address = ShareAddress::read(&format!("qdrant+{}", double.url)).unwrap();
    let store = store_at(&address, Some(&Secret::new("key-of-the-team")), None).unwrap();
    keeps_the_contract(store.as_ref(), "0001").await;
    keeps_the_contract_without_a_model(store.as_ref()).await;
    two_colleagues_exchange(store.as_ref()).await;
}

#[tokio::test]
async fn an_mcp_server_keeps_the_contract() {
    let shelf = Arc::new(Shelf::default());
    let store = Guarded::new(McpStore::new("team".into(), shelf));
    keeps_the_contract(&store, "0001").await;
    keeps_the_contract_without_a_model(&store).await;
    two_colleagues_exchange(&store).await;
}

#[tokio::test]
async fn the_shelf_of_other_tests_keeps_the_contract() {
    keeps_the_contract(&Guarded::new(Shelf::default()), "0001").await;
}

/// Runs where `AGENTICHAT_TEST_POSTGRES` is the address of a database on loopback, for example of
/// `pglite-server` of `@electric-sql/pglite-socket`. Without pgvector only the part without vectors runs.
#[cfg(feature = "postgres")]
#[tokio::test]
async fn postgres_keeps_the_contract() {
    let Ok(address) = std::env::var("AGENTICHAT_TEST_POSTGRES") else {
        testing::skipped("AGENTICHAT_TEST_POSTGRES names no database");
        return;
    };
    let password = std::env::var("AGENTICHAT_TEST_POSTGRES_PASSWORD").ok();
    let password = password.map(|password| Secret::new(&password));
    let store = store_at(
        &ShareAddress::read(&address).unwrap(),
        password.as_ref(),
        None,
    )
    .unwrap();
    keeps_the_contract_without_a_model(store.as_ref()).await;
    two_colleagues_exchange(store.as_ref()).await;
    let probe = Collection {
        model: Some(ModelIdentity::of("probe", 3)),
    };
    match store.prepare(&probe).await {
        Err(SharedError::Refused { reason }) if reason.id() == Some("memory-no-pgvector") => {
            testing::skipped(&format!("the part with vectors: {reason}"));
        }
        prepared => {
            prepared.unwrap();
            let digest = Uuid::now_v7().simple().to_string();
            keeps_the_contract(store.as_ref(), &digest[20..]).await;
        }
    }
}

/// The local database behind the trait: a memory for each collection, a workspace for each project.
#[derive(Default)]
struct Local(std::sync::Mutex<std::collections::HashMap<String, MemoryStore>>);

impl Local {
    fn memory(&self, collection: &Collection) -> MemoryStore {
        let mut memories = self.0.lock().unwrap();
        let memory = memories
            .entry(collection.name())
            .or_insert_with(super::store);
        memory.clone()
    }

    async fn read(memory: &MemoryStore, id: MemoryId) -> Option<SharedItem> {
        let item = memory.item(id).await.ok()?;
        Some(SharedItem {
            id: item.id,
            kind: item.kind,
            text: item.text,
            tags: item.tags,
            project: item.workspace.map(|place| place.0).unwrap_or_default(),
            created: item.created.as_second(),
            // Counted inside.
            version: if item.used.is_some() { 0 } else { 1 },
            vector: Vec::new(),
        })
    }

    fn filter(project: &str) -> MemoryFilter {
        MemoryFilter {
            place: Place::Here(workspace(project)),
            ..MemoryFilter::default()
        }
    }
}

fn local(error: &MemoryError) -> SharedError {
    SharedError::broken(error)
}

impl SharedStore for Local {
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()> {
        self.memory(collection);
        Box::pin(async { Ok(()) })
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()> {
        Box::pin(async move {
            let memory = self.memory(collection);
            for item in items {
                let place = (!item.project.is_empty()).then(|| workspace(&item.project));
                if memory.item(item.id).await.is_ok() {
                    let edit = Edit {
                        text: Some(item.text.clone()),
                        ..Edit::default()
                    };
                    memory
                        .edit(item.id, edit)
                        .await
                        .map_err(|error| local(&error))?;
                } else {
                    let new = NewItem {
                        id: item.id,
                        kind: item.kind,
                        text: item.text.clone(),
                        tags: item.tags.clone(),
                        workspace: place,
                        run: None,
                        origin: MemoryOrigin::User,
                        taint: Taint::None,
                        created: at(item.created),
                        received_from: None,
                    };
                    memory.add(new).await.map_err(|error| local(&error))?;
                }
                let model = collection.model.clone().unwrap();
                let missing = memory.missing_vectors(model.clone(), 100).await.unwrap();
                let missing = missing
                    .into_iter()
                    .find(|missing| missing.text == item.text);
                if let Some(missing) = missing {
                    let packed = PackedVector {
                        number: missing.number,
                        version: missing.version,
                        bytes: pack(&item.vector),
                    };
                    memory.keep_vectors(model, vec![packed]).await.unwrap();
                }
            }
            Ok(())
        })
    }

    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(async move {
            for id in ids {
                match self.memory(collection).delete(*id, at(9)).await {
                    Ok(_) | Err(MemoryError::Unknown { .. }) => {}
                    Err(error) => return Err(local(&error)),
                }
            }
            Ok(())
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
            let page = self
                .memory(collection)
                .list(Self::filter(project), None, 1_000)
                .await;
            let page = page.map_err(|error| local(&error))?;
            let mut ids: Vec<MemoryId> = page.items.iter().map(|item| item.id).collect();
            ids.sort();
            ids.retain(|id| after.is_none_or(|after| *id > after));
            ids.truncate(most);
            Ok(ids)
        })
    }

    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let memory = self.memory(collection);
            let mut items = Vec::new();
            for id in ids {
                items.extend(Self::read(&memory, *id).await.map(|item| SharedItem {
                    version: if item.text == "changed" { 2 } else { 1 },
                    ..item
                }));
            }
            Ok(items)
        })
    }

    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let vector = QuestionVector {
                model: collection.model.clone().unwrap(),
                numbers: question.vector.clone(),
            };
            let asked = MemoryQuestion {
                text: String::new(),
                filter: Self::filter(&question.project),
                most: question.most,
                vector: Some(vector),
            };
            let memory = self.memory(collection);
            let searched = memory.search(asked).await.map_err(|error| local(&error))?;
            let mut items = Vec::new();
            for found in searched.found {
                items.extend(Self::read(&memory, found.item.id).await);
            }
            Ok(items)
        })
    }
}
