//! Text commands for every front end: `/model`, `/confirm cmd off` and the others.
//!
//! Owns the table of commands (name, aliases, arguments, help, completion, handler), the parser of
//! lines, and what each command requests. Independent of the front end: a handler reads the
//! [`SlashContext`] and returns a [`SlashOutcome`]; the front end sends, asks and shows. A line
//! that begins with `/` and is no command is an error, never a message to the model.

mod aliases;
mod cache_commands;
mod catalogue_commands;
mod context_commands;
mod custom;
mod format;
mod general;
mod index_commands;
mod lifecycle_commands;
mod model_commands;
mod outcome;
mod parse;
mod policy_commands;
mod registry;
mod session_commands;
#[cfg(test)]
mod tests;

pub use aliases::begun;
pub use format::{
    cache_rows, code, config_value, cost_words, disk_size, model_size, probe_words, probed,
};
pub use outcome::{
    Formatter, FrontAction, FrontEnd, RepeatScope, SlashContext, SlashOutcome, ThemeRequest,
};
pub use registry::{Completion, SLASH_COMMANDS, find, is_command_line, run};
