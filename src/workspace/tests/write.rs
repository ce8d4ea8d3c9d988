//! Atomic writes, compare-and-swap and deleting.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, Ordering};

use cap_std::fs::Dir;

use super::{Harness, code};
use crate::Expected;
use notice::notice;
use protocol::ids::ContentHash;

fn sha(text: &str) -> Expected {
    Expected::Hash(ContentHash::of(text.as_bytes()))
}

fn names(harness: &Harness, folder: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(harness.root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_write_replaces_what_was_expected_and_keeps_the_mode() {
    let harness = Harness::new();
    harness.put("run.sh", "old");
    let path = harness.root().join("run.sh");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let written = harness
        .open()
        .write_atomic("run.sh", b"new", &sha("old"), Some(0o600))
        .unwrap();
    assert_eq!(written.sha256, ContentHash::of(b"new"));
    assert_eq!(harness.read("run.sh"), b"new");
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o755);
    assert_eq!(names(&harness, ""), ["run.sh"]);
}

#[test]
fn a_write_over_something_else_changes_nothing_and_leaves_nothing() {
    let harness = Harness::new();
    harness.put("a", "theirs");
    let workspace = harness.open();
    assert_eq!(
        code(workspace.write_atomic("a", b"mine", &sha("old"), None)),
        "E011"
    );
    assert_eq!(
        code(workspace.write_atomic("a", b"mine", &Expected::Absent, None)),
        "E011"
    );
    assert_eq!(
        code(workspace.write_atomic("gone", b"mine", &sha("old"), None)),
        "E011"
    );
    assert_eq!(code(workspace.delete("a", &sha("old"))), "E011");
    assert_eq!(code(workspace.delete("gone", &sha("old"))), "E003");
    assert_eq!(harness.read("a"), b"theirs");
    assert_eq!(names(&harness, ""), ["a"]);
}

#[test]
fn a_write_through_a_link_inside_writes_its_target() {
    let harness = Harness::new();
    harness.put("real/a", "old");
    harness.link("real/a", "alias");
    let workspace = harness.open();
    let written = workspace
        .write_atomic("alias", b"new", &sha("old"), None)
        .unwrap();
    assert_eq!(written.path, "real/a");
    assert_eq!(harness.read("real/a"), b"new");
    assert!(harness.root().join("alias").is_symlink());
    assert_eq!(code(workspace.delete("alias", &sha("new"))), "E012");
    assert!(harness.root().join("alias").is_symlink());
}

#[test]
fn making_a_file_makes_its_folders() {
    let harness = Harness::new();
    let workspace = harness.open();
    workspace
        .write_atomic("a/b/c.txt", b"x", &Expected::Absent, Some(0o640))
        .unwrap();
    assert_eq!(harness.read("a/b/c.txt"), b"x");
    assert_eq!(names(&harness, "a/b"), ["c.txt"]);
    let mode = std::fs::metadata(harness.root().join("a/b/c.txt"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o7777, 0o640);
    workspace.delete("a/b/c.txt", &sha("x")).unwrap();
    assert_eq!(names(&harness, "a/b"), Vec::<String>::new());
}

#[test]
fn what_may_not_be_written_is_a_permission_error_that_says_what_to_do() {
    let harness = Harness::new();
    harness.put("locked/a", "old");
    harness.put("frozen", "old");
    let set = |path: &str, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(harness.root().join(path), mode).unwrap();
    };
    set("locked", 0o555);
    set("frozen", 0o444);
    let workspace = harness.open();
    for (path, expected) in [
        ("locked/a", sha("old")),
        ("locked/new", Expected::Absent),
        ("frozen", sha("old")),
    ] {
        let error = workspace
            .write_atomic(path, b"x", &expected, None)
            .unwrap_err();
        assert_eq!(error.code.code(), "E005", "{path}");
        assert!(error.message.to_string().contains("chmod"), "{error}");
    }
    assert_eq!(names(&harness, "locked"), ["a"]);
    assert_eq!(harness.read("frozen"), b"old");
    set("locked", 0o755);
}

#[test]
fn a_full_disk_and_a_read_only_one_are_told_apart() {
    let said = |kind: std::io::ErrorKind| {
        let doing = notice!("told-doing-write");
        let error = crate::errors::from_io(&kind.into(), &doing, "a");
        assert_eq!(error.code.code(), "E005");
        error.message
    };
    assert!(
        said(std::io::ErrorKind::StorageFull)
            .to_string()
            .contains("free some space")
    );
    assert!(
        said(std::io::ErrorKind::ReadOnlyFilesystem)
            .to_string()
            .contains("read-only")
    );
}

#[test]
fn too_much_text_is_refused() {
    let harness = Harness::new();
    let much = vec![b'a'; 10 * 1024 * 1024 + 1];
    let result = harness
        .open()
        .write_atomic("a", &much, &Expected::Absent, None);
    assert_eq!(code(result), "E004");
    assert_eq!(names(&harness, ""), Vec::<String>::new());
}

/// Another process sees at any moment the state that a crash at that moment would leave.
#[test]
fn whoever_looks_during_writes_sees_a_whole_text() {
    let harness = Harness::new();
    let text = |letter: char| letter.to_string().repeat(200_000);
    harness.put("a", text('x'));
    let workspace = harness.open();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let looker = scope.spawn(|| {
            let mut looks = 0;
            while !done.load(Ordering::Relaxed) || looks == 0 {
                let seen = harness.read("a");
                assert_eq!(seen.len(), 200_000);
                assert!(seen.iter().all(|byte| *byte == seen[0]));
                looks += 1;
            }
            looks
        });
        let mut old = text('x');
        for letter in ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] {
            let new = text(letter);
            workspace
                .write_atomic("a", new.as_bytes(), &sha(&old), None)
                .unwrap();
            old = new;
        }
        done.store(true, Ordering::Relaxed);
        assert!(looker.join().unwrap() > 0);
    });
    assert_eq!(names(&harness, ""), ["a"]);
}

#[test]
fn of_writers_who_expect_the_same_one_wins() {
    let harness = Harness::new();
    harness.put("old", "old");
    let workspace = harness.open();
    for (path, expected) in [("new", Expected::Absent), ("old", sha("old"))] {
        let won: usize = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..8_u8)
                .map(|number| {
                    let (workspace, expected) = (&workspace, &expected);
                    scope.spawn(move || {
                        let bytes = [b'0' + number];
                        workspace.write_atomic(path, &bytes, expected, None).is_ok()
                    })
                })
                .collect();
            writers
                .into_iter()
                .map(|writer| usize::from(writer.join().unwrap()))
                .sum()
        });
        assert_eq!(won, 1, "{path}");
    }
    assert_eq!(names(&harness, ""), ["new", "old"]);
}

#[test]
fn a_write_takes_temporary_files_of_its_folder_away_that_are_old_or_nobodys() {
    use std::time::{Duration, SystemTime};
    let harness = Harness::new();
    let id = "0190f3b1c2d37e4f8a9b0c1d2e3f4a5b";
    let put = |name: &str, minutes: u64| {
        harness.put(name, "left");
        let file = std::fs::File::open(harness.root().join(name)).unwrap();
        let age = Duration::from_secs(minutes * 60);
        file.set_modified(SystemTime::now() - age).unwrap();
    };
    let old = format!(".agentichat-tmp-{id}");
    let young = format!(".agentichat-tmp-{}", id.replace('0', "1"));
    put(&old, 61);
    put(&young, 59);
    let held = std::fs::File::open(harness.root().join(&young)).unwrap();
    held.lock().unwrap();
    let nobodys = format!(".agentichat-tmp-{}", id.replace('0', "4"));
    put(&nobodys, 0);
    put(".agentichat-tmp-notes", 61);
    put(&format!("other/{old}"), 61);
    std::fs::create_dir(
        harness
            .root()
            .join(format!(".agentichat-tmp-{}", id.replace('0', "2"))),
    )
    .unwrap();
    harness.link("a", &format!(".agentichat-tmp-{}", id.replace('0', "3")));
    let workspace = harness.open();
    workspace
        .write_atomic("a", b"x", &Expected::Absent, None)
        .unwrap();
    let left = names(&harness, "");
    assert!(!left.contains(&old) && !left.contains(&nobodys), "{left:?}");
    // `a`, `other`, the young one that is locked, the notes, the folder and the link.
    assert_eq!(left.len(), 6, "{left:?}");
    assert!(left.contains(&young));
    assert_eq!(names(&harness, "other"), [old]);
}

#[test]
fn one_instance_at_a_time_puts_files_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    let below = dir.open_dir("below").unwrap();
    for (dir, path) in [
        (dir, folder.path().to_path_buf()),
        (below, folder.path().join("below")),
    ] {
        let held = crate::staged::hold(&dir);
        assert!(held.is_some());
        let other = fs::File::open(&path).unwrap();
        assert!(matches!(
            other.try_lock(),
            Err(fs::TryLockError::WouldBlock)
        ));
        drop(held);
        other.try_lock().unwrap();
    }
}
