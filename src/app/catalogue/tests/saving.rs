//! Tests of saving a settings screen: all or none, based on what the user saw, and
//! effective at once.

use std::path::PathBuf;
use std::sync::Arc;

use super::*;
use notice::{Notice, notice};
use protocol::catalogue::{
    BackgroundJob, JobProgress, KeyChange, KeyPlace, KeySave, KeySource, ProviderSave, SaveError,
    SettingsSave, SettingsView,
};
use provider::http::Timeouts;
use redact::{Masker, Secret};

const KEY: &str = "quiet.Heron-51-of-the-north-lake";

fn registry(kept: &Catalog) -> Arc<Registry> {
    let names = ["openai", "mistral"];
    let settings: Vec<ToMake> = names.map(|name| kept.provider_settings(name)).to_vec();
    Arc::new(Registry::build(&settings, Timeouts::default()))
}

fn both(folder: &TempDir) -> (Catalog, Arc<Registry>) {
    let kept = kept(folder, vec![fixed("openai"), fixed("mistral")]);
    let registry = registry(&kept);
    (kept, registry)
}

fn set_address(provider: &str, url: &str) -> SettingsSave {
    SettingsSave {
        providers: vec![ProviderSave {
            provider: provider.into(),
            change: address(url),
            seen: None,
        }],
        ..SettingsSave::default()
    }
}

fn keep_key(provider: &str, key: &str) -> KeySave {
    KeySave {
        provider: provider.into(),
        change: KeyChange::Keep {
            key: Secret::new(key),
            place: KeyPlace::File,
        },
        seen: None,
    }
}

async fn save(
    kept: &Catalog,
    registry: &Registry,
    save: SettingsSave,
) -> (Result<Vec<Notice>, SaveError>, SettingsView) {
    match kept.save(save, registry).await {
        JobProgress::Saved { result, view } => (result, *view),
        other => panic!("{other:?}"),
    }
}

fn key_file(folder: &TempDir, provider: &str) -> PathBuf {
    folder.path().join("keys").join(provider)
}

#[tokio::test]
async fn what_is_saved_holds_for_the_next_request() {
    let folder = TempDir::new().unwrap();
    let (kept, registry) = both(&folder);
    let before = registry.get("openai").unwrap();
    let mut changes = set_address("openai", "http://127.0.0.1:9/v1");
    changes.keys.push(keep_key("openai", KEY));
    let (result, view) = save(&kept, &registry, changes).await;
    assert_eq!(result, Ok(Vec::new()));
    assert_eq!(
        registry.get("openai").unwrap().info.address,
        "http://127.0.0.1:9/v1"
    );
    assert_ne!(
        before.info.address, "http://127.0.0.1:9/v1",
        "who had it keeps it"
    );
    let from = view.providers[0].view.api_key_from.clone();
    assert!(matches!(from, Some(KeySource::File { .. })), "{from:?}");
    assert_eq!(
        kept.provider_settings("openai").api_key,
        Some(Secret::new(KEY))
    );
    let masker = Masker::default().learning(&kept.learned);
    assert_eq!(masker.mask(&format!("a {KEY} b")), "a [secret] b");
    // Disabled, and enabled again.
    let seen = view.providers[0].view.updated_at;
    let mut off = set_address("openai", "http://127.0.0.1:9/v1");
    off.providers[0].seen = seen;
    off.providers[0].change.enabled = Some(false);
    let (_, view) = save(&kept, &registry, off).await;
    let refused = registry.get("openai").err().unwrap();
    assert!(
        refused.message.to_string().contains("switched off"),
        "{refused:?}"
    );
    let on = ProviderChange {
        enabled: Some(true),
        ..ProviderChange::default()
    };
    assert!(!view.providers[0].view.enabled);
    let words = runtime::actor::Catalogue::execute(&kept, set("openai", on), Arc::clone(&registry));
    let words = words.await.unwrap().to_string();
    assert!(words.ends_with("Applies from the next request."), "{words}");
    assert!(registry.get("openai").is_ok());
}

#[tokio::test]
async fn where_one_change_cannot_be_none_is_made() {
    let folder = TempDir::new().unwrap();
    let (kept, registry) = both(&folder);
    let mut changes = set_address("openai", "http://127.0.0.1:9");
    changes.keys.push(keep_key("openai", KEY));
    changes.added.push(NewModel {
        provider: "openai".into(),
        name: "Mine".into(),
        api_name: "gpt-4.1".into(),
        context_window: 4_096,
        max_output_tokens: 512,
        temperature_default: 0.7,
        price: Price::default(),
        vision: None,
    });
    let (result, view) = save(&kept, &registry, changes).await;
    let Err(SaveError::Refused { what, error }) = result else {
        panic!("{result:?}");
    };
    assert_eq!(
        (what.as_str(), error.name()),
        ("openai/gpt-4.1", "duplicate_api_name")
    );
    assert_eq!(
        view.providers[0].view.base_url_from,
        notice!("origin-default")
    );
    assert!(!key_file(&folder, "openai").exists());
    assert_ne!(
        registry.get("openai").unwrap().info.address,
        "http://127.0.0.1:9"
    );
    // An invalid address is refused before anything begins.
    let (result, _) = save(&kept, &registry, set_address("openai", "https://me:pw@x")).await;
    assert!(
        matches!(result, Err(SaveError::Refused { .. })),
        "{result:?}"
    );
}

#[tokio::test]
async fn a_key_that_cannot_be_kept_takes_everything_else_back() {
    let folder = TempDir::new().unwrap();
    let (kept, registry) = both(&folder);
    let mut first = SettingsSave::default();
    first
        .keys
        .push(keep_key("openai", "the-older-key-of-openai"));
    save(&kept, &registry, first).await.0.unwrap();
    let older = std::fs::read(key_file(&folder, "openai")).unwrap();
    // A folder with content takes the place of the other file.
    std::fs::create_dir_all(key_file(&folder, "mistral").join("x")).unwrap();
    let mut changes = set_address("openai", "http://127.0.0.1:9");
    let mut newer = keep_key("openai", KEY);
    newer.seen = kept.view("openai").unwrap().api_key_from;
    changes.keys = vec![newer, keep_key("mistral", KEY)];
    let (result, view) = save(&kept, &registry, changes).await;
    let Err(SaveError::NotKept(why)) = result else {
        panic!("{result:?}");
    };
    assert!(
        why.to_string().starts_with("mistral: the key file"),
        "{why}"
    );
    assert!(!why.to_string().contains(KEY));
    assert_eq!(std::fs::read(key_file(&folder, "openai")).unwrap(), older);
    assert_eq!(
        view.providers[0].view.base_url_from,
        notice!("origin-default")
    );
}

#[tokio::test]
async fn what_another_process_changed_since_it_was_read_is_not_written_over() {
    let folder = TempDir::new().unwrap();
    let (ours, registry) = both(&folder);
    let (theirs, _) = both(&folder);
    ours.settings_view(&registry).await;
    theirs
        .change(set("openai", address("http://theirs:1")))
        .await
        .unwrap();
    let mine = set_address("openai", "http://ours:1");
    let (result, view) = save(&ours, &registry, mine.clone()).await;
    let what = vec!["openai".to_owned()];
    assert_eq!(result, Err(SaveError::Stale { what }));
    let read = &view.providers[0].view;
    assert_eq!(
        read.base_url.as_deref(),
        Some("http://theirs:1"),
        "read anew"
    );
    let mut again = mine;
    again.providers[0].seen = read.updated_at;
    let (result, view) = save(&ours, &registry, again).await;
    assert_eq!(result, Ok(Vec::new()));
    assert_eq!(
        view.providers[0].view.base_url.as_deref(),
        Some("http://ours:1")
    );
    // A model and a key that were removed meanwhile are reported too.
    theirs
        .keys
        .keys
        .set("mistral", &Secret::new(KEY), KeyPlace::File)
        .unwrap();
    let mut keyed = SettingsSave::default();
    keyed
        .keys
        .push(keep_key("mistral", "another-key-of-mistral"));
    let (result, _) = save(&ours, &registry, keyed).await;
    let what = vec!["the key of mistral".to_owned()];
    assert_eq!(result, Err(SaveError::Stale { what }));
}

#[tokio::test]
async fn a_trial_is_made_with_the_draft_and_keeps_nothing() {
    let folder = TempDir::new().unwrap();
    let (kept, registry) = both(&folder);
    let (report, mut steps) = tokio::sync::mpsc::channel(4);
    let job = BackgroundJob::Test {
        provider: "openai".into(),
        change: address("http://127.0.0.1:1"),
        key: Some(KeyChange::Keep {
            key: Secret::new(KEY),
            place: KeyPlace::File,
        }),
    };
    kept.run_job(job, Arc::clone(&registry), report).await;
    let Some(JobProgress::Tested(test)) = steps.recv().await else {
        panic!("a test");
    };
    let why = test.error_message.unwrap();
    assert!(why.to_string().contains("127.0.0.1:1"), "{why}");
    assert_eq!(kept.base_url("openai").from.to_string(), "default");
    assert!(!key_file(&folder, "openai").exists());
    let asked = kept.provider_settings("openai");
    assert_eq!(asked.api_key, None);
}
