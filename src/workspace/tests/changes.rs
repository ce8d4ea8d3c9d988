//! Tests of the changes that git knows, in real repositories.

use std::path::Path;
use std::process::Command;

use super::Harness;
use crate::Workspace;
use crate::git::changes::{GitChange, GitChangesError, GitContent, GitRange};

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(["-c", "protocol.file.allow=always"])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Lines that are long enough for git to recognise the file after a rename.
fn poem() -> String {
    (1..30).map(|line| format!("line {line} of it\n")).collect()
}

/// A repository with a commit on `main`.
fn repository() -> Harness {
    let harness = Harness::new();
    harness.put("a.rs", "one\ntwo\nthree\n");
    harness.put("gone.rs", "gone\n");
    harness.put("old.rs", poem());
    harness.put(".gitignore", "*.log\n");
    harness.put("logo.png", b"\0PNG\x01");
    harness.put("run.sh", "true\n");
    git(&harness.root(), &["init", "-q", "-b", "main"]);
    commit(&harness);
    harness
}

fn commit(harness: &Harness) {
    git(&harness.root(), &["add", "--all"]);
    git(
        &harness.root(),
        &["commit", "-q", "--allow-empty", "-m", "x"],
    );
}

fn listed(workspace: &Workspace, range: GitRange<'_>) -> Vec<GitChange> {
    workspace.git_changes(range).unwrap()
}

fn paths(changes: &[GitChange]) -> Vec<&str> {
    changes.iter().map(|change| change.path.as_str()).collect()
}

fn found<'a>(changes: &'a [GitChange], path: &str) -> &'a GitChange {
    changes.iter().find(|change| change.path == path).unwrap()
}

fn sides(workspace: &Workspace, change: &GitChange) -> [Option<String>; 2] {
    let from = change.from.as_ref().unwrap_or(&change.path);
    let contents = [
        workspace.git_content(from, change.old.as_ref()),
        workspace.git_content(&change.path, change.new.as_ref()),
    ];
    contents.map(|content| match content {
        GitContent::Bytes(bytes) => Some(String::from_utf8(bytes).unwrap()),
        GitContent::Missing => None,
        GitContent::Withheld(why) => panic!("{why}"),
    })
}

#[test]
fn the_working_tree_is_listed_with_untracked_renamed_and_deleted_files_and_without_ignored_ones() {
    let harness = repository();
    let root = harness.root();
    harness.put("a.rs", "one\nTWO\nthree\n");
    harness.put("new.rs", "new\n");
    harness.put("staged.rs", "staged\n");
    harness.put("noise.log", "noise\n");
    harness.put("logo.png", b"\0PNG\x02\x03");
    std::fs::remove_file(root.join("gone.rs")).unwrap();
    harness.link("a.rs", "link");
    git(&root, &["mv", "old.rs", "renamed.rs"]);
    harness.put("renamed.rs", poem().replace("line 7 ", "line seven "));
    git(&root, &["add", "staged.rs"]);
    git(&root, &["update-index", "--chmod=+x", "run.sh"]);
    let workspace = harness.open();
    let changes = listed(&workspace, GitRange::WorkingTree);
    let all = [
        "a.rs",
        "gone.rs",
        "link",
        "logo.png",
        "new.rs",
        "renamed.rs",
        "staged.rs",
    ];
    assert_eq!(paths(&changes), all);
    assert_eq!(found(&changes, "a.rs").lines, Some((1, 1)));
    assert_eq!(found(&changes, "logo.png").lines, None);
    let texts = |path: &str| sides(&workspace, found(&changes, path));
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        texts("a.rs"),
        [some("one\ntwo\nthree\n"), some("one\nTWO\nthree\n")]
    );
    assert_eq!(texts("new.rs"), [None, some("new\n")]);
    assert_eq!(texts("staged.rs"), [None, some("staged\n")]);
    assert_eq!(texts("gone.rs"), [some("gone\n"), None]);
    assert_eq!(texts("link"), [None, some("a.rs")]);
    let renamed = found(&changes, "renamed.rs");
    assert_eq!(renamed.from.as_deref(), Some("old.rs"));
    assert_eq!(renamed.lines, Some((1, 1)));
    assert_eq!(texts("renamed.rs")[0], Some(poem()));
}

#[test]
fn a_branch_is_compared_from_where_head_left_it() {
    let harness = repository();
    let root = harness.root();
    git(&root, &["checkout", "-q", "-b", "topic"]);
    harness.put("a.rs", "one\ntwo\nTHREE\n");
    commit(&harness);
    git(&root, &["checkout", "-q", "main"]);
    harness.put("main.rs", "only on main\n");
    commit(&harness);
    git(&root, &["checkout", "-q", "topic"]);
    // The disk does not matter for the list.
    harness.put("run.sh", "false\n");
    let workspace = harness.open();
    let changes = listed(&workspace, GitRange::Branch("main"));
    assert_eq!(paths(&changes), ["a.rs"]);
    let [before, after] = sides(&workspace, &changes[0]);
    assert_eq!(before.as_deref(), Some("one\ntwo\nthree\n"));
    assert_eq!(after.as_deref(), Some("one\ntwo\nTHREE\n"));
    // A detached HEAD is compared like any other.
    git(&root, &["checkout", "-q", "--detach"]);
    assert_eq!(listed(&workspace, GitRange::Branch("main")), changes);
    assert_eq!(workspace.git_branches(), ["main", "topic"]);
}

#[test]
fn what_is_missing_is_named() {
    let harness = Harness::new();
    harness.put("a.rs", "a\n");
    let root = harness.root();
    let workspace = harness.open();
    let tree = || workspace.git_changes(GitRange::WorkingTree);
    let branch = |name: &str| workspace.git_changes(GitRange::Branch(name)).unwrap_err();
    assert_eq!(tree(), Err(GitChangesError::NoRepository));
    assert_eq!(branch("main"), GitChangesError::NoRepository);
    git(&root, &["init", "-q", "-b", "main"]);
    // Without a commit every file is new.
    assert_eq!(paths(&tree().unwrap()), ["a.rs"]);
    git(&root, &["add", "."]);
    assert_eq!(paths(&tree().unwrap()), ["a.rs"]);
    assert_eq!(branch("main"), GitChangesError::NoCommit);
    commit(&harness);
    assert_eq!(tree(), Ok(Vec::new()));
    let unknown = |name: &str, near: Option<&str>| GitChangesError::UnknownBranch {
        branch: name.to_owned(),
        near: near.map(str::to_owned),
    };
    assert_eq!(branch("mian"), unknown("mian", Some("main")));
    assert_eq!(branch("nothing/alike"), unknown("nothing/alike", None));
    git(&root, &["checkout", "-q", "--orphan", "other"]);
    harness.put("b.rs", "b\n");
    commit(&harness);
    let unrelated = branch("main");
    let named = "main".to_owned();
    assert_eq!(unrelated, GitChangesError::Unrelated { branch: named });
}

#[test]
fn a_branch_that_looks_like_an_option_or_a_range_is_only_a_name() {
    let harness = repository();
    let workspace = harness.open();
    let trap = harness.outer.path().join("written");
    let option = format!("--output={}", trap.display());
    for name in [
        &option,
        "--help",
        "-p",
        "^main",
        "main..main",
        "main:a.rs",
        "a b",
        "",
        "\u{1b}[2J",
    ] {
        let answer = workspace.git_changes(GitRange::Branch(name));
        let is_unknown = matches!(&answer, Err(GitChangesError::UnknownBranch { .. }));
        assert!(is_unknown, "{name:?}: {answer:?}");
        let said = answer.unwrap_err().to_string();
        assert!(!said.contains('\u{1b}'), "{said:?}");
    }
    assert!(!trap.exists());
}

#[test]
fn no_program_that_the_repository_names_runs_for_a_difference() {
    let harness = repository();
    let root = harness.root();
    harness.put(".gitattributes", "*.rs diff=trap filter=trap\n");
    commit(&harness);
    let mark = harness.outer.path().join("sprung");
    let program = format!("touch {}; cat", mark.display());
    for key in [
        "diff.external",
        "diff.trap.command",
        "diff.trap.textconv",
        "filter.trap.clean",
        "core.fsmonitor",
        "core.pager",
    ] {
        git(&root, &["config", key, &program]);
    }
    harness.put("a.rs", "one\nzwei\nthree\n");
    let output = Command::new("git").current_dir(&root).arg("diff").output();
    assert!(
        output.is_ok() && mark.exists(),
        "a plain git springs the trap"
    );
    std::fs::remove_file(&mark).unwrap();
    let workspace = harness.open();
    for range in [GitRange::WorkingTree, GitRange::Branch("main")] {
        for change in listed(&workspace, range) {
            sides(&workspace, &change);
        }
    }
    assert!(!mark.exists());
}

#[test]
fn below_the_top_of_a_repository_only_the_workspaces_files_are_listed() {
    let harness = repository();
    harness.put("sub/b.rs", "b\n");
    commit(&harness);
    harness.put("sub/b.rs", "B\n");
    harness.put("sub/new.rs", "new\n");
    harness.put("a.rs", "elsewhere\n");
    let workspace = Workspace::open(&harness.root().join("sub"), &[]).unwrap();
    let changes = listed(&workspace, GitRange::WorkingTree);
    assert_eq!(paths(&changes), ["b.rs", "new.rs"]);
    assert_eq!(
        sides(&workspace, &changes[0]),
        [Some("b\n".to_owned()), Some("B\n".to_owned())]
    );
}

#[test]
fn a_blocked_file_is_listed_and_not_read() {
    let harness = repository();
    harness.put(".env", "KEY=old\n");
    commit(&harness);
    harness.put(".env", "KEY=new\n");
    let workspace = harness.open();
    let changes = listed(&workspace, GitRange::WorkingTree);
    assert_eq!(paths(&changes), [".env"]);
    for side in [&changes[0].old, &changes[0].new] {
        let content = workspace.git_content(".env", side.as_ref());
        assert!(matches!(content, GitContent::Withheld(_)), "{content:?}");
    }
}

#[test]
fn a_submodule_is_its_commit_and_no_file_of_it_is_listed() {
    let harness = repository();
    let root = harness.root();
    let other = harness.outer.path().join("other");
    std::fs::create_dir(&other).unwrap();
    git(&other, &["init", "-q", "-b", "main"]);
    git(&other, &["commit", "-q", "--allow-empty", "-m", "1"]);
    let source = other.display().to_string();
    git(&root, &["submodule", "add", "-q", &source, "module"]);
    commit(&harness);
    let module = root.join("module");
    let before = git(&module, &["rev-parse", "HEAD"]);
    git(&module, &["commit", "-q", "--allow-empty", "-m", "2"]);
    let after = git(&module, &["rev-parse", "HEAD"]);
    let workspace = harness.open();
    let changes = listed(&workspace, GitRange::WorkingTree);
    assert_eq!(paths(&changes), ["module"]);
    let words = |commit: &str| Some(format!("Subproject commit {commit}\n"));
    assert_eq!(
        sides(&workspace, &changes[0]),
        [words(&before), words(&after)]
    );
}

/// Returns the hunks of a difference without the headers of its file.
fn hunks(difference: &str) -> String {
    let lines = difference.split_inclusive('\n');
    lines.skip_while(|line| !line.starts_with("@@")).collect()
}

#[test]
fn the_working_tree_differs_from_head_as_git_diff_says_whatever_line_ends_git_stores() {
    let stored = [
        "a\nb\nc\n",
        "a\r\nb\r\nc\r\n",
        "a\nb\r\nc\n",
        "a\nb\nc",
        "a\rb\r",
    ];
    let on_disk = [
        "a\r\nb\r\nc\r\n",
        "a\r\nB\r\nc\r\n",
        "a\r\nB\nc\r\n",
        "a\nB\nc\n",
        "a\r\n\r\nb\r\nc",
        "a\rb\r\n",
    ];
    for (setting, attributes) in [
        ("true", ""),
        ("input", ""),
        ("false", ""),
        ("true", "* -text\n"),
        ("false", "* text=auto\n"),
        ("false", "* text\n"),
        ("input", "* eol=crlf\n"),
    ] {
        let harness = Harness::new();
        let root = harness.root();
        git(&root, &["init", "-q", "-b", "main"]);
        let name = |old: usize, new: usize| format!("{old}-{new}.txt");
        let all =
            || (0..stored.len()).flat_map(|old| (0..on_disk.len()).map(move |new| (old, new)));
        for (old, new) in all() {
            harness.put(&name(old, new), stored[old]);
        }
        commit(&harness);
        git(&root, &["config", "core.autocrlf", setting]);
        harness.put(".git/info/attributes", attributes);
        for (old, new) in all() {
            harness.put(&name(old, new), on_disk[new]);
        }
        let workspace = harness.open();
        let changes = listed(&workspace, GitRange::WorkingTree);
        let names = git(&root, &["diff", "--name-only", "HEAD"]);
        let mut names: Vec<&str> = names.lines().collect();
        names.sort_unstable();
        assert_eq!(paths(&changes), names, "{setting} {attributes}");
        let whole = git(&root, &["diff", "HEAD"]);
        let mut expected: Vec<(&str, String)> = whole
            .split("diff --git ")
            .filter_map(|part| {
                let path = part.lines().find_map(|line| line.strip_prefix("+++ b/"))?;
                Some((path.trim_end(), hunks(part)))
            })
            .collect();
        expected.sort_unstable();
        let folder = tempfile::tempdir().unwrap();
        for (change, (path, expected)) in changes.iter().zip(expected) {
            assert_eq!(change.path, path);
            let [old, new] = sides(&workspace, change).map(Option::unwrap);
            let said = difference(folder.path(), &old, &new);
            assert_eq!(
                hunks(&said).trim_end(),
                expected.trim_end(),
                "{setting} {attributes} {path}"
            );
        }
    }
}

/// Returns the difference of two texts by a git without a repository.
fn difference(folder: &Path, old: &str, new: &str) -> String {
    std::fs::write(folder.join("old"), old).unwrap();
    std::fs::write(folder.join("new"), new).unwrap();
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CEILING_DIRECTORIES", folder)
        .args(["diff", "--no-index", "old", "new"])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_file_with_the_line_ends_of_the_disk_is_as_in_the_commit_for_the_review_of_a_branch() {
    let harness = repository();
    let root = harness.root();
    git(&root, &["config", "core.autocrlf", "true"]);
    harness.put("a.rs", "one\r\ntwo\r\nthree\r\n");
    let workspace = harness.open();
    let bytes = |text: &str| GitContent::Bytes(text.as_bytes().to_vec());
    assert_eq!(workspace.disk_content("a.rs"), bytes("one\ntwo\nthree\n"));
    git(&root, &["config", "core.autocrlf", "false"]);
    assert_eq!(
        workspace.disk_content("a.rs"),
        bytes("one\r\ntwo\r\nthree\r\n")
    );
    // Git compares no file that it does not track.
    harness.put("new.rs", "new\r\n");
    assert_eq!(workspace.disk_content("new.rs"), bytes("new\r\n"));
}
