//! What the transcript shows, where the reader stays, and that events may come twice.

mod events;
mod reading;
mod sample;
mod screens;
