//! What was told in English and kept so, in the language that is spoken: reasons of risk, origins of values, titles. The
//! sentences are those of `assets/language/told.toml`, in which `{}` stands for what was said there.
//!
//! Facts are kept in English, so that a session reads the same whoever opens it; only what shows them passes through here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::{Language, spoken};

/// The title of a checkpoint that is named after what came behind it.
const BEFORE: &str = "before: {}";

const TOLD: &str = include_str!("../../assets/language/told.toml");

type Table = BTreeMap<String, [String; 2]>;

/// The file: what is said in English with the French and the Portuguese of it.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    reasons: Table,
    doings: Table,
    places: Table,
    origins: Table,
    titles: Table,
    rollbacks: Table,
    scopes: Table,
}

/// What kind of sentence it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// Why a call is risky.
    Reason,
    /// Where a value comes from; or that it has none.
    Origin,
    /// What an operation or its checkpoint is called.
    Title,
}

/// A sentence: the texts around what was said in it.
struct Told {
    english: Vec<String>,
    others: [Vec<String>; 2],
}

impl Told {
    fn of((english, [french, portuguese]): (&String, &[String; 2])) -> Self {
        let parts = |text: &String| text.split("{}").map(str::to_owned).collect();
        Self {
            english: parts(english),
            others: [parts(french), parts(portuguese)],
        }
    }

    /// How much of a text it says itself.
    fn weight(&self) -> usize {
        self.english.iter().map(String::len).sum()
    }

    /// What stands in its gaps, if `text` is it. Each gap ends where what follows comes first.
    fn said<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.english.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?;
        let mut said = Vec::new();
        for (number, part) in others.iter().enumerate() {
            let is_last = number + 1 == others.len();
            let end = match (is_last, part.is_empty()) {
                (true, true) => rest.len(),
                (true, false) => rest.strip_suffix(part.as_str())?.len(),
                (false, _) => rest.find(part.as_str())?,
            };
            let (gap, behind) = rest.split_at_checked(end)?;
            said.push(gap);
            rest = behind.strip_prefix(part.as_str())?;
        }
        rest.is_empty().then_some(said)
    }
}

/// The sentences of each kind.
#[derive(Default)]
struct All {
    reasons: Vec<Told>,
    origins: Vec<Told>,
    titles: Vec<Told>,
}

impl All {
    fn of(file: &File) -> Self {
        let mut titles: Table = file.titles.clone();
        titles.extend(file.scopes.clone());
        titles.extend(joined(&file.rollbacks, &file.scopes));
        let before = file.titles.get_key_value(BEFORE);
        let named = before.map(|(english, others)| named_after(english, others, &titles));
        titles.extend(named.unwrap_or_default());
        let mut reasons = file.reasons.clone();
        reasons.extend(joined(&file.doings, &file.places));
        Self {
            reasons: sentences(&reasons),
            origins: sentences(&file.origins),
            titles: sentences(&titles),
        }
    }

    fn kind(&self, telling: Telling) -> &[Told] {
        match telling {
            Telling::Reason => &self.reasons,
            Telling::Origin => &self.origins,
            Telling::Title => &self.titles,
        }
    }
}

/// Those that say most themselves first: of two that a text can be, that is the one that it is.
fn sentences(table: &Table) -> Vec<Told> {
    let mut all: Vec<Told> = table.iter().map(Told::of).collect();
    all.sort_by_key(|told| std::cmp::Reverse(told.weight()));
    all
}

/// Each of the first with each of the second.
fn joined(first: &Table, second: &Table) -> Table {
    let mut all = Table::new();
    for (english, [french, portuguese]) in first {
        for (behind, [french_behind, portuguese_behind]) in second {
            let others = [
                format!("{french} {french_behind}"),
                format!("{portuguese} {portuguese_behind}"),
            ];
            all.insert(format!("{english} {behind}"), others);
        }
    }
    all
}

/// Each title in the gap of the one that says what comes after it.
fn named_after(english: &str, [french, portuguese]: &[String; 2], titles: &Table) -> Table {
    let named = |(title, [in_french, in_portuguese]): (&String, &[String; 2])| {
        let others = [
            french.replace("{}", in_french),
            portuguese.replace("{}", in_portuguese),
        ];
        (english.replace("{}", title), others)
    };
    titles.iter().map(named).collect()
}

fn all() -> &'static All {
    static ALL: OnceLock<All> = OnceLock::new();
    ALL.get_or_init(|| All::of(&toml::from_str::<File>(TOLD).unwrap_or_default()))
}

/// What was told in `english`, in the language that is spoken; as it is where there are no words for it.
pub fn retold(telling: Telling, english: &str) -> Cow<'_, str> {
    let number = match spoken() {
        Language::English => return Cow::Borrowed(english),
        Language::French => 0,
        Language::Portuguese => 1,
    };
    let sentences = all().kind(telling).iter();
    let mut found =
        sentences.filter_map(|told| Some((told.others.get(number)?, told.said(english)?)));
    let Some((parts, said)) = found.next() else {
        return Cow::Borrowed(english);
    };
    let mut said = said.into_iter();
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
        text.push_str(said.next().unwrap_or_default());
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::speaking;
    use super::*;

    #[test]
    fn the_file_is_read_and_each_sentence_has_as_many_gaps_in_each_language() {
        toml::from_str::<File>(TOLD).expect("the file is as it should be");
        let all = all();
        for told in [&all.reasons, &all.origins, &all.titles]
            .into_iter()
            .flatten()
        {
            for other in &told.others {
                assert_eq!(told.english.len(), other.len(), "{:?}", told.english);
                assert!(!other.concat().is_empty() || told.weight() == 0);
            }
        }
    }

    #[test]
    fn what_was_told_is_told_again_with_what_was_said_in_it() {
        use Telling::{Origin, Reason, Title};
        let french =
            |(telling, text)| speaking(Language::French, || retold(telling, text).into_owned());
        let told = [
            (Reason, "runs make", "exécute make"),
            (
                Reason,
                "runs make, which may be any program",
                "exécute make, qui peut être n’importe quel programme",
            ),
            (
                Reason,
                "writes to /etc/hosts, outside the workspace",
                "écrit dans /etc/hosts, hors de l’espace de travail",
            ),
            (Reason, "writes to a.txt", "écrit dans a.txt"),
            (Reason, "nobody knows this", "nobody knows this"),
            (Reason, "", ""),
            (Title, "hard rollback to #3", "retour forcé à #3"),
            (
                Title,
                "before: rollback of 2 hunks",
                "avant : retour de 2 blocs",
            ),
            (Title, "before: say hello", "avant : say hello"),
            (Title, "default", "default"),
            (Origin, "default", "par défaut"),
        ];
        for (telling, english, french_of_it) in told {
            assert_eq!(french((telling, english)), french_of_it);
            assert_eq!(retold(telling, english), english);
        }
        let said = speaking(Language::Portuguese, || {
            retold(Origin, "flag --mode").into_owned()
        });
        assert_eq!(said, "opção --mode");
    }
}
