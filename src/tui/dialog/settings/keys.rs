//! The keys page: every row of the key table with the user's own rows marked, and the
//! unused entries of the user's file above them. Enter binds a key, Space unbinds it or
//! restores the default.

use super::capture::Capture;
use super::field::{Line, Purpose};
use super::page::{Key, PageAction, PageContent, PageContext, PageView, column, fact, marked};
use super::{Edit, PageDialog, page};
use crate::keymap::{self, Action, Context, KeyEdit, ListedBinding, Origin, OwnTable, edited};
use crate::theme::Role;
use crate::widget::list_view::{distance, step};
use crate::widget::row::{Piece, Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::settings::{FileEdit, ShownFile};
use client::text::{truncate, visible};
use l10n::{counted, said, say};

/// Maximum number of shown faults of the file.
const FAULTS: usize = 3;

impl FileEdit for KeyEdit {
    fn apply(&self, text: &str) -> Option<String> {
        edited(text, self).ok()
    }
}

/// The key table with the unsaved changes applied.
#[derive(Debug, Default)]
pub(super) struct ShownKeys {
    pub table: OwnTable,
    /// The rows as they were read, if they differ now.
    pub before: Vec<ListedBinding>,
}

impl ShownKeys {
    pub fn of(file: &ShownFile) -> Self {
        let read = file.read.text.as_deref().unwrap_or_default();
        let before = (file.changes > 0).then(|| OwnTable::of(&file.read.path, read).rows);
        Self {
            table: OwnTable::of(&file.read.path, &file.text),
            before: before.unwrap_or_default(),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct KeysPage {
    selected: usize,
    filter: String,
}

impl KeysPage {
    fn rows<'a>(&self, cx: &'a PageContext<'_>) -> Vec<&'a ListedBinding> {
        let filter = self.filter.to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&filter);
        let rows = cx.keys.table.rows.iter();
        rows.filter(|row| {
            has(&row.pressed)
                || has(&row.said)
                || has(row.action.name())
                || has(row.context.name())
                || row.shipped.iter().any(|key| has(key))
        })
        .collect()
    }

    /// Says how to turn on vim's keys, which no row of the table has, to a user who filters by them.
    fn about_vim(&self, width: usize) -> Vec<Row> {
        if !self.filter.to_lowercase().contains("vim") {
            return Vec::new();
        }
        wrap_text(say!("settings-keys-vim"), TextStyle::of(Role::Info), width)
    }

    /// Returns the rows about the file and its unused entries.
    fn head(&self, cx: &PageContext<'_>, count: usize, width: usize) -> Vec<Row> {
        let keys = cx.keys;
        let own = keys.table.rows.iter().filter(|row| row.is_own()).count();
        let filter = match self.filter.as_str() {
            "" => String::new(),
            filter => say!("settings-with-filter", filter = visible(filter)),
        };
        let words = say!(
            "settings-keys-head",
            count,
            all = keys.table.rows.len(),
            filter,
            own,
            file = visible(&keys.table.file)
        );
        let mut rows = vec![Row::text(
            truncate(&words, width),
            TextStyle::of(Role::FgMuted),
        )];
        let problem = cx.shown.keymap.read.problem.iter().map(said);
        let faults = keys.table.faults.iter().map(|fault| said(&fault.notice()));
        let faults: Vec<String> = problem.chain(faults).collect();
        for fault in faults.iter().take(FAULTS) {
            let lines = wrap_text(&visible(fault), TextStyle::of(Role::Err), width);
            rows.extend(lines.into_iter().take(2));
        }
        if let Some(more) = faults.len().checked_sub(FAULTS).filter(|more| *more > 0) {
            let words = say!("settings-keys-more", faults = counted(more, "fault"));
            rows.push(Row::text(words, TextStyle::of(Role::Err)));
        }
        rows
    }
}

impl PageView for KeysPage {
    fn word(&self) -> &'static str {
        "keys"
    }

    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction> {
        let rows = self.rows(cx);
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, rows.len());
            return Vec::new();
        }
        if action == Action::Search {
            let line = Line::new(Purpose::Filter, &self.filter);
            return vec![PageAction::Show(Box::new(PageDialog::Line(Box::new(line))))];
        }
        let Some(row) = rows.get(self.selected) else {
            return Vec::new();
        };
        match action {
            Action::SettingEdit => bind(row, cx),
            Action::SettingToggle => unbind(row, cx),
            _ => Vec::new(),
        }
    }

    fn bound(&mut self, row: &ListedBinding, cx: &PageContext<'_>) {
        let rows = self.rows(cx);
        // The new row is the last of the user's own rows; a sequence with the leader key is listed
        // under the leader's context.
        let is_it = |one: &&ListedBinding| one.origin == Origin::Own && one.action == row.action;
        let is_here = |one: &&ListedBinding| is_it(one) && one.context == row.context;
        let here = rows.iter().rposition(is_here);
        let place = here.or_else(|| rows.iter().rposition(is_it));
        self.selected = place.unwrap_or(self.selected);
    }

    fn set_filter(&mut self, filter: String) {
        self.filter = filter;
        self.selected = 0;
    }

    fn reveal(&mut self, _what: &str, _cx: &PageContext<'_>) {
        self.filter.clear();
    }

    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key> {
        let space = match self.rows(cx).get(self.selected) {
            Some(row) if row.keys.is_empty() => say!("settings-key-give-back"),
            _ => say!("settings-key-unbind"),
        };
        vec![
            (Action::SettingEdit, say!("settings-key-bind")),
            (Action::SettingToggle, space),
            (Action::Search, say!("settings-key-filter")),
        ]
    }

    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent {
        let listed = self.rows(cx);
        let selected = self.selected.min(listed.len().saturating_sub(1));
        let mut rows: Vec<Row> = listed.iter().map(|one| row(one, cx, width)).collect();
        // It comes first, since a low screen drops the last rows of the head.
        let about_vim = self.about_vim(width);
        if rows.is_empty() && about_vim.is_empty() {
            let words = say!("settings-keys-none-fits");
            rows.push(Row::text(words, TextStyle::of(Role::FgMuted)));
        }
        let mut head = about_vim;
        head.extend(self.head(cx, listed.len(), width));
        PageContent {
            head,
            rows,
            selected: (!listed.is_empty()).then_some(selected),
            detail: listed
                .get(selected)
                .map_or_else(Vec::new, |one| detail(one, width)),
        }
    }
}

/// Returns the reason why a row cannot be changed, if it cannot.
fn refusal(row: &ListedBinding, cx: &PageContext<'_>) -> Option<PageAction> {
    let problem = cx.shown.keymap.read.problem.as_ref().map(said);
    let fixed = (row.context == Context::Bar).then(|| say!("keymap-bar-fixed").to_owned());
    problem.or(fixed).map(PageAction::Say)
}

fn bind(row: &ListedBinding, cx: &PageContext<'_>) -> Vec<PageAction> {
    match refusal(row, cx) {
        Some(action) => vec![action],
        None => {
            let capture = Capture::new(row.clone());
            vec![PageAction::Show(Box::new(PageDialog::Capture(Box::new(
                capture,
            ))))]
        }
    }
}

fn unbind(row: &ListedBinding, cx: &PageContext<'_>) -> Vec<PageAction> {
    if let Some(action) = refusal(row, cx) {
        return vec![action];
    }
    vec![match cx.keys.table.unbind(row) {
        Ok(edits) => PageAction::Change(edits.into_iter().map(Edit::Keys).collect()),
        Err(why) => PageAction::Say(said(&why)),
    }]
}

fn row(one: &ListedBinding, cx: &PageContext<'_>, width: usize) -> Row {
    let keys = (width / 3).clamp(14, 30);
    let place = 12;
    let own = if width < 70 { 2 } else { 9 };
    let text = width.saturating_sub(2 + keys + 1 + 1 + place + own);
    let is_changed = cx.shown.keymap.changes > 0 && !cx.keys.before.contains(one);
    let pressed = match one.pressed.as_str() {
        "" => say!("settings-keys-unbound"),
        pressed => pressed,
    };
    let yours = match (one.is_own(), width < 70) {
        (false, _) => "",
        (true, true) => "*",
        (true, false) => say!("settings-keys-yours"),
    };
    let role = if one.keys.is_empty() {
        Role::FgMuted
    } else {
        Role::Accent
    };
    marked(
        is_changed,
        vec![
            column(pressed, keys, Some(role)),
            Piece::new(" ", TextStyle::default()),
            column(&one.said, text, None),
            Piece::new(" ", TextStyle::default()),
            column(one.context.name(), place, Some(Role::FgMuted)),
            column(yours, own, Some(Role::Info)),
        ],
    )
}

fn detail(one: &ListedBinding, width: usize) -> Vec<Row> {
    let mut rows = vec![fact(say!("settings-fact-action"), one.action.name(), width)];
    if !one.shipped.is_empty() {
        let keys = one.shipped.join(" ");
        rows.push(fact(say!("settings-fact-came"), &keys, width));
    }
    if let Some(fallback) = &one.fallback {
        rows.push(page::fact(say!("settings-fact-else"), fallback, width));
    }
    let is_rare = |key: &String| {
        let sequence = keymap::Sequence::parse(key);
        sequence.is_some_and(|sequence| sequence.keys().iter().any(keymap::Key::needs_protocol))
    };
    if one.keys.iter().any(is_rare) {
        let words = say!("settings-keys-rare");
        rows.extend(wrap_text(words, TextStyle::of(Role::Warn), width));
    }
    rows
}
