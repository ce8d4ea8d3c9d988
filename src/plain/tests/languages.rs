//! Tests the same conversation in each language: a question and its number, the review, a rollback.
//! English words are accepted in every language beside its own, with the same effect.

use serde_json::json;
use uuid::Uuid;

use super::help::{PlainHarness, call, command, done, gave, manner};
use super::places::{in_the_review, is_review, previewed, read_out, review_opens, rolled_back};
use l10n::testing::speaking;
use l10n::{Language, said};
use notice::{Notice, count, notice};
use protocol::approval::{Decision, RiskReport};
use protocol::event::EventKind;
use protocol::ids::ApplyId;
use protocol::review::rollback::RollbackMode;
use protocol::review::{ApplyResult, ReviewBase, ReviewQuery};

/// Opens a question and answers it by number.
fn answer(harness: &mut PlainHarness) {
    harness.run_begins("Run the tests");
    harness.hear(call(31, "shell_exec", json!({ "command": "cargo test" })));
    harness.asks(command(
        40,
        "cargo test",
        RiskReport::medium(notice!("risk-name-builds-or-tests-it", name = "cargo")),
    ));
    harness.types("perhaps");
    harness.types("?");
    harness.types("why");
    harness.types("1");
    harness.answer_is_taken("$ cargo test");
    let summary = notice!("gave-exit", word = 0, counted = count(12_u32, "line"));
    harness.hear(gave(31, "shell_exec", true, summary));
    harness.hear(done());
}

/// Reads out the review, decides, and types an unknown word.
fn review(harness: &mut PlainHarness) {
    review_opens(harness);
    read_out(harness);
    harness.types("refuse 2.1");
    harness.types("take 1.2");
    harness.types("both");
    harness.types("tkae 1.1");
    harness.types("take 7");
    harness.types("?");
    harness.hear(EventKind::ApplyEnded {
        apply: ApplyId(Uuid::from_u128(5)),
        result: ApplyResult::Done,
    });
    harness.types("back");
}

/// Previews a rollback, and confirms it by its word.
fn roll_back(harness: &mut PlainHarness) {
    harness.types("/rollback");
    previewed(harness, RollbackMode::Scoped, true);
    harness.types("go");
    harness.types("settle 1 mine");
    previewed(harness, RollbackMode::Scoped, false);
    harness.types("hard");
    previewed(harness, RollbackMode::Hard, false);
    harness.types("go");
    harness.types("yes");
    harness.types("go");
    harness.types("HARD");
}

fn conversation(language: Language) -> PlainHarness {
    speaking(language, || {
        let mut harness = PlainHarness::unopened(manner());
        harness.created();
        harness.types("/keys");
        answer(&mut harness);
        review(&mut harness);
        roll_back(&mut harness);
        harness
    })
}

#[test]
fn a_conversation_in_french() {
    insta::assert_snapshot!(conversation(Language::French).text());
}

#[test]
fn a_conversation_in_portuguese() {
    insta::assert_snapshot!(conversation(Language::Portuguese).text());
}

#[test]
fn what_is_typed_means_the_same_in_every_language() {
    let english = conversation(Language::English);
    assert_eq!(english.decisions(), [Decision::Yes]);
    assert_eq!(rolled_back(&english).len(), 1);
    for language in [Language::French, Language::Portuguese] {
        let other = conversation(language);
        assert_eq!(other.sent, english.sent, "{language:?}");
        assert_eq!(other.record.len(), english.record.len(), "{language:?}");
        let same: Vec<&String> = english
            .record
            .iter()
            .zip(&other.record)
            .filter(|(one, two)| one == two && !one.starts_with(['<', '=', '+', '-']))
            .map(|(one, _)| one)
            .collect();
        assert_eq!(same, Vec::<&String>::new(), "{language:?} says these too");
    }
}

#[test]
fn the_beginning_of_the_line_is_said_in_the_language_too() {
    let lead = |language| {
        speaking(language, || {
            let mut harness = PlainHarness::begin();
            let of_chat = harness.plain.lead();
            harness.run_begins("Go");
            harness.asks(command(40, "ls", RiskReport::low(Notice::text("it reads"))));
            (of_chat, harness.plain.lead())
        })
    };
    assert_eq!(lead(Language::English), ("You: ", "Answer: "));
    assert_eq!(lead(Language::French), ("Vous\u{a0}: ", "Réponse\u{a0}: "));
    assert_eq!(lead(Language::Portuguese), ("Você: ", "Resposta: "));
}

/// The lines of a conversation, each in English, French and Portuguese.
const TYPED: &[[&str; 3]] = &[
    ["help", "aide", "ajuda"],
    ["Why", "Pourquoi", "motivo"],
    ["always", "toujours", "sempre"],
    ["back", "retour", "voltar"],
    ["yes", "oui", "sim"],
    ["refuse 2.1", "Refuser 2.1", "recusar 2.1"],
    ["take all", "prendre tout", "aceitar tudo"],
    ["comment 1.1 why", "commenter 1.1 why", "comentar 1.1 why"],
    ["comments", "commentaires", "comentarios"],
    ["uncomment 1", "decommenter 1", "descomentar 1"],
    ["since open", "depuis ouvert", "desde aberto"],
    ["undo", "défaire", "desfazer"],
    ["redo", "refaire", "refazer"],
    ["split 1.1", "diviser 1.1", "dividir 1.1"],
    ["settle 1.1 both", "régler 1.1 deux", "resolver 1.1 ambos"],
    ["back", "retour", "voltar"],
    ["go", "faire", "fazer"],
    ["no", "non", "nao"],
    ["hard", "total", "total"],
    ["go", "faire", "fazer"],
    ["HARD", "TOTAL", "TOTAL"],
];

fn is_list(question: &ReviewQuery) -> bool {
    matches!(question, ReviewQuery::Files { since } if *since == ReviewBase::Open)
}

/// Returns the commands for the lines typed in language `said` while `spoken` is
/// the active language.
fn typed(spoken: Language, said: usize) -> Vec<protocol::command::Command> {
    speaking(spoken, || {
        let mut harness = PlainHarness::unopened(manner());
        harness.created();
        harness.run_begins("Go");
        harness.asks(command(
            40,
            "cargo test",
            RiskReport::medium(Notice::text("it runs")),
        ));
        let mut lines = TYPED.iter().map(|line| line[said]);
        for line in lines.by_ref().take(5) {
            harness.types(line);
        }
        harness.answer_is_taken("$ cargo test");
        harness.hear(done());
        review_opens(&mut harness);
        for line in lines.by_ref().take(11) {
            harness.types(line);
            // Every query except the list fails.
            if harness
                .asked
                .iter()
                .any(|(_, query)| is_review(query, is_list))
            {
                in_the_review(&mut harness);
            } else {
                harness.nothing_is_found();
            }
        }
        harness.types("/rollback");
        for (how, count) in [(RollbackMode::Scoped, 3), (RollbackMode::Hard, 2)] {
            previewed(&mut harness, how, false);
            for line in lines.by_ref().take(count) {
                harness.types(line);
            }
        }
        harness.sent
    })
}

#[test]
fn the_words_of_a_language_do_what_the_english_ones_do_and_those_are_understood_beside_them() {
    let english = typed(Language::English, 0);
    assert_eq!(english.len(), 8, "{english:?}");
    for (said, language) in [(1, Language::French), (2, Language::Portuguese)] {
        assert_eq!(typed(language, said), english, "{language:?}");
        assert_eq!(typed(language, 0), english, "English in {language:?}");
    }
}

#[test]
fn high_risk_is_allowed_by_the_word_of_the_language_as_it_is_told() {
    speaking(Language::French, || {
        let mut harness = PlainHarness::begin();
        harness.run_begins("Go");
        harness.asks(command(
            40,
            "rm -rf x",
            RiskReport::high(Notice::text("it deletes")),
        ));
        assert!(
            harness.text().contains("«\u{a0}exécuter\u{a0}»"),
            "{}",
            harness.text()
        );
        for wrong in ["oui", "o", "1", "executer", "Exécuter"] {
            harness.types(wrong);
        }
        assert!(harness.decisions().is_empty(), "{:?}", harness.decisions());
        harness.types("exécuter");
        assert_eq!(harness.decisions(), [Decision::Yes]);
    });
}

#[test]
fn a_refusal_in_french_takes_the_words_behind_it_as_its_reason() {
    speaking(Language::French, || {
        let mut harness = PlainHarness::begin();
        harness.run_begins("Go");
        harness.asks(command(
            40,
            "ls",
            RiskReport::medium(Notice::text("it lists")),
        ));
        harness.types("non, plus tard");
        let reason = Some("plus tard".to_owned());
        assert_eq!(
            harness.decisions(),
            [Decision::No {
                reason: reason.map(Notice::text)
            }]
        );
    });
}

/// Features of the full screen that the line mode does not have, in each language.
const OF_THE_SCREEN: [(Language, &[&str]); 3] = [
    (
        Language::English,
        &[
            "screen",
            "editor",
            "pane",
            "beside the chat",
            "draw",
            "F2",
            "F7",
            "Esc",
        ],
    ),
    (
        Language::French,
        &[
            "écran",
            "éditeur",
            "panneau",
            "à côté du chat",
            "dessiner",
            "F2",
            "F7",
            "Esc",
        ],
    ),
    (
        Language::Portuguese,
        &[
            "ecrã", "tela", "editor", "painel", "ao lado", "desenhar", "desenha", "F2", "F7", "Esc",
        ],
    ),
];

#[test]
fn help_in_lines_names_nothing_that_only_the_screen_has() {
    for (language, words) in OF_THE_SCREEN {
        speaking(language, || {
            let mut harness = PlainHarness::begin();
            harness.types("/help");
            harness.types("/keys");
            for command in client::slash::SLASH_COMMANDS {
                harness.types(&format!("/help {}", command.name));
            }
            let text = harness.text();
            assert!(text.contains("/keys"), "{text}");
            let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
            for word in words {
                let is_word = |at: usize| {
                    let (before, from) = text.split_at(at);
                    !is_letter(before.chars().next_back())
                        && !is_letter(from[word.len()..].chars().next())
                };
                let found = text.match_indices(word).find(|(at, _)| is_word(*at));
                assert_eq!(found, None, "{language:?} in {text}");
            }
        });
    }
}

#[test]
fn the_reason_of_a_no_that_nobody_gave_is_told_in_the_language() {
    let refusal = notice!(
        "told-refused-reason",
        why = notice!("told-user-refused"),
        reason = notice!("told-input-ended")
    );
    let told = speaking(Language::French, || said(&refusal));
    assert!(told.contains("l’entrée est finie"), "{told}");
    assert!(!told.contains("input"), "{told}");
}
