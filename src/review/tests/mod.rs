//! Tests of replay: small hand-written cases, and generated histories against a simple oracle.

mod cases;
mod columns;
mod drawn;
mod edits;
mod operations;
mod patches;
mod plain;
mod slots;
mod view;
mod woven;
