//! Providers whose program carries out its model's tools itself: it asks us for leave, and tells us
//! what came of each. The adapter speaks with the program; the calls go through the same rules,
//! questions and log as those that we carry out.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::protocol::call::ToolClass;
use crate::protocol::ids::SessionId;
use crate::protocol::permission::{AgentToolResult, Permission, PermissionRequest, ReportedAction};
use crate::protocol::stream::ProviderError;

/// What comes of a call that the model has made.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// The program asks for leave.
    Asks(Box<PermissionRequest>),
    /// It runs the tool without having asked.
    Runs,
    /// It has run the tool without asking.
    Done(AgentToolResult),
}

/// What happens while a tool runs.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolActivity {
    /// A sub-agent, or the tool itself, asks for leave for another call: see [`AgentTools::next`].
    AnotherAsks(Box<PermissionRequest>),
    /// Something to show.
    Progress(String),
    /// The tool is done.
    Done(AgentToolResult),
}

/// A rule of the program's own settings by which tools run without a question to us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedByRule {
    /// The rule, as it stands there: `Bash(npm test:*)`, or the mode that frees edits.
    pub rule: String,
    pub file: PathBuf,
}

/// Reads and writes files of the workspace in the place of a program that is only played: it has no hands. Blocks.
pub trait FileWriter: Send + Sync {
    /// The text of a file; `None` where there is none.
    fn text(&self, path: &str) -> Option<String>;

    /// Gives a file this text.
    ///
    /// # Errors
    /// Why not, for the model.
    fn write(&self, path: &str, text: &str) -> Result<(), String>;
}

/// How much of a program's doing goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProgramActivity {
    Nothing,
    /// Something that it began in the background.
    InBackground,
    /// A turn of ours.
    Turn,
}

/// See the module. All calls are named by the program's own ids.
pub trait AgentTools: Send + Sync {
    /// What kind of thing a tool does.
    fn class_of(&self, tool: &str) -> ToolClass;

    /// What its own settings let run without a question to us. Blocks.
    fn freed(&self) -> Vec<AllowedByRule>;

    /// Has somebody else write the files, where the program is only played.
    fn work_with(&self, _hands: Arc<dyn FileWriter>) {}

    /// Waits until the program asks for leave for a call, or has carried it out.
    ///
    /// # Errors
    /// If the program has ended.
    fn next(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<Next, ProviderError>>;

    /// Waits until a question that was asked is of no use any more: it was answered (`None`), or the
    /// program took it back or has ended, with why.
    fn withdrawn(&self, session: SessionId, request: String) -> BoxFuture<'static, Option<String>>;

    /// Answers a question. One that was answered or taken back before is answered by nothing.
    fn answer(&self, session: SessionId, request: &str, leave: Permission);

    /// Waits for what happens next while a call runs that was given leave.
    ///
    /// # Errors
    /// If the program has ended.
    fn running(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<ToolActivity, ProviderError>>;

    /// What a call and its sub-agents did or do, but for what waits for leave: that tells whose doing a changed file is.
    /// What is over is told once.
    fn acted(&self, _session: SessionId, _call: &str) -> Vec<ReportedAction> {
        Vec::new()
    }

    /// The same of all other calls, of which nothing was told yet.
    fn acting(&self, _session: SessionId, _but: Option<&str>) -> Vec<ReportedAction> {
        Vec::new()
    }

    /// What of the program's doing goes on.
    fn at_work(&self, _session: SessionId) -> ProgramActivity {
        ProgramActivity::Nothing
    }

    /// Waits until less than this goes on, or the program has ended.
    fn until_less(&self, _session: SessionId, _than: ProgramActivity) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Ends what the program is doing; it tells the results of its calls all the same.
    fn interrupt(&self, session: SessionId);

    /// Ends the program of a session: asks it to, and kills it after a grace.
    fn end(&self, session: SessionId) -> BoxFuture<'static, ()>;

    /// The same for all sessions.
    fn end_all(&self) -> BoxFuture<'static, ()>;
}
