//! Tests of the pure parts: decoders over recorded bodies, conversation, recordings, addresses.

mod anthropic;
mod bodies;
mod cassettes;
mod decoders;
mod fitting;
mod mistral;
mod odd;
mod pictures;
mod requests;
mod said;
pub(crate) mod support;
mod wires;
