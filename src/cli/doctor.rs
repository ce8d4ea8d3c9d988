//! `agentichat doctor`: what is there, what is missing, and what to do next.
//!
//! Owns the form of the report. The facts are gathered by the caller, so that nothing is looked
//! for here and the report is the same wherever they come from.

use std::io::{self, Write};
use std::path::Path;

use crate::config::{ConfigProblem, Place, Severity};
use crate::protocol::query::ExternalProgram;
use crate::redact::one_line;
use crate::tui::terminal::findings::Finding;
use crate::words::counted;

use super::Format;
use super::config::write_json;

mod facts;
#[cfg(test)]
mod tests;

pub use facts::{
    ConfigReport, DoctorFacts, KeyReport, KeymapReport, LanguageReport, PlaceReport, Presence,
    ProviderReport, TerminalFacts, WorkspaceReport,
};

/// 0 if the program can be used, 1 if not one provider can.
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
        return write_json(&json, out);
    }
    let mut report = Report { out };
    report.head(facts)?;
    report.workspace(&facts.workspace)?;
    report.config(&facts.config)?;
    report.keymap(&facts.keymap)?;
    report.places(&facts.places)?;
    report.programs(&facts.programs)?;
    report.providers(&facts.providers)?;
    report.end(facts)
}

fn is_usable(provider: &ProviderReport) -> bool {
    provider.status.usable && provider.models != Some(0)
}

struct Report<'a> {
    out: &'a mut dyn Write,
}

impl Report<'_> {
    fn head(&mut self, facts: &DoctorFacts) -> io::Result<()> {
        self.row(
            "ok",
            "agentichat",
            &format!("{} on {}", facts.version, facts.platform),
        )?;
        let terminal = &facts.terminal;
        let mut words = vec![
            terminal
                .term
                .clone()
                .unwrap_or_else(|| "TERM is not set".into()),
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
                .map(|name| format!("inside {name}")),
        );
        let flags = [
            (terminal.ssh, "over ssh"),
            (terminal.no_color, "NO_COLOR is set"),
            (!terminal.interactive, "not a terminal"),
            (!terminal.utf8, "the locale is not UTF-8"),
        ];
        words.extend(
            flags
                .iter()
                .filter(|(on, _)| *on)
                .map(|(_, text)| (*text).to_owned()),
        );
        let dumb = matches!(terminal.term.as_deref(), None | Some("dumb"));
        let state = if terminal.interactive && dumb {
            "warn"
        } else {
            "ok"
        };
        self.row(state, "terminal", &words.join(", "))?;
        if state == "warn" {
            self.next(
                "set TERM to what your terminal is, for example xterm-256color, or use agentichat --plain, which needs \
                 nothing of it",
            )?;
        }
        if let Some(variable) = &terminal.screen_reader {
            self.row(
                "ok",
                "screen reader",
                &format!("{variable} is set: one may be in use"),
            )?;
            self.next(
                "agentichat --plain prints lines instead of drawing a screen, and asks by numbers",
            )?;
        }
        self.keys(&terminal.keys)?;
        let language = &facts.language;
        let text = format!("{} ({})", language.code, language.from);
        self.row("ok", "language", &text)
    }

    fn keys(&mut self, found: &[Finding]) -> io::Result<()> {
        for finding in found {
            match finding.advice {
                true => self.next(&finding.text)?,
                false => self.row("ok", "keys", &finding.text)?,
            }
        }
        Ok(())
    }

    fn keymap(&mut self, keymap: &KeymapReport) -> io::Result<()> {
        for fault in &keymap.faults {
            self.row("warn", "keymap", &fault.to_string())?;
        }
        if keymap.rows > 0 {
            let rows = counted(keymap.rows as u64, "row");
            let text = format!("{} ({rows} of yours)", keymap.file.display());
            self.row("ok", "keymap", &text)?;
        }
        if keymap.faults.is_empty() {
            return Ok(());
        }
        self.next("agentichat keys --check looks at it again; the other rows are used")
    }

    fn workspace(&mut self, workspace: &WorkspaceReport) -> io::Result<()> {
        let found = match workspace.detected_by.as_str() {
            "agentichat" => "has a .agentichat folder",
            "llm-context" => "has a .llm-context folder",
            "git" => "a git repository",
            _ => "the working folder",
        };
        let root = workspace.root.display();
        if workspace.writable {
            self.row("ok", "workspace", &format!("{root} ({found})"))?;
        } else {
            self.row("warn", "workspace", &format!("{root} ({found}), read-only"))?;
            self.next("changes cannot be written here; check the folder's permissions")?;
        }
        match workspace.config.as_str() {
            "untrusted" if workspace.ignored.is_empty() => self.row(
                "ok",
                "trust",
                "its config is not trusted and asks for nothing special",
            ),
            "untrusted" => {
                let keys = workspace.ignored.join(", ");
                self.row(
                    "warn",
                    "trust",
                    &format!("not trusted yet; ignored: {keys}"),
                )?;
                self.next("read its config file; the workbench asks whether you trust it")
            }
            "trusted" => self.row("ok", "trust", "its config is trusted"),
            "broken" => self.row("warn", "trust", "its config is wrong and not used"),
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
                    self.row("ok", "config", &path.display().to_string())?;
                }
                (Presence::Absent, []) => {
                    let text = format!("{} (not there; defaults are used)", path.display());
                    self.row("ok", "config", &text)?;
                }
            }
        }
        let is_of_a_file =
            |one: &&ConfigProblem| config.files.iter().any(|(path, _)| lies_in(one, path));
        let mut others = config.problems.iter().filter(|one| !is_of_a_file(one));
        others.try_for_each(|problem| self.faults(problem, &[]))
    }

    /// What is wrong in one file or variable, and what to do about it. Its place has the row for itself, so that it stays
    /// whole where the terminal is narrow.
    fn faults(&mut self, first: &ConfigProblem, more: &[&ConfigProblem]) -> io::Result<()> {
        self.row("warn", "config", &first.place.to_string())?;
        self.next(&first.said())?;
        for problem in more {
            let line = match problem.place {
                Place::File { line, .. } => line,
                Place::Environment { .. } | Place::Flag { .. } => 0,
            };
            self.next(&format!("line {line}: {}", problem.said()))?;
        }
        let errors = std::iter::once(first).chain(more.iter().copied());
        match errors
            .map(|one| one.severity)
            .any(|one| one == Severity::Error)
        {
            true => self.next("what has a fault is left out whole: mend it, then look again"),
            false => Ok(()),
        }
    }

    fn places(&mut self, places: &[PlaceReport]) -> io::Result<()> {
        for place in places {
            let path = place.path.display();
            match &place.problem {
                None => self.row("ok", &place.name, &path.to_string())?,
                Some(problem) => self.row("warn", &place.name, &format!("{path}: {problem}"))?,
            }
        }
        // These lie in the user's home.
        let is_at_home =
            |place: &PlaceReport| ["data", "settings", "log"].contains(&place.name.as_str());
        match places.iter().any(|place| is_at_home(place) && place.problem.is_some()) {
            true => self.next(
                "mend the permissions, or set HOME (or XDG_CONFIG_HOME and XDG_DATA_HOME) to a folder that can be written",
            ),
            false => Ok(()),
        }
    }

    fn programs(&mut self, programs: &[ExternalProgram]) -> io::Result<()> {
        for program in programs {
            match &program.version {
                Some(version) => self.row("ok", &program.name, version)?,
                None => self.row("-", &program.name, &format!("missing; {}", program.link))?,
            }
        }
        Ok(())
    }

    fn providers(&mut self, providers: &[ProviderReport]) -> io::Result<()> {
        for provider in providers {
            let status = &provider.status;
            let mut words = vec![status.address.clone()];
            let missing = provider.key.as_ref().is_some_and(|key| !key.present);
            if !(missing && status.state == "no key") {
                words.push(status.state.clone());
            }
            words.extend(status.latency_ms.map(|latency| format!("{latency} ms")));
            words.extend(provider.models.map(models_words));
            words.extend(provider.key.as_ref().map(key_words));
            let state = match (is_usable(provider), provider.wanted) {
                (true, _) => "ok",
                (false, true) => "fail",
                (false, false) => "-",
            };
            self.row(state, &status.provider, &words.join(", "))?;
            if let Some(next) = &provider.next {
                self.next(next)?;
            }
        }
        Ok(())
    }

    fn end(&mut self, facts: &DoctorFacts) -> io::Result<()> {
        for notice in &facts.notices {
            self.row("warn", "notice", notice)?;
        }
        if exit_status(facts) == 0 {
            return writeln!(self.out, "\nReady.");
        }
        writeln!(self.out, "\nNo provider can be used. Do one of these:")?;
        writeln!(
            self.out,
            "  ollama serve, then ollama pull a model  https://ollama.com/download"
        )?;
        writeln!(
            self.out,
            "  agentichat providers key set openai (or OPENAI_API_KEY), then --provider openai"
        )?;
        writeln!(
            self.out,
            "  the same for anthropic (ANTHROPIC_API_KEY) or mistral (MISTRAL_API_KEY)"
        )
    }

    fn row(&mut self, state: &str, name: &str, text: &str) -> io::Result<()> {
        writeln!(self.out, "{state:<4}  {name:<11} {}", one_line(text))
    }

    fn next(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{:<18}→ {}", "", one_line(text))
    }
}

/// Whether something is wrong in this file.
fn lies_in(problem: &ConfigProblem, file: &Path) -> bool {
    matches!(&problem.place, Place::File { path, .. } if path == file)
}

fn models_words(count: usize) -> String {
    match count {
        0 => "no models".into(),
        1 => "1 model".into(),
        count => format!("{count} models"),
    }
}

fn key_words(key: &KeyReport) -> String {
    if key.present {
        let from = key.from.as_deref().unwrap_or(&key.variable);
        format!("key set from {from}")
    } else {
        format!("no key ({} is not set)", key.variable)
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
