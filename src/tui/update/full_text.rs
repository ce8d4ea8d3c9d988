//! All of what a prompt would grant, as a text over the panes; and below a command what a yes writes before it runs, which
//! is asked for.

use super::super::app::App;
use super::super::effect::Effect;
use super::super::model::FullPrompt;
use super::super::overlay::{FullText, Overlay, full_text_rows};
use super::super::part::Used;
use super::super::parts::bar::diff_lines;
use super::super::widget::text::visible;
use super::super::widget::wrap::chop;
use crate::language::say;
use crate::protocol::query::{Query, Reply};
use crate::protocol::review::ReviewAnswer;

impl App {
    /// Shows all of what a prompt would grant, over the panes.
    pub(super) fn show_full(&mut self, full: FullPrompt) {
        let FullPrompt {
            prompt,
            title,
            lines,
            written,
        } = full;
        let mut lines = self.broken(&lines);
        if written.is_some() {
            lines.push(say!("review-sheet-comparing").to_owned());
        }
        self.effects.extend(written.clone().map(Effect::Ask));
        self.model.overlay = Some(Overlay::Text(FullText {
            prompt,
            title,
            lines,
            top: 0,
            written,
        }));
        self.note_full_text();
    }

    /// What lies beyond the right edge is not seen, so long lines are broken.
    fn broken(&self, lines: &[String]) -> Vec<String> {
        let width = usize::from(self.model.width.saturating_sub(6)).max(1);
        let parts = lines.iter().flat_map(|line| chop(line, width));
        parts.map(|(_, part)| part.to_owned()).collect()
    }

    /// What a yes writes before the command runs, file by file, in the place of the word that it is looked for.
    pub(in crate::tui) fn full_text_reply(&mut self, query: &Query, reply: &Reply) -> Used {
        let Some(Overlay::Text(text)) = &self.model.overlay else {
            return Used::No;
        };
        if text.written.as_ref() != Some(query) {
            return Used::No;
        }
        let lines = match reply {
            Reply::Review { answer } => match answer.as_ref() {
                ReviewAnswer::Compared { diffs, left_out } => {
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
        let lines: Vec<String> = lines
            .iter()
            .map(|line| visible(line).into_owned())
            .collect();
        let lines = self.broken(&lines);
        if let Some(Overlay::Text(text)) = &mut self.model.overlay {
            text.written = None;
            text.lines.pop();
            text.lines.extend(lines);
        }
        self.note_full_text();
        Used::Yes
    }

    /// Tells the bar when the end of the text was on the screen.
    pub(in crate::tui) fn note_full_text(&mut self) {
        let rows = full_text_rows(self.model.height);
        let Some(Overlay::Text(text)) = &mut self.model.overlay else {
            return;
        };
        text.top = text.top.min(text.lines.len().saturating_sub(rows));
        // What is still asked for was not seen.
        if text.top + rows < text.lines.len() || text.written.is_some() {
            return;
        }
        let prompt = text.prompt;
        if let Some(tab) = self.model.tab_mut() {
            tab.bar.seen_in_full(prompt);
        }
    }
}
