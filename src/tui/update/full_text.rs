//! All of what a prompt would grant, as a text over the panes; and below a command what a yes writes before it runs, which
//! is asked for.

use super::super::adapter::bar::diff_lines;
use super::super::app::App;
use super::super::effect::Effect;
use super::super::model::FullQuestion;
use super::super::overlay::Overlay;
use super::super::overlay::full_text::{FullText, full_text_rows};
use super::super::part::InputUse;
use crate::l10n::say;
use crate::protocol::query::{Query, Reply};
use crate::protocol::review::ReviewReply;

impl App {
    /// Shows all of what a prompt would grant, over the panes.
    pub(super) fn show_full(&mut self, full: FullQuestion) {
        let FullQuestion {
            prompt,
            title,
            source,
            written,
        } = full;
        self.effects.extend(written.clone().map(Effect::Ask));
        self.model.overlay = Some(Overlay::Text(FullText {
            prompt,
            title,
            lines: Vec::new(),
            source,
            top: 0,
            written,
        }));
        self.go_on_with_full_text();
    }

    /// Makes more lines of a full text that has not all of them.
    pub(in crate::tui) fn go_on_with_full_text(&mut self) {
        let width = usize::from(self.model.width.saturating_sub(6)).max(1);
        let Some(Overlay::Text(text)) = &mut self.model.overlay else {
            return;
        };
        if text.is_behind() {
            text.go_on(width);
            if !text.is_behind() && text.written.is_some() {
                text.lines.push(say!("review-sheet-comparing").to_owned());
            }
            self.note_full_text();
        }
    }

    /// Whether a full text on the screen has not all its lines yet.
    pub(in crate::tui) fn full_text_is_behind(&self) -> bool {
        matches!(&self.model.overlay, Some(Overlay::Text(text)) if text.is_behind())
    }

    /// What a yes writes before the command runs, file by file, in the place of the word that it is looked for.
    pub(in crate::tui) fn full_text_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        let Some(Overlay::Text(text)) = &self.model.overlay else {
            return InputUse::No;
        };
        if text.written.as_ref() != Some(query) {
            return InputUse::No;
        }
        let lines = match reply {
            Reply::Review { answer } => match answer.as_ref() {
                ReviewReply::Compared { diffs, left_out } => {
                    let left = left_out
                        .iter()
                        .map(|(path, why)| say!("compared-left-out", path, why));
                    let shown = diffs.iter().flat_map(diff_lines);
                    std::iter::once(say!("whole-yes-writes").to_owned())
                        .chain(shown)
                        .chain(left)
                        .collect()
                }
                _ => Vec::new(),
            },
            Reply::Failed { reason } => vec![reason.clone()],
            _ => Vec::new(),
        };
        if let Some(Overlay::Text(text)) = &mut self.model.overlay {
            text.written = None;
            // The word that it is looked for stands there once all else does.
            if !text.is_behind() {
                text.lines.pop();
            }
            text.source.add(lines);
        }
        self.go_on_with_full_text();
        self.note_full_text();
        InputUse::Yes
    }

    /// Tells the bar when the end of the text was on the screen.
    pub(in crate::tui) fn note_full_text(&mut self) {
        let rows = full_text_rows(self.model.height);
        let Some(Overlay::Text(text)) = &mut self.model.overlay else {
            return;
        };
        text.top = text.top.min(text.lines.len().saturating_sub(rows));
        // What is still to come was not seen.
        if text.top + rows < text.lines.len() || text.is_behind() || text.written.is_some() {
            return;
        }
        let prompt = text.prompt;
        if let Some(tab) = self.model.tab_mut() {
            tab.bar.seen_in_full(prompt);
        }
    }
}
