//! The line mode without a terminal: what happened goes in, and the conversation as it would be read out is compared.

mod anew;
mod browse;
mod bursts;
mod conversations;
mod drafts;
mod ending;
mod ends;
mod help;
mod languages;
mod models;
mod order;
mod parity;
mod places;
mod probing;
mod property;
mod questions;
mod settings;
