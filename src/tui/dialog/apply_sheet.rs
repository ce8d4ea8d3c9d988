//! The one question before the review's changes are applied: which changes in which files, what is
//! left out and why, and the diff.
//!
//! Owns the summary and its scope. A `y` counts if it was pressed alone, some time after the shown
//! summary appeared, and while nothing has changed since; the command names the summary, so that
//! nothing else is applied. A summary that differs from the shown one is armed anew and says so.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::diff_dialog::{COMPARED_HINTS, DiffDialog, KeyOutcome, review_answer};
use super::{Dialog, DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::{KeyHints, OwnKey, WAIT_KEYS, no_session};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::wrap::{wrap_entries, wrap_text};
use client::line_editor::typed;
use client::question::Arming;
use client::review::{ForeignText, apply_notes, apply_question};
use client::text::{truncate_start, visible, width_of};
use l10n::{said, say};
use notice::Notice;
use protocol::change::FileStat;
use protocol::command::Command;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::review::{ApplyScope, ApplySummary, ReviewCommand, ReviewQuery, ReviewReply};

/// Keys of the summary of what applying would write.
const SUMMARY_KEYS: &[OwnKey] = &[
    ("y", "hint-apply"),
    ("d", "hint-difference"),
    ("j k", "hint-scroll"),
    ("Esc", "hint-back"),
];

/// Maximum columns of the box.
const WIDTH: u16 = 84;

/// Whether the shown summary is that of the present state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Freshness {
    Current,
    /// The summary must be requested.
    Outdated,
    /// The summary was requested.
    Awaited,
}

#[derive(Debug)]
pub(crate) struct ApplySheet {
    session: SessionId,
    scope: ApplyScope,
    summary: Option<ApplySummary>,
    freshness: Freshness,
    /// Whether the summary differs from one that was shown before.
    has_changed: bool,
    /// Reason why there is no summary.
    refused: Option<String>,
    arming: Arming,
    /// Time of the last input.
    now: Duration,
    /// A `y` was pressed; whether it was alone is not known yet.
    held: bool,
    top: usize,
    diff: Option<DiffDialog>,
}

impl ApplySheet {
    /// Asks about the changes of this scope in the shown session.
    pub(crate) fn open(of: ApplyScope, cx: &DialogContext<'_>) -> Opening {
        let tab = cx.session().ok_or_else(no_session)?;
        let sheet = Self::new(tab.facts.id, of);
        Ok(Opened::alone(sheet).with([Effect::YieldReview]))
    }

    /// Asks about the session's changes of this scope.
    pub(crate) fn new(session: SessionId, scope: ApplyScope) -> Self {
        Self {
            session,
            scope,
            summary: None,
            freshness: Freshness::Outdated,
            has_changed: false,
            refused: None,
            arming: Arming::default(),
            now: Duration::ZERO,
            held: false,
            top: 0,
            diff: None,
        }
    }

    /// Returns the summary if it is that of the present state.
    fn current(&self) -> Option<&ApplySummary> {
        let is_current = self.freshness == Freshness::Current;
        self.summary.as_ref().filter(|_| is_current)
    }

    /// Whether there is something to apply.
    fn has_changes(&self) -> bool {
        let summary = self.current();
        summary.is_some_and(|summary| apply_question(summary).is_some())
    }

    fn query(&self, question: ReviewQuery) -> Effect {
        let session = self.session;
        Effect::Ask(Query::Review { session, question })
    }

    fn take(&mut self, summary: &ApplySummary) {
        // A change that came after the request leads to another request.
        if self.freshness == Freshness::Awaited {
            self.freshness = Freshness::Current;
        }
        self.refused = None;
        let before = self.summary.as_ref();
        let differs = before.is_some_and(|before| before.shown != summary.shown);
        if differs {
            self.has_changed = true;
            self.held = false;
            self.arming.restart();
        }
        if let Some(diff) = self.diff.as_mut().filter(|_| differs) {
            diff.mark_outdated();
        }
        self.summary = Some(summary.clone());
    }

    fn outdate(&mut self) {
        self.freshness = Freshness::Outdated;
        self.held = false;
    }

    /// `d`: shows the diff that applying would make on the disk.
    fn show_diff(&mut self) -> Vec<Effect> {
        if !self.has_changes() {
            return Vec::new();
        }
        let question = ReviewQuery::ApplyDiff {
            files: Vec::new(),
            of: self.scope,
        };
        let sides = say!("apply-sides");
        self.diff = Some(DiffDialog::new(
            say!("apply-title"),
            sides,
            question.clone(),
        ));
        vec![self.query(question)]
    }

    fn apply(&self) -> Vec<Effect> {
        let Some(shown) = self.current().and_then(|summary| summary.shown) else {
            return Vec::new();
        };
        let (session, of) = (self.session, self.scope);
        let order = ReviewCommand::Apply {
            files: Vec::new(),
            shown,
            of,
        };
        let send = Effect::Send(Command::Review { session, order });
        let mut effects = vec![Effect::CloseDialog, send];
        if of == ApplyScope::Proposed {
            // Nothing is left to review.
            effects.push(Effect::CloseReview);
        }
        effects
    }

    fn rows(&self, width: usize, room: usize) -> Vec<Row> {
        let mut keys = Vec::new();
        let mut body = Vec::new();
        match (&self.refused, &self.summary) {
            (Some(why), _) => body.extend(wrap_text(why, TextStyle::of(Role::Err), width)),
            (None, None) => body.push(muted(say!("apply-reading"))),
            (None, Some(summary)) => body.extend(summary_rows(summary, width)),
        }
        if self.has_changed {
            let text = say!("apply-changed");
            keys.extend(wrap_text(text, TextStyle::of(Role::Warn), width));
        }
        let text = match self.freshness {
            _ if self.refused.is_some() => say!("apply-back"),
            Freshness::Current if self.has_changes() => say!("apply-keys"),
            Freshness::Current => say!("apply-back"),
            Freshness::Outdated | Freshness::Awaited if self.summary.is_some() => {
                say!("apply-reading-again")
            }
            Freshness::Outdated | Freshness::Awaited => say!("apply-back"),
        };
        keys.extend(wrap_entries(text, TextStyle::of(Role::Accent), width));
        let space = room.saturating_sub(1 + keys.len()).max(1);
        let top = self.top.min(body.len().saturating_sub(space));
        let mut rows: Vec<Row> = body.into_iter().skip(top).take(space).collect();
        rows.push(Row::default());
        rows.extend(keys);
        rows
    }
}

impl Dialog for ApplySheet {
    fn contexts(&self) -> &'static [Context] {
        match self.diff {
            Some(_) => &[Context::Diff, Context::Pane],
            None => &[Context::Picker],
        }
    }

    fn key_hints(&self) -> KeyHints {
        match self.diff {
            Some(_) => KeyHints::These(COMPARED_HINTS),
            None if self.has_changes() => KeyHints::Keys(SUMMARY_KEYS),
            None => KeyHints::Keys(WAIT_KEYS),
        }
    }

    fn takes_text(&self) -> bool {
        self.diff.is_none()
    }

    /// Only Enter itself is Enter here.
    fn takes_line_feeds(&self) -> bool {
        self.diff.is_none()
    }

    /// The time since which a plan is shown counts from here: replies come without a time.
    fn set_now(&mut self, now: Duration) {
        self.now = now;
        if self.current().is_some() {
            self.arming.begin(now);
        }
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.held = false;
        match &mut self.diff {
            Some(diff) => {
                if diff.act(action) == KeyOutcome::No {
                    self.diff = None;
                }
                Vec::new()
            }
            None if action == Action::CancelOverlay => vec![Effect::CloseDialog],
            None => Vec::new(),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.held = false;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, typed(key)) {
            (KeyCode::Esc, _) | (_, Some('q' | 'n')) => return vec![Effect::CloseDialog],
            (KeyCode::Char('g'), _) if control => return vec![Effect::CloseDialog],
            (_, Some('y')) => self.held = self.has_changes() && self.arming.is_armed(self.now),
            (_, Some('d')) => return self.show_diff(),
            (KeyCode::Down, _) | (_, Some('j')) => self.top = self.top.saturating_add(1),
            (KeyCode::Up, _) | (_, Some('k')) => self.top = self.top.saturating_sub(1),
            // Only the letter confirms applying.
            (KeyCode::Enter, _) if self.has_changes() => {
                let text = say!("apply-y-not-enter").to_owned();
                return vec![Effect::Say(NoticeLevel::Info, text)];
            }
            _ => {}
        }
        Vec::new()
    }

    fn settled(&mut self) -> Option<Vec<Effect>> {
        std::mem::take(&mut self.held).then(|| self.apply())
    }

    fn drop_held_key(&mut self) {
        self.held = false;
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        if event.session != self.session {
            return Vec::new();
        }
        match event.fact {
            // Whoever applied it: the question no longer stands.
            EventKind::ApplyEnded { .. } => return vec![Effect::CloseDialog],
            EventKind::EditsProposed { .. }
            | EventKind::ReviewUpdated { .. }
            | EventKind::HunkSplit { .. }
            | EventKind::HunksJoined { .. }
            | EventKind::OperationDone { .. }
            | EventKind::OperationMoved { .. }
            | EventKind::RollbackCompleted { .. }
            | EventKind::RollbackFailed { .. }
            | EventKind::CommentAdded { .. }
            | EventKind::CommentRemoved { .. }
            | EventKind::ReviewReported { .. } => self.outdate(),
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let Some((question, answer)) = review_answer(self.session, query, reply) else {
            return InputUse::No;
        };
        let is_of_summary =
            matches!(question, ReviewQuery::Summary { of, .. } if *of == self.scope);
        match answer {
            Ok(ReviewReply::Summary { summary }) if is_of_summary => self.take(summary),
            Err(reason) if is_of_summary => {
                self.freshness = Freshness::Current;
                self.summary = None;
                self.arming.restart();
                self.refused = Some(reason);
            }
            answer => {
                // The summary beneath says why there is nothing to apply.
                DiffDialog::take_answer(&mut self.diff, question, answer);
            }
        }
        InputUse::No
    }

    fn sync(&mut self, _cx: &DialogContext<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.freshness == Freshness::Outdated {
            self.freshness = Freshness::Awaited;
            effects.push(self.query(ReviewQuery::Summary {
                files: Vec::new(),
                of: self.scope,
            }));
        }
        let diff = self.diff.as_mut().and_then(DiffDialog::take_query);
        effects.extend(diff.map(|question| self.query(question)));
        effects
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        if let Some(diff) = &mut self.diff {
            diff.measure(cx.area());
        }
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        if let Some(diff) = &self.diff {
            diff.draw(whole, buf, theme);
            return None;
        }
        let width = usize::from(inside(whole, (WIDTH, 3)).width).max(1);
        let room = usize::from(whole.height.saturating_sub(4));
        let rows = self.rows(width, room);
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let size = (WIDTH, height.saturating_add(2));
        let inner = box_in(whole, size, say!("apply-title"), buf, theme);
        draw_rows(&rows, inner, buf, theme);
        None
    }
}

fn muted(text: &str) -> Row {
    Row::text(text, TextStyle::of(Role::FgMuted))
}

/// Returns the question, the files with their lines, and what else the user should know.
fn summary_rows(summary: &ApplySummary, width: usize) -> Vec<Row> {
    let bold = TextStyle::default().with(Modifier::BOLD);
    let question = apply_question(summary);
    let question = question.unwrap_or_else(|| say!("apply-nothing").to_owned());
    let mut rows = wrap_text(&question, bold, width);
    if !summary.files.is_empty() {
        rows.push(Row::default());
        rows.extend(summary.files.iter().map(|(_, stat)| {
            let operation = summary
                .operations
                .iter()
                .find(|(path, _)| *path == stat.path);
            let operation = operation.map(|(_, operation)| shown_reason(operation));
            file_row(stat, operation.as_deref(), width)
        }));
    }
    let shown = ForeignText {
        path: shown_path,
        reason: shown_reason,
    };
    let notes = apply_notes(summary, shown);
    if !notes.is_empty() {
        rows.push(Row::default());
    }
    for note in notes {
        rows.extend(wrap_text(&note, TextStyle::of(Role::Warn), width));
    }
    let told = match summary.unreported {
        0 => return rows,
        1 => say!("apply-one-to-tell").to_owned(),
        count => say!("apply-to-tell", count),
    };
    rows.push(Row::default());
    rows.extend(wrap_text(&told, TextStyle::of(Role::FgMuted), width));
    rows
}

/// `  src/auth/session.rs  +5 -1  is created`
fn file_row(stat: &FileStat, operation: Option<&str>, width: usize) -> Row {
    let size = format!("  +{} -{}", stat.added, stat.removed);
    let operation = operation.map_or(String::new(), |operation| format!("  {operation}"));
    let taken = 2 + width_of(&size) + width_of(&operation);
    let path = visible(&stat.path);
    let path = truncate_start(&path, width.saturating_sub(taken).max(8));
    let mut row = Row::text(format!("  {path}"), TextStyle::default());
    row.push(
        &format!("  +{}", stat.added),
        TextStyle::of(Role::DiffAddFg),
    );
    row.push(
        &format!(" -{}", stat.removed),
        TextStyle::of(Role::DiffDelFg),
    );
    row.push(&operation, TextStyle::of(Role::Warn));
    row
}

fn shown_path(path: &str) -> String {
    visible(path).into_owned()
}

fn shown_reason(reason: &Notice) -> String {
    visible(&said(reason)).into_owned()
}

#[cfg(test)]
mod tests;
