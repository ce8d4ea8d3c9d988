//! How each language introduces names, as data.

/// How a language introduces names.
pub(super) struct Grammar {
    extensions: &'static [&'static str],
    /// Words that may stand before the introducing one.
    pub(super) modifiers: &'static [&'static str],
    /// The words that introduce a name.
    pub(super) keywords: &'static [&'static str],
    /// What a function looks like that no word introduces.
    pub(super) shape: Shape,
}

/// Functions that no word introduces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
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

impl Grammar {
    /// That of the files with such a name, where there is one.
    pub(super) fn of(path: &str) -> Option<&'static Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let (_, extension) = name.rsplit_once('.')?;
        let knows = |grammar: &&Grammar| {
            let mut known = grammar.extensions.iter();
            known.any(|known| extension.eq_ignore_ascii_case(known))
        };
        GRAMMARS.iter().find(knows)
    }
}
