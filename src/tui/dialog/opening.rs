//! Opening dialogs: which one is asked for, and what comes of it.

use super::agents::{AgentConversation, Agents};
use super::apply_sheet::ApplySheet;
use super::choice_picker::ChoicePicker;
use super::figures::Figures;
use super::help::Help;
use super::key_test::KeyTest;
use super::memory::Memory;
use super::message_jump::MessageJump;
use super::palette::Palette;
use super::rollback::Rollback;
use super::search_results::SearchResultsView;
use super::session_form::SessionForm;
use super::session_list::SessionList;
use super::tasks::Tasks;
use super::timeline::Timeline;
use super::{Dialog, DialogContext};
use crate::effect::Effect;
use crate::keymap::Context;
use protocol::ids::{RunId, SessionId};
use protocol::review::ApplyScope;
use protocol::review::rollback::RollbackScope;
use protocol::session::SessionSettings;

/// Makes [`DialogRequest`] and [`DialogRequest::open`] from a table: each row is a request and what
/// makes its dialog.
macro_rules! dialog_requests {
    ($( $(#[$doc:meta])* $name:ident $(( $( $value:ident: $type:ty ),* ))? => |$cx:ident| $open:expr, )*) => {
        /// A dialog that is to be opened.
        #[derive(Debug, Clone, PartialEq)]
        pub enum DialogRequest {
            $( $(#[$doc])* $name $(( $( $type ),* ))?, )*
        }

        impl DialogRequest {
            /// Makes the dialog.
            pub fn open(self, cx: &DialogContext<'_>) -> Opening {
                match self {
                    $( Self::$name $(( $( $value ),* ))? => {
                        let $cx = cx;
                        $open
                    } )*
                }
            }
        }
    };
}

dialog_requests! {
    /// The keys of the focused part.
    Help => |cx| Ok(Opened::over(Help::new(cx.contexts()))),
    /// The keys of every context.
    AllKeys => |_cx| Ok(Opened::alone(Help::new(Context::ALL.to_vec()))),
    /// The test of the keys that terminals take for themselves.
    KeyTest => |_cx| Ok(Opened::alone(KeyTest::default())),
    /// The choice of a mode.
    Modes => |cx| Ok(Opened::alone(ChoicePicker::of_modes(cx))),
    /// The choice of a model.
    Models => |cx| Ok(ChoicePicker::open_models(cx)),
    /// The choice of the model's reasoning effort.
    Efforts => |cx| Ok(ChoicePicker::open_efforts(cx)),
    /// The choice among the user's messages of the shown session.
    MessageJump => |cx| MessageJump::open(cx),
    Palette => |cx| Ok(Palette::open(cx)),
    /// The list of sessions, with this one selected; `None` selects the shown one.
    Sessions(chosen: Option<SessionId>) => |cx| Ok(SessionList::open(chosen, cx)),
    /// The settings of the shown session.
    SessionForm => |cx| SessionForm::open(cx),
    /// The settings of a session of the list, over the list: the session, or `None` to create one,
    /// and its present or initial settings.
    SessionFormOver(session: Option<SessionId>, settings: Box<SessionSettings>) =>
        |cx| Ok(SessionForm::open_over(session, *settings, cx)),
    /// The figures of the shown session.
    Figures => |cx| Figures::open(cx),
    /// The tasks of the shown session.
    Tasks => |cx| Tasks::open(cx),
    /// The sub-agents of the shown session.
    Agents => |cx| Agents::open(cx),
    /// The conversation of a sub-agent of the shown session.
    AgentConversation(agent: SessionId) => |cx| AgentConversation::open(agent, cx),
    /// The memory.
    Memory => |cx| Memory::open(cx),
    /// The checkpoints.
    Timeline => |cx| Timeline::open(cx),
    /// The checkpoints, asking for confirmation of undoing the last rollback.
    UndoRollback => |cx| Timeline::open_to_undo(cx),
    /// The rollback dialog for what has the focus.
    RollbackHere => |cx| Rollback::open_here(cx),
    /// The rollback dialog with these scopes first.
    Rollback(scopes: Vec<RollbackScope>) => |cx| Rollback::open(scopes, cx),
    /// The rollback dialog for a run, if no later run changed anything.
    RollbackOfEarlier(run: RunId) => |cx| Rollback::open_of_earlier(run, cx),
    /// The rollback dialog for a file.
    RollbackOfFile(path: String) => |cx| Rollback::open_of_file(&path, cx),
    /// The question before the changes of this scope are applied.
    Apply(scope: ApplyScope) => |cx| ApplySheet::open(scope, cx),
    /// The results of a search.
    Search(text: String) => |cx| SearchResultsView::open(text, cx),
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
