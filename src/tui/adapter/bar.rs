//! The confirmation bar as a part of the screen.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::l10n::{Telling, counted, notice, retold, say};
use crate::protocol::approval::{DeleteItem, Question, QuestionBody};
use crate::protocol::change::{DiffLineKind, FileDiff};
use crate::protocol::command::Command;
use crate::protocol::event::NoticeLevel;
use crate::protocol::ids::{ContentHash, QuestionId, SessionId};
use crate::protocol::query::Query;
use crate::protocol::review::{ApplyScope, ReviewQuery};
use crate::tui::bar::{
    Bar, BarContext, BarEffect, EditSubject as Subject, PassthroughQuestion, TimerHold, Where,
};
use crate::tui::effect::{EditPurpose, EditSubject, ExternalEdit};
use crate::tui::hints::KeyHints;
use crate::tui::input::{Input, InputKind};
use crate::tui::motion::Motion;
use crate::tui::overlay::full_text::FullSource;
use crate::tui::part::{BarSurroundings, BarView, InputUse, KeysGoTo, PaneEffect, Paused};
use crate::tui::screen::Glyphs;
use crate::tui::theme::Theme;

#[derive(Debug)]
pub(super) struct BarAdapter {
    session: SessionId,
    bar: Bar,
    /// What `$EDITOR` was asked for.
    edited: Option<Edited>,
    /// The last answer that was given, in case the engine refuses it.
    answered: Option<QuestionId>,
}

/// A text of a prompt in `$EDITOR`.
#[derive(Debug)]
struct Edited {
    prompt: QuestionId,
    /// What was shown when it was asked for.
    shown: ContentHash,
    /// The text that was opened; `None` until it came.
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
                self.answered = Some(answer.prompt);
                PaneEffect::Send(Command::AnswerPrompt { session, answer })
            }
            BarEffect::Focus => PaneEffect::FocusBar,
            BarEffect::Unfocus => PaneEffect::FocusEditor,
            BarEffect::TypeIntoEditor(keys) => PaneEffect::Type(keys),
            BarEffect::PasteIntoEditor(text) => PaneEffect::Insert(text),
            BarEffect::ShowFull(prompt) => self.show_full(prompt)?,
            BarEffect::OpenEditor { prompt, subject } => self.open_editor(prompt, subject)?,
            BarEffect::PauseTimer(prompt, hold) => PaneEffect::Send(Command::PausePromptTimeout {
                session,
                prompt,
                paused: hold == TimerHold::Held,
            }),
            BarEffect::TurnPassthroughOn => {
                PaneEffect::Send(Command::TogglePassthrough { session })
            }
            BarEffect::Bell => PaneEffect::Bell,
        })
    }

    fn show_full(&self, prompt: QuestionId) -> Option<PaneEffect> {
        let shown = self.bar.shown_prompt().filter(|shown| shown.id == prompt)?;
        Some(PaneEffect::ShowFull {
            prompt,
            title: shown.tool.to_uppercase(),
            source: full_source(shown, self.bar.edited_text()),
            written: self.written_by(shown),
        })
    }

    /// The question what a yes writes before the command runs.
    fn written_by(&self, prompt: &Question) -> Option<Query> {
        let QuestionBody::Command { staged, .. } = &prompt.body else {
            return None;
        };
        staged.as_ref().map(|_| Query::Review {
            session: self.session,
            question: ReviewQuery::SaveDiff {
                files: Vec::new(),
                of: ApplyScope::Staged,
            },
        })
    }

    fn open_editor(&mut self, prompt: QuestionId, subject: Subject) -> Option<PaneEffect> {
        let shown = self.bar.shown_prompt().filter(|shown| shown.id == prompt)?;
        self.edited = Some(Edited {
            prompt,
            shown: shown.shown,
            before: None,
        });
        Some(match subject {
            Subject::Text(text) => self.edit_text(prompt, text),
            // The bar has the diff of the file; its text is asked for.
            Subject::ProposedFile { .. } => PaneEffect::Ask(Query::ProposedText {
                session: self.session,
                prompt,
            }),
        })
    }

    fn edit_text(&mut self, prompt: QuestionId, text: String) -> PaneEffect {
        if let Some(edited) = &mut self.edited {
            edited.before = Some(text.clone());
        }
        PaneEffect::Edit(ExternalEdit {
            purpose: EditPurpose::Prompt(self.session, prompt),
            subject: EditSubject::Text(text),
        })
    }

    /// Whether the prompt is shown as it was when its text was asked for.
    fn is_as_asked(&self, prompt: QuestionId) -> bool {
        let asked = self
            .edited
            .as_ref()
            .filter(|edited| edited.prompt == prompt && edited.before.is_none());
        asked.is_some_and(|asked| {
            self.bar
                .shown_prompt()
                .is_some_and(|shown| shown.id == prompt && shown.shown == asked.shown)
        })
    }
}

/// The files of a folder that is deleted, a line each, and how many more there are.
fn inside_lines(item: &DeleteItem) -> Vec<String> {
    let named = item.inside.iter().map(|path| format!("    {path}"));
    let more = Some(item.unnamed()).filter(|more| *more > 0);
    let more = more.map(|more| say!("whole-more-files", counted = counted(more, "file")));
    named.chain(more).collect()
}

/// All of what a prompt would grant.
fn full_source(prompt: &Question, edited: Option<&str>) -> FullSource {
    let mut exact = String::new();
    let lines: Vec<String> = match &prompt.body {
        QuestionBody::Write { diff, .. } => diff_lines(diff),
        QuestionBody::Command {
            command,
            cwd,
            sandbox,
            staged,
            touches,
            uncovered,
        } => {
            exact = edited.unwrap_or(command).to_owned();
            let mut lines = vec![String::new()];
            let staged = staged.iter().flat_map(|staged| &staged.files);
            lines.extend(staged.map(|path| say!("whole-staged", path)));
            lines.push(say!("whole-place", cwd, sandbox));
            for item in touches {
                lines.push(say!("whole-touches", path = item.path));
                lines.extend(inside_lines(item));
            }
            lines.extend(uncovered.clone());
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
                std::iter::once(line).chain(inside_lines(item))
            })
            .collect(),
        QuestionBody::Confirm { question } => notice(question).lines().map(str::to_owned).collect(),
        QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
            question.lines().map(str::to_owned).collect()
        }
    };
    let reasons = prompt.risk.reasons.iter();
    let reasons = reasons.map(|reason| retold(Telling::Reason, &reason.text));
    let risk = say!("whole-risk", risk = prompt.risk.risk.word());
    let below = [String::new(), risk].into_iter();
    let below = below.chain(reasons.map(|reason| format!("  {reason}")));
    FullSource::new(exact, lines.into_iter().chain(below).collect())
}

/// A difference as lines of text.
pub(in crate::tui) fn diff_lines(diff: &FileDiff) -> Vec<String> {
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
    fn open(&mut self, prompt: Question) -> Vec<PaneEffect> {
        let effects = self.bar.open(prompt);
        self.effects(effects)
    }

    fn answered(&mut self, prompt: QuestionId) -> Vec<PaneEffect> {
        let effects = self.bar.answered(prompt);
        self.effects(effects)
    }

    fn refused(&mut self, why: Option<&str>) {
        if let Some(prompt) = self.answered.take() {
            self.bar.answer_refused(prompt, why);
        }
    }

    fn input(&mut self, input: &Input, around: &BarSurroundings) -> (Vec<PaneEffect>, InputUse) {
        let had_focus = self.bar.has_focus();
        let effects = self.bar.input(input, &context(around));
        let takes = matches!(
            input.kind,
            InputKind::Key(_) | InputKind::Paste(_) | InputKind::Settled
        );
        // Where the human has gone elsewhere meanwhile, the key is meant for that.
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

    fn seen_in_full(&mut self, prompt: QuestionId) {
        self.bar.seen_in_full(prompt);
    }

    fn timer_changed(&mut self, prompt: QuestionId, paused: Paused) {
        let hold = match paused {
            Paused::Yes => TimerHold::Held,
            Paused::No => TimerHold::Running,
        };
        self.bar.timer_changed(prompt, hold);
    }

    fn is_open(&self) -> bool {
        self.bar.is_open()
    }

    fn shown(&self) -> Option<&Question> {
        self.bar.shown_prompt()
    }

    fn has_focus(&self) -> bool {
        self.bar.has_focus()
    }

    fn hinted(&self) -> KeyHints {
        self.bar.hinted()
    }

    fn proposed(&mut self, prompt: QuestionId, text: String) -> Vec<PaneEffect> {
        if self.is_as_asked(prompt) {
            return vec![self.edit_text(prompt, text)];
        }
        let text = say!("whole-proposal-changed");
        vec![PaneEffect::Say(NoticeLevel::Warning, text.to_owned())]
    }

    fn edited(&mut self, prompt: QuestionId, text: Option<String>) -> Vec<PaneEffect> {
        let Some(asked) = self.edited.take().filter(|asked| asked.prompt == prompt) else {
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
        self.bar.look_around(&context(around));
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

    #[test]
    fn behind_the_whole_text_of_a_deletion_stand_the_files_of_each_folder() {
        let build = DeleteItem {
            path: "build".to_owned(),
            files: 5,
            bytes: 20,
            note: "NOT in git".to_owned(),
            inside: vec!["build/a.o".to_owned(), "build/sub/b\u{1b}.o".to_owned()],
        };
        let command = QuestionBody::Command {
            command: "rm -rf build".to_owned(),
            cwd: ".".to_owned(),
            sandbox: "no sandbox".to_owned(),
            staged: None,
            touches: vec![build.clone()],
            uncovered: None,
        };
        for body in [command, QuestionBody::Delete { files: vec![build] }] {
            let prompt = Question {
                body,
                ..crate::tui::tests::prompts::prompt()
            };
            let mut source = full_source(&prompt, None);
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
