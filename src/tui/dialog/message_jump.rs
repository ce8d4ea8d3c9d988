//! The choice among the user's messages of the session, to read the conversation from one of them.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Dialog, DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use crate::keymap::{Action, Context};
use crate::pane::chat::OwnMessage;
use crate::theme::Theme;
use crate::widget::list_view::ListView;
use crate::widget::picker::{Item, Picker, PickerOutcome, picker_keys};
use client::text::clock;
use l10n::say;
use protocol::ids::MessageId;

#[derive(Debug)]
pub struct MessageJump {
    list: Picker<MessageId>,
    keys: String,
}

impl MessageJump {
    /// Lists the messages of the shown session with the last one selected.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        let own = cx.session().ok_or_else(no_session)?.chat.own_messages();
        let last = own.last().ok_or_else(|| say!("jump-none"))?.id;
        let item = |own: OwnMessage| Item {
            // The time stands first, where a long message cannot push it off the row.
            label: format!("{}  {}", clock(own.at, cx.zone()), own.first_line),
            detail: String::new(),
            cells: Vec::new(),
            choice: own.id,
        };
        let items = own.into_iter().map(item).collect();
        let mut list = Picker::new(say!("jump-title"), items, say!("choose-palette-empty"));
        list.select(&last);
        let keys = picker_keys(cx.keymap());
        Ok(Opened::alone(Self { list, keys }))
    }
}

impl Dialog for MessageJump {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match self.list.act(action) {
            PickerOutcome::Open => Vec::new(),
            PickerOutcome::Closed => vec![Effect::CloseDialog],
            PickerOutcome::Taken(message) => {
                vec![Effect::CloseDialog, Effect::ShowMessage(message)]
            }
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        self.list.type_key(key);
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.list.paste(text);
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.list.go(rows);
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.list.list(whole))
    }

    fn choose(&mut self, row: usize) {
        self.list.go_to(row);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.list.draw(&self.keys, whole, buf, theme)
    }
}

#[cfg(test)]
mod tests {
    use crate::dialog::DialogRequest;
    use crate::tests::{TuiHarness, message};
    use protocol::event::EventKind;
    use protocol::message::Role;

    /// Opens the list over a conversation that is longer than the screen.
    fn opened() -> TuiHarness {
        let mut harness = TuiHarness::new(100, 20);
        for number in 0..30 {
            let text = format!("question {number}\nand its reason");
            let message = message(2_000 + number, Role::User, &text);
            harness.fact(EventKind::MessageAdded { message });
        }
        harness.app.open(DialogRequest::MessageJump);
        harness
    }

    #[test]
    fn the_users_messages_are_listed_by_their_first_line_and_time_with_the_last_one_selected() {
        let mut harness = opened();
        harness.shows("Jump to a message");
        let text = harness.text();
        let row = text.lines().find(|row| row.contains(":00  question 29"));
        assert!(row.is_some_and(|row| row.contains("> 0")), "{text}");
        assert!(!text.contains("question 0 "), "{text}");
    }

    #[test]
    fn enter_shows_the_typed_message_at_the_top_of_the_conversation() {
        let mut harness = opened();
        harness.type_text("question 7").press("Enter");
        harness.hides("Jump to a message");
        harness.hides("question 6");
        harness.shows("question 7");
        harness.hides("question 29");
    }

    #[test]
    fn esc_leaves_the_conversation_where_it_was() {
        let mut harness = opened();
        harness.press("Esc");
        harness.hides("Jump to a message");
        harness.shows("question 29");
    }

    #[test]
    fn a_conversation_without_messages_of_the_user_is_told() {
        let mut harness = TuiHarness::new(100, 20);
        harness.app.open(DialogRequest::MessageJump);
        harness.shows("nothing to jump to");
    }
}
