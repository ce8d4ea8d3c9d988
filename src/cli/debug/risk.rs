//! `agentichat debug risk`: rates the risk of commands, one per line.
//!
//! Owns the format of the lines; the rating itself belongs to `policy::shell`. Called by the
//! command line with standard input and output, and by tests with buffers.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::json;

use super::lines::{read_line, read_string};
use notice::Notice;
use policy::shell::{ShellAssessment, ShellScope, assess};
use protocol::approval::{Risk, RiskReason};

/// Number of lines that were answered, and of those that gave an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RiskSummary {
    /// Lines with a command.
    pub commands: u64,
    /// Lines without a command.
    pub errors: u64,
}

/// Checks on the disk the conditions for a command to be low risk; the error says which one fails.
pub type Check<'c> = &'c dyn Fn(&ShellAssessment) -> Result<(), Notice>;

#[derive(Serialize)]
struct RiskLine<'a> {
    command: &'a str,
    risk: &'static str,
    reasons: Vec<String>,
}

/// Reads one JSON string per line from `input` and writes one `{"command", "risk":
/// "low|medium|high", "reasons": […]}` per line to `output`, for commands that would run in
/// `scope`. `check` examines the disk if a command is low risk only under conditions. A line that
/// is not a JSON string, including an empty one, gives an `{"error"}` line with its number, and
/// reading goes on: one line out for one line in.
///
/// # Errors
/// If `input` cannot be read or `output` cannot be written.
pub fn run(
    mut input: impl BufRead,
    mut output: impl Write,
    scope: &ShellScope,
    check: Check<'_>,
) -> io::Result<RiskSummary> {
    let mut summary = RiskSummary::default();
    for number in 1_u64.. {
        let Some(line) = read_line(&mut input)? else {
            break;
        };
        match read_string(&line) {
            Ok(command) => {
                summary.commands += 1;
                write_risk(&mut output, &command, scope, check)?;
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

fn write_risk(
    output: &mut impl Write,
    command: &str,
    scope: &ShellScope,
    check: Check<'_>,
) -> io::Result<()> {
    let mut assessment = assess(command, scope);
    if assessment.read_only
        && let Err(text) = check(&assessment)
    {
        assessment.report.risk = Risk::Medium;
        assessment.report.reasons = vec![RiskReason { text, span: None }];
    }
    let line = RiskLine {
        command,
        risk: assessment.report.risk.word(),
        reasons: assessment
            .report
            .reasons
            .iter()
            .map(|reason| reason.text.to_string())
            .collect(),
    };
    serde_json::to_writer(&mut *output, &line)?;
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests;
