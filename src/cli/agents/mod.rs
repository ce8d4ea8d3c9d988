//! `agentichat agents` and `agentichat skills`: lists, shows, defines and checks the agents that the agent may
//! start, and the skills that it may take. Works on files alone: no session and no actor is opened.

pub mod args;
mod print;
mod prompt;
mod skills;

use std::io;
use std::process::ExitCode;

use self::args::{AgentsArguments, AgentsCommands, ProfileFields};
use self::print::{Printed, Printer};
use super::info::setup_in;
use super::{BAD_USAGE, Format, complain, exit_of};
use crate::app::Setup;
use ::agents::{AgentFileError, AgentFiles, FoundAgent, Owner, ProfileChange};
use client::external;
use l10n::{said, say};
use notice::{Notice, notice};
use protocol::agent_profile::{
    AgentProfile, AgentProfileId, Lifecycle, ProfileFault, ProfileSource,
};

pub(super) use skills::run as skills;

pub(super) fn run(arguments: AgentsArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let format = Format::of(arguments.json);
    if format == Format::Text {
        l10n::speak(setup.language());
    }
    let wanted = arguments.what.unwrap_or(AgentsCommands::List);
    match execute(&setup, wanted, format) {
        Ok(done) => exit_of(done),
        Err(why) => complain(&said(&why), 1),
    }
}

fn execute(setup: &Setup, wanted: AgentsCommands, format: Format) -> Printed {
    let files = setup.agent_files();
    let mut printer = Printer::new(format);
    match wanted {
        AgentsCommands::List => printer.agents(&files.read().list()),
        AgentsCommands::Show { agent } => {
            let found = files.read();
            let agent = found.find(&agent).ok_or_else(|| unknown(&agent))?;
            printer.agent(&agent.profile, &agent.notes)
        }
        AgentsCommands::Add {
            name,
            workspace,
            temporary,
            fields,
        } => {
            let owner = if workspace {
                Owner::Workspace
            } else {
                Owner::User
            };
            let mut profile = profile(setup, &name, fields)?;
            if temporary {
                profile.lifecycle = Lifecycle::Temporary;
            }
            let made = files.create(owner, profile, jiff::Timestamp::now());
            printer.changed(&made.map_err(|error| error.notice())?)
        }
        AgentsCommands::Edit {
            agent,
            name,
            fields,
        } => {
            let change = ProfileChange {
                name,
                ..change(fields)?
            };
            let changed = if change.is_empty() {
                edited(setup, &files, &agent)?
            } else {
                let changed = files.update(&agent, &change);
                Some(changed.map_err(|error| error.notice())?)
            };
            match changed {
                Some(profile) => printer.changed(&profile),
                None => printer.say(&notice!("agents-unchanged")),
            }
        }
        AgentsCommands::Remove {
            agent: Some(agent), ..
        } => remove(&files, &[agent], &mut printer),
        AgentsCommands::Remove { agent: None, .. } => {
            let found = files.read();
            let is_temporary = |agent: &&FoundAgent| {
                agent.profile.lifecycle == Lifecycle::Temporary
                    && agent.profile.source.is_writable()
            };
            let temporary = found.counting().filter(is_temporary);
            let ids: Vec<String> = temporary.map(|one| one.profile.id.to_string()).collect();
            remove(&files, &ids, &mut printer)
        }
        AgentsCommands::Check => {
            let list = files.read().list();
            let is_right = list.problems.is_empty();
            let printed = printer.checked(&list, files.tools())?;
            Ok(printed.map(|_| if is_right { 0 } else { BAD_USAGE }))
        }
    }
}

fn unknown(name: &str) -> Notice {
    let name = name.to_owned();
    AgentFileError::Unknown { name }.notice()
}

fn remove(files: &AgentFiles, names: &[String], printer: &mut Printer) -> Printed {
    let mut done: io::Result<u8> = Ok(0);
    for name in names {
        let path = files.delete(name).map_err(|error| error.notice())?;
        let path = path.display().to_string();
        done = done.and(printer.say(&notice!("agents-removed", name, path))?);
    }
    if names.is_empty() {
        return printer.say(&notice!("agents-none-temporary"));
    }
    Ok(done)
}

/// Makes the profile of a new agent.
fn profile(setup: &Setup, name: &str, fields: ProfileFields) -> Result<AgentProfile, Notice> {
    let id = AgentProfileId::of_name(name);
    let id = id.ok_or_else(|| ProfileFault::Id(name.to_owned()).notice())?;
    let change = change(fields)?;
    let prompt = match &change.prompt {
        Some(prompt) => prompt.clone(),
        None => prompt::written(setup)?,
    };
    let source = ProfileSource::Session;
    let mut profile = AgentProfile::new(id, name.trim().to_owned(), prompt, source);
    change.apply(&mut profile);
    Ok(profile)
}

/// Returns the change that options ask for.
fn change(fields: ProfileFields) -> Result<ProfileChange, Notice> {
    let optional =
        |text: Option<String>| text.map(|text| Some(text).filter(|text| !text.is_empty()));
    let prompt = match fields.prompt.as_deref() {
        Some("-") => Some(prompt::read()?),
        _ => fields.prompt,
    };
    Ok(ProfileChange {
        name: None,
        description: fields.description,
        provider: optional(fields.provider),
        model: optional(fields.model),
        temperature: fields.temperature.map(Some),
        max_tokens: fields.max_tokens.map(Some),
        tools: fields.tools.as_deref().map(names),
        denied_tools: fields
            .denied_tools
            .as_deref()
            .map(|text| names(text).unwrap_or_default()),
        mcp_servers: fields.mcp_servers.as_deref().map(names),
        prompt: prompt.map(|text| text.trim().to_owned()),
    })
}

/// Reads names between commas; `None` for `all`.
fn names(text: &str) -> Option<Vec<String>> {
    match text.trim() {
        "all" => None,
        "none" => Some(Vec::new()),
        text => {
            let names = text.split(',').map(str::trim);
            let names = names.filter(|name| !name.is_empty());
            Some(names.map(str::to_owned).collect())
        }
    }
}

/// Lets the user edit the file of an agent; `None` if it was left as it was. A text that is no profile is kept
/// in a file, which the error names.
fn edited(setup: &Setup, files: &AgentFiles, name: &str) -> Result<Option<AgentProfile>, Notice> {
    let (_, text, hash) = files.text(name).map_err(|error| error.notice())?;
    let editor = external::named();
    let editor = editor.ok_or_else(|| Notice::text(say!("agents-no-editor")))?;
    let edited = external::edit(&editor, &text, &setup.detected.root);
    let edited = edited.map_err(|error| Notice::text(error.to_string()))?;
    let Some(edited) = edited.filter(|edited| *edited != text) else {
        return Ok(None);
    };
    let replaced = files.replace_text(name, hash, &edited);
    let profile = replaced.map_err(|error| {
        let why = error.notice();
        match external::keep(&edited) {
            Ok(path) => notice!("agents-edit-kept", why, path = path.display()),
            Err(_) => why,
        }
    })?;
    Ok(Some(profile))
}
