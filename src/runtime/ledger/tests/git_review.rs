//! Tests of reviews of changes that git knows, in real repositories.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use jiff::Timestamp;
use proptest::prelude::*;
use tempfile::TempDir;
use uuid::Uuid;

use crate::ledger::GitReview;
use protocol::ids::CommentId;
use protocol::review::view::{CellKind, HunkRow, ViewLayout, ViewOptions, ViewRow};
use protocol::review::{
    Comment, CommentTarget, FileReview, GitPlace, HunkPatch, ReviewBase, ReviewQuery, ReviewReply,
    ReviewSubject,
};
use workspace::Workspace;

/// A repository, reviewed.
struct Repository {
    folder: TempDir,
    review: GitReview,
}

const TREE: ReviewBase = ReviewBase::WorkingTree;

fn main() -> ReviewBase {
    ReviewBase::Branch {
        branch: "main".to_owned(),
    }
}

impl Repository {
    /// Creates a repository with `a.rs` in a commit on `main`, and another branch checked out.
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q", "-b", "main"]);
        std::fs::write(folder.path().join("a.rs"), text).unwrap();
        let workspace = Workspace::open(folder.path(), &[]).unwrap();
        let repository = Self {
            review: GitReview::new(Arc::new(workspace)),
            folder,
        };
        repository.commit();
        git(repository.root(), &["checkout", "-q", "-b", "topic"]);
        repository
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn path(&self) -> PathBuf {
        self.root().join("a.rs")
    }

    fn put(&self, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(), text).unwrap();
    }

    fn commit(&self) {
        git(self.root(), &["add", "--all"]);
        git(self.root(), &["commit", "-q", "--allow-empty", "-m", "x"]);
    }

    fn ask(&self, question: &ReviewQuery) -> ReviewReply {
        self.review.answer(question, &[]).unwrap()
    }

    fn files(&self, since: &ReviewBase) -> Vec<FileReview> {
        let since = since.clone();
        match self.ask(&ReviewQuery::Files { since }) {
            ReviewReply::Files { files, .. } => files,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the only file with its hunks and all rows.
    fn file(
        &self,
        since: &ReviewBase,
        layout: ViewLayout,
    ) -> (FileReview, Vec<HunkRow>, Vec<ViewRow>) {
        self.file_with(since, layout, &[])
    }

    fn file_with(
        &self,
        since: &ReviewBase,
        layout: ViewLayout,
        comments: &[Comment],
    ) -> (FileReview, Vec<HunkRow>, Vec<ViewRow>) {
        let files = self.files(since);
        let of = ReviewSubject::File {
            file: files[0].file,
            since: since.clone(),
        };
        let options = ViewOptions {
            layout,
            ..ViewOptions::default()
        };
        let question = ReviewQuery::File {
            of: of.clone(),
            options: options.clone(),
        };
        let ReviewReply::File {
            file,
            hunks,
            rows: count,
            version,
            ..
        } = self.review.answer(&question, comments).unwrap()
        else {
            panic!("no file");
        };
        let question = ReviewQuery::Rows {
            of,
            options,
            first: 0,
            rows: u32::MAX,
        };
        let ReviewReply::Rows {
            rows,
            version: of_rows,
            ..
        } = self.ask(&question)
        else {
            panic!("no rows");
        };
        assert_eq!((rows.len(), of_rows), (count as usize, version));
        (*file, hunks, rows)
    }

    fn patches(&self, since: &ReviewBase) -> Vec<HunkPatch> {
        let question = ReviewQuery::Patches {
            file: self.files(since)[0].file,
            since: since.clone(),
        };
        match self.ask(&question) {
            ReviewReply::Patches { hunks, .. } => hunks,
            other => panic!("{other:?}"),
        }
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(["-c", "core.autocrlf=false"])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

/// Applies patches of `a.rs` as git would, outside of any repository.
fn applied(before: &str, patches: &[&str]) -> String {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rs");
    std::fs::write(&path, before).unwrap();
    let text = format!("--- a/a.rs\n+++ b/a.rs\n{}", patches.concat());
    let mut child = Command::new("git")
        .current_dir(folder.path())
        .args(["apply", "--unidiff-zero", "--whitespace=nowarn", "-"])
        .env("GIT_CEILING_DIRECTORIES", folder.path())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{text}\n{output:?}");
    std::fs::read_to_string(path).unwrap()
}

fn numbered(count: usize) -> String {
    (1..=count).map(|line| format!("line {line}\n")).collect()
}

#[test]
fn a_file_that_git_does_not_track_has_its_lines_in_the_list() {
    let repository = Repository::new("one\n");
    std::fs::write(repository.root().join("new.rs"), "a\nb\nc\n").unwrap();
    std::fs::write(repository.root().join("new.bin"), b"\0\x01").unwrap();
    let files = repository.files(&TREE);
    let lines = |path: &str| {
        let file = files.iter().find(|file| file.path == path).unwrap();
        (file.added, file.removed)
    };
    assert_eq!(lines("new.rs"), (3, 0));
    assert_eq!(lines("new.bin"), (0, 0));
}

#[test]
fn a_branch_shows_the_disk_only_where_it_differs_from_head() {
    let repository = Repository::new("one\ntwo\nthree\n");
    repository.put("one\nTWO\nthree\n");
    repository.commit();
    let (file, hunks, rows) = repository.file(&main(), ViewLayout::Three);
    assert_eq!((file.added, file.removed, file.dirty), (1, 1, false));
    assert_eq!((hunks.len(), hunks[0].added, hunks[0].removed), (1, 1, 1));
    let kinds = |rows: &[ViewRow]| -> Vec<[Option<CellKind>; 3]> {
        let lines = rows.iter().filter_map(|row| match row {
            ViewRow::Lines(row) => Some([&row.current, &row.base, &row.proposed]),
            ViewRow::Fold { .. } => None,
        });
        let kind =
            |cell: &Option<protocol::review::view::Cell>| cell.as_ref().map(|cell| cell.kind);
        lines.map(|row| row.map(kind)).collect()
    };
    let (same, added, removed) = (CellKind::Same, CellKind::Added, CellKind::Removed);
    let all = |kind| [Some(kind); 3];
    let changed = [
        [None, Some(removed), None],
        [Some(added), None, Some(added)],
    ];
    assert_eq!(kinds(&rows), [all(same), changed[0], changed[1], all(same)]);
    repository.put("one\nTWO\nthree\nfour\n");
    let (file, hunks, rows) = repository.file(&main(), ViewLayout::Three);
    assert!(file.dirty);
    assert_eq!(hunks.len(), 1, "what only the disk has is in no hunk");
    assert_eq!(
        kinds(&rows).last(),
        Some(&[Some(CellKind::User), None, None])
    );
    // In two columns the left one is the base.
    let (_, _, rows) = repository.file(&main(), ViewLayout::Two);
    assert_eq!(kinds(&rows)[1], [Some(removed), None, None]);
    assert_eq!(kinds(&rows)[2], [None, None, Some(added)]);
    assert_eq!(rows.len(), 4, "nothing of it is what only the disk has");
}

#[test]
fn ids_stay_while_the_change_does_and_rows_are_those_of_the_last_file_query() {
    let repository = Repository::new(&numbered(40));
    repository.put(numbered(40).replace("line 30\n", "line XXX\n"));
    let (file, hunks, _) = repository.file(&TREE, ViewLayout::Unified);
    repository.put(format!(
        "above\n{}",
        numbered(40).replace("line 30\n", "line XXX\n")
    ));
    let (again, later, _) = repository.file(&TREE, ViewLayout::Unified);
    assert_eq!((file.file, later.len()), (again.file, 2));
    assert_eq!(later[1].id, hunks[0].id);
    assert_ne!(later[0].id, later[1].id);
    // Another review of the same file is about another file of the review.
    repository.commit();
    assert_ne!(repository.files(&main())[0].file, file.file);
}

#[test]
fn a_renamed_binary_or_linked_file_is_named_as_such() {
    let repository = Repository::new(&numbered(30));
    git(repository.root(), &["mv", "a.rs", "b.rs"]);
    std::fs::write(
        repository.root().join("b.rs"),
        numbered(30).replace("line 3\n", "x\n"),
    )
    .unwrap();
    std::fs::write(repository.root().join("c.bin"), b"\0\x01\x02").unwrap();
    std::os::unix::fs::symlink("b.rs", repository.root().join("d")).unwrap();
    git(repository.root(), &["add", "d"]);
    let files = repository.files(&TREE);
    let words: Vec<(String, String)> = files
        .iter()
        .map(|file| (file.path.clone(), file.change.to_string()))
        .collect();
    let expected = [
        ("b.rs", "renamed from a.rs"),
        ("c.bin", "new, not in git"),
        ("d", "created, symbolic link"),
    ];
    let expected = expected.map(|(path, words)| (path.to_owned(), words.to_owned()));
    assert_eq!(words, expected);
    assert_eq!((files[0].added, files[0].removed), (1, 1));
    let of = ReviewSubject::File {
        file: files[1].file,
        since: TREE,
    };
    let options = ViewOptions::default();
    let ReviewReply::File { file, .. } = repository.ask(&ReviewQuery::File { of, options }) else {
        panic!("no file");
    };
    assert_eq!(
        file.change.to_string(),
        "new, not in git, binary, 0 → 3 bytes"
    );
}

#[test]
fn comments_count_at_the_hunk_that_they_are_on() {
    let repository = Repository::new(&numbered(40));
    let text = numbered(40)
        .replace("line 5\n", "FIVE\n")
        .replace("line 30\n", "");
    repository.put(text);
    let (file, hunks, _) = repository.file(&TREE, ViewLayout::Unified);
    let place = |hunk: Option<usize>, line: u32| Comment {
        id: CommentId(Uuid::nil()),
        on: CommentTarget::Git(Box::new(GitPlace {
            since: TREE,
            file: file.file,
            path: file.path.clone(),
            hunk: hunk.map(|hunk| hunks[hunk].id),
            first: line,
            last: line,
            excerpt: String::new(),
        })),
        path: file.path.clone(),
        text: "why?".to_owned(),
        at: Timestamp::UNIX_EPOCH,
        told: false,
    };
    let comments = [place(Some(1), 29), place(None, 5), place(None, 20)];
    let (_, hunks, _) = repository.file_with(&TREE, ViewLayout::Unified, &comments);
    let counted: Vec<u32> = hunks.iter().map(|hunk| hunk.comments).collect();
    assert_eq!(counted, [1, 1]);
}

#[test]
fn a_very_long_file_and_very_many_files_are_answered() {
    let repository = Repository::new(&numbered(100_000));
    repository.put(
        numbered(100_000)
            .replace("line 500\n", "x\n")
            .replace("line 99000\n", ""),
    );
    for number in 0..2_000 {
        let path = repository.root().join(format!("new{number}.txt"));
        std::fs::write(path, "new\n").unwrap();
    }
    assert_eq!(repository.files(&TREE).len(), 2_001);
    let (file, hunks, rows) = repository.file(&TREE, ViewLayout::Unified);
    assert_eq!((file.added, file.removed, hunks.len()), (1, 2, 2));
    assert!(rows.len() < 30, "the rest is folded");
}

#[test]
fn what_is_not_there_is_said_and_nothing_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path(), &[]).unwrap();
    let review = GitReview::new(Arc::new(workspace));
    let why = review
        .answer(&ReviewQuery::Files { since: TREE }, &[])
        .unwrap_err();
    assert!(why.to_string().contains("no git repository"), "{why}");
    let repository = Repository::new("a\n");
    repository.put("b\n");
    let file = repository.files(&TREE)[0].file;
    let of = ReviewSubject::File { file, since: TREE };
    let hunk = protocol::ids::HunkId(Uuid::nil());
    let lines = 3;
    let why = repository
        .review
        .answer(&ReviewQuery::Result { of, hunk, lines }, &[]);
    assert!(why.is_err());
    repository.put("a\n");
    assert_eq!(repository.files(&TREE), []);
}

proptest! {
    #![proptest_config(testing::cases(24))]

    #[test]
    fn every_hunk_applies_to_the_base_alone_and_all_of_them_give_the_changed_text(
        lines in prop::collection::vec("[ab]{1,3}", 1..30),
        edits in prop::collection::vec((0_usize..30, prop::option::of("[xyz]{1,3}")), 1..6),
    ) {
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut changed = lines.clone();
        for (at, line) in edits {
            let at = at % (changed.len() + 1);
            match line {
                Some(line) => changed.insert(at, line),
                None if at < changed.len() && changed.len() > 1 => drop(changed.remove(at)),
                None => {}
            }
        }
        let (before, after) = (text(&lines), text(&changed));
        let repository = Repository::new(&before);
        repository.put(&after);
        prop_assume!(before != after);
        let patches = repository.patches(&TREE);
        let mut size = lines.len();
        for hunk in &patches {
            let alone = applied(&before, &[&hunk.patch]);
            let signs = |sign: char| hunk.patch.lines().filter(|line| line.starts_with(sign)).count();
            prop_assert_eq!(alone.lines().count() + signs('-'), lines.len() + signs('+'));
            size = size + signs('+') - signs('-');
        }
        prop_assert_eq!(size, changed.len());
        let columns = repository.file(&TREE, ViewLayout::Unified);
        prop_assert_eq!(columns.1.len(), patches.len());
    }
}
