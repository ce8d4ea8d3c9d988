//! Tests of the listing of hunks.

use super::{Format, run};

fn printed(format: Format, old: &str, new: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = |name, text| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let (old, new) = (path("old", old), path("new", new));
    let mut out = Vec::new();
    run(format, &old, &new, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn hunks_are_numbered_with_the_lines_that_go_and_come() {
    let text = printed(Format::Text, "a\nb\nc\nd", "a\nB\nc\nd\u{1b}[31m\n");
    let shown = "hunk 1: -2,1 +2,1\n-b\n+B\nhunk 2: -4,1 +4,1\n-d\n\\ no newline at the end\n";
    assert!(text.starts_with(shown), "{text}");
    assert!(
        !text.contains('\u{1b}'),
        "no control sequence reaches the terminal"
    );
}

#[test]
fn each_hunk_is_a_line_of_json() {
    let text = printed(Format::Json, "a\nb\n", "a\nx\ny\n");
    let line = r#"{"number":1,"old_start":2,"old_count":1,"new_start":2,"inserted":["x\n","y\n"],"oversized":false}"#;
    assert_eq!(text.trim_end(), line);
}
