//! Defines a page of the settings: rows to choose from, and the actions of its keys. A page draws
//! nothing and stores no setting; to add one, write its module and list it in [`pages`].

use std::fmt::Debug;

use super::keys::ShownKeys;
use super::{Edit, PageDialog, agents, keys, models, policy, providers, theme};
use crate::hints::Hint;
use crate::keymap::{Action, ListedBinding};
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::settings::{SettingsJobs, Shown};
use client::text::{pad_end, truncate, visible};
use protocol::catalogue::SettingsView;

/// Returns every page, in the order of [`client::settings::PAGES`].
pub(super) fn pages() -> Vec<Box<dyn PageView>> {
    vec![
        Box::<providers::ProvidersPage>::default(),
        Box::<models::ModelsPage>::default(),
        Box::<agents::AgentsPage>::default(),
        Box::<keys::KeysPage>::default(),
        Box::<theme::ThemePage>::default(),
        Box::<policy::PolicyPage>::default(),
    ]
}

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
    /// The key table with unsaved changes applied.
    pub keys: &'a ShownKeys,
    /// The background jobs, and what they found.
    pub jobs: &'a SettingsJobs,
    /// Rows per page.
    pub rows: usize,
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
    /// Opens this file, relative to the root, in the user's editor.
    EditFile(String),
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
