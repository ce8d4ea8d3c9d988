//! Tests of the pure parts: decoders over recorded bodies, conversation, recordings, addresses.

mod anthropic;
mod cassettes;
mod fitting;
mod mistral;
mod odd;
mod pictures;
mod requests;
mod said;
