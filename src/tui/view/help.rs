//! Help: keys and their functions in columns, with facts about the terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::super::app::App;
use super::super::hints::with_keys;
use super::super::keymap::{Action, Binding, Context, Key, Origin};
use super::super::layout::LEAST_WIDTH;
use super::super::overlay::Help;
use super::super::theme::Role;
use super::super::timeline::Timeline;
use super::super::widget::boxed::inside;
use super::super::widget::row::TextStyle;
use super::super::widget::wrap::wrap_text;
use super::overlay::{frame, row, scrolled};
use super::{cut_line, line};
use l10n::{said, say};

/// Columns of the keys in help, if the text has room behind them.
const KEYS: u16 = 24;
/// Widths from which help uses two and three columns of keys and texts.
const HELP_COLUMNS: [u16; 2] = [LEAST_WIDTH + 20, 140];

pub(super) enum HelpRow {
    Head(&'static str),
    /// Keys and their function.
    Keys(String, String),
    /// A line about the terminal, or about the user's own keymap.
    Word(Role, String),
}

/// Returns the rows of help: unused parts of the user's keymap, the keys of each context, and how
/// this terminal reports keys. Rows are as wide as `columns`; longer text takes several.
pub(super) fn help_rows(help: &Help, app: &App, columns: usize) -> Vec<HelpRow> {
    let mut rows = Vec::new();
    let faults = app.faults.iter().map(|fault| said(&fault.notice()));
    words(
        say!("overlay-not-used"),
        Role::Warn,
        faults,
        columns,
        &mut rows,
    );
    let leader = (!help.contexts.contains(&Context::Leader)).then_some(&Context::Leader);
    let mut typing = Vec::new();
    for (place, context) in help.contexts.iter().chain(leader).enumerate() {
        let inner = help.contexts.get(..place).unwrap_or_default();
        let found = keys_of(*context, inner, app);
        if found.is_empty() {
            continue;
        }
        rows.push(HelpRow::Head(context.said()));
        for (action, keys, text) in found {
            let shown = keys_rows(&keys, &text, columns);
            if *context == Context::Editor && action.is_typing() {
                typing.extend(shown);
            } else {
                rows.extend(shown);
            }
        }
        if *context == Context::Editor {
            let help = say!("overlay-help-empty-draft");
            rows.extend(keys_rows(&["?".to_owned()], help, columns));
        }
    }
    if !typing.is_empty() {
        // Keys that every line editor has come after those of the program.
        rows.push(HelpRow::Head(say!("overlay-help-typing")));
        rows.extend(typing);
    }
    let found = app.model.findings.all().into_iter();
    let found = found.map(|one| with_keys(&app.keymap, &one.text));
    words(
        say!("overlay-terminal"),
        Role::FgMuted,
        found,
        columns,
        &mut rows,
    );
    rows
}

/// Returns the row without the keys that an inner context binds; `None` if none is left.
fn in_reach(binding: &Binding, inner: &[Context], app: &App) -> Option<Binding> {
    let mut nearer = inner
        .iter()
        .flat_map(|context| app.keymap.bindings(*context));
    let taken: Vec<&String> = nearer.by_ref().flat_map(|row| &row.keys).collect();
    let mut binding = binding.clone();
    let had_keys = !binding.keys.is_empty();
    if binding.context != Context::Leader {
        binding.keys.retain(|key| !taken.contains(&key));
    }
    (!had_keys || !binding.keys.is_empty()).then_some(binding)
}

/// Returns the key functions of a context: each function once, with all its keys that the
/// terminal sends and that no inner context binds. Functions without effect in the innermost
/// context have no row.
fn keys_of(context: Context, inner: &[Context], app: &App) -> Vec<(Action, Vec<String>, String)> {
    let sends = |key: &Key| app.model.findings.sends(key);
    let here = inner.first().copied().unwrap_or(context);
    let mut rows: Vec<(Action, Vec<String>, String)> = Vec::new();
    let bindings = app.keymap.bindings(context);
    let useful = bindings.filter(|row| here != Context::Checkpoints || Timeline::takes(row.action));
    for binding in useful.filter_map(|binding| in_reach(binding, inner, app)) {
        let binding = &binding;
        let Some(keys) = app.keymap.sent_text(binding, sends) else {
            continue;
        };
        let text = match binding.origin {
            Origin::Own => say!("overlay-yours", text = binding.said()),
            Origin::Shipped => binding.said().to_owned(),
        };
        let same = |(action, _, said): &&mut (Action, Vec<String>, String)| {
            *action == binding.action && *said == text
        };
        match rows.iter_mut().find(same) {
            Some((_, known, _)) if known.contains(&keys) => {}
            Some((_, known, _)) => known.push(keys),
            None => rows.push((binding.action, vec![keys], text)),
        }
    }
    rows
}

/// Lays keys and text out in columns: keys that have no room beside each other stand below each
/// other, and so does the text.
fn keys_rows(keys: &[String], text: &str, columns: usize) -> Vec<HelpRow> {
    let at = words_column(columns);
    let lines = |text: &str, columns: usize| -> Vec<String> {
        let rows = wrap_text(text, TextStyle::default(), columns.max(1));
        rows.iter()
            .map(|row| row.plain().trim_end().to_owned())
            .collect()
    };
    let keys = lines(&keys.join(" "), at.saturating_sub(2));
    let text = lines(text, columns.saturating_sub(at));
    let line = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    let count = keys.len().max(text.len());
    let rows = (0..count).map(|row| HelpRow::Keys(line(&keys, row), line(&text, row)));
    rows.collect()
}

fn words(
    head: &'static str,
    role: Role,
    texts: impl Iterator<Item = String>,
    columns: usize,
    rows: &mut Vec<HelpRow>,
) {
    let before = rows.len();
    rows.push(HelpRow::Head(head));
    for text in texts {
        let lines = wrap_text(&super::plain(&text), TextStyle::of(role), columns.max(1));
        rows.extend(lines.iter().map(|line| HelpRow::Word(role, line.plain())));
    }
    if rows.len() == before + 1 {
        rows.truncate(before);
    }
}

pub(super) fn help_columns(width: u16) -> u16 {
    let more = HELP_COLUMNS.iter().filter(|least| width >= **least);
    1 + u16::try_from(more.count()).unwrap_or(0)
}

/// Returns the size of the help box: as wide as the screen, so that no pieces of the
/// screen beneath show.
pub(super) fn help_size(width: u16, height: u16) -> (u16, u16) {
    (width, height.saturating_sub(2))
}

/// Returns the last row at which help can begin.
pub(crate) fn help_end(help: &Help, app: &App) -> usize {
    let (width, height) = app.size();
    let inner = inside(Rect::new(0, 0, width, height), help_size(width, height));
    let columns = help_columns(inner.width);
    let shown = usize::from(inner.height.saturating_sub(3)) * usize::from(columns);
    let width = usize::from((inner.width / columns).saturating_sub(1));
    help_rows(help, app, width).len().saturating_sub(shown)
}

pub(super) fn draw(help: &Help, app: &App, buf: &mut Buffer) {
    let theme = &app.theme;
    let (width, height) = help_size(buf.area.width, buf.area.height);
    let inner = frame(say!("overlay-help"), width, height, theme, buf);
    let here = help.contexts.first().map_or("", |context| context.said());
    let head = say!(
        "overlay-keys-here",
        here,
        reported = app.model.findings.protocol.word()
    );
    line(
        buf,
        inner,
        &[Span::styled(head, theme.style(Role::FgMuted))],
    );
    let height = usize::from(inner.height.saturating_sub(3));
    let columns = help_columns(inner.width);
    let rows = help_rows(
        help,
        app,
        usize::from((inner.width / columns).saturating_sub(1)),
    );
    let shown = height * usize::from(columns);
    let top = help.top.min(rows.len().saturating_sub(shown));
    let width = inner.width / columns;
    for (index, content) in rows.iter().skip(top).take(shown).enumerate() {
        let column = u16::try_from(index / height.max(1)).unwrap_or(0);
        let down = u16::try_from(index % height.max(1)).unwrap_or(0);
        let area = Rect {
            x: inner.x + column * width,
            width: width.saturating_sub(1),
            ..row(inner, down + 2)
        };
        let (keys, text) = match content {
            HelpRow::Head(head) => {
                let style = theme.style(Role::FgMuted);
                line(buf, area, &[Span::styled(head.to_uppercase(), style)]);
                continue;
            }
            HelpRow::Word(role, text) => {
                cut_line(buf, area, &[Span::styled(text.clone(), theme.style(*role))]);
                continue;
            }
            HelpRow::Keys(keys, text) => (keys, text),
        };
        let style = theme.style(Role::Accent);
        line(buf, area, &[Span::styled(keys.clone(), style)]);
        let before = u16::try_from(words_column(usize::from(area.width))).unwrap_or(0);
        let rest = Rect {
            x: area.x + before.min(area.width),
            width: area.width.saturating_sub(before),
            ..area
        };
        let words = [Span::styled(text.clone(), theme.style(Role::Fg))];
        cut_line(buf, rest, &words);
    }
    let last = row(inner, inner.height.saturating_sub(1));
    let place = say!(
        "overlay-place",
        first = top + 1,
        last = (top + shown).min(rows.len()),
        all = rows.len()
    );
    scrolled(&place, say!("overlay-help-closes"), last, theme, buf);
}

/// Returns the column of the texts behind the keys, in an area of `columns` columns, so
/// that they align.
pub(super) fn words_column(columns: usize) -> usize {
    usize::from(KEYS).min(columns * 2 / 5)
}
