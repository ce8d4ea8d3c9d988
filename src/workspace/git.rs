//! Facts from git, by calling `git`. Never writes. It runs before the user has trusted the
//! repository, so it executes nothing that the repository names.

pub mod changes;
pub mod location;
pub mod nested;
pub mod settings;
pub mod tracked;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use self::location::git_folders;
use self::settings::{SHUT, STILL, as_variables, of_variables, own_settings, top_of};
use super::child;
use super::handle::Workspace;
use notice::{Notice, notice};
use protocol::query::GitFacts;
use support::helper::Helpers;

/// Most changed paths to keep.
const CHANGED_LIMIT: usize = 2_000;

/// Most paths in one git call.
const ASKED_AT_ONCE: usize = 1_000;

/// Time limit for git.
const LIMIT: Duration = Duration::from_secs(5);

/// Whether git can restore a file or folder that is about to be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitState {
    /// Git can restore the file.
    Clean,
    /// An older text can be restored.
    Changed,
    /// Git can restore nothing.
    Unknown,
}

impl GitState {
    /// Returns the wording for a list of deletions.
    pub fn words(self) -> Notice {
        match self {
            GitState::Clean => notice!("told-git-clean"),
            GitState::Changed => notice!("told-git-changed"),
            GitState::Unknown => notice!("told-git-not"),
        }
    }
}

/// A read-only git in a folder.
struct Git<'a> {
    folder: &'a Path,
    /// Settings that override those of the repository.
    over: Vec<(String, String)>,
}

impl<'a> Git<'a> {
    /// Creates a git for queries that read no file of the working tree.
    fn of(folder: &'a Path) -> Self {
        Self {
            folder,
            over: Vec::new(),
        }
    }

    /// Creates a git for queries that read the working tree: it disables filters that the
    /// repository names. `None` if git reports no settings, or has its working tree in another
    /// place.
    fn of_files(folder: &'a Path) -> Option<Self> {
        let git = Self::of(folder);
        let own = own_settings(folder, &|| git.command())?;
        (!own.leads_elsewhere()).then_some(Self {
            over: own.over,
            ..git
        })
    }

    /// Returns the command; `None` if there is no git outside the workspace, or the folder's
    /// repository is a foreign one.
    fn command(&self) -> Option<Command> {
        let inherited: Vec<(String, String)> = std::env::vars_os()
            .filter_map(|(name, value)| name.into_string().ok().zip(value.into_string().ok()))
            .collect();
        if let Some(top) = top_of(self.folder)
            && let Err(astray) = git_folders(&top)
        {
            tracing::debug!(%astray, "git is not asked");
            return None;
        }
        let mut settings = of_variables(&inherited);
        let still = STILL.iter().chain(&[("core.quotePath", "false")]);
        settings.extend(still.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        settings.extend(self.over.iter().cloned());
        let mut command = Helpers::outside(self.folder).command("git")?;
        command
            .current_dir(self.folder)
            .arg("--no-pager")
            .envs(SHUT)
            .envs(as_variables(&settings))
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .env("LC_ALL", "C");
        Some(command)
    }

    fn ask(&self, arguments: &[&str]) -> Option<Vec<u8>> {
        let mut command = self.command()?;
        command.args(arguments);
        let said = child::run(command, LIMIT)?;
        said.ok.then_some(said.stdout)
    }
}

impl Workspace {
    /// Returns git's facts about the workspace; `None` if it is no repository, or git is missing or
    /// takes too long. Paths are relative to the workspace's root, even if git's own root differs.
    pub fn git_facts(&self) -> Option<GitFacts> {
        let arguments = [
            "status",
            "--porcelain=v2",
            "-z",
            "--branch",
            "--ignore-submodules=all",
            "--",
            ".",
        ];
        let git = Git::of_files(self.root())?;
        let status = git.ask(&arguments)?;
        let prefix = git.ask(&["rev-parse", "--show-prefix"])?;
        let prefix = String::from_utf8_lossy(&prefix);
        Some(parse_status(&status, prefix.trim_end_matches(['\n', '\r'])))
    }

    /// Whether the workspace lies in a repository, whether or not git can be asked about it.
    pub fn is_in_repository(&self) -> bool {
        top_of(self.root()).is_some()
    }

    /// Returns the text of a file in git's HEAD; `None` if it is not there or not text.
    pub fn head_text(&self, path: &str) -> Option<String> {
        let name = format!("HEAD:./{path}");
        Git::of(self.root())
            .ask(&["cat-file", "blob", &name])
            .and_then(|bytes| String::from_utf8(bytes).ok())
    }

    /// Returns git's state of a path.
    pub fn state_of(&self, path: &str) -> GitState {
        let Some(git) = Git::of_files(self.root()) else {
            return GitState::Unknown;
        };
        match git.ask(&["ls-files", "-z", "--", path]) {
            Some(tracked) if !tracked.is_empty() => {}
            _ => return GitState::Unknown,
        }
        let arguments = [
            "status",
            "--porcelain=v2",
            "-z",
            "--ignore-submodules=all",
            "--",
            path,
        ];
        match git.ask(&arguments) {
            Some(changes) if changes.is_empty() => GitState::Clean,
            _ => GitState::Changed,
        }
    }

    /// Returns the files among `paths` that differ between git's index and its last commit, because
    /// of a `git add`. Relative to the root; empty if git does not answer.
    pub fn in_index(&self, paths: &[&str]) -> Vec<String> {
        let Some(git) = Git::of_files(self.root()).filter(|_| !paths.is_empty()) else {
            return Vec::new();
        };
        let mut arguments = vec![
            "diff",
            "--cached",
            "--name-only",
            "--no-renames",
            "--relative",
            "--ignore-submodules=all",
            "-z",
            "--",
        ];
        arguments.extend(paths.iter().take(ASKED_AT_ONCE));
        let said = git.ask(&arguments).unwrap_or_default();
        let names = said
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty());
        names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect()
    }

    /// Counts the files at or below a path that git tracks.
    pub fn tracked_below(&self, path: &str) -> u64 {
        Git::of(self.root())
            .ask(&["ls-files", "-z", "--", path])
            .map_or(0, |names| names.split(|byte| *byte == 0).count() as u64)
            .saturating_sub(1)
    }
}

/// Parses `git status --porcelain=v2 -z --branch`. Paths are relative to the repository's root, so
/// `prefix` (with its final `/`) is stripped.
fn parse_status(status: &[u8], prefix: &str) -> GitFacts {
    let mut facts = GitFacts::default();
    let text = String::from_utf8_lossy(status);
    let mut records = text.split('\0');
    while let Some(record) = records.next() {
        if let Some(header) = record.strip_prefix("# ") {
            read_header(header, &mut facts);
            continue;
        }
        // Columns before the path, see git-status(1), "Porcelain Format Version 2".
        let (columns, renamed) = match record.chars().next() {
            Some('1') => (8, false),
            Some('2') => (9, true),
            Some('u') => (10, false),
            Some('?') => (1, false),
            _ => continue,
        };
        if renamed {
            // The old path of a renamed file is a separate record.
            records.next();
        }
        let mut parts = record.splitn(columns + 1, ' ');
        let letters = parts.nth(1).unwrap_or_default();
        let path = record.splitn(columns + 1, ' ').nth(columns);
        let state = match record.chars().next() {
            Some('?') => '?',
            Some('u') => 'M',
            _ => state_of_letters(letters),
        };
        if let Some(path) = path.and_then(|path| path.strip_prefix(prefix))
            && facts.changed.len() < CHANGED_LIMIT
        {
            facts.changed.push((path.to_owned(), state));
        }
    }
    facts
}

fn read_header(header: &str, facts: &mut GitFacts) {
    if let Some(branch) = header.strip_prefix("branch.head ") {
        branch.clone_into(&mut facts.branch);
    }
    if let Some(both) = header.strip_prefix("branch.ab ") {
        for part in both.split(' ') {
            let number = part.trim_start_matches(['+', '-']).parse().unwrap_or(0);
            if part.starts_with('+') {
                facts.ahead = number;
            } else {
                facts.behind = number;
            }
        }
    }
}

/// Combines the letters of index and working tree into one.
fn state_of_letters(letters: &str) -> char {
    let has = |letter: char| letters.contains(letter);
    if has('D') {
        'D'
    } else if has('R') || has('C') {
        'R'
    } else if has('A') {
        'A'
    } else {
        'M'
    }
}
