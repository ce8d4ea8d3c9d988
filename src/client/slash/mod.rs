//! Text commands for every front end: `/model`, `/confirm cmd off` and the others.
//!
//! Owns the table of commands (name, aliases, arguments, help, completion, handler), the parser of
//! lines, and what each command requests. Independent of the front end: a handler reads the
//! [`SlashContext`] and returns a [`SlashOutcome`], which [`run_line`] carries out; a [`SlashHost`]
//! sends, asks and shows. A line that begins with `/` and is no command is an error, never a message
//! to the model.

mod agent_commands;
mod aliases;
mod cache_commands;
mod catalogue_commands;
mod context_commands;
mod custom;
mod format;
mod general;
mod hook_commands;
mod host;
mod index_commands;
mod lifecycle_commands;
mod matching;
mod memory_commands;
mod model_commands;
mod outcome;
mod parse;
mod policy_commands;
mod probing;
mod registry;
mod server_commands;
mod session_commands;
mod task_commands;
#[cfg(test)]
mod tests;

pub use agent_commands::{
    agent_lines, agent_model_words, agent_profile_lines, agent_source_words, skill_lines,
    skill_text_lines,
};
pub use aliases::names_elsewhere;
pub use format::{cache_rows, code, config_value, cost_words, disk_size, model_size, probe_words};
pub use hook_commands::{hook_lines, hook_test_lines};
pub use host::{SlashHost, SlashLine, SlashQuery, query_replied, run_line, send_commands};
pub use matching::{CommandMatch, matching_commands, names_of_command, recent_commands};
pub use outcome::{FrontAction, FrontEnd, RepeatScope, SlashContext, ThemeRequest};
pub use probing::{RunningProbe, cancel_probe, probe_progress};
pub use registry::{Completion, SLASH_COMMANDS, SlashCommand, find, is_command_line};
pub use server_commands::{server_lines, server_row_lines};
#[cfg(test)]
use {outcome::SlashOutcome, registry::run};
