//! Determines which files a command names: only those are certainly changed by it. Pure.
//!
//! Uses the command's words, split generously, and the places that the shell parser saw it write
//! to. A named folder proves nothing about the files in it, because another program may be working
//! there.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

use support::nesting::check_glob;

/// Maximum number of words of a command to check.
const WORDS: usize = 2_000;

/// Characters that end a word, besides blanks: quotes, operators, and separators between an option
/// and its value.
const ENDS: &[char] = &[
    '\'', '"', '`', ';', '|', '&', '(', ')', '<', '>', '{', '}', ',', '=', ':',
];

/// Files and places that a command names, relative to the root.
#[derive(Debug, Default)]
pub(super) struct Named {
    words: HashSet<String>,
    word_globs: Vec<GlobMatcher>,
    places: HashSet<String>,
    place_globs: Vec<GlobMatcher>,
}

impl Named {
    /// Collects the names of a command that runs in `folder`. `writes` are the places that it
    /// plainly writes to, relative to the root.
    pub(super) fn of(root: &Path, folder: &Path, texts: &[&str], writes: &[String]) -> Self {
        let mut named = Self::default();
        let quoted = texts.iter().flat_map(|text| text.split(['\'', '"']));
        let plain = texts.iter().flat_map(|text| {
            text.split(|letter: char| letter.is_whitespace() || ENDS.contains(&letter))
        });
        for word in plain
            .chain(quoted)
            .filter(|word| !word.is_empty())
            .take(WORDS)
        {
            if let Some(path) = below(root, folder, word) {
                add(path, &mut named.words, &mut named.word_globs);
            }
        }
        // A write to the root itself may concern any file, which says nothing.
        for path in writes.iter().filter(|path| !path.is_empty()) {
            add(path.clone(), &mut named.places, &mut named.place_globs);
        }
        named
    }

    /// Returns whether the command names this file, or writes to a folder that contains it.
    pub(super) fn names(&self, path: &str) -> bool {
        let mut above = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        self.words.contains(path)
            || self.word_globs.iter().any(|glob| glob.is_match(path))
            || self.is_place(path)
            || above.any(|folder| self.is_place(folder))
    }

    fn is_place(&self, path: &str) -> bool {
        self.places.contains(path) || self.place_globs.iter().any(|glob| glob.is_match(path))
    }
}

fn add(path: String, plain: &mut HashSet<String>, globs: &mut Vec<GlobMatcher>) {
    if path.contains(['*', '?', '[']) && check_glob(&path).is_ok() {
        let glob = GlobBuilder::new(&path).literal_separator(true).build();
        globs.extend(glob.ok().map(|glob| glob.compile_matcher()));
    }
    plain.insert(path);
}

/// Interprets a word lexically as a path below the root.
fn below(root: &Path, folder: &Path, word: &str) -> Option<String> {
    let mut path = PathBuf::new();
    for part in folder.join(word).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    let inside = path.strip_prefix(root).ok()?.to_str()?.to_owned();
    (!inside.is_empty()).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(command: &str, writes: &[&str]) -> Named {
        let writes: Vec<String> = writes.iter().map(|path| (*path).to_owned()).collect();
        Named::of(Path::new("/w"), Path::new("/w/sub"), &[command], &writes)
    }

    #[test]
    fn a_file_is_named_by_a_word_a_pattern_a_redirection_or_an_option() {
        let command = "sed -i s/a/b/ x.txt ../top.txt *.md; echo>'two words.txt' --out=o.txt";
        let named = named(command, &[]);
        for path in [
            "sub/x.txt",
            "top.txt",
            "sub/a.md",
            "sub/two words.txt",
            "sub/o.txt",
        ] {
            assert!(named.names(path), "{path}");
        }
        for path in ["x.txt", "a.md", "sub/deep/a.md", "sub/y.txt", "sub"] {
            assert!(!named.names(path), "{path}");
        }
    }

    #[test]
    fn a_folder_names_what_is_in_it_only_where_it_is_written_to() {
        assert!(!named("ls deep", &[]).names("sub/deep/x"));
        assert!(named("rm -r deep", &["sub/deep"]).names("sub/deep/x"));
        assert!(named("rm -r d*", &["sub/d*"]).names("sub/deep/further/x"));
        assert!(!named("tar x", &[""]).names("sub/deep/x"));
    }
}
