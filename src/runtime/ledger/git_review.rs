//! The review of changes that git knows: lists them and computes their views for the queries that
//! the review of a session asks too. Needs no session and no database.
//!
//! BASE is the text in git, PROPOSED the text in HEAD (of a branch) or on the disk (of the working
//! tree), CURRENT the disk. Each `File` query reads the texts again; `Rows` and `Find` are about the
//! last ones read. Ids are derived from paths and texts, so they stay the same while a change does.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use notice::{Notice, notice};
use protocol::change::{HunkState, Origin};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId};
use protocol::review::view::{HunkRow, ViewLayout, ViewOptions};
use protocol::review::{
    Comment, FileReview, GitPlace, HunkCounts, HunkPatch, ReviewBase, ReviewQuery, ReviewReply,
    ReviewSubject,
};
use review::binary::{as_text, blob_of};
use review::hunks::{Span, lines_of};
use review::patch::patch_of;
use review::view::{FileView, Texts, changes_between};
use uuid::Uuid;
use workspace::Workspace;
use workspace::git::changes::{GitChange, GitContent, GitRange, GitSide, GitSource};

use super::layout::Layout;

/// Time for a comparison of two texts; a coarser one is good enough after that.
const BUDGET: Duration = Duration::from_millis(500);

/// Maximum number of new files whose lines are counted for a list.
const COUNTED: usize = 200;

/// Number of cached lists, and of cached views.
const KEPT: usize = 4;

/// The review of changes that git knows.
#[derive(Debug)]
pub struct GitReview {
    workspace: Arc<Workspace>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    lists: Vec<(ReviewBase, Arc<HashMap<FileId, GitChange>>)>,
    views: Vec<Arc<LaidOutChange>>,
}

/// A file's changes, laid out with certain options.
#[derive(Debug)]
struct LaidOutChange {
    of: ReviewSubject,
    options: ViewOptions,
    review: FileReview,
    base: Option<String>,
    proposed: Option<String>,
    changes: Vec<Span>,
    layout: Layout,
    /// Lines of PROPOSED of each hunk; see [`lines_of_change`].
    places: HashMap<HunkId, (u32, u32)>,
}

impl GitReview {
    pub fn new(workspace: Arc<Workspace>) -> Self {
        Self {
            workspace,
            state: Mutex::default(),
        }
    }

    /// Answers a query with a [`ReviewQuery::git_base`]. `comments` are those that wait to be sent.
    ///
    /// # Errors
    /// Returns why the query cannot be answered.
    pub fn answer(
        &self,
        question: &ReviewQuery,
        comments: &[Comment],
    ) -> Result<ReviewReply, Notice> {
        match question {
            ReviewQuery::Files { since } => {
                let files = self.list(since)?;
                Ok(ReviewReply::Files {
                    files,
                    last_rollback: None,
                    changes: Vec::new(),
                    runs: Vec::new(),
                })
            }
            ReviewQuery::File { of, options } => {
                let laid = self.lay(of, options)?;
                let places = || comments.iter().filter_map(|comment| comment.on.git());
                let mut hunks = laid.layout.hunks().to_vec();
                for hunk in &mut hunks {
                    let lines = laid.places.get(&hunk.id).copied().unwrap_or_default();
                    let on_it = places().filter(|place| is_on(place, of, hunk.id, lines));
                    hunk.comments = u32::try_from(on_it.count()).unwrap_or(u32::MAX);
                }
                Ok(laid.layout.file_answer(&laid.review, hunks))
            }
            ReviewQuery::Rows {
                of,
                options,
                first,
                rows,
            } => {
                let laid = self.laid(of, options)?;
                Ok(laid.layout.rows_answer(*first, *rows))
            }
            ReviewQuery::Find { of, options, text } => {
                let laid = self.laid(of, options)?;
                Ok(laid.layout.found_answer(text))
            }
            ReviewQuery::Patches { file, since } => {
                let of = ReviewSubject::File {
                    file: *file,
                    since: since.clone(),
                };
                let options = ViewOptions {
                    layout: ViewLayout::Three,
                    ..ViewOptions::default()
                };
                Ok(patches(&*self.laid(&of, &options)?))
            }
            _ => Err(notice!("told-repo-decided")),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists the changed files, and remembers them for queries about one of them.
    fn list(&self, since: &ReviewBase) -> Result<Vec<FileReview>, Notice> {
        let range = match since {
            ReviewBase::Branch { branch } => GitRange::Branch(branch),
            _ => GitRange::WorkingTree,
        };
        let changes = self.workspace.git_changes(range);
        let mut changes = changes.map_err(|error| error.notice())?;
        self.count_new_lines(&mut changes);
        let files = changes.iter().map(|change| file_review(since, change));
        let files: Vec<FileReview> = files.collect();
        let known = files.iter().map(|file| file.file).zip(changes).collect();
        let mut state = self.state();
        state.lists.retain(|(of, _)| of != since);
        if state.lists.len() >= KEPT {
            state.lists.remove(0);
        }
        state.lists.push((since.clone(), Arc::new(known)));
        Ok(files)
    }

    /// Counts the lines of new files that git does not count, because it does not track them.
    fn count_new_lines(&self, changes: &mut [GitChange]) {
        let is_uncounted = |change: &&mut GitChange| change.old.is_none() && change.lines.is_none();
        for change in changes.iter_mut().filter(is_uncounted).take(COUNTED) {
            let content = self
                .workspace
                .git_content(&change.path, change.new.as_ref());
            let text = text(&content).filter(|text| blob_of(text).is_none());
            let lines = |text: String| u32::try_from(lines_of(&text).len()).unwrap_or(u32::MAX);
            change.lines = text.map(|text| (lines(text), 0));
        }
    }

    fn change(&self, since: &ReviewBase, file: FileId) -> Result<GitChange, Notice> {
        let find = || {
            let state = self.state();
            let (_, known) = state.lists.iter().find(|(of, _)| of == since)?;
            known.get(&file).cloned()
        };
        if let Some(found) = find() {
            return Ok(found);
        }
        self.list(since)?;
        find().ok_or_else(|| notice!("told-repo-gone"))
    }

    /// Returns the view that was laid out last, or lays it out.
    fn laid(
        &self,
        of: &ReviewSubject,
        options: &ViewOptions,
    ) -> Result<Arc<LaidOutChange>, Notice> {
        let known = |laid: &&Arc<LaidOutChange>| laid.of == *of && laid.options == *options;
        let found = self.state().views.iter().find(known).cloned();
        found.map_or_else(|| self.lay(of, options), Ok)
    }

    /// Reads the texts and lays out their view.
    fn lay(&self, of: &ReviewSubject, options: &ViewOptions) -> Result<Arc<LaidOutChange>, Notice> {
        let ReviewSubject::File { file, since } = of else {
            return Err(notice!("told-repo-gone"));
        };
        let change = self.change(since, *file)?;
        let contents = self.contents(since, &change);
        let [base, proposed, current] =
            [&contents.base, &contents.proposed, &contents.current].map(text);
        let dirty = current != proposed;
        // Three columns show the disk. Where two are enough, the left one is the base.
        let current = match options.layout {
            ViewLayout::Three => current,
            ViewLayout::Two | ViewLayout::Unified => base.clone(),
        };
        let version = version_of((&base, &proposed, &current), &change);
        let texts = Texts {
            base: base.as_deref(),
            current: current.as_deref(),
            proposed: proposed.as_deref(),
        };
        let before = texts.base.unwrap_or_default();
        let after = texts.proposed.unwrap_or_default();
        let (old, new) = (lines_of(before), lines_of(after));
        let changes = changes_between(before, after, BUDGET);
        let mut ids = HunkIds::of(*file);
        let mut places = HashMap::new();
        let view = FileView::of_changes(&texts, &changes, BUDGET, &mut |change| {
            let id = ids.next(change, &old, &new);
            places.insert(id, lines_of_change(change));
            hunk_row(id, change)
        });
        let mut review = file_review(since, &change);
        (review.added, review.removed) = view.stat();
        review.counts.user = u32::try_from(changes.len()).unwrap_or(u32::MAX);
        review.dirty = dirty;
        review.change = with(review.change, contents.remark());
        let laid = Arc::new(LaidOutChange {
            of: of.clone(),
            options: options.clone(),
            review,
            layout: Layout::new(view, options, version).settled(),
            changes,
            places,
            base,
            proposed,
        });
        let mut state = self.state();
        let same = |laid: &Arc<LaidOutChange>| laid.of == *of && laid.options == *options;
        state.views.retain(|known| !same(known));
        if state.views.len() >= KEPT {
            state.views.remove(0);
        }
        state.views.push(Arc::clone(&laid));
        Ok(laid)
    }

    fn contents(&self, since: &ReviewBase, change: &GitChange) -> Contents {
        let workspace = &self.workspace;
        let from = change.from.as_ref().unwrap_or(&change.path);
        let base = workspace.git_content(from, change.old.as_ref());
        let proposed = workspace.git_content(&change.path, change.new.as_ref());
        let is_shown =
            |side: &Option<GitSide>| side.as_ref().is_none_or(|side| !side.is_submodule());
        let current = match since {
            // The disk is not read either for a side that is withheld, such as a blocked file.
            ReviewBase::Branch { .. }
                if is_shown(&change.new) && !matches!(proposed, GitContent::Withheld(_)) =>
            {
                match workspace.blocks().matches(&change.path) {
                    Some(pattern) => GitContent::Withheld(notice!("told-repo-blocked", pattern)),
                    None => workspace.disk_content(&change.path),
                }
            }
            _ => proposed.clone(),
        };
        Contents {
            base,
            proposed,
            current,
        }
    }
}

/// The contents of the three columns.
struct Contents {
    base: GitContent,
    proposed: GitContent,
    current: GitContent,
}

impl Contents {
    /// Describes contents that have no lines to show.
    fn remark(&self) -> Notice {
        let sides = [&self.base, &self.proposed];
        let withheld = sides.iter().find_map(|side| match side {
            GitContent::Withheld(why) => Some(why.clone()),
            _ => None,
        });
        if let Some(why) = withheld {
            return why;
        }
        let is_binary = |side: &GitContent| text(side).is_some_and(|text| blob_of(&text).is_some());
        let size = |side: &GitContent| match side {
            GitContent::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        if sides.iter().any(|side| is_binary(side)) {
            let [before, after] = sides.map(|side| size(side).to_string());
            return notice!("told-repo-binary", before, after);
        }
        Notice::default()
    }
}

/// Returns the text of a content; `None` if there is nothing to show.
fn text(content: &GitContent) -> Option<String> {
    match content {
        GitContent::Bytes(bytes) => Some(as_text(bytes).into_owned()),
        GitContent::Missing | GitContent::Withheld(_) => None,
    }
}

fn version_of(
    texts: (&Option<String>, &Option<String>, &Option<String>),
    change: &GitChange,
) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    change.from.hash(&mut hasher);
    hasher.finish()
}

/// Summarises a change for its row in the list, without reading the file.
fn file_review(since: &ReviewBase, change: &GitChange) -> FileReview {
    let (added, removed) = change.lines.unwrap_or_default();
    FileReview {
        file: FileId(id_of(&[
            format!("{since:?}").as_bytes(),
            change.path.as_bytes(),
        ])),
        path: change.path.clone(),
        change: words_of(change),
        added,
        removed,
        counts: HunkCounts {
            user: 1,
            ..HunkCounts::default()
        },
        dirty: false,
        proposed: false,
        base: None,
        by: match since {
            ReviewBase::Branch { .. } => notice!("told-repo-by-head"),
            _ => notice!("told-repo-by-disk"),
        },
        proposed_by: Vec::new(),
    }
}

/// Describes the change to the file as a whole; empty for an edit.
fn words_of(change: &GitChange) -> Notice {
    let sides = || change.old.iter().chain(&change.new);
    let kind = if sides().any(GitSide::is_submodule) {
        notice!("told-repo-submodule")
    } else if sides().any(GitSide::is_link) {
        notice!("told-repo-link")
    } else {
        Notice::default()
    };
    let what = match (&change.from, &change.old, &change.new) {
        (Some(path), ..) => notice!("told-file-renamed", path),
        (_, None, Some(new)) if new.mode == 0 && new.source == GitSource::Disk => {
            notice!("told-repo-untracked")
        }
        (_, None, _) => notice!("told-file-created"),
        (_, _, None) => notice!("told-file-deleted"),
        _ => Notice::default(),
    };
    let bits = |mode: u32| format!("{:o}", mode & 0o777);
    let mode = match (&change.old, &change.new) {
        (Some(old), Some(new)) if bits(old.mode) != bits(new.mode) && kind.is_empty() => {
            notice!(
                "told-file-mode",
                word = bits(old.mode),
                number = bits(new.mode)
            )
        }
        _ => Notice::default(),
    };
    with(with(what, kind), mode)
}

/// Joins two descriptions of a change.
fn with(first: Notice, more: Notice) -> Notice {
    match (first.is_empty(), more.is_empty()) {
        (true, _) => more,
        (_, true) => first,
        _ => notice!("told-repo-list", first, more),
    }
}

/// Whether a comment is on a hunk or on some of its lines.
fn is_on(place: &GitPlace, of: &ReviewSubject, hunk: HunkId, lines: (u32, u32)) -> bool {
    let is_of_file = match of {
        ReviewSubject::File { file, .. } => *file == place.file,
        _ => false,
    };
    let is_within = place.first >= lines.0 && place.last <= lines.1;
    is_of_file && place.hunk.map_or(is_within, |on| on == hunk)
}

/// Returns the lines of PROPOSED that a change inserts, from 1; the line above, if there are none.
fn lines_of_change(change: &Span) -> (u32, u32) {
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let last = number(change.new.end);
    (last.min(number(change.new.start + 1)), last)
}

fn hunk_row(id: HunkId, change: &Span) -> HunkRow {
    let count = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
    HunkRow {
        id,
        entry: EntryId(Uuid::nil()),
        origin: Origin::User,
        state: HunkState::Pending,
        written: true,
        conflict: None,
        first_row: 0,
        rows: 0,
        added: count(change.new.len()),
        removed: count(change.old.len()),
        oversized: false,
        amended: false,
        comments: 0,
        builds_on: Vec::new(),
        carries: Vec::new(),
        rationale: None,
        operation: Notice::default(),
    }
}

fn patches(laid: &LaidOutChange) -> ReviewReply {
    let before = laid.base.as_deref().unwrap_or_default();
    let after = laid.proposed.as_deref().unwrap_or_default();
    let (old, new) = (lines_of(before), lines_of(after));
    let ids = laid.layout.hunks().iter().map(|hunk| hunk.id);
    let is_binary = [before, after].iter().any(|text| blob_of(text).is_some());
    let hunks = ids.zip(&laid.changes).map(|(hunk, change)| HunkPatch {
        hunk,
        patch: if is_binary {
            String::new()
        } else {
            patch_of(change, &old, &new)
        },
        needs: Vec::new(),
    });
    ReviewReply::Patches {
        base: laid.base.as_deref().map(review::binary::content_hash),
        hunks: hunks.collect(),
    }
}

/// Makes the ids of a file's hunks from their texts.
struct HunkIds {
    file: FileId,
    /// Number of earlier hunks with the same text.
    seen: HashMap<Uuid, u32>,
}

impl HunkIds {
    fn of(file: FileId) -> Self {
        Self {
            file,
            seen: HashMap::new(),
        }
    }

    fn next(&mut self, change: &Span, old: &[&str], new: &[&str]) -> HunkId {
        let part = |lines: &[&str], range: &std::ops::Range<usize>| {
            lines.get(range.clone()).unwrap_or_default().concat()
        };
        let (removed, added) = (part(old, &change.old), part(new, &change.new));
        let file = self.file.0.into_bytes();
        let text = id_of(&[&file, removed.as_bytes(), added.as_bytes()]);
        let seen = self.seen.entry(text).or_default();
        let number = std::mem::replace(seen, seen.saturating_add(1));
        HunkId(id_of(&[&text.into_bytes(), &number.to_be_bytes()]))
    }
}

fn id_of(parts: &[&[u8]]) -> Uuid {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(&part.len().to_be_bytes());
        bytes.extend_from_slice(part);
    }
    let hash = ContentHash::of(&bytes);
    let mut half = [0; 16];
    for (to, from) in half.iter_mut().zip(hash.as_bytes()) {
        *to = *from;
    }
    Uuid::from_bytes(half)
}
