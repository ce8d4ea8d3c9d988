//! Files that no other inode can replace, and the properties that a new inode gets.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use rustix::fs::{XattrFlags, getxattr, listxattr, setxattr};

use super::{WorkspaceHarness, code};
use crate::in_place::InPlace;
use crate::path_jail::{self, LastLink, PathTarget};
use crate::{Expected, RecoveryOutcome, Workspace};
use protocol::ids::ContentHash;
use testing::skipped;

/// Variable with the test folder of a child process.
const GROUND: &str = "AGENTICHAT_TEST_GROUND";

fn sha(text: &[u8]) -> Expected {
    Expected::Hash(ContentHash::of(text))
}

fn with_journal(folder: &Path) -> Workspace {
    let workspace = Workspace::open(&folder.join("root"), &[]).unwrap();
    workspace.keep_journal_in(&folder.join("state"));
    workspace
}

fn left_in_journal(folder: &Path) -> usize {
    fs::read_dir(folder.join("state/in-place")).map_or(0, Iterator::count)
}

/// Texts of several pieces each; the new one is longer.
fn old_text() -> Vec<u8> {
    (0..20_000)
        .flat_map(|line| format!("old {line}\n").into_bytes())
        .collect()
}

fn new_text() -> Vec<u8> {
    (0..25_000)
        .flat_map(|line| format!("new {line}\n").into_bytes())
        .collect()
}

/// Writes a file in place, even if it could be replaced.
fn write_in_place(folder: &Path, path: &str, new: &[u8]) {
    let workspace = with_journal(folder);
    let place = path_jail::find(&workspace, path, LastLink::Follow).unwrap();
    let PathTarget::File { parent, name, .. } = place.found else {
        panic!("a file");
    };
    let file = path_jail::open_file(&parent, &name).unwrap();
    let journal = workspace.in_place_folder();
    let kept = InPlace::keep(journal.as_deref(), &file, path, (new, 0o644)).unwrap();
    kept.write(&parent, &name).unwrap();
}

/// Returns a command that runs one test of this test program, which other tests start.
fn child(name: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "--ignored", "--nocapture"])
        .arg(format!("tests::in_place::{name}"))
        .env(GROUND, folder);
    command
}

/// Returns the ground of a child process; `None` if it was not started as one.
fn ground_of_child() -> Option<std::path::PathBuf> {
    std::env::var_os(GROUND).map(std::path::PathBuf::from)
}

#[test]
#[ignore = "is started by the tests that kill it"]
fn child_writes_in_place() {
    if let Some(folder) = ground_of_child() {
        write_in_place(&folder, "a.txt", &new_text());
    }
}

#[test]
#[ignore = "is started by the tests that kill it"]
fn child_finishes() {
    if let Some(folder) = ground_of_child() {
        with_journal(&folder).finish_in_place();
    }
}

#[test]
fn a_write_in_place_that_is_killed_anywhere_leaves_the_old_or_the_new_text_after_the_next_start() {
    let (old, new) = (old_text(), new_text());
    let mut halves = 0;
    for (from, to) in [(&old, &new), (&new, &old)] {
        for point in 1.. {
            let harness = WorkspaceHarness::new();
            harness.put("a.txt", from);
            let folder = harness.outer.path();
            fs::write(folder.join("to"), to).unwrap();
            let mut command = child("child_writes_what_is_given", folder);
            let status = command
                .env("AGENTICHAT_STOP_AT", point.to_string())
                .output()
                .unwrap()
                .status;
            if status.success() {
                assert_eq!(&harness.read("a.txt"), to);
                assert_eq!(left_in_journal(folder), 0);
                assert!(point > 8, "there are points between the pieces");
                break;
            }
            let cut = harness.read("a.txt");
            halves += usize::from(cut != *from && cut != *to);
            let told = with_journal(folder).finish_in_place();
            let now = harness.read("a.txt");
            assert!(now == *from || now == *to, "at {point}");
            if cut != *from {
                assert_eq!(&now, to, "at {point}: what was begun is finished");
            }
            if cut != *from && cut != *to {
                let path = "a.txt".to_owned();
                assert_eq!(told, [RecoveryOutcome::Finished { path }], "at {point}");
            }
            assert_eq!(left_in_journal(folder), 0, "at {point}");
        }
    }
    assert!(halves > 4, "the file was half written {halves} times");
}

#[test]
#[ignore = "is started by the tests that kill it"]
fn child_writes_what_is_given() {
    if let Some(folder) = ground_of_child() {
        let to = fs::read(folder.join("to")).unwrap();
        write_in_place(&folder, "a.txt", &to);
    }
}

/// Creates a ground whose file is half written.
fn half_written() -> WorkspaceHarness {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", old_text());
    let mut command = child("child_writes_in_place", harness.outer.path());
    command.env("AGENTICHAT_STOP_AT", "4");
    assert!(!command.output().unwrap().status.success());
    let now = harness.read("a.txt");
    assert!(now != old_text() && now != new_text(), "half");
    harness
}

#[test]
fn the_finishing_may_be_killed_anywhere_too() {
    let mut killed = 0;
    for point in 1.. {
        let harness = half_written();
        let folder = harness.outer.path();
        let mut command = child("child_finishes", folder);
        command.env("AGENTICHAT_STOP_AT", point.to_string());
        let status = command.output().unwrap().status;
        with_journal(folder).finish_in_place();
        assert!(harness.read("a.txt") == new_text(), "at {point}");
        if status.success() {
            break;
        }
        killed += 1;
    }
    assert!(killed > 3, "killed {killed} times");
}

#[test]
fn what_somebody_wrote_after_the_cut_is_left_alone_and_both_texts_are_kept() {
    let harness = half_written();
    harness.put("a.txt", "mine\n");
    let folder = harness.outer.path();
    let told = with_journal(folder).finish_in_place();
    let [RecoveryOutcome::Left { path, kept }] = told.as_slice() else {
        panic!("{told:?}");
    };
    assert_eq!(path, "a.txt");
    assert_eq!(harness.read("a.txt"), b"mine\n");
    let kept = fs::read(kept).unwrap();
    assert!(kept.ends_with(&[old_text(), new_text()].concat()));
    assert_eq!(
        with_journal(folder).finish_in_place(),
        [],
        "it is told once"
    );
}

#[test]
fn a_write_in_place_of_a_process_that_lives_is_left_to_it() {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "old");
    let folder = harness.outer.path();
    let workspace = with_journal(folder);
    let file = File::open(harness.root().join("a.txt")).unwrap();
    let journal = workspace.in_place_folder();
    let kept = InPlace::keep(journal.as_deref(), &file, "a.txt", (b"new", 0o644)).unwrap();
    assert_eq!(with_journal(folder).finish_in_place(), []);
    assert_eq!(left_in_journal(folder), 1);
    drop(kept);
    assert_eq!(left_in_journal(folder), 0, "what was not begun goes");
}

#[test]
fn a_planted_journal_writes_nothing() {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "old");
    let folder = harness.outer.path();
    let journal = folder.join("state/in-place");
    fs::create_dir_all(&journal).unwrap();
    let header = r#"{"path":"a.txt","device":1,"inode":1,"mode":420,"old":3,"new":3}"#;
    fs::write(journal.join("x.begun"), format!("{header}\noldnew")).unwrap();
    fs::write(journal.join("y.begun"), "nonsense").unwrap();
    nix::unistd::mkfifo(&journal.join("z.begun"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    std::os::unix::fs::symlink(folder.join("outside/secret.txt"), journal.join("w.ready")).unwrap();
    with_journal(folder).finish_in_place();
    assert_eq!(harness.read("a.txt"), b"old");
    assert!(folder.join("outside/secret.txt").exists());
    harness.put("a.txt", "odd");
    fs::write(journal.join("v.begun"), format!("{header}\noldnew")).unwrap();
    with_journal(folder).finish_in_place();
    assert_eq!(
        harness.read("a.txt"),
        b"odd",
        "another inode is another file"
    );
}

#[test]
fn a_new_inode_has_the_attributes_of_the_old_one() {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "old");
    let path = harness.root().join("a.txt");
    if let Err(error) = setxattr(&path, "user.origin", b"here", XattrFlags::empty()) {
        skipped(&format!("the file system takes no attributes: {error}"));
        return;
    }
    let written = harness
        .open()
        .write_atomic("a.txt", b"new", &sha(b"old"), None);
    assert_eq!(code(written), "ok");
    let mut value = [0_u8; 16];
    let length = getxattr(&path, "user.origin", &mut value).unwrap();
    assert_eq!(
        (&value[..length], harness.read("a.txt")),
        (&b"here"[..], b"new".to_vec())
    );
    let mut names = [0_u8; 256];
    let length = listxattr(&path, &mut names).unwrap();
    assert_eq!(&names[..length], b"user.origin\0");
}

#[test]
fn a_file_with_several_names_is_replaced_and_the_others_keep_the_old_text() {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "old");
    let outside = harness.outer.path().join("outside/b.txt");
    fs::hard_link(harness.root().join("a.txt"), &outside).unwrap();
    let workspace = harness.open();
    assert_eq!(workspace.other_names("a.txt"), 1);
    let written = workspace.write_atomic("a.txt", b"new", &sha(b"old"), None);
    assert_eq!(code(written), "ok");
    assert_eq!(fs::read(outside).unwrap(), b"old");
    assert_eq!(harness.read("a.txt"), b"new");
    assert_eq!(workspace.other_names("a.txt"), 0);
}

/// Writes `a.txt` through the gate, from `old` to `new`.
#[test]
#[ignore = "is started by the tests of mounts and owners"]
fn child_writes_through_the_gate() {
    if let Some(folder) = ground_of_child() {
        let workspace = with_journal(&folder);
        let before = fs::metadata(folder.join("root/a.txt")).unwrap();
        let written = workspace.write_atomic("a.txt", b"new text", &sha(b"old"), None);
        assert_eq!(code(written), "ok");
        let after = fs::metadata(folder.join("root/a.txt")).unwrap();
        let told = |found: &fs::Metadata| (found.ino(), found.uid(), found.gid(), found.mode());
        assert_eq!(told(&before), told(&after));
        assert_eq!(left_in_journal(&folder), 0);
        assert_eq!(workspace.other_names("a.txt"), 0);
    }
}

#[test]
fn a_mount_point_is_written_in_place() {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "covered");
    let mounted = harness.outer.path().join("outside/mounted.txt");
    fs::write(&mounted, "old").unwrap();
    let can = |flags: &str| {
        let tried = Command::new("unshare").args([flags, "true"]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    let Some(flags) = ["-m", "-rm"].into_iter().find(|flags| can(flags)) else {
        skipped("this machine lets nobody mount");
        return;
    };
    let writes = child("child_writes_through_the_gate", harness.outer.path());
    let mut command = Command::new("unshare");
    command
        .args([flags, "sh", "-c"])
        .arg("mount --bind \"$0\" \"$1\" || { echo no mount; exit 0; }; shift; exec \"$@\"")
        .arg(&mounted)
        .arg(harness.root().join("a.txt"))
        .arg(writes.get_program())
        .args(writes.get_args())
        .env(GROUND, harness.outer.path());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    if said.contains("no mount") {
        skipped(&format!("this machine lets nobody mount: {output:?}"));
        return;
    }
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{output:?}"
    );
    assert_eq!(fs::read(&mounted).unwrap(), b"new text");
    assert_eq!(harness.read("a.txt"), b"covered");
}

#[test]
fn a_file_of_another_owner_keeps_it() {
    if !nix::unistd::geteuid().is_root() {
        skipped("only root can give files away");
        return;
    }
    const NOBODY: u32 = 65_534;
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "old");
    let folder = harness.outer.path();
    fs::create_dir(folder.join("state")).unwrap();
    // The folders are ours and we are in the file's group; the file belongs to another user.
    for path in ["", "root", "state"] {
        std::os::unix::fs::chown(folder.join(path), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let path = harness.root().join("a.txt");
    std::os::unix::fs::chown(&path, Some(0), Some(NOBODY)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    use std::os::unix::process::CommandExt;
    let mut command = child("child_writes_through_the_gate", folder);
    let output = match command.uid(NOBODY).gid(NOBODY).current_dir("/").output() {
        Ok(output) => output,
        Err(error) => {
            skipped(&format!("nobody cannot run this program: {error}"));
            return;
        }
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{output:?}"
    );
    assert_eq!(harness.read("a.txt"), b"new text");
}

#[test]
fn an_immutable_file_is_told_as_that() {
    let harness = WorkspaceHarness::new();
    harness.put("a.txt", "old");
    let path = harness.root().join("a.txt");
    let chattr = |flag: &str| {
        let done = Command::new("chattr").arg(flag).arg(&path).output();
        done.is_ok_and(|output| output.status.success())
    };
    if !chattr("+i") {
        skipped("only root can make files immutable, and not on every file system");
        return;
    }
    let error = harness
        .open()
        .write_atomic("a.txt", b"new", &sha(b"old"), None);
    chattr("-i");
    let error = error.unwrap_err();
    assert_eq!(error.code.code(), "E005");
    assert!(error.message.to_string().contains("chattr"), "{error}");
}
