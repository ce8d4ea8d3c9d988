//! `agentichat debug …`: looks into single parts, for scripts and for reports of faults.

pub mod path;
