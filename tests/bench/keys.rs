//! From a key to the frame that shows it: a letter appears where the cursor was, and goes again.

use std::time::{Duration, Instant};

use crate::harness::Session;

/// The pauses between keys, in turn: as a human types, and never in step with frames.
const PAUSES_MS: [u64; 7] = [11, 17, 23, 13, 29, 19, 31];

/// Stands in the editor while keys are typed, so that its hint does not.
const WORD: &str = "so";

/// What a terminal sends for it.
const BACKSPACE: &str = "\x7f";

/// What has not come to an end after this time does not.
const LIMIT: Duration = Duration::from_secs(120);

/// Types keys and takes the time of each.
pub struct Typist {
    number: usize,
    times: Vec<Duration>,
}

impl Typist {
    /// Puts a first word into the editor, so that nothing else stands where letters come.
    pub fn begin(session: &mut Session) -> Self {
        session.text(WORD);
        session.time_of("the editor takes keys", |screen| {
            editor_shows(screen, &format!("> {WORD}"))
        });
        Self {
            number: 0,
            times: Vec::new(),
        }
    }

    /// Types so many keys.
    pub fn type_keys(&mut self, session: &mut Session, keys: usize) {
        for _ in 0..keys.div_ceil(2) {
            self.letter_and_back(session);
        }
    }

    /// Types as long as the condition holds for the screen, which is not for ever.
    pub fn type_while(
        &mut self,
        session: &mut Session,
        mut condition: impl FnMut(&vt100::Screen) -> bool,
    ) {
        let begun = Instant::now();
        while condition(session.view().screen()) {
            let waited = begun.elapsed();
            assert!(
                waited < LIMIT,
                "still after {waited:?}:\n{}",
                session.view().screen().contents()
            );
            self.letter_and_back(session);
        }
    }

    /// The times so far, once the editor is as it was before.
    pub fn end(self, session: &mut Session) -> Vec<Duration> {
        session.text(&BACKSPACE.repeat(WORD.len()));
        session.time_of("the editor is empty", |screen| editor_shows(screen, ">"));
        self.times
    }

    fn letter_and_back(&mut self, session: &mut Session) {
        let letter = char::from(b'a' + u8::try_from(self.number % 26).unwrap_or(0));
        self.key(session, &letter.to_string(), &format!("> {WORD}{letter}"));
        self.key(session, BACKSPACE, &format!("> {WORD}"));
    }

    /// Types a key after a pause, and takes the time until the editor's row is this.
    fn key(&mut self, session: &mut Session, key: &str, row: &str) {
        let pause = PAUSES_MS[self.number % PAUSES_MS.len()];
        session.listen_for(Duration::from_millis(pause));
        self.number += 1;
        let pressed = Instant::now();
        session.text(key);
        let shown = session.time_of("the key is shown", |screen| editor_shows(screen, row));
        self.times.push(shown.saturating_duration_since(pressed));
    }
}

/// Whether a row is this from the left edge on, with nothing after it.
fn editor_shows(screen: &vt100::Screen, row: &str) -> bool {
    // Only as far as needed: this is done for every piece of a stream.
    screen.rows(0, 8).any(|shown| shown.trim_end() == row)
}
