//! `agentichat models pull NAME`: lets a provider fetch a model, with a bar on a terminal, a line
//! for each tenth elsewhere, and lines of JSON on request. Ctrl+C ends it; the provider keeps what
//! has been fetched.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Args;
use futures_util::StreamExt;
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

/// Letters of the bar.
const BAR: u64 = 30;

/// `agentichat models pull`.
#[derive(Debug, Clone, Args)]
pub struct PullArguments {
    /// The model, as qwen2.5-coder:7b.
    pub model: String,
    /// Who fetches it; the provider of the config if left out.
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
    let shown = ShownProgress::new(&arguments.model, format);
    let pulled = runtime.block_on(async {
        tokio::select! {
            pulled = follow(provider.pull(&arguments.model), shown) => Some(pulled),
            _ = tokio::signal::ctrl_c() => None,
        }
    });
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

async fn follow(mut steps: PullStream, mut shown: ShownProgress) -> Result<(), ProviderError> {
    while let Some(step) = steps.next().await {
        let line = step.as_ref().ok().and_then(|step| shown.step(step));
        if let Some(line) = line {
            // Progress that nobody reads is no reason to stop.
            io::stdout().write_all(line.as_bytes()).ok();
            io::stdout().flush().ok();
        }
        if step.is_err() && shown.form == ProgressForm::Bar {
            writeln!(io::stdout()).ok();
        }
        step?;
    }
    Ok(())
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgressForm {
    /// One line that is written over.
    Bar,
    /// A line where something new begins, and for each tenth.
    Lines,
    /// A line of JSON for each step.
    Json,
}

/// What was shown of the progress so far.
pub(super) struct ShownProgress {
    model: String,
    pub(super) form: ProgressForm,
    /// The status and the tenth that the last line told of.
    last: Option<(String, u64)>,
}

impl ShownProgress {
    fn new(model: &str, format: Format) -> Self {
        let form = match format {
            Format::Json => ProgressForm::Json,
            Format::Text if io::stdout().is_terminal() => ProgressForm::Bar,
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

    /// What is written for a step; nothing where it says no more than the last one.
    pub(super) fn step(&mut self, step: &PullProgress) -> Option<String> {
        let status = one_line(&step.status);
        match self.form {
            ProgressForm::Json => {
                let line = json!({
                    "model": self.model,
                    "status": status,
                    "done": step.done,
                    "total": step.total,
                });
                Some(format!("{line}\n"))
            }
            ProgressForm::Bar => {
                let line = bar(&status, step);
                let end = if step.over { "\n" } else { "" };
                let now = (line.clone(), 0);
                let told = self.last.as_ref() == Some(&now) && !step.over;
                self.last = Some(now);
                (!told).then(|| format!("\r\u{1b}[K{line}{end}"))
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

/// `[######··········] 40 %  1.2 of 3.0 GB  pulling …`
fn bar(status: &str, step: &PullProgress) -> String {
    let Some(total) = step.total else {
        return status.to_owned();
    };
    let full = share(step.done, total, BAR);
    let repeat = |letter: &str, count: u64| letter.repeat(usize::try_from(count).unwrap_or(0));
    let bar = format!("{}{}", repeat("#", full), repeat("·", BAR - full));
    let status: String = status.chars().take(24).collect();
    format!("[{bar}] {}  {status}", percent_words(step.done, total))
}

fn words(status: &str, step: &PullProgress) -> String {
    match step.total {
        Some(total) if !step.over => format!("{status}, {}", percent_words(step.done, total)),
        _ => status.to_owned(),
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_terminal_gets_one_line_that_is_written_over_and_no_control_of_the_servers() {
        let mut shown = ShownProgress::of("m", ProgressForm::Bar);
        let half = step("pulling \u{1b}[2Jaaaa", 500_000_000, Some(1_000_000_000));
        let line = shown.step(&half).expect("a line");
        assert!(
            line.starts_with("\r\u{1b}[K[###############···············] 50 %"),
            "{line}"
        );
        assert!(
            !line.contains("\u{1b}[2J") && !line.ends_with('\n'),
            "{line:?}"
        );
        assert_eq!(shown.step(&half), None, "nothing new");
        let end = shown
            .step(&step("success", 7, Some(7)))
            .expect("the last line");
        assert!(end.contains("100 %") && end.ends_with("success\n"), "{end}");
    }

    #[test]
    fn figures_that_cannot_be_do_no_harm() {
        let mut shown = ShownProgress::of("m", ProgressForm::Bar);
        for (done, total) in [
            (9, Some(3)),
            (u64::MAX, Some(u64::MAX)),
            (1, Some(0)),
            (0, None),
        ] {
            assert!(shown.step(&step("s", done, total)).is_some());
        }
    }
}
