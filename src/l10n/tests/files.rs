//! Checks the typography of the French messages and the vocabulary of the Portuguese ones.

use crate::Language;
use crate::testing::file;

/// Returns the texts of a language's messages, each with its id, without the
/// parts between backticks.
fn said(language: Language) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for line in file(language).lines().filter(|line| !line.starts_with('#')) {
        let (id, text) = match line.split_once(" =") {
            Some((id, text)) if !line.starts_with(' ') => (id.to_owned(), text),
            _ => (
                out.last().map_or_else(String::new, |(id, _)| id.clone()),
                line,
            ),
        };
        let outside = text.split('`').step_by(2);
        out.push((id, outside.collect::<Vec<_>>().join("``")));
    }
    out
}

#[test]
fn french_has_a_blank_that_does_not_break_before_its_double_signs_and_inside_its_quotes() {
    let wrong: Vec<(String, String)> = said(Language::French)
        .into_iter()
        .filter(|(_, text)| {
            let ends = |sign: char| {
                text.match_indices(sign).any(|(at, _)| {
                    let behind = text
                        .get(at + sign.len_utf8()..)
                        .and_then(|text| text.chars().next());
                    // A sign inside a word, such as a time or an address, does not belong to the
                    // sentence; one after two blanks is a key.
                    let is_end =
                        behind.is_none_or(|letter| letter.is_whitespace() || ".)".contains(letter));
                    let before = text.get(..at).and_then(|text| text.strip_suffix(' '));
                    is_end
                        && before.is_some_and(|before| !before.is_empty() && !before.ends_with(' '))
                })
            };
            let quotes = text.contains("« ") || text.contains(" »");
            quotes || [':', ';', '?', '!'].into_iter().any(ends)
        })
        .collect();
    assert_eq!(wrong, Vec::<(String, String)>::new());
}

/// Words used only in Portugal; this file uses Brazilian words.
const OF_PORTUGAL: &[&str] = &[
    "ecrã",
    "ficheiro",
    "ficheiros",
    "utilizador",
    "utilizadores",
    "registo",
    "aspeto",
    "fornecedor",
    "fornecedores",
    "saltar",
    "descarregar",
    "transferir",
    "contacto",
    "facto",
    "equipa",
    "rato",
    "guardar-se",
    "partilhar",
    "eliminar",
    "omissão",
    "noutro",
    "noutra",
    "porta-chaves",
    "correio",
    "cá",
];

#[test]
fn portuguese_is_that_of_brazil_throughout() {
    let mut wrong = Vec::new();
    for (id, text) in said(Language::Portuguese) {
        // The user may type either word.
        if id.starts_with("word-") {
            continue;
        }
        let words: Vec<&str> = text
            .split(|letter: char| !(letter.is_alphabetic() || letter == '-'))
            .collect();
        let of_portugal = words
            .iter()
            .any(|word| OF_PORTUGAL.contains(&word.to_lowercase().as_str()));
        let is_infinitive = |word: &str| ["ar", "er", "ir"].iter().any(|end| word.ends_with(end));
        let progressive = words.windows(3).any(|three| {
            matches!(three, [is, "a", word] if ["está", "estão", "Está", "anda", "fica"].contains(is) && is_infinitive(word))
        });
        if of_portugal || progressive || text.contains("até ao ") || text.contains("até à ") {
            wrong.push((id, text));
        }
    }
    assert_eq!(wrong, Vec::<(String, String)>::new());
}
