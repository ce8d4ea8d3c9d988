//! Folders of 100,000 files, made once and kept among the build's temporary files: small files in a
//! git repository and without git, and a git repository of texts (about 152 MB) for the index.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sources::source;

/// Number of files, in folders of a hundred.
pub const FILES: usize = 100_000;

/// Returns the repository of small files, after removing what the program stored in it before.
pub fn large() -> PathBuf {
    kept("repository-of-100000", ".git/whole", |folder| {
        make(folder, &small);
        commit(folder);
    })
}

/// Returns the same files without git.
pub fn without_git() -> PathBuf {
    kept("folder-of-100000", ".agentichat-whole", |folder| {
        make(folder, &small);
    })
}

/// Returns the repository of texts, after the same cleanup.
pub fn of_texts() -> PathBuf {
    kept("repository-of-100000-texts", ".git/whole", make_texts)
}

/// Creates the repository of texts in a new folder.
pub fn make_texts(folder: &Path) {
    make(folder, &source);
    commit(folder);
}

fn small(number: usize) -> String {
    let line = format!("pub fn part_{number}() -> usize {{ {number} }}\n");
    line.repeat(8)
}

/// Returns a folder filled by `fill`. `mark` is created last, so that an incomplete folder
/// is made again.
fn kept(name: &str, mark: &str, fill: impl Fn(&Path)) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let whole = folder.join(mark);
    if !whole.exists() {
        eprintln!("  making {FILES} files, once");
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("what is left of it can be removed");
        }
        fill(&folder);
        fs::write(&whole, "").expect("a mark");
    }
    let state = folder.join(".agentichat");
    if state.exists() {
        fs::remove_dir_all(state).expect("the state of before can be removed");
    }
    folder
}

/// Returns the name of a file.
pub fn name(number: usize) -> String {
    format!("module_{number:05}.rs")
}

/// Returns the file's path from the root.
pub fn path(number: usize) -> String {
    let folder = number / 100;
    format!("area_{:02}/part_{folder:04}/{}", folder % 50, name(number))
}

fn make(root: &Path, text: &dyn Fn(usize) -> String) {
    for number in 0..FILES {
        let file = root.join(path(number));
        if number % 100 == 0 {
            let folder = file.parent().expect("it lies in a folder");
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(file, text(number)).expect("a file");
    }
}

fn commit(root: &Path) {
    git(root, &["init", "--quiet"]);
    git(root, &["add", "--all"]);
    let author = [
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@example.org",
    ];
    let words: Vec<&str> = author
        .into_iter()
        .chain(["commit", "--quiet", "--message=all"])
        .collect();
    git(root, &words);
}

fn git(root: &Path, words: &[&str]) {
    let done = Command::new("git").current_dir(root).args(words).status();
    assert!(done.is_ok_and(|status| status.success()), "git {words:?}");
}
