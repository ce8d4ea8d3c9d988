//! The modes of the terminal as a program has left them, from all bytes that it wrote.

use super::terminal::count;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modes {
    /// The alternate screen is shown.
    pub alternate_screen: bool,
    /// A paste comes in brackets.
    pub bracketed_paste: bool,
    /// The terminal tells when its window gains or loses the focus.
    pub focus_reports: bool,
    /// Clicks, drags and the wheel are told, in the form that has room for every column.
    pub mouse: bool,
    /// The cursor can be seen.
    pub cursor_visible: bool,
    /// A frame has begun that was not ended.
    pub synchronized: bool,
    /// How many kitty flags are on the stack.
    pub kitty_flags: i64,
    /// xterm's modifyOtherKeys is on.
    pub other_keys: bool,
    /// The terminal tells when it becomes dark or light.
    pub lightness_reports: bool,
    /// The terminal writes right-to-left text by itself.
    pub implicit_direction: bool,
}

impl Modes {
    /// As they were before anything was written.
    pub const PLAIN: Modes = Modes {
        alternate_screen: false,
        bracketed_paste: false,
        focus_reports: false,
        mouse: false,
        cursor_visible: true,
        synchronized: false,
        kitty_flags: 0,
        other_keys: false,
        lightness_reports: false,
        implicit_direction: true,
    };

    /// After these bytes.
    pub fn after(bytes: &[u8]) -> Self {
        let times = |text: &[u8]| i64::try_from(count(bytes, text)).unwrap_or(i64::MAX);
        Self {
            alternate_screen: is_on(bytes, "1049"),
            bracketed_paste: is_on(bytes, "2004"),
            focus_reports: is_on(bytes, "1004"),
            mouse: ["1000", "1002", "1006"]
                .iter()
                .any(|mode| is_on(bytes, mode)),
            cursor_visible: last(bytes, b"\x1b[?25l") <= last(bytes, b"\x1b[?25h"),
            synchronized: is_on(bytes, "2026"),
            kitty_flags: times(b"\x1b[>7u") - times(b"\x1b[<u"),
            other_keys: last(bytes, b"\x1b[>4;2m") > last(bytes, b"\x1b[>4m"),
            lightness_reports: is_on(bytes, "2031"),
            implicit_direction: last(bytes, b"\x1b[8l") <= last(bytes, b"\x1b[8h"),
        }
    }
}

/// Whether a private mode was set last, and not reset.
fn is_on(bytes: &[u8], mode: &str) -> bool {
    let set = last(bytes, format!("\x1b[?{mode}h").as_bytes());
    let reset = last(bytes, format!("\x1b[?{mode}l").as_bytes());
    set > reset
}

/// Where a text ends for the last time; 0 where it is not there.
fn last(bytes: &[u8], text: &[u8]) -> usize {
    bytes
        .windows(text.len())
        .rposition(|window| window == text)
        .map_or(0, |at| at + text.len())
}
