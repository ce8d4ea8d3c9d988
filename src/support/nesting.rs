//! Limits on the nesting of foreign text before it goes to a recursive parser: a pattern, JSON or
//! YAML document with twenty thousand brackets would overflow the stack, which ends the program.
//! Pure; every module may import it.

use notice::{Notice, notice};

/// Maximum nesting of braces in a glob; real globs have fewer than three levels.
pub const GLOB_DEPTH: usize = 16;

/// Maximum length of a glob in bytes.
pub const GLOB_BYTES: usize = 4 * 1024;

/// Checks only the nesting, for texts that contain a glob.
///
/// # Errors
/// [`GlobLimit::Deep`].
pub fn check_braces(text: &str) -> Result<(), GlobLimit> {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > GLOB_DEPTH {
            return Err(GlobLimit::Deep);
        }
    }
    Ok(())
}

/// The limit that a glob exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum GlobLimit {
    Long,
    Deep,
}

impl GlobLimit {
    /// Returns the message for the user.
    pub fn notice(self) -> Notice {
        match self {
            Self::Long => notice!("told-glob-long", bytes = GLOB_BYTES),
            Self::Deep => notice!("told-glob-deep", number = GLOB_DEPTH),
        }
    }
}

/// Checks a glob before it is parsed. Counts all braces, also escaped ones and those in a class,
/// because parsers treat these differently.
///
/// # Errors
/// See [`GlobLimit`].
pub fn check_glob(glob: &str) -> Result<(), GlobLimit> {
    if glob.len() > GLOB_BYTES {
        return Err(GlobLimit::Long);
    }
    check_braces(glob)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_of_many_braces_or_bytes_is_refused_and_a_usual_one_is_not() {
        let deep = "{".repeat(20_000);
        assert_eq!(check_glob(&deep), Err(GlobLimit::Long));
        for deep in [
            "{".repeat(17),
            format!("{}a{}", "{".repeat(17), "}".repeat(17)),
        ] {
            assert_eq!(check_glob(&deep), Err(GlobLimit::Deep));
        }
        for usual in [
            "src/**/*.{rs,toml}",
            "{a,{b,c}}",
            "",
            "[{]x",
            "{a}{b}".repeat(99).as_str(),
        ] {
            assert_eq!(check_glob(usual), Ok(()), "{usual}");
        }
    }
}
