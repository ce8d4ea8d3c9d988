//! Determines what "always" would grant for a call, shown to the user word for word.
//!
//! The offered rules are exact: a hasty answer never creates a wildcard. Called by `decide`.

use super::rules::{escape_command, escape_path};
use notice::{Notice, notice};
use protocol::approval::{AlwaysScope, GrantScope, Risk, RiskReport};
use protocol::call::ToolClass;
use protocol::plan::{CallPlan, Subject};

/// Returns the possible scopes of "always" for this call, the widest first because it is
/// preselected. Empty for high risk, for always-asked calls and for commands that were not
/// understood: these get a yes or a no each time.
pub fn always_scopes(plan: &CallPlan, risk: &RiskReport) -> Vec<AlwaysScope> {
    if risk.risk == Risk::High || risk.always_ask || not_understood(&plan.subject) {
        return Vec::new();
    }
    let mut scopes = Vec::with_capacity(4);
    if let Some(grants) = until_next_message(plan.class) {
        scopes.push(AlwaysScope {
            scope: GrantScope::UntilNextMessage,
            grants,
            pattern: None,
        });
    }
    let Some(pattern) = exact_pattern(plan) else {
        return scopes;
    };
    for (scope, grants) in [
        (
            GrantScope::Session,
            notice!("reach-session", name = pattern),
        ),
        (
            GrantScope::Workspace,
            notice!("reach-workspace", name = pattern),
        ),
        (GrantScope::User, notice!("reach-user", name = pattern)),
    ] {
        scopes.push(AlwaysScope {
            scope,
            grants,
            pattern: Some(pattern.clone()),
        });
    }
    scopes
}

/// Returns the rule that means exactly this call: `shell_exec(cargo test -p auth)`,
/// `write_file(src/auth/session.rs)`, `mcp__git__log`. Returns `None` for a command of several
/// lines, which no one-line rule can express.
pub fn exact_pattern(plan: &CallPlan) -> Option<String> {
    match &plan.subject {
        Subject::Nothing => Some(plan.tool.clone()),
        Subject::Path { path } => Some(format!("{}({})", plan.tool, escape_path(path))),
        Subject::Command { command, .. } => {
            let command = command.trim();
            let shown = !command.is_empty() && !command.chars().any(char::is_control);
            shown.then(|| format!("{}({})", plan.tool, escape_command(command)))
        }
    }
}

fn not_understood(subject: &Subject) -> bool {
    matches!(
        subject,
        Subject::Command {
            understood: false,
            ..
        }
    )
}

fn until_next_message(class: ToolClass) -> Option<Notice> {
    match class {
        ToolClass::Text => Some(notice!("reach-write")),
        ToolClass::Command | ToolClass::Mcp | ToolClass::Agent | ToolClass::Memory => {
            Some(notice!("reach-command"))
        }
        ToolClass::Read | ToolClass::Ask | ToolClass::Plan | ToolClass::Unknown => None,
    }
}
