//! Tests of probes as the catalogue makes them: which model is meant, the cost, and
//! the stored result.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde_json::json;

use super::*;
use protocol::catalogue::CallForm;
use protocol::stream::{StopReason, StreamPart, ToolFormat};
use protocol::usage::Usage;
use provider::testing::catalog::FixedCatalog;
use provider::{ChatModel, PartStream, Provider, ProviderInfo, StepRequest};

/// Calls natively, whatever it is asked.
struct Calling;

impl ChatModel for Calling {
    fn stream(&self, _: StepRequest) -> PartStream {
        let arguments = json!({ "path": "notes.txt" });
        let usage = Usage {
            input_tokens: 100,
            output_tokens: 10,
            ..Usage::default()
        };
        let (index, id, name) = (0, "call_1".to_owned(), "read_file".to_owned());
        let stop = StopReason::NeedsTools;
        stream::iter([
            StreamPart::CallStart { index, id, name },
            StreamPart::CallEnd { index, arguments },
            StreamPart::Usage { usage },
            StreamPart::Done { stop },
        ])
        .boxed()
    }
}

/// Returns a remote provider of two models.
fn registry() -> Registry {
    let models = ["one", "two"].map(|name| ModelInfo::named("openai", name));
    let catalog = FixedCatalog {
        models: models.to_vec(),
        capabilities: Some(Capabilities {
            tools: ToolFormat::Native,
            reasoning: false,
            images: None,
            context_length: None,
        }),
    };
    let info = ProviderInfo::new("openai", "http://host");
    let mut registry = Registry::default();
    registry.insert(Provider::new(info, Arc::new(catalog), Arc::new(Calling)));
    registry
}

const LIMIT: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_probe_is_paid_for_and_known_to_requests_and_to_the_next_process() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("openai")]);
    assert_eq!(Catalogue::probe(&catalogue, "openai", "one"), None);
    let probed = catalogue
        .probe((None, "one"), LIMIT, &registry())
        .await
        .unwrap();
    assert_eq!(
        (probed.provider.as_str(), probed.model.as_str()),
        ("openai", "one"),
        "the one that offers it"
    );
    assert_eq!(probed.probe.calls, CallForm::Native);
    assert_eq!(probed.probe.repeats_itself, Some(true));
    let known = Catalogue::probe(&catalogue, "openai", "one");
    assert_eq!(known.as_ref(), Some(&probed.probe));
    let spent = catalogue.spent_today().await.unwrap();
    let row = spent.first().expect("a row of the day");
    assert_eq!((row.model.as_str(), row.steps), ("one", 3));
    assert_eq!((row.usage.input_tokens, row.usage.output_tokens), (300, 30));
    assert_eq!(row.usage.cost_usd, None, "an unknown price is none");
    drop(catalogue);
    let later = kept(&folder, vec![fixed("openai")]);
    assert_eq!(later.probed().await, std::slice::from_ref(&probed));
    assert_eq!(later.settings_view(&registry()).await.probed, [probed]);
}

#[tokio::test]
async fn a_probe_that_goes_over_the_days_budget_is_not_made_and_keeps_nothing() {
    let folder = TempDir::new().unwrap();
    let mut catalogue = kept(&folder, vec![fixed("openai")]);
    catalogue.budgets.day.tokens = Some(50);
    let refused = catalogue
        .probe((Some("openai"), "one"), LIMIT, &registry())
        .await;
    let words = refused.unwrap_err().to_string();
    assert!(words.contains("budgets.day_tokens"), "{words}");
    assert_eq!(catalogue.probed().await, []);
}

#[tokio::test]
async fn a_model_is_probed_by_its_name_with_its_provider_or_as_the_only_one_that_is_offered() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("openai"), fixed("ollama")]);
    for (provider, named, model) in [
        (None, "openai/unlisted", "unlisted"),
        (None, "gpt-4.1", "gpt-4.1"),
        (None, "two", "two"),
        (Some("openai"), "some/model", "some/model"),
    ] {
        let probed = catalogue.probe((provider, named), LIMIT, &registry()).await;
        assert_eq!(probed.unwrap().model, model, "{named}");
    }
    let unknown = catalogue
        .probe((None, "nobody-has-it"), LIMIT, &registry())
        .await;
    let words = unknown.unwrap_err().to_string();
    assert!(words.contains("`agentichat models list` shows"), "{words}");
}
