//! A planned rollback in words.

use l10n::{counted, say};
use protocol::ids::FileId;
use protocol::review::rollback::{RollbackFile, RollbackMode, RollbackPreview};

/// The effect of a rollback on the user's own changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnChanges {
    /// Changes of the user that are lost.
    pub lost: Vec<String>,
    /// Names the changes that stay, or states that nothing is lost.
    pub stays: Option<String>,
}

/// Describes what a rollback does to the user's own changes, apart from the files that are left
/// out.
pub fn own_changes(preview: &RollbackPreview, how: RollbackMode, without: &[FileId]) -> OwnChanges {
    let files = preview.files.iter();
    let taken: Vec<&RollbackFile> = files.filter(|file| !without.contains(&file.file)).collect();
    let sum = |of: fn(&RollbackFile) -> u32| taken.iter().map(|file| of(file)).sum::<u32>();
    let (edited, kept) = (sum(|file| file.edited), sum(|file| file.kept));
    let number = preview.safety_number;
    let lost = match how {
        RollbackMode::Scoped => sum(|file| file.lost),
        RollbackMode::Hard => preview.user_hunks_lost,
    };
    let hunks = match lost {
        0 => None,
        1 => Some(say!("rollback-lost-one", number)),
        lost => {
            let hunks = counted(lost, "hunk");
            Some(say!("rollback-lost", hunks, number))
        }
    };
    let edits = (edited > 0).then(|| {
        let hunks = counted(edited, "hunk");
        say!("rollback-edits-go", hunks, number)
    });
    let lost: Vec<String> = hunks.into_iter().chain(edits).collect();
    let stays = match (how, kept) {
        (RollbackMode::Hard, _) => say!("rollback-lost-none").to_owned(),
        (RollbackMode::Scoped, 0) => say!("rollback-yours-none").to_owned(),
        (RollbackMode::Scoped, 1) => say!("rollback-yours-one").to_owned(),
        (RollbackMode::Scoped, _) => say!("rollback-yours", hunks = counted(kept, "hunk")),
    };
    let stays_beside_lost = how == RollbackMode::Scoped && kept > 0;
    let stays = (lost.is_empty() || stays_beside_lost).then_some(stays);
    OwnChanges { lost, stays }
}

/// Says that git's index keeps its entry of a file that is rolled back.
pub fn in_index(path: &str) -> String {
    say!("rollback-in-index", path)
}
