//! The prompt of a new agent: from standard input, or from the user's editor.

use std::io::{self, IsTerminal, Read};

use crate::app::Setup;
use client::external;
use l10n::say;
use notice::{Notice, notice};
use protocol::agent_profile::AgentProfile;

/// Most bytes that are read: four for each character of the longest prompt, and some that tell of one too long.
const MOST: u64 = 4 * AgentProfile::LONGEST_PROMPT as u64 + 4_096;

/// Returns the prompt that the user writes: in an editor at a terminal, else on standard input.
pub(super) fn written(setup: &Setup) -> Result<String, Notice> {
    if !io::stdin().is_terminal() {
        return read();
    }
    let editor = external::named();
    let editor = editor.ok_or_else(|| Notice::text(say!("agents-no-editor")))?;
    let edited = external::edit(&editor, "", &setup.detected.root);
    let edited = edited.map_err(|error| Notice::text(error.to_string()))?;
    let text = edited.unwrap_or_default().trim().to_owned();
    if text.is_empty() {
        return Err(notice!("agents-no-prompt-given"));
    }
    Ok(text)
}

/// Reads a prompt from standard input.
pub(super) fn read() -> Result<String, Notice> {
    let mut text = String::new();
    let read = io::stdin().lock().take(MOST).read_to_string(&mut text);
    read.map_err(|error| notice!("agents-input", why = error))?;
    let text = text.trim().to_owned();
    if text.is_empty() {
        return Err(notice!("agents-no-prompt-given"));
    }
    Ok(text)
}
