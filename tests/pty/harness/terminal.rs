//! Terminal behaviour besides showing bytes: sending keys in its own way, and answering queries.

/// The emulated terminal: its environment, key encoding and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its environment variables, added to those of the place.
    pub environment: &'static [(&'static str, &'static str)],
    /// Its key encoding, once requested.
    pub keys: Keys,
    /// Colours that it supports.
    pub colours: Colours,
    answers: &'static [(Question, &'static [u8])],
}

/// The key encoding of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// The kitty protocol.
    Kitty,
    /// xterm's modifyOtherKeys: `CSI 27;5;99~`.
    Xterm,
    /// modifyOtherKeys in the form of tmux: `CSI 99;5u`.
    CsiU,
    /// The legacy encoding.
    Legacy,
    /// The legacy encoding with the function keys of the Linux console.
    Console,
}

/// Number of colours of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    All,
    Palette,
    Sixteen,
}

/// A key that is not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Enter,
    Esc,
    /// A function key from F2 to F12.
    F(u8),
    /// Ctrl and a letter.
    Ctrl(char),
    /// Ctrl+Tab, which not every terminal distinguishes from Tab.
    CtrlTab,
    ShiftTab,
}

const DARK: &[u8] = b"\x1b]11;rgb:1616/1818/1d1d\x1b\\";

impl Kind {
    /// A terminal with the kitty protocol that answers every query.
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

    /// Like [`Self::KITTY`], and can count clusters as one.
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

    /// Has the kitty protocol turned off, and always counts clusters as one.
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

    /// tmux by default, with legacy keys.
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

    /// The Linux console: sixteen colours, and only the answer that every terminal gives.
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

    /// Claims to support nothing.
    pub const DUMB: Kind = Kind {
        environment: &[("TERM", "dumb"), ("COLORTERM", "")],
        ..Kind::SILENT
    };

    /// Returns the bytes of a key.
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

    /// Returns the answer to a query; empty if there is none.
    fn answer(self, question: Question) -> &'static [u8] {
        let found = self.answers.iter().find(|(one, _)| *one == question);
        found.map_or(b"", |(_, answer)| answer)
    }

    /// Whether it answers that a mode can be turned on.
    fn offers(self, question: Question) -> bool {
        self.answer(question).ends_with(b";2$y")
    }

    /// Whether it supports synchronized frames.
    pub fn synchronizes(self) -> bool {
        self.offers(Question::Synchronized)
    }

    /// Whether it can be switched to count clusters as one.
    pub fn counts_clusters(self) -> bool {
        self.offers(Question::Clusters)
    }

    /// Whether it can report changes of its lightness.
    pub fn reports_lightness(self) -> bool {
        self.offers(Question::LightnessReports)
    }

    /// Returns the program's name for the key encoding: in tmux it queries the protocols that tmux
    /// may pass on.
    pub fn protocol(self) -> &'static str {
        match self.keys {
            Keys::Kitty => "kitty",
            Keys::Xterm | Keys::CsiU => "xterm",
            Keys::Legacy | Keys::Console if self == Kind::TMUX => "xterm",
            Keys::Legacy | Keys::Console => "basic",
        }
    }
}

/// A query of a program to its terminal.
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

/// The last of the queries that are sent together.
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

/// Length of the longest query.
const LONGEST: usize = 9;

/// Finds the queries in a program's output.
#[derive(Debug, Default)]
pub struct Questions {
    /// Every query before this position is answered.
    seen: usize,
}

impl Questions {
    /// Returns the answers to the new queries in `bytes`, the whole output so far.
    pub fn answers(&mut self, kind: Kind, bytes: &[u8]) -> Vec<u8> {
        let mut answers = Vec::new();
        while let Some((end, question)) = self.next(bytes) {
            answers.extend_from_slice(kind.answer(question));
            self.seen = end;
        }
        // A query may be cut at the end of the output.
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

/// Returns where `text` begins in `bytes`.
pub fn find(bytes: &[u8], text: &[u8]) -> Option<usize> {
    bytes.windows(text.len()).position(|window| window == text)
}

/// Begin and end of a synchronized frame.
const FRAME: (&[u8], &[u8]) = (b"\x1b[?2026h", b"\x1b[?2026l");

/// Returns the end of the last whole frame in `bytes`, of which `shown` are on the screen.
pub fn whole_frames(bytes: &[u8], shown: usize) -> usize {
    let (begin, end) = FRAME;
    // The sequence may have come in two pieces.
    let from = shown.saturating_sub(begin.len());
    let rest = &bytes[from..];
    match rest
        .windows(begin.len())
        .rposition(|window| window == begin)
    {
        Some(at) if find(&rest[at..], end).is_none() => shown.max(from + at),
        _ => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_shown_once_it_is_whole() {
        let first = b"a\x1b[?2026hone\x1b[?2026l";
        let second = b"\x1b[?2026htwo";
        let bytes = [first.as_slice(), second].concat();
        assert_eq!(whole_frames(first, 0), first.len());
        assert_eq!(whole_frames(&bytes, 0), first.len());
        assert_eq!(whole_frames(&bytes, first.len()), first.len());
        assert_eq!(whole_frames(&bytes, first.len() + 3), first.len() + 3);
        let whole = [&bytes[..], b"\x1b[?2026l"].concat();
        assert_eq!(whole_frames(&whole, first.len()), whole.len());
    }
}
