//! The trigrams that every match of a pattern must contain. Pure.
//!
//! Walks the expression as the regex engine parses it, collects the texts that a part can match
//! while they are few, and takes their trigrams where it cannot go on. A part that it cannot
//! analyse needs nothing, so it never rules out too much. After Russ Cox, "Regular Expression
//! Matching with a Trigram Index" (2012), without its prefixes and suffixes.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::grams::of_literal;

/// Maximum number of texts of a part, and of their bytes, before they are turned into trigrams.
const TEXTS: usize = 16;
const TEXT_BYTES: usize = 512;

/// Maximum depth of an expression; the parser's own limit.
const DEPTH: u32 = 250;

/// The trigrams that a file must contain for a pattern to match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrigramQuery {
    /// No requirement: any file may match.
    Nothing,
    Gram(u32),
    /// All of these.
    All(Vec<TrigramQuery>),
    /// At least one of these.
    Any(Vec<TrigramQuery>),
}

/// The comparison of letters in a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    Matters,
    Ignored,
}

/// Returns the requirement of a plain text, for both kinds of case.
pub fn of_text(text: &str) -> TrigramQuery {
    all(of_literal(text.as_bytes())
        .into_iter()
        .map(TrigramQuery::Gram))
}

/// Returns the requirement of a regular expression. An invalid one requires nothing.
pub fn of_pattern(pattern: &str, case: Case) -> TrigramQuery {
    let parsed = ParserBuilder::new()
        .utf8(false)
        .multi_line(true)
        .case_insensitive(case == Case::Ignored)
        .nest_limit(DEPTH)
        .build()
        .parse(pattern);
    match parsed {
        // A pattern that may match half a character could cut a text at a place where
        // folding does not.
        Ok(hir) if hir.properties().is_utf8() => PartInfo::of(&hir).into_need(),
        _ => TrigramQuery::Nothing,
    }
}

/// The knowledge about a part: all the texts that it can match, or its requirement.
enum PartInfo {
    Texts(Vec<Vec<u8>>),
    Needs(TrigramQuery),
}

impl PartInfo {
    fn of(hir: &Hir) -> Self {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::Texts(vec![Vec::new()]),
            HirKind::Literal(literal) => Self::Texts(vec![literal.0.to_vec()]),
            HirKind::Class(class) => Self::of_class(class),
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Repetition(repetition) => match (repetition.min, repetition.max) {
                (1, Some(1)) => Self::of(&repetition.sub),
                (0, Some(1)) => match Self::of(&repetition.sub) {
                    Self::Texts(mut texts) if texts.len() < TEXTS => {
                        texts.push(Vec::new());
                        Self::Texts(texts)
                    }
                    _ => Self::Needs(TrigramQuery::Nothing),
                },
                (0, _) => Self::Needs(TrigramQuery::Nothing),
                _ => Self::Needs(Self::of(&repetition.sub).into_need()),
            },
            HirKind::Concat(parts) => Self::of_concat(parts),
            HirKind::Alternation(parts) => Self::of_alternation(parts),
        }
    }

    fn of_class(class: &Class) -> Self {
        let mut texts: Vec<Vec<u8>> = Vec::new();
        let Class::Unicode(class) = class else {
            return Self::Needs(TrigramQuery::Nothing);
        };
        for range in class.iter() {
            for letter in range.start()..=range.end() {
                let folded = match letter {
                    '\u{212a}' => 'k',
                    '\u{17f}' => 's',
                    letter => letter.to_ascii_lowercase(),
                };
                let text = folded.to_string().into_bytes();
                if texts.contains(&text) {
                    continue;
                }
                if texts.len() == TEXTS {
                    return Self::Needs(TrigramQuery::Nothing);
                }
                texts.push(text);
            }
        }
        Self::Texts(texts)
    }

    fn of_concat(parts: &[Hir]) -> Self {
        let mut needs = Vec::new();
        let mut run = vec![Vec::new()];
        let mut is_whole = true;
        for part in parts {
            match Self::of(part) {
                Self::Texts(texts) => match product(&run, &texts) {
                    Some(longer) => run = longer,
                    None => {
                        needs.push(need_of(&run));
                        run = texts;
                        is_whole = false;
                    }
                },
                Self::Needs(need) => {
                    needs.push(need_of(&run));
                    needs.push(need);
                    run = vec![Vec::new()];
                    is_whole = false;
                }
            }
        }
        if is_whole {
            return Self::Texts(run);
        }
        needs.push(need_of(&run));
        Self::Needs(all(needs))
    }

    fn of_alternation(parts: &[Hir]) -> Self {
        let known: Vec<Self> = parts.iter().map(Self::of).collect();
        let count: usize = known
            .iter()
            .map(|known| match known {
                Self::Texts(texts) => texts.len(),
                Self::Needs(_) => TEXTS + 1,
            })
            .sum();
        if count > TEXTS {
            return Self::Needs(any(known.into_iter().map(Self::into_need)));
        }
        let texts = known.into_iter().flat_map(|known| match known {
            Self::Texts(texts) => texts,
            Self::Needs(_) => Vec::new(),
        });
        Self::Texts(texts.collect())
    }

    fn into_need(self) -> TrigramQuery {
        match self {
            Self::Texts(texts) => need_of(&texts),
            Self::Needs(need) => need,
        }
    }
}

/// Concatenates every text of `before` with every text of `after`; `None` if there are too many.
fn product(before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    if before.len().saturating_mul(after.len()) > TEXTS {
        return None;
    }
    let mut out: Vec<Vec<u8>> = Vec::new();
    for start in before {
        for end in after {
            let text = [start.as_slice(), end.as_slice()].concat();
            if text.len() > TEXT_BYTES {
                return None;
            }
            out.push(text);
        }
    }
    Some(out)
}

/// Returns the requirement of matching one of these texts.
fn need_of(texts: &[Vec<u8>]) -> TrigramQuery {
    // A text that is cut inside a character is folded differently from a whole one.
    if !texts.iter().all(|text| std::str::from_utf8(text).is_ok()) {
        return TrigramQuery::Nothing;
    }
    any(texts
        .iter()
        .map(|text| all(of_literal(text).into_iter().map(TrigramQuery::Gram))))
}

fn all(needs: impl IntoIterator<Item = TrigramQuery>) -> TrigramQuery {
    let mut needs: Vec<TrigramQuery> = needs
        .into_iter()
        .filter(|need| *need != TrigramQuery::Nothing)
        .collect();
    match needs.len() {
        0 => TrigramQuery::Nothing,
        1 => needs.remove(0),
        _ => TrigramQuery::All(needs),
    }
}

fn any(needs: impl IntoIterator<Item = TrigramQuery>) -> TrigramQuery {
    let mut needs: Vec<TrigramQuery> = needs.into_iter().collect();
    if needs.contains(&TrigramQuery::Nothing) {
        return TrigramQuery::Nothing;
    }
    match needs.len() {
        1 => needs.remove(0),
        _ => TrigramQuery::Any(needs),
    }
}
