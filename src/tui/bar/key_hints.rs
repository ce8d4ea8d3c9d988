//! The bar's part of the hint row: what its buttons do in their current state, and what else can be
//! done. Part of [`Bar`].

use super::Bar;
use super::buttons;
use super::entry::{BarPanel, Entry};
use super::field::FieldKind;
use super::input::Act;
use crate::hints::own::{
    ANSWER_KEYS, APPROVE_KEYS, COMMAND_KEYS, OTHER_ANSWER_KEYS, OwnKey, REASON_KEYS,
    UNTAKEN_COMMAND_KEYS, UNTAKEN_REASON_KEYS, UNTAKEN_SCOPES_KEYS,
};
use crate::hints::{Hint, KeyHints, PASSTHROUGH_HINTS, SCOPES_HINTS};
use crate::keymap::Action;
use client::question::{Choice, asks_permission, is_high_risk};

impl Bar {
    pub fn key_hints(&self) -> KeyHints {
        if self.passthrough.is_some() {
            return KeyHints::These(PASSTHROUGH_HINTS);
        }
        let Some(entry) = self.current() else {
            return KeyHints::OfContext;
        };
        match entry.panel {
            BarPanel::Field(ref field) => KeyHints::Keys(self.keys_of(field.kind)),
            BarPanel::Scopes { .. } if !self.guard.is_deliberate() => {
                KeyHints::Keys(UNTAKEN_SCOPES_KEYS)
            }
            BarPanel::Scopes { .. } => KeyHints::These(SCOPES_HINTS),
            BarPanel::Buttons | BarPanel::Risk | BarPanel::Help => {
                let buttons = buttons::of(entry, self.view).into_iter();
                let mut actions: Vec<Action> =
                    buttons.filter_map(|button| action_of(button.act)).collect();
                actions.extend(beside_buttons(entry));
                // The button says that a word must be typed.
                actions.retain(|action| {
                    *action != Action::BarApprove || !is_high_risk(&entry.question)
                });
                let mut words: Vec<Hint> = vec![(Action::BarDetails, self.details())];
                let switch = entry.switch().map(|switch| (Action::BarToggle, switch));
                words.extend(switch);
                KeyHints::Only(actions, words)
            }
        }
    }

    /// Returns the keys of a field. Enter counts only if the user took the bar.
    fn keys_of(&self, kind: FieldKind) -> &'static [OwnKey] {
        match (kind, self.guard.is_deliberate()) {
            (FieldKind::Reason, true) => REASON_KEYS,
            (FieldKind::Reason, false) => UNTAKEN_REASON_KEYS,
            (FieldKind::Edit, true) => COMMAND_KEYS,
            (FieldKind::Edit, false) => UNTAKEN_COMMAND_KEYS,
            (FieldKind::Word, _) => APPROVE_KEYS,
            (FieldKind::Input, _) => ANSWER_KEYS,
            (FieldKind::Other, _) => OTHER_ANSWER_KEYS,
        }
    }
}

/// Returns the actions that a question offers even without a button for them.
fn beside_buttons(entry: &Entry) -> Vec<Action> {
    let mut actions = vec![Action::BarDetails, Action::BarDefer, Action::Help];
    if asks_permission(&entry.question) {
        let decisions = [Action::BarApprove, Action::BarReject, Action::BarComment];
        actions.extend(decisions);
        actions.push(Action::BarExplain);
    }
    actions
}

/// Returns the action that does the same as a button.
fn action_of(act: Act) -> Option<Action> {
    Some(match act {
        Act::Choose(Choice::Yes) => Action::BarApprove,
        Act::Choose(Choice::No) => Action::BarReject,
        Act::Choose(Choice::Always) => Action::BarAlways,
        Act::Choose(Choice::Show) => Action::BarDetails,
        Act::Choose(Choice::Edit) => Action::BarEdit,
        Act::Choose(Choice::Why) => Action::BarExplain,
        Act::Choose(Choice::Later) => Action::BarDefer,
        Act::Choose(Choice::Skip) => Action::BarSkip,
        Act::Choose(Choice::Back) => Action::BarBack,
        Act::Comment => Action::BarComment,
        Act::Toggle => Action::BarToggle,
        Act::Down => Action::BarDown,
        Act::Up => Action::BarUp,
        Act::Press => Action::BarPress,
        Act::Help => Action::Help,
        Act::Choose(Choice::OnDisk | Choice::Hunks)
        | Act::Pick(_)
        | Act::PreviousQuestion
        | Act::NextQuestion
        | Act::TooEarly => {
            return None;
        }
    })
}
