//! What a terminal does beside showing bytes: it sends keys in its own way, and answers questions.

/// Which terminal is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Tells keys apart, and answers everything.
    Kitty,
    /// Answers what xterm answers; keys as they always were.
    Xterm,
    /// Answers nothing.
    Silent,
}

/// A key that is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// Enter.
    Enter,
    /// Esc.
    Esc,
    /// A function key from F2 to F12.
    F(u8),
    /// Ctrl and a letter.
    Ctrl(char),
    /// Ctrl+Tab, which only kitty tells from Tab.
    CtrlTab,
    /// Shift+Tab.
    ShiftTab,
}

impl Kind {
    /// The bytes of a key.
    pub fn bytes(self, key: Key) -> Vec<u8> {
        let kitty = self == Kind::Kitty;
        match key {
            Key::Enter => b"\r".to_vec(),
            Key::Esc if kitty => b"\x1b[27u".to_vec(),
            Key::Esc => b"\x1b".to_vec(),
            Key::F(2) if kitty => b"\x1b[Q".to_vec(),
            Key::F(2) => b"\x1bOQ".to_vec(),
            Key::F(7) => b"\x1b[18~".to_vec(),
            Key::F(8) => b"\x1b[19~".to_vec(),
            Key::F(9) => b"\x1b[20~".to_vec(),
            Key::F(12) => b"\x1b[24~".to_vec(),
            Key::F(number) => panic!("F{number} is not known to the harness"),
            Key::Ctrl(letter) if kitty => format!("\x1b[{};5u", u32::from(letter)).into_bytes(),
            Key::Ctrl(letter) => {
                let letter = u8::try_from(letter).expect("a letter of ASCII");
                vec![letter & 0x1f]
            }
            Key::CtrlTab if kitty => b"\x1b[9;5u".to_vec(),
            Key::CtrlTab => b"\t".to_vec(),
            Key::ShiftTab => b"\x1b[Z".to_vec(),
        }
    }

    /// The answer to a question, or nothing.
    fn answer(self, question: Question) -> &'static [u8] {
        match (self, question) {
            (Kind::Silent, _) | (Kind::Xterm, Question::KittyFlags) => b"",
            (Kind::Kitty, Question::KittyFlags) => b"\x1b[?0u",
            (Kind::Kitty, Question::Synchronized) => b"\x1b[?2026;2$y",
            (Kind::Xterm, Question::Synchronized) => b"\x1b[?2026;0$y",
            (Kind::Kitty, Question::LightnessReports) => b"\x1b[?2031;2$y",
            (Kind::Xterm, Question::LightnessReports) => b"\x1b[?2031;0$y",
            (_, Question::DeviceAttributes) => b"\x1b[?62;22c",
            (_, Question::Background) => b"\x1b]11;rgb:1616/1818/1d1d\x1b\\",
        }
    }
}

/// What a program asks its terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    KittyFlags,
    Synchronized,
    DeviceAttributes,
    Background,
    LightnessReports,
}

/// The last of the questions that are asked together.
pub const DEVICE_ATTRIBUTES: &[u8] = b"\x1b[c";

const QUESTIONS: [(&[u8], Question); 5] = [
    (b"\x1b[?u", Question::KittyFlags),
    (b"\x1b[?2026$p", Question::Synchronized),
    (DEVICE_ATTRIBUTES, Question::DeviceAttributes),
    (b"\x1b]11;?\x1b\\", Question::Background),
    (b"\x1b[?2031$p", Question::LightnessReports),
];

/// No question is longer.
const LONGEST: usize = 9;

/// Finds the questions in what a program writes.
#[derive(Debug, Default)]
pub struct Questions {
    /// Up to here there is none that was not answered.
    seen: usize,
}

impl Questions {
    /// The answers to the questions that are new in `bytes`, all that was written up to now.
    pub fn answers(&mut self, kind: Kind, bytes: &[u8]) -> Vec<u8> {
        let mut answers = Vec::new();
        while let Some((end, question)) = self.next(bytes) {
            answers.extend_from_slice(kind.answer(question));
            self.seen = end;
        }
        // A question may be cut at the end of what has come.
        self.seen = self.seen.max(bytes.len().saturating_sub(LONGEST));
        answers
    }

    fn next(&self, bytes: &[u8]) -> Option<(usize, Question)> {
        let found = QUESTIONS.iter().filter_map(|(text, question)| {
            let at = find(&bytes[self.seen..], text)?;
            Some((self.seen + at + text.len(), *question))
        });
        found.min_by_key(|(end, _)| *end)
    }
}

/// Where one text begins in another.
pub fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}

/// How often a text is in another.
pub fn count(bytes: &[u8], text: &[u8]) -> usize {
    bytes
        .windows(text.len())
        .filter(|window| *window == text)
        .count()
}
