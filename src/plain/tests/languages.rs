//! The same conversation in each language: a question and its number, the review, what is taken back. What is typed is
//! the same everywhere, and so is what comes of it.

use serde_json::json;
use uuid::Uuid;

use super::conversations::{call, done, result};
use super::help::{Talk, command, manner};
use super::places::{previewed, read_out, review_opens, rolled_back};
use crate::language::Language;
use crate::language::tests::speaking;
use crate::protocol::approval::{Decision, RiskReport};
use crate::protocol::event::Fact;
use crate::protocol::ids::SaveId;
use crate::protocol::review::SaveResult;
use crate::protocol::review::rollback::RollbackHow;

/// A question, which is answered by its number.
fn answer(talk: &mut Talk) {
    talk.run_begins("Run the tests");
    talk.hear(call(31, "shell_exec", json!({ "command": "cargo test" })));
    talk.asks(command(
        40,
        "cargo test",
        RiskReport::medium("cargo builds or tests: it runs code of the workspace"),
    ));
    talk.types("perhaps");
    talk.types("?");
    talk.types("why");
    talk.types("1");
    talk.answer_is_taken("$ cargo test");
    talk.hear(result(31, "shell_exec", true, "exit 0, 12 lines"));
    talk.hear(done());
}

/// The review: read out, decided, and a word that there is not.
fn review(talk: &mut Talk) {
    review_opens(talk);
    read_out(talk);
    talk.types("refuse 2.1");
    talk.types("take 1.2");
    talk.types("both");
    talk.types("tkae 1.1");
    talk.types("take 7");
    talk.types("?");
    talk.hear(Fact::SaveEnded {
        save: SaveId(Uuid::from_u128(5)),
        result: SaveResult::Done,
    });
    talk.types("back");
}

/// What is taken back: read out first, and done by its word.
fn roll_back(talk: &mut Talk) {
    talk.types("/rollback");
    previewed(talk, RollbackHow::Scoped, true);
    talk.types("go");
    talk.types("settle 1 mine");
    previewed(talk, RollbackHow::Scoped, false);
    talk.types("hard");
    previewed(talk, RollbackHow::Hard, false);
    talk.types("go");
    talk.types("yes");
    talk.types("go");
    talk.types("HARD");
}

fn conversation(language: Language) -> Talk {
    speaking(language, || {
        let mut talk = Talk::unopened(manner());
        talk.created();
        talk.types("/keys");
        answer(&mut talk);
        review(&mut talk);
        roll_back(&mut talk);
        talk
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
            let mut talk = Talk::begin();
            let of_chat = talk.plain.lead();
            talk.run_begins("Go");
            talk.asks(command(40, "ls", RiskReport::low("it reads")));
            (of_chat, talk.plain.lead())
        })
    };
    assert_eq!(lead(Language::English), ("You: ", "Answer: "));
    assert_eq!(lead(Language::French), ("Vous\u{a0}: ", "Réponse\u{a0}: "));
    assert_eq!(lead(Language::Portuguese), ("Você: ", "Resposta: "));
}
