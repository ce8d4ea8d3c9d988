//! The memory with 10,000 and 100,000 items and a vector of 384 numbers for each: searches by words
//! and by meaning, with the filter of a recall, through the library.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use index::embedding::Embedder;
use jiff::Timestamp;
use memory::{
    MemoryFilter, MemoryQuestion, MemoryStore, ModelIdentity, NewItem, QuestionVector, make_vectors,
};
use protocol::ids::{MemoryId, WorkspaceId};
use protocol::memory::{MemoryKind, MemoryOrigin};
use protocol::stream::ProviderError;
use protocol::taint::Taint;
use redact::Masker;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::report::{Report, milliseconds};

/// Numbers of a vector, as of all-minilm.
const NUMBERS: usize = 384;

/// Searches of each size.
const TIMES: usize = 40;

/// Items of one transaction.
const PART: usize = 5_000;

const SUBJECTS: [&str; 8] = [
    "the retry policy",
    "the orders table",
    "the session lock",
    "a release",
    "the search index",
    "an invoice",
    "the login page",
    "the cache",
];
const FACTS: [&str; 8] = [
    "is written in",
    "was moved to",
    "must not depend on",
    "is tested by",
    "takes its limits from",
    "is owned by",
    "was replaced by",
    "needs a review with",
];

pub fn run(report: &mut Report) {
    for (items, budget) in [(10_000, 15.0), (100_000, 150.0)] {
        let folder = tempfile::tempdir().expect("a folder");
        let runtime = Runtime::new().expect("a runtime");
        let opened = MemoryStore::open(folder.path(), Masker::default());
        let (store, _) = opened.expect("a memory");
        runtime.block_on(fill(&store, items));
        let mut times = Vec::new();
        for number in 0..TIMES {
            let question = question(number * 97);
            let begun = Instant::now();
            let searched = runtime.block_on(store.search(question)).expect("an answer");
            times.push(begun.elapsed());
            assert_eq!(searched.found.len(), 5);
        }
        report.times(&format!("{items} items searched"), &times, budget);
        let bytes = std::fs::metadata(folder.path().join("memory.db"))
            .expect("a file")
            .len();
        report.noted(&format!("{items} items on disk"), "MB", bytes as f64 / 1e6);
        let begun = Instant::now();
        let added = runtime.block_on(store.add(item(items + 1)));
        added.expect("it is stored");
        report.noted(
            &format!("one more item beside {items}"),
            "ms",
            milliseconds(begun.elapsed()),
        );
    }
}

async fn fill(store: &MemoryStore, items: usize) {
    for first in (0..items).step_by(PART) {
        let part = (first..items.min(first + PART)).map(item).collect();
        store.add_all(part).await.expect("they are stored");
    }
    let embedder: Arc<dyn Embedder> = Arc::new(Numbers);
    let (_, made) = make_vectors(store, &embedder).await.expect("vectors");
    assert_eq!(made, items as u64);
}

fn text(number: usize) -> String {
    let (subject, fact) = (SUBJECTS[number % 8], FACTS[number / 8 % 8]);
    format!(
        "Note {number}: {subject} {fact} module_{} since build {}.",
        number % 911,
        number / 7
    )
}

fn item(number: usize) -> NewItem {
    NewItem {
        id: MemoryId(Uuid::now_v7()),
        kind: MemoryKind::ALL[number % 4],
        text: text(number),
        tags: vec![format!("area-{}", number % 12)],
        workspace: (!number.is_multiple_of(3)).then(here),
        run: None,
        origin: MemoryOrigin::Agent,
        taint: Taint::None,
        created: Timestamp::now(),
        received_from: None,
    }
}

fn here() -> WorkspaceId {
    WorkspaceId("bench".to_owned())
}

fn question(number: usize) -> MemoryQuestion {
    let text = format!(
        "Who owns {} of module_{}?",
        SUBJECTS[number % 8],
        number % 911
    );
    let vector = QuestionVector {
        model: ModelIdentity::of("bench/numbers", NUMBERS),
        numbers: vector(&text),
    };
    MemoryQuestion {
        text,
        filter: MemoryFilter::kept_in(here()),
        most: 5,
        vector: Some(vector),
    }
}

/// A model whose vectors are as hard to tell apart as any: all directions.
struct Numbers;

impl Embedder for Numbers {
    fn model(&self) -> &str {
        "bench/numbers"
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        let made = texts.iter().map(|text| vector(text)).collect();
        Box::pin(async move { Ok(made) })
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut state = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let numbers = (0..NUMBERS).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 40) as f32 / 8_388_608.0 - 1.0
    });
    let numbers: Vec<f32> = numbers.collect();
    let length = numbers
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    numbers.into_iter().map(|number| number / length).collect()
}
