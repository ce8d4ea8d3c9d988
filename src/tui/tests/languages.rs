//! Tests of the screen in languages other than English. That everything is whole in each of them is
//! held in [`reach::widths`](super::reach).

use super::writes::write;
use super::*;
use l10n::Language;
use l10n::testing::speaking;
use notice::{count, notice};
use protocol::approval::Risk;
use protocol::command::CommandKind;
use protocol::event::NoticeLevel;
use protocol::session::RunResult;

#[test]
fn what_engine_and_providers_say_is_told_in_the_language() {
    let said = |language| {
        speaking(language, || {
            let mut harness = TuiHarness::furnished(160, 48);
            harness.fact(EventKind::Notice {
                level: NoticeLevel::Info,
                text: notice!(
                    "told-written",
                    counted = count(1_u32, "file"),
                    added = 3,
                    removed = 1
                ),
            });
            harness.fact(EventKind::CommandRejected {
                command: CommandKind::SendMessage,
                reason: notice!("told-message-empty"),
                said: None,
            });
            harness.begin_run();
            harness.fact(EventKind::RunFailed {
                error: notice!(
                    "told-no-answer",
                    place = notice!("address-server-at", word = "Ollama", address = "http://h:1")
                ),
                hint: Some(notice!("told-start-ollama")),
                code: None,
                result: RunResult::default(),
            });
            harness.text()
        })
    };
    let wanted = [
        (
            Language::English,
            [
                "applied: 1 file +3 -1",
                "Ollama at http://h:1 did not answer in time",
                "start it with",
                "The message is empty",
            ],
        ),
        (
            Language::French,
            [
                "appliqué\u{a0}: 1 fichier +3 -1",
                "Ollama (http://h:1) n’a pas répondu à temps",
                "le démarrer avec",
                "Le message est vide",
            ],
        ),
        (
            Language::Portuguese,
            [
                "aplicado: 1 arquivo +3 -1",
                "Ollama (http://h:1) não respondeu a tempo",
                "inicie-o com",
                "A mensagem está vazia",
            ],
        ),
    ];
    for (language, texts) in wanted {
        let seen = said(language);
        for text in texts {
            assert!(seen.contains(text), "{text}\n{seen}");
        }
    }
}

#[test]
fn what_is_seen_in_another_language_is_not_english() {
    let words = |language| {
        let text = speaking(language, || TuiHarness::furnished(160, 48).text());
        let words = text.split_whitespace().map(str::to_owned);
        words.filter(|word| word.len() > 3).collect::<Vec<_>>()
    };
    let english = words(Language::English);
    for language in [Language::French, Language::Portuguese] {
        let theirs = words(language);
        let same = theirs.iter().filter(|word| english.contains(word)).count();
        // Text of the conversation and names are never translated.
        assert!(
            same * 2 < theirs.len() * 2 - 20,
            "{same} of {}",
            theirs.len()
        );
    }
}

#[test]
fn the_high_risk_word_is_the_same_in_every_language() {
    for language in Language::ALL {
        speaking(language, || {
            let mut harness = TuiHarness::furnished(120, 40);
            harness.begin_run();
            let mut question = write(3);
            question.risk.risk = Risk::High;
            harness.fact(EventKind::QuestionOpened { question });
            harness.press("F2");
            let text = harness.text();
            assert!(text.contains("write"), "{}: {text}", language.code());
            harness.effects.clear();
            harness.press("y w r i t e Enter");
            let orders = harness.orders();
            assert!(
                orders
                    .iter()
                    .any(|order| matches!(order, Command::AnswerQuestion { .. })),
                "{}: {orders:?}",
                language.code()
            );
        });
    }
}
