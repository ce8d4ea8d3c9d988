//! Tests that a program that knows only the patch format reproduces the text from a patch.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::patch::patch;
use crate::testing::histories::{Step, history, run};
use protocol::ids::HunkId;

/// Applies the hunks of a unified diff strictly: each expected line must be present.
fn applied(text: &str, patch: &str) -> Result<String, String> {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut out, mut at) = (String::new(), 0);
    let mut lines = patch.split_inclusive('\n').peekable();
    while let Some(head) = lines.next() {
        let inner = head
            .strip_prefix("@@ -")
            .and_then(|rest| rest.strip_suffix(" @@\n"));
        let (from, to) = inner.and_then(|inner| inner.split_once(" +")).ok_or(head)?;
        let pair = |text: &str| -> Result<(usize, usize), String> {
            let (start, count) = text.split_once(',').ok_or(text)?;
            let number = |text: &str| text.parse::<usize>().map_err(|error| error.to_string());
            Ok((number(start)?, number(count)?))
        };
        let ((start, mut removed), (new_start, mut added)) = (pair(from)?, pair(to)?);
        let first = if removed == 0 { start } else { start - 1 };
        out.extend(
            old.get(at..first)
                .ok_or("hunks out of order")?
                .iter()
                .copied(),
        );
        at = first;
        let here = out.split_inclusive('\n').count();
        let expected = if added == 0 { new_start } else { new_start - 1 };
        if here != expected {
            return Err(format!("it begins at {here}, not {expected}"));
        }
        while removed > 0 || added > 0 {
            let line = lines.next().ok_or("it is cut off")?;
            let (sign, mut content) = line.split_at(1);
            if lines.peek() == Some(&"\\ No newline at end of file\n") {
                lines.next();
                content = content.strip_suffix('\n').unwrap();
            }
            if sign != "+" {
                if old.get(at) != Some(&content) {
                    return Err(format!("{:?} is not {content:?}", old.get(at)));
                }
                at += 1;
                removed -= 1;
            }
            if sign != "-" {
                out.push_str(content);
                added -= 1;
            }
        }
    }
    out.extend(old.get(at..).unwrap_or_default().iter().copied());
    Ok(out)
}

/// Checks the patches of a choice of hunks, and of every hunk on its requisites.
fn holds(
    base: Option<&str>,
    steps: &[Step],
    entries: usize,
    choice: u64,
) -> Result<(), TestCaseError> {
    let maker = run(base, steps, true).0;
    let entries = entries.min(maker.log.entries.len());
    let (first, later) = maker.log.entries.split_at(entries);
    let before: BTreeSet<HunkId> = first
        .iter()
        .flat_map(|it| &it.hunks)
        .map(|it| it.id)
        .collect();
    let text = |kept: &BTreeSet<HunkId>| {
        let given = maker.log.replay(&|_, hunk| kept.contains(&hunk.id));
        given.text.as_deref().unwrap_or_default().to_owned()
    };
    let check = |from: &str, to: &str| -> Result<(), TestCaseError> {
        let made = applied(from, &patch(Some(from), Some(to)));
        prop_assert_eq!(made, Ok(to.to_owned()));
        Ok(())
    };
    let later: Vec<HunkId> = later
        .iter()
        .flat_map(|it| &it.hunks)
        .map(|it| it.id)
        .collect();
    let chosen = later
        .iter()
        .enumerate()
        .filter(|(at, _)| choice >> (at % 64) & 1 == 1);
    let all = before
        .iter()
        .copied()
        .chain(chosen.map(|(_, hunk)| *hunk))
        .collect();
    check(&text(&before), &text(&all))?;
    for hunk in later {
        let mut without = before.clone();
        without.extend(maker.log.requisites_of(&BTreeSet::from([hunk])));
        let mut with = without.clone();
        with.insert(hunk);
        check(&text(&without), &text(&with))?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(testing::cases(200))]

    #[test]
    fn a_patch_of_any_choice_of_hunks_applied_gives_what_the_choice_gives(
        (base, steps) in history(),
        entries in 0_usize..4,
        choice in any::<u64>(),
    ) {
        holds(base.as_deref(), &steps, entries, choice)?;
    }
}

#[test]
fn lines_that_are_put_in_name_the_line_before_them_and_unchanged_ones_are_context() {
    assert_eq!(
        patch(Some("a\nb\n"), Some("a\nx\nb\n")),
        "@@ -1,2 +1,3 @@\n a\n+x\n b\n"
    );
    assert_eq!(
        patch(None, Some("x")),
        "@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n"
    );
    assert_eq!(patch(Some("x\r\n"), Some("")), "@@ -1,1 +0,0 @@\n-x\r\n");
    assert_eq!(patch(Some("same"), Some("same")), "");
}
