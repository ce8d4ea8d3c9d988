//! The walk over a command's syntax tree.
//!
//! Owns the order in which statements are analysed, and the state that one passes to the next: the
//! folder after `cd`, variables, functions, piped data. `command` and the tables behind it analyse
//! a single command. Recursion is bounded by [`MAX_LEVEL`].

mod pipes;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use tree_sitter::Node;

use super::blocked::BlockList;
use super::field::Field;
use super::findings::{Findings, Span};
use super::parse::{MAX_BYTES, parse};
use super::path::{Folder, change};
use super::{ShellScope, fallback};
use notice::notice;

/// Deepest nesting of syntax that is analysed.
const MAX_LEVEL: usize = 60;
/// Deepest nesting of scripts in strings (`sh -c "sh -c …"`).
const MAX_NESTING: usize = 6;
/// Maximum number of simple commands that are analysed.
const MAX_COMMANDS: usize = 1_500;

/// Maximum bytes parsed for one command; nested scripts count again.
const MAX_PARSED: usize = 64 << 10;

/// The source of a command's standard input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Stdin {
    /// The command line gives the input no content.
    #[default]
    Inherited,
    /// A text that the command line contains.
    Text(String),
    /// The output of another command.
    Pipe,
    /// Data that another command fetched.
    Network,
}

/// The known state at a point of the walk.
#[derive(Debug)]
pub(super) struct State {
    pub(super) root: PathBuf,
    /// The paths that no tool may read.
    pub(super) blocks: BlockList,
    /// The folders that the command may be in at this point.
    pub(super) folders: Vec<Folder>,
    /// The folders that the last `cd` led to.
    pub(super) arrived: Option<Vec<Folder>>,
    /// Variables set in the command; `None` if they may hold more than one text.
    pub(super) variables: HashMap<String, Option<String>>,
    /// Functions defined before the current node.
    pub(super) functions: HashSet<String>,
    /// Functions whose body is being analysed.
    pub(super) defining: Vec<String>,
    pub(super) stdin: Stdin,
    pub(super) findings: Findings,
    /// Whether a probe is in progress, see [`Walker::probe`].
    pub(super) probing: bool,
    /// Bytes parsed up to now, including nested scripts.
    parsed: usize,
    nesting: usize,
    level: usize,
    commands: usize,
}

impl State {
    pub(super) fn new(scope: &ShellScope) -> Self {
        Self {
            root: scope.root.clone(),
            blocks: BlockList::new(&scope.block),
            folders: vec![Some(scope.cwd.clone())],
            arrived: None,
            variables: HashMap::new(),
            functions: HashSet::new(),
            defining: Vec::new(),
            stdin: Stdin::Inherited,
            findings: Findings::new(),
            probing: false,
            parsed: 0,
            nesting: 0,
            level: 0,
            commands: 0,
        }
    }

    /// Counts a simple command; returns false if there are too many.
    pub(super) fn count_command(&mut self) -> bool {
        self.commands += 1;
        self.commands <= MAX_COMMANDS
    }
}

/// Walks one script: the command itself, or a script in one of its strings.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    source: &'a str,
    /// The word that contains the script, if nested: its span is used for every node.
    outer: Option<Span>,
    pub(super) state: &'a mut State,
}

/// Analyses `source`, which is at `outer` of the command if it is nested.
pub(super) fn script(source: &str, outer: Option<Span>, state: &mut State) {
    let span = outer.unwrap_or((0, source.len()));
    if state.nesting >= MAX_NESTING || state.level >= MAX_LEVEL {
        state
            .findings
            .not_understood(notice!("risk-is-nested-too-deeply"), span);
        fallback::scan(source, span, state);
        return;
    }
    // An overlong source counts only up to `MAX_BYTES`: it is not parsed, only scanned below.
    state.parsed += source.len().min(MAX_BYTES);
    if state.parsed > MAX_PARSED {
        state
            .findings
            .not_understood(notice!("risk-has-too-much-in"), span);
        return;
    }
    let Some(tree) = parse(source) else {
        state
            .findings
            .not_understood(notice!("risk-is-too-long-or"), span);
        fallback::scan(source, span, state);
        return;
    };
    state.nesting += 1;
    let root = tree.root_node();
    let broken = root.has_error();
    let mut walker = Walker {
        source,
        outer,
        state,
    };
    if broken {
        walker
            .state
            .findings
            .not_understood(notice!("risk-has-a-part-that"), span);
    }
    // The grammar takes the words of such a line for more arguments of the previous line.
    if source.contains("\n\\") {
        walker
            .state
            .findings
            .not_understood(notice!("risk-has-a-line-that"), span);
    }
    walker.visit(root);
    state.nesting -= 1;
    if broken || !state.findings.is_understood() {
        fallback::scan(source, span, state);
    }
}

/// Analyses `source` if it parses completely; otherwise ignores all of it.
pub(super) fn whole(source: &str, span: Span, state: &mut State) {
    state.parsed += source.len().min(MAX_BYTES);
    if state.nesting >= MAX_NESTING || state.level >= MAX_LEVEL || state.parsed > MAX_PARSED {
        return;
    }
    let Some(tree) = parse(source).filter(|tree| !tree.root_node().has_error()) else {
        return;
    };
    state.nesting += 1;
    let mut walker = Walker {
        source,
        outer: Some(span),
        state,
    };
    walker.visit(tree.root_node());
    state.nesting -= 1;
}

impl<'a> Walker<'a> {
    /// Creates a walker without a script, for commands given as words.
    pub(super) fn bare(outer: Span, state: &'a mut State) -> Self {
        Self {
            source: "",
            outer: Some(outer),
            state,
        }
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        self.slice(node.start_byte(), node.end_byte())
    }

    /// Returns a range of the script; empty if it is invalid.
    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        self.source.get(from..to).unwrap_or_default()
    }

    /// Returns the node's position in the command.
    pub(super) fn span(&self, node: Node<'_>) -> Span {
        self.outer.unwrap_or((node.start_byte(), node.end_byte()))
    }

    /// Analyses a node and its descendants.
    pub(super) fn visit(&mut self, node: Node<'_>) {
        self.state.level += 1;
        if self.state.level > MAX_LEVEL {
            let span = self.span(node);
            self.state
                .findings
                .not_understood(notice!("risk-is-nested-too-deeply"), span);
        } else {
            self.route(node);
        }
        self.state.level -= 1;
    }

    /// Enters a command nested in another one; returns false beyond the maximum depth.
    pub(super) fn enter(&mut self) -> bool {
        self.state.level += 1;
        if self.state.level > MAX_LEVEL {
            self.state.level -= 1;
            return false;
        }
        true
    }

    /// Leaves the level that [`Walker::enter`] entered.
    pub(super) fn leave(&mut self) {
        self.state.level -= 1;
    }

    fn route(&mut self, node: Node<'_>) {
        match node.kind() {
            "comment" | "heredoc_start" | "heredoc_end" | "heredoc_content" => {}
            "program" | "do_group" | "if_statement" | "elif_clause" | "else_clause"
            | "negated_command" | "case_statement" | "case_item" => {
                self.children(node);
            }
            "while_statement" => self.repeated(node, Self::children),
            "command" => self.command(node, Vec::new()),
            "list" => self.list(node),
            "pipeline" => self.pipeline(node),
            "redirected_statement" => self.redirected(node),
            "file_redirect" | "herestring_redirect" | "heredoc_redirect" => {
                self.loose_redirect(node);
            }
            "subshell" | "command_substitution" | "process_substitution" => self.scoped(node),
            "compound_statement" => self.compound(node),
            "variable_assignment" => self.assignment(node),
            "variable_assignments" => self.children(node),
            "declaration_command" | "unset_command" => self.declaration(node),
            "test_command" => self.test(node),
            "for_statement" => self.repeated(node, Self::for_loop),
            "function_definition" => self.function(node),
            "expansion" => self.expansion(node),
            "arithmetic_expansion" => self.arithmetic(node),
            "c_style_for_statement" => self.repeated(node, Self::arithmetic),
            "heredoc_body" => self.heredoc_body(node),
            "string"
            | "translated_string"
            | "concatenation"
            | "command_name"
            | "raw_string"
            | "ansi_c_string"
            | "simple_expansion"
            | "brace_expression"
            | "binary_expression"
            | "unary_expression"
            | "parenthesized_expression" => self.children(node),
            "word"
            | "number"
            | "variable_name"
            | "special_variable_name"
            | "string_content"
            | "regex"
            | "extglob_pattern"
            | "test_operator"
            | "file_descriptor" => self.leaf(node),
            _ => {
                let span = self.span(node);
                self.state
                    .findings
                    .not_understood(notice!("risk-has-a-construct-that"), span);
                self.children(node);
            }
        }
    }

    /// Checks a word without children: if it holds an expansion, the grammar and the shell
    /// parse it differently.
    fn leaf(&mut self, node: Node<'_>) {
        if node.child_count() > 0 {
            self.children(node);
            return;
        }
        let mut before = ' ';
        let mut chars = self.text(node).chars();
        while let Some(c) = chars.next() {
            if c == '\\' {
                chars.next();
                before = ' ';
                continue;
            }
            if c == '`' || (matches!(before, '$' | '<' | '>') && matches!(c, '(' | '{')) {
                let span = self.span(node);
                self.state
                    .findings
                    .not_understood(notice!("risk-has-an-expansion-that"), span);
                return;
            }
            before = c;
        }
    }

    /// Analyses the named children in order.
    pub(super) fn children(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.visit(child);
        }
    }

    /// Analyses `a && b || c`, which the grammar nests to the left, without recursion. A `cd`
    /// applies to the commands after it behind `&&`; after the list both folders are possible.
    fn list(&mut self, node: Node<'_>) {
        let before = self.state.folders.clone();
        let mut statements = Vec::new();
        let mut current = node;
        while current.kind() == "list" {
            let (Some(left), Some(right)) = (
                current.named_child(0),
                current.named_child(current.named_child_count().saturating_sub(1) as u32),
            ) else {
                break;
            };
            let and = self
                .slice(left.end_byte(), right.start_byte())
                .contains("&&");
            statements.push((right, and));
            self.odd_children(current, left, right);
            current = left;
        }
        statements.push((current, true));
        for (statement, and) in statements.into_iter().rev() {
            if !and {
                self.merge_folders(&before);
            }
            let was = self.state.folders.clone();
            self.state.arrived = None;
            self.visit(statement);
            match self.state.arrived.take() {
                Some(there) if self.is_chained_cd(statement) => self.state.folders = there,
                _ => self.merge_folders(&was),
            }
        }
        self.merge_folders(&before);
    }

    fn odd_children(&mut self, list: Node<'_>, left: Node<'_>, right: Node<'_>) {
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            if child != left && child != right {
                self.visit(child);
            }
        }
    }

    fn is_chained_cd(&self, node: Node<'_>) -> bool {
        node.kind() == "command"
            && node
                .child_by_field_name("name")
                .is_some_and(|name| self.text(name) == "cd")
    }

    /// Applies `cd target`. It may fail, so the earlier folders stay possible; only the commands
    /// after `&&` can rely on its success.
    pub(super) fn go_to(&mut self, target: &Field) {
        let folders = self.state.folders.iter();
        let there: Vec<Folder> = folders.map(|folder| change(folder, target)).collect();
        self.merge_folders(&there);
        self.state.arrived = Some(there);
    }

    /// Analyses a loop. If its body changes the folder, the next iteration begins in another one.
    fn repeated(&mut self, node: Node<'_>, look: fn(&mut Self, Node<'_>)) {
        let before = self.state.folders.clone();
        look(self, node);
        if self.state.folders != before && !before.contains(&None) {
            self.merge_folders(&[None]);
            look(self, node);
        }
    }

    /// Records that the command may also be in any of `others` after this point.
    pub(super) fn merge_folders(&mut self, others: &[Folder]) {
        for other in others {
            if !self.state.folders.contains(other) {
                self.state.folders.push(other.clone());
            }
        }
        if self.state.folders.len() > 16 {
            self.state.folders = vec![None];
        }
    }

    /// Analyses a part that runs in a subshell: changes of folder and variables end with it.
    fn scoped(&mut self, node: Node<'_>) {
        let text = self.text(node);
        if text.starts_with('`') && text.contains('\\') {
            // The shell removes a backslash before it parses the text; the grammar does not.
            let span = self.span(node);
            self.state
                .findings
                .not_understood(notice!("risk-has-backslashes-between-backticks"), span);
        }
        let folders = self.state.folders.clone();
        let stdin = if node.kind() == "subshell" {
            self.state.stdin.clone()
        } else {
            std::mem::take(&mut self.state.stdin)
        };
        self.children(node);
        self.state.folders = folders;
        self.state.stdin = stdin;
    }

    fn compound(&mut self, node: Node<'_>) {
        if self.text(node).starts_with("((") {
            self.arithmetic(node);
        } else {
            self.children(node);
        }
    }
}
