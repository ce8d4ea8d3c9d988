//! The bar's part of the hint row: what its buttons do in their current state, and what else can be
//! done. Part of [`Bar`].

use super::Bar;
use super::buttons;
use super::entry::{BarPanel, Entry};
use super::field::FieldKind;
use super::input::Act;
use crate::hints::{Hint, HintRow, KeyHints, OwnKey};
use crate::keymap::Action;
use client::question::{Choice, asks_permission, is_high_risk};

/// Keys while the reason of a refusal is typed.
const REASON_KEYS: &[OwnKey] = &[
    ("Enter", "hint-reject"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while a reason is typed in a bar that came up by itself: there Enter counts only after the
/// key that takes the bar.
const UNTAKEN_REASON_KEYS: &[OwnKey] = &[
    ("F2, Enter", "hint-reject"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys of the choice of scope for "always" in a bar that came up by itself.
const UNTAKEN_SCOPES_KEYS: &[OwnKey] = &[
    ("j", "hint-next"),
    ("k", "hint-previous"),
    ("F2, Enter", "hint-take"),
    ("Esc", "hint-back"),
];

/// Keys while a command is edited in a bar that came up by itself.
const UNTAKEN_COMMAND_KEYS: &[OwnKey] = &[
    ("F2, Enter", "hint-run"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while a command is edited before it runs.
const COMMAND_KEYS: &[OwnKey] = &[
    ("Enter", "hint-run"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while the word is typed that means yes.
const APPROVE_KEYS: &[OwnKey] = &[("Enter", "hint-approve"), ("Esc", "hint-back")];

/// Keys while a question is answered.
const ANSWER_KEYS: &[OwnKey] = &[
    ("Enter", "hint-answer"),
    ("Esc", "hint-later"),
    ("Tab s", "hint-skip"),
];

/// Keys while an answer is typed that is none of the options.
const OTHER_ANSWER_KEYS: &[OwnKey] = &[("Enter", "hint-answer"), ("Esc", "hint-back")];

/// Hints of the question whether to turn passthrough on.
const PASSTHROUGH_HINTS: &[HintRow] = &[
    (Action::BarReject, "hint-leave-off"),
    (Action::BarApprove, "hint-turn-on"),
    (Action::BarNextButton, "hint-next"),
];

/// Hints of the choice of scope for "always".
const SCOPES_HINTS: &[HintRow] = &[
    (Action::BarDown, "hint-next"),
    (Action::BarUp, "hint-previous"),
    (Action::BarPress, "hint-take"),
    (Action::BarDefer, "hint-back"),
];

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
        Act::Choose(Choice::Network) => Action::BarNetwork,
        Act::Choose(Choice::Never) => Action::BarNever,
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
