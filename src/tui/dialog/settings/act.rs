//! Key actions of the settings: the dialog over the page comes first, then the page, then the keys
//! common to every page.

use crossterm::event::{KeyCode, KeyEvent};

use super::capture::CaptureOutcome;
use super::field::{LineOutcome, Purpose};
use super::form::FormOutcome;
use super::page::{PageAction, PageContext};
use super::setup::SetupOutcome;
use super::{AfterSave, Edit, KeyQuestion, PageDialog, Settings, in_background};
use crate::effect::Effect;
use crate::theme::Role;
use crate::widget::list_view::cycle;
use client::settings::{ConnectionState, JobPurpose, Trial};
use client::text::visible;
use l10n::{counted, said, say};
use protocol::catalogue::KeyChange;

impl Settings {
    /// Carries out what a letter, pressed alone, answers to the open confirmation.
    pub(super) fn decide(&mut self, letter: char) -> Vec<Effect> {
        let Some(PageDialog::Ask(question)) = self.over.take() else {
            return Vec::new();
        };
        match (question, letter) {
            (KeyQuestion::RemoveKey(name), 'y') => {
                return self.change(vec![Edit::Key(name, KeyChange::Remove)]);
            }
            (KeyQuestion::RemoveModel(id, _), 'y') => return self.change(vec![Edit::Remove(id)]),
            (KeyQuestion::Leave, 's') if self.unsaved() > 0 => return self.save(AfterSave::Leave),
            (KeyQuestion::Leave, 'd') => return self.leave_now(),
            _ => {}
        }
        Vec::new()
    }

    pub(super) fn turn(&mut self, by: isize) -> Vec<Effect> {
        self.said = None;
        self.at = cycle(self.at, by, self.pages.len());
        self.page_opened()
    }

    pub(super) fn undo(&mut self) -> Vec<Effect> {
        let words = if self.may_change() && self.draft.undo() {
            say!("settings-undone")
        } else {
            say!("settings-nothing-to-undo")
        };
        self.say(Role::FgMuted, words);
        self.redo_changed()
    }

    /// Returns whether changes are allowed. During a save they are not, so that the saved state is
    /// the one that was shown.
    fn may_change(&mut self) -> bool {
        if self.jobs.is_saving() {
            self.say(Role::Warn, say!("settings-saving-wait"));
        }
        !self.jobs.is_saving()
    }

    pub(super) fn change(&mut self, edits: Vec<Edit>) -> Vec<Effect> {
        if !self.may_change() {
            return Vec::new();
        }
        self.draft.add(edits);
        self.redo_changed()
    }

    pub(super) fn perform_page_action(&mut self, action: PageAction) -> Vec<Effect> {
        match action {
            PageAction::Change(edits) => return self.change(edits),
            PageAction::Show(over) => {
                let begins_with_test = match &*over {
                    PageDialog::Setup(setup) if setup.step == super::setup::Step::Test => {
                        Some(setup.provider.clone())
                    }
                    _ => None,
                };
                self.over = Some(*over);
                if let Some(name) = begins_with_test {
                    return self.test(&name, Trial::default());
                }
            }
            PageAction::Test(name) => return self.test(&name, Trial::default()),
            PageAction::Probe { provider, model } => return self.probe(provider, model),
            PageAction::List(name) => return self.list(&name, Trial::default()),
            PageAction::AskOffers => return vec![Effect::Job(self.jobs.ask_offers())],
            PageAction::EditFile(path) => return vec![Effect::edit_file(path)],
            PageAction::Say(words) => self.say(Role::Warn, words),
        }
        Vec::new()
    }

    /// Ctrl+C: performs the mildest action that is left.
    pub(super) fn interrupt(&mut self) -> Vec<Effect> {
        if self.over.is_some() {
            return self.close_over();
        }
        let tests = self.jobs.cancel_tests();
        if !tests.is_empty() {
            self.say(Role::FgMuted, say!("settings-test-given-up"));
            return in_background(tests);
        }
        if let Some(model) = self.jobs.probing().map(str::to_owned) {
            let words = say!("probe-given-up", model = visible(&model));
            self.say(Role::FgMuted, words);
            return in_background(self.jobs.cancel(&JobPurpose::Probe(model)));
        }
        if let Some((model, commands)) = self.jobs.stop_fetching() {
            self.say(Role::FgMuted, say!("settings-fetch-stopped", model));
            return in_background(commands);
        }
        self.leave()
    }

    /// Closes the dialog over the page, and cancels a test that it waited for.
    pub(super) fn close_over(&mut self) -> Vec<Effect> {
        match self.over.take() {
            Some(PageDialog::Setup(setup)) => {
                let test = self.jobs.tests.get(&setup.provider);
                let asking = test == Some(&ConnectionState::Asking);
                // A test with an unsaved key says nothing about the saved one.
                in_background(if asking || setup.has_entered() {
                    self.jobs.forget(&setup.provider)
                } else {
                    self.jobs.cancel(&JobPurpose::Test(setup.provider.clone()))
                })
            }
            Some(PageDialog::Choose(chooser)) => {
                in_background(self.jobs.cancel(&JobPurpose::List(chooser.provider)))
            }
            Some(PageDialog::Line(line)) if line.purpose == Purpose::Filter => {
                self.filter(String::new());
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Closes the settings if nothing would be lost; otherwise asks.
    pub(super) fn leave(&mut self) -> Vec<Effect> {
        if matches!(self.over, Some(PageDialog::Ask(KeyQuestion::Leave))) {
            return self.close_over();
        }
        if self.jobs.is_saving() {
            self.say(Role::Warn, say!("settings-saving-wait"));
            return Vec::new();
        }
        if !self.asks_before_leaving() {
            return self.leave_now();
        }
        self.over = Some(PageDialog::Ask(KeyQuestion::Leave));
        Vec::new()
    }

    pub(super) fn key_of_line(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(PageDialog::Line(line)) = &mut self.over else {
            return Vec::new();
        };
        match key.code {
            KeyCode::Esc => return self.close_over(),
            KeyCode::Enter => {
                let Some(taken) = line.take() else {
                    return Vec::new();
                };
                self.over = None;
                return self.taken(taken);
            }
            _ => line.key(key),
        }
        self.sync_filter();
        Vec::new()
    }

    /// Applies a filter while it is typed.
    pub(super) fn sync_filter(&mut self) {
        if let Some(PageDialog::Line(line)) = &self.over
            && line.purpose == Purpose::Filter
        {
            let filter = line.text.text().trim().to_owned();
            self.filter(filter);
        }
    }

    fn filter(&mut self, filter: String) {
        if let Some(page) = self.pages.get_mut(self.at) {
            page.set_filter(filter);
        }
    }

    fn taken(&mut self, taken: LineOutcome) -> Vec<Effect> {
        match taken {
            LineOutcome::Edit(edit) => return self.change(vec![edit]),
            LineOutcome::Filter(filter) => self.filter(filter),
            LineOutcome::Pull(provider, model) => {
                return vec![Effect::Job(self.jobs.fetch(provider, model))];
            }
        }
        Vec::new()
    }

    pub(super) fn key_of_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(PageDialog::Key(field)) = &mut self.over else {
            return Vec::new();
        };
        match key.code {
            KeyCode::Esc => return self.close_over(),
            KeyCode::Enter => {
                let (provider, taken) = (field.provider.clone(), field.take());
                if let Some(change) = taken {
                    self.over = None;
                    return self.change(vec![Edit::Key(provider, change)]);
                }
            }
            _ => field.key(key),
        }
        Vec::new()
    }

    pub(super) fn key_of_capture(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(PageDialog::Capture(capture)) = &mut self.over else {
            return Vec::new();
        };
        match capture.key(key) {
            CaptureOutcome::Left => return self.close_over(),
            CaptureOutcome::NotYet => capture.note(&self.keys, self.protocol),
            CaptureOutcome::Keys(keys) => match self.keys.table.bind(&capture.row, &keys) {
                Ok(edits) => {
                    let (remark, row) = (capture.note.take(), capture.row.clone());
                    self.over = None;
                    if let Some(remark) = remark {
                        self.say(Role::Warn, remark);
                    }
                    let effects = self.change(edits.into_iter().map(Edit::Keys).collect());
                    self.with_page(|page, cx| page.bound(&row, cx));
                    return effects;
                }
                Err(why) => capture.refuse(said(&why)),
            },
        }
        Vec::new()
    }

    pub(super) fn key_of_form(&mut self, key: &KeyEvent) -> Vec<Effect> {
        // The form reads the shown settings but is not part of them.
        let Some(PageDialog::Form(mut form)) = self.over.take() else {
            return Vec::new();
        };
        let did = self.with_page(|_, cx: &PageContext<'_>| Some(form.key(key, cx)));
        match did.unwrap_or(FormOutcome::Left) {
            FormOutcome::Nothing => self.over = Some(PageDialog::Form(form)),
            did => return self.done(did),
        }
        Vec::new()
    }

    fn done(&mut self, did: FormOutcome) -> Vec<Effect> {
        match did {
            FormOutcome::Nothing | FormOutcome::Left => Vec::new(),
            FormOutcome::Done(edits) => {
                let touched = touched(&edits);
                let effects = self.change(edits);
                self.go_to(touched);
                let count = self.unsaved();
                if count > 0 {
                    let words = say!("settings-unsaved-hint", changes = counted(count, "change"));
                    self.say(Role::FgMuted, words);
                }
                effects
            }
            FormOutcome::Save(edits) => {
                let touched = touched(&edits);
                let mut effects = self.change(edits);
                self.go_to(touched);
                effects.extend(self.save(AfterSave::Stay));
                effects
            }
        }
    }

    /// Goes to the row of a model that was just added or changed.
    fn go_to(&mut self, model: Option<String>) {
        if let Some(model) = model {
            self.with_page(|page, cx| page.reveal(&model, cx));
        }
    }

    pub(super) fn key_of_setup(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(PageDialog::Setup(setup)) = &mut self.over else {
            return Vec::new();
        };
        let name = setup.provider.clone();
        match setup.key(key) {
            SetupOutcome::To(FormOutcome::Nothing) => Vec::new(),
            SetupOutcome::To(FormOutcome::Left) => self.close_over(),
            SetupOutcome::To(did) => {
                self.over = None;
                self.set_up = Some(name.clone());
                // The model was tested with the values that become a change now.
                let test = self.jobs.tests.get(&name).cloned();
                let effects = self.done(did);
                self.jobs.tests.extend(
                    test.filter(|one| *one != ConnectionState::Asking)
                        .map(|test| (name, test)),
                );
                effects
            }
            SetupOutcome::Test => {
                let trial = setup.trial();
                self.test(&name, trial)
            }
            SetupOutcome::List => {
                let trial = setup.trial();
                self.list(&name, trial)
            }
        }
    }

    /// Handles a key in a confirmation; a key that decides counts once it is known to
    /// have been alone.
    pub(super) fn key_of_question(&mut self, key: &KeyEvent) {
        match key.code {
            KeyCode::Char(letter @ ('y' | 's' | 'd')) if key.modifiers.is_empty() => {
                self.held = Some(letter);
            }
            _ => self.over = None,
        }
    }
}

/// Returns the model that the edits add or change, by name or by id.
fn touched(edits: &[Edit]) -> Option<String> {
    edits.iter().find_map(|edit| match edit {
        Edit::Add(model) => Some(format!("{}/{}", model.provider, model.api_name)),
        Edit::Change(id, _) => Some(id.clone()),
        _ => None,
    })
}
