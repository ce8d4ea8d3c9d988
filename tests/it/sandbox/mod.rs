//! The boxes of commands, made by the real binary. A rung that the machine lacks is skipped by name.

mod builds;
mod changes;
mod doctor;
mod granted;
mod ground;
mod hosts;
mod links;
mod network;
mod paths;
mod probe;
mod processes;
mod refused;
mod setup;
mod steering;
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
    /// Prepares the place, without a box.
    before: &'static str,
    line: &'static str,
    on: [Expected; 3],
}

impl Case {
    /// Prepares the place by another line, without a box.
    const fn after(self, before: &'static str) -> Self {
        Self { before, ..self }
    }
}

const fn case(what: &'static str, line: &'static str, on: [Expected; 3]) -> Case {
    Case {
        what,
        before: "true",
        line,
        on,
    }
}

/// Attempts that every rung stops.
const fn stopped(what: &'static str, line: &'static str) -> Case {
    case(what, line, [Stopped; 3])
}

/// Commands that work on every rung.
const fn works(what: &'static str, line: &'static str) -> Case {
    case(what, line, [Works; 3])
}

/// Attempts that Landlock cannot stop alone.
const fn works_below_namespaces(what: &'static str, line: &'static str) -> Case {
    case(what, line, [Works, Stopped, Stopped])
}

/// Commands that need namespaces of their own.
const fn works_in_namespaces(what: &'static str, line: &'static str) -> Case {
    case(what, line, [Stopped, Works, Works])
}

/// Runs every case on every rung in a place of its own, and compares with the table. Nothing
/// outside the workspace may have changed, nothing that steers other programs where it is read-only,
/// and in the proposed world nothing at all.
fn check(cases: &[Case], network: &Network) {
    let mut wrong = Vec::new();
    for (index, rung) in BOXES.into_iter().enumerate() {
        if !ground::has(rung) {
            continue;
        }
        for case in cases {
            let ground = Ground::new();
            let prepared = ground.run(Rung::Off, Network::On, case.before);
            assert!(prepared.status.success(), "{}: {prepared:?}", case.what);
            let before = ground.seen();
            let ran = ground.run(rung, network.clone(), case.line);
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
