//! `/model`, `/effort`, `/use`, `/route`, `/agent-mode`.

use super::format;
use super::outcome::{Formatter, FrontAction, FrontEnd, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::say;
use protocol::command::Command;
use protocol::effort::Effort;
use protocol::query::Query;
use protocol::route::AgentMode;
use protocol::session::SettingsChange;

/// `/model [name]`. `provider/name` names both if the provider is the session's own.
pub(super) fn model(line: &Line, context: &SlashContext) -> SlashOutcome {
    match line.arguments.as_slice() {
        [] => SlashOutcome::Front(FrontAction::OpenModelPicker),
        [name] => SlashOutcome::Commands(vec![Command::SetModel {
            session: context.session,
            provider: None,
            model: own_name(name, context).to_owned(),
        }]),
        _ => usage("model", say!("command-one-name")),
    }
}

/// `/effort [level]`.
pub(super) fn effort(line: &Line, context: &SlashContext) -> SlashOutcome {
    let [word] = line.arguments.as_slice() else {
        return match (line.arguments.is_empty(), context.front) {
            (true, FrontEnd::Screen) => SlashOutcome::Front(FrontAction::OpenEffortPicker),
            (true, FrontEnd::Lines) => SlashOutcome::Show(say!(
                "command-effort",
                effort = context.settings.effort.word()
            )),
            (false, _) => usage("effort", say!("command-one-value")),
        };
    };
    let Some(effort) = Effort::named(&word.to_lowercase()) else {
        return usage("effort", &say!("command-no-effort", word));
    };
    let change = SettingsChange {
        effort: Some(effort),
        ..SettingsChange::default()
    };
    let session = context.session;
    SlashOutcome::Commands(vec![Command::ConfigureSession { session, change }])
}

/// Strips the session's provider from the name. Other slashes stay, because model names
/// contain slashes too.
fn own_name<'a>(name: &'a str, context: &SlashContext) -> &'a str {
    name.strip_prefix(context.settings.provider.as_str())
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or(name)
}

/// `/use <provider> [model]`.
pub(super) fn use_provider(line: &Line, context: &SlashContext) -> SlashOutcome {
    let (provider, model) = match line.arguments.as_slice() {
        [provider] => (provider, String::new()),
        [provider, model] => (provider, model.clone()),
        [] => return usage("use", say!("command-no-provider-named")),
        _ => return usage("use", say!("command-too-many")),
    };
    SlashOutcome::Commands(vec![Command::SetModel {
        session: context.session,
        provider: Some(provider.clone()),
        model,
    }])
}

pub(super) fn route(_line: &Line, context: &SlashContext) -> SlashOutcome {
    let session = context.session;
    SlashOutcome::Ask(Query::Route { session }, Formatter::new(format::lines))
}

pub(super) fn agent_mode(line: &Line, context: &SlashContext) -> SlashOutcome {
    let [word] = line.arguments.as_slice() else {
        return usage("agent-mode", say!("command-say-agent-mode"));
    };
    let Some(mode) = AgentMode::named(&word.to_lowercase().replace('-', "_")) else {
        return usage("agent-mode", &say!("command-no-agent-mode", word));
    };
    let session = context.session;
    SlashOutcome::Commands(vec![Command::SetAgentMode { session, mode }])
}
