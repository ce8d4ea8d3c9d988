//! The path jail: resolves a path's text to an open folder and a plain name in it.
//!
//! Goes component by component with open folder handles and never lets the system follow a link: it
//! reads a link's target and walks it like the other components, `..` pops the stack of handles,
//! and popping the bottom is E001. Later code opens one plain name in a held folder, without
//! following links, so nothing can be swapped between check and use.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::Path;

use cap_std::fs::{Dir, FileTypeExt, Metadata};
use nix::errno::Errno;
use nix::fcntl::{OFlag, openat};
use nix::sys::stat::Mode;

use super::errors;
use super::handle::Workspace;
use notice::{Notice, notice};
use protocol::call::ToolError;
use redact::is_invisible;

/// Most links that one path may traverse, as in Linux.
const MAX_LINKS: usize = 40;

/// Treatment of a link at the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastLink {
    /// Resolves to the link's target.
    Follow,
    Keep,
}

/// The target of a path, with handles.
pub(super) struct JailedPath {
    /// The real path, relative to the root, without links, with `/`; empty is the root.
    pub(super) path: String,
    pub(super) found: PathTarget,
}

/// The kind of file at a path, with handles.
pub(super) enum PathTarget {
    Folder,
    File {
        parent: Dir,
        /// The name in `parent`.
        name: String,
        /// The system's metadata of the file.
        metadata: Metadata,
    },
    /// A link, with [`LastLink::Keep`].
    Link,
    /// A pipe, socket or device; the notice says which.
    Special(Notice),
    /// Nothing exists: the deepest existing folder, and the names below it.
    Missing {
        parent: Dir,
        /// At least one name.
        names: Vec<String>,
    },
}

/// Splits a path into names. Refuses names that are impossible or ambiguous.
pub(super) fn names_of(workspace: &Workspace, path: &str) -> Result<VecDeque<String>, ToolError> {
    let refuse = |why: Notice| Err(errors::outside(path, &why));
    if path.len() > 4_096 {
        return refuse(notice!("told-path-long"));
    }
    if path.contains('\0') {
        return refuse(notice!("told-path-nul"));
    }
    if cfg!(windows) && path.contains('\\') {
        return refuse(notice!("told-path-backslash"));
    }
    if path.chars().any(is_deceptive) {
        return Err(errors::unusual(path, &notice!("told-path-unseen")));
    }
    let relative = if path.starts_with('/') {
        match workspace.strip_root(Path::new(path)) {
            Some(inside) => inside,
            None => return refuse(notice!("told-path-absolute")),
        }
    } else {
        path.to_owned()
    };
    let mut names = VecDeque::new();
    for name in relative.split('/') {
        match name {
            "" | "." => {}
            ".." => names.push_back(name.to_owned()),
            "~" => return refuse(notice!("told-path-home")),
            _ if name.ends_with(['.', ' ']) => {
                return Err(errors::unusual(path, &notice!("told-path-name-end")));
            }
            _ if name.len() > 255 => return refuse(notice!("told-path-name-long")),
            _ => names.push_back(name.to_owned()),
        }
    }
    Ok(names)
}

/// Whether a character is invisible, changes the writing direction, or looks like `.` or `/`.
fn is_deceptive(character: char) -> bool {
    (is_invisible(character) && !is_ordinary(character))
        || matches!(
            character,
            '\u{200c}' | '\u{200d}' | '\u{2024}'
                ..='\u{2026}'
                    | '\u{ff0e}'
                    | '\u{2044}'
                    | '\u{2215}'
                    | '\u{29f8}'
                    | '\u{ff0f}'
                    | '\u{ff3c}'
                    | '\u{fffd}'
        )
}

/// Whether a control character occurs in real file names and is displayed as such: `\t`, `\n`.
fn is_ordinary(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r')
}

pub(super) fn find(
    workspace: &Workspace,
    path: &str,
    last_link: LastLink,
) -> Result<JailedPath, ToolError> {
    let mut rest = names_of(workspace, path)?;
    let mut walk = Walk {
        workspace,
        asked: path,
        stack: Vec::new(),
        missing: Vec::new(),
        links: 0,
    };
    if let Some(pattern) = workspace.blocks().matches(&lexical(&rest)) {
        // Checked before the disk is, so that the answer does not reveal what exists.
        let outcome = errors::blocked(path, pattern);
        return Err(if escapes(&rest) {
            errors::outside(path, &notice!("told-path-leaves"))
        } else {
            outcome
        });
    }
    while let Some(name) = rest.pop_front() {
        if let Some(found) = walk.enter(name, &mut rest, last_link)? {
            return walk.finish(found);
        }
    }
    walk.end()
}

/// Resolves `..` in a path textually.
fn lexical(names: &VecDeque<String>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for name in names {
        if name == ".." {
            kept.pop();
        } else {
            kept.push(name);
        }
    }
    kept.join("/")
}

fn escapes(names: &VecDeque<String>) -> bool {
    let mut depth = 0_i64;
    names.iter().any(|name| {
        depth += if name == ".." { -1 } else { 1 };
        depth < 0
    })
}

struct Walk<'a> {
    workspace: &'a Workspace,
    asked: &'a str,
    stack: Vec<(String, Dir)>,
    missing: Vec<String>,
    links: usize,
}

impl Walk<'_> {
    /// Enters one name. Returns the target if the path ends here.
    fn enter(
        &mut self,
        name: String,
        rest: &mut VecDeque<String>,
        last_link: LastLink,
    ) -> Result<Option<(String, PathTarget)>, ToolError> {
        if name == ".." {
            if self.missing.pop().is_none() && self.stack.pop().is_none() {
                return Err(errors::outside(self.asked, &notice!("told-path-leaves")));
            }
            return Ok(None);
        }
        if !self.missing.is_empty() {
            self.missing.push(name);
            return Ok(None);
        }
        let metadata = match self.here().symlink_metadata(&name) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.missing.push(name);
                return Ok(None);
            }
            Err(error) => {
                return Err(errors::from_io(
                    &error,
                    &notice!("told-doing-look"),
                    self.asked,
                ));
            }
        };
        let kind = metadata.file_type();
        if kind.is_symlink() {
            if rest.is_empty() && last_link == LastLink::Keep {
                return Ok(Some((name, PathTarget::Link)));
            }
            self.follow(&name, rest)?;
            return Ok(None);
        }
        if kind.is_dir() {
            let folder = open_folder(self.here(), &name).map_err(|error| {
                errors::from_io(&error, &notice!("told-doing-open"), self.asked)
            })?;
            self.stack.push((name, folder));
            return Ok(None);
        }
        if !rest.is_empty() {
            return Err(errors::not_found(self.asked, &[]));
        }
        if !kind.is_file() {
            return Ok(Some((name, PathTarget::Special(special_word(&metadata)))));
        }
        let parent = self.here_owned()?;
        let found = PathTarget::File {
            parent,
            name: name.clone(),
            metadata,
        };
        Ok(Some((name, found)))
    }

    /// Replaces a link's name by its target.
    fn follow(&mut self, name: &str, rest: &mut VecDeque<String>) -> Result<(), ToolError> {
        self.links += 1;
        if self.links > MAX_LINKS {
            return Err(errors::outside(self.asked, &notice!("told-path-links")));
        }
        let target = self.here().read_link_contents(name).map_err(|error| {
            errors::from_io(&error, &notice!("told-doing-read-link"), self.asked)
        })?;
        let leaves = || errors::outside(self.asked, &notice!("told-path-link-leaves"));
        let text = if target.is_absolute() {
            let inside = self.workspace.strip_root(&target).ok_or_else(leaves)?;
            self.stack.clear();
            inside
        } else {
            target.to_str().ok_or_else(leaves)?.to_owned()
        };
        for part in text.rsplit('/').filter(|part| !matches!(*part, "" | ".")) {
            rest.push_front(part.to_owned());
        }
        Ok(())
    }

    fn here(&self) -> &Dir {
        self.stack
            .last()
            .map_or(self.workspace.dir(), |(_, folder)| folder)
    }

    fn here_owned(&self) -> Result<Dir, ToolError> {
        self.here()
            .try_clone()
            .map_err(|error| errors::from_io(&error, &notice!("told-doing-open"), self.asked))
    }

    fn path_to(&self, more: &[String]) -> String {
        let names: Vec<&str> = self
            .stack
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(more.iter().map(String::as_str))
            .collect();
        names.join("/")
    }

    /// Ends a path whose target is not a folder.
    fn finish(self, (name, found): (String, PathTarget)) -> Result<JailedPath, ToolError> {
        let path = self.path_to(&[name]);
        self.allowed(path, found)
    }

    /// Ends a path at a folder or at nothing.
    fn end(self) -> Result<JailedPath, ToolError> {
        let path = self.path_to(&self.missing);
        let found = if self.missing.is_empty() {
            PathTarget::Folder
        } else {
            PathTarget::Missing {
                parent: self.here_owned()?,
                names: self.missing.clone(),
            }
        };
        self.allowed(path, found)
    }

    fn allowed(&self, path: String, found: PathTarget) -> Result<JailedPath, ToolError> {
        match self.workspace.blocks().matches(&path) {
            Some(pattern) => Err(errors::blocked(self.asked, pattern)),
            None => Ok(JailedPath { path, found }),
        }
    }
}

fn special_word(metadata: &Metadata) -> Notice {
    let kind = metadata.file_type();
    if kind.is_fifo() {
        notice!("told-is-pipe")
    } else if kind.is_socket() {
        notice!("told-is-socket")
    } else {
        notice!("told-is-device")
    }
}

/// Opens a folder by a plain name, never through a link.
pub(super) fn open_folder(parent: &Dir, name: &str) -> io::Result<Dir> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY;
    open_plain(parent, name, flags).map(Dir::from_std_file)
}

/// Opens a file for reading by a plain name: never follows a link, never waits for a pipe.
pub(super) fn open_file(parent: &Dir, name: &str) -> io::Result<File> {
    open_plain(parent, name, OFlag::O_RDONLY | OFlag::O_NOCTTY)
}

/// Opens a file for overwriting by a plain name: never follows a link, never creates the file.
pub(super) fn open_for_writing(parent: &Dir, name: &str) -> io::Result<File> {
    open_plain(parent, name, OFlag::O_WRONLY | OFlag::O_NOCTTY)
}

/// Most attempts at an interrupted open.
const OPEN_ATTEMPTS: u32 = 3;

fn open_plain(parent: &Dir, name: &str, flags: OFlag) -> io::Result<File> {
    if name.contains('/') || name.contains('\0') || matches!(name, "" | "." | "..") {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    }
    let flags = flags | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC | OFlag::O_NONBLOCK;
    let mut attempts = 1;
    loop {
        match openat(parent, name, flags, Mode::empty()) {
            // A signal, or a lease of another program that is being released.
            Err(Errno::EINTR | Errno::EAGAIN) if attempts < OPEN_ATTEMPTS => attempts += 1,
            opened => return opened.map(File::from).map_err(io::Error::from),
        }
    }
}
