//! The box of hooks: what they may do beyond a command, and what they may not.

use std::io::Read;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;

use hooks::{HookEvent, ProcessEnd};
use sandbox::plan::Rung;

use super::HookPlace;

const EVENT: HookEvent = HookEvent::PostToolUse;

/// Runs a line; returns whether it succeeded.
fn works(place: &HookPlace, line: &str) -> bool {
    let (run, _) = place.run(EVENT, line, "{}");
    assert!(matches!(run.end, ProcessEnd::Exited(_)), "{line}: {run:?}");
    run.end == ProcessEnd::Exited(0)
}

/// A place with keys, settings and scripts of the user.
fn with_files(rung: Rung) -> Option<HookPlace> {
    let mut place = HookPlace::on(rung)?;
    for path in [
        "home/.ssh/id",
        "home/.claude.json",
        "home/.claude/.credentials.json",
        "home/.claude/settings.json",
        "home/.claude/hooks/check.sh",
        "home/.claude/own.sh",
        "home/.claude/log.txt",
        "home/.gemini/oauth_creds.json",
        "home/.gemini/settings.json",
        "home/notes",
        "data/state.db",
        "work/.vscode/tasks.json",
        "work/.git/config",
        "work/.git/index",
    ] {
        place.file(path, "before\n");
    }
    place.scripts = vec![place.at("home/.claude/own.sh"), place.at("work/own.sh")];
    Some(place)
}

#[test]
fn a_hook_reads_no_keys_and_nothing_of_our_own_on_any_rung() {
    for place in [Rung::Landlock, Rung::Namespaces]
        .into_iter()
        .filter_map(with_files)
    {
        for hidden in [
            "$HOME/.ssh/id",
            "$HOME/.claude.json",
            "$HOME/.claude/.credentials.json",
            "$HOME/.gemini/oauth_creds.json",
            "$HOME/../data/state.db",
        ] {
            let line = format!("cat \"{hidden}\"");
            assert!(!works(&place, &line), "{:?}: {hidden}", place.rung);
        }
        for seen in [
            "$HOME/notes",
            "$HOME/.claude/settings.json",
            "$HOME/.claude/own.sh",
        ] {
            let line = format!("grep -q before \"{seen}\"");
            assert!(works(&place, &line), "{:?}: {seen}", place.rung);
        }
    }
}

#[test]
fn a_hook_writes_the_workspace_and_logs_in_the_folders_of_agent_programs() {
    for place in [Rung::Landlock, Rung::Namespaces]
        .into_iter()
        .filter_map(with_files)
    {
        for path in ["work/new", "work/.git/index", "home/.claude/log.txt"] {
            let line = format!("echo after >> \"$HOME/../{path}\"");
            assert!(works(&place, &line), "{:?}: {path}", place.rung);
            assert!(place.text(path).ends_with("after\n"), "{path}");
        }
        for path in ["home/notes", "home/.ssh/id", "home/new"] {
            let line = format!("echo after >> \"$HOME/../{path}\"");
            assert!(!works(&place, &line), "{:?}: {path}", place.rung);
        }
        for steering in ["settings.json", "hooks/check.sh", "own.sh"] {
            let line = format!("echo after >> \"$HOME/.claude/{steering}\"");
            assert!(!works(&place, &line), "{:?}: {steering}", place.rung);
            assert_eq!(place.text(&format!("home/.claude/{steering}")), "before\n");
        }
    }
}

#[test]
fn what_steers_other_programs_stays_and_what_was_made_is_taken_out_and_told() {
    let Some(place) = with_files(Rung::Namespaces) else {
        return;
    };
    for path in [
        "work/.vscode/tasks.json",
        "work/.git/config",
        "work/.git/hooks/post-commit",
        "home/.gemini/settings.json",
        "home/.claude/hooks/more.sh",
    ] {
        let line = format!("echo after >> \"$HOME/../{path}\"");
        assert!(!works(&place, &line), "{path}");
    }
    for line in [
        "mv $HOME/.claude/hooks $HOME/.claude/old",
        "mv $HOME/.claude $HOME/old",
        "rm -rf $HOME/.claude/settings.json",
    ] {
        assert!(!works(&place, line), "{line}");
    }
    let line =
        "echo x > .envrc; echo x > $HOME/.claude/settings.local.json; echo x > $HOME/.claude/fine";
    let (_, told) = place.run(EVENT, line, "{}");
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().any(|one| one.contains(".envrc")), "{told:?}");
    for (path, is_there) in [
        ("work/.envrc", false),
        ("home/.claude/settings.local.json", false),
        ("home/.claude/fine", true),
    ] {
        assert_eq!(place.exists(path), is_there, "{path}");
    }
}

#[test]
fn a_hook_reaches_the_network_of_the_machine() {
    for rung in [Rung::Landlock, Rung::Namespaces] {
        let Some(place) = HookPlace::on(rung) else {
            continue;
        };
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let line = format!("echo '{{\"text\": \"done\"}}' > /dev/tcp/127.0.0.1/{port}");
        assert!(works(&place, &line), "{rung:?}");
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut said = String::new();
        stream.read_to_string(&mut said).expect("a text");
        assert_eq!(said, "{\"text\": \"done\"}\n");
    }
}

#[test]
fn only_a_hook_of_notifications_reaches_the_desktop() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("bus");
    let _listener = UnixListener::bind(&socket).expect("a socket");
    let address = format!("unix:path={},guid=00", socket.display());
    let variables = [("DBUS_SESSION_BUS_ADDRESS", address.as_str())];
    let Some(place) = HookPlace::with(Rung::Namespaces, &variables) else {
        return;
    };
    let connect = "import os, socket\n\
                   path = os.environ['DBUS_SESSION_BUS_ADDRESS'][10:].split(',')[0]\n\
                   socket.socket(socket.AF_UNIX).connect(path)";
    let line = format!("python3 -c \"{connect}\"");
    let (shown, _) = place.run(HookEvent::Notification, &line, "{}");
    assert_eq!(shown.end, ProcessEnd::Exited(0), "{shown:?}");
    let (other, _) = place.run(HookEvent::Stop, &line, "{}");
    assert_eq!(other.end, ProcessEnd::Exited(1), "{other:?}");
    assert!(other.stderr.contains("KeyError"), "{other:?}");
}

#[test]
fn nothing_that_a_hook_starts_outlives_it_and_no_private_folder_stays() {
    let Some(place) = HookPlace::on(Rung::Namespaces) else {
        return;
    };
    let (run, _) = place.run(
        EVENT,
        "(setsid sleep 1000 &) ; echo $TMPDIR; echo x > /tmp/x",
        "{}",
    );
    assert_eq!(run.end, ProcessEnd::Exited(0));
    assert!(!std::path::Path::new(run.stdout.trim()).exists());
    let left = std::fs::read_dir(place.at("boxes")).expect("a folder");
    let left: Vec<_> = left.flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["offer.json"]);
}

#[test]
fn a_hook_without_its_box_does_not_run_and_says_why() {
    let Some(place) = HookPlace::on(Rung::Namespaces) else {
        return;
    };
    place.tools.sandbox_offer();
    // A file where the private folders would be.
    std::fs::remove_dir_all(place.at("boxes")).expect("a folder");
    place.file("boxes", "");
    let (run, _) = place.run(EVENT, "touch ran", "{}");
    let ProcessEnd::NotStarted(why) = run.end else {
        panic!("{run:?}");
    };
    assert!(
        why.to_string().contains("there was no sandbox for it"),
        "{why}"
    );
    assert!(!place.exists("work/ran"));
}
