//! The hint row: which keys are named for what has the keys, and their words.
//!
//! Pure over the key table; gives spans, draws nothing.

use ratatui::text::Span;

use super::keymap::{Action, Context, Keymap};
use super::theme::{Role, Theme};
use super::widget::text::width_of;

/// An action and the word for it in the hint row.
pub type Hint = (Action, &'static str);

/// Where only one thing can be done.
pub const PROCEED_HINTS: &[Hint] = &[(Action::PickerRun, "proceed")];

/// Where a session does not respond.
pub const SILENT_HINTS: &[Hint] = &[
    (Action::PickerRun, "go"),
    (Action::PickerNext, "next"),
    (Action::PickerPrevious, "previous"),
    (Action::PickerClose, "wait"),
];

/// Where a session takes no input.
pub const FROZEN_HINTS: &[Hint] = &[
    (Action::Send, "new session"),
    (Action::LeaveEditor, "panes"),
    (Action::OpenReview, "review"),
    (Action::SessionSwitcher, "sessions"),
    (Action::CommandPalette, "palette"),
];

/// Where a text is read.
pub const READING_HINTS: &[Hint] = &[
    (Action::PickerNext, "down"),
    (Action::PickerPrevious, "up"),
    (Action::PickerClose, "close"),
];

/// The actions that the hint row names, in the order of their use, for what has the focus;
/// `details` is what the bar shows with its key for all of it.
pub fn hinted(contexts: &[Context], details: &'static str) -> Vec<Hint> {
    let mut hints = hinted_in(contexts).to_vec();
    for (action, word) in &mut hints {
        if *action == Action::BarDetails {
            *word = details;
        }
    }
    hints
}

fn hinted_in(contexts: &[Context]) -> &'static [Hint] {
    match contexts.first() {
        Some(Context::Tree) => &[
            (Action::TreeOpen, "open"),
            (Action::TreeDiff, "diff"),
            (Action::TreeMention, "mention"),
            (Action::TreeReview, "review"),
            (Action::TreeChangedOnly, "changed only"),
            (Action::Search, "filter"),
            (Action::NextPane, "next pane"),
            (Action::FocusEditor, "editor"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Chat) => &[
            (Action::NextItem, "next"),
            (Action::PreviousItem, "previous"),
            (Action::ChatExpand, "expand"),
            (Action::ChatShowDiff, "diff"),
            (Action::CopyItem, "copy"),
            (Action::Search, "search"),
            (Action::FocusEditor, "editor"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Select) => &[
            (Action::SelectStart, "start"),
            (Action::SelectLines, "lines"),
            (Action::SelectCopy, "copy"),
            (Action::PinSelection, "pin"),
            (Action::WordRight, "word"),
            (Action::LineStart, "line start"),
            (Action::LineEnd, "line end"),
            (Action::SelectLeave, "leave"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Diff) => &[
            (Action::NextItem, "next hunk"),
            (Action::NextFile, "next file"),
            (Action::DiffWrap, "wrap"),
            (Action::PinSelection, "pin"),
            (Action::FocusEditor, "editor"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Review) => &[
            (Action::NextItem, "hunk"),
            (Action::NextFile, "file"),
            (Action::ReviewToggle, "toggle"),
            (Action::ReviewAccept, "accept+next"),
            (Action::ReviewReject, "reject+next"),
            (Action::ReviewApply, "apply"),
            (Action::Back, "back"),
            (Action::ReviewUndo, "undo"),
            (Action::ReviewClear, "clear"),
            (Action::ReviewSelectLines, "lines"),
            (Action::ReviewSplit, "split"),
            (Action::ReviewEdit, "edit"),
            (Action::ReviewComment, "comment"),
            (Action::ReviewAcceptFile, "all"),
            (Action::DiffLayout, "layout"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Checkpoints) => &[
            (Action::CheckpointPreview, "preview"),
            (Action::CheckpointDiff, "diff"),
            (Action::CheckpointMark, "compare"),
            (Action::OpenRollback, "roll back"),
            (Action::CheckpointName, "name"),
            (Action::CheckpointNew, "new"),
            (Action::CheckpointFilter, "filter"),
            (Action::Back, "back"),
        ],
        Some(Context::Results) => &[
            (Action::TreeOpen, "open"),
            (Action::PinSelection, "pin"),
            (Action::Search, "look for something else"),
            (Action::TreeEdit, "$EDITOR"),
            (Action::CopyItem, "copy"),
            (Action::Back, "close"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Settings) => &[
            (Action::SettingEdit, "edit"),
            (Action::SettingToggle, "toggle"),
            (Action::SettingTest, "test"),
            (Action::SettingUndo, "undo"),
            (Action::SettingSave, "save"),
            (Action::SettingNextPage, "next page"),
            (Action::Back, "back"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Sessions) => &[
            (Action::SessionSwitch, "switch"),
            (Action::SessionFilter, "filter"),
            (Action::SessionScope, "workspaces"),
            (Action::SessionSettings, "settings"),
            (Action::SessionArchive, "archive"),
            (Action::SessionDelete, "delete"),
            (Action::Search, "search"),
            (Action::Back, "back"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Rollback) => &[
            (Action::RollbackNext, "next"),
            (Action::RollbackToggle, "toggle"),
            (Action::RollbackPreview, "difference"),
            (Action::RollbackStep, "next step"),
            (Action::RollbackLeave, "leave"),
        ],
        Some(Context::Bar) => &[
            (Action::BarApprove, "approve"),
            (Action::BarReject, "reject"),
            (Action::BarDetails, "all of it"),
            (Action::BarEdit, "edit"),
            (Action::BarComment, "comment"),
            (Action::BarExplain, "explain"),
            (Action::BarDefer, "later"),
            (Action::Help, "all keys"),
        ],
        Some(Context::Picker) => &[
            (Action::PickerRun, "take"),
            (Action::PickerNext, "next"),
            (Action::PickerPrevious, "previous"),
            (Action::PickerClose, "close"),
        ],
        _ => &[
            (Action::LeaveEditor, "panes"),
            (Action::FocusConfirmBar, "answer"),
            (Action::ZoomPane, "zoom"),
            (Action::TogglePassthrough, "passthrough"),
            (Action::CycleMode, "mode"),
            (Action::Leader, "leader"),
            (Action::CommandPalette, "palette"),
        ],
    }
}

/// What ends passthrough, by the keys that it is bound to: `F9 off  F12 stops all`.
pub fn keys_that_end_passthrough(keymap: &Keymap) -> String {
    let hints: [Hint; 2] = [
        (Action::TogglePassthrough, "off"),
        (Action::PanicStop, "stops all"),
    ];
    let words: Vec<String> = hints
        .iter()
        .filter_map(|(action, word)| {
            let key = keymap.key_for(&[Context::Global], *action)?;
            Some(format!("{key} {word}"))
        })
        .collect();
    words.join("  ")
}

/// The first key of an action that works everywhere.
pub fn key_of(keymap: &Keymap, action: Action) -> String {
    keymap
        .key_for(&[Context::Global], action)
        .unwrap_or_default()
}

/// Keys of the editor at the end of a rule: ` Enter send  Ctrl+J newline ─`.
pub fn of_the_draft(keymap: &Keymap, hints: &[Hint]) -> String {
    let words: Vec<String> = hints
        .iter()
        .filter_map(|(action, word)| {
            let key = keymap.key_for(&[Context::Editor, Context::Global], *action)?;
            Some(format!("{key} {word}"))
        })
        .collect();
    format!(" {} ─", words.join("  "))
}

/// The key of an action for a sentence; its name where none is bound to it.
pub fn named_key(keymap: &Keymap, action: Action) -> String {
    let key = keymap.key_for(&[Context::Global, Context::Editor], action);
    key.unwrap_or_else(|| format!("{} (bound to no key)", action.name()))
}

/// What is said where there is no session.
pub const NO_SESSION: &str = "there is no session yet; {new_session} makes one";

/// A sentence in which names of actions in braces are their keys.
pub fn with_keys(keymap: &Keymap, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
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

/// How what ran unasked is taken back: `undo all: F8`.
pub fn key_that_undoes(keymap: &Keymap) -> String {
    let key = keymap.key_for(&[Context::Global], Action::OpenCheckpoints);
    key.map_or(String::new(), |key| format!("undo all: {key}"))
}

/// The hint row: keys and what they do here, from the key table, cut with `…`.
pub fn hints(
    keymap: &Keymap,
    contexts: &[Context],
    hinted: &[Hint],
    width: u16,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let mut spans = vec![Span::raw(" ")];
    let mut left = usize::from(width).saturating_sub(3);
    for (action, word) in hinted {
        let Some(key) = keymap.key_for(contexts, *action) else {
            continue;
        };
        let columns = width_of(&key) + width_of(word) + 3;
        if columns > left {
            spans.push(Span::styled("…", theme.style(Role::FgMuted)));
            return spans;
        }
        left -= columns;
        spans.push(Span::styled(key, theme.style(Role::Accent)));
        spans.push(Span::styled(
            format!(" {word}  "),
            theme.style(Role::FgMuted),
        ));
    }
    if contexts.first() == Some(&Context::Editor) && left > 28 {
        spans.push(Span::styled("?", theme.style(Role::Accent)));
        spans.push(Span::styled(
            " on an empty draft: help",
            theme.style(Role::FgMuted),
        ));
    }
    spans
}
