//! Claims about replay: small cases by hand, and generated histories against a plain oracle.

mod cases;
mod columns;
mod drawn;
mod edits;
mod histories;
mod maker;
mod operations;
mod slots;
mod view;
