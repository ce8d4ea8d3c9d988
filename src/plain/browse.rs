//! Shows the workspace's folders and files as numbered lists, and offers actions for a chosen file:
//! read it out, include it, compare it with its base, or open it in the user's own editor.

use super::menu::{Menu, MenuAction};
use super::pending::PendingRequest;
use super::question::difference;
use super::state::{Editor, Effect, Plain};
use super::text::{self, code};
use l10n::{counted, say};
use notice::Notice;
use protocol::change::FileDiff;
use protocol::query::{FileMatch, FileNote, Query, TreeEntry};

/// Maximum number of entries of a folder that are offered.
const ENTRIES: usize = 100;

/// Maximum number of matching files that are offered.
const MAX_MATCHES: usize = 40;

/// Lines of a file that are read out at once.
const LINES: u32 = 100;

/// A request for folders and files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Browse {
    /// Lists this folder, relative to the root.
    Folder(String),
    /// Lists the files whose path matches.
    MatchingFiles(String),
    /// Lists the possible actions for this file.
    File(String),
    /// Reads the file out from this line on.
    Read(String, u32),
    /// Includes the file in each message.
    Include(String),
    /// Shows the file's diff.
    Diff(String),
    /// Opens the file in the user's own editor.
    Open(String),
}

impl Plain {
    /// Sends the request or performs the action.
    pub(super) fn browse(&mut self, browse: Browse) {
        let Some(session) = self.current else { return };
        match browse {
            Browse::Folder(folder) => {
                self.ask(Query::Tree { folder }, PendingRequest::Tree);
            }
            Browse::MatchingFiles(pattern) => {
                let query = Query::Files {
                    session: Some(session),
                    pattern: pattern.clone(),
                    limit: MAX_MATCHES,
                };
                self.ask(query, PendingRequest::MatchingFiles(pattern));
            }
            Browse::File(path) => self.ask_about_file(&path),
            Browse::Read(path, from) => {
                let query = Query::BufferText {
                    session,
                    path: path.clone(),
                    start_line: from,
                    lines: LINES,
                };
                self.ask(query, PendingRequest::LinesFrom(path, from));
            }
            Browse::Include(path) => {
                let quoted = path.replace('\\', "\\\\").replace('"', "\\\"");
                self.slash(&format!("/include \"{quoted}\""));
            }
            Browse::Diff(path) => {
                let query = Query::FileDiff { session, path };
                self.ask(query, PendingRequest::FileDiff);
            }
            Browse::Open(path) => {
                self.say(say!("plain-file-opened"));
                self.effects.push(Effect::OpenFile(path));
            }
        }
    }

    /// Prints the entries of a folder.
    pub(super) fn print_tree(&mut self, folder: &str, entries: &[TreeEntry]) {
        let count = counted(entries.len(), "entry");
        let mut own = Menu::new(match folder {
            "" => say!("plain-folder-root", entries = count),
            folder => say!("plain-folder", name = text::line(folder), entries = count),
        });
        if entries.len() > ENTRIES {
            own = own.with([say!("plain-folder-more", count = ENTRIES)]);
        }
        if !folder.is_empty() {
            let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
            let deed = MenuAction::Browse(Browse::Folder(above.to_owned()));
            own = own.or("up", say!("plain-folder-up"), deed);
        }
        for entry in entries.iter().take(ENTRIES) {
            let name = text::line(&entry.name);
            let git = entry.git.map(git_words);
            own = if entry.is_folder {
                own.or_named(
                    format!("{name}/"),
                    git.unwrap_or_default(),
                    MenuAction::Browse(Browse::Folder(entry.path.clone())),
                )
            } else {
                let size = counted(entry.bytes, "byte");
                let words: Vec<&str> = std::iter::once(size.as_str()).chain(git).collect();
                let deed = MenuAction::Browse(Browse::File(entry.path.clone()));
                own.or_named(name, words.join(", "), deed)
            };
        }
        if own.options.is_empty() {
            return self.say_all(own.title);
        }
        self.ask_menu(own.loose());
    }

    /// Prints the files that match.
    pub(super) fn print_matching_files(&mut self, pattern: &str, files: Vec<FileMatch>) {
        let pattern = text::line(pattern);
        if files.is_empty() {
            return self.say(say!("plain-not-found", wanted = pattern));
        }
        let mut own = Menu::new(say!(
            "plain-fitting",
            files = counted(files.len(), "file"),
            pattern
        ));
        for file in files {
            let note = match file.note {
                FileNote::Session => say!("editor-changed-here"),
                FileNote::Mentioned => say!("plain-file-mentioned"),
                FileNote::Git | FileNote::Plain => file.git.map(git_words).unwrap_or_default(),
            };
            let name = text::line(&file.path);
            own = own.or_named(name, note, MenuAction::Browse(Browse::File(file.path)));
        }
        self.ask_menu(own.loose());
    }

    fn ask_about_file(&mut self, path: &str) {
        let of = |make: fn(String) -> Browse| MenuAction::Browse(make(path.to_owned()));
        let mut own = Menu::new(say!("plain-file-which", path = text::line(path)))
            .or(
                "read",
                say!("plain-file-read"),
                MenuAction::Browse(Browse::Read(path.to_owned(), 1)),
            )
            .or("include", say!("plain-file-include"), of(Browse::Include))
            .or("diff", say!("plain-file-diff"), of(Browse::Diff));
        if self.manner.editor == Editor::There {
            own = own.or("edit", say!("plain-file-edit"), of(Browse::Open));
        }
        self.ask_menu(own.loose());
    }

    /// Prints lines of a file; if there are more, offers them as a numbered choice.
    pub(super) fn print_file_lines(&mut self, path: String, from: u32, lines: &str, total: u32) {
        self.read_last = Some(path.clone());
        let shown = text::line(&path);
        self.say(say!(
            "plain-read-of",
            path = shown.as_str(),
            line = from,
            total
        ));
        self.say_all(lines.lines().map(code));
        let next = from.saturating_add(LINES);
        if next <= total {
            let left = counted(total - next + 1, "line");
            let own = Menu::new(say!("plain-read-more-sure", left, path = shown)).or(
                "more",
                say!("plain-read-more"),
                MenuAction::Browse(Browse::Read(path, next)),
            );
            self.ask_menu(own.loose());
        }
    }

    /// Prints the diff of a file.
    pub(super) fn print_file_diff(&mut self, diff: &FileDiff, base: &Notice) {
        if diff.hunks.is_empty() {
            return self.say(say!("plain-no-difference"));
        }
        let base = text::told(base);
        self.say(say!(
            "plain-file-since",
            path = text::line(&diff.path),
            base
        ));
        self.say(say!(
            "plain-compared-file",
            path = text::line(&diff.path),
            added = counted(diff.added, "line"),
            removed = diff.removed
        ));
        self.say_all(difference(diff, usize::MAX));
    }

    /// Reports that the editor of a file was closed.
    pub(super) fn file_closed(&mut self, closed: Result<(), String>) {
        match closed {
            Ok(()) => self.say(say!("plain-file-closed")),
            Err(why) => self.say(say!("plain-error", text = why)),
        }
    }
}

/// Returns the words for a git status sign of a path.
fn git_words(sign: char) -> &'static str {
    match sign {
        'A' | '?' => say!("plain-git-new"),
        'D' => say!("plain-git-deleted"),
        'R' => say!("plain-git-renamed"),
        _ => say!("plain-git-changed"),
    }
}
