//! The body: the diff, the command with its risk, the question, the help. Lists are in `lists`.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Paint;
use crate::protocol::approval::{PromptBody, Risk};
use crate::protocol::change::{DiffChange, DiffLineKind, FileDiff};
use crate::tui::bar::entry::{Entry, Sheet, View};
use crate::tui::bar::field::FieldKind;
use crate::tui::bar::visible::{visible, visible_line};
use crate::tui::composer::layout;
use crate::tui::theme::Role;

/// Changed lines of a diff that the bar shows; the review shows all.
const DIFF_LINES: usize = 2;

/// Whether the bar shows all of what "always" would grant by its pattern: the command, or the
/// path of the file.
pub fn fits(entry: &Entry, view: View) -> bool {
    let width = usize::from(view.width).saturating_sub(4);
    let room = usize::from(view.height).saturating_sub(4);
    match &entry.prompt.body {
        PromptBody::Command { command, .. } => layout::rows(&visible(command), width).len() <= room,
        PromptBody::Write { path, .. } => visible_line(path).width() <= width,
        PromptBody::Delete { files } => files.len() <= room,
        PromptBody::Confirm { question } => layout::rows(&visible(question), width).len() <= room,
        PromptBody::Input { .. } | PromptBody::Select { .. } => true,
    }
}

impl Paint<'_> {
    pub(super) fn body(&self, entry: &Entry) -> Vec<Line<'static>> {
        let mut lines = match &entry.sheet {
            Sheet::Scopes { index } => self.scopes(entry, *index),
            Sheet::Help => self.help(entry),
            _ => self.question(entry),
        };
        if let Sheet::Risk = entry.sheet {
            lines.extend(self.explanation(entry));
        }
        lines
    }

    fn question(&self, entry: &Entry) -> Vec<Line<'static>> {
        match &entry.prompt.body {
            PromptBody::Write { path, diff, note } => {
                self.write(entry, path, diff, note.as_deref())
            }
            PromptBody::Command {
                command,
                cwd,
                sandbox,
                touches,
            } => {
                let mut lines = self.command(entry, command);
                lines.extend(self.reasons(entry));
                lines.extend(touches.iter().map(|item| self.file(item, "   ")));
                lines.push(self.place_of(entry, cwd, sandbox));
                lines
            }
            PromptBody::Delete { .. } => self.delete(entry),
            PromptBody::Confirm { question } | PromptBody::Input { question, .. } => {
                self.wrapped(Role::Fg, question)
            }
            PromptBody::Select {
                question, options, ..
            } => {
                let mut lines = self.wrapped(Role::Fg, question);
                lines.extend(self.options(entry, options));
                lines
            }
        }
    }

    fn wrapped(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        let text = visible(text);
        let width = usize::from(self.view.width).saturating_sub(2);
        layout::rows(&text, width)
            .into_iter()
            .map(|row| {
                let part = text.get(row.bytes).unwrap_or_default();
                self.line(role, &format!(" {part}"))
            })
            .collect()
    }

    fn write(
        &self,
        entry: &Entry,
        path: &str,
        diff: &FileDiff,
        note: Option<&str>,
    ) -> Vec<Line<'static>> {
        let path = visible_line(path);
        let hunks = diff.hunks.len();
        let unit = if hunks == 1 { "hunk" } else { "hunks" };
        let size = format!("+{} -{}", diff.added, diff.removed);
        if entry.prompt.changed {
            let why = note.unwrap_or("the proposal is another one now");
            return vec![
                self.line(
                    Role::Warn,
                    &format!(" {path} changed meanwhile: {}", visible_line(why)),
                ),
                self.line(
                    Role::Fg,
                    &format!(" Proposal now: {size}, {hunks} {unit}. Nothing was applied."),
                ),
            ];
        }
        let what = match diff.change {
            DiffChange::Modified => format!("{hunks} {unit}"),
            DiffChange::Created => "new file".to_owned(),
            DiffChange::Deleted => "is deleted".to_owned(),
        };
        let by = if self.is_wide() {
            format!("   {}", visible_line(&entry.prompt.origin))
        } else {
            String::new()
        };
        let edited = if entry.edited.is_some() {
            "   as you edited it"
        } else {
            ""
        };
        let mut lines = vec![self.line(Role::Fg, &format!(" {path}  {size}  {what}{by}{edited}"))];
        lines.extend(note.map(|note| self.line(Role::Warn, &format!(" {}", visible_line(note)))));
        if entry.is_high() {
            lines.extend(self.reasons(entry));
        }
        lines.extend(self.diff(diff));
        lines
    }

    fn diff(&self, diff: &FileDiff) -> Vec<Line<'static>> {
        let changed = changed_lines(diff);
        let hidden = (diff.added + diff.removed) as usize;
        let hidden = hidden.max(changed.len()).saturating_sub(DIFF_LINES);
        let more = if hidden > 0 {
            format!("      +{hidden} lines: d")
        } else {
            String::new()
        };
        let count = changed.len().min(DIFF_LINES);
        changed
            .into_iter()
            .take(DIFF_LINES)
            .enumerate()
            .map(|(index, (number, kind, text))| {
                let behind = if index + 1 == count {
                    more.as_str()
                } else {
                    ""
                };
                self.diff_line(number, kind, &text, behind)
            })
            .collect()
    }

    fn diff_line(
        &self,
        number: u32,
        kind: DiffLineKind,
        text: &str,
        behind: &str,
    ) -> Line<'static> {
        let (sign, role, back) = match kind {
            DiffLineKind::Add => ('+', Role::DiffAddFg, Role::DiffAddBg),
            _ => ('-', Role::DiffDelFg, Role::DiffDelBg),
        };
        let room = usize::from(self.view.width).saturating_sub(8 + behind.width());
        let style = self.theme.style(role).patch(self.theme.style(back));
        Line::from(vec![
            self.span(Role::DiffLineno, &format!("{number:>5} ")),
            Span::styled(format!("{sign} {}", cut(text, room)), style),
            self.span(Role::FgMuted, behind),
        ])
    }

    fn command(&self, entry: &Entry, command: &str) -> Vec<Line<'static>> {
        let (text, spans) = match &entry.edited {
            Some(edited) => (visible(edited), Vec::new()),
            None => (visible(command), self.risky_spans(entry, command)),
        };
        let width = usize::from(self.view.width).saturating_sub(4);
        layout::rows(&text, width)
            .into_iter()
            .enumerate()
            .map(|(index, row)| {
                let lead = if index == 0 { " $ " } else { "   " };
                let mut line = vec![self.span(Role::FgMuted, lead)];
                line.extend(self.marked(&text, row.bytes, &spans));
                Line::from(line)
            })
            .collect()
    }

    /// The parts that the reasons speak of, where showing the text did not move them.
    fn risky_spans(&self, entry: &Entry, command: &str) -> Vec<(usize, usize)> {
        if visible(command) != command {
            return Vec::new();
        }
        entry
            .prompt
            .risk
            .reasons
            .iter()
            .filter_map(|reason| reason.span)
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

    fn reasons(&self, entry: &Entry) -> Vec<Line<'static>> {
        let risk = &entry.prompt.risk;
        if risk.risk == Risk::Low {
            return Vec::new();
        }
        let role = match risk.risk {
            Risk::High => Role::Err,
            _ => Role::RiskMed,
        };
        let between = self.either("      ", "   ");
        let width = usize::from(self.view.width).saturating_sub(4);
        let mut lines: Vec<String> = Vec::new();
        for (index, reason) in risk.reasons.iter().enumerate() {
            let part = format!("^{} {}", index + 1, visible_line(&reason.text));
            match lines.last_mut() {
                Some(last) if last.width() + between.width() + part.width() <= width => {
                    last.push_str(between);
                    last.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
        lines
            .into_iter()
            .flat_map(|line| {
                let rows = layout::rows(&line, width);
                rows.into_iter()
                    .map(|row| {
                        let part = line.get(row.bytes).unwrap_or_default();
                        self.line(role, &format!("   {part}"))
                    })
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    fn place_of(&self, entry: &Entry, cwd: &str, sandbox: &str) -> Line<'static> {
        let gap = self.either("   ", "  ");
        let by = self.either("asked by", "by");
        self.line(
            Role::FgMuted,
            &format!(
                " cwd {}{gap}sandbox {}{gap}{by} {}",
                visible_line(cwd),
                visible_line(sandbox),
                visible_line(&entry.prompt.origin)
            ),
        )
    }

    fn explanation(&self, entry: &Entry) -> Vec<Line<'static>> {
        let risk = &entry.prompt.risk;
        let mut lines = vec![self.line(
            Role::Accent,
            &format!(" why the risk is {}:", risk.risk.word()),
        )];
        lines.extend(
            risk.reasons
                .iter()
                .flat_map(|reason| self.wrapped(Role::Fg, &format!("  {}", reason.text))),
        );
        if risk.always_ask {
            let text = " on the list that every mode asks for";
            lines.push(self.line(Role::Warn, text));
        }
        lines
    }

    fn help(&self, entry: &Entry) -> Vec<Line<'static>> {
        let mut rows =
            vec![" y yes, once   n no   c no, with a reason   Esc later   Ctrl+C cancels the run"];
        if !entry.asks_for_leave() {
            rows = vec![" Enter answers   s skips   Esc later   Ctrl+C cancels the run"];
        }
        rows.extend([
            " a how far yes reaches   d, r all of it   e edit first   x why the risk",
            " Tab next button   Enter presses it, after F2   j k scroll, 1-9 choose",
            " Space marks, or holds the timer   [ ] other requests   ? closes this",
        ]);
        rows.into_iter()
            .map(|row| self.line(Role::FgMuted, row))
            .collect()
    }

    pub(super) fn field_label(entry: &Entry, kind: FieldKind) -> String {
        match kind {
            FieldKind::Reason => " why not > ".to_owned(),
            FieldKind::Word => format!(" type \"{}\" to approve > ", entry.word()),
            FieldKind::Edit => " $ ".to_owned(),
            FieldKind::Input | FieldKind::Other => " > ".to_owned(),
        }
    }
}

/// The changed lines of a diff with their line number on their own side.
fn changed_lines(diff: &FileDiff) -> Vec<(u32, DiffLineKind, String)> {
    let mut changed = Vec::new();
    for hunk in &diff.hunks {
        let (mut old, mut new) = (hunk.old_start, hunk.new_start);
        for line in &hunk.lines {
            match line.kind {
                DiffLineKind::Context => {
                    old += 1;
                    new += 1;
                }
                DiffLineKind::Remove => {
                    changed.push((old, line.kind, visible_line(&line.content)));
                    old += 1;
                }
                DiffLineKind::Add => {
                    changed.push((new, line.kind, visible_line(&line.content)));
                    new += 1;
                }
            }
        }
    }
    changed
}

/// The text, or its beginning and `…` where it is wider than `room`.
fn cut(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let first = layout::rows(text, room.saturating_sub(1))
        .into_iter()
        .next();
    let part = first
        .and_then(|row| text.get(row.bytes))
        .unwrap_or_default();
    format!("{part}…")
}
