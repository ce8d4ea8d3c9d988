//! Terminal output of a program, split into texts and control sequences.

/// One piece of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written<'a> {
    /// Visible text, with line ends.
    Text(&'a [u8]),
    /// A sequence that begins with `ESC [`, without these two bytes.
    Csi(&'a str),
    /// Another sequence: of two bytes, or a string with its terminator.
    Other(&'a [u8]),
}

/// Splits these bytes into pieces, in order.
pub fn written(bytes: &[u8]) -> Vec<Written<'_>> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let text = rest.iter().position(|byte| *byte == 0x1b);
        let (piece, length) = match text {
            Some(0) => sequence(rest),
            Some(at) => (Written::Text(&rest[..at]), at),
            None => (Written::Text(rest), rest.len()),
        };
        out.push(piece);
        rest = &rest[length..];
    }
    out
}

/// Returns the sequence at the beginning of these bytes, and its length.
fn sequence(bytes: &[u8]) -> (Written<'_>, usize) {
    let all = bytes.len();
    match bytes.get(1) {
        Some(b'[') => {
            let last = bytes
                .iter()
                .skip(2)
                .position(|byte| (0x40..=0x7e).contains(byte));
            let end = last.map_or(all, |last| last + 3);
            let body = std::str::from_utf8(&bytes[2..end]).expect("a sequence of ASCII");
            (Written::Csi(body), end)
        }
        Some(b']' | b'P' | b'X' | b'^' | b'_') => {
            let bell = bytes.iter().position(|byte| *byte == 0x07).map(|at| at + 1);
            let string = bytes[2..]
                .windows(2)
                .position(|two| two == b"\x1b\\")
                .map(|at| at + 4);
            let end = bell.into_iter().chain(string).min().unwrap_or(all);
            (Written::Other(&bytes[..end]), end)
        }
        _ => (Written::Other(&bytes[..all.min(2)]), all.min(2)),
    }
}

/// Returns the colour parameters (SGR) in the output, per sequence.
pub fn styles(bytes: &[u8]) -> Vec<Vec<u16>> {
    let bodies = written(bytes).into_iter().filter_map(|piece| match piece {
        Written::Csi(body) => body.strip_suffix('m'),
        _ => None,
    });
    let is_style = |body: &&str| {
        body.bytes()
            .all(|byte| byte.is_ascii_digit() || b";:".contains(&byte))
    };
    let numbers = |body: &str| {
        body.split([';', ':'])
            .map(|part| part.parse().unwrap_or(0))
            .collect()
    };
    bodies.filter(is_style).map(numbers).collect()
}
