//! Claims about the change log over store and disk, on the real engine, store, tools and files.

mod cases;
mod git_review;
mod harness;
mod interleavings;
mod oracle;
mod path_plan;
mod rules;
mod steps;
