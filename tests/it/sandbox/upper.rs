//! The upper folder of a real overlay: what is read from it makes the tree that the command saw.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sandbox::plan::Rung;
use sandbox::upper::{
    Change, EntryKind, Part, Proposed, Reading, Shown, Special, keep_ignored, lay_in, read,
};
use testing::cases;

use super::{Ground, Network, ground};

fn reading(ground: &Ground) -> Reading {
    let shown = Shown {
        lower: &ground.at("work"),
        proposed: &BTreeMap::new(),
    };
    let part = |path: &Path, _| {
        let steers = [".envrc", ".git"].iter().any(|name| path.starts_with(name));
        if steers {
            Part::Withheld
        } else {
            Part::Reviewed
        }
    };
    read(&ground.at("upper"), shown, &part).expect("a reading")
}

#[test]
fn the_changes_of_a_command_are_read_and_the_disk_has_none_of_them() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let ground = Ground::new();
    let before = ground.seen();
    let line = "echo new > new && echo other > file && rm src/main.c; \
        mkfifo pipe; echo x > .envrc; rm -rf src && mkdir src && echo y > src/y; touch leads-out -h";
    ground.run(Rung::Proposed, Network::Loopback, line);
    let reading = reading(&ground);
    let file = EntryKind::File;
    let path = PathBuf::from;
    let expected = [
        Change::Deleted {
            path: path("src/main.c"),
            was: file,
        },
        Change::Created {
            path: path("new"),
            kind: file,
        },
        Change::Created {
            path: path("src/y"),
            kind: file,
        },
        Change::Changed {
            path: path("file"),
            kind: file,
        },
        Change::Special {
            path: path("pipe"),
            what: Special::Pipe,
        },
    ];
    assert_eq!(reading.changes, expected);
    assert_eq!(reading.withheld.len(), 1);
    assert_eq!(
        before.changed_outside(&ground.seen(), Rung::Proposed),
        Vec::<PathBuf>::new()
    );
}

#[test]
fn a_folder_that_was_moved_is_a_rename_of_each_file() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let ground = Ground::new();
    ground.run(Rung::Proposed, Network::Loopback, "mv src moved");
    let renamed = Change::Renamed {
        from: "src/main.c".into(),
        to: "moved/main.c".into(),
    };
    let changes = reading(&ground).changes;
    assert!(changes.contains(&renamed), "{changes:?}");
    assert_eq!(changes.len(), 3, "the two folders too: {changes:?}");
}

#[test]
fn a_command_sees_what_was_laid_in_and_only_the_ignored_part_stays() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let ground = Ground::new();
    let upper = ground.at("upper");
    let file = |text: &str| Proposed::File {
        bytes: text.as_bytes().into(),
        mode: 0o644,
    };
    let proposed = BTreeMap::from([
        (PathBuf::from("file"), file("proposed\n")),
        (PathBuf::from("src/main.c"), Proposed::Deleted),
        (PathBuf::from("new/deep/file"), file("made\n")),
        // A folder in the place of a file that goes.
        (PathBuf::from("file-outside"), Proposed::Deleted),
        (PathBuf::from("file-outside/in"), file("in\n")),
    ]);
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    lay_in(&upper, &ground.at("work"), &proposed, &|_| time).expect("it is laid in");
    let line = "cat file new/deep/file file-outside/in; ls src; stat -c %Y file; \
        mkdir -p target && echo object > target/o; echo more >> file";
    let ran = ground.run(Rung::Proposed, Network::Loopback, line);
    assert_eq!(ran.output, "proposed\nmade\nin\n1000000000\n");
    let part = |path: &Path, _| {
        if path.starts_with("target") {
            Part::Ignored
        } else {
            Part::Reviewed
        }
    };
    let lower = ground.at("work");
    let shown = Shown {
        lower: &lower,
        proposed: &proposed,
    };
    let reading = read(&upper, shown, &part).expect("a reading");
    let changed = Change::Changed {
        path: "file".into(),
        kind: EntryKind::File,
    };
    assert_eq!(reading.changes, [changed]);
    let kept = keep_ignored(&upper, &part).expect("it is cleared");
    assert_eq!(kept, [PathBuf::from("target")]);
    let names = fs::read_dir(&upper).expect("a folder").count();
    assert_eq!(names, 1);
}

/// Paths that generated commands work on: files, folders, and paths in each other.
const PATHS: [&str; 9] = ["a", "b", "d", "d/x", "d/y", "d/e", "d/e/z", "n", "n/m"];

fn any_step() -> impl Strategy<Value = String> {
    let path = || prop::sample::select(PATHS.to_vec());
    prop_oneof![
        3 => (path(), 0..4_u8).prop_map(|(path, text)| format!("echo {text} > {path}")),
        1 => (path(), 0..4_u8).prop_map(|(path, text)| format!("echo {text} >> {path}")),
        2 => path().prop_map(|path| format!("rm -rf {path}")),
        2 => path().prop_map(|path| format!("mkdir -p {path}")),
        2 => (path(), path()).prop_map(|(from, to)| format!("mv {from} {to}")),
        1 => (path(), path()).prop_map(|(from, to)| format!("cp -r {from} {to}")),
        1 => (path(), path()).prop_map(|(from, to)| format!("ln {from} {to}")),
        1 => (path(), path()).prop_map(|(to, from)| format!("ln -s {to} {from}")),
        1 => path().prop_map(|path| format!("chmod u+x,g-w {path}")),
        1 => path().prop_map(|path| format!("chmod 700 {path}")),
        1 => path().prop_map(|path| format!("touch {path}")),
    ]
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn whatever_a_command_does_its_changes_make_the_tree_that_it_saw(
        before in prop::collection::vec(any_step(), 0..12),
        steps in prop::collection::vec(any_step(), 1..16),
    ) {
        if ground::has(Rung::Proposed) {
            let ground = Ground::new();
            ground.run(Rung::Namespaces, Network::Loopback, &before.join(";"));
            // The view is copied where the test can read it.
            let line = format!("{}; cp -a . $TMPDIR/view", steps.join("; "));
            ground.run(Rung::Proposed, Network::Loopback, &line);
            let reading = reading(&ground);
            prop_assert_eq!(&reading.withheld, &Vec::new());
            let view = tree(&ground.at("temporary/view"));
            apply(&ground, &reading.changes);
            prop_assert_eq!(tree(&ground.at("work")), view, "{:?}", reading.changes);
        }
    }
}

/// Makes the changes on the disk: deletions from the inside out, modes of folders last.
fn apply(ground: &Ground, changes: &[Change]) {
    let original = ground.at("original");
    copy(&ground.at("work"), &original);
    let (work, upper) = (ground.at("work"), ground.at("upper"));
    for change in changes.iter().rev() {
        match change {
            Change::Deleted {
                path,
                was: EntryKind::Folder,
            } => {
                fs::set_permissions(work.join(path), Permissions::from_mode(0o700))
                    .expect("a mode");
                fs::remove_dir(work.join(path)).expect("an empty folder");
            }
            Change::Deleted { path, .. } | Change::Renamed { from: path, .. } => {
                fs::remove_file(work.join(path)).expect("a file");
            }
            _ => {}
        }
    }
    for change in changes {
        let folder = |path: &PathBuf| fs::create_dir(work.join(path)).expect("a folder");
        match change {
            Change::Created {
                path,
                kind: EntryKind::Folder,
            } => folder(path),
            Change::Created { path, kind } | Change::Changed { path, kind } => {
                put(&upper.join(path), &work.join(path), *kind);
            }
            _ => {}
        }
    }
    for change in changes {
        match change {
            Change::Renamed { from, to } => {
                put(&original.join(from), &work.join(to), EntryKind::File);
            }
            Change::Created {
                path,
                kind: EntryKind::Folder,
            }
            | Change::Changed {
                path,
                kind: EntryKind::Folder,
            } => {
                let mode = upper.join(path).metadata().expect("facts").permissions();
                fs::set_permissions(work.join(path), mode).expect("a mode");
            }
            _ => {}
        }
    }
}

fn put(from: &Path, to: &Path, kind: EntryKind) {
    match kind {
        EntryKind::Folder => {}
        EntryKind::File => {
            fs::copy(from, to).expect("a copy");
        }
        EntryKind::Link => {
            fs::remove_file(to).ok();
            symlink(fs::read_link(from).expect("a link"), to).expect("a link");
        }
    }
}

fn copy(from: &Path, to: &Path) {
    let mut command = std::process::Command::new("cp");
    let status = command.arg("-a").args([from, to]).status();
    assert!(status.expect("cp runs").success());
}

/// Returns kind, mode and content by path.
fn tree(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(&at).expect("a folder").flatten() {
            let path = entry.path();
            let facts = path.symlink_metadata().expect("facts");
            let mode = facts.permissions().mode();
            let content = if facts.is_dir() {
                folders.push(path.clone());
                String::new()
            } else if facts.is_symlink() {
                format!("{:?}", fs::read_link(&path).expect("a link"))
            } else {
                fs::read_to_string(&path).expect("a text")
            };
            let name = path.strip_prefix(folder).expect("below").to_path_buf();
            found.insert(name, format!("{mode:o} {content}"));
        }
    }
    found
}
