//! The map of the workspace as the index returns it, from the data indexed at that time.

use super::{IndexHarness, look, tell};
use crate::Index;
use crate::map::MapRequest;

fn map(index: &Index, wanted: &MapRequest<'_>) -> String {
    let letters = |line: &str| u64::try_from(line.chars().count()).unwrap();
    index.map(wanted, &letters).expect("a map")
}

fn everything() -> MapRequest<'static> {
    MapRequest {
        budget: 10_000,
        ..MapRequest::default()
    }
}

fn shop() -> IndexHarness {
    let harness = IndexHarness::new();
    harness.put(
        "src/cart.rs",
        "pub struct Cart;\npub fn total(cart: &Cart) -> u64 { 0 }\n",
    );
    harness.put("src/page.rs", "fn render() { total(&Cart); }\n");
    harness.put("src/api.rs", "fn answer() { total(&Cart); }\n");
    harness.put("data.bin", b"fn \0");
    harness
}

#[test]
fn what_others_use_is_told_where_there_is_room_for_one_file_only() {
    let (index, harness) = {
        let harness = shop();
        (harness.built(), harness)
    };
    assert_eq!(
        map(&index, &everything()),
        "src/api.rs: fn answer\nsrc/cart.rs: struct Cart · fn total\nsrc/page.rs: fn render\n"
    );
    let small = MapRequest {
        budget: 40,
        ..MapRequest::default()
    };
    assert_eq!(map(&index, &small), "src/cart.rs: struct Cart · fn total\n");
    drop(harness);
}

#[test]
fn a_changed_file_is_told_as_it_is_and_one_that_is_gone_is_not() {
    let harness = shop();
    let index = harness.built();
    harness.put("src/page.rs", "fn draw() {}\n");
    std::fs::remove_file(harness.root().join("src/api.rs")).unwrap();
    tell(&index, &["src/page.rs", "src/api.rs"]);
    let map = map(&index, &everything());
    assert!(map.contains("src/page.rs: fn draw\n"), "{map}");
    assert!(!map.contains("render") && !map.contains("api.rs"), "{map}");
}

#[test]
fn what_is_not_shown_is_not_in_the_map() {
    let harness = shop();
    harness.put(".gitignore", "left/\n");
    harness.put("left/out.rs", "fn hidden() {}\n");
    harness.put("id_rsa.rs", "fn private() {}\n");
    let map = map(&harness.built(), &everything());
    assert!(!map.contains("hidden") && !map.contains("private"), "{map}");
}

#[test]
fn without_an_index_there_is_no_map_and_nothing_is_begun() {
    let harness = shop();
    let index = harness.index();
    assert_eq!(map(&index, &everything()), "");
    assert!(!index.is_begun());
}

#[test]
fn a_map_is_made_from_what_another_process_has_built() {
    let harness = shop();
    let built = harness.built();
    look(&built);
    let other = harness.index();
    let said = MapRequest {
        said: "see render",
        ..everything()
    };
    assert!(map(&other, &said).starts_with("src/page.rs: fn render\n"));
}
