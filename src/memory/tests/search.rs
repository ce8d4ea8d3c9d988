//! Searches by words and by meaning, and the vectors of items.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;

use super::{id, knowledge, store, workspace};
use crate::{
    Edit, MeaningUse, MemoryFilter, MemoryQuestion, MemorySearch, MemoryStore, ModelIdentity,
    NewItem, Place, QuestionVector, make_vectors,
};
use index::embedding::Embedder;
use notice::Notice;
use protocol::ids::MemoryId;
use protocol::memory::{MemoryKind, MemoryState};
use protocol::stream::{ProviderError, ProviderErrorKind};

/// A model for which texts about the same thing are near: databases, or colours.
#[derive(Default)]
struct TwoTopics {
    asked: AtomicUsize,
}

fn vector(text: &str) -> Vec<f32> {
    let is_database = ["postgres", "table", "sql"]
        .iter()
        .any(|word| text.contains(word));
    if is_database {
        vec![1.0, 0.0]
    } else {
        vec![0.0, 1.0]
    }
}

impl Embedder for TwoTopics {
    fn model(&self) -> &str {
        "here/two-topics"
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        self.asked.fetch_add(texts.len(), Ordering::Relaxed);
        let refused = texts.iter().any(|text| text.contains("refuse me"));
        let made = texts.iter().map(|text| vector(text)).collect();
        Box::pin(async move {
            if refused {
                let why = Notice::text("not this text");
                return Err(ProviderError::new(ProviderErrorKind::Rejected, why));
            }
            Ok(made)
        })
    }
}

fn model() -> ModelIdentity {
    ModelIdentity::of("here/two-topics", 2)
}

fn question(text: &str) -> MemoryQuestion {
    MemoryQuestion {
        text: text.to_owned(),
        filter: MemoryFilter::default(),
        most: 10,
        vector: None,
    }
}

fn with_meaning(text: &str) -> MemoryQuestion {
    let vector = QuestionVector {
        model: model(),
        numbers: vector(text),
    };
    MemoryQuestion {
        vector: Some(vector),
        ..question(text)
    }
}

fn ids(searched: &MemorySearch) -> Vec<MemoryId> {
    searched.found.iter().map(|found| found.item.id).collect()
}

async fn shop() -> MemoryStore {
    let store = store();
    for (number, text) in [
        (1, "orders live in a postgres table"),
        (2, "buttons are green"),
        (3, "the sql migrations are in db/"),
    ] {
        store.add(knowledge(number, text)).await.unwrap();
    }
    store
}

#[tokio::test]
async fn without_a_model_the_words_are_searched_and_the_result_says_so() {
    let store = shop().await;
    let searched = store
        .search(question("Where are migrations?"))
        .await
        .unwrap();
    assert_eq!(ids(&searched), [id(3)]);
    assert_eq!(searched.meaning, MeaningUse::WordsAlone);
    let nothing = store.search(question("\" OR * (")).await.unwrap();
    assert_eq!(ids(&nothing), []);
}

#[tokio::test]
async fn a_model_finds_what_no_word_does_and_both_together_come_first() {
    let store = shop().await;
    let embedder: Arc<dyn Embedder> = Arc::new(TwoTopics::default());
    let (made_by, made) = make_vectors(&store, &embedder).await.unwrap();
    assert_eq!((made_by, made), (model(), 3));
    let searched = store.search(with_meaning("which sql?")).await.unwrap();
    assert_eq!(ids(&searched)[..2], [id(3), id(1)]);
    assert_eq!(searched.meaning, MeaningUse::Used { without_vector: 0 });
    store
        .add(knowledge(4, "the refund postgres"))
        .await
        .unwrap();
    let searched = store.search(with_meaning("refund")).await.unwrap();
    assert_eq!(ids(&searched)[0], id(4));
    assert_eq!(searched.meaning, MeaningUse::Used { without_vector: 1 });
}

#[tokio::test]
async fn vectors_are_made_once_and_again_for_a_changed_text() {
    let store = shop().await;
    let asked = Arc::new(TwoTopics::default());
    let embedder: Arc<dyn Embedder> = Arc::clone(&asked) as _;
    make_vectors(&store, &embedder).await.unwrap();
    let first = asked.asked.load(Ordering::Relaxed);
    assert_eq!(make_vectors(&store, &embedder).await.unwrap().1, 0);
    let text = Some("buttons are sql".to_owned());
    store
        .edit(
            id(2),
            Edit {
                text,
                ..Edit::default()
            },
        )
        .await
        .unwrap();
    assert_eq!(make_vectors(&store, &embedder).await.unwrap().1, 1);
    // Each call also asks for the probe.
    assert_eq!(asked.asked.load(Ordering::Relaxed), first + 3);
    let searched = store.search(with_meaning("postgres")).await.unwrap();
    assert!(ids(&searched)[..3].contains(&id(2)));
}

#[tokio::test]
async fn a_text_that_the_model_refuses_does_not_stop_the_others_or_come_again() {
    let store = shop().await;
    store.add(knowledge(4, "please refuse me")).await.unwrap();
    let embedder: Arc<dyn Embedder> = Arc::new(TwoTopics::default());
    assert_eq!(make_vectors(&store, &embedder).await.unwrap().1, 4);
    assert_eq!(make_vectors(&store, &embedder).await.unwrap().1, 0);
    let searched = store.search(with_meaning("refuse")).await.unwrap();
    assert_eq!(ids(&searched)[0], id(4), "its words find it");
}

#[tokio::test]
async fn the_vectors_of_another_model_are_not_compared() {
    let store = shop().await;
    let embedder: Arc<dyn Embedder> = Arc::new(TwoTopics::default());
    make_vectors(&store, &embedder).await.unwrap();
    for other in [
        ModelIdentity::of("here/other", 2),
        ModelIdentity::of("here/two-topics", 3),
    ] {
        let vector = QuestionVector {
            model: other,
            numbers: vec![1.0, 0.0],
        };
        let asked = MemoryQuestion {
            vector: Some(vector),
            ..question("nothing such")
        };
        let searched = store.search(asked).await.unwrap();
        assert_eq!(ids(&searched), []);
        assert_eq!(searched.meaning, MeaningUse::Used { without_vector: 3 });
    }
}

#[tokio::test]
async fn a_filter_holds_for_words_and_for_meanings() {
    let store = shop().await;
    let tagged = NewItem {
        tags: vec!["Db".into()],
        kind: MemoryKind::Decision,
        ..knowledge(4, "no sql in views")
    };
    store.add(tagged).await.unwrap();
    let elsewhere = NewItem {
        workspace: Some(workspace("bank")),
        ..knowledge(5, "sql of the bank")
    };
    store.add(elsewhere).await.unwrap();
    let everywhere = NewItem {
        workspace: None,
        ..knowledge(6, "explain sql to me")
    };
    store.add(everywhere).await.unwrap();
    store.refuse(id(1)).await.unwrap();
    store.delete(id(3), super::at(9)).await.unwrap();
    let embedder: Arc<dyn Embedder> = Arc::new(TwoTopics::default());
    make_vectors(&store, &embedder).await.unwrap();
    let filters = [
        (
            MemoryFilter {
                tag: Some("DB".into()),
                ..MemoryFilter::default()
            },
            vec![4],
        ),
        (
            MemoryFilter {
                kind: Some(MemoryKind::Decision),
                ..MemoryFilter::default()
            },
            vec![4],
        ),
        (
            MemoryFilter {
                state: Some(MemoryState::Refused),
                ..MemoryFilter::default()
            },
            vec![],
        ),
        (
            MemoryFilter {
                place: Place::Here(workspace("bank")),
                ..MemoryFilter::default()
            },
            vec![5, 6],
        ),
        (MemoryFilter::kept_in(workspace("shop")), vec![4, 6]),
    ];
    for (filter, wanted) in filters {
        let asked = MemoryQuestion {
            filter: filter.clone(),
            ..with_meaning("sql")
        };
        let searched = store.search(asked).await.unwrap();
        let mut found: Vec<_> = ids(&searched)
            .into_iter()
            .filter(|found| *found != id(2))
            .collect();
        found.sort();
        let wanted: Vec<_> = wanted.into_iter().map(id).collect();
        assert_eq!(found, wanted, "{filter:?}");
    }
}

#[tokio::test]
async fn words_that_very_many_items_have_neither_hide_a_rarer_one_nor_find_nothing() {
    let store = store();
    let many =
        (10..2_300).map(|number| knowledge(number, &format!("the module {number} is tested")));
    store.add_all(many.collect()).await.unwrap();
    store
        .add(knowledge(1, "invoices are rounded in the module"))
        .await
        .unwrap();
    let asked = |text: &str| MemoryQuestion {
        most: 3,
        ..question(text)
    };
    let searched = store
        .search(asked("is the module of invoices tested?"))
        .await
        .unwrap();
    assert_eq!(ids(&searched), [id(1)]);
    let searched = store.search(asked("tested module")).await.unwrap();
    assert_eq!(
        ids(&searched),
        [id(2_299), id(2_298), id(2_297)],
        "the latest with all words"
    );
}
