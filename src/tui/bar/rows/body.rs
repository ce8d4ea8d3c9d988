//! The body: the diff, the command with its risk, the question, the help. Lists are in `lists`.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::Paint;
use crate::language::{Telling, counted, notice, retold, say};
use crate::protocol::approval::{AskedFor, PromptBody, Risk, StagedNote};
use crate::protocol::change::{DiffChange, FileDiff};
use crate::tui::bar::entry::{Entry, Others, Sheet, View};
use crate::tui::bar::field::FieldKind;
use crate::tui::bar::visible::{visible, visible_line};
use crate::tui::composer::layout;
use crate::tui::theme::Role;
use crate::tui::widget::text::width_of;

/// Whether the bar shows all of what "always" would grant by its pattern: the command, or the
/// path of the file.
pub fn fits(entry: &Entry, view: View) -> bool {
    let width = usize::from(view.width).saturating_sub(4);
    let room = usize::from(view.height).saturating_sub(4);
    match &entry.prompt.body {
        PromptBody::Command { command, .. } => {
            layout::rows(&visible(command, view.glyphs), width).len() <= room
        }
        PromptBody::Write { path, .. } => width_of(&visible_line(path, view.glyphs)) <= width,
        PromptBody::Delete { files } => files.len() <= room,
        PromptBody::Confirm { question } => {
            layout::rows(&visible(&notice(question), view.glyphs), width).len() <= room
        }
        PromptBody::Input { .. } | PromptBody::Select { .. } => true,
    }
}

/// What had this command asked about.
fn asked_for(entry: &Entry) -> Option<&'static str> {
    Some(match entry.prompt.asked_for()? {
        AskedFor::Risk => say!("asked-for-risk"),
        AskedFor::Mode => say!("asked-by-mode"),
    })
}

impl Paint<'_> {
    pub(super) fn body(&self, entry: &Entry, room: usize) -> Vec<Line<'static>> {
        let mut lines = match &entry.sheet {
            Sheet::Scopes { index } => self.scopes(entry, *index),
            Sheet::Help => self.help(entry),
            // The explanation needs the room.
            Sheet::Risk => self.question(entry, 0),
            _ => self.question(entry, room),
        };
        if let Sheet::Risk = entry.sheet {
            let mut explained = self.explanation(entry);
            // It was asked for: where not all has room it is what is seen.
            if lines.len() + explained.len() > room {
                std::mem::swap(&mut lines, &mut explained);
            }
            lines.extend(explained);
        }
        lines
    }

    fn question(&self, entry: &Entry, room: usize) -> Vec<Line<'static>> {
        match &entry.prompt.body {
            PromptBody::Write { path, diff, note } => {
                let mut lines = self.write(entry, path, diff, note.as_deref());
                let left = room.saturating_sub(lines.len());
                lines.extend(self.diff(entry, diff, left));
                lines
            }
            PromptBody::Command {
                command,
                cwd,
                sandbox,
                staged,
                touches,
                uncovered,
            } => {
                let mut lines = self.command(entry, command);
                lines.extend(staged.iter().flat_map(|staged| self.staged(entry, staged)));
                // The explanation says them with more.
                if !matches!(entry.sheet, Sheet::Risk) {
                    lines.extend(self.reasons(entry));
                }
                lines.extend(touches.iter().flat_map(|item| self.file(item, "   ")));
                if let Some(uncovered) = uncovered {
                    lines.extend(
                        self.folded(Role::Warn, &format!(" {}", self.seen_line(uncovered))),
                    );
                }
                lines.extend(self.place_of(entry, cwd, sandbox));
                lines
            }
            PromptBody::Delete { .. } => self.delete(entry),
            PromptBody::Confirm { question } => self.wrapped(Role::Fg, &notice(question)),
            PromptBody::Input { question, .. } => self.wrapped(Role::Fg, question),
            PromptBody::Select {
                question, options, ..
            } => {
                let mut lines = self.wrapped(Role::Fg, question);
                lines.extend(self.options(entry, options).into_iter().flatten());
                lines
            }
        }
    }

    /// What is staged, and what a yes does with it.
    fn staged(&self, entry: &Entry, staged: &StagedNote) -> Vec<Line<'static>> {
        let text = say!(
            "bar-staged",
            hunks = counted(staged.hunks, "hunk"),
            files = counted(staged.files.len(), "file"),
            paths = staged.files.join(", ")
        );
        let mut lines = self.wrapped(Role::Warn, &text);
        let then = match (&staged.unwritten, entry.on_disk) {
            (_, true) => self.wrapped(Role::Warn, say!("bar-staged-without")),
            (Some(why), false) => {
                let text = say!("bar-staged-unwritten", why = notice(why));
                self.wrapped(Role::Err, &text)
            }
            (None, false) => self.wrapped(Role::Warn, say!("bar-staged-first")),
        };
        lines.extend(then);
        lines
    }

    pub(super) fn wrapped(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        let text = self.seen(text);
        let width = usize::from(self.view.width).saturating_sub(2);
        layout::rows(&text, width)
            .into_iter()
            .map(|row| {
                let part = text.get(row.bytes).unwrap_or_default();
                self.line(role, &format!(" {part}"))
            })
            .collect()
    }

    /// What stands over the diff.
    pub(super) fn write(
        &self,
        entry: &Entry,
        path: &str,
        diff: &FileDiff,
        note: Option<&str>,
    ) -> Vec<Line<'static>> {
        let path = self.seen_line(path);
        let hunks = counted(diff.hunks.len(), "hunk");
        let size = format!("+{} -{}", diff.added, diff.removed);
        if entry.prompt.changed {
            let why = note.unwrap_or(say!("bar-proposal-other"));
            let changed = say!("bar-changed-meanwhile", path, why = self.seen_line(why));
            let now = say!("bar-proposal-now", size, hunks);
            let mut lines = self.folded(Role::Warn, &changed);
            lines.extend(self.folded(Role::Fg, &now));
            return lines;
        }
        let what = match diff.change {
            DiffChange::Modified => hunks,
            DiffChange::Created => say!("bar-new-file").to_owned(),
            DiffChange::Deleted => say!("bar-is-deleted").to_owned(),
        };
        let by = if self.is_wide() {
            format!("   {}", self.seen_line(&entry.prompt.origin))
        } else {
            String::new()
        };
        let edited = if entry.edited.is_some() {
            say!("bar-as-edited")
        } else {
            ""
        };
        let first = format!(" {path}  {size}  {what}{by}{edited}");
        let mut lines = self.folded(Role::Fg, &first);
        if let Some(note) = note {
            lines.extend(self.folded(Role::Warn, &format!(" {}", self.seen_line(note))));
        }
        if entry.is_high() {
            lines.extend(self.reasons(entry));
        }
        lines
    }

    fn command(&self, entry: &Entry, command: &str) -> Vec<Line<'static>> {
        let (text, spans) = match &entry.edited {
            Some(edited) => (self.seen(edited), Vec::new()),
            None => (self.seen(command), self.risky_spans(entry, command)),
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
        if self.seen(command) != command {
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
            let text = self.seen_line(&retold(Telling::Reason, &reason.text));
            let part = match risk.reasons.len() {
                1 => text,
                _ => format!("^{} {text}", index + 1),
            };
            match lines.last_mut() {
                Some(last) if width_of(last) + width_of(between) + width_of(&part) <= width => {
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

    fn place_of(&self, entry: &Entry, cwd: &str, sandbox: &str) -> Vec<Line<'static>> {
        let gap = self.either("   ", "  ");
        let who = self.seen_line(&entry.prompt.origin);
        let by = match entry.prompt.is_typed_by_human() {
            true => say!("bar-typed-by-you").to_owned(),
            false if self.is_wide() => say!("bar-asked-by", who),
            false => say!("bar-by", who),
        };
        self.folded(
            Role::FgMuted,
            &say!(
                "bar-place",
                cwd = self.seen_line(cwd),
                sandbox = self.seen_line(sandbox),
                gap,
                by,
            ),
        )
    }

    fn explanation(&self, entry: &Entry) -> Vec<Line<'static>> {
        let risk = &entry.prompt.risk;
        let mut lines =
            vec![self.line(Role::Accent, &say!("bar-why-risk", risk = risk.risk.word()))];
        lines.extend(risk.reasons.iter().flat_map(|reason| {
            let why = retold(Telling::Reason, &reason.text);
            let text = match entry.prompt.part_of(reason) {
                Some(part) => say!("bar-why-part", part, why),
                None => why.into_owned(),
            };
            self.wrapped(Role::Fg, &format!("  {text}"))
        }));
        if risk.always_ask {
            let text = say!("bar-always-asked");
            lines.push(self.line(Role::Warn, text));
        }
        if let Some(asked_for) = asked_for(entry) {
            lines.extend(self.wrapped(Role::FgMuted, asked_for));
        }
        lines
    }

    fn help(&self, entry: &Entry) -> Vec<Line<'static>> {
        let mut rows = vec![say!("bar-help-leave")];
        if !entry.asks_for_leave() {
            rows = vec![say!("bar-help-answer")];
        }
        rows.extend([say!("bar-help-reach"), say!("bar-help-buttons")]);
        let space = entry.switch().unwrap_or(say!("bar-help-space"));
        let marks = match self.view.others {
            Others::Wait => say!("bar-help-marks-others", space),
            Others::None => say!("bar-help-marks", space),
        };
        rows.into_iter()
            .chain([marks.as_str()])
            .flat_map(|row| self.entries(Role::FgMuted, row))
            .collect()
    }

    pub(super) fn field_label(entry: &Entry, kind: FieldKind) -> String {
        match kind {
            FieldKind::Reason => say!("bar-why-not").to_owned(),
            FieldKind::Word => say!("bar-type-word", word = entry.word()),
            FieldKind::Edit => " $ ".to_owned(),
            FieldKind::Input | FieldKind::Other => " > ".to_owned(),
        }
    }
}
