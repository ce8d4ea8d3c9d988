//! The paths of the workspace's files for completion: workers list them, and this module caches
//! them and matches them against the typed pattern.
//!
//! Listing a large repository costs a tenth of a second, matching some milliseconds. So a query is
//! answered from the cached list, an old list is refreshed in the background, and a pattern that
//! continues the last one only searches the last results.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::queries::blocking;
use notice::{Notice, notice};
use protocol::query::{FileMatch, FileNote, Reply};
use workspace::Workspace;

#[cfg(test)]
mod tests;

/// Maximum number of listed files.
const MOST: usize = 200_000;

/// A list older than this is refreshed with the next query...
const FRESH: Duration = Duration::from_secs(2);

/// ... if it is also this many times older than listing took: listing must not keep
/// the processors busy.
const OLDER: u32 = 20;

/// Time that a query waits for the new list if there is an old one: a small workspace is listed by
/// then, and its new files are found at once.
const PATIENCE: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct FileList {
    workspace: Arc<Workspace>,
    fresh: Duration,
    older: u32,
    /// Locked while a query is answered: the query of the next keystroke waits, and has
    /// less to search.
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    listed: Option<CachedListing>,
    listing: Option<JoinHandle<(Paths, Duration)>>,
    narrowed: Vec<MatchedPaths>,
}

/// A cached list of paths.
#[derive(Debug, Clone)]
struct CachedListing {
    /// Time from which the list is due for a refresh.
    old_at: Instant,
    took: Duration,
    paths: Arc<Paths>,
}

impl FileList {
    /// Creates the list of this workspace; nothing is listed before the first query.
    pub(super) fn new(workspace: Arc<Workspace>) -> Self {
        Self {
            workspace,
            fresh: FRESH,
            older: OLDER,
            state: Mutex::default(),
        }
    }

    /// Returns the paths of these kinds that fit a fuzzy pattern, best first; the shortest for an
    /// empty pattern.
    /// Favoured ones that fit about as well as the best come before all others, in their order.
    ///
    /// # Errors
    /// If a worker failed.
    pub(super) async fn matching(
        &self,
        (pattern, kinds): (String, PathKinds),
        limit: usize,
        favoured: Vec<PreferredFile>,
    ) -> Result<Reply, Notice> {
        let mut state = self.state.lock().await;
        let paths = self.paths(&mut state).await?;
        let total = paths.files;
        let mut narrowed = std::mem::take(&mut state.narrowed);
        let work = move || {
            let found = paths.best((&pattern, kinds), limit, &mut narrowed);
            Ok((with_favoured(&pattern, found, favoured, limit), narrowed))
        };
        let (files, narrowed) = blocking(work).await?;
        state.narrowed = narrowed;
        Ok(Reply::Files { files, total })
    }

    /// Returns the list: the cached one, or a new one if the cached one is old and the new one
    /// is ready soon.
    async fn paths(&self, state: &mut State) -> Result<Arc<Paths>, Notice> {
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
                let paths = Paths::of(&workspace.all_files(MOST));
                (paths, begun.elapsed())
            })
        });
        let made = match &known {
            None => listing.await,
            // Listing took longer than the wait last time, so the new list will not be
            // ready in time.
            Some(listed) if listed.took > PATIENCE && !listing.is_finished() => {
                return Ok(Arc::clone(&listed.paths));
            }
            Some(listed) => match tokio::time::timeout(PATIENCE, listing).await {
                Ok(made) => made,
                Err(_) => return Ok(Arc::clone(&listed.paths)),
            },
        };
        state.listing = None;
        let (made, took) = made.map_err(|_| notice!("told-broke-files"))?;
        let same = known.filter(|listed| *listed.paths == made);
        let paths = same.map_or_else(
            || {
                // The narrowed results hold positions in the old list.
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

/// The kinds of paths that a query wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathKinds {
    Files,
    /// Folders too; their paths end with `/`.
    FilesAndFolders,
}

impl PathKinds {
    fn has(self, path: &str) -> bool {
        self == PathKinds::FilesAndFolders || !path.ends_with('/')
    }
}

/// A file that the user is likely to mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PreferredFile {
    /// Path relative to the root.
    pub(super) path: String,
    /// Git's status letter for the file.
    pub(super) git: Option<char>,
    pub(super) note: FileNote,
}

/// Returns the favoured files that fit at least three quarters as well as the best result, then the
/// other results.
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
    // Files of one kind that fit equally well keep their order.
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
    // A whole path that was typed comes first.
    if let Some(typed) = out.iter().position(|file| file.path == pattern) {
        out.get_mut(..=typed).unwrap_or_default().rotate_right(1);
    }
    out.truncate(limit);
    out
}

fn parse(pattern: &str) -> Pattern {
    Pattern::parse(pattern, CaseMatching::Smart, Normalization::Smart)
}

/// Many paths in one allocation, in order: files, and the folders that have files.
#[derive(Debug, Default, PartialEq, Eq)]
struct Paths {
    /// Number of files.
    files: usize,
    text: String,
    /// End of each path in the text; the next one begins there.
    ends: Vec<usize>,
}

/// The paths that fitted a pattern, as positions in the list.
#[derive(Debug)]
struct MatchedPaths {
    pattern: String,
    places: Vec<u32>,
}

/// The results of a pattern are kept if they are less than this fraction of the paths searched.
const KEPT: (usize, usize) = (3, 4);

impl Paths {
    fn of(files: &[String]) -> Self {
        let mut out = Self {
            files: files.len(),
            ..Self::default()
        };
        let folders: HashSet<&str> = files.iter().flat_map(|file| folders_above(file)).collect();
        let mut paths: Vec<&str> = files.iter().map(String::as_str).chain(folders).collect();
        paths.sort_unstable();
        for path in paths {
            out.text.push_str(path);
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

    /// Returns the best paths for a pattern. Keeps its results for patterns that continue it, and
    /// drops those kept for others.
    fn best(
        &self,
        (pattern, kinds): (&str, PathKinds),
        limit: usize,
        narrowed: &mut Vec<MatchedPaths>,
    ) -> Vec<String> {
        let all = || 0..u32::try_from(self.len()).unwrap_or(u32::MAX);
        if pattern.is_empty() {
            let wanted = all().filter(|place| kinds.has(self.get(*place)));
            let found = wanted.map(|place| (self.get(place).len(), place));
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
        let (looked, mut found): (usize, Vec<(Reverse<u32>, u32)>) = match narrowed.last() {
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
        // The cached list serves both kinds of query.
        found.retain(|(_, place)| kinds.has(self.get(*place)));
        self.first(found, limit)
    }

    /// Returns the first by rank, then by path. Sorts no more than it returns.
    fn first<R: Ord>(&self, mut found: Vec<(R, u32)>, limit: usize) -> Vec<String> {
        if limit < found.len() {
            found.select_nth_unstable(limit);
            found.truncate(limit);
        }
        found.sort_unstable();
        found
            .into_iter()
            .map(|(_, place)| self.get(place).to_owned())
            .collect()
    }
}

/// Returns the folders above a file, each with the slash at its end.
fn folders_above(file: &str) -> impl Iterator<Item = &str> {
    file.match_indices('/')
        .filter_map(|(at, slash)| file.get(..at + slash.len()))
}

impl MatchedPaths {
    /// Whether the pattern can only fit a subset of this one's results: it continues this one,
    /// and both are plain letters, because `!`, `^`, `$`, quotes and spaces change their
    /// meaning when more follows.
    fn is_continued_by(&self, pattern: &str) -> bool {
        let is_plain = |letter: char| {
            letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/')
        };
        pattern.starts_with(&self.pattern) && pattern.chars().all(is_plain)
    }
}
