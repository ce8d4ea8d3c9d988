//! The rollback dialog on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Rollback, Running, Step, Stop};
use crate::protocol::review::ConflictChoice;
use crate::protocol::review::rollback::{
    HARD_WORD, RollbackConflict, RollbackFile, RollbackHow, RollbackPreview, RollbackScope,
};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::boxed::box_in;
use crate::tui::widget::row::{Look, Row, draw_rows};
use crate::tui::widget::text::{truncate, visible, width_of};
use crate::tui::widget::wrap::wrap_text;
use crate::words::counted;

/// Columns of the box at most.
const WIDTH: u16 = 110;

/// A row, and what has the focus on it.
type Shown = (Option<Stop>, Row);

impl Rollback {
    /// Takes the size of the screen in.
    pub fn measure(&mut self, whole: Rect) {
        if let Some(compared) = &mut self.compared {
            compared.measure(whole);
        }
    }

    /// Draws it and gives the place of the cursor.
    pub fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        if let Some(compared) = &self.compared {
            compared.draw(whole, buf, theme);
            return None;
        }
        let width = usize::from(WIDTH.min(whole.width.saturating_sub(2)).saturating_sub(4));
        let (body, foot) = match &self.step {
            Step::Choose => (self.choose_rows(width), self.choose_foot(width)),
            Step::Decide(_) => (self.decide_rows(width), self.decide_foot(width)),
        };
        let wanted = body.len() + foot.len() + 2;
        let height = u16::try_from(wanted).unwrap_or(u16::MAX);
        let height = height.min(whole.height.saturating_sub(2));
        let inner = box_in(whole, (WIDTH, height), "ROLL BACK", buf, theme);
        let room = usize::from(inner.height).saturating_sub(foot.len()).max(1);
        let focus = self.stops().get(self.at).copied();
        let at = body
            .iter()
            .position(|(stop, _)| stop.is_some() && *stop == focus)
            .unwrap_or(0);
        let top = (at + 2).saturating_sub(room);
        let top = top.min(body.len().saturating_sub(room));
        let shown: Vec<Row> = body
            .into_iter()
            .skip(top)
            .take(room)
            .map(|(_, row)| row)
            .collect();
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

    fn cursor(&self, inner: Rect) -> Option<Position> {
        let Step::Decide(word) = &self.step else {
            return None;
        };
        if self.how != RollbackHow::Hard {
            return None;
        }
        let text = word.text();
        let before = text.get(..word.cursor()).unwrap_or_default();
        let column = width_of(&word_label()) + width_of(&visible(before));
        let x = inner.x.saturating_add(u16::try_from(column).ok()?);
        Some(Position::new(x, inner.bottom().saturating_sub(2)))
    }

    fn choose_rows(&self, width: usize) -> Vec<Shown> {
        let title = match self.current() {
            Some(preview) => title(preview),
            None => "ROLL BACK   looking at what would come back…".to_owned(),
        };
        let mut rows = vec![(None, ends(&title, "step 1 of 2", width))];
        for (place, scope) in self.scopes.iter().enumerate() {
            let lead = if place == 0 { "scope  " } else { "       " };
            let text = format!("{} {}", radio(self.scope == place), scope_words(scope));
            rows.push(self.stop(Stop::Scope(place), lead, &text, width));
        }
        let scoped = "hunk by hunk (scoped): what does not build on it stays, your edits too";
        let hard = "everything (hard): every file as it was, your later edits go too";
        for (lead, how, text) in [
            ("how    ", RollbackHow::Scoped, scoped),
            ("       ", RollbackHow::Hard, hard),
        ] {
            let text = format!("{} {text}", radio(self.how == how));
            rows.push(self.stop(Stop::How(how), lead, &text, width));
        }
        rows.push((None, Row::default()));
        match (&self.preview, &self.problem) {
            (Some(preview), _) => self.preview_rows(preview, width, &mut rows),
            (None, Some(_)) => {}
            (None, None) => {}
        }
        rows
    }

    fn preview_rows(&self, preview: &RollbackPreview, width: usize, rows: &mut Vec<Shown>) {
        if preview.files.is_empty() {
            rows.push((None, muted("nothing is there to take back", width)));
        }
        for file in &preview.files {
            self.file_rows(file, width, rows);
        }
        for path in &preview.unsaved {
            let text = format!(
                "  not written yet: {}: its decisions are written with it",
                visible(path)
            );
            rows.push((None, warn(&text, width)));
        }
        for (path, why) in &preview.not_covered {
            let text = format!("  [ ] {}  {}: left alone", visible(path), visible(why));
            rows.push((None, muted(&text, width)));
        }
    }

    fn file_rows(&self, file: &RollbackFile, width: usize, rows: &mut Vec<Shown>) {
        let is_left = self.without.contains(&file.file);
        let open = file
            .conflicts
            .iter()
            .any(|conflict| self.choice_of(conflict).is_none());
        let mark = match (is_left, open && self.how == RollbackHow::Scoped) {
            (true, _) => "[ ]",
            (false, true) => "[!]",
            (false, false) => "[x]",
        };
        let text = format!(
            "{mark} {}  {}  +{} -{}",
            visible(&file.path),
            visible(&file.becomes),
            file.added,
            file.removed
        );
        rows.push(self.stop(Stop::File(file.file), "  ", &text, width));
        if self.how == RollbackHow::Hard {
            return;
        }
        for conflict in &file.conflicts {
            let text = self.conflict_words(conflict);
            let stop = Stop::Conflict(file.file, conflict.hunk);
            rows.push(self.stop(stop, "      ", &text, width));
        }
        for (number, hunk) in file.unclear.iter().enumerate() {
            let mark = tick(self.unclear.contains(hunk));
            let text = format!(
                "{mark} change {} that may be yours: it came while a command ran",
                number + 1
            );
            rows.push(self.stop(Stop::Unclear(*hunk), "      ", &text, width));
        }
    }

    fn conflict_words(&self, conflict: &RollbackConflict) -> String {
        let choice = self.choice_of(conflict);
        let is = |wanted: &ConflictChoice| radio(choice == Some(wanted));
        format!(
            "{} keep mine {} checkpoint {} both, line {}: {}   d edit in review",
            is(&ConflictChoice::Mine),
            is(&ConflictChoice::Base),
            is(&ConflictChoice::Both),
            conflict.line,
            visible(&conflict.why),
        )
    }

    fn choose_foot(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(preview) = &self.preview {
            let text = format!(
                "safety checkpoint #{} is made first: undo with F8, top entry",
                preview.safety_number
            );
            rows.push(muted(&text, width));
            if self.how == RollbackHow::Hard {
                let text = format!(
                    "hard mode discards {} of YOURS: type  {HARD_WORD}  on the next step",
                    counted(preview.user_hunks_lost, "hunk")
                );
                rows.push(warn(&text, width));
            }
        }
        if self.running == Running::Yes {
            let text = "the session runs: nothing is taken back before it ends (Ctrl+C)";
            rows.push(warn(text, width));
        } else if let Some(problem) = &self.problem {
            rows.push(warn(&visible(problem), width));
        }
        rows.push(muted(
            "Space toggle  d difference  Enter next step  n leave",
            width,
        ));
        rows
    }

    fn decide_rows(&self, width: usize) -> Vec<Shown> {
        let Some(preview) = &self.preview else {
            return Vec::new();
        };
        let mut rows = vec![(None, ends(&title(preview), "step 2 of 2", width))];
        rows.push((None, Row::default()));
        let taken = || {
            let files = preview.files.iter();
            files.filter(|file| !self.without.contains(&file.file))
        };
        for file in taken() {
            let text = format!(
                "  {}  {}  +{} -{}",
                visible(&file.path),
                visible(&file.becomes),
                file.added,
                file.removed
            );
            rows.push((None, Row::text(truncate(&text, width), Look::default())));
        }
        let kept: u32 = taken().map(|file| file.kept).sum();
        let text = match self.how {
            RollbackHow::Scoped => match kept {
                0 => "Nothing of yours is in these files.".to_owned(),
                1 => "1 hunk of yours stays.".to_owned(),
                _ => format!("{} of yours stay.", counted(kept, "hunk")),
            },
            RollbackHow::Hard => match preview.user_hunks_lost {
                0 => "Nothing of yours goes with it.".to_owned(),
                1 => format!(
                    "1 hunk of YOURS goes too. It is in checkpoint #{}.",
                    preview.safety_number
                ),
                lost => format!(
                    "{} of YOURS go too. They are in checkpoint #{}.",
                    counted(lost, "hunk"),
                    preview.safety_number
                ),
            },
        };
        let look = match self.how {
            RollbackHow::Scoped => Look::of(Role::FgMuted),
            RollbackHow::Hard => Look::of(Role::Err),
        };
        rows.extend(
            wrap_text(&text, look, width.max(1))
                .into_iter()
                .map(|row| (None, row)),
        );
        rows
    }

    fn decide_foot(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        if let Some(problem) = &self.problem {
            rows.push(warn(&visible(problem), width));
        }
        let Step::Decide(word) = &self.step else {
            return rows;
        };
        match self.how {
            RollbackHow::Scoped => rows.push(Row::text(
                truncate(
                    "y roll back and write it now   d difference   n back",
                    width,
                ),
                Look::of(Role::Accent),
            )),
            RollbackHow::Hard => {
                let mut row = Row::text(word_label(), Look::of(Role::Err));
                row.push(&visible(&word.text()), Look::default());
                rows.push(row);
                rows.push(muted(
                    "Enter rolls back when the word is there   Esc back",
                    width,
                ));
            }
        }
        rows
    }

    /// A row that can have the focus.
    fn stop(&self, stop: Stop, lead: &str, text: &str, width: usize) -> Shown {
        let has_focus = self.stops().get(self.at) == Some(&stop);
        let mark = if has_focus { ">" } else { " " };
        let look = match stop {
            Stop::Conflict(..) => Look::of(Role::DiffConfFg),
            Stop::How(RollbackHow::Hard) => Look::of(Role::Warn),
            _ => Look::default(),
        };
        let mut row = Row::text(format!("{lead}{mark} "), Look::of(Role::Accent));
        let room = width.saturating_sub(row.width());
        row.push(&truncate(text, room), look);
        row.fill = has_focus.then_some(Role::BgSel);
        (Some(stop), row)
    }
}

/// `ROLL BACK of one run`; that it is one is said by the name of the box.
fn title(preview: &RollbackPreview) -> String {
    let title = visible(&preview.title);
    format!(
        "ROLL BACK {}",
        title.strip_prefix("rollback ").unwrap_or(&title)
    )
}

fn word_label() -> String {
    format!("type {HARD_WORD} to take everything back: ")
}

fn scope_words(scope: &RollbackScope) -> String {
    match scope {
        RollbackScope::Hunks { hunks } if hunks.len() == 1 => "this hunk".to_owned(),
        RollbackScope::Hunks { hunks } => format!("these {}", counted(hunks.len(), "hunk")),
        RollbackScope::File { .. } => {
            "this file: all that agents and commands did to it".to_owned()
        }
        RollbackScope::Call { .. } => "this call".to_owned(),
        RollbackScope::Run { .. } => "this run".to_owned(),
        RollbackScope::Agent { agent } => {
            format!("all that agent {} did in this session", visible(agent))
        }
        RollbackScope::Session => "all that agents and commands did in this session".to_owned(),
        RollbackScope::Checkpoint { .. } => {
            "all that agents and commands did since the checkpoint".to_owned()
        }
    }
}

fn radio(chosen: bool) -> &'static str {
    if chosen { "(*)" } else { "( )" }
}

fn tick(chosen: bool) -> &'static str {
    if chosen { "[x]" } else { "[ ]" }
}

fn muted(text: &str, width: usize) -> Row {
    Row::text(truncate(text, width), Look::of(Role::FgMuted))
}

fn warn(text: &str, width: usize) -> Row {
    Row::text(truncate(text, width), Look::of(Role::Warn))
}

/// A title at the left and a word at the right.
fn ends(left: &str, right: &str, width: usize) -> Row {
    let room = width.saturating_sub(width_of(right) + 2);
    let left = truncate(left, room).into_owned();
    let gap = width.saturating_sub(width_of(&left) + width_of(right));
    let mut row = Row::text(left, Look::of(Role::Accent));
    row.push(&" ".repeat(gap), Look::default());
    row.push(right, Look::of(Role::FgMuted));
    row
}
