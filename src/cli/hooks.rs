//! `agentichat hooks list|test|trust`: shows the hooks, runs one for a test, and trusts them.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::{HooksArguments, HooksCommands};
use super::config::write_json;
use super::info::setup_in;
use super::{Format, complain, exit_of, runtime};
use client::slash::{hook_lines, hook_test_lines};
use l10n::said;
use notice::{Notice, notice};
use protocol::ids::SessionId;
use runtime::actor::HookRunner;

pub(super) fn run(arguments: &HooksArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd.clone()) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let format = Format::of(arguments.json);
    if format == Format::Text {
        l10n::speak(setup.language());
    }
    let tasks = match runtime() {
        Ok(tasks) => tasks,
        Err(error) => return complain(&error.to_string(), 1),
    };
    let hooks = setup.hook_runner();
    let wanted = arguments.what.clone().unwrap_or(HooksCommands::List);
    let mut out = io::stdout().lock();
    let done = tasks.block_on(async {
        match &wanted {
            HooksCommands::List => list(&hooks, format, &mut out).await,
            HooksCommands::Test { name } => test(&hooks, name, format, &mut out).await,
            HooksCommands::Trust { names } => trust(&hooks, names, format, &mut out).await,
        }
    });
    match done {
        Ok(done) => exit_of(done.map(|()| 0)),
        Err(why) => complain(&said(&why), 1),
    }
}

type Printed = Result<io::Result<()>, Notice>;

async fn list(hooks: &HookRunner, format: Format, out: &mut dyn Write) -> Printed {
    let list = hooks.list().await?;
    if format == Format::Json {
        let list = serde_json::to_value(&list).unwrap_or_default();
        return Ok(write_json(list, out));
    }
    let lines = hook_lines(&list).join("\n");
    Ok(writeln!(out, "{lines}"))
}

async fn test(hooks: &HookRunner, name: &str, format: Format, out: &mut dyn Write) -> Printed {
    let session = SessionId(uuid::Uuid::now_v7());
    let test = hooks.test(session, name).await?;
    if format == Format::Json {
        let test = serde_json::to_value(&test).unwrap_or_default();
        return Ok(write_json(test, out));
    }
    let lines = hook_test_lines(&test).join("\n");
    Ok(writeln!(out, "{lines}"))
}

async fn trust(
    hooks: &HookRunner,
    names: &[String],
    format: Format,
    out: &mut dyn Write,
) -> Printed {
    let trusted = hooks.trust(names).await?;
    let names: Vec<String> = trusted.iter().map(|one| one.name()).collect();
    if format == Format::Json {
        return Ok(write_json(json!({ "trusted": names }), out));
    }
    let mut lines: Vec<String> = Vec::new();
    for one in &trusted {
        let changes = one.changes().into_iter();
        lines.extend(changes.map(|line| redact::one_line(&line)));
    }
    let told = match names.as_slice() {
        [] => notice!("hooks-all-trusted"),
        names => notice!("hooks-trusted-now", names = names.join(", ")),
    };
    lines.push(said(&told));
    Ok(writeln!(out, "{}", lines.join("\n")))
}
