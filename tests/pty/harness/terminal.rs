//! What a terminal does beside showing bytes: it sends keys in its own way, and answers questions.

/// Which terminal is played: what it says in the environment, how it tells keys, what it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its environment, over the one of the place.
    pub environment: &'static [(&'static str, &'static str)],
    /// How it tells keys, once it was asked to.
    pub keys: Keys,
    /// The colours that it has.
    pub colours: Colours,
    answers: &'static [(Question, &'static [u8])],
}

/// How a terminal tells keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// By the kitty protocol.
    Kitty,
    /// By xterm's modifyOtherKeys: `CSI 27;5;99~`.
    Xterm,
    /// The same in the form of tmux: `CSI 99;5u`.
    CsiU,
    /// As they always were.
    Legacy,
    /// The same, with function keys as the console of Linux has them.
    Console,
}

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    All,
    Palette,
    Sixteen,
}

/// A key that is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Enter,
    Esc,
    /// A function key from F2 to F12.
    F(u8),
    /// Ctrl and a letter.
    Ctrl(char),
    /// Ctrl+Tab, which not every terminal tells from Tab.
    CtrlTab,
    ShiftTab,
}

const DARK: &[u8] = b"\x1b]11;rgb:1616/1818/1d1d\x1b\\";

impl Kind {
    /// Tells keys apart, and answers everything.
    pub const KITTY: Kind = Kind {
        environment: &[],
        keys: Keys::Kitty,
        colours: Colours::All,
        answers: &[
            (Question::KittyFlags, b"\x1b[?0u"),
            (Question::Synchronized, b"\x1b[?2026;2$y"),
            (Question::Clusters, b"\x1b[?2027;0$y"),
            (Question::LightnessReports, b"\x1b[?2031;2$y"),
            (Question::Background, DARK),
            (Question::DeviceAttributes, b"\x1b[?62;22c"),
        ],
    };

    /// The same, and it can count clusters as one.
    pub const CLUSTERS: Kind = Kind {
        answers: &[
            (Question::KittyFlags, b"\x1b[?0u"),
            (Question::Synchronized, b"\x1b[?2026;2$y"),
            (Question::Clusters, b"\x1b[?2027;2$y"),
            (Question::LightnessReports, b"\x1b[?2031;2$y"),
            (Question::Background, DARK),
            (Question::Name, b"\x1bP>|foot(1.21.0)\x1b\\"),
            (Question::DeviceAttributes, b"\x1b[?62;4;22c"),
        ],
        ..Kind::KITTY
    };

    /// Has the kitty protocol turned off, and counts clusters as one for good.
    pub const KITTY_OFF: Kind = Kind {
        environment: &[("TERM_PROGRAM", "WezTerm")],
        keys: Keys::Legacy,
        answers: &[
            (Question::Synchronized, b"\x1b[?2026;2$y"),
            (Question::Clusters, b"\x1b[?2027;3$y"),
            (Question::LightnessReports, b"\x1b[?2031;0$y"),
            (Question::Background, DARK),
            (Question::Name, b"\x1bP>|WezTerm 20240203-110809\x1b\\"),
            (Question::DeviceAttributes, b"\x1b[?65;4;6;18;22c"),
        ],
        ..Kind::KITTY
    };

    /// xterm: modifyOtherKeys, and none of the newer modes.
    pub const XTERM: Kind = Kind {
        environment: &[("COLORTERM", "")],
        keys: Keys::Xterm,
        colours: Colours::Palette,
        answers: &[
            (Question::Synchronized, b"\x1b[?2026;0$y"),
            (Question::Clusters, b"\x1b[?2027;0$y"),
            (Question::LightnessReports, b"\x1b[?2031;0$y"),
            (Question::Background, DARK),
            (Question::Name, b"\x1bP>|XTerm(388)\x1b\\"),
            (Question::DeviceAttributes, b"\x1b[?64;1;2;6;22c"),
        ],
    };

    /// tmux as it is, with keys that are told as ever.
    pub const TMUX: Kind = Kind {
        environment: &[
            ("TERM", "tmux-256color"),
            ("COLORTERM", ""),
            ("TMUX", "/nowhere/tmux,1,0"),
        ],
        keys: Keys::Legacy,
        colours: Colours::Palette,
        answers: &[
            (Question::Background, DARK),
            (Question::Name, b"\x1bP>|tmux 3.5a\x1b\\"),
            (Question::DeviceAttributes, b"\x1b[?1;2;4c"),
        ],
    };

    /// tmux with `extended-keys on` and `extended-keys-format csi-u`.
    pub const TMUX_KEYS: Kind = Kind {
        keys: Keys::CsiU,
        ..Kind::TMUX
    };

    /// The console of Linux: sixteen colours, and the one answer that all give.
    pub const CONSOLE: Kind = Kind {
        environment: &[("TERM", "linux"), ("COLORTERM", "")],
        keys: Keys::Console,
        colours: Colours::Sixteen,
        answers: &[(Question::DeviceAttributes, b"\x1b[?6c")],
    };

    pub const SILENT: Kind = Kind {
        keys: Keys::Legacy,
        answers: &[],
        ..Kind::KITTY
    };

    /// Says that it can do nothing.
    pub const DUMB: Kind = Kind {
        environment: &[("TERM", "dumb"), ("COLORTERM", "")],
        ..Kind::SILENT
    };

    /// The bytes of a key.
    pub fn bytes(self, key: Key) -> Vec<u8> {
        let other = |code: u32, modifier: u8| match self.keys {
            Keys::Kitty | Keys::CsiU => Some(format!("\x1b[{code};{modifier}u").into_bytes()),
            Keys::Xterm => Some(format!("\x1b[27;{modifier};{code}~").into_bytes()),
            Keys::Legacy | Keys::Console => None,
        };
        match key {
            Key::Enter => b"\r".to_vec(),
            Key::Esc if self.keys == Keys::Kitty => b"\x1b[27u".to_vec(),
            Key::Esc => b"\x1b".to_vec(),
            Key::F(2) => match self.keys {
                Keys::Kitty => b"\x1b[Q".to_vec(),
                Keys::Console => b"\x1b[[B".to_vec(),
                _ => b"\x1bOQ".to_vec(),
            },
            Key::F(7) => b"\x1b[18~".to_vec(),
            Key::F(8) => b"\x1b[19~".to_vec(),
            Key::F(9) => b"\x1b[20~".to_vec(),
            Key::F(12) => b"\x1b[24~".to_vec(),
            Key::F(number) => panic!("F{number} is not known to the harness"),
            Key::Ctrl(letter) => other(u32::from(letter), 5).unwrap_or_else(|| {
                let letter = u8::try_from(letter).expect("a letter of ASCII");
                vec![letter & 0x1f]
            }),
            Key::CtrlTab => other(9, 5).unwrap_or_else(|| b"\t".to_vec()),
            Key::ShiftTab => match self.keys {
                Keys::Xterm => b"\x1b[27;2;9~".to_vec(),
                _ => b"\x1b[Z".to_vec(),
            },
        }
    }

    /// The answer to a question, or nothing.
    fn answer(self, question: Question) -> &'static [u8] {
        let found = self.answers.iter().find(|(one, _)| *one == question);
        found.map_or(b"", |(_, answer)| answer)
    }

    /// Whether it answers that a mode can be turned on.
    fn offers(self, question: Question) -> bool {
        self.answer(question).ends_with(b";2$y")
    }

    /// Whether it shows a frame at once.
    pub fn synchronizes(self) -> bool {
        self.offers(Question::Synchronized)
    }

    /// Whether it can be told to count clusters as one.
    pub fn counts_clusters(self) -> bool {
        self.offers(Question::Clusters)
    }

    /// Whether it can report changes of its lightness.
    pub fn reports_lightness(self) -> bool {
        self.offers(Question::LightnessReports)
    }

    /// What the program calls its way of telling keys: tmux is asked whatever it may pass on.
    pub fn protocol(self) -> &'static str {
        match self.keys {
            Keys::Kitty => "kitty",
            Keys::Xterm | Keys::CsiU => "xterm",
            Keys::Legacy | Keys::Console if self == Kind::TMUX => "xterm",
            Keys::Legacy | Keys::Console => "basic",
        }
    }
}

/// What a program asks its terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    KittyFlags,
    Synchronized,
    Clusters,
    DeviceAttributes,
    Background,
    LightnessReports,
    Name,
}

/// The last of the questions that are asked together.
pub const DEVICE_ATTRIBUTES: &[u8] = b"\x1b[c";

const QUESTIONS: [(&[u8], Question); 7] = [
    (b"\x1b[?u", Question::KittyFlags),
    (b"\x1b[?2026$p", Question::Synchronized),
    (b"\x1b[?2027$p", Question::Clusters),
    (DEVICE_ATTRIBUTES, Question::DeviceAttributes),
    (b"\x1b]11;?\x1b\\", Question::Background),
    (b"\x1b[?2031$p", Question::LightnessReports),
    (b"\x1b[>q", Question::Name),
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
