//! What a file defines: names of functions, types and the like, found line by line by the words that introduce them.
//! No parser: a wrong name in a map costs little, a grammar for every language much. The repository map
//! ([`super::map`]) and the chunks are made of it.

/// Definitions that are kept of one file.
const MOST: usize = 400;

/// Bytes of a line that are looked at; a longer one is generated.
const LINE: usize = 400;

/// Something that a file defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Its line, from 1.
    pub line: u32,
    /// The word that its language has for its kind: `fn`, `class`, `def`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
}

/// How a language introduces names.
struct Grammar {
    extensions: &'static [&'static str],
    /// Words that may stand before the introducing one.
    modifiers: &'static [&'static str],
    /// The words that introduce a name.
    keywords: &'static [&'static str],
    /// What a function looks like that no word introduces.
    shape: Shape,
}

/// Functions that no word introduces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// There are none.
    None,
    /// `type name(…) {` at the start of a line: C and its like.
    Margin,
    /// `modifier type name(…) {`, indented or not: Java and its like.
    Modified,
    /// `name() {`: shells.
    Shell,
    /// A heading: `## name`.
    Heading,
}

const GRAMMARS: &[Grammar] = &[
    Grammar {
        extensions: &["rs"],
        modifiers: &["pub", "async", "const", "unsafe", "default", "extern"],
        keywords: &[
            "fn",
            "struct",
            "enum",
            "trait",
            "type",
            "mod",
            "static",
            "const",
            "union",
            "macro_rules!",
        ],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["py", "pyi"],
        modifiers: &["async"],
        keywords: &["def", "class"],
        shape: Shape::None,
    },
    Grammar {
        extensions: &[
            "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte",
        ],
        modifiers: &["export", "default", "async", "declare", "abstract"],
        keywords: &[
            "function",
            "function*",
            "class",
            "interface",
            "enum",
            "type",
            "namespace",
            "const",
        ],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["go"],
        modifiers: &[],
        keywords: &["func", "type"],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["java", "cs", "scala", "groovy", "dart"],
        modifiers: &[
            "public",
            "private",
            "protected",
            "internal",
            "static",
            "final",
            "abstract",
            "sealed",
            "partial",
            "override",
            "virtual",
            "async",
            "synchronized",
            "default",
            "case",
            "implicit",
            "readonly",
        ],
        keywords: &[
            "class",
            "interface",
            "enum",
            "record",
            "struct",
            "trait",
            "object",
            "def",
            "namespace",
            "mixin",
        ],
        shape: Shape::Modified,
    },
    Grammar {
        extensions: &["kt", "kts", "swift"],
        modifiers: &[
            "public",
            "private",
            "protected",
            "internal",
            "open",
            "static",
            "final",
            "abstract",
            "sealed",
            "override",
            "data",
            "inline",
            "suspend",
            "fileprivate",
            "mutating",
            "enum",
            "companion",
        ],
        keywords: &[
            "class",
            "interface",
            "struct",
            "protocol",
            "object",
            "fun",
            "func",
            "extension",
            "actor",
            "enum",
        ],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["c", "h", "cc", "cpp", "cxx", "hpp", "hh", "m", "mm", "cu"],
        modifiers: &["typedef", "static", "template", "export"],
        keywords: &["struct", "class", "enum", "union", "namespace", "#define"],
        shape: Shape::Margin,
    },
    Grammar {
        extensions: &["rb"],
        modifiers: &[],
        keywords: &["def", "class", "module"],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["php"],
        modifiers: &[
            "public",
            "private",
            "protected",
            "static",
            "final",
            "abstract",
        ],
        keywords: &[
            "function",
            "class",
            "interface",
            "trait",
            "enum",
            "namespace",
        ],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["ex", "exs"],
        modifiers: &[],
        keywords: &["defmodule", "def", "defp", "defmacro", "defprotocol"],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["lua"],
        modifiers: &["local"],
        keywords: &["function"],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["zig"],
        modifiers: &["pub", "export", "inline", "extern"],
        keywords: &["fn", "const"],
        shape: Shape::None,
    },
    Grammar {
        extensions: &["sh", "bash", "zsh"],
        modifiers: &[],
        keywords: &["function"],
        shape: Shape::Shell,
    },
    Grammar {
        extensions: &["md", "markdown"],
        modifiers: &[],
        keywords: &[],
        shape: Shape::Heading,
    },
];

/// Whether files with this name have an outline.
pub fn is_known(path: &str) -> bool {
    grammar(path).is_some()
}

/// What a text defines, in the order of its lines; nothing where the kind of file is not known by its name. At most
/// 400 of one file.
pub fn definitions(path: &str, text: &str) -> Vec<Definition> {
    let Some(grammar) = grammar(path) else {
        return Vec::new();
    };
    let mut fenced = false;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1_u32..) {
        if grammar.shape == Shape::Heading && line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced || line.len() > LINE {
            continue;
        }
        if let Some((kind, name)) = grammar.defined_by(line) {
            found.push(Definition {
                line: number,
                kind,
                name: name.to_owned(),
            });
            if found.len() == MOST {
                break;
            }
        }
    }
    found
}

fn grammar(path: &str) -> Option<&'static Grammar> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (_, extension) = name.rsplit_once('.')?;
    let knows = |grammar: &&Grammar| {
        let mut known = grammar.extensions.iter();
        known.any(|known| extension.eq_ignore_ascii_case(known))
    };
    GRAMMARS.iter().find(knows)
}

impl Grammar {
    /// What a line defines: the word for its kind, and its name.
    fn defined_by<'a>(&self, line: &'a str) -> Option<(&'static str, &'a str)> {
        if self.shape == Shape::Heading {
            let name = line.trim_start_matches('#');
            let level = line.len() - name.len();
            let name = name.strip_prefix(' ')?.trim();
            return ((1..=3).contains(&level) && !name.is_empty()).then_some(("section", name));
        }
        let indented = line.starts_with([' ', '\t']);
        let mut rest = line.trim_start();
        let mut modified = false;
        loop {
            let (word, after) = first_word(rest);
            // A word can be both, as Rust's `const`: it introduces a name unless another such word follows.
            let introduces = self.keywords.iter().find(|keyword| **keyword == word);
            let next = first_word(after).0;
            let modifies = self.modifiers.contains(&word)
                && (introduces.is_none()
                    || self.keywords.contains(&next)
                    || self.modifiers.contains(&next));
            if modifies {
                modified = true;
                rest = after;
                continue;
            }
            let Some(kind) = introduces else {
                break;
            };
            // A constant inside something is a detail.
            if indented && matches!(*kind, "const" | "static" | "type" | "#define") {
                return None;
            }
            return name_after(after).map(|name| (*kind, name));
        }
        let stands = match self.shape {
            Shape::None | Shape::Heading => false,
            Shape::Margin => !indented,
            Shape::Modified => modified,
            Shape::Shell => !indented,
        };
        if !stands {
            return None;
        }
        self.function(rest).map(|name| ("fn", name))
    }

    /// The name before the first bracket of a line that looks like the head of a function.
    fn function<'a>(&self, line: &'a str) -> Option<&'a str> {
        let (head, tail) = line.split_once('(')?;
        let end = tail.trim_end();
        let opens =
            end.ends_with('{') || end.ends_with(')') || end.ends_with(',') || end.is_empty();
        if !opens || head.contains(['=', '"', '\'', '#', '/', ';']) {
            return None;
        }
        let name = head.trim_end();
        let start = name
            .rfind(|c: char| !is_of_name(c) && c != ':' && c != '~')
            .map_or(0, |at| {
                at + name
                    .get(at..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(1, char::len_utf8)
            });
        let before = name.get(..start)?.trim();
        let name = name.get(start..)?;
        let shell = self.shape == Shape::Shell;
        let alone = before.is_empty();
        if alone != shell || !starts_a_name(name) || NOT_NAMES.contains(&name) {
            return None;
        }
        (!shell || tail.trim_start().starts_with(')')).then_some(name)
    }
}

/// What stands before a bracket without being a function.
const NOT_NAMES: &[&str] = &[
    "if", "for", "while", "switch", "catch", "return", "sizeof", "new", "throw", "else", "do",
];

/// The first word of a text that ends at a space, and what follows it. What is in brackets behind a modifier
/// (`pub(crate)`) belongs to it.
fn first_word(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| c.is_whitespace() || c == '(' || c == '<')
        .unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let rest = match rest.strip_prefix('(') {
        Some(inside) if word == "pub" => inside.split_once(')').map_or(rest, |(_, after)| after),
        _ => rest,
    };
    (word, rest.trim_start())
}

/// The name that an introducing word is followed by, behind a receiver in brackets where there is one.
fn name_after(text: &str) -> Option<&str> {
    let text = match text.strip_prefix('(') {
        Some(receiver) => receiver.split_once(')')?.1.trim_start(),
        None => text.trim_start_matches(['*', '&']).trim_start(),
    };
    let end = text
        .find(|c: char| !is_of_name(c) && c != '.' && c != ':')
        .unwrap_or(text.len());
    let name = text.get(..end)?.trim_end_matches(['.', ':']);
    starts_a_name(name).then_some(name)
}

fn starts_a_name(name: &str) -> bool {
    let first = name.trim_start_matches('~').chars().next();
    first.is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '$'))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '?' | '!')
}

#[cfg(test)]
mod tests {
    use super::definitions;

    fn names(path: &str, text: &str) -> Vec<String> {
        let found = definitions(path, text).into_iter();
        found
            .map(|found| format!("{} {} {}", found.line, found.kind, found.name))
            .collect()
    }

    #[test]
    fn rust_items_are_found_with_their_modifiers_and_uses_are_not() {
        let text = "use a::b;\npub(crate) async fn run<T>(x: T) {\n    let fn_like = 1;\n}\nimpl A for B {\n    \
                    const unsafe fn go(&self) {}\n    const INNER: u8 = 1;\n}\npub struct Run;\nconst TOP: u8 = 1;\n\
                    macro_rules! made { () => {} }\n// fn not_one()\n";
        let expected = [
            "2 fn run",
            "6 fn go",
            "9 struct Run",
            "10 const TOP",
            "11 macro_rules! made",
        ];
        assert_eq!(names("src/a.rs", text), expected);
    }

    #[test]
    fn python_go_and_typescript_are_found() {
        let python =
            "import x\nclass A(B):\n    async def go(self):\n        pass\ndefinitely = 1\n";
        assert_eq!(names("a.py", python), ["2 class A", "3 def go"]);
        let go = "package a\nfunc (r *Run) Start(x int) error {\nfunc main() {\ntype T struct {\n";
        assert_eq!(
            names("a.go", go),
            ["2 func Start", "3 func main", "4 type T"]
        );
        let script = "export default class App extends B {\nexport const f = () => 1\nfunction* all() {\n  const x = 1\n";
        assert_eq!(
            names("a.ts", script),
            ["1 class App", "2 const f", "3 function* all"]
        );
    }

    #[test]
    fn functions_without_a_word_are_known_by_their_shape() {
        let c = "#include <a.h>\nstatic int read_all(int fd,\n                    char *to)\n{\n    if (fd) {\n    }\n}\n\
                 int x = f(1);\nint declared(void);\nstruct point {\n#define LIMIT 4\nvoid Class::method() {\n";
        let expected = [
            "2 fn read_all",
            "10 struct point",
            "11 #define LIMIT",
            "12 fn Class::method",
        ];
        assert_eq!(names("a.c", c), expected);
        let java = "public final class A {\n    private static int go(String x) {\n        return call(x);\n    }\n}\n";
        assert_eq!(names("A.java", java), ["1 class A", "2 fn go"]);
        let shell = "build() {\n  echo hi\n}\nfunction test_all {\n(cd x)\n";
        assert_eq!(names("a.sh", shell), ["1 fn build", "4 function test_all"]);
    }

    #[test]
    fn headings_are_sections_but_not_in_a_fence() {
        let text = "# Title\n```sh\n# comment\n```\n## Use it\n#hashtag\n#### deep\n";
        assert_eq!(
            names("README.md", text),
            ["1 section Title", "5 section Use it"]
        );
    }

    #[test]
    fn what_is_not_known_has_no_outline() {
        assert_eq!(names("a.bin", "fn a() {}"), [""; 0]);
        assert_eq!(names("Makefile", "all: x"), [""; 0]);
    }

    #[test]
    fn no_text_breaks_it() {
        for line in [
            "(",
            "fn",
            "fn (",
            "pub(",
            "pub(x fn a",
            "é(",
            "~(",
            "#",
            "# ",
            "::(){",
            "\u{301}(a) {",
            "func ()",
        ] {
            for path in ["a.rs", "a.go", "a.c", "a.java", "a.sh", "a.md"] {
                definitions(path, line);
            }
        }
    }
}
