//! Lists the messages of the English file with their arguments, so that the compiler refuses a
//! message that is not there and an argument that it does not have.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

const FILE: &str = "../../assets/language/en.ftl";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let file = Path::new(&root).join(FILE);
    println!("cargo:rerun-if-changed={}", file.display());
    let mut messages: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let text = fs::read_to_string(&file)?;
    let mut id = "";
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut rest = line;
        if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            let (name, pattern) = line.split_once('=').ok_or(line)?;
            (id, rest) = (name.trim_end(), pattern);
            messages.entry(id).or_default();
        }
        let names = rest.split('$').skip(1).map(|named| {
            named
                .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .next()
                .unwrap_or_default()
        });
        // A dollar sign of the text is followed by no name.
        let names = names.filter(|name| name.starts_with(|one: char| one.is_ascii_lowercase()));
        messages.entry(id).or_default().extend(names);
    }
    let mut out = String::from("&[\n");
    for (id, names) in &messages {
        let names = Vec::from_iter(names);
        out.push_str(&format!("    ({id:?}, &{names:?}),\n"));
    }
    out.push_str("]\n");
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("messages.rs"), out)?;
    Ok(())
}
