//! Servers that hang, answer junk, fail, send without end, or send what nobody asked for.

use std::future::pending;
use std::time::Duration;

use redact::Secret;
use serde_json::json;
use tokio::time::Instant;

use super::id;
use super::qdrant_double::{Instead, QdrantDouble};
use crate::shared::address::ShareAddress;
use crate::shared::guarded::{ANSWER_BYTES, Guarded, REQUEST};
use crate::shared::{
    Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore, store_at,
};
use crate::vectors::ModelIdentity;
use protocol::ids::MemoryId;
use protocol::memory::MemoryKind;
use std::sync::Arc;

fn collection() -> Collection {
    Collection {
        model: Some(ModelIdentity::of("hostile", 2)),
    }
}

fn item(number: u128, text: &str) -> SharedItem {
    SharedItem {
        id: id(number),
        kind: MemoryKind::Context,
        text: text.to_owned(),
        tags: Vec::new(),
        project: "shop".into(),
        created: 1,
        version: 1,
        vector: Vec::new(),
    }
}

fn question() -> NearestQuestion {
    NearestQuestion {
        vector: vec![1.0, 0.0],
        project: "shop".into(),
        most: 2,
    }
}

async fn qdrant(double: &QdrantDouble) -> Arc<dyn SharedStore> {
    let address = ShareAddress::read(&format!("qdrant+{}", double.url)).unwrap();
    store_at(&address, None, None).unwrap()
}

fn instead(status: u16, body: impl Into<Vec<u8>>) -> Option<Instead> {
    Some(Instead {
        status,
        body: body.into(),
        location: None,
    })
}

/// Asks everything of a store; returns the errors.
async fn errors(store: &dyn SharedStore) -> Vec<SharedError> {
    let collection = collection();
    let item = SharedItem {
        vector: vec![1.0, 0.0],
        ..item(1, "one")
    };
    let asked = [
        store.prepare(&collection).await.err(),
        store.upsert(&collection, &[item]).await.err(),
        store.remove(&collection, &[id(1)]).await.err(),
        store.ids(&collection, "shop", None, 5).await.err(),
        store.get(&collection, &[id(1)]).await.err(),
        store.nearest(&collection, &question()).await.err(),
    ];
    asked.into_iter().flatten().collect()
}

#[tokio::test]
async fn junk_and_another_form_are_errors_of_every_request() {
    let double = QdrantDouble::start(None).await;
    let store = qdrant(&double).await;
    for body in [
        "\u{0}\u{1}junk",
        "{}",
        "[]",
        "null",
        "{\"result\": ",
        "{\"result\": 7}",
    ] {
        double.answer_with(instead(200, body));
        let errors = errors(store.as_ref()).await;
        // Any result will do for a write; a read needs its own form.
        assert!(errors.len() >= 4, "{body}: {errors:?}");
        assert!(
            errors
                .iter()
                .all(|error| matches!(error, SharedError::Broken { .. })),
            "{body}: {errors:?}"
        );
    }
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    double.answer_with(instead(200, format!("{{\"result\": {nested}}}")));
    assert_eq!(errors(store.as_ref()).await.len(), 6);
}

#[tokio::test]
async fn a_server_that_fails_is_away_and_one_that_refuses_says_why_in_one_clean_line() {
    let double = QdrantDouble::start(None).await;
    let store = qdrant(&double).await;
    for status in [500, 502, 503, 429] {
        double.answer_with(instead(status, "oh\x1b[2J no\nno"));
        let errors = errors(store.as_ref()).await;
        assert_eq!(errors.len(), 6);
        assert!(
            errors
                .iter()
                .all(|error| matches!(error, SharedError::Away { .. })),
            "{errors:?}"
        );
    }
    double.answer_with(instead(403, "wrong key\x1b]0;owned\x07\nsecond line"));
    for error in errors(store.as_ref()).await {
        let SharedError::Refused { reason } = &error else {
            panic!("{error:?}")
        };
        let text = reason.to_string();
        assert!(
            text.contains("wrong key") && !text.contains('\x1b') && !text.contains('\n'),
            "{text:?}"
        );
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_takes_the_key_nowhere() {
    let (double, other) = (
        QdrantDouble::start(None).await,
        QdrantDouble::start(None).await,
    );
    let location = Some(format!("{}/collections/x", other.url));
    double.answer_with(Some(Instead {
        status: 307,
        body: Vec::new(),
        location,
    }));
    let address = ShareAddress::read(&format!("qdrant+{}", double.url)).unwrap();
    let store = store_at(&address, Some(&Secret::new("key-of-the-team")), None).unwrap();
    assert_eq!(errors(store.as_ref()).await.len(), 6);
    assert_eq!(other.requests(), [] as [&str; 0]);
    assert!(!format!("{store:p}").contains("key-of-the-team"));
}

#[tokio::test]
async fn an_answer_without_end_is_cut() {
    let double = QdrantDouble::start(None).await;
    let store = qdrant(&double).await;
    double.answer_with(instead(200, vec![b' '; ANSWER_BYTES + 1]));
    let got = store.get(&collection(), &[id(1)]).await;
    assert!(matches!(got, Err(SharedError::Broken { .. })), "{got:?}");
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_away() {
    let address = ShareAddress::read("qdrant+http://127.0.0.1:1").unwrap();
    let store = store_at(&address, None, None).unwrap();
    let errors = errors(store.as_ref()).await;
    assert_eq!(errors.len(), 6);
    assert!(
        errors
            .iter()
            .all(|error| matches!(error, SharedError::Away { .. }))
    );
}

#[tokio::test]
async fn points_of_other_programs_are_skipped() {
    let double = QdrantDouble::start(None).await;
    let store = qdrant(&double).await;
    let collection = collection();
    store.prepare(&collection).await.unwrap();
    let name = collection.name();
    double.plant(
        &name,
        id(1).0,
        json!({ "project": "shop", "kind": "poem", "text": "roses" }),
    );
    double.plant(&name, id(2).0, json!({ "project": "shop" }));
    double.plant(
        &name,
        id(3).0,
        json!({ "project": "shop", "kind": "context", "text": "sound", "id": "x" }),
    );
    assert_eq!(
        store
            .get(&collection, &[id(1), id(2), id(3)])
            .await
            .unwrap(),
        [SharedItem {
            created: 0,
            version: 0,
            ..item(3, "sound")
        }]
    );
}

#[tokio::test]
async fn a_collection_with_vectors_of_another_length_is_not_used() {
    let double = QdrantDouble::start(None).await;
    let store = qdrant(&double).await;
    let body = json!({ "result": { "config": { "params": { "vectors": { "size": 7 } } } } });
    double.answer_with(instead(200, body.to_string()));
    let prepared = store.prepare(&collection()).await;
    assert!(
        matches!(prepared, Err(SharedError::Broken { .. })),
        "{prepared:?}"
    );
}

/// A store that answers whatever a test wants, or never.
#[derive(Default)]
struct Liar {
    ids: Option<Vec<MemoryId>>,
    items: Option<Vec<SharedItem>>,
}

async fn answer<T: Clone>(answer: Option<&T>) -> Result<T, SharedError> {
    match answer {
        Some(answer) => Ok(answer.clone()),
        None => pending().await,
    }
}

impl SharedStore for Liar {
    fn prepare<'a>(&'a self, _: &'a Collection) -> Answering<'a, ()> {
        Box::pin(pending())
    }

    fn upsert<'a>(&'a self, _: &'a Collection, _: &'a [SharedItem]) -> Answering<'a, ()> {
        Box::pin(pending())
    }

    fn remove<'a>(&'a self, _: &'a Collection, _: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(pending())
    }

    fn ids<'a>(
        &'a self,
        _: &'a Collection,
        _: &'a str,
        _: Option<MemoryId>,
        _: usize,
    ) -> Answering<'a, Vec<MemoryId>> {
        Box::pin(answer(self.ids.as_ref()))
    }

    fn get<'a>(&'a self, _: &'a Collection, _: &'a [MemoryId]) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(answer(self.items.as_ref()))
    }

    fn nearest<'a>(
        &'a self,
        _: &'a Collection,
        _: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(answer(self.items.as_ref()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_never_answers_is_away_after_its_time() {
    let begun = Instant::now();
    let errors = errors(&Guarded::new(Liar::default())).await;
    assert_eq!(errors.len(), 6);
    assert!(
        errors
            .iter()
            .all(|error| matches!(error, SharedError::Away { .. }))
    );
    let took = begun.elapsed();
    assert!(took < REQUEST * 6 + Duration::from_secs(1), "{took:?}");
}

#[tokio::test]
async fn ids_that_do_not_advance_or_were_not_asked_for_are_an_error() {
    let collection = collection();
    for (ids, after) in [
        (vec![id(2), id(1)], None),
        (vec![id(1), id(1)], None),
        (vec![id(3)], Some(id(3))),
        (vec![id(1)], Some(id(3))),
        ((1..9).map(id).collect(), None),
    ] {
        let liar = Guarded::new(Liar {
            ids: Some(ids.clone()),
            items: None,
        });
        let told = liar.ids(&collection, "shop", after, 5).await;
        assert!(
            matches!(told, Err(SharedError::Broken { .. })),
            "{ids:?} after {after:?}"
        );
    }
}

#[tokio::test]
async fn items_that_nobody_asked_for_or_that_are_too_long_are_dropped() {
    let collection = collection();
    let long = "x".repeat(2_001);
    let told = vec![item(7, "of another id"), item(2, &long), item(1, "one")];
    let liar = Guarded::new(Liar {
        ids: None,
        items: Some(told),
    });
    let got = liar.get(&collection, &[id(1), id(2), id(3)]).await.unwrap();
    assert_eq!(got, [item(1, "one")]);
    let twice = Guarded::new(Liar {
        ids: None,
        items: Some(vec![item(1, "a"), item(1, "b")]),
    });
    assert_eq!(
        twice.get(&collection, &[id(1), id(2)]).await.unwrap(),
        [item(1, "a")]
    );
    assert!(
        twice.get(&collection, &[id(1)]).await.is_err(),
        "more than were asked for"
    );
    let elsewhere = SharedItem {
        project: "bank".into(),
        ..item(4, "of the bank")
    };
    let near = Guarded::new(Liar {
        ids: None,
        items: Some(vec![elsewhere, item(5, "five")]),
    });
    assert_eq!(
        near.nearest(&collection, &question()).await.unwrap(),
        [item(5, "five")]
    );
}

#[tokio::test]
async fn a_vector_of_another_length_is_not_sent() {
    let double = QdrantDouble::start(None).await;
    let store = qdrant(&double).await;
    let short = SharedItem {
        vector: vec![1.0],
        ..item(1, "one")
    };
    assert!(store.upsert(&collection(), &[short]).await.is_err());
    assert_eq!(double.requests(), [] as [&str; 0]);
}
