//! Text of the tab row and the status line.
//!
//! Pure function of the facts; returns spans, draws nothing. No clock: nothing here
//! changes by itself.

use ratatui::style::Style;
use ratatui::text::Span;

use super::index_status::Indexed;
use super::theme::{Role, Theme};
use client::phrases::session::{self as phrases, ProviderName, session_name};
use client::text::{truncate, width_of};
use l10n::{money, say, tenths};
use protocol::approval::Mode;
use protocol::query::GitFacts;
use session::SessionFacts;

/// Maximum columns of a session's name in the tab row.
const TAB_NAME: usize = 24;

/// Minimum width for the full status line.
const WIDE: u16 = 120;

/// Minimum width for a status line without abbreviations.
const MEDIUM: u16 = 60;

/// `main*+3`: the branch, a star if anything changed, and the commits ahead and behind.
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

/// Returns the style of a mode's name.
pub fn mode_style(mode: Mode, theme: &Theme) -> Style {
    match mode {
        Mode::Plan => theme.style(Role::ModePlan),
        Mode::Review | Mode::Confirm => theme.style(Role::ModeAsk),
        Mode::Auto | Mode::AcceptEdits => theme.style(Role::Warn),
        Mode::Passthrough => theme
            .style(Role::ModeAutoBg)
            .patch(theme.style(Role::ModeAutoFg)),
    }
}

/// Status line data from outside the session.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings<'a> {
    /// Number of open questions in all sessions.
    pub waiting: usize,
    /// Numbers of undecided hunks and of all hunks, if any are undecided.
    pub review: Option<(u32, u32)>,
    /// State of the index, if it is worth showing.
    pub index: Option<Indexed>,
    /// Number of items of the memory that wait for the user.
    pub memory: u64,
    /// The process that owns the workspace, if this screen is attached to it.
    pub attached_to: Option<u32>,
    /// Whether nothing is stored when the program ends.
    pub in_memory: bool,
    /// The key that ends passthrough, while it is on.
    pub passthrough_key: Option<&'a str>,
}

/// Amount of detail about the session in the left part, most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StatusDetail {
    /// The agent and the model, which are never left out; if they do not fit, drawing cuts them.
    Model,
    Context,
    Cost,
    /// The provider, the tokens and the checkpoint.
    All,
}

impl StatusDetail {
    const MOST_FIRST: [Self; 4] = [Self::All, Self::Cost, Self::Context, Self::Model];
}

/// Returns the left and right part of the status line. A narrow line drops details of the session
/// before it cuts a word.
pub fn status_line(
    facts: &SessionFacts,
    around: Surroundings<'_>,
    width: u16,
    theme: &Theme,
) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let wide = width >= WIDE;
    let right = right_part(facts, around, width, theme);
    // One column separates the two parts.
    let room = usize::from(width).saturating_sub(columns_of(&right) + 1);
    let least = left_part(facts, around, StatusDetail::Model, theme);
    let left = StatusDetail::MOST_FIRST
        .into_iter()
        .filter(|detail| wide || *detail != StatusDetail::All)
        .map(|detail| left_part(facts, around, detail, theme))
        .find(|left| columns_of(left) <= room);
    (left.unwrap_or(least), right)
}

fn columns_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(|span| width_of(&span.content)).sum()
}

/// ` review · build · qwen3 · ctx 14 %`
fn left_part(
    facts: &SessionFacts,
    around: Surroundings<'_>,
    detail: StatusDetail,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let mut parts = vec![
        facts.settings.agent.clone(),
        model_words(facts, detail == StatusDetail::All),
    ];
    if detail >= StatusDetail::Context {
        parts.push(context_words(facts));
    }
    if detail == StatusDetail::Cost {
        parts.push(cost_words(facts));
    }
    if detail == StatusDetail::All {
        parts.push(usage_words(facts));
        parts.push(match facts.checkpoint {
            Some(number) => say!("status-checkpoint", number),
            None => String::new(),
        });
    }
    let mode = facts.policy.mode;
    let mut left = vec![
        Span::raw(" "),
        Span::styled(mode_word(mode), mode_style(mode, theme)),
    ];
    if let Some(key) = around.passthrough_key {
        let words = say!("status-passthrough-ends", key);
        left.push(Span::styled(
            format!(" {words}"),
            theme.style(Role::FgMuted),
        ));
    }
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        left.push(Span::styled(" · ", theme.style(Role::Border)));
        left.push(Span::styled(part, theme.style(Role::Fg)));
    }
    left
}

/// Returns the name of a mode; in capitals where the agent acts without being asked.
fn mode_word(mode: Mode) -> String {
    match mode {
        Mode::Passthrough => mode.word().to_uppercase(),
        _ => mode.word().to_owned(),
    }
}

fn right_part(
    facts: &SessionFacts,
    around: Surroundings<'_>,
    width: u16,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let wide = width >= WIDE;
    let muted = theme.style(Role::FgMuted);
    let warn = theme.style(Role::Warn);
    let mut parts = Vec::new();
    if let Some(sandbox) = facts.sandbox.as_ref().filter(|one| one.is_weaker()) {
        let words = say!("status-sandbox", word = sandbox.rung.word());
        parts.push(Span::styled(words, warn));
    }
    if let Some(index) = around.index {
        parts.push(Span::styled(index.words(), muted));
    }
    if around.memory > 0 {
        let text = if wide {
            say!("status-memory", number = around.memory)
        } else {
            say!("status-memory-short", number = around.memory)
        };
        parts.push(Span::styled(text, muted));
    }
    if let Some((open, all)) = around.review {
        let text = match width {
            WIDE.. if open < all => say!("status-review", open, all),
            MEDIUM.. => say!("status-to-review", open),
            _ => say!("status-review-short", open),
        };
        parts.push(Span::styled(text, theme.style(Role::Fg)));
    }
    if let Some(owner) = around.attached_to {
        let text = if wide {
            say!("status-attached-to", owner)
        } else {
            say!("status-attached").to_owned()
        };
        parts.push(Span::styled(text, muted));
    }
    if around.in_memory {
        parts.push(Span::styled(say!("status-in-memory"), warn));
    }
    if around.waiting > 0 {
        let word = if wide {
            say!("status-waiting")
        } else {
            say!("status-waiting-short")
        };
        let text = format!("{} {word}", around.waiting);
        parts.push(Span::styled(text, warn));
    }
    let mut right = Vec::new();
    for part in parts {
        if !right.is_empty() {
            right.push(Span::raw("  "));
        }
        right.push(part);
    }
    right.push(Span::raw(" "));
    right
}

fn model_words(facts: &SessionFacts, wide: bool) -> String {
    let provider = if wide {
        ProviderName::Shown
    } else {
        ProviderName::Hidden
    };
    match phrases::model_words(&facts.settings, provider) {
        none if none.is_empty() => say!("status-no-model").to_owned(),
        words => words,
    }
}

fn context_words(facts: &SessionFacts) -> String {
    let Some(window) = facts.window.filter(|window| window.limit > 0) else {
        return String::new();
    };
    let percent = window.used.saturating_mul(100) / window.limit;
    let about = if window.estimated { "~" } else { "" };
    say!("status-context", about, percent)
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

/// Returns the cost if it is known and not zero: an unknown cost is never shown as `$0.00`; `/cost`
/// says that it is unknown. A `+` marks a cost to which unpriced usage was added.
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

/// Returns the text after a session's name above its window: `  running  41%  ollama/qwen3`.
pub fn window_words(facts: &SessionFacts) -> String {
    let parts = [
        say!("status-word", status = facts.status.word()),
        context_words(facts),
        cost_words(facts),
        model_words(facts, true),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("  {}", parts.join("  "))
}

/// Returns the note after the tabs about live sessions without a tab: ` +2 !1`, or nothing.
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

/// Returns one tab: `[1 name*]`, ` 3 name !2`; a tab that another terminal shows too
/// ends with `×2`.
pub fn tab(
    number: usize,
    facts: &SessionFacts,
    is_current: bool,
    elsewhere: usize,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let star = if facts.is_running() { "*" } else { "" };
    let name = truncate(session_name(&facts.settings), TAB_NAME);
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
    if !facts.questions.is_empty() && !is_current {
        spans.push(Span::styled(
            format!(" !{}", facts.questions.len()),
            theme.style(Role::Warn),
        ));
    }
    if elsewhere > 0 {
        // Counts this terminal and the others.
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
