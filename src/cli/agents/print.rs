//! Prints the results of `agentichat agents` and `agentichat skills`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;

use crate::cli::Format;
use crate::cli::config::write_json;
use client::slash::{agent_lines, agent_profile_lines, skill_lines, skill_text_lines};
use l10n::{counted, said, say};
use notice::{Notice, notice};
use protocol::agent_profile::{AgentProfile, AgentProfileList};
use protocol::skill::{SkillList, SkillText};
use redact::one_line;

/// The exit status, or the reason why nothing was done.
pub(super) type Printed = Result<io::Result<u8>, Notice>;

pub(super) struct Printer {
    format: Format,
}

impl Printer {
    pub(super) fn new(format: Format) -> Self {
        Self { format }
    }

    pub(super) fn agents(&mut self, list: &AgentProfileList) -> Printed {
        self.print(list, || agent_lines(list))
    }

    pub(super) fn agent(&mut self, profile: &AgentProfile, notes: &[Notice]) -> Printed {
        let value = json!({ "profile": profile, "notes": notes });
        self.print(&value, || agent_profile_lines(profile, notes))
    }

    /// Says that a profile was written.
    pub(super) fn changed(&mut self, profile: &AgentProfile) -> Printed {
        let path = profile.source.path().unwrap_or("".as_ref());
        let name = profile.id.as_str();
        let line = said(&notice!("agents-written", name, path = path.display()));
        self.print(profile, || vec![one_line(&line)])
    }

    pub(super) fn checked(&mut self, list: &AgentProfileList, tools: &[&str]) -> Printed {
        let value =
            json!({ "agents": list.agents.len(), "problems": list.problems, "tools": tools });
        self.print(&value, || {
            let counted = counted(list.agents.len(), "agent");
            let mut lines = vec![say!("agents-checked", counted)];
            let notes = list.agents.iter().flat_map(|agent| {
                let id = &agent.id;
                let notes = agent.notes.iter();
                notes.map(move |note| format!("{id}: {}", one_line(&said(note))))
            });
            lines.extend(notes);
            lines.extend(problems(&list.problems));
            lines.push(say!("agents-tools-are", rest = tools.join(", ")));
            lines
        })
    }

    pub(super) fn skills(&mut self, list: &SkillList) -> Printed {
        self.print(list, || skill_lines(list))
    }

    pub(super) fn skill(&mut self, skill: &SkillText) -> Printed {
        self.print(skill, || skill_text_lines(skill))
    }

    pub(super) fn checked_skills(&mut self, list: &SkillList) -> Printed {
        let value = json!({ "skills": list.skills.len(), "problems": list.problems });
        self.print(&value, || {
            let counted = counted(list.skills.len(), "skill");
            let mut lines = vec![say!("agents-checked", counted)];
            let notes = list.skills.iter().flat_map(|skill| {
                let name = one_line(&skill.name);
                let notes = skill.notes.iter();
                notes.map(move |note| format!("{name}: {}", one_line(&said(note))))
            });
            lines.extend(notes);
            lines.extend(problems(&list.problems));
            lines
        })
    }

    pub(super) fn say(&mut self, done: &Notice) -> Printed {
        let line = said(done);
        self.print(&json!({ "done": line }), || vec![one_line(&line)])
    }

    fn print(&self, value: &impl Serialize, lines: impl FnOnce() -> Vec<String>) -> Printed {
        let mut out = io::stdout().lock();
        let printed = match self.format {
            Format::Json => {
                let value = serde_json::to_value(value).unwrap_or_default();
                write_json(value, &mut out)
            }
            Format::Text => writeln!(out, "{}", lines().join("\n")),
        };
        Ok(printed.map(|()| 0))
    }
}

fn problems(problems: &[Notice]) -> impl Iterator<Item = String> {
    problems
        .iter()
        .map(|problem| format!("! {}", one_line(&said(problem))))
}
