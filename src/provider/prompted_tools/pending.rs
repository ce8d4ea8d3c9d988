//! Calls at the end of the answer received up to now. They run if no text follows them; otherwise
//! they are text.

use super::form::Form;
use super::shapes::Found;
use protocol::stream::{IgnoredCall, IgnoredReason, StreamPart};

/// The calls, with their original text.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// The whole text, from the start of the first call.
    pub(super) text: String,
    calls: Vec<PendingCall>,
}

/// One pending call.
#[derive(Debug)]
pub(super) struct PendingCall {
    pub(super) found: Found,
    pub(super) form: Form,
    /// Text of the call, without its wrapping.
    pub(super) text: String,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Adds calls that share one text.
    pub(super) fn add(&mut self, found: Vec<Found>, form: Form, text: &str) {
        self.calls
            .extend(found.into_iter().map(|found| PendingCall {
                found,
                form,
                text: text.to_owned(),
            }));
    }

    /// Returns the calls, in order.
    pub(super) fn calls(&self) -> &[PendingCall] {
        &self.calls
    }

    /// Takes the calls, to be carried out.
    pub(super) fn take(&mut self) -> Vec<Found> {
        self.text.clear();
        let calls = std::mem::take(&mut self.calls);
        calls.into_iter().map(|call| call.found).collect()
    }

    /// Releases the original text, and reports each call as ignored.
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
