//! Vectors: every chunk gets its own, from any server, and texts of the same meaning are found.

mod sparing;

use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use tokio::sync::Notify;

use super::{IndexHarness, LONG, look};
use crate::embedding::{EmbedPermission, Embedder};
use crate::{
    Hit, Index, MachineUse, QuestionVector, SearchQuestion, Settings, VectorSettings, Word,
};
use notice::{Notice, notice};
use protocol::index::{Consent, IndexPhase, IndexState, VectorsPhase, VectorsState};
use protocol::stream::{ProviderError, ProviderErrorKind};

/// Model of meaning: words that mean the same have the same place.
const MEANINGS: [&[&str]; 4] = [
    &["retry", "again", "backoff"],
    &["money", "invoice", "price"],
    &["login", "password", "session"],
    &["colour", "paint", "theme"],
];

fn meaning(text: &str) -> Vec<f32> {
    let lower = text.to_lowercase();
    let count = |words: &&[&str]| -> f32 {
        let counts = words.iter().map(|word| lower.matches(word).count());
        f32::from(u8::try_from(counts.sum::<usize>()).unwrap())
    };
    let mut vector: Vec<f32> = MEANINGS.iter().map(count).collect();
    vector.push(0.1);
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    vector.iter().map(|number| number / length).collect()
}

/// A model that answers, and records its requests.
struct Model {
    name: &'static str,
    /// Maximum length of an accepted text.
    longest: usize,
    asked: Mutex<Vec<String>>,
    /// The error that every request gets.
    broken: Option<ProviderErrorKind>,
    /// Whether texts may be sent to the model.
    leave: Mutex<EmbedPermission>,
}

impl Model {
    fn new(name: &'static str) -> Self {
        Self {
            name,
            longest: usize::MAX,
            asked: Mutex::default(),
            broken: None,
            leave: Mutex::new(EmbedPermission::Given),
        }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Embedder for Model {
    fn model(&self) -> &str {
        self.name
    }

    fn leave(&self) -> EmbedPermission {
        self.leave.lock().unwrap().clone()
    }

    fn keep_consent(&self, consent: Consent) -> Result<Notice, Notice> {
        assert_eq!(consent, Consent::Given);
        *self.leave.lock().unwrap() = EmbedPermission::Given;
        Ok(Notice::text("it is allowed"))
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        Box::pin(async move {
            if let Some(kind) = self.broken {
                let error = ProviderError::new(kind, Notice::text("it is broken"));
                return Err(error.with_hint(Notice::text("mend it")));
            }
            if texts.iter().any(|text| text.len() > self.longest) {
                let kind = ProviderErrorKind::Rejected;
                return Err(ProviderError::new(
                    kind,
                    Notice::text("the input is too long"),
                ));
            }
            let vectors = texts.iter().map(|text| meaning(text)).collect();
            self.asked.lock().unwrap().extend(texts);
            Ok(vectors)
        })
    }
}

/// Waits until the vectors reach a state.
async fn until(
    index: &Index,
    told: &Notify,
    is_there: impl Fn(&VectorsState) -> bool,
) -> VectorsState {
    loop {
        let next = told.notified();
        if let Some(state) = index.state().vectors.filter(|state| is_there(state)) {
            return state;
        }
        next.await;
    }
}

/// An index that computes vectors on request, with its reports.
struct Given {
    index: Arc<Index>,
    /// Signals a new report.
    told: Arc<Notify>,
    said: Arc<Mutex<Vec<IndexState>>>,
}

fn given(harness: &IndexHarness, model: &Arc<Model>, most: u64) -> Given {
    let settings = Settings {
        most_bytes: 1_000_000,
    };
    let (workspace, folder) = (
        Arc::clone(&harness.workspace),
        harness.kept.path().join("one"),
    );
    let index = Arc::new(Index::new(workspace, folder, settings));
    index.embed_with(VectorSettings {
        embedder: Arc::clone(model) as _,
        most,
        cache_bytes: 1_000_000,
    });
    let told = Arc::new(Notify::new());
    let said: Arc<Mutex<Vec<IndexState>>> = Arc::default();
    let (teller, kept) = (Arc::clone(&told), Arc::clone(&said));
    index.listen(Box::new(move |word| {
        if let Word::State(state) = word {
            kept.lock().unwrap().push(state);
            teller.notify_waiters();
        }
    }));
    Given { index, told, said }
}

fn on_a_runtime<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(async {
        let limited = tokio::time::timeout(LONG, work);
        limited.await.expect("in time")
    })
}

/// Runs a test with an index that has vectors.
fn with_vectors<T>(
    harness: &IndexHarness,
    model: &Arc<Model>,
    most: u64,
    test: impl AsyncFnOnce(Arc<Index>, Arc<Notify>) -> T,
) -> T {
    let Given { index, told, .. } = given(harness, model, most);
    look(&index);
    assert_eq!(index.state().phase, IndexPhase::Ready);
    on_a_runtime(async {
        let task = tokio::spawn(Index::maintain_vectors(Arc::downgrade(&index)));
        let out = test(Arc::clone(&index), told).await;
        task.abort();
        out
    })
}

fn closest(index: &Index, model: &str, text: &str) -> Vec<String> {
    let vector = meaning(text);
    let question = SearchQuestion {
        text,
        takes: &|path| path != "left/out.rs",
        limit: 2,
        lines: 3,
        meaning: Some(QuestionVector {
            model,
            vector: &vector,
        }),
        proposed: &[],
    };
    let path = |hit: Hit| hit.place.path;
    index
        .closest(&question)
        .unwrap()
        .into_iter()
        .map(path)
        .collect()
}

fn harness() -> IndexHarness {
    let harness = IndexHarness::new();
    harness.put("a/backoff.rs", "fn wait() { backoff(2); }\n");
    harness.put("b/invoice.rs", "fn price() -> u32 { 3 }\n");
    harness.put("left/out.rs", "fn again() { again(); again(); }\n");
    harness.put("c/session.rs", "fn login() {\n    password\n}\n");
    harness
}

fn is_ready(state: &VectorsState) -> bool {
    state.phase == VectorsPhase::Ready && state.done == state.total
}

#[test]
fn every_chunk_gets_a_vector_and_what_means_the_same_is_found() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    with_vectors(&harness, &model, 100, async |index, told| {
        let state = until(&index, &told, is_ready).await;
        assert_eq!((state.done, state.total), (4, 4));
        assert_eq!(closest(&index, "one", "try again")[0], "a/backoff.rs");
        assert_eq!(closest(&index, "one", "money")[0], "b/invoice.rs");
        assert_eq!(closest(&index, "other", "money"), [""; 0]);
    });
    assert!(
        model
            .asked()
            .contains(&"a/backoff.rs\nfn wait() { backoff(2); }".to_owned())
    );
}

#[test]
fn a_changed_file_gets_a_new_vector_and_the_others_keep_theirs() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    with_vectors(&harness, &model, 100, async |index, told| {
        until(&index, &told, is_ready).await;
        harness.put("b/invoice.rs", "fn paint() { colour }\n");
        let again = Arc::clone(&index);
        tokio::task::spawn_blocking(move || look(&again))
            .await
            .unwrap();
        until(&index, &told, |state| {
            is_ready(state) && model.asked().len() == 5
        })
        .await;
        assert_eq!(closest(&index, "one", "a theme")[0], "b/invoice.rs");
    });
    assert_eq!(model.asked().len(), 5);
}

#[test]
fn another_model_begins_anew() {
    let (harness, one, two) = (
        harness(),
        Arc::new(Model::new("one")),
        Arc::new(Model::new("two")),
    );
    for model in [&one, &two] {
        with_vectors(&harness, model, 100, async |index, told| {
            until(&index, &told, is_ready).await;
        });
        assert_eq!(model.asked().len(), 4, "{}", model.name);
    }
    with_vectors(&harness, &two, 100, async |index, told| {
        until(&index, &told, is_ready).await;
        assert_eq!(closest(&index, "one", "money"), [""; 0]);
    });
    assert_eq!(two.asked().len(), 4, "what is there is not asked for again");
}

#[test]
fn no_more_are_made_than_may_be() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    with_vectors(&harness, &model, 3, async |index, told| {
        let state = until(&index, &told, |state| state.phase == VectorsPhase::Full).await;
        assert_eq!((state.done, state.total), (3, 4));
    });
    assert_eq!(model.asked().len(), 3);
}

#[test]
fn a_text_that_is_too_long_is_cut_and_holds_up_no_other() {
    let harness = harness();
    harness.put("long.rs", format!("fn login() {{}}\n{}\n", "x".repeat(900)));
    let mut model = Model::new("one");
    model.longest = 300;
    let model = Arc::new(model);
    with_vectors(&harness, &model, 100, async |index, told| {
        let state = until(&index, &told, is_ready).await;
        assert_eq!(state.done, 5);
        assert!(closest(&index, "one", "password").contains(&"long.rs".to_owned()));
    });
    assert!(model.asked().iter().all(|text| text.len() <= 300));
}

#[test]
fn what_cannot_work_stops_and_what_is_away_is_waited_for_both_with_why() {
    for (kind, stops) in [
        (ProviderErrorKind::ModelNotFound, true),
        (ProviderErrorKind::Authentication, true),
        (ProviderErrorKind::Connection, false),
    ] {
        let mut model = Model::new("one");
        model.broken = Some(kind);
        with_vectors(&harness(), &Arc::new(model), 100, async |index, told| {
            let reason = notice!("told-why-next", why = "it is broken", why_next = "mend it");
            assert_eq!(reason.to_string(), "it is broken; mend it");
            let expected = if stops {
                VectorsPhase::Stopped { reason }
            } else {
                VectorsPhase::Waiting { reason }
            };
            let state = until(&index, &told, |state| state.phase == expected).await;
            assert_eq!(state.done, 0);
        });
    }
}

#[test]
fn secrets_do_not_go_to_the_model() {
    let harness = IndexHarness::new();
    let key = "sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz0123456789";
    harness.put("a.py", format!("key = \"{key}\"\n"));
    let model = Arc::new(Model::new("one"));
    with_vectors(&harness, &model, 100, async |index, told| {
        until(&index, &told, is_ready).await;
    });
    let asked = model.asked();
    assert!(asked.len() == 1 && !asked[0].contains(key), "{asked:?}");
}
