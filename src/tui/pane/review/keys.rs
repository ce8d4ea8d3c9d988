//! Keys for the dialogs over the rows. A key that decides counts only if no other input
//! came with it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::dialog::{ChoiceAction, ChoiceOption, Purpose, ReviewDialog, TextDialog};
use super::field::Field;
use super::moves::say;
use super::{FieldOutcome, Review, Subject};
use crate::effect::Effect;
use crate::hints::{EDIT_KEYS, OwnKey, SEARCH_KEYS, WAIT_KEYS};
use crate::input::InputUse;
use client::line_editor::typed;
use client::question::hunks_decision;
use l10n::say;
use protocol::approval::{Answer, AnsweredBy, Decision, Risk};
use protocol::change::HunkState;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::review::{ConflictChoice, ReviewCommand};

/// Keys of a choice among several ways to proceed.
const CHOICE_KEYS: &[OwnKey] = &[
    ("Enter", "hint-take"),
    ("j k", "hint-move"),
    ("Esc", "hint-back"),
];

/// Keys while a comment is typed.
const COMMENT_KEYS: &[OwnKey] = &[
    ("Enter", "hint-keep"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

impl Review {
    /// Whether a dialog or search line is open, so that it receives every key.
    pub fn has_dialog(&self) -> bool {
        self.dialog.is_some() || self.types_search()
    }

    /// Whether the user is typing a text.
    pub(super) fn has_field(&self) -> bool {
        matches!(self.dialog, Some(ReviewDialog::Text(_))) || self.types_search()
    }

    /// Closes a dialog that only asks here, because another question takes the screen. A text
    /// being typed stays.
    pub fn yield_dialog(&mut self) {
        if !self.has_field() {
            self.close_dialog();
        }
    }

    /// Returns the keys of the open dialog.
    pub(super) fn own_keys(&self) -> Option<&'static [OwnKey]> {
        Some(match &self.dialog {
            Some(ReviewDialog::Text(dialog)) => match dialog.purpose {
                Purpose::Comment(_) | Purpose::Reword(_) => COMMENT_KEYS,
                Purpose::Amend(_) | Purpose::Settle(_) => EDIT_KEYS,
            },
            Some(ReviewDialog::Choose(_)) => CHOICE_KEYS,
            Some(ReviewDialog::Gather(_) | ReviewDialog::Fetch(_)) => WAIT_KEYS,
            None if self.types_search() => SEARCH_KEYS,
            None => return None,
        })
    }

    /// Puts the text being typed aside; it returns when the user next types for the same purpose.
    fn leave_text(&mut self) {
        if let Some(ReviewDialog::Text(dialog)) = self.dialog.take()
            && !dialog.field.is_unchanged()
        {
            self.left = Some(dialog);
        }
    }

    /// Begins a text, or continues the one put aside for the same purpose.
    pub(super) fn type_text(&mut self, field: Field, purpose: Purpose) {
        let left = self.left.take_if(|left| left.purpose == purpose);
        let dialog = left.unwrap_or_else(|| Box::new(TextDialog { field, purpose }));
        self.dialog = Some(ReviewDialog::Text(dialog));
    }

    /// Closes the dialog or search line that is open.
    pub fn close_dialog(&mut self) -> InputUse {
        if !self.has_dialog() {
            return InputUse::No;
        }
        self.leave_text();
        self.dialog = None;
        self.held = false;
        self.leave_search_line();
        InputUse::Yes
    }

    /// Inserts a paste into the text being typed.
    pub(super) fn paste_into_field(&mut self, text: &str) {
        self.held = false;
        if let Some(ReviewDialog::Text(dialog)) = &mut self.dialog {
            dialog.field.paste(text);
        } else {
            self.search_paste(text);
        }
    }

    /// Handles a key while a dialog or the search line is open.
    pub(super) fn key_in_dialog(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match &mut self.dialog {
            Some(ReviewDialog::Text(dialog)) => match dialog.field.key(key) {
                FieldOutcome::More => Vec::new(),
                FieldOutcome::Left => {
                    let is_changed = !dialog.field.is_unchanged();
                    self.leave_text();
                    if is_changed {
                        say(say!("review-text-kept"))
                    } else {
                        Vec::new()
                    }
                }
                FieldOutcome::Taken => self.take_typed(),
            },
            Some(ReviewDialog::Choose(_)) => self.choice_key(key),
            Some(ReviewDialog::Gather(_) | ReviewDialog::Fetch(_)) if leaves(key) => {
                self.dialog = None;
                Vec::new()
            }
            Some(ReviewDialog::Gather(_) | ReviewDialog::Fetch(_)) => Vec::new(),
            None => self.search_key(key),
        }
    }

    fn take_typed(&mut self) -> Vec<Effect> {
        let Some(ReviewDialog::Text(dialog)) = self.dialog.take() else {
            return Vec::new();
        };
        let text = dialog.field.text();
        let order = match dialog.purpose.clone() {
            Purpose::Comment(_) if text.trim().is_empty() => {
                return say(say!("review-nothing-said"));
            }
            Purpose::Comment(on) => ReviewCommand::Comment { on, text },
            Purpose::Reword(_) if dialog.field.is_unchanged() => {
                return say(say!("review-comment-unchanged"));
            }
            Purpose::Reword(comment) if text.trim().is_empty() => {
                let mut effects = say(say!("review-comment-removed"));
                effects.push(self.order(ReviewCommand::RemoveComment { comment }));
                return effects;
            }
            Purpose::Reword(comment) => ReviewCommand::Reword { comment, text },
            Purpose::Amend(_) if dialog.field.is_unchanged() => {
                return say(say!("review-hunk-unchanged"));
            }
            Purpose::Amend(hunk) => ReviewCommand::Amend { hunk, text },
            Purpose::Settle(hunk) => ReviewCommand::Settle {
                hunk,
                choice: ConflictChoice::Edited(text),
            },
        };
        self.sent = Some(dialog);
        vec![self.order(order)]
    }

    fn choice_key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some(ReviewDialog::Choose(choice)) = &mut self.dialog else {
            return Vec::new();
        };
        let count = choice.ways.len().max(1);
        let letter = typed(key);
        let named = choice.ways.iter().position(|way| letter == Some(way.key));
        match key.code {
            _ if named.is_some() => {
                choice.at = named.unwrap_or(choice.at);
                self.press()
            }
            KeyCode::Enter if key.modifiers.is_empty() => self.press(),
            KeyCode::Char('j') | KeyCode::Down | KeyCode::Tab => {
                choice.at = (choice.at + 1) % count;
                Vec::new()
            }
            KeyCode::Char('k') | KeyCode::Up | KeyCode::BackTab => {
                choice.at = (choice.at + count - 1) % count;
                Vec::new()
            }
            _ if leaves(key) => {
                self.dialog = None;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Takes the highlighted option; one that decides waits until its key is known to
    /// have been alone.
    fn press(&mut self) -> Vec<Effect> {
        let Some(ReviewDialog::Choose(choice)) = &self.dialog else {
            return Vec::new();
        };
        let Some(way) = choice.ways.get(choice.at) else {
            return Vec::new();
        };
        if way.deed.is_solo() {
            self.held = true;
            return Vec::new();
        }
        let deed = way.deed.clone();
        self.dialog = None;
        self.perform(deed)
    }

    fn perform(&mut self, deed: ChoiceAction) -> Vec<Effect> {
        match deed {
            ChoiceAction::Nothing => Vec::new(),
            ChoiceAction::Decide(hunks, state) => {
                let mut effects = self.decide_about(&hunks, state);
                effects.extend(self.next_open());
                effects
            }
            ChoiceAction::Answer(decision) => self.answer_question(decision),
            ChoiceAction::UndoRollback => self.undo(ReviewCommand::Undo),
        }
    }

    /// Discards the held key: it was not alone, so it was part of a text and decides nothing.
    pub fn drop_held_key(&mut self) {
        self.held = false;
    }

    /// Whether a key waits until it is known to be alone.
    pub fn holds_key(&self) -> bool {
        self.held
    }

    /// Carries out the decision of the held key, now known to have been alone.
    pub fn settled(&mut self) -> Vec<Effect> {
        if !std::mem::take(&mut self.held) {
            return Vec::new();
        }
        match &self.dialog {
            Some(ReviewDialog::Choose(choice)) => {
                let deed = choice.ways.get(choice.at).map(|way| way.deed.clone());
                self.dialog = None;
                deed.map_or(Vec::new(), |deed| self.perform(deed))
            }
            None => self.answer_by_marks(),
            Some(_) => Vec::new(),
        }
    }

    /// `y` in a question: answers it with the marks that the user made.
    fn answer_by_marks(&mut self) -> Vec<Effect> {
        let Subject::Question(proposal) = &self.subject else {
            return Vec::new();
        };
        let Some(row_cache) = &self.row_cache else {
            return say(say!("review-not-here-yet"));
        };
        if proposal.risk == Risk::High {
            return say(say!("review-high-risk"));
        }
        let taken: Vec<_> = row_cache
            .hunks
            .iter()
            .filter(|hunk| hunk.state == HunkState::Accepted)
            .map(|hunk| hunk.id)
            .collect();
        let (_, refused, open) = self.tally();
        if open == 0 {
            return self.answer_question(hunks_decision(taken, refused));
        }
        self.ask_about_unmarked(taken, refused, open);
        Vec::new()
    }

    fn ask_about_unmarked(
        &mut self,
        taken: Vec<protocol::ids::HunkId>,
        refused: usize,
        open: usize,
    ) {
        let rest = self.row_cache.iter().flat_map(|row_cache| &row_cache.hunks);
        let all: Vec<_> = rest
            .filter(|hunk| hunk.state != HunkState::Rejected)
            .map(|hunk| hunk.id)
            .collect();
        let lines = vec![say!(
            "review-answer-counts",
            taken = taken.len(),
            refused,
            open
        )];
        self.dialog = Some(ReviewDialog::Choose(super::dialog::Choice {
            title: say!("review-answer-title"),
            lines,
            ways: vec![
                ChoiceOption::new('q', say!("review-answer-go-on"), ChoiceAction::Nothing),
                ChoiceOption::new(
                    't',
                    say!("review-answer-take-rest"),
                    ChoiceAction::Answer(hunks_decision(all, refused)),
                ),
                ChoiceOption::new(
                    'n',
                    say!("review-answer-refuse-rest"),
                    ChoiceAction::Answer(hunks_decision(taken, refused + open)),
                ),
            ],
            at: 0,
        }));
    }

    fn answer_question(&mut self, decision: Decision) -> Vec<Effect> {
        let Subject::Question(proposal) = &self.subject else {
            return Vec::new();
        };
        let answer = Answer {
            question: proposal.question,
            shown: proposal.shown,
            decision,
            by: AnsweredBy::Key,
        };
        let session = self.session;
        let text = say!("review-answer-given").to_owned();
        vec![
            Effect::Send(Command::AnswerQuestion { session, answer }),
            Effect::Say(NoticeLevel::Info, text),
            Effect::CloseReview,
        ]
    }
}

/// Whether a key leaves: Esc, `q`, `n` and Ctrl+G.
fn leaves(key: &KeyEvent) -> bool {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Esc => true,
        KeyCode::Char('q' | 'n') => !control,
        KeyCode::Char('g') => control,
        _ => false,
    }
}
