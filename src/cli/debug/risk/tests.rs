//! Tests of the format of the lines.

use proptest::prelude::*;

use super::super::lines::MAX_LINE_BYTES;
use super::*;

fn scope() -> ShellScope {
    ShellScope {
        root: "/w".into(),
        cwd: "/w".into(),
        block: Vec::new(),
    }
}

#[test]
fn a_bad_line_gives_its_number_and_the_next_one_is_read() {
    let input = b"\"ls\"\nnot json\n\n{\"a\":1}\n\"rm -rf src\"\n".as_slice();
    let mut output = Vec::new();
    let summary = run(input, &mut output, &scope(), &|_| Ok(())).unwrap();
    assert_eq!(
        summary,
        RiskSummary {
            commands: 2,
            errors: 3
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
    assert!(lines[2]["error"].as_str().unwrap().contains("empty"));
    assert!(lines[3]["error"].as_str().unwrap().contains("line 4"));
    assert_eq!(lines[4]["risk"], "high");
    assert!(lines[4]["reasons"][0].is_string());
}

fn lines_of(input: &[u8]) -> Vec<serde_json::Value> {
    let mut output = Vec::new();
    run(input, &mut output, &scope(), &|_| Ok(())).unwrap();
    let lines = output.split_inclusive(|byte| *byte == b'\n');
    lines
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_the_next_one_is_read() {
    for length in [
        MAX_LINE_BYTES - 2,
        MAX_LINE_BYTES - 1,
        MAX_LINE_BYTES,
        10 << 20,
    ] {
        let mut input = format!("\"{}\"\n", "a".repeat(length)).into_bytes();
        input.extend(b"\"ls\"\n\"ls\"");
        let lines = lines_of(&input);
        assert_eq!(lines.len(), 3, "{length}");
        let fits = length + 2 <= MAX_LINE_BYTES;
        assert_eq!(lines[0]["error"].is_null(), fits, "{length}");
        assert_eq!(
            (&lines[1]["risk"], &lines[2]["risk"]),
            (&json!("low"), &json!("low"))
        );
    }
}

#[test]
fn what_is_nested_too_deeply_is_an_error_or_not_low() {
    for (start, end) in [("[", ""), ("{\"a\":", "")] {
        let lines = lines_of(start.repeat(200_000).as_bytes());
        assert!(lines[0]["error"].is_string(), "{start}{end}");
    }
    for unit in [
        "$(",
        "`",
        "while :; do cd a; ",
        "for i in a; do cd /b && ",
        "((",
    ] {
        let command = serde_json::to_vec(&unit.repeat(1_000)).unwrap();
        let lines = lines_of(&command);
        assert_eq!(lines.len(), 1);
        assert_ne!(lines[0]["risk"], "low", "{unit}");
    }
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn one_line_comes_out_for_each_that_goes_in(
        pieces in proptest::collection::vec(
            prop_oneof![
                proptest::collection::vec(any::<u8>(), 0..20),
                any::<String>().prop_map(|text| serde_json::to_vec(&text).unwrap()),
                Just(b"\n".to_vec()),
                Just(b"\"git status\"\r\n".to_vec()),
            ],
            0..12,
        ),
    ) {
        let input = pieces.concat();
        let ended = input.is_empty() || input.ends_with(b"\n");
        let expected = input.iter().filter(|byte| **byte == b'\n').count() + usize::from(!ended);
        let lines = lines_of(&input);
        prop_assert_eq!(lines.len(), expected);
        for line in lines {
            prop_assert_ne!(line["risk"].is_string(), line["error"].is_string());
        }
    }
}
