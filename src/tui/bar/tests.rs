//! Claims about the confirmation bar.

mod deciding;
mod drawing;
mod help;
mod property;
