//! Tests of replaying an exported log.

use jiff::Timestamp;
use uuid::Uuid;

use super::{ReplayTarget, run};
use protocol::change::{Entry, FileOperation, HunkState, Origin};
use protocol::ids::{ContentHash, EntryId, FileId, HunkId, SessionId};
use review::export::LogExport;
use review::hunks::{HunkLimits, hunks_between};

fn export() -> LogExport {
    let mut next = 10;
    let mut next_id = || {
        next += 1;
        HunkId(Uuid::from_u128(next))
    };
    let (before, after) = ("a\nb\nc\n", "A\nb\nC\n");
    let mut hunks = hunks_between(before, after, HunkLimits::default(), &mut next_id);
    hunks[0].state = HunkState::Rejected;
    hunks[0].written = true;
    let hash = |text: &str| Some(ContentHash::of(text.as_bytes()));
    let entry = Entry {
        id: EntryId(Uuid::from_u128(1)),
        file: FileId(Uuid::from_u128(2)),
        path: "a.txt".into(),
        session: SessionId(Uuid::from_u128(3)),
        origin: Origin::Unclear,
        operation: FileOperation::Edit,
        before: hash(before),
        after: hash(after),
        hunks,
        made_without: Vec::new(),
        rationale: None,
        at: Timestamp::UNIX_EPOCH,
    };
    LogExport {
        version: 1,
        base: Some(before.into()),
        entries: vec![entry],
    }
}

fn replayed(wanted: ReplayTarget, json: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.json");
    std::fs::write(&path, json).unwrap();
    let mut out = Vec::new();
    match run(wanted, &path, &mut out) {
        Ok(()) => Ok(String::from_utf8(out).unwrap()),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn every_text_of_a_file_is_rebuilt_from_its_log() {
    let json = serde_json::to_string(&export()).unwrap();
    for (wanted, text) in [
        (ReplayTarget::Base, "a\nb\nc\n"),
        (ReplayTarget::Buffer, "a\nb\nC\n"),
        (ReplayTarget::Written, "A\nb\nc\n"),
        (ReplayTarget::Target, "a\nb\nC\n"),
    ] {
        assert_eq!(replayed(wanted, &json).as_deref(), Ok(text), "{wanted:?}");
    }
}

#[test]
fn junk_is_refused_with_the_file_and_the_place() {
    for (junk, place) in [
        ("{\n\"base\": 7", "line 2 column 9"),
        ("{\"base\": 7}", "in base: invalid type: integer `7`"),
        (
            "{\"base\": null, \"entries\": [{\"id\": []}]}",
            "in entries[0].id: invalid type: sequence",
        ),
    ] {
        let error = replayed(ReplayTarget::Buffer, junk).unwrap_err();
        assert!(
            error.contains("log.json: this is no change log") && error.contains(place),
            "{error}"
        );
    }
    let mut other = export();
    other.version = 9;
    let error = replayed(
        ReplayTarget::Buffer,
        &serde_json::to_string(&other).unwrap(),
    )
    .unwrap_err();
    assert!(error.contains("version 9"), "{error}");
    let mut other = export();
    other.base = Some("something else\n".into());
    let error = replayed(
        ReplayTarget::Buffer,
        &serde_json::to_string(&other).unwrap(),
    )
    .unwrap_err();
    assert!(error.contains("does not fit the stored text"), "{error}");
    let none = r#"{"base": null, "entries": []}"#;
    let error = replayed(ReplayTarget::Buffer, none).unwrap_err();
    assert!(error.contains("there is no file in that state"), "{error}");
}
