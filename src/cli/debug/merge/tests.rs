//! Tests of merging foreign texts: the result is git's, byte for byte.

use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::prelude::*;

use super::{Format, run};

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn of(texts: [&[u8]; 3]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in ["base", "ours", "theirs"].iter().zip(texts) {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn merged(&self, format: Format) -> std::io::Result<(u8, Vec<u8>)> {
        let (base, ours, theirs) = (self.path("base"), self.path("ours"), self.path("theirs"));
        let mut out = Vec::new();
        let paths: [&Path; 3] = [&base, &ours, &theirs];
        let status = run(format, paths, &mut out)?;
        Ok((status, out))
    }

    /// Runs git's merge; `None` if there is no git.
    fn by_git(&self) -> Option<(i32, Vec<u8>)> {
        let mut git = Command::new("git");
        git.args(["merge-file", "-p", "--diff3"]);
        git.args([self.path("ours"), self.path("base"), self.path("theirs")]);
        git.env("HOME", self.folder.path());
        git.env("XDG_CONFIG_HOME", self.folder.path());
        git.env("GIT_CONFIG_NOSYSTEM", "1");
        git.env("GIT_CEILING_DIRECTORIES", self.folder.path());
        let output = git.current_dir(self.folder.path()).output().ok()?;
        Some((output.status.code()?, output.stdout))
    }
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let few =
        prop::sample::select(vec!["a\n", "b\n", "}\n", "\n", "c\r\n"]).prop_map(str::to_owned);
    let many = "[a-d]{1,3}\n|é[a-c]{1,2}\r\n|\\PC{0,6}\n";
    let line = prop_oneof![3 => few, 1 => many];
    let cut = any::<bool>();
    (prop::collection::vec(line, 0..12), cut).prop_map(|(lines, cut)| {
        let mut text = lines.concat().into_bytes();
        if cut {
            text.pop();
        }
        text
    })
}

/// Generates a descendant of the base: some of its lines are replaced.
fn changed(base: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (0..14_usize, 0..4_usize, text(), any::<bool>());
    prop::collection::vec(edit, 0..3).prop_map(move |edits| {
        let mut lines: Vec<Vec<u8>> = base
            .split_inclusive(|b| *b == b'\n')
            .map(<[u8]>::to_vec)
            .collect();
        for (at, gone, put, short) in edits {
            let at = at % (lines.len() + 1);
            let end = (at + gone).min(lines.len());
            let put: Vec<Vec<u8>> = put
                .split_inclusive(|b| *b == b'\n')
                .map(<[u8]>::to_vec)
                .collect();
            let most = if short { 1 } else { put.len() };
            lines.splice(at..end, put.into_iter().take(most));
        }
        lines.concat()
    })
}

proptest! {
    #![proptest_config(testing::cases(400))]

    #[test]
    fn a_merge_is_what_git_prints_with_its_status(
        (base, ours, theirs) in text().prop_flat_map(|base| {
            (Just(base.clone()), changed(base.clone()), changed(base))
        }),
    ) {
        let case = Case::of([&base, &ours, &theirs]);
        let Some((status, expected)) = case.by_git() else { return Ok(()) };
        let (conflicts, merged) = case.merged(Format::Text).unwrap();
        prop_assert_eq!(String::from_utf8_lossy(&merged), String::from_utf8_lossy(&expected));
        prop_assert_eq!(merged, expected);
        prop_assert_eq!(i32::from(conflicts), status);
    }
}

#[test]
fn texts_that_are_not_utf_8_are_merged_byte_by_byte() {
    let case = Case::of([b"\xe4\nb\nc\n", b"\xe4\xff\nb\nc\n", b"\xe4\nb\n\xfcc\n"]);
    let (conflicts, merged) = case.merged(Format::Text).unwrap();
    assert_eq!((conflicts, &merged[..]), (0, &b"\xe4\xff\nb\n\xfcc\n"[..]));
}

#[test]
fn a_conflict_shows_both_sides_and_the_base_and_json_counts_it() {
    let case = Case::of([b"a\nb\nc\n", b"a\nours\nc\n", b"a\ntheirs\nc\n"]);
    let (conflicts, merged) = case.merged(Format::Json).unwrap();
    let line: serde_json::Value = serde_json::from_slice(&merged).unwrap();
    assert_eq!((conflicts, line["conflicts"].as_u64()), (1, Some(1)));
    let name = |name| case.path(name).display().to_string();
    let (base, ours, theirs) = (name("base"), name("ours"), name("theirs"));
    let expected = format!(
        "a\n<<<<<<< {ours}\nours\n||||||| {base}\nb\n=======\ntheirs\n>>>>>>> {theirs}\nc\n"
    );
    assert_eq!(line["text"].as_str(), Some(expected.as_str()));
}

#[test]
fn binary_and_missing_files_are_refused_by_name_as_git_refuses_them() {
    let case = Case::of([b"a\n", b"a\0b\n", b"c\n"]);
    let error = case.merged(Format::Text).unwrap_err().to_string();
    assert!(error.contains("ours: it is binary"), "{error}");
    if let Some((status, _)) = case.by_git() {
        assert_eq!(status, i32::from(super::FAILED));
    }
    std::fs::remove_file(case.path("base")).unwrap();
    let error = case.merged(Format::Text).unwrap_err().to_string();
    assert!(error.contains("base: "), "{error}");
}

#[test]
fn more_conflicts_than_a_status_can_count_are_127() {
    let text = |word: &str| -> Vec<u8> {
        (0..200)
            .map(|line| format!("{word} {line}\nsame {line}\n"))
            .collect::<String>()
            .into_bytes()
    };
    let case = Case::of([&text("base"), &text("ours"), &text("theirs")]);
    let (conflicts, _) = case.merged(Format::Text).unwrap();
    assert_eq!(conflicts, 127);
}
