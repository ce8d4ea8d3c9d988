//! Statements that are not simple commands: assignments, declarations, tests, loops,
//! functions and expansions.
//!
//! Bash runs code in unexpected places: arithmetic evaluates the content of variables, `${x@P}`
//! expands a prompt string, `declare` and `test -v` evaluate subscripts. A statement that could do
//! so is never low.

use tree_sitter::Node;

use super::field::{DYNAMIC, Field};
use super::findings::Span;
use super::path::{PathLocation, inner_paths, place};
use super::walk::Walker;
use notice::{Notice, notice};

/// Variables that can be set without risk.
const HARMLESS_VARIABLES: &[&str] = &[
    "LANG",
    "TZ",
    "NO_COLOR",
    "TERM",
    "COLUMNS",
    "LINES",
    "CLICOLOR",
    "FORCE_COLOR",
    "CI",
    "GREP_COLOR",
    "GREP_COLORS",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "OLDPWD",
    "LS_COLORS",
];

/// Operators of `${…}` that only cut or replace text.
const TEXT_OPERATORS: &[&str] = &[
    ":-", "-", ":+", "+", ":?", "?", "#", "##", "%", "%%", "/", "//", "/#", "/%", "^", "^^", ",",
    ",,",
];

impl Walker<'_> {
    /// Analyses `name=value`: it may change what later commands run.
    pub(super) fn assignment(&mut self, node: Node<'_>) {
        self.children(node);
        let span = self.span(node);
        let text = self.text(node);
        let name = node
            .child_by_field_name("name")
            .map_or("", |name| self.text(name));
        if !is_harmless_variable(name) {
            self.state
                .findings
                .plain_part(text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        self.sets(name, span);
        let value = node
            .child_by_field_name("value")
            .filter(|value| value.kind() != "array")
            .map(|value| self.fields_of(value));
        let value = match value.as_deref() {
            Some([one]) if !one.text.contains(DYNAMIC) && !text.contains("+=") => {
                Some(one.text.clone())
            }
            _ => None,
        };
        self.remember(name, value);
    }

    /// Records that a variable is set: an exported one, such as `PATH`, stays exported.
    pub(super) fn sets(&mut self, name: &str, span: Span) {
        if !is_harmless_variable(name) {
            self.state
                .findings
                .medium(notice!("risk-sets-which-may-change", name), span);
        }
    }

    /// Remembers the value of a variable; one that is set twice may hold either text.
    pub(super) fn remember(&mut self, name: &str, value: Option<String>) {
        let once = !self.state.variables.contains_key(name);
        let value = value.filter(|_| once);
        self.state.variables.insert(name.to_owned(), value);
    }

    /// Analyses `export`, `declare`, `local`, `readonly`, `typeset`, `unset`.
    pub(super) fn declaration(&mut self, node: Node<'_>) {
        let span = self.span(node);
        self.children(node);
        let text = self.text(node);
        self.state
            .findings
            .plain_part(text.split_whitespace().collect::<Vec<_>>().join(" "));
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            let plain = match child.kind() {
                "variable_assignment" => true,
                "variable_name" => is_harmless_variable(self.text(child)),
                "word" => is_harmless_variable(self.text(child)),
                _ => false,
            };
            if !plain {
                self.state
                    .findings
                    .medium(notice!("risk-declares-something-in-a"), span);
            }
        }
    }

    /// Analyses `[ … ]` and `[[ … ]]`.
    pub(super) fn test(&mut self, node: Node<'_>) {
        self.children(node);
        let text = self.text(node);
        let arithmetic = text.starts_with("[[")
            && ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]
                .iter()
                .any(|operator| text.contains(operator));
        let evaluates = text
            .split_whitespace()
            .any(|word| matches!(word, "-v" | "-R"));
        if !text.starts_with("[[") {
            self.test_redirects(node);
        }
        if arithmetic || evaluates {
            let span = self.span(node);
            self.state
                .findings
                .medium(notice!("risk-a-test-that-evaluates"), span);
        }
    }

    /// Finds redirections in `[ a > b ]`, which the grammar parses as a comparison.
    fn test_redirects(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            let operator = child.child_by_field_name("operator");
            if operator.is_some_and(|operator| self.text(operator).contains(['<', '>'])) {
                let span = self.span(child);
                self.state
                    .findings
                    .not_understood(notice!("risk-a-test-with-a"), span);
                if let Some(target) = child.child_by_field_name("right") {
                    for field in self.fields_of(target) {
                        self.writes(&field, &notice!("risk-deed-writes-to"));
                    }
                }
            }
            if self.state.findings.is_understood() {
                self.test_redirects(child);
            }
        }
    }

    /// Analyses a loop; its variable gets the most dangerous of the words.
    pub(super) fn for_loop(&mut self, node: Node<'_>) {
        let name = node
            .child_by_field_name("variable")
            .map_or("", |name| self.text(name));
        let mut cursor = node.walk();
        self.sets(name, self.span(node));
        let words: Vec<Field> = node
            .children_by_field_name("value", &mut cursor)
            .flat_map(|word| self.fields_of(word))
            .collect();
        let known = !words.is_empty() && !words.iter().any(|word| word.text.contains(DYNAMIC));
        let worst = words
            .iter()
            .max_by_key(|word| place(word, &self.state.folders, &self.state.root));
        let value = worst.filter(|_| known).map(|word| word.text.clone());
        self.remember(name, value);
        self.children(node);
    }

    /// Analyses the body of a function at its definition. A call of a function is never low.
    pub(super) fn function(&mut self, node: Node<'_>) {
        let span = self.span(node);
        let name = node
            .child_by_field_name("name")
            .map_or("", |name| self.text(name));
        self.state
            .findings
            .medium(notice!("risk-defines-a-function", name), span);
        self.state.functions.insert(name.to_owned());
        self.state.defining.push(name.to_owned());
        self.children(node);
        self.state.defining.pop();
    }

    pub(super) fn expansion(&mut self, node: Node<'_>) {
        self.children(node);
        let inner = self.text(node);
        let inner = inner.strip_prefix("${").unwrap_or(inner);
        let inner = inner.strip_suffix('}').unwrap_or(inner);
        let name_end = inner
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(inner.len());
        let (name, rest) = inner.split_at_checked(name_end).unwrap_or((inner, ""));
        let length = name.is_empty()
            && rest.strip_prefix('#').is_some_and(|name| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            });
        let operator = TEXT_OPERATORS.iter().any(|operator| {
            rest.strip_prefix(operator)
                .is_some_and(|word| !word.starts_with(['!', '@', '=']))
        });
        let plain = !name.is_empty() && (rest.is_empty() || operator);
        let special = matches!(inner, "?" | "@" | "*" | "#" | "$" | "!" | "-");
        if !(plain || length || special) {
            let span = self.span(node);
            self.state
                .findings
                .medium(notice!("risk-an-expansion-that-may"), span);
        }
    }

    /// Analyses arithmetic, which evaluates the content of its variables, including
    /// subscripts with commands.
    pub(super) fn arithmetic(&mut self, node: Node<'_>) {
        self.children(node);
        if !self
            .text(node)
            .chars()
            .all(|c: char| c.is_ascii_digit() || " \t$()+-*/%<>=!&|^~?:,".contains(c))
        {
            let span = self.span(node);
            self.state
                .findings
                .medium(notice!("risk-arithmetic-that-evaluates-what"), span);
        }
    }

    /// Analyses a redirection to or from a file. Returns the words after its target: they are
    /// arguments of the command, though the grammar attaches them here.
    pub(super) fn file_redirect(&mut self, node: Node<'_>) -> Vec<Field> {
        let span = self.span(node);
        self.children(node);
        let mut operator = "";
        let mut targets = Vec::new();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if !child.is_named() {
                operator = self.text(child);
            } else if child.kind() != "file_descriptor" {
                targets.extend(self.fields_of(child));
            }
        }
        let mut targets = targets.into_iter();
        let Some(target) = targets.next() else {
            if !operator.ends_with("&-") {
                self.state
                    .findings
                    .not_understood(notice!("risk-a-redirection-without-a"), span);
            }
            return Vec::new();
        };
        let descriptor = target.text == "-" || target.text.chars().all(|c| c.is_ascii_digit());
        match operator {
            "<" => {}
            "<&" | ">&" if descriptor && !target.text.is_empty() => {}
            "<&-" | ">&-" => {}
            "<&" => self
                .state
                .findings
                .not_understood(notice!("risk-a-redirection-of-a"), span),
            _ => {
                let at = place(&target, &self.state.folders, &self.state.root);
                if at != PathLocation::Null {
                    let part = format!("{operator} {}", target.shown());
                    self.state.findings.plain_part(part);
                    self.writes(&target, &notice!("risk-deed-writes-to"));
                }
            }
        }
        targets.collect()
    }

    /// Records a write to `target`, rated by its location. `what` begins the reason: "writes to".
    pub(super) fn writes(&mut self, target: &Field, what: &Notice) {
        let name = target.readable();
        let span = target.span;
        let paths = if target.is_dynamic() {
            Vec::new()
        } else {
            inner_paths(target, &self.state.folders, &self.state.root)
        };
        let findings = &mut self.state.findings;
        for path in paths {
            findings.write(path);
        }
        if target.text.starts_with("/dev/tcp/") || target.text.starts_with("/dev/udp/") {
            findings.always(notice!("risk-place-the-network", what, name), span);
            return;
        }
        match place(target, &self.state.folders, &self.state.root) {
            PathLocation::Null => findings.medium(notice!("risk-place", what, name), span),
            PathLocation::Stream => {
                findings.medium(notice!("risk-place-a-stream", what, name), span);
            }
            PathLocation::Inside | PathLocation::Root => {
                findings.medium(notice!("risk-place", what, name), span);
            }
            PathLocation::Unknown => {
                findings.high(notice!("risk-place-which-may", what, name), span);
            }
            PathLocation::Guarded => {
                findings.always(notice!("risk-place-where-git", what, name), span);
            }
            PathLocation::Outside => {
                findings.always(notice!("risk-place-outside-the", what, name), span);
            }
        }
    }
}

/// Whether setting the variable does not affect programs: a known one, or a lower-case name (by
/// convention the shell's own, not the environment's).
pub(super) fn is_harmless_variable(name: &str) -> bool {
    let lower = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !name.ends_with("_proxy");
    lower || name.starts_with("LC_") || HARMLESS_VARIABLES.contains(&name)
}
