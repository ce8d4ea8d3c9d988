//! Opening dialogs: which one is asked for, and what comes of it.

use super::apply_sheet::ApplySheet;
use super::choice_picker::ChoicePicker;
use super::figures::Figures;
use super::help::Help;
use super::key_test::KeyTest;
use super::palette::Palette;
use super::rollback::Rollback;
use super::search_results::SearchResultsView;
use super::session_form::SessionForm;
use super::session_list::SessionList;
use super::timeline::Timeline;
use super::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::keymap::Context;
use protocol::ids::{RunId, SessionId};
use protocol::review::ApplyScope;
use protocol::review::rollback::RollbackScope;
use protocol::session::SessionSettings;

/// A dialog that is to be opened.
#[derive(Debug, Clone, PartialEq)]
pub enum DialogRequest {
    /// The keys of the focused part.
    Help,
    /// The keys of every context.
    AllKeys,
    /// The test of the keys that terminals take for themselves.
    KeyTest,
    /// The choice of a mode.
    Modes,
    /// The choice of a model.
    Models,
    /// The choice of the model's reasoning effort.
    Efforts,
    Palette,
    /// The list of sessions, with this one selected; `None` selects the shown one.
    Sessions(Option<SessionId>),
    /// The settings of the shown session.
    SessionForm,
    /// The settings of a session of the list, or of one to be created, over the list.
    SessionFormOver {
        /// The session; `None` creates one.
        session: Option<SessionId>,
        /// Present settings of the session, or initial settings of the new one.
        settings: Box<SessionSettings>,
    },
    /// The figures of the shown session.
    Figures,
    /// The checkpoints.
    Timeline,
    /// The checkpoints, asking for confirmation of undoing the last rollback.
    UndoRollback,
    /// The rollback dialog for what has the focus.
    RollbackHere,
    /// The rollback dialog with these scopes first.
    Rollback(Vec<RollbackScope>),
    /// The rollback dialog for a run, if no later run changed anything.
    RollbackOfEarlier(RunId),
    /// The rollback dialog for a file.
    RollbackOfFile(String),
    /// The question before the changes of this scope are applied.
    Apply(ApplyScope),
    /// The results of a search.
    Search(String),
}

impl DialogRequest {
    /// Makes the dialog.
    pub fn open(self, cx: &DialogContext<'_>) -> Opening {
        match self {
            Self::Help => Ok(Opened::over(Help::new(cx.contexts()))),
            Self::AllKeys => Ok(Opened::alone(Help::new(Context::ALL.to_vec()))),
            Self::KeyTest => Ok(Opened::alone(KeyTest::default())),
            Self::Modes => Ok(Opened::alone(ChoicePicker::of_modes(cx))),
            Self::Models => Ok(ChoicePicker::open_models(cx)),
            Self::Efforts => Ok(ChoicePicker::open_efforts(cx)),
            Self::Palette => Ok(Palette::open(cx)),
            Self::Sessions(chosen) => Ok(SessionList::open(chosen, cx)),
            Self::SessionForm => SessionForm::open(cx),
            Self::SessionFormOver { session, settings } => {
                Ok(SessionForm::open_over(session, *settings, cx))
            }
            Self::Figures => Figures::open(cx),
            Self::Timeline => Timeline::open(cx),
            Self::UndoRollback => Timeline::open_to_undo(cx),
            Self::RollbackHere => Rollback::open_here(cx),
            Self::Rollback(scopes) => Rollback::open(scopes, cx),
            Self::RollbackOfEarlier(run) => Rollback::open_of_earlier(run, cx),
            Self::RollbackOfFile(path) => Rollback::open_of_file(&path, cx),
            Self::Apply(of) => ApplySheet::open(of, cx),
            Self::Search(text) => SearchResultsView::open(text, cx),
        }
    }
}

/// A dialog that was made, or the sentence that says why it cannot be shown.
pub type Opening = Result<Opened, &'static str>;

/// A dialog that was made and is to be shown.
#[derive(Debug)]
pub struct Opened {
    pub(super) dialog: Box<dyn Dialog>,
    pub(super) place: Placement,
    /// Whether the dialogs that wait for the review are given up.
    pub(super) ends_waiting: bool,
    /// Effects that are carried out at once.
    pub(super) effects: Vec<Effect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    /// In place of the open dialogs.
    Alone,
    /// Over the open dialogs.
    Over,
}

impl Opened {
    /// Shows a dialog in place of those that are open.
    pub fn alone(dialog: impl Dialog) -> Self {
        Self {
            dialog: Box::new(dialog),
            place: Placement::Alone,
            ends_waiting: false,
            effects: Vec::new(),
        }
    }

    /// Shows a dialog over those that are open.
    pub fn over(dialog: impl Dialog) -> Self {
        Self {
            place: Placement::Over,
            ..Self::alone(dialog)
        }
    }

    #[must_use]
    pub fn with(self, effects: impl IntoIterator<Item = Effect>) -> Self {
        Self {
            effects: effects.into_iter().collect(),
            ..self
        }
    }

    /// Gives up the dialogs that wait for the review.
    #[must_use]
    pub fn ending_waiting(self) -> Self {
        Self {
            ends_waiting: true,
            ..self
        }
    }
}
