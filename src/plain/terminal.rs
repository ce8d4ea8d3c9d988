//! The terminal's modes in the line mode: keys arrive one by one and are not echoed; everything
//! else stays. Dropping restores the terminal, and so does a panic.
//!
//! The only control sequence ever printed asks the terminal to mark pastes, and only if it
//! is not `dumb`.

use std::io::{self, Write};
use std::sync::{Mutex, Once, PoisonError};

use nix::sys::termios::{
    InputFlags, LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr,
};

const MARK_PASTES: &[u8] = b"\x1b[?2004h";
const LEAVE_PASTES: &[u8] = b"\x1b[?2004l";

/// The terminal's original modes while ours are set, and whether pastes are marked.
static BEFORE: Mutex<Option<(Termios, Pastes)>> = Mutex::new(None);
static HOOK: Once = Once::new();

/// Whether the terminal marks pastes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pastes {
    Marked,
    Unmarked,
}

/// Standard input as a terminal in our modes.
#[derive(Debug)]
pub(super) struct Modes {
    pastes: Pastes,
}

impl Modes {
    /// Sets the modes.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn enter(pastes: Pastes) -> io::Result<Self> {
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                restore();
                before(info);
            }));
        });
        let modes = Self { pastes };
        modes.set()?;
        Ok(modes)
    }

    fn set(&self) -> io::Result<()> {
        let before = tcgetattr(io::stdin())?;
        let mut ours = before.clone();
        ours.local_flags &=
            !(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG | LocalFlags::IEXTEN);
        ours.input_flags &= !(InputFlags::ICRNL | InputFlags::INLCR | InputFlags::IXON);
        for (place, value) in [
            (SpecialCharacterIndices::VMIN, 1),
            (SpecialCharacterIndices::VTIME, 0),
        ] {
            if let Some(slot) = ours.control_chars.get_mut(place as usize) {
                *slot = value;
            }
        }
        let mut known = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert((before, self.pastes));
        drop(known);
        tcsetattr(io::stdin(), SetArg::TCSADRAIN, &ours)?;
        if self.pastes == Pastes::Marked {
            write(MARK_PASTES)?;
        }
        Ok(())
    }

    /// Restores the original modes for another program, runs `work`, and sets ours again.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn lend<T>(&self, work: impl FnOnce() -> T) -> io::Result<T> {
        restore();
        let done = work();
        self.set()?;
        Ok(done)
    }
}

impl Drop for Modes {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the original modes, once.
fn restore() {
    let mut known = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((before, pastes)) = known.take() else {
        return;
    };
    // Errors are ignored: a terminal that is gone needs no restoring.
    if pastes == Pastes::Marked {
        write(LEAVE_PASTES).ok();
    }
    tcsetattr(io::stdin(), SetArg::TCSADRAIN, &before).ok();
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}
