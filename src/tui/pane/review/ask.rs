//! The queries of the view: at most one of a kind at a time, for the content of the screen and a
//! page around it.

use super::dialog::ReviewDialog;
use super::draw::cells::{Sides, column_width};
use super::draw::result::AROUND;
use super::row_cache::{PAGE, RowCache};
use super::{Preview, Review, ScrollTarget, Subject};
use client::review::is_open;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::view::{HunkRow, ViewLayout, ViewOptions};
use protocol::review::{ReviewQuery, ReviewSubject};

/// Minimum width of a screen on which two texts are side by side unless the user chooses so.
const TWO: u16 = 120;
/// Minimum columns of a text that is beside another one.
const LEAST_COLUMN: usize = 40;
/// Lines of the result that are queried if the hunk has none in it.
const PLACE_LINES: u32 = 6;
/// Maximum lines of a hunk in its result.
const RESULT_LINES: u32 = 500;

/// A hunk whose result is wanted, and how many lines of it.
type WantedPreview = (HunkId, u32);

impl Review {
    /// Returns the queries to send; each query is returned once.
    pub fn take_queries(&mut self) -> Vec<ReviewQuery> {
        if self.width == 0 {
            return Vec::new();
        }
        self.query_files();
        self.query_file();
        self.query_rows();
        self.query_search_rows();
        self.query_result();
        self.query_for_dialog();
        std::mem::take(&mut self.take_queries)
    }

    /// Queues a query, unless the same one is pending or was refused. Returns false if it must be
    /// repeated once the previous one is answered.
    pub(super) fn ask(&mut self, question: ReviewQuery) -> bool {
        if self.refused.contains(&question) {
            return true;
        }
        if self.asked.contains(&question) {
            return false;
        }
        self.asked.push(question.clone());
        self.take_queries.push(question);
        true
    }

    /// Returns the layout: the chosen one, or else three columns where the disk differs from the
    /// base, and two where it does not. A layout without room gives way to a narrower one.
    pub(super) fn layout(&self) -> ViewLayout {
        let wanted = self.layout.unwrap_or_else(|| match self.sides() {
            _ if self.screen < TWO => ViewLayout::Unified,
            Sides::Differ => ViewLayout::Three,
            Sides::Same => ViewLayout::Two,
        });
        match wanted {
            ViewLayout::Three if self.has_room(ViewLayout::Three) => wanted,
            ViewLayout::Three | ViewLayout::Two if self.has_room(ViewLayout::Two) => {
                ViewLayout::Two
            }
            _ => ViewLayout::Unified,
        }
    }

    /// Whether each column of a layout would have enough columns for a line of code.
    pub(super) fn has_room(&self, layout: ViewLayout) -> bool {
        let columns = match layout {
            ViewLayout::Three => 3,
            ViewLayout::Two => 2,
            ViewLayout::Unified => return true,
        };
        column_width(usize::from(self.width), columns) >= LEAST_COLUMN
    }

    pub(super) fn options(&self) -> ViewOptions {
        ViewOptions {
            layout: self.layout(),
            context: self.context,
            opened: self.opened.clone(),
            whitespace: self.whitespace,
        }
    }

    fn query_files(&mut self) {
        if self.subject != Subject::Files {
            return;
        }
        if self.stale.files {
            let since = self.since.clone();
            self.stale.files = !self.ask(ReviewQuery::Files { since });
        }
        if self.stale.comments {
            self.stale.comments = !self.ask(ReviewQuery::Comments);
        }
    }

    fn query_file(&mut self) {
        let Some(of) = self.of.clone().filter(|_| !self.stream_is_over()) else {
            return;
        };
        let options = self.options();
        let is_it = |row_cache: &RowCache| row_cache.of == of && row_cache.options == options;
        let coming = self
            .coming
            .as_ref()
            .is_some_and(|(row_cache, _)| is_it(row_cache));
        let known = match &self.coming {
            Some(_) => coming,
            None => self.row_cache.as_ref().is_some_and(is_it),
        };
        if !known || self.stale.file {
            self.stale.file = !self.ask(ReviewQuery::File { of, options });
        }
    }

    /// Queries pages around the screen, one screen more above and below.
    fn query_rows(&mut self) {
        let height = u32::from(self.height.max(1));
        let (row_cache, missing) = match (&self.coming, &self.row_cache) {
            (Some((coming, goal)), _) => {
                let missing = match self.destination(coming, goal) {
                    Ok((_, top)) => coming.missing(top, top + height),
                    Err(page) => vec![page],
                };
                (coming, missing)
            }
            (None, Some(row_cache)) => {
                let first = self.top.saturating_sub(height);
                (row_cache, row_cache.missing(first, self.top + 2 * height))
            }
            (None, None) => return,
        };
        let (of, options) = (row_cache.of.clone(), row_cache.options.clone());
        for page in missing {
            self.ask(ReviewQuery::Rows {
                of: of.clone(),
                options: options.clone(),
                first: page * PAGE,
                rows: PAGE,
            });
        }
    }

    /// Queries the results of the current hunk and of those that a key leads to, so that they are
    /// available by then.
    fn query_result(&mut self) {
        if !self.shows_result() {
            return;
        }
        let Some((of, version, hunks)) = self.results_wanted() else {
            return;
        };
        for (hunk, lines) in hunks {
            let mut known = self.results.iter();
            if !known.any(|result| result.hunk == hunk && result.version == version) {
                let of = of.clone();
                self.ask(ReviewQuery::Result { of, hunk, lines });
            }
        }
    }

    fn results_wanted(&self) -> Option<(ReviewSubject, u64, Vec<WantedPreview>)> {
        let row_cache = self.row_cache.as_ref().filter(|_| !self.shows_stream())?;
        let (at, _) = row_cache.hunk(self.hunk_at_hand()?.id)?;
        let near = [Some(at), at.checked_add(1), at.checked_sub(1)];
        let hunks = near
            .into_iter()
            .filter_map(|at| row_cache.hunks.get(at?))
            .map(|hunk| (hunk.id, lines_of_result(hunk)));
        Some((row_cache.of.clone(), row_cache.version, hunks.collect()))
    }

    pub(super) fn shows_result(&self) -> bool {
        match self.preview {
            _ if self.is_of_git() => false,
            Preview::On => self.height >= 10,
            Preview::Off => false,
            Preview::ByRoom => self.height >= 30,
        }
    }

    fn query_for_dialog(&mut self) {
        let wanted: Vec<ReviewQuery> = match &self.dialog {
            Some(ReviewDialog::Gather(gather)) => {
                let options = self.options();
                let files = gather.waiting.clone();
                let of = |file| ReviewSubject::File {
                    file,
                    since: self.since.clone(),
                };
                let question = |file| ReviewQuery::File {
                    of: of(file),
                    options: options.clone(),
                };
                files.into_iter().map(question).collect()
            }
            Some(ReviewDialog::Fetch(fetch)) => {
                let (file, hunk) = (fetch.file, Some(fetch.hunk));
                vec![ReviewQuery::ProposedText { file, hunk }]
            }
            _ => Vec::new(),
        };
        for question in wanted {
            self.ask(question);
        }
    }

    /// Returns the target of the screen in rows: the row of the cursor, and the first shown one.
    /// Otherwise returns the page that must arrive before the target can be computed.
    pub(super) fn destination(
        &self,
        row_cache: &RowCache,
        goal: &ScrollTarget,
    ) -> std::result::Result<(u32, u32), u32> {
        let last = row_cache.rows.saturating_sub(1);
        let above = |row: u32| {
            let top = row.saturating_sub(CONTEXT_ABOVE).min(last);
            (
                row.min(last),
                self.filling(top, row_cache.rows, self.laid.room),
            )
        };
        let first_open = || row_cache.hunks.iter().find(|hunk| is_open(hunk));
        let start = |hunk: Option<&HunkRow>| above(hunk.map_or(0, |hunk| hunk.first_row));
        Ok(match goal {
            ScrollTarget::FirstOpen => start(first_open().or(row_cache.hunks.first())),
            ScrollTarget::FirstHunk => start(row_cache.hunks.first()),
            ScrollTarget::LastHunk => start(row_cache.hunks.last()),
            ScrollTarget::Hunk(hunk) => start(row_cache.hunk(*hunk).map(|(_, hunk)| hunk)),
            ScrollTarget::Line(line) => match row_cache.find_line(*line) {
                Ok(row) => above(row),
                Err(Some(page)) => return Err(page),
                Err(None) => above(last),
            },
            ScrollTarget::Anchor {
                hunk,
                row,
                above: before,
            } => {
                let moved = hunk.and_then(|(hunk, by)| {
                    let (_, hunk) = row_cache.hunk(hunk)?;
                    u32::try_from(i64::from(hunk.first_row) + by).ok()
                });
                let cursor = moved.unwrap_or(*row).min(last);
                (cursor, cursor.saturating_sub(*before))
            }
        })
    }
}

/// Returns how many lines to query: all that a hunk inserts, with some lines around it.
fn lines_of_result(hunk: &HunkRow) -> u32 {
    match hunk.state {
        HunkState::Rejected | HunkState::RolledBack => PLACE_LINES,
        _ if hunk.added == 0 => PLACE_LINES,
        _ => hunk.added.min(RESULT_LINES) + 2 * AROUND,
    }
}

/// Rows that are shown above a hunk that the user jumped to.
const CONTEXT_ABOVE: u32 = 3;
