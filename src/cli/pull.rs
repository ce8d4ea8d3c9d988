//! `agentichat models pull NAME`: lets a provider fetch a model, with a bar on a terminal, a line
//! for each tenth elsewhere, and lines of JSON on request. Ctrl+C ends it; the provider keeps what
//! has been fetched.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Args;
use futures_util::StreamExt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use serde_json::json;

use super::args::SessionFlags;
use super::{BAD_USAGE, Format, complain, runtime};
use crate::app::{Setup, registry};
use engine::Attendance;
use l10n::said;
use notice::words::{percent_words, share};
use protocol::stream::{ProviderError, PullProgress};
use provider::pull::PullStream;
use redact::one_line;

/// Exit status after Ctrl+C.
const INTERRUPTED: u8 = 130;

/// `agentichat models pull`.
#[derive(Debug, Clone, Args)]
pub struct PullArguments {
    /// Model name, e.g. qwen2.5-coder:7b.
    pub model: String,
    /// Provider that downloads it (default: the provider of the config).
    #[arg(long, value_name = "NAME")]
    pub provider: Option<String>,
}

/// Fetches it. Status 1 if that fails, 130 after Ctrl+C.
pub(super) fn run(arguments: &PullArguments, format: Format) -> ExitCode {
    let flags = SessionFlags {
        provider: arguments.provider.clone(),
        ..SessionFlags::default()
    };
    let setup = match Setup::of(flags, Attendance::Unattended) {
        Ok(setup) => setup,
        Err(error) => return complain(&error.to_string(), BAD_USAGE),
    };
    let provider = match registry(&setup).get(&setup.loaded.config.provider) {
        Ok(provider) => provider,
        Err(error) => return failed(&error, format),
    };
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error.to_string(), 1),
    };
    let mut shown = ShownProgress::new(&arguments.model, format);
    let pulled = runtime.block_on(async {
        tokio::select! {
            pulled = follow(provider.pull(&arguments.model), &mut shown) => Some(pulled),
            _ = tokio::signal::ctrl_c() => None,
        }
    });
    match pulled {
        Some(_) => drop(shown),
        None => shown.break_off(),
    }
    match pulled {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => failed(&error, format),
        None => complain("stopped; pull it again to go on from there", INTERRUPTED),
    }
}

fn failed(error: &ProviderError, format: Format) -> ExitCode {
    let message = one_line(&said(&error.message));
    let hint = error.hint.as_ref().map(|hint| one_line(&said(hint)));
    if format == Format::Json {
        let line = json!({ "error": message, "hint": hint, "kind": error.kind });
        // If nobody reads the output, the exit status still tells.
        writeln!(io::stdout(), "{line}").ok();
        return ExitCode::FAILURE;
    }
    let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
    complain(&format!("{message}{hint}"), 1)
}

async fn follow(mut steps: PullStream, shown: &mut ShownProgress) -> Result<(), ProviderError> {
    while let Some(step) = steps.next().await {
        let line = step.as_ref().ok().and_then(|step| shown.step(step));
        if let Some(line) = line {
            // Progress that nobody reads is no reason to stop.
            io::stdout().write_all(line.as_bytes()).ok();
            io::stdout().flush().ok();
        }
        step?;
    }
    Ok(())
}

/// Form in which progress is shown.
pub(super) enum ProgressForm {
    /// One line that is written over.
    Bar(ProgressBar),
    /// A line where something new begins, and for each tenth.
    Lines,
    /// A line of JSON for each step.
    Json,
}

/// The progress shown so far.
pub(super) struct ShownProgress {
    model: String,
    form: ProgressForm,
    /// The status and the tenth, or the figure of the bar, that were shown last.
    last: Option<(String, u64)>,
}

impl ShownProgress {
    fn new(model: &str, format: Format) -> Self {
        let form = match format {
            Format::Json => ProgressForm::Json,
            Format::Text if io::stdout().is_terminal() => {
                ProgressForm::Bar(bar(ProgressDrawTarget::stdout()))
            }
            Format::Text => ProgressForm::Lines,
        };
        Self::of(model, form)
    }

    pub(super) fn of(model: &str, form: ProgressForm) -> Self {
        Self {
            model: one_line(model),
            form,
            last: None,
        }
    }

    /// Leaves a bar as it was drawn last, and ends its line. The terminal has written `^C` behind it,
    /// which begins the next line: a last drawing would stand there once more.
    pub(super) fn break_off(self) {
        if let ProgressForm::Bar(bar) = self.form {
            bar.set_draw_target(ProgressDrawTarget::hidden());
            writeln!(io::stdout()).ok();
        }
    }

    /// Formats a step as a line to write; `None` if it says no more than the last one, or if a bar
    /// draws it.
    pub(super) fn step(&mut self, step: &PullProgress) -> Option<String> {
        let status = one_line(&step.status);
        match &self.form {
            ProgressForm::Json => {
                let line = json!({
                    "model": self.model,
                    "status": status,
                    "done": step.done,
                    "total": step.total,
                });
                Some(format!("{line}\n"))
            }
            ProgressForm::Bar(bar) => {
                let now = (bar_words(&status, step), step.done);
                if self.last.as_ref() != Some(&now) {
                    draw(bar, now.0.clone(), step);
                }
                self.last = Some(now);
                None
            }
            ProgressForm::Lines => {
                let tenth = step.total.map_or(0, |total| share(step.done, total, 10));
                // The status of a layer contains its name; to the reader all layers are one step.
                let kind = status.split_whitespace().next().unwrap_or_default();
                let now = (kind.to_owned(), tenth);
                let told = self.last.as_ref() == Some(&now);
                self.last = Some(now);
                (!told).then(|| format!("{}: {}\n", self.model, words(&status, step)))
            }
        }
    }
}

/// Creates a bar whose last state stays when it is dropped.
fn bar(target: ProgressDrawTarget) -> ProgressBar {
    ProgressBar::with_draw_target(None, target)
        .with_style(style("{wide_msg}"))
        .with_finish(ProgressFinish::Abandon)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("#·")
}

/// Draws `[######··········] 40 %  1200 of 3000 MB  pulling …`, without the bar if the total is
/// unknown.
fn draw(bar: &ProgressBar, words: String, step: &PullProgress) {
    bar.set_style(match step.total {
        Some(_) => style("[{bar:30}] {wide_msg}"),
        None => style("{wide_msg}"),
    });
    bar.update(|state| {
        state.set_len(step.total.unwrap_or_default());
        state.set_pos(step.done);
    });
    bar.set_message(words);
}

fn bar_words(status: &str, step: &PullProgress) -> String {
    match step.total {
        Some(total) => format!("{}  {status}", percent_words(step.done, total)),
        None => status.to_owned(),
    }
}

fn words(status: &str, step: &PullProgress) -> String {
    match step.total {
        Some(total) if !step.over => format!("{status}, {}", percent_words(step.done, total)),
        _ => status.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use indicatif::{InMemoryTerm, TermLike};

    use super::*;

    fn step(status: &str, done: u64, total: Option<u64>) -> PullProgress {
        PullProgress {
            status: status.to_owned(),
            done,
            total,
            over: status == "success",
        }
    }

    #[test]
    fn a_file_gets_a_line_for_each_tenth_and_each_new_thing() {
        let mut shown = ShownProgress::of("m:1b", ProgressForm::Lines);
        let mut text = String::new();
        text.extend(shown.step(&step("pulling manifest", 0, None)));
        for done in 0..=100 {
            let layer = if done < 50 {
                "pulling aaaa"
            } else {
                "pulling bbbb"
            };
            text.extend(shown.step(&step(layer, done * 10_000_000, Some(1_000_000_000))));
        }
        text.extend(shown.step(&step("success", 1_000_000_000, Some(1_000_000_000))));
        assert_eq!(text.lines().count(), 12, "{text}");
        assert!(
            text.contains("m:1b: pulling bbbb, 50 %  500 of 1000 MB\n"),
            "{text}"
        );
        assert!(text.ends_with("m:1b: success\n"), "{text}");
    }

    fn on_screen() -> (InMemoryTerm, ShownProgress) {
        let screen = InMemoryTerm::new(4, 100);
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        let shown = ShownProgress::of("m", ProgressForm::Bar(bar(target)));
        (screen, shown)
    }

    #[test]
    fn a_terminal_gets_one_line_that_is_written_over_and_no_control_of_the_servers() {
        let (screen, mut shown) = on_screen();
        shown.step(&step("pulling manifest", 0, None));
        assert_eq!(screen.contents(), "pulling manifest");
        let half = step("pulling \u{1b}[2Jaaaa", 500_000_000, Some(1_000_000_000));
        assert_eq!(shown.step(&half), None, "the bar draws itself");
        let line = screen.contents();
        assert!(
            line.starts_with("[###############···············] 50 %  500 of 1000 MB  pulling"),
            "{line}"
        );
        assert_eq!(line.lines().count(), 1, "{line}");
        let drawn = screen.moves_since_last_check();
        // The record is escaped.
        assert!(!drawn.contains(r"\u{1b}"), "{drawn}");
        shown.step(&half);
        assert_eq!(screen.moves_since_last_check(), "", "nothing new");
        shown.step(&step("success", 7, Some(7)));
        drop(shown);
        let end = screen.contents();
        assert!(end.contains("100 %") && end.ends_with("success"), "{end}");
        assert_eq!(end.lines().count(), 1, "{end}");
    }

    #[test]
    fn an_interrupted_bar_stands_once_above_what_the_terminal_writes_for_ctrl_c() {
        let (screen, mut shown) = on_screen();
        shown.step(&step("pulling aaaa", 500_000_000, Some(1_000_000_000)));
        let bar = screen.contents();
        screen.write_str("^C").unwrap();
        shown.break_off();
        assert_eq!(screen.contents(), format!("{bar}\n^C"));
    }

    #[test]
    fn figures_that_cannot_be_do_no_harm() {
        let (screen, mut shown) = on_screen();
        for (done, total) in [
            (9, Some(3)),
            (u64::MAX, Some(u64::MAX)),
            (1, Some(0)),
            (0, None),
        ] {
            shown.step(&step("s", done, total));
            assert!(screen.contents().ends_with('s'), "{}", screen.contents());
        }
    }
}
