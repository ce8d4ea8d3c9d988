//! The table of programs that only read, with the options they may have: `assets/risk/*.toml`.
//!
//! An option, a value or an operand that is not in the table is not low. The files are compiled in
//! and read once, at the first command that is judged.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

const PROGRAMS: &str = include_str!("../../../../assets/risk/programs.toml");
const GIT: &str = include_str!("../../../../assets/risk/git.toml");
const VERSIONS: &str = include_str!("../../../../assets/risk/versions.toml");

/// What a value or an operand is, and so what must hold for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Any text: it is compared or printed, and never the name of a file.
    Text,
    /// A whole number, with a sign or a unit.
    Number,
    /// A file that is read.
    File,
    /// A file or folder that is only named, measured or listed.
    Name,
    /// A file or folder that is searched.
    Search,
    /// A file pattern of ripgrep's `-g`.
    Glob,
    /// A file type of ripgrep's `-t`.
    Type,
    /// A format of git's that runs no program.
    GitFormat,
    /// A revision or a path of git's.
    Revision,
    /// A program of sed's that only prints.
    Sed,
    /// A filter of jq's that only takes its input apart.
    Jq,
    /// `+FORMAT` of date.
    DateFormat,
    /// A setting of git's that holds no secret.
    GitSetting,
}

/// A program, or a subcommand of one, and what it may have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Command {
    /// Names; a subcommand with its program in front: `git log`.
    names: Vec<String>,
    /// Short options without a value, a letter each. They can stand together.
    #[serde(default)]
    pub(super) letters: String,
    /// Other options without a value, with their dashes.
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// Options with a value, with their dashes: in the next word, behind `=` or, for a letter,
    /// right behind it.
    #[serde(default)]
    pub(super) values: HashMap<String, Kind>,
    /// Options that may have a value, only ever behind `=` or, for a letter, right behind it.
    #[serde(default)]
    pub(super) optional: HashMap<String, Kind>,
    /// Whether options are whole words behind one dash, and operands stand only in front of them.
    #[serde(default)]
    pub(super) expression: bool,
    /// Whether every argument is an operand, also behind a dash.
    #[serde(default)]
    pub(super) no_options: bool,
    /// Whether `-20` is a count.
    #[serde(default)]
    pub(super) count: bool,
    /// What the operands are; the last one goes for all that follow.
    #[serde(default)]
    pub(super) operands: Vec<Kind>,
    /// Most operands, where not any number goes.
    pub(super) most: Option<usize>,
    /// Options that stand in for the first operand.
    #[serde(default)]
    pub(super) instead_of_first: Vec<String>,
    /// Options of which one must be there.
    #[serde(default)]
    pub(super) needs: Vec<String>,
    /// Options of which one must be there if there are operands.
    #[serde(default)]
    pub(super) operands_need: Vec<String>,
    /// Options that turn files into folders to search.
    #[serde(default)]
    pub(super) recursive: Vec<String>,
    /// What is read without an operand that names it: the folder that it runs in.
    pub(super) here: Option<Kind>,
    /// Arguments by which git lists the files that this command would show.
    #[serde(default)]
    pub(super) lists: Vec<String>,
    /// Options that go into that list.
    #[serde(default)]
    pub(super) lists_with: Vec<String>,
}

/// Programs that say their version when asked so, and do nothing else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Versions {
    /// Files by which version managers choose what a name stands for.
    chosen_by: Vec<String>,
    version: Vec<Version>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Version {
    programs: Vec<String>,
    /// The only argument.
    asks: Vec<String>,
    /// Files by which the program chooses itself.
    #[serde(default)]
    chosen_by: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Commands {
    command: Vec<Command>,
}

/// All of the table.
#[derive(Debug, Default)]
pub(super) struct Table {
    commands: HashMap<String, Arc<Command>>,
    /// Program and argument, with the files that choose the program.
    versions: HashMap<(String, String), Vec<String>>,
}

impl Table {
    /// The command of this name: `cat`, or `git log`.
    pub(super) fn command(&self, name: &str) -> Option<&Command> {
        self.commands.get(name).map(AsRef::as_ref)
    }

    /// The files that choose `program`, where `argument` makes it say its version.
    pub(super) fn version(&self, program: &str, argument: &str) -> Option<&[String]> {
        let key = (program.to_owned(), argument.to_owned());
        self.versions.get(&key).map(Vec::as_slice)
    }
}

/// The table. A file of it that cannot be read makes nothing low; a test reads them all.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| read().unwrap_or_default())
}

/// Reads the files of the table.
///
/// # Errors
/// With what is wrong with one of them.
pub(super) fn read() -> Result<Table, toml::de::Error> {
    let mut table = Table::default();
    for file in [PROGRAMS, GIT] {
        let commands: Commands = toml::from_str(file)?;
        for command in commands.command {
            let command = Arc::new(command);
            for name in &command.names {
                table.commands.insert(name.clone(), Arc::clone(&command));
            }
        }
    }
    let versions: Versions = toml::from_str(VERSIONS)?;
    for version in versions.version {
        let chosen_by = [versions.chosen_by.as_slice(), &version.chosen_by].concat();
        for program in &version.programs {
            for asked in &version.asks {
                let key = (program.clone(), asked.clone());
                table.versions.insert(key, chosen_by.clone());
            }
        }
    }
    Ok(table)
}
