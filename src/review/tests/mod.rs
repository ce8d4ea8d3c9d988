//! Claims about replay: small cases by hand, and generated histories against a plain oracle.

mod cases;
mod columns;
mod drawn;
mod edits;
pub(crate) mod histories;
mod maker;
mod operations;
mod patches;
mod plain;
mod slots;
mod view;
mod woven;
