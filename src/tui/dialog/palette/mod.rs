//! The command palette: everything that can be done or opened from here, in one list that narrows
//! as the user types.
//!
//! Owns the typed text, the rows and which one is chosen. Sessions and files are added as they
//! arrive. Nothing that answers a question is ever among the rows.

mod draw;
mod rows;
#[cfg(test)]
pub(crate) mod tests;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use draw::{palette_keys, size};
use rows::takes_arguments;
pub use rows::{Entry, Kind, PaletteTarget, entries};

use crate::dialog::{Dialog, DialogContext, Opened, is_of_screen};
use crate::effect::{Effect, SearchField};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, cycle, step};
use client::line_editor::LineEditor;
use client::ranking::TypedName;
use protocol::ids::SessionId;
use protocol::query::{FileMatch, Query, Reply};
use protocol::session::SessionSummary;

/// Maximum number of files that are requested.
const FILES: usize = 100;

/// Maximum number of remembered entries.
const REMEMBERED: usize = 20;

/// The recently used entries, the latest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecentEntries(Vec<PaletteTarget>);

impl RecentEntries {
    /// Records that an entry was just used.
    pub fn remember(&mut self, thing: PaletteTarget) {
        self.0.retain(|one| *one != thing);
        self.0.insert(0, thing);
        self.0.truncate(REMEMBERED);
    }

    fn place(&self, thing: &PaletteTarget) -> usize {
        let place = self.0.iter().position(|one| one == thing);
        place.unwrap_or(usize::MAX)
    }
}

/// A row that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hit {
    entry: usize,
    /// The clusters of the label that match the typed text.
    matched: Vec<u32>,
}

#[derive(Debug, Default)]
pub struct Palette {
    typed: LineEditor,
    entries: Vec<Entry>,
    used: RecentEntries,
    hits: Vec<Hit>,
    selected: usize,
    /// The pattern of the last query for files.
    asked: Option<String>,
    /// The session whose proposed files are found too.
    session: Option<SessionId>,
    /// The key hints below the rows.
    keys: String,
}

impl Palette {
    /// Opens the palette of the focused part.
    pub fn open(cx: &DialogContext<'_>) -> Opened {
        let mut palette = Self {
            entries: entries(cx.keymap(), &cx.contexts(), cx.custom_commands()),
            used: cx.memory().palette_used.clone(),
            session: cx.session().map(|tab| tab.facts.id),
            ..Self::default()
        };
        palette.refilter();
        Opened::alone(palette).with([Effect::Ask(Query::Sessions)])
    }

    /// Returns the kind that the rows are narrowed to, and the searched text.
    fn wanted(&self) -> (Option<&'static [Kind]>, &str) {
        let typed = self.typed.text();
        let mut letters = typed.chars();
        let kinds: &[Kind] = match letters.next() {
            Some('>') => &[Kind::Action, Kind::Command],
            Some('@') => &[Kind::File],
            Some('#') => &[Kind::Session],
            Some(':') => &[Kind::Page],
            // The slash is a part of the commands' names.
            Some('/') => return (Some(&[Kind::Command]), typed),
            _ => return (None, typed),
        };
        (Some(kinds), letters.as_str().trim_start())
    }

    /// Returns the pattern of files to query, unless it was queried already.
    fn take_file_query(&mut self) -> Option<String> {
        let (kinds, pattern) = self.wanted();
        let wants = match kinds {
            Some(kinds) => kinds.contains(&Kind::File),
            None => !pattern.is_empty(),
        };
        let pattern = pattern.to_owned();
        if !wants || self.asked.as_ref() == Some(&pattern) {
            return None;
        }
        self.asked = Some(pattern.clone());
        Some(pattern)
    }

    /// Sets the sessions of the workspace.
    fn set_sessions(&mut self, sessions: &[SessionSummary]) {
        let entries = sessions.iter().map(rows::session).collect();
        self.replace(Kind::Session, entries);
    }

    /// Sets the files for a pattern; files for another pattern are too late.
    fn set_files(&mut self, pattern: &str, files: &[FileMatch]) {
        if self.asked.as_deref() == Some(pattern) {
            let entries = files.iter().map(rows::file).collect();
            self.replace(Kind::File, entries);
        }
    }

    /// Replaces the rows of a kind; the chosen row stays chosen.
    fn replace(&mut self, kind: Kind, entries: Vec<Entry>) {
        let chosen = self.chosen().map(|entry| entry.thing.clone());
        self.entries.retain(|entry| entry.kind != kind);
        self.entries.extend(entries);
        self.refilter();
        let place = chosen.and_then(|thing| self.rows().position(|(one, _)| one.thing == thing));
        self.selected = place.unwrap_or(0);
    }

    /// Returns the matching rows, best first, with the matched clusters of their labels.
    fn rows(&self) -> impl Iterator<Item = (&Entry, &[u32])> {
        self.hits
            .iter()
            .filter_map(|hit| Some((self.entries.get(hit.entry)?, hit.matched.as_slice())))
    }

    /// Returns the chosen row.
    pub fn chosen(&self) -> Option<&Entry> {
        let hit = self.hits.get(self.selected)?;
        self.entries.get(hit.entry)
    }

    /// Moves up or down, wrapping around the ends.
    fn step(&mut self, by: isize) {
        self.selected = cycle(self.selected, by, self.hits.len());
    }

    /// Completes the text with the rest of the chosen row.
    fn complete(&mut self) {
        let Some(entry) = self.chosen() else { return };
        let sign = match entry.kind {
            Kind::Action | Kind::Command => "",
            Kind::File => "@",
            Kind::Session => "#",
            Kind::Page => ":",
        };
        self.typed = LineEditor::of(&format!("{sign}{}", entry.label));
        self.refilter();
    }

    fn refilter(&mut self) {
        self.selected = 0;
        let (kinds, pattern) = self.wanted();
        let all = kinds.is_none() && pattern.is_empty();
        let is_wanted = |entry: &Entry| match kinds {
            Some(kinds) => kinds.contains(&entry.kind),
            // Files are not listed until the user types something.
            None => !(all && entry.kind == Kind::File),
        };
        let pattern = pattern.trim_start_matches('/').to_owned();
        let mut typed = TypedName::new(&pattern);
        let mut hits = Vec::new();
        for (place, entry) in self.entries.iter().enumerate() {
            if !is_wanted(entry) {
                continue;
            }
            let used = self.used.place(&entry.thing);
            let Some(rank) = typed.rank(&entry.names(), used) else {
                continue;
            };
            // Rows that arrive late come behind the others, so that nothing moves while
            // the user selects.
            let late = match entry.kind {
                Kind::Action | Kind::Command | Kind::Page => 0,
                Kind::Session => 1,
                Kind::File => 2,
            };
            let late = if all && used < usize::MAX { 0 } else { late };
            let hit = Hit {
                entry: place,
                matched: typed.matched(&entry.label),
            };
            let first = entry.place();
            let unnarrowed = if pattern.is_empty() { first } else { 0 };
            hits.push(((unnarrowed, late, rank, first, place), hit));
        }
        hits.sort_by_key(|(order, _)| *order);
        self.hits = hits.into_iter().map(|(_, hit)| hit).collect();
    }
}

impl Dialog for Palette {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || action == Action::TogglePassthrough
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        let chosen = self.chosen().map(|entry| entry.thing.clone());
        match (action, chosen) {
            (Action::PickerPrevious, _) => self.step(-1),
            (Action::PickerNext, _) => self.step(1),
            (Action::PickerRun, Some(entry)) => {
                let used = Effect::EntryUsed(entry.clone());
                return vec![Effect::CloseDialog, used, entry.run()];
            }
            // The editor completes the arguments of a command.
            (
                Action::PickerComplete,
                Some(PaletteTarget::Line(line) | PaletteTarget::Run(line)),
            ) if takes_arguments(&line) => {
                let line = format!("{} ", line.trim_end());
                return vec![
                    Effect::CloseDialog,
                    Effect::EntryUsed(PaletteTarget::Line(line.clone())),
                    Effect::BeginCommand(line),
                    Effect::Act(Action::Complete),
                ];
            }
            (Action::PickerComplete, _) => self.complete(),
            // If nothing matches, the palette stays.
            (Action::PickerRun, None) => {}
            _ => return vec![Effect::CloseDialog],
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let before = self.typed.text().to_owned();
        // The text ignores a key that has no meaning.
        let _ = self.typed.key(key);
        if self.typed.text() != before {
            self.refilter();
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.typed.paste(text);
        self.refilter();
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.selected = step(self.selected, rows, self.hits.len());
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.list_in(inside(whole, size(whole))))
    }

    fn choose(&mut self, row: usize) {
        self.selected = row;
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        match (query, reply) {
            (_, Reply::Sessions { sessions }) => self.set_sessions(sessions),
            (
                Query::Files {
                    session, pattern, ..
                },
                Reply::Files { files, .. },
            ) if *session == self.session => self.set_files(pattern, files),
            _ => {}
        }
        InputUse::No
    }

    /// Requests the files that match the typed text.
    fn sync(&mut self, _cx: &DialogContext<'_>) -> Vec<Effect> {
        let session = self.session;
        let query = self.take_file_query().map(|pattern| Query::Files {
            session,
            pattern,
            limit: FILES,
        });
        let ask = |query| Effect::AskNewest(SearchField::Palette, query);
        query.map(ask).into_iter().collect()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.keys = palette_keys(cx.keymap());
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_rows_and_keys(whole, buf, theme)
    }
}
