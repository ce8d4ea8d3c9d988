//! The thread that colours code. It owns the grammars and ends when no sender of requests is left.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;

use syntect::parsing::{ParseState, ScopeStack, SyntaxReference, SyntaxSet};

use super::scopes::Scopes;
use super::{CodeBlock, Highlighted, MAX_COLUMN, MAX_LINES, Token};

/// A grammar compiles its patterns when it is first used and keeps them, some 25 MB each. With the
/// next language after this many, the set is loaded again.
const MAX_LANGUAGES: usize = 3;

pub(super) fn run(inbox: &Receiver<CodeBlock>, deliver: &dyn Fn(Highlighted)) {
    let mut grammars = None;
    while let Ok(block) = inbox.recv() {
        // A grammar that panics on some text costs the colours of that block and no more.
        let made = catch_unwind(AssertUnwindSafe(|| {
            grammars.get_or_insert_with(Grammars::load).colour(&block)
        }));
        match made {
            Ok(made) => deliver(made),
            Err(_) => {
                grammars = None;
                deliver(Highlighted::plain(block.key));
            }
        }
    }
}

pub(super) struct Grammars {
    set: SyntaxSet,
    scopes: Scopes,
    compiled: Vec<String>,
}

impl Grammars {
    pub(super) fn load() -> Self {
        Self {
            set: two_face::syntax::extra_newlines(),
            scopes: Scopes::new(),
            compiled: Vec::new(),
        }
    }

    pub(super) fn colour(&mut self, block: &CodeBlock) -> Highlighted {
        let mut made = Highlighted::plain(block.key);
        let few_lines = block.text.lines().nth(MAX_LINES).is_none();
        let Some(name) = self.find(&block.language).map(|found| found.name.clone()) else {
            return made;
        };
        if !few_lines {
            return made;
        }
        if !self.compiled.contains(&name) {
            if self.compiled.len() >= MAX_LANGUAGES {
                *self = Self::load();
            }
            self.compiled.push(name);
        }
        let Some(syntax) = self.find(&block.language) else {
            return made;
        };
        let mut state = ParseState::new(syntax);
        let mut stack = ScopeStack::new();
        for line in block.text.split('\n') {
            let Some(tokens) = self.line(line, &mut state, &mut stack) else {
                break;
            };
            made.push_line(tokens);
        }
        made
    }

    /// Returns the tokens of one line; `None` if the grammar gives up.
    fn line(
        &self,
        line: &str,
        state: &mut ParseState,
        stack: &mut ScopeStack,
    ) -> Option<Vec<Token>> {
        let mut head = String::from(head_of(line));
        head.push('\n');
        let changes = state.parse_line(&head, &self.set).ok()?;
        let end = head.len() - 1;
        let mut tokens: Vec<Token> = Vec::new();
        let mut at = 0;
        for (place, change) in &changes {
            self.add(&mut tokens, at, (*place).min(end), stack);
            at = at.max((*place).min(end));
            stack.apply(change).ok()?;
        }
        self.add(&mut tokens, at, end, stack);
        Some(tokens)
    }

    fn add(&self, tokens: &mut Vec<Token>, start: usize, end: usize, stack: &ScopeStack) {
        let (Ok(from), Ok(to)) = (u32::try_from(start), u32::try_from(end)) else {
            return;
        };
        if to <= from {
            return;
        }
        let Some(role) = self.scopes.role(stack.as_slice()) else {
            return;
        };
        match tokens.last_mut() {
            Some(last) if last.role == role && last.end == from => last.end = to,
            _ => tokens.push(Token {
                start: from,
                end: to,
                role,
            }),
        }
    }

    fn find(&self, language: &str) -> Option<&SyntaxReference> {
        let word = language
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | ':'))
            .find(|word| !word.is_empty())?
            .trim_start_matches('.')
            .to_ascii_lowercase();
        let word = match word.as_str() {
            "console" | "shell" | "shellsession" | "zsh" => "bash",
            "jsonc" | "json5" => "json",
            "c++" => "cpp",
            "golang" => "go",
            "text" | "txt" | "plain" | "plaintext" => return None,
            other => other,
        };
        self.set.find_syntax_by_token(word)
    }
}

/// Returns the part of a line that is coloured.
fn head_of(line: &str) -> &str {
    if line.len() <= MAX_COLUMN {
        return line;
    }
    let end = (0..=MAX_COLUMN)
        .rev()
        .find(|at| line.is_char_boundary(*at))
        .unwrap_or(0);
    line.get(..end).unwrap_or_default()
}
