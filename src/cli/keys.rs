//! `agentichat keys`: lists every key and its function, from the workbench's own table. Text output
//! is in the user's language, JSON in English.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::args::KeysArguments;
use super::config::write_json;
use super::info::setup_in;
use super::{BAD_USAGE, Format, complain, exit_of};
use crate::app::user_keymap::UserKeymap;
use l10n::{counted, said, say, speak};
use redact::one_line;
use tui::keymap::{Binding, Context, Key, Keymap, KeymapFault, LoadedKeymap, Origin, Sequence};

/// Width of the key column.
const KEYS: usize = 28;

pub(super) fn run(arguments: &KeysArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd.clone()) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let format = Format::of(arguments.json);
    if format == Format::Text {
        speak(setup.language());
    }
    let own = UserKeymap::of(&setup);
    let loaded = match own.load() {
        Ok(loaded) => loaded,
        Err(fault) => return complain(&said(&fault.notice()), 1),
    };
    let mut out = io::stdout().lock();
    if arguments.check {
        let wrong = !loaded.faults.is_empty();
        let done = check(&loaded, &own.file, format, &mut out);
        return exit_of(done.map(|()| if wrong { BAD_USAGE } else { 0 }));
    }
    exit_of(print(&loaded, format, &mut out).map(|()| 0))
}

/// Reports faults in the user's rows, and rows whose keys not every terminal sends.
fn check(
    loaded: &LoadedKeymap,
    file: &Path,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let protocol_only_keys = protocol_only_keys(&loaded.keymap);
    if format == Format::Json {
        let json = json!({ "file": file, "faults": faults(loaded), "remarks": protocol_only_keys });
        return write_json(json, out);
    }
    for fault in &loaded.faults {
        writeln!(out, "{}", said(&fault.notice()))?;
    }
    for remark in protocol_only_keys {
        writeln!(out, "{remark}")?;
    }
    let rows = loaded.keymap.all().iter();
    let own = rows.filter(|row| row.origin == Origin::Own).count();
    let file = one_line(&file.display().to_string());
    let (rows, faults) = (counted(own, "row"), counted(loaded.faults.len(), "fault"));
    writeln!(out, "{}", say!("cli-keys-checked", file, rows, faults))
}

/// Returns the user's keys that only terminals with a key protocol send.
fn protocol_only_keys(keymap: &Keymap) -> Vec<String> {
    let own = keymap.all().iter().filter(|row| row.origin == Origin::Own);
    let keys = own.flat_map(|row| row.keys.iter().map(move |key| (row, key)));
    keys.filter(|(_, key)| {
        let sequence = Sequence::parse(key);
        sequence.is_some_and(|sequence| sequence.keys().iter().any(Key::needs_protocol))
    })
    .map(|(row, key)| say!("cli-keys-rare", key = key, action = row.action.name()))
    .collect()
}

fn faults(loaded: &LoadedKeymap) -> Vec<serde_json::Value> {
    let fault = |fault: &KeymapFault| json!({ "file": fault.file, "line": fault.line, "message": fault.message });
    loaded.faults.iter().map(fault).collect()
}

fn print(loaded: &LoadedKeymap, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let keymap = &loaded.keymap;
    if format == Format::Json {
        let rows = Context::ALL
            .iter()
            .flat_map(|context| keymap.bindings(*context));
        let rows: Vec<_> = rows.map(row).collect();
        return write_json(json!({ "keys": rows, "faults": faults(loaded) }), out);
    }
    for fault in &loaded.faults {
        let fault = said(&fault.notice());
        writeln!(out, "{}", say!("cli-keys-not-used", fault))?;
    }
    if !loaded.faults.is_empty() {
        writeln!(out)?;
    }
    for context in Context::ALL {
        let mut bindings = keymap.bindings(*context).peekable();
        if bindings.peek().is_none() {
            continue;
        }
        writeln!(
            out,
            "{}  {}",
            context.name(),
            context.localized_description()
        )?;
        for binding in bindings {
            let keys = keymap.keys_text(binding);
            let fallback = match &binding.fallback {
                Some(fallback) => format!("   {}", say!("cli-keys-else", ways = ways(fallback))),
                None => String::new(),
            };
            let own = match binding.origin {
                Origin::Own => format!("   {}", say!("cli-keys-yours")),
                Origin::Shipped => String::new(),
            };
            writeln!(out, "  {keys:<KEYS$} {}{fallback}{own}", binding.said())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Formats the alternatives of a row: `F9 or Ctrl+X p`, `palette`.
fn ways(fallback: &str) -> String {
    let ways = fallback.split(" or ").map(|way| match way {
        "palette" => say!("hint-palette"),
        keys => keys,
    });
    let ways: Vec<&str> = ways.collect();
    ways.join(&format!(" {} ", say!("cli-keys-or")))
}

/// `danger`: 0 changes nothing outside the screen, 1 changes what runs, 2 makes a decision.
fn row(binding: &Binding) -> serde_json::Value {
    json!({
        "context": binding.context.name(),
        "keys": binding.keys,
        "action": binding.action.name(),
        "text": binding.text,
        "danger": binding.danger,
        "fallback": binding.fallback,
        "own": binding.origin == Origin::Own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(own: &str) -> LoadedKeymap {
        let keymap = Keymap::embedded().unwrap();
        keymap.with_own(Path::new("/c/keymap.toml"), own)
    }

    fn printed(format: Format) -> String {
        let mut out = Vec::new();
        print(&loaded(""), format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn own_keys_are_marked_and_a_check_tells_of_faults_and_of_keys_that_few_terminals_send() {
        let loaded = loaded(
            "global = [\n  { keys = \"F5\", action = \"help\" },\n  { keys = \"F6\", action = \"hlep\" },\n  \
             { keys = \"Ctrl+Enter\", action = \"open_review\" },\n]\n",
        );
        let mut out = Vec::new();
        print(&loaded, Format::Text, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains("  F5                           help   (yours)"),
            "{text}"
        );
        assert!(text.starts_with("not used: /c/keymap.toml:3: "), "{text}");
        let mut out = Vec::new();
        check(&loaded, Path::new("/c/keymap.toml"), Format::Text, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains(":3: no action `hlep`; did you mean `help`?"),
            "{text}"
        );
        assert!(
            text.contains("`Ctrl+Enter` (open_review) needs a terminal"),
            "{text}"
        );
        assert!(
            text.ends_with("/c/keymap.toml: 2 rows of yours, 1 fault\n"),
            "{text}"
        );
    }

    #[test]
    fn every_binding_is_printed_with_its_keys() {
        let text = printed(Format::Text);
        assert!(text.contains("Ctrl+X 3"), "{text}");
        assert!(
            text.contains("sessions  In the list of sessions."),
            "{text}"
        );
        let keymap = Keymap::embedded().unwrap();
        let all = Context::ALL
            .iter()
            .flat_map(|context| keymap.bindings(*context));
        for binding in all {
            assert!(text.contains(&binding.text), "{binding:?}");
        }
    }

    #[test]
    fn people_are_told_in_their_language_and_programs_in_english() {
        use l10n::Language;
        use l10n::testing::speaking;
        let own = "global = [{ keys = \"F5\", action = \"help\" }, { keys = \"Ctrl+Enter\", action = \"help\" }]";
        let checked = |format| {
            let mut out = Vec::new();
            check(&loaded(own), Path::new("/c/k.toml"), format, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let english = printed(Format::Text);
        for (language, where_is, or) in [
            (
                Language::French,
                "Dans la liste des sessions.",
                "sinon F9 ou Ctrl+X p",
            ),
            (
                Language::Portuguese,
                "Na lista de sessões.",
                "senão F9 ou Ctrl+X p",
            ),
        ] {
            let (text, check) =
                speaking(language, || (printed(Format::Text), checked(Format::Text)));
            assert!(text.contains(where_is) && text.contains(or), "{text}");
            let same: Vec<_> = text
                .lines()
                .filter(|line| !line.is_empty() && english.contains(line))
                .collect();
            assert!(same.len() < 4, "left in English: {same:?}");
            assert!(
                !check.contains("key protocol") && !check.contains("of yours"),
                "{check}"
            );
        }
        let json = printed(Format::Json);
        let text = &support::json::from_str::<serde_json::Value>(&json).unwrap()["keys"][0]["text"];
        assert_eq!(text, "go to the question");
    }

    #[test]
    fn programs_get_json() {
        let value: serde_json::Value = support::json::from_str(&printed(Format::Json)).unwrap();
        let rows = value["keys"].as_array().unwrap();
        let splits = |row: &&serde_json::Value| row["action"] == "split_right";
        let split = rows.iter().find(splits).unwrap();
        assert_eq!(split["context"], "leader");
        assert_eq!(split["keys"][0], "3");
    }
}
