//! Tests that there is one line for each path, whatever the path.

use proptest::prelude::*;

use super::*;

fn judged(root: &Path, access: Access, paths: &[String]) -> Vec<serde_json::Value> {
    let mut out = Vec::new();
    run(root, access, paths, &mut out).unwrap();
    let lines = out.split_inclusive(|byte| *byte == b'\n');
    lines
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

#[test]
fn paths_that_no_file_can_have_are_refused_with_a_code() {
    let root = tempfile::tempdir().unwrap();
    let long = "a".repeat(10 << 20);
    let deep = "a/".repeat(100_000);
    let up = "../".repeat(100_000);
    for path in ["", "\0", "a\nb\0", "/", "..", long.as_str(), &deep, &up] {
        let paths = [path.to_owned()];
        for access in [Access::Read, Access::Write] {
            let lines = judged(root.path(), access, &paths);
            assert_eq!(lines.len(), 1);
            assert_eq!(lines[0]["path"], path);
            let shown: String = path.chars().take(20).collect();
            assert_eq!(lines[0]["ok"], false, "{shown:?} {access:?}");
            assert!(lines[0]["code"].is_string() && lines[0]["message"].is_string());
        }
    }
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn any_path_gives_one_line_and_nothing_is_written(
        paths in proptest::collection::vec(
            prop_oneof![any::<String>(), "(\\.\\./|\\./|a/|/|\\.git/|b\u{0}?){0,6}[a-c]?"],
            0..6,
        ),
    ) {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("a")).unwrap();
        std::fs::write(root.path().join("a/b"), "text").unwrap();
        std::os::unix::fs::symlink("..", root.path().join("c")).unwrap();
        for access in [Access::Read, Access::Write] {
            let lines = judged(root.path(), access, &paths);
            prop_assert_eq!(lines.len(), paths.len());
            for (line, path) in lines.iter().zip(&paths) {
                prop_assert_eq!(&line["path"], path);
                prop_assert_eq!(line["ok"] == true, line["code"].is_null());
            }
        }
        prop_assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 2);
    }
}

#[test]
fn each_path_is_answered_with_the_code_of_the_gate() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("a.txt"), "x").unwrap();
    let paths = ["a.txt", "../x", ".env", "b.txt"].map(str::to_owned);
    let lines = judged(root.path(), Access::Read, &paths);
    let codes = lines
        .iter()
        .map(|line| line["code"].as_str().unwrap_or("-"));
    assert_eq!(codes.collect::<Vec<_>>(), ["-", "E001", "E002", "E003"]);
}
