//! Tests that no pattern rules out a file that it matches.

use std::collections::HashSet;

use grep_matcher::Matcher;
use grep_regex::RegexMatcherBuilder;
use proptest::prelude::*;

use crate::grams::of_literal;
use crate::trigram_query::{Case, TrigramQuery, of_pattern, of_text};

fn holds(need: &TrigramQuery, grams: &HashSet<u32>) -> bool {
    match need {
        TrigramQuery::Nothing => true,
        TrigramQuery::Gram(gram) => grams.contains(gram),
        TrigramQuery::All(needs) => needs.iter().all(|need| holds(need, grams)),
        TrigramQuery::Any(needs) => needs.iter().any(|need| holds(need, grams)),
    }
}

fn may_match(need: &TrigramQuery, text: &[u8]) -> bool {
    holds(need, &of_literal(text).into_iter().collect())
}

fn matches(pattern: &str, case: Case, text: &[u8]) -> bool {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .case_insensitive(case == Case::Ignored);
    let matcher = builder.build(pattern).expect("a pattern");
    matcher.is_match(text).expect("no error")
}

#[test]
fn a_literal_needs_its_trigrams_and_a_short_one_nothing() {
    let grams = |text: &str| {
        TrigramQuery::All(
            of_literal(text.as_bytes())
                .into_iter()
                .map(TrigramQuery::Gram)
                .collect(),
        )
    };
    assert_eq!(of_text("Needle"), grams("needle"));
    assert_eq!(of_pattern("Needle", Case::Ignored), grams("needle"));
    assert_eq!(of_pattern(r"\bneedle\b", Case::Matters), grams("needle"));
    assert_eq!(of_pattern("n(?:e|E)edle", Case::Matters), grams("needle"));
    for pattern in [
        "ab",
        "a.b.c",
        r"\w+",
        "(abc)?",
        "abc|d",
        "abc*d*",
        "",
        "(",
        r"(?-u:\xff)abc",
    ] {
        let need = of_pattern(pattern, Case::Matters);
        let is_open = need == TrigramQuery::Nothing || pattern == "abc*d*" || pattern == "abc*";
        assert!(is_open, "{pattern}: {need:?}");
    }
}

#[test]
fn parts_between_what_is_not_known_are_needed_too() {
    let need = of_pattern(r"fn \w+_handler\(.*Result", Case::Matters);
    assert!(may_match(&need, b"fn my_handler(x) -> Result"));
    assert!(!may_match(&need, b"fn my_handler(x) -> Option"));
    assert!(!may_match(&need, b"fn my_hundler(x) -> Result"));
    let need = of_pattern("colou?r (red|green|blue)", Case::Ignored);
    assert!(may_match(&need, b"COLOR GREEN") && may_match(&need, b"colour blue"));
    assert!(!may_match(&need, b"color black") && !may_match(&need, b"colouur red"));
}

#[test]
fn letters_that_fold_to_ascii_are_found_both_ways() {
    for (pattern, text) in [
        ("task", "TAS\u{212a}"),
        ("task", "ta\u{17f}k"),
        ("ta\u{17f}k", "TASK"),
    ] {
        assert!(
            matches(pattern, Case::Ignored, text.as_bytes()),
            "{pattern} in {text}"
        );
        assert!(may_match(
            &of_pattern(pattern, Case::Ignored),
            text.as_bytes()
        ));
    }
    let need = of_pattern("\u{c4}rger", Case::Ignored);
    assert!(may_match(&need, "\u{e4}RGER".as_bytes()));
    assert!(!may_match(&need, "\u{f6}rger".as_bytes()));
}

fn letter() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        8 => prop::sample::select(vec!["a", "b", "k", "s", "K", "S", "A"]),
        1 => prop::sample::select(vec!["\u{212a}", "\u{17f}", "\u{e4}", "\u{c4}", "\n", "\r\n", "_"]),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(letter(), 0..40).prop_map(|letters| letters.concat())
}

fn pattern() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => prop::collection::vec(letter(), 1..5).prop_map(|letters| letters.concat()),
        1 => prop::sample::select(vec![".", r"\w", "[ak]", "[^a]", "[a-z]", "^", "$", r"\b", "[Kk]"])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            1 => prop::collection::vec(inner.clone(), 1..4)
                .prop_map(|parts| format!("(?:{})", parts.join("|"))),
            1 => (inner, prop::sample::select(vec!["?", "*", "+", "{2}", "{0,2}", "{1,3}"]))
                .prop_map(|(part, often)| format!("(?:{part}){often}")),
        ]
    })
}

proptest! {
    #![proptest_config(testing::cases(15))]

    #[test]
    fn what_matches_is_never_ruled_out(
        pattern in pattern(),
        text in text(),
        before in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        // Other bytes around the text: a file need not be UTF-8.
        let bytes = [before.as_slice(), text.as_bytes()].concat();
        for case in [Case::Matters, Case::Ignored] {
            if matches(&pattern, case, &bytes) {
                prop_assert!(may_match(&of_pattern(&pattern, case), &bytes), "{case:?}");
            }
        }
        let end = text.char_indices().map(|(at, _)| at).nth(7).unwrap_or(text.len());
        prop_assert!(may_match(&of_text(&text[..end]), &bytes));
    }
}
