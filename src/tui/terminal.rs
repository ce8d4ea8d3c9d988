//! The terminal's modes: set together and restored together, also on a panic and on a signal.
//!
//! Owns raw mode, the alternate screen, bracketed paste, focus reports, the key protocol, the
//! queries to the terminal and the clipboard. Reads nothing: answers arrive as input. Called only
//! by the loop.

mod appearance;
mod clusters;
mod cursor;
mod mouse;
mod questions;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Once, OnceLock};
use std::thread::ThreadId;

use base64::Engine as _;

pub mod findings;

use client::input::{ModeState, TerminalReply};
pub use cursor::CursorShape;
use findings::KeyFindings;
pub use mouse::MouseCapture;
use notice::{Notice, notice};
pub use questions::AllowedQueries;

/// The terminal cannot show the full screen.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum TerminalError {
    /// There is no terminal.
    NotATerminal {
        /// `input` or `output`.
        stream: &'static str,
    },
    /// The terminal has no capabilities.
    Dumb,
    Io(#[from] io::Error),
}

impl TerminalError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            TerminalError::NotATerminal { stream } => notice!("told-terminal-none", word = stream),
            TerminalError::Dumb => notice!("told-terminal-dumb"),
            TerminalError::Io(error) => notice!("told-terminal-unusable", why = error),
        }
    }
}

/// Whether the program's modes are set, for the panic hook.
static ENTERED: AtomicBool = AtomicBool::new(false);
/// The active key protocol, for the panic hook.
static KEYS: AtomicU8 = AtomicU8::new(KEYS_LEGACY);
static HOOK: Once = Once::new();
/// The drawing thread, for the panic hook.
static DRAWING_THREAD: OnceLock<ThreadId> = OnceLock::new();

const KEYS_LEGACY: u8 = 0;
const KEYS_KITTY: u8 = 1;
const KEYS_XTERM: u8 = 2;

/// Sets the alternate screen, bracketed paste and focus reports, and keeps the wheel from sending
/// arrow keys. Some terminals do that by default, so the mode is saved first (XTSAVE).
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?1007s\x1b[?1007l\x1b[?2004h\x1b[?1004h\x1b[?25l";
/// Restores those modes, with the colours, the cursor and the wheel as they were.
const LEAVE: &[u8] = b"\x1b[?2026l\x1b[?1004l\x1b[?2004l\x1b[?1007r\x1b[0m\x1b[?25h\x1b[?1049l";
/// The kitty flags: disambiguate keys, report releases, report the shifted character (1 | 2 | 4).
const KITTY_PUSH: &[u8] = b"\x1b[>7u";
const KITTY_POP: &[u8] = b"\x1b[<u";
const XTERM_KEYS_ON: &[u8] = b"\x1b[>4;2m";
const XTERM_KEYS_OFF: &[u8] = b"\x1b[>4m";
/// Maximum length of a clipboard text that terminals accept.
const CLIPBOARD_LIMIT: usize = 74_994;

/// The keyboard protocol, for the status line and the help.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyProtocol {
    /// The traditional encoding; Shift+Enter and Ctrl+Tab look like Enter and Tab.
    #[default]
    Legacy,
    /// The kitty protocol.
    Kitty,
    /// xterm's modifyOtherKeys, in xterm itself and through tmux.
    Xterm,
}

impl KeyProtocol {
    /// Returns the protocol's name.
    pub fn word(self) -> &'static str {
        match self {
            KeyProtocol::Legacy => "basic",
            KeyProtocol::Kitty => "kitty",
            KeyProtocol::Xterm => "xterm",
        }
    }
}

/// The terminal with the program's modes set. Dropping it restores the original modes.
#[derive(Debug)]
pub struct Terminal {
    findings: KeyFindings,
    asked: AllowedQueries,
    answered: bool,
}

impl Terminal {
    /// Sets the modes.
    ///
    /// # Errors
    /// If input or output is not a terminal, or the terminal is dumb.
    pub fn enter(variable: impl Fn(&str) -> Option<String>) -> Result<Self, TerminalError> {
        for (is_terminal, stream) in [
            (io::stdout().is_terminal(), "output"),
            (io::stdin().is_terminal(), "input"),
        ] {
            if !is_terminal {
                return Err(TerminalError::NotATerminal { stream });
            }
        }
        if variable("TERM").is_some_and(|term| term == "dumb") {
            return Err(TerminalError::Dumb);
        }
        // The program has one terminal and one drawing thread; a second call finds the value set.
        DRAWING_THREAD.get_or_init(|| std::thread::current().id());
        HOOK.call_once(restore_on_panic);
        let mut terminal = Self {
            asked: AllowedQueries::of_environment(&variable),
            findings: KeyFindings::of_environment(variable),
            answered: false,
        };
        terminal.set_modes()?;
        Ok(terminal)
    }

    fn set_modes(&mut self) -> Result<(), TerminalError> {
        crossterm::terminal::enable_raw_mode()?;
        ENTERED.store(true, Ordering::SeqCst);
        self.write(ENTER)?;
        self.write(&appearance::enter())?;
        self.write(mouse::enter())?;
        self.write(clusters::enter())?;
        self.write(&cursor::enter())?;
        // Comes after the alternate screen, which has a flag stack of its own.
        match self.findings.protocol {
            KeyProtocol::Kitty => self.write(KITTY_PUSH)?,
            KeyProtocol::Xterm => self.write(XTERM_KEYS_ON)?,
            KeyProtocol::Legacy => {}
        }
        Ok(())
    }

    /// Returns columns and rows.
    ///
    /// # Errors
    /// If the terminal does not report its size.
    pub fn size(&self) -> Result<(u16, u16), TerminalError> {
        Ok(crossterm::terminal::size()?)
    }

    /// Queries the terminal's capabilities. Does not wait; the answers arrive as input.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn probe(&mut self) -> Result<(), TerminalError> {
        self.write(&self.asked.at_start())
    }

    /// Returns the findings about the terminal's keys and other capabilities.
    pub fn findings(&self) -> &KeyFindings {
        &self.findings
    }

    /// Takes an answer. Returns the key protocol if this answer set it.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn answered(
        &mut self,
        reply: &TerminalReply,
    ) -> Result<Option<KeyProtocol>, TerminalError> {
        match reply {
            TerminalReply::Version(name) => self.findings.named(name),
            TerminalReply::Mode { mode, state } => self.mode_is(*mode, *state)?,
            TerminalReply::DeviceAttributes => self.findings.modes.nothing_more_comes(),
            _ => {}
        }
        let legacy = self.findings.protocol == KeyProtocol::Legacy;
        let (protocol, bytes, mark) = match reply {
            TerminalReply::KittyFlags(_) if legacy => (KeyProtocol::Kitty, KITTY_PUSH, KEYS_KITTY),
            // Every terminal answers this query last, so no other answer will follow.
            TerminalReply::DeviceAttributes
                if legacy && self.findings.speaks_xterm() && !self.answered =>
            {
                self.answered = true;
                (KeyProtocol::Xterm, XTERM_KEYS_ON, KEYS_XTERM)
            }
            _ => return Ok(None),
        };
        self.write(bytes)?;
        self.findings.protocol = protocol;
        KEYS.store(mark, Ordering::SeqCst);
        Ok(Some(protocol))
    }

    fn mode_is(&mut self, mode: u16, state: ModeState) -> Result<(), TerminalError> {
        match mode {
            2026 => {
                self.findings.modes.synchronized = Some(state.can_be_set());
                Ok(())
            }
            2027 => self.count_clusters(state),
            2031 if state.can_be_set() => self.report_lightness(),
            _ => Ok(()),
        }
    }

    /// Writes bytes immediately.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), TerminalError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()?;
        Ok(())
    }

    /// Restores the original modes for another program, runs `work`, and sets the modes again.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn lend<T>(&mut self, work: impl FnOnce() -> T) -> Result<T, TerminalError> {
        restore();
        let done = work();
        self.set_modes()?;
        Ok(done)
    }

    /// Sets the modes again after the program was stopped and resumed.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn resume(&mut self) -> Result<(), TerminalError> {
        restore();
        self.set_modes()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether the program's modes are set; false while another program has the terminal.
pub fn is_ours() -> bool {
    ENTERED.load(Ordering::SeqCst)
}

/// Returns the bytes that ask the terminal to put a text on the clipboard (OSC 52), or `None` if it
/// is too long for terminals.
pub fn copy_sequence(text: &str) -> Option<Vec<u8>> {
    let encoded = base64::engine::general_purpose::STANDARD.encode(text);
    (encoded.len() <= CLIPBOARD_LIMIT).then(|| format!("\x1b]52;c;{encoded}\x07").into_bytes())
}

/// Restores every mode, once; safe to call at any time and from the panic hook.
fn restore() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let bytes = leave(KEYS.load(Ordering::SeqCst));
    // If the terminal is gone, nothing is left to do.
    let mut out = io::stdout().lock();
    out.write_all(&bytes).ok();
    out.flush().ok();
    crossterm::terminal::disable_raw_mode().ok();
}

/// Returns the bytes that restore every mode, for every way out including a panic.
fn leave(keys: u8) -> Vec<u8> {
    let mut bytes = match keys {
        KEYS_KITTY => KITTY_POP.to_vec(),
        KEYS_XTERM => XTERM_KEYS_OFF.to_vec(),
        _ => Vec::new(),
    };
    bytes.extend_from_slice(mouse::LEAVE);
    bytes.extend_from_slice(clusters::leave());
    bytes.extend_from_slice(&cursor::leave());
    bytes.extend_from_slice(appearance::LEAVE);
    bytes.extend_from_slice(LEAVE);
    bytes
}

/// Installs a panic hook. A panic of the drawing thread ends the program, so the hook restores the
/// terminal first. A panic of another thread is caught by its owner: it must neither end the screen
/// nor write over it.
fn restore_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |information| {
        let here = std::thread::current().id();
        let draws = DRAWING_THREAD.get().is_none_or(|thread| *thread == here);
        if !draws && ENTERED.load(Ordering::SeqCst) {
            tracing::error!(panic = %information, "a thread in the background panicked");
            return;
        }
        restore();
        before(information);
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_set_is_taken_back_also_on_a_panic() {
        // The panic hook, a signal and a regular end write the same bytes.
        for keys in [KEYS_LEGACY, KEYS_KITTY, KEYS_XTERM] {
            let text = String::from_utf8(leave(keys)).unwrap();
            for mode in [
                "1000", "1002", "1006", "1004", "2004", "1049", "2026", "2031",
            ] {
                assert!(text.contains(&format!("\x1b[?{mode}l")), "{mode}: {text:?}");
            }
        }
        let set = String::from_utf8(ENTER.to_vec()).unwrap();
        assert!(set.contains("\x1b[?1007l"), "the wheel sends no arrows");
        let given_back = String::from_utf8(LEAVE.to_vec()).unwrap();
        assert!(set.contains("\x1b[?1007s\x1b[?1007l") && given_back.contains("\x1b[?1007r"));
        assert!(!set.contains("1003"));
    }
}
