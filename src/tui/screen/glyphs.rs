//! Signs for terminals on which box drawing is doubtful: two columns wide, or not in the font.
//!
//! With [`Glyphs::Ascii`] the frame that the parts have drawn gets plain signs instead, cell by cell,
//! so that no part needs to know of it. In what is to be approved such a sign is a token instead,
//! see `bar::visible`: a yes is for what is written, not for what resembles it.

use ratatui::buffer::Buffer;

/// Which signs frames and marks are drawn with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Box drawing and the like.
    #[default]
    Unicode,
    Ascii,
}

impl Glyphs {
    /// The signs of a word of the configuration; another word is the default.
    pub fn of(word: &str) -> Self {
        match word {
            "ascii" => Glyphs::Ascii,
            _ => Glyphs::Unicode,
        }
    }
}

/// The sign of ASCII for a character that terminals draw two columns wide or not at all.
pub fn ascii_of(character: char) -> Option<&'static str> {
    Some(match character {
        '─' | '━' | '┄'..='┇' | '┈'..='┋' | '╌' | '╍' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' | '·' => {
            "-"
        }
        '│' | '┃' | '║' | '╎' | '╏' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => {
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

/// Whether a character is drawn as another sign with ASCII alone.
pub fn is_replaced(character: char) -> bool {
    ascii_of(character).is_some()
}

/// Puts signs of ASCII in the place of others.
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
