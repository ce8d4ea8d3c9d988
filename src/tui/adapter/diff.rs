//! Adapts the diff pane to a part of the screen.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::SharedColours;
use super::chat::{focus, say};
use crate::effect::Effect;
use crate::keymap::Action;
use crate::pane::diff::{DiffEffect, DiffPane, FilePart};
use crate::pane::review::ReviewTarget;
use crate::part::{DiffView, Focused, PaneView};
use crate::select::TextView;
use crate::theme::Theme;
use crate::widget::row::Paint;
use protocol::change::FileDiff;

#[derive(Debug)]
pub(super) struct DiffAdapter {
    pane: DiffPane,
    colours: SharedColours,
}

impl DiffAdapter {
    pub(super) fn new(colours: SharedColours) -> Self {
        Self {
            pane: DiffPane::default(),
            colours,
        }
    }
}

impl PaneView for DiffAdapter {
    fn act(&mut self, action: Action) -> Vec<Effect> {
        match self.pane.act(action) {
            DiffEffect::Done | DiffEffect::Ignored => Vec::new(),
            DiffEffect::OpenReview { path, line } => {
                vec![Effect::OpenReview(ReviewTarget::Path { path, line })]
            }
            DiffEffect::NextFile => vec![Effect::StepFile(1)],
            DiffEffect::PreviousFile => vec![Effect::StepFile(-1)],
            DiffEffect::Copy(text) => vec![Effect::Copy(text)],
            DiffEffect::Say(text) => say(text),
            DiffEffect::Pin {
                path,
                start_line,
                end_line,
            } => vec![Effect::Pin {
                path,
                start_line,
                end_line,
            }],
        }
    }

    fn key(&mut self, _key: &KeyEvent) -> Vec<Effect> {
        Vec::new()
    }

    fn title(&self, width: u16) -> String {
        self.pane.title(usize::from(width))
    }

    fn measure(&mut self, width: u16, height: u16) {
        let pane = &mut self.pane;
        self.colours
            .with(|colours| pane.measure(width, height, colours));
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused) {
        self.colours.with(|colours| {
            let paint = Paint { theme, colours };
            self.pane.draw(area, buf, paint, focus(focused));
        });
    }

    fn selected_text(&self) -> Option<String> {
        None
    }

    fn takes_text(&self) -> bool {
        false
    }

    fn scroll(&mut self, rows: isize) {
        self.pane.wheel(rows);
    }

    fn click(&mut self, row: u16) -> Vec<Effect> {
        self.pane.click(row);
        Vec::new()
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(&self.pane)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(&mut self.pane)
    }
}

impl DiffView for DiffAdapter {
    fn set(&mut self, diff: FileDiff, sides: String) {
        self.pane.set(&diff, sides);
    }

    fn expect(&mut self, path: &str) {
        self.pane.expect(path);
    }

    fn clear(&mut self) {
        self.pane.clear();
    }

    fn cannot_show(&mut self, path: &str, why: &str) {
        self.pane.cannot_show(path, why);
    }

    fn show_text(&mut self, part: FilePart) {
        self.pane.show_text(&part);
    }

    fn propose(&mut self, diff: &FileDiff) {
        self.pane.propose(diff);
    }

    fn end_proposal(&mut self) {
        self.pane.end_proposal();
    }

    fn path(&self) -> Option<&str> {
        self.pane.path()
    }
}
