//! Searches many files for a pattern with ripgrep's own crates, on two threads, with hits in the
//! order of the files.
//!
//! Knows nothing of visibility or the index: the caller passes the files. Called by `search_text`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};

use protocol::query::SearchHit;
use workspace::Workspace;
use workspace::dir_cache::DirCache;

/// Number of search threads.
const SEARCHERS: usize = 2;

/// Number of files that a thread takes at once.
const SHARE: usize = 32;

/// Maximum number of characters of one line of a snippet.
const LINE_LIMIT: usize = 400;

/// A file to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) path: String,
    /// Text of the file, if it differs from the disk.
    pub(super) text: Option<Arc<str>>,
}

impl Target {
    /// Creates a target for a file on the disk.
    pub(super) fn on_disk(path: String) -> Self {
        Self { path, text: None }
    }
}

/// Whether a match may span lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    One,
    Many,
}

pub(super) struct ParallelSearch<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) matcher: RegexMatcher,
    pub(super) lines: Lines,
    /// Maximum number of hits.
    pub(super) limit: usize,
    /// Maximum number of lines of a hit.
    pub(super) snippet_lines: usize,
}

/// Result of a search.
#[derive(Debug, Default)]
pub(super) struct SearchMatches {
    pub(super) hits: Vec<SearchHit>,
    /// Whether there are more hits.
    pub(super) more: bool,
}

/// State shared by the threads: which files are taken, and the hits in them.
#[derive(Default)]
struct Progress {
    next: AtomicUsize,
    enough: AtomicBool,
    found: Mutex<Shares>,
}

/// Hits by share.
#[derive(Default)]
struct Shares {
    by_number: BTreeMap<usize, Vec<SearchHit>>,
    /// Number of shares that are done without a gap before them, and of hits in them.
    whole: usize,
    hits: usize,
}

impl ParallelSearch<'_> {
    /// Searches the files; the hits have the order of the files.
    pub(super) fn run(&self, targets: &[Target]) -> SearchMatches {
        let progress = Progress::default();
        if targets.len() <= SHARE {
            self.work(targets, &progress);
        } else {
            std::thread::scope(|scope| {
                for _ in 0..SEARCHERS {
                    scope.spawn(|| self.work(targets, &progress));
                }
            });
        }
        let shares = progress.found.into_inner();
        let shares = shares.unwrap_or_else(PoisonError::into_inner);
        let mut hits: Vec<SearchHit> = shares.by_number.into_values().flatten().collect();
        let more = hits.len() > self.limit;
        hits.truncate(self.limit);
        SearchMatches { hits, more }
    }

    fn work(&self, targets: &[Target], progress: &Progress) {
        let mut opener = DirCache::new(self.workspace);
        let matcher = self.matcher.clone();
        let mut searcher = SearcherBuilder::new()
            .line_number(true)
            .multi_line(self.lines == Lines::Many)
            .binary_detection(BinaryDetection::quit(0))
            .build();
        while !progress.enough.load(Ordering::Relaxed) {
            let number = progress.next.fetch_add(1, Ordering::Relaxed);
            let Some(share) = targets.chunks(SHARE).nth(number) else {
                return;
            };
            let mut hits = Vec::new();
            for target in share {
                // One hit more than requested shows that there are more.
                let room = (self.limit + 1).saturating_sub(hits.len());
                if room == 0 {
                    break;
                }
                let mut sink = Collect {
                    path: &target.path,
                    room,
                    snippet_lines: self.snippet_lines,
                    hits: &mut hits,
                };
                // Unreadable files are skipped, as by rg, which would mention them on stderr.
                match &target.text {
                    Some(text) => searcher
                        .search_slice(&matcher, text.as_bytes(), &mut sink)
                        .ok(),
                    None => opener.open(&target.path).ok().and_then(|(file, _)| {
                        searcher.search_file(&matcher, &file, &mut sink).ok()
                    }),
                };
            }
            self.give(number, hits, progress);
        }
    }

    /// Records the hits of a share. Once the first shares have enough hits, no thread takes more.
    fn give(&self, number: usize, hits: Vec<SearchHit>, progress: &Progress) {
        let mut found = progress
            .found
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        found.by_number.insert(number, hits);
        let mut whole = found.whole;
        let mut count = found.hits;
        while let Some(hits) = found.by_number.get(&whole) {
            count += hits.len();
            whole += 1;
        }
        found.whole = whole;
        found.hits = count;
        if count > self.limit {
            progress.enough.store(true, Ordering::Relaxed);
        }
    }
}

/// Collects the hits of one file.
struct Collect<'a> {
    path: &'a str,
    room: usize,
    snippet_lines: usize,
    hits: &'a mut Vec<SearchHit>,
}

impl Sink for Collect<'_> {
    type Error = std::io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, Self::Error> {
        if self.room == 0 {
            return Ok(false);
        }
        self.room -= 1;
        let text = String::from_utf8_lossy(found.bytes());
        let lines: Vec<&str> = text.lines().collect();
        let snippet: Vec<String> = lines
            .iter()
            .take(self.snippet_lines)
            .map(|line| line.chars().take(LINE_LIMIT).collect())
            .collect();
        let start = u32::try_from(found.line_number().unwrap_or(1)).unwrap_or(u32::MAX);
        let count = u32::try_from(lines.len().max(1)).unwrap_or(u32::MAX);
        self.hits.push(SearchHit {
            path: self.path.to_owned(),
            start_line: start,
            end_line: start.saturating_add(count - 1),
            snippet: snippet.join("\n"),
        });
        Ok(self.room > 0)
    }
}
