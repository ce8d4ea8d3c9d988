//! `agentichat doctor`: reports what is available, what is missing, and what to do next.
//!
//! Owns the format of the report. The caller gathers the facts, so this module searches for
//! nothing, and the report is the same wherever the facts come from.

use std::io::{self, Write};
use std::path::Path;

use client::slash::probe_words;
use config::{ConfigProblem, ProblemLocation, Severity};
use l10n::{counted, said, say};
use protocol::catalogue::CallForm;
use protocol::query::ExternalProgram;
use redact::one_line;
use sandbox::plan::Rung;
use sandbox::trial::Outcome;
use tui::terminal::findings::Finding;

use super::Format;
use super::config::write_json;

mod facts;
#[cfg(test)]
mod tests;

pub use facts::{
    ConfigReport, DoctorFacts, KeyReport, KeymapReport, LanguageReport, ModelReport, PlaceReport,
    Presence, ProviderReport, SandboxReport, TerminalFacts, WorkspaceReport,
};

/// Returns 0 if the program can be used, 1 if no provider can.
pub fn exit_status(facts: &DoctorFacts) -> u8 {
    u8::from(!facts.providers.iter().any(is_usable))
}

/// Prints the report.
///
/// # Errors
/// If the output cannot be written.
pub fn show(facts: &DoctorFacts, format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        let mut json = serde_json::to_value(facts)?;
        if let Some(object) = json.as_object_mut() {
            object.insert("usable".into(), (exit_status(facts) == 0).into());
        }
        mask_json(&mut json);
        return write_json(json, out);
    }
    let mut report = Report { out };
    report.head(facts)?;
    report.workspace(&facts.workspace)?;
    report.config(&facts.config)?;
    report.keymap(&facts.keymap)?;
    report.places(&facts.places)?;
    report.sandbox(&facts.sandbox)?;
    report.programs(&facts.programs)?;
    report.providers(&facts.providers)?;
    report.model(facts.model.as_ref())?;
    report.end(facts)
}

fn is_usable(provider: &ProviderReport) -> bool {
    provider.status.usable && provider.models != Some(0)
}

/// The verdict on one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Ok,
    Warn,
    Fail,
    /// The item does not exist, and is optional.
    Absent,
}

impl Verdict {
    const ALL: [Verdict; 4] = [Verdict::Ok, Verdict::Warn, Verdict::Fail, Verdict::Absent];

    fn word(self) -> &'static str {
        match self {
            Verdict::Ok => say!("doctor-ok"),
            Verdict::Warn => say!("doctor-warn"),
            Verdict::Fail => say!("doctor-fail"),
            Verdict::Absent => "-",
        }
    }

    /// Columns of the longest verdict.
    fn width() -> usize {
        let all = Self::ALL.into_iter();
        all.map(|one| one.word().chars().count()).max().unwrap_or(0)
    }
}

/// Returns the label of a place; its name if there is no other.
fn label_of(name: &str) -> &str {
    match name {
        "state" => say!("doctor-state"),
        "data" => say!("doctor-data"),
        "settings" => say!("doctor-settings"),
        "log" => say!("doctor-log"),
        "keyring" => say!("doctor-keyring"),
        name => name,
    }
}

struct Report<'a> {
    out: &'a mut dyn Write,
}

impl Report<'_> {
    fn head(&mut self, facts: &DoctorFacts) -> io::Result<()> {
        self.row(
            Verdict::Ok,
            "agentichat",
            &say!(
                "doctor-version",
                version = facts.version,
                platform = facts.platform
            ),
        )?;
        let terminal = &facts.terminal;
        let mut words = vec![
            terminal
                .term
                .clone()
                .unwrap_or_else(|| say!("doctor-no-term").to_owned()),
        ];
        words.extend(terminal.program.clone());
        words.extend(
            terminal
                .size
                .map(|(columns, rows)| format!("{columns}×{rows}")),
        );
        words.extend(
            terminal
                .colorterm
                .as_ref()
                .map(|text| format!("COLORTERM {text}")),
        );
        words.extend(
            terminal
                .multiplexer
                .as_ref()
                .map(|name| say!("doctor-inside", name)),
        );
        let flags = [
            (terminal.ssh, say!("doctor-ssh")),
            (terminal.no_color, say!("doctor-no-color")),
            (!terminal.interactive, say!("doctor-not-terminal")),
            (!terminal.utf8, say!("doctor-not-utf8")),
        ];
        words.extend(
            flags
                .iter()
                .filter(|(on, _)| *on)
                .map(|(_, text)| (*text).to_owned()),
        );
        let dumb = matches!(terminal.term.as_deref(), None | Some("dumb"));
        let state = if terminal.interactive && dumb {
            Verdict::Warn
        } else {
            Verdict::Ok
        };
        self.row(state, say!("doctor-terminal"), &words.join(", "))?;
        if state == Verdict::Warn {
            self.next(say!("doctor-set-term"))?;
        }
        if let Some(variable) = &terminal.screen_reader {
            self.row(
                Verdict::Ok,
                say!("doctor-reader"),
                &say!("doctor-reader-set", variable),
            )?;
            self.next(say!("doctor-reader-plain"))?;
        }
        self.keys(&terminal.keys)?;
        let language = &facts.language;
        let from = said(&language.from);
        let text = say!("doctor-language-from", code = language.code, from);
        self.row(Verdict::Ok, say!("doctor-language"), &text)
    }

    fn keys(&mut self, found: &[Finding]) -> io::Result<()> {
        for finding in found {
            if finding.advice {
                self.next(&finding.text)?;
            } else {
                self.row(Verdict::Ok, say!("doctor-keys"), &finding.text)?;
            }
        }
        Ok(())
    }

    fn keymap(&mut self, keymap: &KeymapReport) -> io::Result<()> {
        for fault in &keymap.faults {
            self.row(Verdict::Warn, say!("doctor-keymap"), &said(&fault.notice()))?;
        }
        if keymap.rows > 0 {
            let rows = counted(keymap.rows as u64, "row");
            let file = keymap.file.display().to_string();
            let text = say!("doctor-keymap-rows", file, rows);
            self.row(Verdict::Ok, say!("doctor-keymap"), &text)?;
        }
        if keymap.faults.is_empty() {
            return Ok(());
        }
        self.next(say!("doctor-keymap-check"))
    }

    fn workspace(&mut self, workspace: &WorkspaceReport) -> io::Result<()> {
        let found = match workspace.detected_by.as_str() {
            "agentichat" => say!("doctor-has-folder", folder = ".agentichat"),
            "llm-context" => say!("doctor-has-folder", folder = ".llm-context"),
            "git" => say!("doctor-is-git").to_owned(),
            _ => say!("doctor-is-folder").to_owned(),
        };
        let root = workspace.root.display().to_string();
        let label = say!("doctor-workspace");
        if workspace.writable {
            self.row(Verdict::Ok, label, &say!("doctor-found", root, found))?;
        } else {
            self.row(Verdict::Warn, label, &say!("doctor-read-only", root, found))?;
            self.next(say!("doctor-mend-folder"))?;
        }
        let label = say!("doctor-trust");
        match workspace.config.as_str() {
            "untrusted" if workspace.ignored.is_empty() => {
                self.row(Verdict::Ok, label, say!("doctor-untrusted"))
            }
            "untrusted" => {
                let keys = workspace.ignored.join(", ");
                self.row(Verdict::Warn, label, &say!("doctor-ignored", keys))?;
                self.next(say!("doctor-read-it"))
            }
            "trusted" => self.row(Verdict::Ok, label, say!("doctor-trusted")),
            "broken" => self.row(Verdict::Warn, label, say!("doctor-broken")),
            _ => Ok(()),
        }
    }

    fn config(&mut self, config: &ConfigReport) -> io::Result<()> {
        for (path, presence) in &config.files {
            let of_file = config.problems.iter();
            let of_file: Vec<&ConfigProblem> = of_file.filter(|one| lies_in(one, path)).collect();
            match (presence, of_file.as_slice()) {
                (_, [first, more @ ..]) => self.faults(first, more)?,
                (Presence::Present, []) => {
                    self.row(
                        Verdict::Ok,
                        say!("doctor-config"),
                        &path.display().to_string(),
                    )?;
                }
                (Presence::Absent, []) => {
                    let text = say!("doctor-no-file", file = path.display().to_string());
                    self.row(Verdict::Ok, say!("doctor-config"), &text)?;
                }
            }
        }
        let is_of_a_file =
            |one: &&ConfigProblem| config.files.iter().any(|(path, _)| lies_in(one, path));
        let mut others = config.problems.iter().filter(|one| !is_of_a_file(one));
        others.try_for_each(|problem| self.faults(problem, &[]))
    }

    /// Reports the problems of one file or variable, and what to do about them. The place has a row
    /// to itself, so that it stays complete on a narrow terminal.
    fn faults(&mut self, first: &ConfigProblem, more: &[&ConfigProblem]) -> io::Result<()> {
        self.row(
            Verdict::Warn,
            say!("doctor-config"),
            &said(&first.place.notice()),
        )?;
        self.next(&said(&first.said()))?;
        for problem in more {
            let line = match problem.place {
                ProblemLocation::File { line, .. } => line,
                ProblemLocation::Environment { .. } | ProblemLocation::Flag { .. } => 0,
            };
            self.next(&say!("doctor-line", line, fault = said(&problem.said())))?;
        }
        let errors = std::iter::once(first).chain(more.iter().copied());
        if errors
            .map(|one| one.severity)
            .any(|one| one == Severity::Error)
        {
            self.next(say!("doctor-left-out"))
        } else {
            Ok(())
        }
    }

    fn places(&mut self, places: &[PlaceReport]) -> io::Result<()> {
        // The hint concerns the folders in the user's home, so it follows the last of their rows.
        let last_unwritable = places.iter().rposition(|place| {
            place.problem.is_some() && ["data", "settings", "log"].contains(&place.name.as_str())
        });
        for (at, place) in places.iter().enumerate() {
            let path = said(&place.path);
            let label = label_of(&place.name);
            match &place.problem {
                None => self.row(Verdict::Ok, label, &path)?,
                Some(problem) => {
                    let problem = said(problem);
                    self.row(Verdict::Warn, label, &say!("doctor-problem", path, problem))?;
                }
            }
            if last_unwritable == Some(at) {
                self.next(say!("doctor-mend-home"))?;
            }
        }
        Ok(())
    }

    /// Adds the rung that the machine offers, and what became of the attempts to get out of it.
    fn sandbox(&mut self, sandbox: &SandboxReport) -> io::Result<()> {
        let offer = &sandbox.offer;
        let verdict = if offer.rung == Rung::Proposed {
            Verdict::Ok
        } else {
            Verdict::Warn
        };
        let text = say!("doctor-sandbox-rung", rung = offer.rung.word());
        self.row(verdict, say!("doctor-sandbox"), &text)?;
        if let Some(why) = &offer.why {
            self.next(&said(why))?;
        }
        if let Some(problem) = &sandbox.problem {
            return self.row(Verdict::Fail, say!("doctor-boundary"), &said(problem));
        }
        self.boundary(&sandbox.attempts)?;
        self.boxed_programs(sandbox)
    }

    /// Adds the rungs of hooks and of the `claude` program.
    fn boxed_programs(&mut self, sandbox: &SandboxReport) -> io::Result<()> {
        let rungs = [sandbox.programs.hooks, sandbox.programs.claude];
        let clashes = sandbox.claude_has_own && sandbox.programs.claude > Rung::Off;
        let verdict = if rungs.contains(&Rung::Off) || clashes {
            Verdict::Warn
        } else {
            Verdict::Ok
        };
        let [hooks, claude] = rungs.map(Rung::word);
        let text = say!("doctor-programs-rungs", hooks, claude);
        self.row(verdict, say!("doctor-programs"), &text)?;
        if clashes {
            self.next(say!("doctor-claude-own-sandbox"))?;
        }
        Ok(())
    }

    fn boundary(&mut self, attempts: &[Outcome]) -> io::Result<()> {
        if attempts.is_empty() {
            return Ok(());
        }
        let is_broken = attempts.iter().any(|one| one.promised && !one.stopped);
        let verdict = if is_broken {
            Verdict::Fail
        } else {
            Verdict::Ok
        };
        let stopped = attempts.iter().filter(|one| one.stopped).count();
        let text = say!("doctor-stopped", stopped, all = attempts.len());
        self.row(verdict, say!("doctor-boundary"), &text)?;
        for one in attempts {
            let what = said(&one.attempt.notice());
            let line = match (one.stopped, one.promised) {
                (true, _) => say!("doctor-attempt-stopped", what),
                (false, true) => say!("doctor-attempt-open", what),
                (false, false) => say!("doctor-attempt-not-promised", what),
            };
            self.next(&line)?;
        }
        Ok(())
    }

    fn programs(&mut self, programs: &[ExternalProgram]) -> io::Result<()> {
        for program in programs {
            match &program.version {
                Some(version) if version.is_empty() => {
                    self.row(Verdict::Ok, &program.name, say!("doctor-version-unknown"))?;
                }
                Some(version) => self.row(Verdict::Ok, &program.name, version)?,
                None => {
                    let text = say!("doctor-missing", link = program.link);
                    self.row(Verdict::Absent, &program.name, &text)?;
                }
            }
        }
        Ok(())
    }

    fn providers(&mut self, providers: &[ProviderReport]) -> io::Result<()> {
        for provider in providers {
            let status = &provider.status;
            let mut words = vec![status.address.clone()];
            let missing = provider.key.as_ref().is_some_and(|key| !key.present);
            if !(missing && status.state.id() == Some("told-no-key-asked")) {
                words.push(said(&status.state));
            }
            words.extend(status.latency_ms.map(|latency| format!("{latency} ms")));
            // The state of the provider may give the number of its models already.
            let counts = status.state.id() == Some("told-probed-models");
            words.extend(provider.models.filter(|_| !counts).map(models_words));
            words.extend(provider.key.as_ref().map(key_words));
            let state = match (is_usable(provider), provider.wanted) {
                (true, _) => Verdict::Ok,
                (false, true) => Verdict::Fail,
                (false, false) => Verdict::Absent,
            };
            self.row(state, &status.provider, &words.join(", "))?;
            if let Some(next) = &provider.next {
                self.next(&said(next))?;
            }
        }
        Ok(())
    }

    /// Adds a row on how the model calls tools: a warning for a model that calls none.
    fn model(&mut self, model: Option<&ModelReport>) -> io::Result<()> {
        let Some(ModelReport {
            provider,
            name,
            probe,
        }) = model
        else {
            return Ok(());
        };
        let named = format!("{provider}/{name}");
        let label = say!("doctor-model");
        let Some(probe) = probe else {
            return self.row(Verdict::Absent, label, &say!("doctor-not-probed", named));
        };
        let verdict = match probe.calls {
            CallForm::None => Verdict::Warn,
            CallForm::Native | CallForm::Text => Verdict::Ok,
        };
        let found = probe_words(probe);
        self.row(verdict, label, &say!("probe-found", named, found))?;
        if verdict == Verdict::Warn {
            self.next(say!("doctor-calls-nothing"))?;
        }
        Ok(())
    }

    fn end(&mut self, facts: &DoctorFacts) -> io::Result<()> {
        for one in &facts.notices {
            self.row(Verdict::Warn, say!("doctor-notice"), &said(one))?;
        }
        if exit_status(facts) == 0 {
            return writeln!(self.out, "\n{}", say!("doctor-ready"));
        }
        writeln!(self.out, "\n{}", say!("doctor-not-ready"))?;
        writeln!(self.out, "  {}", say!("doctor-do-ollama"))?;
        writeln!(self.out, "  {}", say!("doctor-do-key"))?;
        writeln!(self.out, "  {}", say!("doctor-do-others"))
    }

    fn row(&mut self, verdict: Verdict, name: &str, text: &str) -> io::Result<()> {
        let (word, width) = (verdict.word(), Verdict::width());
        writeln!(self.out, "{word:<width$}  {name:<11} {}", one_line(text))
    }

    fn next(&mut self, text: &str) -> io::Result<()> {
        let width = Verdict::width() + 14;
        writeln!(self.out, "{:<width$}→ {}", "", one_line(text))
    }
}

/// Whether a problem lies in this file.
fn lies_in(problem: &ConfigProblem, file: &Path) -> bool {
    matches!(&problem.place, ProblemLocation::File { path, .. } if path == file)
}

fn models_words(count: usize) -> String {
    match count {
        0 => say!("doctor-no-models").to_owned(),
        count => counted(count, "model"),
    }
}

fn key_words(key: &KeyReport) -> String {
    if key.present {
        let from = key.from.as_ref().map(said);
        let from = from.unwrap_or_else(|| key.variable.clone());
        say!("doctor-key-set", from)
    } else {
        say!("doctor-no-key", variable = key.variable)
    }
}

fn mask_json(json: &mut serde_json::Value) {
    match json {
        serde_json::Value::String(text) => *text = one_line(text),
        serde_json::Value::Array(items) => items.iter_mut().for_each(mask_json),
        serde_json::Value::Object(object) => object.values_mut().for_each(mask_json),
        _ => {}
    }
}
