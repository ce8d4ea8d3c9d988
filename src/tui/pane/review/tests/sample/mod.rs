//! A hand-made session with three changed files: it answers the queries of the review and carries
//! out its commands as the engine would, without the texts of the files.

mod files;
mod rows;

use jiff::Timestamp;
use notice::{Notice, notice};
use uuid::Uuid;

use files::{checkpoints, retry_rs, session_rs, token_rs};
use protocol::change::{FileStat, Hunk, HunkState, Origin};
use protocol::event::EventKind;
use protocol::ids::{ApplyId, CallId, CommentId, ContentHash, EntryId, FileId, HunkId, RunId};
use protocol::review::view::{CellKind, HunkConflict, HunkRow, LineRow, ViewOptions, ViewRow};
use rows::Maker;

use protocol::review::{
    ApplyResult, ApplySummary, CheckpointRow, Comment, FileReview, HunkCounts, LineOwner,
    ReviewCommand, ReviewQuery, ReviewReply, ReviewSubject, SplitAt,
};

pub(crate) fn hunk_id(number: u128) -> HunkId {
    HunkId(Uuid::from_u128(number))
}

pub(crate) fn file_id(number: u128) -> FileId {
    FileId(Uuid::from_u128(1_000 + number))
}

pub(crate) fn at() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

type Side = Option<(&'static str, CellKind)>;

/// A segment of a file's rows.
#[derive(Clone)]
enum Part {
    Fold(u32),
    Same(&'static str),
    Hunk(u128, Vec<(Side, Side, Side)>),
}

const SESSION: u128 = 1;
const TOKEN: u128 = 2;
const RETRY: u128 = 3;

#[derive(Clone)]
pub(crate) struct SampleReview {
    pub(crate) hunks: Vec<HunkRow>,
    pub(crate) version: u64,
    pub(crate) refining: bool,
    pub(crate) comments: Vec<Comment>,
    pub(crate) checkpoints: Vec<CheckpointRow>,
    files: Vec<(u128, &'static str, Vec<Part>)>,
    pub(crate) text: String,
    pub(crate) last_rollback: Option<Notice>,
    /// The changes that applying would make on the disk.
    pub(crate) saved: Vec<protocol::change::FileDiff>,
    /// Whether the changes are those that git knows, and whether the disk differs from them.
    pub(crate) git: Option<bool>,
    /// Lines of a result that replace those of the sample.
    pub(crate) result: Option<Vec<(String, LineOwner)>>,
}

impl SampleReview {
    pub(crate) fn new() -> Self {
        let mut sample = Self {
            hunks: Vec::new(),
            version: 1,
            refining: false,
            comments: Vec::new(),
            checkpoints: checkpoints(),
            files: vec![
                (SESSION, "src/auth/session.rs", session_rs()),
                (TOKEN, "src/auth/token.rs", token_rs()),
                (RETRY, "src/auth/retry.rs", retry_rs()),
            ],
            text: "    let tok = self.fetch().await?;\n".into(),
            last_rollback: None,
            saved: Vec::new(),
            git: None,
            result: None,
        };
        sample.hunks = vec![
            row(1, HunkState::Accepted, (5, 1)),
            row(2, HunkState::Pending, (2, 1)),
            row(3, HunkState::Accepted, (1, 0)),
            row(4, HunkState::Pending, (2, 1)),
            row(5, HunkState::Pending, (1, 1)),
            row(6, HunkState::Pending, (3, 0)),
        ];
        sample.set(2, |hunk| {
            hunk.conflict = Some(HunkConflict {
                with: hunk_id(3),
                with_user: true,
                why: notice!("told-conflict-line", why = notice!("told-by-you")),
            });
        });
        sample.set(3, |hunk| {
            hunk.origin = Origin::User;
            hunk.written = true;
        });
        sample.set(4, |hunk| {
            hunk.rationale = Some("an expired token must not be handed out".into());
        });
        sample.set(6, |hunk| hunk.operation = notice!("told-file-created"));
        sample
    }

    /// Makes the changes those that git knows; `differs` tells whether the disk is another one.
    pub(crate) fn of_git(differs: bool) -> Self {
        let mut sample = Self::new();
        for hunk in &mut sample.hunks {
            (hunk.origin, hunk.state, hunk.written) = (Origin::User, HunkState::Pending, true);
            (hunk.conflict, hunk.rationale) = (None, None);
        }
        sample.git = Some(differs);
        sample
    }

    pub(crate) fn set(&mut self, number: u128, change: impl FnOnce(&mut HunkRow)) {
        let id = hunk_id(number);
        let hunk = self.hunks.iter_mut().find(|hunk| hunk.id == id).unwrap();
        change(hunk);
    }

    pub(crate) fn hunk(&self, id: HunkId) -> &HunkRow {
        self.hunks.iter().find(|hunk| hunk.id == id).unwrap()
    }

    /// Gives a hunk `lines` inserted lines.
    pub(crate) fn lengthen(&mut self, number: u128, lines: u32) {
        self.version += 1;
        self.set(number, |hunk| (hunk.added, hunk.removed) = (lines, 0));
        for part in self.files.iter_mut().flat_map(|(_, _, parts)| parts) {
            if let Part::Hunk(of, sides) = part
                && *of == number
            {
                let side = (None, None, Some(("put in", CellKind::Added)));
                *sides = vec![side; lines as usize];
            }
        }
    }

    /// Inserts lines at the top of a file, so that every row moves.
    pub(crate) fn insert_above(&mut self, file: u128, lines: usize) {
        self.version += 1;
        let parts = self.parts_mut(file);
        for _ in 0..lines {
            parts.insert(0, Part::Same("// a line that came later"));
        }
    }

    /// Appends many unchanged lines to a file.
    pub(crate) fn grow(&mut self, file: u128, lines: usize) {
        let parts = self.parts_mut(file);
        parts.extend((0..lines).map(|_| Part::Same("a line far below")));
    }

    /// Inserts an unchanged line at the top of a file.
    pub(crate) fn begin_with(&mut self, file: u128, line: &'static str) {
        self.parts_mut(file).insert(0, Part::Same(line));
    }

    /// Moves a hunk from the first file to the second.
    pub(crate) fn also_in_token(&mut self, number: u128) {
        let moved = |part: &Part| matches!(part, Part::Hunk(known, _) if *known == number);
        let parts = self.parts_mut(SESSION);
        let at = parts.iter().position(moved).unwrap();
        let hunk = parts.remove(at);
        self.parts_mut(TOKEN).push(hunk);
    }

    fn parts_mut(&mut self, file: u128) -> &mut Vec<Part> {
        let found = self.files.iter_mut().find(|(number, ..)| *number == file);
        &mut found.unwrap().2
    }

    fn number_of(&self, of: &ReviewSubject) -> u128 {
        match of {
            ReviewSubject::File { file, .. } => file.0.as_u128() - 1_000,
            ReviewSubject::Question { .. } | ReviewSubject::Stream { .. } => TOKEN,
        }
    }

    pub(crate) fn answer(&self, question: &ReviewQuery) -> ReviewReply {
        match question {
            ReviewQuery::Files { .. } => ReviewReply::Files {
                files: self
                    .files
                    .iter()
                    .map(|(file, ..)| self.file(*file))
                    .collect(),
                last_rollback: self.last_rollback.clone(),
                changes: Vec::new(),
                runs: Vec::new(),
            },
            ReviewQuery::File { of, options } => {
                let number = self.number_of(of);
                let rows = self.rows(number, options);
                ReviewReply::File {
                    file: Box::new(self.file(number)),
                    hunks: self.hunks_in(&rows),
                    rows: rows.len() as u32,
                    version: self.version,
                    refining: self.refining,
                }
            }
            ReviewQuery::Find { of, options, text } => {
                let all = self.rows(self.number_of(of), options);
                let text = text.to_lowercase();
                let says = |row: &ViewRow| match row {
                    ViewRow::Fold { .. } => false,
                    ViewRow::Lines(row) => [&row.current, &row.base, &row.proposed]
                        .into_iter()
                        .flatten()
                        .any(|cell| cell.text.to_lowercase().contains(&text)),
                };
                let found = all.iter().enumerate().filter(|(_, row)| says(row));
                ReviewReply::Found {
                    rows: found.map(|(at, _)| at as u32).collect(),
                    more: false,
                    version: self.version,
                }
            }
            ReviewQuery::Rows {
                of,
                options,
                first,
                rows,
            } => {
                let all = self.rows(self.number_of(of), options);
                let window = all.iter().skip(*first as usize).take(*rows as usize);
                ReviewReply::Rows {
                    first: *first,
                    rows: window.cloned().collect(),
                    version: self.version,
                }
            }
            ReviewQuery::Patches { .. } => ReviewReply::Patches {
                base: None,
                hunks: Vec::new(),
            },
            ReviewQuery::ProposedText { .. } => ReviewReply::Text {
                text: self.text.clone(),
                hash: ContentHash::of(self.text.as_bytes()),
            },
            ReviewQuery::Result { hunk, .. } => ReviewReply::Result {
                first_line: 55,
                lines: self.result.clone().unwrap_or_else(|| {
                    vec![
                        ("  let req = client.post(url)".into(), LineOwner::Others),
                        ("    .header(\"x-req\", id());".into(), LineOwner::Hunk),
                    ]
                }),
                note: self
                    .hunk(*hunk)
                    .conflict
                    .as_ref()
                    .map(|_| Notice::text("choose: yours 45 s, or agent self.cfg.timeout")),
            },
            ReviewQuery::ApplyDiff { .. } => ReviewReply::Compared {
                diffs: self.saved.clone(),
                left_out: Vec::new(),
            },
            ReviewQuery::Summary { .. } => ReviewReply::Summary {
                summary: self.summary(),
            },
            ReviewQuery::Comments => ReviewReply::Comments {
                comments: self.comments.clone(),
            },
            ReviewQuery::Checkpoints { .. } => ReviewReply::Checkpoints {
                checkpoints: self.checkpoints.clone(),
                last_rollback: self.last_rollback.clone(),
            },
            ReviewQuery::Kept => ReviewReply::Kept {
                kept: Default::default(),
            },
            ReviewQuery::CallDiffs { .. } => ReviewReply::CallDiffs { diffs: Vec::new() },
            ReviewQuery::Compare { .. } => ReviewReply::Compared {
                diffs: Vec::new(),
                left_out: vec![("logo.png".into(), notice!("told-note-no-text"))],
            },
            ReviewQuery::RollbackDiff { .. } | ReviewQuery::UndoDiff => ReviewReply::Compared {
                diffs: vec![crate::dialog::rollback::tests::taken_back()],
                left_out: Vec::new(),
            },
            ReviewQuery::Rollback { request } => ReviewReply::Rollback {
                preview: Box::new(crate::dialog::rollback::tests::preview(request)),
            },
        }
    }

    /// Carries out a command as the engine would, and returns the events.
    pub(crate) fn order(&mut self, order: &ReviewCommand) -> Vec<EventKind> {
        match order {
            ReviewCommand::Decide { hunks, state } => {
                for id in hunks {
                    let hunk = self.hunks.iter_mut().find(|hunk| hunk.id == *id).unwrap();
                    hunk.state = *state;
                }
                self.version += 1;
                vec![EventKind::ReviewUpdated {
                    entry: EntryId(Uuid::from_u128(9)),
                    hunks: hunks.clone(),
                    state: *state,
                    written: false,
                }]
            }
            ReviewCommand::Split {
                hunk,
                at: SplitAt::Lines { old, new },
            } => self.split(*hunk, *old, *new),
            ReviewCommand::Comment { on, text } => {
                let comment = Comment {
                    id: CommentId(Uuid::from_u128(60)),
                    on: on.clone(),
                    path: "src/auth/session.rs".into(),
                    text: text.clone(),
                    at: at(),
                    told: false,
                };
                self.comments.push(comment.clone());
                vec![EventKind::CommentAdded { comment }]
            }
            ReviewCommand::Apply { .. } => vec![EventKind::ApplyEnded {
                apply: ApplyId(Uuid::from_u128(70)),
                result: ApplyResult::Done,
            }],
            _ => Vec::new(),
        }
    }

    fn split(&mut self, hunk: HunkId, old: (u32, u32), new: (u32, u32)) -> Vec<EventKind> {
        let whole = self.hunk(hunk).clone();
        let part = |id: u128, old: (u32, u32), new: (u32, u32)| Hunk {
            id: hunk_id(id),
            old_start: 10 + old.0,
            old_count: old.1 - old.0,
            new_start: 10 + new.0,
            inserted: (new.0..new.1).map(|_| "x\n".to_owned()).collect(),
            state: whole.state,
            written: false,
            oversized: false,
            amends: None,
        };
        let parts = vec![
            part(41, (0, old.0), (0, new.0)),
            part(42, old, new),
            part(43, (old.1, whole.removed), (new.1, whole.added)),
        ];
        let parts: Vec<Hunk> = parts
            .into_iter()
            .filter(|part| part.old_count > 0 || !part.inserted.is_empty())
            .collect();
        for part in &parts {
            let mut hunk = whole.clone();
            hunk.id = part.id;
            self.hunks.push(hunk);
        }
        self.version += 1;
        vec![EventKind::HunkSplit {
            entry: EntryId(Uuid::from_u128(9)),
            hunk,
            parts,
        }]
    }

    fn summary(&self) -> ApplySummary {
        ApplySummary {
            files: vec![(
                file_id(SESSION),
                FileStat {
                    path: "src/auth/session.rs".into(),
                    added: 5,
                    removed: 1,
                },
            )],
            hunks: 2,
            hunk_files: 1,
            rejected: vec![("src/auth/token.rs".into(), 1)],
            skipped: vec![(
                "src/auth/old.rs".into(),
                Notice::text("a conflict is not settled"),
            )],
            pending: 4,
            unreported: 2,
            shown: Some(ContentHash::of(&self.version.to_be_bytes())),
            ..ApplySummary::default()
        }
    }

    fn ids_of(&self, file: u128) -> Vec<HunkId> {
        let found = self.files.iter().find(|(number, ..)| *number == file);
        let parts = found.unwrap().2.iter();
        parts
            .filter_map(|part| match part {
                Part::Hunk(number, _) => Some(hunk_id(*number)),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn file(&self, number: u128) -> FileReview {
        let (_, path, _) = self
            .files
            .iter()
            .find(|(file, ..)| *file == number)
            .unwrap();
        let mut counts = HunkCounts::default();
        let (mut added, mut removed) = (0, 0);
        for hunk in self.ids_of(number).iter().map(|id| self.hunk(*id)) {
            added += hunk.added;
            removed += hunk.removed;
            counts.conflicts += u32::from(hunk.conflict.is_some());
            counts.oversized += u32::from(hunk.oversized);
            match hunk.state {
                _ if hunk.origin == Origin::User => counts.user += 1,
                HunkState::Pending => counts.pending += 1,
                HunkState::Accepted => counts.accepted += 1,
                HunkState::Rejected => counts.rejected += 1,
                HunkState::RolledBack => counts.rolled_back += 1,
            }
        }
        let review = FileReview {
            file: file_id(number),
            path: (*path).into(),
            change: if number == RETRY {
                notice!("told-file-created")
            } else {
                Notice::default()
            },
            added,
            removed,
            counts,
            dirty: counts.accepted > 0,
            proposed: counts.pending > 0,
            base: Some((31, at())),
            proposed_by: Vec::new(),
            by: Notice::text("build, turn 14"),
        };
        match self.git {
            Some(dirty) => FileReview {
                dirty,
                proposed: false,
                base: None,
                by: notice!("told-repo-by-disk"),
                ..review
            },
            None => review,
        }
    }

    fn hunks_in(&self, rows: &[ViewRow]) -> Vec<HunkRow> {
        let mut found: Vec<HunkRow> = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let ViewRow::Lines(LineRow { hunk: Some(id), .. }) = row else {
                continue;
            };
            let at = at as u32;
            match found.last_mut().filter(|hunk| hunk.id == *id) {
                Some(hunk) => hunk.rows = at - hunk.first_row + 1,
                None => found.push(HunkRow {
                    first_row: at,
                    rows: 1,
                    ..self.hunk(*id).clone()
                }),
            }
        }
        found
    }

    fn rows(&self, file: u128, options: &ViewOptions) -> Vec<ViewRow> {
        let (_, _, parts) = self
            .files
            .iter()
            .find(|(number, ..)| *number == file)
            .unwrap();
        let mut maker = Maker {
            options,
            rows: Vec::new(),
            next: (1, 1, 1),
        };
        for part in parts {
            match part {
                Part::Same(text) => maker.same(text, None),
                Part::Fold(lines) => maker.fold(*lines),
                Part::Hunk(number, lines) => {
                    let refused = self.hunk(hunk_id(*number)).state == HunkState::Rejected;
                    for line in lines {
                        maker.line(hunk_id(*number), *line, refused);
                    }
                }
            }
        }
        maker.rows
    }
}

fn row(number: u128, state: HunkState, (added, removed): (u32, u32)) -> HunkRow {
    HunkRow {
        id: hunk_id(number),
        entry: EntryId(Uuid::from_u128(9)),
        origin: Origin::Agent {
            agent: "build".into(),
            run: RunId(Uuid::from_u128(2)),
            call: CallId(Uuid::from_u128(3)),
        },
        state,
        written: false,
        conflict: None,
        first_row: 0,
        rows: 0,
        added,
        removed,
        oversized: false,
        amended: false,
        comments: 0,
        builds_on: Vec::new(),
        carries: Vec::new(),
        rationale: None,
        operation: Notice::default(),
    }
}
