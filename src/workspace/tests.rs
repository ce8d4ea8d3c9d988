//! Tests of the workspace: the jail, the block list, reads, writes, the walk.

mod changes;
mod hostile;
mod in_place;
mod listing;
mod manifest;
mod path_jail;
mod repositories;
mod walk;
mod watch;
mod write;

use std::path::Path;

use tempfile::TempDir;

use super::Workspace;
use protocol::call::ToolError;

/// A folder `root` as the workspace, inside a folder with things that must stay out of reach.
struct Harness {
    outer: TempDir,
}

impl Harness {
    fn new() -> Self {
        let outer = tempfile::tempdir().unwrap();
        std::fs::create_dir(outer.path().join("root")).unwrap();
        std::fs::create_dir(outer.path().join("outside")).unwrap();
        std::fs::write(outer.path().join("outside/secret.txt"), "SECRET").unwrap();
        Self { outer }
    }

    fn root(&self) -> std::path::PathBuf {
        self.outer.path().join("root")
    }

    fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn link(&self, target: impl AsRef<Path>, name: &str) {
        std::os::unix::fs::symlink(target, self.root().join(name)).unwrap();
    }

    fn open(&self) -> Workspace {
        Workspace::open(&self.root(), &[]).unwrap()
    }

    fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.root().join(path)).unwrap()
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, ToolError>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(error) => {
            assert!(error.message.to_string().len() > 20, "{error}");
            error.code.code()
        }
    }
}
