//! From input to a changed model and effects: decides which part a key belongs to and what it does.
//!
//! The order: a key of a sequence that has begun, the dialog, the bar, then the
//! focused part. The effect of each action is in `act`, one arm and one call each.

mod act;
mod dialogs;
mod effects;
mod interrupt;
mod mouse;
mod panes;
mod reports;
mod review;
mod selecting;
mod slash;
mod splits;
mod time;
mod type_ahead;

use crossterm::event::{KeyEvent, KeyEventKind};

use super::app::{App, Redraw};
use super::bar::Where;
use super::chrome::Focus;
use super::dialog::help::Help;
use super::effect::Effect;
use super::hints::with_keys;
use super::input::{InputUse, Window};
use super::keymap::{Action, Context, KeymapFault, LoadedKeymap, Resolution};
use super::model::Model;
use super::terminal::findings::{KeyFindings, TmuxKeys};
use super::view::pages_of_ways;
use client::input::{Input, InputKind};
use l10n::{counted, said, say};
use protocol::event::NoticeLevel;

impl App {
    /// Handles one input.
    pub fn input(&mut self, input: &Input) {
        self.take_input(input);
        self.update(Model::end_selecting_over);
        self.update(Model::after_opening);
        self.model.sync_start_screen();
        self.update(|model| model.dialogs.sync_theme_trial());
        self.model.sync_proposal();
        self.sync_review();
        self.update(Model::store_layout);
    }

    fn take_input(&mut self, input: &Input) {
        self.model.chrome.now = self.model.chrome.now.max(input.at);
        self.model.panes.note.set_now(self.model.chrome.now);
        if let Some(dialog) = self.model.dialogs.top_mut() {
            dialog.set_now(self.model.chrome.now);
        }
        match &input.kind {
            InputKind::Resize(width, height) => {
                self.model.chrome.width = *width;
                self.model.chrome.height = *height;
                return self.touch(Redraw::Now);
            }
            InputKind::Reply(reply) => return self.effects.push(Effect::Terminal(reply.clone())),
            InputKind::FocusGained => {
                let since = Some(self.model.chrome.now);
                let here = Window::Here { since };
                self.model.chrome.window_focus_changed(here);
            }
            InputKind::FocusLost => self.model.chrome.window_focus_changed(Window::Away),
            _ => {}
        }
        if self.buffer_type_ahead(input) == InputUse::Yes {
            return;
        }
        if self.bar_input(input) == InputUse::Yes {
            return self.touch(Redraw::Now);
        }
        match &input.kind {
            InputKind::Settled => {
                if let Some(effects) = self.model.settle_key() {
                    // Also draws if there is no command: another confirmation may have opened.
                    self.touch(Redraw::Now);
                    self.carry_out(effects);
                }
            }
            InputKind::Mouse(event) => self.mouse(event),
            InputKind::Key(key) if key.kind != KeyEventKind::Release => {
                self.touch(Redraw::Now);
                let key = &self.model.normalized_key(key);
                self.model.chrome.findings.note_key(key);
                self.key(key);
                // A deciding key counts only if the user pressed it once and alone.
                if !input.alone || key.kind == KeyEventKind::Repeat {
                    self.model.drop_held_key();
                }
            }
            InputKind::Paste(text) => {
                self.touch(Redraw::Now);
                self.model.drop_held_key();
                self.paste(text);
            }
            InputKind::PasteCut => {
                self.touch(Redraw::Now);
                self.model
                    .chrome
                    .say(NoticeLevel::Warning, say!("paste-cut"));
            }
            _ => {}
        }
    }

    /// Applies the findings about how the terminal reports keys.
    pub fn set_findings(&mut self, findings: &KeyFindings) {
        let known = self.model.chrome.findings.clone();
        self.model.chrome.findings = KeyFindings {
            // These do not come from the terminal.
            tmux: known.tmux,
            shift_enter: known.shift_enter,
            ctrl_tab: known.ctrl_tab,
            ..findings.clone()
        };
        self.sync_links();
        self.touch(Redraw::Soon);
    }

    /// Turns hyperlinks on once the terminal is known to support them.
    fn sync_links(&mut self) {
        if self.model.chrome.findings.shows_links() {
            self.colours.show_links();
            self.touch(Redraw::Soon);
        }
    }

    /// Stores what tmux reported about its key handling.
    pub fn set_tmux(&mut self, tmux: TmuxKeys) {
        self.model.chrome.findings.tmux = Some(tmux);
        self.sync_links();
        if self.model.dialogs.shows::<Help>() {
            self.touch(Redraw::Soon);
        }
    }

    /// Uses another key table from now on. If the new table has faults while the program runs, the
    /// last good one stays and a notice says why.
    pub fn set_keys(&mut self, loaded: LoadedKeymap) {
        self.touch(Redraw::Now);
        self.faults = loaded.faults;
        if let Some(text) = fault_words(&self.faults) {
            let text = say!("keys-stay", text);
            return self.model.chrome.say(NoticeLevel::Warning, text);
        }
        self.keymap = loaded.keymap;
        // The keys typed so far may be another sequence in the new table.
        self.model.chrome.pending = None;
        self.model
            .chrome
            .say(NoticeLevel::Info, say!("keys-read-again"));
    }

    /// Stores the faults in the user's own key table that were found at startup.
    pub fn set_key_faults(&mut self, faults: Vec<KeymapFault>) {
        self.faults = faults;
        if let Some(text) = fault_words(&self.faults) {
            self.model.chrome.say(NoticeLevel::Warning, text);
        }
    }

    /// Shows a notice, with action names in braces replaced by their keys.
    pub(super) fn tell(&mut self, level: NoticeLevel, text: &str) {
        let text = with_keys(&self.keymap, text);
        self.model.chrome.say(level, text);
    }

    /// Draws with other colours from now on.
    pub fn set_theme(&mut self, theme: super::theme::Theme) {
        self.theme = theme;
        self.touch(Redraw::Now);
    }

    /// Offers every input to the bar, which uses up the input that it decides on.
    fn bar_input(&mut self, input: &Input) -> InputUse {
        // Global keys work in the bar too: leaving, stopping and asking for help never wait.
        let reserved = match &input.kind {
            InputKind::Key(key) => self.is_reserved(key),
            _ => false,
        };
        let around = self.model.around();
        let Some(tab) = self.model.sessions.tab_mut() else {
            return InputUse::No;
        };
        let takes_keys = matches!(input.kind, InputKind::Key(_) | InputKind::Paste(_));
        if takes_keys && around.focus == Where::Dialog {
            let effects = tab.bar.key_went_to_dialog();
            self.carry_out_of_bar(effects);
            return InputUse::No;
        }
        if reserved {
            let effects = tab.bar.key_went_elsewhere();
            self.carry_out_of_bar(effects);
            return InputUse::No;
        }
        let (effects, used) = tab.bar.input(input, &around);
        if takes_keys && used == InputUse::Yes {
            self.model.forget_notice();
        }
        self.carry_out_of_bar(effects);
        used
    }

    /// Whether a key is bound globally, or continues a sequence.
    pub(super) fn is_reserved(&self, key: &KeyEvent) -> bool {
        if self.model.chrome.pending.is_some() {
            return true;
        }
        let found = self.keymap.resolve(&[Context::Global], &[], key);
        found != Resolution::Nothing
    }

    pub(super) fn key(&mut self, key: &KeyEvent) {
        if let Some(keys) = self.model.escape_and_letter(key, &self.keymap) {
            return keys.iter().for_each(|key| self.key(key));
        }
        if let Some(effects) = self.model.second_leaving(key, &self.keymap) {
            return self.carry_out(effects);
        }
        if self.model.chrome.pending.is_none() && self.literal_key(key) == InputUse::Yes {
            return;
        }
        let contexts = self.model.contexts();
        let (pending, since) = self.model.chrome.pending.take().unwrap_or_default();
        match self.keymap.resolve(&contexts, &pending, key) {
            Resolution::Pending(keys) => {
                self.model.chrome.pending = Some((keys, self.model.chrome.now));
                self.model.chrome.page_of_ways = 0;
            }
            Resolution::Action(action) => self.key_action(action),
            Resolution::Nothing if !pending.is_empty() => {
                let pages = pages_of_ways(self, &pending);
                self.model.chrome.turn_ways(pending, since, key, pages);
            }
            Resolution::Nothing => self.unbound_key(key),
        }
    }

    /// Handles "insert the next key literally", vim's keys, and search lines that take text.
    fn literal_key(&mut self, key: &KeyEvent) -> InputUse {
        let everywhere = self.keymap.resolve(&[Context::Global], &[], key);
        if let Some(effects) = self.model.dialogs.literal_key(key, &everywhere) {
            self.carry_out(effects);
            return InputUse::Yes;
        }
        if self.model.dialogs.is_open() || self.model.selects() {
            return InputUse::No;
        }
        match self.model.chrome.focus {
            Focus::Editor => self.key_of_editor(key),
            Focus::Pane(pane) => {
                if everywhere != Resolution::Nothing {
                    return InputUse::No;
                }
                let Some(view) = self.model.pane_mut(pane).filter(|view| view.takes_text()) else {
                    return InputUse::No;
                };
                let effects = view.key(key);
                self.carry_out(effects);
                self.fill_pane(pane);
                InputUse::Yes
            }
            Focus::Bar => InputUse::No,
        }
    }

    /// Handles a key that the editor takes whatever its binding.
    fn key_of_editor(&mut self, key: &KeyEvent) -> InputUse {
        let tab = self.model.sessions.tab();
        let takes = |tab: &&super::tab::Tab| tab.editor.takes_first(key) && !tab.facts.is_frozen();
        if tab.filter(takes).is_none() {
            return InputUse::No;
        }
        self.model.forget_notice();
        self.model.chrome.pointer.drop_selection(None);
        self.type_key(key);
        // The keys of a second `:q` confirm the first one.
        let tab = self.model.sessions.tab();
        if !tab.is_some_and(|tab| tab.editor.quits_by(key)) {
            self.model.chrome.armed = None;
        }
        InputUse::Yes
    }

    fn key_action(&mut self, action: Action) {
        #[cfg(test)]
        self.acted.push(action);
        // A key cancels what an earlier key armed.
        if !matches!(
            action,
            Action::Interrupt | Action::Quit | Action::DeleteChar | Action::EndSession
        ) {
            self.model.chrome.armed = None;
        }
        if !matches!(action, Action::Interrupt | Action::Quit) {
            self.model.forget_notice();
        }
        // The mouse can be released and captured whatever the dialog.
        let is_of_the_screen = action == Action::MouseOff;
        if self.model.selects() && self.select_action(action) == InputUse::Yes {
            return;
        }
        if !is_of_the_screen && let Some(effects) = self.model.dialogs.act(action) {
            self.carry_out(effects);
            return self.model.chrome.pointer.drop_selection(Some(action));
        }
        self.model.chrome.pointer.drop_selection(Some(action));
        self.act(action);
    }

    fn unbound_key(&mut self, key: &KeyEvent) {
        self.model.chrome.armed = None;
        self.model.forget_notice();
        if self.model.selects() {
            let text = say!("select-other-key");
            return self.model.chrome.say(NoticeLevel::Info, text);
        }
        self.model.chrome.pointer.drop_selection(None);
        if self.model.dialogs.is_open() {
            return self.update(|model| model.dialogs.key(key));
        }
        match self.model.chrome.focus {
            Focus::Editor if self.model.asks_for_help(key) => self.act(Action::Help),
            Focus::Editor => self.type_key(key),
            Focus::Pane(pane) => {
                if let Some(view) = self.model.pane_mut(pane) {
                    let effects = view.key(key);
                    self.carry_out(effects);
                }
            }
            Focus::Bar => {}
        }
    }

    pub(super) fn type_key(&mut self, key: &KeyEvent) {
        if let Some(refusal) = self.model.sessions.input_refusal() {
            let again = self.model.sessions.way_on(key);
            return self.carry_out(again.unwrap_or_else(|| vec![refusal]));
        }
        let now = self.model.chrome.now;
        self.model.chrome.last_editor_key = Some(now);
        if let Some(tab) = self.model.sessions.tab_mut() {
            let effects = tab.editor.key(key, now);
            self.carry_out(effects);
        }
    }

    fn paste(&mut self, text: &str) {
        self.model.chrome.pending = None;
        if self.model.dialogs.is_open() {
            return self.update(|model| model.dialogs.paste(text));
        }
        if let Focus::Pane(pane) = self.model.chrome.focus {
            let view = self.model.pane_mut(pane);
            let used = view.map_or(InputUse::No, |view| view.paste(text));
            self.fill_pane(pane);
            if used == InputUse::Yes {
                return;
            }
        }
        if self.model.chrome.focus != Focus::Bar {
            self.model.chrome.focus = Focus::Editor;
            self.paste_into_editor(text);
        }
    }

    pub(super) fn paste_into_editor(&mut self, text: &str) {
        if let Some(refusal) = self.model.sessions.input_refusal() {
            return self.carry_out(vec![refusal]);
        }
        let now = self.model.chrome.now;
        self.model.chrome.last_editor_key = Some(now);
        if let Some(tab) = self.model.sessions.tab_mut() {
            let effects = tab.editor.paste(text, now);
            self.carry_out(effects);
        }
        if redact::mask(text) != text {
            self.model
                .chrome
                .say(NoticeLevel::Warning, say!("editor-key-pasted"));
        }
    }
}

/// Describes the first fault and how many more there are.
fn fault_words(faults: &[KeymapFault]) -> Option<String> {
    let first = faults.first()?;
    Some(match faults.len() - 1 {
        0 => said(&first.notice()),
        more => say!(
            "keys-more-faults",
            first = first.notice(),
            faults = counted(more, "fault")
        ),
    })
}
