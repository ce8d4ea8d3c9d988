//! Reading a file and making of it what goes into the tables. The dear part of building, without
//! the database: it runs on a thread of its own beside the one that writes.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::SystemTime;

use nix::errno::Errno;

use super::eligibility::{self, Eligibility};
use super::grams::Grams;
use super::language::Language;
use super::outlines::Outline;
use super::{chunks, outlines, words};
use crate::protocol::ids::ContentHash;
use crate::workspace::Workspace;
use crate::workspace::dir_cache::{Bytes, DirCache};
use crate::workspace::listing::{Mark, TICK};

/// SHA-256 of a content.
pub(super) type Hash = [u8; 32];

/// A file to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) path: String,
    /// Its mark when it was listed.
    pub(super) mark: Mark,
    /// What it was indexed as.
    pub(super) before: Option<(i64, Option<Hash>)>,
}

/// What a look at a file came to.
#[derive(Debug)]
pub(super) enum Analyzed {
    /// It has this content now.
    Fresh(Box<Prepared>),
    /// It has the content that it was indexed with.
    Same(Mark),
    /// There is no such file.
    Gone,
}

/// What goes into the tables.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) path: String,
    pub(super) mark: Mark,
    pub(super) hash: Option<Hash>,
    pub(super) language: Option<&'static str>,
    pub(super) standing: Eligibility,
    pub(super) chunks: Vec<Chunk>,
    pub(super) outline: Option<Outline>,
    pub(super) grams: Vec<u32>,
    pub(super) bytes: usize,
}

/// A range of lines with its words.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) first_line: u32,
    pub(super) last_line: u32,
    pub(super) text: String,
    pub(super) pieces: String,
}

/// Looks at one file after the other.
pub(super) struct Analyzer<'a> {
    opener: DirCache<'a>,
    grams: Grams,
    most: u64,
}

impl<'a> Analyzer<'a> {
    /// Files of more than `most` bytes are left out.
    pub(super) fn new(workspace: &'a Arc<Workspace>, most: u64) -> Self {
        Self {
            opener: DirCache::new(workspace),
            grams: Grams::default(),
            most,
        }
    }

    /// Reads a file. One that changed this very moment is waited for: until the clock of the file
    /// system has moved on, the next change would not show.
    pub(super) fn look(&mut self, task: &Task) -> Analyzed {
        if !task.mark.is_settled_at(SystemTime::now()) {
            std::thread::sleep(TICK);
        }
        let began = SystemTime::now();
        let (read, mark) = match self.opener.read(&task.path, self.most) {
            Ok(read) => read,
            Err(error) if is_no_file(&error) => return Analyzed::Gone,
            Err(error) => match error.kind() {
                // It is being written; whoever does will be heard of.
                io::ErrorKind::ResourceBusy => {
                    return self.without_text(task, Mark::default(), Eligibility::Unreadable);
                }
                _ => return self.without_text(task, task.mark, Eligibility::Unreadable),
            },
        };
        // A mark that would not tell the next change is no mark.
        let mark = if mark.is_settled_at(began) {
            mark
        } else {
            Mark::default()
        };
        let Bytes::Whole(bytes) = read else {
            return self.without_text(task, mark, Eligibility::TooLarge);
        };
        let hash: Hash = *ContentHash::of(&bytes).as_bytes();
        if task.before.is_some_and(|(_, before)| before == Some(hash)) {
            return Analyzed::Same(mark);
        }
        let (standing, covered) = eligibility::of(&bytes);
        let grams = self.grams.of(covered);
        let (chunks, outline) = match standing {
            Eligibility::Text => {
                // What is UTF-8, as nearly all is, is found out faster than what is not.
                let text = match std::str::from_utf8(&bytes) {
                    Ok(text) => Cow::Borrowed(text),
                    Err(_) => String::from_utf8_lossy(&bytes),
                };
                (chunks_of(&text), outlines::of(&task.path, &text))
            }
            _ => (Vec::new(), None),
        };
        Analyzed::Fresh(Box::new(Prepared {
            mark,
            hash: Some(hash),
            language: Language::of(&task.path).map(|language| language.name),
            standing,
            chunks,
            outline,
            grams,
            bytes: bytes.len(),
            path: task.path.clone(),
        }))
    }

    fn without_text(&self, task: &Task, mark: Mark, standing: Eligibility) -> Analyzed {
        Analyzed::Fresh(Box::new(Prepared {
            path: task.path.clone(),
            mark,
            hash: None,
            language: Language::of(&task.path).map(|language| language.name),
            standing,
            chunks: Vec::new(),
            outline: None,
            grams: Vec::new(),
            bytes: 0,
        }))
    }
}

/// Whether there is no regular file at the path, or only behind a link.
fn is_no_file(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidInput
    ) || error.raw_os_error() == Some(Errno::ELOOP as i32)
}

fn chunks_of(text: &str) -> Vec<Chunk> {
    let made = chunks::of(text).into_iter().map(|chunk| Chunk {
        first_line: chunk.first_line,
        last_line: chunk.last_line,
        pieces: words::pieces(chunk.text),
        text: chunk.text.to_owned(),
    });
    made.collect()
}
