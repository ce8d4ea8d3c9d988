//! The shape of the terminal's cursor (DECSCUSR), which shows the mode of vim's keys.
//!
//! It is left alone until vim's keys are used, since no terminal reports the shape that it had.

use std::sync::atomic::{AtomicU8, Ordering};

use super::{Terminal, TerminalError};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CursorShape {
    /// As the terminal shows it by itself.
    #[default]
    Own,
    /// On a letter.
    Block,
    /// Between two letters.
    Bar,
    /// Under a letter that is to be replaced, or before the rest of a command.
    Underline,
}

impl CursorShape {
    /// Returns the parameter of DECSCUSR: shapes that do not blink.
    fn parameter(self) -> u8 {
        match self {
            CursorShape::Own => 0,
            CursorShape::Block => 2,
            CursorShape::Underline => 4,
            CursorShape::Bar => 6,
        }
    }
}

/// The parameter last written.
static SHAPE: AtomicU8 = AtomicU8::new(0);

fn sequence(parameter: u8) -> Vec<u8> {
    format!("\x1b[{parameter} q").into_bytes()
}

/// Returns the bytes to write whenever the screen is entered.
pub(super) fn enter() -> Vec<u8> {
    match SHAPE.load(Ordering::SeqCst) {
        0 => Vec::new(),
        parameter => sequence(parameter),
    }
}

/// Returns the bytes that give the terminal its own shape back.
pub(super) fn leave() -> Vec<u8> {
    match SHAPE.load(Ordering::SeqCst) {
        0 => Vec::new(),
        _ => sequence(0),
    }
}

impl Terminal {
    /// Shows the cursor in this shape.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn shape_cursor(&mut self, shape: CursorShape) -> Result<(), TerminalError> {
        let parameter = shape.parameter();
        if SHAPE.swap(parameter, Ordering::SeqCst) == parameter {
            return Ok(());
        }
        self.write(&sequence(parameter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_that_was_set_is_set_again_after_another_program_and_taken_back_at_the_end() {
        assert_eq!((enter(), leave()), (Vec::new(), Vec::new()));
        SHAPE.store(CursorShape::Block.parameter(), Ordering::SeqCst);
        assert_eq!(enter(), b"\x1b[2 q");
        assert_eq!(leave(), b"\x1b[0 q");
        SHAPE.store(CursorShape::Own.parameter(), Ordering::SeqCst);
        assert_eq!((enter(), leave()), (Vec::new(), Vec::new()));
    }
}
