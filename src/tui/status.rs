//! The words of the tab row, the line over the editor, the hint row and the status line.
//!
//! Pure over facts; gives spans, draws nothing. No clock: nothing here changes by itself.

use ratatui::style::Style;
use ratatui::text::Span;

use super::facts::SessionFacts;
use super::keymap::{Action, Context, Keymap};
use super::theme::{Role, Theme};
use crate::protocol::approval::Mode;
use crate::protocol::query::GitFacts;
use crate::protocol::session::SessionStatus;

/// From here on the status line has all its words.
const WIDE: u16 = 120;

/// The style of text in a role on the panel.
pub fn ink(theme: &Theme, role: Role) -> Style {
    theme.style(role)
}

/// `main*+3`: branch, star where something changed, commits ahead and behind.
pub fn branch(git: &GitFacts) -> String {
    let mut text = git.branch.clone();
    if !git.changed.is_empty() {
        text.push('*');
    }
    if git.ahead > 0 {
        text.push_str(&format!("+{}", git.ahead));
    }
    if git.behind > 0 {
        text.push_str(&format!("-{}", git.behind));
    }
    text
}

/// `82k`, `940`, `1.2M`.
pub fn short(count: u64) -> String {
    match count {
        0..=999 => count.to_string(),
        1_000..=9_999 => format!("{}.{}k", count / 1_000, count % 1_000 / 100),
        10_000..=999_999 => format!("{}k", count / 1_000),
        _ => format!("{}.{}M", count / 1_000_000, count % 1_000_000 / 100_000),
    }
}

/// The style of a mode's word.
pub fn mode_style(mode: Mode, theme: &Theme) -> Style {
    match mode {
        Mode::Plan => theme.style(Role::ModePlan),
        Mode::Review | Mode::Confirm => theme.style(Role::ModeAsk),
        Mode::AcceptEdits => theme.style(Role::Warn),
        Mode::Passthrough => theme
            .style(Role::ModeAutoBg)
            .patch(theme.style(Role::ModeAutoFg)),
    }
}

/// What the status line speaks of beside the session.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// What git says.
    pub git: Option<&'a GitFacts>,
    /// Prompts that are open in all sessions.
    pub waiting: usize,
    /// Hunks that nobody has decided about, and all of them, where any are open.
    pub review: Option<(u32, u32)>,
    /// How keys are told.
    pub keys: &'a str,
}

/// The status line, left part and right part.
pub fn status_line(
    facts: &SessionFacts,
    around: Surroundings<'_>,
    width: u16,
    theme: &Theme,
) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let wide = width >= WIDE;
    let plain = theme.style(Role::Fg);
    let mode = facts.policy.mode;
    let mut parts = vec![Span::styled(
        mode.word().to_uppercase(),
        mode_style(mode, theme),
    )];
    let mut add = |text: String| {
        if !text.is_empty() {
            parts.push(Span::styled(text, plain));
        }
    };
    add(match facts.settings.agent.as_str() {
        // The usual one has the word itself for a name.
        "agent" => "agent".to_owned(),
        name if wide => format!("agent {name}"),
        name => name.to_owned(),
    });
    add(model_words(facts, wide));
    if wide {
        add(context_words(facts, Words::All));
        add(usage_words(facts));
    } else {
        add(
            format!("{} {}", context_words(facts, Words::Few), cost_words(facts))
                .trim()
                .to_owned(),
        );
    }
    add(around.git.map(branch).unwrap_or_default());
    add(match (facts.checkpoint, wide) {
        (Some(number), true) => format!("checkpoint #{number}"),
        (Some(number), false) => format!("cp{number}"),
        (None, _) => String::new(),
    });
    let mut left = vec![Span::raw(" ")];
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            left.push(Span::styled(" │ ", theme.style(Role::Border)));
        }
        left.push(part);
    }
    (left, right_part(around, wide, theme))
}

fn right_part(around: Surroundings<'_>, wide: bool, theme: &Theme) -> Vec<Span<'static>> {
    let mut right = Vec::new();
    if let Some((open, all)) = around.review {
        let text = match wide {
            true => format!("review {open} of {all}"),
            false => format!("rev {open}/{all}"),
        };
        right.push(Span::styled(text, theme.style(Role::Fg)));
    }
    if around.waiting > 0 {
        if !right.is_empty() {
            right.push(Span::raw("  "));
        }
        let word = if wide { "waiting" } else { "wait" };
        let text = format!("{} {word}", around.waiting);
        right.push(Span::styled(text, theme.style(Role::Warn)));
    }
    if wide {
        if !right.is_empty() {
            right.push(Span::styled(" │ ", theme.style(Role::Border)));
        }
        right.push(Span::styled(
            format!("keys {}", around.keys),
            theme.style(Role::FgMuted),
        ));
    }
    right.push(Span::raw(" "));
    right
}

fn model_words(facts: &SessionFacts, wide: bool) -> String {
    let settings = &facts.settings;
    match (settings.model.is_empty(), wide) {
        (true, _) => "no model: Ctrl+X m".to_owned(),
        (false, true) => format!("{}/{}", settings.provider, settings.model),
        (false, false) => settings.model.clone(),
    }
}

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    All,
    Few,
}

fn context_words(facts: &SessionFacts, words: Words) -> String {
    let Some(window) = facts.window.filter(|window| window.limit > 0) else {
        return String::new();
    };
    let percent = window.used.saturating_mul(100) / window.limit;
    let about = if window.estimated { "~" } else { "" };
    match words {
        Words::All => format!(
            "ctx {about}{}/{} {percent}%",
            short(window.used),
            short(window.limit)
        ),
        Words::Few => format!("{about}{percent}%"),
    }
}

fn usage_words(facts: &SessionFacts) -> String {
    let usage = &facts.usage;
    if usage.total_tokens() == 0 {
        return String::new();
    }
    let about = if usage.estimated { "~" } else { "" };
    format!(
        "{about}{} in {about}{} out {}",
        short(usage.input_tokens),
        short(usage.output_tokens),
        cost_words(facts)
    )
    .trim_end()
    .to_owned()
}

/// The cost where it is known: an unknown one is never shown as `$0.00`, and `/session status`
/// says that it is unknown.
fn cost_words(facts: &SessionFacts) -> String {
    match facts.usage.cost_usd {
        Some(cost) if facts.usage.total_tokens() > 0 => format!("${cost:.2}"),
        _ => String::new(),
    }
}

/// One tab: `[1 name*]`, ` 3 name !2`.
pub fn tab(
    number: usize,
    facts: &SessionFacts,
    is_current: bool,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let star = if facts.is_running() { "*" } else { "" };
    let name = if facts.settings.name.is_empty() {
        "session"
    } else {
        &facts.settings.name
    };
    let words = format!("{number} {name}{star}");
    let mut spans = if is_current {
        vec![Span::styled(
            format!("[{words}]"),
            theme.style(Role::Accent),
        )]
    } else {
        vec![Span::styled(
            format!(" {words}"),
            theme.style(Role::FgMuted),
        )]
    };
    if !facts.prompts.is_empty() && !is_current {
        spans.push(Span::styled(
            format!(" !{}", facts.prompts.len()),
            theme.style(Role::Warn),
        ));
    }
    if facts.status == SessionStatus::Error {
        spans.push(Span::styled(" error", theme.style(Role::Err)));
    }
    spans.push(Span::raw(" "));
    spans
}

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
            (Action::TreeChangedOnly, "changed only"),
            (Action::Search, "search"),
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
        Some(Context::Diff) => &[
            (Action::NextItem, "next hunk"),
            (Action::NextFile, "next file"),
            (Action::DiffLayout, "layout"),
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
        Some(Context::Rollback) => &[
            (Action::RollbackNext, "next"),
            (Action::RollbackToggle, "toggle"),
            (Action::RollbackPreview, "view"),
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
        let columns = key.chars().count() + word.chars().count() + 3;
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
