//! Parses text into a syntax tree with bounded work.
//!
//! Owns the limits. tree-sitter is iterative and does not panic, but its error recovery can be slow
//! on junk: the parse stops after a number of steps, never by a clock.

use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Point, Tree};

/// Maximum length of a parsed command, in bytes. Real commands are under 4 KiB.
pub(super) const MAX_BYTES: usize = 32 << 10;

/// Maximum number of nodes in a tree.
const MAX_NODES: usize = 40_000;

/// Number of progress reports (one per some hundred steps) after which the parser is stopped.
const MAX_PROGRESS: usize = 10_000;

/// Parses `text`; returns `None` if it is too long or too complex.
pub(super) fn parse(text: &str) -> Option<Tree> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_bash::LANGUAGE.into())
        .ok()?;
    let bytes = text.as_bytes();
    let mut read = |offset: usize, _: Point| bytes.get(offset..).unwrap_or_default();
    let mut reports = 0_usize;
    let mut progress = |_: &ParseState| {
        reports += 1;
        if reports > MAX_PROGRESS {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options))?;
    (tree.root_node().descendant_count() <= MAX_NODES).then_some(tree)
}
