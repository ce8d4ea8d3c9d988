//! Checks what neither the compiler nor a manifest checks: the files that may name a third-party
//! crate, start a program, or write to standard error. Which crate may use which of ours is in their
//! `Cargo.toml`.

use std::path::{Path, PathBuf};

/// The places where each third-party crate may be named.
const CRATES: &[(&str, &[&str])] = &[
    ("image", &["src/runtime/pictures"]),
    ("syntect", &["src/tui/highlight", "src/tui/theme/"]),
    ("two_face", &["src/tui/highlight"]),
    ("tui_textarea", &["src/tui/composer/text_edit.rs"]),
    ("termina", &["src/client/input"]),
    ("unicode_width", &["src/client/text"]),
    ("imara_diff", &["src/review/merge.rs"]),
    ("ollama_rs", &["src/provider/ollama/"]),
    ("unic_langid", &["src/notice/"]),
    ("tree_sitter", &["src/policy/shell/"]),
    (
        "process_wrap",
        &[
            "src/tools/companion.rs",
            "src/tools/hook_command.rs",
            "src/tools/process.rs",
        ],
    ),
    (
        "nix::sys::inotify",
        &["src/workspace/watch/event_source/linux.rs"],
    ),
    ("rmcp", &["src/mcp/"]),
    ("sse_stream", &["src/mcp/http.rs"]),
    ("tokio_postgres", &["src/memory/shared/postgres"]),
    ("tokio_rustls", &["src/memory/shared/postgres"]),
    ("rustls_native_certs", &["src/memory/shared/postgres"]),
    ("linux_keyutils", &["src/config/keyring.rs"]),
    ("landlock", &["src/sandbox/helper/"]),
    ("seccompiler", &["src/sandbox/helper/seccomp.rs"]),
    ("fork", &["src/sandbox/helper/init.rs"]),
    ("command_fds", &["src/sandbox/command.rs"]),
    ("nix::mount", &["src/sandbox/helper/"]),
    ("nix::sched", &["src/sandbox/"]),
];

struct Line {
    file: String,
    number: usize,
    text: String,
}

/// Returns every line of code of the library, without comments and tests.
fn lines() -> Vec<Line> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    assert!(files.len() > 50, "the sources were found");
    let mut out = Vec::new();
    for path in files {
        let file = path
            .strip_prefix(root)
            .expect("inside")
            .display()
            .to_string();
        let text = std::fs::read_to_string(&path).expect("a source");
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            out.push(Line {
                file: file.clone(),
                number: index + 1,
                text: code.to_owned(),
            });
        }
    }
    out
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if name != "tests" {
                collect(&path, into);
            }
        } else if path.extension().is_some_and(|it| it == "rs") && name != "tests.rs" {
            into.push(path);
        }
    }
}

/// The files that start programs. `support::helper` finds the programs that the workbench needs itself;
/// `tools` starts what the agent or the session requests, `sandbox` the same in a box.
const STARTS_PROGRAMS: &[&str] = &[
    "src/support/helper.rs",
    "src/tools/process.rs",
    "src/tools/companion.rs",
    "src/tools/hook_command.rs",
    "src/sandbox/attempts.rs",
    "src/sandbox/command.rs",
    "src/sandbox/helper/mod.rs",
    "src/cli/mcp/sign_in.rs",
];

#[test]
fn no_program_is_started_but_by_the_helper_module_or_as_a_command_of_the_agent() {
    let mut offences = Vec::new();
    let mut file = String::new();
    let mut in_tests = false;
    for line in lines() {
        if line.file != file {
            file.clone_from(&line.file);
            in_tests = false;
        }
        in_tests |= line.text.starts_with("#[cfg(test)]") || line.text.starts_with("mod tests {");
        let starts = [
            "Command::new(",
            "CommandWrap::with_new(",
            "execvp",
            "posix_spawn",
        ];
        let found = starts.iter().any(|start| line.text.contains(start));
        if found && !in_tests && !STARTS_PROGRAMS.contains(&line.file.as_str()) {
            offences.push(format!("{}:{}: {}", line.file, line.number, line.text));
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

/// The files that write to standard error. `cli::stderr` sanitises its messages; the line mode
/// repeats what the user types, and tests report what they could not try.
const SPEAKS: &[&str] = &[
    "src/cli/stderr.rs",
    "src/plain/run/output.rs",
    "src/testing/lib.rs",
];

#[test]
fn nothing_but_the_one_way_out_writes_to_standard_error() {
    let mut offences = Vec::new();
    for line in lines() {
        let text = line.text.replace("stderr().is_terminal()", "");
        let speaks = ["io::stderr()", "eprint!", "eprintln!", "dbg!"];
        let found = speaks.iter().any(|word| text.contains(word));
        if found && !SPEAKS.contains(&line.file.as_str()) {
            offences.push(format!("{}:{}: {}", line.file, line.number, line.text));
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn every_crate_is_named_where_it_belongs() {
    let mut offences = Vec::new();
    for line in lines() {
        for (name, places) in CRATES {
            let named = line
                .text
                .match_indices(&format!("{name}::"))
                .any(|(at, _)| {
                    let before = line.text[..at].chars().next_back();
                    !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
                });
            let fine = places.iter().any(|place| line.file.starts_with(place));
            if named && !fine {
                offences.push(format!("{}:{}: {name}", line.file, line.number));
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}
