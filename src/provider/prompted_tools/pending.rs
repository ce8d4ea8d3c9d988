//! Calls that stand at the end of an answer as far as it has come. They are carried out if nothing follows them, and
//! are text otherwise.

use super::form::Form;
use super::shapes::Found;
use crate::protocol::stream::{IgnoredCall, IgnoredReason, StreamPart};

/// The calls, with the text that they came as.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// All of it, from the beginning of the first one on.
    pub(super) text: String,
    calls: Vec<PendingCall>,
}

/// One of them.
#[derive(Debug)]
pub(super) struct PendingCall {
    pub(super) found: Found,
    pub(super) form: Form,
    /// Its own text, without what wraps it.
    pub(super) text: String,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Adds calls that are one text.
    pub(super) fn add(&mut self, found: Vec<Found>, form: Form, text: &str) {
        self.calls
            .extend(found.into_iter().map(|found| PendingCall {
                found,
                form,
                text: text.to_owned(),
            }));
    }

    /// They, in order.
    pub(super) fn calls(&self) -> &[PendingCall] {
        &self.calls
    }

    /// The calls, to be carried out.
    pub(super) fn take(&mut self) -> Vec<Found> {
        self.text.clear();
        let calls = std::mem::take(&mut self.calls);
        calls.into_iter().map(|call| call.found).collect()
    }

    /// The text that they came as, and that each is not carried out.
    pub(super) fn release(&mut self, why: IgnoredReason, out: &mut Vec<StreamPart>) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            out.push(StreamPart::Text { text });
        }
        for call in self.take() {
            let tool = call.name;
            let call = IgnoredCall { tool, why };
            out.push(StreamPart::CallIgnored { call });
        }
    }
}
