//! Low risk: the small language of commands that run without asking in every mode.
//!
//! A command is low if every byte of it belongs to a language that all shells read the same way
//! (`lexer`, `line`), if a table lists each of its programs with exactly these options (`table`,
//! data in `assets/risk/`), and if the files that it names may be read. The first two are decided
//! here, from the text alone. The disk-dependent part is returned as a list of [`Condition`]s,
//! which the planner of a command checks before it trusts the verdict: without that check no
//! command is low. The syntax tree can only raise the risk.

mod condition;
mod lexer;
mod line;
mod matching;
mod table;
mod values;

use std::path::PathBuf;

pub use self::condition::{Condition, TreeReader};
use self::line::{Folders, commands};
pub(super) use self::matching::reads;
use super::blocked::BlockList;
use super::field::Field;
use super::findings::Span;
use notice::Notice;

/// Reason why a command is not low.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLow {
    /// The reason, as a clause about the command: "has a pipe without a command".
    pub why: Notice,
    /// The range of the command that the reason refers to; empty for the whole command.
    pub span: Span,
}

impl NotLow {
    fn new(why: Notice, span: Span) -> Self {
        Self { why, span }
    }
}

/// The location in which a command would run, and the paths it may not read.
#[derive(Debug, Clone, Copy)]
pub(super) struct CommandLocation<'p> {
    pub(super) root: &'p std::path::Path,
    pub(super) blocks: &'p BlockList,
}

/// Judges whether `command`, which begins in one of `folders`, only reads. Returns the conditions
/// on the disk for that.
///
/// # Errors
/// If the command is not low under any condition; the error holds the reason.
pub(super) fn judge(
    command: &str,
    folders: &[PathBuf],
    place: CommandLocation<'_>,
) -> Result<Vec<Condition>, NotLow> {
    let mut conditions = Vec::new();
    let mut folders = Folders::new(folders.to_vec());
    // A line end at the end only ends the command.
    let trimmed = command.trim_end_matches(['\n', ' ']);
    for simple in commands(trimmed)? {
        folders.pass(&simple);
        if !folders.follow(&simple, &mut conditions)? {
            matching::conditions(&simple.words, &folders.now, place, &mut conditions)?;
        }
    }
    conditions.dedup();
    Ok(conditions)
}

/// Returns the conditions under which one command inside another is low by itself; `None` if
/// it is not.
pub(super) fn part(
    fields: &[Field],
    folders: &[PathBuf],
    place: CommandLocation<'_>,
) -> Option<Vec<Condition>> {
    let sources: Vec<&str> = fields.iter().map(|field| field.source.as_str()).collect();
    let command = sources.join(" ");
    let [simple] = commands(&command).ok()?.try_into().ok()?;
    let simple: line::Simple = simple;
    // If the two parses differ, neither proves anything.
    let same = simple.words.len() == fields.len()
        && (simple.words.iter().zip(fields)).all(|(word, field)| word.text == field.text);
    same.then(|| judge(&command, folders, place).ok())?
}

#[cfg(test)]
mod tests;
