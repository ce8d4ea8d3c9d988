//! Searching many files for a pattern with ripgrep's own crates, on two threads, with what is found in
//! the order of the files.
//!
//! Knows nothing of what is visible and of the index: it is given the files. Called by `search_text`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};

use crate::protocol::query::SearchHit;
use crate::workspace::Workspace;
use crate::workspace::dir_cache::DirCache;

/// Threads that search.
const SEARCHERS: usize = 2;

/// Files that a thread takes at once.
const SHARE: usize = 32;

/// Characters of one line of a snippet.
const LINE_LIMIT: usize = 400;

/// What is searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) path: String,
    /// Its text, where that is not the one on the disk.
    pub(super) text: Option<Arc<str>>,
}

impl Target {
    /// A file on the disk.
    pub(super) fn on_disk(path: String) -> Self {
        Self { path, text: None }
    }
}

/// Whether a match may go over lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    One,
    Many,
}

pub(super) struct ParallelSearch<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) matcher: RegexMatcher,
    pub(super) lines: Lines,
    /// Hits at most.
    pub(super) limit: usize,
    /// Lines of a hit at most.
    pub(super) snippet_lines: usize,
}

/// What a search found.
#[derive(Debug, Default)]
pub(super) struct SearchMatches {
    pub(super) hits: Vec<SearchHit>,
    /// Whether there are more.
    pub(super) more: bool,
}

/// What the threads share: who takes which files, and what was found in them.
#[derive(Default)]
struct Progress {
    next: AtomicUsize,
    enough: AtomicBool,
    found: Mutex<Shares>,
}

/// What was found, by share.
#[derive(Default)]
struct Shares {
    by_number: BTreeMap<usize, Vec<SearchHit>>,
    /// Shares that are done, as far as none before them is not, and hits in them.
    whole: usize,
    hits: usize,
}

impl ParallelSearch<'_> {
    /// Searches the files; their order is that of the hits.
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
                // One more than is wanted tells that there are more.
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
                // What cannot be read is left out, as rg does, with a word on stderr there.
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

    /// Notes what a share held. Where the first ones hold enough, nobody takes more.
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

/// Takes the hits of one file.
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
