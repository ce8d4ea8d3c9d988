//! A program in a terminal: its output is emulated, typed keys go to it, and a test waits
//! for named conditions.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use portable_pty::{Child, CommandBuilder, MasterPty, PtyPair, PtySize, SlavePty};

use super::terminal::{DEVICE_ATTRIBUTES, Key, Kind, Questions, find, whole_frames};
use super::view::View;

/// Time limit of every wait.
const LIMIT: Duration = Duration::from_secs(60);
/// Time that a wait listens to the terminal before it checks again a condition outside the screen.
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// The bar accepts a decision from 400 ms after it got the keys.
const ARMED: Duration = Duration::from_millis(450);

pub struct Session {
    master: Box<dyn MasterPty + Send>,
    /// Held open, so that the terminal outlives the program and its modes can be read.
    slave: Option<Box<dyn SlavePty + Send>>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Piece>,
    parser: vt100::Parser,
    bytes: Vec<u8>,
    /// Number of bytes that the screen shows: a synchronized frame is shown when it is whole.
    shown: usize,
    /// Time of the last bytes.
    heard_at: Instant,
    questions: Questions,
    kind: Kind,
    lines_before: String,
    status: Option<u32>,
}

impl Session {
    /// Starts a command in a terminal.
    pub fn begin(pair: PtyPair, command: CommandBuilder, kind: Kind) -> Self {
        let PtyPair { master, slave } = pair;
        let size = master.get_size().expect("the size");
        let lines_before = line_modes(master.as_ref());
        let mut reader = master.try_clone_reader().expect("a reader");
        let writer = master.take_writer().expect("a writer");
        let child = slave.spawn_command(command).expect("the program starts");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 65_536];
            // An error means that the other side is closed.
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                let piece = Piece {
                    at: Instant::now(),
                    bytes: buffer[..length].to_vec(),
                };
                if sender.send(piece).is_err() {
                    return;
                }
            }
        });
        Self {
            master,
            slave: Some(slave),
            writer,
            child,
            output,
            parser: vt100::Parser::new(side(size.rows), side(size.cols), 0),
            bytes: Vec::new(),
            shown: 0,
            heard_at: Instant::now(),
            questions: Questions::default(),
            kind,
            lines_before,
            status: None,
        }
    }

    /// Returns the present screen.
    pub fn view(&self) -> View<'_> {
        View::of(self.parser.screen())
    }

    /// Returns everything that was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the process number.
    pub fn pid(&self) -> Pid {
        let number = self.child.process_id().expect("it was started");
        Pid::from_raw(i32::try_from(number).expect("a process number"))
    }

    /// Waits until the screen satisfies the condition. The only place where a test waits.
    pub fn wait_until(&mut self, name: &str, mut condition: impl FnMut(View<'_>) -> bool) {
        let deadline = Instant::now() + LIMIT;
        while !condition(self.view()) {
            let over = Instant::now() >= deadline;
            assert!(!over, "not within {LIMIT:?}: {name}\n{}", self.dump());
            if self.listen(LOOK_AGAIN, Most::All) == Heard::TheEnd && !condition(self.view()) {
                panic!("the program ended before: {name}\n{}", self.dump());
            }
        }
    }

    /// Waits until the whole output satisfies the condition.
    pub fn wait_until_written(&mut self, name: &str, mut condition: impl FnMut(&[u8]) -> bool) {
        let deadline = Instant::now() + LIMIT;
        while !condition(&self.bytes) {
            let over = Instant::now() >= deadline;
            assert!(!over, "not within {LIMIT:?}: {name}\n{}", self.dump());
            self.listen(LOOK_AGAIN, Most::All);
        }
    }

    /// Waits until the screen satisfies the condition, checking it after every piece of output.
    /// Returns when the decisive piece arrived, regardless of the cost of checking.
    pub fn time_of(
        &mut self,
        name: &str,
        mut condition: impl FnMut(&vt100::Screen) -> bool,
    ) -> Instant {
        let deadline = Instant::now() + LIMIT;
        while !condition(self.parser.screen()) {
            let over = Instant::now() >= deadline;
            assert!(!over, "not within {LIMIT:?}: {name}\n{}", self.dump());
            let heard = self.listen(LIMIT, Most::One);
            assert!(
                heard != Heard::TheEnd,
                "it ended before: {name}\n{}",
                self.dump()
            );
        }
        self.heard_at
    }

    /// Waits for a condition elsewhere, also after the program has ended.
    pub fn wait_until_gone(&mut self, name: &str, mut condition: impl FnMut() -> bool) {
        let deadline = Instant::now() + LIMIT;
        while !condition() {
            let over = Instant::now() >= deadline;
            assert!(!over, "not within {LIMIT:?}: {name}\n{}", self.dump());
            self.listen(LOOK_AGAIN, Most::All);
        }
    }

    /// Waits until the screen shows all of these.
    pub fn wait_for(&mut self, words: &[&str]) {
        self.wait_until(&words.join(", "), |view| view.shows_all(words));
    }

    /// Processes the output of this period.
    pub fn listen_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() || self.listen(rest, Most::All) == Heard::TheEnd {
                return;
            }
        }
    }

    /// Waits until nothing was written for `quiet`.
    pub fn wait_for_quiet(&mut self, name: &str, quiet: Duration) {
        let deadline = Instant::now() + LIMIT;
        let mut since = Instant::now();
        while since.elapsed() < quiet {
            let over = Instant::now() >= deadline;
            assert!(!over, "never quiet for {quiet:?}: {name}\n{}", self.dump());
            match self.listen(quiet.saturating_sub(since.elapsed()), Most::All) {
                Heard::Bytes => since = Instant::now(),
                Heard::Nothing => {}
                Heard::TheEnd => panic!("the program ended: {name}\n{}", self.dump()),
            }
        }
    }

    /// Waits until the program has ended; returns its status.
    pub fn wait_for_end(&mut self) -> u32 {
        let deadline = Instant::now() + LIMIT;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            let over = Instant::now() >= deadline;
            assert!(!over, "it does not end\n{}", self.dump());
            self.listen(LOOK_AGAIN, Most::All);
        };
        // Read the last output too: reading ends when no process holds the other side.
        self.slave = None;
        while self.listen(LIMIT, Most::All) == Heard::Bytes {}
        self.status = Some(status.exit_code());
        status.exit_code()
    }

    /// Types a text, each character as a key.
    pub fn text(&mut self, text: &str) {
        self.send(text.as_bytes());
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.send(&self.kind.bytes(key));
    }

    /// Pastes a text, as a terminal does with bracketed paste.
    pub fn paste(&mut self, text: &str) {
        self.send(format!("\x1b[200~{text}\x1b[201~").as_bytes());
    }

    /// Types a line and presses Enter.
    pub fn line(&mut self, text: &str) {
        self.text(text);
        self.wait_until("the line is in the editor", |view| {
            view.draft().contains(text)
        });
        self.press(Key::Enter);
    }

    /// Waits until the program has handled everything typed: it queries the terminal again when
    /// asked to redraw.
    pub fn settle(&mut self) {
        self.press(Key::Ctrl('l'));
        let deadline = Instant::now() + LIMIT;
        let mut from = self.bytes.len();
        while find(&self.bytes[from..], DEVICE_ATTRIBUTES).is_none() {
            let over = Instant::now() >= deadline;
            assert!(!over, "it does not redraw\n{}", self.dump());
            from = from.max(self.bytes.len().saturating_sub(DEVICE_ATTRIBUTES.len()));
            self.listen(LOOK_AGAIN, Most::All);
        }
    }

    /// Focuses the bar with F2 and answers it with a key, once it accepts one.
    pub fn decide(&mut self, key: &str) {
        self.press(Key::F(2));
        self.answer(key);
    }

    /// Answers the focused bar, once it accepts a key.
    pub fn answer(&mut self, key: &str) {
        self.settle();
        let settled = Instant::now();
        self.wait_until("the bar is armed", |_| settled.elapsed() > ARMED);
        self.text(key);
    }

    /// Overwrites the screen, as another program would.
    pub fn scribble(&mut self) {
        self.parser.process(b"\x1b[2J\x1b[Hscribbled");
    }

    /// Resizes the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(side(rows), side(columns));
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        self.master.resize(size).expect("another size");
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: Signal) {
        kill(self.pid(), signal).expect("a signal can be sent");
    }

    /// Whether the terminal's line modes are as before the program was started: not raw.
    pub fn line_is_as_before(&self) -> bool {
        line_modes(self.master.as_ref()) == self.lines_before
    }

    /// Returns the screen and the state of the program, for a failure message.
    pub fn dump(&self) -> String {
        let (rows, columns) = self.parser.screen().size();
        let status = match self.status {
            Some(status) => format!("ended with {status}"),
            None => "running".to_owned(),
        };
        format!(
            "--- {columns}x{rows}, {} bytes, {status}\n{}\n---",
            self.bytes.len(),
            self.view().text()
        )
    }

    fn send(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).expect("it can be typed");
        self.writer.flush().expect("it can be typed");
    }

    /// Reads the output of this period, and answers queries as the terminal would.
    fn listen(&mut self, time: Duration, most: Most) -> Heard {
        let first = match self.output.recv_timeout(time) {
            Ok(piece) => piece,
            Err(RecvTimeoutError::Timeout) => return Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                self.show(self.bytes.len());
                return Heard::TheEnd;
            }
        };
        let more: Vec<Piece> = match most {
            Most::One => Vec::new(),
            Most::All => self.output.try_iter().collect(),
        };
        for Piece { at, bytes } in std::iter::once(first).chain(more) {
            self.bytes.extend_from_slice(&bytes);
            self.heard_at = at;
        }
        let end = if self.kind.synchronizes() {
            whole_frames(&self.bytes, self.shown)
        } else {
            self.bytes.len()
        };
        self.show(end);
        let answers = self.questions.answers(self.kind, &self.bytes);
        // A program that has ended needs no answer.
        self.writer.write_all(&answers).ok();
        Heard::Bytes
    }

    /// Shows the output up to here.
    fn show(&mut self, end: usize) {
        self.parser.process(&self.bytes[self.shown..end]);
        self.shown = end;
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// Bytes from the program, with their time.
struct Piece {
    at: Instant,
    bytes: Vec<u8>,
}

/// Number of pieces to take at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Most {
    /// One, to check the screen after it.
    One,
    /// All available ones.
    All,
}

/// Output received from the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heard {
    Bytes,
    Nothing,
    TheEnd,
}

fn line_modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios())
}

fn side(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a side is not zero")
}
