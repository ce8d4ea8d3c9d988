//! Data flow between commands: pipelines, redirections, here-documents.

use tree_sitter::Node;

use super::{Stdin, Walker};
use crate::shell::field::{DYNAMIC, Field};
use notice::notice;

impl Walker<'_> {
    pub(super) fn pipeline(&mut self, node: Node<'_>) {
        let outside = self.state.stdin.clone();
        self.stages(node, outside.clone());
        self.state.stdin = outside;
    }

    /// Analyses the stages of a pipeline, each fed by the previous one.
    fn stages(&mut self, node: Node<'_>, first: Stdin) {
        let folders = self.state.folders.clone();
        let mut stdin = first;
        let mut cursor = node.walk();
        for stage in node.named_children(&mut cursor) {
            self.state.stdin = stdin.clone();
            self.visit(stage);
            stdin = self.output_of(stage, &stdin);
            // Each stage runs in its own subshell.
            self.state.folders.clone_from(&folders);
        }
    }

    /// Returns the input that a stage passes to the next one.
    fn output_of(&self, stage: Node<'_>, input: &Stdin) -> Stdin {
        let text = self.text(stage);
        let fetches = text
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .any(|word| matches!(word, "curl" | "wget" | "nc" | "ncat" | "aria2c" | "socat"));
        if fetches || *input == Stdin::Network {
            return Stdin::Network;
        }
        let mut fields = Vec::new();
        if stage.kind() == "command" {
            let mut cursor = stage.walk();
            for child in stage.named_children(&mut cursor) {
                if child.kind() != "variable_assignment" {
                    fields.extend(self.fields_of(child));
                }
            }
        }
        match fields.split_first() {
            Some((name, rest)) if matches!(name.text.as_str(), "echo" | "printf") => {
                if rest.iter().any(Field::is_dynamic) {
                    return Stdin::Pipe;
                }
                let words: Vec<&str> = rest.iter().map(|field| field.text.as_str()).collect();
                Stdin::Text(words.join(" ").replace("\\n", "\n"))
            }
            Some((name, [])) if name.text == "cat" => match input {
                Stdin::Inherited => Stdin::Pipe,
                other => other.clone(),
            },
            _ => Stdin::Pipe,
        }
    }

    pub(super) fn redirected(&mut self, node: Node<'_>) {
        let outside = self.state.stdin.clone();
        let mut extra = Vec::new();
        let mut following = Vec::new();
        let body = node.child_by_field_name("body");
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if Some(child) == body {
                continue;
            }
            match child.kind() {
                "file_redirect" => extra.extend(self.file_redirect(child)),
                "herestring_redirect" => self.herestring(child),
                "heredoc_redirect" => extra.extend(self.heredoc(child, &mut following)),
                _ => self.visit(child),
            }
        }
        let given = self.state.stdin.clone();
        match body {
            Some(body) if body.kind() == "command" => self.command(body, extra),
            Some(body) => {
                if !extra.is_empty() {
                    let span = self.span(node);
                    self.state
                        .findings
                        .not_understood(notice!("risk-has-words-behind-a"), span);
                }
                self.visit(body);
            }
            None if extra.is_empty() => {}
            None => self.simple(&extra, self.span(node)),
        }
        let through = match (body, given) {
            (Some(body), given @ Stdin::Text(_)) if self.text(body).trim() == "cat" => given,
            (Some(body), given) => self.output_of(body, &given),
            (None, _) => Stdin::Pipe,
        };
        for next in following {
            match next.kind() {
                "pipeline" => self.stages(next, through.clone()),
                _ => self.visit(next),
            }
        }
        self.state.stdin = outside;
    }

    /// Analyses a redirection outside a redirected statement.
    pub(super) fn loose_redirect(&mut self, node: Node<'_>) {
        let mut following = Vec::new();
        let extra = match node.kind() {
            "file_redirect" => self.file_redirect(node),
            "heredoc_redirect" => self.heredoc(node, &mut following),
            _ => {
                self.herestring(node);
                Vec::new()
            }
        };
        if !extra.is_empty() || !following.is_empty() {
            let span = self.span(node);
            self.state
                .findings
                .not_understood(notice!("risk-has-words-behind-a"), span);
        }
        for next in following {
            self.visit(next);
        }
    }

    /// Analyses `<<EOF`: returns the words that belong to the command, and adds the statements that
    /// follow on the same line to `following`.
    fn heredoc<'t>(&mut self, node: Node<'t>, following: &mut Vec<Node<'t>>) -> Vec<Field> {
        let mut extra = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "heredoc_start" | "heredoc_end" | "file_descriptor" => {}
                "heredoc_body" => {
                    self.visit(child);
                    self.state.stdin = Stdin::Text(self.text(child).to_owned());
                }
                "file_redirect" => extra.extend(self.file_redirect(child)),
                "herestring_redirect" => self.herestring(child),
                "word" | "string" | "raw_string" | "concatenation" | "simple_expansion"
                | "expansion" | "number" | "ansi_c_string" => {
                    self.visit(child);
                    extra.extend(self.fields_of(child));
                }
                _ => following.push(child),
            }
        }
        extra
    }

    /// Analyses the body of a here-document, in which not every expansion has a node of its own.
    pub(super) fn heredoc_body(&mut self, node: Node<'_>) {
        self.children(node);
        if self.text(node).contains(['`', '$']) {
            let span = self.span(node);
            self.state
                .findings
                .medium(notice!("risk-a-here-document-with"), span);
        }
    }

    fn herestring(&mut self, node: Node<'_>) {
        self.children(node);
        let mut cursor = node.walk();
        let word = node
            .named_children(&mut cursor)
            .find(|child| child.kind() != "file_descriptor");
        let Some(word) = word else { return };
        let text: Vec<String> = self
            .fields_of(word)
            .into_iter()
            .map(|field| field.text)
            .collect();
        let text = text.join(" ");
        self.state.stdin = if text.contains(DYNAMIC) {
            Stdin::Pipe
        } else {
            Stdin::Text(text)
        };
    }
}
