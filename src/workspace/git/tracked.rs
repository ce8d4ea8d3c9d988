//! The files of the working tree that git could restore byte for byte, and the contents of its
//! objects. Read-only, like all of `git`.
//!
//! A blob counts as the bytes of a file only if that is certain: git finds the file unchanged by
//! strict rules, no filter or encoding stands between the two, and both have the same size (git's
//! conversion of line ends and `$Id$` on the way in only ever removes bytes).

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use super::Git;
use super::location::git_folders;
use super::settings::top_of;
use crate::child;
use crate::handle::Workspace;
use crate::manifest::{Manifest, Stat};

/// Time limit of a git query about all files.
const LIMIT: Duration = Duration::from_secs(20);

/// Most bytes of one git output: lists of a million files.
const LIST_LIMIT: u64 = 256 * 1024 * 1024;

/// Room for the line before a blob, and its end.
const BLOB_FRAME: u64 = 128;

/// Strict rules for detecting an unchanged file, which no repository can loosen.
const STRICT: [&str; 4] = ["-c", "core.checkStat=default", "-c", "core.trustctime=true"];

/// Attributes that insert a conversion between a file and its blob.
const CONVERTING: [&str; 2] = ["filter", "working-tree-encoding"];

/// A snapshot of what git knew about the files.
#[derive(Debug, Default)]
pub struct TrackedFiles {
    /// Stat of git's index at that time; `None` if there is no index.
    pub index: Option<Stat>,
    /// Files that git tracks and the walk does not show.
    pub hidden: Vec<String>,
    clean: HashMap<String, CleanFile>,
}

/// A file whose bytes equal a blob's, as long as its stat stays the same.
#[derive(Debug)]
struct CleanFile {
    object: String,
    stat: Stat,
}

impl TrackedFiles {
    /// Builds the record from known objects, each valid as long as the file's stat stays the same.
    pub fn of_objects(objects: HashMap<String, (String, Stat)>) -> Self {
        let clean = objects.into_iter();
        let clean = clean.map(|(path, (object, stat))| (path, CleanFile { object, stat }));
        Self {
            clean: clean.collect(),
            ..Self::default()
        }
    }

    /// Returns the object that has the bytes of a file whose current stat is `stat`.
    pub fn object(&self, path: &str, stat: &Stat) -> Option<&str> {
        let clean = self.clean.get(path)?;
        (clean.stat == *stat).then_some(clean.object.as_str())
    }
}

impl Workspace {
    /// Returns the stat of git's index. While it stays the same, [`TrackedFiles`] stays valid.
    pub fn index_stat(&self) -> Option<Stat> {
        let metadata = self.index_path()?.metadata();
        metadata.ok().as_ref().map(Stat::of)
    }

    /// Returns the path of git's index, even if the index does not exist. Asks git only where `.git`
    /// leads to a repository that may be another's.
    pub fn index_path(&self) -> Option<PathBuf> {
        let top = top_of(self.root())?;
        if let Ok(found) = git_folders(&top) {
            return found.map(|folders| folders.own.join("index"));
        }
        let said = Git::of(self.root()).ask(&["rev-parse", "--git-path", "index"])?;
        let path = String::from_utf8(said).ok()?;
        Some(self.root().join(path.trim_end_matches('\n')))
    }

    /// Lists git's files. The caller takes `manifest` before, so that a file that changes during
    /// the query does not count as clean, and reads `index` before, so that the answer is no older.
    pub fn tracked(&self, manifest: &Manifest, index: Option<Stat>) -> TrackedFiles {
        let nothing = || TrackedFiles {
            index,
            ..TrackedFiles::default()
        };
        let Some(git) = index.and_then(|_| Git::of_files(self.root())) else {
            return nothing();
        };
        let (Some(listed), Some(changed)) = in_parallel(
            || git.list(&["ls-files", "-s", "-v", "-z"], Vec::new()),
            || {
                let relative = ["--name-only", "-z", "--relative", "--ignore-submodules=all"];
                git.list(&[&["diff-files"], relative.as_slice()].concat(), Vec::new())
            },
        ) else {
            return nothing();
        };
        let changed: HashSet<&[u8]> = changed.split(|byte| *byte == 0).collect();
        let mut hidden = Vec::new();
        let mut unchanged: Vec<(&str, &str, Stat)> = Vec::new();
        for file in listed.split(|byte| *byte == 0).filter_map(ListedFile::read) {
            match manifest.files.get(file.path) {
                None => hidden.push(file.path.to_owned()),
                Some(stat) if file.is_sure && !changed.contains(file.path.as_bytes()) => {
                    unchanged.push((file.path, file.object, *stat));
                }
                Some(_) => {}
            }
        }
        TrackedFiles {
            index,
            hidden,
            clean: git.certain(unchanged).unwrap_or_default(),
        }
    }

    /// Returns the bytes of objects that are blobs of these sizes, in the order of `wanted`; `None`
    /// for an object that is missing, no blob, or of another size.
    pub fn objects(&self, wanted: &[(&str, u64)]) -> Vec<Option<Vec<u8>>> {
        let sizes = wanted.iter().map(|(_, size)| size + BLOB_FRAME);
        let input = lines(wanted.iter().map(|(object, _)| *object));
        let git = Git::of(self.root());
        let command = git
            .with(&["cat-file", "--batch"])
            .filter(|_| !wanted.is_empty());
        let said =
            command.and_then(|command| child::run_with_input(command, LIMIT, input, sizes.sum()));
        let said = said.map(|said| said.stdout).unwrap_or_default();
        let mut rest = said.as_slice();
        wanted
            .iter()
            .map(|(object, size)| next_blob(&mut rest, object, *size))
            .collect()
    }
}

impl Git<'_> {
    fn with(&self, arguments: &[&str]) -> Option<Command> {
        let mut command = self.command()?;
        command.args(STRICT).args(arguments);
        Some(command)
    }

    pub(super) fn list(&self, arguments: &[&str], input: Vec<u8>) -> Option<Vec<u8>> {
        let said = child::run_with_input(self.with(arguments)?, LIMIT, input, LIST_LIMIT)?;
        said.ok.then_some(said.stdout)
    }

    /// Returns those of the unchanged files whose bytes certainly equal a blob.
    fn certain(&self, unchanged: Vec<(&str, &str, Stat)>) -> Option<HashMap<String, CleanFile>> {
        if unchanged.is_empty() {
            return None;
        }
        let (sizes, attributes) = in_parallel(
            || {
                let ask = ["cat-file", "--buffer", "--batch-check=%(objectsize)"];
                self.list(&ask, lines(unchanged.iter().map(|(_, object, _)| *object)))
            },
            || {
                let paths = unchanged.iter().flat_map(|(path, ..)| [*path, "\0"]);
                let input = paths.collect::<String>().into_bytes();
                self.list(
                    &[&["check-attr", "-z", "--stdin"], CONVERTING.as_slice()].concat(),
                    input,
                )
            },
        );
        let (sizes, attributes) = (sizes?, attributes?);
        // path, attribute, value, each followed by a NUL
        let fields: Vec<&[u8]> = attributes.split(|byte| *byte == 0).collect();
        let converted: HashSet<&[u8]> = fields
            .chunks_exact(3)
            .filter_map(|fields| match fields {
                [_, _, b"unspecified" | b"unset"] => None,
                [path, ..] => Some(*path),
                [] => None,
            })
            .collect();
        let sizes = sizes.split(|byte| *byte == b'\n');
        let clean = unchanged.into_iter().zip(sizes);
        let clean = clean.filter(|((path, _, stat), size)| {
            *size == stat.bytes.to_string().as_bytes() && !converted.contains(path.as_bytes())
        });
        Some(
            clean
                .map(|((path, object, stat), _)| {
                    let object = object.to_owned();
                    (path.to_owned(), CleanFile { object, stat })
                })
                .collect(),
        )
    }
}

/// A regular file as `git ls-files -s -v -z` lists it.
struct ListedFile<'a> {
    path: &'a str,
    object: &'a str,
    /// Whether the file is in no conflict, and git reads the file itself to detect changes.
    is_sure: bool,
}

impl<'a> ListedFile<'a> {
    /// Parses `H 100644 <object> 0<TAB><path>`.
    fn read(record: &'a [u8]) -> Option<Self> {
        let (columns, path) = std::str::from_utf8(record).ok()?.split_once('\t')?;
        let mut columns = columns.split(' ');
        let (tag, mode) = (columns.next()?, columns.next()?);
        let (object, stage) = (columns.next()?, columns.next()?);
        mode.starts_with("100").then_some(Self {
            path,
            object,
            is_sure: tag == "H" && stage == "0",
        })
    }
}

/// Parses one answer of `git cat-file --batch`: `<object> blob <size>`, the bytes, a line feed.
fn next_blob(rest: &mut &[u8], object: &str, size: u64) -> Option<Vec<u8>> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (header, after) = rest.split_at_checked(end)?;
    let after = after.get(1..)?;
    *rest = after;
    let header = std::str::from_utf8(header).ok()?;
    let found: Vec<&str> = header.split(' ').collect();
    let [_, _, found_size] = found.as_slice() else {
        // `<object> missing`
        return None;
    };
    let length = usize::try_from(found_size.parse::<u64>().ok()?).ok()?;
    let bytes = after.get(..length)?.to_vec();
    *rest = after.get(length.checked_add(1)?..).unwrap_or_default();
    let is_it = header == format!("{object} blob {size}");
    is_it.then_some(bytes)
}

fn lines<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<u8> {
    texts
        .flat_map(|text| [text, "\n"])
        .collect::<String>()
        .into_bytes()
}

fn in_parallel<A: Send, B>(
    one: impl FnOnce() -> Option<A> + Send,
    other: impl FnOnce() -> Option<B>,
) -> (Option<A>, Option<B>) {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().ok().flatten(), other)
    })
}
