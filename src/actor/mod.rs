//! The shell around the engine: it alone owns the Engine, runs its effects, stores and fans out
//! its events. Front ends hold a [`Handle`] and nothing else.

pub mod handle;
pub mod prompt;

pub use handle::Handle;
