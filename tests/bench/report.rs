//! Measured figures with their budgets, and their output.

use std::time::Duration;

use serde_json::json;

/// One measured value.
struct Figure {
    scene: &'static str,
    what: String,
    unit: &'static str,
    value: f64,
    /// The promised maximum, if any.
    budget: Option<f64>,
}

/// All measured figures.
#[derive(Default)]
pub struct Report {
    scene: &'static str,
    figures: Vec<Figure>,
}

impl Report {
    /// Starts a scene: figures added from here on belong to it.
    pub fn begin(&mut self, scene: &'static str) {
        self.scene = scene;
    }

    /// Adds a value with a promised maximum.
    pub fn promised(&mut self, what: &str, unit: &'static str, value: f64, budget: f64) {
        self.add(what, unit, value, Some(budget));
    }

    /// Adds a value without a promised maximum.
    pub fn noted(&mut self, what: &str, unit: &'static str, value: f64) {
        self.add(what, unit, value, None);
    }

    /// Adds the usual percentiles of times, in milliseconds; the 95th has a promised maximum.
    pub fn times(&mut self, what: &str, times: &[Duration], p95: f64) {
        self.noted(&format!("{what}, p50"), "ms", percentile(times, 50.0));
        self.promised(&format!("{what}, p95"), "ms", percentile(times, 95.0), p95);
        self.noted(&format!("{what}, p99"), "ms", percentile(times, 99.0));
        let number = times.len() as f64;
        self.noted(&format!("{what}, measured"), "times", number);
    }

    fn add(&mut self, what: &str, unit: &'static str, value: f64, budget: Option<f64>) {
        let over = budget.is_some_and(|budget| value > budget);
        let mark = if over { "  over budget" } else { "" };
        eprintln!("  {what}: {} {unit}{mark}", rounded(value));
        self.figures.push(Figure {
            scene: self.scene,
            what: what.to_owned(),
            unit,
            value,
            budget,
        });
    }

    /// Prints a Markdown table.
    pub fn print_table(&self) {
        println!("| scene | figure | measured | budget | |");
        println!("|---|---|---:|---:|---|");
        for figure in &self.figures {
            let budget = figure.budget.map_or(String::new(), rounded);
            let verdict = match figure.budget {
                Some(budget) if figure.value > budget => "over",
                Some(_) => "kept",
                None => "",
            };
            println!(
                "| {} | {} | {} {} | {budget} | {verdict} |",
                figure.scene,
                figure.what,
                rounded(figure.value),
                figure.unit,
            );
        }
    }

    /// Prints a line of JSON for each figure.
    pub fn print_json(&self) {
        for figure in &self.figures {
            let line = json!({
                "scene": figure.scene,
                "figure": figure.what,
                "unit": figure.unit,
                "value": figure.value,
                "budget": figure.budget,
            });
            println!("{line}");
        }
    }
}

/// Returns the time below which `percent` percent of the times lie, in milliseconds.
pub fn percentile(times: &[Duration], percent: f64) -> f64 {
    assert!(!times.is_empty(), "nothing was measured");
    let mut sorted = times.to_vec();
    sorted.sort();
    let last = (sorted.len() - 1) as f64;
    milliseconds(sorted[(last * percent / 100.0).ceil() as usize])
}

/// Returns the median, in milliseconds.
pub fn median(times: &[Duration]) -> f64 {
    percentile(times, 50.0)
}

/// Converts a time to milliseconds.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Rounds to three significant digits.
fn rounded(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || value == value.trunc() => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}
