//! The terminal modes that a program has left, computed from all bytes that it wrote.

use std::collections::{BTreeMap, BTreeSet};

use super::written::{Written, written};

/// Modes that are on initially: the cursor is visible, and the wheel sends arrow keys to programs
/// that do not use the mouse.
const ON_BEFORE: [u16; 2] = [25, 1007];

/// Modes that report clicks, drags and the wheel, in the form that has room for every column, and
/// nothing else of the mouse.
pub const MOUSE: [u16; 3] = [1000, 1002, 1006];

/// The terminal modes, see the module. Includes every mode that a program sets, whether a test
/// knows it or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modes {
    /// Private modes that are on, by number.
    on: BTreeSet<u16>,
    /// Private modes that were saved for restoring.
    kept: BTreeMap<u16, bool>,
    /// ANSI modes that are off, by number.
    ansi_off: BTreeSet<u16>,
    /// Number of kitty flags on the stack of the main and of the alternate screen.
    kitty: [i64; 2],
    /// Whether xterm's modifyOtherKeys is on.
    pub other_keys: bool,
    /// Whether present output has a colour or another style.
    styled: bool,
    /// Whether the cursor has a shape of its own.
    shaped: bool,
}

impl Modes {
    /// Returns the initial modes.
    pub fn plain() -> Self {
        Self {
            on: BTreeSet::from(ON_BEFORE),
            kept: BTreeMap::new(),
            ansi_off: BTreeSet::new(),
            kitty: [0, 0],
            other_keys: false,
            styled: false,
            shaped: false,
        }
    }

    /// Returns the modes after these bytes.
    pub fn after(bytes: &[u8]) -> Self {
        let mut modes = Self::plain();
        for piece in written(bytes) {
            if let Written::Csi(body) = piece {
                modes.take(body);
            }
        }
        // Saved modes are not part of the present state.
        modes.kept.clear();
        modes
    }

    fn take(&mut self, body: &str) {
        let (parameters, last) = body.split_at(body.len().saturating_sub(1));
        let numbers = |text: &str| -> Vec<u16> {
            text.split(';')
                .filter_map(|part| part.parse().ok())
                .collect()
        };
        match (parameters.strip_prefix('?'), last) {
            (Some(modes), "h" | "l" | "s" | "r") => {
                for mode in numbers(modes) {
                    self.private(mode, last);
                }
            }
            (Some(_), _) => {}
            (None, "h") => numbers(parameters).iter().for_each(|mode| {
                self.ansi_off.remove(mode);
            }),
            (None, "l") => self.ansi_off.extend(numbers(parameters)),
            (None, "u") if parameters.starts_with('>') => *self.stack() += 1,
            (None, "u") if parameters.starts_with('<') => *self.stack() -= 1,
            (None, "m") if parameters.starts_with('>') => {
                self.other_keys = parameters.starts_with(">4;") && parameters != ">4;0";
            }
            (None, "m") => self.styled = !matches!(parameters, "" | "0"),
            (None, "q") if parameters.ends_with(' ') => {
                self.shaped = !matches!(parameters, " " | "0 ");
            }
            _ => {}
        }
    }

    fn private(&mut self, mode: u16, what: &str) {
        let on = match what {
            "h" => true,
            "s" => {
                self.kept.insert(mode, self.on.contains(&mode));
                return;
            }
            "r" => self.kept.get(&mode).copied().unwrap_or(false),
            _ => false,
        };
        if on {
            self.on.insert(mode)
        } else {
            self.on.remove(&mode)
        };
    }

    fn stack(&mut self) -> &mut i64 {
        &mut self.kitty[usize::from(self.alternate_screen())]
    }

    fn is_on(&self, mode: u16) -> bool {
        self.on.contains(&mode)
    }

    /// Returns the number of kitty flags on the stack of the visible screen.
    pub fn kitty_flags(&self) -> i64 {
        self.kitty[usize::from(self.alternate_screen())]
    }

    /// Whether the alternate screen is visible.
    pub fn alternate_screen(&self) -> bool {
        self.is_on(1049)
    }

    /// Whether bracketed paste and focus reports are on.
    pub fn pastes_and_focus(&self) -> bool {
        self.is_on(2004) && self.is_on(1004)
    }

    /// Returns all mouse modes that are on.
    pub fn mouse(&self) -> Vec<u16> {
        let of_the_mouse = [9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016];
        of_the_mouse
            .into_iter()
            .filter(|mode| self.is_on(*mode))
            .collect()
    }

    /// Whether the wheel sends arrow keys.
    pub fn wheel_arrows(&self) -> bool {
        self.is_on(1007)
    }

    /// Whether a cluster of several characters counts as one.
    pub fn clusters(&self) -> bool {
        self.is_on(2027)
    }

    /// Whether the terminal reports when it becomes dark or light.
    pub fn lightness_reports(&self) -> bool {
        self.is_on(2031)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_of_the_mouse_that_is_on_is_told() {
        let mouse = |text: &str| Modes::after(text.as_bytes()).mouse();
        assert_eq!(mouse("\x1b[?1000h\x1b[?1002h\x1b[?1006h"), MOUSE);
        assert_eq!(mouse("\x1b[?1006h"), [1006]);
        assert_eq!(mouse("\x1b[?1003;1000h\x1b[?1000l"), [1003]);
    }

    #[test]
    fn a_mode_that_was_left_on_or_taken_back_on_the_wrong_screen_is_seen() {
        let is_plain = |text: &str| Modes::after(text.as_bytes()) == Modes::plain();
        assert!(is_plain("\x1b[?1049h\x1b[>7u\x1b[<u\x1b[?1049l"));
        assert!(is_plain(
            "\x1b[?1007s\x1b[?1007l\x1b[?1007r\x1b[31mred\x1b[0m"
        ));
        for wrong in [
            "\x1b[?9999h",
            "\x1b[?25l",
            "\x1b[?1007l",
            "\x1b[?1049h\x1b[>7u\x1b[?1049l\x1b[<u",
            "\x1b[>4;2m",
            "\x1b[8l",
            "\x1b[1;31m",
            "\x1b[5 q",
        ] {
            assert!(!is_plain(wrong), "{wrong:?}");
        }
    }
}
