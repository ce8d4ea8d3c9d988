//! Claims about the change log over store and disk, on the real engine, store, tools and files.

mod cases;
mod harness;
mod interleavings;
mod oracle;
mod places;
mod rules;
mod steps;
