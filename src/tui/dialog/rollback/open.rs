//! Opening the rollback dialog: with which scopes, and over what.

use super::{OfRun, Rollback, Running};
use crate::dialog::timeline::Timeline;
use crate::dialog::{DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use l10n::say;
use protocol::ids::RunId;
use protocol::review::rollback::RollbackScope;

impl Rollback {
    /// Opens the dialog with these scopes first.
    pub fn open(scopes: Vec<RollbackScope>, cx: &DialogContext<'_>) -> Opening {
        Self::of_scopes(scopes, cx).map(|dialog| dialog.opened(cx))
    }

    /// Opens the dialog for a run, if no later run changed anything.
    pub fn open_of_earlier(run: RunId, cx: &DialogContext<'_>) -> Opening {
        let mut dialog = Self::of_scopes(vec![RollbackScope::Run { run }], cx)?;
        dialog.of_run = OfRun::Earlier;
        Ok(dialog.opened(cx))
    }

    /// Opens the dialog for the hunk and the file that have the focus.
    pub fn open_here(cx: &DialogContext<'_>) -> Opening {
        let mut scopes = Vec::new();
        if let Some((file, hunk)) = cx.review_at_hand() {
            scopes.extend(hunk.map(|hunk| RollbackScope::Hunks { hunks: vec![hunk] }));
            scopes.push(RollbackScope::File { file });
        }
        Self::open(scopes, cx)
    }

    /// Opens the dialog for a file, given by its path.
    pub fn open_of_file(path: &str, cx: &DialogContext<'_>) -> Opening {
        let file = cx.session().and_then(|tab| tab.reviewed.file_at(path));
        match file {
            Some(file) => Self::open(vec![RollbackScope::File { file }], cx),
            None => Err(say!("dialogs-nothing-logged")),
        }
    }

    fn of_scopes(scopes: Vec<RollbackScope>, cx: &DialogContext<'_>) -> Result<Self, &'static str> {
        let tab = cx.session().ok_or_else(no_session)?;
        let number = scopes.iter().find_map(|scope| match scope {
            RollbackScope::Checkpoint { checkpoint } => {
                cx.dialog::<Timeline>()?.number_of(*checkpoint)
            }
            _ => None,
        });
        let agent = tab.facts.settings.agent.clone();
        let running = Running::of(tab.facts.is_running());
        let dialog = Self::new(tab.facts.id, scopes, agent, running);
        Ok(dialog.with_checkpoint_number(number))
    }

    /// Shows the dialog, over the timeline if it was opened from there.
    fn opened(self, cx: &DialogContext<'_>) -> Opened {
        let opened = if cx.shows::<Timeline>() {
            Opened::over(self)
        } else {
            Opened::alone(self)
        };
        opened.with([Effect::YieldReview]).ending_waiting()
    }
}
