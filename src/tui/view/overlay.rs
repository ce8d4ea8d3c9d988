//! Boxes over the panes: pickers, help, interrupted sessions.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::super::app::App;
use super::super::hints::with_keys;
use super::super::keymap::{Action, Context, Keymap};
use super::super::overlay::full_text::FullText;
use super::super::overlay::{Item, Overlay, Picker};
use super::super::pointer::TextPlace;
use super::super::select::{draw_cursor, draw_picked};
use super::super::theme::{Role, Theme};
use super::super::widget::boxed::{box_in, inside};
use super::super::widget::row::TextStyle;
use super::super::widget::wrap::wrap_text;
use super::{cut_line, line, text_over, two_ends};
use client::text::width_of;
use l10n::say;
use protocol::ids::SessionId;

/// Most columns of a box.
pub(super) const BOX_WIDTH: u16 = 110;
/// Most rows of a box.
const BOX_HEIGHT: u16 = 24;

/// Columns of the box about interrupted sessions.
const INTERRUPTED_WIDTH: u16 = 76;

/// Draws the overlay and returns the cursor position.
pub(super) fn draw(app: &App, buf: &mut Buffer) -> Option<Position> {
    match app.model.overlay.as_ref()? {
        Overlay::Picker(picker) => Some(draw_picker(picker, app, buf)),
        Overlay::Palette(palette) => {
            let keys = palette_keys(&app.keymap);
            crate::palette::draw(palette, &keys, buf.area, buf, &app.theme)
        }
        Overlay::Silent(silent) => {
            super::stall::draw(silent, app, buf);
            None
        }
        Overlay::Text(text) => {
            draw_text(text, app, buf);
            draw_selection(app, buf)
        }
        Overlay::Help(help) => {
            super::help::draw(help, app, buf);
            draw_selection(app, buf)
        }
        Overlay::Checkpoints(timeline) => timeline.draw(buf.area, buf, &app.theme),
        Overlay::Search(finder) => finder.draw(buf.area, buf, &app.theme),
        Overlay::Settings(settings) => settings.draw(buf.area, buf, &app.theme),
        Overlay::Sessions(list) => list.draw(buf.area, buf, &app.theme),
        Overlay::SessionForm(form) => form.draw(buf.area, buf, &app.theme),
        Overlay::Start(start) => {
            start.draw(buf.area, &app.start_screen_words(), buf, &app.theme);
            None
        }
        Overlay::Sure(sure) => {
            sure.draw(buf.area, buf, &app.theme);
            None
        }
        Overlay::KeyTest(test) => {
            let with_keys = |text: &str| with_keys(&app.keymap, text);
            test.draw(&app.model.findings, with_keys, buf.area, buf, &app.theme);
            None
        }
        Overlay::Figures(figures) => {
            figures.draw(buf.area, buf, &app.theme);
            None
        }
        Overlay::Rollback(dialog) => dialog.draw(buf.area, buf, &app.theme),
        Overlay::Interrupted(sessions) => {
            draw_interrupted(sessions, app, buf);
            None
        }
    }
}

/// Draws the selection in the overlay; returns the position of select mode's cursor.
fn draw_selection(app: &App, buf: &mut Buffer) -> Option<Position> {
    let pointer = &app.model.pointer;
    let selected = pointer
        .selected
        .filter(|one| one.place == TextPlace::Overlay);
    let selecting = pointer.selecting.filter(|_| app.selects());
    if selected.is_none() && selecting.is_none() {
        return None;
    }
    let (area, page) = text_over(app)?;
    if let Some(selected) = selected {
        draw_picked(&page, &selected.picked, area, buf, &app.theme);
    }
    selecting.and_then(|selecting| draw_cursor(&page, selecting.spot, area))
}

/// Draws a box in the middle of the screen; returns the area inside its frame.
pub(super) fn frame(title: &str, width: u16, height: u16, theme: &Theme, buf: &mut Buffer) -> Rect {
    let whole = buf.area;
    let height = height.min(whole.height.saturating_sub(2));
    box_in(whole, (width, height), title, buf, theme)
}

/// Returns one row of an area.
pub(super) fn row(area: Rect, index: u16) -> Rect {
    if index >= area.height {
        return Rect { height: 0, ..area };
    }
    Rect {
        y: area.y + index,
        height: 1,
        ..area
    }
}

fn draw_picker(picker: &Picker, app: &App, buf: &mut Buffer) -> Position {
    let theme = &app.theme;
    let inner = frame(
        picker.title,
        BOX_WIDTH,
        BOX_HEIGHT.min(buf.area.height * 2 / 3),
        theme,
        buf,
    );
    let muted = theme.style(Role::FgMuted);
    let question = [
        Span::styled("> ", theme.style(Role::Accent)),
        Span::styled(super::plain(picker.filter.text()), theme.style(Role::Fg)),
    ];
    line(buf, inner, &question);
    let before = width_of(&super::plain(picker.filter.before_cursor()));
    let column = u16::try_from(2 + before).unwrap_or(u16::MAX);
    let cursor = inner.x.saturating_add(column);
    let problems = u16::try_from(picker.problems.len())
        .unwrap_or(u16::MAX)
        .min(3);
    let rows = inner.height.saturating_sub(4 + problems);
    let found: Vec<&Item> = picker.rows().collect();
    if found.is_empty() {
        cut_line(
            buf,
            row(inner, 2),
            &[Span::styled(picker.empty.clone(), muted)],
        );
    }
    let at = picker.chosen().map_or(0, |_| picker.selected() + 1);
    let top = at.saturating_sub(usize::from(rows));
    for (index, item) in (0..rows).zip(found.iter().skip(top)) {
        let selected = usize::from(index) + top == picker.selected();
        draw_item(item, selected, row(inner, index + 2), theme, buf);
    }
    let below = rows + 2;
    for (index, problem) in (0..problems).zip(&picker.problems) {
        let text = super::plain(problem);
        cut_line(
            buf,
            row(inner, below + index),
            &[Span::styled(text, theme.style(Role::Warn))],
        );
    }
    let count = say!(
        "overlay-found",
        found = found.len(),
        total = picker.total(),
        keys = picker_keys(&app.keymap)
    );
    let last = row(inner, inner.height.saturating_sub(1));
    cut_line(buf, last, &[Span::styled(count, muted)]);
    Position::new(cursor.min(inner.right().saturating_sub(1)), inner.y)
}

/// Returns the row of a picker at a screen position.
pub(crate) fn picker_row_at(picker: &Picker, whole: Rect, at: Position) -> Option<usize> {
    let height = BOX_HEIGHT
        .min(whole.height * 2 / 3)
        .min(whole.height.saturating_sub(2));
    let inner = inside(whole, (BOX_WIDTH, height));
    let problems = u16::try_from(picker.problems.len())
        .unwrap_or(u16::MAX)
        .min(3);
    let rows = inner.height.saturating_sub(4 + problems);
    let row = at.y.checked_sub(inner.y + 2)?;
    let selected = picker.chosen().map_or(0, |_| picker.selected() + 1);
    let top = selected.saturating_sub(usize::from(rows));
    (inner.contains(at) && row < rows).then(|| top + usize::from(row))
}

/// Returns `Enter run  Tab argument  Ctrl+N/P move  Esc close`, with the keys bound
/// to these actions.
fn palette_keys(keymap: &Keymap) -> String {
    let key = |action| keymap.key_for(&[Context::Picker], action);
    let words = [
        (key(Action::PickerRun), say!("palette-run")),
        (key(Action::PickerComplete), say!("palette-argument")),
        (moving_keys(keymap), say!("overlay-move")),
        (key(Action::PickerClose), say!("overlay-close")),
    ];
    joined(words)
}

/// Returns `Enter take  Ctrl+N/P move  Esc close`, with the keys bound to these actions.
fn picker_keys(keymap: &Keymap) -> String {
    let key = |action| keymap.key_for(&[Context::Picker], action);
    joined([
        (key(Action::PickerRun), say!("overlay-take")),
        (moving_keys(keymap), say!("overlay-move")),
        (key(Action::PickerClose), say!("overlay-close")),
    ])
}

fn moving_keys(keymap: &Keymap) -> Option<String> {
    let key = |action| keymap.key_for(&[Context::Picker], action);
    match (key(Action::PickerNext)?, key(Action::PickerPrevious)?) {
        (next, previous) if (next.as_str(), previous.as_str()) == ("Down", "Up") => {
            Some("Ctrl+N/P".to_owned())
        }
        (next, previous) => Some(format!("{next} {previous}")),
    }
}

fn joined<const N: usize>(words: [(Option<String>, &str); N]) -> String {
    let words = words
        .into_iter()
        .filter_map(|(key, word)| Some(format!("{} {word}", key?)));
    words.collect::<Vec<_>>().join("  ")
}

fn draw_item(item: &Item, selected: bool, area: Rect, theme: &Theme, buf: &mut Buffer) {
    let (mark, style) = if selected {
        buf.set_style(area, theme.style(Role::BgSel));
        ("> ", theme.style(Role::Accent))
    } else {
        ("  ", theme.style(Role::Fg))
    };
    let left = [Span::styled(
        format!("{mark}{}", super::plain(&item.label)),
        style,
    )];
    let right = [Span::styled(
        format!("  {}", super::plain(&item.detail)),
        theme.style(Role::FgMuted),
    )];
    two_ends(buf, area, &left, &right);
}

/// Draws which part of a text is visible, and the keys that scroll.
pub(super) fn scrolled(place: &str, closes: &str, area: Rect, theme: &Theme, buf: &mut Buffer) {
    let long = say!("overlay-scroll-long", place, closes);
    let text = if width_of(&long) <= usize::from(area.width) {
        long
    } else {
        say!("overlay-scroll", place, closes)
    };
    line(buf, area, &[Span::styled(text, theme.style(Role::FgMuted))]);
}

fn draw_text(text: &FullText, app: &App, buf: &mut Buffer) {
    let theme = &app.theme;
    let (width, height) = (buf.area.width, buf.area.height.saturating_sub(2));
    let inner = frame(&super::plain(&text.title), width, height, theme, buf);
    let rows = usize::from(inner.height.saturating_sub(2));
    for (index, content) in (0..).zip(text.lines.iter().skip(text.top).take(rows)) {
        let style = match content.chars().next() {
            Some('+') => theme.style(Role::DiffAddFg),
            Some('-') => theme.style(Role::DiffDelFg),
            _ => theme.style(Role::Fg),
        };
        line(
            buf,
            row(inner, index),
            &[Span::styled(super::plain(content), style)],
        );
    }
    let (first, count) = (text.top + 1, text.lines.len());
    let place = format!("{first}-{} of {count}", (text.top + rows).min(count));
    let last = row(inner, inner.height.saturating_sub(1));
    scrolled(&place, say!("overlay-text-closes"), last, theme, buf);
}

fn draw_interrupted(sessions: &[(SessionId, String)], app: &App, buf: &mut Buffer) {
    let theme = &app.theme;
    let width = INTERRUPTED_WIDTH.min(buf.area.width.saturating_sub(2));
    let lines = wrap_text(
        say!("overlay-interrupted-text"),
        TextStyle::of(Role::Fg),
        usize::from(width.saturating_sub(4)),
    );
    let text_rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let height = u16::try_from(sessions.len())
        .unwrap_or(u16::MAX)
        .saturating_add(text_rows)
        .saturating_add(5);
    let inner = frame(say!("overlay-interrupted"), width, height, theme, buf);
    for (index, text) in (0..).zip(&lines) {
        line(
            buf,
            row(inner, index),
            &[Span::styled(text.plain(), theme.style(Role::Fg))],
        );
    }
    for (index, (_, name)) in (text_rows.saturating_add(1)..).zip(sessions) {
        let text = format!("  {}", super::plain(name));
        line(
            buf,
            row(inner, index),
            &[Span::styled(text, theme.style(Role::Warn))],
        );
    }
    let last = row(inner, inner.height.saturating_sub(1));
    line(
        buf,
        last,
        &[Span::styled(
            say!("overlay-proceed"),
            theme.style(Role::Accent),
        )],
    );
}
