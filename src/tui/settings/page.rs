//! What a page of the settings is: rows to choose from, and wishes that its keys come to. A page draws nothing and
//! keeps no setting; to add one, write its module and name it in [`pages`].

use std::collections::BTreeMap;
use std::fmt::Debug;

use jiff::Timestamp;

use super::draft::{Edit, Shown};
use super::{PageDialog, keys, models, policy, providers, theme};
use crate::protocol::catalogue::{ConnectionTest, SettingsView};
use crate::protocol::stream::{ModelInfo, PullProgress};
use crate::tui::hints::Hint;
use crate::tui::keymap::{Action, ListedBinding};
use crate::tui::theme::Role;
use crate::tui::widget::row::{Piece, Row, TextStyle};
use crate::tui::widget::text::{pad_end, truncate, visible};

/// Every page, in the order of the tabs.
pub(super) fn pages() -> Vec<Box<dyn PageView>> {
    vec![
        Box::<providers::ProvidersPage>::default(),
        Box::<models::ModelsPage>::default(),
        Box::<keys::KeysPage>::default(),
        Box::<theme::ThemePage>::default(),
        Box::<policy::PolicyPage>::default(),
    ]
}

/// Their words, in the same order.
pub const PAGES: &[&str] = &["providers", "models", "keys", "theme", "policy"];

/// What a key does, and the word for it.
pub(super) type Key = Hint;

pub(super) trait PageView: Debug {
    /// Its word, for the tabs and behind `/settings`.
    fn word(&self) -> &'static str;

    /// Does what a key asks for.
    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction>;

    /// What it shows in so many columns.
    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent;

    /// Goes to what a provider or a model is set to, where it has that.
    fn reveal(&mut self, _what: &str, _cx: &PageContext<'_>) {}

    /// Goes to the row that keys were bound for.
    fn bound(&mut self, _row: &ListedBinding, _cx: &PageContext<'_>) {}

    /// Takes a filter; an empty one shows all.
    fn set_filter(&mut self, _filter: String) {}

    /// The keys that do something here, most used first.
    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key>;
}

/// What a page makes its rows of.
pub(super) struct PageContext<'a> {
    /// As it was read.
    pub view: &'a SettingsView,
    /// As it would be.
    pub shown: &'a Shown,
    /// Tests that came back or are under way.
    pub tests: &'a BTreeMap<String, ConnectionState>,
    /// What the servers offer.
    pub offers: &'a Offers,
    /// What single providers offer, as they would be.
    pub lists: &'a BTreeMap<String, List>,
    /// What is being fetched.
    pub pull: Option<&'a Pull>,
    /// Rows of a page.
    pub rows: isize,
}

/// A connection test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ConnectionState {
    /// It is under way.
    Asking,
    /// What came of it.
    Done(ConnectionTest),
}

/// Models that the servers offer and nobody keeps.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Offers {
    /// How far the question is.
    pub state: QueryState,
    pub found: Vec<ModelInfo>,
    /// Who could not be asked.
    pub errors: Vec<(String, String)>,
}

/// The models that a provider offers, as it would be.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct List {
    /// How far the question is.
    pub state: QueryState,
    pub models: Vec<ModelInfo>,
    /// When it told them, where that was before.
    pub told_at: Option<Timestamp>,
    /// Why it could not be asked.
    pub problem: Option<String>,
    /// Whether it is asked at an address of the human's own.
    pub is_elsewhere: bool,
}

impl List {
    /// Whether the provider may have a model that it has not told: it has not answered, and is where it always is. What
    /// comes with the program is known of that place alone.
    pub(super) fn may_have_more(&self) -> bool {
        let has_answered = self.state == QueryState::Answered && self.problem.is_none();
        !has_answered && !self.is_elsewhere
    }
}

/// How far a question is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum QueryState {
    #[default]
    No,
    /// It is under way.
    Asking,
    /// It was answered.
    Answered,
}

/// A model that is being fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pull {
    pub provider: String,
    pub model: String,
    /// How far it is.
    pub progress: Option<PullProgress>,
}

/// What a key of a page comes to.
#[derive(Debug)]
pub(super) enum PageAction {
    Change(Vec<Edit>),
    /// Show this over the page.
    Show(Box<PageDialog>),
    /// Test this provider.
    Test(String),
    /// Probe this model.
    Probe {
        provider: String,
        /// Its name there.
        model: String,
    },
    /// Ask this provider for its models.
    List(String),
    /// Ask the servers for their models.
    AskOffers,
    /// Say why nothing was done.
    Say(String),
}

/// What a page shows.
#[derive(Debug, Default)]
pub(super) struct PageContent {
    /// What stands above the rows.
    pub head: Vec<Row>,
    pub rows: Vec<Row>,
    /// Which of them is chosen.
    pub selected: Option<usize>,
    /// What is to be known of the chosen one; shown as far as there is room.
    pub detail: Vec<Row>,
}

/// A row with a mark where it is chosen, and one where it is not saved.
pub(super) fn marked(changed: bool, pieces: Vec<Piece>) -> Row {
    let mark = if changed { " *" } else { "  " };
    let mut row = Row::text(mark, TextStyle::of(Role::Warn));
    for piece in pieces {
        row.push(&piece.text, piece.look);
    }
    row
}

/// Text from outside in a column.
pub(super) fn column(text: &str, width: usize, role: Option<Role>) -> Piece {
    let look = role.map_or_else(TextStyle::default, TextStyle::of);
    Piece::new(pad_end(&truncate(&visible(text), width), width), look)
}

/// `name  words`, for details.
pub(super) fn fact(name: &str, words: &str, width: usize) -> Row {
    let mut row = Row::text(pad_end(name, 13), TextStyle::of(Role::FgMuted));
    let room = width.saturating_sub(13);
    row.push(&truncate(&visible(words), room), TextStyle::default());
    row
}

/// Goes up or down in so many rows.
pub(super) fn step(selected: usize, by: isize, count: usize) -> usize {
    selected
        .saturating_add_signed(by)
        .min(count.saturating_sub(1))
}

/// How far an action goes in a list; `None` where it is no such action.
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
