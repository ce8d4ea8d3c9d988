//! Tests of models, provider settings and spending on a real database.

use jiff::Timestamp;
use jiff::civil::date;
use tempfile::TempDir;

use crate::catalogue::CatalogueFailure;
use crate::global::GlobalStore;
use crate::ratios::KeptRatio;
use notice::Notice;
use protocol::catalogue::{
    CallForm, ModelChange, ModelProbe, NewModel, Payment, Price, ProbedModel, ProviderChange,
    Setting,
};
use protocol::estimate::Ratio;
use protocol::usage::Usage;

fn open(folder: &TempDir) -> GlobalStore {
    let (store, notices) = GlobalStore::open(folder.path()).unwrap();
    assert_eq!(notices, []);
    store
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn named(provider: &str, api_name: &str) -> NewModel {
    NewModel {
        provider: provider.into(),
        name: api_name.to_uppercase(),
        api_name: api_name.into(),
        context_window: 8_192,
        max_output_tokens: 1_024,
        temperature_default: 0.7,
        price: Price::default(),
        vision: None,
    }
}

#[track_caller]
fn refused<T: std::fmt::Debug>(done: Result<T, CatalogueFailure>, name: &str) {
    match done {
        Err(CatalogueFailure::Refused(error)) => assert_eq!(error.name(), name, "{error}"),
        other => panic!("{name}, not {other:?}"),
    }
}

#[tokio::test]
async fn seeding_again_adds_nothing_and_keeps_what_the_user_changed() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let seeds = vec![named("a", "one"), named("a", "two")];
    assert_eq!(store.seed(seeds.clone(), at(1)).await.unwrap(), 2);
    assert_eq!(store.seed(seeds.clone(), at(2)).await.unwrap(), 0);
    let cooler = ModelChange {
        temperature_default: Some(0.2),
        ..ModelChange::default()
    };
    store
        .change_model("one".into(), cooler, at(3))
        .await
        .unwrap();
    // A later build knows a price and a third model.
    let mut better = seeds;
    better[0].price.input = Some(1.0);
    better.push(named("a", "three"));
    assert_eq!(store.seed(better, at(4)).await.unwrap(), 1);
    let models = store.models().await.unwrap();
    let names: Vec<&str> = models.iter().map(|model| model.api_name.as_str()).collect();
    assert_eq!(names, ["one", "three", "two"]);
    assert!((models[0].temperature_default - 0.2).abs() < 1e-9);
    assert_eq!(models[0].price.input, Some(1.0));
    assert_eq!(models[0].id, "one", "a built-in model's id is its api name");
    assert_eq!(models[0].created_at, at(1));
}

#[tokio::test]
async fn models_are_added_changed_and_removed_and_are_there_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    store.seed(vec![named("a", "built")], at(1)).await.unwrap();
    let added = store.add_model(named("a", "mine"), at(2)).await.unwrap();
    assert!(uuid::Uuid::parse_str(&added.id).is_ok());
    assert_eq!((added.created_at, added.updated_at), (at(2), at(2)));
    refused(
        store.add_model(named("a", "mine"), at(3)).await,
        "duplicate_api_name",
    );
    refused(
        store.add_model(named("a", "built"), at(3)).await,
        "duplicate_api_name",
    );
    store.add_model(named("b", "mine"), at(3)).await.unwrap();
    let mut small = named("a", "small");
    small.context_window = 10;
    refused(store.add_model(small, at(3)).await, "out_of_range");
    let rename = ModelChange {
        api_name: Some("built".into()),
        ..ModelChange::default()
    };
    refused(
        store
            .change_model(added.id.clone(), rename.clone(), at(4))
            .await,
        "duplicate_api_name",
    );
    refused(
        store.change_model("built".into(), rename, at(4)).await,
        "builtin_restriction",
    );
    refused(
        store
            .change_model("nobody".into(), ModelChange::default(), at(4))
            .await,
        "unknown_model",
    );
    refused(
        store.remove_model("built".into(), at(5)).await,
        "builtin_restriction",
    );
    refused(
        store.remove_model("nobody".into(), at(5)).await,
        "unknown_model",
    );
    drop(store);
    let store = open(&folder);
    assert_eq!(store.models().await.unwrap().len(), 3);
    store.remove_model(added.id, at(6)).await.unwrap();
    assert_eq!(store.models().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_provider_is_set_field_by_field_and_begins_only_with_a_model_that_is_there() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    assert_eq!(store.provider_settings().await.unwrap(), []);
    let mine = store.add_model(named("a", "mine"), at(1)).await.unwrap();
    let model = |name: &str| ProviderChange {
        default_model: Some(Setting::To(name.into())),
        ..ProviderChange::default()
    };
    refused(
        store.set_provider("a".into(), model("other"), at(2)).await,
        "unknown_default_model",
    );
    refused(
        store.set_provider("b".into(), model("mine"), at(2)).await,
        "unknown_default_model",
    );
    assert_eq!(
        store.provider_settings().await.unwrap(),
        [],
        "what is refused makes no row"
    );
    let set = store
        .set_provider("a".into(), model("mine"), at(2))
        .await
        .unwrap();
    assert_eq!(set.default_model_id.as_ref(), Some(&mine.id));
    assert!(set.enabled);
    let off = ProviderChange {
        enabled: Some(false),
        base_url: Some(Setting::To("http://127.0.0.1:1".into())),
        ..ProviderChange::default()
    };
    let set = store.set_provider("a".into(), off, at(3)).await.unwrap();
    assert_eq!(
        set.default_model_id.as_ref(),
        Some(&mine.id),
        "what is not named stays"
    );
    assert_eq!((set.enabled, set.updated_at), (false, Some(at(3))));
    let back = ProviderChange {
        base_url: Some(Setting::Default),
        ..ProviderChange::default()
    };
    let set = store.set_provider("a".into(), back, at(4)).await.unwrap();
    assert_eq!(set.base_url, None);
    store.remove_model(mine.id, at(5)).await.unwrap();
    let kept = store.provider_settings().await.unwrap();
    assert_eq!(
        kept[0].default_model_id, None,
        "a model that is gone is nobody's default"
    );
}

#[tokio::test]
async fn what_was_spent_adds_up_by_day_and_model_and_unknown_prices_stay_unknown() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let pay = |day, model: &str, cost_usd, unpriced_tokens| {
        store.pay(Payment {
            day: date(2026, 1, day),
            provider: "a".into(),
            model: model.into(),
            usage: Usage {
                input_tokens: 100,
                output_tokens: 10,
                cost_usd,
                unpriced_tokens,
                ..Usage::default()
            },
        })
    };
    pay(1, "x", Some(0.5), 0).await.unwrap();
    pay(1, "x", None, 110).await.unwrap();
    pay(1, "x", Some(0.25), 0).await.unwrap();
    pay(1, "y", None, 110).await.unwrap();
    pay(2, "x", Some(9.0), 0).await.unwrap();
    let rows = store.spent_on(date(2026, 1, 1)).await.unwrap();
    let figures: Vec<_> = rows
        .iter()
        .map(|row| {
            let usage = &row.usage;
            let tokens = usage.total_tokens();
            (
                row.model.as_str(),
                row.steps,
                tokens,
                usage.cost_usd,
                usage.unpriced_tokens,
            )
        })
        .collect();
    assert_eq!(
        figures,
        [("x", 3, 330, Some(0.75), 110), ("y", 1, 110, None, 110)]
    );
    assert_eq!(store.spent_on(date(2026, 1, 3)).await.unwrap(), []);
}

#[tokio::test]
async fn a_database_from_before_pictures_opens_and_its_models_say_nothing_of_them() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("global.db");
    let old = rusqlite::Connection::open(&file).unwrap();
    for script in [
        include_str!("../../../assets/migrations/global/0001_workspaces.sql"),
        include_str!("../../../assets/migrations/global/0002_catalogue.sql"),
    ] {
        old.execute_batch(script).unwrap();
    }
    old.execute_batch(
        "PRAGMA user_version = 2;
         INSERT INTO models VALUES ('m', 'p', 'M', 'm', 0, 8192, 1024, 0.7, '{}', 1, 1);",
    )
    .unwrap();
    drop(old);
    let store = open(&folder);
    let models = store.models().await.unwrap();
    assert_eq!((models.len(), models[0].vision), (1, None));
    let sees = ModelChange {
        vision: Some(true),
        ..ModelChange::default()
    };
    store.change_model("m".into(), sees, at(3)).await.unwrap();
    drop(store);
    let models = open(&folder).models().await.unwrap();
    assert_eq!(models[0].vision, Some(true));
}

#[tokio::test]
async fn the_ratio_of_a_model_is_replaced_and_one_that_cannot_be_is_brought_within_bounds() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    for (model, tokens) in [("m", 5_500), ("m", 6_000), ("n", 4_000)] {
        let kept = KeptRatio {
            provider: "p".into(),
            model: model.into(),
            ratio: Ratio::of_tokens(tokens),
        };
        store.keep_ratio(kept, at(1)).await.unwrap();
    }
    drop(store);
    let file = folder.path().join("global.db");
    let other = rusqlite::Connection::open(file).unwrap();
    let forged = "UPDATE token_ratios SET tokens = 99999999 WHERE model = 'n'";
    other.execute(forged, []).unwrap();
    drop(other);
    let store = open(&folder);
    let read = move || store.ratios_blocking().unwrap();
    let mut kept = tokio::task::spawn_blocking(read).await.unwrap();
    kept.sort_by(|a, b| a.model.cmp(&b.model));
    let ratios: Vec<Ratio> = kept.iter().map(|kept| kept.ratio).collect();
    assert_eq!(ratios, [Ratio::of_tokens(6_000), Ratio::MOST]);
}

fn probed(model: &str, calls: CallForm, second: i64) -> ProbedModel {
    ProbedModel {
        provider: "p".into(),
        model: model.into(),
        probe: ModelProbe {
            calls,
            calls_twice: Some(true),
            repeats_itself: None,
            problem: Some(Notice::text("it was slow")),
            probed_at: at(second),
            elapsed_ms: 7,
        },
    }
}

#[tokio::test]
async fn the_newest_probe_of_a_model_is_kept_and_read_by_the_next_process() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    assert_eq!(store.probes().await.unwrap(), [], "nothing was probed");
    for one in [
        probed("m", CallForm::None, 1),
        probed("n", CallForm::Native, 2),
        probed("m", CallForm::Text, 3),
    ] {
        store.keep_probe(one).await.unwrap();
    }
    drop(store);
    let kept = open(&folder).probes().await.unwrap();
    let wanted = [
        probed("m", CallForm::Text, 3),
        probed("n", CallForm::Native, 2),
    ];
    assert_eq!(kept, wanted);
}

#[tokio::test]
async fn a_database_without_the_table_of_probes_is_read_and_an_earlier_build_reads_one_with_it() {
    let folder = TempDir::new().unwrap();
    let version = |folder: &TempDir| {
        let file = folder.path().join("global.db");
        let other = rusqlite::Connection::open(file).unwrap();
        let tables: i64 = other
            .query_row(
                "SELECT count(*) FROM sqlite_master WHERE name = 'model_probes'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        let version: i64 = other
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .unwrap();
        (tables, version)
    };
    let store = open(&folder);
    assert_eq!(store.probes().await.unwrap(), []);
    let (tables, before) = version(&folder);
    assert_eq!(tables, 0, "reading makes none");
    store
        .keep_probe(probed("m", CallForm::Native, 1))
        .await
        .unwrap();
    assert_eq!(
        version(&folder),
        (1, before),
        "the version is the earlier one's"
    );
}

#[tokio::test]
async fn a_probe_that_cannot_be_read_is_none_and_a_model_that_goes_takes_its_own_along() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let mine = store.add_model(named("p", "mine"), at(1)).await.unwrap();
    for model in ["mine", "other", "later"] {
        store
            .keep_probe(probed(model, CallForm::Native, 1))
            .await
            .unwrap();
    }
    let file = folder.path().join("global.db");
    let other = rusqlite::Connection::open(file).unwrap();
    let later = r#"UPDATE model_probes SET probe = '{"calls":"by_post"}' WHERE model = 'later'"#;
    other.execute(later, []).unwrap();
    drop(other);
    store.remove_model(mine.id, at(2)).await.unwrap();
    let left = store.probes().await.unwrap();
    assert_eq!(left, [probed("other", CallForm::Native, 1)]);
}
