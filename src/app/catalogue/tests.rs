mod probing;
mod saving;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tempfile::TempDir;

use super::*;
use config::keys::Keys;
use notice::Notice;
use protocol::catalogue::{
    CatalogueCommand, CatalogueReply, NewModel, Price, ProviderChange, Setting,
};
use protocol::estimate::Ratio;
use protocol::stream::{Capabilities, ModelInfo};
use provider::registry::{KINDS, Registry};
use provider::{ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest};
use runtime::actor::Catalogue;

fn fixed(provider: &str) -> ProviderOverrides {
    ProviderOverrides {
        provider: provider.into(),
        base_url: None,
        default_url: Some("http://default:1".into()),
        model: None,
        keep_alive: None,
    }
}

fn kept(folder: &TempDir, fixed: Vec<ProviderOverrides>) -> Catalog {
    let (store, _) = GlobalStore::open(folder.path()).unwrap();
    let (models, settings) = store.begin(builtin::models(), Timestamp::now()).unwrap();
    let ratios = store.ratios_blocking().unwrap();
    Catalog {
        store: Some(store),
        problem: None,
        known: RwLock::new(KnownModels {
            models,
            settings,
            ratios,
            probed: Vec::new(),
        }),
        keys: KeyRegistry::new(
            Keys::new(folder.path()),
            fixed
                .iter()
                .map(|one| (one.provider.clone(), KeyState::default()))
                .collect(),
            &BTreeMap::new(),
        ),
        fixed,
        budgets: Budgets::default(),
        defaults: super::Defaults::default(),
        own_files: std::sync::Arc::new(super::UserFiles::at(folder.path())),
        learned: RuntimeSecrets::default(),
        agents: agents::AgentFolders::default(),
    }
}

fn set(provider: &str, change: ProviderChange) -> CatalogueCommand {
    let provider = provider.into();
    CatalogueCommand::SetProvider { provider, change }
}

fn address(url: &str) -> ProviderChange {
    ProviderChange {
        base_url: Some(Setting::To(url.into())),
        ..ProviderChange::default()
    }
}

#[test]
fn every_built_in_model_is_within_its_bounds_and_has_an_id_of_its_own() {
    let models = builtin::models();
    assert!(models.len() > 20, "the table was read");
    let ids: BTreeSet<&str> = models.iter().map(|model| model.api_name.as_str()).collect();
    assert_eq!(ids.len(), models.len(), "an id is an api name");
    for model in &models {
        assert_eq!(model.clone().check().as_ref(), Ok(model));
        let is_free = model.price.input == Some(0.0) || model.price.output == Some(0.0);
        assert!(!is_free, "{}: unknown is no 0", model.api_name);
        if model.provider == "ollama" {
            assert_eq!(model.price, Price::default(), "it may run anywhere");
        }
    }
    for provider in ["ollama", "openai", "anthropic", "mistral"] {
        assert!(
            models.iter().any(|model| model.provider == provider),
            "{provider}"
        );
    }
}

#[test]
fn every_kind_of_provider_but_the_recording_can_be_set() {
    let names: Vec<&str> = crate::app::providers::names().collect();
    assert_eq!(
        names.len(),
        KINDS.len(),
        "the claude program is none of them"
    );
    assert!(names.contains(&"claude-cli"));
    assert!(!names.contains(&"replay"));
}

#[tokio::test]
async fn what_was_said_stands_over_the_settings_and_they_over_the_default() {
    let folder = TempDir::new().unwrap();
    let mut said = fixed("openai");
    said.base_url = Some((
        "http://said:1".into(),
        notice!("origin-environment", word = "X"),
    ));
    let kept = kept(&folder, vec![fixed("ollama"), said]);
    assert_eq!(kept.base_url("ollama").from.to_string(), "default");
    for provider in ["ollama", "openai"] {
        let order = set(provider, address("http://kept:1"));
        let words = kept.change(order).await.unwrap().to_string();
        let over = words.contains("environment X overrides");
        assert_eq!(over, provider == "openai", "{words}");
    }
    let ollama = kept.base_url("ollama");
    assert_eq!(
        (ollama.value.as_deref(), ollama.from),
        (Some("http://kept:1"), notice!("origin-settings"))
    );
    let openai = kept.base_url("openai");
    assert_eq!(
        (openai.value.as_deref(), openai.from.to_string()),
        (Some("http://said:1"), "environment X".to_owned())
    );
}

#[tokio::test]
async fn an_address_with_a_password_in_it_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let kept = kept(&folder, vec![fixed("openai")]);
    for wrong in [
        "https://me:pass-0123@host/v1",
        "not an address",
        "ftp://host",
    ] {
        let refused = kept
            .change(set("openai", address(wrong)))
            .await
            .unwrap_err();
        let words = refused.to_string();
        assert!(words.starts_with("base_url must be"), "{words}");
        assert!(!words.contains("pass-0123"), "{words}");
    }
    assert_eq!(kept.base_url("openai").from.to_string(), "default");
}

#[tokio::test]
async fn a_model_is_found_by_id_by_name_and_by_both_names_and_two_of_a_name_are_told() {
    let folder = TempDir::new().unwrap();
    let kept = kept(&folder, vec![fixed("ollama"), fixed("openai")]);
    assert_eq!(kept.find("gpt-4.1").unwrap().provider, "openai");
    assert_eq!(kept.find("nothing").unwrap_err().name(), "unknown_model");
    let model = NewModel {
        provider: "ollama".into(),
        name: "Mine".into(),
        api_name: "gpt-4.1".into(),
        context_window: 4_096,
        max_output_tokens: 512,
        temperature_default: 0.7,
        price: Price::default(),
        vision: None,
    };
    let order = CatalogueCommand::AddModel { model };
    kept.change(order).await.unwrap();
    assert_eq!(kept.find("gpt-4.1").unwrap_err().name(), "ambiguous_model");
    let mine = kept.find("ollama/gpt-4.1").unwrap();
    assert_eq!(kept.find(&mine.id).unwrap(), mine);
    assert_eq!(kept.find("openai/gpt-4.1").unwrap().id, "gpt-4.1");
}

#[tokio::test]
async fn a_test_of_a_provider_that_is_not_there_says_why_and_what_to_do() {
    let folder = TempDir::new().unwrap();
    let kept = kept(&folder, vec![fixed("openai")]);
    let unknown = kept.test("nobody", &Registry::default()).await.unwrap_err();
    assert_eq!(unknown.name(), "unknown_provider");
    let test = kept.test("openai", &Registry::default()).await.unwrap();
    assert!(!test.success && test.latency_ms.is_none());
    assert!(
        test.error_message
            .unwrap()
            .to_string()
            .contains("no provider")
    );
}

#[tokio::test]
async fn models_of_a_server_that_is_switched_off_are_not_asked_for() {
    let folder = TempDir::new().unwrap();
    let kept = kept(&folder, vec![fixed("openai")]);
    let off = ProviderChange {
        enabled: Some(false),
        ..ProviderChange::default()
    };
    kept.change(set("openai", off)).await.unwrap();
    let answer = kept.all_models(None, &Registry::default()).await.unwrap();
    let CatalogueReply::Models { errors, kept, .. } = answer else {
        panic!("models");
    };
    assert_eq!(errors, [], "an empty registry would have said so");
    assert!(!kept.is_empty());
}

#[tokio::test]
async fn what_a_count_taught_of_a_model_is_known_to_the_next_process() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("ollama")]);
    assert_eq!(Catalogue::ratio(&catalogue, "ollama", "m"), None);
    for tokens in [6_000, 7_000] {
        let ratio = Ratio::of_tokens(tokens);
        Catalogue::learn(&catalogue, "ollama".into(), "m".into(), ratio).await;
    }
    drop(catalogue);
    let later = kept(&folder, vec![fixed("ollama")]);
    let known = Catalogue::ratio(&later, "ollama", "m");
    assert_eq!(known, Some(Ratio::of_tokens(7_000)));
    assert_eq!(Catalogue::ratio(&later, "ollama", "other"), None);
}

#[tokio::test]
async fn models_that_see_are_those_of_the_same_provider_first() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("ollama"), fixed("anthropic")]);
    let seeing = Catalogue::seeing(&catalogue, "ollama");
    assert_eq!(
        seeing.first().map(String::as_str),
        Some("ollama/gemma3:12b")
    );
    assert!(seeing.iter().any(|model| model.starts_with("anthropic/")));
    assert!(
        !seeing.iter().any(|model| model.contains("coder")),
        "{seeing:?}"
    );
    let first = Catalogue::seeing(&catalogue, "anthropic");
    assert!(
        first
            .first()
            .is_some_and(|model| model.starts_with("anthropic/"))
    );
}

/// A server that offers two chat models and one for embeddings, or is away.
struct Offering {
    is_away: bool,
}

impl Offering {
    fn provider(is_away: bool) -> Provider {
        let offering = Arc::new(Self { is_away });
        let info = ProviderInfo::new("openai", "http://host");
        Provider::new(info, offering.clone(), offering)
    }
}

impl ModelCatalog for Offering {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Ok(Notice::default()) })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        let mut models =
            ["one", "two:latest", "vectors"].map(|name| ModelInfo::named("openai", name));
        models[2].embeds_only = true;
        let is_away = self.is_away;
        Box::pin(async move {
            if is_away {
                Err(ProviderError::new(
                    ProviderErrorKind::Connection,
                    Notice::text("it is away"),
                ))
            } else {
                Ok(models.to_vec())
            }
        })
    }

    fn capabilities<'a>(
        &'a self,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        unreachable!("nobody asks here")
    }
}

impl ChatModel for Offering {
    fn stream(&self, _: StepRequest) -> PartStream {
        unreachable!("nobody asks here")
    }
}

fn first_model(name: &str) -> ProviderChange {
    ProviderChange {
        default_model: Some(Setting::To(name.into())),
        ..ProviderChange::default()
    }
}

#[tokio::test]
async fn a_first_model_is_one_that_is_kept_or_offered_and_none_that_is_not() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("openai")]);
    let mut registry = Registry::default();
    registry.insert(Offering::provider(false));
    for (name, vouched) in [("gpt-4.1", false), ("one", true), ("two", true)] {
        let mut order = set("openai", first_model(name));
        assert_eq!(
            catalogue.check_default_model(&mut order, &registry).await,
            Ok(None),
            "{name}"
        );
        let CatalogueCommand::SetProvider { change, .. } = &order else {
            unreachable!()
        };
        assert_eq!(change.is_vouched_for, vouched, "{name}");
        catalogue.change(order).await.unwrap();
        assert_eq!(
            catalogue.default_model("openai").value.as_deref(),
            Some(name)
        );
    }
    for name in ["none", "vectors"] {
        let mut order = set("openai", first_model(name));
        let refused = catalogue
            .check_default_model(&mut order, &registry)
            .await
            .unwrap_err();
        assert_eq!(refused.name(), "unknown_default_model", "{name}");
    }
    // A model that failed the check is not stored either.
    let refused = catalogue.change(set("openai", first_model("none"))).await;
    assert!(refused.is_err());
}

#[tokio::test]
async fn a_first_model_that_cannot_be_looked_for_is_taken_with_a_warning() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("openai")]);
    let mut registry = Registry::default();
    registry.insert(Offering::provider(true));
    let mut order = set("openai", first_model("mine"));
    let warning = catalogue
        .check_default_model(&mut order, &registry)
        .await
        .unwrap();
    let warning = warning.expect("a warning").to_string();
    assert!(warning.contains("(it is away)"), "{warning}");
    catalogue.change(order).await.unwrap();
    assert_eq!(
        catalogue.default_model("openai").value.as_deref(),
        Some("mine")
    );
}

#[tokio::test]
async fn looking_for_a_model_asks_who_is_named_then_who_is_set_up_and_tells_what_was_looked_at() {
    let folder = TempDir::new().unwrap();
    let mut catalogue = kept(&folder, vec![fixed("openai"), fixed("mistral")]);
    let key = |name: &str, takes| (name.to_owned(), takes);
    catalogue.defaults =
        Defaults::for_test("mistral", &[key("openai", true), key("mistral", true)]);
    let mut away = Registry::default();
    away.insert(Offering::provider(true));
    let search = catalogue.find_model("openai", &away).await;
    assert_eq!(search.found, None);
    assert_eq!(
        search.said.first().map(ToString::to_string).as_deref(),
        Some("openai: it is away")
    );
    assert_eq!(
        search.said.len(),
        2,
        "and the local server: {:?}",
        search.said
    );
    let told: Vec<(&str, bool)> = search
        .keys
        .iter()
        .map(|key| (key.provider.as_str(), key.is_set))
        .collect();
    assert_eq!(told, [("openai", false), ("mistral", false)]);
    assert_eq!(search.providers, ["openai", "mistral"]);
    // A key that was stored meanwhile is found.
    let secret = redact::Secret::new("quiet.Heron-51-of-the-north-lake");
    let place = protocol::catalogue::KeyPlace::File;
    catalogue.keys.keys.set("mistral", &secret, place).unwrap();
    let search = catalogue.find_model("openai", &away).await;
    assert!(
        search
            .keys
            .iter()
            .any(|key| key.provider == "mistral" && key.is_set)
    );
    // Its first chat model.
    let mut there = Registry::default();
    there.insert(Offering::provider(false));
    let search = catalogue.find_model("openai", &there).await;
    let found = search.found.expect("it offers some");
    assert_eq!(
        (found.provider.as_str(), found.model.as_str()),
        ("openai", "one")
    );
    // Mistral was not named explicitly and is not there: another provider that the user has set up
    // takes its place.
    let search = catalogue.find_model("mistral", &there).await;
    assert_eq!(search.found, None);
    let mut order = set("openai", first_model("one"));
    catalogue
        .check_default_model(&mut order, &there)
        .await
        .unwrap();
    catalogue.change(order).await.unwrap();
    let search = catalogue.find_model("mistral", &there).await;
    let found = search.found.expect("openai is set up");
    assert_eq!(
        (found.provider.as_str(), found.model.as_str()),
        ("openai", "one")
    );
}

#[tokio::test]
async fn a_provider_whose_address_or_key_the_user_set_is_found_again_without_a_default_model() {
    for by_key in [false, true] {
        let folder = TempDir::new().unwrap();
        let mut catalogue = kept(&folder, vec![fixed("openai"), fixed("ollama")]);
        let providers = [("ollama", false), ("openai", true)];
        let providers = providers.map(|(name, takes)| (name.to_owned(), takes));
        catalogue.defaults = Defaults::for_test("ollama", &providers);
        let mut there = Registry::default();
        there.insert(Offering::provider(false));
        let search = catalogue.find_model("ollama", &there).await;
        assert_eq!(search.found, None, "nobody has set openai up");
        if by_key {
            let secret = redact::Secret::new("quiet.Heron-51-of-the-north-lake");
            let place = protocol::catalogue::KeyPlace::File;
            catalogue.keys.keys.set("openai", &secret, place).unwrap();
        } else {
            let order = set("openai", address("http://host:8000/v1"));
            catalogue.change(order).await.unwrap();
        }
        let found = catalogue.find_model("ollama", &there).await.found;
        let found = found.map(|found| (found.provider, found.model));
        assert_eq!(found, Some(("openai".to_owned(), "one".to_owned())));
    }
}

#[tokio::test]
async fn going_to_a_provider_takes_what_is_set_then_what_answered_then_what_is_offered() {
    let folder = TempDir::new().unwrap();
    let mut configured = fixed("openai");
    configured.model = Some(("mine".to_owned(), Notice::text("a file")));
    let mut there = Registry::default();
    there.insert(Offering::provider(false));
    let used = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    // The configured model wins, whatever answered before.
    let two = used(&["two:latest"]);
    let catalogue = kept(&folder, vec![configured]);
    let chosen = catalogue.choose_for_use("openai", &two, &there);
    assert_eq!(chosen.await.as_deref(), Ok("mine"));
    // The default from its settings.
    let catalogue = kept(&folder, vec![fixed("openai")]);
    let mut order = set("openai", first_model("two:latest"));
    catalogue
        .check_default_model(&mut order, &there)
        .await
        .unwrap();
    catalogue.change(order).await.unwrap();
    let chosen = catalogue.choose_for_use("openai", &[], &there).await;
    assert_eq!(chosen.as_deref(), Ok("two:latest"));
    // The latest that answered and is still offered; else the first chat model.
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("openai")]);
    let vectors = used(&["vectors"]);
    let answered = used(&["gone", "two:latest", "one"]);
    let chosen = catalogue.choose_for_use("openai", &answered, &there).await;
    assert_eq!(chosen.as_deref(), Ok("two:latest"));
    let chosen = catalogue.choose_for_use("openai", &vectors, &there);
    assert_eq!(
        chosen.await.as_deref(),
        Ok("one"),
        "vectors cannot be talked to"
    );
}

#[tokio::test]
async fn where_a_provider_gives_no_model_it_is_said_how_one_is_named_and_which_are_known() {
    let folder = TempDir::new().unwrap();
    let catalogue = kept(&folder, vec![fixed("openai")]);
    let mut away = Registry::default();
    away.insert(Offering::provider(true));
    let used = ["own-7b".to_owned()];
    let chosen = catalogue.choose_for_use("openai", &used, &away).await;
    assert_eq!(chosen.as_deref(), Ok("own-7b"), "it answered before");
    let why = catalogue
        .choose_for_use("openai", &[], &away)
        .await
        .unwrap_err()
        .to_string();
    let first = &catalogue.models(Some("openai")).unwrap()[0].api_name;
    assert!(why.contains("it is away"), "{why}");
    assert!(why.contains(&format!("`/use openai {first}`")), "{why}");
    assert!(why.contains("known models: "), "{why}");
}
