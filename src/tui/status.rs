//! The words of the tab row and the status line.
//!
//! Pure over facts; gives spans, draws nothing. No clock: nothing here changes by itself.

use ratatui::style::Style;
use ratatui::text::Span;

use super::facts::SessionFacts;
use super::index_status::Indexed;
use super::theme::{Role, Theme};
use super::widget::text::width_of;
use crate::l10n::{money, say, tenths};
use crate::protocol::approval::Mode;
use crate::protocol::query::GitFacts;

/// From here on the status line has all its words.
const WIDE: u16 = 120;

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
        1_000..=9_999 => format!("{}k", tenths(count / 100)),
        10_000..=999_999 => format!("{}k", count / 1_000),
        _ => format!("{}M", tenths(count / 100_000)),
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
    /// What is worth telling of the index.
    pub index: Option<Indexed>,
    /// The process that owns the workspace, where this screen is attached to it.
    pub attached_to: Option<u32>,
    /// Whether nothing is kept when the program ends.
    pub in_memory: bool,
    /// How keys are told.
    pub keys: &'a str,
    /// The key that turns passthrough on and off, where the human must be told of one.
    pub passthrough_key: Option<&'a str>,
}

/// What of the session is said in the left part, where there is room for more or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatusDetail {
    All,
    /// The same with short names.
    ShortNames,
    Few,
}

/// A blank, the mode with its key, the agent and the model with lines between them.
const LEAST_SPANS: usize = 7;

/// The status line, left part and right part. A wide one says less of the session before a word of it is cut.
pub fn status_line(
    facts: &SessionFacts,
    around: Surroundings<'_>,
    width: u16,
    theme: &Theme,
) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let wide = width >= WIDE;
    let right = right_part(around, wide, theme);
    // One column parts the two.
    let room = usize::from(width).saturating_sub(columns_of(&right) + 1);
    let few = || {
        let mut left = left_part(facts, around, StatusDetail::Few, theme);
        // These are cut before they are left out.
        while columns_of(&left) > room && left.len() > LEAST_SPANS {
            left.truncate(left.len() - 2);
        }
        left
    };
    if !wide {
        return (few(), right);
    }
    let left = [StatusDetail::All, StatusDetail::ShortNames]
        .map(|said| left_part(facts, around, said, theme))
        .into_iter()
        .find(|left| columns_of(left) <= room);
    (left.unwrap_or_else(few), right)
}

fn columns_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(|span| width_of(&span.content)).sum()
}

fn left_part(
    facts: &SessionFacts,
    around: Surroundings<'_>,
    said: StatusDetail,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let long_names = said == StatusDetail::All;
    let plain = theme.style(Role::Fg);
    let mut parts = Vec::new();
    let mut add = |text: String| {
        if !text.is_empty() {
            parts.push(Span::styled(text, plain));
        }
    };
    add(match facts.settings.agent.as_str() {
        // The usual one has the word itself for a name.
        "agent" => "agent".to_owned(),
        name if long_names => say!("status-agent", name),
        name => name.to_owned(),
    });
    add(model_words(facts, long_names));
    if said == StatusDetail::Few {
        add(
            format!("{} {}", context_words(facts, Words::Few), cost_words(facts))
                .trim()
                .to_owned(),
        );
    } else {
        add(context_words(facts, Words::All));
        add(usage_words(facts));
    }
    add(around.git.map(branch).unwrap_or_default());
    add(match (facts.checkpoint, said) {
        (Some(number), StatusDetail::All) => say!("status-checkpoint", number),
        (Some(number), _) => say!("status-checkpoint-short", number),
        (None, _) => String::new(),
    });
    let mode = facts.policy.mode;
    let mut left = vec![
        Span::raw(" "),
        Span::styled(mode.word().to_uppercase(), mode_style(mode, theme)),
        Span::styled(key_words(mode, around), theme.style(Role::FgMuted)),
    ];
    for part in parts {
        left.push(Span::styled(" │ ", theme.style(Role::Border)));
        left.push(part);
    }
    left
}

/// ` F9 auto`, ` F9 off`: behind the mode, the key for passthrough.
fn key_words(mode: Mode, around: Surroundings<'_>) -> String {
    let words = around.passthrough_key.map(|key| match mode {
        Mode::Passthrough => say!("status-passthrough-ends", key),
        _ => say!("status-passthrough-key", key),
    });
    words.map_or(String::new(), |words| format!(" {words}"))
}

fn right_part(around: Surroundings<'_>, wide: bool, theme: &Theme) -> Vec<Span<'static>> {
    let mut right = Vec::new();
    if let Some(index) = around.index {
        right.push(Span::styled(index.words(), theme.style(Role::FgMuted)));
    }
    if let Some((open, all)) = around.review {
        let text = if wide {
            say!("status-review", open, all)
        } else {
            say!("status-review-short", open, all)
        };
        if !right.is_empty() {
            right.push(Span::raw("  "));
        }
        right.push(Span::styled(text, theme.style(Role::Fg)));
    }
    if let Some(owner) = around.attached_to {
        let text = if wide {
            say!("status-attached-to", owner)
        } else {
            say!("status-attached").to_owned()
        };
        if !right.is_empty() {
            right.push(Span::raw("  "));
        }
        right.push(Span::styled(text, theme.style(Role::FgMuted)));
    }
    if around.in_memory {
        if !right.is_empty() {
            right.push(Span::raw("  "));
        }
        right.push(Span::styled(
            say!("status-in-memory"),
            theme.style(Role::Warn),
        ));
    }
    if around.waiting > 0 {
        if !right.is_empty() {
            right.push(Span::raw("  "));
        }
        let word = if wide {
            say!("status-waiting")
        } else {
            say!("status-waiting-short")
        };
        let text = format!("{} {word}", around.waiting);
        right.push(Span::styled(text, theme.style(Role::Warn)));
    }
    if wide {
        if !right.is_empty() {
            right.push(Span::styled(" │ ", theme.style(Role::Border)));
        }
        right.push(Span::styled(
            say!("status-keys", keys = around.keys),
            theme.style(Role::FgMuted),
        ));
    }
    right.push(Span::raw(" "));
    right
}

fn model_words(facts: &SessionFacts, wide: bool) -> String {
    let settings = &facts.settings;
    match (settings.model.is_empty(), wide) {
        (true, _) => say!("status-no-model").to_owned(),
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
        Words::All => say!(
            "status-context",
            about,
            used = short(window.used),
            limit = short(window.limit),
            percent
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
    say!(
        "status-usage",
        about,
        input = short(usage.input_tokens),
        output = short(usage.output_tokens),
        cost = cost_words(facts)
    )
    .trim_end()
    .to_owned()
}

/// The cost where it is known and there is one: an unknown one is never shown as `$0.00`, and `/cost` says that it
/// is unknown. What has no price beside it is a `+`.
fn cost_words(facts: &SessionFacts) -> String {
    match facts.usage.cost_usd {
        Some(cost) if cost > 0.0 => {
            let more = if facts.usage.unpriced_tokens > 0 {
                "+"
            } else {
                ""
            };
            format!("{}{more}", money(cost, 2))
        }
        _ => String::new(),
    }
}

/// What stands behind a session's name over its window: `  running  41%  ollama/qwen3`.
pub fn window_words(facts: &SessionFacts) -> String {
    let parts = [
        say!("status-word", status = facts.status.word()),
        context_words(facts, Words::Few),
        cost_words(facts),
        model_words(facts, true),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("  {}", parts.join("  "))
}

/// What stands behind the tabs of sessions that are live and have none: ` +2 !1`, or nothing.
pub fn without_tab(count: usize, asks: usize, words: &str, theme: &Theme) -> Vec<Span<'static>> {
    if count == 0 {
        return Vec::new();
    }
    let text = format!(" +{count}{words}");
    let mut spans = vec![Span::styled(text, theme.style(Role::FgMuted))];
    if asks > 0 {
        spans.push(Span::styled(format!(" !{asks}"), theme.style(Role::Warn)));
    }
    spans.push(Span::raw(" "));
    spans
}

/// One tab: `[1 name*]`, ` 3 name !2`; one that another terminal shows too ends in `×2`.
pub fn tab(
    number: usize,
    facts: &SessionFacts,
    is_current: bool,
    elsewhere: usize,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let star = if facts.is_running() { "*" } else { "" };
    let name = if facts.settings.name.is_empty() {
        say!("status-session")
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
    if elsewhere > 0 {
        // Here and in so many other terminals.
        let text = format!(" ×{}", elsewhere + 1);
        spans.push(Span::styled(text, theme.style(Role::Info)));
    }
    if facts.is_frozen() {
        spans.push(Span::styled(say!("status-ended"), theme.style(Role::Err)));
    } else if facts.last_error.is_some() && !facts.is_running() {
        spans.push(Span::styled(say!("status-error"), theme.style(Role::Err)));
    }
    spans.push(Span::raw(" "));
    spans
}
