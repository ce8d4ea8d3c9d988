use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;

const KEY: &str = "test-key-0123456789abcdef";

fn none() -> BTreeMap<String, String> {
    BTreeMap::new()
}

#[test]
fn a_key_is_kept_in_a_file_of_its_owner_alone_and_removed() {
    let data = TempDir::new().unwrap();
    let keys = Keys::new(data.path());
    assert_eq!(keys.find("openai", "K", &none()).unwrap(), None);
    let key = Secret::new(KEY);
    let from = keys.set("openai", &key, KeyPlace::File).unwrap();
    let path = data.path().join("keys/openai");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(&path), mode(&data.path().join("keys"))),
        (0o600, 0o700)
    );
    let found = keys.find("openai", "K", &none()).unwrap().unwrap();
    assert_eq!((&found.key, &found.from), (&key, &from));
    keys.set("openai", &Secret::new("another-key-1"), KeyPlace::File)
        .unwrap();
    let found = keys.find("openai", "K", &none()).unwrap().unwrap();
    assert_eq!(found.key.expose(), "another-key-1");
    assert_eq!(keys.remove("openai").unwrap(), [from]);
    assert_eq!(keys.find("openai", "K", &none()).unwrap(), None);
    assert_eq!(keys.remove("openai").unwrap(), []);
}

#[test]
fn the_environment_stands_over_what_is_kept() {
    let data = TempDir::new().unwrap();
    let keys = Keys::new(data.path());
    keys.set("openai", &Secret::new(KEY), KeyPlace::File)
        .unwrap();
    let environment = BTreeMap::from([("K".to_owned(), " from-outside \n".to_owned())]);
    let found = keys.find("openai", "K", &environment).unwrap().unwrap();
    assert_eq!(found.key.expose(), "from-outside");
    let variable = "K".to_owned();
    assert_eq!(found.from, KeySource::Environment { variable });
    let empty = BTreeMap::from([("K".to_owned(), "  ".to_owned())]);
    let found = keys.find("openai", "K", &empty).unwrap().unwrap();
    assert_eq!(found.key.expose(), KEY, "an empty variable is none");
}

#[test]
fn a_file_that_others_can_read_is_refused_with_what_to_do() {
    let data = TempDir::new().unwrap();
    let keys = Keys::new(data.path());
    keys.set("openai", &Secret::new(KEY), KeyPlace::File)
        .unwrap();
    let path = data.path().join("keys/openai");
    for mode in [0o640, 0o604, 0o644, 0o660] {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        let error = keys.find("openai", "K", &none()).unwrap_err();
        assert!(matches!(error, KeyError::Open { .. }), "{error:?}");
        let words = error.to_string();
        assert!(words.contains("chmod 600"), "{words}");
        assert!(!words.contains(KEY), "{words}");
    }
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", &path).unwrap();
    let error = keys.find("openai", "K", &none()).unwrap_err();
    assert!(matches!(error, KeyError::NoFile { .. }), "{error:?}");
}

#[test]
fn what_cannot_be_a_key_or_a_provider_is_refused_without_showing_it() {
    let data = TempDir::new().unwrap();
    let keys = Keys::new(data.path());
    for wrong in [
        "",
        "two words",
        "line\nbreak",
        "caf\u{e9}",
        &"a".repeat(5_000),
    ] {
        let error = keys
            .set("openai", &Secret::new(wrong), KeyPlace::File)
            .unwrap_err();
        assert!(matches!(error, KeyError::NoKey { .. }), "{error:?}");
        assert!(wrong.is_empty() || !error.to_string().contains(wrong));
    }
    for provider in ["", "../up", "a/b", "a.b"] {
        let error = keys
            .set(provider, &Secret::new(KEY), KeyPlace::File)
            .unwrap_err();
        assert!(matches!(error, KeyError::Provider { .. }), "{error:?}");
    }
}

/// Stores a key in the keyring and in a file. Where the system does not permit the use of its
/// keyring, only checks the report.
#[test]
fn the_keyring_keeps_a_key_that_stands_over_the_file() {
    let data = TempDir::new().unwrap();
    let keys = Keys::new(data.path());
    keys.set("openai", &Secret::new("in-the-file"), KeyPlace::File)
        .unwrap();
    let key = Secret::new(KEY);
    if let Err(why) = keyring::state() {
        let error = keys.set("openai", &key, KeyPlace::Keyring).unwrap_err();
        assert!(error.to_string().contains(&why.to_string()), "{error}");
        return;
    }
    keys.set("openai", &key, KeyPlace::Keyring).unwrap();
    let found = keys.find("openai", "K", &none()).unwrap().unwrap();
    assert_eq!((found.key, found.from), (key, KeySource::Keyring));
    assert_eq!(keys.remove("openai").unwrap().len(), 2, "from both");
    assert_eq!(keys.find("openai", "K", &none()).unwrap(), None);
}

#[test]
fn keys_are_put_back_as_they_were_whatever_stood_over_them() {
    let data = TempDir::new().unwrap();
    let keys = Keys::new(data.path());
    let none_kept = keys.kept("mistral").unwrap();
    keys.set("openai", &Secret::new(KEY), KeyPlace::File)
        .unwrap();
    let kept = keys.kept("openai").unwrap();
    // Nothing was changed: the key stays.
    keys.put_back(&kept).unwrap();
    let found = || keys.find("openai", "K", &none()).unwrap();
    assert_eq!(found().unwrap().key.expose(), KEY);
    keys.set("openai", &Secret::new("another-key-1"), KeyPlace::File)
        .unwrap();
    keys.put_back(&kept).unwrap();
    assert_eq!(found().unwrap().key.expose(), KEY);
    keys.remove("openai").unwrap();
    keys.put_back(&kept).unwrap();
    assert_eq!(found().unwrap().key.expose(), KEY);
    // A key that did not exist before is removed again.
    keys.set("mistral", &Secret::new(KEY), KeyPlace::File)
        .unwrap();
    keys.put_back(&none_kept).unwrap();
    assert_eq!(keys.find("mistral", "K", &none()).unwrap(), None);
}
