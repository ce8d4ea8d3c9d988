//! The grammars by which languages introduce names, as data. `index/language.rs` maps
//! files to languages.

/// The words and forms by which a language introduces names.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// Words that may stand before the introducing word.
    pub(super) modifiers: &'static [&'static str],
    /// Words that introduce a name.
    pub(super) keywords: &'static [&'static str],
    /// The form of functions without an introducing word.
    pub(super) shape: Shape,
}

/// The form of functions without an introducing word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The language has none.
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

pub(crate) const RUST: Grammar = Grammar {
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
};

pub(crate) const PYTHON: Grammar = Grammar {
    modifiers: &["async"],
    keywords: &["def", "class"],
    shape: Shape::None,
};

/// JavaScript, TypeScript, and formats that contain them.
pub(crate) const SCRIPT: Grammar = Grammar {
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
};

pub(crate) const GO: Grammar = Grammar {
    modifiers: &[],
    keywords: &["func", "type"],
    shape: Shape::None,
};

/// Java and its like.
pub(crate) const MODIFIED: Grammar = Grammar {
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
};

/// Kotlin and Swift.
pub(crate) const KOTLIN: Grammar = Grammar {
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
};

/// C and its like.
pub(crate) const MARGIN: Grammar = Grammar {
    modifiers: &["typedef", "static", "template", "export"],
    keywords: &["struct", "class", "enum", "union", "namespace", "#define"],
    shape: Shape::Margin,
};

pub(crate) const RUBY: Grammar = Grammar {
    modifiers: &[],
    keywords: &["def", "class", "module"],
    shape: Shape::None,
};

pub(crate) const PHP: Grammar = Grammar {
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
};

pub(crate) const ELIXIR: Grammar = Grammar {
    modifiers: &[],
    keywords: &["defmodule", "def", "defp", "defmacro", "defprotocol"],
    shape: Shape::None,
};

pub(crate) const LUA: Grammar = Grammar {
    modifiers: &["local"],
    keywords: &["function"],
    shape: Shape::None,
};

pub(crate) const ZIG: Grammar = Grammar {
    modifiers: &["pub", "export", "inline", "extern"],
    keywords: &["fn", "const"],
    shape: Shape::None,
};

pub(crate) const SHELL: Grammar = Grammar {
    modifiers: &[],
    keywords: &["function"],
    shape: Shape::Shell,
};

/// Markdown: its headings.
pub(crate) const MARKDOWN: Grammar = Grammar {
    modifiers: &[],
    keywords: &[],
    shape: Shape::Heading,
};
