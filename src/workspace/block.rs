//! The block list: files that no agent sees, whatever the mode or the rules. Pure.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use notice::{Notice, notice};
use protocol::protected_paths::BLOCKED_NAMES;
use support::nesting::check_glob;

/// Names that the walk also leaves out. They are noise, not secrets, so a read by name is allowed.
pub const NOISE: [&str; 2] = [".DS_Store", "Thumbs.db"];

/// A pattern of the block list that is not a glob.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub struct BadPattern {
    pub pattern: String,
    /// The reason why the pattern is not a glob.
    pub reason: Notice,
}

impl BadPattern {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        notice!("told-block-bad", word = self.pattern, why = self.reason)
    }
}

/// Returns a pattern that matches exactly this text.
pub fn literally(text: &str) -> String {
    globset::escape(text)
}

/// The block list of a workspace. Letter case never matters, because some file systems ignore it.
#[derive(Debug, Clone)]
pub struct BlockList {
    names: GlobSet,
    names_text: Vec<String>,
    paths: GlobSet,
    paths_text: Vec<String>,
}

impl BlockList {
    /// Combines the fixed list with the patterns of the config. A pattern with a `/` inside is
    /// anchored at the root, one without matches at any depth; a folder's pattern covers its
    /// contents.
    ///
    /// # Errors
    /// If a pattern is not a glob.
    pub fn new(extra: &[String]) -> Result<Self, BadPattern> {
        let mut names = GlobSetBuilder::new();
        let mut names_text = Vec::new();
        let mut paths = GlobSetBuilder::new();
        let mut paths_text = Vec::new();
        for pattern in BLOCKED_NAMES
            .iter()
            .copied()
            .chain(extra.iter().map(String::as_str))
        {
            let bare = pattern.trim_end_matches("/**").trim_end_matches('/');
            let anchored = bare.trim_start_matches("./").trim_start_matches('/');
            if anchored.is_empty() {
                continue;
            }
            let has_slash = anchored.contains('/') || bare.starts_with('/');
            let bad = |reason: Notice| BadPattern {
                pattern: pattern.chars().take(200).collect(),
                reason,
            };
            check_glob(anchored).map_err(|limit| bad(limit.notice()))?;
            let glob =
                glob(anchored).map_err(|error| bad(Notice::text(error.kind().to_string())))?;
            if has_slash {
                paths.add(glob);
                paths_text.push(pattern.to_owned());
            } else {
                names.add(glob);
                names_text.push(pattern.to_owned());
            }
        }
        let build = |builder: GlobSetBuilder| {
            builder.build().map_err(|error| BadPattern {
                pattern: "(all together)".into(),
                reason: Notice::text(error.kind().to_string()),
            })
        };
        Ok(Self {
            names: build(names)?,
            names_text,
            paths: build(paths)?,
            paths_text,
        })
    }

    /// Returns the pattern that blocks a path (relative to the root, with `/`), if any.
    pub fn matches<'a>(&'a self, path: &str) -> Option<&'a str> {
        let mut prefix = String::new();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            if !prefix.is_empty() {
                prefix.push('/');
            }
            prefix.push_str(name);
            if let Some(pattern) = self.matches_entry(&prefix) {
                return Some(pattern);
            }
        }
        None
    }

    /// Like [`Self::matches`] for an entry whose folders are known not to be blocked, for a walk
    /// that passed through them: in a large repository, checking the folders again would take most
    /// of the time.
    pub fn matches_entry<'a>(&'a self, path: &str) -> Option<&'a str> {
        let name = path.rsplit('/').next().unwrap_or_default();
        if name.is_empty() {
            return None;
        }
        // Some systems drop dots and blanks at the end of a name: there `.env.` opens `.env`.
        let trimmed = name.trim_end_matches(['.', ' ']);
        let forms = [Some(name), (trimmed != name).then_some(trimmed)];
        for form in forms.into_iter().flatten() {
            if self.names.is_match(form) {
                return first(&self.names, &self.names_text, form);
            }
        }
        if self.paths.is_match(path) {
            return first(&self.paths, &self.paths_text, path);
        }
        None
    }
}

fn first<'a>(globs: &GlobSet, texts: &'a [String], text: &str) -> Option<&'a str> {
    let index = *globs.matches(text).first()?;
    texts.get(index).map(String::as_str)
}

fn glob(pattern: &str) -> Result<globset::Glob, globset::Error> {
    GlobBuilder::new(pattern)
        .case_insensitive(true)
        .literal_separator(true)
        .build()
}
