//! Embeddings: the request, the answer, and the checks of the answer. The adapters fill in the wire
//! format; the index decides when embeddings are requested and where they are kept.

use futures_util::future::BoxFuture;
use serde_json::Value;

use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind};

/// Maximum dimension of a vector; the largest models in use have 4,096.
const LONGEST: usize = 16_384;

/// Computes embeddings.
pub trait EmbeddingModel: Send + Sync {
    /// Requests the embeddings of texts. Makes no retries of its own; dropping the future
    /// closes the connection.
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>>;
}

/// A request for the embeddings of some texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedRequest {
    pub model: String,
    /// The texts; none of them empty. The server truncates texts that are too long for the model.
    pub texts: Vec<String>,
}

/// The embeddings of the texts of an [`EmbedRequest`].
#[derive(Debug, Clone, PartialEq)]
pub struct Embeddings {
    /// A vector per text, in the order of the texts, all of the same dimension and normalized to
    /// length 1, so that the cosine of two is their dot product.
    pub vectors: Vec<Vec<f32>>,
    /// Tokens that the server counted, if it reports them.
    pub tokens: Option<u64>,
}

/// Builds the error of a provider without embeddings.
pub fn unsupported(provider: &str) -> ProviderError {
    ProviderError::new(
        ProviderErrorKind::Unsupported,
        notice!("told-no-embeddings", word = provider),
    )
    .with_hint(notice!("told-name-embedder"))
}

/// Whether a model of this name only computes embeddings. If a server's list says so, the
/// list takes precedence.
pub fn is_for_vectors(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let family = name.rsplit('/').next().unwrap_or(&name);
    let inside = ["embed", "minilm"];
    let leading = ["bge-", "gte-", "e5-", "multilingual-e5"];
    inside.iter().any(|part| name.contains(part))
        || leading.iter().any(|part| family.starts_with(part))
}

/// Checks the vectors from a server: one per text, of finite numbers, of one dimension, none of
/// them zero.
///
/// # Errors
/// The problem, as a clause.
pub(super) fn checked(
    given: impl IntoIterator<Item = impl std::borrow::Borrow<Value>>,
    texts: usize,
) -> Result<Vec<Vec<f32>>, Notice> {
    let mut vectors = Vec::with_capacity(texts);
    for value in given {
        if vectors.len() == texts {
            return Err(notice!("told-vectors-more", number = texts));
        }
        let vector = unit(value.borrow())?;
        if let Some(first) = vectors.first().map(Vec::len)
            && first != vector.len()
        {
            let other = vector.len();
            return Err(notice!("told-vectors-unlike", number = first, other));
        }
        vectors.push(vector);
    }
    match vectors.len() {
        count if count == texts => Ok(vectors),
        count => Err(notice!("told-vectors-count", word = count, number = texts)),
    }
}

fn unit(value: &Value) -> Result<Vec<f32>, Notice> {
    let numbers = value
        .as_array()
        .filter(|numbers| !numbers.is_empty() && numbers.len() <= LONGEST)
        .ok_or_else(|| notice!("told-vector-no-list", limit = LONGEST))?;
    let mut vector = Vec::with_capacity(numbers.len());
    for number in numbers {
        let number = number
            .as_f64()
            .filter(|number| number.abs() <= f64::from(f32::MAX))
            .ok_or_else(|| notice!("told-vector-no-number"))?;
        vector.push(number);
    }
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f64>()
        .sqrt();
    if !length.is_normal() {
        return Err(notice!("told-vector-no-direction"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the numbers of a unit vector are at most 1"
    )]
    let scaled = vector
        .iter()
        .map(|number| (number / length) as f32)
        .collect();
    Ok(scaled)
}

#[cfg(test)]
mod tests {
    use super::is_for_vectors;

    #[test]
    fn models_for_vectors_are_known_by_their_names() {
        for name in [
            "nomic-embed-text:latest",
            "all-minilm:22m",
            "text-embedding-3-small",
            "BAAI/bge-m3",
            "mistral-embed",
        ] {
            assert!(is_for_vectors(name), "{name}");
        }
        for name in ["qwen2.5-coder:7b", "gpt-5", "llama3.2", "someone/large-bge"] {
            assert!(!is_for_vectors(name), "{name}");
        }
    }
}
