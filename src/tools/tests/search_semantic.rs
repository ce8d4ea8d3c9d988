//! Tests of `search_semantic`: with recorded vectors of a real model, and the error text
//! without a model.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::Harness;
use crate::Buffer;
use index::embedding::{EmbedPermission, Embedder};
use index::recorded_vectors::{RecordedModel, fixture, recorded};
use index::{Index, Settings, VectorSettings, Word};
use notice::{Notice, notice};
use protocol::index::VectorsPhase;
use protocol::stream::{ProviderError, ProviderErrorKind};
use workspace::Workspace;

fn index_of(harness: &Harness) -> Arc<Index> {
    let workspace = Arc::new(Workspace::open(harness.root.path(), &[]).unwrap());
    let most_bytes = 1_000_000;
    let folder = harness.private.path().join("index");
    Arc::new(Index::new(workspace, folder, Settings { most_bytes }))
}

fn index_with(harness: &Harness, embedder: Arc<dyn Embedder>, most: u64) -> Arc<Index> {
    let index = index_of(harness);
    index.embed_with(VectorSettings {
        embedder,
        most,
        cache_bytes: 10_000_000,
    });
    index
}

/// Makes vectors until a phase is reached.
fn make_vectors(index: &Arc<Index>, until: &VectorsPhase) {
    let told = Arc::new(Notify::new());
    let teller = Arc::clone(&told);
    index.listen(Box::new(move |word| {
        if matches!(word, Word::State(_)) {
            teller.notify_waiters();
        }
    }));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    index.begin();
    runtime.block_on(async {
        let task = tokio::spawn(Index::maintain_vectors(Arc::downgrade(index)));
        loop {
            let next = told.notified();
            let made = index.state().vectors;
            if made.is_some_and(|made| made.phase == *until) {
                break;
            }
            next.await;
        }
        task.abort();
    });
}

/// Creates a harness with the recorded code base and the vectors of its files.
fn corpus(most: u64, until: &VectorsPhase) -> Harness {
    let harness = Harness::new();
    let recorded = recorded();
    for path in recorded.files.keys() {
        harness.put(
            path,
            std::fs::read(fixture().join("corpus").join(path)).unwrap(),
        );
    }
    let index = index_with(&harness, Arc::new(RecordedModel(recorded)), most);
    make_vectors(&index, until);
    let _with_index = harness.tools.clone().with_index(index);
    harness
}

fn found(content: &Value) -> Vec<&str> {
    let hits = content["hits"].as_array().expect("hits").iter();
    hits.map(|hit| hit["path"].as_str().expect("a path"))
        .collect()
}

#[test]
fn what_means_the_same_is_found_by_a_real_models_vectors() {
    let harness = corpus(10_000, &VectorsPhase::Ready);
    for (question, path) in [
        ("smooth scrolling through a huge table", "ui/long_list.ts"),
        ("GDPR erasure of personal data", "docs/data_retention.md"),
        (
            "nobody approves what they have asked for themselves",
            "auth/roles.yaml",
        ),
    ] {
        let content = harness.ok("search_semantic", json!({ "query": question, "limit": 3 }));
        assert_eq!(content.get("note"), None, "{content:#}");
        let paths = found(&content);
        assert!(paths.len() <= 3, "{paths:?}");
        assert_eq!(paths[0], path, "{question}");
        let hit = &content["hits"][0];
        let text = std::fs::read_to_string(harness.path(paths[0])).unwrap();
        let snippet = hit["snippet"].as_str().expect("a snippet");
        let first = snippet.lines().next().unwrap_or_default();
        assert!(text.contains(first), "{content:#}");
        assert!(hit["start_line"].as_u64() >= Some(1) && hit["score"].is_f64());
    }
}

#[test]
fn a_proposed_file_is_not_found_by_what_it_meant_on_the_disk() {
    let harness = corpus(10_000, &VectorsPhase::Ready);
    let question = json!({ "query": "smooth scrolling through a huge table" });
    assert!(found(&harness.ok("search_semantic", question.clone())).contains(&"ui/long_list.ts"));
    *harness.told.buffers.lock().unwrap() = vec![Buffer {
        path: "ui/long_list.ts".to_owned(),
        text: Some("nothing of the kind\n".into()),
        mode: None,
    }];
    assert!(!found(&harness.ok("search_semantic", question)).contains(&"ui/long_list.ts"));
}

#[test]
fn what_has_no_vector_yet_is_told() {
    let harness = corpus(5, &VectorsPhase::Full);
    let question = json!({ "query": "smooth scrolling through a huge table" });
    let content = harness.ok("search_semantic", question);
    let note = content["note"].as_str().expect("a note");
    assert!(note.contains("There may be better places"), "{note}");
}

/// A model that gives no vectors.
struct Silent {
    leave: EmbedPermission,
}

impl Embedder for Silent {
    fn model(&self) -> &'static str {
        "ollama/all-minilm"
    }

    fn leave(&self) -> EmbedPermission {
        self.leave.clone()
    }

    fn vectors(&self, _texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        Box::pin(async {
            let kind = ProviderErrorKind::Connection;
            let why = Notice::text("ollama does not answer at http://127.0.0.1:11434");
            let error = ProviderError::new(kind, why);
            Err(error.with_hint(notice!("told-start-ollama")))
        })
    }
}

fn refused(harness: &Harness) -> String {
    let content = harness.run("search_semantic", json!({ "query": "what retries?" }));
    let error = &content["error"];
    assert_eq!(
        (&error["code"], &error["type"]),
        (&json!("E007"), &json!("TOOL_NOT_AVAILABLE"))
    );
    error["message"].as_str().expect("a message").to_owned()
}

#[test]
fn without_a_model_it_is_e007_with_what_to_do_next() {
    let harness = Harness::new();
    let mut said = vec![refused(&harness)];
    let _with_index = harness.tools.clone().with_index(index_of(&harness));
    said.push(refused(&harness));
    for leave in [
        EmbedPermission::Withheld(Notice::text("nobody has allowed it")),
        EmbedPermission::Given,
    ] {
        let harness = Harness::new();
        let index = index_with(&harness, Arc::new(Silent { leave }), 10);
        let _with_index = harness.tools.clone().with_index(index);
        said.push(refused(&harness));
    }
    insta::assert_snapshot!(said.join("\n"));
}
