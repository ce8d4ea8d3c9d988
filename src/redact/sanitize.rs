//! Takes control sequences out of text that came from outside: files, commands, models, servers.
//!
//! Nothing foreign is drawn, logged or sent before it went through here. Works piece by piece, so
//! that a sequence cut in two by a pipe is still seen. Only [`one_line`] masks secrets too.

/// Longest control string (OSC, DCS, …) that is taken out as one. Beyond it the text counts
/// as text again, so that an unterminated one cannot hide the rest.
const CONTROL_STRING_LIMIT: usize = 4_096;

/// The text without control sequences: `\n` and `\t` stay, `\r\n` and lone `\r` become `\n`.
///
/// Taken out: CSI, OSC, DCS and the other escape sequences, in their 7-bit and 8-bit forms; all
/// other C0 and C1 characters; marks that turn the direction of text; invisible tag characters.
pub fn sanitize(text: &str) -> String {
    let mut sanitizer = Sanitizer::default();
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        sanitizer.step(character, &mut out);
    }
    out
}

/// A foreign text for a line of a message: no control sequences, no secrets, no line ends.
pub fn one_line(text: &str) -> String {
    super::mask(&sanitize(text))
        .chars()
        .map(|c| if matches!(c, '\n' | '\t') { ' ' } else { c })
        .collect()
}

/// A foreign text of several lines for people who read errors: no control sequences, no secrets, nothing that is drawn as
/// nothing or turns the direction of text.
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

/// Whether a character is drawn as nothing, turns the direction of text, or commands a terminal,
/// line ends and tabs among them. Joiners and the last two variation selectors, which are parts
/// of letters and emoji, are not counted: whoever draws text decides about them.
pub fn is_invisible(character: char) -> bool {
    match character {
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => {
            true
        }
        '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        // A pattern of Braille without a dot, and a letter of Hangul that is none.
        '\u{2800}' | '\u{3164}' => true,
        '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' => true,
        '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        other => other.is_control(),
    }
}

/// Where in a control sequence the text is.
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

/// What becomes of a carriage return.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Returns {
    /// It is a line's end, alone and before one.
    #[default]
    EndLines,
    Stay,
}

/// The same as [`sanitize`], piece by piece and from bytes.
#[derive(Debug, Default)]
pub struct Sanitizer {
    state: State,
    returns: Returns,
    after_return: bool,
    partial: Vec<u8>,
}

impl Sanitizer {
    /// One that leaves carriage returns where they are, for whoever knows what they do to a line.
    pub fn keeping_returns() -> Self {
        Self {
            returns: Returns::Stay,
            ..Self::default()
        }
    }

    /// The clean text of the next piece. Bytes that are not UTF-8 become U+FFFD; a character
    /// that is cut by the end of the piece waits for the next.
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

    /// What is left at the end: U+FFFD for a character that was cut.
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

    /// A control string ends with BEL or ST; with a line's end too, against hiding text in it.
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
