//! The tools that an agent has: their arguments, what they do, and what the model is told.
//!
//! A call is prepared first (arguments checked, path resolved, new text, diff and risk made) and
//! run when someone has allowed it. Who may is decided elsewhere; what no mode may do (leave the
//! root, touch the block list, write over what was not read) is refused here.
//!
//! One file per tool, one line in `registry`. Called by the actor's workers.

mod api;
mod apply;
mod args;
mod change;
mod clarify_user;
pub mod companion;
mod conflict;
mod cover;
mod delete_file;
mod edit_file;
mod elsewhere;
mod environment;
mod find;
pub use find::Shown;
mod globs;
mod hunt;
mod label;
mod lines;
mod list_files;
mod memory;
mod output;
mod process;
mod prune;
mod read_file;
pub mod read_scope;
mod recall;
mod registry;
mod rehearsal;
mod replace_text;
mod repositories;
mod search_project;
mod search_semantic;
mod search_text;
mod shell_exec;
mod style;
mod toolbox;
mod touched;
mod view;
mod work;
mod write_file;

#[cfg(test)]
mod tests;

pub use api::{
    Asker, AtPath, Buffer, Cancel, DiskFile, Finished, IdSource, Limits, LoggedFile, NoRecords,
    OnDisk, Prepared, Records, ShellFacts, ShellParser, Surroundings, policy_parser,
};
pub use cover::{Besides, CutOff, Kept};
pub use elsewhere::Program;
pub use registry::{class_of, specs};
pub use rehearsal::Results;
pub use toolbox::ToolBox;
