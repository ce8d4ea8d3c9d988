//! `agentichat keys`: every key and what it does, from the table that the workbench goes by.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::{KeysArguments, SessionFlags};
use super::config::write_json;
use super::workbench::keymap;
use super::{BAD_USAGE, Format, complain, exit_of};
use crate::app::Setup;
use crate::engine::Attendance;
use crate::tui::keymap::{Binding, Context, Keymap};

/// Columns of the keys.
const KEYS: usize = 28;

/// Runs the command.
pub(super) fn run(arguments: &KeysArguments) -> ExitCode {
    let flags = SessionFlags {
        cwd: arguments.cwd.clone(),
        ..SessionFlags::default()
    };
    let setup = match Setup::of(flags, Attendance::Unattended) {
        Ok(setup) => setup,
        Err(error) => return complain(&error.to_string(), BAD_USAGE),
    };
    let keymap = match keymap(&setup) {
        Ok(keymap) => keymap,
        Err(why) => return complain(&why, BAD_USAGE),
    };
    let mut out = io::stdout().lock();
    exit_of(print(&keymap, Format::of(arguments.json), &mut out).map(|()| 0))
}

fn print(keymap: &Keymap, format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        let rows = Context::ALL
            .iter()
            .flat_map(|context| keymap.bindings(*context));
        let rows: Vec<_> = rows.map(row).collect();
        return write_json(&json!({ "keys": rows }), out);
    }
    for context in Context::ALL {
        let mut bindings = keymap.bindings(*context).peekable();
        if bindings.peek().is_none() {
            continue;
        }
        writeln!(out, "{}  {}", context.name(), context.text())?;
        for binding in bindings {
            let keys = binding.keys_text();
            let fallback = match &binding.fallback {
                Some(fallback) => format!("   (else {fallback})"),
                None => String::new(),
            };
            writeln!(out, "  {keys:<KEYS$} {}{fallback}", binding.text)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// `danger`: 0 changes nothing outside the screen, 1 changes what runs, 2 is a decision.
fn row(binding: &Binding) -> serde_json::Value {
    json!({
        "context": binding.context.name(),
        "keys": binding.keys,
        "action": binding.action.name(),
        "text": binding.text,
        "danger": binding.danger,
        "fallback": binding.fallback,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: Format) -> String {
        let keymap = Keymap::embedded().unwrap();
        let mut out = Vec::new();
        print(&keymap, format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
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
    fn programs_get_json() {
        let value: serde_json::Value = serde_json::from_str(&printed(Format::Json)).unwrap();
        let rows = value["keys"].as_array().unwrap();
        let splits = |row: &&serde_json::Value| row["action"] == "split_right";
        let split = rows.iter().find(splits).unwrap();
        assert_eq!(split["context"], "leader");
        assert_eq!(split["keys"][0], "3");
    }
}
