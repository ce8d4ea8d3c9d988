//! The `claude` program as a provider: how it is started, and with what.

use std::io;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::Setup;
use crate::provider::claude_cli::ClaudeCli;
use crate::provider::claude_cli::launch::{Launch, Life, Running, Start};
use crate::tools::companion::{Companion, Program};
use crate::workspace::programs::is_program;

/// What the provider is called.
pub const NAME: &str = "claude-cli";

/// The provider, as the config wants it. Starts nothing.
pub fn provider(setup: &Setup) -> ClaudeCli {
    let environment = setup.environment.iter();
    let environment = environment.map(|(name, value)| (name.clone(), value.clone()));
    ClaudeCli::new(
        NAME,
        &setup.loaded.config.claude_program,
        setup.detected.root.clone(),
        environment.collect(),
        Arc::new(Launcher),
    )
}

struct Launcher;

impl Launch for Launcher {
    fn launch(&self, start: &Start) -> io::Result<Running> {
        let (companion, pipes) = Companion::start(Program {
            program: &start.program,
            arguments: &start.arguments,
            folder: &start.folder,
            environment: &start.environment,
            session: start.session,
        })?;
        Ok(Running {
            to: Box::new(pipes.to),
            from: Box::new(pipes.from),
            errors: Box::new(pipes.errors),
            life: Box::new(Alive(companion)),
        })
    }

    fn finds(&self, program: &str, environment: &[(String, String)], folder: &Path) -> bool {
        let path = environment.iter().find(|(name, _)| name == "PATH");
        is_program(program, path.map(|(_, value)| value.as_str()), folder)
    }
}

struct Alive(Companion);

impl Life for Alive {
    fn ended(&mut self) -> BoxFuture<'_, String> {
        Box::pin(self.0.ended())
    }

    fn ask_to_end(&mut self) {
        self.0.ask_to_end();
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, ()> {
        Box::pin(self.0.finish())
    }
}
