//! The editor of a session: the draft, its completion, and the pictures that are put into it.
//!
//! The draft itself is the [`Composer`]'s. The editor gives each change of it to the completion,
//! requests what that needs, and loads the pictures for which the draft holds a place.

mod candidates;

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::completion::{CompletionEffect, CompletionPopup, CompletionQuery};
use crate::composer::{Composer, Marking, dropped};
use crate::effect::{Effect, SearchField};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::pane::Focused;
use crate::pointer::Pointing;
use crate::terminal::CursorShape;
use crate::theme::Theme;
use candidates::candidates;
use client::input::pasted_text;
use client::line_editor::KeyUse;
use client::slash::{is_command_line, recent_commands};
use client::vim::{EditorKeys, Vim, VimMode};
use l10n::say;
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::{ModelLists, PictureSource, Query, Reply};

/// Maximum rows of the text; the layout takes fewer if there is no room.
const MOST_ROWS: u16 = 16;

/// Maximum number of files to query.
const FILES: usize = 200;

#[derive(Debug)]
pub struct Editor {
    session: SessionId,
    composer: Composer,
    popup: CompletionPopup,
    /// The query of the completion, with its number.
    asked: Option<(u64, Query)>,
    /// Pictures that are still being loaded.
    taking: Vec<PendingAttachment>,
    /// Number of pictures so far.
    taken: usize,
    /// The text and the cursor that the completion was last given.
    known: (String, usize),
    /// The text and the cursor right after a file was inserted.
    file_put: Option<(String, usize)>,
}

/// A picture that is still being loaded.
#[derive(Debug)]
struct PendingAttachment {
    query: Query,
    /// The placeholder in the text.
    mark: String,
    /// The text to insert if the source is not a picture.
    typed: String,
}

impl Editor {
    pub fn new(session: SessionId, themes: Arc<[String]>, keys: EditorKeys) -> Self {
        let mut composer = Composer::default();
        composer.set_keys(keys);
        Self {
            session,
            composer,
            popup: CompletionPopup::new().with_themes(themes),
            asked: None,
            taking: Vec::new(),
            taken: 0,
            known: (String::new(), 0),
            file_put: None,
        }
    }

    /// Sets the keys that edit the draft.
    pub fn set_keys(&mut self, keys: EditorKeys) {
        self.composer.set_keys(keys);
    }

    /// Returns the state of vim's keys, if they edit the draft.
    pub fn vim(&self) -> Option<&Vim> {
        self.composer.vim()
    }

    /// Returns the shape of the cursor: the terminal's own, or that of vim's mode.
    pub fn cursor_shape(&self) -> CursorShape {
        match self.vim() {
            None => CursorShape::Own,
            Some(vim) if vim.mode() == VimMode::Insert => CursorShape::Bar,
            Some(vim) if !vim.pending().is_empty() => CursorShape::Underline,
            Some(_) => CursorShape::Block,
        }
    }

    /// Whether letters are typed, and no commands of vim.
    pub fn takes_text(&self) -> bool {
        self.composer.takes_text()
    }

    /// Returns vim to insert mode, because the user asked to type.
    pub fn begin_insert(&mut self) {
        self.composer.begin_insert();
    }

    /// Whether a key that vim has handled may be one of `:q` or `ZQ`.
    pub fn quits_by(&self, key: &KeyEvent) -> bool {
        let ends = matches!(key.code, KeyCode::Enter | KeyCode::Char('Q'));
        let vim = self.vim();
        vim.is_some_and(|vim| ends || vim.pending().starts_with([':', 'Z']))
    }

    /// Carries out the action of a key.
    pub fn act(&mut self, action: Action, at: Duration) -> Vec<Effect> {
        let popup = matches!(
            action,
            Action::PopupPrevious
                | Action::PopupNext
                | Action::PopupInsert
                | Action::PopupEnter
                | Action::PopupClose
        );
        if popup {
            return self.popup_act(action);
        }
        if action == Action::Paste {
            let asks = self.take(PictureSource::Clipboard, String::new(), at);
            return self.complete(vec![asks]);
        }
        if action == Action::Complete {
            return self.complete_again();
        }
        if action == Action::FilePicker {
            self.begin_insert();
            self.mention(at);
            return self.complete(Vec::new());
        }
        let effects = self.composer.act(action, at);
        let effects = self.sent(effects);
        self.complete(effects)
    }

    /// Sends the draft for the end of the run.
    pub fn queue(&mut self, at: Duration) -> Vec<Effect> {
        let effects = self.composer.queue(at);
        let effects = self.sent(effects);
        self.complete(effects)
    }

    /// Whether the draft is a message in which Tab has nothing to complete.
    pub fn is_message_without_completion(&self) -> bool {
        let text = self.composer.text();
        let is_message =
            !text.trim().is_empty() && !is_command_line(&text) && !text.starts_with('!');
        is_message && self.composer.search().is_none() && !self.popup.may_open()
    }

    /// Handles a key without a binding, or one that [`Self::takes_first`].
    pub fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<Effect> {
        // The line numbers belong to the file that was just inserted, so the blank behind it goes.
        let follows_file = self.file_put.as_ref() == Some(&self.known);
        if key.code == KeyCode::Char(':') && follows_file && !self.takes_first(key) {
            self.composer.act(Action::DeleteBack, at);
        }
        let effects = self.composer.key(key, at);
        self.complete(effects)
    }

    /// Handles Esc and Ctrl+G: closes a search, the completion or a mark that is open
    /// in the editor.
    pub fn cancel(&mut self) -> InputUse {
        if self.close_completion() == InputUse::Yes {
            return InputUse::Yes;
        }
        if self.composer.search().is_some() {
            self.composer.cancel_search();
            return InputUse::Yes;
        }
        match self.composer.cancel_mark() {
            KeyUse::Yes => InputUse::Yes,
            KeyUse::No => InputUse::No,
        }
    }

    /// Closes the completion if it is open.
    pub fn close_completion(&mut self) -> InputUse {
        if !self.popup.is_open() {
            return InputUse::No;
        }
        self.popup.close();
        InputUse::Yes
    }

    /// Sets a mark at the cursor, from which movements select, or removes it.
    pub fn toggle_mark(&mut self) -> Marking {
        self.composer.toggle_mark()
    }

    /// Removes the mark after the selection was copied.
    pub fn end_mark(&mut self) {
        self.composer.end_mark();
    }

    /// Sets the time.
    pub fn tick(&mut self, at: Duration) -> Vec<Effect> {
        let draft = self.composer.tick(at);
        self.save(draft)
    }

    /// Returns the time at which [`Self::tick`] must be called next.
    pub fn deadline(&self) -> Option<Duration> {
        self.composer.next_deadline()
    }

    /// Stores the draft at once, before the program ends.
    pub fn keep_draft(&mut self) -> Vec<Effect> {
        let draft = self.composer.draft_to_save();
        self.save(draft)
    }

    /// Whether a key is the editor's, whatever its binding: it is typed literally, or vim's. Esc
    /// closes an open completion first.
    pub fn takes_first(&self, key: &KeyEvent) -> bool {
        let closes_popup = self.popup.is_open() && key.code == KeyCode::Esc;
        self.composer.takes_first(key) && !(closes_popup && self.takes_text())
    }

    /// Inserts a paste.
    pub fn paste(&mut self, text: &str, at: Duration) -> Vec<Effect> {
        let Some(paths) = dropped::pictures(text) else {
            self.composer.paste(text, at);
            return self.complete(Vec::new());
        };
        let mut asks = Vec::new();
        for path in paths {
            if !asks.is_empty() {
                self.composer.insert(" ", at);
            }
            let source = PictureSource::File { path: path.clone() };
            asks.push(self.take(source, path, at));
        }
        self.complete(asks)
    }

    /// Returns the key contexts, innermost first: the popup and the editor, or the editor alone.
    pub fn contexts(&self) -> &'static [Context] {
        if self.popup.is_open() {
            &[Context::Popup, Context::Editor]
        } else {
            &[Context::Editor]
        }
    }

    /// Takes an answer for completion or for the history.
    pub fn reply(&mut self, query: &Query, reply: &Reply) {
        self.took(query, reply);
        if let Some((number, _)) = self.asked.take_if(|(_, asked)| asked == query) {
            self.popup.arrived(number, candidates(reply));
        }
        if let Reply::History { lines } = reply {
            self.recall(lines);
        }
    }

    /// Takes the lines sent in this workspace, latest last. A walk through the history continues.
    pub fn recall(&mut self, lines: &[String]) {
        self.popup.set_recent(recent_commands(lines));
        self.composer.set_history(lines.to_vec());
    }

    /// Returns the whole text.
    pub fn text(&self) -> String {
        self.composer.whole_text()
    }

    /// Whether the editor is empty.
    pub fn is_empty(&self) -> bool {
        self.composer.is_empty()
    }

    /// Replaces the text.
    pub fn set(&mut self, text: &str) {
        self.composer.set_text(text);
    }

    /// Restores the text that was stored when the program last ended.
    pub fn restore(&mut self, text: &str) {
        self.composer.restore_draft(text);
    }

    /// Empties the editor and returns its whole text, for the history.
    pub fn clear(&mut self) -> String {
        let text = self.composer.whole_text();
        self.composer.clear();
        self.popup.close();
        text
    }

    /// Returns the selected text.
    pub fn selected_text(&self) -> Option<String> {
        self.composer.selected_text()
    }

    /// Returns the rows that the editor needs.
    pub fn rows(&mut self, width: u16) -> u16 {
        self.composer.measure(width, MOST_ROWS)
    }

    /// Draws the editor; returns the cursor position.
    pub fn draw(
        &self,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
        focused: Focused,
    ) -> Option<Position> {
        self.composer.draw(area, buf, theme);
        match focused {
            Focused::Yes => self.composer.cursor_position(area),
            Focused::No => None,
        }
    }

    /// Handles the mouse while the editor lies in `area`.
    pub fn point(&mut self, area: Rect, at: Position, how: Pointing, now: Duration) -> Vec<Effect> {
        self.composer.point(area, at, how, now);
        self.complete(Vec::new())
    }

    /// Handles a click on the completion: chooses the candidate there. Returns `No`
    /// outside the completion.
    pub fn click_popup(&mut self, editor: Rect, room: Rect, at: Position) -> InputUse {
        let area = self.popup.area(room.union(editor), editor);
        match area.filter(|area| area.contains(at)) {
            Some(area) => {
                self.popup.choose_row(area, at.y - area.y);
                InputUse::Yes
            }
            None => InputUse::No,
        }
    }

    /// Draws the completion over the area above `editor`, inside `room`.
    pub fn draw_popup(&self, editor: Rect, room: Rect, buf: &mut Buffer, theme: &Theme) {
        if let Some(area) = self.popup.area(room.union(editor), editor) {
            self.popup.draw(area, buf, theme);
        }
    }

    /// Passes the current text to the completion, and requests what it needs.
    fn complete(&mut self, mut effects: Vec<Effect>) -> Vec<Effect> {
        self.composer.settle();
        let now = (self.composer.text(), self.composer.cursor());
        if !self.takes_text() {
            // Nothing is being typed that could be completed.
            self.popup.close();
            self.known = now;
            return effects;
        }
        if now == self.known {
            return effects;
        }
        if let Some((number, wanted)) = self.popup.update(&now.0, now.1) {
            let query = self.query(wanted);
            self.asked = Some((number, query.clone()));
            effects.push(match &query {
                Query::Files { .. } | Query::Mentionable { .. } => {
                    Effect::AskNewest(SearchField::Completion(self.session), query)
                }
                _ => Effect::Ask(query),
            });
        }
        self.known = now;
        effects
    }

    /// Tab while the completion is closed: opens it again, or reports that there is
    /// nothing to complete.
    fn complete_again(&mut self) -> Vec<Effect> {
        self.popup.again();
        self.known = (String::new(), usize::MAX);
        let effects = self.complete(Vec::new());
        if effects.is_empty() && !self.popup.is_open() {
            return vec![Effect::Bell];
        }
        effects
    }

    fn query(&self, wanted: CompletionQuery) -> Query {
        match wanted {
            CompletionQuery::Files { pattern } => Query::Files {
                session: Some(self.session),
                pattern,
                limit: FILES,
            },
            CompletionQuery::Mentionable { pattern } => Query::Mentionable {
                session: self.session,
                pattern,
                limit: FILES,
            },
            CompletionQuery::Lines { path } => Query::Outline {
                session: self.session,
                path,
            },
            CompletionQuery::Models { provider } => Query::Models {
                provider,
                lists: ModelLists::Now,
            },
            CompletionQuery::Providers => Query::Providers,
            CompletionQuery::Sessions => Query::Sessions,
            CompletionQuery::Folders { of } => Query::Tree { folder: of },
            CompletionQuery::Commands => Query::CustomCommands,
            CompletionQuery::Branches => Query::Branches,
            CompletionQuery::Included => Query::Context {
                session: self.session,
            },
        }
    }

    /// Starts to load a picture or the clipboard's content; a placeholder marks it in
    /// the text meanwhile.
    fn take(&mut self, source: PictureSource, typed: String, at: Duration) -> Effect {
        self.taken += 1;
        let mark = match source {
            PictureSource::File { .. } => say!("editor-reading-picture", number = self.taken),
            PictureSource::Clipboard => say!("editor-reading-clipboard", number = self.taken),
        };
        self.composer.hold_place(&mark, at);
        let query = Query::TakePicture {
            session: self.session,
            source,
        };
        self.taking.push(PendingAttachment {
            query: query.clone(),
            mark,
            typed,
        });
        Effect::Ask(query)
    }

    /// Handles a loaded picture, or a source that is not a picture: then the pasted
    /// content is text.
    fn took(&mut self, query: &Query, reply: &Reply) {
        let of = |taking: &PendingAttachment| taking.query == *query;
        let Some(place) = self.taking.iter().position(of) else {
            return;
        };
        let PendingAttachment { mark, typed, .. } = self.taking.remove(place);
        match reply {
            Reply::Picture { picture } => self.composer.resolve(&mark, &picture.tag()),
            // Treats the clipboard's text like a paste of the terminal: cleaned, folded if it is
            // large, never sent.
            Reply::Text { text, .. } => self.composer.resolve(&mark, &pasted_text(text)),
            _ => self.composer.resolve(&mark, &typed),
        }
    }

    /// Begins a mention at the cursor, separated from the word before it.
    fn mention(&mut self, at: Duration) {
        let text = self.composer.text();
        let before = text.get(..self.composer.cursor()).unwrap_or_default();
        match before.chars().next_back() {
            Some('@') => {}
            Some(letter) if !letter.is_whitespace() => self.composer.insert(" @", at),
            _ => self.composer.insert("@", at),
        }
    }

    fn popup_act(&mut self, action: Action) -> Vec<Effect> {
        let effect = match action {
            Action::PopupEnter => self.popup.enter(),
            action => self.popup.act(action),
        };
        match effect {
            CompletionEffect::Replace(range, with) => {
                self.composer.replace(range, &with);
                let effects = self.complete(Vec::new());
                let is_file = with.starts_with('@') && !with.trim_end().ends_with('/');
                self.file_put = is_file.then(|| self.known.clone());
                effects
            }
            CompletionEffect::Run => {
                self.popup.close();
                let effects = vec![Effect::Submit(self.composer.take_for_send())];
                let effects = self.sent(effects);
                self.complete(effects)
            }
            CompletionEffect::Nothing | CompletionEffect::NotMine => Vec::new(),
        }
    }

    /// Passes the effects of the draft on. With a sent draft, also discards its stored copy: after a
    /// crash it would reappear beside the sent message.
    fn sent(&mut self, mut effects: Vec<Effect>) -> Vec<Effect> {
        let sends =
            |effect: &Effect| matches!(effect, Effect::Submit(_) | Effect::SubmitAfterRun(_));
        if effects.iter().any(sends) {
            effects.extend(self.keep_draft());
        }
        effects
    }

    fn save(&self, draft: Option<String>) -> Vec<Effect> {
        let session = self.session;
        let save = |text| Effect::Send(Command::SaveDraft { session, text });
        draft.map(save).into_iter().collect()
    }
}
