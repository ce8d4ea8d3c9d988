//! Trust in a workspace's config.

use super::*;
use crate::trust::Purpose;
use protocol::index::Consent;

#[test]
fn trust_is_for_one_text_so_a_change_asks_again() {
    let place = Harness::new().workspace("sandbox: off\n").trusted();
    let mut store = TrustStore::open(&place.folders.trust_file());
    assert!(store.is_trusted(&place.root(), "sandbox: off\n"));
    assert!(!store.is_trusted(&place.root(), "sandbox: off\n# more\n"));
    assert!(!store.is_trusted(place.home.path(), "sandbox: off\n"));
    store.revoke(&place.root()).unwrap();
    assert!(!store.is_trusted(&place.root(), "sandbox: off\n"));
    let again = TrustStore::open(&place.folders.trust_file());
    assert!(!again.is_trusted(&place.root(), "sandbox: off\n"));
}

#[test]
fn two_windows_do_not_undo_each_others_answers() {
    let place = Harness::new();
    let (mut one, mut other) = (place.trust.clone(), place.trust.clone());
    one.trust("/one".as_ref(), "a", now()).unwrap();
    other.trust("/other".as_ref(), "b", now()).unwrap();
    let store = TrustStore::open(&place.folders.trust_file());
    assert!(store.is_trusted("/one".as_ref(), "a") && store.is_trusted("/other".as_ref(), "b"));
}

#[test]
fn an_edit_of_our_own_keeps_trust_and_gives_none() {
    let place = Harness::new();
    let mut store = place.trust.clone();
    assert!(
        !store
            .follow_edit(&place.root(), Some("old"), "new", now())
            .unwrap()
    );
    assert!(!store.is_trusted(&place.root(), "new"));
    assert!(
        store
            .follow_edit(&place.root(), None, "first", now())
            .unwrap()
    );
    assert!(
        store
            .follow_edit(&place.root(), Some("first"), "second", now())
            .unwrap()
    );
    assert!(store.is_trusted(&place.root(), "second"));
    assert!(!store.is_trusted(&place.root(), "first"));
}

#[test]
fn a_broken_store_trusts_nothing_and_can_be_written_again() {
    let place = Harness::new();
    let file = place.folders.trust_file();
    std::fs::create_dir_all(&place.folders.data).unwrap();
    std::fs::write(&file, "{\"version\":1,").unwrap();
    let mut store = TrustStore::open(&file);
    let problem = store.problem().unwrap();
    assert_eq!(problem.severity, Severity::Warning);
    assert!(problem.what.to_string().contains("no workspace is trusted"));
    let path = file.display().to_string();
    assert!(problem.to_string().starts_with(&path), "{problem}");
    store.trust(&place.root(), "a", now()).unwrap();
    assert_eq!(store.problem(), None);
    assert!(TrustStore::open(&file).is_trusted(&place.root(), "a"));
}

#[test]
fn the_store_of_a_newer_version_is_not_overwritten() {
    let place = Harness::new();
    let file = place.folders.trust_file();
    std::fs::create_dir_all(&place.folders.data).unwrap();
    let newer = "{\"version\":2,\"workspaces\":[]}";
    std::fs::write(&file, newer).unwrap();
    let error = TrustStore::open(&file)
        .trust(&place.root(), "a", now())
        .unwrap_err();
    assert!(
        matches!(error, TrustError::Newer { found: 2, .. }),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), newer);
}

#[cfg(unix)]
#[test]
fn the_store_is_for_the_owner_only_and_leaves_nothing_beside_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = Harness::new().workspace("a: 1\n").trusted();
    let mode = std::fs::metadata(place.folders.trust_file())
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(&place.folders.data).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_trusted_folder_is_not_trusted_once_it_points_elsewhere() {
    let place = Harness::new();
    let link = place.home.path().join("link");
    std::os::unix::fs::symlink(place.root(), &link).unwrap();
    let mut store = place.trust.clone();
    store.trust(&link, "a", now()).unwrap();
    assert!(store.is_trusted(&place.root(), "a"));
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(place.home.path(), &link).unwrap();
    assert!(!store.is_trusted(&link, "a"));
}

#[test]
fn consent_is_for_one_workspace_provider_and_address_and_stays_beside_trust() {
    let place = Harness::new();
    let mut store = place.trust.clone();
    let (openai, mirror) = (("openai", "https://one"), ("openai", "https://two"));
    let root = place.root();
    assert_eq!(store.consent(Purpose::Index, &root, openai), None);
    store.trust(&root, "a", now()).unwrap();
    store
        .keep_consent(Purpose::Index, &root, openai, Consent::Given, now())
        .unwrap();
    store
        .keep_consent(Purpose::Index, &root, mirror, Consent::Refused, now())
        .unwrap();
    let again = TrustStore::open(&place.folders.trust_file());
    assert_eq!(
        again.consent(Purpose::Index, &root, openai),
        Some(Consent::Given)
    );
    assert_eq!(
        again.consent(Purpose::Index, &root, mirror),
        Some(Consent::Refused)
    );
    assert_eq!(
        again.consent(Purpose::Index, place.home.path(), openai),
        None
    );
    assert_eq!(
        again.consent(Purpose::Index, &root, ("other", openai.1)),
        None
    );
    assert!(again.is_trusted(&root, "a"));
}

#[test]
fn taking_trust_back_takes_consent_back_and_leaves_what_was_refused() {
    let place = Harness::new();
    let mut store = place.trust.clone();
    let (openai, mirror) = (("openai", "https://one"), ("openai", "https://two"));
    let (root, other) = (place.root(), place.home.path());
    store.trust(&root, "a", now()).unwrap();
    for (root, to, consent) in [
        (root.as_path(), openai, Consent::Given),
        (root.as_path(), mirror, Consent::Refused),
        (other, openai, Consent::Given),
    ] {
        store
            .keep_consent(Purpose::Index, root, to, consent, now())
            .unwrap();
    }
    let taken_back = store.revoke(&root).unwrap();
    assert_eq!(
        taken_back,
        [("openai".to_owned(), "https://one".to_owned())]
    );
    let again = TrustStore::open(&place.folders.trust_file());
    let consent =
        |root: &std::path::Path, to: (&str, &str)| again.consent(Purpose::Index, root, to);
    assert!(!again.is_trusted(&root, "a"));
    assert_eq!(consent(&root, openai), None, "it is asked again");
    assert_eq!(consent(&root, mirror), Some(Consent::Refused));
    assert_eq!(consent(other, openai), Some(Consent::Given));
    assert!(store.revoke(&root).unwrap().is_empty());
}
