//! The changes that git knows, as `git diff` lists them: those of the working tree against HEAD, with
//! untracked files, or those of HEAD since it left a branch. Lists them without their contents, which
//! are read one by one. Read-only, like all of `git`, and runs no program that the repository names.

use std::collections::HashMap;

use super::location::{ForeignRepository, git_folders};
use super::settings::top_of;
use super::{Git, LIMIT};
use crate::child;
use crate::errors::MAX_FILE_BYTES;
use crate::handle::Workspace;
use crate::path_jail::{self, LastLink, PathTarget};
use notice::words::nearest;
use notice::{Notice, notice};
use support::helper::Helpers;

/// Most changed files to list.
const MOST_FILES: usize = 20_000;

/// Most branches to list.
const MOST_BRANCHES: &str = "--count=500";

/// How git compares: no programs of the repository, paths below the workspace's root only.
const DIFF: [&str; 8] = [
    "--raw",
    "--no-abbrev",
    "--find-renames",
    "--relative",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=dirty",
    "-z",
];

/// The mode of a link, and of a submodule, in a tree of git.
const LINK: u32 = 0o120_000;
const SUBMODULE: u32 = 0o160_000;

/// The changes to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitRange<'a> {
    /// From HEAD to the files on the disk.
    WorkingTree,
    /// From the merge base of this branch with HEAD to HEAD.
    Branch(&'a str),
}

/// A changed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitChange {
    /// Path, relative to the root; the old one of a deleted file.
    pub path: String,
    /// Path before a rename.
    pub from: Option<String>,
    /// `None` if there was no file.
    pub old: Option<GitSide>,
    /// `None` if there is no file any more.
    pub new: Option<GitSide>,
    /// Lines that were added and removed; `None` if git does not count them.
    pub lines: Option<(u32, u32)>,
}

/// One side of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitSide {
    /// File type and permission bits, as in a tree of git.
    pub mode: u32,
    /// Where the content is.
    pub source: GitSource,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitSource {
    /// The object with this name.
    Object(String),
    Disk,
}

impl GitSide {
    pub fn is_link(&self) -> bool {
        self.mode == LINK
    }

    pub fn is_submodule(&self) -> bool {
        self.mode == SUBMODULE
    }
}

/// The content of a file on one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitContent {
    /// There is no file.
    Missing,
    /// The bytes; of a link its target, of a submodule its commit in words.
    Bytes(Vec<u8>),
    /// It is not shown, for this reason.
    Withheld(Notice),
}

/// The reason why changes cannot be listed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum GitChangesError {
    NoGit,
    NoRepository,
    /// The repository is not the folder's own.
    Foreign(ForeignRepository),
    /// There is no commit yet to compare a branch with.
    NoCommit,
    UnknownBranch {
        branch: String,
        near: Option<String>,
    },
    /// The branch and HEAD have no commit in common.
    Unrelated {
        branch: String,
    },
    /// Git failed, or took too long.
    NoAnswer,
}

impl GitChangesError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::NoGit => notice!("told-repo-no-git"),
            Self::NoRepository => notice!("told-repo-no-repository"),
            Self::Foreign(why) => notice!("told-repo-foreign", why = why.notice()),
            Self::NoCommit => notice!("told-repo-no-commit"),
            Self::UnknownBranch { branch, near: None } => {
                notice!("told-repo-no-branch", branch = redact::one_line(branch))
            }
            Self::UnknownBranch {
                branch,
                near: Some(near),
            } => notice!(
                "told-repo-no-branch-near",
                branch = redact::one_line(branch),
                near = redact::one_line(near)
            ),
            Self::Unrelated { branch } => {
                notice!("told-repo-unrelated", branch = redact::one_line(branch))
            }
            Self::NoAnswer => notice!("told-repo-no-answer"),
        }
    }
}

impl Workspace {
    /// Lists the changed files, in order of path. Files beyond a limit are left out.
    ///
    /// # Errors
    /// [`GitChangesError`] says what is missing.
    pub fn git_changes(&self, range: GitRange<'_>) -> Result<Vec<GitChange>, GitChangesError> {
        let git = self.own_git()?;
        let head = git.commit("HEAD");
        let mut changes = match range {
            GitRange::WorkingTree => {
                let base = match head {
                    Some(head) => head,
                    // All files of a repository without commits are new.
                    None => git.ask_id(&["hash-object", "-t", "tree", "--stdin"])?,
                };
                let mut changes = git.compare(&["diff"], &[&base])?;
                for change in &mut changes {
                    if let Some(new) = &mut change.new {
                        new.source = GitSource::Disk;
                    }
                }
                changes.extend(git.untracked()?);
                changes
            }
            GitRange::Branch(branch) => {
                let head = head.ok_or(GitChangesError::NoCommit)?;
                let base = self.branch_base(&git, branch, &head)?;
                git.compare(&["diff-tree", "-r"], &[&base, &head])?
            }
        };
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        changes.truncate(MOST_FILES);
        Ok(changes)
    }

    fn branch_base(
        &self,
        git: &Git<'_>,
        branch: &str,
        head: &str,
    ) -> Result<String, GitChangesError> {
        let named = Some(branch).filter(|branch| names_a_commit(branch));
        let commit = named.and_then(|branch| git.commit(branch)).ok_or_else(|| {
            let branches = self.git_branches();
            let known: Vec<&str> = branches.iter().map(String::as_str).collect();
            GitChangesError::UnknownBranch {
                branch: branch.to_owned(),
                near: nearest(branch, &known).map(str::to_owned),
            }
        })?;
        let base = git.ask_id(&["merge-base", &commit, head]);
        base.map_err(|_| GitChangesError::Unrelated {
            branch: branch.to_owned(),
        })
    }

    /// Returns the branches, those with the latest commits first; none if git does not answer.
    pub fn git_branches(&self) -> Vec<String> {
        let listed = self.own_git().ok().and_then(|git| {
            git.ask(&[
                "for-each-ref",
                "--sort=-committerdate",
                "--format=%(symref)%00%(refname:lstrip=2)",
                MOST_BRANCHES,
                "refs/heads",
                "refs/remotes",
            ])
        });
        let listed = String::from_utf8_lossy(&listed.unwrap_or_default()).into_owned();
        // `origin/HEAD` is another name of a branch that is in the list.
        let names = listed.lines().filter_map(|line| line.strip_prefix('\0'));
        names.map(redact::one_line).collect()
    }

    /// Reads one side of a change.
    pub fn git_content(&self, path: &str, side: Option<&GitSide>) -> GitContent {
        let Some(side) = side else {
            return GitContent::Missing;
        };
        if let Some(pattern) = self.blocks().matches(path) {
            return GitContent::Withheld(notice!("told-repo-blocked", pattern));
        }
        if side.is_submodule() {
            return self.submodule_commit(path, side);
        }
        match &side.source {
            GitSource::Object(object) => self.blob(object),
            GitSource::Disk => self.disk_content(path),
        }
    }

    /// Reads a file of the working tree as git compares it: with the line ends that it would store,
    /// see `core.autocrlf` and the attributes `text` and `eol`. Does not follow a link.
    pub fn disk_content(&self, path: &str) -> GitContent {
        match self.bytes_on_disk(path) {
            // Git stores no other line ends where the file has none of these.
            GitContent::Bytes(bytes) if bytes.contains(&b'\r') => {
                let converted = Git::of_files(self.root()).and_then(|git| git.as_stored(path));
                GitContent::Bytes(converted.unwrap_or(bytes))
            }
            content => content,
        }
    }

    fn blob(&self, object: &str) -> GitContent {
        let unreadable = || GitContent::Withheld(notice!("told-repo-no-answer"));
        let git = Git::of(self.root());
        let size = git.ask(&["cat-file", "-s", object]);
        let size = size.and_then(|size| String::from_utf8(size).ok()?.trim().parse::<u64>().ok());
        match size {
            None => unreadable(),
            Some(bytes) if bytes > MAX_FILE_BYTES => too_large(bytes),
            Some(bytes) => {
                let mut found = self.objects(&[(object, bytes)]);
                found
                    .pop()
                    .flatten()
                    .map_or_else(unreadable, GitContent::Bytes)
            }
        }
    }

    fn bytes_on_disk(&self, path: &str) -> GitContent {
        match path_jail::find(self, path, LastLink::Keep).map(|place| place.found) {
            Ok(PathTarget::Link) => match self.dir().read_link_contents(path) {
                Ok(target) => GitContent::Bytes(target.as_os_str().as_encoded_bytes().to_vec()),
                Err(_) => GitContent::Missing,
            },
            Ok(PathTarget::Missing { .. }) => GitContent::Missing,
            Ok(PathTarget::File { metadata, .. }) if metadata.len() > MAX_FILE_BYTES => {
                too_large(metadata.len())
            }
            Ok(_) => match self.read_bytes(path) {
                Ok((bytes, _)) => GitContent::Bytes(bytes),
                Err(error) => GitContent::Withheld(error.message),
            },
            Err(error) => GitContent::Withheld(error.message),
        }
    }

    /// Returns what `git diff` shows of a submodule: the name of its commit.
    fn submodule_commit(&self, path: &str, side: &GitSide) -> GitContent {
        let words = |commit: &str| format!("Subproject commit {commit}\n").into_bytes();
        if let GitSource::Object(object) = &side.source {
            return GitContent::Bytes(words(object));
        }
        let listed = Git::of_files(self.root()).and_then(|git| {
            let arguments = [
                "--unified=0",
                "--submodule=short",
                "--no-color",
                "HEAD",
                "--",
            ];
            let arguments = [
                &["diff"],
                DIFF.get(3..7).unwrap_or_default(),
                &arguments,
                &[path],
            ];
            git.ask(&arguments.concat())
        });
        let listed = String::from_utf8_lossy(&listed.unwrap_or_default()).into_owned();
        let mut lines = listed.lines();
        let commit = lines.find_map(|line| line.strip_prefix("+Subproject commit "));
        GitContent::Bytes(words(commit.unwrap_or("?")))
    }

    /// Returns git in this workspace, if the repository is its own.
    fn own_git(&self) -> Result<Git<'_>, GitChangesError> {
        let Some(top) = top_of(self.root()) else {
            return Err(GitChangesError::NoRepository);
        };
        git_folders(&top).map_err(GitChangesError::Foreign)?;
        if Helpers::outside(self.root()).command("git").is_none() {
            return Err(GitChangesError::NoGit);
        }
        Git::of_files(self.root()).ok_or(GitChangesError::NoAnswer)
    }
}

fn too_large(bytes: u64) -> GitContent {
    GitContent::Withheld(notice!("told-repo-too-large", number = bytes))
}

/// Whether a text can be the name of one commit: it is no option, no range and no path in a tree.
fn names_a_commit(text: &str) -> bool {
    let is_odd = |letter: char| letter.is_control() || letter.is_whitespace() || letter == ':';
    !text.is_empty()
        && !text.starts_with(['-', '^'])
        && !text.contains("..")
        && !text.contains(is_odd)
}

/// Returns the new text of a difference with all lines around it; `None` if it has no lines. See
/// git-diff(1), "Generating patch text with -p".
fn new_text(difference: &[u8]) -> Option<Vec<u8>> {
    let mut text = None;
    let mut is_of_new = false;
    for line in difference.split_inclusive(|byte| *byte == b'\n') {
        match (line, &mut text) {
            ([b'@', b'@', ..], _) => {
                text.get_or_insert_with(Vec::new);
                is_of_new = false;
            }
            (_, None) => {}
            ([b' ' | b'+', rest @ ..], Some(text)) => {
                text.extend_from_slice(rest);
                is_of_new = true;
            }
            // An empty line, by `diff.suppressBlankEmpty`.
            (b"\n", Some(text)) => {
                text.push(b'\n');
                is_of_new = true;
            }
            // "\ No newline at end of file", about the line above.
            ([b'\\', ..], Some(text)) if is_of_new => {
                text.pop();
            }
            _ => is_of_new = false,
        }
    }
    text
}

impl Git<'_> {
    /// Returns the text of a tracked file of the working tree as git would store it; `None` for
    /// a file that HEAD does not have and that is not added either. Git tells it only as
    /// a difference.
    fn as_stored(&self, path: &str) -> Option<Vec<u8>> {
        let head = self.commit("HEAD")?;
        let whole = format!("--unified={}", MAX_FILE_BYTES);
        let shown = ["--text", "--no-color", "--no-renames", &whole];
        let plain = DIFF.get(3..7).unwrap_or_default();
        let arguments = [&["diff"], plain, &shown, &[&head, "--", path]].concat();
        let difference = self.ask_long(&arguments)?;
        new_text(&difference).or_else(|| {
            // The file is as in HEAD, but perhaps for its mode.
            let object = format!("{head}:./{path}");
            self.ask(&["cat-file", "blob", &object])
        })
    }

    /// Returns what git prints, up to the size of a difference of the largest file.
    fn ask_long(&self, arguments: &[&str]) -> Option<Vec<u8>> {
        let mut command = self.command()?;
        command.args(arguments);
        let said = child::run_with_input(command, LIMIT, Vec::new(), 3 * MAX_FILE_BYTES)?;
        said.ok.then_some(said.stdout)
    }

    /// Returns the name of a commit; `None` if there is no such commit. `name` must be no option.
    fn commit(&self, name: &str) -> Option<String> {
        let commit = format!("{name}^{{commit}}");
        self.ask_id(&["rev-parse", "--verify", "--quiet", &commit])
            .ok()
    }

    /// Returns the name of the object that git prints.
    fn ask_id(&self, arguments: &[&str]) -> Result<String, GitChangesError> {
        let said = self.ask(arguments).ok_or(GitChangesError::NoAnswer)?;
        let name = String::from_utf8_lossy(&said).trim().to_owned();
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_name.then_some(name).ok_or(GitChangesError::NoAnswer)
    }

    /// Compares trees, or a tree with the files on the disk. Counts lines if the time allows.
    fn compare(&self, command: &[&str], sides: &[&str]) -> Result<Vec<GitChange>, GitChangesError> {
        let plain = [command, DIFF.as_slice(), sides, &["--"]].concat();
        let counting = [command, DIFF.as_slice(), &["--numstat"], sides, &["--"]].concat();
        let counted = self.list(&counting, Vec::new());
        let listed = counted.or_else(|| self.list(&plain, Vec::new()));
        listed
            .map(|listed| parse(&listed))
            .ok_or(GitChangesError::NoAnswer)
    }

    fn untracked(&self) -> Result<Vec<GitChange>, GitChangesError> {
        let arguments = ["ls-files", "--others", "--exclude-standard", "-z"];
        let listed = self.list(&arguments, Vec::new());
        let listed = listed.ok_or(GitChangesError::NoAnswer)?;
        let paths = listed.split(|byte| *byte == 0);
        // A folder is a repository of its own, which git does not look into.
        let paths = paths.filter(|path| !path.is_empty() && !path.ends_with(b"/"));
        let new = |path: &[u8]| GitChange {
            path: String::from_utf8_lossy(path).into_owned(),
            from: None,
            old: None,
            new: Some(GitSide {
                mode: 0,
                source: GitSource::Disk,
            }),
            lines: None,
        };
        Ok(paths.take(MOST_FILES).map(new).collect())
    }
}

/// Parses `git diff --raw --numstat -z`, see git-diff(1), "Raw output format" and "Other diff
/// formats".
fn parse(listed: &[u8]) -> Vec<GitChange> {
    let text = String::from_utf8_lossy(listed);
    let mut fields = text.split('\0');
    let mut changes: Vec<GitChange> = Vec::new();
    let mut counts: HashMap<&str, (u32, u32)> = HashMap::new();
    while let Some(field) = fields.next() {
        if let Some(raw) = field.strip_prefix(':') {
            let change = read_raw(raw, &mut fields);
            // A file in a merge conflict is listed twice.
            let is_known = |known: &&GitChange, new: &GitChange| known.path == new.path;
            if let Some(change) = change
                && changes
                    .last()
                    .filter(|last| is_known(last, &change))
                    .is_none()
            {
                changes.push(change);
            }
            continue;
        }
        let mut columns = field.splitn(3, '\t');
        let (Some(added), Some(removed), Some(path)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        // A renamed file has both its paths behind an empty one.
        let path = if path.is_empty() {
            fields.next();
            fields.next().unwrap_or_default()
        } else {
            path
        };
        if let (Ok(added), Ok(removed)) = (added.parse(), removed.parse()) {
            counts.insert(path, (added, removed));
        }
    }
    for change in &mut changes {
        change.lines = counts.get(change.path.as_str()).copied();
    }
    changes
}

/// Parses `100644 100755 <object> <object> M`, with the paths in the fields behind it.
fn read_raw<'a>(raw: &str, fields: &mut impl Iterator<Item = &'a str>) -> Option<GitChange> {
    let columns: Vec<&str> = raw.split(' ').collect();
    let [old_mode, new_mode, old, new, status] = columns.as_slice() else {
        return None;
    };
    let first = fields.next()?.to_owned();
    let (path, from) = if status.starts_with(['R', 'C']) {
        (fields.next()?.to_owned(), Some(first))
    } else {
        (first, None)
    };
    let side = |mode: &str, object: &str| {
        let mode = u32::from_str_radix(mode, 8).ok()?;
        let is_on_disk = object.bytes().all(|byte| byte == b'0');
        let source = if is_on_disk {
            GitSource::Disk
        } else {
            GitSource::Object(object.to_owned())
        };
        (mode != 0).then_some(GitSide { mode, source })
    };
    Some(GitChange {
        path,
        from,
        old: side(old_mode, old),
        new: side(new_mode, new),
        lines: None,
    })
}
