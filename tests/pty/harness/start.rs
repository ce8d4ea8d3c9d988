//! Starting a program in a terminal.

use std::path::PathBuf;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::place::Place;
use super::session::Session;
use super::terminal::Kind;

/// The tested binary.
pub const BINARY: &str = env!("CARGO_BIN_EXE_agentichat");

pub struct Start<'a> {
    place: &'a Place,
    words: Vec<String>,
    size: (u16, u16),
    kind: Kind,
    variables: Vec<(String, String)>,
    folder: PathBuf,
}

impl<'a> Start<'a> {
    /// Prepares the program with these arguments, in the workspace of a place.
    pub fn program(place: &'a Place, arguments: &[&str]) -> Self {
        let mut words = vec![BINARY];
        words.extend_from_slice(arguments);
        Self::command(place, &words)
    }

    pub fn command(place: &'a Place, words: &[&str]) -> Self {
        Self {
            place,
            words: words.iter().map(|&word| word.to_owned()).collect(),
            size: (120, 36),
            kind: Kind::KITTY,
            variables: Vec::new(),
            folder: place.work(),
        }
    }

    /// Sets the size of the terminal.
    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    /// Sets the kind of terminal.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the working folder.
    pub fn folder(mut self, folder: PathBuf) -> Self {
        self.folder = folder;
        self
    }

    /// Adds an environment variable.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn begin(self) -> Session {
        let (columns, rows) = self.size;
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::from_argv(self.words.iter().map(Into::into).collect());
        command.cwd(self.folder);
        command.env_clear();
        for (name, value) in self.place.environment() {
            command.env(name, value);
        }
        for (name, value) in self.kind.environment {
            command.env(name, value);
        }
        for (name, value) in self.variables {
            command.env(name, value);
        }
        Session::begin(pair, command, self.kind)
    }
}
