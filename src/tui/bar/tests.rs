//! Tests of the confirmation bar.

mod answering;
mod deciding;
mod drawing;
mod help;
mod padding;
mod property;
mod said;
