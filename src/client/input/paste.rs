//! A bracketed paste: finds its end, and extracts its text.
//!
//! Key reports and focus reports can lie inside a paste, and the pasted content may hold
//! sequences of its own, so everything except text is removed. Called by the decoder, and for a
//! text of the clipboard.

/// The end marker of a paste.
const END: &[u8] = b"\x1b[201~";

/// Maximum bytes kept of one paste.
const LIMIT: usize = 8 * 1024 * 1024;

/// Whether more of a paste is expected when its text is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// The paste is over.
    Nothing,
    /// The paste paused for too long. A character or line end that was cut in half waits for
    /// its other half.
    MayCome,
}

/// A paste that is still arriving.
#[derive(Debug, Default)]
pub(super) struct Paste {
    /// Bytes that came since the text was last taken.
    bytes: Vec<u8>,
    /// Total number of bytes kept.
    kept: usize,
    /// Number of bytes of the end marker that came last.
    ending: usize,
    is_cut: bool,
    is_cut_told: bool,
    is_begun: bool,
    cleaner: Cleaner,
}

impl Paste {
    /// Takes one byte; returns true if it was the last one of the paste.
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

    /// Whether the end marker has begun, and continues with this byte.
    pub(super) fn is_ending_with(&self, byte: u8) -> bool {
        self.ending > 0 && self.ends_on(byte)
    }

    fn ends_on(&self, byte: u8) -> bool {
        END.get(self.ending) == Some(&byte)
    }

    /// Ends everything that was cut in half, because something else follows.
    pub(super) fn break_off(&mut self) {
        self.bytes.clear();
        self.ending = 0;
        self.cleaner = Cleaner::Text;
    }

    /// Whether the paste is longer than the limit; returns true only once.
    pub(super) fn take_cut(&mut self) -> bool {
        self.is_cut && !std::mem::replace(&mut self.is_cut_told, true)
    }

    /// Returns the text that was pasted since the last call; `None` if there is none. All returned
    /// texts together equal the text of one call at the end.
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

/// Returns how many bytes at the end are the beginning of a character.
pub(super) fn unfinished(bytes: &[u8]) -> usize {
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

/// Returns text without sequences and control characters; converts line ends to `\n`, keeps tabs.
pub(super) fn text_of(bytes: &[u8]) -> String {
    Cleaner::default().text_of(bytes)
}

/// The place of the next character of a paste.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Cleaner {
    #[default]
    Text,
    /// Behind a carriage return, which already counted as a line end.
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
    /// Returns the text in these bytes, which may be cut off anywhere except inside a character.
    fn text_of(&mut self, bytes: &[u8]) -> String {
        let raw = String::from_utf8_lossy(bytes);
        let mut out = String::with_capacity(raw.len());
        for character in raw.chars() {
            *self = self.after(character, &mut out);
        }
        out
    }

    /// Takes one character; returns the place of the next one.
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
            // Skips up to the string's end; a line end means that it has none.
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
