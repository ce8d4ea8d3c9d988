//! Classification of a candidate: whether the text is a call, is none, or is still incomplete; and
//! handling of its closers. Part of [`Recoverer`], which owns the held text.

use super::candidate::{Behind, Candidate, FENCE, behind};
use super::form::Form;
use super::lenient::{self, Balance, Growth};
use super::marked::MarkedCall;
use super::recover::{Mode, Recoverer};
use super::shapes::{Found, calls_in, is_plausible};
use super::values::MINIMAX;
use protocol::stream::StreamPart;

/// Maximum size of a candidate in bytes; a larger one is released as text.
pub(super) const HOLD_LIMIT: usize = 4 * 1024 * 1024;

impl Recoverer {
    pub(super) fn begin(&mut self, candidate: Candidate) -> bool {
        self.mode = Mode::Candidate(candidate);
        true
    }

    pub(super) fn candidate(
        &mut self,
        mut candidate: Candidate,
        out: &mut Vec<StreamPart>,
    ) -> bool {
        let json = self.held.get(candidate.json..).unwrap_or_default();
        let is_plausible = candidate.tool.is_some() || is_plausible(json, &self.tools);
        if self.held.len() > HOLD_LIMIT || !is_plausible {
            return self.reject(candidate.opening, out);
        }
        match candidate.balance.advance(json) {
            Growth::Open => {
                // The fence has ended before its JSON, unless the ticks are in a text that
                // the JSON quotes.
                if self.fenced
                    && !candidate.balance.in_string()
                    && let Some(end) = json.find("\n```")
                {
                    return self.close_early(&candidate, end, out);
                }
                self.mode = Mode::Candidate(candidate);
                false
            }
            // The tag has ended before its JSON.
            Growth::Broken(at) => match behind(json.get(at..).unwrap_or_default()) {
                Behind::Opens | Behind::Closes(_) => self.close_early(&candidate, at, out),
                Behind::Unknown => {
                    self.mode = Mode::Candidate(candidate);
                    false
                }
                Behind::Other => self.reject(candidate.opening, out),
            },
            Growth::Whole(length) => {
                let end = candidate.json + length;
                let json = json.get(..length).unwrap_or_default();
                match self.calls(json, &candidate) {
                    Some(calls) => self.found(&candidate, calls, end),
                    None => self.reject(end, out),
                }
            }
        }
    }

    /// Handles a fence or tag that ends at this byte of incomplete JSON: a last brace
    /// may be missing.
    fn close_early(
        &mut self,
        candidate: &Candidate,
        end: usize,
        out: &mut Vec<StreamPart>,
    ) -> bool {
        let json = self.held.get(candidate.json..).unwrap_or_default();
        let calls = json
            .get(..end)
            .and_then(|json| self.closed(json, candidate));
        let Some(calls) = calls else {
            return self.reject(candidate.opening, out);
        };
        self.found(candidate, calls, candidate.json + end)
    }

    /// Records a candidate as calls, up to this byte of the held text.
    fn found(&mut self, candidate: &Candidate, calls: Vec<Found>, end: usize) -> bool {
        let text = candidate.own_text(&self.held, end);
        self.pending.add(calls, candidate.form, text);
        self.absorb(end);
        self.mode = Mode::After(candidate.form);
        true
    }

    /// Parses the calls in JSON that may lack closing braces.
    pub(super) fn closed(&self, json: &str, candidate: &Candidate) -> Option<Vec<Found>> {
        let mut balance = Balance::default();
        balance.advance(json);
        let missing = balance.missing()?;
        self.calls(&format!("{}{missing}", json.trim_end()), candidate)
    }

    pub(super) fn calls(&self, json: &str, candidate: &Candidate) -> Option<Vec<Found>> {
        let (arguments, _) = lenient::parse(json)?;
        match &candidate.tool {
            None => calls_in(&arguments, &self.tools),
            Some(tool) => arguments.is_object().then(|| {
                let name = tool.clone();
                vec![Found { name, arguments }]
            }),
        }
    }

    /// Rejects a candidate: releases `length` bytes of it as text.
    pub(super) fn reject(&mut self, length: usize, out: &mut Vec<StreamPart>) -> bool {
        let fenced = std::mem::take(&mut self.fenced);
        self.release_text(length, out);
        if fenced {
            self.mode = Mode::Fence;
        }
        true
    }

    /// Handles the text after a call: swallows its closers, accepts another call in the same
    /// wrapping, and treats anything else as prose.
    pub(super) fn after(&mut self, form: Form) -> bool {
        let rest = self.held.trim_start();
        let skipped = self.held.len() - rest.len();
        let is_next_invoked = form == Form::Minimax && rest.starts_with(MINIMAX.call.0);
        if is_next_invoked {
            self.mode = Mode::Marked(MarkedCall::new(skipped, skipped + 1, &MINIMAX));
            return true;
        }
        let may_fence = self.fenced || form == Form::Deepseek;
        let tag = behind(rest);
        let closes = match tag {
            Behind::Closes(length) => Some(length),
            _ if may_fence && rest.starts_with(FENCE) => {
                self.fenced = false;
                Some(FENCE.len())
            }
            _ => None,
        };
        if let Some(length) = closes {
            self.absorb(skipped + length);
            self.blank = false;
            self.mode = Mode::After(form);
            return true;
        }
        let may_invoke = form == Form::Minimax && MINIMAX.call.0.starts_with(rest);
        let may_close = may_fence && FENCE.starts_with(rest);
        if rest.is_empty() || tag == Behind::Unknown || may_invoke || may_close {
            self.mode = Mode::After(form);
            return false;
        }
        if self.fenced || form != Form::Json {
            let next = rest.trim_start_matches([',', ';']).trim_start();
            if next.is_empty() {
                self.mode = Mode::After(form);
                return false;
            }
            if next.starts_with('{') || next.starts_with('[') && tag != Behind::Opens {
                let json = self.held.len() - next.len();
                return self.begin(Candidate::new(json, json + 1, form));
            }
        }
        if self.fenced && tag != Behind::Opens {
            // Something else follows in the same fence.
            self.fenced = false;
            self.blank = false;
            self.mode = Mode::Fence;
            return true;
        }
        // The text after a call starts a line, whatever was swallowed before it.
        self.blank = true;
        true
    }
}
