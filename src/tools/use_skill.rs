//! `use_skill`: the instructions of a skill, or a file beside them. It is offered only if there are skills;
//! its description lists them.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::api::CallContext;
use super::args::{parse, schema_of};
use super::registry::Tool;
use super::toolbox::Inner;
use super::work::{ToolOutput, ToolPlan};
use agents::{FoundSkills, SkillError, SkillFiles};
use notice::{count, notice};
use protocol::call::{ErrorCode, ToolCall, ToolClass, ToolError, ToolSpec};
use protocol::skill::{SkillSource, SkillText, USE_SKILL};

pub(super) const TOOL: Tool = Tool {
    name: USE_SKILL,
    class: ToolClass::Read,
    description: "Returns a skill: instructions for one kind of work. If one of the skills below fits the \
                  task, take it before you begin. It allows nothing that is not allowed anyway. With `file` it \
                  returns a file of the skill that its instructions name.",
    schema: schema_of::<Args>,
    prepare,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    /// Name of the skill.
    name: String,
    /// A file of the skill, relative to its folder, instead of its instructions.
    file: Option<String>,
}

/// Returns the tool with the list of skills; `None` if none is offered.
pub(super) fn spec(skills: &SkillFiles) -> Option<ToolSpec> {
    let known = skills.known();
    let offer = known.offer();
    if offer.is_empty() {
        return None;
    }
    let mut spec = TOOL.spec();
    spec.description = format!("{}\nSkills:\n{}", spec.description, offer.trim_end());
    Some(spec)
}

fn prepare(inner: &Inner, call: &ToolCall, _: &CallContext) -> Result<ToolPlan, ToolError> {
    let args: Args = parse(call)?;
    let skills = inner.skills.get().map(|skills| skills.known());
    let skills = skills.unwrap_or_default();
    Ok(ToolPlan::look(String::new(), move |inner| {
        let skill = skills.text(&args.name).map_err(|error| refusal(&error))?;
        let inside = args.file.as_deref().unwrap_or("SKILL.md");
        check_blocked(inner, &skill, inside)?;
        match &args.file {
            Some(file) => file_of(&skills, &args.name, file),
            None => Ok(instructions(inner, skill)),
        }
    }))
}

fn refusal(error: &SkillError) -> ToolError {
    let code = match error {
        SkillError::Unknown { .. } => ErrorCode::InvalidArguments,
        SkillError::Path { .. } => ErrorCode::PathOutsideSandbox,
        SkillError::File { .. } => ErrorCode::FileNotFound,
    };
    ToolError::new(code, error.notice())
}

/// Refuses a file of the workspace that the user took from all tools. The program's own folder, from which
/// no other tool reads, is not asked about.
fn check_blocked(inner: &Inner, skill: &SkillText, inside: &str) -> Result<(), ToolError> {
    let SkillSource::Claude { folder } = &skill.skill.source else {
        return Ok(());
    };
    match folder.strip_prefix(inner.workspace.root()) {
        Ok(below) => {
            let path = below.join(inside);
            inner.workspace.resolve(&path.to_string_lossy())?;
            Ok(())
        }
        Err(_) => Ok(()),
    }
}

fn file_of(skills: &FoundSkills, name: &str, file: &str) -> Result<ToolOutput, ToolError> {
    let text = skills.file(name, file).map_err(|error| refusal(&error))?;
    let lines = count(text.lines().count(), "line");
    let path = format!("{name}/{file}");
    let mut fields = Map::new();
    fields.insert("file".into(), file.into());
    fields.insert("text".into(), redact::sanitize(&text).into());
    let summary = notice!(
        "gave-counted",
        path = redact::one_line(&path),
        counted = lines
    );
    Ok(ToolOutput { fields, summary })
}

fn instructions(inner: &Inner, skill: SkillText) -> ToolOutput {
    let SkillText { skill, text, files } = skill;
    let folder = skill.source.folder();
    let root = inner.workspace.root();
    let folder = folder.strip_prefix(root).unwrap_or(folder);
    let mut fields = Map::new();
    fields.insert("skill".into(), skill.name.clone().into());
    fields.insert("folder".into(), folder.to_string_lossy().into());
    if let Some(tools) = skill.tools {
        fields.insert("use_only_these_tools".into(), json!(tools));
    }
    fields.insert("instructions".into(), text.into());
    if !files.is_empty() {
        let files: Vec<Value> = files.into_iter().map(Value::from).collect();
        fields.insert("files".into(), files.into());
    }
    let summary = notice!(
        "gave-skill",
        name = skill.name,
        tokens = notice::figure(skill.tokens)
    );
    ToolOutput { fields, summary }
}
