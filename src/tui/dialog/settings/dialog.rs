//! The settings as a dialog: the dialog over the page comes first, then the page, then the keys
//! common to every page.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::choose::ChooserOutcome;
use super::draw::rows_of_page;
use super::pick::PickOutcome;
use super::{AfterSave, PageDialog, QuestionPending, Settings};
use crate::dialog::{Dialog, DialogContext, step_list};
use crate::effect::Effect;
use crate::hints::KeyHints;
use crate::keymap::{Action, Context};
use crate::theme::{Role, Theme};
use client::job::JobId;
use l10n::say;
use protocol::catalogue::JobProgress;

impl Dialog for Settings {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Settings, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        if self.takes_text() {
            return KeyHints::Own;
        }
        KeyHints::Named(self.page_keys().into_iter().flatten().collect())
    }

    /// Leaving asks first if something is not saved.
    fn passes_on(&self, action: Action) -> bool {
        match action {
            Action::PanicStop | Action::Suspend | Action::Redraw | Action::Help => true,
            Action::Quit => !self.asks_before_leaving(),
            _ => false,
        }
    }

    fn takes_text(&self) -> bool {
        self.over.is_some()
    }

    /// A captured key becomes a binding.
    fn takes_every_key(&self) -> bool {
        matches!(self.over, Some(PageDialog::Capture(_)))
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.held = None;
        match action {
            Action::Interrupt => self.interrupt(),
            Action::CancelOverlay if self.over.is_some() => self.close_over(),
            Action::Back | Action::CancelOverlay | Action::Quit => self.leave(),
            // The dialog over the page receives the keys.
            _ if self.over.is_some() => Vec::new(),
            Action::FocusConfirmBar => {
                let words = match self.question {
                    QuestionPending::Yes => say!("settings-question-first"),
                    QuestionPending::No => say!("settings-no-question"),
                };
                self.say(Role::FgMuted, words);
                Vec::new()
            }
            Action::NextPane | Action::SettingNextPage => self.turn(1),
            Action::PreviousPane | Action::SettingPreviousPage => self.turn(-1),
            Action::SettingUndo => self.undo(),
            Action::SettingSave => self.save(AfterSave::Stay),
            // The settings are open already; this action only tells a page that it was opened.
            Action::OpenSettings => Vec::new(),
            action => {
                self.said = None;
                let actions = self.with_page(|page, cx| page.act(action, cx));
                self.perform_page_actions(actions)
            }
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.held = None;
        if matches!(self.over, Some(PageDialog::Capture(_))) {
            return self.key_of_capture(key);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Char('g') && control {
            return self.close_over();
        }
        match &mut self.over {
            Some(PageDialog::Line(_)) => self.key_of_line(key),
            Some(PageDialog::Key(_)) => self.key_of_key(key),
            Some(PageDialog::Choose(chooser)) => match chooser.key(key) {
                ChooserOutcome::NotYet => Vec::new(),
                ChooserOutcome::Left => self.close_over(),
                ChooserOutcome::Model(model) => {
                    let edit = chooser.edit(model);
                    self.over = None;
                    self.change(vec![edit])
                }
            },
            Some(PageDialog::Pick(pick)) => match pick.key(key) {
                PickOutcome::NotYet => Vec::new(),
                PickOutcome::Left => self.close_over(),
                PickOutcome::Value(edit) => {
                    self.over = None;
                    self.change(vec![edit])
                }
            },
            Some(PageDialog::Form(_)) => self.key_of_form(key),
            Some(PageDialog::Setup(_)) => self.key_of_setup(key),
            Some(PageDialog::Ask(_)) => {
                self.key_of_question(key);
                Vec::new()
            }
            Some(PageDialog::Capture(_)) | None => Vec::new(),
        }
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.over {
            Some(PageDialog::Line(line)) => line.paste(text),
            Some(PageDialog::Key(field)) => field.paste(text),
            Some(PageDialog::Choose(chooser)) => chooser.list.paste(text),
            Some(PageDialog::Form(form)) => form.paste(text),
            Some(PageDialog::Setup(setup)) => setup.paste(text),
            Some(PageDialog::Pick(pick)) => pick.list.paste(text),
            Some(PageDialog::Ask(_) | PageDialog::Capture(_)) | None => {}
        }
        self.sync_filter();
        Vec::new()
    }

    fn settled(&mut self) -> Option<Vec<Effect>> {
        let letter = self.held.take()?;
        Some(self.decide(letter))
    }

    fn drop_held_key(&mut self) {
        self.held = None;
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        step_list(self, rows)
    }

    fn click(&mut self, whole: Rect, at: Position) -> Vec<Effect> {
        let steps = self.steps_to(whole, at);
        step_list(self, steps)
    }

    fn on_job(&mut self, job: JobId, progress: Option<&JobProgress>) -> Vec<Effect> {
        let mut effects = match progress {
            Some(progress) => self.step(job, progress.clone()),
            None => self.ended(job),
        };
        effects.push(Effect::KeepTests(self.saved_tests()));
        if let Some((provider, model)) = self.take_set_up() {
            effects.push(Effect::UseProvider { provider, model });
        }
        effects
    }

    fn sync(&mut self, cx: &DialogContext<'_>) -> Vec<Effect> {
        self.question = match cx.open_questions() {
            0 => QuestionPending::No,
            _ => QuestionPending::Yes,
        };
        self.protocol = cx.findings().protocol;
        Vec::new()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.rows = rows_of_page(cx.area());
        let named = |keys| KeyHints::Named(keys).words(cx.keymap(), self.contexts());
        self.footers = self.page_keys().map(named);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_settings(whole, buf, theme)
    }
}
