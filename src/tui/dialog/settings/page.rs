//! Defines a page of the settings: rows to choose from, and the actions of its keys. A page draws
//! nothing and stores no setting; to add one, write its module and list it in [`pages`].

use std::collections::BTreeMap;
use std::fmt::Debug;

use jiff::Timestamp;

use super::draft::{Edit, Shown};
use super::{PageDialog, keys, models, policy, providers, theme};
use crate::hints::Hint;
use crate::keymap::{Action, ListedBinding};
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::text::{pad_end, truncate, visible};
use notice::Notice;
use protocol::catalogue::{ConnectionTest, SettingsView};
use protocol::stream::{ModelInfo, PullProgress};

/// Returns every page, in tab order.
pub(super) fn pages() -> Vec<Box<dyn PageView>> {
    vec![
        Box::<providers::ProvidersPage>::default(),
        Box::<models::ModelsPage>::default(),
        Box::<keys::KeysPage>::default(),
        Box::<theme::ThemePage>::default(),
        Box::<policy::PolicyPage>::default(),
    ]
}

/// Words of the pages, in the same order.
pub const PAGES: &[&str] = &["providers", "models", "keys", "theme", "policy"];

/// A key's action and its label.
pub(super) type Key = Hint;

pub(super) trait PageView: Debug {
    /// Returns the page's word, for the tabs and after `/settings`.
    fn word(&self) -> &'static str;

    /// Carries out the action of a key.
    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction>;

    /// Returns the page's content for a width.
    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent;

    /// Goes to the settings of a provider or a model, if the page has them.
    fn reveal(&mut self, _what: &str, _cx: &PageContext<'_>) {}

    /// Goes to the row whose keys were just bound.
    fn bound(&mut self, _row: &ListedBinding, _cx: &PageContext<'_>) {}

    /// Sets a filter; an empty one shows all rows.
    fn set_filter(&mut self, _filter: String) {}

    /// Returns the keys that have an effect here, most used first.
    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key>;
}

/// Data from which a page builds its rows.
pub(super) struct PageContext<'a> {
    /// The settings as read.
    pub view: &'a SettingsView,
    /// The settings with unsaved changes applied.
    pub shown: &'a Shown,
    /// Connection tests, finished or running.
    pub tests: &'a BTreeMap<String, ConnectionState>,
    /// The models that the servers offer.
    pub offers: &'a Offers,
    /// The models that single providers offer with unsaved settings applied.
    pub lists: &'a BTreeMap<String, List>,
    /// The model that is being fetched.
    pub pull: Option<&'a Pull>,
    /// Rows per page.
    pub rows: isize,
}

/// State of a connection test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ConnectionState {
    /// The test is running.
    Asking,
    /// The test is finished.
    Done(ConnectionTest),
}

/// Models that servers offer and that are not configured.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Offers {
    /// State of the query.
    pub state: QueryState,
    pub found: Vec<ModelInfo>,
    /// Providers that could not be queried, with the reason.
    pub errors: Vec<(String, Notice)>,
}

/// The models that a provider offers with unsaved settings applied.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct List {
    /// State of the query.
    pub state: QueryState,
    pub models: Vec<ModelInfo>,
    /// Time of an earlier answer from which the models come.
    pub told_at: Option<Timestamp>,
    /// Reason why the query failed.
    pub problem: Option<Notice>,
    /// Whether the query went to an address that the user configured.
    pub is_elsewhere: bool,
}

impl List {
    /// Whether the provider may have a model that it has not listed: it has not answered, and its
    /// address is the default one. The built-in models describe only that address.
    pub(super) fn may_have_more(&self) -> bool {
        let has_answered = self.state == QueryState::Answered && self.problem.is_none();
        !has_answered && !self.is_elsewhere
    }
}

/// State of a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum QueryState {
    #[default]
    No,
    /// The query is under way.
    Asking,
    /// The query was answered.
    Answered,
}

/// A model that is being fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pull {
    pub provider: String,
    pub model: String,
    pub progress: Option<PullProgress>,
}

/// Effect of a key on a page.
#[derive(Debug)]
pub(super) enum PageAction {
    Change(Vec<Edit>),
    /// Opens this dialog over the page.
    Show(Box<PageDialog>),
    /// Tests this provider.
    Test(String),
    /// Probes this model.
    Probe {
        provider: String,
        /// The provider's name for the model.
        model: String,
    },
    /// Queries this provider for its models.
    List(String),
    /// Queries all servers for their models.
    AskOffers,
    /// Shows the reason why nothing was done.
    Say(String),
}

/// Content of a page.
#[derive(Debug, Default)]
pub(super) struct PageContent {
    /// Rows above the list.
    pub head: Vec<Row>,
    pub rows: Vec<Row>,
    /// Index of the chosen row.
    pub selected: Option<usize>,
    /// Details of the chosen row; shown as far as there is room.
    pub detail: Vec<Row>,
}

/// Returns a row with room for the choice mark, and a mark if it has unsaved changes.
pub(super) fn marked(changed: bool, pieces: Vec<Piece>) -> Row {
    let mark = if changed { " *" } else { "  " };
    let mut row = Row::text(mark, TextStyle::of(Role::Warn));
    for piece in pieces {
        row.push(&piece.text, piece.style);
    }
    row
}

/// Fits external text into a column.
pub(super) fn column(text: &str, width: usize, role: Option<Role>) -> Piece {
    let look = role.map_or_else(TextStyle::default, TextStyle::of);
    Piece::new(pad_end(&truncate(&visible(text), width), width), look)
}

/// `name  words`, for the details.
pub(super) fn fact(name: &str, words: &str, width: usize) -> Row {
    let mut row = Row::text(pad_end(name, 13), TextStyle::of(Role::FgMuted));
    let room = width.saturating_sub(13);
    row.push(&truncate(&visible(words), room), TextStyle::default());
    row
}

/// Moves the choice by some rows, within the list.
pub(super) fn step(selected: usize, by: isize, count: usize) -> usize {
    selected
        .saturating_add_signed(by)
        .min(count.saturating_sub(1))
}

/// Returns the distance of an action that moves in a list; `None` for any other action.
pub(super) fn distance(action: Action, page: isize) -> Option<isize> {
    Some(match action {
        Action::LineDown | Action::NextItem => 1,
        Action::LineUp | Action::PreviousItem => -1,
        Action::PageDown => page,
        Action::PageUp => -page,
        Action::Top => isize::MIN,
        Action::Bottom => isize::MAX,
        _ => return None,
    })
}
