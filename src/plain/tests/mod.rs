//! Tests of the line mode without a terminal: they pass inputs in and compare the conversation as
//! it would be read out.

mod browse;
mod bursts;
mod conversations;
mod drafts;
mod ending;
mod ends;
mod git_review;
mod help;
mod languages;
mod models;
mod order;
mod parity;
mod places;
mod probing;
mod property;
mod questions;
mod resend;
mod settings;
