//! Tests of the reports on files and folders.

use super::unwritable;

#[test]
fn a_place_below_a_file_cannot_be_made_and_one_below_a_folder_can() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert_eq!(unwritable(&file), None);
    assert_eq!(unwritable(&folder.path().join("a/b")), None);
    let below = unwritable(&file.join("logs/today.log"))
        .unwrap()
        .to_string();
    assert!(below.contains("is a file"), "{below}");
}
