//! The vocabulary: the requests and events of a front end, as plain serde data.
//!
//! Owns the identifiers, commands, events, messages, tool calls, approvals, changes, sessions,
//! queries and the parts of a provider's stream. Holds no rules: `engine` decides what happens when
//! a command arrives, `policy` decides what a command line means, and so on. Every other module may
//! import this one; it imports no other module of the crate.
//!
//! The vocabulary is versioned ([`VERSION`]): builds of different ages meet on sockets, in
//! databases and in recordings, so readers skip variants that they do not know.
//!
//! # Glossary
//!
//! One term for one thing, in code, on the screen and in the documents.
//!
//! - **user**: the person at the terminal. **Agent**: the model with its tools, or an agent
//!   program (`claude`) that runs tools of its own (*agent tools*, *agent calls*).
//! - **workspace**: a folder with the files of one project. **Session**: a conversation in a
//!   workspace, with its settings and its change log. **Run**: from the user's message to the end
//!   of the agent's work on it. **Turn**: a message of one side. **Step**: one request to the model
//!   and its answer. **Call**: one use of a tool.
//! - **command**: an order of a front end. **Event**: a fact, with its place in the journal.
//!   **Query** and **reply**: a read-only question of a front end and its answer. **Effect**: an
//!   order of the engine to the actor. **Outcome**: the result of an effect. **Job**: work beside a
//!   run that reports its progress.
//! - **question**: the engine or the agent asks it, and the confirmation bar shows it. **Answer**:
//!   the user's reply. **Prompt**: only the text that a model receives. **Permission**: an agent
//!   program requests it before one of its own tools runs. **Grant**: the extent of a yes.
//! - **profile**: an agent that the primary agent may start, with its prompt, model and tools.
//!   **Skill**: instructions in files for a kind of work, which the agent takes when it needs them.
//! - **mode**: decides which writes and commands need approval. **Rule**: a pattern that allows,
//!   denies or asks. **Risk**: the harm that a call can do; low means provably read-only.
//!   **Egress**: content that leaves the machine.
//! - **change log**: the changes of a file, in order. **Entry**: one change of one file. **Hunk**:
//!   a part of an entry with its own decision. **Checkpoint**: the state of files before a change.
//!   **Replay**: the text of a choice of hunks. **Conflict**: hunks that exclude each other.
//! - **proposed**: changed by the agent and not on the disk (on the wire and in the
//!   configuration: `stage`, `staged`). **Accept**, **refuse**: the user's decisions about a hunk.
//!   **Apply**: write the decided changes to the disk (on the wire: `save`). **Roll back**: revert
//!   applied changes.
//! - **CURRENT**, **BASE**, **PROPOSED**: the columns of the three-way view: the disk, a
//!   checkpoint, the agent's text. **TARGET**: the text after applying. **BUFFER**: the text as the
//!   agent reads it.
//! - **task**: a step of the plan of a session's work, of the agent's or of the user's. It is
//!   *blocked* while a task that it depends on is open.
//! - **report**: informs the agent of decisions and comments. **Notice**: a message of the program
//!   to the user. **Compaction**: a summary in the place of older messages. **Cassette**: the
//!   recording of a run.

pub mod agent_profile;
pub mod approval;
pub mod cache;
pub mod call;
pub mod catalogue;
pub mod change;
pub mod command;
pub mod compaction;
pub mod context;
pub mod custom;
pub mod effort;
pub mod estimate;
pub mod event;
pub mod figures;
pub mod hooks;
pub mod ids;
pub mod index;
pub mod instruction;
pub mod interrupted;
pub mod mcp;
pub mod memory;
pub mod mention;
pub mod message;
pub mod permission;
pub mod picture;
pub mod plan;
pub mod presence;
pub mod protected_paths;
pub mod query;
pub mod review;
pub mod route;
pub mod sandbox;
pub mod server_question;
pub mod session;
pub mod session_list;
pub mod skill;
pub mod stream;
pub mod sub_agent;
pub mod taint;
pub mod task;
pub mod transfer;
pub mod usage;

/// Version of the vocabulary. Raised when a variant or a field changes its meaning; adding one
/// does not raise it.
pub const VERSION: u32 = 1;
