//! The form of the lines.

use super::*;

fn scope() -> ShellScope {
    ShellScope {
        root: "/w".into(),
        cwd: "/w".into(),
    }
}

#[test]
fn a_bad_line_gives_its_number_and_the_next_one_is_read() {
    let input = b"\"ls\"\nnot json\n\n{\"a\":1}\n\"rm -rf src\"\n".as_slice();
    let mut output = Vec::new();
    let summary = run(input, &mut output, &scope()).unwrap();
    assert_eq!(
        summary,
        RiskSummary {
            commands: 2,
            errors: 2
        }
    );
    let lines: Vec<serde_json::Value> = String::from_utf8(output)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["command"], "ls");
    assert_eq!(lines[0]["risk"], "low");
    assert!(lines[1]["error"].as_str().unwrap().contains("line 2"));
    assert!(lines[2]["error"].as_str().unwrap().contains("line 4"));
    assert_eq!(lines[3]["risk"], "high");
    assert!(lines[3]["reasons"][0].is_string());
}
