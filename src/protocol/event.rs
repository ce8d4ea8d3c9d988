//! Events, as every front end receives them and as the log stores them.
//!
//! On the wire an event is `{cursor, type, ts, session, run, data}`; `type` is the name beside each
//! variant of [`EventKind`]. Durable events have a cursor and are committed before anyone receives
//! them. Stream deltas have none: they carry the offset at which they belong, so that receiving one
//! twice or late does no harm, and they are stored merged, as text of their message.

mod kind;

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use self::kind::EventKind;
use super::ids::{RunId, Seq, SessionId};
use super::session::SessionSnapshot;

/// An event with its position in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Position in the log; `None` for stream deltas.
    #[serde(rename = "cursor", default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
    #[serde(rename = "ts")]
    pub at: Timestamp,
    pub session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    #[serde(flatten)]
    pub fact: EventKind,
}

/// The kinds of text in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextChannel {
    Answer,
    Reasoning,
}

/// Reason why a message left the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnqueueReason {
    /// The message was delivered to the agent.
    Delivered,
    /// The user took it back.
    TakenBack,
    /// The run was cancelled; the message comes back as a draft. The last one comes back first, and
    /// each goes before the text that is in the editor.
    RunEnded,
}

/// The severity of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeLevel {
    Info,
    Warning,
    Error,
}

/// Messages to a subscriber: first the state, then the events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Delivery {
    /// One allocation for all subscribers and the journal.
    Event { event: Arc<Event> },
    /// The whole state, in place of events that are too old.
    Snapshot {
        /// The last event that the snapshot includes.
        seq: Seq,
        /// One snapshot for each live session.
        sessions: Vec<SessionSnapshot>,
    },
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Event;
    use support::json::from_value;

    fn event() -> Value {
        json!({
            "cursor": 7,
            "ts": "2026-01-02T03:04:05Z",
            "session": "019a0000-0000-7000-8000-000000000000",
            "type": "notice",
            "data": { "level": "info", "text": "it is told" },
        })
    }

    fn turned(event: &Value) -> Value {
        let fields = event.as_object().unwrap().clone().into_iter();
        Value::Object(fields.rev().collect())
    }

    #[test]
    fn an_event_is_the_same_whatever_the_order_of_its_fields() {
        let read: Event = from_value(event()).unwrap();
        let other: Event = from_value(turned(&event())).unwrap();
        assert_eq!(read.seq.unwrap().0, 7);
        assert_eq!(read, other);
        assert_eq!(
            from_value::<Event>(serde_json::to_value(&read).unwrap()).unwrap(),
            read
        );
    }

    #[test]
    fn a_field_of_a_later_build_is_passed_over_and_one_that_is_missing_is_named() {
        let mut more = event();
        more["later"] = json!([1, 2]);
        assert_eq!(
            from_value::<Event>(more).unwrap(),
            from_value(event()).unwrap()
        );
        for field in ["ts", "session", "type"] {
            let mut less = event();
            less.as_object_mut().unwrap().remove(field);
            let error = from_value::<Event>(less).unwrap_err();
            assert_eq!(error.to_string(), format!("missing field `{field}`"));
        }
    }

    #[test]
    fn a_fact_that_holds_nothing_has_no_data() {
        let mut closed: Event = from_value(event()).unwrap();
        closed.fact = crate::event::EventKind::SessionClosed;
        let written = serde_json::to_value(&closed).unwrap();
        assert_eq!(written.get("data"), None);
        assert_eq!(from_value::<Event>(written).unwrap(), closed);
    }

    #[test]
    fn a_fact_of_a_later_build_is_refused_by_its_name() {
        let mut later = event();
        later["type"] = json!("moon_rose");
        for later in [turned(&later), later] {
            let error = from_value::<Event>(later).unwrap_err().to_string();
            assert!(error.contains("unknown variant `moon_rose`"), "{error}");
        }
    }
}
