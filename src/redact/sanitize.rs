//! Removes control sequences from external text: files, commands, models, servers.
//!
//! External text is drawn, logged or sent only after it has passed through here. Works piece
//! by piece, so that a sequence that a pipe has split is still recognized. Only [`one_line`]
//! masks secrets too.

/// Maximum length of a control string (OSC, DCS, …) to remove. Beyond it the text counts as text
/// again, so that an unterminated one cannot hide all later output.
const CONTROL_STRING_LIMIT: usize = 4_096;

/// Removes control sequences from a text: `\n` and `\t` stay, `\r\n` and lone `\r` become `\n`.
///
/// Removed are CSI, OSC, DCS and the other escape sequences, in their 7-bit and 8-bit forms; all
/// other C0 and C1 characters; marks that change the direction of text; invisible tag characters.
pub fn sanitize(text: &str) -> String {
    let mut sanitizer = Sanitizer::default();
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        sanitizer.step(character, &mut out);
    }
    out
}

/// Cleans an external text for one line of a message: no control sequences, no secrets,
/// no line endings.
pub fn one_line(text: &str) -> String {
    super::mask(&sanitize(text))
        .chars()
        .map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c })
        .collect()
}

/// Cleans an external text of several lines for an error message: no control sequences, no secrets,
/// no invisible characters and none that change the direction of text.
pub fn clean_message(text: &str) -> String {
    super::mask(&sanitize(text))
        .chars()
        .filter(|c| matches!(c, '\n' | '\t') || !is_invisible(*c))
        .collect()
}

/// Whether a character must never reach the screen by itself. `\n` and `\t` may.
pub fn is_unsafe(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

/// Whether a character is invisible, changes the direction of text, or controls a terminal,
/// including line endings and tabs. Joiners and the last two variation selectors, which are parts
/// of letters and emoji, do not count: the code that draws text decides about them.
pub fn is_invisible(character: char) -> bool {
    match character {
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => {
            true
        }
        '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // The Braille pattern without dots, and the Hangul filler.
        '\u{2800}' | '\u{3164}' => true,
        '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' => true,
        '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        other => other.is_control(),
    }
}

/// Position of the text within a control sequence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Text,
    Escape,
    /// After ESC and an intermediate character (`ESC ( B`).
    EscapeIntermediate,
    /// In CSI, before its final character.
    Csi,
    /// In a control string, with its length so far.
    ControlString(usize),
    /// In a control string, after an ESC that may begin its end.
    ControlStringEscape(usize),
}

/// Treatment of carriage returns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Returns {
    /// Ends a line, alone and before a line feed.
    #[default]
    EndLines,
    Stay,
}

/// Works like [`sanitize`], piece by piece and from bytes.
#[derive(Debug, Default)]
pub struct Sanitizer {
    state: State,
    returns: Returns,
    after_return: bool,
    partial: Vec<u8>,
}

impl Sanitizer {
    /// Creates a sanitizer that keeps carriage returns, for a caller that interprets them.
    pub fn keeping_returns() -> Self {
        Self {
            returns: Returns::Stay,
            ..Self::default()
        }
    }

    /// Returns the clean text of the next piece. Bytes that are not UTF-8 become U+FFFD; a
    /// character that the end of the piece splits waits for the next one.
    pub fn feed(&mut self, piece: &[u8]) -> String {
        let mut bytes = std::mem::take(&mut self.partial);
        bytes.extend_from_slice(piece);
        let mut out = String::with_capacity(bytes.len());
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.take(text, &mut out);
                    break;
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    self.take(std::str::from_utf8(good).unwrap_or_default(), &mut out);
                    let Some(length) = error.error_len() else {
                        self.partial = bad.to_vec();
                        break;
                    };
                    self.step(char::REPLACEMENT_CHARACTER, &mut out);
                    rest = bad.get(length..).unwrap_or_default();
                }
            }
        }
        out
    }

    /// Returns the text held back at the end: U+FFFD for an incomplete character.
    pub fn finish(&mut self) -> String {
        let mut out = String::new();
        if !std::mem::take(&mut self.partial).is_empty() {
            self.step(char::REPLACEMENT_CHARACTER, &mut out);
        }
        out
    }

    fn take(&mut self, text: &str, out: &mut String) {
        for character in text.chars() {
            self.step(character, out);
        }
    }

    fn step(&mut self, character: char, out: &mut String) {
        self.state = match self.state {
            State::Text => self.text(character, out),
            State::Escape => match character {
                '[' => State::Csi,
                ']' | 'P' | 'X' | '^' | '_' => State::ControlString(0),
                ' '..='/' => State::EscapeIntermediate,
                '\u{1b}' => State::Escape,
                '0'..='~' => State::Text,
                other => self.text(other, out),
            },
            State::EscapeIntermediate => match character {
                ' '..='/' => State::EscapeIntermediate,
                '0'..='~' => State::Text,
                other => self.text(other, out),
            },
            State::Csi => match character {
                ' '..='?' => State::Csi,
                '@'..='~' => State::Text,
                other => self.text(other, out),
            },
            State::ControlString(length) => self.control_string(character, length, out),
            State::ControlStringEscape(length) => match character {
                '\\' => State::Text,
                '\u{1b}' => State::ControlStringEscape(length),
                other => self.control_string(other, length, out),
            },
        };
    }

    /// Continues a control string. It ends with BEL or ST, and also with a line ending, so that it
    /// cannot hide text.
    fn control_string(&mut self, character: char, length: usize, out: &mut String) -> State {
        match character {
            '\u{7}' | '\u{9c}' | '\u{18}' | '\u{1a}' => State::Text,
            '\u{1b}' => State::ControlStringEscape(length),
            '\n' | '\r' => self.text(character, out),
            _ if length >= CONTROL_STRING_LIMIT => self.text(character, out),
            _ => State::ControlString(length + 1),
        }
    }

    fn text(&mut self, character: char, out: &mut String) -> State {
        let after_return = std::mem::take(&mut self.after_return);
        match character {
            '\u{1b}' => return State::Escape,
            '\u{9b}' => return State::Csi,
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => {
                return State::ControlString(0);
            }
            '\r' if self.returns == Returns::Stay => out.push('\r'),
            '\r' => {
                self.after_return = true;
                out.push('\n');
            }
            '\n' if after_return => {}
            other if is_unsafe(other) => {}
            other => out.push(other),
        }
        State::Text
    }
}
