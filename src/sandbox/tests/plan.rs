//! Tests of the plan.

use std::path::{Path, PathBuf};

use notice::Notice;
use proptest::prelude::*;
use testing::cases;

use crate::compose::{
    BoxGrant, CacheAccess, GitAccess, Planned, SandboxOffer, Setting, Surroundings, World, plan,
};
use crate::places::STEERING;
use crate::plan::{Limits, Network, Overlay, Plan, Rung};

pub(super) fn around() -> Surroundings {
    Surroundings {
        workspace: "/home/ada/work".into(),
        folder: "/home/ada/work/src".into(),
        home: Some("/home/ada".into()),
        own: vec![
            "/home/ada/.config/agentichat".into(),
            "/home/ada/.local/share/agentichat".into(),
        ],
        git_folders: Vec::new(),
        temporary: "/tmp/box".into(),
        overlay: Some(Overlay {
            upper: "/home/ada/.local/share/agentichat/upper".into(),
            work: "/home/ada/.local/share/agentichat/1".into(),
        }),
        environment: vec![
            ("PATH".into(), "/usr/bin".into()),
            ("SSH_AUTH_SOCK".into(), "/tmp/agent".into()),
            ("TMPDIR".into(), "/elsewhere".into()),
        ],
        limits: Limits::default(),
    }
}

const GRANT: BoxGrant = BoxGrant {
    world: World::Proposed,
    network: Network::Loopback,
    git: GitAccess::Read,
    caches: CacheAccess::Read,
};

fn all() -> SandboxOffer {
    SandboxOffer {
        rung: Rung::Proposed,
        why: None,
    }
}

fn only(rung: Rung) -> SandboxOffer {
    SandboxOffer {
        rung,
        why: Some(Notice::text("the kernel has none")),
    }
}

fn planned(grant: &BoxGrant) -> Plan {
    plan(Setting::Auto, &all(), &around(), grant).plan
}

fn may_write(plan: &Plan, path: &str) -> bool {
    plan.may_write(Path::new(path))
}

#[test]
fn a_box_is_the_lowest_of_setting_world_and_machine_and_only_the_machine_is_told() {
    let of = |setting, offer: &SandboxOffer, world| {
        let Planned { plan, lower } = plan(setting, offer, &around(), &BoxGrant { world, ..GRANT });
        (plan.rung, lower.map(|lower| lower.why.to_string()))
    };
    let (auto, proposed) = (Setting::Auto, World::Proposed);
    assert_eq!(of(auto, &all(), proposed), (Rung::Proposed, None));
    assert_eq!(of(auto, &all(), World::Disk), (Rung::Namespaces, None));
    assert_eq!(of(auto, &all(), World::ReadOnly), (Rung::Namespaces, None));
    let at_most = Setting::AtMost(Rung::Landlock);
    assert_eq!(of(at_most, &all(), proposed), (Rung::Landlock, None));
    let off = Setting::AtMost(Rung::Off);
    assert_eq!(of(off, &only(Rung::Off), proposed), (Rung::Off, None));
    let why = Some("the kernel has none".to_owned());
    let offer = only(Rung::Landlock);
    assert_eq!(of(auto, &offer, proposed), (Rung::Landlock, why.clone()));
    assert_eq!(of(auto, &only(Rung::Off), World::Disk), (Rung::Off, why));
}

#[test]
fn without_a_folder_for_the_changes_the_box_is_a_rung_lower_and_says_so() {
    let around = Surroundings {
        overlay: None,
        ..around()
    };
    let planned = plan(Setting::Auto, &all(), &around, &GRANT);
    assert_eq!(planned.plan.rung, Rung::Namespaces);
    assert_eq!(planned.plan.overlay, None);
    let lower = planned.lower.unwrap();
    assert_eq!((lower.asked, lower.got), (Rung::Proposed, Rung::Namespaces));
    assert_eq!(lower.why.id(), Some("box-no-upper-folder"));
}

#[test]
fn git_is_read_only_but_for_its_writers_and_its_hooks_and_settings_always() {
    let read = planned(&GRANT);
    let write = planned(&BoxGrant {
        git: GitAccess::Write,
        ..GRANT
    });
    for (path, for_reader, for_writer) in [
        ("/home/ada/work/src/main.rs", true, true),
        ("/home/ada/work/.gitignore", true, true),
        ("/home/ada/work/.git", false, true),
        ("/home/ada/work/.git/index", false, true),
        ("/home/ada/work/.git/hooks", false, false),
        ("/home/ada/work/.git/hooks/pre-commit", false, false),
        ("/home/ada/work/.git/config", false, false),
        ("/home/ada/work/.git/info/attributes", false, false),
    ] {
        assert_eq!(may_write(&read, path), for_reader, "{path}");
        assert_eq!(may_write(&write, path), for_writer, "{path}");
    }
    for name in STEERING {
        let path = format!("/home/ada/work/{name}");
        assert!(!may_write(&write, &path), "{name}");
        assert!(!may_write(&write, &format!("{path}/x")), "{name}");
    }
}

#[test]
fn the_folders_of_a_worktree_are_written_by_a_git_writer_only_and_never_their_hooks() {
    let around = Surroundings {
        git_folders: vec![
            "/home/ada/main/.git/worktrees/work".into(),
            "/home/ada/main/.git".into(),
            "/home/ada/work/vendor/.git".into(),
        ],
        ..around()
    };
    let with = |git| plan(Setting::Auto, &all(), &around, &BoxGrant { git, ..GRANT }).plan;
    let (read, write) = (with(GitAccess::Read), with(GitAccess::Write));
    for (path, for_writer) in [
        ("/home/ada/main/.git/refs/heads/main", true),
        ("/home/ada/main/.git/worktrees/work/HEAD", true),
        ("/home/ada/main/.git/hooks/pre-commit", false),
        ("/home/ada/main/.git/config", false),
        ("/home/ada/main/src/lib.rs", false),
        ("/home/ada/work/vendor/.git/HEAD", true),
        ("/home/ada/work/vendor/.git/config", false),
    ] {
        assert!(!may_write(&read, path), "{path}");
        assert_eq!(may_write(&write, path), for_writer, "{path}");
    }
}

#[test]
fn caches_are_written_by_grant_where_the_environment_says_they_are() {
    let mut around = around();
    around
        .environment
        .push(("CARGO_HOME".into(), "/opt/cargo".into()));
    around
        .environment
        .push(("PIP_CACHE_DIR".into(), "/".into()));
    let with = |caches| {
        plan(
            Setting::Auto,
            &all(),
            &around,
            &BoxGrant { caches, ..GRANT },
        )
        .plan
    };
    let (read, write) = (with(CacheAccess::Read), with(CacheAccess::Write));
    for (path, by_grant) in [
        ("/opt/cargo/registry/cache/x", true),
        ("/opt/cargo/bin/cargo", false),
        ("/opt/cargo/config.toml", false),
        ("/home/ada/.cargo/registry/x", false),
        ("/home/ada/.npm/x", true),
        ("/home/ada/.npmrc", false),
        ("/home/ada/.gradle/init.gradle", false),
        // A cache that is said to be everything is not believed.
        ("/etc/passwd", false),
    ] {
        assert!(!may_write(&read, path), "{path}");
        assert_eq!(may_write(&write, path), by_grant, "{path}");
    }
}

#[test]
fn keys_browsers_and_the_programs_own_folders_are_hidden_but_not_a_workspace_in_them() {
    let hides = |plan: &Plan, path: &str| plan.hides(Path::new(path));
    let plan = planned(&GRANT);
    for path in [
        "/home/ada/.ssh/id_ed25519",
        "/home/ada/.mozilla/firefox/x",
        "/home/ada/.cargo/credentials.toml",
        "/home/ada/.local/share/agentichat/global.db",
        "/run/user/1000/bus",
    ] {
        assert!(hides(&plan, path), "{path}");
    }
    for path in ["/home/ada/.cargo/config.toml", "/usr/bin/git", "/home/ada"] {
        assert!(!hides(&plan, path), "{path}");
    }
    let inside = Surroundings {
        workspace: "/home/ada/.local/share/agentichat/demo".into(),
        ..around()
    };
    let plan = crate::compose::plan(Setting::Auto, &all(), &inside, &GRANT).plan;
    assert!(hides(&plan, "/home/ada/.local/share/agentichat/global.db"));
    assert!(!hides(&plan, "/home/ada/.local/share/agentichat/demo/a"));
    let home = Surroundings {
        workspace: "/home/ada".into(),
        ..around()
    };
    let plan = crate::compose::plan(Setting::Auto, &all(), &home, &GRANT).plan;
    assert!(hides(&plan, "/home/ada/.ssh/id_ed25519"));
    assert!(!may_write(&plan, "/home/ada/.ssh/authorized_keys"));
    assert!(may_write(&plan, "/home/ada/notes"));
}

#[test]
fn a_read_only_box_writes_nothing_but_temporary_files() {
    let plan = planned(&BoxGrant {
        world: World::ReadOnly,
        git: GitAccess::Write,
        caches: CacheAccess::Write,
        ..GRANT
    });
    assert_eq!(plan.write, [PathBuf::from("/tmp/box")]);
    assert_eq!(plan.overlay, None);
}

#[test]
fn a_box_without_a_network_of_its_own_has_no_loopback_and_a_command_without_a_box_has_all() {
    let network = |rung, network| {
        let offer = only(rung);
        plan(
            Setting::Auto,
            &offer,
            &around(),
            &BoxGrant { network, ..GRANT },
        )
        .plan
        .network
    };
    assert_eq!(network(Rung::Landlock, Network::Loopback), Network::Off);
    let hosts = Network::Hosts(vec!["a.example".to_owned()]);
    assert_eq!(network(Rung::Landlock, hosts.clone()), Network::Off);
    assert_eq!(network(Rung::Namespaces, hosts.clone()), hosts);
    assert_eq!(network(Rung::Landlock, Network::On), Network::On);
    assert_eq!(
        network(Rung::Namespaces, Network::Loopback),
        Network::Loopback
    );
    assert_eq!(network(Rung::Off, Network::Off), Network::On);
}

#[test]
fn the_environment_names_the_box_and_no_socket_outside_it() {
    let environment = planned(&GRANT).environment;
    let value = |name: &str| {
        let mut found = environment.iter().filter(|(other, _)| other == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} is there once");
        value
    };
    assert_eq!(value("PATH"), Some("/usr/bin"));
    assert_eq!(value("SSH_AUTH_SOCK"), None);
    assert_eq!(value("TMPDIR"), Some("/tmp/box"));
    assert_eq!(value("AGENTICHAT_SANDBOX"), Some("1"));
    assert_eq!(value("CODEX_SANDBOX_NETWORK_DISABLED"), Some("1"));
    let off = plan(Setting::AtMost(Rung::Off), &all(), &around(), &GRANT);
    assert_eq!(off.plan.environment, around().environment);
}

fn any_grant() -> impl Strategy<Value = BoxGrant> {
    let world = prop_oneof![
        Just(World::Proposed),
        Just(World::Disk),
        Just(World::ReadOnly)
    ];
    let network = prop_oneof![
        Just(Network::Off),
        Just(Network::Loopback),
        Just(Network::Hosts(vec!["a.example".to_owned()])),
        Just(Network::On)
    ];
    let git = prop_oneof![Just(GitAccess::Read), Just(GitAccess::Write)];
    let caches = prop_oneof![Just(CacheAccess::Read), Just(CacheAccess::Write)];
    (world, network, git, caches).prop_map(|(world, network, git, caches)| BoxGrant {
        world,
        network,
        git,
        caches,
    })
}

fn any_rung() -> impl Strategy<Value = Rung> {
    prop::sample::select(Rung::ALL.to_vec())
}

fn any_box() -> impl Strategy<Value = Rung> {
    let boxes = Rung::ALL.into_iter().filter(|rung| *rung > Rung::Off);
    prop::sample::select(boxes.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_box_is_never_higher_than_the_machine_and_lower_than_asked_is_always_told(
        grant in any_grant(), asked in any_rung(), offered in any_rung(),
    ) {
        let offer = only(offered);
        let planned = plan(Setting::AtMost(asked), &offer, &around(), &grant);
        prop_assert!(planned.plan.rung <= offered.min(asked));
        let rung = planned.plan.rung;
        let world = if grant.world == World::Proposed { Rung::Proposed } else { Rung::Namespaces };
        prop_assert_eq!(planned.lower.is_some(), rung < asked.min(world));
    }

    #[test]
    fn what_is_written_lies_in_the_workspace_a_cache_a_git_folder_or_is_temporary(
        grant in any_grant(), rung in any_box(),
        parts in prop::collection::vec(prop::sample::select(vec![
            "home", "ada", "work", "src", ".git", "hooks", ".cargo", "registry", ".ssh", "etc", "tmp", "box",
        ]), 1..6),
    ) {
        let plan = plan(Setting::Auto, &only(rung), &around(), &grant).plan;
        let path = PathBuf::from("/").join(parts.join("/"));
        let is_in = |root: &str| path.starts_with(root);
        if plan.may_write(&path) {
            let caches = grant.caches == CacheAccess::Write && is_in("/home/ada/.cargo/registry");
            let workspace = grant.world != World::ReadOnly && is_in("/home/ada/work");
            prop_assert!(caches || workspace || is_in("/tmp/box"), "{}", path.display());
            prop_assert!(!plan.hides(&path));
        }
    }

    #[test]
    fn the_plan_that_is_stored_is_the_plan_that_is_used(grant in any_grant(), rung in any_rung()) {
        let plan = plan(Setting::Auto, &only(rung), &around(), &grant).plan;
        let text = serde_json::to_string(&plan).unwrap();
        prop_assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
    }
}
