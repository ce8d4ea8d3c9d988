//! The weighing of a candidate: whether the text from where a call may begin is one, is none, or
//! has to be waited for; and what closes it. Part of [`Recoverer`], which owns the held text.

use super::candidate::{Behind, Candidate, FENCE, behind};
use super::form::Form;
use super::lenient::{self, Balance, Growth};
use super::recover::{Mode, Recoverer};
use super::shapes::{Found, calls_in, is_plausible};
use crate::protocol::stream::StreamPart;

/// A candidate that grows beyond this many bytes is not waited for any longer.
const HOLD_LIMIT: usize = 4 * 1024 * 1024;

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
        if self.held.len() > HOLD_LIMIT || !is_plausible(json, &self.tools) {
            return self.reject(&candidate, candidate.opening, out);
        }
        match candidate.balance.advance(json) {
            Growth::Open => {
                // The fence has ended before its JSON did, unless the ticks stand in a text that
                // the JSON quotes.
                if candidate.is_fenced()
                    && !candidate.balance.in_string()
                    && let Some(end) = json.find("\n```")
                {
                    return self.close_early(&candidate, end, out);
                }
                self.mode = Mode::Candidate(candidate);
                false
            }
            // So has its tag.
            Growth::Broken(at) => match behind(json.get(at..).unwrap_or_default()) {
                Behind::Opens | Behind::Closes(_) => self.close_early(&candidate, at, out),
                Behind::Unknown => {
                    self.mode = Mode::Candidate(candidate);
                    false
                }
                Behind::Other => self.reject(&candidate, candidate.opening, out),
            },
            Growth::Whole(length) => {
                let end = candidate.json + length;
                let json = json.get(..length).unwrap_or_default();
                match self.calls(json) {
                    Some(calls) => self.found(&candidate, calls, end),
                    None => self.reject(&candidate, end, out),
                }
            }
        }
    }

    /// The fence or tag ends at this byte of the JSON, which is not whole: a last brace may be missing.
    fn close_early(
        &mut self,
        candidate: &Candidate,
        end: usize,
        out: &mut Vec<StreamPart>,
    ) -> bool {
        let json = self.held.get(candidate.json..).unwrap_or_default();
        let calls = json.get(..end).and_then(|json| self.closed(json));
        let Some(calls) = calls else {
            return self.reject(candidate, candidate.opening, out);
        };
        self.found(candidate, calls, candidate.json + end)
    }

    /// A candidate is calls, up to this byte of the held text.
    fn found(&mut self, candidate: &Candidate, calls: Vec<Found>, end: usize) -> bool {
        let json = self.held.get(candidate.json..end).unwrap_or_default();
        self.pending.add(calls, candidate.form, json);
        self.absorb(end);
        self.mode = Mode::After(candidate.closer);
        true
    }

    /// The calls in JSON at whose end braces may be missing.
    pub(super) fn closed(&self, json: &str) -> Option<Vec<Found>> {
        let mut balance = Balance::default();
        balance.advance(json);
        let missing = balance.missing()?;
        self.calls(&format!("{}{missing}", json.trim_end()))
    }

    pub(super) fn calls(&self, json: &str) -> Option<Vec<Found>> {
        let (value, _) = lenient::parse(json)?;
        calls_in(&value, &self.tools)
    }

    /// It is no call: `length` bytes of it go as text.
    pub(super) fn reject(
        &mut self,
        candidate: &Candidate,
        length: usize,
        out: &mut Vec<StreamPart>,
    ) -> bool {
        self.let_go(length, out);
        if candidate.is_fenced() {
            self.mode = Mode::Fence;
        }
        true
    }

    /// Behind a call: its closing is swallowed, another call in the same wrapping is taken, and
    /// anything else is prose again.
    pub(super) fn after(&mut self, closer: Option<&'static str>) -> bool {
        let rest = self.held.trim_start();
        let skipped = self.held.len() - rest.len();
        if let Some(closer) = closer {
            let tag = behind(rest);
            if let Behind::Closes(length) = tag {
                self.absorb(skipped + length);
                self.blank = false;
                // A tag inside a fence is closed by both.
                self.mode = Mode::After((closer == FENCE).then_some(closer));
                return true;
            }
            if closer == FENCE && rest.starts_with(FENCE) {
                self.absorb(skipped + FENCE.len());
                self.blank = false;
                self.mode = Mode::After(None);
                return true;
            }
            if tag == Behind::Unknown || closer.starts_with(rest) {
                self.mode = Mode::After(Some(closer));
                return false;
            }
            let next = rest.trim_start_matches([',', ';']).trim_start();
            if next.is_empty() {
                self.mode = Mode::After(Some(closer));
                return false;
            }
            if next.starts_with(['{', '[']) {
                let json = self.held.len() - next.len();
                let form = if closer == FENCE {
                    Form::Json
                } else {
                    Form::Tagged
                };
                return self.begin(Candidate::new(json, json + 1, Some(closer), form));
            }
            if closer == FENCE && tag != Behind::Opens {
                // Something else stands in the same fence.
                self.blank = false;
                self.mode = Mode::Fence;
                return true;
            }
        } else if rest.is_empty() {
            self.mode = Mode::After(None);
            return false;
        }
        // What follows a call begins a line of its own, whatever was swallowed before it.
        self.blank = true;
        true
    }
}
