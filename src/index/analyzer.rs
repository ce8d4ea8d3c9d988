//! Reads a file and prepares its rows for the tables. This is the expensive part of building,
//! without the database: it runs on a thread of its own beside the thread that writes.

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
use protocol::ids::ContentHash;
use workspace::Workspace;
use workspace::dir_cache::{Bytes, DirCache};
use workspace::listing::{Mark, TICK};

/// SHA-256 of a file's content.
pub(super) type Hash = [u8; 32];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) path: String,
    /// Mark of the file when it was listed.
    pub(super) mark: Mark,
    /// Row id and content hash of the file in the index, if it is known.
    pub(super) before: Option<(i64, Option<Hash>)>,
}

/// Result of analyzing a file.
#[derive(Debug)]
pub(super) enum Analyzed {
    /// The file has new content.
    Fresh(Box<Prepared>),
    /// The file still has its indexed content.
    Same(Mark),
    /// The file does not exist.
    Gone,
}

/// The data for the tables.
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

/// Analyzes one file after the other.
pub(super) struct Analyzer<'a> {
    opener: DirCache<'a>,
    grams: Grams,
    most: u64,
}

impl<'a> Analyzer<'a> {
    /// Creates an analyzer that leaves out files of more than `most` bytes.
    pub(super) fn new(workspace: &'a Arc<Workspace>, most: u64) -> Self {
        Self {
            opener: DirCache::new(workspace),
            grams: Grams::default(),
            most,
        }
    }

    /// Reads a file. If the file has just changed, waits until the clock of the file system has
    /// moved on; before that, the next change would not show in the mark.
    pub(super) fn look(&mut self, task: &Task) -> Analyzed {
        if !task.mark.is_settled_at(SystemTime::now()) {
            std::thread::sleep(TICK);
        }
        let began = SystemTime::now();
        let (read, mark) = match self.opener.read(&task.path, self.most) {
            Ok(read) => read,
            Err(error) if is_no_file(&error) => return Analyzed::Gone,
            Err(error) => match error.kind() {
                // Another process is writing the file, so a change event will follow.
                io::ErrorKind::ResourceBusy => {
                    return self.without_text(task, Mark::default(), Eligibility::Unreadable);
                }
                _ => return self.without_text(task, task.mark, Eligibility::Unreadable),
            },
        };
        // A mark that would not reveal the next change is discarded.
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
                // Valid UTF-8, the common case, is detected faster than invalid.
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
