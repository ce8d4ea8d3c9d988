mod forms;
mod profiles;
mod skills;

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::AgentFolders;

/// The folders of a workspace and a user.
struct Places {
    folder: TempDir,
}

impl Places {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        Self { folder }
    }

    fn folders(&self, is_trusted: bool) -> AgentFolders {
        AgentFolders {
            root: self.at("work"),
            is_trusted,
            workspace_folder: ".agentichat",
            config: self.at("config"),
            data: self.at("data"),
            claude: Some(self.at("home/.claude")),
            opencode: None,
        }
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }
}
