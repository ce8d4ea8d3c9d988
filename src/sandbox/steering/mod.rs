//! Protects the read-only paths that a box cannot protect itself: notes them before a command that runs
//! on the disk, and puts back afterwards what is different.
//!
//! These are the paths that do not exist yet and those that are links; on the rung `landlock`, whose
//! writable roots have no read-only part, all of them. Moves what the command left there aside, never
//! deletes it: the user may have made it meanwhile. In the proposed world the upper folder shows it, so
//! nothing has to be put back.

mod aside;
mod noted;
mod restore;

use std::path::{Path, PathBuf};

use notice::{Notice, count, notice};

use self::noted::Noted;
use crate::plan::{Plan, Rung};

/// The read-only paths of a plan as they were before its command.
#[derive(Debug)]
pub struct SteeringPaths {
    noted: Vec<Noted>,
}

/// A read-only path at which a command left something else.
#[derive(Debug)]
pub struct Steered {
    pub path: PathBuf,
    pub outcome: Outcome,
}

/// How a changed read-only path was treated.
#[derive(Debug)]
pub enum Outcome {
    /// It did not exist, and what was made there has this place now.
    TakenOut(PathBuf),
    /// The earlier content is back.
    PutBack {
        /// Number of entries that were different.
        entries: usize,
        /// Folder of what was there, if something was.
        aside: Option<PathBuf>,
    },
    Failed(Notice),
}

impl Steered {
    /// Returns the message for the user and the model.
    pub fn notice(&self) -> Notice {
        let path = self.path.display().to_string();
        match &self.outcome {
            Outcome::TakenOut(place) => {
                let place = place.display().to_string();
                notice!("steering-taken-out", path, place)
            }
            Outcome::PutBack { entries, aside } => {
                let files = count(*entries, "file");
                match aside {
                    Some(aside) => {
                        let place = aside.display().to_string();
                        notice!("steering-put-back-aside", path, files, place)
                    }
                    None => notice!("steering-put-back", path, files),
                }
            }
            Outcome::Failed(why) => notice!("steering-still-there", path, why),
        }
    }
}

impl SteeringPaths {
    /// Notes what a command by this plan could write although it is read-only. Leaves out paths whose
    /// folder does not exist: what an approved `git init` makes is its own.
    pub fn before(plan: &Plan) -> Self {
        let is_open = |path: &&PathBuf| match plan.rung {
            Rung::Off | Rung::Proposed => false,
            Rung::Landlock => true,
            Rung::Namespaces => path.is_symlink() || path.symlink_metadata().is_err(),
        };
        let open = plan.read_only.iter().filter(is_open);
        Self {
            noted: open.filter_map(|path| Noted::of(path)).collect(),
        }
    }

    /// Puts back what is different now. Moves what is there into a private folder, which is made if
    /// needed.
    pub fn put_back(&self, aside: &Path) -> Vec<Steered> {
        restore::put_back(&self.noted, aside)
    }
}
