//! The table of languages: recognises a file's language by the end of its name, and says how the
//! language introduces names if the outline knows that. Pure.

use super::outline::grammars::{
    ELIXIR, GO, Grammar, KOTLIN, LUA, MARGIN, MARKDOWN, MODIFIED, PHP, PYTHON, RUBY, RUST, SCRIPT,
    SHELL, ZIG,
};

/// A language that files are written in.
#[derive(Debug)]
pub struct Language {
    /// Name of the language, in lower case.
    pub name: &'static str,
    /// The grammar of the language's definitions, if known.
    pub(super) grammar: Option<&'static Grammar>,
    /// File name extensions, in lower case and without the dot.
    endings: &'static [&'static str],
    /// Complete file names.
    names: &'static [&'static str],
}

const fn plain(name: &'static str, endings: &'static [&'static str]) -> Language {
    Language {
        name,
        grammar: None,
        endings,
        names: &[],
    }
}

const fn outlined(
    name: &'static str,
    grammar: &'static Grammar,
    endings: &'static [&'static str],
) -> Language {
    Language {
        grammar: Some(grammar),
        ..plain(name, endings)
    }
}

const fn named(name: &'static str, names: &'static [&'static str]) -> Language {
    Language {
        names,
        ..plain(name, &[])
    }
}

const LANGUAGES: &[Language] = &[
    outlined("c", &MARGIN, &["c", "h"]),
    outlined("c#", &MODIFIED, &["cs"]),
    outlined("c++", &MARGIN, &["cc", "cpp", "cxx", "hh", "hpp"]),
    plain("css", &["css"]),
    outlined("cuda", &MARGIN, &["cu"]),
    outlined("dart", &MODIFIED, &["dart"]),
    named("docker", &["Dockerfile"]),
    outlined("elixir", &ELIXIR, &["ex", "exs"]),
    outlined("go", &GO, &["go"]),
    outlined("groovy", &MODIFIED, &["groovy"]),
    plain("haskell", &["hs"]),
    plain("html", &["html"]),
    outlined("java", &MODIFIED, &["java"]),
    outlined("javascript", &SCRIPT, &["cjs", "js", "jsx", "mjs"]),
    plain("json", &["json"]),
    outlined("kotlin", &KOTLIN, &["kt", "kts"]),
    outlined("lua", &LUA, &["lua"]),
    named("make", &["GNUmakefile", "Makefile", "makefile"]),
    outlined("markdown", &MARKDOWN, &["markdown", "md"]),
    outlined("objective-c", &MARGIN, &["m", "mm"]),
    plain("ocaml", &["ml"]),
    plain("perl", &["pl"]),
    outlined("php", &PHP, &["php"]),
    plain("protobuf", &["proto"]),
    outlined("python", &PYTHON, &["py", "pyi"]),
    plain("restructuredtext", &["rst"]),
    outlined("ruby", &RUBY, &["rb"]),
    outlined("rust", &RUST, &["rs"]),
    outlined("scala", &MODIFIED, &["scala"]),
    outlined("shell", &SHELL, &["bash", "sh", "zsh"]),
    plain("sql", &["sql"]),
    outlined("svelte", &SCRIPT, &["svelte"]),
    outlined("swift", &KOTLIN, &["swift"]),
    plain("text", &["txt"]),
    plain("toml", &["toml"]),
    outlined("typescript", &SCRIPT, &["cts", "mts", "ts", "tsx"]),
    outlined("vue", &SCRIPT, &["vue"]),
    plain("xml", &["xml"]),
    plain("yaml", &["yaml", "yml"]),
    outlined("zig", &ZIG, &["zig"]),
];

impl Language {
    /// Returns the language of a file; `None` if its name does not tell.
    pub fn of(path: &str) -> Option<&'static Self> {
        let name = path.rsplit('/').next().unwrap_or_default();
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        let is_it = |language: &&Self| {
            let mut endings = language.endings.iter();
            let ends =
                ending.is_some_and(|own| endings.any(|known| own.eq_ignore_ascii_case(known)));
            ends || language.names.contains(&name)
        };
        LANGUAGES.iter().find(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_language_or_does_not() {
        let name = |path| Language::of(path).map(|language| language.name);
        assert_eq!(name("src/main.RS"), Some("rust"));
        assert_eq!(name("a/Makefile"), Some("make"));
        assert_eq!(name("a.b/LICENSE"), None);
        assert_eq!(name("Makefile.bak"), None);
    }

    #[test]
    fn no_ending_tells_two_languages() {
        assert!(LANGUAGES.is_sorted_by_key(|language| language.name));
        let mut all: Vec<&str> = LANGUAGES
            .iter()
            .flat_map(|language| language.endings.iter().chain(language.names).copied())
            .collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
