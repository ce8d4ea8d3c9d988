//! A run as lanes: a row for each model and each tool in the order in which they first worked, and
//! one for the user.

use jiff::Timestamp;

use l10n::say;
use protocol::figures::{RunFigures, SpanKind};

/// The kind of actor of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneKind {
    Model,
    Tool,
    User,
}

/// One row of the timeline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lane {
    pub(super) kind: LaneKind,
    pub(super) name: String,
    /// Start and end in milliseconds since the run began, and whether the span ended successfully.
    pub(super) spans: Vec<(u64, u64, bool)>,
}

impl Lane {
    /// Returns the total of its spans in milliseconds; overlaps count once.
    pub(super) fn milliseconds(&self) -> u64 {
        let mut spans = self.spans.clone();
        spans.sort_unstable();
        let (mut sum, mut until) = (0, 0);
        for (from, to, _) in spans {
            let from = from.max(until);
            sum += to.saturating_sub(from);
            until = until.max(to);
        }
        sum
    }

    /// Returns, for each of `columns` columns, whether a span covers it and ended successfully. A
    /// span that is shorter than a column still gets one.
    pub(super) fn columns(&self, whole: u64, columns: usize) -> Vec<Option<bool>> {
        let mut cells = vec![None; columns];
        let whole = whole.max(1);
        let wide = u64::try_from(columns).unwrap_or(u64::MAX);
        let column = |at: u64| usize::try_from(at.saturating_mul(wide) / whole).unwrap_or(columns);
        for (from, to, ok) in &self.spans {
            let first = column(*from).min(columns.saturating_sub(1));
            let last = column(to.saturating_sub(1)).clamp(first, columns.saturating_sub(1));
            for cell in cells.iter_mut().take(last + 1).skip(first) {
                *cell = Some(cell.unwrap_or(true) && *ok);
            }
        }
        cells
    }
}

/// Returns a run's lanes and its total duration in milliseconds. A span that has not ended
/// lasts until `now`.
pub(super) fn lanes(run: &RunFigures, now: Option<Timestamp>) -> (Vec<Lane>, u64) {
    let began = run.run.started_at;
    let since = |at: Timestamp| {
        let passed = at.as_millisecond() - began.as_millisecond();
        u64::try_from(passed).unwrap_or(0)
    };
    let ends = run.steps.iter().filter_map(|step| step.completed_at);
    let ends = ends.chain(run.spans.iter().filter_map(|span| span.to));
    let latest = ends.map(since).max().unwrap_or(0);
    let whole = run
        .run
        .finished_at
        .or(now)
        .map_or(latest, since)
        .max(latest);
    let mut lanes: Vec<Lane> = Vec::new();
    let mut add = |kind, name: &str, from: Timestamp, to: Option<Timestamp>, ok| {
        let span = (since(from), to.map_or(whole, since).max(since(from)), ok);
        let lane = lanes
            .iter_mut()
            .find(|lane| lane.kind == kind && (kind == LaneKind::User || lane.name == name));
        match lane {
            Some(lane) => lane.spans.push(span),
            None => lanes.push(Lane {
                kind,
                name: name.to_owned(),
                spans: vec![span],
            }),
        }
    };
    for step in &run.steps {
        let to = step.completed_at;
        add(LaneKind::Model, &step.model, step.started_at, to, true);
    }
    for span in &run.spans {
        match span.kind {
            SpanKind::Tool => add(LaneKind::Tool, &span.name, span.from, span.to, span.ok),
            SpanKind::User => add(
                LaneKind::User,
                say!("figures-you"),
                span.from,
                span.to,
                true,
            ),
        }
    }
    (lanes, whole)
}
