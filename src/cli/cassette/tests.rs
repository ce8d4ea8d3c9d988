//! Tests of the output for recordings, and of faulty ones, which are refused with line and reason.

use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use super::{show, verify};
use crate::cli::Format;

const HEADER: &str = r#"{"cassette":1,"made_by":"agentichat 0.1.0","created_at":"2026-01-02T03:04:05Z","provider":"ollama","model":"qwen"}"#;
const WHOLE: &str = r#"{"agent":"main","step":1,"parts":[{"type":"text","text":"looking"},{"type":"call_start","index":0,"id":"c","name":"read_file"},{"type":"call_arguments","index":0,"text":"{\"path\":"},{"type":"call_arguments","index":0,"text":"\"a\"}"},{"type":"call_end","index":0,"arguments":{"path":"a"}},{"type":"usage","usage":{"input_tokens":1200,"output_tokens":7}},{"type":"done","stop":"needs_tools"}],"delays_ms":[5,1,1,1,1,1,0]}"#;
const FAILED: &str = r#"{"agent":"main","step":2,"parts":[{"type":"error","error":{"kind":"rate_limited","message":"slow down"}}]}"#;
const AGAIN: &str = r#"{"agent":"main","provider":"openai","step":2,"parts":[{"type":"text","text":"done"},{"type":"done","stop":"done"}]}"#;

fn file(lines: &[&str]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("run.jsonl");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    (folder, path)
}

fn verified(lines: &[&str]) -> (u8, Value) {
    let (_folder, path) = file(lines);
    let mut out = Vec::new();
    let status = verify(&path, Format::Json, &mut out).unwrap();
    (status, serde_json::from_slice(&out).unwrap())
}

#[test]
fn steps_are_shown_with_models_calls_sizes_and_attempts() {
    let (_folder, path) = file(&[HEADER, WHOLE, FAILED, AGAIN]);
    let mut out = Vec::new();
    assert_eq!(show(&path, Format::Text, &mut out).unwrap(), 0);
    let said = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    let head =
        "3 recorded answers of ollama, made 2026-01-02T03:04:05Z by agentichat 0.1.0; 1 call, ";
    assert!(lines[0].starts_with(head), "{said}");
    assert_eq!(
        lines[1..],
        [
            "main 1  ollama/qwen  1,200 in, 7 out  7 bytes  10 ms  calls read_file  needs_tools",
            "main 2  ollama/qwen  0 in, 0 out  0 bytes  0 ms  error: slow down",
            "main 2 attempt 2  openai/qwen  0 in, 0 out  4 bytes  0 ms  done",
        ]
    );
    let mut out = Vec::new();
    assert_eq!(show(&path, Format::Json, &mut out).unwrap(), 0);
    let said: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(said["steps"][0]["calls"][0], "read_file");
    assert_eq!(said["steps"][2]["attempt"], 2);
}

#[test]
fn a_good_recording_is_good() {
    let (status, said) = verified(&[HEADER, WHOLE, FAILED, AGAIN]);
    assert_eq!((status, &said["ok"]), (0, &Value::Bool(true)), "{said}");
}

#[test]
fn a_program_that_runs_its_tools_may_mend_the_arguments_of_its_calls() {
    let mended = WHOLE.replace(r#""arguments":{"path":"a"}"#, r#""arguments":{"path":"b"}"#);
    let own =
        r#"{"own":"call","call":"c1","moved":{"move":"done","result":{"ok":true,"text":"done"}}}"#;
    let (status, said) = verified(&[HEADER, &mended, own]);
    assert_eq!((status, &said["ok"]), (0, &Value::Bool(true)), "{said}");
    let (status, said) = verified(&[HEADER, WHOLE, r#"{"own":"call","call":"c1"}"#]);
    assert_eq!(status, 1, "{said}");
    assert!(
        said.to_string()
            .contains("nothing that a program does beside its answers"),
        "{said}"
    );
}

#[test]
fn the_demo_and_every_recording_of_the_tests_are_good() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("assets"), root.join("tests/fixtures")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // Each of these lines is a recording of its own.
                if !path.ends_with("stored") {
                    folders.push(path);
                }
                continue;
            }
            let is_recording =
                std::fs::read_to_string(&path).is_ok_and(|text| text.starts_with("{\"cassette\""));
            if is_recording {
                let mut out = Vec::new();
                let status = verify(&path, Format::Text, &mut out).unwrap();
                assert_eq!(status, 0, "{}", String::from_utf8_lossy(&out));
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let secret = r#"{"agent":"main","step":1,"parts":[{"type":"text","text":"sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOp"},{"type":"done","stop":"done"}]}"#;
    let open = r#"{"agent":"main","step":1,"parts":[{"type":"call_start","index":0,"id":"c","name":"read_file"},{"type":"done","stop":"done"}]}"#;
    let stray = r#"{"agent":"main","step":1,"parts":[{"type":"call_end","index":0,"arguments":{}},{"type":"done","stop":"done"}]}"#;
    let other = WHOLE.replace(r#""arguments":{"path":"a"}"#, r#""arguments":{"path":"b"}"#);
    let third = AGAIN.replace("\"step\":2", "\"step\":3");
    let cut = r#"{"agent":"main","step":1,"parts":[{"type":"text","text":"half"}]}"#;
    let cases: [(&[&str], u64, &str); 9] = [
        (&["{}"], 1, "this is no recording"),
        (&[HEADER], 1, "it has no steps"),
        (&[HEADER, "{"], 2, "it is not JSON"),
        (
            &[HEADER, secret],
            2,
            ".parts[0].text holds what looks like a secret",
        ),
        (
            &[HEADER, open],
            2,
            "part 2 ends the answer while a call is open",
        ),
        (&[HEADER, stray], 2, "part 1 ends a call that is not open"),
        (
            &[HEADER, &other],
            2,
            "part 5 ends a call with other arguments than its pieces make",
        ),
        (
            &[HEADER, WHOLE, &third],
            3,
            "step 2 of the agent main is missing before this one",
        ),
        (&[HEADER, cut], 2, "no answer in it has an end"),
    ];
    for (lines, line, what) in cases {
        let (status, said) = verified(lines);
        let fault = &said["faults"][0];
        assert_eq!(
            (status, fault["line"].as_u64()),
            (1, Some(line)),
            "{what}: {said}"
        );
        assert!(
            fault["what"].as_str().unwrap().contains(what),
            "{what}: {said}"
        );
    }
}

#[test]
fn a_file_that_was_cut_off_or_is_no_text_is_told_by_its_line() {
    let (_folder, path) = file(&[HEADER, WHOLE]);
    let text = std::fs::read_to_string(&path).unwrap();
    for (bytes, what) in [
        (
            text.trim_end().as_bytes().to_vec(),
            "run.jsonl:2: the last line has no end",
        ),
        (
            [HEADER.as_bytes(), b"\n\xff\n"].concat(),
            "run.jsonl:2: it is not text in UTF-8",
        ),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let mut out = Vec::new();
        assert_eq!(verify(&path, Format::Text, &mut out).unwrap(), 1);
        let said = String::from_utf8(out).unwrap();
        assert!(said.contains(what), "{said}");
    }
}
