//! Property tests of an answer that streams in: where it breaks off the engine gets all that came,
//! whether the live session has it already or the steps of the turn do; and each byte is stored once.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::actor::core::{LiveText, UnsavedText};
use engine::testing::harness::{Harness, SESSION};
use engine::{Outcome, ReceivedText, Step};
use protocol::approval::Mode;
use protocol::command::CancelMode;
use protocol::event::{Event, EventKind, TextChannel};
use protocol::ids::{SessionId, WorkspaceId};
use protocol::message::{Message, MessageState};
use protocol::stream::ProviderErrorKind;
use session::SessionState;

#[derive(Debug, Clone, Copy)]
enum End {
    Cancelled,
    Failed,
    SentAgain,
}

type Lives = BTreeMap<SessionId, SessionState>;

fn apply(sessions: &mut Lives, event: &Event) {
    let workspace = WorkspaceId("0123456789abcdef".to_owned());
    if let Some(created) = SessionState::created(event, &workspace) {
        sessions.insert(event.session, created);
    } else if let Some(live) = sessions.get_mut(&event.session) {
        live.apply(event);
    }
}

type Pieces = Vec<(TextChannel, &'static str)>;

fn pieces() -> impl Strategy<Value = Pieces> {
    let channel = prop::sample::select(vec![TextChannel::Answer, TextChannel::Reasoning]);
    let text = prop::sample::select(vec!["a", "it's\n", "日本"]);
    prop::collection::vec((channel, text), 1..12)
}

/// Brings pieces of an answer.
fn bring(harness: &mut Harness, pieces: &Pieces) {
    let (run, step) = harness.request();
    for (channel, text) in pieces {
        harness.outcome(Outcome::StreamAppended {
            session: SESSION,
            run,
            step,
            channel: *channel,
            text: (*text).to_owned(),
        });
    }
}

fn interrupted(events: &[Event]) -> &Message {
    let mut messages = events.iter().filter_map(|event| match &event.fact {
        EventKind::MessageCompleted { message } => Some(message),
        _ => None,
    });
    messages.next().expect("the answer")
}

fn of_channel(pieces: &Pieces, channel: TextChannel) -> String {
    let of_it = pieces.iter().filter(|(of, _)| *of == channel);
    of_it.map(|(_, text)| *text).collect()
}

proptest! {
    #![proptest_config(testing::cases(64))]

    #[test]
    fn an_answer_that_breaks_off_has_all_that_came_wherever_the_turn_began(
        pieces in pieces(),
        end in prop::sample::select(vec![End::Cancelled, End::Failed, End::SentAgain]),
        begins in any::<prop::sample::Index>(),
    ) {
        let mut harness = Harness::new(Mode::Review);
        harness.send("go");
        let asked = harness.events.len();
        bring(&mut harness, &pieces);
        let came = harness.events.len();
        match end {
            End::Cancelled => harness.cancel(CancelMode::Gracefully),
            End::Failed => harness.fails_with(ProviderErrorKind::Authentication),
            End::SentAgain => harness.fails_with(ProviderErrorKind::Connection),
        }
        let message = interrupted(&harness.events[came..]);
        prop_assert_eq!(message.state, MessageState::Interrupted);
        for channel in [TextChannel::Answer, TextChannel::Reasoning] {
            prop_assert_eq!(message.streamed(channel), of_channel(&pieces, channel));
        }
        let begins = asked + begins.index(came - asked + 1);
        let turn = [Step {
            events: harness.events[begins..came].to_vec(),
            effects: Vec::new(),
        }];
        let mut sessions = Lives::new();
        for event in &harness.events[..begins] {
            apply(&mut sessions, event);
        }
        let received = LiveText { sessions: &sessions, turn: &turn };
        prop_assert_eq!(&received.blocks(SESSION, message.id), &message.blocks);
    }
    #[test]
    fn each_byte_that_came_is_stored_once_however_often_it_is_looked_at(
        pieces in pieces(),
        flushes in prop::collection::vec(any::<bool>(), 5),
    ) {
        let mut harness = Harness::new(Mode::Review);
        harness.send("go");
        bring(&mut harness, &pieces);
        let (mut sessions, mut unsaved) = (Lives::new(), UnsavedText::default());
        let mut stored = Vec::new();
        for (number, event) in harness.events.iter().enumerate() {
            apply(&mut sessions, event);
            unsaved.apply(event);
            if flushes[number % flushes.len()] {
                stored.extend(unsaved.take(|session| sessions.get(&session)));
            }
        }
        stored.extend(unsaved.take(|session| sessions.get(&session)));
        for channel in [TextChannel::Answer, TextChannel::Reasoning] {
            let of_it = stored.iter().filter(|piece| piece.channel == channel);
            let text: String = of_it.map(|piece| piece.text.as_str()).collect();
            prop_assert_eq!(text, of_channel(&pieces, channel));
        }
        prop_assert_eq!(unsaved.take(|session| sessions.get(&session)), []);
    }
}
