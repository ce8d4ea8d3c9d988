//! Help: keys and their functions in columns, with facts about the terminal.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::Span;

use super::{Dialog, DialogContext, is_of_screen};
use crate::dialog::timeline::Timeline;
use crate::effect::Effect;
use crate::hints::{KeyHints, spoken_key, with_keys};
use crate::keymap::{Action, Binding, Context, Key, Origin};
use crate::select::Page;
use crate::theme::{Role, Theme};
use crate::view::{cut_line, line, plain, row};
use crate::widget::boxed::{box_in, inside};
use crate::widget::reading_view::{READING_HINTS, ReadingView};
use crate::widget::row::TextStyle;
use crate::widget::wrap::wrap_text;
use client::text::{fill_end, with_capital};
use client::vim::{EditorKeys, vim_help};
use l10n::{said, say};

/// Columns of the keys in help, if the text has room behind them.
const KEYS: u16 = 24;
/// Widths from which help uses two and three columns of keys and texts.
const HELP_COLUMNS: [u16; 2] = [80, 140];

#[derive(Debug)]
enum HelpRow {
    Head(&'static str),
    /// Keys and their function.
    Keys(String, String),
    /// A line about the terminal, or about the user's own keymap.
    Word(Role, String),
}

/// The keys of some contexts.
#[derive(Debug)]
pub struct Help {
    /// The explained contexts, the innermost first.
    contexts: Vec<Context>,
    /// How the terminal reports keys.
    reported: &'static str,
    rows: Vec<HelpRow>,
    /// The rows as drawn, and the part of them that is shown.
    view: ReadingView,
}

impl Help {
    pub fn new(contexts: Vec<Context>) -> Self {
        Self {
            contexts,
            reported: "",
            rows: Vec::new(),
            view: ReadingView::default(),
        }
    }
}

impl Dialog for Help {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(READING_HINTS)
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || action == Action::TogglePassthrough
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.view.act(action)
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        match key.code {
            KeyCode::Char('?') => vec![Effect::CloseDialog],
            _ => self.view.key(key),
        }
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.view.scroll(rows)
    }

    fn text(&self) -> Option<(Rect, &Page)> {
        Some((self.view.area, &self.view.page))
    }

    fn text_mut(&mut self) -> Option<&mut Page> {
        Some(&mut self.view.page)
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        let inner = inside(cx.area(), size(cx.area()));
        let area = Rect {
            y: inner.y + 2.min(inner.height),
            height: inner.height.saturating_sub(3),
            ..inner
        };
        let columns = columns_in(inner.width);
        let width = inner.width / columns;
        self.reported = cx.findings().protocol.word();
        self.rows = help_rows(&self.contexts, cx, usize::from(width.saturating_sub(1)));
        let page = Page {
            lines: self.rows.iter().map(|row| text_of(row, width)).collect(),
            top: self.view.page.top,
            rows: area.height,
            width,
            columns,
        };
        self.view = ReadingView { page, area };
        self.view.scroll(0);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let inner = box_in(whole, size(whole), say!("overlay-help"), buf, theme);
        let here = self.contexts.first().map_or("", |context| context.said());
        let head = say!("overlay-keys-here", here, reported = self.reported);
        let muted = theme.style(Role::FgMuted);
        line(buf, inner, &[Span::styled(head, muted)]);
        let page = &self.view.page;
        let height = usize::from(page.rows);
        let shown = self.rows.iter().skip(page.top).take(page.shown());
        for (index, content) in shown.enumerate() {
            let column = u16::try_from(index / height.max(1)).unwrap_or(0);
            let down = u16::try_from(index % height.max(1)).unwrap_or(0);
            let area = Rect {
                x: inner.x + column * page.width,
                width: page.width.saturating_sub(1),
                ..row(inner, down + 2)
            };
            draw_help_row(content, area, buf, theme);
        }
        let last = row(inner, inner.height.saturating_sub(1));
        let closes = say!("overlay-help-closes");
        self.view.draw_keys(closes, last, theme, buf);
        None
    }
}

fn draw_help_row(content: &HelpRow, area: Rect, buf: &mut Buffer, theme: &Theme) {
    let (keys, text) = match content {
        HelpRow::Head(head) => {
            let style = theme.style(Role::Fg).add_modifier(Modifier::BOLD);
            line(buf, area, &[Span::styled(with_capital(head), style)]);
            return;
        }
        HelpRow::Word(role, text) => {
            cut_line(buf, area, &[Span::styled(text.clone(), theme.style(*role))]);
            return;
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

/// Returns a row as drawn into a column of this width.
fn text_of(row: &HelpRow, width: u16) -> String {
    match row {
        HelpRow::Head(head) => with_capital(head),
        HelpRow::Word(_, text) => text.clone(),
        HelpRow::Keys(keys, text) => {
            let begin = words_column(usize::from(width.saturating_sub(1)));
            format!("{}{text}", fill_end(keys, begin))
        }
    }
}

/// Returns the rows of help: unused parts of the user's keymap, the keys of each context, and how
/// this terminal reports keys. Rows are as wide as `columns`; longer text takes several.
fn help_rows(contexts: &[Context], cx: &DialogContext<'_>, columns: usize) -> Vec<HelpRow> {
    let mut rows = Vec::new();
    let faults = cx.keymap_faults().iter().map(|fault| said(&fault.notice()));
    words(
        say!("overlay-not-used"),
        Role::Warn,
        faults,
        columns,
        &mut rows,
    );
    let leader = (!contexts.contains(&Context::Leader)).then_some(&Context::Leader);
    let mut typing = Vec::new();
    for (place, context) in contexts.iter().chain(leader).enumerate() {
        let inner = contexts.get(..place).unwrap_or_default();
        let found = keys_of(*context, inner, cx);
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
            if cx.editor_keys() != EditorKeys::Vim {
                let vim = say!("overlay-help-vim");
                rows.extend(keys_rows(&["/vim".to_owned()], vim, columns));
            }
        }
    }
    if contexts.contains(&Context::Editor) && cx.editor_keys() == EditorKeys::Vim {
        rows.push(HelpRow::Head(say!("vim-help-head")));
        let keys = vim_help().into_iter();
        rows.extend(keys.flat_map(|row| keys_rows(&[row.keys.to_owned()], row.text, columns)));
    }
    if !typing.is_empty() {
        // Keys that every line editor has come after those of the program.
        rows.push(HelpRow::Head(say!("overlay-help-typing")));
        rows.extend(typing);
    }
    let found = cx.findings().all().into_iter();
    let found = found.map(|one| with_keys(cx.keymap(), &one.text));
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
fn in_reach(binding: &Binding, inner: &[Context], cx: &DialogContext<'_>) -> Option<Binding> {
    let mut nearer = inner
        .iter()
        .flat_map(|context| cx.keymap().bindings(*context));
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
fn keys_of(
    context: Context,
    inner: &[Context],
    cx: &DialogContext<'_>,
) -> Vec<(Action, Vec<String>, String)> {
    let sends = |key: &Key| cx.findings().sends(key);
    let here = inner.first().copied().unwrap_or(context);
    let mut rows: Vec<(Action, Vec<String>, String)> = Vec::new();
    let bindings = cx.keymap().bindings(context);
    let useful = bindings.filter(|row| here != Context::Checkpoints || Timeline::takes(row.action));
    for binding in useful.filter_map(|binding| in_reach(binding, inner, cx)) {
        let binding = &binding;
        let Some(keys) = cx.keymap().sent_text(binding, sends) else {
            continue;
        };
        let keys = spoken_key(&keys);
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
        let lines = wrap_text(&plain(&text), TextStyle::of(role), columns.max(1));
        rows.extend(lines.iter().map(|line| HelpRow::Word(role, line.plain())));
    }
    if rows.len() == before + 1 {
        rows.truncate(before);
    }
}

/// Returns the number of columns of keys and texts in a box of this width.
fn columns_in(width: u16) -> u16 {
    let more = HELP_COLUMNS.iter().filter(|least| width >= **least);
    1 + u16::try_from(more.count()).unwrap_or(0)
}

/// Returns the size of the box: as wide as the screen, so that no pieces of the screen beneath
/// show.
fn size(whole: Rect) -> (u16, u16) {
    (whole.width, whole.height.saturating_sub(2))
}

/// Returns the column of the texts behind the keys, in an area of `columns` columns, so
/// that they align.
fn words_column(columns: usize) -> usize {
    usize::from(KEYS).min(columns * 2 / 5)
}
