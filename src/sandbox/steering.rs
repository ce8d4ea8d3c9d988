//! Protects read-only paths that do not exist yet, which a box cannot do beforehand. Looks at them before
//! and after a command that ran on the disk, and takes out what was made there.
//!
//! Takes out, never deletes: the user may have made the file meanwhile. In the proposed world the upper
//! folder shows it, so nothing has to be taken out.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use notice::{Notice, notice};
use support::private;

use crate::plan::Plan;

/// The read-only paths that did not exist before a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsentPaths {
    paths: Vec<PathBuf>,
}

/// Something that was made at a read-only path.
#[derive(Debug)]
pub struct TakenOut {
    pub path: PathBuf,
    /// Its new place, or the reason why it is still where it was.
    pub place: io::Result<PathBuf>,
}

impl TakenOut {
    /// Returns the message for the user and the model.
    pub fn notice(&self) -> Notice {
        let path = self.path.display().to_string();
        match &self.place {
            Ok(place) => notice!(
                "steering-taken-out",
                path,
                place = place.display().to_string()
            ),
            Err(why) => notice!("steering-still-there", path, why),
        }
    }
}

impl AbsentPaths {
    /// Notes the read-only paths of a plan that do not exist. Those whose folder does not exist
    /// either are left out: what an approved `git init` makes is its own.
    pub fn before(plan: &Plan) -> Self {
        let is_absent = |path: &&PathBuf| {
            let has_folder = path.parent().is_some_and(Path::is_dir);
            has_folder && path.symlink_metadata().is_err()
        };
        Self {
            paths: plan.read_only.iter().filter(is_absent).cloned().collect(),
        }
    }

    /// Moves what exists now into a private folder, which is made if needed.
    pub fn take_out(&self, into: &Path) -> Vec<TakenOut> {
        let made = self.paths.iter();
        let made = made.filter(|path| path.symlink_metadata().is_ok());
        made.map(|path| TakenOut {
            path: path.clone(),
            place: moved(path, into),
        })
        .collect()
    }
}

/// Moves a file or a folder under a name that is free.
fn moved(path: &Path, into: &Path) -> io::Result<PathBuf> {
    private::make_folder(into)?;
    let name = path.file_name().unwrap_or_default();
    let mut number = 0_u32;
    let place = loop {
        let mut free = OsString::from(format!("{number}-"));
        free.push(name);
        let place = into.join(free);
        if place.symlink_metadata().is_err() {
            break place;
        }
        number += 1;
    };
    match fs::rename(path, &place) {
        // Beside it, where nothing looks for it, if the folder is on another file system.
        Err(error) if error.raw_os_error() == Some(Errno::EXDEV as i32) => {
            let mut beside = name.to_owned();
            beside.push(format!(".taken-out-{number}"));
            let beside = path.with_file_name(beside);
            fs::rename(path, &beside).map(|()| beside)
        }
        done => done.map(|()| place),
    }
}
