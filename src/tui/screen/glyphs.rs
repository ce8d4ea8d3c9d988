//! Replacement characters for terminals on which box drawing is doubtful: two columns wide, or not
//! in the font.
//!
//! With [`Glyphs::Ascii`] the finished frame gets plain characters instead, cell by cell, so that
//! no part has to handle this. In text to be approved such a character becomes a token instead, see
//! `bar::visible`: the user approves the real text, not something that resembles it.

use ratatui::buffer::Buffer;

/// Character set for frames and marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Box drawing and similar characters.
    #[default]
    Unicode,
    Ascii,
}

impl Glyphs {
    /// Parses the configuration's word; any other word gives the default.
    pub fn of(word: &str) -> Self {
        match word {
            "ascii" => Glyphs::Ascii,
            _ => Glyphs::Unicode,
        }
    }
}

/// Returns the ASCII replacement for a character that terminals draw two columns wide or
/// not at all.
pub fn ascii_of(character: char) -> Option<&'static str> {
    Some(match character {
        '─' | '━' | '┄'..='┇' | '┈'..='┋' | '╌' | '╍' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' | '·' => {
            "-"
        }
        '▌' | '│' | '┃' | '║' | '╎' | '╏' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
            "|"
        }
        '═' => "=",
        '\u{250c}'..='\u{254b}' | '\u{2552}'..='\u{2573}' => "+",
        '…' | '⋯' => "~",
        '•' | '●' | '◆' | '★' => "*",
        '○' | '◇' | '☆' => "o",
        '→' | '▶' | '▸' | '►' => ">",
        '←' | '◀' | '◂' | '◄' => "<",
        '↑' | '▲' => "^",
        '↓' | '▼' | '▾' => "v",
        '▣' | '█' | '■' | '▓' | '▄' | '▀' => "#",
        '░' | '▒' | '□' => ":",
        _ => return None,
    })
}

/// Whether ASCII mode replaces the character.
pub fn is_replaced(character: char) -> bool {
    ascii_of(character).is_some()
}

/// Replaces characters in the buffer with ASCII ones.
pub(super) fn make_ascii(buf: &mut Buffer) {
    for cell in &mut buf.content {
        let mut chars = cell.symbol().chars();
        if let (Some(character), None) = (chars.next(), chars.next())
            && let Some(sign) = ascii_of(character)
        {
            cell.set_symbol(sign);
        }
    }
}
