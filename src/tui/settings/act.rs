//! What keys do in the settings: first what lies over the page, then the page, and what is the same on every page.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::capture::Captured;
use super::choose::Chosen;
use super::draft::Edit;
use super::field::{Purpose, Taken};
use super::form::Did;
use super::page::{Asked, Cx, Pull, Tested, Wish};
use super::pick::Picked;
use super::setup::Went;
use super::{Over, PromptWaits, Question, Settings, Then, Trial, Work};
use crate::language::counted;
use crate::language::say;
use crate::protocol::catalogue::{Errand, KeyChange};
use crate::tui::keymap::Action;
use crate::tui::part::PartEffect;
use crate::tui::theme::Role;
use crate::tui::widget::text::visible;

impl Settings {
    /// Does what a bound key asks for.
    pub fn act(&mut self, action: Action) -> Vec<PartEffect> {
        self.held = None;
        match action {
            Action::Interrupt => self.interrupt(),
            Action::CancelOverlay if self.over.is_some() => self.close_over(),
            Action::Back | Action::CancelOverlay | Action::Quit => self.leave(),
            // What lies over the page has the keys.
            _ if self.over.is_some() => Vec::new(),
            Action::FocusConfirmBar => {
                let words = match self.prompt {
                    PromptWaits::Yes => say!("settings-question-first"),
                    PromptWaits::No => say!("settings-no-question"),
                };
                self.say(Role::FgMuted, words);
                Vec::new()
            }
            Action::NextPane | Action::SettingNextPage => self.turn(1),
            Action::PreviousPane | Action::SettingPreviousPage => self.turn(-1),
            Action::SettingUndo => self.undo(),
            Action::SettingSave => self.save(Then::Stay),
            // Only pages are told that they were opened.
            Action::OpenSettings => Vec::new(),
            action => {
                self.said = None;
                let wishes = self.with_page(|page, cx| page.act(action, cx));
                self.wishes(wishes)
            }
        }
    }

    fn turn(&mut self, by: isize) -> Vec<PartEffect> {
        self.said = None;
        let count = self.pages.len().max(1).cast_signed();
        self.at = (self.at.cast_signed() + by)
            .rem_euclid(count)
            .cast_unsigned();
        self.page_opened()
    }

    fn undo(&mut self) -> Vec<PartEffect> {
        let words = match self.may_change() && self.draft.undo() {
            true => say!("settings-undone"),
            false => say!("settings-nothing-to-undo"),
        };
        self.say(Role::FgMuted, words);
        self.redo_changed()
    }

    /// While a save is under way nothing is changed: what is saved is what was shown.
    fn may_change(&mut self) -> bool {
        if self.is_saving() {
            self.say(Role::Warn, say!("settings-saving-wait"));
        }
        !self.is_saving()
    }

    fn change(&mut self, edits: Vec<Edit>) -> Vec<PartEffect> {
        if !self.may_change() {
            return Vec::new();
        }
        self.draft.add(edits);
        self.redo_changed()
    }

    pub(super) fn wish(&mut self, wish: Wish) -> Vec<PartEffect> {
        match wish {
            Wish::Change(edits) => return self.change(edits),
            Wish::Show(over) => {
                let begins_with_test = match &*over {
                    Over::Setup(setup) if setup.step == super::setup::Step::Test => {
                        Some(setup.provider.clone())
                    }
                    _ => None,
                };
                self.over = Some(*over);
                if let Some(name) = begins_with_test {
                    return self.test(&name, Trial::default());
                }
            }
            Wish::Test(name) => return self.test(&name, Trial::default()),
            Wish::Probe { provider, model } => return self.probe(provider, model),
            Wish::List(name) => return self.list(&name, Trial::default()),
            Wish::AskOffers => {
                self.offers.state = Asked::Asking;
                return vec![self.errand(Work::Offers, Errand::Offers)];
            }
            Wish::Say(words) => self.say(Role::Warn, words),
        }
        Vec::new()
    }

    /// Ctrl+C: the mildest thing that is left to do.
    fn interrupt(&mut self) -> Vec<PartEffect> {
        if self.over.is_some() {
            return self.close_over();
        }
        let tests: Vec<String> = self
            .tests
            .iter()
            .filter(|(_, test)| **test == Tested::Asking)
            .map(|(name, _)| name.clone())
            .collect();
        if !tests.is_empty() {
            self.say(Role::FgMuted, say!("settings-test-given-up"));
            let given_up = tests.into_iter().flat_map(|name| {
                self.tests.remove(&name);
                self.give_up(&Work::Test(name))
            });
            return given_up.collect();
        }
        if let Some(model) = self.probing() {
            self.say(
                Role::FgMuted,
                say!("probe-given-up", model = visible(&model)),
            );
            return self.give_up(&Work::Probe(model));
        }
        if let Some(pull) = self.pull.take() {
            let words = say!("settings-fetch-stopped", model = pull.model);
            self.say(Role::FgMuted, words);
            return self.give_up(&Work::Pull);
        }
        self.leave()
    }

    /// Closes what lies over the page. A test that it waited for is given up with it.
    fn close_over(&mut self) -> Vec<PartEffect> {
        match self.over.take() {
            Some(Over::Setup(setup)) => {
                let asking = self.tests.get(&setup.provider) == Some(&Tested::Asking);
                // What was tested with a key that is not kept says nothing of what is.
                match asking || setup.has_entered() {
                    true => self.forget(&setup.provider),
                    false => self.give_up(&Work::Test(setup.provider.clone())),
                }
            }
            Some(Over::Choose(chooser)) => self.give_up(&Work::List(chooser.provider)),
            Some(Over::Line(line)) if line.purpose == Purpose::Filter => {
                self.filter(String::new());
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Leaves, where nothing is lost by it; else it asks.
    fn leave(&mut self) -> Vec<PartEffect> {
        if matches!(self.over, Some(Over::Ask(Question::Leave))) {
            return self.close_over();
        }
        if self.is_saving() {
            self.say(Role::Warn, say!("settings-saving-wait"));
            return Vec::new();
        }
        if !self.asks_before_leaving() {
            return self.leave_now();
        }
        self.over = Some(Over::Ask(Question::Leave));
        Vec::new()
    }

    /// Whether keys are text for it.
    pub fn takes_text(&self) -> bool {
        self.over.is_some()
    }

    /// A key while something lies over the page.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        self.held = None;
        if matches!(self.over, Some(Over::Capture(_))) {
            return self.key_of_capture(key);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Char('g') && control {
            return self.close_over();
        }
        match &mut self.over {
            Some(Over::Line(_)) => self.key_of_line(key),
            Some(Over::Key(_)) => self.key_of_key(key),
            Some(Over::Choose(chooser)) => match chooser.key(key) {
                Chosen::NotYet => Vec::new(),
                Chosen::Left => self.close_over(),
                Chosen::Model(model) => {
                    let edit = chooser.edit(model);
                    self.over = None;
                    self.change(vec![edit])
                }
            },
            Some(Over::Pick(pick)) => match pick.key(key) {
                Picked::NotYet => Vec::new(),
                Picked::Left => self.close_over(),
                Picked::Value(edit) => {
                    self.over = None;
                    self.change(vec![edit])
                }
            },
            Some(Over::Form(_)) => self.key_of_form(key),
            Some(Over::Setup(_)) => self.key_of_setup(key),
            Some(Over::Ask(_)) => {
                self.key_of_question(key);
                Vec::new()
            }
            Some(Over::Capture(_)) | None => Vec::new(),
        }
    }

    fn key_of_line(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        let Some(Over::Line(line)) = &mut self.over else {
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
        self.follow_filter();
        Vec::new()
    }

    /// A filter shows what it does while it is typed.
    fn follow_filter(&mut self) {
        if let Some(Over::Line(line)) = &self.over
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

    fn taken(&mut self, taken: Taken) -> Vec<PartEffect> {
        match taken {
            Taken::Edit(edit) => return self.change(vec![edit]),
            Taken::Filter(filter) => self.filter(filter),
            Taken::Pull(provider, model) => {
                self.pull = Some(Pull {
                    provider: provider.clone(),
                    model: model.clone(),
                    progress: None,
                });
                return vec![self.errand(Work::Pull, Errand::Pull { provider, model })];
            }
        }
        Vec::new()
    }

    fn key_of_key(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        let Some(Over::Key(field)) = &mut self.over else {
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

    /// Whether every key is to be bound, those that are bound too.
    pub fn captures_keys(&self) -> bool {
        matches!(self.over, Some(Over::Capture(_)))
    }

    fn key_of_capture(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        let Some(Over::Capture(capture)) = &mut self.over else {
            return Vec::new();
        };
        match capture.key(key) {
            Captured::Left => return self.close_over(),
            Captured::NotYet => capture.remark(&self.shown.keys, self.protocol),
            Captured::Keys(keys) => match self.shown.keys.table.bind(&capture.row, &keys) {
                Ok(edits) => {
                    let (remark, row) = (capture.remark.take(), capture.row.clone());
                    self.over = None;
                    if let Some(remark) = remark {
                        self.say(Role::Warn, remark);
                    }
                    let effects = self.change(edits.into_iter().map(Edit::Keys).collect());
                    self.with_page(|page, cx| page.bound(&row, cx));
                    return effects;
                }
                Err(why) => capture.refuse(why),
            },
        }
        Vec::new()
    }

    fn key_of_form(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        // The form looks at what is shown, and is no part of it.
        let Some(Over::Form(mut form)) = self.over.take() else {
            return Vec::new();
        };
        let did = self.with_page(|_, cx: &Cx<'_>| Some(form.key(key, cx)));
        match did.unwrap_or(Did::Left) {
            Did::Nothing => self.over = Some(Over::Form(form)),
            did => return self.done(did),
        }
        Vec::new()
    }

    fn done(&mut self, did: Did) -> Vec<PartEffect> {
        match did {
            Did::Nothing | Did::Left => Vec::new(),
            Did::Done(edits) => {
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
            Did::Save(edits) => {
                let touched = touched(&edits);
                let mut effects = self.change(edits);
                self.go_to(touched);
                effects.extend(self.save(Then::Stay));
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

    fn key_of_setup(&mut self, key: &KeyEvent) -> Vec<PartEffect> {
        let Some(Over::Setup(setup)) = &mut self.over else {
            return Vec::new();
        };
        let name = setup.provider.clone();
        match setup.key(key) {
            Went::To(Did::Nothing) => Vec::new(),
            Went::To(Did::Left) => self.close_over(),
            Went::To(did) => {
                self.over = None;
                self.set_up = Some(name.clone());
                // It was tested with what becomes a change now.
                let test = self.tests.get(&name).cloned();
                let effects = self.done(did);
                self.tests.extend(
                    test.filter(|one| *one != Tested::Asking)
                        .map(|test| (name, test)),
                );
                effects
            }
            Went::Test => {
                let trial = setup.trial();
                self.test(&name, trial)
            }
            Went::List => {
                let trial = setup.trial();
                self.list(&name, trial)
            }
        }
    }

    /// A key that decides counts once it is known to have been alone.
    fn key_of_question(&mut self, key: &KeyEvent) {
        match key.code {
            KeyCode::Char(letter @ ('y' | 's' | 'd')) if key.modifiers.is_empty() => {
                self.held = Some(letter);
            }
            _ => self.over = None,
        }
    }

    /// The key before was alone.
    pub fn settled(&mut self) -> Vec<PartEffect> {
        let Some(letter) = self.held.take() else {
            return Vec::new();
        };
        let Some(Over::Ask(question)) = self.over.take() else {
            return Vec::new();
        };
        match (question, letter) {
            (Question::RemoveKey(name), 'y') => {
                return self.change(vec![Edit::Key(name, KeyChange::Remove)]);
            }
            (Question::RemoveModel(id, _), 'y') => return self.change(vec![Edit::Remove(id)]),
            (Question::Leave, 's') if self.unsaved() > 0 => return self.save(Then::Leave),
            (Question::Leave, 'd') => return self.leave_now(),
            _ => {}
        }
        Vec::new()
    }

    /// The key was not alone: it decides nothing.
    pub fn drop_held(&mut self) {
        self.held = None;
    }

    /// A paste into what lies over the page.
    pub fn paste(&mut self, text: &str) {
        match &mut self.over {
            Some(Over::Line(line)) => line.paste(text),
            Some(Over::Key(field)) => field.paste(text),
            Some(Over::Choose(chooser)) => chooser.list.paste(text),
            Some(Over::Form(form)) => form.paste(text),
            Some(Over::Setup(setup)) => setup.paste(text),
            Some(Over::Pick(pick)) => pick.list.paste(text),
            Some(Over::Ask(_) | Over::Capture(_)) | None => {}
        }
        self.follow_filter();
    }
}

/// The model that edits add or change: by its name, or by its id.
fn touched(edits: &[Edit]) -> Option<String> {
    edits.iter().find_map(|edit| match edit {
        Edit::Add(model) => Some(format!("{}/{}", model.provider, model.api_name)),
        Edit::Change(id, _) => Some(id.clone()),
        _ => None,
    })
}
