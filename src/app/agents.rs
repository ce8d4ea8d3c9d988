//! The agents and the skills of a workspace and its user: where their files lie, and which models they may name.

use std::path::PathBuf;
use std::sync::Arc;

use super::Setup;
use super::catalogue::Catalog;
use ::agents::{AgentFiles, AgentFolders, KnownModels, SkillFiles};
use ::hooks::Dialect;
use config::hooks::{home_of, user_folders};
use config::paths::WORKSPACE_FOLDER;
use protocol::catalogue::ModelRecord;
use tools::names_for_agents;

/// The provider whose models files for Claude Code name.
const CLAUDES_PROVIDER: &str = "anthropic";

impl Setup {
    pub fn agent_files(&self) -> AgentFiles {
        let models = Arc::new(CatalogueModels(Arc::clone(self.catalogue())));
        AgentFiles::new(self.agent_folders(), names_for_agents(), models)
    }

    pub fn skill_files(&self) -> SkillFiles {
        SkillFiles::new(self.agent_folders(), names_for_agents())
    }

    pub(super) fn agent_folders(&self) -> AgentFolders {
        let environment = &self.environment;
        let claude = user_folders(environment).into_iter();
        let mut claude = claude.filter(|(_, dialect)| *dialect == Dialect::Claude);
        let settings = environment.get("XDG_CONFIG_HOME").map(PathBuf::from);
        let settings = settings.filter(|folder| folder.is_absolute());
        let settings = settings.or_else(|| Some(home_of(environment)?.join(".config")));
        AgentFolders {
            root: self.detected.root.clone(),
            is_trusted: self.is_trusted_as_such(),
            workspace_folder: WORKSPACE_FOLDER,
            config: self.folders.config.clone(),
            data: self.folders.data.clone(),
            claude: claude.next().map(|(folder, _)| folder),
            opencode: settings.map(|folder| folder.join("opencode")),
        }
    }
}

/// The models of the catalogue, as they are when a file is read.
struct CatalogueModels(Arc<Catalog>);

impl KnownModels for CatalogueModels {
    fn find(&self, provider: Option<&str>, model: &str) -> Option<(String, String)> {
        let models = self.0.models(None).ok()?;
        ListedModels(models).find(provider, model)
    }
}

/// The models of a list.
pub(super) struct ListedModels(pub(super) Vec<ModelRecord>);

impl KnownModels for ListedModels {
    fn find(&self, provider: Option<&str>, model: &str) -> Option<(String, String)> {
        let provider = provider.unwrap_or(CLAUDES_PROVIDER);
        let mut models = self.0.iter();
        let found = models.find(|one| one.provider == provider && one.api_name == model)?;
        Some((found.provider.clone(), found.api_name.clone()))
    }
}
