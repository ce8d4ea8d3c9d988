//! Tests of the rules of a world that need no box.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;
use protocol::ids::SessionId;
use sandbox::upper::Proposed;
use testing::cases;
use uuid::Uuid;

use super::Worlds;
use super::fresh::Fresh;
use super::layer::Layer;
use super::signature::Signature;

fn shown(texts: &[(usize, u8)]) -> BTreeMap<PathBuf, Proposed> {
    let files = texts.iter().map(|(path, text)| {
        let state = Proposed::File {
            bytes: vec![*text].into(),
            mode: 0o644,
        };
        (PathBuf::from(format!("{path}")), state)
    });
    files.collect()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_text_has_a_later_second_than_every_other_text_that_its_path_had(
        worlds in prop::collection::vec(prop::collection::vec((0..3_usize, 0..3_u8), 0..4), 1..8),
        on_disk in prop::collection::vec(0..4_000_000_000_u64, 3),
        dropped in prop::collection::vec(any::<bool>(), 8),
    ) {
        let disk = |path: &Path| {
            let index: usize = path.to_str()?.parse().ok()?;
            Some(i128::from(*on_disk.get(index)?) * 1_000_000_000)
        };
        let mut fresh = Fresh::default();
        let mut had: BTreeMap<PathBuf, (Proposed, u64)> = BTreeMap::new();
        for (texts, is_dropped) in worlds.iter().zip(dropped) {
            if is_dropped {
                fresh.renew();
            }
            let shown = shown(texts);
            let times = fresh.times(&shown, &disk);
            for (path, state) in &shown {
                let second = times[path].duration_since(UNIX_EPOCH).unwrap().as_secs();
                let index: usize = path.to_str().unwrap().parse().unwrap();
                prop_assert!(second > on_disk[index]);
                if let Some((before, then)) = had.get(path) {
                    prop_assert!(second > *then || (before == state && second == *then));
                    prop_assert!(!is_dropped || second > *then);
                }
                had.insert(path.clone(), (state.clone(), second));
            }
        }
    }
}

#[test]
fn a_text_that_goes_and_comes_back_has_a_new_time() {
    let mut fresh = Fresh::default();
    let (with, without) = (shown(&[(0, 1)]), shown(&[]));
    let disk = |_: &Path| Some(0);
    let first = fresh.times(&with, &disk)[Path::new("0")];
    fresh.times(&without, &disk);
    let again = fresh.times(&with, &disk)[Path::new("0")];
    assert!(
        again >= first + Duration::from_millis(1),
        "{first:?} {again:?}"
    );
}

#[test]
fn a_signature_changes_with_the_folder_and_not_without() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("target");
    std::fs::create_dir_all(folder.join("debug")).unwrap();
    std::fs::write(folder.join("debug/o"), "1").unwrap();
    let paths = [PathBuf::from("target")];
    let before = Signature::of(root.path(), &paths);
    assert!(before.is_same(Signature::of(root.path(), &paths)));
    std::fs::write(folder.join("debug/p"), "2").unwrap();
    assert!(!before.is_same(Signature::of(root.path(), &paths)));
    // A folder of which there is none is the same each time.
    let none = [PathBuf::from("none")];
    assert!(Signature::of(root.path(), &none).is_same(Signature::of(root.path(), &none)));
}

#[test]
fn a_closed_session_leaves_no_caches() {
    let below = tempfile::tempdir().unwrap();
    let (closed, open) = (SessionId(Uuid::from_u128(1)), SessionId(Uuid::from_u128(2)));
    let worlds = Worlds::default();
    let [gone, kept] = [closed, open].map(|session| {
        let layer = Layer::new(below.path(), session).unwrap();
        let upper = layer.upper();
        std::fs::write(upper.join("object"), "x").unwrap();
        worlds.give_back(session, layer);
        upper
    });
    worlds.forget(closed);
    assert!(!gone.exists() && kept.join("object").exists());
}
