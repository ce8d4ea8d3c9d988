//! Egress without a screen: nothing leaves the machine before it is allowed, and the messages say
//! how to allow it and how to revoke that.

use crate::support::program::Place;

/// An address that belongs to no machine: no test may reach one.
const ELSEWHERE: &str = "http://192.0.2.1:9/v1";

async fn refused(place: &Place, more: &[&str]) -> String {
    let mut arguments = vec!["--json", "--provider", "openai", "--model", "m"];
    arguments.extend(more);
    arguments.push("go");
    let said = place
        .run(&arguments, &[("OPENAI_BASE_URL", ELSEWHERE)])
        .await;
    assert_ne!(said.status, 0);
    let failed = said.of_type("job.failed");
    failed
        .first()
        .unwrap_or_else(|| panic!("{said:?}"))
        .to_string()
}

#[tokio::test]
async fn nothing_leaves_the_machine_unasked_and_trust_gives_and_takes_leave() {
    let place = Place::new().await;
    let variables = [("OPENAI_BASE_URL", ELSEWHERE)];
    let failed = refused(&place, &[]).await;
    assert!(failed.contains("nobody has allowed"), "{failed}");
    assert!(
        failed.contains("agentichat trust --send openai"),
        "{failed}"
    );
    let arguments = ["trust", "--send", "openai", "--cwd", "."];
    let said = place.agentichat(&arguments, &variables).await;
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("may go to openai at"), "{said:?}");
    // The strict setting overrides the permission.
    let failed = refused(&place, &["--set", "allow_fallback=false"]).await;
    assert!(failed.contains("allow_fallback is false"), "{failed}");
    let said = place.agentichat(&["trust", "--revoke"], &variables).await;
    assert!(said.out.contains("openai at"), "{said:?}");
    let failed = refused(&place, &[]).await;
    assert!(failed.contains("nobody has allowed"), "{failed}");
}

#[tokio::test]
async fn what_is_on_this_machine_needs_no_leave() {
    let place = Place::new().await;
    let variables = [("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")];
    let said = place
        .agentichat(&["trust", "--send", "openai"], &variables)
        .await;
    assert_eq!(said.status, 1, "{said:?}");
    assert!(said.log.contains("is on this machine"), "{said:?}");
}
