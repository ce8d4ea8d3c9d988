//! A command in the bar: its text with nothing hidden in it, the parts that the risk reasons refer
//! to, and the folder where it runs.

use std::borrow::Cow;
use std::ops::Range;

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::Paint;
use super::window::Body;
use crate::bar::entry::{BarPanel, Entry};
use crate::composer::layout;
use crate::theme::Role;
use client::phrases::files;
use client::phrases::sandbox::place_of;
use client::question::author;
use client::text::width_of;
use l10n::{counted, said, say};
use protocol::approval::{ProposedNote, QuestionBody};
use protocol::sandbox::CommandSandbox;

/// Bytes of a command that are laid out for each frame: half of them from its beginning, half from
/// its end. The full text has all.
const LAID_OUT: usize = 32 * 1024;
/// Columns before the command: ` $ `.
const LEAD: usize = 3;

/// Returns the command as it is laid out, and whether that is all of it.
pub(super) fn bounded_command(command: &str) -> (Cow<'_, str>, bool) {
    if command.len() <= LAID_OUT {
        return (Cow::Borrowed(command), true);
    }
    let from = command.floor_char_boundary(LAID_OUT / 2);
    let to = command.ceil_char_boundary(command.len() - LAID_OUT / 2);
    let (head, tail) = (command.get(..from), command.get(to..));
    let (head, tail) = (head.unwrap_or_default(), tail.unwrap_or_default());
    let bytes = counted(to - from, "byte");
    let left_out = say!("bar-bytes-left-out", bytes);
    (Cow::Owned(format!("{head}\n<{left_out}>\n{tail}")), false)
}

/// A mark below a command, at the part that a reason refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) number: usize,
    /// Index of the reason.
    pub(super) reason: usize,
    /// First byte of the part.
    start: usize,
}

/// Returns the row of marks below a row of the command: `   ^1           ^2`.
fn marks_under(text: &str, row: &Range<usize>, marks: &[Mark]) -> Option<String> {
    let mut here: Vec<&Mark> = marks
        .iter()
        .filter(|mark| row.contains(&mark.start))
        .collect();
    here.sort_by_key(|mark| mark.start);
    let mut under = String::new();
    for mark in here {
        let before = text.get(row.start..mark.start).unwrap_or_default();
        let column = LEAD + width_of(before);
        let missing = column
            .saturating_sub(width_of(&under))
            .max(usize::from(!under.is_empty()));
        under.push_str(&" ".repeat(missing));
        under.push_str(&format!("^{}", mark.number));
    }
    (!under.is_empty()).then_some(under)
}

impl Paint<'_> {
    /// Returns the command, why it is risky, its folder, and what it could change.
    pub(super) fn command_body(&self, entry: &Entry) -> Body {
        let QuestionBody::Command {
            command,
            cwd,
            sandbox,
            proposed,
            touches,
            uncovered,
        } = &entry.question.body
        else {
            return Body::default();
        };
        let mut body = Body::default();
        let (lines, is_all) = self.command(entry, command);
        body.keep_ends(lines);
        body.is_cut = !is_all;
        body.add(
            proposed
                .iter()
                .flat_map(|proposed| self.proposed(entry, proposed))
                .collect(),
        );
        // The explanation lists the reasons in more detail.
        if !matches!(entry.panel, BarPanel::Risk) {
            body.keep(self.reasons(entry));
        }
        body.add(
            touches
                .iter()
                .flat_map(|item| self.file(item, "   "))
                .collect(),
        );
        if let Some(uncovered) = uncovered {
            let text = format!(" {}", self.seen_line(&said(uncovered)));
            body.keep(self.folded(Role::Warn, &text));
        }
        body.keep(self.place_of(entry, cwd, sandbox));
        body
    }

    /// Describes the proposed changes, and what a yes does with them.
    fn proposed(&self, entry: &Entry, proposed: &ProposedNote) -> Vec<Line<'static>> {
        let text = files::proposed(proposed, str::to_owned);
        let mut lines = self.wrapped(Role::Warn, &text);
        let then = match (&proposed.unwritten, entry.draft.on_disk) {
            (_, true) => self.wrapped(Role::Warn, say!("bar-proposed-without")),
            (Some(why), false) => {
                let text = say!("bar-proposed-unwritten", why = said(why));
                self.wrapped(Role::Err, &text)
            }
            (None, false) => {
                let text = say!("bar-proposed-first", hunks = proposed.hunks);
                self.wrapped(Role::Warn, &text)
            }
        };
        lines.extend(then);
        lines
    }

    pub(super) fn command(&self, entry: &Entry, command: &str) -> (Vec<Line<'static>>, bool) {
        // Line ends behind the last line have no effect, and would take its place on the screen.
        let command = command.trim_end_matches('\n');
        let (part, is_all) = bounded_command(entry.draft.edited.as_deref().unwrap_or(command));
        let text = self.exact(&part);
        let spans = match entry.draft.edited {
            Some(_) => Vec::new(),
            None => Self::risky_spans(entry, command, &text),
        };
        let marks = self.marks_of(entry);
        let width = usize::from(self.view.width).saturating_sub(4);
        let mut lines = Vec::new();
        for (index, row) in layout::rows(&text, width).into_iter().enumerate() {
            let lead = if index == 0 { " $ " } else { "   " };
            let mut line = vec![self.span(Role::FgMuted, lead)];
            let under = marks_under(&text, &row.bytes, &marks);
            line.extend(self.marked(&text, row.bytes, &spans));
            lines.push(Line::from(line));
            lines.extend(under.map(|under| self.line(Role::Warn, &under)));
        }
        (lines, is_all)
    }

    /// Returns the spans that the reasons refer to, provided that formatting did not move them.
    fn risky_spans(entry: &Entry, command: &str, shown: &str) -> Vec<(usize, usize)> {
        if shown != command {
            return Vec::new();
        }
        let reasons = entry.question.risk.reasons.iter();
        reasons.filter_map(|reason| reason.span).collect()
    }

    /// Returns the numbered marks below the command: one for each reason that refers to a part of
    /// it. A single reason needs no number.
    pub(super) fn marks_of(&self, entry: &Entry) -> Vec<Mark> {
        let QuestionBody::Command { command, .. } = &entry.question.body else {
            return Vec::new();
        };
        let command = command.trim_end_matches('\n');
        let (part, _) = bounded_command(command);
        let reasons = &entry.question.risk.reasons;
        let is_shown = entry.draft.edited.is_none() && self.exact(&part) == command;
        if !is_shown || reasons.len() < 2 {
            return Vec::new();
        }
        let spans = reasons.iter().enumerate();
        let spans = spans.filter_map(|(reason, known)| Some((reason, known.span?)));
        spans
            .enumerate()
            .map(|(index, (reason, (start, _)))| Mark {
                number: index + 1,
                reason,
                start,
            })
            .collect()
    }

    fn marked(
        &self,
        text: &str,
        row: std::ops::Range<usize>,
        marks: &[(usize, usize)],
    ) -> Vec<Span<'static>> {
        let plain = self.theme.style(Role::Fg);
        let mut cuts = vec![row.start, row.end];
        cuts.extend(
            marks
                .iter()
                .flat_map(|(start, end)| [*start, *end])
                .filter(|at| row.contains(at) && text.is_char_boundary(*at)),
        );
        cuts.sort_unstable();
        cuts.iter()
            .zip(cuts.iter().skip(1))
            .map(|(start, end)| {
                let risky = marks.iter().any(|(from, to)| from <= start && end <= to);
                let style = if risky {
                    plain.add_modifier(Modifier::UNDERLINED)
                } else {
                    plain
                };
                Span::styled(text.get(*start..*end).unwrap_or_default().to_owned(), style)
            })
            .collect()
    }

    fn place_of(&self, entry: &Entry, cwd: &str, sandbox: &CommandSandbox) -> Vec<Line<'static>> {
        let gap = self.either("   ", "  ");
        let who = self.seen_line(&entry.question.origin);
        let by = if self.is_wide() || entry.question.is_typed_by_user() {
            author(&entry.question, &who)
        } else {
            say!("bar-by", who)
        };
        self.folded(
            Role::FgMuted,
            &say!(
                "bar-place",
                cwd = self.exact_line(cwd),
                sandbox = self.seen_line(&place_of(sandbox, entry.question.offered_network())),
                gap,
                by,
            ),
        )
    }
}
