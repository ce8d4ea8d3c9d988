//! Agent programs as providers: the program runs its model's tools itself, requests permissions
//! from this program and reports the results. The adapter talks to the program; the calls go
//! through the same rules, questions and log as calls that this program carries out.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use notice::Notice;
use protocol::call::ToolClass;
use protocol::ids::SessionId;
use protocol::permission::{AgentToolResult, Permission, PermissionRequest, ReportedAction};
use protocol::stream::ProviderError;

/// Next event about a call that the model has made.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// The program requests a permission.
    Asks(Box<PermissionRequest>),
    /// The program runs the tool without having asked.
    Runs,
    /// The program has run the tool without asking.
    Done(AgentToolResult),
}

/// Event while a tool runs.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolActivity {
    /// A sub-agent, or the tool itself, requests a permission for another
    /// call: see [`AgentTools::next`].
    AnotherAsks(Box<PermissionRequest>),
    /// Progress to show.
    Progress(String),
    /// The tool has finished.
    Done(AgentToolResult),
}

/// A rule in the agent program's own settings that lets tools run without a permission
/// from this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedByRule {
    /// The rule as written: `Bash(npm test:*)`, or the mode that allows edits.
    pub rule: String,
    pub file: PathBuf,
}

/// Reads and writes workspace files on behalf of an agent program that is only replayed and cannot
/// do so itself. Blocks.
pub trait FileWriter: Send + Sync {
    /// Returns the text of a file; `None` if it does not exist.
    fn text(&self, path: &str) -> Option<String>;

    /// Writes the text to a file.
    ///
    /// # Errors
    /// The reason, for the model.
    fn write(&self, path: &str, text: &str) -> Result<(), String>;
}

/// Amount of an agent program's ongoing work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProgramActivity {
    Nothing,
    /// Only work in the background that the program started.
    InBackground,
    /// A turn that this program started.
    Turn,
}

/// Interface to an agent program with its own tools. Calls are identified by the program's own ids.
pub trait AgentTools: Send + Sync {
    fn class_of(&self, tool: &str) -> ToolClass;

    /// Returns the rules of the program's own settings that let tools run without a permission from
    /// this program. Blocks.
    fn freed(&self) -> Vec<AllowedByRule>;

    /// Sets the writer of files, for a program that is only replayed.
    fn work_with(&self, _hands: Arc<dyn FileWriter>) {}

    /// Waits until the program requests a permission for a call, or has carried the call out.
    ///
    /// # Errors
    /// If the program has ended.
    fn next(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<Next, ProviderError>>;

    /// Waits until a permission request is obsolete: `None` if it was answered, or the reason if
    /// the program withdrew it or has ended.
    fn withdrawn(&self, session: SessionId, request: String) -> BoxFuture<'static, Option<Notice>>;

    /// Answers a permission request. Does nothing if the request was already answered or withdrawn.
    fn answer(&self, session: SessionId, request: &str, leave: Permission);

    /// Waits for the next event of a running call that has its permission.
    ///
    /// # Errors
    /// If the program has ended.
    fn running(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<ToolActivity, ProviderError>>;

    /// Returns the actions of a call and its sub-agents, finished or running, except those that
    /// wait for a permission. The caller uses them to attribute changed files. A finished action is
    /// returned only once.
    fn acted(&self, _session: SessionId, _call: &str) -> Vec<ReportedAction> {
        Vec::new()
    }

    /// Returns the same for all other calls, as far as it has not been returned yet.
    fn acting(&self, _session: SessionId, _but: Option<&str>) -> Vec<ReportedAction> {
        Vec::new()
    }

    /// Returns how much of the program's work is ongoing.
    fn at_work(&self, _session: SessionId) -> ProgramActivity {
        ProgramActivity::Nothing
    }

    /// Waits until less than this is ongoing, or the program has ended.
    fn until_less(&self, _session: SessionId, _than: ProgramActivity) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Interrupts the program's work; it still reports the results of its calls.
    fn interrupt(&self, session: SessionId);

    /// Ends the program of a session: asks it to end, and kills it after a grace period.
    fn end(&self, session: SessionId) -> BoxFuture<'static, ()>;

    /// Ends the programs of all sessions in the same way.
    fn end_all(&self) -> BoxFuture<'static, ()>;
}
