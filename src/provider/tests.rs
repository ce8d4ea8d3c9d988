//! Tests of the pure parts: decoders over recorded bodies, conversation, recordings, addresses.

mod anthropic;
mod cassettes;
mod effort;
mod error_bodies;
mod fitting;
mod mistral;
mod pictures;
mod requests;
mod unusual_bodies;
