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
mod files;
mod frames;
mod frozen;
mod hints;
mod interrupt;
mod languages;
mod looks;
mod mouse;
mod note;
mod notify;
mod own_keys;
mod pictures;
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
mod writes;

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

/// A screen with its time and its effects.
pub struct TuiHarness {
    pub app: App,
    pub screen: Screen,
    pub now: Duration,
    pub effects: Vec<Effect>,
}

impl TuiHarness {
    fn bare(width: u16, height: u16) -> Self {
        Self {
            app: App::for_test(width, height),
            screen: Screen::new(width, height),
            now: Duration::from_secs(10),
            effects: Vec::new(),
        }
    }

    /// Creates a screen of this size for a session that does not exist yet.
    pub fn awaiting(width: u16, height: u16) -> Self {
        let mut harness = Self::bare(width, height);
        harness.app.await_session();
        harness
    }

    /// Reports that the session was created.
    pub fn created(&mut self) {
        self.fact(EventKind::SessionCreated {
            settings: settings(),
            policy: policy(Mode::Review),
        });
    }

    /// Creates a screen of this size with an open session.
    pub fn new(width: u16, height: u16) -> Self {
        Self::bare(width, height).opened()
    }

    /// Opens the session.
    fn opened(self) -> Self {
        let mut harness = self;
        harness.app.open_session(session());
        harness.created();
        harness.app.ask_for_surroundings();
        harness.collect();
        harness
    }

    /// Keeps the diff pane on the screen.
    pub fn with_diff_pinned(mut self) -> Self {
        self.app.model.panes.layout_request.diff = super::layout::DiffPlacement::Pinned;
        self
    }

    /// Creates a screen with an open session, a conversation, files and a workspace.
    pub fn furnished(width: u16, height: u16) -> Self {
        Self::new(width, height).furnish()
    }

    /// Adds a conversation, files and a workspace.
    fn furnish(self) -> Self {
        let mut harness = self;
        harness
            .app
            .reply(&Query::Workspace, Reply::Workspace { facts: workspace() });
        harness.app.reply(
            &Query::Tree {
                folder: String::new(),
            },
            Reply::Tree {
                folder: String::new(),
                entries: entries(),
            },
        );
        harness.fact(EventKind::MessageAdded {
            message: message(
                1,
                Role::User,
                "Refactor session refresh so that two tabs cannot race.",
            ),
        });
        harness.begin_run();
        harness.fact(EventKind::MessageAdded {
            message: message(
                2,
                Role::Assistant,
                "I will make refresh **single-flight**: one lock per user.",
            ),
        });
        harness.fact(EventKind::StepCompleted {
            step: protocol::ids::StepId(Uuid::from_u128(9)),
            usage: Usage {
                input_tokens: 96_000,
                output_tokens: 14_000,
                cost_usd: Some(0.84),
                ..Usage::default()
            },
            window: ContextWindow {
                used: 82_000,
                limit: 200_000,
                estimated: false,
            },
        });
        harness.fact(EventKind::RunCompleted {
            result: RunResult::default(),
        });
        harness.collect();
        harness.effects.clear();
        harness
    }

    pub fn fact(&mut self, fact: EventKind) {
        self.fact_of(session(), fact);
    }

    /// Delivers an event of this session.
    pub fn fact_of(&mut self, session: SessionId, fact: EventKind) {
        let event = Arc::new(event(session, fact));
        self.app.delivery(&Delivery::Event { event });
        self.collect();
    }

    pub fn begin_run(&mut self) {
        self.fact(EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(101)),
        });
    }

    /// Presses keys a second apart, so that each is alone and settles.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for text in keys.split(' ') {
            self.now += Duration::from_secs(1);
            self.key_now(text);
            self.now += Duration::from_millis(30);
            self.settle(text);
        }
        self
    }

    /// Types a text character by character.
    pub fn type_text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            match letter {
                ' ' => self.press("Space"),
                letter => self.press(&letter.to_string()),
            };
        }
        self
    }

    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.input(InputKind::Paste(text.into()));
        self
    }

    /// Draws the frame that shows the delayed effect of the last key, since no further key follows.
    fn settle(&mut self, key: &str) {
        let (width, height) = self.app.size();
        let empty = Buffer::empty(Rect::new(0, 0, width, height));
        let (mut before, mut after) = (empty.clone(), empty);
        self.app.draw(&mut before);
        self.input(InputKind::Settled);
        if self.app.dirty() == Redraw::No {
            super::view::draw(&self.app, &mut after);
            assert_eq!(text_of(&before), text_of(&after), "{key} is shown late");
        }
    }

    /// Presses a key without letting time pass.
    pub fn key_now(&mut self, text: &str) {
        let key = Key::parse(text).unwrap();
        let event = KeyEvent::new_with_kind(key.code, key.modifiers, KeyEventKind::Press);
        self.input(InputKind::Key(event));
    }

    pub fn input(&mut self, kind: InputKind) {
        if let InputKind::Resize(width, height) = kind {
            self.screen.resize(width, height);
        }
        self.app.input(&Input {
            at: self.now,
            alone: true,
            kind,
        });
        self.collect();
    }

    pub fn wait(&mut self, by: Duration) {
        self.now += by;
        self.app.tick(self.now);
        self.collect();
    }

    pub fn collect(&mut self) {
        self.effects.extend(self.app.take_effects());
    }

    /// Returns the commands since the last call.
    pub fn orders(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.effects)
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Send(command) => Some(command),
                _ => None,
            })
            .collect()
    }

    /// Draws a frame and returns its bytes.
    pub fn frame(&mut self) -> Vec<u8> {
        let app = &mut self.app;
        let bytes = self.screen.frame(|buf| app.draw(buf));
        self.collect();
        bytes
    }

    /// Returns the frame as text.
    pub fn text(&mut self) -> String {
        self.frame();
        text_of(self.screen.shown())
    }

    #[track_caller]
    pub fn shows(&mut self, words: &str) {
        let text = self.text();
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }

    #[track_caller]
    pub fn hides(&mut self, words: &str) {
        let text = self.text();
        assert!(!text.contains(words), "{words:?} is in\n{text}");
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
        known_as: Default::default(),
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
