//! Cuts the terminal's bytes into whole tokens: one character, one control byte, one sequence.
//!
//! A state machine over single bytes, so the cuts between reads do not matter. Knows nothing of a
//! token's meaning and reads no clock: [`Tokens::give_up`] returns the token when time is up.
//! Called by the decoder only.

/// Maximum length of a sequence; a longer one is none of ours and is dropped.
const SEQUENCE_LIMIT: usize = 256;

/// Maximum length of an answer in a string sequence (OSC, DCS); a longer one is dropped.
const STRING_LIMIT: usize = 4_096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A character or a control byte, perhaps with ESC before it, which is Alt.
    Text(Vec<u8>),
    /// A sequence that begins with `ESC [`, without these two bytes.
    Csi(Vec<u8>),
    /// A key that begins with `ESC O`: the byte after it.
    Ss3(u8),
    /// An OSC string, without its frame.
    Osc(Vec<u8>),
    /// A DCS string, without its frame.
    Dcs(Vec<u8>),
    /// The Esc key.
    Escape,
    /// A foreign sequence, which is ignored.
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Ground,
    Escape,
    /// More bytes of a character are expected; how many.
    Character(usize),
    Csi,
    /// `ESC [ [` of the Linux console.
    ConsoleFunction,
    /// `ESC [ M`: three bytes of the oldest mouse protocol.
    OldMouse(usize),
    Ss3,
    /// A string: its kind, and whether ESC came in it.
    String {
        kind: Text,
        escaped: bool,
    },
}

/// The kind of a terminal string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Text {
    Osc,
    Dcs,
    /// SOS, PM, APC: the program never requests one.
    Other,
}

/// State machine that cuts bytes into tokens.
#[derive(Debug)]
pub(super) struct Tokens {
    state: State,
    held: Vec<u8>,
}

impl Default for Tokens {
    fn default() -> Self {
        Self {
            state: State::Ground,
            held: Vec::new(),
        }
    }
}

impl Tokens {
    /// Whether no byte is held.
    pub(super) fn is_empty(&self) -> bool {
        self.state == State::Ground
    }

    /// Whether the held bytes may be a single pressed key: ESC, `ESC [`, `ESC O`.
    pub(super) fn may_be_a_key(&self) -> bool {
        matches!(self.state, State::Escape | State::Ss3)
            || (self.state == State::Csi && self.held.is_empty())
    }

    /// Returns how many bytes of this sequence are held, if all held bytes belong to it.
    pub(super) fn length_of(&self, sequence: &[u8]) -> usize {
        match self.state {
            State::Escape => 1,
            State::Csi
                if sequence
                    .get(2..)
                    .is_some_and(|rest| rest.starts_with(&self.held)) =>
            {
                2 + self.held.len()
            }
            _ => 0,
        }
    }

    /// Takes one byte. Most bytes produce no token or one; a byte that breaks a
    /// sequence produces two.
    pub(super) fn push(&mut self, byte: u8, out: &mut Vec<Token>) {
        match self.state {
            State::Ground => self.ground(byte, out),
            State::Escape => self.escape(byte, out),
            State::Character(due) => self.character(byte, due, out),
            State::Csi => self.csi(byte, out),
            State::ConsoleFunction => {
                self.held.push(byte);
                self.finish(Token::Csi, out);
            }
            State::OldMouse(due) => match due {
                0 | 1 => self.drop_held(out),
                due => self.state = State::OldMouse(due - 1),
            },
            State::Ss3 => self.ss3(byte, out),
            State::String { kind, escaped } => self.string(byte, kind, escaped, out),
        }
    }

    /// Ends the wait: returns the held bytes as a key if they may be one, otherwise nothing.
    pub(super) fn give_up(&mut self) -> Token {
        let token = match self.state {
            State::Escape => Token::Escape,
            State::Csi if self.held.is_empty() => Token::Text(b"\x1b[".to_vec()),
            State::Ss3 => Token::Text(b"\x1bO".to_vec()),
            _ => Token::Nothing,
        };
        self.held.clear();
        self.state = State::Ground;
        token
    }

    fn finish(&mut self, make: impl Fn(Vec<u8>) -> Token, out: &mut Vec<Token>) {
        out.push(make(std::mem::take(&mut self.held)));
        self.state = State::Ground;
    }

    fn drop_held(&mut self, out: &mut Vec<Token>) {
        self.held.clear();
        self.state = State::Ground;
        out.push(Token::Nothing);
    }

    fn ground(&mut self, byte: u8, out: &mut Vec<Token>) {
        let due = match byte {
            0x1b => {
                self.state = State::Escape;
                return;
            }
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            0x80.. => {
                out.push(Token::Nothing);
                return;
            }
            _ => 0,
        };
        self.held.push(byte);
        if due == 0 {
            self.finish(Token::Text, out);
        } else {
            self.state = State::Character(due);
        }
    }

    fn escape(&mut self, byte: u8, out: &mut Vec<Token>) {
        match byte {
            b'[' => self.state = State::Csi,
            b'O' => self.state = State::Ss3,
            // Strings of the terminal, never keys.
            b']' => self.begin_string(Text::Osc),
            b'P' => self.begin_string(Text::Dcs),
            b'X' | b'^' | b'_' => self.begin_string(Text::Other),
            // The first ESC was the key; this one may begin a sequence.
            0x1b => out.push(Token::Escape),
            _ => {
                self.held.push(0x1b);
                self.state = State::Ground;
                self.ground(byte, out);
            }
        }
    }

    fn character(&mut self, byte: u8, due: usize, out: &mut Vec<Token>) {
        if !(0x80..=0xbf).contains(&byte) {
            self.drop_held(out);
            self.push(byte, out);
            return;
        }
        self.held.push(byte);
        match due {
            0 | 1 => self.finish(Token::Text, out),
            due => self.state = State::Character(due - 1),
        }
    }

    fn csi(&mut self, byte: u8, out: &mut Vec<Token>) {
        match byte {
            b'[' if self.held.is_empty() => {
                self.held.push(byte);
                self.state = State::ConsoleFunction;
            }
            b'M' if self.held.is_empty() => self.state = State::OldMouse(3),
            0x20..=0x3f if self.held.len() < SEQUENCE_LIMIT => self.held.push(byte),
            0x40..=0x7e => {
                self.held.push(byte);
                self.finish(Token::Csi, out);
            }
            // Too long, or a byte that no sequence contains: the sequence was broken off.
            0x20..=0x3f => self.drop_held(out),
            _ => {
                self.drop_held(out);
                self.push(byte, out);
            }
        }
    }

    fn ss3(&mut self, byte: u8, out: &mut Vec<Token>) {
        self.state = State::Ground;
        match byte {
            0x20..=0x7e => out.push(Token::Ss3(byte)),
            _ => {
                out.push(Token::Nothing);
                self.push(byte, out);
            }
        }
    }

    fn begin_string(&mut self, kind: Text) {
        self.state = State::String {
            kind,
            escaped: false,
        };
    }

    fn string(&mut self, byte: u8, kind: Text, escaped: bool, out: &mut Vec<Token>) {
        match byte {
            b'\\' if escaped => self.finish_string(kind, out),
            0x07 if kind == Text::Osc => self.finish_string(kind, out),
            // CAN and SUB break a string off.
            0x18 | 0x1a => self.drop_held(out),
            0x1b => {
                self.state = State::String {
                    kind,
                    escaped: true,
                }
            }
            // ESC without `\`: the string was broken off and a sequence began.
            _ if escaped => {
                self.drop_held(out);
                self.state = State::Escape;
                self.push(byte, out);
            }
            _ if self.held.len() < STRING_LIMIT => self.held.push(byte),
            _ => self.drop_held(out),
        }
    }

    fn finish_string(&mut self, kind: Text, out: &mut Vec<Token>) {
        match kind {
            Text::Osc => self.finish(Token::Osc, out),
            Text::Dcs => self.finish(Token::Dcs, out),
            Text::Other => self.drop_held(out),
        }
    }
}
