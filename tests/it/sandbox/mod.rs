//! The boxes of commands, made by the real binary. A rung that the machine lacks is skipped by name.

mod doctor;
mod ground;
mod network;
mod paths;
mod probe;
mod processes;
mod refused;
mod setup;
mod upper;
mod world;

pub(crate) use ground::has as has_rung;
use ground::{Ground, Ran};
use sandbox::plan::{Network, Rung};

/// The rungs with a box.
const BOXES: [Rung; 3] = [Rung::Landlock, Rung::Namespaces, Rung::Proposed];

/// Whether a command could do what it tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    Works,
    Stopped,
}

use Expected::{Stopped, Works};

/// A shell line, and what becomes of it on each rung of [`BOXES`].
struct Case {
    what: &'static str,
    line: &'static str,
    on: [Expected; 3],
}

/// Attempts that every rung stops.
const fn stopped(what: &'static str, line: &'static str) -> Case {
    Case {
        what,
        line,
        on: [Stopped; 3],
    }
}

/// Commands that work on every rung.
const fn works(what: &'static str, line: &'static str) -> Case {
    Case {
        what,
        line,
        on: [Works; 3],
    }
}

/// Attempts that Landlock cannot stop alone.
const fn works_below_namespaces(what: &'static str, line: &'static str) -> Case {
    Case {
        what,
        line,
        on: [Works, Stopped, Stopped],
    }
}

/// Commands that need namespaces of their own.
const fn works_in_namespaces(what: &'static str, line: &'static str) -> Case {
    Case {
        what,
        line,
        on: [Stopped, Works, Works],
    }
}

/// Runs every case on every rung in a place of its own, and compares with the table. Nothing
/// outside the workspace may have changed, and in the proposed world nothing inside it either.
fn check(cases: &[Case], network: Network) {
    let mut wrong = Vec::new();
    for (index, rung) in BOXES.into_iter().enumerate() {
        if !ground::has(rung) {
            continue;
        }
        for case in cases {
            let ground = Ground::new();
            let before = ground.seen();
            let ran = ground.run(rung, network, case.line);
            let found = if ran.status.success() { Works } else { Stopped };
            if let Err(refused) = &ran.report {
                wrong.push(format!("{rung:?}: {}: no box: {refused}", case.what));
            } else if found != case.on[index] {
                wrong.push(format!(
                    "{rung:?}: {}: {found:?}\n{}",
                    case.what, ran.output
                ));
            }
            let changed = before.changed_outside(&ground.seen(), rung);
            let is_known = case.on[index] == Works && case.on[1] == Stopped;
            if !changed.is_empty() && !is_known {
                wrong.push(format!("{rung:?}: {}: changed {changed:?}", case.what));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
