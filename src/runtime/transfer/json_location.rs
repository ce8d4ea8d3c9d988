//! Locates a JSON pointer in a text, for messages about a document.

/// Returns the line and column, both from 1, of a pointer's target in a JSON text. If the target
/// does not exist, returns the place of the nearest enclosing value.
pub(super) fn of(text: &str, pointer: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    let mut at = skip_blanks(bytes, 0);
    for part in pointer.split('/').skip(1) {
        let wanted = part.replace("~1", "/").replace("~0", "~");
        match step(bytes, at, &wanted) {
            Some(inside) => at = inside,
            None => break,
        }
    }
    line_and_column(text, at)
}

/// Returns the line and column of a byte offset, both from 1.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let last = before.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}

/// Returns the start of the wanted member or element.
fn step(bytes: &[u8], at: usize, wanted: &str) -> Option<usize> {
    let is_object = match bytes.get(at)? {
        b'{' => true,
        b'[' => false,
        _ => return None,
    };
    let mut at = skip_blanks(bytes, at + 1);
    let mut index = 0_usize;
    while !matches!(bytes.get(at)?, b'}' | b']') {
        let mut is_it = !is_object && wanted.parse() == Ok(index);
        if is_object {
            let end = skip_value(bytes, at);
            let name: Option<String> = support::json::from_slice(bytes.get(at..end)?).ok();
            is_it = name.as_deref() == Some(wanted);
            at = skip_blanks(bytes, skip_blanks(bytes, end) + 1);
        }
        if is_it {
            return Some(at);
        }
        at = skip_blanks(bytes, skip_value(bytes, at));
        if bytes.get(at) == Some(&b',') {
            at = skip_blanks(bytes, at + 1);
        }
        index += 1;
    }
    None
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// Returns the end of a value: for a nested value, its closing bracket.
fn skip_value(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = skip_string(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return at + usize::from(depth == 1),
            b'}' | b']' => depth -= 1,
            b',' | b':' if depth == 0 => return at,
            byte if depth == 0 && byte.is_ascii_whitespace() => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

fn skip_string(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}
