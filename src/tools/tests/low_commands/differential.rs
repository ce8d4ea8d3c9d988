//! Runs commands rated low in bash and dash, which may have no effect but reading the named files.

use std::collections::HashSet;
use std::process::Command;

use super::bypasses;
use super::generate::{Choices, text};
use super::traps::Traps;
use policy::shell::{ShellScope, low_by_text};
use protocol::approval::Risk;

/// Number of texts that are assessed.
const JUDGED: usize = 200_000;

/// Number of distinct texts that are run in each shell, unless `AGENTICHAT_LOW_COMMANDS` sets it.
/// The test command has a minute for it.
const RUN: usize = 3_200;

/// Number of commands between two checks of the disk.
const BATCH: usize = 60;

/// Forbidden effect of a command that is rated low.
struct Finding {
    shell: &'static str,
    /// The command, or the commands of a batch, one of which caused it.
    commands: Vec<String>,
    what: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let commands = self.commands.join("\n  ");
        write!(out, "{} {}:\n  {commands}", self.shell, self.what)
    }
}

/// Returns the installed shells to try commands in.
fn shells() -> Vec<&'static str> {
    let is_here = |shell: &&str| Command::new(shell).args(["-c", ":"]).status().is_ok();
    ["bash", "dash"].into_iter().filter(is_here).collect()
}

/// Runs `texts` in each shell, each shell with traps of its own, and returns the first finding.
fn first_finding(texts: &[String]) -> Option<Finding> {
    let traps = Traps::new();
    for batch in texts.chunks(BATCH) {
        for shell in shells() {
            for text in batch {
                if let Some(what) = traps.run(shell, text) {
                    let commands = vec![text.clone()];
                    return Some(Finding {
                        shell,
                        commands,
                        what,
                    });
                }
            }
            if let Some(what) = traps.changes() {
                if let [_] = batch {
                    let commands = batch.to_vec();
                    return Some(Finding {
                        shell,
                        commands,
                        what,
                    });
                }
                // Runs the batch's commands alone, to find the one that did it.
                let alone = batch
                    .iter()
                    .find_map(|text| first_finding(std::slice::from_ref(text)));
                let commands = batch.to_vec();
                return alone.or(Some(Finding {
                    shell,
                    commands,
                    what,
                }));
            }
        }
    }
    None
}

/// Returns texts that are rated low, both by the text and by the disk.
fn rated_low(traps: &Traps, judged: usize, wanted: usize) -> Vec<String> {
    let scope = ShellScope {
        root: traps.root().to_path_buf(),
        cwd: traps.root().to_path_buf(),
        block: Vec::new(),
    };
    let mut choices = Choices::new(0x5eed_1e55_0f10_3e57);
    let mut seen = HashSet::new();
    let mut low = Vec::new();
    for _ in 0..judged {
        let text = text(&mut choices);
        let by_text = low_by_text(&text, &scope).is_ok();
        if by_text && low.len() < wanted && !seen.contains(&text) {
            if traps.risk(&text) == Risk::Low {
                low.push(text.clone());
            }
            seen.insert(text);
        }
    }
    low
}

#[test]
fn what_is_rated_low_only_reads_what_it_names_in_bash_and_in_dash() {
    let wanted = std::env::var("AGENTICHAT_LOW_COMMANDS").ok();
    let wanted = wanted.map_or(RUN, |number| number.parse().unwrap());
    let judged = JUDGED.max(wanted.saturating_mul(50));
    let low = rated_low(&Traps::new(), judged, wanted);
    assert!(
        low.len() >= wanted.min(RUN),
        "only {} of {judged} are low",
        low.len()
    );
    let halves = low.split_at(low.len() / 2);
    let findings: Vec<Finding> = std::thread::scope(|scope| {
        let other = scope.spawn(|| first_finding(halves.1));
        let one = first_finding(halves.0);
        [one, other.join().unwrap()].into_iter().flatten().collect()
    });
    let told: Vec<String> = findings.iter().map(Finding::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn a_bypass_that_is_planted_is_found() {
    for command in [
        "./evil",
        "cat .env",
        "cat link-file",
        "cat link-folder/secret.txt",
        "echo x > out",
        "sort -o out a.txt",
        "printenv",
        "cat sub/*",
        "git config --list",
        "git show HEAD~2:tracked.pem",
        "grep -r KEY .",
        "rg --hidden KEY",
        "find . -maxdepth 1 -name a.txt -delete",
        "cat $(echo .env)",
        "sh -c ./evil",
        "true | ./evil",
        "sed -n 'w out' a.txt",
        "uniq a.txt out",
    ] {
        let finding = first_finding(&[command.to_owned()]);
        assert!(finding.is_some(), "{command} not found");
    }
}

#[test]
fn the_generator_makes_what_the_language_takes_and_what_it_refuses() {
    let mut choices = Choices::new(1);
    let texts: HashSet<String> = (0..5_000).map(|_| text(&mut choices)).collect();
    assert!(texts.len() > 4_000);
    let kinds: HashSet<&str> = bypasses().iter().map(|(kind, _)| *kind).collect();
    assert!(kinds.len() >= 12, "{kinds:?}");
}
