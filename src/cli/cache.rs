//! `agentichat cache status|clean`: shows the contents of a workspace's cache, or empties it.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::{CacheArguments, CacheCommands};
use super::config::write_json;
use super::info::setup_in;
use super::{Format, exit_of};
use client::slash::cache_rows;
use l10n::said;
use protocol::cache::{CacheScope, CacheState};
use redact::one_line;
use runtime::actor::Cache;

pub(super) fn run(arguments: &CacheArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd.clone()) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let cache = setup.cache();
    let format = Format::of(arguments.json);
    let mut out = io::stdout().lock();
    let wanted = arguments.what.clone().unwrap_or(CacheCommands::Status);
    exit_of(match wanted {
        CacheCommands::Status => cache
            .state()
            .map_err(|why| io::Error::other(said(&why)))
            .and_then(|state| status(&state, format, &mut out)),
        CacheCommands::Clean { all } => {
            let scope = if all {
                CacheScope::All
            } else {
                CacheScope::Workspace
            };
            clean(&cache, scope, format, &mut out)
        }
    })
}

fn status(state: &CacheState, format: Format, out: &mut dyn Write) -> io::Result<u8> {
    if format == Format::Json {
        let state = serde_json::to_value(state)?;
        return write_json(state, out).map(|()| 0);
    }
    let word = match (&state.problem, state.enabled) {
        (Some(problem), _) => format!("cannot be used: {}", one_line(&said(problem))),
        (None, true) => "answers are kept (cache.enabled), those at temperature 0".to_owned(),
        (None, false) => "answers are not kept: cache.enabled is off".to_owned(),
    };
    writeln!(out, "{word}")?;
    for (name, words) in cache_rows(state, one_line) {
        writeln!(out, "  {name}: {words}")?;
    }
    Ok(u8::from(state.problem.is_some()))
}

fn clean(
    cache: &dyn Cache,
    scope: CacheScope,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let done = cache.clean(scope);
    let is_done = done.is_ok();
    let told = done.unwrap_or_else(|why| why).map_texts(&mut one_line);
    match format {
        Format::Json => write_json(json!({ "ok": is_done, "message": told }), out)?,
        Format::Text if is_done => writeln!(out, "{}", said(&told))?,
        Format::Text => return Err(io::Error::other(said(&told))),
    }
    Ok(u8::from(!is_done))
}
