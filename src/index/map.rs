//! The repository map: which files define what, most relevant first, within a budget. It tells a model where to look
//! before it has looked. Pure: the index gives the outlines and how often names are used.

use std::collections::{BTreeMap, HashMap};

use super::outline::Definition;

/// Names that are told of one file at most.
const NAMES: usize = 12;

/// Shorter names say little and are used everywhere.
const SHORTEST: usize = 3;

/// A file's definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlined {
    /// The file.
    pub path: String,
    /// What it defines, in the order of its lines.
    pub definitions: Vec<Definition>,
}

/// Makes the map. `used` says how many files contain a name; `budget` is in the units of `measure`, which measures a
/// line. Files come in the order of their paths, and so the map changes little when a file does; which ones there are
/// is decided by how much the others use what they define.
///
/// Each line is `path: kind name, name · kind name`. Empty where nothing fits or nothing is defined.
pub fn repository_map(
    files: &[Outlined],
    used: &HashMap<&str, u32>,
    budget: u64,
    measure: impl Fn(&str) -> u64,
) -> String {
    let definers = definers(files);
    let weigh = |definition: &Definition| weight(&definition.name, &definers, used);
    let mut ranked: Vec<(f64, &Outlined, Vec<&Definition>)> = files
        .iter()
        .filter_map(|file| {
            let chosen = chosen(file, &weigh);
            let sum: f64 = chosen.iter().map(|definition| weigh(definition)).sum();
            (!chosen.is_empty()).then_some((sum, file, chosen))
        })
        .collect();
    ranked.sort_by(|(left, a, _), (right, b, _)| {
        right.total_cmp(left).then_with(|| a.path.cmp(&b.path))
    });
    let mut lines = BTreeMap::new();
    let mut left = budget;
    for (_, file, chosen) in ranked {
        let line = line(&file.path, &chosen);
        let cost = measure(&line);
        // A shorter line of a less relevant file may still fit, but a map of leftovers is none.
        if cost > left {
            break;
        }
        left -= cost;
        lines.insert(&file.path, line);
    }
    lines.into_values().collect()
}

/// How many files define a name.
fn definers(files: &[Outlined]) -> HashMap<&str, u32> {
    let mut definers: HashMap<&str, u32> = HashMap::new();
    for file in files {
        let mut names: Vec<&str> = file
            .definitions
            .iter()
            .map(|found| found.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            *definers.entry(name).or_default() += 1;
        }
    }
    definers
}

/// How much a definition is worth: users for each file that defines the name, damped, since the tenth user says less
/// than the second. What everyone defines (`new`, `main`) is worth little.
fn weight(name: &str, definers: &HashMap<&str, u32>, used: &HashMap<&str, u32>) -> f64 {
    let defined = definers.get(name).copied().unwrap_or(1).max(1);
    let users = used.get(name).copied().unwrap_or(0).saturating_sub(defined);
    let each = f64::from(users) / f64::from(defined);
    let damped = each.ln_1p() + 0.1 / f64::from(defined);
    if name.chars().count() < SHORTEST {
        damped / 4.0
    } else {
        damped
    }
}

/// The definitions of a file that are told, in the order of its lines.
fn chosen<'a>(file: &'a Outlined, weigh: &impl Fn(&Definition) -> f64) -> Vec<&'a Definition> {
    let mut chosen: Vec<&Definition> = Vec::new();
    for definition in &file.definitions {
        if !chosen.iter().any(|known| known.name == definition.name) {
            chosen.push(definition);
        }
    }
    chosen.sort_by(|a, b| weigh(b).total_cmp(&weigh(a)));
    chosen.truncate(NAMES);
    chosen.sort_by_key(|definition| definition.line);
    chosen
}

fn line(path: &str, chosen: &[&Definition]) -> String {
    let mut line = format!("{path}:");
    let mut kind = "";
    for definition in chosen {
        if definition.kind == kind {
            line.push(',');
        } else if kind.is_empty() {
            line.push(' ');
            line.push_str(definition.kind);
        } else {
            line.push_str(" · ");
            line.push_str(definition.kind);
        }
        kind = definition.kind;
        line.push(' ');
        line.push_str(&definition.name);
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::super::outline::Definition;
    use super::{Outlined, repository_map};

    fn file(path: &str, names: &[&str]) -> Outlined {
        let definition = |(line, name): (u32, &&str)| Definition {
            line,
            kind: "fn",
            name: (*name).to_owned(),
        };
        Outlined {
            path: path.to_owned(),
            definitions: (1..).zip(names).map(definition).collect(),
        }
    }

    fn bytes(line: &str) -> u64 {
        u64::try_from(line.len()).unwrap()
    }

    #[test]
    fn what_others_use_comes_before_what_everyone_defines() {
        let files = [
            file("a.rs", &["new", "helper"]),
            file("b.rs", &["new", "start_run"]),
            file("c.rs", &["new"]),
        ];
        let used = HashMap::from([("new", 9), ("helper", 1), ("start_run", 7)]);
        let whole = repository_map(&files, &used, 1_000, bytes);
        assert_eq!(
            whole,
            "a.rs: fn new, helper\nb.rs: fn new, start_run\nc.rs: fn new\n"
        );
        let one = repository_map(&files, &used, 25, bytes);
        assert_eq!(one, "b.rs: fn new, start_run\n");
        assert_eq!(repository_map(&files, &used, 5, bytes), "");
    }

    #[test]
    fn a_file_with_many_names_tells_those_that_are_used_in_the_order_of_its_lines() {
        let names: Vec<String> = (0..30).map(|number| format!("name_{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let used = HashMap::from([("name_29", 5), ("name_17", 4)]);
        let map = repository_map(&[file("a.rs", &names)], &used, 1_000, bytes);
        assert_eq!(map.matches("name_").count(), 12);
        let (first, second) = (map.find("name_17").unwrap(), map.find("name_29").unwrap());
        assert!(first < second, "{map}");
    }

    proptest! {
        #[test]
        fn no_map_is_over_its_budget(
            files in prop::collection::vec((0_u8..9, prop::collection::vec(0_u8..6, 0..5)), 0..12),
            budget in 0_u64..200,
        ) {
            let name = |number: &u8| format!("name_{number}");
            let files: Vec<Outlined> = files
                .iter()
                .enumerate()
                .map(|(at, (folder, names))| {
                    let names: Vec<String> = names.iter().map(name).collect();
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    file(&format!("{folder}/{at}.rs"), &names)
                })
                .collect();
            let used = HashMap::from([("name_1", 4), ("name_2", 2)]);
            let map = repository_map(&files, &used, budget, bytes);
            prop_assert!(bytes(&map) <= budget);
            let mut again = files;
            again.reverse();
            prop_assert_eq!(map, repository_map(&again, &used, budget, bytes));
        }
    }
}
