//! `agentichat debug risk`: tells the risk of commands, one a line.
//!
//! Owns the form of the lines; the risk itself is `policy::shell`'s. Called by the command line
//! with standard input and output, and by tests with buffers.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::json;

use crate::policy::shell::{ShellScope, assess};

/// Longest line that is read as a command; longer ones get an error line.
const MAX_LINE_BYTES: usize = 4 << 20;

/// How many lines were answered, and how many of them with an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RiskSummary {
    /// Lines that held a command.
    pub commands: u64,
    /// Lines that did not.
    pub errors: u64,
}

#[derive(Serialize)]
struct RiskLine<'a> {
    command: &'a str,
    risk: &'static str,
    reasons: Vec<&'a str>,
}

/// Reads one JSON string a line from `input` and writes one
/// `{"command", "risk": "low|medium|high", "reasons": […]}` a line to `output`, for commands that
/// would run in `scope`. A line that is not a JSON string gives an `{"error"}` line with its
/// number, and the next one is read; empty lines are passed over.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written.
pub fn run(
    input: impl BufRead,
    mut output: impl Write,
    scope: &ShellScope,
) -> io::Result<RiskSummary> {
    let mut summary = RiskSummary::default();
    for (number, line) in (1_u64..).zip(input.split(b'\n')) {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match read_command(&line) {
            Ok(command) => {
                summary.commands += 1;
                write_risk(&mut output, &command, scope)?;
            }
            Err(why) => {
                summary.errors += 1;
                let error = format!(
                    "line {number} is not a JSON string ({why}); write one command a line, for \
                     example \"git status\""
                );
                serde_json::to_writer(&mut output, &json!({ "error": error }))?;
                output.write_all(b"\n")?;
            }
        }
    }
    output.flush()?;
    Ok(summary)
}

fn read_command(line: &[u8]) -> Result<String, String> {
    if line.len() > MAX_LINE_BYTES {
        return Err(format!("longer than {MAX_LINE_BYTES} bytes"));
    }
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

fn write_risk(output: &mut impl Write, command: &str, scope: &ShellScope) -> io::Result<()> {
    let assessment = assess(command, scope);
    let line = RiskLine {
        command,
        risk: assessment.report.risk.word(),
        reasons: assessment
            .report
            .reasons
            .iter()
            .map(|reason| reason.text.as_str())
            .collect(),
    };
    serde_json::to_writer(&mut *output, &line)?;
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests;
