//! Tests of the pure parts: decoders over recorded bodies, conversation, cassettes, addresses.

mod cassettes;
mod decoders;
mod requests;
pub(crate) mod support;
