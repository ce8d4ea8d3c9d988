//! Search quality: labelled questions over a small code base, with vectors recorded from a real
//! model (see `tests/fixtures/retrieval`). The product offers the searches that score best here.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::fs;

use super::{IndexHarness, look};
use crate::quantised::pack;
use crate::recorded_vectors::{RecordedVectors, fixture, recorded};
use crate::semantic::RemainingWork;
use crate::{Hit, Index, QuestionVector, SearchQuestion, vectors};

/// Number of ranked places that count.
const TOP: usize = 10;

struct Asked {
    kind: String,
    text: String,
    vector: Vec<f32>,
    /// Relevance of each file, from 1 to 3.
    grades: HashMap<String, u8>,
}

fn questions(recorded: &RecordedVectors) -> Vec<Asked> {
    let table = fs::read_to_string(fixture().join("questions.tsv")).unwrap();
    let asked = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let grade = |field: &str| {
            let (path, grade) = field.rsplit_once('=').unwrap();
            (path.to_owned(), grade.parse().unwrap())
        };
        Asked {
            kind: fields[1].to_owned(),
            text: fields[2].to_owned(),
            vector: recorded.questions[fields[0]].of(fields[2]),
            grades: fields[3..]
                .join(" ")
                .split_whitespace()
                .map(grade)
                .collect(),
        }
    };
    table.lines().map(asked).collect()
}

/// Builds the corpus with its index and its vectors.
fn corpus(recorded: &RecordedVectors) -> (IndexHarness, Index) {
    let harness = IndexHarness::new();
    for path in recorded.files.keys() {
        harness.put(path, fs::read(fixture().join("corpus").join(path)).unwrap());
    }
    let index = harness.index();
    look(&index);
    let RemainingWork::These(bare) = index.bare_chunks(&recorded.model, 10_000, 10_000).unwrap()
    else {
        panic!("every chunk is without a vector");
    };
    let vector = |path: &str| {
        let text = fs::read_to_string(fixture().join("corpus").join(path)).unwrap();
        pack(&recorded.files[path].of(&format!("{path}\n{text}")))
    };
    let packed: Vec<(i64, Vec<u8>)> = bare
        .iter()
        .map(|bare| (bare.chunk, vector(&bare.path)))
        .collect();
    index.keep_vectors(&recorded.model, &packed).unwrap();
    assert_eq!(
        index.vector_counts(&recorded.model).unwrap(),
        vectors::Counts {
            chunks: u64::try_from(packed.len()).unwrap(),
            vectors: u64::try_from(packed.len()).unwrap(),
        }
    );
    (harness, index)
}

/// Returns the files of the hits, each once, the best first.
fn files(hits: Vec<Hit>) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for hit in hits {
        if !files.contains(&hit.place.path) {
            files.push(hit.place.path);
        }
    }
    files.truncate(TOP);
    files
}

/// Returns the discounted gain of a ranking, relative to the best possible one.
fn gain(found: &[String], grades: &HashMap<String, u8>) -> f64 {
    let sum = |grades: &[u8]| -> f64 {
        let each = grades.iter().zip(2_u32..);
        each.map(|(grade, place)| (2_f64.powi(i32::from(*grade)) - 1.0) / f64::from(place).log2())
            .sum()
    };
    let got: Vec<u8> = found
        .iter()
        .map(|path| grades.get(path).copied().unwrap_or(0))
        .collect();
    let mut best: Vec<u8> = grades.values().copied().collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    best.truncate(TOP);
    sum(&got) / sum(&best)
}

fn recall(found: &[String], grades: &HashMap<String, u8>) -> f64 {
    let held = grades.keys().filter(|path| found.contains(path)).count();
    share(held, grades.len())
}

fn share(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(whole).unwrap())
}

/// Measures nDCG@10 and recall@10 of a search: by kind of question, and under `all` for all.
fn measured(asked: &[Asked], search: impl Fn(&Asked) -> Vec<Hit>) -> BTreeMap<String, (f64, f64)> {
    let mut rows: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for one in asked {
        let found = files(search(one));
        let row = (gain(&found, &one.grades), recall(&found, &one.grades));
        for kind in [one.kind.as_str(), "all"] {
            rows.entry(kind.to_owned()).or_default().push(row);
        }
    }
    let mean = |rows: &Vec<(f64, f64)>| {
        let count = f64::from(u32::try_from(rows.len()).unwrap());
        let sum = rows
            .iter()
            .fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
        (sum.0 / count, sum.1 / count)
    };
    rows.iter()
        .map(|(kind, rows)| (kind.clone(), mean(rows)))
        .collect()
}

#[test]
fn the_fused_search_is_the_best_and_names_are_not_drowned_by_meanings() {
    let recorded = recorded();
    let asked = questions(&recorded);
    let (_ground, index) = corpus(&recorded);
    let question = |one: &Asked, test: &dyn Fn(&SearchQuestion<'_>) -> Vec<Hit>, is_meant: bool| {
        let meaning = QuestionVector {
            model: &recorded.model,
            vector: &one.vector,
        };
        test(&SearchQuestion {
            text: &one.text,
            takes: &|_| true,
            limit: 50,
            lines: 3,
            meaning: is_meant.then_some(meaning),
            proposed: &[],
        })
    };
    let search = |question: &SearchQuestion<'_>| index.search(question).unwrap();
    let closest = |question: &SearchQuestion<'_>| index.closest(question).unwrap();
    let lexical = measured(&asked, |one| question(one, &search, false));
    let semantic = measured(&asked, |one| question(one, &closest, true));
    let fused = measured(&asked, |one| question(one, &search, true));
    let table = format!("lexical {lexical:.3?}\nsemantic {semantic:.3?}\nfused {fused:.3?}");
    println!("{table}");
    let (words, meanings, both) = (lexical["all"], semantic["all"], fused["all"]);
    assert!(
        words.0 > 0.76 && meanings.0 > 0.66 && both.0 > 0.82,
        "{table}"
    );
    assert!(both.0 > words.0 && both.0 > meanings.0, "{table}");
    assert!(both.1 > words.1 && both.1 > meanings.1, "{table}");
    assert!(fused["identifier"].0 > 0.85, "{table}");
}
