//! The command palette on the screen: opening it, its queries, and what a row does.

use super::super::app::App;
use super::super::effect::{Effect, SearchField};
use super::super::keymap::Action;
use super::super::overlay::Overlay;
use super::super::palette::{Palette, PaletteTarget, entries};
use client::slash::{SlashLine, run_line};
use protocol::query::Query;

/// Most files to query.
const FILES: usize = 100;

impl App {
    pub(crate) fn open_palette(&mut self) {
        let contexts = self.contexts();
        let entries = entries(&self.keymap, &contexts, &self.model.custom);
        let palette = Palette::new(entries, self.model.palette_used.clone());
        self.model.overlay = Some(Overlay::Palette(Box::new(palette)));
        self.effects.push(Effect::Ask(Query::Sessions));
    }

    /// Queries the files that match the typed text.
    pub(super) fn sync_palette(&mut self) {
        let session = self.model.session();
        let Some(Overlay::Palette(palette)) = &mut self.model.overlay else {
            return;
        };
        if let Some(pattern) = palette.take_file_query() {
            let query = Query::Files {
                session,
                pattern,
                limit: FILES,
            };
            self.effects
                .push(Effect::AskNewest(SearchField::Palette, query));
        }
    }

    /// Enter: runs the selected row.
    pub(super) fn run_from_palette(&mut self) {
        let Some(thing) = self.take_from_palette() else {
            return;
        };
        match thing {
            PaletteTarget::Action(action) => self.act(action),
            PaletteTarget::Run(line) if !self.is_frozen() => match self.model.session() {
                Some(session) => run_line(self, &SlashLine::new(session, line)),
                None => self.begin_command(&line),
            },
            PaletteTarget::Run(line) | PaletteTarget::Line(line) => self.begin_command(&line),
            PaletteTarget::Page(page) => self.open_settings(page),
            PaletteTarget::Session(session) => self.open_session(session),
            PaletteTarget::File(path) => self.open_file(path, 1),
        }
    }

    /// Tab: puts a command into the editor, which completes its arguments; completes anything else
    /// to its full text.
    pub(super) fn complete_in_palette(&mut self) {
        let Some(Overlay::Palette(palette)) = &mut self.model.overlay else {
            return;
        };
        let takes = palette.chosen().is_some_and(
            |entry| matches!(&entry.thing, PaletteTarget::Line(line) if line.ends_with(' ')),
        );
        if !takes {
            return palette.complete();
        }
        if let Some(PaletteTarget::Line(line)) = self.take_from_palette() {
            self.begin_command(&line);
            self.act(Action::Complete);
        }
    }

    /// Closes the palette and remembers the selection. If nothing matches, the palette stays.
    fn take_from_palette(&mut self) -> Option<PaletteTarget> {
        let Some(Overlay::Palette(palette)) = &self.model.overlay else {
            return None;
        };
        let thing = palette.chosen()?.thing.clone();
        self.model.overlay = None;
        self.model.palette_used.remember(thing.clone());
        Some(thing)
    }
}
