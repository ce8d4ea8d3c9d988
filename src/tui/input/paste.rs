//! A bracketed paste: where it ends, and what of it is text.
//!
//! Key reports and focus reports can lie inside a paste, and what is pasted may hold sequences
//! of its own, so everything but text is taken out. Called by the decoder, and for a text of the clipboard.

/// What ends a paste.
const END: &[u8] = b"\x1b[201~";

/// More than this of one paste is not kept.
const LIMIT: usize = 8 * 1024 * 1024;

/// Whether more of a paste is awaited when its text is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// It is over.
    Nothing,
    /// It paused for too long. What it was cut in waits for its other half.
    MayCome,
}

/// A paste that is coming in.
#[derive(Debug, Default)]
pub(super) struct Paste {
    /// What came since its text was taken last.
    bytes: Vec<u8>,
    /// How many bytes were kept in all.
    kept: usize,
    /// How many bytes of what ends it came last.
    ending: usize,
    is_cut: bool,
    is_cut_told: bool,
    is_begun: bool,
    cleaner: Cleaner,
}

impl Paste {
    /// Takes one byte; true when it was the last one of the paste.
    pub(super) fn push(&mut self, byte: u8) -> bool {
        self.ending = if self.ends_on(byte) {
            self.ending + 1
        } else {
            usize::from(END.first() == Some(&byte))
        };
        if self.kept < LIMIT {
            self.kept += 1;
            self.bytes.push(byte);
        } else {
            self.is_cut = true;
        }
        self.ending == END.len()
    }

    /// Whether its end has begun, and goes on with this byte.
    pub(super) fn is_ending_with(&self, byte: u8) -> bool {
        self.ending > 0 && self.ends_on(byte)
    }

    fn ends_on(&self, byte: u8) -> bool {
        END.get(self.ending) == Some(&byte)
    }

    /// Something stands behind what came: what that was cut in is over.
    pub(super) fn break_off(&mut self) {
        self.bytes.clear();
        self.ending = 0;
        self.cleaner = Cleaner::Text;
    }

    /// Whether it is longer than what is kept; told once.
    pub(super) fn take_cut(&mut self) -> bool {
        self.is_cut && !std::mem::replace(&mut self.is_cut_told, true)
    }

    /// What was pasted since the last time, as text; `None` where that is nothing. All that is taken is together what
    /// it would be at once.
    pub(super) fn take_text(&mut self, rest: Rest) -> Option<String> {
        let waits = match rest {
            Rest::MayCome => unfinished(&self.bytes),
            Rest::Nothing if self.ending == END.len() && !self.is_cut => END.len(),
            Rest::Nothing => 0,
        };
        let whole = self.bytes.len().saturating_sub(waits);
        let waiting = self.bytes.split_off(whole);
        let text = self.cleaner.text_of(&self.bytes);
        self.bytes = waiting;
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        (is_first || !text.is_empty()).then_some(text)
    }
}

/// How many bytes at the end are the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    for (index, byte) in bytes.iter().rev().take(3).enumerate() {
        let length = match byte {
            0x80..=0xbf => continue,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 0,
        };
        return if length > index + 1 { index + 1 } else { 0 };
    }
    0
}

/// Text without sequences and control characters; line ends made `\n`, tabs kept.
pub(super) fn text_of(bytes: &[u8]) -> String {
    Cleaner::default().text_of(bytes)
}

/// Where in a paste its next character lies.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Cleaner {
    #[default]
    Text,
    /// Behind a carriage return, which was a line end already.
    Return,
    Escape,
    /// In a sequence that begins with `ESC [`.
    Csi,
    /// In a string of the terminal.
    String,
    /// Behind ESC in such a string.
    StringEscape,
}

impl Cleaner {
    /// The text in these bytes, which may be cut off anywhere but in a character.
    fn text_of(&mut self, bytes: &[u8]) -> String {
        let raw = String::from_utf8_lossy(bytes);
        let mut out = String::with_capacity(raw.len());
        for character in raw.chars() {
            *self = self.after(character, &mut out);
        }
        out
    }

    /// Takes one character; gives where the next one lies.
    fn after(self, character: char, out: &mut String) -> Self {
        match (self, character) {
            (Cleaner::Return, '\n') => Cleaner::Text,
            (Cleaner::Escape, '[') => Cleaner::Csi,
            (Cleaner::Escape, ']' | 'P' | '_' | '^' | 'X') => Cleaner::String,
            (Cleaner::Csi, ' '..='?') => Cleaner::Csi,
            (Cleaner::Csi, '@'..='~') => Cleaner::Text,
            (Cleaner::String, '\x07') => Cleaner::Text,
            (Cleaner::String, '\x1b') => Cleaner::StringEscape,
            (Cleaner::StringEscape, '\\') => Cleaner::Text,
            // Up to its end; a line end means that it has none.
            (Cleaner::String, other) if !matches!(other, '\n' | '\r') => Cleaner::String,
            (_, '\x1b') => Cleaner::Escape,
            (_, '\r') => {
                out.push('\n');
                Cleaner::Return
            }
            (_, other) => {
                if matches!(other, '\n' | '\t') || !other.is_control() {
                    out.push(other);
                }
                Cleaner::Text
            }
        }
    }
}
