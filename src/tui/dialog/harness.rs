//! A dialog without a screen around it, for tests of what it asks for: the effects come out as data
//! and are not carried out, so a test reads the dialog's state after them and answers its queries
//! itself. Tests of what the user sees come of a whole screen use [`crate::tests::TuiHarness`].

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Dialog, DialogContext};
use crate::app::App;
use crate::effect::Effect;
use crate::keymap::{Key, Keymap, Resolution};
use crate::theme::Theme;
use protocol::command::Command;
use protocol::review::ReviewCommand;

#[derive(Debug)]
pub(crate) struct DialogHarness<D> {
    pub dialog: D,
    pub keymap: Keymap,
    pub effects: Vec<Effect>,
}

impl<D: Dialog> DialogHarness<D> {
    pub fn of(dialog: D) -> Self {
        Self {
            dialog,
            keymap: Keymap::embedded().unwrap(),
            effects: Vec::new(),
        }
    }

    /// Presses a key that is not known to be alone yet.
    pub fn key(&mut self, text: &str) {
        let key = Key::parse(text).unwrap();
        let event = KeyEvent::new(key.code, key.modifiers);
        let effects = if self.dialog.takes_text() {
            self.dialog.key(&event)
        } else {
            match self.keymap.resolve(self.dialog.contexts(), &[], &event) {
                Resolution::Action(action) => self.dialog.act(action),
                _ => Vec::new(),
            }
        };
        self.effects.extend(effects);
    }

    /// Presses a key alone.
    pub fn key_alone(&mut self, text: &str) {
        self.key(text);
        let effects = self.dialog.settled();
        self.effects.extend(effects.unwrap_or_default());
    }

    /// Returns the frame as text.
    pub fn text(&mut self, width: u16, height: u16) -> String {
        let area = Rect::new(0, 0, width, height);
        let mut buf = Buffer::empty(area);
        let app = App::for_test(width, height);
        self.dialog.measure(&DialogContext::new(&app));
        self.dialog.draw(area, &mut buf, &Theme::default());
        crate::tests::text_of(&buf)
    }

    /// Returns the commands about the review since the last call.
    pub fn orders(&mut self) -> Vec<ReviewCommand> {
        std::mem::take(&mut self.effects)
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Send(Command::Review { order, .. }) => Some(order),
                _ => None,
            })
            .collect()
    }
}
