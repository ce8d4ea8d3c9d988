//! `agentichat skills`.

use std::process::ExitCode;

use super::args::{SkillsArguments, SkillsCommands};
use super::print::{Printed, Printer};
use crate::app::Setup;
use crate::cli::info::setup_in;
use crate::cli::{BAD_USAGE, Format, complain, exit_of};
use l10n::said;

pub(in crate::cli) fn run(arguments: SkillsArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let format = Format::of(arguments.json);
    if format == Format::Text {
        l10n::speak(setup.language());
    }
    let wanted = arguments.what.unwrap_or(SkillsCommands::List);
    match execute(&setup, wanted, format) {
        Ok(done) => exit_of(done),
        Err(why) => complain(&said(&why), 1),
    }
}

fn execute(setup: &Setup, wanted: SkillsCommands, format: Format) -> Printed {
    let found = setup.skill_files().read();
    let mut printer = Printer::new(format);
    match wanted {
        SkillsCommands::List => printer.skills(&found.list()),
        SkillsCommands::Show { skill } => {
            let skill = found.text(&skill).map_err(|error| error.notice())?;
            printer.skill(&skill)
        }
        SkillsCommands::Check => {
            let list = found.list();
            let printed = printer.checked_skills(&list)?;
            let is_right = list.problems.is_empty();
            Ok(printed.map(|_| if is_right { 0 } else { BAD_USAGE }))
        }
    }
}
