//! Tests of naming a provider without a model: a model is chosen, and the next message is answered.

use super::harness::{ActorHarness, says};
use protocol::approval::Mode;
use protocol::command::Command;

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
