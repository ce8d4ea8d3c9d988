//! Hooks: programs of the user's choice that are told of the agent's work and may object.
//!
//! Owns their definitions, the matcher, the wire format (that of Claude Code, unchanged), the
//! meaning of an answer and what several answers give together, and the content that trust is
//! about. Pure: reads no file and starts nothing. `config` reads the definitions and stores trust,
//! `tools` starts the programs, the worker in `runtime` puts both together, and the engine acts on
//! the [`HookVerdict`].
//!
//! The one invariant of this crate: a verdict is never more permissive than no hook at all.

mod answer;
mod definition;
mod event;
mod matcher;
mod script;
#[cfg(test)]
mod tests;
mod tool_names;
mod trust;
mod verdict;
mod wire;

pub use answer::{HookAnswer, HookRun, ProcessEnd};
pub use definition::{
    Dialect, FaultKind, HookDefinition, HookFault, HookOwner, HookSource, PathStep, read,
};
pub use event::HookEvent;
pub use matcher::Matcher;
pub use script::{Places, scripts_named};
pub use tool_names::{NotTranslated, arguments_of, input_of, names_of, wire_name};
pub use trust::{
    ExaminedHook, HookState, ScriptFile, TrustedContent, TrustedHook, changes, state_of,
};
pub use verdict::{HookDecision, HookVerdict};
pub use wire::{HookScene, Occasion, StartSource, input};

/// Time that a hook may take unless its definition says otherwise, in seconds.
pub const DEFAULT_TIMEOUT_S: u32 = 10;

/// Longest time that a definition may ask for, in seconds.
pub const LONGEST_TIMEOUT_S: u32 = 600;

/// Most bytes of a hook's standard output, and of its standard error.
pub const OUTPUT_BYTES: usize = 64 * 1024;
