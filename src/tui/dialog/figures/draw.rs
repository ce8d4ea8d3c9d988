//! Draws the figures.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{Sparkline, Widget};

use super::Figures;
use super::lanes::{Lane, LaneKind, lanes};
use crate::status::short;
use crate::theme::{Role, Theme};
use crate::view::line;
use crate::widget::boxed::box_in;
use crate::widget::row::draw_rows;
use client::text::{clock, elapsed, pad_end, pad_start, truncate, visible, width_of};
use l10n::{money, say, tenths};

/// Maximum columns and rows.
const SIZE: (u16, u16) = (120, 40);
/// Columns of the label before a curve or a lane.
const LABEL: u16 = 24;
/// Columns of the text behind a curve or a lane.
const BEHIND: u16 = 15;
/// Rows of a curve if there is room.
const CURVE: u16 = 3;
/// Minimum rows of the screen for curves of full height.
const TALL: u16 = 30;
/// Rows beside curves and lanes: frame, gauge, blanks, head, axis, keys.
const AROUND: u16 = 9;

/// The remaining rows, from the top.
struct Rows {
    left: Rect,
}

impl Rows {
    fn take(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.left.height);
        let area = Rect {
            height: rows,
            ..self.left
        };
        self.left.y += rows;
        self.left.height -= rows;
        area
    }
}

impl Figures {
    pub(super) fn draw_figures(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) {
        let most = SIZE.1.min(whole.height.saturating_sub(2));
        let curve = if most >= TALL { CURVE } else { 1 };
        let lanes = self.run().map_or(0, |run| lanes(run, self.now).0.len());
        let wanted = u16::try_from(lanes).unwrap_or(u16::MAX);
        let height = most.min(wanted.saturating_add(3 * curve + AROUND));
        let title = say!("figures-title", name = visible(&self.name));
        let title = truncate(
            &title,
            usize::from(whole.width.min(SIZE.0)).saturating_sub(6),
        );
        let inner = box_in(whole, (SIZE.0, height), &title, buf, theme);
        if inner.is_empty() {
            return;
        }
        let foot = Rect {
            y: inner.bottom() - 1,
            height: 1,
            ..inner
        };
        let mut rows = Rows {
            left: Rect {
                height: inner.height - 1,
                ..inner
            },
        };
        match &self.problem {
            Some(problem) => say(buf, foot, &visible(problem), Role::Warn, theme),
            None => draw_rows(
                &[self.footer.row(usize::from(foot.width))],
                foot,
                buf,
                theme,
            ),
        }
        self.gauge(rows.take(1), buf, theme);
        rows.take(1);
        if self.steps().next().is_none() {
            let text = if self.known {
                say!("figures-none")
            } else {
                say!("figures-looking")
            };
            say(buf, rows.take(1), text, Role::FgMuted, theme);
            return;
        }
        self.curves(&mut rows, curve, buf, theme);
        rows.take(1);
        self.timeline(rows.left, buf, theme);
    }

    /// Draws `context  ██████▌             41%  82k of 200k`.
    fn gauge(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let Some(window) = self.window.filter(|window| window.limit > 0) else {
            return say(
                buf,
                area,
                say!("figures-context-unknown"),
                Role::FgMuted,
                theme,
            );
        };
        let percent = window.used.saturating_mul(100) / window.limit;
        let about = if window.estimated { "~" } else { "" };
        let words = say!(
            "figures-context-of",
            about,
            percent,
            used = short(window.used),
            limit = short(window.limit)
        );
        let behind = u16::try_from(width_of(&words)).unwrap_or(u16::MAX);
        let bar = area.width.saturating_sub(LABEL + behind.max(BEHIND));
        say(buf, area, say!("figures-context"), Role::FgMuted, theme);
        let filled = u64::from(bar).saturating_mul(window.used.min(window.limit)) / window.limit;
        let filled = u16::try_from(filled).unwrap_or(bar);
        let role = match percent {
            0..=69 => Role::Ok,
            70..=89 => Role::Warn,
            _ => Role::Err,
        };
        for column in 0..bar {
            let (symbol, role) = if column < filled {
                ("█", role)
            } else {
                ("·", Role::FgFaint)
            };
            buf.set_string(area.x + LABEL + column, area.y, symbol, theme.style(role));
        }
        let at = Rect {
            x: area.x + LABEL + bar,
            width: area.width.saturating_sub(LABEL + bar),
            ..area
        };
        say(buf, at, &words, Role::Fg, theme);
    }

    /// Draws tokens in, tokens out and the cost so far, one answer per column.
    fn curves(&self, rows: &mut Rows, height: u16, buf: &mut Buffer, theme: &Theme) {
        let usages: Vec<_> = self
            .steps()
            .filter_map(|step| step.usage.as_ref())
            .collect();
        let tokens = |count: fn(&protocol::usage::Usage) -> u64| -> Vec<u64> {
            usages.iter().map(|usage| count(usage)).collect()
        };
        let input = tokens(|usage| usage.input_tokens);
        let output = tokens(|usage| usage.output_tokens);
        let sum = |counts: &[u64]| counts.iter().copied().fold(0_u64, u64::saturating_add);
        let lead = |name: &str, counts: &[u64]| format!("{name} {}", short(sum(counts)));
        let most = |counts: &[u64]| {
            let most = counts.iter().max().copied().unwrap_or(0);
            say!("figures-at-most", most = short(most))
        };
        let curve =
            |rows: &mut Rows, words: (String, String), data: &[u64], role, buf: &mut Buffer| {
                let area = rows.take(height);
                draw_curve(area, (&words.0, &words.1), data, role, buf, theme);
            };
        let words = (lead(say!("figures-tokens-in"), &input), most(&input));
        curve(rows, words, &input, Role::Info, buf);
        let words = (lead(say!("figures-tokens-out"), &output), most(&output));
        curve(rows, words, &output, Role::Accent, buf);
        // In hundredths of a cent, because the curve takes whole numbers.
        let mut paid = 0.0;
        let costs: Vec<u64> = usages
            .iter()
            .map(|usage| {
                paid += usage.cost_usd.unwrap_or(0.0);
                hundredths_of_a_cent(paid)
            })
            .collect();
        if paid > 0.0 {
            let unpriced = usages.iter().any(|usage| usage.cost_usd.is_none());
            let more = if unpriced { "+" } else { "" };
            let words = (
                say!("figures-cost", paid = money(paid, 2), more),
                say!("figures-in-all").to_owned(),
            );
            curve(rows, words, &costs, Role::Warn, buf);
        } else {
            let text = if usages.iter().any(|usage| usage.cost_usd.is_none()) {
                say!("figures-cost-unknown")
            } else {
                say!("figures-cost-nothing")
            };
            say(buf, rows.take(1), text, Role::FgMuted, theme);
        }
    }

    fn timeline(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let Some(run) = self.run() else { return };
        let mut rows = Rows { left: area };
        let (lanes, whole) = lanes(run, self.now);
        let head = say!(
            "figures-run",
            number = self.place() + 1,
            all = self.runs.len(),
            time = clock(run.run.started_at, &self.zone),
            status = say!("run-status", status = run.run.status.word()),
            long = duration(whole)
        );
        let asked = format!("  {}", visible(&run.asked));
        let row = rows.take(1);
        let room = usize::from(row.width).saturating_sub(width_of(&head));
        let spans = [
            Span::styled(head, theme.style(Role::Accent)),
            Span::styled(truncate(&asked, room).into_owned(), theme.style(Role::Fg)),
        ];
        line(buf, row, &spans);
        let axis = rows.left.height > 2;
        let room = usize::from(rows.left.height.saturating_sub(u16::from(axis)));
        let top = self.top.min(lanes.len().saturating_sub(room));
        for lane in lanes.iter().skip(top).take(room) {
            draw_lane(lane, whole, rows.take(1), buf, theme);
        }
        let hidden = lanes.len().saturating_sub(top + room);
        if axis {
            let row = rows.take(1);
            let columns = usize::from(row.width.saturating_sub(LABEL + BEHIND));
            let end = duration(whole);
            let text = format!("0{}", pad_start(&end, columns.saturating_sub(1)));
            let lead = match hidden {
                0 => String::new(),
                more => say!("figures-more-below", more),
            };
            let text = format!("{}{text}", pad_end(&lead, usize::from(LABEL)));
            say(buf, row, &text, Role::FgMuted, theme);
        }
    }
}

/// Draws the label before a curve, the curve, and the text behind it.
fn draw_curve(
    area: Rect,
    (lead, behind): (&str, &str),
    data: &[u64],
    role: Role,
    buf: &mut Buffer,
    theme: &Theme,
) {
    if area.is_empty() {
        return;
    }
    let last = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    say(
        buf,
        last,
        &truncate(lead, usize::from(LABEL) - 1),
        Role::FgMuted,
        theme,
    );
    let columns = area.width.saturating_sub(LABEL + BEHIND);
    // The latest values matter most.
    let from = data.len().saturating_sub(usize::from(columns));
    let place = Rect {
        x: area.x + LABEL,
        width: columns,
        ..area
    };
    Sparkline::default()
        .data(data.get(from..).unwrap_or_default().iter().copied())
        .style(theme.style(role))
        .render(place, buf);
    let at = Rect {
        x: area.x + LABEL + columns,
        width: area.width.saturating_sub(LABEL + columns),
        ..last
    };
    say(buf, at, behind, Role::FgMuted, theme);
}

/// Draws `read_file        ▆▆   ▆        0:07   12%`.
fn draw_lane(lane: &Lane, whole: u64, area: Rect, buf: &mut Buffer, theme: &Theme) {
    let name = truncate(&visible(&lane.name), usize::from(LABEL) - 2).into_owned();
    say(buf, area, &name, Role::Fg, theme);
    let columns = area.width.saturating_sub(LABEL + BEHIND);
    // Each kind has its own shape: colour is never the only sign.
    let (symbol, role) = match lane.kind {
        LaneKind::Model => ("█", Role::Accent),
        LaneKind::Tool => ("▄", Role::ChatTool),
        LaneKind::User => ("░", Role::Warn),
    };
    for (column, cell) in (0..).zip(lane.columns(whole, usize::from(columns))) {
        let (symbol, role) = match cell {
            Some(true) => (symbol, role),
            Some(false) => ("x", Role::Err),
            None => ("·", Role::FgFaint),
        };
        buf.set_string(area.x + LABEL + column, area.y, symbol, theme.style(role));
    }
    let taken = lane.milliseconds();
    let percent = taken.saturating_mul(100) / whole.max(1);
    let at = Rect {
        x: area.x + LABEL + columns,
        width: area.width.saturating_sub(LABEL + columns),
        ..area
    };
    let words = format!(
        " {} {}",
        pad_start(&duration(taken), 7),
        pad_start(&format!("{percent}%"), 5)
    );
    say(buf, at, &words, Role::FgMuted, theme);
}

fn say(buf: &mut Buffer, area: Rect, text: &str, role: Role, theme: &Theme) {
    line(
        buf,
        area,
        &[Span::styled(text.to_owned(), theme.style(role))],
    );
}

/// Formats a duration as `0.8 s` below ten seconds, and as `1:42` from there on.
fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..=9_999 => say!("size-seconds", seconds = tenths(milliseconds / 100)),
        _ => elapsed(milliseconds / 1_000),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cost is not negative, and one beyond the range is its end"
)]
fn hundredths_of_a_cent(dollars: f64) -> u64 {
    (dollars * 10_000.0).max(0.0) as u64
}
