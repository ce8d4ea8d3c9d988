//! The command palette on the screen: opening it, and what a row does.

use super::super::app::App;
use super::super::dialog::palette::{Palette, PaletteTarget, entries};
use super::super::effect::Effect;
use super::super::keymap::Action;
use client::slash::SlashLine;
use protocol::query::Query;

impl App {
    pub(crate) fn open_palette(&mut self) {
        let contexts = self.contexts();
        let entries = entries(&self.keymap, &contexts, &self.model.sessions.slash.custom);
        let used = self.model.dialogs.memory.palette_used.clone();
        let palette = Palette::new(entries, used, self.model.sessions.session());
        self.show_dialog(Box::new(palette));
        self.effects.push(Effect::Ask(Query::Sessions));
    }

    /// Enter: does what a row says.
    pub(super) fn run_entry(&mut self, entry: PaletteTarget) {
        self.model
            .dialogs
            .memory
            .palette_used
            .remember(entry.clone());
        match entry {
            PaletteTarget::Action(action) => self.act(action),
            PaletteTarget::Run(line) if !self.model.sessions.is_frozen() => {
                match self.model.sessions.session() {
                    Some(session) => {
                        self.carry_out(vec![Effect::RunLine(SlashLine::new(session, line))])
                    }
                    None => self.begin_command(&line),
                }
            }
            PaletteTarget::Run(line) | PaletteTarget::Line(line) => self.begin_command(&line),
            PaletteTarget::Page(page) => {
                self.update(|model| model.dialogs.open_settings(page));
            }
            PaletteTarget::Session(session) => {
                self.update(|model| model.show_session(session));
            }
            PaletteTarget::File(path) => self.open_file(path, 1),
        }
    }

    /// Tab: puts a command into the editor, which completes its arguments.
    pub(super) fn complete_entry(&mut self, entry: PaletteTarget) {
        self.model
            .dialogs
            .memory
            .palette_used
            .remember(entry.clone());
        if let PaletteTarget::Line(line) = entry {
            self.begin_command(&line);
            self.act(Action::Complete);
        }
    }
}
