//! Tests of low-risk commands, which run without approval in every mode: runs them to find
//! forbidden effects.
//!
//! `differential` generates texts and runs those rated low in bash and in dash, in a folder full of
//! traps (`traps`): any effect except reading what is named is a finding.

mod differential;
mod generate;
mod traps;

use protocol::approval::Risk;
use traps::Traps;

const BYPASSES: &str = include_str!("../../../tests/fixtures/risk/bypasses.tsv");

/// Returns the commands that were once rated low although they do more than read, with the
/// kind of each.
fn bypasses() -> Vec<(&'static str, String)> {
    let lines = BYPASSES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (kind, command) = line.split_once('\t').unwrap();
            (kind, command.replace('\u{240a}', "\n"))
        })
        .collect()
}

#[test]
fn no_command_that_was_known_to_get_round_the_rating_is_low() {
    let traps = Traps::new();
    let bypasses = bypasses();
    assert!(bypasses.len() >= 100, "{}", bypasses.len());
    let low: Vec<_> = bypasses
        .iter()
        .filter(|(_, command)| traps.risk(command) == Risk::Low)
        .collect();
    assert!(low.is_empty(), "{low:#?}");
}

#[test]
fn reading_on_the_way_stays_low() {
    let traps = Traps::new();
    for command in [
        "git status",
        "git diff HEAD~1",
        "git log --oneline -n 5",
        "ls -la src",
        "cat src/lib.rs 2>/dev/null | head -20",
        "rg -n \"fn main\" src",
        "wc -l src/lib.rs",
        "cd src && cat lib.rs",
        "grep -rn 'fn main' src | wc -l",
        "find src -name '*.rs' | sort",
        "sed -n '1,20p' src/lib.rs",
        "git show HEAD --stat && git branch -a",
        "ls src; echo \"---\"; cat src/*.rs",
        "test -f data.json && jq '.a' data.json",
        "git -C src status --short",
        "git diff -- src/lib.rs",
    ] {
        let facts = traps.facts(command);
        assert_eq!(
            facts.report.risk,
            Risk::Low,
            "{command}: {:?}",
            facts.report.reasons
        );
    }
}

#[test]
fn a_search_is_low_only_where_it_takes_in_nothing_that_is_blocked() {
    let traps = Traps::new();
    for (command, low) in [
        ("rg KEY src", true),
        // `.env` is hidden, and nothing re-includes it there.
        ("rg KEY sub", false),
        ("rg KEY hidden", true),
        ("grep -r KEY hidden", false),
        ("grep -r KEY src", true),
        ("grep -r KEY .", false),
        ("rg KEY", false),
        // An ignore file re-includes the blocked file.
        ("rg KEY back", false),
        ("rg -g '*.env' KEY hidden", false),
        ("rg -g '*' KEY hidden", false),
        ("rg -g '*.txt' KEY hidden", true),
        ("rg --hidden KEY src", false),
        ("rg -u KEY src", false),
        ("rg KEY link-folder", false),
        ("rg KEY src/lib.rs", true),
        ("rg KEY hidden/.env", false),
    ] {
        assert_eq!(traps.risk(command) == Risk::Low, low, "{command}");
    }
}

#[test]
fn a_link_out_of_the_workspace_is_never_read_unasked() {
    let traps = Traps::new();
    for command in [
        "cat link-file",
        "ls link-folder",
        "cat link-folder/secret.txt",
        "cat src/../link-folder/secret.txt",
        "cat link-folder/../secret.txt",
        "cat links/*",
        "head src/link-blocked",
        "wc -l link-file",
        "cd link-folder && cat secret.txt",
        "find link-folder -name x",
        "cat src/dangling",
    ] {
        assert_ne!(traps.risk(command), Risk::Low, "{command}");
    }
}

#[test]
fn git_shows_unasked_only_what_is_off_the_block_list() {
    let traps = Traps::new();
    for (command, low) in [
        ("git diff HEAD~1", true),
        // The commit before contained a file on the block list.
        ("git diff HEAD~2", false),
        ("git show HEAD", true),
        ("git show HEAD~1", false),
        ("git show HEAD:src/lib.rs", true),
        ("git show HEAD~1:tracked.pem", false),
        ("git show HEAD~2:tracked.pem", false),
        ("git log -p", false),
        ("git log --stat", true),
        ("git blame src/lib.rs", true),
        ("git blame tracked.pem", false),
        ("git -C ../ log", false),
        ("git config --global --list", false),
    ] {
        assert_eq!(traps.risk(command) == Risk::Low, low, "{command}");
    }
}

#[test]
fn a_version_query_is_low_only_where_no_file_chooses_the_program() {
    let traps = Traps::new();
    assert_eq!(traps.risk("cargo --version"), Risk::Low);
    traps
        .harness
        .put("src/rust-toolchain.toml", "[toolchain]\npath = \"evil\"\n");
    assert_eq!(traps.risk("cargo --version"), Risk::Low);
    assert_ne!(traps.risk("cd src && cargo --version"), Risk::Low);
    traps.harness.put(".tool-versions", "rust path:evil\n");
    assert_ne!(traps.risk("cargo --version"), Risk::Low);
    assert_ne!(traps.risk("poetry --version"), Risk::Low);
}

#[test]
fn a_command_that_runs_unasked_never_runs_a_program_that_the_path_finds_in_the_workspace() {
    let mut traps = Traps::new();
    let inside = traps.harness.path("bin").display().to_string();
    let path = std::env::var("PATH").unwrap();
    for path in [
        format!("{inside}:{path}"),
        format!(".:{path}"),
        format!("bin:{path}"),
    ] {
        traps.set("PATH", &path);
        assert_eq!(traps.risk("cat src/lib.rs"), Risk::Low, "{path}");
        assert_eq!(traps.run("bash", "cat src/lib.rs"), None, "{path}");
    }
}
