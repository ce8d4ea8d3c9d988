//! Decodes terminal bytes into keys for the line editor. Pure; a sequence may arrive in any
//! number of pieces.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// A letter, typed or pasted.
    Letter(char, Source),
    Enter,
    /// A line end inside a pasted text.
    PastedEnd,
    Backspace,
    Delete,
    Left,
    Right,
    Home,
    End,
    Up,
    Down,
    WordLeft,
    WordRight,
    KillBefore,
    KillBehind,
    KillWord,
    Interrupt,
    EndOfInput,
    Suspend,
    Redraw,
    Complete,
    /// Ctrl+X Ctrl+E: opens the line in the user's own editor.
    Editor,
}

/// The origin of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Typed,
    Pasted,
}

/// The stage of the sequence being decoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Ground,
    Escape,
    /// `ESC [` with the bytes after it.
    Control(Vec<u8>),
    Single,
    /// Ctrl+X: the first of two keys.
    First,
    /// A letter encoded in several bytes.
    Letter(Vec<u8>, usize),
}

#[derive(Debug, Default)]
pub(super) struct Decoder {
    stage: Stage,
    pasting: bool,
    /// Whether the current read holds several lines: a paste without marks.
    in_lines: bool,
    after_return: bool,
}

/// Maximum bytes of a control sequence; a longer one is dropped.
const LONGEST: usize = 32;

impl Decoder {
    /// Begins a read. Several lines in one read are a paste from a terminal that does not mark
    /// pastes; they are not sent one by one. A single line with its Enter may come from dictation
    /// software, and is sent.
    pub(super) fn begin_read(&mut self, bytes: &[u8]) {
        let ends = bytes.iter().filter(|byte| matches!(byte, b'\r' | b'\n'));
        let has_text = bytes.iter().any(|byte| *byte > b' ');
        self.in_lines = has_text && !bytes.contains(&0x1b) && ends.count() > 1;
    }

    /// Takes a byte; returns the key that it completes.
    pub(super) fn byte(&mut self, byte: u8) -> Option<Key> {
        match std::mem::take(&mut self.stage) {
            Stage::Ground => self.ground(byte),
            Stage::Escape => match byte {
                b'[' => self.go_on(Stage::Control(Vec::new())),
                b'O' => self.go_on(Stage::Single),
                0x1b => self.go_on(Stage::Escape),
                b'b' => Some(Key::WordLeft),
                b'f' => Some(Key::WordRight),
                0x7f | 0x08 => Some(Key::KillWord),
                _ => None,
            },
            Stage::Single => named(&[], byte),
            Stage::First => match byte {
                0x05 | b'e' => Some(Key::Editor),
                0x03 => Some(Key::Interrupt),
                _ => None,
            },
            Stage::Control(mut bytes) => {
                if (0x40..=0x7e).contains(&byte) {
                    return self.control(&bytes, byte);
                }
                // A byte that no sequence contains ends it.
                if byte < 0x20 || bytes.len() >= LONGEST {
                    return None;
                }
                bytes.push(byte);
                self.go_on(Stage::Control(bytes))
            }
            Stage::Letter(mut bytes, wanted) => {
                if byte & 0xc0 != 0x80 {
                    return self.ground(byte);
                }
                bytes.push(byte);
                if bytes.len() < wanted {
                    return self.go_on(Stage::Letter(bytes, wanted));
                }
                let letter = std::str::from_utf8(&bytes).ok()?.chars().next()?;
                Some(Key::Letter(letter, self.source()))
            }
        }
    }

    fn go_on(&mut self, stage: Stage) -> Option<Key> {
        self.stage = stage;
        None
    }

    fn source(&self) -> Source {
        if self.pasting || self.in_lines {
            Source::Pasted
        } else {
            Source::Typed
        }
    }

    fn ground(&mut self, byte: u8) -> Option<Key> {
        let after_return = std::mem::take(&mut self.after_return);
        if byte == 0x1b {
            return self.go_on(Stage::Escape);
        }
        if self.pasting || (self.in_lines && byte != 0x03) {
            return match byte {
                b'\n' if after_return => None,
                b'\r' | b'\n' => {
                    self.after_return = byte == b'\r';
                    Some(Key::PastedEnd)
                }
                b'\t' => Some(Key::Letter(' ', Source::Pasted)),
                0x00..0x20 | 0x7f => None,
                _ => self.letter(byte),
            };
        }
        match byte {
            b'\r' | b'\n' => Some(Key::Enter),
            0x01 => Some(Key::Home),
            0x02 => Some(Key::Left),
            0x03 => Some(Key::Interrupt),
            0x04 => Some(Key::EndOfInput),
            0x05 => Some(Key::End),
            0x06 => Some(Key::Right),
            0x08 | 0x7f => Some(Key::Backspace),
            0x0b => Some(Key::KillBehind),
            0x0c => Some(Key::Redraw),
            0x0e => Some(Key::Down),
            0x10 => Some(Key::Up),
            0x12 => Some(Key::Redraw),
            0x15 => Some(Key::KillBefore),
            0x17 => Some(Key::KillWord),
            0x18 => self.go_on(Stage::First),
            0x1a => Some(Key::Suspend),
            b'\t' => Some(Key::Complete),
            0x00..0x20 => None,
            _ => self.letter(byte),
        }
    }

    fn letter(&mut self, byte: u8) -> Option<Key> {
        let wanted = match byte {
            0x00..0x80 => return Some(Key::Letter(char::from(byte), self.source())),
            0xc2..0xe0 => 2,
            0xe0..0xf0 => 3,
            0xf0..0xf5 => 4,
            _ => return None,
        };
        self.go_on(Stage::Letter(vec![byte], wanted))
    }

    fn control(&mut self, bytes: &[u8], end: u8) -> Option<Key> {
        match (bytes, end) {
            (b"200", b'~') => {
                self.pasting = true;
                None
            }
            (b"201", b'~') => {
                self.pasting = false;
                None
            }
            // A control sequence inside a paste is not a key.
            _ if self.pasting => None,
            _ => named(bytes, end),
        }
    }
}

/// Returns the key of a control sequence.
fn named(bytes: &[u8], end: u8) -> Option<Key> {
    let with_control = bytes.ends_with(b";5") || bytes.ends_with(b";3");
    match (bytes, end) {
        (_, b'A') => Some(Key::Up),
        (_, b'B') => Some(Key::Down),
        (_, b'C') if with_control => Some(Key::WordRight),
        (_, b'D') if with_control => Some(Key::WordLeft),
        (_, b'C') => Some(Key::Right),
        (_, b'D') => Some(Key::Left),
        (_, b'H') => Some(Key::Home),
        (_, b'F') => Some(Key::End),
        (b"1" | b"7", b'~') => Some(Key::Home),
        (b"4" | b"8", b'~') => Some(Key::End),
        (b"3", b'~') => Some(Key::Delete),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(bytes: &[u8]) -> Vec<Key> {
        let mut decoder = Decoder::default();
        bytes
            .iter()
            .filter_map(|byte| decoder.byte(*byte))
            .collect()
    }

    #[test]
    fn letters_of_several_bytes_and_sequences_are_one_key_each() {
        let typed = Source::Typed;
        assert_eq!(
            keys("é\u{1b}[A日\u{1b}[1;5D\u{1b}OF".as_bytes()),
            [
                Key::Letter('é', typed),
                Key::Up,
                Key::Letter('日', typed),
                Key::WordLeft,
                Key::End
            ]
        );
    }

    #[test]
    fn several_lines_in_one_read_are_a_paste_and_a_single_one_is_not() {
        let keys = |bytes: &[u8]| {
            let mut decoder = Decoder::default();
            decoder.begin_read(bytes);
            let keys = bytes.iter().filter_map(|byte| decoder.byte(*byte));
            keys.filter(|key| matches!(key, Key::Enter | Key::PastedEnd))
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(b"one\rtwo\r"), [Key::PastedEnd, Key::PastedEnd]);
        assert_eq!(keys(b"one\r\ntwo\r\n"), [Key::PastedEnd, Key::PastedEnd]);
        assert_eq!(keys(b"one\r"), [Key::Enter]);
        assert_eq!(keys(b"one\rtw"), [Key::Enter]);
        assert_eq!(keys(b"\r\r"), [Key::Enter, Key::Enter]);
    }

    #[test]
    fn a_pasted_line_end_is_no_enter_and_a_sequence_in_a_paste_no_key() {
        let pasted = Source::Pasted;
        assert_eq!(
            keys(b"\x1b[200~y\r\n\x1b[Az\x03\x1b[201~\r"),
            [
                Key::Letter('y', pasted),
                Key::PastedEnd,
                Key::Letter('z', pasted),
                Key::Enter
            ]
        );
    }

    #[test]
    fn what_is_no_key_types_nothing() {
        assert_eq!(keys(b"\x1b[<0;1;1M\x1b[I\x1b[?1;2c\xff\x80\x1bx"), []);
    }
}
