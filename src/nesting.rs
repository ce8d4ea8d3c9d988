//! How deep foreign text may be nested before a parser that recurses is given it: a pattern, a JSON or a YAML document of
//! twenty thousand brackets would overflow its stack, which ends the program. Pure; everyone may import it.

/// Brackets in brackets of a glob, at most: nobody writes three.
pub const GLOB_DEPTH: usize = 16;

/// Bytes of a glob, at most.
pub const GLOB_BYTES: usize = 4 * 1024;

/// Checks the nesting alone, for texts of which a glob is a part.
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

/// Why a glob is not given to a parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GlobLimit {
    /// It is too long.
    #[error("it has more than {GLOB_BYTES} bytes")]
    Long,
    /// It is nested too deep.
    #[error("its braces are nested more than {GLOB_DEPTH} deep")]
    Deep,
}

/// Checks a glob before it is parsed. Braces count wherever they are, also those that are escaped or in a class: what a
/// parser makes of them is its own affair.
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
