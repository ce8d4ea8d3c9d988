//! The user's answers in words.

use l10n::{counted, said, say};
use protocol::approval::Decision;

/// Describes an answer in a word or few; `show` prepares the words of the user in it.
pub fn decision(decision: &Decision, show: impl Fn(&str) -> String) -> String {
    match decision {
        Decision::Yes => say!("chat-answer-yes").to_owned(),
        Decision::Always { .. } => say!("chat-answer-always").to_owned(),
        Decision::Edited { .. } => say!("chat-answer-edited").to_owned(),
        Decision::Hunks { accepted } => {
            say!("chat-answer-some", what = counted(accepted.len(), "hunk"))
        }
        Decision::Files { paths } => say!("chat-answer-some", what = counted(paths.len(), "file")),
        Decision::No { reason: None } => say!("chat-answer-no").to_owned(),
        Decision::No {
            reason: Some(reason),
        } => say!("chat-answer-no-why", why = show(&said(reason))),
        Decision::Text { text } => format!("\"{}\"", show(text)),
        Decision::Selected { indices } => {
            let chosen: Vec<String> = indices.iter().map(|at| (at + 1).to_string()).collect();
            say!("chat-answer-chose", what = chosen.join(", "))
        }
        Decision::OnDisk => say!("chat-answer-on-disk").to_owned(),
        Decision::Network => say!("chat-answer-network").to_owned(),
        Decision::Never => say!("chat-answer-never").to_owned(),
        Decision::Skipped => say!("chat-answer-skipped").to_owned(),
        Decision::Back => say!("chat-answer-back").to_owned(),
    }
}
