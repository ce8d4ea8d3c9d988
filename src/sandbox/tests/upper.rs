//! Tests of the reading of upper folders, on folders that are laid out as an overlay does it.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use nix::sys::stat::{Mode, SFlag, mknod};
use rustix::fs::{XattrFlags, lsetxattr};
use tempfile::TempDir;

use crate::upper::{
    Change, EntryKind, Extent, MOST_CHANGES, Part, Proposed, Reading, Shown, Special, read,
};

/// A workspace on the disk, and an upper folder.
struct Layers {
    folder: TempDir,
    proposed: BTreeMap<PathBuf, Proposed>,
}

impl Layers {
    fn new(files: &[(&str, &str)]) -> Self {
        let layers = Self {
            folder: tempfile::tempdir().unwrap(),
            proposed: BTreeMap::new(),
        };
        for folder in ["lower", "upper"] {
            fs::create_dir(layers.folder.path().join(folder)).unwrap();
        }
        for (path, text) in files {
            layers.write("lower", path, text);
        }
        layers
    }

    fn at(&self, layer: &str, path: &str) -> PathBuf {
        self.folder.path().join(layer).join(path)
    }

    fn write(&self, layer: &str, path: &str, text: &str) {
        let at = self.at(layer, path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(at, text).unwrap();
    }

    fn whiteout(&self, path: &str) {
        let at = self.at("upper", path);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        mknod(&at, SFlag::S_IFCHR, Mode::empty(), 0).unwrap();
    }

    fn opaque(&self, path: &str) {
        let at = self.at("upper", path);
        fs::create_dir_all(&at).unwrap();
        lsetxattr(&at, "user.overlay.opaque", b"y", XattrFlags::empty()).unwrap();
    }

    /// Lays a proposed file out and notes it as shown.
    fn propose(&mut self, path: &str, text: &str) {
        self.write("upper", path, text);
        let file = Proposed::File {
            bytes: text.as_bytes().into(),
            mode: 0o644,
        };
        self.proposed.insert(path.into(), file);
    }

    fn read(&self) -> Reading {
        let shown = Shown {
            lower: &self.folder.path().join("lower"),
            proposed: &self.proposed,
        };
        read(&self.folder.path().join("upper"), shown, &part).unwrap()
    }

    fn changes(&self) -> Vec<Change> {
        self.read().changes
    }
}

fn part(path: &Path, _: EntryKind) -> Part {
    match path
        .components()
        .next()
        .and_then(|first| first.as_os_str().to_str())
    {
        Some("target") => Part::Ignored,
        Some(".git" | ".envrc") => Part::Withheld,
        _ => Part::Reviewed,
    }
}

fn created(path: &str) -> Change {
    Change::Created {
        path: path.into(),
        kind: EntryKind::File,
    }
}

fn changed(path: &str) -> Change {
    Change::Changed {
        path: path.into(),
        kind: EntryKind::File,
    }
}

fn deleted(path: &str, was: EntryKind) -> Change {
    Change::Deleted {
        path: path.into(),
        was,
    }
}

fn special(path: &str, what: Special) -> Change {
    Change::Special {
        path: path.into(),
        what,
    }
}

#[test]
fn what_was_written_again_or_only_touched_is_no_change() {
    let layers = Layers::new(&[("a/b", "same"), ("c", "before")]);
    layers.write("upper", "a/b", "same");
    layers.write("upper", "c", "behind");
    assert_eq!(layers.changes(), [changed("c")]);
    assert_eq!(layers.read().bytes, 6);
}

#[test]
fn a_change_of_mode_alone_is_a_change() {
    let layers = Layers::new(&[("run", "x")]);
    layers.write("upper", "run", "x");
    let mode = Permissions::from_mode(0o755);
    fs::set_permissions(layers.at("upper", "run"), mode).unwrap();
    assert_eq!(layers.changes(), [changed("run")]);
}

#[test]
fn a_whiteout_over_a_folder_deletes_each_file_in_it() {
    let layers = Layers::new(&[("d/a", "1"), ("d/e/b", "2"), ("keep", "3")]);
    layers.whiteout("d");
    let expected = [
        deleted("d", EntryKind::Folder),
        deleted("d/a", EntryKind::File),
        deleted("d/e", EntryKind::Folder),
        deleted("d/e/b", EntryKind::File),
    ];
    assert_eq!(layers.changes(), expected);
}

#[test]
fn a_whiteout_over_nothing_is_no_change() {
    let layers = Layers::new(&[("a", "1")]);
    layers.whiteout("none");
    assert_eq!(layers.changes(), []);
}

#[test]
fn a_folder_that_was_deleted_and_made_again_lacks_what_is_not_in_it_again() {
    let layers = Layers::new(&[("d/a", "1"), ("d/b", "2"), ("d/c", "3")]);
    layers.opaque("d");
    layers.write("upper", "d/b", "2");
    layers.write("upper", "d/c", "other");
    layers.write("upper", "d/new", "4");
    let expected = [
        deleted("d/a", EntryKind::File),
        created("d/new"),
        changed("d/c"),
    ];
    assert_eq!(layers.changes(), expected);
}

#[test]
fn a_rename_is_a_whiteout_and_the_same_bytes_and_mode_elsewhere() {
    let layers = Layers::new(&[
        ("old", "text"),
        ("other", "word"),
        ("empty", ""),
        ("run", "code"),
    ]);
    for path in ["old", "other", "empty", "run"] {
        layers.whiteout(path);
    }
    layers.write("upper", "new/name", "text");
    layers.write("upper", "changed", "worn");
    layers.write("upper", "nothing", "");
    layers.write("upper", "ran", "code");
    let mode = Permissions::from_mode(0o755);
    fs::set_permissions(layers.at("upper", "ran"), mode).unwrap();
    let renamed = Change::Renamed {
        from: "old".into(),
        to: "new/name".into(),
    };
    let changes = layers.changes();
    assert!(changes.contains(&renamed), "{changes:?}");
    for path in ["changed", "nothing", "ran"] {
        assert!(changes.contains(&created(path)), "{path}: {changes:?}");
    }
    for path in ["other", "empty", "run"] {
        let change = deleted(path, EntryKind::File);
        assert!(changes.contains(&change), "{path}: {changes:?}");
    }
    assert!(!changes.contains(&deleted("old", EntryKind::File)));
}

#[test]
fn of_two_files_alike_each_is_renamed_once_and_its_name_decides() {
    let layers = Layers::new(&[("a/one", "same"), ("a/two", "same")]);
    layers.whiteout("a");
    layers.write("upper", "b/two", "same");
    layers.write("upper", "b/one", "same");
    layers.write("upper", "b/three", "same");
    let changes = layers.changes();
    for name in ["one", "two"] {
        let renamed = Change::Renamed {
            from: format!("a/{name}").into(),
            to: format!("b/{name}").into(),
        };
        assert!(changes.contains(&renamed), "{changes:?}");
    }
    assert!(changes.contains(&created("b/three")));
}

#[test]
fn a_file_in_place_of_a_folder_and_a_link_in_place_of_a_file_are_two_changes() {
    let layers = Layers::new(&[("d/a", "1"), ("f", "2")]);
    layers.write("upper", "d", "now a file");
    symlink("elsewhere", layers.at("upper", "f")).unwrap();
    let link = Change::Created {
        path: "f".into(),
        kind: EntryKind::Link,
    };
    let expected = [
        deleted("d", EntryKind::Folder),
        deleted("d/a", EntryKind::File),
        deleted("f", EntryKind::File),
        created("d"),
        link,
    ];
    assert_eq!(layers.changes(), expected);
}

#[test]
fn special_and_privileged_files_are_told_and_are_no_files_to_apply() {
    let layers = Layers::new(&[("was", "x")]);
    mknod(
        &layers.at("upper", "pipe"),
        SFlag::S_IFIFO,
        Mode::S_IRWXU,
        0,
    )
    .unwrap();
    let _listener = UnixListener::bind(layers.at("upper", "socket")).unwrap();
    for name in ["was", "root"] {
        layers.write("upper", name, "x");
        let mode = Permissions::from_mode(0o4755);
        fs::set_permissions(layers.at("upper", name), mode).unwrap();
    }
    let reading = layers.read();
    let expected = [
        special("pipe", Special::Pipe),
        special("root", Special::Privileged),
        special("socket", Special::Socket),
        special("was", Special::Privileged),
    ];
    assert_eq!(reading.changes, expected);
    let told = reading.notices().len();
    assert_eq!((told, reading.bytes), (4, 0));
}

#[test]
fn a_hard_link_is_a_file_unless_it_leads_outside() {
    let layers = Layers::new(&[]);
    layers.write("upper", "a", "inside");
    fs::hard_link(layers.at("upper", "a"), layers.at("upper", "b")).unwrap();
    layers.write("outside", "c", "outside");
    fs::hard_link(layers.at("outside", "c"), layers.at("upper", "c")).unwrap();
    let expected = [created("a"), created("b"), special("c", Special::HardLink)];
    assert_eq!(layers.changes(), expected);
}

#[test]
fn what_is_ignored_is_not_looked_into_and_what_is_withheld_is_told() {
    let layers = Layers::new(&[(".git/index", "1"), ("target/x", "1")]);
    layers.write("upper", ".git/index", "2");
    layers.write("upper", ".envrc", "run this");
    layers.write("upper", "target/x", "2");
    layers.whiteout("target/y");
    let reading = layers.read();
    assert_eq!(reading.changes, []);
    assert_eq!(reading.withheld, [created(".envrc"), changed(".git/index")]);
    assert_eq!((reading.notices().len(), reading.bytes), (2, 0));
}

#[test]
fn a_proposal_is_what_the_command_was_shown() {
    let mut layers = Layers::new(&[("a", "disk"), ("b", "disk"), ("d/c", "disk")]);
    layers.propose("a", "proposed");
    layers.propose("b", "proposed");
    layers.propose("new/gone", "proposed");
    layers.propose("kept", "proposed");
    layers.proposed.insert("d".into(), Proposed::Deleted);
    layers.whiteout("d");
    assert_eq!(layers.changes(), []);
    // The command writes the disk's text again, deletes a file that the disk never had, and makes a
    // deleted one again.
    layers.write("upper", "b", "disk");
    fs::remove_dir_all(layers.at("upper", "new")).unwrap();
    fs::remove_file(layers.at("upper", "d")).unwrap();
    layers.opaque("d");
    layers.write("upper", "d/c", "disk");
    let folder = Change::Created {
        path: "d".into(),
        kind: EntryKind::Folder,
    };
    let expected = [
        deleted("new/gone", EntryKind::File),
        folder,
        created("d/c"),
        changed("b"),
    ];
    assert_eq!(layers.changes(), expected);
}

#[test]
fn what_the_command_shut_is_read_all_the_same() {
    let layers = Layers::new(&[]);
    layers.write("upper", "shut/file", "x");
    for path in ["shut/file", "shut"] {
        let mode = Permissions::from_mode(0o000);
        fs::set_permissions(layers.at("upper", path), mode).unwrap();
    }
    let paths: Vec<PathBuf> = layers
        .changes()
        .iter()
        .map(|change| change.path().to_path_buf())
        .collect();
    assert_eq!(paths, [PathBuf::from("shut"), PathBuf::from("shut/file")]);
}

#[test]
fn too_many_changes_are_offered_as_one_whole() {
    let layers = Layers::new(&[]);
    for number in 0..MOST_CHANGES {
        layers.write("upper", &number.to_string(), "");
    }
    assert_eq!(layers.read().extent, Extent::Single);
    layers.write("upper", "one more", "");
    assert_eq!(layers.read().extent, Extent::Whole);
}
