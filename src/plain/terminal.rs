//! The terminal's modes in the line mode: keys come one by one and are not echoed, everything else stays. Taken back
//! when it is dropped, and on a panic.
//!
//! The only control sequence that is ever printed asks for pastes to be marked, and only of a terminal that is not
//! `dumb`.

use std::io::{self, Write};
use std::sync::{Mutex, Once, PoisonError};

use nix::sys::termios::{
    InputFlags, LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr,
};

const MARK_PASTES: &[u8] = b"\x1b[?2004h";
const LEAVE_PASTES: &[u8] = b"\x1b[?2004l";

/// How the terminal was, while our modes are set; with whether pastes are marked.
static BEFORE: Mutex<Option<(Termios, Pastes)>> = Mutex::new(None);
static HOOK: Once = Once::new();

/// Whether the terminal marks pastes for us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pastes {
    Marked,
    Unmarked,
}

/// Standard input as a terminal with our modes.
#[derive(Debug)]
pub(super) struct Modes {
    pastes: Pastes,
}

impl Modes {
    /// Sets them.
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

    /// Takes the modes back for another program, does `work`, and sets them again.
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

/// Takes the modes back, once.
fn restore() {
    let mut known = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some((before, pastes)) = known.take() else {
        return;
    };
    // A terminal that is gone needs nothing back.
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
