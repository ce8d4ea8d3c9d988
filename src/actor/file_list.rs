//! The paths of the workspace's files for completion: listed by workers, kept, and matched
//! against what is typed.
//!
//! Listing a large repository costs a tenth of a second, matching some milliseconds. So a
//! question is answered from the list that is there, a list that has grown old is made anew
//! beside it, and what continues the last pattern is looked for only among what fitted that.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::queries::blocking;
use crate::protocol::query::{FileMatch, FileNote, Reply};
use crate::workspace::Workspace;

#[cfg(test)]
mod tests;

/// Files that are listed at most.
const MOST: usize = 200_000;

/// A list that is older is made anew with the next question...
const FRESH: Duration = Duration::from_secs(2);

/// ... and so many times older than listing took: it may not keep the processors busy.
const OLDER: u32 = 20;

/// So long a question waits for the new list where there is an old one: a small workspace is
/// listed by then, and its new files are found at once.
const PATIENCE: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct FileList {
    workspace: Arc<Workspace>,
    fresh: Duration,
    older: u32,
    /// Held while a question is answered: one that is typed after it waits, and finds less to do.
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    listed: Option<CachedListing>,
    listing: Option<JoinHandle<(Paths, Duration)>>,
    narrowed: Vec<MatchedPaths>,
}

/// A list that is there.
#[derive(Debug, Clone)]
struct CachedListing {
    /// When it is to be made anew.
    old_at: Instant,
    took: Duration,
    paths: Arc<Paths>,
}

impl FileList {
    /// Of this workspace; nothing is listed before the first question.
    pub(super) fn new(workspace: Arc<Workspace>) -> Self {
        Self {
            workspace,
            fresh: FRESH,
            older: OLDER,
            state: Mutex::default(),
        }
    }

    /// The paths that fit a fuzzy pattern, best first; the shortest for an empty one. Favoured ones
    /// that fit about as well as the best come before all others, in their order.
    ///
    /// # Errors
    /// If a worker broke.
    pub(super) async fn matching(
        &self,
        pattern: String,
        limit: usize,
        favoured: Vec<PreferredFile>,
    ) -> Result<Reply, String> {
        let mut state = self.state.lock().await;
        let paths = self.paths(&mut state).await?;
        let total = paths.len();
        let mut narrowed = std::mem::take(&mut state.narrowed);
        let work = move || {
            let found = paths.best(&pattern, limit, &mut narrowed);
            Ok((with_favoured(&pattern, found, favoured, limit), narrowed))
        };
        let (files, narrowed) = blocking(work).await?;
        state.narrowed = narrowed;
        Ok(Reply::Files { files, total })
    }

    /// The list: the one that is there, or a new one if it is old and the new one is soon made.
    async fn paths(&self, state: &mut State) -> Result<Arc<Paths>, String> {
        let known = state.listed.clone();
        if let Some(listed) = &known
            && Instant::now() < listed.old_at
        {
            return Ok(Arc::clone(&listed.paths));
        }
        let listing = state.listing.get_or_insert_with(|| {
            let workspace = Arc::clone(&self.workspace);
            tokio::task::spawn_blocking(move || {
                let begun = Instant::now();
                let paths = Paths::of(workspace.all_files(MOST));
                (paths, begun.elapsed())
            })
        });
        let made = match &known {
            None => listing.await,
            // Nor will the new one be there in time.
            Some(listed) if listed.took > PATIENCE && !listing.is_finished() => {
                return Ok(Arc::clone(&listed.paths));
            }
            Some(listed) => match tokio::time::timeout(PATIENCE, listing).await {
                Ok(made) => made,
                Err(_) => return Ok(Arc::clone(&listed.paths)),
            },
        };
        state.listing = None;
        let (made, took) =
            made.map_err(|_| "listing the files broke; it is in the log".to_owned())?;
        let same = known.filter(|listed| *listed.paths == made);
        let paths = same.map_or_else(
            || {
                // Their places are those of the old list.
                state.narrowed.clear();
                Arc::new(made)
            },
            |listed| listed.paths,
        );
        state.listed = Some(CachedListing {
            old_at: Instant::now() + self.fresh.max(took.saturating_mul(self.older)),
            took,
            paths: Arc::clone(&paths),
        });
        Ok(paths)
    }
}

/// A file that is likely to be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PreferredFile {
    /// Its path, relative to the root.
    pub(super) path: String,
    /// What git says of it.
    pub(super) git: Option<char>,
    pub(super) note: FileNote,
}

/// Favoured files that fit at least three quarters as well as the best of what was found, then the rest.
fn with_favoured(
    pattern: &str,
    found: Vec<String>,
    favoured: Vec<PreferredFile>,
    limit: usize,
) -> Vec<FileMatch> {
    let parsed = parse(pattern);
    let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
    let mut letters = Vec::new();
    let mut score = |path: &str| {
        let path = Utf32Str::new(path, &mut letters);
        parsed.score(path, &mut matcher)
    };
    let best = found.first().and_then(|path| score(path)).unwrap_or(0);
    let mut first: Vec<(FileNote, Reverse<u32>, FileMatch)> = Vec::new();
    let mut notes: HashMap<String, FileMatch> = HashMap::new();
    for PreferredFile { path, git, note } in favoured {
        let fits = score(&path);
        let file = FileMatch { path, git, note };
        match fits {
            Some(fits) if fits >= best - best / 4 => first.push((note, Reverse(fits), file)),
            Some(_) => drop(notes.insert(file.path.clone(), file)),
            None => {}
        }
    }
    // Files of one kind that fit equally well stay in their order.
    first.sort_by_key(|(note, fits, _)| (*note, *fits));
    let mut out: Vec<FileMatch> = first.into_iter().map(|(_, _, file)| file).collect();
    let known: HashSet<String> = out.iter().map(|file| file.path.clone()).collect();
    let rest = found.into_iter().filter(|path| !known.contains(path));
    out.extend(rest.map(|path| {
        notes.remove(&path).unwrap_or_else(|| FileMatch {
            path,
            ..FileMatch::default()
        })
    }));
    // Whoever has typed a whole path means that one.
    if let Some(typed) = out.iter().position(|file| file.path == pattern) {
        out.get_mut(..=typed).unwrap_or_default().rotate_right(1);
    }
    out.truncate(limit);
    out
}

fn parse(pattern: &str) -> Pattern {
    Pattern::parse(pattern, CaseMatching::Smart, Normalization::Smart)
}

/// Many paths in one piece of memory, in order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Paths {
    text: String,
    /// Where each ends in the text; the next begins there.
    ends: Vec<usize>,
}

/// What fitted a pattern, by its places in the list.
#[derive(Debug)]
struct MatchedPaths {
    pattern: String,
    places: Vec<u32>,
}

/// What fitted a pattern is kept if it is less than this part of what was looked through.
const KEPT: (usize, usize) = (3, 4);

impl Paths {
    fn of(mut paths: Vec<String>) -> Self {
        paths.sort_unstable();
        let mut out = Self::default();
        for path in paths {
            out.text.push_str(&path);
            out.ends.push(out.text.len());
        }
        out
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, place: u32) -> &str {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let before = place
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        let start = before.copied().unwrap_or(0);
        let end = self.ends.get(place).copied().unwrap_or(start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// The best for a pattern. What fitted it is kept for patterns that go on from it; what was kept for others goes.
    fn best(&self, pattern: &str, limit: usize, narrowed: &mut Vec<MatchedPaths>) -> Vec<String> {
        let all = || 0..u32::try_from(self.len()).unwrap_or(u32::MAX);
        if pattern.is_empty() {
            let found = all().map(|place| (self.get(place).len(), place));
            return self.first(found.collect(), limit);
        }
        narrowed.retain(|narrowed| narrowed.is_continued_by(pattern));
        let parsed = parse(pattern);
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut letters = Vec::new();
        let mut fitting = |place: u32| {
            let path = Utf32Str::new(self.get(place), &mut letters);
            let score = parsed.score(path, &mut matcher)?;
            Some((Reverse(score), place))
        };
        let (looked, found): (usize, Vec<(Reverse<u32>, u32)>) = match narrowed.last() {
            Some(last) => {
                let places = last.places.iter().copied();
                (last.places.len(), places.filter_map(fitting).collect())
            }
            None => (self.len(), all().filter_map(&mut fitting).collect()),
        };
        if found.len() * KEPT.1 < looked * KEPT.0 {
            narrowed.push(MatchedPaths {
                pattern: pattern.to_owned(),
                places: found.iter().map(|(_, place)| *place).collect(),
            });
        }
        self.first(found, limit)
    }

    /// The first by rank, then by path. Sorts no more than it gives.
    fn first<R: Ord>(&self, mut found: Vec<(R, u32)>, limit: usize) -> Vec<String> {
        if limit < found.len() {
            found.select_nth_unstable(limit);
            found.truncate(limit);
        }
        found.sort_unstable();
        let path = |(_, place): (R, u32)| self.get(place).to_owned();
        found.into_iter().map(path).collect()
    }
}

impl MatchedPaths {
    /// Whether nothing fits the pattern that did not fit this one: it goes on, and both are plain
    /// letters, for `!`, `^`, `$`, quotes and spaces mean something else before more comes.
    fn is_continued_by(&self, pattern: &str) -> bool {
        let is_plain = |letter: char| {
            letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/')
        };
        pattern.starts_with(&self.pattern) && pattern.chars().all(is_plain)
    }
}
