//! The workspace's own commands: `.agentichat/commands/NAME.md`.
//!
//! The text of the file is the message to send. A header between two lines of `---` may contain
//! `description:` and `argument-hint:`, the names that other agent programs use in such files.
//! Called by workers; the caller checks trust.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use notice::{Notice, notice};
use protocol::custom::CustomCommand;
use redact::sanitize as clean;
use support::foreign_file::{Links, read};

/// Most bytes of a command file.
const MOST_BYTES: u64 = 64 * 1024;
/// Most files to read.
const MOST_FILES: usize = 200;
/// Most letters of a name.
const MOST_NAME: usize = 40;

/// The custom commands found, by name, and the faults of the other files, one line each.
#[derive(Debug, Default)]
pub struct FoundCommands {
    pub commands: Vec<CustomCommand>,
    /// The files that were left out, with the reasons.
    pub problems: Vec<Notice>,
}

/// Returns the commands in a folder; none if the folder does not exist. Does not follow links,
/// because they may lead out of the folder.
pub fn commands_in(folder: &Path) -> FoundCommands {
    let mut found = FoundCommands::default();
    let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|kind| kind.is_symlink());
    if is_link(folder) || folder.parent().is_some_and(is_link) {
        found.problems.push(notice!("told-commands-link"));
        return found;
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return found;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.sort();
    if paths.len() > MOST_FILES {
        let more = paths.len() - MOST_FILES;
        paths.truncate(MOST_FILES);
        found.problems.push(notice!(
            "told-commands-many",
            word = more,
            number = MOST_FILES
        ));
    }
    for path in paths {
        match command(&path) {
            Ok(command) => found.commands.push(command),
            Err(why) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                found
                    .problems
                    .push(notice!("told-command-file", path = clean(&name), why));
            }
        }
    }
    found
}

fn command(path: &Path) -> Result<CustomCommand, Notice> {
    let name = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .map(str::to_lowercase)
        .unwrap_or_default();
    if name.is_empty()
        || name.len() > MOST_NAME
        || !name
            .chars()
            .all(|letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
    {
        return Err(notice!("told-command-file-name", number = MOST_NAME));
    }
    let bytes = read(path, Links::Refuse, MOST_BYTES).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput => notice!("told-command-file-plain"),
        ErrorKind::FileTooLarge => {
            notice!("told-command-file-long", number = MOST_BYTES / 1024)
        }
        _ => Notice::from(&error),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| notice!("told-command-file-no-utf-eight"))?;
    let text = clean(&text).replace("\r\n", "\n");
    let (head, body) = split(&text);
    let body = body.trim();
    if body.is_empty() {
        return Err(notice!("told-command-file-empty"));
    }
    let first = body.lines().next().unwrap_or_default();
    let help = field(head, "description").unwrap_or(first);
    Ok(CustomCommand {
        name,
        server: None,
        help: help
            .trim_start_matches('#')
            .trim()
            .chars()
            .take(100)
            .collect(),
        arguments: field(head, "argument-hint").unwrap_or_default().to_owned(),
        body: body.to_owned(),
    })
}

/// Splits off the header, if there is one, from the text behind it.
fn split(text: &str) -> (&str, &str) {
    let Some(rest) = text.strip_prefix("---\n") else {
        return ("", text);
    };
    let ends = rest.match_indices("---").find(|(at, _)| {
        let before = rest.get(..*at).unwrap_or_default();
        let behind = rest.get(at + 3..).unwrap_or_default();
        (before.is_empty() || before.ends_with('\n'))
            && (behind.is_empty() || behind.starts_with('\n'))
    });
    match ends {
        Some((at, _)) => (
            rest.get(..at).unwrap_or_default(),
            rest.get(at + 3..).unwrap_or_default(),
        ),
        None => ("", text),
    }
}

/// Returns the value of `key: value` in the header, without quotes around it.
fn field<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let line = head
        .lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    let value = line?.trim();
    let unquoted = ['"', '\'']
        .into_iter()
        .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    Some(unquoted.unwrap_or(value)).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[test]
    fn a_head_names_what_it_does_and_takes() {
        let text = "---\ndescription: \"Look at a change\"\nargument-hint: <branch>\nmodel: x\n---\nLook at $1.\n\n---\nEnd.\n";
        let folder = folder(&[
            ("Look.md", text),
            ("plain.md", "# Tidy up\nAll of it.\n"),
            ("x.txt", "no"),
        ]);
        let found = commands_in(folder.path());
        assert_eq!(found.problems, Vec::<Notice>::new());
        let [look, plain] = found.commands.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(look.name, "look");
        assert_eq!(look.help, "Look at a change");
        assert_eq!(look.arguments, "<branch>");
        assert_eq!(look.body, "Look at $1.\n\n---\nEnd.");
        assert_eq!(plain.help, "Tidy up");
        assert_eq!(plain.body, "# Tidy up\nAll of it.");
    }

    #[test]
    fn what_is_no_command_is_named_with_its_reason() {
        let folder = folder(&[
            ("two words.md", "x"),
            ("empty.md", "---\ndescription: d\n---\n\n"),
            ("large.md", &"x".repeat(70_000)),
        ]);
        fs::write(folder.path().join("bytes.md"), [0xff, 0xfe]).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("link.md")).unwrap();
        let found = commands_in(folder.path());
        assert!(found.commands.is_empty(), "{found:?}");
        for (name, why) in [
            ("two words.md", "a name has"),
            ("empty.md", "no text"),
            ("large.md", "64 KiB"),
            ("bytes.md", "UTF-8"),
            ("link.md", "links"),
        ] {
            let mut problems = found.problems.iter().map(Notice::to_string);
            let told = problems.any(|line| line.starts_with(name) && line.contains(why));
            assert!(told, "{name}: {:?}", found.problems);
        }
    }

    #[test]
    fn a_head_without_its_end_is_text() {
        let folder = folder(&[("a.md", "---\ndescription: d\ngo\n")]);
        let found = commands_in(folder.path());
        assert_eq!(found.commands[0].body, "---\ndescription: d\ngo");
    }

    #[test]
    fn no_folder_is_no_command() {
        assert!(
            commands_in(Path::new("/nowhere/at/all"))
                .commands
                .is_empty()
        );
    }
}
