//! Splits a command of the small language into simple commands, each with the folders it
//! may run in.

use std::path::PathBuf;

use super::lexer::{Operator, Token, Word, tokens};
use super::{Condition, NotLow};
use crate::shell::path::normal;
use notice::notice;

/// Maximum number of simple commands in one line.
const MAX_COMMANDS: usize = 32;

/// Maximum number of folders that a command may be in.
const MAX_FOLDERS: usize = 4;

/// A simple command: a program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) words: Vec<Word>,
    /// The operator before the command.
    before: Option<Operator>,
    /// The operator after the command.
    after: Option<Operator>,
}

/// Parses `text` as commands joined by operators.
///
/// # Errors
/// If a part is outside the language.
pub(super) fn commands(text: &str) -> Result<Vec<Simple>, NotLow> {
    let mut commands: Vec<Simple> = Vec::new();
    let mut words = Vec::new();
    let mut before = None;
    for token in tokens(text)? {
        match token {
            Token::Word(word) => words.push(word),
            Token::Operator(_, span) if words.is_empty() => {
                return Err(NotLow::new(notice!("risk-has-an-operator-without"), span));
            }
            Token::Operator(operator, _) => {
                commands.push(Simple {
                    words: std::mem::take(&mut words),
                    before,
                    after: Some(operator),
                });
                before = Some(operator);
            }
        }
    }
    if !words.is_empty() {
        commands.push(Simple {
            words,
            before,
            after: None,
        });
    } else if before != Some(Operator::Then) {
        return Err(NotLow::new(
            notice!("risk-has-no-command-at-its-end"),
            (0, 0),
        ));
    }
    if commands.len() > MAX_COMMANDS {
        return Err(NotLow::new(notice!("risk-has-too-many-commands"), (0, 0)));
    }
    Ok(commands)
}

/// The folders that commands may run in, as changed by each `cd`.
#[derive(Debug)]
pub(super) struct Folders {
    /// Possible folders of the next command.
    pub(super) now: Vec<PathBuf>,
    /// Possible folders if the last `cd` of the chain failed or did not run.
    stayed: Vec<PathBuf>,
}

impl Folders {
    pub(super) fn new(now: Vec<PathBuf>) -> Self {
        Self {
            now,
            stayed: Vec::new(),
        }
    }

    /// Applies the operator before the next command: after `&&` every earlier `cd` succeeded, after
    /// any other operator it may have failed.
    pub(super) fn pass(&mut self, command: &Simple) {
        if matches!(command.before, Some(Operator::Or | Operator::Then)) {
            let stayed = std::mem::take(&mut self.stayed);
            self.add(stayed);
        }
    }

    /// Follows `cd FOLDER` if the command is one; otherwise returns false.
    ///
    /// # Errors
    /// If the target cannot be determined.
    pub(super) fn follow(
        &mut self,
        command: &Simple,
        conditions: &mut Vec<Condition>,
    ) -> Result<bool, NotLow> {
        let Some((name, arguments)) = command.words.split_first() else {
            return Ok(false);
        };
        if name.text != "cd" || name.quoted {
            return Ok(false);
        }
        let piped = [command.before, command.after].contains(&Some(Operator::Pipe));
        let [folder] = arguments else {
            return Err(NotLow::new(notice!("risk-has-a-cd"), name.span));
        };
        if piped || folder.glob || folder.text.is_empty() || folder.text.starts_with('-') {
            return Err(NotLow::new(notice!("risk-has-a-cd"), folder.span));
        }
        // Shells resolve `..` textually, regardless of links.
        let arrived: Vec<PathBuf> = (self.now.iter())
            .map(|now| normal(&now.join(&folder.text)))
            .collect();
        conditions.extend(arrived.iter().cloned().map(Condition::Name));
        let stayed = std::mem::replace(&mut self.now, arrived);
        if command.before == Some(Operator::Or) {
            self.add(stayed);
        } else {
            self.stayed.extend(stayed);
        }
        if self.now.len() + self.stayed.len() > MAX_FOLDERS {
            return Err(NotLow::new(
                notice!("risk-has-too-many-commands"),
                folder.span,
            ));
        }
        Ok(true)
    }

    fn add(&mut self, folders: Vec<PathBuf>) {
        for folder in folders {
            if !self.now.contains(&folder) {
                self.now.push(folder);
            }
        }
    }
}
