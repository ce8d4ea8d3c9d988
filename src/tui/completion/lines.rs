//! Line ranges as candidates: the definitions of a file, by their lines or by a part of their name,
//! and possible ends of a typed range. Pure.

use super::Candidate;
use client::ranking::{Names, Rank, TypedName};
use l10n::say;
use protocol::query::OutlinePart;

/// Returns the candidates of a file: all of it first, then its definitions.
pub fn candidates(parts: &[OutlinePart], total: u32) -> Vec<Candidate> {
    let all = (1, total.max(1), say!("bar-details-all"));
    let defined = parts
        .iter()
        .map(|part| (part.start_line, part.end_line, part.label.as_str()));
    std::iter::once(all)
        .chain(defined)
        .map(|(start, end, detail)| candidate(start, end, detail))
        .collect()
}

fn candidate(start: u32, end: u32, detail: &str) -> Candidate {
    let range = format!("{start}-{end}");
    Candidate {
        label: range.clone(),
        insert: range,
        detail: detail.to_owned(),
    }
}

/// Returns the candidates that continue the typed range, or whose definition has the typed word. A
/// complete range within the file needs
/// none; a typed start can extend to the end of the file, and a range that ends beyond the file
/// is cut there.
pub(super) fn fitting(candidates: &[Candidate], typed: &str) -> Vec<Candidate> {
    let total = candidates
        .first()
        .and_then(|all| all.insert.strip_prefix("1-")?.parse::<u32>().ok());
    let Some(total) = total else {
        return Vec::new();
    };
    if !typed
        .chars()
        .all(|letter| letter.is_ascii_digit() || letter == '-')
    {
        return defining(candidates, typed);
    }
    let (start, end) = typed.split_once('-').unwrap_or((typed, ""));
    let (start, end) = (start.parse::<u32>().ok(), end.parse::<u32>().ok());
    match (start, end) {
        (Some(start), Some(end)) if start >= 1 && start <= end && end <= total => Vec::new(),
        (Some(start), Some(end)) if start >= 1 && start <= total && end > total => {
            vec![candidate(start, total, say!("popup-file-ends"))]
        }
        (start, _) => {
            let begun = candidates
                .iter()
                .filter(|candidate| candidate.insert.starts_with(typed));
            let mut fitting: Vec<Candidate> = begun.cloned().collect();
            let to_the_end = start.filter(|start| (2..=total).contains(start));
            if let Some(start) = to_the_end {
                let rest = candidate(start, total, say!("popup-to-the-end"));
                if rest.insert.starts_with(typed) && !fitting.contains(&rest) {
                    fitting.push(rest);
                }
            }
            fitting
        }
    }
}

/// Returns the definitions that have the typed word, those whose name begins with it first.
fn defining(candidates: &[Candidate], typed: &str) -> Vec<Candidate> {
    let mut typed = TypedName::new(typed);
    // The first candidate is the whole file.
    let mut found: Vec<(Rank, &Candidate)> = candidates
        .iter()
        .skip(1)
        .filter_map(|candidate| {
            // The kind and the name: `fn refresh`.
            let defined = candidate.detail.as_str();
            let names = Names {
                name: defined.rsplit(' ').next().unwrap_or_default(),
                aliases: vec![defined],
                ..Names::default()
            };
            Some((typed.rank(&names, usize::MAX)?, candidate))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    let found = found.into_iter();
    found.map(|(_, candidate)| candidate.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(typed: &str) -> Vec<String> {
        let part = |start_line, end_line, label: &str| OutlinePart {
            start_line,
            end_line,
            label: label.to_owned(),
        };
        let parts = [part(4, 18, "struct A"), part(40, 61, "fn refresh")];
        let found = fitting(&candidates(&parts, 120), typed);
        let text = |found: &Candidate| format!("{} {}", found.insert, found.detail);
        found.iter().map(text).collect()
    }

    #[test]
    fn what_a_file_defines_is_offered_and_what_is_typed_goes_on() {
        let all = ["1-120 all of it", "4-18 struct A", "40-61 fn refresh"];
        assert_eq!(ranges(""), all);
        assert_eq!(
            ranges("4"),
            ["4-18 struct A", "40-61 fn refresh", "4-120 to the end"]
        );
        assert_eq!(ranges("40-"), ["40-61 fn refresh", "40-120 to the end"]);
        assert_eq!(ranges("77"), ["77-120 to the end"]);
    }

    #[test]
    fn definitions_are_found_by_a_part_of_their_name() {
        assert_eq!(ranges("re"), ["40-61 fn refresh"]);
        assert_eq!(ranges("FRESH"), ["40-61 fn refresh"]);
        assert_eq!(ranges("struct"), ["4-18 struct A"]);
        assert!(ranges("zebra").is_empty() && ranges("all").is_empty());
    }

    #[test]
    fn a_whole_range_needs_nothing_and_one_beyond_the_end_is_cut() {
        assert!(ranges("10-40").is_empty());
        assert_eq!(ranges("10-400"), ["10-120 the file ends here"]);
        assert!(
            ranges("400-500").is_empty() && ranges("9-3").is_empty() && ranges("0-5").is_empty()
        );
        assert!(fitting(&[], "1").is_empty());
    }
}
