//! Prints waiting lines, the line being typed again below them, and the echo of keys.

use std::io::{self, IsTerminal, Write};

use super::{Driver, Source};
use crate::state::Completed;
use crate::{text, wrap};

impl Driver {
    pub(super) fn print_all(&mut self) -> io::Result<()> {
        self.print(self.held.len())
    }

    /// Prints `count` of the waiting lines, and the line being typed again below them.
    pub(super) fn print(&mut self, count: usize) -> io::Result<()> {
        self.print_over(count)?;
        self.print_line_again()
    }

    /// Same as [`print`](Self::print), without the line being typed.
    pub(super) fn print_over(&mut self, count: usize) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        if !self.covered && self.line_again().is_some() {
            out.write_all(b"\n")?;
        }
        self.covered = true;
        let columns = columns();
        for line in self.held.drain(..count) {
            // No line may steer the terminal, whatever its source.
            let line = text::printable(&line);
            for row in wrap::rows(&line, columns) {
                writeln!(out, "{row}")?;
            }
        }
        out.flush()
    }

    /// Prints the line being typed again if other output covered it.
    pub(super) fn print_line_again(&mut self) -> io::Result<()> {
        match self.line_again() {
            Some(again) if std::mem::take(&mut self.covered) => self.echo(&again),
            _ => {
                self.covered = false;
                Ok(())
            }
        }
    }

    /// Inserts a completion into the line, below the list of choices.
    pub(super) fn put_in(&mut self, completed: &Completed) -> io::Result<()> {
        let Source::Terminal { editor, .. } = &self.source else {
            return Ok(());
        };
        if !editor.is_before(&completed.typed) {
            return Ok(());
        }
        let has_choices = !completed.choices.is_empty();
        if has_choices {
            self.held.extend(completed.choices.iter().cloned());
            self.print_over(self.held.len())?;
        }
        let Source::Terminal { editor, .. } = &mut self.source else {
            return Ok(());
        };
        let echo = editor.put_in(&completed.typed, &completed.becomes);
        if has_choices {
            self.print_line_again()
        } else {
            self.echo(&echo)
        }
    }

    pub(super) fn line_again(&self) -> Option<String> {
        match &self.source {
            Source::Terminal { editor, .. } if editor.is_begun() => Some(editor.again()),
            _ => None,
        }
    }

    pub(super) fn echo(&self, text: &str) -> io::Result<()> {
        if self.echo_to_errors {
            let mut out = io::stderr().lock();
            out.write_all(text.as_bytes())?;
            return out.flush();
        }
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

/// Returns the width of printed rows: one column less than the terminal has, because some terminals
/// wrap when a row is full.
fn columns() -> usize {
    if !io::stdout().is_terminal() {
        return usize::MAX;
    }
    match crossterm::terminal::size() {
        Ok((columns, _)) if columns > 1 => usize::from(columns) - 1,
        _ => usize::MAX,
    }
}
