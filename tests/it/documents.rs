//! Checks the documents: what they link to is there.

use std::path::{Path, PathBuf};

/// Returns the Markdown files of the repository, without fixtures.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if path.is_dir() {
                let is_ours = !name.starts_with('.') && name != "target" && name != "fixtures";
                if is_ours {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                found.push(path);
            }
        }
    }
    found
}

/// Returns the targets of the links in a text, without those to other sites and their anchors.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    targets.filter_map(|rest| {
        let target = rest.split([')', ' ', '\n']).next()?;
        let file = target.split('#').next()?;
        let is_elsewhere = file.contains("://") || file.starts_with("mailto:");
        (!file.is_empty() && !is_elsewhere).then_some(file)
    })
}

#[test]
fn every_file_that_a_document_links_to_is_there() {
    let mut missing = Vec::new();
    let mut seen = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        let folder = document.parent().expect("a folder");
        for link in links(&text) {
            seen += 1;
            if !folder.join(link).exists() {
                missing.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(seen > 200, "links are found: {seen}");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
