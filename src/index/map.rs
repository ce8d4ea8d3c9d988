//! The repository map: the files and their definitions, most relevant first, within a budget. It
//! shows a model where to look before it has read a file. Pure: the index supplies the outlines and
//! how often names are used.
//!
//! The map's content comes from file names and file text: this module sanitizes it, and the sender
//! must mark it as data.

use std::collections::BTreeMap;
use std::collections::{HashMap, HashSet};

use redact::one_line;

#[cfg(test)]
mod tests;

/// Maximum number of names shown per file.
const NAMES: usize = 12;

/// Maximum length of a shown name, in characters; a heading may be a sentence.
const NAME: usize = 60;

/// Maximum length of a shown path, in characters.
const PATH: usize = 240;

/// Shorter names say little and are used everywhere.
const SHORTEST: usize = 3;

/// A name of at least this length that at most this many files define counts as meant when the
/// user mentions it.
const TELLING: usize = 4;
const TELLING_IN: u32 = 3;

/// A file's definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOutline<'a> {
    pub path: &'a str,
    /// The definitions, in the order of their lines.
    pub definitions: Vec<Defined<'a>>,
}

/// A definition in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defined<'a> {
    /// The language's word for this kind of definition.
    pub kind: &'a str,
    pub name: &'a str,
}

/// The input that a map is built for.
#[derive(Debug, Clone, Copy, Default)]
pub struct MapRequest<'a> {
    /// Files that the user has included.
    pub included: &'a [String],
    /// The user's words.
    pub said: &'a str,
    /// Files that were changed.
    pub changed: &'a [String],
    /// Size limit of the map, in the units of its measure.
    pub budget: u64,
}

/// Relation of a file to the subject of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    Included,
    Mentioned,
    Changed,
    Other,
}

/// A file with the data that the map shows.
struct RankedFile<'a> {
    nearness: Nearness,
    weight: f64,
    path: &'a str,
    chosen: Vec<&'a Defined<'a>>,
}

/// Builds the map. `used` returns how many files contain a name; the budget is in the units
/// of `measure`, which measures a line. First come files that the user included, files that
/// the user mentioned, and changed ones. The others are chosen by how much other files use
/// their definitions, but listed in the order of their paths, so that the map changes little
/// when a file does.
///
/// Each line is `path: kind name, name · kind name`. Empty if nothing fits or nothing is defined.
pub fn repository_map(
    files: &[FileOutline<'_>],
    used: &dyn Fn(&str) -> u32,
    wanted: &MapRequest<'_>,
    measure: &dyn Fn(&str) -> u64,
) -> String {
    let definers = definers(files);
    let said = words(wanted.said);
    let weigh = |definition: &Defined<'_>| weight(definition.name, &definers, used);
    let mut ranked: Vec<RankedFile<'_>> = files
        .iter()
        .filter_map(|file| {
            let chosen = chosen(file, &weigh);
            (!chosen.is_empty()).then(|| RankedFile {
                nearness: nearness(file, wanted, &said, &definers),
                weight: chosen.iter().map(|definition| weigh(definition)).sum(),
                path: file.path,
                chosen,
            })
        })
        .collect();
    ranked.sort_by(|one, other| {
        one.nearness
            .cmp(&other.nearness)
            .then_with(|| other.weight.total_cmp(&one.weight))
            .then_with(|| one.path.cmp(other.path))
    });
    let mut near = String::new();
    let mut others = BTreeMap::new();
    let mut left = wanted.budget;
    for file in ranked {
        let line = line(file.path, &file.chosen);
        let cost = measure(&line);
        // A shorter line of a less relevant file may still fit, but a map of leftovers is useless.
        if cost > left {
            break;
        }
        left -= cost;
        match file.nearness {
            Nearness::Other => drop(others.insert(file.path, line)),
            _ => near.push_str(&line),
        }
    }
    near.extend(others.into_values());
    near
}

/// Splits the user's words into possible names and paths.
fn words(said: &str) -> HashSet<&str> {
    said.split(|letter: char| !letter.is_alphanumeric() && !"_-./$+@".contains(letter))
        .map(|word| {
            word.trim_end_matches('.')
                .trim_start_matches("./")
                .trim_start_matches('@')
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn nearness(
    file: &FileOutline<'_>,
    wanted: &MapRequest<'_>,
    said: &HashSet<&str>,
    definers: &HashMap<&str, u32>,
) -> Nearness {
    let is_in = |paths: &[String]| paths.iter().any(|path| path == file.path);
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let is_said = |definition: &Defined<'_>| {
        let name = told_name(definition.name);
        name.chars().count() >= TELLING
            && definers.get(name).is_some_and(|count| *count <= TELLING_IN)
            && said.contains(name)
    };
    if is_in(wanted.included) {
        Nearness::Included
    } else if said.contains(file.path)
        || said.contains(name)
        || file.definitions.iter().any(is_said)
    {
        Nearness::Mentioned
    } else if is_in(wanted.changed) {
        Nearness::Changed
    } else {
        Nearness::Other
    }
}

/// Returns the name by which people mention a definition: the last part of
/// `Shop.open` or `shop::open`.
pub(super) fn told_name(name: &str) -> &str {
    let last = name.rsplit(['.', ':']).next().unwrap_or(name);
    if last.is_empty() { name } else { last }
}

/// Counts how many files define each name.
fn definers<'a>(files: &[FileOutline<'a>]) -> HashMap<&'a str, u32> {
    let mut definers: HashMap<&str, u32> = HashMap::new();
    for file in files {
        let names = file.definitions.iter();
        let names: HashSet<&str> = names.map(|found| told_name(found.name)).collect();
        for name in names {
            *definers.entry(name).or_default() += 1;
        }
    }
    definers
}

/// Rates a definition: the number of users per file that defines the name, damped, because
/// the tenth user says less than the second. Names that every file defines (`new`, `main`)
/// are worth little.
fn weight(name: &str, definers: &HashMap<&str, u32>, used: &dyn Fn(&str) -> u32) -> f64 {
    let name = told_name(name);
    let defined = definers.get(name).copied().unwrap_or(1).max(1);
    let users = used(name).saturating_sub(defined);
    let each = f64::from(users) / f64::from(defined);
    let damped = each.ln_1p() + 0.1 / f64::from(defined);
    if name.chars().count() < SHORTEST {
        damped / 4.0
    } else {
        damped
    }
}

/// Returns the definitions of a file that the map shows, in the order of their lines.
fn chosen<'a>(
    file: &'a FileOutline<'a>,
    weigh: &impl Fn(&Defined<'_>) -> f64,
) -> Vec<&'a Defined<'a>> {
    let mut known: HashSet<&str> = HashSet::new();
    let mut chosen: Vec<(usize, &Defined<'_>)> = file
        .definitions
        .iter()
        .filter(|definition| known.insert(definition.name))
        .enumerate()
        .collect();
    chosen.sort_by(|(_, a), (_, b)| weigh(b).total_cmp(&weigh(a)));
    chosen.truncate(NAMES);
    chosen.sort_by_key(|(place, _)| *place);
    chosen
        .into_iter()
        .map(|(_, definition)| definition)
        .collect()
}

fn line(path: &str, chosen: &[&Defined<'_>]) -> String {
    let mut line = format!("{}:", told(path, PATH));
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
        line.push_str(&told(definition.name, NAME));
    }
    line.push('\n');
    line
}

/// Cleans a foreign text for the map: one line, without secrets, shortened.
fn told(text: &str, most: usize) -> String {
    let clean = one_line(text);
    match clean.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", clean.get(..end).unwrap_or_default()),
        None => clean,
    }
}
