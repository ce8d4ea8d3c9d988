//! Starts a program with pipes in the highest box that the machine makes.

use std::io;

use notice::Notice;
use protocol::sandbox::Rung;
use tools::ProgramBox;
use tools::companion::{Companion, Pipes, Program, StartError};

/// A program that runs.
pub(super) struct BoxedProgram {
    pub(super) companion: Companion,
    pub(super) pipes: Pipes,
    pub(super) rung: Rung,
    /// The higher rung that was refused before, with the reason.
    pub(super) weaker: Option<(Rung, Notice)>,
}

/// Starts a program in a box; if the machine refuses that box, in the next weaker one that it makes. `boxed`
/// makes the box of at most a rung, or none. Blocks for some milliseconds.
///
/// # Errors
/// Those of the system, if it cannot start the program.
pub(super) fn start(
    program: Program<'_>,
    boxed: impl Fn(Rung) -> Result<Option<ProgramBox>, Notice>,
) -> io::Result<BoxedProgram> {
    let mut weaker = None;
    for most in Rung::ALL
        .into_iter()
        .filter(|rung| *rung <= Rung::Namespaces)
    {
        let (rung, why) = match boxed(most) {
            Ok(boxed) => {
                let rung = boxed.as_ref().map_or(Rung::Off, ProgramBox::rung);
                match Companion::start(program, boxed) {
                    Ok((companion, pipes)) => {
                        return Ok(BoxedProgram {
                            companion,
                            pipes,
                            rung,
                            weaker,
                        });
                    }
                    Err(StartError::System(error)) => return Err(error),
                    Err(StartError::Refused(refused)) => match refused.error_of_program() {
                        Some(error) => return Err(error),
                        None => (rung, refused.notice()),
                    },
                }
            }
            Err(why) => (most, why),
        };
        weaker.get_or_insert((rung, why));
    }
    Err(io::ErrorKind::Unsupported.into())
}
