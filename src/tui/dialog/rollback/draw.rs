//! Draws the rollback dialog.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::act::runs;
use super::{FocusStop, OfRun, Rollback, RollbackStep, Running};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::wrap::wrap_text;
use client::phrases::rollback::{in_index, own_changes};
use client::text::{truncate, visible, width_of};
use l10n::{counted, said, say};
use notice::Value;
use protocol::ids::FileId;
use protocol::review::ConflictChoice;
use protocol::review::rollback::{
    HARD_WORD, RollbackConflict, RollbackFile, RollbackMode, RollbackPreview, RollbackScope,
};

/// Maximum width of the box in columns.
const WIDTH: u16 = 110;
/// Columns before the text of a rollback mode: the label of the rows, the focus, the mark.
const HOW_LEAD: usize = 13;
/// Columns before the text of a conflict: its position, the focus.
const CONFLICT_LEAD: usize = 8;

/// A row, and the focus stop on it.
type ShownRow = (Option<FocusStop>, Row);

/// The laid-out box: its size, its body, and the foot below the body.
struct LaidOutDialog {
    size: (u16, u16),
    body: Vec<ShownRow>,
    foot: Vec<Row>,
}

impl Rollback {
    /// Draws the dialog and returns the cursor position.
    pub(super) fn draw_steps(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let LaidOutDialog { size, body, foot } = self.lay_out(whole);
        let inner = box_in(whole, size, say!("rollback-title"), buf, theme);
        let (top, room) = self.visible_window(&body, foot.len(), inner);
        let below = body.len().saturating_sub(top + room);
        let rows = body.into_iter().skip(top).map(|(_, row)| row);
        let mut shown: Vec<Row> = rows.take(room).collect();
        if let Some(last) = shown.last_mut().filter(|_| below > 0) {
            let more = say!("settings-more-below", more = below + 1);
            *last = muted(&more, usize::from(inner.width));
        }
        draw_rows(&shown, inner, buf, theme);
        let below = Rect {
            y: inner
                .bottom()
                .saturating_sub(u16::try_from(foot.len()).unwrap_or(0))
                .max(inner.y),
            height: inner.height.min(u16::try_from(foot.len()).unwrap_or(0)),
            ..inner
        };
        draw_rows(&foot, below, buf, theme);
        self.cursor(inner)
    }

    fn lay_out(&self, whole: Rect) -> LaidOutDialog {
        let width = usize::from(WIDTH.min(whole.width.saturating_sub(2)).saturating_sub(4));
        let (mut body, mut foot, mut notes) = match &self.step {
            RollbackStep::Choose => (
                self.choose_rows(width),
                self.choose_foot(width),
                self.notes(width),
            ),
            RollbackStep::Decide(_) => {
                (self.decide_rows(width), self.decide_foot(width), Vec::new())
            }
        };
        let room = usize::from(whole.height).saturating_sub(4);
        if body.len() + notes.len() + foot.len() > room {
            // On a low screen the notes scroll with the rows.
            body.retain(|(stop, row)| stop.is_some() || row.width() > 0);
            body.extend(notes.into_iter().map(|row| (None, row)));
        } else {
            notes.append(&mut foot);
            foot = notes;
        }
        let wanted = body.len() + foot.len() + 2;
        let height = u16::try_from(wanted).unwrap_or(u16::MAX);
        let size = (WIDTH, height.min(whole.height.saturating_sub(2)));
        LaidOutDialog { size, body, foot }
    }

    /// Returns the first shown row of the body, and the number of rows that fit.
    fn visible_window(&self, body: &[ShownRow], foot: usize, inner: Rect) -> (usize, usize) {
        let room = usize::from(inner.height).saturating_sub(foot).max(1);
        let focus = self.stops().get(self.at).copied();
        let at = body
            .iter()
            .position(|(stop, _)| stop.is_some() && *stop == focus)
            .unwrap_or(0);
        // After the last focus stop only notes follow.
        let is_last = self.at + 1 >= self.stops().len();
        let top = if is_last {
            at.min(body.len().saturating_sub(room))
        } else {
            (at + 2).saturating_sub(room)
        };
        (top.min(body.len().saturating_sub(room)), room)
    }

    /// Returns the focus stop at a position of the screen.
    pub(super) fn stop_at(&self, whole: Rect, at: Position) -> Option<FocusStop> {
        let LaidOutDialog { size, body, foot } = self.lay_out(whole);
        let inner = inside(whole, size);
        let (top, room) = self.visible_window(&body, foot.len(), inner);
        let row = usize::from(at.y.checked_sub(inner.y)?);
        let is_shown = inner.contains(at) && row < room;
        let shown = body.get(top + row).filter(|_| is_shown);
        shown.and_then(|(stop, _)| *stop)
    }

    fn cursor(&self, inner: Rect) -> Option<Position> {
        let RollbackStep::Decide(word) = &self.step else {
            return None;
        };
        if self.how != RollbackMode::Hard {
            return None;
        }
        let column = width_of(&word_label()) + width_of(&visible(word.before_cursor()));
        let x = inner.x.saturating_add(u16::try_from(column).ok()?);
        Some(Position::new(x, inner.bottom().saturating_sub(2)))
    }

    fn choose_rows(&self, width: usize) -> Vec<ShownRow> {
        let title = match (self.current(), self.refused()) {
            (Some(preview), _) => title(preview),
            (None, Some(_)) => self.request_title(),
            (None, None) => say!("rollback-title-looking").to_owned(),
        };
        let mut rows = vec![(None, ends(&title, say!("rollback-step-1"), width))];
        for (place, scope) in self.scopes.iter().enumerate() {
            let lead = if place == 0 {
                say!("rollback-lead-scope")
            } else {
                "       "
            };
            let text = format!("{} {}", radio(self.scope == place), self.scope_words(scope));
            rows.push(self.stop(FocusStop::Scope(place), lead, &text, width));
        }
        // The options are never cut; a shorter text is used instead.
        let room = width.saturating_sub(HOW_LEAD);
        let fitting = |long, short| if width_of(long) <= room { long } else { short };
        let scoped = fitting(say!("rollback-scoped"), say!("rollback-scoped-short"));
        let hard = fitting(say!("rollback-hard"), say!("rollback-hard-short"));
        for (lead, how, text) in [
            (say!("rollback-lead-how"), RollbackMode::Scoped, scoped),
            ("       ", RollbackMode::Hard, hard),
        ] {
            let text = format!("{} {text}", radio(self.how == how));
            rows.push(self.stop(FocusStop::How(how), lead, &text, width));
        }
        rows.push((None, Row::default()));
        match (&self.preview, self.refused()) {
            (_, Some(why)) => {
                let lines = wrap_text(&visible(why), TextStyle::of(Role::Warn), width.max(1));
                rows.extend(lines.into_iter().map(|row| (None, row)));
            }
            (Some(preview), None) => self.preview_rows(preview, width, &mut rows),
            (None, None) => {}
        }
        rows
    }

    fn scope_words(&self, scope: &RollbackScope) -> String {
        match (scope, self.of_run) {
            (RollbackScope::Run { .. }, OfRun::Earlier) => {
                say!("rollback-scope-earlier-run").to_owned()
            }
            _ => scope_words(scope),
        }
    }

    /// Returns the title while there is no preview: the purpose of the dialog, with the
    /// checkpoint's number if there is one.
    fn request_title(&self) -> String {
        let is_checkpoint =
            |scope: &RollbackScope| matches!(scope, RollbackScope::Checkpoint { .. });
        let scope = self.scopes.get(self.scope);
        let number = self.number.filter(|_| scope.is_some_and(is_checkpoint));
        number.map_or(say!("rollback-title").to_owned(), |number| {
            say!(
                "rollback-title-of",
                what = say!("scope-checkpoint", name = number)
            )
        })
    }

    fn preview_rows(&self, preview: &RollbackPreview, width: usize, rows: &mut Vec<ShownRow>) {
        if preview.files.is_empty() {
            rows.push((None, muted(say!("rollback-nothing-there"), width)));
        }
        for file in &preview.files {
            self.file_rows(file, width, rows);
        }
        for path in &preview.unapplied {
            let text = say!("rollback-not-applied", path = visible(path));
            rows.extend(told(&text, Role::Warn, width));
        }
        for (path, why) in &preview.not_covered {
            let text = say!(
                "rollback-left-alone",
                path = visible(path),
                why = visible(&said(why))
            );
            rows.extend(told(&text, Role::FgMuted, width));
        }
        for path in &preview.in_index {
            let text = format!("  {}", in_index(&visible(path)));
            rows.extend(told(&text, Role::Warn, width));
        }
    }

    fn file_rows(&self, file: &RollbackFile, width: usize, rows: &mut Vec<ShownRow>) {
        let is_left = self.without.contains(&file.file);
        let open = file
            .conflicts
            .iter()
            .any(|conflict| self.choice_of(conflict).is_none());
        let mark = match (is_left, open && self.how == RollbackMode::Scoped) {
            (true, _) => "[ ]",
            (false, true) => "[!]",
            (false, false) => "[x]",
        };
        let text = format!("{mark} {}", file_words(file));
        rows.push(self.stop(FocusStop::File(file.file), "  ", &text, width));
        if self.how == RollbackMode::Hard {
            return;
        }
        for conflict in &file.conflicts {
            self.conflict_rows(file.file, conflict, width, rows);
        }
        for (number, hunk) in file.unclear.iter().enumerate() {
            let mark = tick(self.unclear.contains(hunk));
            let text = say!("rollback-may-be-yours", mark, number = number + 1);
            rows.push(self.stop(FocusStop::Unclear(*hunk), "      ", &text, width));
        }
    }

    /// Returns the options and the reason of a conflict; the reason gets its own row if both do not
    /// fit on one.
    fn conflict_rows(
        &self,
        file: FileId,
        conflict: &RollbackConflict,
        width: usize,
        rows: &mut Vec<ShownRow>,
    ) {
        let choice = self.choice_of(conflict);
        let is = |wanted: &ConflictChoice| radio(choice == Some(wanted));
        let ways = say!(
            "rollback-conflict",
            mine = is(&ConflictChoice::Mine),
            base = is(&ConflictChoice::Base),
            both = is(&ConflictChoice::Both)
        );
        let line = conflict.line;
        let why = say!(
            "rollback-conflict-why",
            line,
            why = visible(&said(&conflict.why))
        );
        let stop = FocusStop::Conflict(file, conflict.hunk);
        let whole = format!("{ways}   {why}");
        if width_of(&whole) + CONFLICT_LEAD <= width {
            rows.push(self.stop(stop, "      ", &whole, width));
            return;
        }
        rows.push(self.stop(stop, "      ", &ways, width));
        let why = format!("{}{why}", " ".repeat(CONFLICT_LEAD));
        rows.extend(told(&why, Role::DiffConfFg, width));
    }

    /// Returns the notes about the planned rollback.
    fn notes(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(preview) = self.preview.as_ref().filter(|_| self.has_difference()) {
            let text = say!("rollback-safety", number = preview.safety_number);
            rows.extend(wrap_text(&text, TextStyle::of(Role::FgMuted), width.max(1)));
            if self.how == RollbackMode::Hard {
                let edited: u32 = self.taken_files().map(|file| file.edited).sum();
                let lost = preview.user_hunks_lost.saturating_add(edited);
                let text = say!(
                    "rollback-hard-discards",
                    hunks = counted(lost, "hunk"),
                    hard_word = HARD_WORD
                );
                rows.extend(wrap_text(&text, TextStyle::of(Role::Warn), width.max(1)));
            } else {
                // "keep mine" does not hold for what the user edited in a hunk of the agent.
                for text in &own_changes(preview, self.how, &self.without).lost {
                    rows.extend(wrap_text(text, TextStyle::of(Role::Warn), width.max(1)));
                }
            }
        }
        rows
    }

    fn choose_foot(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(said) = self.said() {
            let look = TextStyle::of(Role::Warn);
            rows.extend(wrap_text(&visible(said), look, width.max(1)));
        }
        rows.push(self.footer.row(width));
        rows
    }

    /// Returns the reason that blocks the next step, or that a key had no effect.
    fn said(&self) -> Option<&str> {
        let problem = self.problem.as_deref();
        let problem = problem.filter(|problem| self.refused() != Some(*problem));
        match self.running {
            Running::Yes => {
                let asked = problem.filter(|problem| *problem == runs());
                asked.or(Some(say!("rollback-session-runs")))
            }
            Running::No if self.has_nothing_chosen() => Some(say!("told-nothing-chosen")),
            Running::No => problem,
        }
    }

    /// Returns the files that the rollback includes.
    fn taken_files(&self) -> impl Iterator<Item = &RollbackFile> {
        let files = self.preview.iter().flat_map(|preview| &preview.files);
        files.filter(|file| !self.without.contains(&file.file))
    }

    fn decide_rows(&self, width: usize) -> Vec<ShownRow> {
        let Some(preview) = &self.preview else {
            return Vec::new();
        };
        let mut rows = vec![(None, ends(&title(preview), say!("rollback-step-2"), width))];
        rows.push((None, Row::default()));
        for file in self.taken_files() {
            let text = format!("  {}", file_words(file));
            rows.push((
                None,
                Row::text(truncate(&text, width), TextStyle::default()),
            ));
        }
        let own = own_changes(preview, self.how, &self.without);
        for text in &own.lost {
            rows.extend(told(text, Role::Err, width));
        }
        if let Some(text) = &own.stays {
            let role = match self.how {
                RollbackMode::Scoped => Role::FgMuted,
                RollbackMode::Hard => Role::Err,
            };
            rows.extend(told(text, role, width));
        }
        for path in &preview.in_index {
            let text = format!("  {}", in_index(&visible(path)));
            rows.extend(told(&text, Role::Warn, width));
        }
        rows
    }

    fn decide_foot(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(problem) = &self.problem {
            rows.push(warn(&visible(problem), width));
        }
        let RollbackStep::Decide(word) = &self.step else {
            return rows;
        };
        match self.how {
            RollbackMode::Scoped => rows.push(self.footer.row(width)),
            RollbackMode::Hard => {
                let mut row = Row::text(word_label(), TextStyle::of(Role::Err));
                row.push(&visible(word.text()), TextStyle::default());
                rows.push(row);
                rows.push(muted(say!("rollback-word-keys"), width));
            }
        }
        rows
    }

    /// Returns a row that can have the focus.
    fn stop(&self, stop: FocusStop, lead: &str, text: &str, width: usize) -> ShownRow {
        let has_focus = self.stops().get(self.at) == Some(&stop);
        let mark = if has_focus { ">" } else { " " };
        let look = match stop {
            FocusStop::Conflict(..) => TextStyle::of(Role::DiffConfFg),
            FocusStop::How(RollbackMode::Hard) => TextStyle::of(Role::Warn),
            _ => TextStyle::default(),
        };
        let mut row = Row::text(format!("{lead}{mark} "), TextStyle::of(Role::Accent));
        let room = width.saturating_sub(row.width());
        row.push(&truncate(text, room), look);
        row.fill = has_focus.then_some(Role::BgSel);
        (Some(stop), row)
    }
}

/// `src/auth/session.rs  3 hunks back, 1 of yours kept  +1 -18`; without figures if nothing on
/// the disk changes.
fn file_words(file: &RollbackFile) -> String {
    let path = visible(&file.path);
    let becomes = said(&file.becomes);
    let becomes = visible(&becomes);
    match (file.added, file.removed) {
        (0, 0) => format!("{path}  {becomes}"),
        (added, removed) => format!("{path}  {becomes}  +{added} -{removed}"),
    }
}

/// `ROLL BACK of one run`; the name of the box already says that it is a rollback.
fn title(preview: &RollbackPreview) -> String {
    let what = match preview.title.argument("scope") {
        Some(Value::Notice(scope)) => said(scope),
        _ => said(&preview.title),
    };
    say!("rollback-title-of", what = visible(&what))
}

fn word_label() -> String {
    say!("rollback-type-word", hard_word = HARD_WORD)
}

fn scope_words(scope: &RollbackScope) -> String {
    match scope {
        RollbackScope::Hunks { hunks } if hunks.len() == 1 => {
            say!("rollback-scope-hunk").to_owned()
        }
        RollbackScope::Hunks { hunks } => {
            say!("rollback-scope-hunks", hunks = counted(hunks.len(), "hunk"))
        }
        RollbackScope::File { .. } => say!("rollback-scope-file").to_owned(),
        RollbackScope::Call { .. } => say!("rollback-scope-call").to_owned(),
        RollbackScope::Run { .. } => say!("rollback-scope-run").to_owned(),
        RollbackScope::Agent { agent } => {
            say!("rollback-scope-agent", agent = visible(agent))
        }
        RollbackScope::Session => say!("rollback-scope-session").to_owned(),
        RollbackScope::Checkpoint { .. } => say!("rollback-scope-checkpoint").to_owned(),
    }
}

/// Wraps a text into rows that cannot have the focus, each indented like the first.
fn told(text: &str, role: Role, width: usize) -> Vec<ShownRow> {
    let said = text.trim_start_matches(' ');
    let lead = text.len() - said.len();
    let rows = wrap_text(said, TextStyle::of(role), width.saturating_sub(lead).max(1));
    let set_in = |mut row: Row| {
        row.pieces
            .insert(0, Piece::new(" ".repeat(lead), TextStyle::default()));
        (None, row)
    };
    rows.into_iter().map(set_in).collect()
}

fn radio(chosen: bool) -> &'static str {
    if chosen { "(*)" } else { "( )" }
}

fn tick(chosen: bool) -> &'static str {
    if chosen { "[x]" } else { "[ ]" }
}

fn muted(text: &str, width: usize) -> Row {
    Row::text(truncate(text, width), TextStyle::of(Role::FgMuted))
}

fn warn(text: &str, width: usize) -> Row {
    Row::text(truncate(text, width), TextStyle::of(Role::Warn))
}

/// Returns a row with a title at the left and a word at the right.
fn ends(left: &str, right: &str, width: usize) -> Row {
    let room = width.saturating_sub(width_of(right) + 2);
    let left = truncate(left, room).into_owned();
    let gap = width.saturating_sub(width_of(&left) + width_of(right));
    let mut row = Row::text(left, TextStyle::of(Role::Accent));
    row.push(&" ".repeat(gap), TextStyle::default());
    row.push(right, TextStyle::of(Role::FgMuted));
    row
}
