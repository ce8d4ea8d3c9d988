//! `agentichat cassette show|verify FILE`: shows the contents of a recording, or checks that it can
//! be played, is complete, holds no secrets, and makes the engine send the recorded requests.

mod check;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Value, json};

use self::check::{Fault, check};
use super::args::CassetteCommands;
use super::debug::files::read;
use super::{Format, exit_of};
use crate::app::replay_check::{Difference, ReplayReport, check_replay};
use notice::words::{counted, thousands};
use protocol::stream::StreamPart;
use protocol::usage::Usage;
use provider::cassette::{Cassette, Step};
use redact::{Masker, one_line};

/// Exit status for a recording that has a fault.
const FAULTY: u8 = 1;

pub fn run(command: &CassetteCommands) -> ExitCode {
    let mut out = io::stdout().lock();
    exit_of(match command {
        CassetteCommands::Show(wanted) => show(&wanted.file, Format::of(wanted.json), &mut out),
        CassetteCommands::Verify(wanted) => verify(&wanted.file, Format::of(wanted.json), &mut out),
    })
}

/// Returns the file as text; invalid UTF-8 is reported with its line.
fn text_of(path: &Path) -> io::Result<Result<String, Fault>> {
    let bytes = read(path)?;
    Ok(String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to());
        let lines = before.unwrap_or_default().iter();
        Fault {
            line: lines.filter(|byte| **byte == b'\n').count() + 1,
            what: "it is not text in UTF-8".to_owned(),
        }
    }))
}

fn show(path: &Path, format: Format, out: &mut dyn Write) -> io::Result<u8> {
    let parsed = text_of(path)?.and_then(|text| {
        let fault = |error: provider::cassette::CassetteError| Fault {
            line: error.line,
            what: error.what.to_string(),
        };
        Cassette::parse(&text)
            .map_err(fault)
            .map(|cassette| (cassette, text.len()))
    });
    let (cassette, bytes) = match parsed {
        Ok(parsed) => parsed,
        Err(fault) => return refuse(path, &[fault], format, out),
    };
    match format {
        Format::Json => writeln!(out, "{}", shown_json(&cassette, bytes))?,
        Format::Text => show_text(&cassette, bytes, out)?,
    }
    Ok(0)
}

fn verify(path: &Path, format: Format, out: &mut dyn Write) -> io::Result<u8> {
    let variables: Vec<(String, String)> = std::env::vars().collect();
    let pairs = variables
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let masker = Masker::of_environment(pairs);
    let checked = text_of(path)?.map_err(|fault| vec![fault]);
    match checked.and_then(|text| check(&text, &masker)) {
        Err(faults) => refuse(path, &faults, format, out),
        Ok(cassette) => {
            let steps = cassette.steps().count();
            let runtime = super::runtime()?;
            let checked = runtime
                .block_on(check_replay(cassette))
                .map_err(io::Error::other)?;
            if let Some(Difference { line, what }) = checked.difference {
                return refuse(path, &[Fault { line, what }], format, out);
            }
            let ReplayReport { same, note, .. } = checked;
            match format {
                Format::Json => writeln!(
                    out,
                    "{}",
                    json!({
                        "file": path, "ok": true, "steps": steps, "same_requests": same, "note": note, "faults": [],
                    })
                )?,
                Format::Text => {
                    let (shown, answers) = (path.display(), counted(steps, "recorded answer"));
                    let asked = counted(same, "request");
                    let note =
                        note.map_or_else(String::new, |note| format!("; {}", one_line(&note)));
                    writeln!(
                        out,
                        "{shown}: good, {answers}; the engine makes {asked} as recorded{note}"
                    )?;
                }
            }
            Ok(0)
        }
    }
}

fn refuse(path: &Path, faults: &[Fault], format: Format, out: &mut dyn Write) -> io::Result<u8> {
    match format {
        Format::Json => {
            let faults: Vec<Value> = faults
                .iter()
                .map(|fault| {
                    let lines: Vec<String> = fault.what.lines().map(one_line).collect();
                    json!({ "line": fault.line, "what": lines.join("\n") })
                })
                .collect();
            writeln!(
                out,
                "{}",
                json!({ "file": path, "ok": false, "faults": faults })
            )?;
        }
        Format::Text => {
            for Fault { line, what } in faults {
                let mut lines = what.lines().map(one_line);
                let first = lines.next().unwrap_or_default();
                writeln!(out, "{}:{line}: {first}", path.display())?;
                for more in lines {
                    writeln!(out, "    {more}")?;
                }
            }
        }
    }
    Ok(FAULTY)
}

/// The summary of one answer.
struct AnswerSummary<'a> {
    step: &'a Step,
    /// Number of this attempt at its step, from 1.
    attempt: usize,
    model: String,
    calls: Vec<&'a str>,
    /// Bytes of text and reasoning.
    bytes: usize,
    usage: Usage,
    end: String,
    duration_ms: u64,
}

fn told(cassette: &Cassette) -> Vec<AnswerSummary<'_>> {
    let mut attempts: BTreeMap<(&str, u32), usize> = BTreeMap::new();
    let answers = cassette.steps().map(|step| {
        let attempt = attempts
            .entry((step.agent.as_str(), step.step))
            .or_default();
        *attempt += 1;
        tell(cassette, step, *attempt)
    });
    answers.collect()
}

fn tell<'a>(cassette: &'a Cassette, step: &'a Step, attempt: usize) -> AnswerSummary<'a> {
    let provider = step.provider.as_ref().unwrap_or(&cassette.header.provider);
    let model = step.request.as_ref().map(|request| &request.model);
    let model = model.unwrap_or(&cassette.header.model);
    let mut told = AnswerSummary {
        step,
        attempt,
        model: format!("{provider}/{model}"),
        calls: Vec::new(),
        bytes: 0,
        usage: Usage::default(),
        end: "cancelled".to_owned(),
        duration_ms: step.delays_ms.iter().sum(),
    };
    for part in &step.parts {
        match part {
            StreamPart::Text { text } | StreamPart::Reasoning { text } => told.bytes += text.len(),
            StreamPart::CallStart { name, .. } => told.calls.push(name),
            StreamPart::Usage { usage } => told.usage = usage.clone(),
            StreamPart::Done { stop } => {
                let word = serde_json::to_value(stop).unwrap_or_default();
                word.as_str().unwrap_or_default().clone_into(&mut told.end);
            }
            StreamPart::Error { error } => told.end = format!("error: {}", error.message),
            _ => {}
        }
    }
    told
}

fn show_text(cassette: &Cassette, bytes: usize, out: &mut dyn Write) -> io::Result<()> {
    let header = &cassette.header;
    let steps = told(cassette);
    let head = format!(
        "{} of {}, made {} by {}; {}, {} bytes",
        counted(steps.len(), "recorded answer"),
        header.provider,
        header.created_at,
        header.made_by,
        counted(
            steps.iter().map(|told| told.calls.len()).sum::<usize>(),
            "call"
        ),
        thousands(bytes as u64)
    );
    writeln!(out, "{}", one_line(&head))?;
    for told in steps {
        let AnswerSummary { step, attempt, .. } = &told;
        let attempt = match attempt {
            1 => String::new(),
            later => format!(" attempt {later}"),
        };
        let calls = match told.calls.as_slice() {
            [] => String::new(),
            calls => format!("  calls {}", calls.join(", ")),
        };
        let line = format!(
            "{} {}{attempt}  {}  {} in, {} out{}  {} bytes  {} ms{calls}  {}",
            step.agent,
            step.step,
            told.model,
            thousands(told.usage.input_tokens),
            thousands(told.usage.output_tokens),
            if told.usage.estimated {
                " (estimated)"
            } else {
                ""
            },
            thousands(told.bytes as u64),
            thousands(told.duration_ms),
            told.end
        );
        writeln!(out, "{}", one_line(&line))?;
    }
    out.flush()
}

fn shown_json(cassette: &Cassette, bytes: usize) -> Value {
    let steps = told(cassette).into_iter().map(|told| {
        json!({
            "agent": told.step.agent,
            "step": told.step.step,
            "attempt": told.attempt,
            "model": told.model,
            "calls": told.calls,
            "bytes": told.bytes,
            "parts": told.step.parts.len(),
            "usage": told.usage,
            "duration_ms": told.duration_ms,
            "end": told.end,
        })
    });
    json!({
        "header": cassette.header,
        "bytes": bytes,
        "steps": steps.collect::<Vec<_>>(),
    })
}
