//! Links and places: a path is what it leads to, whatever it is called, and whatever lies around it.

use std::fs;

use sandbox::compose::{BoxGrant, CacheAccess, World};

use super::{
    BOXES, Ground, Network, Rung, Stopped, Works, check, ground, stopped, works,
    works_below_namespaces,
};

#[test]
fn a_link_widens_nothing() {
    check(
        &[
            works("a link to a folder inside", "echo x > in/new").after("ln -s src in"),
            works("a link to a file inside", "echo x > in").after("ln -s file in"),
            stopped("a link to the folder above", "echo x > up/outside/new").after("ln -s .. up"),
            stopped("a link to nothing outside", "echo x > none").after("ln -s $OUTSIDE/none none"),
            stopped(
                "a link to the system's settings",
                "echo x > etc/agentichat-$TEST",
            )
            .after("ln -s /etc etc"),
            stopped("a link to the root", "echo x > root$OUTSIDE/new").after("ln -s / root"),
            stopped(
                "a link that is swapped while it is written through",
                "for n in 1 2 3 4 5 6 7 8; do ln -sfn src d; (echo x > d/new); ln -sfn $OUTSIDE d; (echo x > d/raced); done; \
                 test -e $OUTSIDE/new -o -e $OUTSIDE/raced",
            ),
            stopped(
                "a folder outside by a link and ..",
                "cd leads-out && echo x > ../outside/new",
            ),
        ],
        &Network::Loopback,
    );
}

#[test]
fn a_key_behind_a_link_is_read_by_neither_of_its_names() {
    const FILE: &str = "mkdir $HOME/dotfiles && mv $HOME/.npmrc $HOME/dotfiles/npmrc && ln -s dotfiles/npmrc $HOME/.npmrc";
    const FOLDER: &str =
        "mkdir $HOME/dotfiles && mv $HOME/.ssh $HOME/dotfiles/ssh && ln -s dotfiles/ssh $HOME/.ssh";
    check(
        &[
            stopped("the link to a file", "cat $HOME/.npmrc").after(FILE),
            stopped("the file", "cat $HOME/dotfiles/npmrc").after(FILE),
            stopped("the link to a folder", "cat $HOME/.ssh/id").after(FOLDER),
            stopped("the folder", "cat $HOME/dotfiles/ssh/id").after(FOLDER),
            works("its neighbour", "cat $HOME/dotfiles/notes")
                .after("mkdir $HOME/dotfiles && echo x > $HOME/dotfiles/notes"),
        ],
        &Network::Loopback,
    );
}

/// Runs lines by a changed plan on each rung; each line has a place of its own.
fn check_plan(
    change: impl Fn(&Ground, &mut sandbox::plan::Plan),
    lines: &[(&str, [super::Expected; 3])],
) {
    for (index, rung) in BOXES.into_iter().enumerate() {
        for (line, on) in lines.iter().filter(|_| ground::has(rung)) {
            let ground = Ground::new();
            let mut plan = ground.plan(rung, Network::Loopback);
            change(&ground, &mut plan);
            let ran = ground.start(&plan, line).end();
            assert_eq!(ran.report, Ok(()), "{rung:?}: {line}");
            let found = if ran.status.success() { Works } else { Stopped };
            assert_eq!(found, on[index], "{rung:?}: {line}: {ran:?}");
        }
    }
}

#[test]
fn a_writable_root_inside_a_hidden_folder_shows_nothing_of_its_neighbours() {
    check_plan(
        |ground, plan| {
            fs::create_dir(ground.at("outside/kept")).expect("a folder");
            plan.hidden.push(ground.at("outside"));
            plan.write.push(ground.at("outside/kept"));
        },
        &[
            ("echo x > $OUTSIDE/kept/new", [Works; 3]),
            ("cat $OUTSIDE/file", [Stopped; 3]),
            ("echo x > $OUTSIDE/new", [Stopped; 3]),
            ("ls $OUTSIDE | grep -v kept", [Stopped; 3]),
            ("cat $OUTSIDE/kept/../file", [Stopped; 3]),
        ],
    );
}

#[test]
fn a_folder_around_what_is_hidden_in_a_writable_root_cannot_be_put_aside() {
    let below = [Works, Stopped, Stopped];
    check_plan(
        |ground, plan| {
            fs::create_dir_all(ground.at("work/a/b/hidden")).expect("a folder");
            fs::write(ground.at("work/a/b/hidden/key"), "key").expect("a file");
            plan.hidden.push(ground.at("work/a/b/hidden"));
        },
        &[
            ("cat a/b/hidden/key", below),
            ("mv a other && cat other/b/hidden/key", below),
            ("mv a/b other && cat other/hidden/key", below),
            ("mkdir d && $ATTEMPT exchange a d", below),
            ("rm -rf a && test ! -e a", below),
            ("echo x > a/new && echo x > a/b/new", [Works; 3]),
        ],
    );
}

#[test]
fn a_writable_root_that_does_not_exist_is_in_the_way_of_no_command_and_is_not_made() {
    for rung in BOXES.into_iter().filter(|rung| ground::has(*rung)) {
        let ground = Ground::new();
        let before = ground.seen();
        let grant = BoxGrant {
            world: World::Proposed,
            caches: CacheAccess::Write,
            ..BoxGrant::PROPOSED
        };
        let mut plan = ground.plan_of(rung, &grant);
        assert!(plan.write.iter().any(|root| !root.exists()));
        plan.write.push(ground.at("home/none"));
        let ran = ground.start(&plan, "echo fine").end();
        assert_eq!(ran.output, "fine\n", "{rung:?}: {ran:?}");
        let changed = before.changed_outside(&ground.seen(), Rung::Proposed);
        assert!(changed.is_empty(), "{rung:?}: {changed:?}");
    }
}

#[test]
fn the_repository_above_the_workspace_is_found_and_not_written() {
    const ABOVE: &str = "git init --quiet .. && echo x > ../.git/description";
    check(
        &[
            works(
                "its top folder",
                "test \"$(git rev-parse --show-toplevel)\" = \"$(dirname $PWD)\"",
            )
            .after("rm -rf .git && git init --quiet .."),
            stopped("its settings", "echo x >> ../.git/config").after(ABOVE),
            stopped("a hook", "echo x > ../.git/hooks/pre-commit").after(ABOVE),
            stopped("its folder under another name", "mv ../.git ../other").after(ABOVE),
            works_below_namespaces("the workspace's own", "echo x > .git/config"),
        ],
        &Network::Loopback,
    );
}
