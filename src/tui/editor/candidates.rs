//! Candidates of the draft's completion, from replies.

use crate::completion::{Candidate, lines};
use crate::dialog::session_list::state_and_about;
use client::phrases::session::session_name;
use l10n::{said, say};
use protocol::query::{FileMatch, FileNote, Reply};

/// Converts a reply into completion candidates.
pub(super) fn candidates(reply: &Reply) -> Vec<Candidate> {
    let plain = |text: &str, detail: String| Candidate {
        insert: text.to_owned(),
        label: text.to_owned(),
        detail,
    };
    match reply {
        Reply::Files { files, .. } => files
            .iter()
            .map(|file| plain(&file.path, why(file)))
            .collect(),
        Reply::Tree { entries, .. } => entries
            .iter()
            .filter(|entry| entry.is_folder)
            .map(|entry| plain(&entry.path, String::new()))
            .collect(),
        Reply::Outline { parts, total_lines } => lines::candidates(parts, *total_lines),
        Reply::Models { models, .. } => models
            .iter()
            .filter(|model| !model.embeds_only)
            .map(|model| plain(&model.name, model.provider.clone()))
            .collect(),
        Reply::Providers { providers } => providers
            .iter()
            .map(|provider| plain(&provider.provider, said(&provider.state)))
            .collect(),
        Reply::Sessions { sessions } => sessions
            .iter()
            .map(|session| Candidate {
                insert: session.id.to_string(),
                label: session_name(&session.settings).to_owned(),
                detail: state_and_about(session),
            })
            .collect(),
        Reply::Branches { branches } => branches
            .iter()
            .map(|branch| plain(branch, String::new()))
            .collect(),
        Reply::CustomCommands { commands, .. } => commands
            .iter()
            .map(|command| Candidate {
                insert: command.name.clone(),
                label: format!("/{} {}", command.name, command.arguments)
                    .trim_end()
                    .to_owned(),
                detail: command.help.clone(),
            })
            .collect(),
        Reply::Context { rows, .. } => rows
            .iter()
            .map(|(row, tokens)| plain(&row.place(), say!("editor-tokens", tokens)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Explains in a word or two why a file may be the right one.
fn why(file: &FileMatch) -> String {
    let note = match file.note {
        FileNote::Session => say!("editor-changed-here"),
        FileNote::Git | FileNote::Plain => "",
        FileNote::Mentioned => say!("editor-mentioned"),
    };
    match (file.git, note) {
        (Some('?'), "") => say!("editor-new-to-git").to_owned(),
        (Some(letter), "") => say!("editor-in-git", letter),
        (_, note) => note.to_owned(),
    }
}
