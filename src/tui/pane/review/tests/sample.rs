//! A session with three changed files, made by hand: it answers the questions of the review and
//! carries its orders out as the engine would, without texts of files.

use jiff::Timestamp;
use uuid::Uuid;

use crate::protocol::change::{Checkpoint, CheckpointKind, FileStat, Hunk, HunkState, Origin};
use crate::protocol::event::Fact;
use crate::protocol::ids::{
    CallId, CheckpointId, CommentId, ContentHash, EntryId, FileId, HunkId, RunId, SaveId,
};
use crate::protocol::review::view::{
    Cell, CellKind, HunkConflict, HunkRow, LineEnding, LineRow, ViewLayout, ViewOptions, ViewRow,
};
use crate::protocol::review::{
    CheckpointRow, Comment, FileReview, HunkCounts, ReviewAnswer, ReviewOf, ReviewOrder,
    ReviewQuestion, SaveResult, SaveSummary, SplitAt,
};

pub(in crate::tui) fn hunk_id(number: u128) -> HunkId {
    HunkId(Uuid::from_u128(number))
}

pub(in crate::tui) fn file_id(number: u128) -> FileId {
    FileId(Uuid::from_u128(1_000 + number))
}

pub(in crate::tui) fn at() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

/// A line in a column.
type Side = Option<(&'static str, CellKind)>;

/// A part of a file.
#[derive(Clone)]
enum Part {
    Fold(u32),
    Same(&'static str),
    Hunk(u128, Vec<(Side, Side, Side)>),
}

const SESSION: u128 = 1;
const TOKEN: u128 = 2;
const RETRY: u128 = 3;

/// See the module.
#[derive(Clone)]
pub(in crate::tui) struct World {
    pub(in crate::tui) hunks: Vec<HunkRow>,
    pub(in crate::tui) version: u64,
    pub(in crate::tui) comments: Vec<Comment>,
    pub(in crate::tui) checkpoints: Vec<CheckpointRow>,
    files: Vec<(u128, &'static str, Vec<Part>)>,
    pub(in crate::tui) text: String,
}

impl World {
    pub(in crate::tui) fn new() -> Self {
        let mut world = Self {
            hunks: Vec::new(),
            version: 1,
            comments: Vec::new(),
            checkpoints: checkpoints(),
            files: vec![
                (SESSION, "src/auth/session.rs", session_rs()),
                (TOKEN, "src/auth/token.rs", token_rs()),
                (RETRY, "src/auth/retry.rs", retry_rs()),
            ],
            text: "    let tok = self.fetch().await?;\n".into(),
        };
        world.hunks = vec![
            row(1, HunkState::Accepted, (5, 1)),
            row(2, HunkState::Pending, (2, 1)),
            row(3, HunkState::Accepted, (1, 0)),
            row(4, HunkState::Pending, (2, 1)),
            row(5, HunkState::Pending, (1, 1)),
            row(6, HunkState::Pending, (3, 0)),
        ];
        world.set(2, |hunk| {
            hunk.conflict = Some(HunkConflict {
                with: hunk_id(3),
                with_user: true,
                why: "the same line was changed by you".into(),
            });
        });
        world.set(3, |hunk| {
            hunk.origin = Origin::User;
            hunk.written = true;
        });
        world.set(4, |hunk| {
            hunk.rationale = Some("an expired token must not be handed out".into());
        });
        world.set(6, |hunk| hunk.operation = "created".into());
        world
    }

    pub(in crate::tui) fn set(&mut self, number: u128, change: impl FnOnce(&mut HunkRow)) {
        let id = hunk_id(number);
        let hunk = self.hunks.iter_mut().find(|hunk| hunk.id == id).unwrap();
        change(hunk);
    }

    pub(in crate::tui) fn hunk(&self, id: HunkId) -> &HunkRow {
        self.hunks.iter().find(|hunk| hunk.id == id).unwrap()
    }

    /// Puts lines above everything in a file: every row moves.
    pub(in crate::tui) fn insert_above(&mut self, file: u128, lines: usize) {
        self.version += 1;
        let parts = self.parts_mut(file);
        for _ in 0..lines {
            parts.insert(0, Part::Same("// a line that came later"));
        }
    }

    /// Puts many unchanged lines under a file.
    pub(in crate::tui) fn grow(&mut self, file: u128, lines: usize) {
        let parts = self.parts_mut(file);
        parts.extend((0..lines).map(|_| Part::Same("a line far below")));
    }

    /// A line of another kind at the top of a file.
    pub(in crate::tui) fn begin_with(&mut self, file: u128, line: &'static str) {
        self.parts_mut(file).insert(0, Part::Same(line));
    }

    /// Makes a hunk of the first file one of the second.
    pub(in crate::tui) fn also_in_token(&mut self, number: u128) {
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

    fn number_of(&self, of: ReviewOf) -> u128 {
        match of {
            ReviewOf::File { file, .. } => file.0.as_u128() - 1_000,
            ReviewOf::Prompt { .. } => TOKEN,
        }
    }

    pub(in crate::tui) fn answer(&self, question: &ReviewQuestion) -> ReviewAnswer {
        match question {
            ReviewQuestion::Files { .. } => ReviewAnswer::Files {
                files: self
                    .files
                    .iter()
                    .map(|(file, ..)| self.file(*file))
                    .collect(),
            },
            ReviewQuestion::File { of, options } => {
                let number = self.number_of(*of);
                let rows = self.rows(number, options);
                ReviewAnswer::File {
                    file: Box::new(self.file(number)),
                    hunks: self.hunks_in(&rows),
                    rows: rows.len() as u32,
                    version: self.version,
                    refining: false,
                }
            }
            ReviewQuestion::Rows {
                of,
                options,
                first,
                rows,
            } => {
                let all = self.rows(self.number_of(*of), options);
                let window = all.iter().skip(*first as usize).take(*rows as usize);
                ReviewAnswer::Rows {
                    first: *first,
                    rows: window.cloned().collect(),
                    version: self.version,
                }
            }
            ReviewQuestion::ProposedText { .. } => ReviewAnswer::Text {
                text: self.text.clone(),
                hash: ContentHash::of(self.text.as_bytes()),
            },
            ReviewQuestion::Result { hunk, .. } => ReviewAnswer::Result {
                first_line: 55,
                lines: vec![
                    ("  let req = client.post(url)".into(), false),
                    ("    .header(\"x-req\", id());".into(), true),
                ],
                note: self
                    .hunk(*hunk)
                    .conflict
                    .as_ref()
                    .map(|_| "choose: yours 45 s, or agent self.cfg.timeout".into()),
            },
            ReviewQuestion::Summary { .. } => ReviewAnswer::Summary {
                summary: self.summary(),
            },
            ReviewQuestion::Comments => ReviewAnswer::Comments {
                comments: self.comments.clone(),
            },
            ReviewQuestion::Checkpoints { .. } => ReviewAnswer::Checkpoints {
                checkpoints: self.checkpoints.clone(),
            },
            ReviewQuestion::Compare { .. } => ReviewAnswer::Compared {
                diffs: Vec::new(),
                left_out: vec![("logo.png".into(), "it is no text".into())],
            },
            ReviewQuestion::Rollback { request } => ReviewAnswer::Rollback {
                preview: Box::new(crate::tui::rollback::tests::preview(request)),
            },
        }
    }

    /// Does as the engine would, and tells the facts.
    pub(in crate::tui) fn order(&mut self, order: &ReviewOrder) -> Vec<Fact> {
        match order {
            ReviewOrder::Decide { hunks, state } => {
                for id in hunks {
                    let hunk = self.hunks.iter_mut().find(|hunk| hunk.id == *id).unwrap();
                    hunk.state = *state;
                }
                self.version += 1;
                vec![Fact::ReviewUpdated {
                    entry: EntryId(Uuid::from_u128(9)),
                    hunks: hunks.clone(),
                    state: *state,
                    written: false,
                }]
            }
            ReviewOrder::Split {
                hunk,
                at: SplitAt::Lines { old, new },
            } => self.split(*hunk, *old, *new),
            ReviewOrder::Comment { on, text } => {
                let comment = Comment {
                    id: CommentId(Uuid::from_u128(60)),
                    on: on.clone(),
                    path: "src/auth/session.rs".into(),
                    text: text.clone(),
                    at: at(),
                    told: false,
                };
                self.comments.push(comment.clone());
                vec![Fact::CommentAdded { comment }]
            }
            ReviewOrder::Save { .. } => vec![Fact::SaveEnded {
                save: SaveId(Uuid::from_u128(70)),
                result: SaveResult::Done,
            }],
            _ => Vec::new(),
        }
    }

    fn split(&mut self, hunk: HunkId, old: (u32, u32), new: (u32, u32)) -> Vec<Fact> {
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
        vec![Fact::HunkSplit {
            entry: EntryId(Uuid::from_u128(9)),
            hunk,
            parts,
        }]
    }

    fn summary(&self) -> SaveSummary {
        SaveSummary {
            files: vec![(
                file_id(SESSION),
                FileStat {
                    path: "src/auth/session.rs".into(),
                    added: 5,
                    removed: 1,
                },
            )],
            operations: Vec::new(),
            skipped: vec![("src/auth/old.rs".into(), "a conflict is not settled".into())],
            pending: 4,
            untold: 2,
            shown: Some(ContentHash::of(&self.version.to_be_bytes())),
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

    pub(in crate::tui) fn file(&self, number: u128) -> FileReview {
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
        FileReview {
            file: file_id(number),
            path: (*path).into(),
            change: if number == RETRY { "created" } else { "" }.into(),
            added,
            removed,
            counts,
            dirty: counts.accepted > 0,
            staged: counts.pending > 0,
            base: Some((31, at())),
            by: "build, turn 14".into(),
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

struct Maker<'a> {
    options: &'a ViewOptions,
    rows: Vec<ViewRow>,
    next: (u32, u32, u32),
}

impl Maker<'_> {
    fn same(&mut self, text: &str, hunk: Option<HunkId>) {
        let (current, base, proposed) = self.next;
        let cell = |line| Some(cell(text, line, CellKind::Same));
        self.rows.push(ViewRow::Lines(LineRow {
            hunk,
            current: cell(current),
            base: cell(base).filter(|_| self.options.layout != ViewLayout::Two),
            proposed: cell(proposed),
        }));
        self.next = (current + 1, base + 1, proposed + 1);
    }

    fn fold(&mut self, lines: u32) {
        let fold = self.next.1;
        let opened = self.options.opened.iter().find(|(open, _)| *open == fold);
        let shown = match self.options.context {
            context if context > 1_000 => lines,
            _ => opened.map_or(0, |(_, shown)| (*shown).min(lines)),
        };
        for number in 0..shown {
            self.same(&format!("unchanged {number}"), None);
        }
        if shown < lines {
            let lines = lines - shown;
            self.rows.push(ViewRow::Fold { fold, lines });
            let (current, base, proposed) = self.next;
            self.next = (current + lines, base + lines, proposed + lines);
        }
    }

    fn line(&mut self, hunk: HunkId, (current, base, proposed): (Side, Side, Side), refused: bool) {
        let (mut c, mut b, mut p) = self.next;
        let make = |side: Side, next: &mut u32| {
            side.map(|(text, kind)| {
                let cell = cell(text, *next, kind);
                *next += 1;
                cell
            })
        };
        let current = make(current, &mut c);
        let base = make(base, &mut b);
        let mut proposed = make(proposed, &mut p);
        if let Some(cell) = proposed
            .as_mut()
            .filter(|cell| refused && cell.kind == CellKind::Added)
        {
            cell.kind = CellKind::Refused;
            cell.line = 0;
            p -= 1;
        }
        self.next = (c, b, p);
        let row = |current, base, proposed| {
            ViewRow::Lines(LineRow {
                hunk: Some(hunk),
                current,
                base,
                proposed,
            })
        };
        let is_same = [&current, &base, &proposed].iter().all(|cell| {
            cell.as_ref()
                .is_some_and(|cell| cell.kind == CellKind::Same)
        });
        match self.options.layout {
            ViewLayout::Three => self.rows.push(row(current, base, proposed)),
            ViewLayout::Unified if is_same => self.rows.push(row(current, base, proposed)),
            ViewLayout::Two => {
                let conflict = base
                    .as_ref()
                    .is_some_and(|cell| cell.kind == CellKind::Conflict);
                self.rows.push(row(current, None, proposed));
                if conflict {
                    self.rows.push(row(None, base, None));
                }
            }
            ViewLayout::Unified => {
                let conflict = current
                    .as_ref()
                    .is_some_and(|cell| matches!(cell.kind, CellKind::Conflict | CellKind::User));
                if conflict {
                    self.rows.push(row(current, None, None));
                }
                if base.is_some() {
                    self.rows.push(row(None, base, None));
                }
                if proposed.is_some() {
                    self.rows.push(row(None, None, proposed));
                }
            }
        }
    }
}

fn cell(text: &str, line: u32, kind: CellKind) -> Cell {
    // Words between these quotes are marked, as in the drawings.
    let plain = text.replace(['«', '»'], "");
    let words = match (text.find('«'), text.find('»')) {
        (Some(from), Some(to)) => vec![(from as u32, (to - '«'.len_utf8()) as u32)],
        _ => Vec::new(),
    };
    let ending = text.ends_with('$').then_some(LineEnding::None);
    Cell {
        line,
        text: plain,
        kind,
        words,
        ending,
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
        operation: String::new(),
    }
}

fn session_rs() -> Vec<Part> {
    use CellKind::{Added, Conflict, Removed, Same, User};
    let fetch = "    let tok = self.fetch().await?;";
    vec![
        Part::Fold(38),
        Part::Same("  impl Session {"),
        Part::Same("    pub async fn refresh(&self)"),
        Part::Hunk(
            1,
            vec![
                (
                    Some((fetch, Same)),
                    Some((fetch, Removed)),
                    Some(("    let _g = self.locks.get(uid).lock().await;", Added)),
                ),
                (
                    None,
                    None,
                    Some(("    if let Some(t) = self.fresh() {", Added)),
                ),
                (None, None, Some(("      return Ok(t);", Added))),
                (None, None, Some(("    }", Added))),
                (
                    None,
                    None,
                    Some(("    let tok = self.«inner.fetch»().await?;", Added)),
                ),
            ],
        ),
        Part::Same("    self.store(tok.clone());"),
        Part::Fold(12),
        Part::Same("    let req = client.post(url)"),
        Part::Hunk(
            2,
            vec![
                (
                    Some(("    .timeout(secs(«45»))", Conflict)),
                    Some(("    .timeout(secs(«30»))", Conflict)),
                    Some(("    .timeout(«self.cfg.timeout»)", Conflict)),
                ),
                (
                    Some(("    .header(AUTH, &key);", Same)),
                    Some(("    .header(AUTH, &key);", Same)),
                    Some(("    .header(AUTH, &key);", Same)),
                ),
                (None, None, Some(("    .header(\"x-req\", id());", Added))),
            ],
        ),
        Part::Same("    let res = req.send().await?;"),
        Part::Fold(40),
        Part::Hunk(
            3,
            vec![(Some(("  // TODO: metrics (mine)", User)), None, None)],
        ),
        Part::Same("  fn fresh(&self) -> Option<Token> {"),
        Part::Hunk(
            4,
            vec![
                (
                    Some(("    self.tok.lock().clone()", Same)),
                    Some(("    self.tok.lock().clone()", Removed)),
                    Some(("    let t = self.tok.lock().clone()?;", Added)),
                ),
                (
                    None,
                    None,
                    Some(("    (t.exp > now() + SKEW).then_some(t)", Added)),
                ),
            ],
        ),
        Part::Same("  }"),
        Part::Fold(110),
    ]
}

fn token_rs() -> Vec<Part> {
    use CellKind::{Added, Removed, Same};
    vec![
        Part::Same("struct Token {"),
        Part::Hunk(
            5,
            vec![(
                Some(("    exp: «u32»,", Same)),
                Some(("    exp: «u32»,", Removed)),
                Some(("    exp: «u64»,", Added)),
            )],
        ),
        Part::Same("}"),
        Part::Fold(20),
    ]
}

fn retry_rs() -> Vec<Part> {
    use CellKind::Added;
    vec![Part::Hunk(
        6,
        vec![
            (None, None, Some(("fn retry() {", Added))),
            (None, None, Some(("\tloop {}", Added))),
            (None, None, Some(("}$", Added))),
        ],
    )]
}

/// The checkpoints of the drawings.
fn checkpoints() -> Vec<CheckpointRow> {
    let row = |number: u64, kind, by: &str, files: &[&str], counts: (u32, u32), label: &str| {
        CheckpointRow {
            checkpoint: Checkpoint {
                id: CheckpointId(Uuid::from_u128(2_000 + u128::from(number))),
                number,
                kind,
                session: crate::tui::tests::session(),
                run: None,
                at: at(),
                label: label.into(),
            },
            by: by.into(),
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            added: counts.0,
            removed: counts.1,
            dropped: false,
            session_name: None,
        }
    };
    let session = "src/auth/session.rs";
    vec![
        row(
            31,
            CheckpointKind::Auto,
            "build",
            &[],
            (0, 0),
            "before turn 14",
        ),
        row(
            30,
            CheckpointKind::User,
            "you",
            &[session],
            (1, 1),
            "session.rs line 57 (your edit)",
        ),
        row(
            29,
            CheckpointKind::Auto,
            "build",
            &[session, "src/auth/retry.rs"],
            (30, 4),
            "turn 13: retry helper",
        ),
        row(
            28,
            CheckpointKind::Shell,
            "shell",
            &["package.json"],
            (0, 0),
            "before: npm install",
        ),
        row(27, CheckpointKind::Named, "you", &[], (0, 0), "green tests"),
        row(
            26,
            CheckpointKind::Safety,
            "undo",
            &[session],
            (0, 0),
            "before rollback to 22",
        ),
    ]
}
