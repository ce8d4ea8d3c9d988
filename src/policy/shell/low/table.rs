//! The table of read-only programs with their permitted options: `assets/risk/*.toml`.
//!
//! An option, a value or an operand that is not in the table is not low. The files are compiled in
//! and parsed once, at the first command that is judged.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

const PROGRAMS: &str = include_str!("../../../../assets/risk/programs.toml");
const GIT: &str = include_str!("../../../../assets/risk/git.toml");
const VERSIONS: &str = include_str!("../../../../assets/risk/versions.toml");

/// The kind of a value or an operand, which determines its conditions.
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
    /// A git format that runs no program.
    GitFormat,
    /// A git revision or path.
    Revision,
    /// A sed program that only prints.
    Sed,
    /// A jq filter that only takes its input apart.
    Jq,
    /// `+FORMAT` of date.
    DateFormat,
    /// A git setting that holds no secret.
    GitSetting,
}

/// A program, or a subcommand of one, with its permitted arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Command {
    /// Names; a subcommand includes its program: `git log`.
    names: Vec<String>,
    /// Short options without a value, one letter each. They can be clustered.
    #[serde(default)]
    pub(super) letters: String,
    /// Other options without a value, with their dashes.
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// Options with a value, with their dashes: in the next word, after `=` or, for a letter,
    /// right after it.
    #[serde(default)]
    pub(super) values: HashMap<String, Kind>,
    /// Options with an optional value, only after `=` or, for a letter, right after it.
    #[serde(default)]
    pub(super) optional: HashMap<String, Kind>,
    /// Whether options are whole words with a single dash, and operands stand only before them.
    #[serde(default)]
    pub(super) expression: bool,
    /// Whether every argument is an operand, even one that starts with a dash.
    #[serde(default)]
    pub(super) no_options: bool,
    /// Whether `-20` is a count.
    #[serde(default)]
    pub(super) count: bool,
    /// The kinds of the operands; the last one applies to all that follow.
    #[serde(default)]
    pub(super) operands: Vec<Kind>,
    /// Maximum number of operands; `None` if unlimited.
    pub(super) most: Option<usize>,
    /// Options that replace the first operand.
    #[serde(default)]
    pub(super) instead_of_first: Vec<String>,
    /// Options of which at least one is required.
    #[serde(default)]
    pub(super) needs: Vec<String>,
    /// Options of which at least one is required if there are operands.
    #[serde(default)]
    pub(super) operands_need: Vec<String>,
    /// Options that turn files into folders to search.
    #[serde(default)]
    pub(super) recursive: Vec<String>,
    /// The kind of implicit read, without an operand, of the working folder.
    pub(super) here: Option<Kind>,
    /// Arguments by which git lists the files that this command would show.
    #[serde(default)]
    pub(super) lists: Vec<String>,
    /// Options that are passed on to that listing.
    #[serde(default)]
    pub(super) lists_with: Vec<String>,
}

/// Programs that print their version on request and do nothing else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Versions {
    /// Files by which version managers determine the program for a name.
    chosen_by: Vec<String>,
    version: Vec<Version>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Version {
    programs: Vec<String>,
    /// The only argument.
    asks: Vec<String>,
    /// Files by which the program determines its own version.
    #[serde(default)]
    chosen_by: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Commands {
    command: Vec<Command>,
}

/// The whole table.
#[derive(Debug, Default)]
pub(super) struct Table {
    commands: HashMap<String, Arc<Command>>,
    /// Program and argument, with the files that determine the program.
    versions: HashMap<(String, String), Vec<String>>,
}

impl Table {
    /// Returns the command of this name: `cat`, or `git log`.
    pub(super) fn command(&self, name: &str) -> Option<&Command> {
        self.commands.get(name).map(AsRef::as_ref)
    }

    /// Returns the files that determine `program` if `argument` makes it print its version.
    pub(super) fn version(&self, program: &str, argument: &str) -> Option<&[String]> {
        let key = (program.to_owned(), argument.to_owned());
        self.versions.get(&key).map(Vec::as_slice)
    }
}

/// Returns the table. A file that cannot be parsed makes nothing low; a test parses them all.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| read().unwrap_or_default())
}

/// Parses the files of the table.
///
/// # Errors
/// Fails if a file is malformed.
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
