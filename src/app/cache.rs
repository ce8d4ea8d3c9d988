//! Assembles the cache of a workspace: answers of models for requests, models and token counts
//! reported by providers, and state and cleaning for front ends. It is opened when a request first
//! uses it. A fault of the cache is reported once and stops nothing.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;

use super::Setup;
use client::slash::disk_size;
use config::cache_key::cache_key;
use config::paths::WORKSPACE_FOLDER;
use notice::{Notice, count, notice};
use protocol::cache::{CacheScope, CacheState};
use protocol::stream::{ModelInfo, StreamPart};
use provider::KeptModels;
use provider::cached::{self, CachedAnswer, KeptAnswer, RequestKey};
use provider::metadata_cache::MetadataStore;
use runtime::actor::Cache;
use store::answers::{Answers, Bounds, Size};
use store::cache::{Contents, contents, empty, file_in};
use store::global::GlobalStore;
use store::model_cache::ProviderMetadata;
use store::{StoreError, state_file};

const DAY: i64 = 86_400;

pub struct WorkspaceCache {
    file: PathBuf,
    data: PathBuf,
    enabled: bool,
    most_bytes: u64,
    most_days: u32,
    /// Opened on first use; or the reason why it cannot be used.
    answers: OnceLock<Result<Answers, Notice>>,
    /// Opened on first use.
    metadata: OnceLock<Option<ProviderMetadata>>,
    /// Whether the user has been notified that the cache cannot be used.
    was_reported: AtomicBool,
}

impl Setup {
    /// Returns the cache in a workspace's state folder. If the state itself is not kept, no
    /// answer is cached.
    pub fn cache_in(&self, folder: &Path) -> WorkspaceCache {
        let config = &self.loaded.config;
        WorkspaceCache {
            file: file_in(folder),
            data: self.folders.data.clone(),
            enabled: config.cache_enabled,
            most_bytes: config.cache_max_mb.saturating_mul(1024 * 1024),
            most_days: config.cache_max_days,
            answers: OnceLock::new(),
            metadata: OnceLock::new(),
            was_reported: AtomicBool::new(false),
        }
    }

    /// Returns the cache at its actual or future location.
    pub fn cache(&self) -> WorkspaceCache {
        let [inside, outside] = self.state_folders();
        let is_inside = self.workspace.is_writable() || file_in(&inside).exists();
        self.cache_in(if is_inside { &inside } else { &outside })
    }
}

impl WorkspaceCache {
    /// Whether anything is cached: if the state itself is not kept, nothing is.
    pub fn is_kept(&self) -> bool {
        let folder = self.file.parent();
        folder.is_some_and(|folder| state_file(folder).is_file())
    }

    /// Whether answers are cached.
    pub fn keeps_answers(&self) -> bool {
        self.enabled && self.is_kept()
    }

    /// Returns the cached provider metadata; `None` if the secret cannot be kept.
    fn metadata(&self) -> Option<&ProviderMetadata> {
        let make = || match cache_key(&self.data) {
            Ok(key) => Some(ProviderMetadata::new(self.file.clone(), key)),
            Err(error) => {
                tracing::warn!(%error, "what providers tell is not kept");
                None
            }
        };
        self.metadata.get_or_init(make).as_ref()
    }

    fn answers(&self) -> Result<&Answers, &Notice> {
        let make = || {
            let key = cache_key(&self.data).map_err(|error| {
                notice!("told-cache-secret", path = self.data.display(), why = error)
            })?;
            let bounds = Bounds {
                most_bytes: self.most_bytes,
                most_seconds: i64::from(self.most_days).saturating_mul(DAY),
            };
            Ok(Answers::new(self.file.clone(), key, bounds))
        };
        self.answers.get_or_init(make).as_ref()
    }

    /// Returns the notice about an unusable cache, the first time only.
    fn unusable(&self, why: &Notice) -> Option<Notice> {
        tracing::warn!(%why, "the cache of answers cannot be used");
        let is_first = !self.was_reported.swap(true, Ordering::Relaxed);
        is_first.then(|| notice!("told-answers-not-kept", why))
    }

    fn failed(&self, error: &StoreError) -> Option<Notice> {
        match error {
            // Another process works in it; a later attempt will do.
            StoreError::Busy => None,
            error => self.unusable(&error.notice()),
        }
    }
}

impl cached::Answers for WorkspaceCache {
    fn find(&self, request: &RequestKey, most_tokens: Option<u64>) -> CachedAnswer {
        let answers = match self.answers() {
            Ok(answers) => answers,
            Err(why) => {
                return CachedAnswer {
                    word: self.unusable(why),
                    ..CachedAnswer::default()
                };
            }
        };
        match answers.find(&request.0, most_tokens, Timestamp::now()) {
            Ok(found) => CachedAnswer {
                answer: found
                    .answer
                    .and_then(|answer| Some((parts(&answer.parts)?, answer.made))),
                word: found.word,
            },
            Err(error) => CachedAnswer {
                word: self.failed(&error),
                ..CachedAnswer::default()
            },
        }
    }

    fn keep(&self, request: &RequestKey, answer: &KeptAnswer) -> Option<Notice> {
        let answers = match self.answers() {
            Ok(answers) => answers,
            Err(why) => return self.unusable(why),
        };
        let size = Size {
            answer: answer.usage.output_tokens,
            total: answer.usage.total_tokens(),
        };
        let parts = serde_json::to_value(&answer.parts).unwrap_or_default();
        let parts = parts.to_string();
        let kept = answers.keep(&request.0, (parts.as_bytes(), size), Timestamp::now());
        kept.err().and_then(|error| self.failed(&error))
    }
}

impl MetadataStore for WorkspaceCache {
    fn models(&self, provider: &str, address: &str) -> Option<KeptModels> {
        let found = self.metadata()?.list(provider, address);
        let list = found.unwrap_or_else(|error| log_and_default(&error))?;
        Some(KeptModels {
            models: support::json::from_str(&list.models).ok()?,
            told_at: list.told,
        })
    }

    fn keep_models(&self, provider: &str, address: &str, models: &[ModelInfo]) {
        let Some(told) = self.metadata() else { return };
        let models = serde_json::to_value(models).unwrap_or_default().to_string();
        let kept = told.keep_list((provider, address), &models, Timestamp::now());
        kept.unwrap_or_else(|error| log_and_default(&error));
    }

    fn count(&self, prompt: &RequestKey) -> Option<u64> {
        let found = self.metadata()?.count(&prompt.0, Timestamp::now());
        found.unwrap_or_else(|error| log_and_default(&error))
    }

    fn keep_count(&self, prompt: &RequestKey, tokens: u64) {
        let Some(told) = self.metadata() else { return };
        let kept = told.keep_count(&prompt.0, tokens, Timestamp::now());
        kept.unwrap_or_else(|error| log_and_default(&error));
    }
}

/// Logs a metadata failure and goes on: it only costs another request.
fn log_and_default<T: Default>(error: &StoreError) -> T {
    tracing::info!(%error, "what providers told cannot be looked up or kept");
    T::default()
}

/// Parses the parts of an answer; `None` unless they are complete.
fn parts(json: &[u8]) -> Option<Vec<StreamPart>> {
    let parts: Vec<StreamPart> = support::json::from_slice(json).ok()?;
    matches!(parts.last(), Some(StreamPart::Done { .. })).then_some(parts)
}

impl Cache for WorkspaceCache {
    fn state(&self) -> Result<CacheState, Notice> {
        let (held, unreadable) = match contents(&self.file) {
            Ok(held) => (held, None),
            Err(error) => (Contents::default(), Some(error.notice())),
        };
        let unkept = || {
            let is_unkept = self.enabled && self.file.exists() && !self.keeps_answers();
            is_unkept.then(|| notice!("told-nothing-kept-here"))
        };
        let unusable = || match self.answers.get() {
            Some(Err(why)) => Some(why.clone()),
            _ => None,
        };
        Ok(CacheState {
            file: self.file.clone(),
            file_bytes: held.file_bytes,
            enabled: self.enabled,
            problem: unreadable.or_else(unusable).or_else(unkept),
            answers: held.answers.count,
            answer_bytes: held.answers.bytes,
            most_bytes: self.most_bytes,
            most_days: self.most_days,
            hits: held.hits,
            misses: held.misses,
            saved_tokens: held.saved_tokens,
            vectors: held.vectors.count,
            vector_bytes: held.vectors.bytes,
            lists: held.lists.count,
            list_bytes: held.lists.bytes,
            counts: held.counts.count,
            count_bytes: held.counts.bytes,
        })
    }

    fn clean(&self, scope: CacheScope) -> Result<Notice, Notice> {
        match scope {
            CacheScope::Workspace => {
                let gone = empty(&self.file).map_err(|error| error.notice())?;
                Ok(match gone {
                    None => notice!("told-cache-none"),
                    Some(gone) => notice!("told-cache-emptied", why = removal_notice(&gone)),
                })
            }
            CacheScope::All => self.clean_all(),
        }
    }
}

impl WorkspaceCache {
    fn clean_all(&self) -> Result<Notice, Notice> {
        let known =
            GlobalStore::open(&self.data).and_then(|(known, _)| known.workspaces_blocking());
        let unknown = |error: StoreError| notice!("told-workspaces-unknown", why = error.notice());
        let known = known.map_err(unknown)?;
        let mut files = vec![self.file.clone()];
        for one in known {
            files.push(file_in(&one.root_path.join(WORKSPACE_FOLDER)));
            files.push(file_in(&self.data.join("workspaces").join(&one.id.0)));
        }
        files.sort();
        files.dedup();
        let mut sum = Contents::default();
        let mut emptied = 0_u64;
        let mut failed = Vec::new();
        for file in files {
            match empty(&file) {
                Ok(None) => {}
                Ok(Some(gone)) => {
                    emptied += 1;
                    sum.answers.count += gone.answers.count;
                    sum.vectors.count += gone.vectors.count;
                    sum.lists.count += gone.lists.count;
                    sum.counts.count += gone.counts.count;
                    sum.file_bytes = sum.file_bytes.saturating_add(gone.file_bytes);
                }
                Err(error) => {
                    let why = error.notice();
                    failed.push(notice!("told-at", place = file.display(), why));
                }
            }
        }
        let done = match emptied {
            0 => notice!("told-caches-none"),
            _ => notice!(
                "told-caches-emptied",
                counted = count(emptied, "cache"),
                why = removal_notice(&sum),
            ),
        };
        if failed.is_empty() {
            Ok(done)
        } else {
            Err(notice!(
                "told-caches-not-emptied",
                why = done,
                whys = failed
            ))
        }
    }
}

/// Describes what was removed.
fn removal_notice(gone: &Contents) -> Notice {
    let lists = count(gone.lists.count, "list");
    let counts = count(gone.counts.count, "count");
    notice!(
        "told-cache-went",
        counted_answers = count(gone.answers.count, "answer"),
        counted_vectors = count(gone.vectors.count, "vector"),
        lists = notice!("command-lists-of-models", lists),
        counts = notice!("command-counts-of-tokens", counts),
        size = disk_size(gone.file_bytes),
    )
}
