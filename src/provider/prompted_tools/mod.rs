//! Tools for models without native ones: described in the system prompt, called as fenced JSON,
//! answered as user text. Also parses calls tolerantly from text, because models with native tools
//! write calls as text too. [`Conditions`] decide when: text that only mentions a call is no call.

mod candidate;
mod classify;
mod conditions;
mod decoder;
mod form;
mod given;
mod head;
mod known;
mod lead_in;
mod lenient;
mod marked;
mod pending;
mod prompt;
mod recover;
mod shapes;
mod values;

pub use conditions::Conditions;
pub use decoder::RecoveringDecoder;
pub use known::is_declared;
pub use prompt::{flatten, system_prompt};
pub use recover::{Recoverer, is_id_of_text, recover};

#[cfg(test)]
mod tests;
