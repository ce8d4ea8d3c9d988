//! Tools for models that have no native ones: described in the system prompt, called as fenced
//! JSON, answered as user text. And the tolerant recovery of calls that come as text, which every
//! model's answer goes through, since models that claim native tools write them as text too.

mod candidate;
mod decoder;
mod lenient;
mod prompt;
mod recover;
mod shapes;
mod weigh;

pub use decoder::RecoveringDecoder;
pub use prompt::{flatten, system_prompt};
pub use recover::{Recoverer, recover};

#[cfg(test)]
mod tests;
