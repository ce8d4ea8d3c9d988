//! Tests of `/agents` and `/skills`.

use std::path::PathBuf;

use super::{context, error};
use crate::slash::{SlashOutcome, run};
use notice::Notice;
use protocol::agent_profile::{AgentProfile, AgentProfileId, AgentProfileList, ProfileSource};
use protocol::query::{Query, Reply};
use protocol::skill::{SkillList, SkillOffer, SkillRow, SkillSource, SkillText};

fn profile() -> AgentProfile {
    let mut profile = AgentProfile::new(
        AgentProfileId::new("reviewer").unwrap(),
        "Code\u{1b}[2J reviewer".into(),
        "Look closely.\n~~~\nEnd.".into(),
        ProfileSource::User {
            path: PathBuf::from("/c/agents/reviewer.md"),
        },
    );
    profile.description = "Looks at a diff".into();
    profile.tools = Some(vec!["read_file".into(), "search_text".into()]);
    profile.model = Some("qwen3:8b".into());
    profile.max_tokens = Some(4_096);
    profile
}

fn asked(line: &str, reply: &Reply) -> (Query, String) {
    let SlashOutcome::Ask(query, formatter) = run(line, &context()) else {
        panic!("no query");
    };
    (query, formatter.render(reply))
}

fn lines(shown: &str) -> Vec<&str> {
    assert!(!shown.contains('\u{1b}'), "{shown}");
    shown.lines().collect()
}

#[test]
fn agents_are_listed_with_their_models_tools_and_files_and_the_shadowed_say_so() {
    let mut other = profile().row();
    other.source = ProfileSource::Claude {
        path: PathBuf::from("/w/.claude/agents/reviewer.md"),
    };
    other.shadowed_by = Some(profile().source);
    other.model = None;
    other.tools = None;
    other.notes = vec![Notice::text("the model opus is not known here")];
    let list = AgentProfileList {
        agents: vec![profile().row(), other],
        problems: vec![Notice::text("/w/x.md:2: wrong")],
    };
    let (query, shown) = asked("/agents", &Reply::Agents { list });
    assert_eq!(query, Query::Agents);
    assert_eq!(
        lines(&shown),
        [
            "~~~",
            "reviewer  Code reviewer  (yours)",
            "  Looks at a diff",
            "  qwen3:8b · 2 tools",
            "  /c/agents/reviewer.md",
            "reviewer  Code reviewer  (for Claude Code, not used: /c/agents/reviewer.md counts)",
            "  Looks at a diff",
            "  the session’s model · all tools",
            "  /w/.claude/agents/reviewer.md",
            "  ! the model opus is not known here",
            "! /w/x.md:2: wrong",
            "~~~",
        ]
    );
    let list = AgentProfileList::default();
    let (_, shown) = asked("/agents list", &Reply::Agents { list });
    assert!(shown.starts_with("No agents are defined."), "{shown}");
}

#[test]
fn an_agent_is_shown_whole_and_its_prompt_cannot_close_the_fence() {
    let reply = Reply::Agent {
        profile: Box::new(profile()),
        notes: Vec::new(),
    };
    let (query, shown) = asked("/agents show Code reviewer", &reply);
    let name = "Code reviewer".to_owned();
    assert_eq!(query, Query::Agent { name });
    assert_eq!(
        lines(&shown),
        [
            "~~~~",
            "reviewer  Code reviewer  (yours, permanent)",
            "Model: qwen3:8b",
            "Tokens of an answer: at most 4,096",
            "Tools: read_file, search_text",
            "MCP servers: none",
            "File: /c/agents/reviewer.md",
            "",
            "Looks at a diff",
            "",
            "Look closely.",
            "~~~",
            "End.",
            "~~~~",
        ]
    );
    assert!(error("/agents fly").contains("say list"));
    assert!(error("/agents show").contains("say list"));
}

#[test]
fn skills_are_listed_with_their_price_and_shown_with_their_files() {
    let row = |name: &str, offer| SkillRow {
        name: name.into(),
        description: "Fills in forms".into(),
        source: SkillSource::User {
            folder: PathBuf::from(format!("/c/skills/{name}")),
        },
        offer,
        tokens: 1_200,
        tools: Some(vec!["read_file".into()]),
        notes: Vec::new(),
    };
    let list = SkillList {
        skills: vec![
            row("pdf", SkillOffer::Described),
            row("xls", SkillOffer::Withheld),
        ],
        offer_tokens: 40,
        problems: vec![Notice::text("broken")],
    };
    let (query, shown) = asked("/skills", &Reply::Skills { list });
    assert_eq!(query, Query::Skills);
    let all = lines(&shown);
    assert!(all[1].contains("~40 tokens"), "{shown}");
    assert_eq!(
        all[2..],
        [
            "pdf  ~1,200",
            "  Fills in forms",
            "  /c/skills/pdf",
            "xls  ~1,200  (not offered)",
            "  Fills in forms",
            "  /c/skills/xls",
            "! broken",
            "~~~",
        ]
    );
    let skill = SkillText {
        skill: row("pdf", SkillOffer::Described),
        text: "# PDF\nDo.".into(),
        files: vec!["scripts/a.py".into()],
    };
    let reply = Reply::Skill {
        skill: Box::new(skill),
    };
    let (query, shown) = asked("/skills show pdf", &reply);
    assert_eq!(query, Query::Skill { name: "pdf".into() });
    assert_eq!(
        lines(&shown)[4..],
        [
            "  Tools: read_file",
            "  + scripts/a.py",
            "",
            "# PDF",
            "Do.",
            "~~~"
        ]
    );
    assert!(error("/skills show").contains("say list"));
}
