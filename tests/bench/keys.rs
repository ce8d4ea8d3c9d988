//! Measures from a key to the frame that shows it: a letter appears at the cursor, and
//! is removed again.

use std::time::{Duration, Instant};

use crate::harness::Session;

/// Pauses between keys, in turn: like a person types, and never in step with frames.
const PAUSES_MS: [u64; 7] = [11, 17, 23, 13, 29, 19, 31];

/// Text in the editor while keys are typed, so that its placeholder does not show.
const WORD: &str = "so";

/// The byte that a terminal sends for Backspace.
const BACKSPACE: &str = "\x7f";

/// Time limit after which a scene counts as stuck.
const LIMIT: Duration = Duration::from_secs(120);

/// Types keys and measures the time of each.
pub struct Typist {
    number: usize,
    times: Vec<Duration>,
}

impl Typist {
    /// Types a first word into the editor, so that nothing else is where the letters appear.
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

    /// Types `keys` keys.
    pub fn type_keys(&mut self, session: &mut Session, keys: usize) {
        for _ in 0..keys.div_ceil(2) {
            self.letter_and_back(session);
        }
    }

    /// Types as long as the condition holds for the screen, up to the time limit.
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

    /// Restores the editor and returns the times.
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

    /// Types a key after a pause, and measures the time until the editor's row equals `row`.
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

/// Whether a row equals `row` from the left edge on, with nothing after it.
fn editor_shows(screen: &vt100::Screen, row: &str) -> bool {
    // Reads only the needed columns: this runs for every piece of a stream.
    screen.rows(0, 8).any(|shown| shown.trim_end() == row)
}
