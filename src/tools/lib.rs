//! The tools of an agent: their arguments, their effects, and their results for the model.
//!
//! A call is prepared first (arguments checked, path resolved; new text, diff and risk computed)
//! and runs once it is approved. Other modules decide about approval. This module refuses the calls
//! that no mode permits: leaving the root, touching the block list, overwriting unread text.
//!
//! One file per tool, one line in `registry`. Called by the actor's workers.

mod add_instruction;
mod agents;
mod api;
mod apply;
mod args;
mod boxes;
mod change;
mod clarify_user;
pub mod companion;
mod conflict;
mod create_tasks;
mod delegate_task;
mod delete_file;
mod edit_file;
mod environment;
mod external_call;
mod find;
mod find_tool;
mod snapshot;
pub use find::FileExtent;
mod globs;
mod hook_command;
mod host_proxy;
mod impact;
mod lines;
mod list_files;
mod list_tasks;
mod memory;
mod output;
mod parallel_search;
mod parallel_tasks;
mod process;
mod program_boxes;
mod prune;
mod read_file;
pub mod read_scope;
mod registry;
mod rehearsal;
mod rehydrate;
mod remember;
mod replace_text;
mod repositories;
mod result;
mod search_project;
mod search_semantic;
mod search_text;
mod server_call;
mod servers;
mod shell_exec;
mod spawn_agent;
mod style;
mod toolbox;
mod update_task;
mod use_skill;
mod view;
mod work;
mod world;
mod write_file;

#[cfg(test)]
mod tests;

pub use api::{
    AtPath, Buffer, CallContext, Cancel, DiskFile, Finished, IdSource, Limits, LoggedFile,
    NoRecords, OnDisk, Prepared, Records, ShellFacts, ShellParser, Surroundings, policy_parser,
};
pub use boxes::CommandBoxes;
pub use external_call::ExternalAgent;
pub use hook_command::{HookCommand, RanHook};
pub use program_boxes::{ProgramBox, ProgramPlace, installed_programs};
pub use registry::{class_of, names_for_agents, specs};
pub use rehearsal::Results;
pub use snapshot::{Besides, CutOff, KeptBlobs};
pub use toolbox::ToolBox;
