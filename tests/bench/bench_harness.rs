//! A place, a model server, and the program in a terminal of 200x60, ready for input.

use std::path::Path;

use crate::harness::{Place, Session, Start};
use crate::server::{Answer, Server};

/// Size of the terminal.
pub const SIZE: (u16, u16) = (200, 60);

/// The model's context window, in tokens.
const WINDOW: &str = "2000000";

/// Text above the editor in every frame.
const EDITOR: &str = "── draft ──";

pub struct BenchHarness {
    /// Folders of this harness alone.
    pub place: Place,
    pub server: Server,
}

impl BenchHarness {
    /// Creates new folders, and a server without answers.
    pub fn new() -> Self {
        Self {
            place: Place::new(),
            server: Server::start(),
        }
    }

    /// Starts the program in the workspace without waiting.
    pub fn start(&self, arguments: &[&str]) -> Session {
        self.start_in(&self.place.work(), arguments)
    }

    /// Starts the program in a folder without waiting.
    pub fn start_in(&self, folder: &Path, arguments: &[&str]) -> Session {
        let mut words = vec!["--provider", "openai", "--model", "bench"];
        words.extend_from_slice(arguments);
        Start::program(&self.place, &words)
            .folder(folder.to_path_buf())
            .size(SIZE.0, SIZE.1)
            .variable("OPENAI_BASE_URL", &self.server.url)
            // Every conversation fits: a summary would be a request that no scene answers.
            .variable("AGENTICHAT_PROVIDERS_OPENAI_CONTEXT_LENGTH", WINDOW)
            .begin()
    }

    /// Starts the program and waits until it accepts messages.
    pub fn open(&self) -> Session {
        let mut session = self.start(&[]);
        session.wait_for(&[EDITOR, "openai/bench"]);
        session
    }

    /// Queues the model's answer to the next message, and sends a message.
    pub fn ask(&self, session: &mut Session, answer: Answer) {
        self.server.answer(answer);
        session.line("go on");
    }

    /// Like [`Self::ask`], and waits until the whole answer is there and the run is over.
    pub fn ask_and_wait(&self, session: &mut Session, answer: Answer, mark: &str) {
        self.ask(session, answer);
        session.wait_for(&[mark]);
        wait_for_the_end(session);
    }
}

/// Whether the first frame is drawn: the editor with its prompt.
pub fn is_drawn(screen: &vt100::Screen) -> bool {
    let (_, columns) = screen.size();
    screen
        .rows(0, columns.get())
        .any(|row| row.starts_with(EDITOR))
}

/// Whether a row of the screen contains `text`.
pub fn shows(screen: &vt100::Screen, text: &str) -> bool {
    let (_, columns) = screen.size();
    screen.rows(0, columns.get()).any(|row| row.contains(text))
}

/// Waits until no session is running.
pub fn wait_for_the_end(session: &mut Session) {
    session.wait_until("no run goes on", |view| !view.status().contains("running"));
}

/// Scrolls the conversation up by a screen, whatever has the focus.
pub fn page_up(session: &mut Session) {
    session.text("\x1b[5~");
}

/// Scrolls the conversation down by a screen.
pub fn page_down(session: &mut Session) {
    session.text("\x1b[6~");
}
