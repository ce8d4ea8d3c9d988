//! The language of a file, by its name. Pure.

/// Endings of names and what is written in such files.
const ENDINGS: &[(&str, &str)] = &[
    ("c", "c"),
    ("cc", "c++"),
    ("cpp", "c++"),
    ("cs", "c#"),
    ("css", "css"),
    ("ex", "elixir"),
    ("exs", "elixir"),
    ("go", "go"),
    ("h", "c"),
    ("hpp", "c++"),
    ("hs", "haskell"),
    ("html", "html"),
    ("java", "java"),
    ("js", "javascript"),
    ("json", "json"),
    ("jsx", "javascript"),
    ("kt", "kotlin"),
    ("lua", "lua"),
    ("md", "markdown"),
    ("mjs", "javascript"),
    ("ml", "ocaml"),
    ("php", "php"),
    ("pl", "perl"),
    ("proto", "protobuf"),
    ("py", "python"),
    ("rb", "ruby"),
    ("rs", "rust"),
    ("rst", "restructuredtext"),
    ("scala", "scala"),
    ("sh", "shell"),
    ("sql", "sql"),
    ("swift", "swift"),
    ("toml", "toml"),
    ("ts", "typescript"),
    ("tsx", "typescript"),
    ("txt", "text"),
    ("xml", "xml"),
    ("yaml", "yaml"),
    ("yml", "yaml"),
    ("zig", "zig"),
];

/// What a file is written in; `None` where its name does not tell.
pub fn language(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = match name {
        "Makefile" | "makefile" | "GNUmakefile" => return Some("make"),
        "Dockerfile" => return Some("docker"),
        name => name.rsplit_once('.')?.1.to_ascii_lowercase(),
    };
    let at = ENDINGS.binary_search_by(|(known, _)| (*known).cmp(ending.as_str()));
    at.ok()
        .and_then(|at| ENDINGS.get(at))
        .map(|(_, language)| *language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_language_or_does_not() {
        assert!(ENDINGS.is_sorted());
        assert_eq!(language("src/main.RS"), Some("rust"));
        assert_eq!(language("a/Makefile"), Some("make"));
        assert_eq!(language("a.b/LICENSE"), None);
    }
}
