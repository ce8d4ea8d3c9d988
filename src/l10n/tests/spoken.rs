//! The current language, and the formatted messages.

use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;

use crate::Language;
use crate::testing::{file, messages, speaking};
use crate::{Argument, counted, message, message_of, say, spoken, text, text_of, thousands};
use notice::Speech;
use notice::catalogue::LazyCatalogue;

fn of_locale(variables: &[(&str, &str)]) -> Language {
    Language::of_locale(|name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn the_locale_decides_as_posix_and_gettext_have_it() {
    use Language::{English, French, Portuguese};
    let cases: &[(&[(&str, &str)], Language)] = &[
        (&[], English),
        (&[("LANG", "fr_FR.UTF-8")], French),
        (&[("LANG", "pt_BR.UTF-8")], Portuguese),
        (&[("LANG", "pt")], Portuguese),
        (&[("LANG", "FR-ca@euro")], French),
        (&[("LANG", "de_DE.UTF-8")], English),
        (&[("LANG", "frr_DE")], English),
        (&[("LANG", "fr_FR"), ("LC_ALL", "C")], English),
        (&[("LANG", "fr_FR"), ("LC_ALL", "C.UTF-8")], English),
        (&[("LANG", "fr_FR"), ("LC_ALL", "POSIX")], English),
        (&[("LANG", "fr_FR"), ("LC_ALL", "")], French),
        (&[("LANG", "fr_FR"), ("LC_MESSAGES", "pt_PT")], Portuguese),
        (&[("LC_MESSAGES", "pt_PT"), ("LC_ALL", "fr")], French),
        (&[("LANG", "de_DE"), ("LANGUAGE", "de:fr:en")], French),
        (&[("LANG", "fr_FR"), ("LANGUAGE", "en:fr")], English),
        (&[("LANG", "C"), ("LANGUAGE", "fr")], English),
        (&[("LANGUAGE", "fr")], English),
    ];
    for (variables, wanted) in cases {
        assert_eq!(of_locale(variables), *wanted, "{variables:?}");
    }
}

#[test]
fn the_configuration_stands_over_the_locale() {
    let french = |name: &str| (name == "LANG").then(|| "fr_FR.UTF-8".to_owned());
    assert_eq!(Language::chosen("auto", french), Language::French);
    assert_eq!(Language::chosen("pt", french), Language::Portuguese);
    assert_eq!(Language::chosen("en", french), Language::English);
    assert_eq!(Language::chosen("fr", |_| None), Language::French);
}

#[test]
fn english_is_spoken_where_nothing_was_chosen() {
    assert_eq!(spoken(), Language::English);
    assert_eq!(say!("bar-nothing-typed"), "nothing typed");
}

#[test]
fn counted_things_have_the_plural_and_the_separator_of_the_language() {
    let said = |language| {
        speaking(language, || {
            [0_u64, 1, 2, 12_400].map(|count| counted(count, "hunk"))
        })
    };
    assert_eq!(
        said(Language::English),
        ["0 hunks", "1 hunk", "2 hunks", "12,400 hunks"]
    );
    assert_eq!(
        said(Language::French),
        ["0 bloc", "1 bloc", "2 blocs", "12\u{a0}400 blocs"]
    );
    assert_eq!(
        said(Language::Portuguese),
        ["0 trecho", "1 trecho", "2 trechos", "12.400 trechos"]
    );
    assert_eq!(counted(1_u8, "changed file"), "1 changed file");
    assert_eq!(
        speaking(Language::French, || thousands(1_234_567)),
        "1\u{a0}234\u{a0}567"
    );
}

#[test]
fn what_is_counted_in_english_is_what_words_say() {
    for what in [
        "hunk",
        "file",
        "line",
        "more file",
        "changed file",
        "other decision",
    ] {
        for count in [0_u64, 1, 2, 1_000] {
            assert_eq!(counted(count, what), notice::words::counted(count, what));
        }
    }
}

#[test]
fn an_argument_is_put_in_as_it_is_without_marks_around_it() {
    let why = "a {$b} \u{202e}c";
    let said = speaking(Language::French, || say!("review-not-in-file", text = why));
    assert_eq!(said, format!("pas dans ce fichier\u{a0}: {why}"));
}

#[test]
fn a_plain_message_is_the_same_text_each_time() {
    let first = text("bar-readline");
    assert_eq!(
        first, "   readline keys work here",
        "blanks at its beginning are kept"
    );
    assert!(std::ptr::eq(first, text("bar-readline")), "it is made once");
    let plain = text("bar-nothing-typed");
    assert!(std::ptr::eq(plain, text("bar-nothing-typed")));
}

#[test]
fn what_a_language_does_not_have_is_said_in_english() {
    static FEW: LazyCatalogue = LazyCatalogue::new();
    let few = FEW.catalogue("fr", "bar-nothing-typed = rien\nbroken\n");
    assert_eq!(text_of(few, "bar-nothing-typed"), "rien");
    assert_eq!(text_of(few, "bar-readline"), "   readline keys work here");
    let given = [("by", Argument::from("x")), ("who", Argument::from("y"))];
    assert_eq!(message_of(few, "bar-by", given), "by y");
}

#[test]
fn each_message_that_is_looked_for_by_itself_is_the_one_of_the_whole_file() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        let whole = FluentResource::try_new(file(language).to_owned()).expect("a file");
        let mut bundle = FluentBundle::new_concurrent(vec![language.code().parse().unwrap()]);
        bundle.set_use_isolating(false);
        bundle.add_resource(whole).expect("each id once");
        for id in messages(language).keys() {
            let pattern = bundle.get_message(id).unwrap().value().unwrap();
            let wanted = bundle.format_pattern(pattern, None, &mut Vec::new());
            let said = language.catalogue().text(id);
            assert_eq!(said, Some(wanted.as_ref()), "{id} in {language:?}");
        }
    }
}

#[test]
fn an_id_that_nobody_knows_is_shown_itself() {
    assert_eq!(text("no-such-message"), "no-such-message");
    let given = [("why", Argument::from("x"))];
    assert_eq!(message("no-such-message", given), "no-such-message");
}

#[test]
fn a_language_of_a_test_ends_with_it_even_where_it_panics() {
    let spoiled = std::panic::catch_unwind(|| {
        speaking(Language::French, || {
            assert_eq!(spoken(), Language::French);
            panic!("on purpose");
        })
    });
    assert!(spoiled.is_err());
    assert_eq!(spoken(), Language::English);
}

#[test]
fn figures_have_the_separators_of_the_language_and_money_its_sign_where_it_stands_there() {
    use crate::{figure, money, said, tenths};
    use notice::{money as dollars, notice};
    let why = notice!(
        "told-budget-of-money",
        word = dollars(0.48, 2),
        dollars = dollars(0.5, 2)
    );
    let nearly = notice!("told-budget-session-near", why);
    let in_language = |language| {
        speaking(language, || {
            [tenths(47), figure("1,234.5"), money(0.28, 2), said(&nearly)]
        })
    };
    assert_eq!(
        in_language(Language::English),
        [
            "4.7",
            "1,234.5",
            "$0.28",
            "the session's budget is nearly used: $0.48 of $0.50"
        ]
    );
    assert_eq!(
        in_language(Language::French),
        [
            "4,7",
            "1\u{a0}234,5",
            "0,28\u{a0}$",
            "le budget de la session est presque épuisé\u{a0}: 0,48\u{a0}$ sur 0,50\u{a0}$"
        ]
    );
    assert_eq!(
        in_language(Language::Portuguese),
        [
            "4,7",
            "1.234,5",
            "$\u{a0}0,28",
            "o orçamento da sessão está quase usado: $\u{a0}0,48 de $\u{a0}0,50"
        ]
    );
}
