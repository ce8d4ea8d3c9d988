//! Git repositories of 100,000 files, made once and kept among the build's temporary files: one of
//! small files, and one of texts (about 152 MB) for the index.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sources::source;

/// So many files, in folders of a hundred.
pub const FILES: usize = 100_000;

/// Where the one of small files lies. What the program kept there before is taken away.
pub fn large() -> PathBuf {
    kept("repository-of-100000", &|number| {
        let line = format!("pub fn part_{number}() -> usize {{ {number} }}\n");
        line.repeat(8)
    })
}

/// Where the one of texts lies, likewise.
pub fn of_texts() -> PathBuf {
    kept("repository-of-100000-texts", &source)
}

/// Makes the one of texts in a new folder.
pub fn make_texts(folder: &Path) {
    make(folder, &source);
}

fn kept(name: &str, text: &dyn Fn(usize) -> String) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Made last, so that a repository that is not whole is made anew.
    let whole = folder.join(".git/whole");
    if !whole.exists() {
        eprintln!("  making a repository of {FILES} files, once");
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("what is left of it can be removed");
        }
        make(&folder, text);
        fs::write(&whole, "").expect("a mark");
    }
    let state = folder.join(".agentichat");
    if state.exists() {
        fs::remove_dir_all(state).expect("the state of before can be removed");
    }
    folder
}

/// The name of a file.
pub fn name(number: usize) -> String {
    format!("module_{number:05}.rs")
}

/// Its path from the root.
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
