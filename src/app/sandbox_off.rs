//! Tells the user once that a config file turns the sandbox off: it may be older than the sandbox.

use std::fs::File;
use std::io;

use super::Setup;
use config::Origin;
use engine::Attendance;
use notice::{Notice, notice};
use support::private;

/// The file in the data folder that says that it was told.
const TOLD: &str = "sandbox-off-told";

impl Setup {
    /// Returns the message, the first time that a user is there to read it.
    pub(super) fn sandbox_off(&self) -> Option<Notice> {
        let origin = self.loaded.origin("sandbox")?;
        let (Origin::Global { .. } | Origin::Workspace { .. }) = origin else {
            return None;
        };
        let is_off = self.loaded.config.sandbox == "off";
        if !is_off || self.attendance == Attendance::Unattended {
            return None;
        }
        let text = notice!("told-sandbox-off", place = origin.notice());
        match self.note_told() {
            Ok(()) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
            // Without the mark, the next start tells the user again.
            Err(_) => Some(text),
        }
    }

    fn note_told(&self) -> io::Result<()> {
        private::make_folder(&self.folders.data)?;
        File::create_new(self.folders.data.join(TOLD)).map(drop)
    }
}
