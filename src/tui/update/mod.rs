//! From input to a changed model and effects: decides which part a key belongs to and what it does.
//!
//! The order: a key of a sequence that has begun, the dialog, the bar, then the
//! focused part. The effect of each action is in `act`, one arm and one call each.

mod act;
mod choose;
mod copying;
mod dialogs;
mod effects;
mod frozen;
mod include;
mod interrupt;
mod key_hints;
mod mouse;
mod note;
mod notify;
mod palette;
mod panes;
mod parts;
mod presence;
mod proposal;
mod review;
mod saved_layout;
mod search;
mod selecting;
mod session;
mod session_closed;
mod sessions;
mod settings;
mod slash;
mod splits;
mod stall;
mod start_screen;
mod stopped;
mod time;
mod type_ahead;

pub(super) use saved_layout::LayoutRestore;
pub(super) use session_closed::SessionClosed;
pub(super) use stall::MORE;
pub(super) use type_ahead::TypeAhead;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::app::{App, Redraw};
use super::bar::{BarContext, Where};
use super::chrome::Focus;
use super::dialog::help::Help;
use super::dialog::settings::Settings;
use super::effect::Effect;
use super::hints::with_keys;
use super::input::{InputUse, Window};
use super::keymap::{Action, Context, KeymapFault, LoadedKeymap, Resolution};
use super::layout::Pane;
use super::terminal::KeyProtocol;
use super::terminal::findings::{KeyFindings, KeyKnowledge, TmuxKeys};
use client::input::{Input, InputKind};
use l10n::{counted, said, say};
use protocol::event::NoticeLevel;

impl App {
    /// Handles one input.
    pub fn input(&mut self, input: &Input) {
        self.take_input(input);
        self.end_selecting_over();
        self.after_opening();
        self.sync_start_screen();
        self.sync_theme_trial();
        self.sync_proposal();
        self.sync_review();
        self.store_layout();
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
            InputKind::FocusGained => self.window_focus_changed(Window::Here {
                since: Some(self.model.chrome.now),
            }),
            InputKind::FocusLost => self.window_focus_changed(Window::Away),
            _ => {}
        }
        if self.buffer_type_ahead(input) == InputUse::Yes {
            return;
        }
        if self.bar_input(input) == InputUse::Yes {
            return self.touch(Redraw::Now);
        }
        match &input.kind {
            InputKind::Settled => self.settle_key(),
            InputKind::Mouse(event) => self.mouse(event),
            InputKind::Key(key) if key.kind != KeyEventKind::Release => {
                self.touch(Redraw::Now);
                let key = &self.normalized_key(key);
                self.note_rare_key(key);
                self.key(key);
                // A deciding key counts only if the user pressed it once and alone.
                if !input.alone || key.kind == KeyEventKind::Repeat {
                    self.drop_held_key();
                }
            }
            InputKind::Paste(text) => {
                self.touch(Redraw::Now);
                self.drop_held_key();
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
        if let Some(text) = self.keymap_fault_words() {
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
        if let Some(text) = self.keymap_fault_words() {
            self.model.chrome.say(NoticeLevel::Warning, text);
        }
    }

    /// Shows a notice, with action names in braces replaced by their keys.
    pub(super) fn tell(&mut self, level: NoticeLevel, text: &str) {
        let text = with_keys(&self.keymap, text);
        self.model.chrome.say(level, text);
    }

    /// Describes the first fault and how many more there are.
    fn keymap_fault_words(&self) -> Option<String> {
        let first = self.faults.first()?;
        Some(match self.faults.len() - 1 {
            0 => said(&first.notice()),
            more => say!(
                "keys-more-faults",
                first = first.notice(),
                faults = counted(more, "fault")
            ),
        })
    }

    /// Records that a key came which not every terminal reports, so this one does report it.
    fn note_rare_key(&mut self, key: &KeyEvent) {
        let findings = &mut self.model.chrome.findings;
        match key.code {
            KeyCode::Enter if key.modifiers == KeyModifiers::SHIFT => {
                findings.shift_enter = KeyKnowledge::Came;
            }
            KeyCode::Tab if key.modifiers == KeyModifiers::CONTROL => {
                findings.ctrl_tab = KeyKnowledge::Came;
            }
            _ => {}
        }
    }

    /// Draws with other colours from now on.
    pub fn set_theme(&mut self, theme: super::theme::Theme) {
        self.theme = theme;
        self.touch(Redraw::Now);
    }

    /// Collects what the bar must know about the rest of the screen.
    pub(crate) fn around(&self) -> BarContext {
        let tab = self.model.sessions.tab();
        let popup = tab.is_some_and(|tab| tab.editor.contexts().first() == Some(&Context::Popup));
        let focus = match self.model.chrome.focus {
            _ if self.model.dialogs.is_open() => Where::Dialog,
            Focus::Bar => Where::Bar,
            Focus::Pane(_) => Where::Pane,
            Focus::Editor if popup => Where::Popup,
            Focus::Editor => Where::Editor,
        };
        BarContext {
            // Who commands vim edits, also an empty draft: letters are meant for it.
            editor_empty: tab.is_none_or(|tab| tab.draft_is_empty() && tab.editor.takes_text()),
            last_editor_key_at: self.model.chrome.last_editor_key,
            focus,
            releases_reported: self.model.chrome.findings.protocol == KeyProtocol::Kitty,
            window: self.model.chrome.window,
        }
    }

    /// Maps a line feed (Ctrl+J) to Enter where no multi-line text is typed. A line feed that
    /// arrived together with other keys in one read, over a slow connection, is mapped too.
    fn normalized_key(&self, key: &KeyEvent) -> KeyEvent {
        let is_line_end = key.code == KeyCode::Char('j') && key.modifiers == KeyModifiers::CONTROL;
        let takes_lines = match (self.model.dialogs.top(), self.model.chrome.focus) {
            (Some(dialog), _) => dialog.takes_line_feeds(),
            (None, Focus::Pane(pane)) => {
                self.model.pane(pane).is_some_and(|view| view.takes_text())
            }
            (None, _) => true,
        };
        if is_line_end && !takes_lines {
            KeyEvent {
                code: KeyCode::Enter,
                modifiers: KeyModifiers::NONE,
                ..*key
            }
        } else {
            *key
        }
    }

    /// Offers every input to the bar, which uses up the input that it decides on.
    fn bar_input(&mut self, input: &Input) -> InputUse {
        // Global keys work in the bar too: leaving, stopping and asking for help never wait.
        let reserved = match &input.kind {
            InputKind::Key(key) => self.is_reserved(key),
            _ => false,
        };
        let around = self.around();
        let Some(tab) = self.model.sessions.tab_mut() else {
            return InputUse::No;
        };
        let takes_keys = matches!(input.kind, InputKind::Key(_) | InputKind::Paste(_));
        if reserved || (takes_keys && around.focus == Where::Dialog) {
            let effects = tab.bar.key_went_elsewhere();
            self.carry_out_of_bar(effects);
            return InputUse::No;
        }
        let (effects, used) = tab.bar.input(input, &around);
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

    /// Returns the key contexts that apply now, the innermost first.
    pub(super) fn contexts(&self) -> Vec<Context> {
        let mut stack = match (self.model.dialogs.top(), self.model.chrome.focus) {
            _ if self.selects() => vec![Context::Select],
            (Some(dialog), _) => dialog.contexts().to_vec(),
            (None, Focus::Bar) => vec![Context::Bar],
            (None, Focus::Editor) if self.is_frozen() => vec![Context::Editor],
            (None, Focus::Editor) => self
                .model
                .sessions
                .tab()
                .map_or(vec![Context::Editor], |tab| tab.editor.contexts().to_vec()),
            (None, Focus::Pane(pane)) => {
                let own = match pane {
                    Pane::Tree => Context::Tree,
                    Pane::Chat => Context::Chat,
                    Pane::Diff => Context::Diff,
                    Pane::Review => Context::Review,
                    // Here letters are text.
                    Pane::Note => Context::Pane,
                };
                vec![own, Context::Pane]
            }
        };
        stack.push(Context::Global);
        stack
    }

    pub(super) fn key(&mut self, key: &KeyEvent) {
        if self.model.chrome.pending.is_none() && self.literal_key(key) == InputUse::Yes {
            return;
        }
        let contexts = self.contexts();
        let (pending, since) = self.model.chrome.pending.take().unwrap_or_default();
        match self.keymap.resolve(&contexts, &pending, key) {
            Resolution::Pending(keys) => {
                self.model.chrome.pending = Some((keys, self.model.chrome.now));
                self.model.chrome.page_of_ways = 0;
            }
            Resolution::Action(action) => self.key_action(action),
            Resolution::Nothing if !pending.is_empty() => self.turn_ways(pending, since, key),
            Resolution::Nothing => self.unbound_key(key),
        }
    }

    /// Handles "insert the next key literally", vim's keys, and search lines that take text.
    fn literal_key(&mut self, key: &KeyEvent) -> InputUse {
        if self.key_of_dialog(key) == InputUse::Yes {
            return InputUse::Yes;
        }
        if self.model.dialogs.is_open() || self.selects() {
            return InputUse::No;
        }
        match self.model.chrome.focus {
            Focus::Editor => self.key_of_editor(key),
            Focus::Pane(pane) => {
                if self.is_reserved(key) {
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
        self.forget_notice();
        self.drop_selection(None);
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
            self.forget_notice();
        }
        // The mouse can be released and captured whatever the dialog.
        let is_of_the_screen = action == Action::MouseOff;
        if self.selects() && self.select_action(action) == InputUse::Yes {
            return;
        }
        if !is_of_the_screen && self.dialog_action(action) == InputUse::Yes {
            return self.drop_selection(Some(action));
        }
        self.drop_selection(Some(action));
        self.act(action);
    }

    /// Takes a key press as a sign that the user has read the notice. Keeps the notice while the
    /// settings lie over it.
    fn forget_notice(&mut self) {
        self.model.chrome.notice_was_read = true;
        if !self.model.dialogs.shows::<Settings>() {
            self.model.chrome.notice = None;
        }
    }

    fn unbound_key(&mut self, key: &KeyEvent) {
        self.model.chrome.armed = None;
        self.forget_notice();
        if self.selects() {
            return self.select_key(key);
        }
        self.drop_selection(None);
        if self.model.dialogs.is_open() {
            return self.dialog_key(key);
        }
        match self.model.chrome.focus {
            Focus::Editor if self.asks_for_help(key) => self.act(Action::Help),
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

    /// Whether the key is `?` where it is no text.
    fn asks_for_help(&self, key: &KeyEvent) -> bool {
        key.code == KeyCode::Char('?')
            && (self.is_frozen()
                || self
                    .model
                    .sessions
                    .tab()
                    .is_none_or(|tab| tab.draft_is_empty() || !tab.editor.takes_text()))
    }

    pub(super) fn type_key(&mut self, key: &KeyEvent) {
        if self.refuse_input() == InputUse::Yes {
            return;
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
            return self.dialog_paste(text);
        }
        if let Focus::Pane(pane) = self.model.chrome.focus
            && self.paste_into_pane(pane, text) == InputUse::Yes
        {
            return;
        }
        if self.model.chrome.focus != Focus::Bar {
            self.model.chrome.focus = Focus::Editor;
            self.paste_into_editor(text);
        }
    }

    fn paste_into_pane(&mut self, pane: Pane, text: &str) -> InputUse {
        let view = self.model.pane_mut(pane);
        let used = view.map_or(InputUse::No, |view| view.paste(text));
        self.fill_pane(pane);
        used
    }

    pub(super) fn paste_into_editor(&mut self, text: &str) {
        if self.refuse_input() == InputUse::Yes {
            return;
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
