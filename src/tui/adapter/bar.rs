//! Adapts the confirmation bar to a part of the screen.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::bar::{
    Bar, BarContext, BarEffect, EditSubject as Subject, PassthroughQuestion, TimerHold, Where,
};
use crate::dialog::full_text::FullSource;
use crate::effect::{EditPurpose, EditSubject, ExternalEdit};
use crate::hints::KeyHints;
use crate::motion::Motion;
use crate::part::{BarSurroundings, BarView, InputUse, KeysGoTo, PaneEffect, Paused};
use crate::screen::Glyphs;
use crate::theme::Theme;
use client::input::{Input, InputKind};
use client::phrases::files;
use l10n::{said, say};
use notice::Notice;
use protocol::approval::{Question, QuestionBody};
use protocol::change::{DiffLineKind, FileDiff};
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::{ContentHash, QuestionId, SessionId};
use protocol::query::Query;
use protocol::review::{ApplyScope, ReviewQuery};

#[derive(Debug)]
pub(super) struct BarAdapter {
    session: SessionId,
    bar: Bar,
    /// The text of a question that is open in `$EDITOR`.
    edited: Option<Edited>,
    /// The question of the last given answer, in case the engine refuses the answer.
    answered: Option<QuestionId>,
}

/// A text of a question that is open in `$EDITOR`.
#[derive(Debug)]
struct Edited {
    question: QuestionId,
    /// Hash of the question's content when the editor was requested.
    shown: ContentHash,
    /// The text that was opened; `None` until it arrives.
    before: Option<String>,
}

impl BarAdapter {
    pub(super) fn new(session: SessionId, glyphs: Glyphs, motion: Motion) -> Self {
        Self {
            session,
            bar: Bar::new().with_glyphs(glyphs).with_motion(motion),
            edited: None,
            answered: None,
        }
    }

    fn effects(&mut self, effects: Vec<BarEffect>) -> Vec<PaneEffect> {
        effects
            .into_iter()
            .filter_map(|effect| self.effect(effect))
            .collect()
    }

    fn effect(&mut self, effect: BarEffect) -> Option<PaneEffect> {
        let session = self.session;
        Some(match effect {
            BarEffect::Answer(answer) => {
                self.answered = Some(answer.question);
                PaneEffect::Send(Command::AnswerQuestion { session, answer })
            }
            BarEffect::Focus => PaneEffect::FocusBar,
            BarEffect::Unfocus => PaneEffect::FocusEditor,
            BarEffect::TypeIntoEditor(keys) => PaneEffect::Type(keys),
            BarEffect::PasteIntoEditor(text) => PaneEffect::Insert(text),
            BarEffect::ShowFull(prompt) => self.show_full(prompt)?,
            BarEffect::OpenEditor {
                question: prompt,
                subject,
            } => self.open_editor(prompt, subject)?,
            BarEffect::PauseTimer(prompt, hold) => {
                PaneEffect::Send(Command::PauseQuestionTimeout {
                    session,
                    question: prompt,
                    paused: hold == TimerHold::Held,
                })
            }
            BarEffect::TurnPassthroughOn => {
                PaneEffect::Send(Command::TogglePassthrough { session })
            }
            BarEffect::Bell => PaneEffect::Bell,
        })
    }

    fn show_full(&self, prompt: QuestionId) -> Option<PaneEffect> {
        let shown = self
            .bar
            .shown_question()
            .filter(|shown| shown.id == prompt)?;
        Some(PaneEffect::ShowFull {
            question: prompt,
            title: shown.tool.to_uppercase(),
            source: full_source(shown, self.bar.edited_text()),
            written: self.written_by(shown),
        })
    }

    /// Returns the query for the changes that a yes applies before the command runs.
    fn written_by(&self, prompt: &Question) -> Option<Query> {
        let QuestionBody::Command { proposed, .. } = &prompt.body else {
            return None;
        };
        proposed.as_ref().map(|_| Query::Review {
            session: self.session,
            question: ReviewQuery::ApplyDiff {
                files: Vec::new(),
                of: ApplyScope::Proposed,
            },
        })
    }

    fn open_editor(&mut self, prompt: QuestionId, subject: Subject) -> Option<PaneEffect> {
        let shown = self
            .bar
            .shown_question()
            .filter(|shown| shown.id == prompt)?;
        self.edited = Some(Edited {
            question: prompt,
            shown: shown.shown,
            before: None,
        });
        Some(match subject {
            Subject::Text(text) => self.edit_text(prompt, text),
            // The bar has only the diff of the file, so it queries the text.
            Subject::ProposedFile { .. } => PaneEffect::Ask(Query::ProposedText {
                session: self.session,
                question: prompt,
            }),
        })
    }

    fn edit_text(&mut self, question: QuestionId, text: String) -> PaneEffect {
        if let Some(edited) = &mut self.edited {
            edited.before = Some(text.clone());
        }
        PaneEffect::Edit(ExternalEdit {
            purpose: EditPurpose::Question(self.session, question),
            subject: EditSubject::Text(text),
        })
    }

    /// Whether the question is unchanged since its text was requested.
    fn is_as_asked(&self, prompt: QuestionId) -> bool {
        let asked = self
            .edited
            .as_ref()
            .filter(|edited| edited.question == prompt && edited.before.is_none());
        asked.is_some_and(|asked| {
            self.bar
                .shown_question()
                .is_some_and(|shown| shown.id == prompt && shown.shown == asked.shown)
        })
    }
}

/// Returns the full text of what a question would grant.
fn full_source(prompt: &Question, edited: Option<&str>) -> FullSource {
    let mut exact = String::new();
    let lines: Vec<String> = match &prompt.body {
        QuestionBody::Write { diff, .. } => diff_lines(diff),
        QuestionBody::Command {
            command,
            cwd,
            sandbox,
            proposed,
            touches,
            uncovered,
        } => {
            exact = edited.unwrap_or(command).to_owned();
            let mut lines = vec![String::new()];
            let proposed = proposed.iter().flat_map(|proposed| &proposed.files);
            lines.extend(proposed.map(|path| say!("whole-proposed", path)));
            lines.push(say!("whole-place", cwd, sandbox));
            for item in touches {
                lines.push(say!("whole-touches", path = item.path));
                lines.extend(files::inside(item, usize::MAX, str::to_owned));
            }
            lines.extend(uncovered.as_ref().map(said));
            lines
        }
        QuestionBody::Delete { files } => files
            .iter()
            .flat_map(|item| {
                let line = say!(
                    "whole-delete",
                    path = item.path,
                    files = item.files,
                    note = item.note
                );
                std::iter::once(line).chain(files::inside(item, usize::MAX, str::to_owned))
            })
            .collect(),
        QuestionBody::Confirm { question } => said(question).lines().map(str::to_owned).collect(),
        QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
            question.lines().map(str::to_owned).collect()
        }
    };
    let reasons = prompt.risk.reasons.iter();
    let reasons = reasons.map(|reason| said(&reason.text));
    let risk = say!("whole-risk", risk = prompt.risk.risk.word());
    let below = [String::new(), risk].into_iter();
    let below = below.chain(reasons.map(|reason| format!("  {reason}")));
    FullSource::new(exact, lines.into_iter().chain(below).collect())
}

/// Formats a diff as lines of text.
pub(crate) fn diff_lines(diff: &FileDiff) -> Vec<String> {
    let mut lines = vec![format!("{}  +{} -{}", diff.path, diff.added, diff.removed)];
    for hunk in &diff.hunks {
        lines.push(format!(
            "@@ -{},{} +{},{} @@",
            hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count
        ));
        lines.extend(hunk.lines.iter().map(|line| {
            let sign = match line.kind {
                DiffLineKind::Context => ' ',
                DiffLineKind::Add => '+',
                DiffLineKind::Remove => '-',
            };
            format!("{sign}{}", line.content)
        }));
    }
    if diff.truncated {
        lines.push(say!("whole-too-long").to_owned());
    }
    lines
}

fn context(around: &BarSurroundings) -> BarContext {
    BarContext {
        editor_empty: around.draft_is_empty,
        last_editor_key_at: around.last_editor_key,
        focus: match around.keys_go_to {
            KeysGoTo::Editor => Where::Editor,
            KeysGoTo::Bar => Where::Bar,
            KeysGoTo::Pane => Where::Pane,
            KeysGoTo::Popup => Where::Popup,
            KeysGoTo::Overlay => Where::Dialog,
        },
        releases_reported: around.releases_reported,
        window: around.window,
    }
}

impl BarView for BarAdapter {
    fn open(&mut self, question: Question) -> Vec<PaneEffect> {
        let effects = self.bar.open(question);
        self.effects(effects)
    }

    fn answered(&mut self, question: QuestionId) -> Vec<PaneEffect> {
        let effects = self.bar.answered(question);
        self.effects(effects)
    }

    fn refused(&mut self, why: Option<&Notice>) {
        if let Some(question) = self.answered.take() {
            self.bar.answer_refused(question, why);
        }
    }

    fn input(&mut self, input: &Input, around: &BarSurroundings) -> (Vec<PaneEffect>, InputUse) {
        let had_focus = self.bar.has_focus();
        let effects = self.bar.input(input, &context(around));
        let takes = matches!(
            input.kind,
            InputKind::Key(_) | InputKind::Paste(_) | InputKind::Settled
        );
        // If the user has moved the focus elsewhere meanwhile, the key belongs there.
        let used = if had_focus && takes && around.keys_go_to == KeysGoTo::Bar {
            InputUse::Yes
        } else {
            InputUse::No
        };
        (self.effects(effects), used)
    }

    fn tick(&mut self, at: Duration, around: &BarSurroundings) -> Vec<PaneEffect> {
        let effects = self.bar.tick(at, &context(around));
        self.effects(effects)
    }

    fn deadline(&self) -> Option<Duration> {
        self.bar.next_deadline()
    }

    fn take_focus(&mut self, at: Duration) -> Vec<PaneEffect> {
        let effects = self.bar.take_focus(at);
        self.effects(effects)
    }

    fn key_went_elsewhere(&mut self) -> Vec<PaneEffect> {
        let effects = self.bar.key_went_elsewhere();
        self.effects(effects)
    }

    fn left_for_editor(&mut self) -> Vec<PaneEffect> {
        let effects = self.bar.left_for_editor();
        self.effects(effects)
    }

    fn ask_passthrough(&mut self, root: &str, mode: &str, at: Duration) -> Vec<PaneEffect> {
        let question = PassthroughQuestion::new(say!("whole-this-session"), root, mode);
        let effects = self.bar.ask_passthrough(question, at);
        self.effects(effects)
    }

    fn seen_in_full(&mut self, question: QuestionId) {
        self.bar.seen_in_full(question);
    }

    fn timer_changed(&mut self, question: QuestionId, paused: Paused) {
        let hold = match paused {
            Paused::Yes => TimerHold::Held,
            Paused::No => TimerHold::Running,
        };
        self.bar.timer_changed(question, hold);
    }

    fn is_open(&self) -> bool {
        self.bar.is_open()
    }

    fn shown(&self) -> Option<&Question> {
        self.bar.shown_question()
    }

    fn has_focus(&self) -> bool {
        self.bar.has_focus()
    }

    fn key_hints(&self) -> KeyHints {
        self.bar.key_hints()
    }

    fn proposed(&mut self, question: QuestionId, text: String) -> Vec<PaneEffect> {
        if self.is_as_asked(question) {
            return vec![self.edit_text(question, text)];
        }
        let text = say!("whole-proposal-changed");
        vec![PaneEffect::Say(NoticeLevel::Warning, text.to_owned())]
    }

    fn edited(&mut self, prompt: QuestionId, text: Option<String>) -> Vec<PaneEffect> {
        let Some(asked) = self.edited.take().filter(|asked| asked.question == prompt) else {
            return Vec::new();
        };
        let Some(text) = text.filter(|text| asked.before.as_ref() != Some(text)) else {
            self.bar.edit_left();
            let text = say!("whole-nothing-edited");
            return vec![PaneEffect::Say(NoticeLevel::Info, text.to_owned())];
        };
        let effects = self.bar.edited(prompt, &asked.shown, text);
        self.effects(effects)
    }

    fn click(&mut self, area: Rect, at: Position) {
        self.bar.click(area, at);
    }

    fn scroll(&mut self, rows: isize) {
        self.bar.wheel(rows);
    }

    fn measure(&mut self, width: u16, most: u16, around: &BarSurroundings) -> u16 {
        self.bar.set_surroundings(&context(around));
        self.bar.set_view(width, most);
        self.bar.measure(width, most)
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.bar.draw(area, buf, theme);
        self.bar.cursor(area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notice::notice;
    use protocol::approval::DeleteItem;

    #[test]
    fn behind_the_whole_text_of_a_deletion_stand_the_files_of_each_folder() {
        let build = DeleteItem {
            path: "build".to_owned(),
            files: 5,
            bytes: 20,
            note: notice!("told-git-not"),
            inside: vec!["build/a.o".to_owned(), "build/sub/b\u{1b}.o".to_owned()],
        };
        let command = QuestionBody::Command {
            command: "rm -rf build".to_owned(),
            cwd: ".".to_owned(),
            sandbox: "no sandbox".to_owned(),
            proposed: None,
            touches: vec![build.clone()],
            uncovered: None,
        };
        for body in [command, QuestionBody::Delete { files: vec![build] }] {
            let question = Question {
                body,
                ..crate::tests::prompts::prompt()
            };
            let mut source = full_source(&question, None);
            let lines: Vec<String> = std::iter::from_fn(|| source.next())
                .map(|(line, _)| line)
                .collect();
            let at = lines.iter().position(|line| line.trim() == "build/a.o");
            let at = at.expect("the first file has a line");
            assert!(lines[at + 1].contains("build/sub/b") && !lines[at + 1].contains('\u{1b}'));
            assert!(lines[at + 2].contains("3 files"), "{lines:?}");
        }
    }
}
