//! Tests of naming a provider without a model: a model is chosen, and the next message is answered.

use super::harness::{ActorHarness, says};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::effort::Effort;
use protocol::query::{Query, Reply};

#[tokio::test]
async fn after_going_to_a_provider_the_next_message_is_answered_by_the_model_that_was_last_used_there()
 {
    let mut harness = ActorHarness::new(Mode::Review).await;
    *harness.provider.offers.lock().unwrap() =
        ["first", "used", "named"].map(str::to_owned).to_vec();
    let set = |harness: &ActorHarness, model: &str| Command::SetModel {
        session: harness.session,
        provider: Some("scripted".to_owned()),
        model: model.to_owned(),
    };
    harness.command(set(&harness, "used"));
    harness.completed_run("are you there?", says("yes")).await;
    // This provider never answered.
    harness.command(set(&harness, "named"));
    harness.command(set(&harness, ""));
    harness.completed_run("and now?", says("still here")).await;
    let models: Vec<String> = harness
        .provider
        .requests()
        .iter()
        .map(|request| request.model.clone())
        .collect();
    assert_eq!(models, ["used", "used"]);
    harness.command(Command::SetModel {
        session: harness.session,
        provider: Some("nowhere".to_owned()),
        model: String::new(),
    });
    let reason = harness.refusal().await;
    assert!(reason.contains("nowhere"), "{reason}");
    harness.completed_run("still?", says("as before")).await;
}

#[tokio::test]
async fn the_efforts_of_one_model_are_known_without_a_request() {
    let harness = ActorHarness::new(Mode::Review).await;
    for (provider, model, reasons, efforts) in [
        (
            "mistral",
            "mistral-small-latest",
            Some(true),
            vec![Effort::Off, Effort::High],
        ),
        ("ollama", "mistral:7b", Some(false), Vec::new()),
        ("scripted", "nobody-knows", None, Effort::ALL[1..].to_vec()),
    ] {
        let query = Query::KnownModel {
            provider: provider.to_owned(),
            model: model.to_owned(),
        };
        let Reply::Models { models, .. } = harness.query(query).await else {
            panic!("no models");
        };
        let [known] = &models[..] else {
            panic!("{models:?}");
        };
        assert_eq!(
            (known.provider.as_str(), known.name.as_str()),
            (provider, model)
        );
        let reasoning = &known.details.reasoning;
        assert_eq!(reasoning.reasons, reasons, "{model}");
        assert_eq!(reasoning.efforts, efforts, "{model}");
    }
    assert!(harness.provider.requests().is_empty());
}
