//! Values that are programs in their own language: decides which of them provably only read.

/// Whether the text is a valid count or size: digits, optionally with a sign before
/// and a unit after.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = digits.strip_suffix(['k', 'K', 'M', 'G']).unwrap_or(digits);
    !digits.is_empty() && digits.len() <= 12 && digits.chars().all(|c| c.is_ascii_digit())
}

/// Whether a git format runs no program: `%G?` and similar ones call gpg.
pub(super) fn is_git_format(text: &str) -> bool {
    !text.contains("%G") && !text.contains("%(signature")
}

/// Whether sed only prints with this program: addresses, then `p`, `d`, `q`, `=` or a substitution
/// without the flags that write a file or run a command. Holds for every sed implementation: a
/// delimiter inside brackets is refused.
pub(super) fn is_printing_sed(program: &str) -> bool {
    !program.is_empty() && program.split(';').all(|one| is_printing_step(one.trim()))
}

fn is_printing_step(step: &str) -> bool {
    let Some(rest) = address(step) else {
        return false;
    };
    let rest = match rest.strip_prefix(',') {
        Some(second) => match address(second) {
            Some(rest) if rest.len() < second.len() => rest,
            _ => return false,
        },
        None => rest,
    };
    matches!(rest, "p" | "d" | "q" | "=")
        || rest.strip_prefix("s/").is_some_and(|substitution| {
            let parts: Vec<&str> = substitution.split('/').collect();
            match parts.as_slice() {
                [pattern, text, flags] => {
                    !pattern.contains('[')
                        && !text.contains('[')
                        && flags
                            .chars()
                            .all(|c| c.is_ascii_digit() || "gpIi".contains(c))
                }
                _ => false,
            }
        })
}

/// Returns the text after an address (a number, or a pattern between slashes) at the start of
/// `text`; the whole text if there is none.
fn address(text: &str) -> Option<&str> {
    if let Some(pattern) = text.strip_prefix('/') {
        let (pattern, rest) = pattern.split_once('/')?;
        return (!pattern.contains('[')).then_some(rest);
    }
    Some(text.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// jq functions without arguments that take their input apart and access nothing else.
const JQ_FUNCTIONS: &[&str] = &[
    "keys",
    "values",
    "length",
    "type",
    "add",
    "first",
    "last",
    "min",
    "max",
    "sort",
    "unique",
    "reverse",
    "flatten",
    "empty",
    "not",
    "tostring",
    "tonumber",
    "to_entries",
    "from_entries",
    "paths",
    "floor",
    "any",
    "all",
    "transpose",
    "ascii_downcase",
    "ascii_upcase",
    "true",
    "false",
    "null",
    "and",
    "or",
];

/// jq functions whose argument is itself such a filter.
const JQ_OVER_FILTERS: &[&str] = &[
    "map",
    "select",
    "has",
    "sort_by",
    "group_by",
    "unique_by",
    "min_by",
    "max_by",
    "join",
    "test",
    "startswith",
    "endswith",
    "contains",
    "index",
    "split",
    "map_values",
];

/// Whether jq only takes its input apart with this filter: fields, indices, texts, and the
/// functions listed here. `env`, `$ENV`, `input_filename`, `import` and all others are refused.
pub(super) fn is_plain_jq(filter: &str) -> bool {
    let mut rest = filter;
    let mut after_dot = false;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '"' => {
                let Some(end) = rest.get(1..).and_then(|inner| inner.find('"')) else {
                    return false;
                };
                if rest.get(1..end + 1).is_none_or(|text| text.contains('\\')) {
                    return false;
                }
                taken = end + 2;
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                taken = rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                let (name, behind) = rest.split_at_checked(taken).unwrap_or((rest, ""));
                let known = if behind.starts_with('(') {
                    JQ_OVER_FILTERS.contains(&name)
                } else {
                    JQ_FUNCTIONS.contains(&name)
                };
                if !after_dot && !known {
                    return false;
                }
            }
            '.' if after_dot => return false,
            '.' | '[' | ']' | '(' | ')' | '|' | ',' | ' ' | ':' | '?' | '=' | '<' | '>' | '+'
            | '-' => {}
            c if c.is_ascii_digit() => {}
            _ => return false,
        }
        after_dot = c == '.';
        rest = rest.get(taken..).unwrap_or_default();
    }
    !filter.is_empty()
}

/// Whether this git setting holds no secret.
pub(super) fn is_open_git_setting(name: &str) -> bool {
    matches!(
        name,
        "user.name" | "user.email" | "init.defaultBranch" | "core.bare" | "core.autocrlf"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sed_program_that_writes_or_runs_something_is_not_a_printing_one() {
        for program in [
            "1,20p",
            "10p",
            "3q",
            "1,5p;9p",
            "/fn main/p",
            "s/a/b/g",
            "2,4d",
            "=",
        ] {
            assert!(is_printing_sed(program), "{program}");
        }
        for program in [
            "",
            "w x",
            "1w x",
            "e",
            "1e id",
            "s/a/b/e",
            "s/a/b/w x",
            "s/a/b/gw x",
            "r /etc/passwd",
            "R x",
            "s,a,b,",
            "/[/]/w x",
            "s/[/]/e",
            "1,p",
            "1!p;w x",
            "a text",
            "{p}",
            "y/a/b/",
        ] {
            assert!(!is_printing_sed(program), "{program}");
        }
    }

    #[test]
    fn a_jq_filter_that_reaches_past_its_input_is_not_a_plain_one() {
        for filter in [
            ".",
            ".a.b",
            ".[0].name",
            ".a | keys",
            ".[] | select(.env == 1) | .x",
            ".[1:3]",
        ] {
            assert!(is_plain_jq(filter), "{filter}");
        }
        for filter in [
            "",
            "env",
            "$ENV",
            "env.HOME",
            "input",
            "inputs",
            "input_filename",
            "import \"a\" as a",
            "include \"a\"",
            "debug",
            "@sh",
            ". | env",
            "getpath(env)",
            "map(env)",
            "\"\\(env)\"",
            "halt",
            "..env",
            "modulemeta",
            "get_search_list",
            "$__loc__",
            "splits(\"a\")",
            ".a as b | b",
        ] {
            assert!(!is_plain_jq(filter), "{filter}");
        }
    }
}
