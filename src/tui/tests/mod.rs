//! Tests of the whole screen, driven as the loop drives it: input, events and answers in, effects
//! and frames out. No terminal, no clock, no sleep.

mod attached;
mod auto_approved;
mod bytes;
mod confirm;
mod context;
mod custom;
mod drafts;
mod edges;
mod effort;
mod files;
mod first_screen;
mod frames;
mod frozen;
mod harness;
mod hints;
mod interrupt;
mod languages;
mod leaving;
mod looks;
mod mouse;
mod note;
mod notify;
mod own_keys;
mod pictures;
mod plan;
mod probing;
pub mod prompts;
mod reach;
mod review;
mod roles;
mod sessions;
mod splits;
mod stall;
mod storm;
mod times;
mod type_ahead;
mod vim;
mod writes;

pub use harness::TuiHarness;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyEvent, KeyEventKind};
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use uuid::Uuid;

use super::app::{App, Redraw};
use super::effect::Effect;
use super::keymap::Key;
use super::screen::Screen;
use client::input::{Input, InputKind};
use protocol::approval::{CommandSwitch, Mode, PolicyState, TextSwitch};
use protocol::command::Command;
use protocol::event::{Delivery, Event, EventKind};
use protocol::ids::{MessageId, RunId, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::query::{GitFacts, Query, Reply, TreeEntry, WorkspaceFacts};
use protocol::session::{ContextWindow, RunResult, SessionSettings};
use protocol::usage::Usage;

/// Returns the session of these tests.
pub fn session() -> SessionId {
    SessionId(Uuid::from_u128(1))
}

pub fn run_id() -> RunId {
    RunId(Uuid::from_u128(2))
}

pub fn event(session: SessionId, fact: EventKind) -> Event {
    Event {
        seq: None,
        at: Timestamp::from_second(1_800_000_000).unwrap(),
        session,
        run: Some(run_id()),
        fact,
    }
}

/// Returns the rows of a buffer without trailing blanks.
pub fn text_of(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let mut row = String::new();
        let mut skip = 0;
        for x in buffer.area.left()..buffer.area.right() {
            let symbol = buffer[(x, y)].symbol();
            if skip == 0 {
                row.push_str(symbol);
                skip = unicode_width::UnicodeWidthStr::width(symbol);
            }
            skip = skip.saturating_sub(1);
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// Returns the styles of a buffer: per row, runs of the same style with their columns.
pub fn styles_of(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        let mut begin = buffer.area.left();
        for x in buffer.area.left()..=buffer.area.right() {
            let ends =
                x == buffer.area.right() || buffer[(x, y)].style() != buffer[(begin, y)].style();
            if !ends {
                continue;
            }
            let style = buffer[(begin, y)].style();
            let colour = |colour: Option<ratatui::style::Color>| {
                colour.map_or("-".to_owned(), |colour| colour.to_string())
            };
            out.push_str(&format!(
                "{y}:{begin}-{} {} on {} {:?}\n",
                x - 1,
                colour(style.fg),
                colour(style.bg),
                style.add_modifier
            ));
            begin = x;
        }
    }
    out
}

pub fn settings() -> SessionSettings {
    SessionSettings {
        name: "auth-refactor".into(),
        cwd: PathBuf::from("/home/me/shop"),
        agent: "build".into(),
        provider: "ollama".into(),
        model: "qwen3-coder".into(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

pub fn policy(mode: Mode) -> PolicyState {
    PolicyState {
        mode,
        mode_before: None,
        text: TextSwitch::Propose,
        command: CommandSwitch::Ask,
        text_until_next_message: false,
        command_until_next_message: false,
        rules: Vec::new(),
    }
}

pub fn message(id: u128, role: Role, text: &str) -> Message {
    Message {
        id: MessageId(Uuid::from_u128(100 + id)),
        session: session(),
        run: Some(run_id()),
        at: Timestamp::from_second(1_800_000_000).unwrap(),
        role,
        blocks: vec![Block::Text { text: text.into() }],
        state: MessageState::Complete,
        model: Some("ollama/qwen3-coder".into()),
        usage: None,
    }
}

fn workspace() -> WorkspaceFacts {
    WorkspaceFacts {
        root: PathBuf::from("/home/me/shop"),
        detected_by: "git".into(),
        trusted: true,
        writable: true,
        git: Some(GitFacts {
            branch: "main".into(),
            ahead: 3,
            behind: 0,
            changed: vec![("src/auth/session.rs".into(), 'M')],
        }),
        programs: Vec::new(),
        attached_to: None,
        in_memory: false,
        instructions: Vec::new(),
        kind: Default::default(),
    }
}

fn entries() -> Vec<TreeEntry> {
    let entry = |name: &str, is_folder, git| TreeEntry {
        name: name.into(),
        path: name.into(),
        is_folder,
        bytes: 10,
        git,
    };
    vec![
        entry("src", true, Some('M')),
        entry("tests", true, None),
        entry("Cargo.toml", false, Some('M')),
        entry("README.md", false, None),
    ]
}
