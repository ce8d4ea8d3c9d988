//! Writes files for an agent program that is played from a recording: in the workspace, like
//! every other write.

use std::sync::Arc;

use provider::agent_tools::FileWriter;
use provider::registry::Registry;
use workspace::{Expected, Workspace};

struct WorkspaceWriter(Arc<Workspace>);

impl FileWriter for WorkspaceWriter {
    fn text(&self, path: &str) -> Option<String> {
        self.0.read(path).ok().map(|file| file.text)
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let there = self.0.read(path).ok();
        let expected = there.map_or(Expected::Absent, |file| Expected::Hash(file.sha256));
        let written = self.0.write_atomic(path, text.as_bytes(), &expected, None);
        written.map(drop).map_err(|error| error.message.to_string())
    }
}

/// Gives a file writer to every provider whose program may be played.
pub(super) fn install_file_writers(providers: &Registry, workspace: &Arc<Workspace>) {
    let names = providers.names();
    let all = names.iter().filter_map(|name| providers.get(name).ok());
    for program in all.filter_map(|provider| provider.agent_tools) {
        program.work_with(Arc::new(WorkspaceWriter(Arc::clone(workspace))));
    }
}
