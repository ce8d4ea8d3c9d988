//! Splits a command into words and operators of the small language, or returns the reason why the
//! command is outside it.
//!
//! Every byte must mean the same to bash, dash, zsh and to the program that receives it: plain
//! words, quoted text without shell expansions, `|`, `&&`, `||`, `;`, and the redirections `2>&1`,
//! `>/dev/null` and `2>/dev/null`. The language has no escape, expansion, substitution, assignment,
//! comment or line end. The lexer refuses all other shell grammar, so `line` and `matching` never
//! see it.

use super::NotLow;
use crate::shell::findings::Span;
use notice::notice;

/// Maximum length of a low command, in bytes.
const MAX_BYTES: usize = 4 << 10;

/// A word without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::shell) struct Word {
    /// The text that the program receives, unless the shell expands a pattern in it.
    pub(super) text: String,
    /// Whether it contains an unquoted `*` or `?`.
    pub(super) glob: bool,
    pub(super) quoted: bool,
    /// Byte offsets in the command.
    pub(super) span: Span,
}

/// An operator that joins two commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Pipe,
    And,
    Or,
    Then,
}

/// A piece of a command. Redirections are checked and dropped: they do not change which
/// data is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    Operator(Operator, Span),
}

/// Splits `text` into tokens.
///
/// # Errors
/// If `text` is outside the language; the error points at the first such byte.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, NotLow> {
    if text.len() > MAX_BYTES {
        return Err(NotLow::new(notice!("risk-is-too-long-to-be-read"), (0, 0)));
    }
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next(tokens.last())? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn take(&mut self, prefix: &str) -> bool {
        let found = self.rest().starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    /// Returns the next token; `before` is the previous one.
    fn next(&mut self, before: Option<&Token>) -> Result<Option<Token>, NotLow> {
        loop {
            while self.take(" ") {}
            let start = self.at;
            let Some(first) = self.rest().chars().next() else {
                return Ok(None);
            };
            let operator = match first {
                '|' if self.take("||") => Operator::Or,
                '|' if self.take("|") => Operator::Pipe,
                '&' if self.take("&&") => Operator::And,
                ';' if self.take(";") => Operator::Then,
                '&' => return Err(self.refused(first)),
                _ if matches!(before, Some(Token::Word(_))) && self.redirection() => continue,
                _ => return self.word().map(Some),
            };
            if self.rest().starts_with(['|', '&', ';']) {
                return Err(self.refused(first));
            }
            return Ok(Some(Token::Operator(operator, (start, self.at))));
        }
    }

    /// Consumes a redirection to `/dev/null` or of standard error to standard output.
    fn redirection(&mut self) -> bool {
        let start = self.at;
        let found = self.take("2>&1")
            || ((self.take("2>") || self.take("1>") || self.take(">")) && {
                self.take(" ");
                self.take("/dev/null")
            });
        let ends = self.rest().is_empty() || self.rest().starts_with([' ', '|', '&', ';']);
        if !(found && ends) {
            self.at = start;
        }
        found && ends
    }

    fn word(&mut self) -> Result<Token, NotLow> {
        let start = self.at;
        let mut word = Word {
            text: String::new(),
            glob: false,
            quoted: false,
            span: (start, start),
        };
        while let Some(c) = self.rest().chars().next() {
            match c {
                ' ' | '|' | '&' | ';' => break,
                // A number before the redirection sign would be a file descriptor.
                '>' if !word.text.chars().all(|c| c.is_ascii_digit()) => break,
                '\'' | '"' => {
                    self.quoted(c, &mut word)?;
                    continue;
                }
                '*' | '?' => word.glob = true,
                // A shell expands `~` at the beginning, and may do so after `=` and `:`.
                '~' if !word
                    .text
                    .ends_with(|c: char| c.is_ascii_alphanumeric() || "~^".contains(c)) =>
                {
                    return Err(self.refused(c));
                }
                '^' | '=' if word.text.is_empty() => return Err(self.refused(c)),
                '~' | '^' => {}
                c if c.is_ascii_alphanumeric() || "_./,:=@%+-".contains(c) => {}
                c => return Err(self.refused(c)),
            }
            word.text.push(c);
            self.at += c.len_utf8();
        }
        word.span = (start, self.at);
        Ok(Token::Word(word))
    }

    /// Consumes a quoted part, from its quote to the next.
    fn quoted(&mut self, quote: char, word: &mut Word) -> Result<(), NotLow> {
        let inner = self.rest().get(1..).unwrap_or_default();
        let Some(end) = inner.find(quote) else {
            return Err(self.refused(quote));
        };
        let text = inner.get(..end).unwrap_or_default().to_owned();
        if let Some((at, c)) = text
            .char_indices()
            .find(|(_, c)| c.is_control() || "$`\\!".contains(*c))
        {
            self.at += 1 + at;
            return Err(self.refused(c));
        }
        word.quoted = true;
        word.text.push_str(&text);
        self.at += end + 2;
        Ok(())
    }

    fn refused(&self, c: char) -> NotLow {
        let span = (self.at, self.at + c.len_utf8());
        let sign = c.escape_debug().to_string();
        NotLow::new(notice!("risk-has-a-sign", sign), span)
    }
}
