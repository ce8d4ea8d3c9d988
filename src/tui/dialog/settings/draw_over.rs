//! Draws the dialogs over a page of the settings: a typed value, an API key, a choice, the wizards.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::capture::Capture;
use super::choose::Chooser;
use super::draw::Parts;
use super::field::{KeyField, Line};
use super::form::Form;
use super::form_step::Step as FormStep;
use super::page::fact;
use super::pick::ValuePicker;
use super::provider_rows::state;
use super::setup::{ProviderWizard, Step};
use super::{PageDialog, Settings, sample};
use crate::theme::{Role, Theme};
use crate::widget::list_view::{ListView, marked};
use crate::widget::picker::Picker;
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::text_field::{TextField, cursor_at};
use crate::widget::wrap::{wrap_entries, wrap_text};
use client::settings::ConnectionState;
use client::text::{pad_end, truncate, visible, width_of};
use l10n::say;
use protocol::catalogue::{KeyPlace, KeySource};

/// Maximum number of characters of an API key that are each shown as a mark.
const MARKS: usize = 24;

impl Settings {
    /// Draws the dialog over the page. Returns `None` if the page stays visible, else
    /// the cursor position.
    #[expect(
        clippy::option_option,
        reason = "whether the page is covered, and whether there is a cursor"
    )]
    pub(super) fn draw_over(
        &self,
        parts: &Parts,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Option<Position>> {
        match self.over.as_ref()? {
            PageDialog::Line(line) => {
                let (above, below) = split(parts.page, 4);
                self.draw_page(above, buf, theme);
                Some(draw_line(line, below, buf, theme))
            }
            PageDialog::Key(field) => {
                let (above, below) = split(parts.page, 4);
                self.draw_page(above, buf, theme);
                Some(draw_key(field, below, buf, theme))
            }
            PageDialog::Choose(chooser) => Some(draw_choice(chooser, parts.page, buf, theme)),
            PageDialog::Pick(pick) => Some(draw_pick(pick, parts.page, buf, theme)),
            PageDialog::Capture(capture) => {
                let rows = capture_rows(capture, usize::from(parts.page.width));
                let (above, below) = split(parts.page, rows.len());
                self.draw_page(above, buf, theme);
                draw_rows(&rows, below, buf, theme);
                let column = width_of(&capture.label()) + 1 + width_of(&capture.pressed());
                Some(cursor_at(below, 1, column))
            }
            PageDialog::Form(form) => Some(draw_form(form, parts.page, buf, theme)),
            PageDialog::Setup(setup) => Some(self.draw_setup(setup, parts.page, buf, theme)),
            PageDialog::Ask(_) => {
                let (words, keys) = self.question()?;
                let width = usize::from(parts.page.width);
                let mut rows = wrap_text(&words, TextStyle::of(Role::Warn), width);
                rows.extend(wrap_entries(keys, TextStyle::of(Role::Accent), width));
                let (above, below) = split(parts.page, rows.len());
                self.draw_page(above, buf, theme);
                draw_rows(&rows, below, buf, theme);
                Some(None)
            }
        }
    }

    fn draw_setup(
        &self,
        setup: &ProviderWizard,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let width = usize::from(area.width);
        draw_rows(&[setup_head(setup, width)], area, buf, theme);
        let (_, body) = split(area, usize::from(area.height.saturating_sub(2)));
        match setup.step {
            Step::Address => {
                let words = say!("settings-address-words");
                let rows = wrap_text(words, TextStyle::default(), width);
                draw_rows(&rows, body, buf, theme);
                let (_, below) = split(body, usize::from(body.height).saturating_sub(rows.len()));
                draw_line(&setup.address, below, buf, theme)
            }
            Step::Key => {
                let words = match &setup.has {
                    Some(KeySource::Environment { variable }) => {
                        say!("settings-key-in-variable", variable)
                    }
                    Some(from) => say!("settings-has-key", from = from.notice()),
                    None if setup.needs_no_key() => say!("settings-needs-no-key").to_owned(),
                    None => say!("settings-copy-key", provider = setup.provider),
                };
                let rows = wrap_text(&words, TextStyle::default(), width);
                draw_rows(&rows, body, buf, theme);
                let (_, below) = split(
                    body,
                    usize::from(body.height).saturating_sub(rows.len() + 1),
                );
                draw_key(&setup.key, below, buf, theme)
            }
            Step::Test => {
                self.draw_test(setup, body, buf, theme);
                None
            }
            Step::Model if setup.models.has_models() => {
                draw_choice(&setup.models, body, buf, theme)
            }
            Step::Model => {
                let words = say!("settings-no-model-kept");
                let mut rows = wrap_text(words, TextStyle::default(), width);
                let about = visible(&setup.models.about);
                rows.extend(wrap_text(&about, TextStyle::of(Role::Info), width));
                draw_rows(&rows, body, buf, theme);
                None
            }
            Step::Done => {
                let key = match (setup.has_key(), setup.key.place) {
                    (true, KeyPlace::File) => {
                        say!("settings-key-entered-file")
                    }
                    (true, KeyPlace::Keyring) => say!("settings-key-entered-keyring"),
                    (false, _) => say!("settings-stays"),
                };
                let keys = say!("settings-summary-keys");
                let address = setup.address_words();
                let mut rows: Vec<Row> = address
                    .map(|url| fact(say!("settings-fact-address"), url, width))
                    .into_iter()
                    .collect();
                rows.extend([
                    fact(say!("settings-fact-key"), key, width),
                    fact(
                        say!("settings-fact-default-model"),
                        &setup.chosen_words(),
                        width,
                    ),
                ]);
                if let (Some(KeySource::Environment { variable }), true) =
                    (&setup.has, setup.has_key())
                {
                    let words = say!("settings-key-behind-variable", variable);
                    rows.extend(wrap_text(&words, TextStyle::of(Role::Warn), width));
                }
                rows.push(Row::default());
                rows.extend(wrap_entries(keys, TextStyle::of(Role::FgMuted), width));
                draw_rows(&rows, body, buf, theme);
                None
            }
        }
    }

    fn draw_test(&self, setup: &ProviderWizard, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let width = usize::from(area.width);
        let Some(provider) = self.shown.provider(&setup.provider) else {
            return;
        };
        let test = self.jobs.tests.get(&setup.provider);
        let (words, role) = state(provider, test);
        let words = match test {
            Some(ConnectionState::Asking) => say!("settings-asking-ten").to_owned(),
            _ => words,
        };
        let mut rows = wrap_text(&visible(&words), TextStyle::of(role), width);
        rows.push(Row::default());
        let keys = say!("settings-test-keys");
        rows.extend(wrap_entries(keys, TextStyle::of(Role::FgMuted), width));
        draw_rows(&rows, area, buf, theme);
    }
}

/// `SET UP openai   1 key   2 test   3 model   4 done`; if that does not fit, only
/// the current step.
fn setup_head(setup: &ProviderWizard, width: usize) -> Row {
    let lead = say!("settings-set-up", provider = visible(&setup.provider));
    let mut head = Row::text(lead.clone(), TextStyle::of(Role::Accent));
    let mut short = Row::text(lead, TextStyle::of(Role::Accent));
    let steps = setup.steps();
    for (number, (step, word)) in (1..).zip(&steps) {
        let (mark, look) = if *step == setup.step {
            ('>', TextStyle::of(Role::Accent))
        } else {
            (' ', TextStyle::of(Role::FgMuted))
        };
        head.push(&format!("  {mark}{number} {word}"), look);
        if *step == setup.step {
            short.push(
                &say!("settings-step-of", number, all = steps.len(), word),
                look,
            );
        }
    }
    if head.width() <= width { head } else { short }
}

/// Splits an area into `below` rows at the bottom and the rest above.
fn split(area: Rect, below: usize) -> (Rect, Rect) {
    let below = u16::try_from(below).unwrap_or(u16::MAX).min(area.height);
    let above = Rect {
        height: area.height - below,
        ..area
    };
    let below = Rect {
        y: above.bottom(),
        height: below,
        ..area
    };
    (above, below)
}

/// Draws a label, a text with its cursor visible, and its error or a hint about valid values.
fn draw_line(line: &Line, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
    let (row, column) = TextField::new(&line.label(), &line.text).row(usize::from(area.width));
    let (words, role) = match &line.problem {
        Some(problem) => (problem.clone(), Role::Err),
        None => (line.hint(), Role::FgMuted),
    };
    let mut rows = vec![Row::default(), row];
    let width = usize::from(area.width);
    rows.extend(wrap_text(&visible(&words), TextStyle::of(role), width));
    draw_rows(&rows, area, buf, theme);
    cursor_at(area, 1, column)
}

/// Draws the field for an API key: shows only the number of characters typed.
fn draw_key(field: &KeyField, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
    let width = usize::from(area.width);
    let letters = field.typed.letters();
    let label = say!("settings-key-of", provider = field.provider);
    let mut row = Row::text(&label, TextStyle::of(Role::Accent));
    let marks = "•".repeat(letters.min(MARKS));
    row.push(&marks, TextStyle::default());
    if letters > MARKS {
        row.push(
            &say!("settings-letters", letters),
            TextStyle::of(Role::FgMuted),
        );
    }
    let mut place = Row::text(say!("settings-kept-in"), TextStyle::of(Role::FgMuted));
    place.push(field.place_words(), TextStyle::default());
    place.push(say!("settings-tab-changes"), TextStyle::of(Role::FgMuted));
    let last = match &field.problem {
        Some(problem) => (problem.as_str(), Role::Err),
        None => (say!("settings-key-keys"), Role::FgMuted),
    };
    let last = Row::text(truncate(&visible(last.0), width), TextStyle::of(last.1));
    draw_rows(&[Row::default(), row, place, last], area, buf, theme);
    cursor_at(area, 1, width_of(&label) + letters.min(MARKS))
}

/// Returns rows for the captured keys, the error or note about them, and the keys that
/// cannot be captured.
fn capture_rows(capture: &Capture, width: usize) -> Vec<Row> {
    let mut row = Row::text(capture.label(), TextStyle::of(Role::Accent));
    row.push(&format!(" {}", capture.pressed()), TextStyle::default());
    let mut rows = vec![Row::default(), row];
    let words = match (&capture.problem, &capture.note) {
        (Some(problem), _) => Some((problem, Role::Err)),
        (None, Some(remark)) => Some((remark, Role::Warn)),
        (None, None) => None,
    };
    if let Some((words, role)) = words {
        rows.extend(wrap_text(&visible(words), TextStyle::of(role), width));
    }
    let hint = say!("settings-keys-hint");
    rows.extend(wrap_text(hint, TextStyle::of(Role::FgMuted), width));
    rows
}

/// Draws the values, with a sample below them that shows the effect of the choice.
fn draw_pick(pick: &ValuePicker, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
    let width = usize::from(area.width);
    let rest = usize::from(area.height.saturating_sub(2));
    let values = pick.list.rows().count().max(1);
    // The values take precedence; the sample gets what they leave, but at least half.
    let below = match rest.saturating_sub(values).max(rest / 2) {
        room if room > sample::ROWS && pick.is_shown => sample::ROWS + 1,
        _ => 0,
    };
    let (label, name) = (format!("{}: ", pick.key), (width / 3).clamp(12, 24));
    let (list, _) = split(area, below + 1);
    let cursor = draw_picker(&pick.list, (&label, name), list, buf, theme);
    let (_, foot) = split(area, below + 1);
    if below > 0 {
        draw_rows(&sample::sample(width), foot, buf, theme);
    }
    let (_, last) = split(area, 1);
    let keys = if pick.is_shown {
        say!("settings-pick-keys")
    } else {
        say!("settings-pick-unseen-keys")
    };
    let keys = Row::text(truncate(keys, width), TextStyle::of(Role::FgMuted));
    draw_rows(&[keys], last, buf, theme);
    cursor
}

fn draw_choice(chooser: &Chooser, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
    let width = usize::from(area.width);
    let label = say!("settings-default-model-of", provider = chooser.provider);
    let about = wrap_text(&visible(&chooser.about), TextStyle::of(Role::Info), width);
    let about = about.get(..about.len().min(2)).unwrap_or_default();
    let (list, _) = split(area, about.len() + 1);
    let cursor = draw_picker(
        &chooser.list,
        (&label, (width / 2).max(16)),
        list,
        buf,
        theme,
    );
    let (_, below) = split(area, about.len() + 1);
    draw_rows(about, below, buf, theme);
    let (_, last) = split(area, 1);
    let keys = say!("settings-chooser-keys");
    let keys = Row::text(truncate(keys, width), TextStyle::of(Role::FgMuted));
    draw_rows(&[keys], last, buf, theme);
    cursor
}

/// Draws the filter of a list behind its label, and below it the values in a column of this width,
/// with their details.
fn draw_picker(
    picker: &Picker<String>,
    (label, column): (&str, usize),
    area: Rect,
    buf: &mut Buffer,
    theme: &Theme,
) -> Option<Position> {
    let width = usize::from(area.width);
    let items: Vec<_> = picker.rows().collect();
    let (_, below) = split(area, usize::from(area.height.saturating_sub(1)));
    let list = ListView::new(below, picker.selected(), items.len());
    let rows = if items.is_empty() {
        vec![Row::text(&picker.empty, TextStyle::of(Role::FgMuted))]
    } else {
        list.rows(|place| {
            let Some(item) = items.get(place) else {
                return Row::default();
            };
            let label = pad_end(&truncate(&visible(&item.label), column), column);
            let detail = visible(&item.detail);
            let detail = truncate(&detail, width.saturating_sub(column + 3));
            Row::of(vec![
                Piece::new(format!("  {label}"), TextStyle::default()),
                Piece::new(format!(" {detail}"), TextStyle::of(Role::FgMuted)),
            ])
        })
    };
    draw_rows(&rows, below, buf, theme);
    TextField::new(label, &picker.filter).draw(area, buf, theme)
}

/// Draws the values one below the other, with the error of the current one right below it.
fn draw_form(form: &Form, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
    let width = usize::from(area.width);
    let (number, count) = form.place();
    let mut head = Row::text(form.title(), TextStyle::of(Role::Accent));
    head.push(
        &say!("settings-form-place", number, count),
        TextStyle::of(Role::FgMuted),
    );
    let mut rows = Vec::new();
    let mut at = (0, 0);
    for step in form.steps() {
        let is_at = step == form.at();
        let label = format!("  {}", pad_end(step.label(), 12));
        let (text, place) = form.value(step);
        let field = TextField {
            label: &label,
            role: Role::Accent,
            text: &text,
            cursor: place,
        };
        let (mut row, column) = field.row(width);
        if step == FormStep::Summary {
            row = Row::text(say!("settings-that-is-all"), TextStyle::of(Role::FgMuted));
        }
        if !is_at {
            rows.push(row);
            continue;
        }
        at = (rows.len(), column);
        rows.push(marked(row));
        let (words, role) = match &form.problem {
            Some(problem) => (problem.as_str(), Role::Err),
            None => (step.hint(), Role::FgMuted),
        };
        let room = width.saturating_sub(14);
        for part in wrap_text(&visible(words), TextStyle::of(role), room) {
            let mut row = Row::text(" ".repeat(14), TextStyle::default());
            row.push(&part.plain(), TextStyle::of(role));
            rows.push(row);
        }
    }
    let list = Rect {
        y: area.y.saturating_add(1),
        height: area.height.saturating_sub(2),
        ..area
    };
    // The error stays on the screen together with its value.
    let below = rows.len().saturating_sub(at.0 + 1).min(3);
    let top = (at.0 + 1 + below).saturating_sub(usize::from(list.height));
    let shown: Vec<Row> = rows.into_iter().skip(top).collect();
    draw_rows(&[head], area, buf, theme);
    draw_rows(&shown, list, buf, theme);
    let (_, last) = split(area, 1);
    let keys = say!("settings-form-keys");
    let keys = Row::text(truncate(keys, width), TextStyle::of(Role::FgMuted));
    draw_rows(&[keys], last, buf, theme);
    let down = u16::try_from(at.0.saturating_sub(top)).ok()?;
    match form.at() {
        FormStep::Provider | FormStep::Summary => None,
        _ => cursor_at(list, down, at.1),
    }
}
