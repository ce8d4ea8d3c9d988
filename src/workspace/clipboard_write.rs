//! Copies a text to the clipboard through the available programs: tmux's own buffer, and the
//! desktop's. Never reads a clipboard. Bounded in time.

use std::path::Path;
use std::time::Duration;

use super::child;
use support::helper::Helpers;

/// Time limit for a program.
const TIME_LIMIT: Duration = Duration::from_secs(3);

/// A program that takes a text from its standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ClipboardProgram {
    program: &'static str,
    arguments: &'static [&'static str],
    /// The name to report to the user.
    name: &'static str,
    form: Form,
}

/// Encoding that a program expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Utf8,
    /// Windows would read other bytes as letters of a code page.
    Utf16,
}

const TMUX: ClipboardProgram = taker("tmux", &["load-buffer", "-w", "-"], "tmux");
/// tmux before 3.2 has no `-w`.
const OLD_TMUX: ClipboardProgram = taker("tmux", &["load-buffer", "-"], "tmux");
const WAYLAND: ClipboardProgram = taker("wl-copy", &[], "wl-copy");
const X11: ClipboardProgram = taker("xclip", &["-selection", "clipboard", "-in"], "xclip");
const X11_TOO: ClipboardProgram = taker("xsel", &["--clipboard", "--input"], "xsel");
const MAC: ClipboardProgram = taker("pbcopy", &[], "pbcopy");
const WINDOWS: ClipboardProgram = ClipboardProgram {
    form: Form::Utf16,
    ..taker("clip.exe", &[], "clip.exe")
};

const fn taker(
    program: &'static str,
    arguments: &'static [&'static str],
    name: &'static str,
) -> ClipboardProgram {
    ClipboardProgram {
        program,
        arguments,
        name,
        form: Form::Utf8,
    }
}

/// Returns the available destinations, each as a list of programs of which the first that takes
/// the text suffices.
fn ways(variable: impl Fn(&str) -> Option<String>) -> Vec<Vec<ClipboardProgram>> {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let mut ways = Vec::new();
    if is_set("TMUX") {
        ways.push(vec![TMUX, OLD_TMUX]);
    }
    // Over ssh, the desktop of this machine is not the one in front of the user.
    if is_set("SSH_CONNECTION") || is_set("SSH_TTY") {
        return ways;
    }
    let mut desktop = Vec::new();
    if is_set("WAYLAND_DISPLAY") {
        desktop.push(WAYLAND);
    }
    if is_set("DISPLAY") {
        desktop.extend([X11, X11_TOO]);
    }
    if cfg!(target_os = "macos") {
        desktop.push(MAC);
    }
    if is_set("WSL_DISTRO_NAME") || is_set("WSL_INTEROP") {
        desktop.push(WINDOWS);
    }
    if !desktop.is_empty() {
        ways.push(desktop);
    }
    ways
}

/// Sends the text to every destination, using only programs outside the workspace; returns the
/// names of the programs that took it. Blocks for some seconds at most.
pub fn copy(text: &str, root: &Path, variable: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let helpers = Helpers::outside(root);
    ways(variable)
        .into_iter()
        .filter_map(|way| {
            let taker = way.iter().find(|taker| give(&helpers, taker, text));
            taker.map(|taker| taker.name.to_owned())
        })
        .collect()
}

fn give(helpers: &Helpers, taker: &ClipboardProgram, text: &str) -> bool {
    let bytes = match taker.form {
        Form::Utf8 => text.as_bytes().to_vec(),
        Form::Utf16 => {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }
    };
    let Some(mut command) = helpers.command(taker.program) else {
        return false;
    };
    command.args(taker.arguments);
    // The process that serves the clipboard continues in the background.
    child::feed(command, TIME_LIMIT, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(pairs: &[(&str, &str)]) -> Vec<Vec<&'static str>> {
        let found = ways(|name| {
            let pair = pairs.iter().find(|(one, _)| *one == name);
            pair.map(|(_, value)| (*value).to_owned())
        });
        found
            .iter()
            .map(|way| way.iter().map(|taker| taker.name).collect())
            .collect()
    }

    #[test]
    fn tmux_comes_first_and_the_desktop_of_another_machine_never() {
        assert_eq!(names(&[]), Vec::<Vec<&str>>::new());
        assert_eq!(
            names(&[
                ("TMUX", "/tmp/x,1,0"),
                ("WAYLAND_DISPLAY", "wayland-0"),
                ("DISPLAY", ":0")
            ]),
            [vec!["tmux", "tmux"], vec!["wl-copy", "xclip", "xsel"]]
        );
        assert_eq!(
            names(&[
                ("TMUX", "/tmp/x,1,0"),
                ("DISPLAY", ":0"),
                ("SSH_TTY", "/dev/pts/1")
            ]),
            [["tmux", "tmux"]]
        );
        assert_eq!(names(&[("WSL_DISTRO_NAME", "Debian")]), [["clip.exe"]]);
    }

    #[test]
    fn a_program_gets_the_text_byte_for_byte_and_one_that_fails_took_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        let helpers = Helpers::outside(Path::new("/nowhere"));
        let text = "\tlet x = \"ä\";\r\nend";
        let to_file = taker("tee", &[], "tee");
        assert!(give(&helpers, &to_file, text), "it takes the text");
        assert!(!give(&helpers, &taker("false", &[], "false"), text));
        assert!(!give(
            &helpers,
            &taker("agentichat-has-no-such-program", &[], "none"),
            text
        ));
        // The program must receive exactly this text.
        let script = format!("cat > {}", file.display());
        let arguments: &'static [&'static str] = Box::leak(Box::new(["-c", script.leak() as &str]));
        assert!(give(&helpers, &taker("sh", arguments, "sh"), text));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        let windows = ClipboardProgram {
            form: Form::Utf16,
            ..taker("sh", arguments, "sh")
        };
        assert!(give(&helpers, &windows, "ä"));
        assert_eq!(std::fs::read(&file).unwrap(), [0xff, 0xfe, 0xe4, 0x00]);
    }
}
