//! `agentichat run`: the real binary against scripted servers, in a real repository.

mod cached;
mod changes;
mod crash;
mod cut_off;
mod endings;
mod example;
mod failures;
mod journal;
mod killed;
mod killed_agents;
mod mode_auto;
mod own_program;
mod replay;
mod rolled_back;
mod sending;
mod small_model;
mod text_calls;
mod vendors;
mod verify;
