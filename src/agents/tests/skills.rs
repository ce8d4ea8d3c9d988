//! Skills: their form, which counts, the offer, and the files beside them.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::Arc;

use proptest::prelude::*;

use super::Places;
use super::forms::TOOLS;
use crate::skill::{offer, parse};
use crate::{OFFER_BYTES, SkillError, SkillFiles};
use protocol::skill::SkillOffer;

/// A skill as those that Anthropic publishes.
const PDF: &str = r#"---
name: pdf
description: Comprehensive PDF manipulation toolkit for extracting text and tables, creating new PDFs, merging/splitting documents, and handling forms. When Claude needs to fill in a PDF form or programmatically process, generate, or analyze PDF documents at scale.
license: Proprietary. LICENSE.txt has complete terms
allowed-tools: Read, Bash(python scripts/*:*), Write
---

# PDF Processing Guide

## Overview

This guide covers essential operations. For advanced features see reference.md.
If you need to fill out a PDF form, read forms.md and follow its instructions.
"#;

fn files(places: &Places, is_trusted: bool) -> SkillFiles {
    let files = SkillFiles::new(places.folders(is_trusted), Arc::from(TOOLS));
    files.refresh();
    files
}

fn skill(name: &str, description: &str, text: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n{text}\n")
}

#[test]
fn a_published_skill_is_read_as_it_is() {
    let skill = parse("pdf", PDF, &TOOLS).unwrap();
    assert_eq!(skill.name, "pdf");
    assert!(skill.description.starts_with("Comprehensive PDF"));
    assert!(skill.text.starts_with("# PDF Processing Guide"));
    let tools = skill.tools.unwrap();
    assert_eq!(
        tools,
        ["read_file", "shell_exec", "delete_file", "write_file"]
    );
    assert!(skill.is_offered);
    assert_eq!(skill.notes, []);
}

#[test]
fn a_skill_without_front_matter_is_named_by_its_folder_and_described_by_its_first_line() {
    let skill = parse("tidy", "# Tidy up\n\nDo it.\n", &TOOLS).unwrap();
    assert_eq!(
        (skill.name.as_str(), skill.description.as_str()),
        ("tidy", "Tidy up")
    );
    assert_eq!(skill.tools, None);
    let text = "---\ndescription: d: e\ndisable-model-invocation: true\nmodel: opus\n---\nGo.";
    let skill = parse("x", text, &TOOLS).unwrap();
    assert!(!skill.is_offered);
    assert_eq!(skill.description, "d: e");
    assert_eq!(skill.notes.len(), 1);
    for (folder, text, part) in [
        ("Bad Name", "Go.", "lower-case"),
        ("a", "---\nname: ../up\n---\nGo.", "lower-case"),
        ("a", "---\nname: a\n---\n", "instructions"),
        ("a", "---\nname: a\n", "no end"),
    ] {
        let faults = parse(folder, text, &TOOLS).unwrap_err();
        let told = faults[0].notice("SKILL.md").to_string();
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn the_first_skill_of_a_name_counts_and_the_offer_names_it_once() {
    let places = Places::new();
    places.put(
        "work/.agentichat/skills/pdf/SKILL.md",
        &skill("pdf", "Ours", "1"),
    );
    places.put("config/skills/pdf/SKILL.md", &skill("pdf", "User's", "2"));
    places.put(
        "work/.claude/skills/pdf/SKILL.md",
        &skill("pdf", "Claude's", "3"),
    );
    places.put(
        "home/.claude/skills/art/SKILL.md",
        &skill("art", "Draws", "4"),
    );
    places.put("home/.claude/skills/no/readme.md", "no skill");
    let files = files(&places, true);
    assert_eq!(files.known().offer(), "- art: Draws\n- pdf: Ours\n");
    let list = files.known().list();
    let offers: Vec<SkillOffer> = list.skills.iter().map(|one| one.offer).collect();
    use SkillOffer::{Described, Shadowed};
    assert_eq!(offers, [Described, Described, Shadowed, Shadowed]);
    assert_eq!(files.known().text("pdf").unwrap().text, "1");
    assert!(list.offer_tokens > 0);
}

#[test]
fn nothing_of_an_untrusted_workspace_is_offered_or_read() {
    let places = Places::new();
    places.put("work/.agentichat/skills/a/SKILL.md", &skill("a", "A", "1"));
    places.put("work/.claude/skills/b/SKILL.md", &skill("b", "B", "2"));
    places.put("config/skills/mine/SKILL.md", &skill("mine", "Mine", "3"));
    let files = files(&places, false);
    assert_eq!(files.known().offer(), "- mine: Mine\n");
    assert!(files.known().text("a").is_err());
    let told = files.known().list().problems[0].to_string();
    assert!(told.starts_with("2 skills"), "{told}");
}

#[test]
fn the_offer_changes_only_when_the_skills_are_read_again() {
    let places = Places::new();
    let files = files(&places, true);
    assert_eq!(files.known().offer(), "");
    places.put("config/skills/a/SKILL.md", &skill("a", "A", "1"));
    assert_eq!(files.known().offer(), "");
    files.refresh();
    assert_eq!(files.known().offer(), "- a: A\n");
}

#[test]
fn a_broken_skill_is_told_and_a_link_of_the_workspace_is_not_followed() {
    let places = Places::new();
    places.put("elsewhere/out/SKILL.md", &skill("out", "Out", "1"));
    places.put(
        "work/.claude/skills/good/SKILL.md",
        &skill("good", "G", "1"),
    );
    places.put("work/.claude/skills/Bad/SKILL.md", "Go.");
    symlink(
        places.at("elsewhere/out"),
        places.at("work/.claude/skills/out"),
    )
    .unwrap();
    fs::create_dir_all(places.at("config/skills")).unwrap();
    symlink(places.at("elsewhere/out"), places.at("config/skills/mine")).unwrap();
    let files = files(&places, true);
    assert_eq!(
        files.known().offer(),
        "- good: G\n- out: Out\n",
        "the user's link is followed"
    );
    let problems = files.known().list().problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].to_string().contains("Bad/SKILL.md"));
}

#[test]
fn the_files_beside_a_skill_are_listed_and_read_and_no_others() {
    let places = Places::new();
    places.put("config/skills/pdf/SKILL.md", PDF);
    places.put("config/skills/pdf/forms.md", "Forms.");
    places.put("config/skills/pdf/scripts/fill.py", "print()");
    places.put("config/skills/pdf/.env", "TOKEN=1");
    places.put("config/skills/pdf/server.key", "k");
    places.put("config/secret.txt", "s");
    symlink(places.at("config"), places.at("config/skills/pdf/up")).unwrap();
    symlink(
        places.at("config/secret.txt"),
        places.at("config/skills/pdf/link.txt"),
    )
    .unwrap();
    let files = files(&places, true);
    let text = files.known().text("pdf").unwrap();
    assert_eq!(text.files, ["forms.md", "scripts/fill.py"]);
    assert_eq!(files.known().file("pdf", "forms.md").unwrap(), "Forms.");
    assert_eq!(
        files.known().file("pdf", "scripts/fill.py").unwrap(),
        "print()"
    );
    for path in [
        "",
        "..",
        "../../secret.txt",
        "/etc/hostname",
        "up/secret.txt",
        "link.txt",
        ".env",
        "server.key",
        "scripts/../../../secret.txt",
    ] {
        let read = files.known().file("pdf", path);
        assert!(
            matches!(read, Err(SkillError::Path { .. })),
            "{path}: {read:?}"
        );
    }
    assert!(matches!(
        files.known().file("pdf", "none"),
        Err(SkillError::File { .. })
    ));
    let unknown = files.known().text("pfd").unwrap_err().to_string();
    assert!(unknown.contains("the skills are pdf"), "{unknown}");
}

proptest! {
    #[test]
    fn an_offer_keeps_its_bound_and_the_names_go_first(
        skills in proptest::collection::vec(("[a-z]{1,64}", "[a-zé ]{0,400}"), 0..150),
    ) {
        let skills: Vec<(&str, &str)> =
            skills.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let made = offer(&skills);
        prop_assert!(made.text.len() <= OFFER_BYTES);
        prop_assert_eq!(&offer(&skills), &made);
        let lines = made.text.lines().count();
        let told = made.of_each.iter().filter(|one| **one != SkillOffer::Withheld).count();
        prop_assert_eq!(lines, told);
        let names: usize = skills.iter().map(|(name, _)| name.len() + 3).sum();
        if names <= OFFER_BYTES {
            prop_assert_eq!(told, skills.len(), "a name is never left out for a description");
        }
    }
}
