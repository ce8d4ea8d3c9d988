//! The hint row: selects the keys to show for the focused part of the screen, and their words.
//!
//! Pure over the key table; returns spans, draws nothing.

pub mod own;

use ratatui::text::Span;

use self::own::OwnKey;
use super::keymap::{Action, Context, Keymap};
use super::terminal::findings::KeyFindings;
use super::theme::{Role, Theme};
use client::text::width_of;
use l10n::{say, text};

/// An action and the word for it in the hint row.
pub type Hint = (Action, &'static str);

/// A hint in a table: the word is the id of a message.
pub type Row = (Action, &'static str);

/// Hints when only one thing can be done.
pub const PROCEED_HINTS: &[Row] = &[(Action::PickerRun, "hint-proceed")];

/// Hints when a session does not respond.
pub const SILENT_HINTS: &[Row] = &[
    (Action::PickerRun, "hint-go"),
    (Action::PickerNext, "hint-next"),
    (Action::PickerPrevious, "hint-previous"),
    (Action::PickerClose, "hint-wait"),
];

/// Hints when there is no model yet.
pub const START_HINTS: &[Row] = &[
    (Action::PickerRun, "hint-go"),
    (Action::PickerNext, "hint-next"),
    (Action::PickerPrevious, "hint-previous"),
    (Action::PickerClose, "hint-close"),
];

/// Hints of the next page when there is no model yet.
pub const START_PAGE_HINTS: &[Row] = &[
    (Action::PickerRun, "hint-go"),
    (Action::PickerNext, "hint-next"),
    (Action::PickerPrevious, "hint-previous"),
    (Action::PickerClose, "hint-back"),
];

/// Hints when a session takes no input.
pub const FROZEN_HINTS: &[Row] = &[
    (Action::Send, "hint-new-session"),
    (Action::LeaveEditor, "hint-panes"),
    (Action::OpenReview, "hint-review"),
    (Action::SessionSwitcher, "hint-sessions"),
    (Action::CommandPalette, "hint-palette"),
];

/// Hints while the user reads a text.
pub const READING_HINTS: &[Row] = &[
    (Action::PickerNext, "hint-down"),
    (Action::PickerPrevious, "hint-up"),
    (Action::PickerClose, "hint-close"),
];

/// Hints of a diff over the panes.
pub const COMPARED_HINTS: &[Row] = &[
    (Action::NextItem, "hint-next-hunk"),
    (Action::NextFile, "hint-next-file"),
    (Action::DiffWrap, "hint-wrap"),
    (Action::Back, "hint-back"),
];

/// Hints before a rollback, when one key starts it.
pub const DECIDE_HINTS: &[Row] = &[
    (Action::RollbackNow, "hint-roll-back"),
    (Action::RollbackPreview, "hint-difference"),
    (Action::RollbackLeave, "hint-back"),
];

/// Hints of the question whether to undo the last rollback.
pub const UNDO_HINTS: &[Row] = &[
    (Action::CopyItem, "hint-undo"),
    (Action::CheckpointDiff, "hint-difference"),
    (Action::Back, "hint-back"),
];

/// Hints on the rollback that can be undone, above the checkpoints.
pub const UNDO_ROW_HINTS: &[Row] = &[
    (Action::CheckpointPreview, "hint-undo"),
    (Action::CheckpointDiff, "hint-difference"),
    (Action::CheckpointNew, "hint-new"),
    (Action::CheckpointFilter, "hint-filter"),
    (Action::Back, "hint-back"),
];

/// Hints of the figures.
pub const FIGURES_HINTS: &[Row] = &[
    (Action::PreviousItem, "hint-previous"),
    (Action::NextItem, "hint-next"),
    (Action::LineDown, "hint-down"),
    (Action::LineUp, "hint-up"),
    (Action::Back, "hint-close"),
];

/// Hints of the review of changes.
pub const REVIEW_HINTS: &[Row] = &[
    (Action::NextItem, "hint-hunk"),
    (Action::NextFile, "hint-file"),
    (Action::ReviewToggle, "hint-toggle"),
    (Action::ReviewAccept, "hint-accept-next"),
    (Action::ReviewReject, "hint-reject-next"),
    (Action::ReviewApplyAll, "hint-apply-all"),
    (Action::ReviewApply, "hint-apply"),
    (Action::Back, "hint-back"),
    (Action::ReviewUndo, "hint-undo"),
    (Action::ReviewClear, "hint-clear"),
    (Action::ReviewSelectLines, "hint-lines"),
    (Action::ReviewSplit, "hint-split"),
    (Action::ReviewEdit, "hint-edit"),
    (Action::ReviewComment, "hint-comment"),
    (Action::ReviewTab, "hint-tab"),
    (Action::ReviewAcceptFile, "hint-all"),
    (Action::DiffLayout, "hint-layout"),
    (Action::Help, "hint-all-keys"),
];

/// Hints of the review of changes that git knows.
pub const GIT_REVIEW_HINTS: &[Row] = &[
    (Action::NextItem, "hint-hunk"),
    (Action::NextFile, "hint-file"),
    (Action::ReviewComment, "hint-comment"),
    (Action::ReviewSend, "hint-send-comments"),
    (Action::ReviewTab, "hint-tab"),
    (Action::Back, "hint-back"),
    (Action::ReviewSelectLines, "hint-lines"),
    (Action::Fold, "hint-fold"),
    (Action::DiffLayout, "hint-layout"),
    (Action::Help, "hint-all-keys"),
];

/// Hints of the review of a question's proposed writes: the marks made there are the answer.
pub const PROPOSED_HINTS: &[Row] = &[
    (Action::NextItem, "hint-hunk"),
    (Action::ReviewToggle, "hint-toggle"),
    (Action::ReviewAccept, "hint-accept-next"),
    (Action::ReviewReject, "hint-reject-next"),
    (Action::CopyItem, "hint-answer"),
    (Action::Back, "hint-back"),
    (Action::ReviewUndo, "hint-undo"),
    (Action::ReviewClear, "hint-clear"),
    (Action::ReviewAcceptFile, "hint-all"),
    (Action::DiffLayout, "hint-layout"),
    (Action::Help, "hint-all-keys"),
];

/// Returns the hints of a review whose lines are cut on the screen: the key that shows them whole
/// comes before rarely used keys.
pub fn with_whole_lines(rows: &[Row]) -> KeyHints {
    let mut hints = said(rows);
    let at = hints
        .iter()
        .position(|(action, _)| *action == Action::ReviewUndo);
    let whole = (Action::DiffWrap, say!("hint-whole-lines"));
    hints.insert(at.unwrap_or(hints.len()), whole);
    KeyHints::Named(hints)
}

/// Hints of the question whether to turn passthrough on.
pub const PASSTHROUGH_HINTS: &[Row] = &[
    (Action::BarReject, "hint-leave-off"),
    (Action::BarApprove, "hint-turn-on"),
    (Action::BarNextButton, "hint-next"),
];

/// Hints of the choice of scope for "always".
pub const SCOPES_HINTS: &[Row] = &[
    (Action::BarDown, "hint-next"),
    (Action::BarUp, "hint-previous"),
    (Action::BarPress, "hint-take"),
    (Action::BarDefer, "hint-back"),
];

/// The hints of the part of the screen that has the keyboard focus. The topmost part determines
/// them; parts beneath it have no say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyHints {
    /// All hints of the context.
    OfContext,
    /// The context's hints without these, some with different words.
    Without(Vec<Action>, Vec<Hint>),
    /// Only these hints of the context, some with different words.
    Only(Vec<Action>, Vec<Hint>),
    These(&'static [Row]),
    /// These hints, with their own words.
    Named(Vec<Hint>),
    /// Every key goes to this part, and these are its own keys.
    Keys(&'static [OwnKey]),
    /// No hints: every key goes to this part, and it shows its keys itself.
    Own,
}

impl KeyHints {
    /// Returns keys and words, in the order of their use.
    pub fn words(self, keymap: &Keymap, contexts: &[Context]) -> Vec<(String, String)> {
        let hints = match self {
            KeyHints::OfContext => said(key_hints_in(contexts)),
            KeyHints::Without(actions, own) => {
                let mut hints = said(key_hints_in(contexts));
                hints.retain(|(action, _)| !actions.contains(action));
                in_own_words(&mut hints, &own);
                hints
            }
            KeyHints::Only(actions, own) => {
                let mut hints = said(key_hints_in(contexts));
                hints.retain(|(action, _)| actions.contains(action));
                in_own_words(&mut hints, &own);
                hints
            }
            KeyHints::These(rows) => said(rows),
            KeyHints::Named(hints) => hints,
            KeyHints::Keys(keys) => {
                let said = |(key, id): &OwnKey| ((*key).to_owned(), text(id).to_owned());
                return keys.iter().map(said).collect();
            }
            KeyHints::Own => Vec::new(),
        };
        let bound = hints.into_iter().filter_map(|(action, word)| {
            let key = keymap.key_for(contexts, action)?;
            Some((key, word.to_owned()))
        });
        bound.collect()
    }
}

fn in_own_words(hints: &mut [Hint], own: &[Hint]) {
    for (action, word) in hints {
        if let Some((_, own)) = own.iter().find(|(of, _)| of == action) {
            *word = own;
        }
    }
}

/// Returns keys with their names in the user's language. A keymap is written with the English
/// names.
pub fn spoken_key(keys: &str) -> String {
    let names = keys.split_inclusive([' ', ',', '+']).map(|part| {
        let name = part.trim_end_matches([' ', ',', '+']);
        let spoken = match name {
            "Enter" => say!("keyname-enter"),
            "Space" => say!("keyname-space"),
            "Backspace" => say!("keyname-backspace"),
            _ => name,
        };
        part.replacen(name, spoken, 1)
    });
    names.collect()
}

/// Returns the hints of a table in the user's language.
pub fn said(rows: &[Row]) -> Vec<Hint> {
    rows.iter()
        .map(|(action, id)| (*action, text(id)))
        .collect()
}

fn key_hints_in(contexts: &[Context]) -> &'static [Row] {
    match contexts.first() {
        Some(Context::Tree) => &[
            (Action::TreeOpen, "hint-open"),
            (Action::TreeDiff, "hint-diff"),
            (Action::TreeMention, "hint-mention"),
            (Action::TreeReview, "hint-review"),
            (Action::TreeChangedOnly, "hint-changed-only"),
            (Action::Search, "hint-filter"),
            (Action::NextPane, "hint-next-pane"),
            (Action::FocusEditor, "hint-editor"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Chat) => &[
            (Action::NextItem, "hint-next"),
            (Action::PreviousItem, "hint-previous"),
            (Action::ChatExpand, "hint-expand"),
            (Action::ChatShowDiff, "hint-diff"),
            (Action::CopyItem, "hint-copy"),
            (Action::Search, "hint-search"),
            (Action::FocusEditor, "hint-editor"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Select) => &[
            (Action::SelectStart, "hint-start"),
            (Action::SelectLines, "hint-lines"),
            (Action::SelectCopy, "hint-copy"),
            (Action::PinSelection, "hint-pin"),
            (Action::WordRight, "hint-word"),
            (Action::LineStart, "hint-line-start"),
            (Action::LineEnd, "hint-line-end"),
            (Action::SelectLeave, "hint-leave"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Diff) => &[
            (Action::NextItem, "hint-next-hunk"),
            (Action::NextFile, "hint-next-file"),
            (Action::DiffWrap, "hint-wrap"),
            (Action::PinSelection, "hint-pin"),
            (Action::FocusEditor, "hint-editor"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Review) => REVIEW_HINTS,
        Some(Context::Checkpoints) => &[
            (Action::CheckpointPreview, "hint-preview"),
            (Action::CheckpointDiff, "hint-diff"),
            (Action::CheckpointMark, "hint-compare"),
            (Action::OpenRollback, "hint-roll-back"),
            (Action::CheckpointName, "hint-name"),
            (Action::CheckpointNew, "hint-new"),
            (Action::CheckpointFilter, "hint-filter"),
            (Action::Back, "hint-back"),
        ],
        Some(Context::Results) => &[
            (Action::TreeOpen, "hint-open"),
            (Action::PinSelection, "hint-pin"),
            (Action::Search, "hint-look-for-something-else"),
            (Action::TreeEdit, "hint-external"),
            (Action::CopyItem, "hint-copy"),
            (Action::Back, "hint-close"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Sessions) => &[
            (Action::SessionSwitch, "hint-switch"),
            (Action::SessionFilter, "hint-filter"),
            (Action::SessionScope, "hint-workspaces"),
            (Action::SessionSettings, "hint-settings"),
            (Action::SessionArchive, "hint-archive"),
            (Action::SessionDelete, "hint-delete"),
            (Action::Search, "hint-search"),
            (Action::Back, "hint-back"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Rollback) => &[
            (Action::RollbackNext, "hint-next"),
            (Action::RollbackToggle, "hint-toggle"),
            (Action::RollbackEdit, "hint-edit"),
            (Action::RollbackPreview, "hint-difference"),
            (Action::RollbackStep, "hint-next-step"),
            (Action::RollbackLeave, "hint-leave"),
        ],
        Some(Context::Bar) => &[
            (Action::BarDown, "hint-next"),
            (Action::BarPress, "hint-answer"),
            (Action::BarApprove, "hint-approve"),
            (Action::BarReject, "hint-reject"),
            (Action::BarToggle, "hint-toggle"),
            (Action::BarDetails, "hint-all-of-it"),
            (Action::BarEdit, "hint-edit"),
            (Action::BarComment, "hint-comment"),
            (Action::BarExplain, "hint-explain"),
            (Action::BarSkip, "hint-skip"),
            (Action::BarBack, "hint-question-before"),
            (Action::BarDefer, "hint-later"),
            (Action::Help, "hint-all-keys"),
        ],
        Some(Context::Popup) => &[
            (Action::PopupInsert, "hint-take"),
            (Action::PopupNext, "hint-next"),
            (Action::PopupPrevious, "hint-previous"),
            (Action::PopupClose, "hint-close"),
        ],
        Some(Context::Picker) => &[
            (Action::PickerRun, "hint-take"),
            (Action::PickerNext, "hint-next"),
            (Action::PickerPrevious, "hint-previous"),
            (Action::PickerClose, "hint-close"),
        ],
        _ => &[
            // The ways to everything else come first: the row is cut at its end.
            (Action::LeaveEditor, "hint-panes"),
            (Action::CommandPalette, "hint-palette"),
            (Action::Leader, "hint-leader"),
            (Action::FocusConfirmBar, "hint-answer"),
            (Action::CycleMode, "hint-mode"),
            (Action::ZoomPane, "hint-zoom"),
            (Action::TogglePassthrough, "hint-passthrough"),
        ],
    }
}

/// Returns the keys that end passthrough, as bound: `F9 off  F12 stops all`.
pub fn keys_that_end_passthrough(keymap: &Keymap) -> String {
    let hints: [Row; 2] = [
        (Action::TogglePassthrough, "hint-off"),
        (Action::PanicStop, "hint-stops-all"),
    ];
    let words: Vec<String> = hints
        .iter()
        .filter_map(|(action, word)| {
            let key = keymap.key_for(&[Context::Global], *action)?;
            Some(format!("{key} {}", text(word)))
        })
        .collect();
    words.join("  ")
}

/// Returns the first key that toggles passthrough and that the terminal sends.
pub fn key_for_passthrough(keymap: &Keymap, findings: &KeyFindings) -> Option<String> {
    let contexts = [Context::Global, Context::Leader];
    let mut ways = contexts.into_iter().flat_map(|context| {
        let rows = keymap.bindings(context);
        rows.filter(|row| row.action == Action::TogglePassthrough)
    });
    ways.find_map(|row| keymap.first_sent(row, |key| findings.sends(key)))
}

/// Returns the first key of an action that works everywhere.
pub fn key_of(keymap: &Keymap, action: Action) -> String {
    keymap
        .key_for(&[Context::Global], action)
        .unwrap_or_default()
}

/// Returns the keys of the editor at the end of a rule: ` Enter send  Ctrl+J newline `.
pub fn of_the_draft(keymap: &Keymap, hints: &[Hint]) -> String {
    let words: Vec<String> = hints
        .iter()
        .filter_map(|(action, word)| {
            let key = keymap.key_for(&[Context::Editor, Context::Global], *action)?;
            Some(format!("{key} {word}"))
        })
        .collect();
    format!(" {} ", words.join("  "))
}

/// Returns the key of an action for a sentence; the action's name if no key is bound to it.
pub fn named_key(keymap: &Keymap, action: Action) -> String {
    let key = keymap.key_for(&[Context::Global, Context::Editor], action);
    key.unwrap_or_else(|| say!("hint-unbound", action = action.name()))
}

/// Returns the notice for a screen without a session.
pub fn no_session() -> &'static str {
    say!("hint-no-session")
}

/// Replaces names of actions in braces by their keys.
pub fn with_keys(keymap: &Keymap, sentence: &str) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else {
            break;
        };
        out.push_str(before);
        match Action::from_name(name) {
            Some(action) => out.push_str(&named_key(keymap, action)),
            None => out.push_str(name),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns how to take back the calls that ran without a question: `undo all: F8`.
pub fn key_that_undoes(keymap: &Keymap) -> String {
    let key = keymap.key_for(&[Context::Global], Action::OpenCheckpoints);
    key.map_or(String::new(), |key| say!("hint-undo-all", key))
}

/// Returns the hint row: keys and their effects here, cut with `…`. The key that shows all others
/// stays even if some are cut.
pub fn hints(
    mut hinted: Vec<(String, String)>,
    contexts: &[Context],
    width: u16,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let mut spans = vec![Span::raw(" ")];
    let mut left = usize::from(width).saturating_sub(3);
    let help = match contexts.first() {
        Some(Context::Editor) => Some(("?".to_owned(), say!("hint-help").to_owned())),
        _ => hinted
            .pop_if(|(_, word)| word == say!("hint-all-keys"))
            .map(|(key, word)| (key, format!(" {word}"))),
    };
    let taken = |(key, word): &(String, String)| width_of(key) + width_of(word) + 1;
    let help = help.filter(|help| left > 2 * taken(help));
    left -= help.as_ref().map_or(0, taken);
    for (key, word) in hinted {
        let columns = width_of(&key) + width_of(&word) + 3;
        if columns > left {
            spans.push(Span::styled("…", theme.style(Role::FgMuted)));
            if help.is_some() {
                spans.push(Span::raw("  "));
            }
            break;
        }
        left -= columns;
        spans.push(Span::styled(key, theme.style(Role::Accent)));
        spans.push(Span::styled(
            format!(" {word}  "),
            theme.style(Role::FgMuted),
        ));
    }
    if let Some((key, word)) = help {
        spans.push(Span::styled(key, theme.style(Role::Accent)));
        spans.push(Span::styled(word, theme.style(Role::FgMuted)));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(contexts: &[Context], width: u16) -> String {
        let keymap = Keymap::embedded().unwrap();
        let words = KeyHints::OfContext.words(&keymap, contexts);
        let spans = hints(words, contexts, width, &Theme::default());
        spans.iter().map(|span| span.content.as_ref()).collect()
    }

    #[test]
    fn a_row_that_is_cut_still_names_the_key_for_all_of_them() {
        for context in [
            Context::Review,
            Context::Tree,
            Context::Bar,
            Context::Sessions,
        ] {
            for width in [160, 80, 60] {
                let row = row(&[context], width);
                assert!(row.ends_with("? all keys"), "{context:?} {width}: {row}");
                assert!(width_of(&row) <= usize::from(width), "{row}");
            }
        }
    }

    #[test]
    fn the_keys_that_lead_to_everything_else_stay_in_a_narrow_row() {
        for width in [200, 80, 60] {
            let row = row(&[Context::Editor, Context::Global], width);
            for key in ["Alt+X", "? "] {
                assert!(row.contains(key), "{width}: {row}");
            }
            assert!(width_of(&row) <= usize::from(width), "{width}: {row}");
        }
    }

    #[test]
    fn every_word_of_a_hint_is_a_message() {
        for context in Context::ALL {
            for (action, id) in key_hints_in(&[*context]) {
                assert!(id.starts_with("hint-"), "{action:?}: {id}");
                assert_ne!(text(id), *id, "{action:?}");
            }
        }
    }
}
