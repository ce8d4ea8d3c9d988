//! Formats replies as Markdown for the commands that send queries. A reply that does not match the
//! query can only be an internal error; it is shown as such and not dropped. [`gauge`] formats the
//! context usage, [`index`] the texts about the index.

mod cache;
mod catalogue;
mod gauge;
mod index;
mod sessions;

use l10n::{counted, money, said, say, tenths};
use notice::Notice;
use protocol::query::{GitFacts, Reply, WorkspaceFacts};
use protocol::usage::Usage;

pub(super) use cache::cache;
pub use cache::cache_rows;
pub use catalogue::{config_value, probe_words, probed};
pub(super) use catalogue::{cost, doctor, models, providers, tested};
pub(super) use gauge::{context, context_in_words};
pub(super) use index::index;
pub(super) use sessions::{found, list};

fn other(reply: &Reply) -> String {
    match reply {
        Reply::Failed { reason } => say!("command-not-found-out", reason = said(reason)),
        _ => say!("command-wrong-answer").to_owned(),
    }
}

/// Puts text between backticks, even if it contains backticks itself.
pub fn code(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

/// Formats a code block that no fence in the text can end.
pub(super) fn block(text: &str) -> String {
    let longest = text
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// Formats the end of `/confirm status`: what the agent program runs without asking.
pub(super) fn runs_unasked(reply: &Reply) -> String {
    match reply {
        Reply::Lines { lines } if lines.is_empty() => String::new(),
        Reply::Lines { lines } => say!("command-runs-unasked", text = joined(lines)),
        failed => format!("\n\n{}", other(failed)),
    }
}

/// Formats a reply of lines, such as those to `/route` and `/session changes`.
pub(super) fn lines(reply: &Reply) -> String {
    match reply {
        Reply::Lines { lines } => joined(lines),
        _ => other(reply),
    }
}

fn joined(lines: &[Notice]) -> String {
    let lines: Vec<String> = lines.iter().map(said).collect();
    lines.join("\n")
}

/// Describes what was paid: `$0.1200`, `unknown`, `$0.1200 and 300 tokens of unknown price`.
pub fn cost_words(usage: &Usage) -> String {
    match (usage.cost_usd, usage.unpriced_tokens) {
        (None, _) => say!("settings-unknown").to_owned(),
        (Some(cost), 1..) if cost <= 0.0 => say!("settings-unknown").to_owned(),
        (Some(cost), 0) => money(cost, 4),
        (Some(cost), tokens) => say!(
            "command-cost-partly",
            cost = money(cost, 4),
            tokens = counted(tokens, "token")
        ),
    }
}

pub(super) fn note(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } if text.trim().is_empty() => say!("command-no-note").to_owned(),
        Reply::Text { text, .. } => say!("command-note", text),
        _ => other(reply),
    }
}

pub(super) fn prompts(reply: &Reply) -> String {
    match reply {
        Reply::Lines { lines } if lines.is_empty() => say!("command-no-questions").to_owned(),
        Reply::Lines { lines } => block(&joined(lines)),
        _ => other(reply),
    }
}

pub(super) fn system_prompt(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } => {
            say!("command-sent-first", text = block(text))
        }
        _ => other(reply),
    }
}

/// Formats the size of a model: `4.7 GB`, `274 MB`; empty if it is unknown.
pub fn model_size(bytes: u64) -> String {
    match bytes {
        0 => String::new(),
        1..1_000_000 => say!("size-kilobytes", size = bytes.div_ceil(1_000)),
        // A size that would round up to a whole GB is shown as GB.
        1_000_000..999_500_000 => {
            say!("size-megabytes", size = (bytes + 500_000) / 1_000_000)
        }
        _ => {
            let size = tenths(bytes.saturating_add(50_000_000) / 100_000_000);
            say!("size-gigabytes", size)
        }
    }
}

/// Formats the size of what is kept on the disk, in the units of its limits: `47 KiB`, `64 MiB`.
pub fn disk_size(bytes: u64) -> String {
    const KIB: u64 = 1024;
    const MIB: u64 = 1024 * KIB;
    const GIB: u64 = 1024 * MIB;
    match bytes {
        0..MIB => say!("size-kibibytes", size = bytes.div_ceil(KIB)),
        MIB..GIB => say!("size-mebibytes", size = (bytes + MIB / 2) / MIB),
        _ => {
            let size = tenths(bytes / (GIB / 10));
            say!("size-gibibytes", size)
        }
    }
}

pub(super) fn whoami(reply: &Reply) -> String {
    let Reply::Workspace { facts } = reply else {
        return other(reply);
    };
    let branch = facts
        .git
        .as_ref()
        .map_or(say!("command-no-git"), |git| git.branch.as_str());
    say!(
        "command-whoami",
        root = code(&facts.root.display().to_string()),
        branch
    )
}

/// Formats the text that follows `Included src/a.rs`.
pub(super) fn included(reply: &Reply) -> String {
    match reply {
        Reply::Text { total_lines, .. } => {
            let lines = counted(*total_lines, "line");
            say!("command-included-lines", lines)
        }
        _ => other(reply),
    }
}

pub(super) fn workspaces(reply: &Reply) -> String {
    let Reply::Workspaces { workspaces } = reply else {
        return other(reply);
    };
    if workspaces.is_empty() {
        return say!("command-no-workspace").to_owned();
    }
    let mut text = String::from(say!("command-workspaces-head"));
    for known in workspaces {
        let root = known.root_path.display().to_string().replace('|', "\\|");
        text.push_str(&format!(
            "| {} | {} | {} |\n",
            code(&root),
            found_by(&known.detected_by),
            known.last_active.strftime("%Y-%m-%d %H:%M UTC"),
        ));
    }
    text.push_str(say!("command-workspaces-open"));
    text
}

pub(super) fn workspace(reply: &Reply) -> String {
    match reply {
        Reply::Workspace { facts } => workspace_facts(facts),
        _ => other(reply),
    }
}

pub(super) fn workspace_details(reply: &Reply) -> String {
    let Reply::WorkspaceDetails {
        facts,
        sessions,
        kept_in,
        bytes,
    } = reply
    else {
        return other(reply);
    };
    let kept = match kept_in {
        Some(file) => format!(
            "{}, {}",
            code(&file.display().to_string()),
            model_size(*bytes)
        ),
        None => say!("command-in-memory").to_owned(),
    };
    say!(
        "command-workspace",
        facts = workspace_facts(facts),
        sessions,
        kept
    )
}

/// Describes what marked a folder as a workspace.
fn found_by(word: &str) -> String {
    let mark = match word {
        "agentichat" => ".agentichat",
        "llm-context" => ".llm-context",
        "git" => ".git",
        _ => return say!("command-workspace-by-itself").to_owned(),
    };
    say!("command-workspace-by", mark = code(mark))
}

fn workspace_facts(facts: &WorkspaceFacts) -> String {
    let yes_no = |yes| {
        if yes {
            say!("command-yes")
        } else {
            say!("command-no")
        }
    };
    let mut text = say!(
        "command-workspace-facts",
        root = code(&facts.root.display().to_string()),
        found = found_by(&facts.detected_by),
        trusted = yes_no(facts.trusted),
        writable = yes_no(facts.writable),
        git = facts
            .git
            .as_ref()
            .map_or(say!("command-none").to_owned(), git)
    );
    for program in &facts.programs {
        match &program.version {
            Some(version) => {
                let named = format!("- {} {version}", program.name);
                text.push_str(named.trim_end());
                text.push('\n');
            }
            None => text.push_str(&say!(
                "command-program-missing",
                name = program.name,
                link = program.link
            )),
        }
    }
    text
}

fn git(git: &GitFacts) -> String {
    say!(
        "command-git-facts",
        branch = git.branch,
        ahead = git.ahead,
        behind = git.behind,
        changed = git.changed.len()
    )
}

/// Shows lines as they are, with a fence that none of them can close.
pub(super) fn fenced(language: &str, lines: &[String]) -> String {
    let longest = lines
        .iter()
        .map(|line| line.chars().take_while(|letter| *letter == '~').count())
        .max();
    let fence = "~".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", lines.join("\n"))
}
