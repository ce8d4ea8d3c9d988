//! Tests of the real binary in a terminal, for behaviour that only the whole program can show.
//!
//! Each test starts `agentichat` in a pseudo terminal with private folders, types, and waits for
//! named conditions on the screen, on the disk or among the processes.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

mod again;
mod beginning;
mod cancel;
mod commands;
mod demo;
mod frames;
mod harness;
mod idle;
mod journal;
mod keys;
mod language;
mod leaving;
mod mouse;
mod passthrough;
mod pictures;
mod plain;
mod readme;
mod review;
mod settings;
mod sizes;
mod stray_keys;
mod suspend;
mod themes;
mod told;
mod two_terminals;
