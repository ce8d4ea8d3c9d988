//! Questions, keys and a small screen for the tests of the bar.

use std::time::Duration;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use jiff::Timestamp;
use uuid::Uuid;

use crate::bar::{Bar, BarContext, Where};
use crate::effect::Effect;
use crate::input::Window;
use crate::motion::Motion;
use crate::screen::Glyphs;
use client::input::{Input, InputKind};
use notice::Notice;
use protocol::approval::{
    AlwaysScope, Answer, Decision, GrantScope, ProposedNote, Question, QuestionBody, RiskReport,
    Validation,
};
use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
use protocol::command::Command;
use protocol::ids::{ContentHash, QuestionId, RunId, SessionId};

pub(super) fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

pub(super) fn id(number: u128) -> QuestionId {
    QuestionId(Uuid::from_u128(number))
}

pub(super) fn prompt(number: u128, body: QuestionBody, risk: RiskReport) -> Question {
    let tool = match &body {
        QuestionBody::Write { .. } => "write_file",
        QuestionBody::Delete { .. } => "delete_file",
        QuestionBody::Command { .. } => "shell_exec",
        _ => "clarify_user",
    };
    let scope = |scope, grants: &str, pattern: Option<&str>| AlwaysScope {
        scope,
        grants: Notice::text(grants),
        pattern: pattern.map(str::to_owned),
    };
    Question {
        id: id(number),
        session: SessionId(Uuid::from_u128(1)),
        run: RunId(Uuid::from_u128(2)),
        call: None,
        tool: tool.to_owned(),
        origin: "build".to_owned(),
        shown: ContentHash::of(format!("{number} {body:?}").as_bytes()),
        body,
        risk,
        changed: false,
        scopes: vec![
            scope(
                GrantScope::UntilNextMessage,
                "all of this type until your next message",
                None,
            ),
            scope(
                GrantScope::Session,
                "this session",
                Some("write_file(src/**)"),
            ),
            scope(
                GrantScope::Workspace,
                "this workspace",
                Some("write_file(src/**)"),
            ),
            scope(GrantScope::User, "this user", Some("write_file(src/**)")),
        ],
        created_at: Timestamp::UNIX_EPOCH,
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

pub(super) fn write(number: u128) -> Question {
    let line = |kind, content: &str| DiffLine {
        kind,
        content: content.to_owned(),
    };
    let hunk = DiffHunk {
        old_start: 40,
        old_count: 3,
        new_start: 40,
        new_count: 4,
        lines: vec![
            line(DiffLineKind::Context, "pub async fn refresh(&self) {"),
            line(DiffLineKind::Remove, "let tok = self.inner.fetch().await?;"),
            line(
                DiffLineKind::Add,
                "let _g = self.locks.get(self.uid).lock().await;",
            ),
        ],
    };
    let diff = FileDiff {
        path: "src/auth/session.rs".to_owned(),
        change: DiffChange::Modified,
        hunks: vec![hunk.clone(), hunk.clone(), hunk.clone(), hunk],
        added: 18,
        removed: 6,
        truncated: false,
    };
    let body = QuestionBody::Write {
        path: "src/auth/session.rs".to_owned(),
        diff,
        note: None,
    };
    prompt(
        number,
        body,
        RiskReport::low(Notice::text("inside the workspace")),
    )
}

pub(super) fn command(number: u128, command: &str, risk: RiskReport) -> Question {
    let body = QuestionBody::Command {
        command: command.to_owned(),
        cwd: "~/src/shop".to_owned(),
        sandbox: Default::default(),
        proposed: None,
        touches: Vec::new(),
        uncovered: None,
    };
    let mut question = prompt(number, body, risk);
    question.origin = "test-writer".to_owned();
    question
}

pub(super) fn input(number: u128, validation: Validation) -> Question {
    let body = QuestionBody::Input {
        question: "Which user id should the test account have?  (tests/fixtures/users.json)"
            .to_owned(),
        validation,
    };
    prompt(number, body, RiskReport::low(Notice::text("a question")))
}

pub(super) fn press(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

pub(super) fn repeat(code: KeyCode) -> KeyEvent {
    KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Repeat)
}

/// The session of the bar.
pub(super) const SESSION: SessionId = SessionId(Uuid::nil());

/// The bar alone, with the surroundings that it asks about: the draft, the focus and the window.
#[derive(Debug, Clone)]
pub(super) struct BarHarness {
    pub(super) bar: Bar,
    pub(super) now: Duration,
    pub(super) editor: String,
    pub(super) focus: Where,
    pub(super) last_key: Option<Duration>,
    pub(super) releases: bool,
    window: Window,
    pub(super) answers: Vec<Answer>,
    pub(super) seen: Vec<Effect>,
    last_byte: Option<Duration>,
    unsettled: bool,
}

impl Default for BarHarness {
    fn default() -> Self {
        Self {
            bar: Bar::new(SESSION, Glyphs::Unicode, Motion::Full),
            now: Duration::ZERO,
            editor: String::new(),
            focus: Where::default(),
            last_key: None,
            releases: false,
            window: Window::default(),
            answers: Vec::new(),
            seen: Vec::new(),
            last_byte: None,
            unsettled: false,
        }
    }
}

impl BarHarness {
    pub(super) fn context(&self) -> BarContext {
        BarContext {
            editor_empty: self.editor.is_empty(),
            last_editor_key_at: self.last_key,
            focus: self.focus,
            releases_reported: self.releases,
            window: self.window,
        }
    }

    /// Advances the time, with every tick that the bar requests and the report that a key was
    /// alone, each at its time.
    pub(super) fn wait(&mut self, milliseconds: u64) {
        let end = self.now + ms(milliseconds);
        loop {
            let settled = self
                .last_byte
                .filter(|_| self.unsettled)
                .map(|at| at + ms(30));
            let tick = self.bar.next_deadline().map(|at| at.max(self.now));
            let next = [settled, tick].into_iter().flatten().min();
            let Some(next) = next.filter(|next| *next <= end) else {
                break;
            };
            let stuck = next == self.now;
            self.now = next;
            let effects = if settled == Some(next) {
                self.unsettled = false;
                self.deliver(InputKind::Settled, true)
            } else {
                let context = self.context();
                self.bar.tick(next, &context)
            };
            self.apply(effects);
            if stuck && self.bar.next_deadline() == Some(next) && !self.unsettled {
                panic!("the bar asks for the same tick for ever");
            }
        }
        self.now = end;
    }

    fn deliver(&mut self, kind: InputKind, alone: bool) -> Vec<Effect> {
        let context = self.context();
        let input = Input {
            at: self.now,
            alone,
            kind,
        };
        self.bar.input(&input, &context).0
    }

    /// Receives input that comes as bytes from the terminal.
    pub(super) fn receive(&mut self, kind: InputKind) {
        let alone = self
            .last_byte
            .is_none_or(|before| self.now.saturating_sub(before) >= ms(30));
        self.last_byte = Some(self.now);
        let is_key = matches!(kind, InputKind::Key(_));
        match kind {
            InputKind::FocusGained => {
                self.window = Window::Here {
                    since: Some(self.now),
                }
            }
            InputKind::FocusLost => self.window = Window::Away,
            _ => {}
        }
        self.unsettled = is_key;
        let had_focus = self.bar.has_focus();
        let came = kind.clone();
        let effects = self.deliver(kind, alone);
        if self.focus == Where::Editor && !had_focus {
            match &came {
                InputKind::Key(key) => {
                    if let KeyCode::Char(character) = key.code {
                        self.editor.push(character);
                    }
                    self.last_key = Some(self.now);
                }
                InputKind::Paste(text) => self.editor.push_str(text),
                _ => {}
            }
        }
        self.apply(effects);
    }

    pub(super) fn key(&mut self, code: KeyCode) {
        self.receive(InputKind::Key(press(code)));
    }

    pub(super) fn click(&mut self) {
        self.receive(InputKind::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 3,
            row: 3,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// Clicks at a place of the bar, and turns the wheel over it.
    pub(super) fn point(&mut self, column: u16, row: u16, by: isize) {
        let area = ratatui::layout::Rect::new(0, 0, 120, 16);
        let at = ratatui::layout::Position::new(column, row);
        self.bar.click(area, at);
        self.bar.wheel(by);
    }

    /// Returns the rows of the bar in the area that clicks refer to.
    pub(super) fn rows(&self) -> Vec<String> {
        let area = ratatui::layout::Rect::new(0, 0, 120, 16);
        let mut buffer = ratatui::buffer::Buffer::empty(area);
        let mut bar = self.bar.clone();
        bar.set_surroundings(&self.context());
        bar.draw(area, &mut buffer, &crate::theme::Theme::default());
        let text = crate::tests::text_of(&buffer);
        text.lines().map(str::to_owned).collect()
    }

    /// Presses a key with nothing behind it.
    pub(super) fn lone(&mut self, code: KeyCode) {
        self.key(code);
        self.wait(100);
    }

    /// Types text at a user's pace, slow enough that each key is alone.
    pub(super) fn type_slowly(&mut self, text: &str) {
        for character in text.chars() {
            self.key(KeyCode::Char(character));
            self.wait(60);
        }
    }

    pub(super) fn open(&mut self, question: Question) {
        let effects = self.bar.open(question);
        self.apply(effects);
    }

    pub(super) fn close(&mut self, id: QuestionId) {
        let effects = self.bar.answered(id);
        self.apply(effects);
    }

    /// Presses `F2` and waits until the bar is armed.
    pub(super) fn take_bar(&mut self) {
        self.key(KeyCode::F(2));
        self.wait(450);
    }

    fn apply(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match &effect {
                Effect::Send(Command::AnswerQuestion { answer, .. }) => {
                    self.answers.push(answer.clone());
                }
                Effect::FocusBar => self.focus = Where::Bar,
                Effect::FocusEditor => self.focus = Where::Editor,
                Effect::Type(keys) => {
                    for key in keys {
                        if let KeyCode::Char(character) = key.code {
                            self.editor.push(character);
                        }
                    }
                    self.last_key = Some(self.now);
                }
                Effect::Insert(text) => self.editor.push_str(text),
                _ => {}
            }
            self.seen.push(effect);
        }
    }
}

pub(super) fn with(question: Question) -> BarHarness {
    let mut screen = BarHarness::default();
    screen.open(question);
    screen
}

/// Returns the decisions, in order.
pub(super) fn decisions(screen: &BarHarness) -> Vec<Decision> {
    screen
        .answers
        .iter()
        .map(|answer| answer.decision.clone())
        .collect()
}

/// A command of high risk.
pub(super) fn high() -> Question {
    command(
        1,
        "rm -rf target",
        RiskReport::high(Notice::text("deletes")),
    )
}

/// A command beside two proposed hunks.
pub(super) fn beside_proposed(risk: RiskReport) -> Question {
    let mut question = command(1, "cargo test", risk);
    if let QuestionBody::Command { proposed, .. } = &mut question.body {
        *proposed = Some(ProposedNote {
            hunks: 2,
            files: vec!["src/a.rs".into(), "src/b.rs".into()],
            unwritten: None,
        });
    }
    question
}
