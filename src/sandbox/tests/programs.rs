//! Tests of the plans of programs that are no commands.

use std::path::{Path, PathBuf};

use crate::compose::{SandboxOffer, Setting, Surroundings, World};
use crate::plan::{Network, Plan, Rung};
use crate::programs::{AgentFolder, Desktop, HookRights, claude, hook};

fn around() -> Surroundings {
    Surroundings {
        git_folders: vec!["/home/ada/main/.git".into()],
        environment: vec![(
            "DBUS_SESSION_BUS_ADDRESS".into(),
            "unix:abstract=/x;unix:guid=1,path=/run/user/1/bus".into(),
        )],
        ..super::plan::around()
    }
}

fn offer(rung: Rung) -> SandboxOffer {
    SandboxOffer { rung, why: None }
}

fn hooks(rung: Rung, desktop: Desktop) -> Plan {
    let folders = [
        AgentFolder::claude("/home/ada/.claude".into()),
        AgentFolder::gemini("/home/ada/.gemini".into()),
    ];
    let scripts = ["/home/ada/.claude/x.sh", "/home/ada/work/y.sh"].map(PathBuf::from);
    let rights = HookRights {
        folders: &folders,
        scripts: &scripts,
        desktop,
    };
    hook(Setting::Auto, &offer(rung), &around(), rights).plan
}

fn claudes(world: World) -> Plan {
    claude(Setting::Auto, &offer(Rung::Proposed), &around(), world).plan
}

fn shows(plan: &Plan, path: &str) -> (bool, bool) {
    let path = Path::new(path);
    (!plan.hides(path), plan.may_write(path))
}

#[test]
fn hooks_and_claude_have_the_network_and_never_a_view_of_their_own() {
    let desktop = Desktop::Hidden;
    for plan in [hooks(Rung::Proposed, desktop), claudes(World::Disk)] {
        assert_eq!((plan.rung, plan.network), (Rung::Namespaces, Network::On));
        assert_eq!(plan.overlay, None);
    }
    assert_eq!(hooks(Rung::Landlock, desktop).rung, Rung::Landlock);
}

#[test]
fn a_hook_sees_the_folders_of_agent_programs_without_keys_and_writes_no_settings_there() {
    let plan = hooks(Rung::Proposed, Desktop::Hidden);
    for (path, expected) in [
        ("/home/ada/.claude/log.txt", (true, true)),
        ("/home/ada/.claude/settings.json", (true, false)),
        ("/home/ada/.claude/hooks/a.sh", (true, false)),
        ("/home/ada/.claude/x.sh", (true, false)),
        ("/home/ada/.claude/.credentials.json", (false, false)),
        ("/home/ada/.claude.json", (false, false)),
        ("/home/ada/.gemini/oauth_creds.json", (false, false)),
        ("/home/ada/.gemini/tmp/log", (true, true)),
        ("/home/ada/.ssh/id", (false, false)),
        ("/home/ada/.local/share/agentichat/x.db", (false, false)),
        ("/home/ada/notes", (true, false)),
        ("/home/ada/work/y.sh", (true, true)),
        ("/home/ada/work/.vscode/tasks.json", (true, false)),
        ("/home/ada/work/.git/index", (true, true)),
        ("/home/ada/work/.git/hooks/pre-commit", (true, false)),
        ("/home/ada/main/.git/index", (true, true)),
        ("/home/ada/main/.git/config", (true, false)),
    ] {
        assert_eq!(shows(&plan, path), expected, "{path}");
    }
}

#[test]
fn only_hooks_that_tell_the_desktop_reach_its_bus_and_need_namespaces_for_it() {
    let bus = Path::new("/run/user/1/bus");
    for (rung, desktop, reaches) in [
        (Rung::Proposed, Desktop::Reached, true),
        (Rung::Proposed, Desktop::Hidden, false),
        (Rung::Landlock, Desktop::Reached, false),
    ] {
        let plan = hooks(rung, desktop);
        let is_told = plan.environment.iter();
        let is_told = is_told.filter(|(name, _)| name.starts_with("DBUS")).count() == 1;
        assert_eq!((is_told, !plan.hides(bus)), (reaches, reaches), "{rung:?}");
        assert!(plan.hides(Path::new("/run/user/1/other")));
    }
}

#[test]
fn claude_renews_its_own_keys_and_reads_no_others() {
    for (world, workspace) in [(World::Disk, true), (World::ReadOnly, false)] {
        let plan = claudes(world);
        for (path, expected) in [
            ("/home/ada/.claude/.credentials.json", (true, true)),
            ("/home/ada/.claude.json", (true, true)),
            ("/home/ada/.claude/settings.json", (true, false)),
            ("/home/ada/.claude/local/claude", (true, false)),
            ("/home/ada/.gemini/settings.json", (false, false)),
            ("/home/ada/.ssh/id", (false, false)),
            ("/home/ada/work/main.rs", (true, workspace)),
        ] {
            assert_eq!(shows(&plan, path), expected, "{world:?}: {path}");
        }
    }
}

#[test]
fn what_the_configuration_asks_for_at_most_is_the_most_for_programs_too() {
    let setting = Setting::AtMost(Rung::Landlock);
    let planned = claude(setting, &offer(Rung::Proposed), &around(), World::Disk);
    assert_eq!((planned.plan.rung, planned.lower), (Rung::Landlock, None));
}
