//! The full text of what a question would grant, shown over the panes. For a command, the text ends
//! with what a yes writes before the command runs, which this module queries from the engine.

use super::super::app::App;
use super::super::bar::diff_lines;
use super::super::effect::Effect;
use super::super::input::InputUse;
use super::super::model::FullQuestion;
use super::super::overlay::Overlay;
use super::super::overlay::full_text::{FullText, full_text_rows};
use l10n::{said, say};
use protocol::query::{Query, Reply};
use protocol::review::ReviewReply;

impl App {
    /// Shows the full text of what a question would grant, over the panes.
    pub(super) fn show_full(&mut self, full: FullQuestion) {
        let FullQuestion {
            question: prompt,
            title,
            source,
            written,
        } = full;
        self.effects.extend(written.clone().map(Effect::Ask));
        self.model.overlay = Some(Overlay::Text(FullText {
            question: prompt,
            title,
            lines: Vec::new(),
            source,
            top: 0,
            written,
        }));
        self.extend_full_text();
    }

    /// Produces more lines of a full text that is not complete yet.
    pub(crate) fn extend_full_text(&mut self) {
        let width = usize::from(self.model.width.saturating_sub(6)).max(1);
        let Some(Overlay::Text(text)) = &mut self.model.overlay else {
            return;
        };
        if text.is_incomplete() {
            text.extend(width);
            if !text.is_incomplete() && text.written.is_some() {
                text.lines.push(say!("review-sheet-comparing").to_owned());
            }
            self.note_full_text();
        }
    }

    /// Whether a full text on the screen is missing lines.
    pub(crate) fn full_text_is_incomplete(&self) -> bool {
        matches!(&self.model.overlay, Some(Overlay::Text(text)) if text.is_incomplete())
    }

    /// Replaces the "looking" line with what a yes writes before the command runs, file by file.
    pub(crate) fn full_text_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
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
                    std::iter::once(say!("whole-yes-applies").to_owned())
                        .chain(shown)
                        .chain(left)
                        .collect()
                }
                _ => Vec::new(),
            },
            Reply::Failed { reason } => vec![said(reason)],
            _ => Vec::new(),
        };
        if let Some(Overlay::Text(text)) = &mut self.model.overlay {
            text.written = None;
            // The "looking" line is added only once every other line is there.
            if !text.is_incomplete() {
                text.lines.pop();
            }
            text.source.add(lines);
        }
        self.extend_full_text();
        self.note_full_text();
        InputUse::Yes
    }

    /// Tells the bar when the end of the text has been on the screen.
    pub(crate) fn note_full_text(&mut self) {
        let rows = full_text_rows(self.model.height);
        let Some(Overlay::Text(text)) = &mut self.model.overlay else {
            return;
        };
        text.top = text.top.min(text.lines.len().saturating_sub(rows));
        // The user has not seen lines that are still to come.
        if text.top + rows < text.lines.len() || text.is_incomplete() || text.written.is_some() {
            return;
        }
        let prompt = text.question;
        if let Some(tab) = self.model.tab_mut() {
            tab.bar.seen_in_full(prompt);
        }
    }
}
