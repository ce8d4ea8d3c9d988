//! Vectors recorded from a real model (`tests/fixtures/retrieval` says how), for tests: as raw
//! data, and as a model that answers with them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use futures_util::future::BoxFuture;
use serde::Deserialize;

use super::embedding::Embedder;
use notice::Notice;
use protocol::ids::ContentHash;
use protocol::stream::{ProviderError, ProviderErrorKind};

#[derive(Deserialize)]
pub struct RecordedVectors {
    pub model: String,
    pub files: BTreeMap<String, Row>,
    pub questions: BTreeMap<String, Row>,
}

#[derive(Deserialize)]
pub struct Row {
    sha256: ContentHash,
    vector: String,
}

impl Row {
    /// Returns the vector at length 1; panics if it was not recorded from this text.
    pub fn of(&self, text: &str) -> Vec<f32> {
        assert_eq!(
            ContentHash::of(text.as_bytes()),
            self.sha256,
            "record the vectors anew: {text}"
        );
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(&self.vector)
            .unwrap();
        let numbers: Vec<f32> = bytes
            .iter()
            .map(|byte| f32::from(byte.cast_signed()))
            .collect();
        unit(&numbers)
    }
}

/// Scales a vector to length 1.
pub fn unit(numbers: &[f32]) -> Vec<f32> {
    let squares = numbers.iter().map(|number| number * number);
    let length = squares.sum::<f32>().sqrt();
    numbers.iter().map(|number| number / length).collect()
}

pub fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/retrieval")
}

pub fn recorded() -> RecordedVectors {
    serde_json::from_slice(&fs::read(fixture().join("vectors.json")).unwrap()).unwrap()
}

/// A model that knows only the recorded files and questions.
pub struct RecordedModel(pub RecordedVectors);

impl RecordedModel {
    /// Returns the file's vector for each chunk of a file, recognised by the path at its start, or
    /// the vector of a recorded question.
    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        let path = text.lines().next().unwrap_or_default();
        if let Some(row) = self.0.files.get(path) {
            let whole = fs::read_to_string(fixture().join("corpus").join(path)).unwrap();
            return Some(row.of(&format!("{path}\n{whole}")));
        }
        let hash = ContentHash::of(text.as_bytes());
        let mut rows = self.0.questions.values();
        Some(rows.find(|row| row.sha256 == hash)?.of(text))
    }
}

impl Embedder for RecordedModel {
    fn model(&self) -> &str {
        &self.0.model
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        Box::pin(async move {
            let vectors = texts.iter().map(|text| {
                let kind = ProviderErrorKind::Rejected;
                let unknown =
                    || ProviderError::new(kind, Notice::text("this text was not recorded"));
                self.vector(text).ok_or_else(unknown)
            });
            vectors.collect()
        })
    }
}
