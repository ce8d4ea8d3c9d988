//! What `memory.url` may be.

use crate::shared::Collection;
use crate::shared::address::ShareAddress;
use crate::vectors::ModelIdentity;

#[test]
fn an_address_is_one_of_three_forms_and_is_written_as_it_was_read() {
    for text in [
        "qdrant+https://memory.example:6333",
        "qdrant+http://127.0.0.1:6333",
        "qdrant+http://localhost:6333/behind/a/proxy",
        "postgres://team@db.example:5433/memory",
        "postgres://team@[::1]:5432/memory",
        "mcp:team-memory",
    ] {
        let read = ShareAddress::read(text).unwrap();
        assert_eq!(read.to_string(), text);
    }
    let default = ShareAddress::read(" postgresql://a@h/b ").unwrap();
    assert_eq!(default.to_string(), "postgres://a@h:5432/b");
}

#[test]
fn an_address_that_would_show_a_secret_or_send_in_the_clear_is_refused() {
    let id = |text: &str| {
        ShareAddress::read(text)
            .unwrap_err()
            .id()
            .map(str::to_owned)
    };
    for text in [
        "postgres://a:pw@h/b",
        "qdrant+https://key@h:6333",
        "qdrant+https://a:b@h",
    ] {
        assert_eq!(id(text).as_deref(), Some("memory-address-secret"), "{text}");
    }
    let open = id("qdrant+http://memory.example:6333");
    assert_eq!(open.as_deref(), Some("memory-address-open"));
    for text in ["postgres://h/b", "postgres://a@h", "postgres://a@h/b;drop"] {
        assert_eq!(
            id(text).as_deref(),
            Some("memory-address-postgres"),
            "{text}"
        );
    }
    let long = format!("mcp:{}", "x".repeat(600));
    for text in [
        "",
        "https://h",
        "qdrant+ftp://h",
        "mcp:",
        "mcp:a b",
        "mcp:../x",
        "qdrant+https://h?x=1",
        &long,
    ] {
        assert_eq!(
            id(text).as_deref(),
            Some("memory-address-unknown"),
            "{text}"
        );
    }
}

#[test]
fn only_an_address_of_this_machine_is_local() {
    let is_local = |text: &str| ShareAddress::read(text).unwrap().is_local();
    for text in [
        "qdrant+http://[::1]:6333",
        "qdrant+https://localhost",
        "postgres://a@127.0.0.9/b",
    ] {
        assert!(is_local(text), "{text}");
    }
    for text in [
        "qdrant+https://localhost.example",
        "postgres://a@10.0.0.1/b",
        "mcp:localhost",
    ] {
        assert!(!is_local(text), "{text}");
    }
}

#[test]
fn another_model_or_another_length_is_another_collection() {
    let name = |model: Option<ModelIdentity>| Collection { model }.name();
    let one = ModelIdentity::of("ollama/all-minilm", 384);
    let names = [
        name(None),
        name(Some(one.clone())),
        name(Some(ModelIdentity::of("ollama/all-minilm", 768))),
        name(Some(ModelIdentity::of("ollama/bge-m3", 384))),
    ];
    let distinct: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
    // A name is part of SQL and of an address.
    let hostile = ModelIdentity {
        digest: "a\"; DROP/../é".into(),
        ..one
    };
    let made = name(Some(hostile));
    assert!(
        made.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'),
        "{made}"
    );
}
