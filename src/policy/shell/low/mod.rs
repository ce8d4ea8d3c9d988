//! Low risk: the small language of commands that run unasked in every mode.
//!
//! A command is low if every byte of it belongs to a language that all shells read the same
//! (`lexer`, `line`), if a table knows each of its programs with exactly these options
//! (`table`, data in `assets/risk/`), and if what it names may be read. The first two are decided
//! here, from the text alone. What depends on the disk comes out as a list of [`Condition`]s, which
//! the planner of a command checks before it trusts the verdict: without that check nothing is low.
//! Whatever the syntax tree says beyond that can only raise the risk.

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

/// Why a command is not low.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLow {
    /// The reason, as a clause about the command: "has a pipe without a command".
    pub why: String,
    /// The stretch of the command that it speaks of; empty for all of it.
    pub span: Span,
}

impl NotLow {
    fn new(why: impl Into<String>, span: Span) -> Self {
        Self {
            why: why.into(),
            span,
        }
    }
}

/// Where a command would run, and what it may not read.
#[derive(Debug, Clone, Copy)]
pub(super) struct CommandLocation<'p> {
    pub(super) root: &'p std::path::Path,
    pub(super) blocks: &'p BlockList,
}

/// Reads `command`, which begins in one of `folders`, as one that only reads. Gives what must hold
/// on the disk for that.
///
/// # Errors
/// With why it is not low, whatever the disk holds.
pub(super) fn judge(
    command: &str,
    folders: &[PathBuf],
    place: CommandLocation<'_>,
) -> Result<Vec<Condition>, NotLow> {
    let mut conditions = Vec::new();
    let mut folders = Folders::new(folders.to_vec());
    // A line end at an end of the command ends nothing but the command.
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

/// What must hold for one command inside another to be low by itself; `None` where it is not.
pub(super) fn part(
    fields: &[Field],
    folders: &[PathBuf],
    place: CommandLocation<'_>,
) -> Option<Vec<Condition>> {
    let sources: Vec<&str> = fields.iter().map(|field| field.source.as_str()).collect();
    let command = sources.join(" ");
    let [simple] = commands(&command).ok()?.try_into().ok()?;
    let simple: line::Simple = simple;
    // What the two readings differ in is no proof.
    let same = simple.words.len() == fields.len()
        && (simple.words.iter().zip(fields)).all(|(word, field)| word.text == field.text);
    same.then(|| judge(&command, folders, place).ok())?
}

#[cfg(test)]
mod tests;
