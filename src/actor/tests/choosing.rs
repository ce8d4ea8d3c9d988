//! Tests of naming a provider without a model: a model is chosen, and the next message is answered.

use super::support::{House, says};
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;

#[tokio::test]
async fn after_going_to_a_provider_the_next_message_is_answered_by_the_model_that_was_last_used_there()
 {
    let mut house = House::new(Mode::Review).await;
    *house.provider.offers.lock().unwrap() = ["first", "used", "named"].map(str::to_owned).to_vec();
    let set = |house: &House, model: &str| Command::SetModel {
        session: house.session,
        provider: Some("scripted".to_owned()),
        model: model.to_owned(),
    };
    house.command(set(&house, "used"));
    house.provider.answer(says("yes"));
    house.send("are you there?");
    house.event("job.completed").await;
    // This provider never answered.
    house.command(set(&house, "named"));
    house.command(set(&house, ""));
    house.provider.answer(says("still here"));
    house.send("and now?");
    house.event("job.completed").await;
    let models: Vec<String> = house
        .provider
        .requests()
        .iter()
        .map(|request| request.model.clone())
        .collect();
    assert_eq!(models, ["used", "used"]);
    house.command(Command::SetModel {
        session: house.session,
        provider: Some("nowhere".to_owned()),
        model: String::new(),
    });
    let event = house.event("command.rejected").await;
    let EventKind::CommandRejected { reason, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert!(reason.contains("nowhere"), "{reason}");
    house.provider.answer(says("as before"));
    house.send("still?");
    house.event("job.completed").await;
}
