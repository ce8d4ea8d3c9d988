//! Tables of paths: what stays read-only in a workspace, what is hidden, the caches of packages.

/// Names at the top of a workspace that steer tools of the user or of this program, and so stay
/// read-only: a command that could write them would decide what runs outside the box later.
pub const STEERING: [&str; 6] = [OWN, ".claude", ".vscode", ".idea", ".mcp.json", ".envrc"];

/// Folder of a workspace's settings and of this program's own state.
pub const OWN: &str = ".agentichat";

/// Parts of [`OWN`] that are not state, which the program itself writes while a command runs.
pub const OWN_STEERING: [&str; 2] = ["config.yaml", "commands"];

/// Name of a repository's folder, or of the file that names it.
pub const GIT: &str = ".git";

/// Parts of a git folder that name programs: read-only even where the folder may be written.
pub const GIT_STEERING: [&str; 4] = ["hooks", "config", "config.worktree", "info/attributes"];

/// Parts of a git folder that are put back where it cannot be made read-only: all but its objects and
/// its logs.
pub const GIT_STATE: [&str; 14] = [
    "hooks",
    "config",
    "config.worktree",
    "info",
    "objects/info/alternates",
    "HEAD",
    "commondir",
    "gitdir",
    "shallow",
    "packed-refs",
    "index",
    "worktrees",
    "modules",
    "refs",
];

/// Paths in the user's home that hold keys, tokens, sockets of agents, and browsers' profiles.
pub const SECRETS: [&str; 43] = [
    ".1password",
    ".aws",
    ".azure",
    ".bash_history",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".claude",
    ".claude.json",
    ".codex",
    ".colima",
    ".config/BraveSoftware",
    ".config/chromium",
    ".config/gcloud",
    ".config/gh",
    ".config/git/credentials",
    ".config/glab-cli",
    ".config/google-chrome",
    ".config/hub",
    ".config/microsoft-edge",
    ".config/op",
    ".config/opera",
    ".config/rclone",
    ".config/vivaldi",
    ".docker",
    ".gem/credentials",
    ".gemini",
    ".git-credentials",
    ".gnupg",
    ".kube",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".mozilla",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".orbstack",
    ".password-store",
    ".pgpass",
    ".pypirc",
    ".ssh",
    ".terraform.d",
    ".vault-token",
    ".zsh_history",
];

/// Paths outside the home that hold sockets and keys of the user's session.
pub const SESSION: [&str; 1] = ["/run/user"];

/// Folders over which a box with its own mounts shows its temporary folder.
pub const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// Caches of package managers: the variable that names the folder, the folder in the user's home
/// without it, and the parts of it that are caches.
pub const CACHES: [(&str, &str, &[&str]); 12] = [
    (
        "CARGO_HOME",
        ".cargo",
        &[
            "registry",
            "git",
            ".package-cache",
            ".package-cache-mutate",
            ".global-cache",
        ],
    ),
    ("npm_config_cache", ".npm", &[""]),
    ("PIP_CACHE_DIR", ".cache/pip", &[""]),
    ("UV_CACHE_DIR", ".cache/uv", &[""]),
    ("POETRY_CACHE_DIR", ".cache/pypoetry", &[""]),
    ("GOCACHE", ".cache/go-build", &[""]),
    ("GOMODCACHE", "go/pkg/mod", &[""]),
    (
        "GRADLE_USER_HOME",
        ".gradle",
        &["caches", "wrapper", "native"],
    ),
    ("MAVEN_REPOSITORY", ".m2/repository", &[""]),
    ("YARN_CACHE_FOLDER", ".cache/yarn", &[""]),
    ("PNPM_STORE", ".local/share/pnpm/store", &[""]),
    ("CCACHE_DIR", ".cache/ccache", &[""]),
];

/// Variables that lead to sockets outside the box, which cannot be reached from inside.
pub const SOCKET_VARIABLES: [&str; 8] = [
    "SSH_AUTH_SOCK",
    "SSH_AGENT_PID",
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
    "DOCKER_HOST",
    "GPG_AGENT_INFO",
];

/// Parts of the folder of an agent program. All are relative to it.
#[derive(Debug, PartialEq, Eq)]
pub struct AgentFiles {
    /// Hold its keys and tokens.
    pub keys: &'static [&'static str],
    /// Name programs that it runs, or are programs or instructions themselves.
    pub steering: &'static [&'static str],
}

/// The folder of Claude Code, `~/.claude`.
pub const CLAUDE: AgentFiles = AgentFiles {
    keys: &[".credentials.json"],
    steering: &[
        "settings.json",
        "settings.local.json",
        "CLAUDE.md",
        "agents",
        "commands",
        "hooks",
        "local",
        "output-styles",
        "plugins",
        "rules",
        "skills",
    ],
};

/// The folder of Gemini CLI, `~/.gemini`.
pub const GEMINI: AgentFiles = AgentFiles {
    keys: &[
        ".env",
        "google_accounts.json",
        "mcp-oauth-tokens.json",
        "mcp-oauth-tokens-v2.json",
        "oauth_creds.json",
    ],
    steering: &[
        "settings.json",
        "trustedFolders.json",
        "GEMINI.md",
        "agents",
        "commands",
        "extensions",
        "hooks",
        "policies",
        "skills",
    ],
};

/// Paths in the user's home that the `claude` program writes besides its folder.
pub const CLAUDE_STATE: [&str; 3] = [".claude.json", ".cache/claude", ".cache/claude-cli-nodejs"];
