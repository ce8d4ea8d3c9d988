//! How counted things are said: `1 hunk`, `3 hunks`, `12,400 lines`, `40 %  1200 of 3000 MB`. Pure; everyone may import it.

/// A count with its word, in the plural where it is not one.
pub fn counted(count: impl TryInto<u64>, what: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    format!("{} {}", thousands(count), worded(count, what))
}

/// The word alone: `hunk` for one, `hunks` for any other count.
pub fn worded(count: impl TryInto<u64>, what: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => what.to_owned(),
        _ => format!("{what}s"),
    }
}

/// `12,400`
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `done` of `total` in so many parts, rounded down.
pub fn share(done: u64, total: u64, parts: u64) -> u64 {
    let share = u128::from(done.min(total)) * u128::from(parts) / u128::from(total.max(1));
    u64::try_from(share).unwrap_or(parts)
}

/// `40 %  1200 of 3000 MB`
pub fn percent_words(done: u64, total: u64) -> String {
    let percent = share(done, total, 100);
    format!(
        "{percent} %  {} of {} MB",
        done / 1_000_000,
        total.div_ceil(1_000_000)
    )
}

#[cfg(test)]
mod tests {
    use super::{counted, worded};

    #[test]
    fn only_one_thing_has_no_plural() {
        assert_eq!(counted(0_usize, "hunk"), "0 hunks");
        assert_eq!(counted(1_u32, "hunk"), "1 hunk");
        assert_eq!(counted(1_234_567_u64, "line"), "1,234,567 lines");
        assert_eq!(
            (worded(1_u8, "file"), worded(2_u8, "file")),
            ("file".into(), "files".into())
        );
    }
}
