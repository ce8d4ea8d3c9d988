//! Expands a shell's file pattern: `*` and `?` in the names of a path.

use std::path::{Component, Path, PathBuf};

use notice::{Notice, notice};

/// Maximum number of names compared for one pattern.
const MAX_NAMES: usize = 20_000;

/// Returns the paths below `root` that `pattern` (absolute) matches, and the pattern itself,
/// because a shell leaves a pattern unchanged that matches nothing. Returns too many paths rather
/// than too few.
///
/// # Errors
/// Fails if there are too many names to compare, or one that is not UTF-8.
pub(super) fn matches(pattern: &Path, root: &Path) -> Result<Vec<PathBuf>, Notice> {
    let behind = pattern.strip_prefix(root).unwrap_or(pattern);
    let mut places = vec![root.to_path_buf()];
    let mut seen = 0;
    for part in behind.components() {
        let name = match part {
            Component::Normal(name) => name.to_str().unwrap_or_default(),
            Component::ParentDir => "..",
            _ => continue,
        };
        if !name.contains(['*', '?']) {
            places.iter_mut().for_each(|place| place.push(name));
            continue;
        }
        let mut next = Vec::new();
        for place in &places {
            // An unreadable folder matches nothing for the shell either.
            for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
                seen += 1;
                if seen > MAX_NAMES {
                    return Err(notice!("risk-has-a-pattern-that-may-match"));
                }
                let found = entry.file_name();
                let Some(found) = found.to_str() else {
                    return Err(notice!("risk-has-a-pattern-that-may-match"));
                };
                if (name.starts_with('.') || !found.starts_with('.')) && fits(name, found) {
                    next.push(place.join(found));
                }
            }
        }
        places = next;
    }
    places.push(pattern.to_path_buf());
    Ok(places)
}

/// Returns whether the pattern may match `name`, ignoring case. A `?` is a character or, in some
/// locales, a byte.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.to_lowercase(), name.to_lowercase());
    let letters = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
    let bytes = |text: &str| text.bytes().map(u32::from).collect::<Vec<_>>();
    stands_for(&letters(&pattern), &letters(&name)) || stands_for(&bytes(&pattern), &bytes(&name))
}

/// Returns whether the pattern matches the name, unit by unit.
fn stands_for(pattern: &[u32], name: &[u32]) -> bool {
    const MANY: u32 = '*' as u32;
    const ONE: u32 = '?' as u32;
    // `reached[at]`: the pattern before `at` can match the input read up to now.
    let mut reached = vec![false; pattern.len() + 1];
    let mark = |reached: &mut Vec<bool>, mut at: usize| {
        while let Some(place) = reached.get_mut(at) {
            *place = true;
            // A star may match nothing.
            if pattern.get(at) != Some(&MANY) {
                break;
            }
            at += 1;
        }
    };
    mark(&mut reached, 0);
    for letter in name {
        let mut next = vec![false; pattern.len() + 1];
        for (at, sign) in pattern
            .iter()
            .enumerate()
            .filter(|(at, _)| reached.get(*at) == Some(&true))
        {
            if *sign == MANY {
                mark(&mut next, at);
            } else if *sign == ONE || sign == letter {
                mark(&mut next, at + 1);
            }
        }
        reached = next;
    }
    reached.last() == Some(&true)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_pattern_fits_all_that_a_shell_may_make_of_it() {
        for (pattern, name) in [
            ("*.rs", "a.rs"),
            ("*", "x"),
            ("a*b*c", "a1b2c"),
            ("?.txt", "a.txt"),
            ("?.txt", "ä.txt"),
            ("??.txt", "ä.txt"),
            ("*.PEM", "key.pem"),
            ("a**b", "ab"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("*.rs", "a.rsx"),
            ("?.txt", "ab.txt"),
            ("a", "b"),
            ("?", ""),
        ] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
