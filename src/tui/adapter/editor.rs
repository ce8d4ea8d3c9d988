//! Adapts the editor to a part of the screen.

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::completion::{Candidate, CompletionEffect, CompletionPopup, CompletionQuery, lines};
use crate::composer::{Composer, ComposerEffect, Marking, dropped};
use crate::dialog::session_list::state_and_about;
use crate::effect::SearchField;
use crate::keymap::{Action, Context};
use crate::part::{EditorView, Focused, InputUse, PaneEffect, Pointing};
use crate::theme::Theme;
use client::input::pasted_text;
use client::line_editor::KeyUse;
use l10n::{said, say};
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::{FileMatch, FileNote, ModelLists, PictureSource, Query, Reply};

/// Maximum rows of the text; the layout takes fewer if there is no room.
const MOST_ROWS: u16 = 16;

/// Maximum number of files to query.
const FILES: usize = 200;

#[derive(Debug)]
pub(super) struct EditorAdapter {
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

impl EditorAdapter {
    pub(super) fn new(session: SessionId, themes: Arc<[String]>) -> Self {
        Self {
            session,
            composer: Composer::default(),
            popup: CompletionPopup::new().with_themes(themes),
            asked: None,
            taking: Vec::new(),
            taken: 0,
            known: (String::new(), 0),
            file_put: None,
        }
    }

    /// Passes the current text to the completion, and requests what it needs.
    fn complete(&mut self, mut effects: Vec<PaneEffect>) -> Vec<PaneEffect> {
        let now = (self.composer.text(), self.composer.cursor());
        if now == self.known {
            return effects;
        }
        if let Some((number, wanted)) = self.popup.update(&now.0, now.1) {
            let query = self.query(wanted);
            self.asked = Some((number, query.clone()));
            effects.push(match &query {
                Query::Files { .. } => {
                    PaneEffect::AskNewest(SearchField::Completion(self.session), query)
                }
                _ => PaneEffect::Ask(query),
            });
        }
        self.known = now;
        effects
    }

    /// Tab while the completion is closed: opens it again, or reports that there is
    /// nothing to complete.
    fn complete_again(&mut self) -> Vec<PaneEffect> {
        self.popup.again();
        self.known = (String::new(), usize::MAX);
        let effects = self.complete(Vec::new());
        if effects.is_empty() && !self.popup.is_open() {
            return vec![PaneEffect::Bell];
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
            CompletionQuery::Included => Query::Context {
                session: self.session,
            },
        }
    }

    /// Starts to load a picture or the clipboard's content; a placeholder marks it in
    /// the text meanwhile.
    fn take(&mut self, source: PictureSource, typed: String, at: Duration) -> PaneEffect {
        self.taken += 1;
        let mark = match source {
            PictureSource::File { .. } => say!("editor-reading-picture", number = self.taken),
            PictureSource::Clipboard => say!("editor-reading-clipboard", number = self.taken),
        };
        self.composer.mark(&mark, at);
        let query = Query::TakePicture {
            session: self.session,
            source,
        };
        self.taking.push(PendingAttachment {
            query: query.clone(),
            mark,
            typed,
        });
        PaneEffect::Ask(query)
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
            Some(letter) if !letter.is_whitespace() => self.composer.mark(" @", at),
            _ => self.composer.mark("@", at),
        }
    }

    fn popup_act(&mut self, action: Action) -> Vec<PaneEffect> {
        let effect = match action {
            Action::PopupEnter => self.popup.enter(),
            action => self.popup.act(action),
        };
        match effect {
            CompletionEffect::Replace(range, with) => {
                self.composer.replace(range, &with);
                let effects = self.complete(Vec::new());
                self.file_put = with.starts_with('@').then(|| self.known.clone());
                effects
            }
            CompletionEffect::Run => {
                self.popup.close();
                let effects = self.submit();
                self.complete(effects)
            }
            CompletionEffect::Nothing | CompletionEffect::NotMine => Vec::new(),
        }
    }

    /// Whether a picture in the text is still being loaded.
    fn is_taking(&self) -> bool {
        let text = self.composer.text();
        let mut taking = self.taking.iter();
        taking.any(|taking| text.contains(&taking.mark))
    }

    fn effects(&mut self, effects: Vec<ComposerEffect>) -> Vec<PaneEffect> {
        effects
            .into_iter()
            .flat_map(|effect| match effect {
                ComposerEffect::Send | ComposerEffect::SendAndLoadNext if self.is_taking() => {
                    let text = say!("editor-picture-pending");
                    vec![PaneEffect::Say(NoticeLevel::Info, text.to_owned())]
                }
                ComposerEffect::Send | ComposerEffect::SendAndLoadNext => self.submit(),
                ComposerEffect::SaveDraft(text) => vec![PaneEffect::SaveDraft(text)],
                ComposerEffect::DeleteInEmpty => vec![PaneEffect::Leave],
                ComposerEffect::Bell => vec![PaneEffect::Bell],
            })
            .collect()
    }

    /// Sends the draft. Also discards its stored copy: after a crash it would reappear beside
    /// the sent message.
    fn submit(&mut self) -> Vec<PaneEffect> {
        let mut effects = vec![PaneEffect::Submit(self.composer.take_for_send())];
        for effect in self.composer.save_draft() {
            if let ComposerEffect::SaveDraft(text) = effect {
                effects.push(PaneEffect::SaveDraft(text));
            }
        }
        effects
    }
}

impl EditorView for EditorAdapter {
    fn act(&mut self, action: Action, at: Duration) -> Vec<PaneEffect> {
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
            self.mention(at);
            return self.complete(Vec::new());
        }
        let effects = self.composer.act(action, at);
        let effects = self.effects(effects);
        self.complete(effects)
    }

    fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<PaneEffect> {
        // The line numbers belong to the file that was just inserted, so the blank behind it goes.
        if key.code == KeyCode::Char(':') && self.file_put.as_ref() == Some(&self.known) {
            self.composer.act(Action::DeleteBack, at);
        }
        let effects = self.composer.key(key, at);
        let effects = self.effects(effects);
        self.complete(effects)
    }

    fn cancel(&mut self) -> InputUse {
        if self.popup.is_open() {
            self.popup.close();
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

    fn toggle_mark(&mut self) -> Marking {
        self.composer.toggle_mark()
    }

    fn end_mark(&mut self) {
        self.composer.end_mark();
    }

    fn tick(&mut self, at: Duration) -> Vec<PaneEffect> {
        let effects = self.composer.tick(at);
        self.effects(effects)
    }

    fn deadline(&self) -> Option<Duration> {
        self.composer.next_deadline()
    }

    fn keep_draft(&mut self) -> Vec<PaneEffect> {
        let effects = self.composer.save_draft();
        self.effects(effects)
    }

    fn wants_next_key(&self) -> bool {
        self.composer.awaits_literal()
    }

    fn paste(&mut self, text: &str, at: Duration) -> Vec<PaneEffect> {
        let Some(paths) = dropped::pictures(text) else {
            self.composer.paste(text, at);
            return self.complete(Vec::new());
        };
        let mut asks = Vec::new();
        for path in paths {
            if !asks.is_empty() {
                self.composer.mark(" ", at);
            }
            let source = PictureSource::File { path: path.clone() };
            asks.push(self.take(source, path, at));
        }
        self.complete(asks)
    }

    fn contexts(&self) -> &'static [Context] {
        if self.popup.is_open() {
            &[Context::Popup, Context::Editor]
        } else {
            &[Context::Editor]
        }
    }

    fn reply(&mut self, query: &Query, reply: &Reply) {
        self.took(query, reply);
        if let Some((number, _)) = self.asked.take_if(|(_, asked)| asked == query) {
            self.popup.arrived(number, candidates(reply));
        }
        if let Reply::History { lines } = reply {
            self.recall(lines);
        }
    }

    fn recall(&mut self, lines: &[String]) {
        self.composer.set_history(lines.to_vec());
    }

    fn text(&self) -> String {
        self.composer.whole_text()
    }

    fn is_empty(&self) -> bool {
        self.composer.is_empty()
    }

    fn set(&mut self, text: &str) {
        self.composer.set_text(text);
    }

    fn restore(&mut self, text: &str) {
        self.composer.restore_draft(text);
    }

    fn clear(&mut self) -> String {
        let text = self.composer.whole_text();
        self.composer.clear();
        text
    }

    fn selected_text(&self) -> Option<String> {
        self.composer.selected_text()
    }

    fn rows(&mut self, width: u16) -> u16 {
        self.composer.measure(width, MOST_ROWS)
    }

    fn draw(
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

    fn point(&mut self, area: Rect, at: Position, how: Pointing, now: Duration) -> Vec<PaneEffect> {
        self.composer.point(area, at, how, now);
        self.complete(Vec::new())
    }

    fn click_popup(&mut self, editor: Rect, room: Rect, at: Position) -> InputUse {
        let area = self.popup.area(room.union(editor), editor);
        match area.filter(|area| area.contains(at)) {
            Some(area) => {
                self.popup.choose_row(area, at.y - area.y);
                InputUse::Yes
            }
            None => InputUse::No,
        }
    }

    fn draw_popup(&self, editor: Rect, room: Rect, buf: &mut Buffer, theme: &Theme) {
        if let Some(area) = self.popup.area(room.union(editor), editor) {
            self.popup.draw(area, buf, theme);
        }
    }
}

/// Converts a reply into completion candidates.
fn candidates(reply: &Reply) -> Vec<Candidate> {
    let plain = |text: &str, detail: String| Candidate {
        insert: text.to_owned(),
        label: text.to_owned(),
        detail,
    };
    match reply {
        Reply::Files { files, .. } => files
            .iter()
            .map(|file| plain(&file.path, why(file)))
            .collect(),
        Reply::Tree { entries, .. } => entries
            .iter()
            .filter(|entry| entry.is_folder)
            .map(|entry| plain(&entry.path, String::new()))
            .collect(),
        Reply::Outline { parts, total_lines } => lines::candidates(parts, *total_lines),
        Reply::Models { models, .. } => models
            .iter()
            .filter(|model| !model.embeds_only)
            .map(|model| plain(&model.name, model.provider.clone()))
            .collect(),
        Reply::Providers { providers } => providers
            .iter()
            .map(|provider| plain(&provider.provider, said(&provider.state)))
            .collect(),
        Reply::Sessions { sessions } => sessions
            .iter()
            .map(|session| Candidate {
                insert: session.id.to_string(),
                label: session.settings.name.clone(),
                detail: state_and_about(session),
            })
            .collect(),
        Reply::CustomCommands { commands, .. } => commands
            .iter()
            .map(|command| Candidate {
                insert: command.name.clone(),
                label: format!("/{} {}", command.name, command.arguments)
                    .trim_end()
                    .to_owned(),
                detail: command.help.clone(),
            })
            .collect(),
        Reply::Context { rows, .. } => rows
            .iter()
            .map(|(row, tokens)| plain(&row.place(), say!("editor-tokens", tokens)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Explains in a word or two why a file may be the right one.
fn why(file: &FileMatch) -> String {
    let note = match file.note {
        FileNote::Session => say!("editor-changed-here"),
        FileNote::Git | FileNote::Plain => "",
        FileNote::Mentioned => say!("editor-mentioned"),
    };
    match (file.git, note) {
        (Some('?'), "") => say!("editor-new-to-git").to_owned(),
        (Some(letter), "") => say!("editor-in-git", letter),
        (_, note) => note.to_owned(),
    }
}
