//! Replies as Markdown, for the commands that ask. A reply that does not belong to the question
//! can only be an error of ours; it is shown as such, not dropped. The account of the context is
//! [`gauge`]'s, the words on the index [`index`]'s.

mod cache;
mod catalogue;
mod gauge;
mod index;
mod sessions;

use crate::protocol::query::{GitFacts, Reply, WorkspaceFacts};
use crate::words::counted;

pub(super) use cache::cache;
pub use cache::{cache_rows, counts_words, lists_words};
pub(super) use catalogue::{cost, models, providers, tested};
pub(super) use gauge::context;
pub(super) use index::index;
pub(super) use sessions::{changes, found, list};

fn other(reply: &Reply) -> String {
    match reply {
        Reply::Failed { reason } => format!("That could not be found out: {reason}"),
        _ => "The answer does not belong to the question; please report this.".to_owned(),
    }
}

/// Text between backticks, also where it has backticks itself.
pub(super) fn code(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

/// A block of code that no fence in the text can end.
pub(super) fn block(text: &str) -> String {
    let longest = text
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// The end of `/confirm status`: what an agent's own program lets run by itself.
pub(super) fn runs_unasked(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } if text.is_empty() => String::new(),
        Reply::Text { text, .. } => format!(
            "\n\n**Runs without a question**, by the settings of the agent's own program; what it writes so is \
             found and logged all the same\n\n{text}"
        ),
        failed => format!("\n\n{}", other(failed)),
    }
}

/// `/route`.
pub(super) fn route(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } => text.clone(),
        _ => other(reply),
    }
}

/// `/note show`.
pub(super) fn note(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } if text.trim().is_empty() => {
            "The workspace has no note yet; `/note` types one.".to_owned()
        }
        Reply::Text { text, .. } => format!("**Note**\n\n{text}"),
        _ => other(reply),
    }
}

/// `/prompts`.
pub(super) fn prompts(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } if text.trim().is_empty() => {
            "No questions were put in this session.".to_owned()
        }
        Reply::Text { text, .. } => block(text),
        _ => other(reply),
    }
}

/// `/session debug`.
pub(super) fn system_prompt(reply: &Reply) -> String {
    match reply {
        Reply::Text { text, .. } => {
            format!("What the model is sent first:\n\n{}", block(text))
        }
        _ => other(reply),
    }
}

/// The size of a model: `4.7 GB`, `274 MB`; nothing where it is not known.
pub fn model_size(bytes: u64) -> String {
    match bytes {
        0 => String::new(),
        1..1_000_000 => format!("{} KB", bytes.div_ceil(1_000)),
        // What would round up to a whole GB is one.
        1_000_000..999_500_000 => format!("{} MB", (bytes + 500_000) / 1_000_000),
        _ => {
            let tenths = bytes.saturating_add(50_000_000) / 100_000_000;
            format!("{}.{} GB", tenths / 10, tenths % 10)
        }
    }
}

/// `/session whoami`.
pub(super) fn whoami(reply: &Reply) -> String {
    let Reply::Workspace { facts } = reply else {
        return other(reply);
    };
    let branch = facts
        .git
        .as_ref()
        .map_or("no git", |git| git.branch.as_str());
    format!(
        "- workspace: {}\n- branch: {branch}",
        code(&facts.root.display().to_string())
    )
}

/// What is behind `Included src/a.rs`.
pub(super) fn included(reply: &Reply) -> String {
    match reply {
        Reply::Text { total_lines, .. } => {
            let lines = counted(*total_lines, "line");
            format!(" ({lines} in the file): sent with each message. `/exclude` ends that.")
        }
        _ => other(reply),
    }
}

/// `/workspace list`.
pub(super) fn workspaces(reply: &Reply) -> String {
    let Reply::Workspaces { workspaces } = reply else {
        return other(reply);
    };
    if workspaces.is_empty() {
        return "No workspace is known yet.".to_owned();
    }
    let mut text = String::from("| workspace | found by | last opened |\n|---|---|---|\n");
    for known in workspaces {
        let root = known.root_path.display().to_string().replace('|', "\\|");
        text.push_str(&format!(
            "| {} | {} | {} |\n",
            code(&root),
            known.detected_by,
            known.last_active.strftime("%Y-%m-%d %H:%M UTC"),
        ));
    }
    text.push_str("\n`agentichat --cwd <folder>` opens one.");
    text
}

/// `/workspace`.
pub(super) fn workspace(reply: &Reply) -> String {
    match reply {
        Reply::Workspace { facts } => workspace_facts(facts),
        _ => other(reply),
    }
}

/// `/workspace info`.
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
        None => "in memory only".to_owned(),
    };
    format!(
        "{}- sessions: {sessions}, `/session list` lists them\n- kept in: {kept}\n",
        workspace_facts(facts)
    )
}

fn workspace_facts(facts: &WorkspaceFacts) -> String {
    let yes_no = |yes| if yes { "yes" } else { "no" };
    let mut text = format!(
        "**Workspace** {}\n\n- found by: {}\n- config trusted: {}\n- writable: {}\n- git: {}\n",
        code(&facts.root.display().to_string()),
        facts.detected_by,
        yes_no(facts.trusted),
        yes_no(facts.writable),
        facts.git.as_ref().map_or("none".to_owned(), git),
    );
    for program in &facts.programs {
        match &program.version {
            Some(version) => text.push_str(&format!("- {} {version}\n", program.name)),
            None => text.push_str(&format!(
                "- {} is missing: {}\n",
                program.name, program.link
            )),
        }
    }
    text
}

fn git(git: &GitFacts) -> String {
    format!(
        "{}, {} ahead, {} behind, {} changed",
        git.branch,
        git.ahead,
        git.behind,
        git.changed.len()
    )
}
