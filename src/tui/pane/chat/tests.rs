//! Tests of the transcript: what it shows, where the reader stays, and that events may come twice.

mod errors;
mod events;
mod long;
mod previews;
mod reading;
pub(crate) mod sample;
mod screens;
