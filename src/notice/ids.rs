//! The ids of the English messages, known to the compiler.

#![expect(
    clippy::indexing_slicing,
    reason = "in constants a slice is read by index; a wrong one does not compile"
)]

/// The messages with the names of their arguments, both sorted. The build script writes the list.
const MESSAGES: &[(&str, &[&str])] = include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// Whether the English file has a message.
pub const fn is_message(id: &str) -> bool {
    find(id).is_some()
}

/// Whether a message has exactly these arguments, in any order.
pub const fn takes(id: &str, names: &[&str]) -> bool {
    let Some(at) = find(id) else {
        return false;
    };
    let known = MESSAGES[at].1;
    if known.len() != names.len() {
        return false;
    }
    let mut next = 0;
    while next < known.len() {
        if !has(names, known[next]) {
            return false;
        }
        next += 1;
    }
    true
}

const fn has(names: &[&str], wanted: &str) -> bool {
    let mut next = 0;
    while next < names.len() {
        if compare(names[next], wanted) == 0 {
            return true;
        }
        next += 1;
    }
    false
}

/// Returns the index of a message in the list, by bisection.
const fn find(id: &str) -> Option<usize> {
    let (mut from, mut to) = (0, MESSAGES.len());
    while from < to {
        let middle = usize::midpoint(from, to);
        match compare(MESSAGES[middle].0, id) {
            0 => return Some(middle),
            -1 => from = middle + 1,
            _ => to = middle,
        }
    }
    None
}

/// Returns -1, 0 or 1 as the first text comes before, is, or comes after the second, by bytes.
const fn compare(one: &str, other: &str) -> i8 {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    loop {
        match (at < one.len(), at < other.len()) {
            (false, false) => return 0,
            (false, true) => return -1,
            (true, false) => return 1,
            (true, true) if one[at] < other[at] => return -1,
            (true, true) if one[at] > other[at] => return 1,
            (true, true) => at += 1,
        }
    }
}
