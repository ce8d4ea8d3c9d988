//! Tools for packages, servers and containers: changes that others see or use.

use crate::shell::command::Call;
use crate::shell::walk::Walker;
use notice::notice;

use super::is_version_query;

/// Words that, given to a tool for packages or servers, change what others see.
const PUBLISHES: &[&str] = &[
    "publish",
    "unpublish",
    "push",
    "deploy",
    "upload",
    "yank",
    "owner",
    "destroy",
    "delete",
    "prune",
    "purge",
    "merge",
    "release",
    "rmi",
    "login",
    "logout",
    "apply",
    "unlink-registry",
    "deprecate",
    "promote",
];

/// Tools that [`PUBLISHES`] applies to.
pub(super) const PUBLISHERS: &[&str] = &[
    "cargo",
    "npm",
    "yarn",
    "pnpm",
    "bun",
    "twine",
    "gem",
    "mvn",
    "gradle",
    "docker",
    "podman",
    "helm",
    "kubectl",
    "terraform",
    "tofu",
    "pulumi",
    "aws",
    "gcloud",
    "az",
    "heroku",
    "fly",
    "flyctl",
    "vercel",
    "netlify",
    "firebase",
    "wrangler",
    "gh",
    "glab",
    "hub",
    "poetry",
    "uv",
    "flit",
    "hatch",
    "pdm",
    "dotnet",
    "nuget",
    "serverless",
    "sls",
    "svn",
    "hg",
    "jj",
    "doctl",
    "oc",
    "skopeo",
    "buildah",
    "docker-compose",
    "composer",
    "mix",
    "rclone",
    "restic",
    "wasm-pack",
];

pub(super) fn publishes(call: Call<'_>) -> bool {
    // `--dry-run` does not lower the risk: its meaning differs from tool to tool.
    let words = call.operands().take(3).map(|arg| arg.text.as_str());
    let mut words = words.skip_while(|word| word.starts_with('+'));
    let first = words.next().unwrap_or_default();
    if matches!(
        first,
        "run" | "exec" | "test" | "build" | "install" | "add" | "x" | "dlx" | "i"
    ) {
        return false;
    }
    let remote_edit = matches!(call.program, "gh" | "glab" | "hub")
        && ([
            "create", "close", "edit", "comment", "review", "reopen", "rename", "archive", "set",
            "sync", "transfer", "cancel", "rerun",
        ]
        .contains(&call.operand(1))
            || (first == "api"
                && (call.has_option('X', "method")
                    || call.has_option('f', "field")
                    || call.has_option('F', "raw-field")
                    || call.has_option('\0', "input"))));
    remote_edit
        || PUBLISHES.contains(&first)
        || call
            .operands()
            .take(3)
            .skip(1)
            .any(|arg| PUBLISHES.contains(&arg.text.as_str()))
        || matches!(
            (call.program, call.operand(0), call.operand(1)),
            (
                "docker" | "podman",
                "volume" | "container" | "network" | "image",
                "rm"
            ) | ("docker" | "podman", "rm", _)
                | ("aws", "s3", "rm" | "mv" | "rb" | "sync" | "cp")
                | ("svn", "commit" | "ci", _)
                | ("rclone", "sync" | "move" | "copy", _)
        )
        || (matches!(call.operand(0), "down") && call.has_option('v', "volumes"))
}

pub(super) fn containers(walker: &mut Walker<'_>, call: Call<'_>) {
    let first = call.operand(0);
    if matches!(first, "ps" | "images" | "version" | "info" | "logs") || is_version_query(call) {
        walker.state.findings.medium(
            notice!("risk-asks-for-its-state", name = call.program),
            call.span,
        );
        return;
    }
    let mounts = call.args.iter().any(|arg| {
        arg.text.starts_with("-v")
            || arg.text.starts_with("--volume")
            || arg.text.starts_with("--mount")
            || arg.text == "--privileged"
    });
    if mounts {
        walker.state.findings.high(
            notice!("risk-name-with-folders-of-this", name = call.program),
            call.span,
        );
    } else {
        walker.state.findings.medium(
            notice!("risk-name-runs-or-builds-a", name = call.program),
            call.span,
        );
    }
    walker.probe(call);
}
