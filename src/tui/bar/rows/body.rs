//! The body: the diff, the risk, the question, the help. The command is in `command`, lists
//! are in `lists`.

use ratatui::text::Line;

use super::Paint;
use super::command::bounded_command;
use super::window::Body;
use crate::bar::entry::{BarPanel, Entry, Others, View};
use crate::bar::field::FieldKind;
use crate::bar::visible::{exact, exact_line, visible};
use crate::composer::layout;
use crate::theme::Role;
use client::question::{asks_permission, is_high_risk, reason_to_ask};
use client::text::width_of;
use l10n::{counted, said, say};
use notice::Notice;
use protocol::approval::{QuestionBody, Risk};
use protocol::change::{DiffChange, FileDiff};

/// Whether the bar shows everything that "always" would grant by its pattern: the command, or the
/// path of the file.
pub fn fits(entry: &Entry, view: View) -> bool {
    let width = usize::from(view.width).saturating_sub(4);
    let room = usize::from(view.height).saturating_sub(4);
    match &entry.question.body {
        QuestionBody::Command { command, .. } => {
            let (text, is_all) = bounded_command(command);
            is_all && layout::rows(&exact(&text, view.glyphs), width).len() <= room
        }
        QuestionBody::Write { path, .. } => width_of(&exact_line(path, view.glyphs)) <= width,
        QuestionBody::Delete { files } => files.len() <= room,
        QuestionBody::Confirm { question } => {
            layout::rows(&visible(&said(question), view.glyphs), width).len() <= room
        }
        QuestionBody::Input { .. } | QuestionBody::Select { .. } => true,
    }
}

impl Paint<'_> {
    pub(super) fn body(&self, entry: &Entry, room: usize) -> Body {
        match &entry.panel {
            BarPanel::Scopes { index } => {
                let scopes = self.scopes(entry, *index);
                let mut lines = self.subject(entry);
                // Without room for both, the scopes are what the user asked for.
                if lines.len() + scopes.len() > room {
                    lines.clear();
                }
                lines.extend(scopes);
                lines.into()
            }
            BarPanel::Help => self.help(entry).into(),
            BarPanel::Risk => {
                // The explanation needs the room.
                let mut lines = self.question_text(entry, 0).lines;
                let mut explained = self.explanation(entry);
                // The user requested the explanation: if there is no room for everything, the
                // explanation is what they see.
                if lines.len() + explained.len() > room {
                    std::mem::swap(&mut lines, &mut explained);
                }
                lines.extend(explained);
                lines.into()
            }
            _ => self.question_text(entry, room),
        }
    }

    /// Returns the rows that name the command, the file or the question.
    fn subject(&self, entry: &Entry) -> Vec<Line<'static>> {
        match &entry.question.body {
            QuestionBody::Command { command, .. } => self.command(entry, command).0,
            QuestionBody::Write { path, diff, note } => {
                self.write(entry, path, diff, note.as_ref())
            }
            _ => self.question_text(entry, 0).lines,
        }
    }

    pub(super) fn question_text(&self, entry: &Entry, room: usize) -> Body {
        let lines = match &entry.question.body {
            QuestionBody::Write { path, diff, note } => {
                let mut body = Body::default();
                body.keep_ends(self.write(entry, path, diff, note.as_ref()));
                if is_high_risk(&entry.question) {
                    body.keep(self.reasons(entry));
                }
                let left = room.saturating_sub(body.lines.len());
                body.add(self.diff(entry, diff, left));
                return body;
            }
            QuestionBody::Command { .. } => return self.command_body(entry),
            QuestionBody::Delete { .. } => self.delete(entry),
            QuestionBody::Confirm { question } => self.wrapped(Role::Fg, &said(question)),
            QuestionBody::Input { question, .. } => self.wrapped(Role::Fg, question),
            QuestionBody::Select {
                question, options, ..
            } => {
                let mut lines = self.wrapped(Role::Fg, question);
                lines.extend(self.options(entry, options).into_iter().flatten());
                lines
            }
        };
        lines.into()
    }

    pub(super) fn wrapped(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        let (part, _) = bounded_command(text);
        let text = self.seen(&part);
        let width = usize::from(self.view.width).saturating_sub(2);
        layout::rows(&text, width)
            .into_iter()
            .map(|row| {
                let part = text.get(row.bytes).unwrap_or_default();
                self.line(role, &format!(" {part}"))
            })
            .collect()
    }

    /// Returns the lines above the diff.
    pub(super) fn write(
        &self,
        entry: &Entry,
        path: &str,
        diff: &FileDiff,
        note: Option<&Notice>,
    ) -> Vec<Line<'static>> {
        let path = self.exact_line(path);
        let hunks = counted(diff.hunks.len(), "hunk");
        let size = format!("+{} -{}", diff.added, diff.removed);
        if entry.question.changed {
            let why = match note {
                Some(note) => self.seen_line(&said(note)),
                None => say!("bar-proposal-other").to_owned(),
            };
            let changed = say!("bar-changed-meanwhile", path, why);
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
            format!("   {}", self.seen_line(&entry.question.origin))
        } else {
            String::new()
        };
        let edited = if entry.draft.edited.is_some() {
            say!("bar-as-edited")
        } else {
            ""
        };
        let first = format!(" {path}  {size}  {what}{by}{edited}");
        let mut lines = self.folded(Role::Fg, &first);
        if let Some(note) = note {
            lines.extend(self.folded(Role::Warn, &format!(" {}", self.seen_line(&said(note)))));
        }
        lines
    }

    pub(super) fn reasons(&self, entry: &Entry) -> Vec<Line<'static>> {
        let risk = &entry.question.risk;
        if risk.risk == Risk::Low {
            return Vec::new();
        }
        let role = match risk.risk {
            Risk::High => Role::Err,
            _ => Role::RiskMed,
        };
        let between = self.either("      ", "   ");
        let width = usize::from(self.view.width).saturating_sub(4);
        let marks = self.marks_of(entry);
        let mut lines: Vec<String> = Vec::new();
        for (index, reason) in risk.reasons.iter().enumerate() {
            let text = self.seen_line(&said(&reason.text));
            let part = match marks.iter().find(|mark| mark.reason == index) {
                Some(mark) => format!("^{} {text}", mark.number),
                None => text,
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

    fn explanation(&self, entry: &Entry) -> Vec<Line<'static>> {
        let risk = &entry.question.risk;
        let mut lines =
            vec![self.line(Role::Accent, &say!("bar-why-risk", risk = risk.risk.word()))];
        let marks = self.marks_of(entry);
        lines.extend(risk.reasons.iter().enumerate().flat_map(|(index, reason)| {
            let why = said(&reason.text);
            let text = match entry.question.part_of(reason) {
                Some(part) => say!("bar-why-part", part, why),
                None => why,
            };
            let mark = marks.iter().find(|mark| mark.reason == index);
            let mark = mark.map_or(String::new(), |mark| format!("^{} ", mark.number));
            self.wrapped(Role::Fg, &format!("  {mark}{text}"))
        }));
        if let Some(reason) = reason_to_ask(&entry.question) {
            let role = if risk.always_ask {
                Role::Warn
            } else {
                Role::FgMuted
            };
            lines.extend(self.wrapped(role, reason));
        }
        lines
    }

    fn help(&self, entry: &Entry) -> Vec<Line<'static>> {
        let first = if asks_permission(&entry.question) {
            say!("bar-help-leave", yes = entry.yes())
        } else {
            say!("bar-help-answer").to_owned()
        };
        let rows = [
            first.as_str(),
            say!("bar-help-reach"),
            say!("bar-help-buttons"),
        ];
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
            FieldKind::Word => format!(" {} > ", entry.yes()),
            FieldKind::Edit => " $ ".to_owned(),
            FieldKind::Input | FieldKind::Other => " > ".to_owned(),
        }
    }
}
