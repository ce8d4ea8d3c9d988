//! Checks which module may import which. Inside one crate the compiler does not separate the
//! folders, so this test reads the sources: every `crate::<folder>` counts, also in bodies. Tests
//! are left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The modules of ours that each folder or root file may name, besides itself. A folder that is not
/// listed may name everything.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("redact", &[]),
    ("l10n", &[]),
    ("external", &["l10n"]),
    ("protocol", &[]),
    ("pictures", &["protocol"]),
    ("policy", &["protocol"]),
    ("review", &["protocol"]),
    ("engine", &["protocol", "policy", "review"]),
    ("workspace", &["protocol"]),
    ("store", &["protocol"]),
    // A recording that does not match is reported as a diff.
    ("provider", &["protocol", "review"]),
    ("config", &["protocol"]),
    ("slash", &["protocol", "l10n"]),
    // Permissions are removed from a policy that comes from a file.
    ("transfer", &["protocol", "policy"]),
    ("index", &["protocol", "store", "workspace"]),
    // `review`, which is pure, makes hunks and unified diffs.
    (
        "tools",
        &["protocol", "workspace", "index", "policy", "review"],
    ),
    // Carries out the engine's review commands on texts and files.
    (
        "ledger",
        &[
            "protocol",
            "engine",
            "review",
            "store",
            "workspace",
            "tools",
        ],
    ),
    (
        "actor",
        &[
            "protocol",
            "ledger",
            "pictures",
            "policy",
            "review",
            "engine",
            "workspace",
            "store",
            "index",
            "provider",
            "config",
            "slash",
            "tools",
            "transfer",
        ],
    ),
    // The words in which two lines differ.
    (
        "tui",
        &[
            "protocol", "config", "slash", "actor", "review", "l10n", "external",
        ],
    ),
    (
        "headless",
        &["protocol", "config", "slash", "actor", "l10n"],
    ),
    // The width of a text, see `OF_THE_SCREEN`.
    (
        "plain",
        &["protocol", "slash", "actor", "l10n", "external", "tui"],
    ),
    ("ipc", &["protocol", "actor"]),
];

/// Modules that every folder may name, because they name nothing of ours but each other.
const FOR_ALL: &[&str] = &[
    "foreign_file",
    "helper",
    "json",
    "nesting",
    "notice",
    "private",
    "redact",
    "priority",
    "testing",
    "words",
];

/// The parts of the actor that front ends may name.
const OF_THE_ACTOR: &[&str] = &["Handle", "HandleError", "handle"];

/// The part of the full screen that the line mode may name: the one place that counts columns.
const OF_THE_SCREEN: &[&str] = &["tui", "widget", "text"];

/// The places where each third-party crate may be named.
const CRATES: &[(&str, &[&str])] = &[
    ("rusqlite", &["src/store/", "src/index/"]),
    ("png", &["src/pictures"]),
    ("zune_jpeg", &["src/pictures"]),
    ("gif", &["src/pictures"]),
    ("image_webp", &["src/pictures"]),
    ("jpeg_encoder", &["src/pictures"]),
    ("syntect", &["src/tui/highlight", "src/tui/theme/"]),
    ("unicode_width", &["src/tui/widget/text"]),
    ("unicode_normalization", &["src/redact/"]),
    ("unicode_security", &["src/redact/"]),
    ("two_face", &["src/tui/highlight"]),
    ("similar", &["src/review/"]),
    ("threeway_merge", &["src/review/merge.rs"]),
    ("tui_textarea", &["src/tui/composer"]),
    ("termina", &["src/tui/input"]),
    ("ollama_rs", &["src/provider/ollama/"]),
    ("fluent_bundle", &["src/l10n/", "src/notice/"]),
    ("unic_langid", &["src/notice/"]),
    ("tree_sitter", &["src/policy/shell/"]),
    (
        "process_wrap",
        &["src/tools/companion.rs", "src/tools/process.rs"],
    ),
    (
        "nix::sys::inotify",
        &["src/workspace/watch/event_source/linux.rs"],
    ),
    ("linux_keyutils", &["src/config/keyring.rs"]),
];

/// Known violations, by path and folder or crate: existing ones must go, and no new one may come.
const KNOWN: &[(&str, &str)] = &[];

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

/// Returns the folder, or the root file's name, that a source belongs to.
fn house_of(file: &str) -> &str {
    let inside = file.trim_start_matches("src/");
    let first = inside.split('/').next().unwrap_or(inside);
    first.trim_end_matches(".rs")
}

/// Returns the paths that follow `crate::` in a line: `crate::{a, b::c}` counts as two.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        // `$crate` is ours too; `some_crate::` is not.
        let before = text[..at].chars().next_back();
        if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => out.extend(group.split(',').map(words)),
            None => out.push(words(rest)),
        }
    }
    out
}

fn words(path: &str) -> Vec<String> {
    path.trim()
        .split("::")
        .map(|part| {
            let end = part.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
            part[..end.unwrap_or(part.len())].to_owned()
        })
        .take_while(|part| !part.is_empty())
        .collect()
}

fn is_known(file: &str, what: &str) -> bool {
    KNOWN
        .iter()
        .any(|(path, name)| *path == file && *name == what)
}

#[test]
fn every_folder_imports_only_what_it_may() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_IMPORT.iter().copied().collect();
    let mut offences = Vec::new();
    for line in lines() {
        let from = house_of(&line.file);
        let Some(may) = allowed.get(from) else {
            continue;
        };
        for path in paths(&line.text) {
            let Some(to) = path.first() else { continue };
            let into_the_actor = to == "actor" && matches!(from, "tui" | "headless" | "ipc");
            let into_the_screen = from == "plain" && to == "tui";
            let second = path.get(1).map_or("", String::as_str);
            let fine = to == from
                || FOR_ALL.contains(&to.as_str())
                || may.contains(&to.as_str())
                    && (!into_the_actor || second.is_empty() || OF_THE_ACTOR.contains(&second))
                    && (!into_the_screen
                        || OF_THE_SCREEN
                            .iter()
                            .eq(path.iter().take(OF_THE_SCREEN.len())));
            if !fine && !is_known(&line.file, to) {
                offences.push(format!(
                    "{}:{}: {from} names {}",
                    line.file,
                    line.number,
                    path.join("::")
                ));
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

/// The files that start programs. `helper` finds the programs that the workbench needs itself; the
/// others start what the agent or the session requests.
const STARTS_PROGRAMS: &[&str] = &[
    "src/helper.rs",
    "src/tools/process.rs",
    "src/tools/companion.rs",
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
    "src/testing.rs",
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
            if named && !fine && !is_known(&line.file, name) {
                offences.push(format!("{}:{}: {name}", line.file, line.number));
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn paths_in_bodies_groups_and_macros_are_seen() {
    assert_eq!(
        paths("let a = crate::store::Store::open(b);"),
        [["store", "Store", "open"]]
    );
    assert_eq!(paths("use crate::{engine::Engine, policy};").len(), 2);
    assert_eq!(paths("my_crate::x $crate::tui::y"), [["tui", "y"]]);
    assert_eq!(house_of("src/tui/mod.rs"), "tui");
    assert_eq!(house_of("src/logging.rs"), "logging");
}
