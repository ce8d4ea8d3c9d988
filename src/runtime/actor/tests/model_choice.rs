//! Tests of naming a provider without a model: a model is chosen, and the next message is answered.

use super::support::{ActorHarness, says};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;

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
    harness.provider.answer(says("yes"));
    harness.send("are you there?");
    harness.event("job.completed").await;
    // This provider never answered.
    harness.command(set(&harness, "named"));
    harness.command(set(&harness, ""));
    harness.provider.answer(says("still here"));
    harness.send("and now?");
    harness.event("job.completed").await;
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
    let event = harness.event("command.rejected").await;
    let EventKind::CommandRejected { reason, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert!(reason.to_string().contains("nowhere"), "{reason}");
    harness.provider.answer(says("as before"));
    harness.send("still?");
    harness.event("job.completed").await;
}
