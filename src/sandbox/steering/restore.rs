//! Puts a noted path back as it was.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use notice::{Notice, notice};

use super::aside::moved;
use super::noted::{Entry, Noted, Tree, identity};
use super::{Outcome, Steered};

/// The work on a noted path.
struct Restore<'a> {
    noted: &'a Noted,
    /// The path that is compared.
    path: PathBuf,
    aside: &'a Path,
    /// Number of entries that were different.
    entries: usize,
    is_aside: bool,
    /// Why something is not as it was.
    failed: Option<Notice>,
}

/// Puts all noted paths back. Folders that were moved away come back first: one may have been moved into
/// another, or into its place.
pub(super) fn put_back(noted: &[Noted], aside: &Path) -> Vec<Steered> {
    let begin = |noted| {
        let mut restore = Restore {
            noted,
            path: noted.path.clone(),
            aside,
            entries: 0,
            is_aside: false,
            failed: None,
        };
        let found = restore.find();
        (restore, found)
    };
    let begun: Vec<(Restore<'_>, io::Result<bool>)> = noted.iter().map(begin).collect();
    let ended = begun.into_iter().filter_map(|(mut restore, found)| {
        let outcome = found.and_then(|is_there| {
            if is_there {
                restore.put_back()
            } else {
                Ok(None)
            }
        });
        let failed = |error| Some(Outcome::Failed(Notice::from(&error)));
        Some(Steered {
            path: restore.noted.path.clone(),
            outcome: outcome.unwrap_or_else(failed)?,
        })
    });
    ended.collect()
}

impl Restore<'_> {
    /// Compares the path with what it was and puts it back. `None` if it is as it was.
    fn put_back(&mut self) -> io::Result<Option<Outcome>> {
        let before = &self.noted.tree;
        if before.entries.is_empty() {
            return match self.path.symlink_metadata() {
                Ok(_) => moved(&self.path, self.aside).map(|place| Some(Outcome::TakenOut(place))),
                Err(_) => Ok(None),
            };
        }
        let now = self.noted.now(&self.path)?;
        self.all(before, &now);
        self.check_objects(before);
        Ok(match self.failed.take() {
            Some(why) => Some(Outcome::Failed(why)),
            None if self.entries == 0 => None,
            None => Some(Outcome::PutBack {
                entries: self.entries,
                aside: self.is_aside.then(|| self.aside.to_path_buf()),
            }),
        })
    }

    /// Brings a folder that was moved away back. If the folder that the path lies in is another one
    /// now, nothing is written there: what went with it is compared where it is. Returns whether there
    /// is something to compare.
    fn find(&mut self) -> io::Result<bool> {
        let noted = self.noted;
        let parent = self
            .path
            .parent()
            .and_then(|parent| fs::metadata(parent).ok());
        if parent.as_ref().map(identity) != Some(noted.parent) {
            let place = noted.moved_to();
            let is_there = place.is_some();
            self.path = place.unwrap_or_default();
            return Ok(is_there);
        }
        let here = self.path.symlink_metadata().ok();
        if here.as_ref().map(identity) == noted.identity() {
            return Ok(true);
        }
        if noted.moved_to().is_some() && here.is_some() {
            moved(&self.path, self.aside)?;
            self.is_aside = true;
        }
        // It may have been in what is aside now.
        if let Some(elsewhere) = noted.moved_to() {
            fs::rename(elsewhere, &self.path)?;
            self.entries += 1;
        }
        Ok(true)
    }

    /// Takes out what was made or changed, then makes what is missing: folders come before what is in
    /// them.
    fn all(&mut self, before: &Tree, now: &Tree) {
        let mut gone: Vec<&Path> = Vec::new();
        for (name, entry) in &now.entries {
            let is_gone = gone.iter().any(|above| name.starts_with(above));
            let was = before.entries.get(name);
            // Of an entry that was not looked at nobody knows whether it is new.
            let is_known = was.is_some() || before.is_whole;
            if is_gone || !is_known || was == Some(entry) {
                continue;
            }
            self.entries += 1;
            if was.is_some_and(|was| is_only_mode(was, entry)) {
                continue;
            }
            if matches!(was, Some(Entry::Large(..))) {
                self.fail(notice!("steering-too-large", path = name.display()));
                continue;
            }
            gone.push(name);
            match moved(&self.at(name), self.aside) {
                Ok(_) => self.is_aside = true,
                Err(error) => self.fail(Notice::from(&error)),
            }
        }
        for (name, entry) in &before.entries {
            let is_gone = gone.iter().any(|above| name.starts_with(above));
            let there = now.entries.get(name).filter(|_| !is_gone);
            if there == Some(entry) || matches!(there, Some(Entry::Large(..))) {
                continue;
            }
            if !now.entries.contains_key(name) {
                self.entries += 1;
            }
            let made = match there {
                Some(_) => mode(&self.at(name), entry),
                None => make(&self.at(name), entry),
            };
            match made {
                Ok(true) => {}
                Ok(false) => self.fail(notice!("steering-too-large", path = name.display())),
                Err(error) => self.fail(Notice::from(&error)),
            }
        }
    }

    /// Objects are not noted, so a repository that lost them cannot be put back.
    fn check_objects(&mut self, before: &Tree) {
        for name in &before.repositories {
            let has = |part: &str| self.at(name).join(part).symlink_metadata().is_ok();
            if !has("objects") && !has("commondir") {
                self.fail(notice!("steering-no-objects"));
            }
        }
    }

    fn at(&self, name: &Path) -> PathBuf {
        if name.as_os_str().is_empty() {
            return self.path.clone();
        }
        self.path.join(name)
    }

    fn fail(&mut self, why: Notice) {
        self.failed.get_or_insert(why);
    }
}

/// Whether two entries differ in nothing but their permission bits.
fn is_only_mode(one: &Entry, other: &Entry) -> bool {
    match (one, other) {
        (Entry::Folder { .. }, Entry::Folder { .. }) => true,
        (Entry::File { bytes: one, .. }, Entry::File { bytes: other, .. }) => one == other,
        _ => false,
    }
}

/// Gives an entry its permission bits back.
fn mode(path: &Path, entry: &Entry) -> io::Result<bool> {
    match entry {
        Entry::Folder { mode } | Entry::File { mode, .. } => {
            fs::set_permissions(path, Permissions::from_mode(*mode)).map(|()| true)
        }
        Entry::Link(_) | Entry::Large(..) => Ok(true),
    }
}

/// Makes an entry where there is none. Returns whether its content is known.
fn make(path: &Path, entry: &Entry) -> io::Result<bool> {
    match entry {
        Entry::Folder { mode } => {
            fs::create_dir(path)?;
            fs::set_permissions(path, Permissions::from_mode(*mode))?;
        }
        Entry::Link(target) => symlink(target, path)?,
        Entry::File { mode, bytes } => {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true).mode(0o600);
            options.open(path)?.write_all(bytes)?;
            fs::set_permissions(path, Permissions::from_mode(*mode))?;
        }
        Entry::Large(..) => return Ok(false),
    }
    Ok(true)
}
