//! Budgets in real runs, over sessions and days.

use super::listed;
use crate::support::http::Server;
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, openai};

/// Runs with these settings; the server answers one request.
async fn run(place: &Place, settings: &[&str]) -> ProgramOutput {
    let server = Server::start(vec![listed(&["m"]), openai(Step::Says("hello"), 0)]).await;
    let with = [("OPENAI_BASE_URL", server.url.as_str())];
    let mut all = vec!["--provider", "openai", "--model", "m", "--json"];
    for setting in settings {
        all.extend(["--set", setting]);
    }
    all.push("hi");
    place.run(&all, &with).await
}

/// Makes two runs on the same day, in a fresh place; repeats if midnight came between them.
async fn within_a_day() -> (ProgramOutput, ProgramOutput) {
    loop {
        let day = jiff::Zoned::now().date();
        let place = Place::new().await;
        let first = run(&place, &["budgets.day_tokens=100000"]).await;
        // 1,220 tokens are spent; the rest is less than the prompt needs.
        let second = run(&place, &["budgets.day_tokens=1300"]).await;
        if jiff::Zoned::now().date() == day {
            return (first, second);
        }
    }
}

#[tokio::test]
async fn what_other_sessions_took_today_counts_and_the_call_that_goes_over_is_not_made() {
    let (first, second) = within_a_day().await;
    assert_eq!(first.status, 0, "{first:?}");
    assert_eq!(second.status, 1);
    let failed = &second.of_type("job.failed")[0]["data"];
    let error = failed["error"].as_str().expect("words");
    assert!(
        error.contains("today's budget is 1300 tokens: 1220 are used"),
        "{error}"
    );
    assert!(error.contains("The call was not made"), "{error}");
    let hint = failed["hint"].as_str().expect("what to do");
    assert!(hint.contains("budgets.day_tokens"), "{hint}");
    assert_eq!(second.of_type("step.completed").len(), 0);
}

#[tokio::test]
async fn a_model_without_a_price_is_told_of_where_money_is_counted() {
    let place = Place::new().await;
    // The scripted server is local, where nothing costs: the model's own price is half known.
    let add = [
        "models",
        "add",
        "--provider",
        "openai",
        "--api-name",
        "m",
        "--context-window",
        "32768",
        "--max-output",
        "1024",
        "--price-in",
        "2",
    ];
    assert_eq!(place.agentichat(&add, &[]).await.status, 0);
    let said = run(&place, &["budgets.day_usd=5"]).await;
    assert_eq!(said.status, 0, "{said:?}");
    let notices = said.of_type("notice");
    let is_told = notices.iter().any(|notice| {
        let text = notice["data"]["text"].as_str().unwrap_or_default();
        text.contains("no price is set for openai/m")
    });
    assert!(is_told, "{notices:?}");
    let usage = &said.of_type("step.completed")[0]["data"]["usage"];
    assert!(usage.get("cost_usd").is_none(), "unknown is not 0: {usage}");
    assert_eq!(usage["unpriced_tokens"], 1_220);
}

#[tokio::test]
async fn a_model_on_this_machine_costs_nothing() {
    let place = Place::new().await;
    let said = run(&place, &["budgets.session_usd=0"]).await;
    assert_eq!(said.status, 0, "{said:?}");
    let usage = &said.of_type("step.completed")[0]["data"]["usage"];
    assert_eq!(usage["cost_usd"], 0.0);
}
