//! `agentichat config`: prints each value and its origin; `config path`: the files; `config keys`:
//! the available settings.
//!
//! Prints no secret: a key is only reported as set, credentials in addresses and in values are
//! masked, and control characters of values are replaced.

use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};

use config::load::WorkspaceConfig;
use config::{Folders, KEYS, LoadedConfig, Origin, Resolved, Severity, Value};

use super::Format;
use plain::headless::json_lines::in_english;
use redact::one_line;

#[cfg(test)]
mod tests;

/// Prints every value with its origin, then what is wrong and what is ignored.
///
/// # Errors
/// If the output cannot be written.
pub fn show(loaded: &LoadedConfig, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => show_text(loaded, out),
        Format::Json => write_json(shown_json(loaded), out),
    }
}

/// Prints the paths of the files, and whether they exist.
///
/// # Errors
/// If the output cannot be written.
pub fn show_paths(
    loaded: &LoadedConfig,
    folders: &Folders,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = vec![("user", loaded.global_file.clone())];
    if let Some(file) = &loaded.workspace_file {
        rows.push(("workspace", file.clone()));
    }
    rows.push(("data", folders.data.clone()));
    rows.push(("logs", folders.logs()));
    if format == Format::Json {
        let object: Map<String, Json> = rows
            .into_iter()
            .map(|(name, path)| {
                let there = path.exists();
                (name.to_owned(), json!({ "path": path, "exists": there }))
            })
            .collect();
        return write_json(Json::Object(object), out);
    }
    for (name, path) in rows {
        let there = if path.exists() {
            ""
        } else {
            "  (not there yet)"
        };
        let path = one_line(&path.display().to_string());
        writeln!(out, "{name:<10} {path}{there}")?;
    }
    Ok(())
}

/// Prints every key with its type, default, variable and purpose.
///
/// # Errors
/// If the output cannot be written.
pub fn show_keys(format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        let keys: Vec<Json> = KEYS
            .iter()
            .map(|key| {
                json!({
                    "key": key.name,
                    "expects": key.kind.expected(),
                    "default": key.default_value(),
                    "variable": key.variable(),
                    "aliases": key.aliases,
                    "doc": key.doc(),
                })
            })
            .collect();
        return write_json(Json::Array(keys), out);
    }
    for key in KEYS {
        writeln!(out, "{}", key.name)?;
        writeln!(out, "    {}", key.doc())?;
        writeln!(
            out,
            "    {}; default {}",
            key.kind.expected(),
            default_words(key)
        )?;
        let mut variables = vec![key.variable()];
        variables.extend(key.aliases.iter().map(|alias| (*alias).to_owned()));
        writeln!(out, "    {}", variables.join(", "))?;
    }
    Ok(())
}

fn default_words(key: &config::Key) -> String {
    match key.default_value() {
        Value::Unset if !key.default.is_empty() => key.default.to_owned(),
        value => value.to_string(),
    }
}

fn show_text(loaded: &LoadedConfig, out: &mut dyn Write) -> io::Result<()> {
    show_problems(loaded, out)?;
    let width = KEYS.iter().map(|key| key.name.len()).max().unwrap_or(0);
    for (key, resolved) in &loaded.values {
        let name = key.name;
        if resolved.items.is_empty() {
            let value = words(key, &resolved.value);
            let origin = one_line(&resolved.origin.to_string());
            writeln!(out, "{name:<width$}  {value:<28}  {origin}")?;
        }
        for (index, (item, origin)) in resolved.items.iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let (item, origin) = (one_line(item), one_line(&origin.to_string()));
            writeln!(out, "{name:<width$}  {item:<28}  {origin}")?;
        }
    }
    for (name, variable, present) in keys(loaded) {
        let words = if present {
            format!("set from {variable}")
        } else {
            format!("not set ({variable})")
        };
        writeln!(out, "{:<width$}  {words}", format!("API key of {name}"))?;
    }
    // They stand over the defaults above, and are read only by what uses a provider.
    writeln!(
        out,
        "\nWhat you set in the workbench or by `agentichat providers set` is in no file: `agentichat providers` lists it."
    )?;
    show_ignored(loaded, out)
}

/// Prints the problems with a blank line behind them.
fn show_problems(loaded: &LoadedConfig, out: &mut dyn Write) -> io::Result<()> {
    for problem in &loaded.problems {
        let word = match problem.severity {
            Severity::Error | Severity::Value => "error",
            Severity::Warning => "warning",
        };
        writeln!(out, "{word}: {}", one_line(&problem.to_string()))?;
    }
    if loaded.problems.is_empty() {
        return Ok(());
    }
    writeln!(out)
}

fn show_ignored(loaded: &LoadedConfig, out: &mut dyn Write) -> io::Result<()> {
    if loaded.ignored.is_empty() {
        return Ok(());
    }
    let file = loaded.workspace_file.as_deref().unwrap_or("".as_ref());
    writeln!(out)?;
    let file = one_line(&file.display().to_string());
    writeln!(out, "Ignored until you trust this workspace ({file}):")?;
    for one in &loaded.ignored {
        let value = one_line(&one.value.to_string());
        writeln!(out, "  line {}: {} = {value}", one.line, one.key)?;
    }
    Ok(())
}

fn shown_json(loaded: &LoadedConfig) -> Json {
    let values: Map<String, Json> = loaded
        .values
        .iter()
        .map(|(key, resolved)| (key.name.to_owned(), value_json(resolved)))
        .collect();
    let ignored: Vec<Json> = loaded
        .ignored
        .iter()
        .map(|one| json!({ "key": one.key, "value": safe_json(&one.value), "line": one.line }))
        .collect();
    let problems: Vec<Json> = loaded
        .problems
        .iter()
        .map(|problem| {
            let mut one = serde_json::to_value(problem).unwrap_or_default();
            if let Some(object) = one.as_object_mut() {
                object.insert("message".into(), one_line(&problem.to_string()).into());
                object.insert("what".into(), one_line(&problem.what.to_string()).into());
            }
            one
        })
        .collect();
    json!({
        "values": values,
        "api_keys": keys(loaded)
            .map(|(name, variable, present)| {
                (name.to_owned(), json!({ "variable": variable, "present": present }))
            })
            .collect::<serde_json::Map<_, _>>(),
        "workspace": workspace_word(&loaded.workspace),
        "ignored_until_trusted": ignored,
        "problems": problems,
    })
}

fn value_json(resolved: &Resolved) -> Json {
    let mut one = json!({
        "value": safe_json(&resolved.value),
        "origin": origin_json(&resolved.origin),
    });
    if let Some(object) = one.as_object_mut()
        && !resolved.items.is_empty()
    {
        let items: Vec<Json> = resolved
            .items
            .iter()
            .map(|(item, origin)| json!({ "item": one_line(item), "origin": origin_json(origin) }))
            .collect();
        object.insert("items".into(), items.into());
    }
    one
}

fn origin_json(origin: &Origin) -> Json {
    serde_json::to_value(origin).unwrap_or_default()
}

/// Returns the state of the workspace's config file in a word.
pub fn workspace_word(workspace: &WorkspaceConfig) -> &'static str {
    match workspace {
        WorkspaceConfig::Absent => "absent",
        WorkspaceConfig::Trusted => "trusted",
        WorkspaceConfig::Untrusted { .. } => "untrusted",
        WorkspaceConfig::Broken => "broken",
    }
}

/// Returns each provider with the variable of its key, and whether that is set.
fn keys(loaded: &LoadedConfig) -> impl Iterator<Item = (&'static str, String, bool)> {
    loaded.config.providers().into_iter().filter_map(|one| {
        let present = loaded.keyed.iter().any(|name| name == one.name);
        Some((one.name, one_line(one.key_variable?), present))
    })
}

/// Formats a value; for an empty one, its meaning for the key.
fn words(key: &config::Key, value: &Value) -> String {
    match value {
        Value::Unset if key.default == "off" => "off".into(),
        value => one_line(&value.to_string()),
    }
}

fn safe_json(value: &Value) -> Json {
    match value {
        Value::Text(text) => one_line(text).into(),
        Value::List(items) => items.iter().map(|item| one_line(item)).collect(),
        other => serde_json::to_value(other).unwrap_or_default(),
    }
}

/// Writes a JSON document with a line end, with its notices in English.
pub(super) fn write_json(mut value: Json, out: &mut dyn Write) -> io::Result<()> {
    in_english(&mut value);
    serde_json::to_writer_pretty(&mut *out, &value)?;
    writeln!(out)
}

/// Writes a line of JSON, with its notices in English.
pub(super) fn write_json_line(mut value: Json, out: &mut dyn Write) -> io::Result<()> {
    in_english(&mut value);
    writeln!(out, "{value}")
}
